/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One stream of a legacy server's messages, over as many connections as it takes (requirements
 * 4.5-4.9). */
#pragma once

#include "gh-http-exchange.h"
#include "gh-mcp-http-endpoint.h"

G_BEGIN_DECLS

#define GH_TYPE_MCP_HTTP_STREAM (gh_mcp_http_stream_get_type ())
G_DECLARE_FINAL_TYPE (GhMcpHttpStream, gh_mcp_http_stream, GH, MCP_HTTP_STREAM, GObject)

/* Signal "ended" (GError *error): once, when nothing more will come and why; NULL: it was no longer
 * needed. */

/* The answer to a POST: its head is here. It is resumed only after an event that had an id. */
GhMcpHttpStream *gh_mcp_http_stream_new_answer (GhMcpHttpEndpoint  *endpoint,
                                                GhHttpExchange     *exchange);
/* The one that is opened with GET, for what belongs to no request. */
GhMcpHttpStream *gh_mcp_http_stream_new_own    (GhMcpHttpEndpoint  *endpoint);
void             gh_mcp_http_stream_start      (GhMcpHttpStream    *self);
/* The answer is here: the connection's end is the stream's. */
void             gh_mcp_http_stream_set_answered (GhMcpHttpStream  *self);
/* Closes the connection; "ended" is not emitted any more. */
void             gh_mcp_http_stream_stop       (GhMcpHttpStream    *self);

G_END_DECLS
