/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How a session gets a connection, and another one when the first did not suit the server. */
#include "config.h"

#include "gh-mcp-connector.h"

G_DEFINE_INTERFACE (GhMcpConnector, gh_mcp_connector, G_TYPE_OBJECT)

static void
gh_mcp_connector_default_init (GhMcpConnectorInterface *iface)
{
}

/**
 * gh_mcp_connector_get_kinds:
 *
 * Returns: a set of GhMcpConnection, not empty
 */
guint
gh_mcp_connector_get_kinds (GhMcpConnector *self)
{
  g_return_val_if_fail (GH_IS_MCP_CONNECTOR (self), 0);

  return GH_MCP_CONNECTOR_GET_IFACE (self)->get_kinds (self);
}

/**
 * gh_mcp_connector_make_transport:
 * @kind: one of gh_mcp_connector_get_kinds()
 *
 * Returns: (transfer full): not started yet
 */
GhRpcTransport *
gh_mcp_connector_make_transport (GhMcpConnector  *self,
                                 GhMcpConnection  kind)
{
  g_return_val_if_fail (GH_IS_MCP_CONNECTOR (self), NULL);

  return GH_MCP_CONNECTOR_GET_IFACE (self)->make_transport (self, kind);
}
