/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One message on its way to a server, and what comes back on the same connection. */
#pragma once

#include "gh-mcp-http-endpoint.h"
#include "gh-rpc-transport.h"

G_BEGIN_DECLS

#define GH_TYPE_MCP_HTTP_POST (gh_mcp_http_post_get_type ())
G_DECLARE_FINAL_TYPE (GhMcpHttpPost, gh_mcp_http_post, GH, MCP_HTTP_POST, GObject)

/* Messages on their way at once: each may cost a connection, and memory. */
#define GH_MCP_HTTP_MAX_POSTS 1024

/* Adds what this message carries in its headers. */
typedef void (*GhMcpHttpPrepareFunc) (GhRpcMessage       *message,
                                      SoupMessageHeaders *headers,
                                      gpointer            user_data);

/* answered_here: whether the answer to the message, a request, comes back this way; else any
 * success will do, and its body is not read.
 * Signal "done" (GError *error): once. NULL: the answer came, or, without one here, the server has
 * the message. An error: it has not, or there will be no answer. */
GhMcpHttpPost *gh_mcp_http_post_new          (GhMcpHttpEndpoint     *endpoint,
                                              GhRpcMessage          *message,
                                              gboolean               answered_here);
void           gh_mcp_http_post_set_prepare  (GhMcpHttpPost         *self,
                                              GhMcpHttpPrepareFunc   prepare,
                                              gpointer               user_data);
GhRpcMessage  *gh_mcp_http_post_get_message  (GhMcpHttpPost         *self);
void           gh_mcp_http_post_start        (GhMcpHttpPost         *self);
/* The answer came, on whatever stream. */
void           gh_mcp_http_post_set_answered (GhMcpHttpPost         *self);
/* Tells the transport's owner of the error that it is "done" with. */
void           gh_mcp_http_post_report       (GhMcpHttpPost         *self,
                                              GhRpcTransport        *transport,
                                              const GError          *error);
/* Closes the connection; "done" is not emitted any more. */
void           gh_mcp_http_post_stop         (GhMcpHttpPost         *self);

G_END_DECLS
