/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a session of the modern era says, and does not say. */
#include "config.h"

#include "session-fixture.h"

#include <string.h>

#include "gh-json.h"
#include "gh-rpc-error.h"
#include "gh-test.h"

#define META "\"_meta\":{%s\"io.modelcontextprotocol/protocolVersion\":\"" MODERN "\"," \
             "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"gatehouse\"," \
             "\"title\":\"Gatehouse\",\"version\":\"" GH_VERSION "\"}," \
             "\"io.modelcontextprotocol/clientCapabilities\":{\"roots\":{}," \
             "\"sampling\":{\"tools\":{}},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}%s}"
/* Tools whose changes are not told, so that nobody listens. */
#define SILENT_TOOLS "{\"tools\":{},\"logging\":{}}"
#define LEVEL ",\"io.modelcontextprotocol/logLevel\":\"debug\""

/* Gives the id. */
static gint64
expect_request (Fixture    *f,
                const char *params_before_meta,
                const char *token,
                const char *level,
                const char *method)
{
  g_autoptr(JsonNode) hold = NULL;
  g_autofree char *meta = g_strdup_printf (META, token, level);
  g_autofree char *wanted = NULL;
  g_autofree char *text = NULL;
  JsonObject *object;
  gint64 id;

  gh_test_wait (gh_fake_transport_get_n_sent (f->transport) > 0);
  hold = pop (f, NULL);
  object = gh_json_node_get_object (hold);
  id = gh_json_get_int (object, "id", -1);
  wanted = g_strdup_printf (RPC "\"id\":%" G_GINT64_FORMAT ",\"method\":\"%s\",\"params\":{%s%s}}",
                            id, method, params_before_meta, meta);
  text = gh_json_write (hold, NULL);
  g_assert_cmpstr (text, ==, wanted);
  return id;
}

static void
list (Fixture       *f,
      GAsyncResult **result)
{
  gh_mcp_session_list_tools_async (f->session, NULL, gh_test_store_result_cb, result);
}

static void
finish_list (Fixture      *f,
             GAsyncResult *result)
{
  g_autoptr(GPtrArray) tools = NULL;
  g_autoptr(GError) error = NULL;

  tools = gh_mcp_session_list_tools_finish (f->session, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (tools->len, ==, 0);
}

/* 2.10-2.12: with each request, the first one included. */
static void
test_metadata (Fixture       *f,
               gconstpointer  data)
{
  g_autoptr(GAsyncResult) listed = NULL;
  g_autoptr(GAsyncResult) called = NULL;
  g_autoptr(GAsyncResult) level = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GhMcpToolResult) tool_result = NULL;
  gint64 id;

  start (f, NULL);
  give (f, expect_request (f, "", "", "", "server/discover"),
          "{\"supportedVersions\":[\"" MODERN "\"],\"capabilities\":" SILENT_TOOLS "}");
  g_assert_true (started (f, &error));

  list (f, &listed);
  give (f, expect_request (f, "", "", "", "tools/list"), "{\"tools\":[]}");
  gh_test_wait (listed != NULL);
  finish_list (f, listed);

  gh_mcp_session_set_log_level_async (f->session, "debug", NULL, gh_test_store_result_cb, &level);
  gh_test_wait (level != NULL);
  g_assert_true (gh_mcp_session_set_log_level_finish (f->session, level, NULL));
  expect_nothing (f);

  call (f, NULL, &called);
  id = expect_request (f, "\"name\":\"t\",\"arguments\":{},", "\"progressToken\":1,", LEVEL,
                       "tools/call");
  receive (f, RPC "\"method\":\"notifications/progress\",\"params\":{\"progressToken\":1,"
                  "\"progress\":0.5}}");
  receive (f, RPC "\"method\":\"notifications/message\",\"params\":{\"level\":\"debug\","
                  "\"data\":\"hello\"}}");
  give (f, id, "{\"resultType\":\"complete\",\"content\":[]}");
  gh_test_wait (called != NULL);
  tool_result = gh_mcp_session_call_tool_finish (f->session, called, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (f->progress->len, ==, 1);
  g_assert_cmpstr (f->logs->pdata[0], ==, "debug/-/hello");
}

/* 1.10: told, and not answered. */
static void
test_server_requests (Fixture       *f,
                      gconstpointer  data)
{
  make_modern (f, SILENT_TOOLS);
  receive (f, RPC "\"id\":1,\"method\":\"ping\"}");
  receive (f, RPC "\"id\":2,\"method\":\"roots/list\"}");
  ask (f, "3");
  receive (f, RPC "\"id\":4,\"method\":\"ping\",\"params\":5}");
  expect_nothing (f);
  g_assert_cmpuint (f->logs->len, ==, 4);
  g_assert_nonnull (strstr (f->logs->pdata[1], "roots/list"));
  g_assert_cmpuint (gh_fake_delegate_get_n_listed (f->delegate), ==, 0);
  g_assert_cmpuint (gh_fake_delegate_get_n_requests (f->delegate), ==, 0);
  g_assert_cmpint (gh_mcp_session_get_state (f->session), ==, GH_MCP_SESSION_READY);
}

/* 2.46, 5.5: neither exists. */
static void
test_quiet (Fixture       *f,
            gconstpointer  data)
{
  gint64 begun = g_get_monotonic_time ();

  g_object_set (f->session, "ping-interval", 10, NULL);
  make_modern (f, SILENT_TOOLS);
  gh_mcp_session_roots_changed (f->session);
  gh_test_wait (g_get_monotonic_time () - begun > 100 * 1000);
  expect_nothing (f);
}

/* 2.34: over stdio it is said. */
static void
test_cancel (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) called = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *said = NULL;
  gint64 id;

  make_modern (f, SILENT_TOOLS);
  call (f, cancellable, &called);
  id = pop_id (f, "tools/call");
  g_cancellable_cancel (cancellable);
  gh_test_wait (called != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, called, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  said = g_strdup_printf (RPC "\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%"
                          G_GINT64_FORMAT ",\"reason\":\"The user cancelled the call\"}}", id);
  expect (f, said);
}

/* 2.15: during a request as well; not for ever. */
static void
test_version (Fixture       *f,
              gconstpointer  data)
{
  g_autoptr(GAsyncResult) listed = NULL;
  g_autoptr(GAsyncResult) again = NULL;
  g_autoptr(GAsyncResult) other = NULL;
  g_autoptr(GError) error = NULL;
  gint64 first, second;

  make_modern (f, SILENT_TOOLS);
  list (f, &listed);
  first = pop_id (f, "tools/list");
  give_error (f, first, -32022, "{\"supported\":[\"" MODERN "\"]}");
  second = pop_id (f, "tools/list");
  g_assert_cmpint (second, !=, first);
  give (f, second, "{\"tools\":[]}");
  gh_test_wait (listed != NULL);
  finish_list (f, listed);

  list (f, &again);
  for (guint i = 0; i < 3; i++)
    give_error (f, pop_id (f, "tools/list"), -32022, "{\"supported\":[\"" MODERN "\"]}");
  gh_test_wait (again != NULL);
  g_assert_null (gh_mcp_session_list_tools_finish (f->session, again, &error));
  g_assert_error (error, GH_RPC_REMOTE_ERROR, -32022);
  expect_nothing (f);
  g_clear_error (&error);

  /* None that both speak: what each does is said. */
  list (f, &other);
  give_error (f, pop_id (f, "tools/list"), -32022, "{\"supported\":[\"2099-01-01\"]}");
  gh_test_wait (other != NULL);
  g_assert_null (gh_mcp_session_list_tools_finish (f->session, other, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_VERSION);
  g_assert_nonnull (strstr (error->message, "2099-01-01"));
  g_assert_nonnull (strstr (error->message, MODERN));
  expect_nothing (f);
}

/* 2.19: what it misses is said, and kept. */
static void
test_missing_capability (Fixture       *f,
                         gconstpointer  data)
{
  g_autoptr(GAsyncResult) called = NULL;
  g_autoptr(GError) error = NULL;

  make_modern (f, SILENT_TOOLS);
  call (f, NULL, &called);
  give_error (f, pop_id (f, "tools/call"), -32021,
                "{\"requiredCapabilities\":{\"elicitation\":{\"url\":{}},\"roots\":{}}}");
  gh_test_wait (called != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, called, &error));
  g_assert_error (error, GH_RPC_REMOTE_ERROR, -32021);
  g_assert_cmpstr (error->message, ==, "no (the server asks for: elicitation roots)");
  g_assert_nonnull (gh_rpc_remote_error_get_data (error));
}

/* What it asks for is named as far as a person reads it. */
static void
test_missing_capability_long (Fixture       *f,
                              gconstpointer  data)
{
  g_autofree char *name = g_strnfill (100000, 'a');
  g_autofree char *needed = g_strdup_printf ("{\"requiredCapabilities\":{\"%s\":{}}}", name);
  g_autoptr(GAsyncResult) called = NULL;
  g_autoptr(GError) error = NULL;

  make_modern (f, SILENT_TOOLS);
  call (f, NULL, &called);
  give_error (f, pop_id (f, "tools/call"), -32021, needed);
  gh_test_wait (called != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, called, &error));
  g_assert_error (error, GH_RPC_REMOTE_ERROR, -32021);
  g_assert_cmpuint (strlen (error->message), <, 200);
}

/* 4.23: what is safe is asked again, once; what is not, is not. */
static void
test_lost (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr(GError) lost = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT, "cut");
  g_autoptr(GAsyncResult) listed = NULL;
  g_autoptr(GAsyncResult) called = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *third = NULL;

  make_modern (f, SILENT_TOOLS);
  list (f, &listed);
  first = g_strdup_printf ("%" G_GINT64_FORMAT, pop_id (f, "tools/list"));
  gh_fake_transport_fail (f->transport, first, lost);
  second = g_strdup_printf ("%" G_GINT64_FORMAT, pop_id (f, "tools/list"));
  g_assert_cmpstr (first, !=, second);
  gh_fake_transport_fail (f->transport, second, lost);
  gh_test_wait (listed != NULL);
  g_assert_null (gh_mcp_session_list_tools_finish (f->session, listed, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT);
  g_clear_error (&error);

  call (f, NULL, &called);
  third = g_strdup_printf ("%" G_GINT64_FORMAT, pop_id (f, "tools/call"));
  gh_fake_transport_fail (f->transport, third, lost);
  gh_test_wait (called != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, called, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT);
  expect_nothing (f);
}

#define WANTED "{\"resultType\":\"input_required\",\"inputRequests\":{\"m\":{" \
               "\"method\":\"sampling/createMessage\",\"params\":{" MESSAGES ",\"maxTokens\":5}}}}"

/* 2.32, 6.37: a person takes longer than a server may; the server's clock goes on from there. */
static void
test_patience (Fixture       *f,
               gconstpointer  data)
{
  g_autoptr(GAsyncResult) called = NULL;
  g_autoptr(GAsyncResult) again = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GhMcpToolResult) result = NULL;
  gint64 begun;

  make_modern (f, SILENT_TOOLS);
  g_object_set (f->session, "call-timeout", 150, "call-limit", 200, NULL);
  call (f, NULL, &called);
  give (f, pop_id (f, "tools/call"), WANTED);
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
  begun = g_get_monotonic_time ();
  gh_test_wait (g_get_monotonic_time () - begun > 300 * 1000);
  g_assert_null (called);
  gh_fake_delegate_answer (f->delegate, "yes");
  give (f, pop_id (f, "tools/call"), "{\"content\":[]}");
  gh_test_wait (called != NULL);
  result = gh_mcp_session_call_tool_finish (f->session, called, &error);
  g_assert_no_error (error);

  call (f, NULL, &again);
  give (f, pop_id (f, "tools/call"), WANTED);
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
  gh_fake_delegate_answer (f->delegate, "yes");
  pop_id (f, "tools/call");
  gh_test_wait (again != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, again, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT);
  /* It is told. */
  gh_test_wait (gh_fake_transport_get_n_sent (f->transport) == 1);
}

#define ADD(name, function) \
  g_test_add ("/mcp/modern/" name, Fixture, NULL, set_up_auto, function, tear_down)

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  ADD ("metadata", test_metadata);
  ADD ("server-requests", test_server_requests);
  ADD ("quiet", test_quiet);
  ADD ("cancel", test_cancel);
  ADD ("version", test_version);
  ADD ("missing-capability", test_missing_capability);
  ADD ("missing-capability-long", test_missing_capability_long);
  ADD ("lost", test_lost);
  ADD ("patience", test_patience);
  return g_test_run ();
}
