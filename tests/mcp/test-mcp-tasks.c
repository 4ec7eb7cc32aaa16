/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Calls that become tasks, in both eras. */
#include "config.h"

#include "session-fixture.h"

#include <string.h>

#include "gh-json.h"
#include "gh-rpc-error.h"
#include "gh-test.h"

#define LEGACY_TASKS "{\"tools\":{}," \
  "\"tasks\":{\"requests\":{\"tools\":{\"call\":{}}},\"cancel\":{}}}"
#define MODERN_TASKS "{\"tools\":{},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}"
#define SAMPLING "{\"method\":\"sampling/createMessage\",\"params\":{" MESSAGES ",\"maxTokens\":5}}"
#define DONE "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}"
#define ID G_GINT64_FORMAT

/* A task as either era writes it. */
#define TASK(status) "\"taskId\":\"k\",\"status\":\"" status "\",\"pollInterval\":100," \
  "\"pollIntervalMs\":100,\"ttl\":null,\"ttlMs\":null"
#define MADE_LEGACY "{\"task\":{" TASK ("working") "}}"
#define MADE_MODERN "{\"resultType\":\"task\"," TASK ("working") "}"

static void
set_up_modern (Fixture       *f,
               gconstpointer  data)
{
  set_up (f, data);
  g_object_set (f->session, "era", "modern", NULL);
}

static void
assert_done (Fixture      *f,
             GAsyncResult *result)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GhMcpToolResult) answer = called (f, result, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (answer->content->len, ==, 1);
}

/* The next message is this request about the task; gives its id. */
static gint64
expect_about (Fixture    *f,
              const char *method)
{
  g_autoptr(JsonNode) hold = NULL;
  JsonObject *params;
  gint64 id = pop_request (f, method, &params, &hold);

  g_assert_cmpstr (gh_json_get_string (params, "taskId"), ==, "k");
  /* 8.40 */
  g_assert_null (gh_json_get (gh_json_get_object (params, "_meta"),
                              "io.modelcontextprotocol/related-task"));
  return id;
}

/* A session of 2025-11-25 whose tool t runs only as a task. */
static void
make_legacy (Fixture    *f,
             const char *capabilities)
{
  g_autoptr(GAsyncResult) listed = NULL;
  g_autoptr(GPtrArray) tools = NULL;

  make_ready (f, NEWEST, capabilities);
  gh_mcp_session_list_tools_async (f->session, NULL, gh_test_store_result_cb, &listed);
  give (f, pop_id (f, "tools/list"), "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{},"
        "\"execution\":{\"taskSupport\":\"required\"}}]}");
  gh_test_wait (listed != NULL);
  tools = gh_mcp_session_list_tools_finish (f->session, listed, NULL);
  g_assert_cmpuint (tools->len, ==, 1);
}

/* The next message is the call, as a task or not; gives its id. */
static gint64
expect_call (Fixture  *f,
             gboolean  as_task,
             gint64   *token)
{
  g_autoptr(JsonNode) hold = NULL;
  JsonObject *params;
  gint64 id = pop_request (f, "tools/call", &params, &hold);

  g_assert_cmpint (gh_json_get_object (params, "task") != NULL, ==, as_task);
  if (token != NULL)
    *token = gh_json_get_int (gh_json_get_object (params, "_meta"), "progressToken", 0);
  return id;
}

/* 8.37-8.39, 2.43 */
static void
test_legacy (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  gint64 token, begun;

  make_legacy (f, LEGACY_TASKS);
  call (f, NULL, &result);
  give (f, expect_call (f, TRUE, &token),
        "{\"task\":{" TASK ("working") ",\"statusMessage\":\"warming up\"}}");
  begun = g_get_monotonic_time ();
  gh_test_wait (g_strcmp0 (f->message, "warming up") == 0);
  receive (f, RPC "\"method\":\"notifications/progress\",\"params\":{\"progressToken\":%" ID ","
           "\"progress\":7}}", token);
  give (f, expect_about (f, "tasks/get"), "{" TASK ("working") ",\"statusMessage\":\"hot\"}");
  g_assert_cmpint (g_get_monotonic_time () - begun, >=, 100 * 1000);
  gh_test_wait (g_strcmp0 (f->message, "hot") == 0);
  g_assert_cmpfloat (g_array_index (f->progress, double, f->progress->len - 1), ==, 7);
  give (f, expect_about (f, "tasks/get"), "{" TASK ("completed") "}");
  give (f, expect_about (f, "tasks/result"), DONE);
  gh_test_wait (result != NULL);
  assert_done (f, result);
  expect_nothing (f);
}

/* The server asks in its own requests; our answers say for which task (8.40). */
static void
test_legacy_input (Fixture       *f,
                   gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(JsonNode) hold = NULL;
  JsonObject *object;
  gint64 id;

  make_legacy (f, LEGACY_TASKS);
  call (f, NULL, &result);
  give (f, expect_call (f, TRUE, NULL), MADE_LEGACY);
  give (f, expect_about (f, "tasks/get"), "{" TASK ("input_required") "}");
  id = expect_about (f, "tasks/result");
  receive (f, RPC "\"id\":\"s\",\"method\":\"sampling/createMessage\",\"params\":{" MESSAGES ","
           "\"maxTokens\":5,\"_meta\":{\"io.modelcontextprotocol/related-task\":{"
           "\"taskId\":\"k\"}}}}");
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
  g_assert_cmpstr (gh_fake_delegate_get_tool (f->delegate, 0), ==, "t");
  gh_fake_delegate_answer (f->delegate, "yes");
  gh_test_wait (gh_fake_transport_get_n_sent (f->transport) > 0);
  hold = pop (f, NULL);
  object = gh_json_get_object (gh_json_node_get_object (hold), "result");
  g_assert_cmpstr (gh_json_get_string (object, "model"), ==, "fake-model");
  object = gh_json_get_object (gh_json_get_object (object, "_meta"),
                               "io.modelcontextprotocol/related-task");
  g_assert_cmpstr (gh_json_get_string (object, "taskId"), ==, "k");
  give (f, id, DONE);
  gh_test_wait (result != NULL);
  assert_done (f, result);
}

/* What a legacy call can come to besides. */
static void
test_legacy_ends (Fixture       *f,
                  gconstpointer  data)
{
  g_autoptr(GAsyncResult) direct = NULL;
  g_autoptr(GAsyncResult) failed = NULL;
  g_autoptr(GAsyncResult) given_up = NULL;
  g_autoptr(GAsyncResult) unreadable = NULL;
  g_autoptr(GError) error = NULL;

  make_legacy (f, LEGACY_TASKS);
  /* A result though a task was asked for. */
  call (f, NULL, &direct);
  give (f, expect_call (f, TRUE, NULL), DONE);
  gh_test_wait (direct != NULL);
  assert_done (f, direct);

  /* The error of the call comes as that of tasks/result. */
  call (f, NULL, &failed);
  give (f, expect_call (f, TRUE, NULL), MADE_LEGACY);
  give (f, expect_about (f, "tasks/get"), "{" TASK ("failed") "}");
  give_error (f, expect_about (f, "tasks/result"), -32005, NULL);
  gh_test_wait (failed != NULL);
  g_assert_null (called (f, failed, &error));
  g_assert_error (error, GH_RPC_REMOTE_ERROR, -32005);
  g_clear_error (&error);

  call (f, NULL, &given_up);
  give (f, expect_call (f, TRUE, NULL), MADE_LEGACY);
  give (f, expect_about (f, "tasks/get"), "{" TASK ("cancelled") ",\"statusMessage\":\"closing\"}");
  gh_test_wait (given_up != NULL);
  g_assert_null (called (f, given_up, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_TASK);
  g_assert_nonnull (strstr (error->message, "closing"));
  g_clear_error (&error);

  call (f, NULL, &unreadable);
  give (f, expect_call (f, TRUE, NULL), MADE_LEGACY);
  give (f, expect_about (f, "tasks/get"), "{\"taskId\":\"k\"}");
  gh_test_wait (unreadable != NULL);
  g_assert_null (called (f, unreadable, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
  expect_about (f, "tasks/cancel");
  expect_nothing (f);
}

/* 2.37: by tasks/cancel, also when the task has no name yet. */
static void
test_legacy_cancel (Fixture       *f,
                    gconstpointer  data)
{
  make_legacy (f, LEGACY_TASKS);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr(GCancellable) cancellable = g_cancellable_new ();
      g_autoptr(GAsyncResult) result = NULL;
      g_autoptr(GError) error = NULL;
      gint64 id;

      call (f, cancellable, &result);
      id = expect_call (f, TRUE, NULL);
      if (i > 0)
        give (f, id, MADE_LEGACY);
      if (i == 2)
        id = expect_about (f, "tasks/get");
      g_cancellable_cancel (cancellable);
      gh_test_wait (result != NULL);
      g_assert_null (called (f, result, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      if (i == 0)
        {
          expect_nothing (f);
          give (f, id, MADE_LEGACY);
        }
      /* The look at it is a request like any other. */
      if (i == 2)
        pop_id (f, "notifications/cancelled");
      expect_about (f, "tasks/cancel");
      expect_nothing (f);
    }
}

/* Without the capability nothing says it. */
static void
test_legacy_no_cancel (Fixture       *f,
                       gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  make_legacy (f, "{\"tools\":{},\"tasks\":{\"requests\":{\"tools\":{\"call\":{}}}}}");
  call (f, cancellable, &result);
  give (f, expect_call (f, TRUE, NULL), MADE_LEGACY);
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_null (called (f, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  expect_nothing (f);
}

/* 8.37: never where the server has no such capability. */
static void
test_legacy_undeclared (Fixture       *f,
                        gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;

  make_legacy (f, "{\"tools\":{},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}");
  call (f, NULL, &result);
  give (f, expect_call (f, FALSE, NULL), DONE);
  gh_test_wait (result != NULL);
  assert_done (f, result);
}

static void
test_close (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr(GAsyncResult) waiting = NULL;
  g_autoptr(GAsyncResult) looking = NULL;
  g_autoptr(GError) error = NULL;

  make_legacy (f, LEGACY_TASKS);
  call (f, NULL, &looking);
  give (f, expect_call (f, TRUE, NULL), MADE_LEGACY);
  expect_about (f, "tasks/get");
  call (f, NULL, &waiting);
  give (f, expect_call (f, TRUE, NULL), "{\"task\":{\"taskId\":\"k\",\"status\":\"working\","
        "\"pollInterval\":60000}}");
  close_session (f);
  gh_test_wait (waiting != NULL && looking != NULL);
  g_assert_null (called (f, waiting, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  g_clear_error (&error);
  g_assert_null (called (f, looking, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
}

static void
test_limit (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  g_object_set (f->session, "call-limit", 300, NULL);
  make_legacy (f, LEGACY_TASKS);
  call (f, NULL, &result);
  give (f, expect_call (f, TRUE, NULL), "{\"task\":{\"taskId\":\"k\",\"status\":\"working\","
        "\"pollInterval\":60000}}");
  gh_test_wait (result != NULL);
  g_assert_null (called (f, result, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT);
  expect_about (f, "tasks/cancel");
}

/* 8.43, 8.44 */
static void
test_modern (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) direct = NULL;
  g_autoptr(GAsyncResult) failed = NULL;
  g_autoptr(GError) error = NULL;

  make_modern (f, MODERN_TASKS);
  call (f, NULL, &direct);
  give (f, expect_call (f, FALSE, NULL), DONE);
  gh_test_wait (direct != NULL);
  assert_done (f, direct);

  call (f, NULL, &result);
  give (f, expect_call (f, FALSE, NULL), MADE_MODERN);
  give (f, expect_about (f, "tasks/get"),
        "{\"resultType\":\"complete\"," TASK ("working") ",\"statusMessage\":\"hot\"}");
  gh_test_wait (g_strcmp0 (f->message, "hot") == 0);
  /* Some say task here, too. */
  give (f, expect_about (f, "tasks/get"),
        "{\"resultType\":\"task\"," TASK ("completed") ",\"result\":" DONE "}");
  gh_test_wait (result != NULL);
  assert_done (f, result);

  call (f, NULL, &failed);
  give (f, expect_call (f, FALSE, NULL), MADE_MODERN);
  give (f, expect_about (f, "tasks/get"),
        "{" TASK ("failed") ",\"error\":{\"code\":-32005,\"message\":\"out of paper\"}}");
  gh_test_wait (failed != NULL);
  g_assert_null (called (f, failed, &error));
  g_assert_error (error, GH_RPC_REMOTE_ERROR, -32005);
  expect_nothing (f);
}

/* 8.46: a server that tells of changes tells of the task as well, and the next look is not waited
 * for; the looks go on all the same. */
static void
test_modern_told (Fixture       *f,
                  gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(JsonNode) hold = NULL;
  g_autofree char *filter = NULL;
  JsonObject *params;
  gint64 listens;

  make_modern (f, "{\"tools\":{\"listChanged\":true},\"extensions\":{"
                  "\"io.modelcontextprotocol/tasks\":{}}}");
  pop_id (f, "subscriptions/listen");
  call (f, NULL, &result);
  give (f, expect_call (f, FALSE, NULL), MADE_MODERN);
  give (f, expect_about (f, "tasks/get"), "{\"taskId\":\"k\",\"status\":\"working\","
                                          "\"pollIntervalMs\":60000}");
  listens = pop_request (f, "subscriptions/listen", &params, &hold);
  filter = gh_json_write (gh_json_get (params, "notifications"), NULL);
  g_assert_cmpstr (filter, ==, "{\"toolsListChanged\":true,\"taskIds\":[\"k\"]}");
  receive (f, RPC "\"method\":\"notifications/tasks\",\"params\":{\"taskId\":\"k\",\"status\":"
                  "\"completed\",\"result\":" DONE ",\"_meta\":{"
                  "\"io.modelcontextprotocol/subscriptionId\":%" ID "}}}", listens);
  gh_test_wait (result != NULL);
  assert_done (f, result);
  expect_nothing (f);
}

static void
task_cb (GhMcpSession *session,
         const char   *id,
         const char   *tool,
         GString      *told)
{
  g_string_append_printf (told, "%s %s;", id, tool != NULL ? tool : "over");
}

/* 8.44: who keeps the id can take the call up again; an end of the connection is none of the
 * task. */
static void
test_resume (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GString) told = g_string_new (NULL);
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) taken_up = NULL;
  g_autoptr(GAsyncResult) called_off = NULL;
  g_autoptr(GAsyncResult) cut = NULL;
  g_autoptr(GAsyncResult) closed = NULL;
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  make_modern (f, MODERN_TASKS);
  g_signal_connect (f->session, "task", G_CALLBACK (task_cb), told);
  call (f, NULL, &result);
  give (f, expect_call (f, FALSE, NULL), MADE_MODERN);
  gh_test_wait (strcmp (told->str, "k t;") == 0);
  give (f, expect_about (f, "tasks/get"), "{" TASK ("completed") ",\"result\":" DONE "}");
  gh_test_wait (result != NULL);
  assert_done (f, result);
  g_assert_cmpstr (told->str, ==, "k t;k over;");

  gh_mcp_session_resume_tool_async (f->session, "t", "k", NULL, NULL, NULL,
                                    gh_test_store_result_cb, &taken_up);
  give (f, expect_about (f, "tasks/get"), "{" TASK ("completed") ",\"result\":" DONE "}");
  gh_test_wait (taken_up != NULL);
  assert_done (f, taken_up);
  g_assert_cmpstr (told->str, ==, "k t;k over;k over;");

  gh_mcp_session_resume_tool_async (f->session, "t", "k", NULL, NULL, cancellable,
                                    gh_test_store_result_cb, &called_off);
  expect_about (f, "tasks/get");
  g_cancellable_cancel (cancellable);
  gh_test_wait (called_off != NULL);
  g_assert_null (called (f, called_off, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_cmpstr (told->str, ==, "k t;k over;k over;k over;");
  /* The look is called off, then the task. */
  json_node_unref (pop (f, NULL));
  expect_about (f, "tasks/cancel");

  gh_mcp_session_resume_tool_async (f->session, "t", "k", NULL, NULL, NULL,
                                    gh_test_store_result_cb, &cut);
  expect_about (f, "tasks/get");
  gh_mcp_session_close_async (f->session, gh_test_store_result_cb, &closed);
  gh_test_wait (cut != NULL && closed != NULL);
  g_assert_null (called (f, cut, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  g_assert_cmpstr (told->str, ==, "k t;k over;k over;k over;");
}

/* 8.45: each key is asked for once. */
static void
test_modern_input (Fixture       *f,
                   gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(JsonNode) hold = NULL;
  g_autofree char *text = NULL;
  JsonObject *params;
  gint64 id;

  make_modern (f, MODERN_TASKS);
  gh_fake_delegate_add_root (f->delegate, "file:///a", NULL);
  call (f, NULL, &result);
  give (f, expect_call (f, FALSE, NULL), "{\"resultType\":\"task\"," TASK ("input_required") "}");
  for (guint i = 0; i < 2; i++)
    {
      give (f, expect_about (f, "tasks/get"), "{" TASK ("input_required") ",\"inputRequests\":{"
            "\"a\":{\"method\":\"roots/list\"}}}");
      if (i > 0)
        break;
      id = pop_request (f, "tasks/update", &params, &hold);
      text = gh_json_write (gh_json_get (params, "inputResponses"), NULL);
      g_assert_cmpstr (text, ==, "{\"a\":{\"roots\":[{\"uri\":\"file:///a\"}]}}");
      g_assert_cmpstr (gh_json_get_string (params, "taskId"), ==, "k");
      give (f, id, "{\"resultType\":\"complete\"}");
    }
  give (f, expect_about (f, "tasks/get"), "{" TASK ("completed") ",\"result\":" DONE "}");
  gh_test_wait (result != NULL);
  assert_done (f, result);
  g_assert_cmpuint (gh_fake_delegate_get_n_listed (f->delegate), ==, 1);
}

/* A no leaves the task without what it needs: it is called off. */
static void
test_modern_denied (Fixture       *f,
                    gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GError) denied = g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_DENIED, "no");

  make_modern (f, MODERN_TASKS);
  gh_fake_delegate_set_error (f->delegate, denied);
  call (f, NULL, &result);
  give (f, expect_call (f, FALSE, NULL), MADE_MODERN);
  give (f, expect_about (f, "tasks/get"),
        "{" TASK ("input_required") ",\"inputRequests\":{\"a\":" SAMPLING "}}");
  gh_test_wait (result != NULL);
  g_assert_null (called (f, result, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_DENIED);
  expect_about (f, "tasks/cancel");
  expect_nothing (f);
}

static void
test_modern_cancel (Fixture       *f,
                    gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  make_modern (f, MODERN_TASKS);
  call (f, cancellable, &result);
  give (f, expect_call (f, FALSE, NULL), MADE_MODERN);
  give (f, expect_about (f, "tasks/get"),
        "{" TASK ("input_required") ",\"inputRequests\":{\"a\":" SAMPLING "}}");
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_null (called (f, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (gh_fake_delegate_get_n_withdrawn (f->delegate), ==, 1);
  expect_about (f, "tasks/cancel");
  expect_nothing (f);
}

/* Not where the server did not declare the extension (8.43). */
static void
test_modern_undeclared (Fixture       *f,
                        gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  make_modern (f, "{\"tools\":{}}");
  call (f, NULL, &result);
  give (f, expect_call (f, FALSE, NULL), MADE_MODERN);
  gh_test_wait (result != NULL);
  g_assert_null (called (f, result, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
#define ADD(path, set_up, func) \
  g_test_add ("/mcp/tasks/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("legacy", set_up, test_legacy);
  ADD ("legacy-input", set_up, test_legacy_input);
  ADD ("legacy-ends", set_up, test_legacy_ends);
  ADD ("legacy-cancel", set_up, test_legacy_cancel);
  ADD ("legacy-no-cancel", set_up, test_legacy_no_cancel);
  ADD ("legacy-undeclared", set_up, test_legacy_undeclared);
  ADD ("close", set_up, test_close);
  ADD ("limit", set_up, test_limit);
  ADD ("modern", set_up_modern, test_modern);
  ADD ("resume", set_up_modern, test_resume);
  ADD ("modern-told", set_up_modern, test_modern_told);
  ADD ("modern-input", set_up_modern, test_modern_input);
  ADD ("modern-denied", set_up_modern, test_modern_denied);
  ADD ("modern-cancel", set_up_modern, test_modern_cancel);
  ADD ("modern-undeclared", set_up_modern, test_modern_undeclared);
#undef ADD
  return gh_test_run ();
}
