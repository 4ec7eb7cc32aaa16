/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * An HTTP server in the test's own process: the test takes each request and answers it. */
#include "config.h"

#include "gh-fake-http-server.h"

#include "gh-test.h"

struct _GhFakeHttpRequest
{
  SoupServerMessage *message; /* owned */
  GSource *watch;             /* owned, or NULL: of the socket */
  char *path;                 /* owned */
  char *body;                 /* owned */
  gboolean taken;
  gboolean ended; /* nothing is sent any more */
  gboolean gone;
};

struct _GhFakeHttpServer
{
  GObject parent_instance;

  /* owned */
  SoupServer *server;
  char *url;
  GPtrArray *requests; /* of GhFakeHttpRequest */
};

G_DEFINE_FINAL_TYPE (GhFakeHttpServer, gh_fake_http_server, G_TYPE_OBJECT)

static void
stop_watch (GhFakeHttpRequest *request)
{
  if (request->watch != NULL)
    g_source_destroy (request->watch);
  g_clear_pointer (&request->watch, g_source_unref);
}

static void
request_free (gpointer data)
{
  GhFakeHttpRequest *request = data;

  stop_watch (request);
  g_signal_handlers_disconnect_by_data (request->message, request);
  g_clear_object (&request->message);
  g_free (request->path);
  g_free (request->body);
  g_free (request);
}

static gboolean
socket_cb (GSocket      *socket,
           GIOCondition  condition,
           gpointer      user_data)
{
  GhFakeHttpRequest *request = user_data;
  GInputVector vector = { (char[1]) { 0 }, 1 };
  int flags = G_SOCKET_MSG_PEEK;

  if (g_socket_receive_message (socket, NULL, &vector, 1, NULL, NULL, &flags, NULL, NULL) > 0)
    return G_SOURCE_CONTINUE;
  request->gone = TRUE;
  g_clear_pointer (&request->watch, g_source_unref);
  return G_SOURCE_REMOVE;
}

static void
finished_cb (SoupServerMessage *message,
             gpointer           user_data)
{
  GhFakeHttpRequest *request = user_data;

  stop_watch (request);
  request->ended = TRUE;
}

static void
handle_cb (SoupServer        *server,
           SoupServerMessage *message,
           const char        *path,
           GHashTable        *query,
           gpointer           user_data)
{
  GhFakeHttpServer *self = GH_FAKE_HTTP_SERVER (user_data);
  GhFakeHttpRequest *request = g_new0 (GhFakeHttpRequest, 1);
  SoupMessageBody *body = soup_server_message_get_request_body (message);
  g_autoptr(GBytes) bytes = soup_message_body_flatten (body);
  GSocket *socket = soup_server_message_get_socket (message);

  request->message = g_object_ref (message);
  request->path = g_uri_to_string_partial (soup_server_message_get_uri (message),
                                           G_URI_HIDE_FRAGMENT);
  if (strstr (request->path, "://") != NULL)
    {
      char *start = strchr (strstr (request->path, "://") + 3, '/');
      char *rest = g_strdup (start != NULL ? start : "/");

      g_free (request->path);
      request->path = rest;
    }
  request->body = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_signal_connect (message, "finished", G_CALLBACK (finished_cb), request);
  if (socket != NULL)
    {
      request->watch = g_socket_create_source (socket, G_IO_IN | G_IO_HUP, NULL);
      g_source_set_callback (request->watch, G_SOURCE_FUNC (socket_cb), request, NULL);
      g_source_attach (request->watch, NULL);
    }
  g_ptr_array_add (self->requests, request);
  soup_server_message_pause (message);
}

static void
gh_fake_http_server_dispose (GObject *object)
{
  GhFakeHttpServer *self = GH_FAKE_HTTP_SERVER (object);

  g_clear_pointer (&self->requests, g_ptr_array_unref);
  if (self->server != NULL)
    soup_server_disconnect (self->server);
  g_clear_object (&self->server);
  G_OBJECT_CLASS (gh_fake_http_server_parent_class)->dispose (object);
}

static void
gh_fake_http_server_finalize (GObject *object)
{
  GhFakeHttpServer *self = GH_FAKE_HTTP_SERVER (object);

  g_clear_pointer (&self->url, g_free);
  G_OBJECT_CLASS (gh_fake_http_server_parent_class)->finalize (object);
}

static void
gh_fake_http_server_class_init (GhFakeHttpServerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_fake_http_server_dispose;
  object_class->finalize = gh_fake_http_server_finalize;
}

static void
gh_fake_http_server_init (GhFakeHttpServer *self)
{
  self->requests = g_ptr_array_new_with_free_func (request_free);
}

GhFakeHttpServer *
gh_fake_http_server_new (GTlsCertificate *certificate)
{
  GhFakeHttpServer *self = g_object_new (GH_TYPE_FAKE_HTTP_SERVER, NULL);
  g_autoptr(GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr(GSocketAddress) address = g_inet_socket_address_new (loopback, 0);
  g_autoptr(GSocket) socket = NULL;
  g_autoptr(GError) error = NULL;
  GSList *uris;

  self->server = soup_server_new ("tls-certificate", certificate, NULL);
  soup_server_add_handler (self->server, NULL, handle_cb, self, NULL);
  socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, &error);
  g_assert_no_error (error);
  /* With the ten that are usual, of many connections at once some take seconds. */
  g_socket_set_listen_backlog (socket, 128);
  g_socket_bind (socket, address, TRUE, &error);
  g_assert_no_error (error);
  g_socket_listen (socket, &error);
  g_assert_no_error (error);
  soup_server_listen_socket (self->server, socket,
                             certificate != NULL ? SOUP_SERVER_LISTEN_HTTPS : 0, &error);
  g_assert_no_error (error);
  uris = soup_server_get_uris (self->server);
  self->url = g_strdup_printf ("%s://127.0.0.1:%d", certificate != NULL ? "https" : "http",
                               g_uri_get_port (uris->data));
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  return self;
}

char *
gh_fake_http_server_dup_url (GhFakeHttpServer *self,
                             const char       *path)
{
  return g_strconcat (self->url, path, NULL);
}

guint
gh_fake_http_server_get_n_requests (GhFakeHttpServer *self)
{
  return self->requests->len;
}

static gboolean
has_method (GhFakeHttpRequest *request,
            const char        *method)
{
  return g_str_equal (soup_server_message_get_method (request->message), method);
}

guint
gh_fake_http_server_count (GhFakeHttpServer *self,
                           const char       *method)
{
  guint n = 0;

  for (guint i = 0; i < self->requests->len; i++)
    if (has_method (self->requests->pdata[i], method))
      n++;
  return n;
}

GhFakeHttpRequest *
gh_fake_http_server_pop (GhFakeHttpServer *self,
                         const char       *method)
{
  for (guint i = 0; i < self->requests->len; i++)
    {
      GhFakeHttpRequest *request = self->requests->pdata[i];

      if (!request->taken && has_method (request, method))
        {
          request->taken = TRUE;
          return request;
        }
    }
  return NULL;
}

GhFakeHttpRequest *
gh_fake_http_server_take_at (GhFakeHttpServer *self,
                             const char       *method,
                             const char       *file,
                             int               line)
{
  gint64 deadline = gh_test_deadline (10);
  GhFakeHttpRequest *request = NULL;

  while ((request = gh_fake_http_server_pop (self, method)) == NULL)
    gh_test_turn (deadline, method, file, line);
  return request;
}

const char *
gh_fake_http_request_get_path (GhFakeHttpRequest *request)
{
  return request->path;
}

const char *
gh_fake_http_request_get_header (GhFakeHttpRequest *request,
                                 const char        *name)
{
  return soup_message_headers_get_list (soup_server_message_get_request_headers (request->message),
                                        name);
}

const char *
gh_fake_http_request_get_body (GhFakeHttpRequest *request)
{
  return request->body;
}

gboolean
gh_fake_http_request_is_gone (GhFakeHttpRequest *request)
{
  return request->gone;
}

void
gh_fake_http_request_add_header (GhFakeHttpRequest *request,
                                 const char        *name,
                                 const char        *value)
{
  soup_message_headers_append (soup_server_message_get_response_headers (request->message), name,
                               value);
}

static void
set_head (GhFakeHttpRequest *request,
          guint              status,
          const char        *type)
{
  soup_server_message_set_status (request->message, status, NULL);
  if (type != NULL)
    gh_fake_http_request_add_header (request, "Content-Type", type);
}

void
gh_fake_http_request_answer_bytes (GhFakeHttpRequest *request,
                                   guint              status,
                                   const char        *type,
                                   GBytes            *body)
{
  set_head (request, status, type);
  if (g_bytes_get_size (body) > 0)
    soup_message_body_append_bytes (soup_server_message_get_response_body (request->message),
                                    body);
  soup_message_body_complete (soup_server_message_get_response_body (request->message));
  soup_server_message_unpause (request->message);
}

void
gh_fake_http_request_answer (GhFakeHttpRequest *request,
                             guint              status,
                             const char        *type,
                             const char        *body)
{
  g_autoptr(GBytes) bytes = g_bytes_new (body, body != NULL ? strlen (body) : 0);

  gh_fake_http_request_answer_bytes (request, status, type, bytes);
}

void
gh_fake_http_request_open (GhFakeHttpRequest *request,
                           guint              status,
                           const char        *type)
{
  set_head (request, status, type);
  soup_message_headers_set_encoding (soup_server_message_get_response_headers (request->message),
                                     SOUP_ENCODING_CHUNKED);
  soup_server_message_unpause (request->message);
}

void
gh_fake_http_request_open_sized (GhFakeHttpRequest *request,
                                 guint              status,
                                 const char        *type,
                                 gsize              length)
{
  set_head (request, status, type);
  soup_message_headers_set_content_length (
    soup_server_message_get_response_headers (request->message), length);
  soup_server_message_unpause (request->message);
}

void
gh_fake_http_request_send_bytes (GhFakeHttpRequest *request,
                                 const char        *bytes,
                                 gsize              length)
{
  SoupMessageBody *body = soup_server_message_get_response_body (request->message);

  g_assert_false (request->ended);
  soup_message_body_append (body, SOUP_MEMORY_COPY, bytes, length);
  soup_server_message_unpause (request->message);
}

void
gh_fake_http_request_send (GhFakeHttpRequest *request,
                           const char        *text)
{
  gh_fake_http_request_send_bytes (request, text, strlen (text));
}

void
gh_fake_http_request_send_split (GhFakeHttpRequest *request,
                                 const char        *text)
{
  for (const char *c = text; *c != '\0'; c++)
    gh_fake_http_request_send_bytes (request, c, 1);
}

void
gh_fake_http_request_end (GhFakeHttpRequest *request)
{
  stop_watch (request);
  soup_message_body_complete (soup_server_message_get_response_body (request->message));
  soup_server_message_unpause (request->message);
}

void
gh_fake_http_request_cut (GhFakeHttpRequest *request)
{
  g_autoptr(GIOStream) stream = NULL;

  stop_watch (request);
  stream = soup_server_message_steal_connection (request->message);
  g_io_stream_close (stream, NULL, NULL);
}
