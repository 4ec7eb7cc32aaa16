/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A result of 10 MB on its way from a real process to values, and how long the main loop stands
 * still meanwhile. */
#include "config.h"

#include "gh-mcp-session.h"

#include <string.h>

#include "gh-rpc-stdio-transport.h"
#include "gh-test.h"

#define SIZE (10 * 1024 * 1024)
/* What a person may notice is 50 ms (build with optimisation); the bound is for slow machines. It
 * counts the main loop's own work. */
#define MAX_STALL_MS 250
/* With everything, other programs included: so it neither waits. */
#define MAX_WAIT_MS 5000

static gint64 last_turn;
static gint64 last_work;
static gint64 longest;
static gint64 longest_work;

static gboolean
turn_cb (gpointer user_data)
{
  gint64 now = g_get_monotonic_time ();
  gint64 work = gh_test_get_work ();

  longest = MAX (longest, now - last_turn);
  longest_work = MAX (longest_work, work - last_work);
  last_turn = now;
  last_work = work;
  return G_SOURCE_CONTINUE;
}

/* Freeing a tree of many values takes as long as reading it: whoever takes a result out of the
 * session does it in a thread (host/gh-tool-call does). */
static void
free_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  gh_mcp_tool_result_free (task_data);
  g_task_return_boolean (task, TRUE);
}

static void
free_result (GhMcpToolResult *take_result)
{
  g_autoptr(GAsyncResult) freed = NULL;
  g_autoptr(GTask) task = g_task_new (NULL, NULL, gh_test_store_result_cb, &freed);

  g_task_set_source_tag (task, free_result);
  g_task_set_task_data (task, take_result, NULL);
  g_task_run_in_thread (task, free_thread);
  gh_test_wait_for (freed != NULL, 60);
}

/* A server in shell: it answers initialize, says what is said before, and answers one call,
 * whatever is asked. */
static char *
write_script (const char *dir,
              const char *before,
              const char *content)
{
  g_autofree char *first = g_build_filename (dir, "first", NULL);
  g_autofree char *second = g_build_filename (dir, "second", NULL);
  g_autofree char *result = g_strdup_printf (
    "%s{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[%s]}}\n", before, content);

  g_assert_true (g_file_set_contents (first, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{"
                                      "\"protocolVersion\":\"2025-11-25\","
                                      "\"capabilities\":{\"tools\":{}}}}\n", -1, NULL));
  g_assert_true (g_file_set_contents (second, result, -1, NULL));
  return g_strdup_printf ("read a; cat '%s'; read a; read a; cat '%s'; read a", first, second);
}

static void
transfer (const char *what,
          const char *before,
          const char *content)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *script = write_script (dir, before, content);
  const char *argv[] = { "/bin/sh", "-c", script, NULL };
  g_auto(GStrv) environment = g_get_environ ();
  g_autoptr(GhRpcStdioTransport) transport =
    gh_rpc_stdio_transport_new (argv, (const char * const *) environment, NULL);
  g_autoptr(GhMcpSession) session = gh_mcp_session_new (GH_RPC_TRANSPORT (transport), NULL);
  g_autoptr(GAsyncResult) started = NULL;
  g_autoptr(GAsyncResult) called = NULL;
  g_autoptr(GAsyncResult) closed = NULL;
  g_autoptr(GError) error = NULL;
  GhMcpToolResult *result;
  gint64 start;
  guint timer;

  g_object_set (session, "era", "legacy", NULL);
  gh_mcp_session_start_async (session, NULL, gh_test_store_result_cb, &started);
  gh_test_wait (started != NULL);
  g_assert_true (gh_mcp_session_start_finish (session, started, &error));

  timer = g_timeout_add_full (G_PRIORITY_DEFAULT, 1, turn_cb, NULL, NULL);
  start = last_turn = g_get_monotonic_time ();
  last_work = gh_test_get_work ();
  longest = longest_work = 0;
  gh_mcp_session_call_tool_async (session, "t", NULL, NULL, NULL, NULL, gh_test_store_result_cb,
                                  &called);
  gh_test_wait_for (called != NULL, 60);
  result = gh_mcp_session_call_tool_finish (session, called, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (result->content->len, >=, 1);
  g_clear_object (&called);
  free_result (result);
  turn_cb (NULL);
  g_test_message ("%s: %.0f ms, longest stall %.1f ms, of them %.1f ms work", what,
                  (g_get_monotonic_time () - start) / 1000.0, longest / 1000.0,
                  longest_work / 1000.0);
  g_source_remove (timer);
  g_assert_cmpint (longest_work, <, MAX_STALL_MS * 1000 * (gint64) gh_test_get_slow ());
  g_assert_cmpint (longest, <, MAX_WAIT_MS * 1000 * (gint64) gh_test_get_slow ());
  gh_mcp_session_close_async (session, gh_test_store_result_cb, &closed);
  gh_test_wait (closed != NULL);
}

static void
test_text (void)
{
  g_autofree char *text = g_strnfill (SIZE, 'x');
  g_autofree char *content = g_strdup_printf ("{\"type\":\"text\",\"text\":\"%s\"}", text);

  transfer ("text", "", content);
}

static void
test_image (void)
{
  g_autofree guchar *bytes = g_malloc0 (SIZE / 4 * 3);
  g_autofree char *text = g_base64_encode (bytes, SIZE / 4 * 3);
  g_autofree char *content = g_strdup_printf (
    "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"%s\"}", text);

  transfer ("image", "", content);
}

static void
append_values (GString *text)
{
  gsize end = text->len + SIZE;

  g_string_append (text, "[0");
  while (text->len < end)
    g_string_append (text, ",{\"id\":12345,\"name\":\"value\"}");
  g_string_append (text, "]");
}

/* Many small values cost more than few large ones. */
static void
test_values (void)
{
  g_autoptr(GString) content =
    g_string_new ("{\"type\":\"text\",\"text\":\"\",\"_meta\":{\"values\":");

  append_values (content);
  g_string_append (content, "}}");
  transfer ("values", "", content->str);
}

/* Something nobody waits for must not hold us up either, when it is thrown away. */
static void
test_notification (void)
{
  g_autoptr(GString) before = g_string_new ("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\","
                                            "\"params\":{\"values\":");

  append_values (before);
  g_string_append (before, "}}\n");
  transfer ("notification", before->str, "{\"type\":\"text\",\"text\":\"\"}");
}

/* Of what is only shown, only as much is written as is shown. */
static void
test_log (void)
{
  g_autoptr(GString) message = g_string_new ("{\"jsonrpc\":\"2.0\",\"method\":"
                                             "\"notifications/message\",\"params\":{\"data\":");
  g_autoptr(GString) malformed = g_string_new ("{\"jsonrpc\":\"2.0\",\"x\":");

  append_values (message);
  g_string_append (message, "}}\n");
  transfer ("log", message->str, "{\"type\":\"text\",\"text\":\"\"}");
  append_values (malformed);
  g_string_append (malformed, "}\n");
  transfer ("malformed", malformed->str, "{\"type\":\"text\",\"text\":\"\"}");
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/mcp/large/text", test_text);
  g_test_add_func ("/mcp/large/image", test_image);
  g_test_add_func ("/mcp/large/values", test_values);
  g_test_add_func ("/mcp/large/notification", test_notification);
  g_test_add_func ("/mcp/large/log", test_log);
  return gh_test_run ();
}
