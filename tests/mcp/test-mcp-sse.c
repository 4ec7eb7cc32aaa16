/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * HTTP+SSE of 2024-11-05. */
#include "config.h"

#include "gh-mcp-error.h"
#include "gh-mcp-http-error.h"
#include "gh-mcp-sse-transport.h"
#include "gh-rpc-error.h"
#include "gh-test.h"
#include "http-fixture.h"

typedef struct
{
  HttpFixture http; /* first, so that its functions take this one */
  GAsyncResult *started;
  GCancellable *cancellable;
  GhFakeHttpRequest *stream; /* borrowed */
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autofree char *url = NULL;

  http_set_up (&fixture->http, data);
  url = gh_fake_http_server_dup_url (fixture->http.server, "/a/sse");
  http_use (&fixture->http, GH_RPC_TRANSPORT (gh_mcp_sse_transport_new (url, NULL)));
  fixture->cancellable = g_cancellable_new ();
  gh_rpc_transport_start_async (fixture->http.transport, fixture->cancellable,
                                gh_test_store_result_cb, &fixture->started);
  fixture->stream = gh_fake_http_server_take (fixture->http.server, "GET");
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_clear_object (&fixture->started);
  g_clear_object (&fixture->cancellable);
  http_tear_down (&fixture->http, data);
}

static void
open_stream (Fixture    *fixture,
             const char *text)
{
  gh_fake_http_request_open (fixture->stream, 200, SSE_TYPE);
  gh_fake_http_request_send (fixture->stream, text);
}

static void
assert_started (Fixture *fixture)
{
  g_autoptr(GError) error = NULL;

  gh_test_wait (fixture->started != NULL);
  g_assert_true (gh_rpc_transport_start_finish (fixture->http.transport, fixture->started,
                                                &error));
  g_assert_no_error (error);
}

static void
assert_start_fails (Fixture *fixture,
                    GQuark   domain,
                    int      code)
{
  g_autoptr(GError) error = NULL;

  gh_test_wait (fixture->started != NULL);
  g_assert_false (gh_rpc_transport_start_finish (fixture->http.transport, fixture->started,
                                                 &error));
  g_assert_error (error, domain, code);
  g_assert_cmpuint (fixture->http.n_closed, ==, 0);
}

/* Requirement 4.41. */
static void
test_messages (Fixture       *fixture,
               gconstpointer  data)
{
  static const guint statuses[] = { 200, 202, 204 };
  GhFakeHttpRequest *request;

  g_assert_cmpstr (gh_fake_http_request_get_path (fixture->stream), ==, "/a/sse");
  g_assert_cmpstr (gh_fake_http_request_get_header (fixture->stream, "Accept"), ==, SSE_TYPE);
  open_stream (fixture, ": x\n\nevent: endpoint\ndata: messages?sid=1\n\n");
  assert_started (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      request = http_ask (&fixture->http, i, "x");
      g_assert_cmpstr (gh_fake_http_request_get_path (request), ==, "/a/messages?sid=1");
      g_assert_cmpstr (gh_fake_http_request_get_header (request, "Content-Type"), ==, JSON_TYPE);
      gh_fake_http_request_answer (request, statuses[i], NULL,
                                   statuses[i] == 204 ? NULL : "Accepted");
    }
  gh_fake_http_request_send (fixture->stream,
                             "event: message\ndata: {" J "\"id\":1,\"result\":1}\n\n"
                             "event: endpoint\ndata: http://127.0.0.1:1/\n\n"
                             "event: other\ndata: {}\n\ndata: {" J "\"method\":\"n\"}\n\n"
                             "data: x\n\n");
  http_assert_seen (&fixture->http,
                    "{" J "\"id\":1,\"result\":1};{" J "\"method\":\"n\"};malformed;");
  request = http_ask (&fixture->http, 9, "x");
  g_assert_cmpstr (gh_fake_http_request_get_path (request), ==, "/a/messages?sid=1");
  gh_fake_http_request_answer (request, 400, "text/plain", "no such session");
  g_assert_error (http_get_failure (&fixture->http, "9"), GH_MCP_HTTP_ERROR, 400);
  http_close (&fixture->http);
  gh_test_wait (gh_fake_http_request_is_gone (fixture->stream));
  g_assert_cmpuint (gh_fake_http_server_count (fixture->http.server, "DELETE"), ==, 0);
}

/* Requirement 4.42: messages go nowhere else than where the stream is. */
static void
test_other_origin (Fixture       *fixture,
                   gconstpointer  data)
{
  open_stream (fixture, "event: endpoint\ndata: http://127.0.0.1:1/messages\n\n");
  assert_start_fails (fixture, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
  gh_test_wait (gh_fake_http_request_is_gone (fixture->stream));
}

static void
test_no_stream (Fixture       *fixture,
                gconstpointer  data)
{
  gh_fake_http_request_answer (fixture->stream, 200, "text/html", "<html>");
  assert_start_fails (fixture, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
}

static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  gh_fake_http_request_answer (fixture->stream, 404, NULL, NULL);
  assert_start_fails (fixture, GH_MCP_HTTP_ERROR, 404);
}

static void
test_ends_early (Fixture       *fixture,
                 gconstpointer  data)
{
  gh_fake_http_request_answer (fixture->stream, 200, SSE_TYPE, "data: x\n\n");
  assert_start_fails (fixture, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
}

static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  open_stream (fixture, ": x\n\n");
  gh_test_settle ();
  g_cancellable_cancel (fixture->cancellable);
  assert_start_fails (fixture, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  gh_test_wait (gh_fake_http_request_is_gone (fixture->stream));
}

static void
test_close_early (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;

  gh_rpc_transport_close_async (fixture->http.transport, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  assert_start_fails (fixture, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  gh_test_wait (gh_fake_http_request_is_gone (fixture->stream));
}

/* Requirement 4.42: without the stream there is no session. */
static void
test_lost (Fixture       *fixture,
           gconstpointer  data)
{
  GhFakeHttpRequest *request;

  open_stream (fixture, "event: endpoint\ndata: /m\n\n");
  assert_started (fixture);
  request = http_ask (&fixture->http, 1, "x");
  gh_fake_http_request_cut (fixture->stream);
  gh_test_wait (fixture->http.n_closed == 1);
  gh_test_wait (gh_fake_http_request_is_gone (request));
  http_close (&fixture->http);
}

/* A server that never says where it takes messages is waited for only so long. */
static void
test_limits (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *url = gh_fake_http_server_dup_url (fixture->http.server, "/b/sse");
  g_autoptr(GhRpcTransport) other = GH_RPC_TRANSPORT (gh_mcp_sse_transport_new (url, NULL));
  g_autoptr(GAsyncResult) started = NULL;
  g_autoptr(GError) error = NULL;

  gh_rpc_transport_set_limits (other, 0, 50);
  gh_rpc_transport_start_async (other, NULL, gh_test_store_result_cb, &started);
  gh_test_wait (started != NULL);
  g_assert_false (gh_rpc_transport_start_finish (other, started, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
  g_cancellable_cancel (fixture->cancellable);
  assert_start_fails (fixture, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

#define add(path, func) g_test_add ("/mcp/sse/" path, Fixture, NULL, set_up, func, tear_down)

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  add ("messages", test_messages);
  add ("other-origin", test_other_origin);
  add ("no-stream", test_no_stream);
  add ("refused", test_refused);
  add ("ends-early", test_ends_early);
  add ("cancel", test_cancel);
  add ("limits", test_limits);
  add ("close-early", test_close_early);
  add ("lost", test_lost);
  return gh_test_run ();
}
