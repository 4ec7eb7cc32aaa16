/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Our session with a server that nobody here wrote, over HTTP and over HTTP+SSE. Skipped by name
 * where it is not installed. */
#include "config.h"

#include <string.h>

#include "gh-mcp-http-transport.h"
#include "gh-mcp-sse-transport.h"
#include "gh-test-client.h"
#include "gh-test.h"

/* Programs in JavaScript on a busy machine. */
#define PATIENCE 60
#define EVERYTHING GH_PEERS "/node_modules/@modelcontextprotocol/server-everything/dist/index.js"

typedef struct
{
  const char *kind; /* as the server calls it */
  GSubprocess *server;
  GhTestClient *client;
  guint16 port;
} Fixture;

static gboolean
is_listening (guint16 port)
{
  g_autoptr(GSocketClient) client = g_socket_client_new ();
  g_autoptr(GSocketConnection) connection =
    g_socket_client_connect_to_host (client, "127.0.0.1", port, NULL, NULL);

  return connection != NULL;
}

static void
start_server (Fixture *fixture)
{
  g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new (
    G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autofree char *port = g_strdup_printf ("%u", fixture->port);
  g_autoptr(GError) error = NULL;

  g_subprocess_launcher_setenv (launcher, "PORT", port, TRUE);
  fixture->server =
    g_subprocess_launcher_spawn (launcher, &error, GH_NODE, EVERYTHING, fixture->kind, NULL);
  g_assert_no_error (error);
  gh_test_wait_for (is_listening (fixture->port), PATIENCE);
}

static void
stop_server (Fixture *fixture)
{
  g_subprocess_force_exit (fixture->server);
  g_subprocess_wait (fixture->server, NULL, NULL);
  g_clear_object (&fixture->server);
}

/* FALSE: skipped. */
static gboolean
begin (Fixture    *fixture,
       const char *kind)
{
  g_autoptr(GSocketListener) listener = g_socket_listener_new ();
  g_autofree char *url = NULL;

  if (*GH_NODE == '\0' || !g_file_test (EVERYTHING, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("node 20 or the servers of tests/peers are not there (npm ci)");
      return FALSE;
    }
  fixture->kind = kind;
  fixture->port = g_socket_listener_add_any_inet_port (listener, NULL, NULL);
  g_socket_listener_close (listener);
  start_server (fixture);
  url = g_strdup_printf ("http://127.0.0.1:%u/%s", fixture->port,
                         g_str_equal (kind, "sse") ? "sse" : "mcp");
  fixture->client = gh_test_client_new_for (
    g_str_equal (kind, "sse") ? GH_RPC_TRANSPORT (gh_mcp_sse_transport_new (url, NULL))
                              : GH_RPC_TRANSPORT (gh_mcp_http_transport_new (url, NULL)));
  gh_test_client_start (fixture->client);
  return TRUE;
}

static void
end (Fixture *fixture)
{
  gh_test_client_free (fixture->client);
  stop_server (fixture);
}

static gboolean
has_tool (GhTestClient *client,
          const char   *name)
{
  g_autofree char *names = gh_test_client_list_tools (client);
  g_auto(GStrv) split = g_strsplit (names, ",", -1);

  return g_strv_contains ((const char * const *) split, name);
}

static void
test_calls (gconstpointer data)
{
  g_autoptr(GPtrArray) results = g_ptr_array_new ();
  g_autofree char *echo = NULL;
  g_autofree char *done = NULL;
  Fixture fixture = { 0 };

  if (!begin (&fixture, data))
    return;
  echo = gh_test_client_call (fixture.client, "echo", "{\"message\":\"h\\u00e9\"}", NULL);
  g_assert_cmpstr (echo, ==, "Echo: h\xc3\xa9");
  done = gh_test_client_call (fixture.client, "trigger-long-running-operation",
                              "{\"duration\":1,\"steps\":4}", NULL);
  g_assert_nonnull (strstr (done, "completed"));
  g_assert_cmpuint (fixture.client->progress->len, >=, 3);

  for (guint i = 0; i < 32; i++)
    {
      g_ptr_array_add (results, g_new0 (GAsyncResult *, 1));
      gh_test_client_call_async (fixture.client, "get-sum", "{\"a\":0.1,\"b\":41}", NULL,
                                 results->pdata[i]);
    }
  for (guint i = 0; i < results->len; i++)
    {
      GAsyncResult **result = results->pdata[i];
      g_autofree char *text = NULL;

      gh_test_wait_for (*result != NULL, PATIENCE);
      text = gh_test_client_finish (fixture.client, *result, NULL);
      g_assert_nonnull (strstr (text, "41.1"));
      g_object_unref (*result);
      g_free (result);
    }
  end (&fixture);
}

/* The server's own requests, on whatever stream it sends them. */
static void
test_questions (gconstpointer data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autofree char *text = NULL;
  gboolean is_error;
  Fixture fixture = { 0 };

  if (!begin (&fixture, data))
    return;
  gh_test_wait_for (has_tool (fixture.client, "trigger-sampling-request"), PATIENCE);
  gh_test_client_call_async (fixture.client, "trigger-sampling-request",
                             "{\"prompt\":\"say hi\",\"maxTokens\":42}", NULL, &result);
  gh_test_wait_for (gh_fake_delegate_get_n_waiting (fixture.client->delegate) == 1, PATIENCE);
  gh_fake_delegate_answer (fixture.client->delegate, "hi, edited");
  gh_test_wait_for (result != NULL, PATIENCE);
  text = gh_test_client_finish (fixture.client, result, &is_error);
  g_assert_false (is_error);
  g_assert_nonnull (strstr (text, "hi, edited"));
  g_clear_object (&result);
  end (&fixture);
}

static void
test_cancel (gconstpointer data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *after = NULL;
  Fixture fixture = { 0 };

  if (!begin (&fixture, data))
    return;
  gh_test_client_call_async (fixture.client, "trigger-long-running-operation",
                             "{\"duration\":600,\"steps\":6000}", cancellable, &result);
  gh_test_wait_for (fixture.client->progress->len >= 2, PATIENCE);
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (fixture.client->session, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_object (&result);
  after = gh_test_client_call (fixture.client, "echo", "{\"message\":\"still here\"}", NULL);
  g_assert_cmpstr (after, ==, "Echo: still here");
  end (&fixture);
}

/* It is started anew, and remembers nothing: the next request that may be repeated begins another
 * session. */
static void
test_restart (void)
{
  g_autofree char *echo = NULL;
  Fixture fixture = { 0 };

  if (!begin (&fixture, "streamableHttp"))
    return;
  stop_server (&fixture);
  start_server (&fixture);
  g_assert_true (has_tool (fixture.client, "echo"));
  echo = gh_test_client_call (fixture.client, "echo", "{\"message\":\"again\"}", NULL);
  g_assert_cmpstr (echo, ==, "Echo: again");
  end (&fixture);
}

static void
test_server_ends (void)
{
  Fixture fixture = { 0 };

  if (!begin (&fixture, "sse"))
    return;
  stop_server (&fixture);
  gh_test_wait (gh_mcp_session_get_state (fixture.client->session) == GH_MCP_SESSION_FAILED);
  gh_test_client_free (fixture.client);
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_test_add_data_func ("/e2e/peers-http/calls", "streamableHttp", test_calls);
  g_test_add_data_func ("/e2e/peers-http/questions", "streamableHttp", test_questions);
  g_test_add_data_func ("/e2e/peers-http/cancel", "streamableHttp", test_cancel);
  g_test_add_func ("/e2e/peers-http/restart", test_restart);
  g_test_add_data_func ("/e2e/peers-sse/calls", "sse", test_calls);
  g_test_add_data_func ("/e2e/peers-sse/questions", "sse", test_questions);
  g_test_add_data_func ("/e2e/peers-sse/cancel", "sse", test_cancel);
  g_test_add_func ("/e2e/peers-sse/server-ends", test_server_ends);
  return gh_test_run ();
}
