/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Streamable HTTP: many messages at once, and connections that are used again. */
#include "config.h"

#include "gh-http-exchange.h"
#include "gh-json.h"
#include "gh-mcp-http-transport.h"
#include "gh-test.h"
#include "http-fixture.h"

/* More than there are connections. */
#define N_MANY (GH_HTTP_MAX_CONNECTIONS + 100)

static void
set_modern (HttpFixture *fixture,
            gboolean     modern)
{
  gh_mcp_http_transport_set_version (GH_MCP_HTTP_TRANSPORT (fixture->transport),
                                     modern ? "2026-07-28" : "2025-11-25", modern);
}

static void
ask (HttpFixture *fixture,
     int          id,
     const char  *method)
{
  g_autofree char *text =
    g_strdup_printf ("{" J "\"id\":%d,\"method\":\"%s\",\"params\":{\"name\":\"t\"}}", id, method);

  http_send (fixture, text);
}

static void
send_calls (HttpFixture *fixture,
            guint        n)
{
  for (guint i = 1; i <= n; i++)
    {
      ask (fixture, i, "tools/call");
    }
}

static int
get_id (GhFakeHttpRequest *request)
{
  const char *body = gh_fake_http_request_get_body (request);
  g_autoptr(JsonNode) node = gh_json_read (body, strlen (body), NULL);

  return gh_json_get_int (gh_json_node_get_object (node), "id", -1);
}

static void
answer (GhFakeHttpRequest *request,
        gboolean           as_stream)
{
  int id = get_id (request);
  g_autofree char *text = as_stream ? http_dup_event (id) : http_dup_result (id);

  gh_fake_http_request_answer (request, 200, as_stream ? SSE_TYPE : JSON_TYPE, text);
}

static void
assert_answers (HttpFixture *fixture,
                guint        n)
{
  g_autoptr(GString) expected = g_string_new (NULL);
  g_auto(GStrv) answers = NULL;
  g_autoptr(GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 1; i <= n; i++)
    {
      g_autofree char *result = http_dup_result (i);

      g_string_append_printf (expected, "%s;", result);
    }
  gh_test_wait (fixture->seen->len >= expected->len);
  g_assert_cmpuint (fixture->seen->len, ==, expected->len);
  answers = g_strsplit (fixture->seen->str, ";", -1);
  for (guint i = 0; i < n; i++)
    g_assert_true (g_hash_table_add (seen, answers[i]));
  g_assert_cmpuint (g_hash_table_size (fixture->failed), ==, 0);
}

/* Each is asked once and answered once, in both eras, whatever the answer comes in. */
static void
test_many (HttpFixture   *fixture,
           gconstpointer  data)
{
  for (guint i = 0; i < 4; i++)
    {
      set_modern (fixture, i % 2);
      send_calls (fixture, N_MANY);
      for (guint j = 0; j < N_MANY; j++)
        answer (gh_fake_http_server_take (fixture->server, "POST"), i / 2);
      assert_answers (fixture, N_MANY);
      g_string_truncate (fixture->seen, 0);
    }
  g_assert_cmpuint (gh_fake_http_server_count (fixture->server, "POST"), ==, 4 * N_MANY);
}

/* A server may answer none of them before it has an answer itself. */
static void
test_answers_go_first (HttpFixture   *fixture,
                       gconstpointer  data)
{
  g_autoptr(GPtrArray) waiting = g_ptr_array_new ();
  GhFakeHttpRequest *request;

  set_modern (fixture, FALSE);
  send_calls (fixture, N_MANY);
  for (guint i = 0; i < GH_HTTP_MAX_CONNECTIONS / 2; i++)
    {
      request = gh_fake_http_server_take (fixture->server, "POST");
      gh_fake_http_request_open (request, 200, SSE_TYPE);
      g_ptr_array_add (waiting, request);
    }
  gh_test_settle ();
  http_send (fixture, "{" J "\"id\":\"ours\",\"result\":{}}");
  for (;;)
    {
      request = gh_fake_http_server_take (fixture->server, "POST");
      if (strstr (gh_fake_http_request_get_body (request), "ours") != NULL)
        break;
      gh_fake_http_request_open (request, 200, SSE_TYPE);
      g_ptr_array_add (waiting, request);
    }
  gh_fake_http_request_answer (request, 202, NULL, NULL);
  for (guint i = 0; i < N_MANY; i++)
    {
      g_autofree char *event = NULL;

      if (i >= waiting->len)
        {
          answer (gh_fake_http_server_take (fixture->server, "POST"), TRUE);
          continue;
        }
      request = waiting->pdata[i];
      event = http_dup_event (get_id (request));
      gh_fake_http_request_send (request, event);
      gh_fake_http_request_end (request);
    }
  assert_answers (fixture, N_MANY);
}

/* What waits for its turn can still be given up. */
static void
test_abandon_waiting (HttpFixture   *fixture,
                      gconstpointer  data)
{
  set_modern (fixture, FALSE);
  send_calls (fixture, N_MANY);
  for (guint i = N_MANY; i > 10; i--)
    {
      g_autoptr(JsonNode) id = gh_json_node_new_int (i);

      gh_rpc_transport_abandon (fixture->transport, id);
    }
  for (guint i = 0; i < 10; i++)
    {
      GhFakeHttpRequest *request = gh_fake_http_server_take (fixture->server, "POST");

      g_assert_cmpint (get_id (request), <=, 10);
      answer (request, FALSE);
    }
  assert_answers (fixture, 10);
}

/* A server that keeps its connections, and counts. */
typedef struct
{
  GSocketService *service;
  char *url;
  gint n_connections;
  gint n_open;
  gint n_requests;
  /* How many are answered on each connection; the next one is taken, and the connection closed
   * without an answer. */
  gint n_answers;
} Keeper;

/* Returns: (transfer full): the whole request; NULL at the end */
static char *
read_request (GInputStream *in)
{
  g_autoptr(GString) text = g_string_new (NULL);
  const char *length;
  const char *end;
  gsize size = G_MAXSIZE;
  char byte;

  while (text->len < size && g_input_stream_read (in, &byte, 1, NULL, NULL) == 1)
    {
      g_string_append_c (text, byte);
      end = size == G_MAXSIZE ? strstr (text->str, "\r\n\r\n") : NULL;
      length = strstr (text->str, "Content-Length: ");
      if (end != NULL)
        size = end + 4 - text->str
               + (length != NULL ? atoi (length + strlen ("Content-Length: ")) : 0);
    }
  return text->len == size ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static void
answer_request (GOutputStream *out,
                const char    *request)
{
  const char *body = strstr (request, "\r\n\r\n") + 4;
  g_autoptr(JsonNode) node = gh_json_read (body, strlen (body), NULL);
  int id = gh_json_get_int (gh_json_node_get_object (node), "id", -1);

  if (id >= 0)
    g_output_stream_printf (out, NULL, NULL, NULL,
                            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                            "Content-Length: %u\r\n\r\n{" J "\"id\":%d,\"result\":{}}",
                            (guint) strlen ("{" J "\"id\":10,\"result\":{}}"), id);
  else
    g_output_stream_printf (out, NULL, NULL, NULL,
                            "HTTP/1.1 202 Accepted\r\nTransfer-Encoding: chunked\r\n\r\n"
                            "0\r\n\r\n");
}

static gboolean
keep_cb (GThreadedSocketService *service,
         GSocketConnection      *connection,
         GObject                *source,
         gpointer                user_data)
{
  Keeper *keeper = user_data;
  GInputStream *in = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  GOutputStream *out = g_io_stream_get_output_stream (G_IO_STREAM (connection));

  g_atomic_int_inc (&keeper->n_connections);
  g_atomic_int_inc (&keeper->n_open);
  for (int i = 0; ; i++)
    {
      g_autofree char *request = read_request (in);

      if (request == NULL)
        break;
      g_atomic_int_inc (&keeper->n_requests);
      if (i == g_atomic_int_get (&keeper->n_answers))
        break;
      answer_request (out, request);
    }
  g_atomic_int_add (&keeper->n_open, -1);
  return TRUE;
}

static void
keeper_start (Keeper      *keeper,
              HttpFixture *fixture,
              int          n_answers)
{
  guint16 port;

  keeper->n_answers = n_answers;
  keeper->service = g_threaded_socket_service_new (4);
  g_signal_connect (keeper->service, "run", G_CALLBACK (keep_cb), keeper);
  port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (keeper->service), NULL, NULL);
  keeper->url = g_strdup_printf ("http://127.0.0.1:%u/mcp", port);
  http_use (fixture, GH_RPC_TRANSPORT (gh_mcp_http_transport_new (keeper->url, NULL)));
  http_start (fixture);
  set_modern (fixture, FALSE);
}

static void
keeper_stop (Keeper      *keeper,
             HttpFixture *fixture)
{
  http_use (fixture, GH_RPC_TRANSPORT (gh_mcp_http_transport_new (fixture->url, NULL)));
  gh_test_wait (g_atomic_int_get (&keeper->n_open) == 0);
  g_socket_service_stop (keeper->service);
  g_socket_listener_close (G_SOCKET_LISTENER (keeper->service));
  g_clear_object (&keeper->service);
  g_clear_pointer (&keeper->url, g_free);
}

/* Calls too, and after messages that have no answer. */
static void
test_reuse (HttpFixture   *fixture,
            gconstpointer  data)
{
  Keeper keeper = { 0, };

  keeper_start (&keeper, fixture, G_MAXINT);
  for (int i = 10; i < 20; i++)
    {
      g_autofree char *result = http_dup_result (i);
      g_autofree char *expected = g_strconcat (result, ";", NULL);

      http_send (fixture, "{" J "\"method\":\"notifications/n\"}");
      gh_test_wait (g_atomic_int_get (&keeper.n_requests) == 2 * (i - 10) + 1);
      gh_test_settle ();
      ask (fixture, i, i % 2 ? "tools/call" : "tools/list");
      http_assert_seen (fixture, expected);
      gh_test_settle ();
    }
  g_assert_cmpint (g_atomic_int_get (&keeper.n_connections), ==, 1);
  keeper_stop (&keeper, fixture);
}

/* One that nobody used for some seconds is closed before the server may do it. */
static void
test_idle (HttpFixture   *fixture,
           gconstpointer  data)
{
  Keeper keeper = { 0, };

  keeper_start (&keeper, fixture, G_MAXINT);
  ask (fixture, 10, "tools/call");
  http_assert_seen (fixture, "{" J "\"id\":10,\"result\":{}};");
  g_assert_cmpint (g_atomic_int_get (&keeper.n_open), ==, 1);
  gh_test_wait (g_atomic_int_get (&keeper.n_open) == 0);
  ask (fixture, 11, "tools/call");
  http_assert_seen (fixture, "{" J "\"id\":11,\"result\":{}};");
  g_assert_cmpint (g_atomic_int_get (&keeper.n_connections), ==, 2);
  keeper_stop (&keeper, fixture);
}

/* A kept connection that the server closes just when a call arrives: the call is not sent again,
 * for it may have run. What may run twice is. */
static void
test_lost (HttpFixture   *fixture,
           gconstpointer  data)
{
  Keeper keeper = { 0, };

  keeper_start (&keeper, fixture, 1);
  ask (fixture, 10, "tools/call");
  http_assert_seen (fixture, "{" J "\"id\":10,\"result\":{}};");
  gh_test_settle ();
  ask (fixture, 11, "tools/call");
  g_assert_error (http_get_failure (fixture, "11"), G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT);
  g_assert_nonnull (strstr (http_get_failure (fixture, "11")->message, "may have run, or not"));
  g_assert_cmpint (g_atomic_int_get (&keeper.n_requests), ==, 2);
  g_assert_cmpint (g_atomic_int_get (&keeper.n_connections), ==, 1);

  ask (fixture, 12, "tools/list");
  http_assert_seen (fixture, "{" J "\"id\":12,\"result\":{}};");
  gh_test_settle ();
  ask (fixture, 13, "tools/list");
  http_assert_seen (fixture, "{" J "\"id\":13,\"result\":{}};");
  g_assert_cmpint (g_atomic_int_get (&keeper.n_requests), ==, 5);
  g_assert_cmpint (g_atomic_int_get (&keeper.n_connections), ==, 3);
  keeper_stop (&keeper, fixture);
}

#define add(path, func) \
  g_test_add ("/mcp/http-many/" path, HttpFixture, NULL, http_set_up, func, http_tear_down)

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  add ("many", test_many);
  add ("answers-go-first", test_answers_go_first);
  add ("abandon-waiting", test_abandon_waiting);
  add ("reuse", test_reuse);
  add ("idle", test_idle);
  add ("lost", test_lost);
  return gh_test_run ();
}
