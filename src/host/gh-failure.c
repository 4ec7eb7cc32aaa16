/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What kind of thing went wrong with a server or a call, for words that say what to do next. */
#include "config.h"

#include "gh-failure.h"

#include <stdio.h>

#include "gh-mcp-error.h"
#include "gh-mcp-http-error.h"
#include "gh-rpc-error.h"

static GhFailure
of_rpc_error (const GError *error,
              int          *figure)
{
  switch ((GhRpcError) error->code)
    {
    case GH_RPC_ERROR_CLOSED:
      return GH_FAILURE_CLOSED;

    case GH_RPC_ERROR_MALFORMED:
    case GH_RPC_ERROR_OVERFLOW:
      return GH_FAILURE_MALFORMED;

    case GH_RPC_ERROR_TIMED_OUT:
    case GH_RPC_ERROR_LIMIT:
      return GH_FAILURE_TIMED_OUT;

    case GH_RPC_ERROR_SPAWN:
      return GH_FAILURE_SPAWN;

    case GH_RPC_ERROR_EXITED:
      /* A GError has room for one number only, so the exit code is in its words. */
      if (sscanf (error->message, "the program ended with code %d", figure) == 1)
        return GH_FAILURE_EXITED;
      if (sscanf (error->message, "the program was ended by signal %d", figure) == 1)
        return GH_FAILURE_KILLED;
      return GH_FAILURE_CLOSED;

    default:
      return GH_FAILURE_OTHER;
    }
}

static GhFailure
of_mcp_error (const GError *error)
{
  switch ((GhMcpError) error->code)
    {
    case GH_MCP_ERROR_PROTOCOL:
    case GH_MCP_ERROR_INVALID_PARAMS:
      return GH_FAILURE_MALFORMED;

    case GH_MCP_ERROR_VERSION:
      return GH_FAILURE_VERSION;

    case GH_MCP_ERROR_NOT_READY:
      return GH_FAILURE_CLOSED;

    case GH_MCP_ERROR_UNSUPPORTED:
      return GH_FAILURE_UNSUPPORTED;

    case GH_MCP_ERROR_ARGUMENTS:
      return GH_FAILURE_ARGUMENTS;

    case GH_MCP_ERROR_DENIED:
      return GH_FAILURE_DENIED;

    case GH_MCP_ERROR_TASK:
      return GH_FAILURE_TASK;

    default:
      return GH_FAILURE_OTHER;
    }
}

static gboolean
is_network_error (const GError *error)
{
  return error->domain == G_RESOLVER_ERROR || error->domain == G_TLS_ERROR
         || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED)
         || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED)
         || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_HOST_UNREACHABLE)
         || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NETWORK_UNREACHABLE)
         || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_HOST_NOT_FOUND);
}

GhFailure
gh_failure_of_error (const GError *error,
                     int          *figure)
{
  int unused;

  if (figure == NULL)
    figure = &unused;
  *figure = 0;
  if (error == NULL)
    return GH_FAILURE_OTHER;
  if (error->domain == GH_RPC_ERROR)
    return of_rpc_error (error, figure);
  if (error->domain == GH_MCP_ERROR)
    return of_mcp_error (error);
  if (error->domain == GH_RPC_REMOTE_ERROR)
    {
      *figure = error->code;
      return GH_FAILURE_ANSWER;
    }
  if (error->domain == GH_MCP_HTTP_ERROR)
    {
      *figure = error->code;
      return GH_FAILURE_HTTP;
    }
  if (is_network_error (error))
    return GH_FAILURE_UNREACHABLE;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT))
    return GH_FAILURE_BROKEN;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    return GH_FAILURE_NOT_AGREED;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    return GH_FAILURE_TIMED_OUT;
  return GH_FAILURE_OTHER;
}
