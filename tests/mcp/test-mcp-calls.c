/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a session asks of its server: tools, calls with progress and time-outs, log levels
 * (requirements 2.30-2.42, 8.x). */
#include "config.h"

#include "session-fixture.h"

#include <math.h>
#include <string.h>

#include "gh-json.h"
#include "gh-rpc-error.h"
#include "gh-test.h"

/* Tools */

static void
list_tools (Fixture       *f,
            GAsyncResult **result)
{
  gh_mcp_session_list_tools_async (f->session, NULL, gh_test_store_result_cb, result);
}

static void
give_page (Fixture    *f,
           const char *cursor_sent,
           const char *tools,
           const char *next)
{
  g_autoptr(JsonNode) hold = NULL;
  JsonObject *params;
  gint64 id = pop_request (f, "tools/list", &params, &hold);

  if (cursor_sent == NULL)
    g_assert_null (params);
  else
    {
      g_autofree char *cursor = gh_json_write (gh_json_get (params, "cursor"), NULL);

      g_assert_cmpstr (cursor, ==, cursor_sent);
    }
  receive (f, RPC "\"id\":%" G_GINT64_FORMAT ",\"result\":{\"tools\":[%s]%s%s}}", id,
           tools, next != NULL ? ",\"nextCursor\":" : "", next != NULL ? next : "");
}

static void
expect_tools (Fixture      *f,
              GAsyncResult *result,
              const char   *names)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) tools = gh_mcp_session_list_tools_finish (f->session, result, &error);
  g_autoptr(GString) text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < tools->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            ((GhMcpTool *) g_ptr_array_index (tools, i))->name);
  g_assert_cmpstr (text->str, ==, names);
}

static void
test_pages (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;

  make_ready (f, NEWEST, TOOLS);
  list_tools (f, &result);
  /* Cursors are opaque: the empty one, one with an escape, one json-glib could not hold. */
  give_page (f, NULL, "{\"name\":\"a\"},{\"nameless\":1},7", "\"\"");
  give_page (f, "\"\"", "{\"name\":\"b\"},{\"name\":\"a\"}", "\"a b/+=\\n\"");
  give_page (f, "\"a b/+=\\n\"", "", "\"x\\u0000y\"");
  give_page (f, "\"x\\u0000y\"", "{\"name\":\"c\"}", "null");
  gh_test_wait (result != NULL);
  expect_tools (f, result, "a b c");
}

static void
test_pages_repeated (Fixture       *f,
                     gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;

  make_ready (f, NEWEST, TOOLS);
  list_tools (f, &result);
  give_page (f, NULL, "{\"name\":\"a\"}", "\"x\"");
  give_page (f, "\"x\"", "{\"name\":\"a\"}", "\"x\"");
  gh_test_wait (result != NULL);
  expect_tools (f, result, "a");
}

static void
test_pages_endless (Fixture       *f,
                    gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  guint n_pages = 0;

  make_ready (f, NEWEST, TOOLS);
  list_tools (f, &result);
  while (result == NULL)
    {
      g_autofree char *next = g_strdup_printf ("\"%u\"", n_pages);
      gint64 id = pop_id (f, "tools/list");

      receive (f, RPC "\"id\":%" G_GINT64_FORMAT ",\"result\":{\"tools\":[],"
                  "\"nextCursor\":%s}}", id, next);
      n_pages++;
      g_assert_cmpuint (n_pages, <=, 1000);
    }
  expect_tools (f, result, "");
}

/* Few tools, but large ones: the list ends before the memory does. */
static void
test_pages_large (Fixture       *f,
                  gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GPtrArray) tools = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *padding = g_strnfill (7 * 1024 * 1024, 'x');

  make_ready (f, NEWEST, TOOLS);
  gh_mcp_session_list_tools_async (f->session, NULL, gh_test_store_result_cb, &result);
  for (guint i = 0; result == NULL && i < 10; i++)
    {
      g_autofree char *text = NULL;
      gint64 id = pop_id (f, "tools/list");

      text = g_strdup_printf (RPC "\"id\":%" G_GINT64_FORMAT ",\"result\":{\"tools\":[{\"name\":"
                              "\"t%u\",\"x\":\"%s\"}],\"nextCursor\":\"%u\"}}",
                              id, i, padding, i);
      gh_fake_transport_receive (f->transport, text);
      gh_test_settle ();
    }
  gh_test_wait (result != NULL);
  tools = gh_mcp_session_list_tools_finish (f->session, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (tools->len, ==, 2);
}

/* A tool that runs only as a task is marked, where the server can run tasks at all. */
static void
test_task_required (Fixture       *f,
                    gconstpointer  data)
{
  static const struct
  {
    const char *version;
    const char *capabilities;
    gboolean required;
  } cases[] = {
    { NEWEST, "{\"tools\":{},\"tasks\":{\"requests\":{\"tools\":{\"call\":{}}}}}", TRUE },
    { NEWEST, "{\"tools\":{},\"tasks\":{\"requests\":{\"tools\":{}}}}", FALSE },
    { NEWEST, "{\"tools\":{},\"tasks\":7}", FALSE },
    { "2025-06-18", "{\"tools\":{},\"tasks\":{\"requests\":{\"tools\":{\"call\":{}}}}}", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Fixture one = { 0 };
      g_autoptr(GAsyncResult) result = NULL;
      g_autoptr(GPtrArray) tools = NULL;
      gint64 id;

      set_up (&one, NULL);
      make_ready (&one, cases[i].version, cases[i].capabilities);
      gh_mcp_session_list_tools_async (one.session, NULL, gh_test_store_result_cb, &result);
      id = pop_id (&one, "tools/list");
      receive (&one, RPC "\"id\":%" G_GINT64_FORMAT ",\"result\":{\"tools\":["
               "{\"name\":\"a\",\"execution\":{\"taskSupport\":\"required\"}},"
               "{\"name\":\"b\",\"execution\":{\"taskSupport\":\"optional\"}},"
               "{\"name\":\"c\",\"execution\":\"required\"},{\"name\":\"d\"}]}}", id);
      gh_test_wait (result != NULL);
      tools = gh_mcp_session_list_tools_finish (one.session, result, NULL);
      g_assert_cmpuint (tools->len, ==, 4);
      for (guint j = 0; j < tools->len; j++)
        g_assert_cmpint (((GhMcpTool *) tools->pdata[j])->task_required, ==,
                         cases[i].required && j == 0);
      g_clear_pointer (&tools, g_ptr_array_unref);
      g_clear_object (&result);
      tear_down (&one, NULL);
    }
}

static void
test_pages_cursor_refused (Fixture       *f,
                           gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  gint64 id;

  make_ready (f, NEWEST, TOOLS);
  list_tools (f, &result);
  give_page (f, NULL, "{\"name\":\"a\"}", "\"x\"");
  id = pop_id (f, "tools/list");
  receive (f, RPC "\"id\":%" G_GINT64_FORMAT ",\"error\":{\"code\":-32602,"
              "\"message\":\"Invalid cursor\"}}", id);
  give_page (f, NULL, "{\"name\":\"b\"}", NULL);
  gh_test_wait (result != NULL);
  expect_tools (f, result, "b");
}

static void
test_list_malformed (Fixture       *f,
                     gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  gint64 id;

  make_ready (f, NEWEST, TOOLS);
  list_tools (f, &result);
  id = pop_id (f, "tools/list");
  receive (f, RPC "\"id\":%" G_GINT64_FORMAT ",\"result\":{\"tools\":{}}}", id);
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_list_tools_finish (f->session, result, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
}

static void
test_not_offered (Fixture       *f,
                  gconstpointer  data)
{
  g_autoptr(GAsyncResult) early = NULL;
  g_autoptr(GAsyncResult) listed = NULL;
  g_autoptr(GAsyncResult) called = NULL;
  g_autoptr(GAsyncResult) level = NULL;
  g_autoptr(GError) error = NULL;

  list_tools (f, &early);
  g_assert_null (early);
  gh_test_wait (early != NULL);
  g_assert_null (gh_mcp_session_list_tools_finish (f->session, early, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY);
  g_clear_error (&error);

  make_ready (f, NEWEST, "{}");
  list_tools (f, &listed);
  gh_mcp_session_call_tool_async (f->session, "t", NULL, NULL, NULL, NULL, gh_test_store_result_cb,
                                  &called);
  gh_mcp_session_set_log_level_async (f->session, "debug", NULL, gh_test_store_result_cb, &level);
  gh_test_wait (listed != NULL && called != NULL && level != NULL);
  g_assert_null (gh_mcp_session_list_tools_finish (f->session, listed, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY);
  g_clear_error (&error);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, called, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY);
  g_clear_error (&error);
  g_assert_false (gh_mcp_session_set_log_level_finish (f->session, level, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY);
  receive (f, "%s", RPC "\"method\":\"notifications/tools/list_changed\"}");
  expect_nothing (f);
}

static void
test_list_changed (Fixture       *f,
                   gconstpointer  data)
{
  gint64 start_time;

  make_ready (f, NEWEST, TOOLS);
  for (guint i = 0; i < 100; i++)
    receive (f, "%s", RPC "\"method\":\"notifications/tools/list_changed\"}");
  g_assert_cmpuint (f->n_changed, ==, 0);
  gh_test_wait (f->n_changed == 1);
  /* A server that never stops is heard more and more rarely: 0.3, 0.9, 2.1 s ... */
  start_time = g_get_monotonic_time ();
  while (g_get_monotonic_time () - start_time < G_USEC_PER_SEC)
    {
      receive (f, "%s", RPC "\"method\":\"notifications/tools/list_changed\"}");
      g_usleep (1000);
    }
  g_assert_cmpuint (f->n_changed, <=, 3);
}

/* Calls */

static void
expect_text (Fixture      *f,
             GAsyncResult *result,
             const char   *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GhMcpToolResult) answer = gh_mcp_session_call_tool_finish (f->session, result, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (answer->content->len, ==, 1);
  g_assert_cmpstr (((GhMcpContent *) g_ptr_array_index (answer->content, 0))->text, ==, text);
}

static void
answer_call (Fixture    *f,
             gint64      id,
             const char *text)
{
  receive (f, RPC "\"id\":%" G_GINT64_FORMAT ",\"result\":{\"content\":[{"
              "\"type\":\"text\",\"text\":\"%s\"}]}}", id, text);
}

static void
test_call (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr(GAsyncResult) first = NULL;
  g_autoptr(GAsyncResult) second = NULL;
  g_autoptr(JsonNode) arguments = NULL;
  JsonObject *object = json_object_new ();

  json_object_set_member (object, "n", gh_json_node_new_double (0.1));
  arguments = gh_json_node_new_object (object);
  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &first);
  expect (f, RPC "\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"t\","
             "\"arguments\":{},\"_meta\":{\"progressToken\":1}}}");
  gh_mcp_session_call_tool_async (f->session, "u", arguments, NULL, NULL, NULL,
                                  gh_test_store_result_cb, &second);
  expect (f, RPC "\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"u\","
             "\"arguments\":{\"n\":0.1},\"_meta\":{\"progressToken\":2}}}");
  answer_call (f, 3, "two");
  gh_test_wait (second != NULL);
  g_assert_null (first);
  answer_call (f, 2, "one");
  gh_test_wait (first != NULL);
  expect_text (f, first, "one");
  expect_text (f, second, "two");
  answer_call (f, 2, "again");
}

static void
test_call_error (Fixture       *f,
                 gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) odd = NULL;
  g_autoptr(GError) error = NULL;

  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &result);
  pop_id (f, "tools/call");
  receive (f, "%s", RPC "\"id\":2,\"error\":{\"code\":-32602,\"message\":\"No tool t\"}}");
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, result, &error));
  g_assert_error (error, GH_RPC_REMOTE_ERROR, -32602);
  g_clear_error (&error);
  call (f, NULL, &odd);
  pop_id (f, "tools/call");
  receive (f, "%s", RPC "\"id\":3,\"result\":\"fine\"}");
  gh_test_wait (odd != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, odd, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
}

static void
test_call_cancel (Fixture       *f,
                  gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) late = NULL;
  g_autoptr(GAsyncResult) next = NULL;
  g_autoptr(GError) error = NULL;

  make_ready (f, NEWEST, TOOLS);
  call (f, cancellable, &result);
  pop_id (f, "tools/call");
  g_cancellable_cancel (cancellable);
  g_assert_null (result);
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  expect (f, RPC "\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2,"
             "\"reason\":\"The user cancelled the call\"}}");
  /* The race: its answer and its progress come all the same (2.35). */
  receive (f, "%s", RPC "\"method\":\"notifications/progress\",\"params\":{"
           "\"progressToken\":1,\"progress\":1}}");
  answer_call (f, 2, "late");
  /* Cancelled before it began: nothing is sent. */
  call (f, cancellable, &late);
  gh_test_wait (late != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, late, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  expect_nothing (f);
  call (f, NULL, &next);
  answer_call (f, pop_id (f, "tools/call"), "ok");
  gh_test_wait (next != NULL);
  expect_text (f, next, "ok");
  g_assert_cmpuint (f->progress->len, ==, 0);
}

static void
test_call_close (Fixture       *f,
                 gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &result);
  pop_id (f, "tools/call");
  close_session (f);
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, result, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
}

static void
tell_progress (Fixture    *f,
               const char *params)
{
  receive (f, RPC "\"method\":\"notifications/progress\",\"params\":%s}", params);
}

static void
test_progress (Fixture       *f,
               gconstpointer  data)
{
  static const char * const junk[] = {
    "[]", "{}", "{\"progressToken\":\"1\",\"progress\":9}", "{\"progressToken\":7,\"progress\":9}",
    "{\"progressToken\":1}", "{\"progressToken\":1,\"progress\":\"9\"}",
    "{\"progressToken\":1,\"progress\":1e400}", "{\"progressToken\":1,\"progress\":0.5}",
    "{\"progressToken\":1,\"progress\":0.25}", "{\"progressToken\":1e400,\"progress\":9}",
  };
  g_autoptr(GAsyncResult) result = NULL;
  gint64 id, start_time;
  double last = 0;

  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &result);
  id = pop_id (f, "tools/call");
  tell_progress (f, "{\"progressToken\":1,\"progress\":0.5,\"total\":4,\"message\":\"half\"}");
  gh_test_wait (f->progress->len == 1);
  g_assert_cmpfloat (f->total, ==, 4);
  g_assert_cmpstr (f->message, ==, "half");
  for (guint i = 0; i < G_N_ELEMENTS (junk); i++)
    tell_progress (f, junk[i]);
  g_usleep (120 * 1000);
  gh_test_settle ();
  g_assert_cmpuint (f->progress->len, ==, 1);

  /* A total of nothing is no total. */
  tell_progress (f, "{\"progressToken\":1,\"progress\":1,\"total\":0}");
  gh_test_wait (f->progress->len == 2);
  g_assert_true (isnan (f->total));
  g_assert_null (f->message);

  /* A flood: at most ten a second, the newest each time. */
  start_time = g_get_monotonic_time ();
  for (guint i = 2; g_get_monotonic_time () - start_time < G_USEC_PER_SEC / 2; i++)
    {
      g_autofree char *params = g_strdup_printf ("{\"progressToken\":1,\"progress\":%u}", i);

      tell_progress (f, params);
    }
  g_assert_cmpuint (f->progress->len, >, 2);
  g_assert_cmpuint (f->progress->len, <=, 2 + 7);
  for (guint i = 0; i < f->progress->len; i++)
    {
      double value = g_array_index (f->progress, double, i);

      g_assert_cmpfloat (value, >, last);
      last = value;
    }

  /* Nothing after the end. */
  tell_progress (f, "{\"progressToken\":1,\"progress\":1000000}");
  answer_call (f, id, "done");
  gh_test_wait (result != NULL);
  g_array_set_size (f->progress, 0);
  tell_progress (f, "{\"progressToken\":1,\"progress\":2000000}");
  g_usleep (120 * 1000);
  gh_test_settle ();
  g_assert_cmpuint (f->progress->len, ==, 0);
}

static void
test_call_timeout (Fixture       *f,
                   gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  g_object_set (f->session, "call-timeout", 30, NULL);
  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &result);
  pop_id (f, "tools/call");
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, result, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT);
  expect (f, RPC "\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2,"
             "\"reason\":\"No answer in time\"}}");
}

/* Progress keeps a call alive, but not for ever (2.31). */
static void
test_call_limit (Fixture       *f,
                 gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  gint64 start_time = g_get_monotonic_time ();

  g_object_set (f->session, "call-timeout", 1000, "call-limit", 1600, NULL);
  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &result);
  pop_id (f, "tools/call");
  for (guint i = 0; result == NULL; i++)
    {
      g_autofree char *params = g_strdup_printf ("{\"progressToken\":1,\"progress\":%u}", i);

      g_assert_cmpint (g_get_monotonic_time () - start_time, <, 10 * G_USEC_PER_SEC);
      tell_progress (f, params);
      g_usleep (10 * 1000);
    }
  g_assert_cmpint (g_get_monotonic_time () - start_time, >=, 1500 * 1000);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, result, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT);
  expect (f, RPC "\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2,"
             "\"reason\":\"The call took too long\"}}");
}

/* A person's time is not the server's: neither clock runs while a request is under review
 * (2.32). */
static void
test_call_review (Fixture       *f,
                  gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  gint64 start_time, id;

  g_object_set (f->session, "call-timeout", 1000, "call-limit", 1200, NULL);
  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &result);
  id = pop_id (f, "tools/call");
  ask (f, "1");
  g_assert_cmpstr (gh_fake_delegate_get_tool (f->delegate, 0), ==, "t");
  start_time = g_get_monotonic_time ();
  while (g_get_monotonic_time () - start_time < 1500 * 1000)
    {
      gh_test_settle ();
      g_usleep (5 * 1000);
    }
  g_assert_null (result);
  gh_fake_delegate_answer (f->delegate, "a");
  gh_test_wait (gh_fake_transport_get_n_sent (f->transport) == 1);
  answer_call (f, id, "ok");
  gh_test_wait (result != NULL);
  expect_text (f, result, "ok");
}

/* The newest call is the likeliest cause. */
static void
test_sampling_tool (Fixture       *f,
                    gconstpointer  data)
{
  g_autoptr(GAsyncResult) first = NULL;
  g_autoptr(GAsyncResult) second = NULL;

  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &first);
  pop_id (f, "tools/call");
  gh_mcp_session_call_tool_async (f->session, "u", NULL, NULL, NULL, NULL, gh_test_store_result_cb,
                                  &second);
  pop_id (f, "tools/call");
  ask (f, "1");
  answer_call (f, 3, "x");
  gh_test_wait (second != NULL);
  ask (f, "2");
  answer_call (f, 2, "x");
  gh_test_wait (first != NULL);
  ask (f, "3");
  g_assert_cmpstr (gh_fake_delegate_get_tool (f->delegate, 0), ==, "u");
  g_assert_cmpstr (gh_fake_delegate_get_tool (f->delegate, 1), ==, "t");
  g_assert_null (gh_fake_delegate_get_tool (f->delegate, 2));
}

/* Logging */

static void
test_log (Fixture       *f,
          gconstpointer  data)
{
  g_autoptr(GAsyncResult) level = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *long_text = g_strnfill (100 * 1000, 'x');

  make_ready (f, NEWEST, TOOLS);
  gh_mcp_session_set_log_level_async (f->session, "debug", NULL, gh_test_store_result_cb, &level);
  expect (f, RPC "\"id\":2,\"method\":\"logging/setLevel\","
             "\"params\":{\"level\":\"debug\"}}");
  receive (f, "%s", RPC "\"id\":2,\"result\":{}}");
  gh_test_wait (level != NULL);
  g_assert_true (gh_mcp_session_set_log_level_finish (f->session, level, &error));

  receive (f, "%s", RPC "\"method\":\"notifications/message\",\"params\":{"
           "\"level\":\"error\",\"logger\":\"db\",\"data\":\"<b>x</b>\"}}");
  receive (f, "%s", RPC "\"method\":\"notifications/message\",\"params\":{"
           "\"level\":\"info\",\"data\":{\"n\":0.1}}}");
  receive (f, "%s", RPC "\"method\":\"notifications/message\",\"params\":{"
           "\"data\":\"a\\u0000b\"}}");
  receive (f, "%s", RPC "\"method\":\"notifications/message\",\"params\":{}}");
  receive (f, "%s", RPC "\"method\":\"notifications/message\"}");
  receive (f, "%s", "hello from a print statement");
  g_assert_cmpuint (f->logs->len, ==, 4);
  g_assert_cmpstr (f->logs->pdata[0], ==, "error/db/<b>x</b>");
  g_assert_cmpstr (f->logs->pdata[1], ==, "info/-/{\"n\":0.1}");
  g_assert_cmpstr (f->logs->pdata[2], ==, "info/-/a\xef\xbf\xbd" "b");
  g_assert_true (g_str_has_prefix (f->logs->pdata[3], "warning/json-rpc/"));
  g_assert_true (g_str_has_suffix (f->logs->pdata[3], "hello from a print statement"));

  receive (f, RPC "\"method\":\"notifications/message\",\"params\":{"
              "\"level\":\"info\",\"data\":\"%s\"}}", long_text);
  g_assert_cmpuint (strlen (f->logs->pdata[4]), <, 20 * 1000);
}

static void
test_log_flood (Fixture       *f,
                gconstpointer  data)
{
  gint64 start_time = g_get_monotonic_time ();
  guint most;

  make_ready (f, NEWEST, TOOLS);
  for (guint i = 0; i < 5000; i++)
    gh_fake_transport_receive (f->transport, RPC
                               "\"method\":\"notifications/message\",\"params\":{\"data\":1}}");
  most = 500 * (2 + (g_get_monotonic_time () - start_time) / G_USEC_PER_SEC);
  g_assert_cmpuint (f->logs->len, <=, most);
  g_assert_cmpuint (f->logs->len, >=, 500);
}

#define ADD(name, func) g_test_add ("/mcp/calls/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  ADD ("sampling-tool", test_sampling_tool);
  ADD ("pages", test_pages);
  ADD ("pages-repeated", test_pages_repeated);
  ADD ("pages-endless", test_pages_endless);
  ADD ("pages-cursor-refused", test_pages_cursor_refused);
  ADD ("pages-large", test_pages_large);
  ADD ("task-required", test_task_required);
  ADD ("list-malformed", test_list_malformed);
  ADD ("list-changed", test_list_changed);
  ADD ("not-offered", test_not_offered);
  ADD ("call", test_call);
  ADD ("call-error", test_call_error);
  ADD ("call-cancel", test_call_cancel);
  ADD ("call-close", test_call_close);
  ADD ("call-timeout", test_call_timeout);
  ADD ("call-limit", test_call_limit);
  ADD ("call-review", test_call_review);
  ADD ("progress", test_progress);
  ADD ("log", test_log);
  ADD ("log-flood", test_log_flood);
  return gh_test_run ();
}
