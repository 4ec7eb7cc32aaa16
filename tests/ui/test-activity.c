/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server's activity by its real widgets: messages as they go, found, read, copied, saved. */
#include "config.h"

#include "gh-activity-page.h"
#include "gh-server-page.h"
#include "gh-test-host.h"
#include "gh-test-ui.h"
#include "gh-ui.h"
#include "gh-window.h"

#include <string.h>

/* As in the page's .ui file. */
enum
{
  SHOW_EVERYTHING,
  SHOW_REQUESTS,
  SHOW_NOTIFICATIONS,
  SHOW_ERRORS,
  SHOW_MALFORMED,
  SHOW_SENT,
  SHOW_RECEIVED,
};

typedef struct
{
  char      *config_dir;
  GhHost    *host;
  GhWindow  *window;
  GhServer  *server; /* borrowed */
  GtkWidget *page;   /* borrowed */
} Fixture;

/* Writes something that is no message before it serves. */
static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autofree char *script = g_strdup_printf ("echo '<b>hello</b> \342\200\256'; exec '%s'",
                                             g_getenv ("GH_SHOW_SERVER"));
  const char *argv[] = { "sh", "-c", script, NULL };
  g_autoptr(GhServerConfig) config = gh_server_config_new ("Show", argv, NULL, NULL, FALSE);
  g_autoptr(GSettings) settings = g_settings_new (GH_APP_ID);
  GtkWidget *server_page;

  /* The test before may have left it narrow. */
  g_settings_reset (settings, "window-width");
  g_settings_reset (settings, "window-height");
  fixture->config_dir = gh_test_make_dir ();
  fixture->host = gh_host_new (fixture->config_dir, NULL);
  fixture->window = g_object_ref_sink (gh_window_new (NULL, fixture->host));
  gh_test_ui_show (GTK_WINDOW (fixture->window));
  gh_test_host_load (fixture->host);
  gh_window_set_loaded (fixture->window);
  fixture->server = gh_server_list_add (gh_host_get_servers (fixture->host), config, TRUE);
  gh_window_show_server (fixture->window, fixture->server);
  server_page = gh_test_ui_find_type (GTK_WIDGET (fixture->window), GH_TYPE_SERVER_PAGE, 0);
  gh_server_page_show_tab (GH_SERVER_PAGE (server_page), "activity");
  fixture->page = gh_test_ui_find_type (server_page, GH_TYPE_ACTIVITY_PAGE, 0);
  gh_test_ui_wait_frame (fixture->page);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  /* A dialog that is still open keeps it until it has gone. */
  g_object_add_weak_pointer (G_OBJECT (fixture->window), (gpointer *) &fixture->window);
  g_object_unref (fixture->window);
  gh_test_wait (fixture->window == NULL);
  gh_test_host_close (fixture->host);
  g_clear_object (&fixture->host);
  g_clear_pointer (&fixture->config_dir, g_free);
}

static GtkWidget *
find (Fixture    *fixture,
      const char *id)
{
  GtkWidget *widget = gh_test_ui_find_id (fixture->page, id);

  g_assert_nonnull (widget);
  return widget;
}

static gboolean
shows (Fixture    *fixture,
       const char *text)
{
  return gh_test_ui_shows (fixture->page, text);
}

static GtkSelectionModel *
get_shown (Fixture *fixture)
{
  return gtk_list_view_get_model (GTK_LIST_VIEW (find (fixture, "list")));
}

static guint
count_shown (Fixture *fixture)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_shown (fixture)));
}

static void
start (Fixture *fixture)
{
  gh_server_start (fixture->server);
  gh_test_wait (gh_server_get_state (fixture->server) == GH_SERVER_RUNNING
                && g_list_model_get_n_items (gh_server_list_tools (fixture->server)) > 0);
  gh_activity_flush (gh_server_get_activity (fixture->server));
  gh_test_ui_wait_frame (fixture->page);
}

static GhTool *
find_tool (Fixture    *fixture,
           const char *name)
{
  GListModel *tools = gh_server_list_tools (fixture->server);

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr(GhTool) tool = g_list_model_get_item (tools, i);

      if (g_str_equal (gh_tool_get_name (tool), name))
        return g_steal_pointer (&tool);
    }
  g_assert_not_reached ();
}

static void
call (Fixture    *fixture,
      const char *name)
{
  g_autoptr(GhTool) tool = find_tool (fixture, name);
  GhToolCall *tool_call = gh_server_call_tool (fixture->server, tool, NULL);

  gh_test_wait (gh_tool_call_get_state (tool_call) != GH_TOOL_CALL_RUNNING);
  gh_activity_flush (gh_server_get_activity (fixture->server));
}

static void
set_kind (Fixture *fixture,
          guint    kind)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find (fixture, "kind")), kind);
}

/* The row of the first shown message with this method. */
static guint
find_method (Fixture        *fixture,
             GhActivityKind  kind,
             const char     *method)
{
  GListModel *entries = G_LIST_MODEL (get_shown (fixture));

  for (guint i = 0; i < g_list_model_get_n_items (entries); i++)
    {
      g_autoptr(GhActivityEntry) entry = g_list_model_get_item (entries, i);

      if (gh_activity_entry_get_kind (entry) == kind
          && g_strcmp0 (gh_activity_entry_get_method (entry), method) == 0)
        return i;
    }
  g_assert_not_reached ();
}

static char *
dup_clipboard (Fixture *fixture)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (fixture->page);
  g_auto(GValue) value = G_VALUE_INIT;

  g_value_init (&value, G_TYPE_STRING);
  g_assert_true (gdk_content_provider_get_value (gdk_clipboard_get_content (clipboard), &value,
                                                 NULL));
  return g_value_dup_string (&value);
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (const char *p = text; *p != '\0'; p++)
    n += *p == '\n';
  return n;
}

static void
test_find (Fixture       *fixture,
           gconstpointer  data)
{
  guint n_all;
  guint n_sent;

  g_assert_true (shows (fixture, "Nothing Yet"));
  g_assert_false (gtk_widget_get_sensitive (find (fixture, "save")));
  start (fixture);
  gh_test_wait (shows (fixture, "Connecting: sh"));
  g_assert_true (shows (fixture, "tools/list"));
  g_assert_true (shows (fixture, "Request sent · id "));
  /* Without its arguments, which may hold keys. */
  g_assert_false (shows (fixture, "Connecting: sh -c"));
  g_assert_true (shows (fixture, "<b>hello</b>"));
  call (fixture, "fail");
  call (fixture, "refuse");
  n_all = count_shown (fixture);

  set_kind (fixture, SHOW_MALFORMED);
  g_assert_cmpuint (count_shown (fixture), ==, 1);
  set_kind (fixture, SHOW_ERRORS);
  g_assert_cmpuint (count_shown (fixture), >, 1);
  find_method (fixture, GH_ACTIVITY_ERROR, "tools/call");
  set_kind (fixture, SHOW_NOTIFICATIONS);
  find_method (fixture, GH_ACTIVITY_NOTIFICATION, "notifications/initialized");
  set_kind (fixture, SHOW_SENT);
  n_sent = count_shown (fixture);
  set_kind (fixture, SHOW_RECEIVED);
  /* The rest are events. */
  g_assert_cmpuint (n_sent + count_shown (fixture), <, n_all);
  set_kind (fixture, SHOW_REQUESTS);
  find_method (fixture, GH_ACTIVITY_RESULT, "initialize");

  /* In the whole text, in whatever case. */
  set_kind (fixture, SHOW_EVERYTHING);
  gh_test_ui_type (find (fixture, "search"), "OUT OF PAPER");
  gh_test_wait (count_shown (fixture) == 1);
  gh_test_ui_type (find (fixture, "search"), "nothing like it");
  gh_test_wait (shows (fixture, "No Such Message"));
  gh_test_ui_type (find (fixture, "search"), "");
  gh_test_wait (count_shown (fixture) == n_all);
}

static void
test_details (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *json = NULL;
  g_autofree char *line = NULL;
  g_autofree char *lines = NULL;
  g_autofree char *all = NULL;
  guint position;

  start (fixture);
  call (fixture, "fail");
  g_assert_false (gtk_widget_get_mapped (find (fixture, "details")));
  position = find_method (fixture, GH_ACTIVITY_RESULT, "tools/call");
  gtk_selection_model_select_item (get_shown (fixture), position, TRUE);
  gh_test_ui_wait_frame (fixture->page);
  g_assert_true (gtk_widget_get_mapped (find (fixture, "details")));
  g_assert_true (shows (fixture, "Result received · "));
  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (find (fixture, "json"))), "text", &json,
                NULL);
  g_assert_nonnull (strstr (json, "\n  \"result\": {\n"));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "activity");
  gh_test_ui_click (find (fixture, "copy_details"));
  g_clear_pointer (&json, g_free);
  json = dup_clipboard (fixture);
  g_assert_nonnull (strstr (json, "\n  \"result\": {\n"));
  gh_test_ui_click (find (fixture, "copy"));
  line = dup_clipboard (fixture);
  g_assert_cmpuint (count_lines (line), ==, 1);
  g_assert_nonnull (strstr (line, "\"direction\":\"received\""));

  gtk_selection_model_select_item (get_shown (fixture), 0, FALSE);
  g_assert_true (shows (fixture, "2 messages selected"));
  g_assert_false (gtk_widget_get_sensitive (find (fixture, "copy_details")));
  gh_test_ui_click (find (fixture, "copy"));
  lines = dup_clipboard (fixture);
  g_assert_cmpuint (count_lines (lines), ==, 2);

  gh_test_ui_click (find (fixture, "close_details"));
  g_assert_false (gtk_widget_get_mapped (find (fixture, "details")));
  gh_test_ui_click (find (fixture, "copy"));
  all = dup_clipboard (fixture);
  g_assert_cmpuint (count_lines (all), ==, count_shown (fixture));

  /* What is shown goes with the list. */
  gtk_selection_model_select_item (get_shown (fixture), position, TRUE);
  gh_test_ui_click (find (fixture, "clear"));
  g_assert_cmpuint (count_shown (fixture), ==, 0);
  g_assert_false (gtk_widget_get_mapped (find (fixture, "details")));
  g_assert_true (shows (fixture, "Nothing Yet"));
}

/* What a server writes instead of a message shows all its characters. */
static void
test_hostile (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *text = NULL;

  start (fixture);
  set_kind (fixture, SHOW_MALFORMED);
  gtk_selection_model_select_item (get_shown (fixture), 0, TRUE);
  gh_test_ui_wait_frame (fixture->page);
  g_assert_true (shows (fixture, "<b>hello</b> ⟨U+202E⟩"));
  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (find (fixture, "json"))), "text", &text,
                NULL);
  g_assert_true (g_str_has_prefix (text, "<b>hello</b> \\u202E"));
  gh_test_ui_assert_plain (fixture->page);

  gtk_widget_grab_focus (find (fixture, "json"));
  if (gh_test_ui_key (GTK_WINDOW (fixture->window), "Escape"))
    gh_test_wait (!gtk_widget_get_mapped (find (fixture, "details")));
}

static GtkAdjustment *
get_adjustment (Fixture *fixture)
{
  return gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (find (fixture, "scroller")));
}

static gboolean
is_at_end (Fixture *fixture)
{
  GtkAdjustment *adjustment = get_adjustment (fixture);

  return gtk_adjustment_get_value (adjustment) + gtk_adjustment_get_page_size (adjustment)
         > gtk_adjustment_get_upper (adjustment) - 8;
}

/* As many as there may be: the end is followed, unless the person is elsewhere; and nothing of it
 * holds up the window. */
static void
test_many (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GhTool) tool = NULL;
  GhToolCall *last = NULL;
  double value;
  gint64 work;

  start (fixture);
  tool = find_tool (fixture, "fail");
  for (guint i = 0; i < GH_ACTIVITY_MAX_ENTRIES / 2; i++)
    last = gh_server_call_tool (fixture->server, tool, NULL);
  gh_test_wait (gh_tool_call_get_state (last) != GH_TOOL_CALL_RUNNING);
  gh_activity_flush (gh_server_get_activity (fixture->server));
  gh_test_wait (count_shown (fixture) == GH_ACTIVITY_MAX_ENTRIES);
  gh_test_ui_wait_frame (fixture->page);
  gh_test_wait (is_at_end (fixture));

  work = gh_test_get_work ();
  for (guint i = 0; i < 20; i++)
    {
      gtk_adjustment_set_value (get_adjustment (fixture), i * 700.0);
      gh_test_ui_wait_frame (fixture->page);
    }
  g_assert_cmpint (gh_test_get_work () - work, <,
                   20 * G_USEC_PER_SEC / 4 * (gint64) gh_test_get_slow ());

  /* Up there, it stays where it is. */
  gtk_adjustment_set_value (get_adjustment (fixture), 1000);
  gh_test_ui_wait_frame (fixture->page);
  value = gtk_adjustment_get_value (get_adjustment (fixture));
  call (fixture, "fail");
  gh_test_ui_wait_frame (fixture->page);
  gh_test_ui_wait_frame (fixture->page);
  g_assert_false (is_at_end (fixture));
  g_assert_cmpfloat (ABS (gtk_adjustment_get_value (get_adjustment (fixture)) - value), <, 400);

  /* A search through all of it goes on beside everything else. */
  gh_test_ui_type (find (fixture, "search"), "initialized");
  gh_test_wait (count_shown (fixture) < 3);
}

static void
test_save (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *folder = gh_test_make_dir ();
  g_autofree char *path = g_build_filename (folder, "messages.jsonl", NULL);
  g_autofree char *saved = NULL;
  GtkWindow *dialog;

#ifdef __SANITIZE_ADDRESS__
  /* And its leaks have no frames by which they could be excused. */
  g_test_skip ("libcloudproviders, behind GTK's dialog, leaks");
  return;
#endif
  start (fixture);
  gh_test_ui_click (find (fixture, "save"));
  dialog = gh_test_ui_wait_dialog (GTK_WINDOW (fixture->window));
  gh_test_ui_type (gh_test_ui_find_type (GTK_WIDGET (dialog), GTK_TYPE_ENTRY, 0), path);
  gh_test_ui_click (gh_test_ui_find_named (GTK_WIDGET (dialog), GTK_TYPE_BUTTON, "Save"));
  gh_test_wait (gh_test_ui_shows (GTK_WIDGET (fixture->window), "Messages saved"));
  g_assert_true (g_file_get_contents (path, &saved, NULL, NULL));
  g_assert_cmpuint (count_lines (saved), ==, count_shown (fixture));
  g_assert_nonnull (strstr (saved, "\"method\":\"initialize\""));
}

static void
test_pictures (Fixture       *fixture,
               gconstpointer  data)
{
  GtkWindow *window = GTK_WINDOW (fixture->window);

  start (fixture);
  call (fixture, "refuse");
  gtk_selection_model_select_item (get_shown (fixture),
                                   find_method (fixture, GH_ACTIVITY_ERROR, "tools/call"), TRUE);
  gh_test_ui_set_dark (TRUE);
  gh_test_ui_wait_frame (fixture->page);
  gh_test_ui_screenshot (window, "activity-dark");
  gh_test_ui_set_dark (FALSE);
  gh_test_ui_set_rtl (TRUE);
  gh_test_ui_wait_frame (fixture->page);
  gh_test_ui_screenshot (window, "activity-rtl");
  gh_test_ui_set_rtl (FALSE);
  gtk_window_set_default_size (window, 420, 640);
  gh_test_ui_wait_frame (fixture->page);
  gh_test_ui_wait_frame (fixture->page);
  gh_test_ui_screenshot (window, "activity-narrow");
}

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
  start (fixture);
  gtk_selection_model_select_item (get_shown (fixture),
                                   find_method (fixture, GH_ACTIVITY_REQUEST, "tools/list"), TRUE);
  gh_test_ui_wait_frame (fixture->page);
  g_assert_true (shows (fixture, "已发送请求"));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "activity-zh_CN");
}

int
main (int    argc,
      char **argv)
{
  gh_test_ui_init (&argc, &argv);
  gh_ui_init ();
  gh_test_ui_load_style (GH_UI_RESOURCE_PATH);
#define ADD(name, function) \
  g_test_add ("/ui/activity/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("find", test_find);
  ADD ("details", test_details);
  ADD ("hostile", test_hostile);
  ADD ("many", test_many);
  ADD ("save", test_save);
  ADD ("pictures", test_pictures);
  g_test_add ("/ui/activity/chinese", Fixture, NULL, set_up_chinese, test_chinese,
              tear_down_chinese);
  return gh_test_run ();
}
