/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Streamable HTTP: streams, and what becomes of them when their connections end. */
#include "config.h"

#include "gh-json.h"
#include "gh-mcp-http-backoff.h"
#include "gh-mcp-http-error.h"
#include "gh-mcp-http-transport.h"
#include "gh-rpc-error.h"
#include "gh-test.h"
#include "http-fixture.h"

#define NOTE "{" J "\"method\":\"n\"}"
#define NOTE_EVENT "data: " NOTE "\n\n"

static gboolean
is_past (gint64 time)
{
  return g_get_monotonic_time () >= time;
}

/* For things that must not happen, and for what happens in the server of libsoup unseen. */
static void
wait_ms (guint milliseconds)
{
  gint64 end = g_get_monotonic_time ()
               + milliseconds * gh_test_get_slow () * G_TIME_SPAN_MILLISECOND;

  gh_test_wait (is_past (end));
}

/* Gives the GET that follows on notifications/initialized. */
static GhFakeHttpRequest *
initialize (HttpFixture *fixture,
            const char  *session_id)
{
  http_initialize (fixture, session_id);
  return gh_fake_http_server_take (fixture->server, "GET");
}

static GhFakeHttpRequest *
open_own_stream (HttpFixture *fixture)
{
  GhFakeHttpRequest *request = initialize (fixture, "S1");

  gh_fake_http_request_open (request, 200, SSE_TYPE);
  gh_fake_http_request_send (request, NOTE_EVENT);
  http_assert_seen (fixture, NOTE ";");
  return request;
}

/* Requirement 4.5. */
static void
test_own (HttpFixture   *fixture,
          gconstpointer  data)
{
  GhFakeHttpRequest *request = initialize (fixture, "S1");

  g_assert_cmpstr (gh_fake_http_request_get_header (request, "Accept"), ==, SSE_TYPE);
  g_assert_cmpstr (gh_fake_http_request_get_header (request, "Mcp-Session-Id"), ==, "S1");
  g_assert_cmpstr (gh_fake_http_request_get_header (request, "MCP-Protocol-Version"), ==,
                   "2025-11-25");
  g_assert_null (gh_fake_http_request_get_header (request, "Last-Event-ID"));
  gh_fake_http_request_open (request, 200, "Text/event-stream; charset=utf-8");
  gh_fake_http_request_send_split (request, NOTE_EVENT);
  http_assert_seen (fixture, NOTE ";");
  gh_fake_http_request_send (request, NOTE_EVENT);
  http_assert_seen (fixture, NOTE ";");
  http_close (fixture);
  gh_test_wait (gh_fake_http_request_is_gone (request));
}

/* Servers without it say so in many ways; they are not asked again, and the session lives. */
static void
test_not_offered (HttpFixture   *fixture,
                  gconstpointer  data)
{
  static const struct
  {
    guint status;
    const char *type;
    const char *location;
  } answers[] = {
    { 405, NULL, NULL },
    { 400, JSON_TYPE, NULL },
    { 404, NULL, NULL },
    { 501, NULL, NULL },
    { 200, "text/plain", NULL },
    { 204, NULL, NULL },
    { 302, NULL, "http://127.0.0.1:1/" },
    { 307, NULL, "http://127.0.0.1:1/" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      GhFakeHttpRequest *request = initialize (fixture, NULL);

      if (answers[i].location != NULL)
        gh_fake_http_request_add_header (request, "Location", answers[i].location);
      gh_fake_http_request_answer (request, answers[i].status, answers[i].type,
                                   answers[i].status == 204 ? NULL : "x");
    }
  wait_ms (1500);
  g_assert_cmpuint (gh_fake_http_server_count (fixture->server, "GET"), ==,
                    G_N_ELEMENTS (answers));
  g_assert_cmpuint (fixture->n_lost, ==, 0);
  gh_fake_http_request_answer (http_ask (fixture, 1, "x"), 200, JSON_TYPE,
                               "{" J "\"id\":1,\"result\":1}");
  http_assert_seen (fixture, "{" J "\"id\":1,\"result\":1};");
}

/* Nothing else is sent until the server has notifications/initialized, or refuses it. */
static void
test_held (HttpFixture   *fixture,
           gconstpointer  data)
{
  for (guint i = 0; i < 2; i++)
    {
      GhFakeHttpRequest *request;
      g_autoptr(JsonNode) id = gh_json_node_new_int (2);

      gh_fake_http_request_answer (http_ask (fixture, 0, "initialize"), 200, JSON_TYPE,
                                   "{" J "\"id\":0,\"result\":{}}");
      http_assert_seen (fixture, "{" J "\"id\":0,\"result\":{}};");
      http_send (fixture, "{" J "\"method\":\"notifications/initialized\"}");
      request = gh_fake_http_server_take (fixture->server, "POST");
      http_send (fixture, "{" J "\"id\":1,\"method\":\"x\"}");
      http_send (fixture, "{" J "\"id\":2,\"method\":\"y\"}");
      gh_rpc_transport_abandon (fixture->transport, id);
      wait_ms (100);
      g_assert_null (gh_fake_http_server_pop (fixture->server, "POST"));
      gh_fake_http_request_answer (request, i == 0 ? 202 : 500, NULL, NULL);
      request = gh_fake_http_server_take (fixture->server, "POST");
      g_assert_nonnull (strstr (gh_fake_http_request_get_body (request), "\"id\":1"));
      gh_fake_http_request_answer (request, 200, JSON_TYPE, "{" J "\"id\":1,\"result\":1}");
      http_assert_seen (fixture, i == 0 ? "{" J "\"id\":1,\"result\":1};"
                                        : "malformed;{" J "\"id\":1,\"result\":1};");
    }
  g_assert_cmpuint (gh_fake_http_server_count (fixture->server, "GET"), ==, 1);
}

/* Requirement 4.4: the server asks in the middle of its answer, and both streams stay open. */
static void
test_question (HttpFixture   *fixture,
               gconstpointer  data)
{
  GhFakeHttpRequest *own = open_own_stream (fixture);
  GhFakeHttpRequest *call = http_ask (fixture, 1, "tools/call");
  GhFakeHttpRequest *answer;

  gh_fake_http_request_open (call, 200, SSE_TYPE);
  gh_fake_http_request_send (call, "data: {" J "\"id\":\"s1\",\"method\":\"q\"}\n\n");
  http_assert_seen (fixture, "{" J "\"id\":\"s1\",\"method\":\"q\"};");
  http_send (fixture, "{" J "\"id\":\"s1\",\"result\":5}");
  answer = gh_fake_http_server_take (fixture->server, "POST");
  g_assert_cmpstr (gh_fake_http_request_get_body (answer), ==, "{" J "\"id\":\"s1\",\"result\":5}");
  gh_fake_http_request_answer (answer, 202, NULL, NULL);
  gh_fake_http_request_send (call, "data: {" J "\"id\":1,\"result\":1}\n\n");
  http_assert_seen (fixture, "{" J "\"id\":1,\"result\":1};");
  g_assert_false (gh_fake_http_request_is_gone (own));
  gh_fake_http_request_end (call);
}

/* A server that does not end the stream after its answer is helped. */
static void
test_grace (HttpFixture   *fixture,
            gconstpointer  data)
{
  GhFakeHttpRequest *call = http_ask (fixture, 1, "x");

  gh_fake_http_request_open (call, 200, SSE_TYPE);
  gh_fake_http_request_send (call, "data: {" J "\"id\":1,\"result\":1}\n\n" NOTE_EVENT);
  http_assert_seen (fixture, "{" J "\"id\":1,\"result\":1};" NOTE ";");
  gh_test_wait (gh_fake_http_request_is_gone (call));
  gh_test_settle ();
  g_assert_cmpuint (g_hash_table_size (fixture->failed), ==, 0);

  /* However it writes the number. */
  call = http_ask (fixture, 2, "x");
  gh_fake_http_request_open (call, 200, SSE_TYPE);
  gh_fake_http_request_send (call, "data: {" J "\"id\":2.0,\"result\":1}\n\n");
  http_assert_seen (fixture, "{" J "\"id\":2.0,\"result\":1};");
  gh_test_wait (gh_fake_http_request_is_gone (call));
}

/* Requirements 4.7, 4.8: resumed after the last event of this very stream, however it ended. */
static void
test_resume (HttpFixture   *fixture,
             gconstpointer  data)
{
  GhFakeHttpRequest *own = open_own_stream (fixture);

  gh_fake_http_request_send (own, "id: own-5\n" NOTE_EVENT);
  http_assert_seen (fixture, NOTE ";");
  for (guint i = 0; i < 2; i++)
    {
      GhFakeHttpRequest *call = http_ask (fixture, 1 + i, "x");
      g_autofree char *event = http_dup_event (1 + i);
      g_autofree char *result = http_dup_result (1 + i);
      g_autofree char *seen = g_strconcat (NOTE ";", result, ";", NULL);

      gh_fake_http_request_open (call, 200, SSE_TYPE);
      gh_fake_http_request_send (call, "retry: 300\nid: e7\ndata: \n\n");
      wait_ms (50);
      if (i == 0)
        gh_fake_http_request_end (call);
      else
        gh_fake_http_request_cut (call);
      call = gh_fake_http_server_take (fixture->server, "GET");
      g_assert_cmpstr (gh_fake_http_request_get_header (call, "Last-Event-ID"), ==, "e7");
      g_assert_cmpstr (gh_fake_http_request_get_header (call, "Mcp-Session-Id"), ==, "S1");
      gh_fake_http_request_open (call, 200, SSE_TYPE);
      gh_fake_http_request_send (call, "id: e8\n" NOTE_EVENT);
      wait_ms (50);
      gh_fake_http_request_end (call);
      call = gh_fake_http_server_take (fixture->server, "GET");
      g_assert_cmpstr (gh_fake_http_request_get_header (call, "Last-Event-ID"), ==, "e8");
      gh_fake_http_request_answer (call, 200, SSE_TYPE, event);
      http_assert_seen (fixture, seen);
    }
  gh_fake_http_request_cut (own);
  own = gh_fake_http_server_take (fixture->server, "GET");
  g_assert_cmpstr (gh_fake_http_request_get_header (own, "Last-Event-ID"), ==, "own-5");
  g_assert_cmpuint (g_hash_table_size (fixture->failed), ==, 0);
}

/* What cannot be resumed is lost, and said to be. */
static void
test_resume_refused (HttpFixture   *fixture,
                     gconstpointer  data)
{
  GhFakeHttpRequest *call;

  open_own_stream (fixture);
  call = http_ask (fixture, 1, "x");
  gh_fake_http_request_answer (call, 200, SSE_TYPE, "retry: 0\nid: e7\ndata: \n\n");
  gh_fake_http_request_answer (gh_fake_http_server_take (fixture->server, "GET"), 405, NULL, NULL);
  g_assert_error (http_get_failure (fixture, "1"), GH_MCP_HTTP_ERROR, 405);
  /* An empty id takes the last one back. */
  call = http_ask (fixture, 2, "x");
  gh_fake_http_request_answer (call, 200, SSE_TYPE, "id: e7\n" NOTE_EVENT "id\n" NOTE_EVENT);
  g_assert_error (http_get_failure (fixture, "2"), G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT);
  /* Nor can one be sent back that no header can hold. */
  call = http_ask (fixture, 3, "x");
  gh_fake_http_request_answer (call, 200, SSE_TYPE, "id: a\x01\ndata: \n\n");
  g_assert_error (http_get_failure (fixture, "3"), G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT);
}

/* Requirement 1.7: an error to nobody is for the one whose stream it is, whether or not that could
 * be resumed. */
static void
test_failure (HttpFixture   *fixture,
              gconstpointer  data)
{
  static const char * const ids[] = { ",\"id\":null", "" };

  for (int i = 0; i < 4; i++)
    {
      g_autofree char *text =
        g_strdup_printf ("id: 1\n"
                         "data: {" J "\"error\":{\"code\":-5,\"message\":\"boom\"}%s}\n\n",
                         ids[i % 2]);
      g_autofree char *key = g_strdup_printf ("%d", i);
      GhFakeHttpRequest *call;

      gh_mcp_http_transport_set_version (GH_MCP_HTTP_TRANSPORT (fixture->transport),
                                         i < 2 ? "2025-11-25" : "2026-07-28", i >= 2);
      call = http_ask (fixture, i, "x");
      gh_fake_http_request_answer (call, 200, SSE_TYPE, text);
      g_assert_error (http_get_failure (fixture, key), GH_RPC_REMOTE_ERROR, -5);
    }
  g_assert_cmpuint (gh_fake_http_server_count (fixture->server, "GET"), ==, 0);
}

/* Requirement 4.6: whatever stream brings an answer, the request has it. */
static void
test_other_stream (HttpFixture   *fixture,
                   gconstpointer  data)
{
  GhFakeHttpRequest *own = open_own_stream (fixture);
  GhFakeHttpRequest *call = http_ask (fixture, 1, "x");

  gh_fake_http_request_open (call, 200, SSE_TYPE);
  gh_fake_http_request_send (call, "id: e7\ndata: \n\n");
  wait_ms (50);
  gh_fake_http_request_send (own, "data: {" J "\"id\":1,\"result\":1}\n\n");
  http_assert_seen (fixture, "{" J "\"id\":1,\"result\":1};");
  gh_fake_http_request_end (call);
  wait_ms (1500);
  g_assert_cmpuint (gh_fake_http_server_count (fixture->server, "GET"), ==, 1);
  g_assert_cmpuint (g_hash_table_size (fixture->failed), ==, 0);
}

/* Requirement 4.8: never before the time the server names. */
static void
test_retry (HttpFixture   *fixture,
            gconstpointer  data)
{
  GhFakeHttpRequest *call = http_ask (fixture, 1, "x");
  gint64 start;

  gh_fake_http_request_answer (call, 200, SSE_TYPE, "retry: 700\nid: e7\ndata: \n\n");
  start = g_get_monotonic_time ();
  gh_fake_http_server_take (fixture->server, "GET");
  g_assert_cmpint (g_get_monotonic_time () - start, >=, 650 * G_TIME_SPAN_MILLISECOND);
}

/* A server that ends every stream at once is asked ever more rarely. */
static void
test_storm (HttpFixture   *fixture,
            gconstpointer  data)
{
  gint64 end = g_get_monotonic_time () + 4 * G_TIME_SPAN_SECOND;
  GhFakeHttpRequest *request = initialize (fixture, "S1");

  while (!is_past (end))
    {
      if (request != NULL)
        gh_fake_http_request_answer (request, 200, SSE_TYPE, "retry: 0\n\n");
      gh_test_turn (gh_test_deadline (10), "turn", __FILE__, __LINE__);
      request = gh_fake_http_server_pop (fixture->server, "GET");
    }
  g_assert_cmpuint (gh_fake_http_server_count (fixture->server, "GET"), <=, 6);
  g_assert_cmpuint (gh_fake_http_server_count (fixture->server, "GET"), >=, 2);
}

static void
test_backoff (void)
{
  GhMcpHttpBackoff backoff = { 0 };
  guint last = 0;

  for (guint i = 0; i < 20; i++)
    {
      guint wait = gh_mcp_http_backoff_next (&backoff, FALSE, -1);

      g_assert_cmpuint (wait, >=, MIN (1000u << MIN (i, 5), 30000));
      g_assert_cmpuint (wait, <=, 33000);
      g_assert_cmpuint (wait, >=, MIN (last, 30000));
      last = wait;
    }
  g_assert_cmpuint (gh_mcp_http_backoff_next (&backoff, TRUE, -1), <=, 1100);
  g_assert_cmpuint (gh_mcp_http_backoff_next (&backoff, TRUE, 0), >=, 250);
  g_assert_cmpuint (gh_mcp_http_backoff_next (&backoff, TRUE, 0), <=, 275);
  g_assert_cmpuint (gh_mcp_http_backoff_next (&backoff, TRUE, 45000), >=, 45000);
  g_assert_cmpuint (gh_mcp_http_backoff_next (&backoff, FALSE, G_MAXINT), <, 2 * 60 * 60 * 1000);
}

/* What passes is waited out. */
static void
test_busy (HttpFixture   *fixture,
           gconstpointer  data)
{
  GhFakeHttpRequest *request = initialize (fixture, "S1");
  gint64 start = g_get_monotonic_time ();

  gh_fake_http_request_add_header (request, "Retry-After", "2");
  gh_fake_http_request_answer (request, 503, NULL, NULL);
  request = gh_fake_http_server_take (fixture->server, "GET");
  g_assert_cmpint (g_get_monotonic_time () - start, >=, 1900 * G_TIME_SPAN_MILLISECOND);
  gh_fake_http_request_cut (request);
  request = gh_fake_http_server_take (fixture->server, "GET");
  gh_fake_http_request_open (request, 200, SSE_TYPE);
  gh_fake_http_request_send (request, NOTE_EVENT);
  http_assert_seen (fixture, NOTE ";");
  g_assert_cmpuint (fixture->n_lost, ==, 0);
}

/* Requirement 4.11, learnt from the stream. */
static void
test_session_lost (HttpFixture   *fixture,
                   gconstpointer  data)
{
  GhFakeHttpRequest *own = open_own_stream (fixture);

  gh_fake_http_request_end (own);
  gh_fake_http_request_answer (gh_fake_http_server_take (fixture->server, "GET"), 404, NULL, NULL);
  gh_test_wait (fixture->n_lost == 1);
  g_assert_null (gh_fake_http_request_get_header (http_ask (fixture, 1, "x"), "Mcp-Session-Id"));
  http_initialize (fixture, "S2");
  own = gh_fake_http_server_take (fixture->server, "GET");
  g_assert_cmpstr (gh_fake_http_request_get_header (own, "Mcp-Session-Id"), ==, "S2");
  g_assert_null (gh_fake_http_request_get_header (own, "Last-Event-ID"));
}

/* Closed while streams are opened, and waited for. */
static void
test_close (HttpFixture   *fixture,
            gconstpointer  data)
{
  for (guint i = 0; i < 2; i++)
    {
      GhFakeHttpRequest *request = initialize (fixture, NULL);

      if (i > 0)
        gh_fake_http_request_cut (request);
      wait_ms (50);
      fixture->n_closed = 0;
      http_close (fixture);
      if (i == 0)
        gh_test_wait (gh_fake_http_request_is_gone (request));
      http_use (fixture, GH_RPC_TRANSPORT (gh_mcp_http_transport_new (fixture->url, NULL)));
      http_start (fixture);
    }
}

/* Thousands of events at once do not stop the main loop, and all come. */
static void
test_flood (HttpFixture   *fixture,
            gconstpointer  data)
{
  g_autoptr(GString) text = g_string_new (NULL);
  GhFakeHttpRequest *call = http_ask (fixture, 1, "x");

  for (guint i = 0; i < 20000; i++)
    g_string_append (text, "data:1\n\n");
  g_string_append (text, "data: {" J "\"id\":1,\"result\":1}\n\n");
  gh_fake_http_request_answer (call, 200, SSE_TYPE, text->str);
  gh_test_wait (g_str_has_suffix (fixture->seen->str, "\"result\":1};"));
  g_assert_cmpuint (fixture->seen->len, ==,
                    20000 * strlen ("1;") + strlen ("{" J "\"id\":1,\"result\":1};"));
}

#define add(path, func) \
  g_test_add ("/mcp/http-stream/" path, HttpFixture, NULL, http_set_up, func, http_tear_down)

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  add ("own", test_own);
  add ("not-offered", test_not_offered);
  add ("held", test_held);
  add ("question", test_question);
  add ("grace", test_grace);
  add ("resume", test_resume);
  add ("resume-refused", test_resume_refused);
  add ("failure", test_failure);
  add ("other-stream", test_other_stream);
  add ("retry", test_retry);
  add ("storm", test_storm);
  g_test_add_func ("/mcp/http-stream/backoff", test_backoff);
  add ("busy", test_busy);
  add ("session-lost", test_session_lost);
  add ("close", test_close);
  add ("flood", test_flood);
  return gh_test_run ();
}
