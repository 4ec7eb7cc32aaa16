/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The errors of the mcp layer. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define GH_MCP_ERROR (gh_mcp_error_quark ())
GQuark gh_mcp_error_quark (void);

typedef enum
{
  GH_MCP_ERROR_PROTOCOL,       /* the server broke the protocol; the message says how */
  GH_MCP_ERROR_VERSION,        /* no common protocol revision; the message names both sets */
  GH_MCP_ERROR_NOT_READY,      /* the session is not READY, or the server lacks the capability */
  GH_MCP_ERROR_INVALID_PARAMS, /* a server's request is malformed; the message names the member */
  GH_MCP_ERROR_DENIED,         /* the person or a rule said no; the message: the reason or empty */
  GH_MCP_ERROR_UNSUPPORTED,    /* it needs what Gatehouse cannot do; the message says what */
  GH_MCP_ERROR_ARGUMENTS,      /* ours do not fit what is called; the message says where */
  GH_MCP_ERROR_TASK,           /* the server gave up a task; the message holds its words */
} GhMcpError;

G_END_DECLS
