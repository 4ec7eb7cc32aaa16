/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How a session gets a connection, and another one when the first did not suit the server. */
#pragma once

#include "gh-rpc-transport.h"

G_BEGIN_DECLS

/* What a server can be reached by; a set where more than one is possible. */
typedef enum
{
  GH_MCP_CONNECTION_STDIO = 1 << 0,
  GH_MCP_CONNECTION_HTTP = 1 << 1, /* Streamable HTTP, of both eras */
  GH_MCP_CONNECTION_SSE = 1 << 2,  /* HTTP+SSE of 2024-11-05 */
} GhMcpConnection;

#define GH_TYPE_MCP_CONNECTOR (gh_mcp_connector_get_type ())
G_DECLARE_INTERFACE (GhMcpConnector, gh_mcp_connector, GH, MCP_CONNECTOR, GObject)

struct _GhMcpConnectorInterface
{
  GTypeInterface parent;

  /* A set: STDIO; HTTP and SSE for a URL that may be either; one of them when it is known. */
  guint           (*get_kinds)      (GhMcpConnector  *self);
  /* Owned, not started; of a kind that is among them. A program is started anew each time: the one
   * before is being closed. */
  GhRpcTransport *(*make_transport) (GhMcpConnector  *self,
                                     GhMcpConnection  kind);
};

guint           gh_mcp_connector_get_kinds      (GhMcpConnector  *self);
GhRpcTransport *gh_mcp_connector_make_transport (GhMcpConnector  *self,
                                                 GhMcpConnection  kind);

G_END_DECLS
