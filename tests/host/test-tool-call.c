/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is shown of a server: results of its tools, and what it says. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "gh-content-private.h"
#include "gh-failure.h"
#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-rpc-error.h"
#include "gh-server-log.h"
#include "gh-test.h"
#include "gh-tool-call-private.h"
#include "gh-tool-private.h"

static JsonNode *
read_json (const char *text)
{
  g_autoptr(GError) error = NULL;
  JsonNode *node = gh_json_read (text, strlen (text), &error);

  g_assert_no_error (error);
  return node;
}

static GhTool *
tool_new (const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = read_json (text);
  g_autoptr(GhMcpTool) tool = gh_mcp_tool_parse (node, TRUE, &error);

  g_assert_no_error (error);
  return gh_tool_new (tool);
}

static GhMcpToolResult *
result_new (const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = read_json (text);
  g_autoptr(GhJsonValue) value = gh_json_value_new (node);
  GhMcpToolResult *result = gh_mcp_tool_result_parse (value, &error);

  g_assert_no_error (error);
  return result;
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static GhToolCall *
call_new (guint *n_states)
{
  g_autoptr(GhTool) tool = tool_new ("{\"name\":\"find\",\"inputSchema\":{\"type\":\"object\"}}");
  GhToolCall *call = gh_tool_call_new (tool, NULL);

  g_signal_connect_swapped (call, "notify::state", G_CALLBACK (count_cb), n_states);
  return call;
}

static void
assert_content (GListModel    *list,
                guint          position,
                GhContentKind  kind,
                const char    *text)
{
  g_autoptr(GhContent) content = g_list_model_get_item (list, position);

  g_assert_cmpint (gh_content_get_kind (content), ==, kind);
  if (text != NULL)
    g_assert_nonnull (strstr (gh_content_get_text (content), text));
}

/* Every kind of block, also ones that nobody knows yet. */
static void
test_result (void)
{
  guint n_states = 0;
  g_autoptr(GhToolCall) call = call_new (&n_states);
  GListModel *list = gh_tool_call_list_content (call);
  g_autoptr(GhContent) image = NULL;
  g_autoptr(GhContent) link = NULL;
  g_autofree char *json = NULL;

  gh_tool_call_take_result (call, result_new (
    "{\"isError\":true,\"structuredContent\":{\"a\":1.50},\"content\":["
    "{\"type\":\"text\",\"text\":\"<b>plain</b>\"},"
    "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"aGVsbG8=\"},"
    "{\"type\":\"audio\",\"mimeType\":\"audio/wav\",\"data\":\"aGVsbG8=\"},"
    "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a\",\"text\":\"inside\"}},"
    "{\"type\":\"resource_link\",\"uri\":\"https://example.org\",\"name\":\"Example\"},"
    "{\"type\":\"hologram\",\"rays\":7}]}"));
  g_assert_cmpint (gh_tool_call_get_state (call), ==, GH_TOOL_CALL_RUNNING);
  gh_test_wait (gh_tool_call_get_state (call) == GH_TOOL_CALL_DONE);
  g_assert_cmpuint (n_states, ==, 1);
  g_assert_true (gh_tool_call_get_is_error (call));
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 7);
  assert_content (list, 0, GH_CONTENT_TEXT, "<b>plain</b>");
  assert_content (list, 1, GH_CONTENT_IMAGE, NULL);
  assert_content (list, 2, GH_CONTENT_AUDIO, NULL);
  assert_content (list, 3, GH_CONTENT_RESOURCE, "inside");
  assert_content (list, 4, GH_CONTENT_RESOURCE_LINK, NULL);
  assert_content (list, 5, GH_CONTENT_UNKNOWN, "hologram");
  assert_content (list, 6, GH_CONTENT_STRUCTURED, "1.50");
  image = g_list_model_get_item (list, 1);
  g_assert_cmpuint (g_bytes_get_size (gh_content_get_data (image)), ==, 5);
  g_assert_cmpstr (gh_content_get_mime_type (image), ==, "image/png");
  link = g_list_model_get_item (list, 4);
  g_assert_cmpstr (gh_content_get_uri (link), ==, "https://example.org");
  g_assert_cmpuint (gh_tool_call_get_size (call), >, 20);
  json = g_strndup (g_bytes_get_data (gh_tool_call_get_json (call), NULL),
                    g_bytes_get_size (gh_tool_call_get_json (call)));
  g_assert_true (g_str_has_prefix (json, "{\"isError\":true,\"structuredContent\":{\"a\":1.50}"));

  /* It is over once. */
  gh_tool_call_cancel (call);
  gh_tool_call_set_progress (call, 1, 2, "late");
  g_assert_cmpint (gh_tool_call_get_state (call), ==, GH_TOOL_CALL_DONE);
  g_assert_true (isnan (gh_tool_call_get_progress (call)));
}

/* What does not fit the tool's schemas goes along with the result. */
static void
test_warning (void)
{
  guint n_states = 0;
  g_autoptr(GhToolCall) doubtful = call_new (&n_states);
  g_autoptr(GhToolCall) refused = call_new (&n_states);
  g_autoptr(GError) arguments = g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_ARGUMENTS, "/n: wrong");
  GhMcpToolResult *result = result_new ("{\"content\":[]}");

  result->warning = g_strdup ("/t: wrong");
  gh_tool_call_take_result (doubtful, result);
  gh_test_wait (gh_tool_call_get_state (doubtful) == GH_TOOL_CALL_DONE);
  g_assert_cmpstr (gh_tool_call_get_warning (doubtful), ==, "/t: wrong");

  gh_tool_call_fail (refused, arguments);
  g_assert_null (gh_tool_call_get_warning (refused));
  g_assert_cmpint (gh_failure_of_error (gh_tool_call_get_error (refused), NULL), ==,
                   GH_FAILURE_ARGUMENTS);
}

static void
test_failure (void)
{
  g_autoptr(GError) exited = g_error_new (GH_RPC_ERROR, GH_RPC_ERROR_EXITED, "gone");
  g_autoptr(GError) cancelled = g_error_new (G_IO_ERROR, G_IO_ERROR_CANCELLED, "enough");
  guint n_states = 0;
  g_autoptr(GhToolCall) failed = call_new (&n_states);
  g_autoptr(GhToolCall) stopped = call_new (&n_states);
  g_autoptr(GhToolCall) dropped = call_new (&n_states);

  gh_tool_call_fail (failed, exited);
  gh_tool_call_fail (failed, cancelled);
  g_assert_cmpint (gh_tool_call_get_state (failed), ==, GH_TOOL_CALL_FAILED);
  g_assert_error (gh_tool_call_get_error (failed), GH_RPC_ERROR, GH_RPC_ERROR_EXITED);
  g_assert_false (gh_tool_call_get_is_error (failed));
  gh_tool_call_fail (stopped, cancelled);
  g_assert_cmpint (gh_tool_call_get_state (stopped), ==, GH_TOOL_CALL_CANCELLED);

  /* Cancelled while its result is made ready. */
  gh_tool_call_take_result (dropped, result_new ("{\"content\":[]}"));
  gh_tool_call_cancel (dropped);
  g_assert_true (g_cancellable_is_cancelled (gh_tool_call_get_cancellable (dropped)));
  for (guint i = 0; i < 20; i++)
    {
      g_usleep (1000);
      gh_test_settle ();
    }
  g_assert_cmpint (gh_tool_call_get_state (dropped), ==, GH_TOOL_CALL_CANCELLED);
  g_assert_cmpuint (n_states, ==, 3);
}

static void
test_tool (void)
{
  g_autoptr(GhTool) plain = tool_new ("{\"name\":\"find\"}");
  g_autoptr(GhTool) full =
    tool_new ("{\"name\":\"find\",\"title\":\"Find it\",\"description\":\"Finds\",\"inputSchema\":{"
              "\"type\":\"object\",\"x\":1},\"annotations\":{\"readOnlyHint\":true,"
              "\"destructiveHint\":true}}");
  g_autofree char *title = NULL;

  g_assert_cmpstr (gh_tool_get_title (plain), ==, "find");
  g_assert_null (gh_tool_get_description (plain));
  g_assert_nonnull (gh_tool_get_input_schema (plain));
  g_assert_true (gh_tool_get_destructive (plain));
  g_object_get (full, "title", &title, NULL);
  g_assert_cmpstr (title, ==, "Find it");
  g_assert_cmpstr (gh_tool_get_description (full), ==, "Finds");
  g_assert_true (gh_tool_get_read_only (full));
  g_assert_false (gh_tool_get_destructive (full));
}

/* Whatever comes, text for showing is UTF-8 and bounded. */
static void
test_text (void)
{
  g_autoptr(GhContent) content = gh_content_new (GH_CONTENT_TEXT, "a\xff" "b", "\xfe", NULL, NULL);
  g_autofree char *longest = g_strnfill (GH_LOG_LINE_MAX + 1, 'x');
  g_autofree char *umlauts = g_strdup (longest);
  g_autoptr(GhLogLine) cut = NULL;
  g_autoptr(GhLogLine) whole = NULL;
  g_autoptr(GhLogLine) broken = NULL;

  g_assert_true (g_utf8_validate (gh_content_get_text (content), -1, NULL));
  g_assert_true (g_utf8_validate (gh_content_get_mime_type (content), -1, NULL));

  /* Not cut in the middle of a character. */
  memcpy (umlauts + GH_LOG_LINE_MAX - 1, "\xc3\xbc", 2);
  cut = gh_log_line_new (GH_LOG_STDERR, NULL, NULL, umlauts);
  g_assert_true (g_utf8_validate (gh_log_line_get_text (cut), -1, NULL));
  g_assert_true (g_str_has_suffix (gh_log_line_get_text (cut), "x…"));
  g_assert_null (strstr (gh_log_line_get_text (cut), "\xef\xbf\xbd"));
  longest[GH_LOG_LINE_MAX] = '\0';
  whole = gh_log_line_new (GH_LOG_MESSAGE, "error", "desk", longest);
  g_assert_cmpstr (gh_log_line_get_text (whole), ==, longest);
  g_assert_cmpstr (gh_log_line_get_level (whole), ==, "error");
  g_assert_cmpstr (gh_log_line_get_logger (whole), ==, "desk");
  g_assert_cmpint (gh_log_line_get_time (whole), >, 0);
  broken = gh_log_line_new (GH_LOG_STDERR, NULL, NULL, "\x80\xff");
  g_assert_true (g_utf8_validate (gh_log_line_get_text (broken), -1, NULL));
}

static void
test_log (void)
{
  g_autoptr(GhServerLog) log = gh_server_log_new ();
  GListModel *lines = gh_server_log_list_lines (log);
  g_autoptr(GhLogLine) first = NULL;
  g_autoptr(GhLogLine) last = NULL;
  guint n_changes = 0;

  g_signal_connect_swapped (lines, "items-changed", G_CALLBACK (count_cb), &n_changes);
  gh_server_log_flush (log);
  for (guint i = 0; i < 3; i++)
    gh_server_log_add (log, GH_LOG_STDERR, NULL, NULL, "line");
  g_assert_cmpuint (g_list_model_get_n_items (lines), ==, 0);
  gh_test_wait (g_list_model_get_n_items (lines) == 3);
  g_assert_cmpuint (n_changes, ==, 1);

  for (guint i = 0; i < 3 * GH_SERVER_LOG_MAX; i++)
    {
      g_autofree char *text = g_strdup_printf ("flood %u", i);

      gh_server_log_add (log, GH_LOG_STDERR, NULL, NULL, text);
    }
  gh_server_log_flush (log);
  g_assert_cmpuint (g_list_model_get_n_items (lines), ==, GH_SERVER_LOG_MAX);
  g_assert_cmpuint (n_changes, <=, 3);
  first = g_list_model_get_item (lines, 0);
  g_assert_cmpint (gh_log_line_get_source (first), ==, GH_LOG_HOST);
  g_assert_cmpstr (gh_log_line_get_logger (first), ==, "left-out");
  g_assert_true (g_str_has_prefix (gh_log_line_get_text (first), "4001 "));
  last = g_list_model_get_item (lines, GH_SERVER_LOG_MAX - 1);
  g_assert_cmpstr (gh_log_line_get_text (last), ==, "flood 5999");
  g_signal_handlers_disconnect_by_data (lines, &n_changes);

  /* It goes while lines wait. */
  gh_server_log_add (log, GH_LOG_STDERR, NULL, NULL, "too late");
}

static void
gone_cb (gpointer  user_data,
         GObject  *where_it_was)
{
  *(GThread **) user_data = g_thread_self ();
}

/* A call that nobody looks at any more ends in the main thread, not in the one that made its
 * result ready. */
static void
test_dropped (void)
{
  for (guint i = 0; i < 500; i++)
    {
      guint n_states = 0;
      GThread *thread = NULL;
      GhToolCall *call = call_new (&n_states);

      g_object_weak_ref (G_OBJECT (call), gone_cb, &thread);
      gh_tool_call_take_result (call, result_new ("{\"content\":[]}"));
      g_object_unref (call);
      gh_test_wait (g_atomic_pointer_get (&thread) != NULL);
      g_assert_true (thread == g_thread_self ());
    }
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);

  g_test_add_func ("/host/tool-call/result", test_result);
  g_test_add_func ("/host/tool-call/warning", test_warning);
  g_test_add_func ("/host/tool-call/dropped", test_dropped);
  g_test_add_func ("/host/tool-call/failure", test_failure);
  g_test_add_func ("/host/tool-call/tool", test_tool);
  g_test_add_func ("/host/tool-call/text", test_text);
  g_test_add_func ("/host/tool-call/log", test_log);
  return gh_test_run ();
}
