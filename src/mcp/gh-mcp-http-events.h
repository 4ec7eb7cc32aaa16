/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The events of one HTTP answer while it arrives. */
#pragma once

#include "gh-http-exchange.h"
#include "gh-mcp-http-endpoint.h"

G_BEGIN_DECLS

#define GH_TYPE_MCP_HTTP_EVENTS (gh_mcp_http_events_get_type ())
G_DECLARE_FINAL_TYPE (GhMcpHttpEvents, gh_mcp_http_events, GH, MCP_HTTP_EVENTS, GObject)

/* What "message" events hold goes to the endpoint, in order; long ones are parsed in a thread.
 * Signals:
 *   "event" (const char *type, const char *data)  one of another type
 *   "ended" (GError *error)                       once; NULL after a clean end */
GhMcpHttpEvents *gh_mcp_http_events_new         (GhMcpHttpEndpoint  *endpoint,
                                                 GhHttpExchange     *exchange);
void             gh_mcp_http_events_start       (GhMcpHttpEvents    *self);
/* Closes the connection; nothing is emitted or delivered any more. */
void             gh_mcp_http_events_stop        (GhMcpHttpEvents    *self);
/* See gh_sse_decoder_get_last_id(), _get_retry(). */
const char      *gh_mcp_http_events_get_last_id (GhMcpHttpEvents    *self);
int              gh_mcp_http_events_get_retry   (GhMcpHttpEvents    *self);
/* The first error the server gave to no request in particular: on the stream of a request it is its
 * answer (requirement 1.7). Borrowed; or NULL. */
const GError    *gh_mcp_http_events_get_failure (GhMcpHttpEvents    *self);
/* Texts delivered so far. */
guint            gh_mcp_http_events_get_n_texts (GhMcpHttpEvents    *self);

G_END_DECLS
