/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What all HTTP requests of one connection to a server share: where they go, what they carry, and
 * where goes what they bring. */
#pragma once

#include "gh-rpc-message.h"

#include <libsoup/soup.h>

G_BEGIN_DECLS

#define GH_TYPE_MCP_HTTP_ENDPOINT (gh_mcp_http_endpoint_get_type ())
G_DECLARE_FINAL_TYPE (GhMcpHttpEndpoint, gh_mcp_http_endpoint, GH, MCP_HTTP_ENDPOINT, GObject)

/* Redirections followed for one request. */
#define GH_MCP_HTTP_MAX_HOPS 5
/* Below everything that answers a person: a server that floods us slows down only itself. */
#define GH_MCP_HTTP_PRIORITY G_PRIORITY_DEFAULT_IDLE

/* One text of the server: its messages, or, when it is no use, NULL and why. */
typedef void (*GhMcpHttpSink) (GBytes       *text,
                               GPtrArray    *messages,
                               const GError *error,
                               gpointer      user_data);

/* Signal "session-lost": the server no longer knows the session id, which is forgotten. */
GhMcpHttpEndpoint *gh_mcp_http_endpoint_new             (const char           *url,
                                                         const char * const   *headers,
                                                         GError              **error);
gboolean           gh_mcp_http_endpoint_set_uri         (GhMcpHttpEndpoint    *self,
                                                         const char           *reference,
                                                         GError              **error);
void               gh_mcp_http_endpoint_set_ca_file     (GhMcpHttpEndpoint    *self,
                                                         const char           *path);
SoupSession       *gh_mcp_http_endpoint_get_session     (GhMcpHttpEndpoint    *self);
SoupMessage       *gh_mcp_http_endpoint_new_message     (GhMcpHttpEndpoint    *self,
                                                         const char           *method);
gboolean           gh_mcp_http_endpoint_follow          (GhMcpHttpEndpoint    *self,
                                                         SoupMessage          *answered,
                                                         guint                *n_hops);
/* NULL: nothing agreed on yet. */
void               gh_mcp_http_endpoint_set_version     (GhMcpHttpEndpoint    *self,
                                                         const char           *version,
                                                         gboolean              modern);
gboolean           gh_mcp_http_endpoint_is_modern       (GhMcpHttpEndpoint    *self);
/* Of the legacy revisions; a secret. */
gboolean           gh_mcp_http_endpoint_take_session_id (GhMcpHttpEndpoint    *self,
                                                         SoupMessage          *answered,
                                                         GError              **error);
gboolean           gh_mcp_http_endpoint_has_session_id  (GhMcpHttpEndpoint    *self);
void               gh_mcp_http_endpoint_forget_session  (GhMcpHttpEndpoint    *self);
gboolean           gh_mcp_http_endpoint_carries_session (SoupMessage          *message);
void               gh_mcp_http_endpoint_lose_session    (GhMcpHttpEndpoint    *self,
                                                         SoupMessage          *message);
void               gh_mcp_http_endpoint_set_allow_batch (GhMcpHttpEndpoint    *self,
                                                         gboolean              allow_batch);
gboolean           gh_mcp_http_endpoint_get_allow_batch (GhMcpHttpEndpoint    *self);
/* The longest message taken, bytes; GH_JSON_MAX_SIZE at first. 0 changes nothing. */
void               gh_mcp_http_endpoint_set_max_message (GhMcpHttpEndpoint    *self,
                                                         gsize                 bytes);
gsize              gh_mcp_http_endpoint_get_max_message (GhMcpHttpEndpoint    *self);
/* sink: NULL drops what comes from now on. */
void               gh_mcp_http_endpoint_set_sink        (GhMcpHttpEndpoint    *self,
                                                         GhMcpHttpSink         sink,
                                                         gpointer              user_data);
void               gh_mcp_http_endpoint_deliver         (GhMcpHttpEndpoint    *self,
                                                         GBytes               *text,
                                                         GPtrArray            *messages,
                                                         const GError         *error);

G_END_DECLS
