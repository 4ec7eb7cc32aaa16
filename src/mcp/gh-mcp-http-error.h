/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What an HTTP answer that is no success means (requirements 4.20, 4.21). */
#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

/* The code is the HTTP status. */
#define GH_MCP_HTTP_ERROR (gh_mcp_http_error_quark ())
GQuark      gh_mcp_http_error_quark           (void);

/* body: its start, or NULL. */
GError     *gh_mcp_http_error_new             (SoupMessage  *message,
                                               GBytes       *body);
/* Of a GH_MCP_HTTP_ERROR 401 or 403: its WWW-Authenticate fields, joined; else NULL. */
const char *gh_mcp_http_error_get_challenge   (const GError *error);
/* Of a 429 or 503: seconds to wait, as the server asks; 0 when it says nothing. */
guint       gh_mcp_http_error_get_retry_after (const GError *error);

G_END_DECLS
