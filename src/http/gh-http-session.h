/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The connections to one endpoint, and whose certificates are believed on them. */
#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

/* To one host. libsoup's own limit of two would let two slow answers block everything else of the
 * same endpoint: an MCP server's stream may wait for an answer of ours that then never leaves. */
#define GH_HTTP_MAX_CONNECTIONS 128

#define GH_TYPE_HTTP_SESSION (gh_http_session_get_type ())
G_DECLARE_FINAL_TYPE (GhHttpSession, gh_http_session, GH, HTTP_SESSION, SoupSession)

SoupSession *gh_http_session_new            (GUri                 *uri);
void         gh_http_session_set_ca_file    (GhHttpSession        *self,
                                             const char           *path);
/* Whether requests can be sent; gh_http_exchange_send_async() sees to it. */
gboolean     gh_http_session_is_prepared    (GhHttpSession        *self);
void         gh_http_session_prepare_async  (GhHttpSession        *self,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
gboolean     gh_http_session_prepare_finish (GhHttpSession        *self,
                                             GAsyncResult         *result,
                                             GError              **error);

G_END_DECLS
