/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Streamable HTTP, of the legacy revisions and of the modern one (requirements 4.1-4.24). */
#pragma once

#include "gh-rpc-transport.h"

#include <libsoup/soup.h>

G_BEGIN_DECLS

#define GH_TYPE_MCP_HTTP_TRANSPORT (gh_mcp_http_transport_get_type ())
G_DECLARE_FINAL_TYPE (GhMcpHttpTransport, gh_mcp_http_transport, GH, MCP_HTTP_TRANSPORT,
                      GhRpcTransport)

/* Adds what the protocol mirrors of a request (Mcp-Param-*). */
typedef void (*GhMcpHttpHeaderFunc) (GhRpcMessage       *request,
                                     SoupMessageHeaders *headers,
                                     gpointer            user_data);

/* url: http or https; headers: "Name: value" each, or NULL. They may hold secrets and are never
 * logged, nor sent to another origin; those that the protocol sets itself are left out.
 * Signal "session-lost": the server no longer knows our session id (404), which is forgotten; a new
 * session begins with a new initialize (requirement 4.11). */
GhMcpHttpTransport *gh_mcp_http_transport_new             (const char           *url,
                                                           const char * const   *headers);
/* NULL: those the system trusts. Else certificates in a PEM file, before the start: only servers
 * that have one signed by them are spoken to (G_TLS_ERROR). */
void                gh_mcp_http_transport_set_ca_file     (GhMcpHttpTransport   *self,
                                                           const char           *path);
/* What every message from now on is declared as; NULL before anything is agreed on. modern: no
 * session id, no GET stream, abandoning a request closes its connection. */
void                gh_mcp_http_transport_set_version     (GhMcpHttpTransport   *self,
                                                           const char           *version,
                                                           gboolean              modern);
void                gh_mcp_http_transport_set_header_func (GhMcpHttpTransport   *self,
                                                           GhMcpHttpHeaderFunc   func,
                                                           gpointer              user_data,
                                                           GDestroyNotify        destroy);

G_END_DECLS
