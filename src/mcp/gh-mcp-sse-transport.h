/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * HTTP+SSE of revision 2024-11-05: one GET stream for what comes, POSTs for what goes
 * (requirements 4.41-4.43). */
#pragma once

#include "gh-rpc-transport.h"

G_BEGIN_DECLS

#define GH_TYPE_MCP_SSE_TRANSPORT (gh_mcp_sse_transport_get_type ())
G_DECLARE_FINAL_TYPE (GhMcpSseTransport, gh_mcp_sse_transport, GH, MCP_SSE_TRANSPORT,
                      GhRpcTransport)

/* As gh_mcp_http_transport_new(). It is started once the server has named where to POST; the end of
 * its stream is the end of the connection. */
GhMcpSseTransport *gh_mcp_sse_transport_new (const char          *url,
                                             const char * const  *headers);
/* As gh_mcp_http_transport_set_ca_file(). */
void             gh_mcp_sse_transport_set_ca_file (GhMcpSseTransport  *self,
                                                   const char         *path);

G_END_DECLS
