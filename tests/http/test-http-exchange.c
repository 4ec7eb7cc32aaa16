/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One HTTP request at a time, and all the ways in which it can end. */
#include "config.h"

#include "gh-fake-http-server.h"
#include "gh-http-exchange.h"
#include "gh-test.h"

typedef struct
{
  GhFakeHttpServer *server;
  SoupSession *session;
  GUri *uri;
  GCancellable *cancellable;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autofree char *url = NULL;

  fixture->server = gh_fake_http_server_new (NULL);
  url = gh_fake_http_server_dup_url (fixture->server, "/");
  fixture->uri = g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL);
  fixture->session = gh_http_session_new (fixture->uri);
  fixture->cancellable = g_cancellable_new ();
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  gh_test_settle ();
  g_clear_object (&fixture->server);
  g_assert_finalize_object (fixture->session);
  g_clear_pointer (&fixture->uri, g_uri_unref);
  g_clear_object (&fixture->cancellable);
}

static GhHttpExchange *
exchange_new (Fixture *fixture,
              guint    patience)
{
  g_autoptr(SoupMessage) message = soup_message_new_from_uri ("GET", fixture->uri);

  return gh_http_exchange_new (fixture->session, message, patience);
}

static void
assert_error (GhHttpExchange *exchange,
              GAsyncResult  **result,
              gboolean        sending,
              GQuark          domain,
              int             code)
{
  g_autoptr(GError) error = NULL;

  gh_test_wait (*result != NULL);
  if (sending)
    g_assert_false (gh_http_exchange_send_finish (exchange, *result, &error));
  else
    g_assert_null (gh_http_exchange_read_finish (exchange, *result, &error));
  g_assert_error (error, domain, code);
  g_clear_object (result);
}

/* Sends, and has the head of an answer whose body is still to come. */
static GhFakeHttpRequest *
open_exchange (Fixture        *fixture,
               GhHttpExchange *exchange,
               const char     *text)
{
  g_autoptr(GAsyncResult) result = NULL;
  GhFakeHttpRequest *request;

  gh_http_exchange_send_async (exchange, NULL, gh_test_store_result_cb, &result);
  request = gh_fake_http_server_take (fixture->server, "GET");
  gh_fake_http_request_open (request, 200, "text/plain");
  gh_fake_http_request_send (request, text);
  gh_test_wait (result != NULL);
  g_assert_true (gh_http_exchange_send_finish (exchange, result, NULL));
  return request;
}

static void
network_event_cb (SoupMessage        *message,
                  GSocketClientEvent  event,
                  GIOStream          *connection,
                  gpointer            user_data)
{
  gboolean *is_kept_alive = user_data;

  if (event == G_SOCKET_CLIENT_CONNECTED)
    *is_kept_alive =
      g_socket_get_keepalive (g_socket_connection_get_socket (G_SOCKET_CONNECTION (connection)));
}

static void
test_keepalive (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(GhHttpExchange) exchange = exchange_new (fixture, 5000);
  gboolean is_kept_alive = FALSE;

  g_signal_connect (gh_http_exchange_get_message (exchange), "network-event",
                    G_CALLBACK (network_event_cb), &is_kept_alive);
  open_exchange (fixture, exchange, "abc");
  g_assert_true (is_kept_alive);
}

static void
test_read (Fixture       *fixture,
           gconstpointer  data)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr(GhHttpExchange) exchange = exchange_new (fixture, 5000);
      g_autoptr(GAsyncResult) result = NULL;
      g_autoptr(GBytes) bytes = NULL;
      GhFakeHttpRequest *request = open_exchange (fixture, exchange, "abc");

      gh_fake_http_request_end (request);
      gh_http_exchange_read_all_async (exchange, 3, NULL, gh_test_store_result_cb, &result);
      gh_test_wait (result != NULL);
      bytes = gh_http_exchange_read_finish (exchange, result, NULL);
      g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "abc", 3);
      /* The second time the connection was there already. */
      g_assert_cmpint (gh_http_exchange_is_fresh (exchange), ==, i == 0);
    }
}

static void
test_too_large (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(GhHttpExchange) exchange = exchange_new (fixture, 5000);
  g_autoptr(GAsyncResult) result = NULL;
  GhFakeHttpRequest *request = open_exchange (fixture, exchange, "abcd");

  gh_http_exchange_read_all_async (exchange, 3, NULL, gh_test_store_result_cb, &result);
  assert_error (exchange, &result, FALSE, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE);
  gh_test_wait (gh_fake_http_request_is_gone (request));
  gh_http_exchange_read_async (exchange, NULL, gh_test_store_result_cb, &result);
  assert_error (exchange, &result, FALSE, G_IO_ERROR, G_IO_ERROR_CLOSED);
}

/* While the head is waited for, and in the middle of the body. */
static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr(GhHttpExchange) exchange = exchange_new (fixture, 5000);
      g_autoptr(GAsyncResult) result = NULL;
      GhFakeHttpRequest *request;

      g_cancellable_reset (fixture->cancellable);
      if (i == 0)
        {
          gh_http_exchange_send_async (exchange, fixture->cancellable, gh_test_store_result_cb,
                                       &result);
          request = gh_fake_http_server_take (fixture->server, "GET");
        }
      else
        {
          request = open_exchange (fixture, exchange, "abc");
          gh_http_exchange_read_all_async (exchange, 1000, fixture->cancellable,
                                           gh_test_store_result_cb, &result);
          if (i == 1)
            gh_test_settle ();
        }
      g_cancellable_cancel (fixture->cancellable);
      assert_error (exchange, &result, i == 0, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      gh_test_wait (gh_fake_http_request_is_gone (request));
    }
}

/* Let go of between two operations, it closes its connection all the same. */
static void
test_drop (Fixture       *fixture,
           gconstpointer  data)
{
  GhHttpExchange *exchange = exchange_new (fixture, 5000);
  GhFakeHttpRequest *request = open_exchange (fixture, exchange, "abc");

  g_assert_finalize_object (exchange);
  gh_test_wait (gh_fake_http_request_is_gone (request));
}

static void
test_silence (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GhHttpExchange) mute = exchange_new (fixture, 50);
  g_autoptr(GhHttpExchange) slow = exchange_new (fixture, 0);
  g_autoptr(GAsyncResult) result = NULL;

  gh_http_exchange_send_async (mute, NULL, gh_test_store_result_cb, &result);
  gh_fake_http_server_take (fixture->server, "GET");
  assert_error (mute, &result, TRUE, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
  open_exchange (fixture, slow, "abc");
  gh_http_exchange_set_patience (slow, 50);
  gh_http_exchange_read_all_async (slow, 1000, NULL, gh_test_store_result_cb, &result);
  assert_error (slow, &result, FALSE, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
}

static void
test_broken (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GhHttpExchange) exchange = exchange_new (fixture, 5000);
  g_autoptr(GhHttpExchange) unheard = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  GhFakeHttpRequest *request;

  gh_http_exchange_send_async (exchange, NULL, gh_test_store_result_cb, &result);
  request = gh_fake_http_server_take (fixture->server, "GET");
  gh_fake_http_request_open_sized (request, 200, "text/plain", 5);
  gh_fake_http_request_send (request, "abc");
  gh_test_wait (result != NULL);
  g_assert_true (gh_http_exchange_send_finish (exchange, result, NULL));
  g_clear_object (&result);
  gh_http_exchange_read_all_async (exchange, 1000, NULL, gh_test_store_result_cb, &result);
  gh_test_settle ();
  gh_fake_http_request_cut (request);
  assert_error (exchange, &result, FALSE, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT);

  g_clear_object (&fixture->server);
  unheard = exchange_new (fixture, 5000);
  gh_http_exchange_send_async (unheard, NULL, gh_test_store_result_cb, &result);
  assert_error (unheard, &result, TRUE, G_IO_ERROR, G_IO_ERROR_HOST_UNREACHABLE);
}

/* In a thread of its own: the same again and again, until the client has enough. */
static gboolean
flood_cb (GThreadedSocketService *service,
          GSocketConnection      *connection,
          GObject                *source,
          gpointer                user_data)
{
  GOutputStream *out = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  GInputStream *in = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  char request[4096];

  g_input_stream_read (in, request, sizeof request, NULL, NULL);
  while (g_output_stream_write_all (out, user_data, strlen (user_data), NULL, NULL, NULL))
    ;
  return TRUE;
}

/* A server in threads of its own: what it does, with what, and its address. */
static GSocketService *
service_new (GCallback   run_cb,
             const char *text,
             char      **url)
{
  GSocketService *service = g_threaded_socket_service_new (4);
  guint16 port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (service), NULL, NULL);

  *url = g_strdup_printf ("http://127.0.0.1:%u/", port);
  g_signal_connect (service, "run", run_cb, (gpointer) text);
  return service;
}

static void
service_end (GSocketService *service)
{
  g_socket_service_stop (service);
  g_socket_listener_close (G_SOCKET_LISTENER (service));
}

/* What is not HTTP, or only its beginning, without end. */
static void
test_hostile (Fixture       *fixture,
              gconstpointer  data)
{
  static const char * const floods[] = {
    "HTTP/1.1 100 Continue\r\n\r\n",
    "HTTP/1.1 200 OK\r\n",
    "\x01\x02\xff",
    "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (floods); i++)
    {
      g_autofree char *url = NULL;
      g_autoptr(GSocketService) service = service_new (G_CALLBACK (flood_cb), floods[i], &url);
      g_autoptr(SoupMessage) message = soup_message_new ("GET", url);
      g_autoptr(GhHttpExchange) exchange = gh_http_exchange_new (fixture->session, message, 8000);
      g_autoptr(GAsyncResult) result = NULL;
      g_autoptr(GError) error = NULL;

      gh_http_exchange_send_async (exchange, NULL, gh_test_store_result_cb, &result);
      gh_test_wait (result != NULL);
      if (!gh_http_exchange_send_finish (exchange, result, &error))
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT);
      service_end (service);
    }
}

/* The head is here before the request leaves, so that libsoup can only say so a turn later. */
static void
await_answer_cb (SoupMessage        *message,
                 GSocketClientEvent  event,
                 GIOStream          *connection,
                 gpointer            user_data)
{
  if (event == G_SOCKET_CLIENT_CONNECTED)
    g_assert_true (
      g_socket_condition_timed_wait (g_socket_connection_get_socket (
                                       G_SOCKET_CONNECTION (connection)),
                                     G_IO_IN, 10 * G_TIME_SPAN_SECOND, NULL, NULL));
}

static gboolean
answer_early_cb (GThreadedSocketService *service,
                 GSocketConnection      *connection,
                 GObject                *source,
                 gpointer                user_data)
{
  static const char head[] = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
  GOutputStream *out = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  GInputStream *in = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  char request[4096];

  g_output_stream_write_all (out, head, strlen (head), NULL, NULL, NULL);
  while (g_input_stream_read (in, request, sizeof request, NULL, NULL) > 0)
    ;
  return TRUE;
}

/* Cancelled in that very turn: libsoup 3.4 to 3.6.5 must not hear of it then. */
static void
test_cancel_early (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *url = NULL;
  g_autoptr(GSocketService) service = service_new (G_CALLBACK (answer_early_cb), NULL, &url);

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr(SoupMessage) message = soup_message_new ("GET", url);
      g_autoptr(GhHttpExchange) exchange = gh_http_exchange_new (fixture->session, message, 8000);
      g_autoptr(GAsyncResult) result = NULL;

      g_cancellable_reset (fixture->cancellable);
      gh_http_exchange_set_priority (exchange, G_PRIORITY_DEFAULT_IDLE);
      g_signal_connect (message, "network-event", G_CALLBACK (await_answer_cb), NULL);
      g_signal_connect_swapped (message, "got-headers", G_CALLBACK (g_cancellable_cancel),
                                fixture->cancellable);
      gh_http_exchange_send_async (exchange, fixture->cancellable, gh_test_store_result_cb,
                                   &result);
      assert_error (exchange, &result, TRUE, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      gh_test_settle ();
    }
  service_end (service);
}

/* libsoup would take in the body of such an answer before it told of the head. */
static void
test_endless_refusal (Fixture       *fixture,
                      gconstpointer  data)
{
  static const guint statuses[] = { 401, 407, 421 };

  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      g_autoptr(GhHttpExchange) exchange = exchange_new (fixture, 8000);
      g_autoptr(GAsyncResult) result = NULL;
      GhFakeHttpRequest *request;

      gh_http_exchange_send_async (exchange, NULL, gh_test_store_result_cb, &result);
      request = gh_fake_http_server_take (fixture->server, "GET");
      gh_fake_http_request_add_header (request, "WWW-Authenticate", "Basic realm=\"x\"");
      gh_fake_http_request_add_header (request, "Proxy-Authenticate", "Basic realm=\"x\"");
      gh_fake_http_request_open (request, statuses[i], "text/plain");
      gh_fake_http_request_send (request, "abc");
      if (statuses[i] == 421)
        {
          assert_error (exchange, &result, TRUE, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT);
          continue;
        }
      gh_test_wait (result != NULL);
      g_assert_true (gh_http_exchange_send_finish (exchange, result, NULL));
      g_assert_cmpuint (soup_message_get_status (gh_http_exchange_get_message (exchange)), ==,
                        statuses[i]);
    }
  gh_test_settle ();
  g_assert_cmpuint (gh_fake_http_server_get_n_requests (fixture->server), ==, 3);
}

/* A name and a password in the address are told once they are asked for. */
static void
test_userinfo (Fixture       *fixture,
               gconstpointer  data)
{
  g_autofree char *url = gh_fake_http_server_dup_url (fixture->server, "/");
  g_autofree char *with_name = g_strconcat ("http://ada:secret@", url + strlen ("http://"), NULL);
  g_autoptr(SoupMessage) message = soup_message_new ("GET", with_name);
  g_autoptr(GhHttpExchange) exchange = gh_http_exchange_new (fixture->session, message, 8000);
  g_autoptr(GAsyncResult) result = NULL;
  GhFakeHttpRequest *request;

  gh_http_exchange_send_async (exchange, NULL, gh_test_store_result_cb, &result);
  request = gh_fake_http_server_take (fixture->server, "GET");
  g_assert_null (gh_fake_http_request_get_header (request, "Authorization"));
  gh_fake_http_request_add_header (request, "WWW-Authenticate", "Basic realm=\"x\"");
  gh_fake_http_request_answer (request, 401, "text/plain", "who?");
  request = gh_fake_http_server_take (fixture->server, "GET");
  g_assert_nonnull (gh_fake_http_request_get_header (request, "Authorization"));
  gh_fake_http_request_answer (request, 200, "text/plain", "ada");
  gh_test_wait (result != NULL);
  g_assert_true (gh_http_exchange_send_finish (exchange, result, NULL));
}

#define add(path, func) g_test_add ("/http/exchange/" path, Fixture, NULL, set_up, func, tear_down)

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  add ("read", test_read);
  add ("keepalive", test_keepalive);
  add ("too-large", test_too_large);
  add ("cancel", test_cancel);
  add ("drop", test_drop);
  add ("silence", test_silence);
  add ("broken", test_broken);
  add ("hostile", test_hostile);
  add ("cancel-early", test_cancel_early);
  add ("endless-refusal", test_endless_refusal);
  add ("userinfo", test_userinfo);
  return gh_test_run ();
}
