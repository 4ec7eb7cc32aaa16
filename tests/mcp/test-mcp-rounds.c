/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Requests of the modern era that take several rounds, and results that are kept. */
#include "config.h"

#include "session-fixture.h"

#include <string.h>

#include "gh-json.h"
#include "gh-rpc-error.h"
#include "gh-test.h"

#define ALL "{\"tools\":{},\"resources\":{}}"
#define SAMPLING "{\"method\":\"sampling/createMessage\",\"params\":{" MESSAGES ",\"maxTokens\":5}}"
#define WANTS(requests) "{\"resultType\":\"input_required\",\"inputRequests\":{" requests "}}"
#define DONE "{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}"

static void
set_up_rounds (Fixture       *f,
               gconstpointer  data)
{
  set_up (f, data);
  g_object_set (f->session, "era", "modern", NULL);
}

/* The next message is a tools/call of these params, but for `_meta`, which must be whole; gives its
 * id. */
static gint64
expect_call (Fixture    *f,
             const char *params)
{
  g_autoptr(JsonNode) hold = NULL;
  g_autoptr(JsonNode) node = NULL;
  g_autofree char *text = NULL;
  JsonObject *object;
  gint64 id = pop_request (f, "tools/call", &object, &hold);

  g_assert_cmpstr (gh_json_get_string (gh_json_get_object (object, "_meta"),
                                       "io.modelcontextprotocol/protocolVersion"), ==, MODERN);
  g_assert_cmpint (gh_json_get_int (gh_json_get_object (object, "_meta"), "progressToken", 0), >,
                   0);
  json_object_remove_member (object, "_meta");
  node = gh_json_node_new_object (json_object_ref (object));
  text = gh_json_write (node, NULL);
  g_assert_cmpstr (text, ==, params);
  return id;
}

#define FIRST "{\"name\":\"t\",\"arguments\":{}"

static void
assert_done (Fixture      *f,
             GAsyncResult *result)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GhMcpToolResult) answer = called (f, result, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (answer->content->len, ==, 1);
}

/* 6.31-6.34: all are gathered, then asked again with the answers and the state; the next round
 * knows nothing of the one before. */
static void
test_rounds (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  gint64 first, second, third;

  make_modern (f, ALL);
  gh_fake_delegate_add_root (f->delegate, "file:///a", NULL);
  call (f, NULL, &result);
  first = expect_call (f, FIRST "}");
  give (f, first, "{\"resultType\":\"input_required\",\"inputRequests\":{\"z\":" SAMPLING ","
        "\"a\":{\"method\":\"roots/list\"}},\"requestState\":\"s \\u00e9\\/\\ud800\"}");
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
  g_assert_cmpstr (gh_fake_delegate_get_tool (f->delegate, 0), ==, "t");
  g_assert_cmpuint (gh_fake_delegate_get_n_listed (f->delegate), ==, 0);
  expect_nothing (f);
  gh_fake_delegate_answer (f->delegate, "yes");

  second = expect_call (f, FIRST ",\"inputResponses\":{\"z\":{\"role\":\"assistant\",\"content\":{"
                        "\"type\":\"text\",\"text\":\"yes\"},\"model\":\"fake-model\","
                        "\"stopReason\":\"endTurn\"},\"a\":{\"roots\":[{\"uri\":\"file:///a\"}]}},"
                        "\"requestState\":\"s \\u00e9\\/\\ud800\"}");
  g_assert_cmpint (second, !=, first);
  give (f, second, WANTS ("\"b\":{\"method\":\"roots/list\"}"));
  third = expect_call (f, FIRST ",\"inputResponses\":{\"b\":{\"roots\":[{"
                       "\"uri\":\"file:///a\"}]}}}");
  give (f, third, DONE);
  gh_test_wait (result != NULL);
  assert_done (f, result);
}

/* A state alone means: again, a little later. */
static void
test_state_only (Fixture       *f,
                 gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  gint64 begun = g_get_monotonic_time ();

  make_modern (f, ALL);
  call (f, NULL, &result);
  give (f, expect_call (f, FIRST "}"),
        "{\"resultType\":\"input_required\",\"requestState\":\"1\"}");
  expect_nothing (f);
  give (f, expect_call (f, FIRST ",\"requestState\":\"1\"}"),
        "{\"resultType\":\"input_required\",\"requestState\":\"2\"}");
  give (f, expect_call (f, FIRST ",\"requestState\":\"2\"}"), DONE);
  gh_test_wait (result != NULL);
  assert_done (f, result);
  g_assert_cmpint (g_get_monotonic_time () - begun, >=, (250 + 500) * 1000);
}

static void
expect_protocol_error (Fixture    *f,
                       const char *answer)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  g_test_message ("%s", answer);
  call (f, NULL, &result);
  give (f, pop_id (f, "tools/call"), answer);
  gh_test_wait (result != NULL);
  g_assert_null (called (f, result, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
  expect_nothing (f);
}

static void
test_violations (Fixture       *f,
                 gconstpointer  data)
{
  g_autoptr(GAsyncResult) listed = NULL;
  g_autoptr(GError) error = NULL;

  make_modern (f, ALL);
  expect_protocol_error (f, "{\"resultType\":\"input_required\"}");
  expect_protocol_error (f, "{\"resultType\":\"later\"}");
  expect_protocol_error (f, "{\"resultType\":\"task\"}");
  expect_protocol_error (f, WANTS ("\"a\":{\"method\":\"tools/list\"}"));
  expect_protocol_error (f, WANTS ("\"b\":" SAMPLING ",\"a\":{\"method\":\"elicitation/create\","
                                   "\"params\":{\"message\":\"m\"}}"));
  expect_protocol_error (f, WANTS ("\"a\":{\"method\":\"sampling/createMessage\",\"params\":{}}"));
  g_assert_cmpuint (gh_fake_delegate_get_n_requests (f->delegate), ==, 0);

  /* During what cannot carry it. */
  gh_mcp_session_list_tools_async (f->session, NULL, gh_test_store_result_cb, &listed);
  give (f, pop_id (f, "tools/list"), WANTS ("\"a\":{\"method\":\"roots/list\"}"));
  gh_test_wait (listed != NULL);
  g_assert_null (gh_mcp_session_list_tools_finish (f->session, listed, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
  expect_nothing (f);
}

static void
test_bound (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  guint n = 0;

  make_modern (f, ALL);
  call (f, NULL, &result);
  while (result == NULL && n < 100)
    {
      give (f, pop_id (f, "tools/call"), WANTS ("\"a\":{\"method\":\"roots/list\"}"));
      n++;
      gh_test_wait (result != NULL || gh_fake_transport_get_n_sent (f->transport) > 0);
    }
  g_assert_cmpuint (n, ==, 11);
  g_assert_null (called (f, result, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
}

/* 6.24, 6.35: a no to sampling ends the call, and its caller knows that it was one. */
static void
test_denied (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GError) denied = g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_DENIED, "not with my model");

  make_modern (f, ALL);
  call (f, NULL, &result);
  give (f, pop_id (f, "tools/call"),
        WANTS ("\"a\":" SAMPLING ",\"b\":{\"method\":\"roots/list\"}"));
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
  gh_fake_delegate_fail (f->delegate, denied);
  gh_test_wait (result != NULL);
  g_assert_null (called (f, result, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_DENIED);
  g_assert_cmpstr (error->message, ==, "not with my model");
  expect_nothing (f);
}

/* A no to an elicitation is an answer. */
static void
test_declined (Fixture       *f,
               gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;

  make_modern (f, ALL);
  call (f, NULL, &result);
  give (f, pop_id (f, "tools/call"),
        WANTS ("\"a\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"m\","
               "\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}}"));
  gh_test_wait (gh_fake_delegate_get_n_elicitations (f->delegate) == 1);
  gh_fake_delegate_decide (f->delegate, GH_MCP_ELICITATION_DECLINE, NULL);
  give (f, expect_call (f, FIRST ",\"inputResponses\":{\"a\":{\"action\":\"decline\"}}}"), DONE);
  gh_test_wait (result != NULL);
  assert_done (f, result);
}

/* The caller's cancellable covers the whole chain; what waits is withdrawn. */
static void
test_cancel (Fixture       *f,
             gconstpointer  data)
{
  static const char * const answers[] = {
    WANTS ("\"a\":" SAMPLING),
    "{\"resultType\":\"input_required\",\"requestState\":\"1\"}",
  };

  make_modern (f, ALL);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autoptr(GCancellable) cancellable = g_cancellable_new ();
      g_autoptr(GAsyncResult) result = NULL;
      g_autoptr(GError) error = NULL;

      call (f, cancellable, &result);
      give (f, pop_id (f, "tools/call"), answers[i]);
      if (i == 0)
        gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
      g_cancellable_cancel (cancellable);
      gh_test_wait (result != NULL);
      g_assert_null (called (f, result, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      expect_nothing (f);
    }
  g_assert_cmpuint (gh_fake_delegate_get_n_withdrawn (f->delegate), ==, 1);
}

static void
test_close (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr(GAsyncResult) asking = NULL;
  g_autoptr(GAsyncResult) waiting = NULL;
  g_autoptr(GError) error = NULL;

  make_modern (f, ALL);
  call (f, NULL, &asking);
  give (f, pop_id (f, "tools/call"), WANTS ("\"a\":" SAMPLING));
  call (f, NULL, &waiting);
  give (f, pop_id (f, "tools/call"), "{\"resultType\":\"input_required\",\"requestState\":\"1\"}");
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
  close_session (f);
  gh_test_wait (asking != NULL && waiting != NULL);
  g_assert_null (called (f, asking, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  g_clear_error (&error);
  g_assert_null (called (f, waiting, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  g_assert_cmpuint (gh_fake_delegate_get_n_withdrawn (f->delegate), ==, 1);
}

/* 6.37: a person's time is not the server's. */
static void
test_clock (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  gint64 until;

  g_object_set (f->session, "call-timeout", 200, "call-limit", 400, NULL);
  make_modern (f, ALL);
  call (f, NULL, &result);
  give (f, pop_id (f, "tools/call"), WANTS ("\"a\":" SAMPLING));
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
  until = g_get_monotonic_time () + 600 * 1000;
  gh_test_wait (g_get_monotonic_time () > until);
  g_assert_null (result);
  gh_fake_delegate_answer (f->delegate, "yes");
  give (f, pop_id (f, "tools/call"), DONE);
  gh_test_wait (result != NULL);
  assert_done (f, result);
}

/* Several calls of one tool: each keeps its own. */
static void
test_parallel (Fixture       *f,
               gconstpointer  data)
{
  g_autoptr(GAsyncResult) one = NULL;
  g_autoptr(GAsyncResult) two = NULL;
  gint64 id_one, id_two;

  make_modern (f, ALL);
  call (f, NULL, &one);
  call (f, NULL, &two);
  id_one = expect_call (f, FIRST "}");
  id_two = expect_call (f, FIRST "}");
  give (f, id_two, "{\"resultType\":\"input_required\",\"inputRequests\":{},"
        "\"requestState\":\"two\"}");
  give (f, id_one, "{\"content\":[{}]}");
  gh_test_wait (one != NULL);
  assert_done (f, one);
  give (f, expect_call (f, FIRST ",\"requestState\":\"two\"}"), DONE);
  gh_test_wait (two != NULL);
  assert_done (f, two);
}

/* Kept results */

static void
list (Fixture    *f,
      const char *answer) /* NULL: nothing is asked */
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GPtrArray) tools = NULL;
  g_autoptr(GError) error = NULL;

  gh_mcp_session_list_tools_async (f->session, NULL, gh_test_store_result_cb, &result);
  if (answer != NULL)
    give (f, pop_id (f, "tools/list"), answer);
  gh_test_wait (result != NULL);
  tools = gh_mcp_session_list_tools_finish (f->session, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (tools->len, ==, 1);
  expect_nothing (f);
}

#define LISTED "\"tools\":[{\"name\":\"t\",\"inputSchema\":{}}]"

static void
test_kept (Fixture       *f,
           gconstpointer  data)
{
  gint64 listen;

  make_modern (f, "{\"tools\":{\"listChanged\":true}}");
  listen = pop_id (f, "subscriptions/listen");
  list (f, "{" LISTED "}");
  list (f, "{" LISTED ",\"ttlMs\":60000}");
  list (f, NULL);
  list (f, NULL);
  /* 8.34 */
  receive (f, RPC "\"method\":\"notifications/tools/list_changed\",\"params\":{\"_meta\":{"
           "\"io.modelcontextprotocol/subscriptionId\":%" G_GINT64_FORMAT "}}}", listen);
  list (f, "{" LISTED ",\"ttlMs\":60000}");
  list (f, NULL);
  gh_test_wait (f->n_changed == 1);
}

static void
updated_cb (GhMcpSession *session,
            const char   *uri,
            gpointer      user_data)
{
  g_string_append_printf (user_data, "%s;", uri);
}

static void
read_resource (Fixture  *f,
               gboolean  kept)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GPtrArray) contents = NULL;

  gh_mcp_session_read_resource_async (f->session, "a:1", NULL, gh_test_store_result_cb, &result);
  if (!kept)
    give (f, pop_id (f, "resources/read"), "{\"contents\":[],\"ttlMs\":60000}");
  gh_test_wait (result != NULL);
  contents = gh_mcp_session_read_resource_finish (f->session, result, NULL);
  g_assert_nonnull (contents);
  expect_nothing (f);
}

/* In the modern era a subscription is a part of what is listened to (4.35). */
static void
test_subscribe (Fixture       *f,
                gconstpointer  data)
{
  g_autoptr(GAsyncResult) subscribed = NULL;
  g_autoptr(GAsyncResult) refused = NULL;
  g_autoptr(GAsyncResult) unsubscribed = NULL;
  g_autoptr(GString) updated = g_string_new (NULL);
  g_autoptr(GError) error = NULL;
  gint64 id;

  make_modern (f, "{\"resources\":{\"subscribe\":true}}");
  g_signal_connect (f->session, "resource-updated", G_CALLBACK (updated_cb), updated);
  expect_nothing (f);
  read_resource (f, FALSE);
  read_resource (f, TRUE);

  gh_mcp_session_subscribe_async (f->session, "a:1", NULL, gh_test_store_result_cb, &subscribed);
  id = pop_id (f, "subscriptions/listen");
  receive (f, RPC "\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{\"_meta\":{"
           "\"io.modelcontextprotocol/subscriptionId\":%" G_GINT64_FORMAT "},"
           "\"notifications\":{\"resourceSubscriptions\":[\"a:1\"]}}}", id);
  gh_test_wait (subscribed != NULL);
  g_assert_true (gh_mcp_session_subscribe_finish (f->session, subscribed, NULL));
  receive (f, RPC "\"method\":\"notifications/resources/updated\",\"params\":{\"_meta\":{"
           "\"io.modelcontextprotocol/subscriptionId\":%" G_GINT64_FORMAT "},"
           "\"uri\":\"a:1\"}}", id);
  gh_test_wait (updated->len > 0);
  g_assert_cmpstr (updated->str, ==, "a:1;");
  read_resource (f, FALSE);

  gh_mcp_session_subscribe_async (f->session, "a:2", NULL, gh_test_store_result_cb, &refused);
  give_error (f, pop_id (f, "subscriptions/listen"), -32602, NULL);
  gh_test_wait (refused != NULL);
  g_assert_false (gh_mcp_session_subscribe_finish (f->session, refused, &error));
  g_assert_error (error, GH_RPC_REMOTE_ERROR, GH_RPC_INVALID_PARAMS);

  gh_mcp_session_unsubscribe_async (f->session, "a:1", NULL, gh_test_store_result_cb,
                                    &unsubscribed);
  gh_test_wait (unsubscribed != NULL);
  g_assert_true (gh_mcp_session_unsubscribe_finish (f->session, unsubscribed, NULL));
  pop_id (f, "notifications/cancelled");
  expect_nothing (f);
  g_signal_handlers_disconnect_by_data (f->session, updated);
}

/* 6.36 */
static void
test_rounds_not_kept (Fixture       *f,
                      gconstpointer  data)
{
  make_modern (f, ALL);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr(GAsyncResult) result = NULL;
      g_autoptr(GPtrArray) contents = NULL;
      g_autoptr(GError) error = NULL;

      gh_mcp_session_read_resource_async (f->session, "a:1", NULL, gh_test_store_result_cb,
                                          &result);
      give (f, pop_id (f, "resources/read"), WANTS ("\"a\":{\"method\":\"roots/list\"}"));
      give (f, pop_id (f, "resources/read"), "{\"ttlMs\":60000,\"contents\":[]}");
      gh_test_wait (result != NULL);
      contents = gh_mcp_session_read_resource_finish (f->session, result, &error);
      g_assert_no_error (error);
    }
}

int
main (int   argc,
      char *argv[])
{
  gpointer elicits = GUINT_TO_POINTER (GH_MCP_CAPABILITY_ELICIT_FORM);

  gh_test_init (&argc, &argv);
#define ADD(path, data, func) \
  g_test_add ("/mcp/rounds/" path, Fixture, data, set_up_rounds, func, tear_down)
  ADD ("rounds", NULL, test_rounds);
  ADD ("state-only", NULL, test_state_only);
  ADD ("violations", NULL, test_violations);
  ADD ("bound", NULL, test_bound);
  ADD ("denied", NULL, test_denied);
  ADD ("declined", elicits, test_declined);
  ADD ("cancel", NULL, test_cancel);
  ADD ("close", NULL, test_close);
  ADD ("clock", NULL, test_clock);
  ADD ("parallel", NULL, test_parallel);
  ADD ("kept", NULL, test_kept);
  ADD ("subscribe", NULL, test_subscribe);
  ADD ("rounds-not-kept", NULL, test_rounds_not_kept);
#undef ADD
  return gh_test_run ();
}
