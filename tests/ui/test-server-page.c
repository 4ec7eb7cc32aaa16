/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server's page by its real widgets, with the travel desk's server and with children that
 * fail. */
#include "config.h"

#include "gh-content-view.h"
#include "gh-fake-http-server.h"
#include "gh-form-row.h"
#include "gh-json.h"
#include "gh-log-page.h"
#include "gh-reviewer.h"
#include "gh-server-page.h"
#include "gh-server-setup-page.h"
#include "gh-test-host.h"
#include "gh-test-ui.h"
#include "gh-tool-form.h"
#include "gh-tool-page.h"
#include "gh-tool-result.h"
#include "gh-tools-page.h"
#include "gh-travel-desk.h"
#include "gh-ui.h"
#include "gh-window.h"

#include <string.h>

typedef struct
{
  char     *config_dir;
  GhHost   *host;
  GhWindow *window;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr(GSettings) settings = g_settings_new (GH_APP_ID);

  /* The test before may have left it narrow. */
  g_settings_reset (settings, "window-width");
  g_settings_reset (settings, "window-height");
  fixture->config_dir = gh_test_make_dir ();
  fixture->host = gh_host_new (fixture->config_dir, NULL);
  fixture->window = g_object_ref_sink (gh_window_new (NULL, fixture->host));
  gh_test_ui_show (GTK_WINDOW (fixture->window));
  gh_test_host_load (fixture->host);
  gh_window_set_loaded (fixture->window);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{

  gtk_window_destroy (GTK_WINDOW (fixture->window));
  gh_test_settle ();
  g_assert_finalize_object (g_steal_pointer (&fixture->window));
  gh_test_host_close (fixture->host);
  g_clear_object (&fixture->host);
  g_clear_pointer (&fixture->config_dir, g_free);
}

static GhServer *
add_server (Fixture    *fixture,
            const char *name,
            const char *command,
            gboolean    consented)
{
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) argv = gh_server_config_parse_command (command, &error);
  g_autoptr(GhServerConfig) config = NULL;
  GhServer *server;

  g_assert_no_error (error);
  config = gh_server_config_new (name, (const char * const *) argv, NULL, NULL, FALSE);
  server = gh_server_list_add (gh_host_get_servers (fixture->host), config, consented);
  gh_window_show_server (fixture->window, server);
  gh_test_ui_wait_frame (GTK_WIDGET (fixture->window));
  return server;
}

static GhServer *
start_show (Fixture *fixture)
{
  GhServer *server = add_server (fixture, "Show", g_getenv ("GH_SHOW_SERVER"), TRUE);

  gh_server_start (server);
  gh_test_wait (gh_server_get_state (server) == GH_SERVER_RUNNING &&
                g_list_model_get_n_items (gh_server_list_tools (server)) > 0);
  gh_test_ui_wait_frame (GTK_WIDGET (fixture->window));
  return server;
}

/* The page of the server that is shown. */
static GtkWidget *
find_page (Fixture *fixture)
{
  GtkWidget *page;

  for (guint i = 0;
       (page = gh_test_ui_find_type (GTK_WIDGET (fixture->window), GH_TYPE_SERVER_PAGE,
                                     i)) != NULL; i++)
    if (gtk_widget_get_child_visible (page))
      return page;
  g_assert_not_reached ();
}

/* A widget of the visible page by its id in the .ui file of the type it belongs to. */
static GtkWidget *
find (Fixture    *fixture,
      GType       type,
      const char *id)
{
  GtkWidget *owner = type == GH_TYPE_SERVER_PAGE ? find_page (fixture)
                                                 : gh_test_ui_find_type (find_page (fixture), type,
                                                                         0);
  GtkWidget *widget;

  g_assert_nonnull (owner);
  widget = gh_test_ui_find_id (owner, id);
  g_assert_nonnull (widget);
  return widget;
}

static GtkWidget *
find_input (Fixture    *fixture,
            const char *name)
{
  GtkWidget *row;

  for (guint i = 0; (row = gh_test_ui_find_type (find_page (fixture), GH_TYPE_FORM_ROW,
                                                 i)) != NULL; i++)
    if (g_str_equal (gh_form_field_get_name (gh_form_row_get_field (GH_FORM_ROW (row))), name))
      return gh_form_row_get_input (GH_FORM_ROW (row));
  g_assert_not_reached ();
}

static gboolean
shows (Fixture    *fixture,
       const char *text)
{
  return gh_test_ui_shows (GTK_WIDGET (fixture->window), text);
}

static void
select_tool (Fixture    *fixture,
             const char *name)
{
  GtkWidget *list = find (fixture, GH_TYPE_TOOLS_PAGE, "list");
  GListModel *tools = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)));

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr(GhTool) tool = g_list_model_get_item (tools, i);

      if (!g_str_equal (gh_tool_get_name (tool), name))
        continue;
      gtk_widget_activate_action (list, "list.activate-item", "u", i);
      gh_test_ui_wait_frame (list);
      return;
    }
  g_assert_not_reached ();
}

static GhToolCall *
run (Fixture *fixture)
{
  GtkWidget *result;

  gh_test_ui_click (find (fixture, GH_TYPE_TOOL_PAGE, "run"));
  result = gh_test_ui_find_type (find_page (fixture), GH_TYPE_TOOL_RESULT, 0);
  return gh_tool_result_get_call (GH_TOOL_RESULT (result));
}

static void
run_to_end (Fixture    *fixture,
            const char *name)
{
  GhToolCall *call;

  select_tool (fixture, name);
  call = run (fixture);
  g_assert_nonnull (call);
  gh_test_wait (gh_tool_call_get_state (call) != GH_TOOL_CALL_RUNNING);
  gh_test_ui_wait_frame (find_page (fixture));
}

/* --- who answers model requests --- */

#define TEST_TYPE_REVIEWER (test_reviewer_get_type ())
G_DECLARE_FINAL_TYPE (TestReviewer, test_reviewer, TEST, REVIEWER, GObject)

struct _TestReviewer
{
  GObject parent_instance;
};

static void test_reviewer_iface_init (GhReviewerInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TestReviewer, test_reviewer, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GH_TYPE_REVIEWER, test_reviewer_iface_init))

static void
test_reviewer_review (GhReviewer        *self,
                      GhSamplingRequest *request)
{
  gh_sampling_request_answer_by_hand (request);
  gh_sampling_request_set_answer (request, "AP7323\nCZ2793\nRN5383");
  gh_sampling_request_give (request);
}

static void
test_reviewer_iface_init (GhReviewerInterface *iface)
{
  iface->review = test_reviewer_review;
}

static void
test_reviewer_class_init (TestReviewerClass *klass)
{
}

static void
test_reviewer_init (TestReviewer *self)
{
}

/* The window makes its own reviewer when it is idle: not after this one. */
static void
take_review (Fixture    *fixture,
             GhReviewer *reviewer)
{
  gh_window_get_review (fixture->window);
  gh_request_broker_set_reviewer (gh_host_get_requests (fixture->host), reviewer);
}

/* --- tests --- */

static void
test_tools (Fixture       *fixture,
            gconstpointer  data)
{
  GhServer *server = start_show (fixture);
  GtkWidget *list;
  GListModel *shown;

  list = find (fixture, GH_TYPE_TOOLS_PAGE, "list");
  shown = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)));
  g_assert_true (shows (fixture, "Connected · Protocol 2025-11-25"));
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, 8);
  g_assert_true (shows (fixture, "Echo"));
  g_assert_true (shows (fixture, "Says it only reads"));
  select_tool (fixture, "fail");
  g_assert_true (shows (fixture, "May change things"));
  g_assert_true (shows (fixture, "This tool needs no input."));

  gh_test_ui_type (find (fixture, GH_TYPE_TOOLS_PAGE, "search"), "ECH");
  gh_test_wait (g_list_model_get_n_items (shown) == 1);
  gh_test_ui_type (find (fixture, GH_TYPE_TOOLS_PAGE, "search"), "nothing like it");
  gh_test_wait (shows (fixture, "No tool has these letters in its title or name."));
  gh_test_ui_type (find (fixture, GH_TYPE_TOOLS_PAGE, "search"), "");
  gh_test_wait (g_list_model_get_n_items (shown) == 8);

  gh_test_ui_click (find (fixture, GH_TYPE_SERVER_PAGE, "stop"));
  gh_test_wait (gh_server_get_state (server) == GH_SERVER_STOPPED);
  g_assert_true (shows (fixture, "Stopped"));
  gh_test_ui_click (find (fixture, GH_TYPE_SERVER_PAGE, "start"));
  gh_test_wait (gh_server_get_state (server) == GH_SERVER_RUNNING);
}

static void
test_form (Fixture       *fixture,
           gconstpointer  data)
{
  GtkWidget *view;
  GtkWidget *text;
  g_autofree char *kept = NULL;

  start_show (fixture);
  select_tool (fixture, "echo");

  /* What is missing is said, and has the focus. */
  g_assert_null (run (fixture));
  g_assert_true (shows (fixture, "This is needed. Fill it in."));
  text = find_input (fixture, "text");
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture->window)) == text);
  gh_test_ui_type (text, "hello");
  g_assert_false (shows (fixture, "This is needed. Fill it in."));

  gh_test_ui_type (find_input (fixture, "id"), "9007199254740993x");
  g_assert_true (shows (fixture, "Write a whole number, such as 12."));
  g_assert_null (run (fixture));
  gh_test_ui_type (find_input (fixture, "id"), "9007199254740993");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_input (fixture, "size")), 2);
  gh_test_ui_click (find_input (fixture, "loud"));
  gh_test_ui_type (find_input (fixture, "tags"), "[\"a\"");
  g_assert_true (shows (fixture, "This is not JSON yet. A list looks like [\"one\", \"two\"]."));

  /* To JSON and back, with the half-typed list. */
  gh_test_ui_click (find (fixture, GH_TYPE_TOOL_FORM, "json_button"));
  view = find (fixture, GH_TYPE_TOOL_FORM, "view");
  g_assert_true (gtk_widget_get_mapped (view));
  gh_test_ui_click (find (fixture, GH_TYPE_TOOL_FORM, "form_button"));
  gh_test_ui_wait_frame (find_page (fixture));
  gh_test_ui_type (find_input (fixture, "tags"), "[\"a\"]");
  run_to_end (fixture, "echo");
  g_assert_true (shows (fixture,
                        "{\"text\":\"hello\",\"count\":2,\"id\":9007199254740993,\"size\":\"m\","
                                 "\"loud\":true,\"tags\":[\"a\"]}"));

  /* JSON that is none keeps the person there. */
  gh_test_ui_click (find (fixture, GH_TYPE_TOOL_FORM, "json_button"));
  gh_test_ui_type (view, "{\"text\": \"by hand\", ");
  gh_test_ui_click (find (fixture, GH_TYPE_TOOL_FORM, "form_button"));
  g_assert_true (gtk_widget_get_mapped (view));
  gh_test_ui_type (view, "[]");
  gh_test_ui_click (find (fixture, GH_TYPE_TOOL_PAGE, "run"));
  g_assert_true (shows (fixture, "A tool takes an object: begin with { and end with }."));
  gh_test_ui_type (view, "{\"text\": \"by hand\", \"more\": [1e400]}");
  run_to_end (fixture, "echo");
  g_assert_true (shows (fixture, "{\"text\":\"by hand\",\"more\":[1e400]}"));

  /* Another tool and back: what was entered is there. */
  select_tool (fixture, "fail");
  select_tool (fixture, "echo");
  gh_test_ui_click (find (fixture, GH_TYPE_TOOL_FORM, "form_button"));

  g_assert_true (shows (fixture, "Any words"));
  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (find_input (fixture, "text"))), "text",
                &kept, NULL);
  g_assert_cmpstr (kept, ==, "by hand");

  /* Earlier results. */
  g_assert_true (shows (fixture, "2 of 2"));
  gh_test_ui_click (find (fixture, GH_TYPE_TOOL_PAGE, "earlier"));
  g_assert_true (shows (fixture, "1 of 2"));
  g_assert_false (gtk_widget_get_sensitive (find (fixture, GH_TYPE_TOOL_PAGE, "earlier")));
}

/* The structured result. */
static GtkTextView *
find_json (Fixture *fixture)
{
  for (guint i = 0;; i++)
    {
      GtkWidget *view = gh_test_ui_find_type (find_page (fixture), GH_TYPE_CONTENT_VIEW, i);
      GtkWidget *source = gh_test_ui_find_id (view, "source");

      if (gtk_widget_get_mapped (source))
        return GTK_TEXT_VIEW (source);
    }
}

static void
test_results (Fixture       *fixture,
              gconstpointer  data)
{
  GtkWidget *picture;

  start_show (fixture);
  run_to_end (fixture, "all");
  g_assert_true (shows (fixture, "Use this result with care. The structured result does not fit "
                                 "the tool's schema: /answer: is not of type string (type)"));
  g_assert_true (shows (fixture, "A <b>text</b>⟨U+202E⟩⟨U+0007⟩ with traps"));
  g_assert_true (shows (fixture, "Content of a kind that Gatehouse does not know"));
  g_assert_true (shows (fixture, "Structured Result"));
  g_assert_true (shows (fixture, "file:///tmp/a"));
  g_assert_true (shows (fixture, "Inside"));
  g_assert_true (shows (fixture, "Sound · audio/wav · 5 bytes"));
  picture = gh_test_ui_find_type (find_page (fixture), GH_TYPE_CONTENT_VIEW, 1);
  picture = gh_test_ui_find_id (picture, "picture");
  gh_test_wait (gtk_widget_get_mapped (picture));
  /* A small one takes no more room than it needs. */
  gh_test_ui_wait_frame (picture);
  g_assert_cmpint (gtk_widget_get_height (picture), <=,
                   gdk_paintable_get_intrinsic_height (
                     gtk_picture_get_paintable (GTK_PICTURE (picture))));
  gh_test_wait (shows (fixture, "A picture with too many pixels to be shown. It can be saved."));
  gh_test_wait (shows (fixture, "A picture of a kind that is not shown here. It can be saved."));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "result-kinds");
  /* JSON that is only read offers no changes, and says by a frame that it has the keyboard. */
  {
    GtkTextView *source = find_json (fixture);

    g_assert_false (gtk_text_view_get_editable (source));
    g_assert_false (gtk_text_buffer_get_can_undo (gtk_text_view_get_buffer (source)));
    g_assert_null (gtk_text_view_get_extra_menu (source));
    g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (source), "gh-read-only"));
  }

  run_to_end (fixture, "fail");
  g_assert_true (shows (fixture, "The tool says that it failed, after less than 0.1 seconds") ||
                 shows (fixture, "The printer is out of paper"));
  run_to_end (fixture, "refuse");
  g_assert_true (shows (fixture, "The server refused the call with error -32602: No such thing"));
}

static void
test_big_result (Fixture       *fixture,
                 gconstpointer  data)
{
  start_show (fixture);
  run_to_end (fixture, "big");
  g_assert_true (shows (fixture, "line 29 of"));
  g_assert_false (shows (fixture, "line 30 of"));
  gh_test_ui_click (find (fixture, GH_TYPE_CONTENT_VIEW, "more"));
  gh_test_wait (shows (fixture, "line 199 of"));
  g_assert_true (gtk_widget_get_mapped (find (fixture, GH_TYPE_CONTENT_VIEW, "copy_all")));
  gh_test_ui_wait_frame (find_page (fixture));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "result-big");
}

static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  GhToolCall *call;

  start_show (fixture);
  select_tool (fixture, "wait");
  call = run (fixture);
  gh_test_wait (shows (fixture, "Half way"));
  g_assert_cmpint (gh_tool_call_get_state (call), ==, GH_TOOL_CALL_RUNNING);
  g_assert_true (gtk_widget_get_mapped (find (fixture, GH_TYPE_TOOL_RESULT, "progress")));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "tool-running");
  gh_test_ui_click (find (fixture, GH_TYPE_TOOL_RESULT, "cancel"));
  gh_test_wait (gh_tool_call_get_state (call) == GH_TOOL_CALL_CANCELLED);
  g_assert_false (gtk_widget_get_mapped (find (fixture, GH_TYPE_TOOL_RESULT, "progress")));

  /* The window may go while a call runs. */
  call = run (fixture);
  g_assert_cmpint (gh_tool_call_get_state (call), ==, GH_TOOL_CALL_RUNNING);
}

static guint
count_copied_lines (Fixture *fixture)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (fixture->window));
  g_auto(GValue) value = G_VALUE_INIT;
  guint n = 0;

  g_value_init (&value, G_TYPE_STRING);
  g_assert_true (gdk_content_provider_get_value (gdk_clipboard_get_content (clipboard), &value,
                                                 NULL));
  for (const char *p = g_value_get_string (&value); *p != '\0'; p++)
    n += *p == '\n';
  return n;
}

static void
test_log (Fixture       *fixture,
          gconstpointer  data)
{
  GListModel *shown;

  start_show (fixture);
  run_to_end (fixture, "fail");
  gh_server_page_show_tab (GH_SERVER_PAGE (find_page (fixture)), "log");
  gh_test_wait (shows (fixture, "show-server is ready"));
  g_assert_true (shows (fixture, "Connected. Protocol 2025-11-25"));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "log");
  shown = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (find (fixture, GH_TYPE_LOG_PAGE,
                                                                      "list"))));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find (fixture, GH_TYPE_LOG_PAGE, "kind")), 1);
  gh_test_wait (g_list_model_get_n_items (shown) == 1);
  gh_test_ui_type (find (fixture, GH_TYPE_LOG_PAGE, "search"), "no such words");
  gh_test_wait (shows (fixture, "No Such Line"));
  gh_test_ui_type (find (fixture, GH_TYPE_LOG_PAGE, "search"), "READY");
  gh_test_wait (g_list_model_get_n_items (shown) == 1);

  /* One selected line is copied alone. */
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find (fixture, GH_TYPE_LOG_PAGE, "kind")), 0);
  gh_test_ui_type (find (fixture, GH_TYPE_LOG_PAGE, "search"), "");
  gh_test_wait (g_list_model_get_n_items (shown) > 1);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (shown), 1, TRUE);
  gh_test_ui_click (find (fixture, GH_TYPE_LOG_PAGE, "copy"));
  g_assert_cmpuint (count_copied_lines (fixture), ==, 1);
  gtk_selection_model_unselect_all (GTK_SELECTION_MODEL (shown));
  gh_test_ui_click (find (fixture, GH_TYPE_LOG_PAGE, "copy"));
  g_assert_cmpuint (count_copied_lines (fixture), ==, g_list_model_get_n_items (shown));
}

/* A failure leads from the tools to what happened; with the server, the tools come back. */
static void
test_recovery (Fixture       *fixture,
               gconstpointer  data)
{
  g_autofree char *dir = gh_test_make_dir ();
  /* Ends twice: when it is asked for its era, and when it is started again without asking. */
  g_autofree char *command =
    g_strdup_printf ("sh -c 'cd \"%s\"; test -e two || { test -e one && touch two; touch one; "
                     "exit 1; }; exec \"%s\"'", dir, g_getenv ("GH_SHOW_SERVER"));
  GhServer *server = add_server (fixture, "Show", command, TRUE);
  AdwViewStack *stack = ADW_VIEW_STACK (gh_test_ui_find_type (find_page (fixture),
                                                              ADW_TYPE_VIEW_STACK, 0));

  gh_test_ui_click (find (fixture, GH_TYPE_SERVER_PAGE, "start"));
  gh_test_wait (gh_server_get_state (server) == GH_SERVER_FAILED);
  g_assert_cmpstr (adw_view_stack_get_visible_child_name (stack), ==, "setup");
  gh_server_start (server);
  gh_test_wait (gh_server_get_state (server) == GH_SERVER_RUNNING);
  g_assert_cmpstr (adw_view_stack_get_visible_child_name (stack), ==, "tools");

  /* The keyboard stays where it is while Stop becomes Start, and back. */
  gtk_widget_grab_focus (find (fixture, GH_TYPE_SERVER_PAGE, "stop"));
  gh_test_ui_click (find (fixture, GH_TYPE_SERVER_PAGE, "stop"));
  gh_test_wait (gh_server_get_state (server) == GH_SERVER_STOPPED);
  g_assert_true (gtk_widget_has_focus (find (fixture, GH_TYPE_SERVER_PAGE, "start")));
  gh_test_ui_click (find (fixture, GH_TYPE_SERVER_PAGE, "start"));
  gh_test_wait (gh_server_get_state (server) == GH_SERVER_RUNNING);
  g_assert_true (gtk_widget_has_focus (find (fixture, GH_TYPE_SERVER_PAGE, "stop")));
}

static void
test_failures (Fixture       *fixture,
               gconstpointer  data)
{
  GhServer *server = add_server (fixture, "Notes", "sh -c 'echo opening vault >&2; exit 1'", TRUE);

  gh_test_ui_click (find (fixture, GH_TYPE_SERVER_PAGE, "start"));
  gh_test_wait (gh_server_get_state (server) == GH_SERVER_FAILED);
  g_assert_true (shows (fixture, "Notes could not start"));
  g_assert_true (shows (fixture, "with exit code 1, before it answered."));
  gh_test_wait (shows (fixture, "opening vault"));

  server = add_server (fixture, "Missing", "gatehouse-no-such-program --flag", TRUE);
  gh_test_ui_click (find (fixture, GH_TYPE_SERVER_PAGE, "start"));
  gh_test_wait (gh_server_get_state (server) == GH_SERVER_FAILED);
  g_assert_true (shows (fixture, "Its program could not be started."));
  gh_test_wait (shows (fixture, "Install the Program"));
  gh_test_ui_wait_frame (find_page (fixture));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "server-missing");

  server = start_show (fixture);
  select_tool (fixture, "die");
  run (fixture);
  gh_test_wait (shows (fixture, "with exit code 3."));
  g_assert_true (shows (fixture, "Show ended by itself"));
  gh_server_stop_async (server, NULL, NULL);
  gh_test_wait (gh_server_get_state (server) == GH_SERVER_STOPPED);
}

/* A server on the network has a page, too. The port is one where nobody listens. */
static void
test_address (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GhServerConfig) config = gh_server_config_new_for_url (
    "Web", GH_SERVER_KIND_HTTP, "http://127.0.0.1:9/mcp", NULL, FALSE, NULL);
  GhServer *server =
    gh_server_list_add (gh_host_get_servers (fixture->host), config, TRUE);

  gh_window_show_server (fixture->window, server);
  gh_test_ui_wait_frame (GTK_WIDGET (fixture->window));
  gh_test_ui_click (find (fixture, GH_TYPE_SERVER_PAGE, "start"));
  gh_test_wait (gh_server_get_state (server) == GH_SERVER_FAILED);
  gh_test_wait (shows (fixture, "http://127.0.0.1:9/mcp"));
  g_test_message ("%s", gh_server_get_error (server)->message);
  g_assert_true (shows (fixture, "Web could not start"));
  g_assert_false (shows (fixture, "Install the Program"));
  g_assert_false (shows (fixture, "Your home folder"));
  gh_test_ui_wait_frame (find_page (fixture));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "server-address");
}

/* Its headers are shown by name; what it answers is said with what to do. */
static void
test_signing_in (Fixture       *fixture,
                 gconstpointer  data)
{
  static const char *const headers[] = { "X-Key: s3cret", NULL };
  g_autoptr(GhFakeHttpServer) http = gh_fake_http_server_new (NULL);
  g_autofree char *url = gh_fake_http_server_dup_url (http, "/mcp");
  g_autoptr(GhServerConfig) config =
    gh_server_config_new_for_url ("Web", GH_SERVER_KIND_HTTP, url, headers, FALSE, NULL);
  GhServer *server = gh_server_list_add (gh_host_get_servers (fixture->host), config, FALSE);
  GhFakeHttpRequest *request;

  gh_window_show_server (fixture->window, server);
  gh_test_ui_wait_frame (GTK_WIDGET (fixture->window));
  g_assert_true (shows (fixture, "Nobody has agreed to this address yet"));
  g_assert_true (shows (fixture, "Review Address…"));
  gh_server_consent (server);
  gh_test_ui_click (find (fixture, GH_TYPE_SERVER_PAGE, "start"));
  while (gh_server_get_state (server) == GH_SERVER_STARTING)
    {
      request = gh_fake_http_server_pop (http, "POST");
      if (request != NULL)
        {
          g_assert_cmpstr (gh_fake_http_request_get_header (request, "X-Key"), ==, "s3cret");
          gh_fake_http_request_answer (request, 401, NULL, NULL);
        }
      g_main_context_iteration (NULL, TRUE);
    }
  g_assert_cmpint (gh_server_get_state (server), ==, GH_SERVER_FAILED);
  gh_test_wait (shows (fixture, "It needs signing in (status 401), which Gatehouse cannot"));
  g_assert_true (shows (fixture, "X-Key"));
  g_assert_false (shows (fixture, "s3cret"));
  g_assert_false (shows (fixture, "Last Lines from the Server"));
  gh_test_ui_wait_frame (find_page (fixture));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "server-signing-in");
}

/* Answers whatever a modern server must; one of its tools has a header that cannot be sent. TRUE,
 * for conditions of gh_test_wait(). */
static gboolean
serve_modern (GhFakeHttpServer *http)
{
  GhFakeHttpRequest *request = gh_fake_http_server_pop (http, "POST");
  g_autoptr(JsonNode) node = NULL;
  g_autofree char *id = NULL;
  g_autofree char *answer = NULL;
  JsonObject *object;
  const char *body;

  if (request == NULL)
    return TRUE;
  body = gh_fake_http_request_get_body (request);
  node = gh_json_read (body, strlen (body), NULL);
  object = gh_json_node_get_object (node);
  id = gh_json_write (gh_json_get (object, "id"), NULL);
  answer = g_strdup_printf (
    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"resultType\":\"complete\",%s}}", id,
    g_str_equal (gh_json_get_string (object, "method"), "server/discover")
      ? "\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}}"
      : "\"tools\":[{\"name\":\"good\",\"inputSchema\":{\"type\":\"object\"}},{\"name\":\"bad\","
        "\"title\":\"Book a Hotel\",\"inputSchema\":{\"type\":\"object\",\"properties\":{"
        "\"region\":{\"type\":\"string\",\"x-mcp-header\":\"a b\"}}}}]");
  gh_fake_http_request_answer (request, 200, "application/json", answer);
  return TRUE;
}

/* A tool that cannot be called is there, grey, and says why (4.28). */
static void
test_left_out (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(GhFakeHttpServer) http = gh_fake_http_server_new (NULL);
  g_autofree char *url = gh_fake_http_server_dup_url (http, "/mcp");
  g_autoptr(GhServerConfig) any =
    gh_server_config_new_for_url ("Web", GH_SERVER_KIND_HTTP, url, NULL, FALSE, NULL);
  g_autoptr(GhServerConfig) config = gh_server_config_copy_with_era (any, "modern");
  GhServer *server = gh_server_list_add (gh_host_get_servers (fixture->host), config, TRUE);
  GtkSingleSelection *selection;
  GtkWidget *page;

  gh_window_show_server (fixture->window, server);
  gh_server_start (server);
  gh_test_wait (serve_modern (http) && shows (fixture, "Book a Hotel"));
  g_assert_cmpuint (g_list_model_get_n_items (gh_server_list_tools (server)), ==, 1);
  selection = GTK_SINGLE_SELECTION (
    gtk_list_view_get_model (GTK_LIST_VIEW (find (fixture, GH_TYPE_TOOLS_PAGE, "list"))));
  gtk_single_selection_set_selected (selection, 1);
  gh_test_wait (shows (fixture, "the server describes it wrongly: x-mcp-header \"a b\""));
  page = gh_test_ui_find_type (find_page (fixture), GH_TYPE_TOOL_PAGE, 0);
  g_assert_false (gtk_widget_is_sensitive (gh_test_ui_find_id (page, "run")));
  gh_tool_page_run (GH_TOOL_PAGE (page));
  g_assert_cmpuint (g_list_model_get_n_items (gh_server_list_calls (server)), ==, 0);
  gh_test_ui_wait_frame (find_page (fixture));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "server-left-out");
  gtk_single_selection_set_selected (selection, 0);
  gh_test_wait (gtk_widget_is_sensitive (gh_test_ui_find_id (page, "run")));
}

static void
test_consent (Fixture       *fixture,
              gconstpointer  data)
{
  GhServer *server = add_server (fixture, "Show", g_getenv ("GH_SHOW_SERVER"), FALSE);
  GtkWindow *dialog;
  gint64 asked;

  g_assert_true (shows (fixture, "Nobody has agreed to this command yet"));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "server-not-agreed");
  gh_test_ui_click (find (fixture, GH_TYPE_SERVER_PAGE, "start"));
  dialog = gh_test_ui_wait_dialog (GTK_WINDOW (fixture->window));
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (dialog), "Run this program for “Show”?"));
  g_assert_cmpint (gh_server_get_state (server), ==, GH_SERVER_STOPPED);
  asked = g_get_monotonic_time ();
  gh_test_wait (g_get_monotonic_time () - asked > G_USEC_PER_SEC * 6 / 10);
  gh_test_ui_click (gh_test_ui_find_id (GTK_WIDGET (dialog), "agree_and_start"));
  gh_test_wait (gh_server_get_state (server) == GH_SERVER_RUNNING);
  g_assert_true (gh_server_get_consented (server));
  g_assert_false (shows (fixture, "Nobody has agreed to this command yet"));
}

static void
test_setup (Fixture       *fixture,
            gconstpointer  data)
{
  static const char *const argv[] = { "/bin/cat", "a b", "", "\342\200\256evil", NULL };
  static const char *const env[] = { "NOTES_TOKEN=secret", "EMPTY=", NULL };
  g_autoptr(GhServerConfig) config = gh_server_config_new ("Cat", argv, "/tmp", env, FALSE);
  GhServer *server = gh_server_list_add (gh_host_get_servers (fixture->host), config, TRUE);
  GtkWidget *reveal;

  gh_window_show_server (fixture->window, server);
  gh_server_page_show_tab (GH_SERVER_PAGE (find_page (fixture)), "setup");
  gh_test_ui_wait_frame (find_page (fixture));
  g_assert_true (shows (fixture, "a b"));
  g_assert_true (shows (fixture, "⟨U+202E⟩evil"));
  gh_test_wait (shows (fixture, "found in /bin"));
  g_assert_true (shows (fixture, "NOTES_TOKEN"));
  g_assert_false (shows (fixture, "secret"));
  reveal = gh_test_ui_find_named (find_page (fixture), GTK_TYPE_TOGGLE_BUTTON, "Show Value");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (reveal), TRUE);
  g_assert_true (shows (fixture, "secret"));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "setup");

  gh_test_ui_click (find (fixture, GH_TYPE_SERVER_SETUP_PAGE, "autostart"));
  g_assert_true (gh_server_config_get_autostart (gh_server_get_config (server)));
  g_assert_true (gh_server_get_consented (server));
}

static void
test_keyboard (Fixture       *fixture,
               gconstpointer  data)
{
  GtkWindow *window = GTK_WINDOW (fixture->window);
  GtkWidget *stack;

  start_show (fixture);
  select_tool (fixture, "echo");
  stack = gh_test_ui_find_type (find_page (fixture), ADW_TYPE_VIEW_STACK, 0);
  if (!gh_test_ui_key (window, "alt+l"))
    {
      g_test_skip ("no xdotool");
      return;
    }
  gh_test_wait (g_strcmp0 (adw_view_stack_get_visible_child_name (ADW_VIEW_STACK (stack)),
                           "log") == 0);
  gh_test_ui_key (window, "alt+e");
  gh_test_wait (g_strcmp0 (adw_view_stack_get_visible_child_name (ADW_VIEW_STACK (stack)),
                           "setup") == 0);
  gh_test_ui_key (window, "alt+t");
  gh_test_wait (g_strcmp0 (adw_view_stack_get_visible_child_name (ADW_VIEW_STACK (stack)),
                           "tools") == 0);
  gh_test_ui_type (find_input (fixture, "text"), "typed");
  /* Not U, which a toast's Undo has. */
  gh_test_ui_key (window, "alt+r");
  gh_test_wait (shows (fixture, "{\"text\":\"typed\",\"count\":2}"));
  gh_test_ui_key (window, "alt+j");
  gh_test_wait (gtk_widget_get_mapped (find (fixture, GH_TYPE_TOOL_FORM, "view")));
}

static void
travel_ready_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  Fixture *fixture = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GhServer) server = gh_travel_desk_setup_finish (fixture->host, result, &error);

  g_assert_no_error (error);
  gh_window_show_server (fixture->window, server);
}

static void
test_pictures (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(TestReviewer) reviewer = g_object_new (TEST_TYPE_REVIEWER, NULL);
  g_autofree char *path = gh_test_make_dir ();
  g_autoptr(GFile) folder = g_file_new_for_path (path);
  GhToolCall *call;

  g_setenv ("GATEHOUSE_DEMO_SERVER", g_getenv ("GH_DEMO_SERVER"), TRUE);
  take_review (fixture, GH_REVIEWER (reviewer));
  gh_travel_desk_setup_async (fixture->host, folder, NULL, travel_ready_cb, fixture);
  gh_test_wait (shows (fixture, "Find the best flight"));
  gh_test_ui_wait_frame (find_page (fixture));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "tools");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_input (fixture, "trip")), 1);
  call = run (fixture);
  gh_test_wait (gh_tool_call_get_state (call) != GH_TOOL_CALL_RUNNING);
  gh_test_ui_wait_frame (find_page (fixture));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "main-travel");
  g_assert_true (shows (fixture, "with one request to your model"));
  gh_test_ui_set_dark (TRUE);
  gh_test_ui_wait_frame (find_page (fixture));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "main-travel-dark");
  gh_test_ui_set_dark (FALSE);

  add_server (fixture, "Notes", "sh -c 'echo notes-server 0.4.1 >&2; echo opening vault >&2; exit "
                                "1'", TRUE);
  gh_server_start (gh_server_list_find (gh_host_get_servers (fixture->host), "notes"));
  gh_test_wait (shows (fixture, "Notes could not start"));
  gh_test_wait (shows (fixture, "opening vault"));
  gh_test_ui_wait_frame (find_page (fixture));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "main-server-failed");

  gh_test_ui_set_rtl (TRUE);
  gh_server_page_show_tab (GH_SERVER_PAGE (find_page (fixture)), "setup");
  gh_test_ui_wait_frame (find_page (fixture));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "main-server-failed-rtl");
  gh_test_ui_set_rtl (FALSE);
  gh_test_ui_set_text_scale (2);
  gh_window_show_server (fixture->window, gh_server_list_find (gh_host_get_servers (fixture->host),
                                                               "travel"));
  gh_test_ui_wait_frame (find_page (fixture));
  gh_test_ui_wait_frame (find_page (fixture));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "main-travel-large");
  gh_test_ui_set_text_scale (1);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 420, 640);
  gh_window_show_server (fixture->window, gh_server_list_find (gh_host_get_servers (fixture->host),
                                                               "travel"));
  gh_test_ui_wait_frame (find_page (fixture));
  gh_test_ui_wait_frame (find_page (fixture));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "tools-narrow");
  g_assert_false (gtk_widget_get_mapped (find (fixture, GH_TYPE_TOOL_PAGE, "run")));
  select_tool (fixture, "save_itinerary");
  gh_test_ui_wait_frame (find_page (fixture));
  g_assert_true (gtk_widget_get_mapped (find (fixture, GH_TYPE_TOOL_PAGE, "run")));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "tool-narrow");
  gh_test_ui_click (find (fixture, GH_TYPE_TOOL_PAGE, "back"));
  g_assert_false (gtk_widget_get_mapped (find (fixture, GH_TYPE_TOOL_PAGE, "run")));
  gh_request_broker_set_reviewer (gh_host_get_requests (fixture->host), NULL);
}

/* The same in Chinese. */
static void
set_up_chinese (Fixture       *fixture,
                gconstpointer  data)
{
  gh_test_ui_set_language ("zh_CN");
  set_up (fixture, data);
}

static void
tear_down_chinese (Fixture       *fixture,
                   gconstpointer  data)
{
  tear_down (fixture, data);
  gh_test_ui_set_language (NULL);
}

static void
test_chinese (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(TestReviewer) reviewer = g_object_new (TEST_TYPE_REVIEWER, NULL);
  g_autofree char *path = gh_test_make_dir ();
  g_autoptr(GFile) folder = g_file_new_for_path (path);
  GtkWindow *window = GTK_WINDOW (fixture->window);
  GhToolCall *call;

  g_setenv ("GATEHOUSE_DEMO_SERVER", g_getenv ("GH_DEMO_SERVER"), TRUE);
  take_review (fixture, GH_REVIEWER (reviewer));
  gh_travel_desk_setup_async (fixture->host, folder, NULL, travel_ready_cb, fixture);
  gh_test_wait (shows (fixture, "Find the best flight"));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_input (fixture, "trip")), 1);
  call = run (fixture);
  gh_test_wait (gh_tool_call_get_state (call) != GH_TOOL_CALL_RUNNING);
  gh_test_wait (shows (fixture, "向您的模型请求了一次"));
  gh_test_ui_screenshot (window, "tool-zh_CN");
  gh_server_page_show_tab (GH_SERVER_PAGE (find_page (fixture)), "setup");
  gh_test_ui_wait_frame (find_page (fixture));
  gh_test_ui_screenshot (window, "setup-zh_CN");
  gh_server_page_show_tab (GH_SERVER_PAGE (find_page (fixture)), "log");
  gh_test_wait (shows (fixture, "已连接。协议 2025-11-25"));
  gh_test_ui_screenshot (window, "log-zh_CN");

  add_server (fixture, "Notes", "sh -c 'echo opening vault >&2; exit 1'", TRUE);
  gh_server_start (gh_server_list_find (gh_host_get_servers (fixture->host), "notes"));
  gh_test_wait (shows (fixture, "Notes 无法启动"));
  gh_test_wait (shows (fixture, "opening vault"));
  gh_test_ui_wait_frame (find_page (fixture));
  gh_test_ui_screenshot (window, "main-server-failed-zh_CN");
  add_server (fixture, "Show", g_getenv ("GH_SHOW_SERVER"), FALSE);
  gh_test_wait (shows (fixture, "尚未有人同意此命令"));
  gh_test_ui_screenshot (window, "server-not-agreed-zh_CN");
  gh_request_broker_set_reviewer (gh_host_get_requests (fixture->host), NULL);
}

/* Tab leaves the list of tools, however long it is. */
static void
test_tab (Fixture       *fixture,
          gconstpointer  data)
{
  GtkWindow *window = GTK_WINDOW (fixture->window);
  GtkWidget *list;

  start_show (fixture);
  list = find (fixture, GH_TYPE_TOOLS_PAGE, "list");
  gtk_widget_grab_focus (list);
  gh_test_wait (gtk_widget_is_ancestor (gtk_window_get_focus (window), list));
  gtk_widget_child_focus (GTK_WIDGET (window), GTK_DIR_TAB_FORWARD);
  g_assert_nonnull (gtk_widget_get_ancestor (gtk_window_get_focus (window), GH_TYPE_TOOL_PAGE));
  gtk_widget_grab_focus (list);
  gtk_widget_child_focus (GTK_WIDGET (window), GTK_DIR_TAB_BACKWARD);
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (window),
                                         find (fixture, GH_TYPE_TOOLS_PAGE, "search")));
}

/* F6 leaves the tools, too, whose two halves a GtkPaned has. */
static void
test_leave_by_key (Fixture       *fixture,
                   gconstpointer  data)
{
  GtkWindow *window = GTK_WINDOW (fixture->window);
  GtkWidget *sidebar = gh_test_ui_find_css (GTK_WIDGET (window), "gh-sidebar");

  start_show (fixture);
  gtk_widget_child_focus (find_page (fixture), GTK_DIR_TAB_FORWARD);
  gh_test_wait (gtk_widget_is_ancestor (gtk_window_get_focus (window), find_page (fixture)));
  if (!gh_test_ui_key (window, "F6"))
    {
      g_test_skip ("no xdotool");
      return;
    }
  gh_test_wait (gtk_widget_is_ancestor (gtk_window_get_focus (window), sidebar));
}

int
main (int    argc,
      char **argv)
{
  gh_test_ui_init (&argc, &argv);
  gh_ui_init ();
  gh_test_ui_load_style (GH_UI_RESOURCE_PATH);
#define ADD(name, function) \
  g_test_add ("/ui/server-page/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("tools", test_tools);
  ADD ("form", test_form);
  ADD ("results", test_results);
  ADD ("big-result", test_big_result);
  ADD ("cancel", test_cancel);
  ADD ("log", test_log);
  ADD ("recovery", test_recovery);
  ADD ("failures", test_failures);
  ADD ("address", test_address);
  ADD ("signing-in", test_signing_in);
  ADD ("left-out", test_left_out);
  ADD ("consent", test_consent);
  ADD ("setup", test_setup);
  ADD ("keyboard", test_keyboard);
  ADD ("leave-by-key", test_leave_by_key);
  ADD ("tab", test_tab);
  ADD ("pictures", test_pictures);
  g_test_add ("/ui/server-page/chinese", Fixture, NULL, set_up_chinese, test_chinese,
              tear_down_chinese);
  return gh_test_run ();
}
