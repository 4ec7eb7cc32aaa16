/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Streamable HTTP over HTTP/2: one connection, a stream a request, and streams that are reset.
 * Skipped by name without node. */
#include "config.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-http-transport.h"
#include "gh-test.h"

#define PATIENCE 60

typedef struct
{
  GSubprocess *server;
  GhRpcTransport *transport;
  GPtrArray *messages; /* of GhRpcMessage */
} Fixture;

/* GCC 12's leak sanitizer breaks down in a program that had a TLS connection; that the same code
 * leaks nothing is tested without one. */
int __lsan_is_turned_off (void);

int
__lsan_is_turned_off (void)
{
  return 1;
}

static void
message_cb (GhRpcTransport *transport,
            GhRpcMessage   *message,
            gpointer        user_data)
{
  g_ptr_array_add (user_data, gh_rpc_message_ref (message));
}

static void
failed_cb (GhRpcTransport *transport,
           JsonNode       *id,
           const GError   *error,
           gpointer        user_data)
{
  g_error ("a request failed: %s", error->message);
}

static char *
start_server (Fixture    *fixture,
              const char *pem)
{
  g_autofree char *script = g_test_build_filename (G_TEST_DIST, "e2e", "http2-server.mjs", NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(GDataInputStream) lines = NULL;
  g_autofree char *port = NULL;

  fixture->server = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE
                                      | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, GH_NODE, script,
                                      pem, NULL);
  g_assert_no_error (error);
  lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (fixture->server));
  port = g_data_input_stream_read_line (lines, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (port);
  return g_strdup_printf ("https://127.0.0.1:%s/mcp", port);
}

static void
send_request (Fixture    *fixture,
              int         id,
              const char *method)
{
  g_autofree char *text =
    g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\"}", id, method);
  g_autoptr(GPtrArray) messages = gh_rpc_message_parse (text, strlen (text), FALSE, NULL);

  g_assert_true (gh_rpc_transport_send (fixture->transport, messages->pdata[0], NULL));
}

/* What the server counted, in its last answer. */
static JsonObject *
get_count (Fixture *fixture)
{
  GhRpcMessage *message = fixture->messages->pdata[fixture->messages->len - 1];

  return gh_json_node_get_object (gh_rpc_message_get_result (message));
}

static guint
get_n_resets (Fixture *fixture)
{
  return json_array_get_length (gh_json_get_array (get_count (fixture), "resets"));
}

static void
test_http2 (void)
{
  g_autofree char *pem = g_test_build_filename (G_TEST_DIST, "mcp", "self-signed.pem", NULL);
  g_autoptr(JsonNode) id = gh_json_node_new_int (100);
  g_autoptr(GAsyncResult) started = NULL;
  g_autoptr(GAsyncResult) closed = NULL;
  g_autofree char *url = NULL;
  gint64 deadline = gh_test_deadline (PATIENCE);
  Fixture fixture = { 0 };

  if (*GH_NODE == '\0')
    {
      g_test_skip ("node is not there");
      return;
    }
  url = start_server (&fixture, pem);
  fixture.messages = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_rpc_message_unref);
  fixture.transport = GH_RPC_TRANSPORT (gh_mcp_http_transport_new (url, NULL));
  gh_mcp_http_transport_set_ca_file (GH_MCP_HTTP_TRANSPORT (fixture.transport), pem);
  g_signal_connect (fixture.transport, "message", G_CALLBACK (message_cb), fixture.messages);
  g_signal_connect (fixture.transport, "failed", G_CALLBACK (failed_cb), NULL);
  gh_rpc_transport_start_async (fixture.transport, NULL, gh_test_store_result_cb, &started);
  gh_test_wait (started != NULL);

  /* All at once, calls too, and one connection is enough. */
  for (int i = 0; i < 50; i++)
    send_request (&fixture, i, i % 2 ? "count" : "tools/call");
  gh_test_wait_for (fixture.messages->len == 50, PATIENCE);
  send_request (&fixture, 50, "tools/call");
  gh_test_wait_for (fixture.messages->len == 51, PATIENCE);
  g_assert_cmpint (gh_json_get_int (get_count (&fixture), "connections", 0), ==, 1);
  g_assert_cmpint (gh_json_get_int (get_count (&fixture), "streams", 0), ==, 51);

  /* Abandoned, a stream is reset, and the connection goes on (requirement 4.24). */
  send_request (&fixture, 100, "hang");
  gh_test_wait_for (fixture.messages->len == 52, PATIENCE);
  gh_rpc_transport_abandon (fixture.transport, id);
  do
    {
      guint n = fixture.messages->len;

      gh_test_turn (deadline, "reset", __FILE__, __LINE__);
      send_request (&fixture, 101, "count");
      gh_test_wait_for (fixture.messages->len == n + 1, PATIENCE);
    }
  while (get_n_resets (&fixture) == 0);
  g_assert_cmpint (gh_json_get_int (get_count (&fixture), "connections", 0), ==, 1);

  gh_rpc_transport_close_async (fixture.transport, gh_test_store_result_cb, &closed);
  gh_test_wait (closed != NULL);
  g_clear_object (&started);
  g_clear_object (&closed);
  gh_test_settle ();
  g_assert_finalize_object (fixture.transport);
  g_ptr_array_unref (fixture.messages);
  g_subprocess_force_exit (fixture.server);
  g_subprocess_wait (fixture.server, NULL, NULL);
  g_object_unref (fixture.server);
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/e2e/http2", test_http2);
  return gh_test_run ();
}
