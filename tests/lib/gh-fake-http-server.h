/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * An HTTP server in the test's own process: the test takes each request and answers it. */
#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

/* A request; it waits until it is answered. Freed with its server. */
typedef struct _GhFakeHttpRequest GhFakeHttpRequest;

#define GH_TYPE_FAKE_HTTP_SERVER (gh_fake_http_server_get_type ())
G_DECLARE_FINAL_TYPE (GhFakeHttpServer, gh_fake_http_server, GH, FAKE_HTTP_SERVER, GObject)

/* certificate: NULL for http. Listens on a free port of 127.0.0.1, in the test's main loop. */
GhFakeHttpServer  *gh_fake_http_server_new            (GTlsCertificate   *certificate);
/* "http://127.0.0.1:PORT" and the path; owned. */
char              *gh_fake_http_server_dup_url        (GhFakeHttpServer  *self,
                                                       const char        *path);
guint              gh_fake_http_server_get_n_requests (GhFakeHttpServer  *self);
guint              gh_fake_http_server_count          (GhFakeHttpServer  *self,
                                                       const char        *method);
/* The oldest request with this method that was not taken yet; NULL: there is none. */
GhFakeHttpRequest *gh_fake_http_server_pop            (GhFakeHttpServer  *self,
                                                       const char        *method);
/* Lets the test go on when it has come. */
#define gh_fake_http_server_take(self, method) \
  gh_fake_http_server_take_at (self, method, __FILE__, __LINE__)
GhFakeHttpRequest *gh_fake_http_server_take_at        (GhFakeHttpServer  *self,
                                                       const char        *method,
                                                       const char        *file,
                                                       int                line);

/* Path with query. */
const char        *gh_fake_http_request_get_path      (GhFakeHttpRequest *request);
const char        *gh_fake_http_request_get_header    (GhFakeHttpRequest *request,
                                                       const char        *name);
const char        *gh_fake_http_request_get_body      (GhFakeHttpRequest *request);
/* Whether the client went away before the answer was whole. */
gboolean           gh_fake_http_request_is_gone       (GhFakeHttpRequest *request);
void               gh_fake_http_request_add_header    (GhFakeHttpRequest *request,
                                                       const char        *name,
                                                       const char        *value);
/* A whole answer. type, body: NULL for none. */
void               gh_fake_http_request_answer        (GhFakeHttpRequest *request,
                                                       guint              status,
                                                       const char        *type,
                                                       const char        *body);
void               gh_fake_http_request_answer_bytes  (GhFakeHttpRequest *request,
                                                       guint              status,
                                                       const char        *type,
                                                       GBytes            *body);
/* An answer whose body comes by and by. */
void               gh_fake_http_request_open          (GhFakeHttpRequest *request,
                                                       guint              status,
                                                       const char        *type);
/* The same, with its length said before: only then libsoup notices that one is cut. */
void               gh_fake_http_request_open_sized    (GhFakeHttpRequest *request,
                                                       guint              status,
                                                       const char        *type,
                                                       gsize              length);
void               gh_fake_http_request_send          (GhFakeHttpRequest *request,
                                                       const char        *text);
void               gh_fake_http_request_send_bytes    (GhFakeHttpRequest *request,
                                                       const char        *bytes,
                                                       gsize              length);
/* Every byte is a chunk of its own. */
void               gh_fake_http_request_send_split    (GhFakeHttpRequest *request,
                                                       const char        *text);
void               gh_fake_http_request_end           (GhFakeHttpRequest *request);
/* Closes the connection in the middle of the answer, or before it. */
void               gh_fake_http_request_cut           (GhFakeHttpRequest *request);

G_END_DECLS
