/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The main window by its real widgets: first page, folders in and out, trouble, keyboard,
 * pictures. */
#include "config.h"

#include "gh-compat-split-view.h"
#include "gh-test-host.h"
#include "gh-test-ui.h"
#include "gh-travel-desk.h"
#include "gh-ui.h"
#include "gh-window.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  char     *config_dir;
  char     *folders;    /* a directory with the folders that are made */
  GhHost   *host;
  GhWindow *window;
} Fixture;

static void
write_file (const char *dir,
            const char *name,
            const char *text)
{
  g_autofree char *path = g_build_filename (dir, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
open_window (Fixture *fixture)
{

  fixture->host = gh_host_new (fixture->config_dir, NULL);
  fixture->window = g_object_ref_sink (gh_window_new (NULL, fixture->host));
  gh_test_ui_show (GTK_WINDOW (fixture->window));
  gh_test_host_load (fixture->host);
  gh_window_set_loaded (fixture->window);
  gh_test_ui_wait_frame (GTK_WIDGET (fixture->window));
}

static void
close_window (Fixture *fixture)
{

  gtk_window_destroy (GTK_WINDOW (fixture->window));
  gh_test_settle ();
  g_assert_finalize_object (g_steal_pointer (&fixture->window));
  gh_test_host_close (fixture->host);
  g_clear_object (&fixture->host);
}

/* Without a compositor a window's width counts a frame of some pixels that is not the widget's. */
static gboolean
is_wide (Fixture *fixture,
         int      width)
{
  int present = gtk_widget_get_width (GTK_WIDGET (fixture->window));

  return present <= width && present > width - 20;
}

/* Asked for again after a while: what the window manager said of the size before may have come in
 * between. */
static void
resize (Fixture *fixture,
        int      width,
        int      height)
{
  for (guint i = 0; i < 10 && !is_wide (fixture, width); i++)
    {
      gint64 again = g_get_monotonic_time () + gh_test_get_slow () * G_USEC_PER_SEC / 2;

      gtk_window_set_default_size (GTK_WINDOW (fixture->window), width, height);
      while (!is_wide (fixture, width) && g_get_monotonic_time () < again)
        gh_test_turn (gh_test_deadline (10), "a size", __FILE__, __LINE__);
    }
  g_assert_true (is_wide (fixture, width));
  gh_test_ui_wait_frame (GTK_WIDGET (fixture->window));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  const char *mcp_json = data;

  fixture->config_dir = gh_test_make_dir ();
  fixture->folders = gh_test_make_dir ();
  if (mcp_json != NULL)
    write_file (fixture->config_dir, "mcp.json", mcp_json);
  open_window (fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  close_window (fixture);
  g_clear_pointer (&fixture->config_dir, g_free);
  g_clear_pointer (&fixture->folders, g_free);
}

static GFile *
make_folder (Fixture    *fixture,
             const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folders, name, NULL);

  g_assert_no_errno (g_mkdir_with_parents (path, 0755));
  return g_file_new_for_path (path);
}

static GtkWidget *
find_row (Fixture    *fixture,
          const char *list_id,
          int         index)
{
  GtkWidget *list = gh_test_ui_find_id (GTK_WIDGET (fixture->window), list_id);

  g_assert_nonnull (list);
  return GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), index));
}

static guint
count_roots (Fixture *fixture)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_roots (fixture->host)));
}

static const char *
get_root_name (Fixture *fixture,
               guint    position)
{
  g_autoptr(GhRoot) root = g_list_model_get_item (G_LIST_MODEL (gh_host_get_roots (fixture->host)),
                                                  position);

  return root != NULL ? gh_root_get_name (root) : NULL;
}

static gboolean
shows (Fixture    *fixture,
       const char *text)
{
  return gh_test_ui_shows (GTK_WIDGET (fixture->window), text);
}

/* Toasts come one after the other: without this one the next is shown. */
static void
dismiss_toast (Fixture *fixture)
{
  GtkWidget *toast = gh_test_ui_find_type (GTK_WIDGET (fixture->window),
                                           g_type_from_name ("AdwToastWidget"), 0);

  g_assert_nonnull (toast);
  g_object_add_weak_pointer (G_OBJECT (toast), (gpointer *) &toast);
  gh_test_ui_click (gh_test_ui_find_css (toast, "circular"));
  gh_test_wait (toast == NULL || !gtk_widget_get_mapped (toast));
  if (toast != NULL)
    g_object_remove_weak_pointer (G_OBJECT (toast), (gpointer *) &toast);
}

static void
add (Fixture    *fixture,
     const char *answer,
     ...) G_GNUC_NULL_TERMINATED;

/* Adds folders, and waits until the answer is told. */
static void
add (Fixture    *fixture,
     const char *answer,
     ...)
{
  g_autoptr(GListStore) files = g_list_store_new (G_TYPE_FILE);
  const char *name;
  va_list args;

  va_start (args, answer);
  while ((name = va_arg (args, const char *)) != NULL)
    {
      g_autoptr(GFile) file = make_folder (fixture, name);

      g_list_store_append (files, file);
    }
  va_end (args);
  gh_window_add_files (fixture->window, G_LIST_MODEL (files));
  gh_test_wait (shows (fixture, answer));
}

static void
press_toast_button (Fixture    *fixture,
                    const char *label)
{
  GtkWidget *button;

  gh_test_wait ((button = gh_test_ui_find_named (GTK_WIDGET (fixture->window), GTK_TYPE_BUTTON,
                                                 label)) != NULL);
  gh_test_ui_click (button);
}

static void
drop (Fixture *fixture,
      GFile   *first,
      GFile   *second)
{
  GtkWidget *sidebar = gh_test_ui_find_css (GTK_WIDGET (fixture->window), "gh-sidebar");
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers (sidebar);
  g_auto(GValue) value = G_VALUE_INIT;
  g_autoptr(GSList) list = NULL;
  gboolean handled = FALSE;

  list = g_slist_append (list, first);
  if (second != NULL)
    list = g_slist_append (list, second);
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, gdk_file_list_new_from_list (list));
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr(GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        g_signal_emit_by_name (controller, "drop", &value, 10.0, 10.0, &handled);
    }
  g_assert_true (handled);
}

static void
test_first_page (Fixture       *fixture,
                 gconstpointer  data)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);

  gh_test_wait (shows (fixture, "Welcome to Gatehouse"));
  g_assert_true (shows (fixture, "No folders yet"));
  g_assert_true (shows (fixture, "No servers yet"));
  g_assert_nonnull (gh_test_ui_find_named (window, ADW_TYPE_ACTION_ROW, "Try the Travel Desk…"));
  g_assert_nonnull (gh_test_ui_find_named (window, ADW_TYPE_ACTION_ROW, "Add a Server…"));
  g_assert_nonnull (gh_test_ui_find_named (window, ADW_TYPE_ACTION_ROW, "Open a Folder…"));
  g_assert_true (shows (fixture, "Without one, you answer requests yourself."));
  g_assert_nonnull (gh_test_ui_find_named (window, GTK_TYPE_LIST_BOX_ROW, "Requests"));
  g_assert_nonnull (gh_test_ui_find_named (window, GTK_TYPE_MENU_BUTTON, "Add"));
  g_assert_nonnull (gh_test_ui_find_named (window, GTK_TYPE_MENU_BUTTON, "Main Menu"));
  gh_test_ui_screenshot (GTK_WINDOW (window), "first-page");
}

static void
test_add (Fixture       *fixture,
          gconstpointer  data)
{
  add (fixture, "2 folders are now shared", "travel-planning", "a %41 #[odd] näme",
       NULL);
  g_assert_cmpuint (count_roots (fixture), ==, 2);
  g_assert_true (shows (fixture, "travel-planning"));
  g_assert_true (shows (fixture, "a %41 #[odd] näme"));
  g_assert_false (shows (fixture, "No folders yet"));

  press_toast_button (fixture, "Undo");
  g_assert_cmpuint (count_roots (fixture), ==, 0);
  gh_test_wait (shows (fixture, "No folders yet"));
}

static void
test_outcomes (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(GFile) inside = NULL;
  g_autoptr(GFile) file = NULL;
  g_autoptr(GListStore) files = g_list_store_new (G_TYPE_FILE);
  g_autofree char *folder = g_build_filename (fixture->folders, "other", NULL);

  add (fixture, "planning is now shared", "planning", NULL);
  dismiss_toast (fixture);
  add (fixture, "planning is already in the list", "planning", NULL);
  dismiss_toast (fixture);

  inside = make_folder (fixture, "planning/sub");
  g_list_store_append (files, inside);
  gh_window_add_files (fixture->window, G_LIST_MODEL (files));
  gh_test_wait (shows (fixture, "sub is inside planning, which is shared already"));
  dismiss_toast (fixture);

  g_assert_no_errno (g_mkdir (folder, 0755));
  write_file (folder, "notes.txt", "hello");
  file = g_file_new_build_filename (folder, "notes.txt", NULL);
  g_list_store_remove_all (files);
  g_list_store_append (files, file);
  gh_window_add_files (fixture->window, G_LIST_MODEL (files));
  gh_test_wait (shows (fixture, "notes.txt is a file. Only folders can be shared."));
  g_assert_cmpuint (count_roots (fixture), ==, 1);
  press_toast_button (fixture, "Add Its Folder");
  gh_test_wait (count_roots (fixture) == 2);
  g_assert_cmpstr (get_root_name (fixture, 1), ==, "other");
}

static void
test_drop (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GFile) a = make_folder (fixture, "a");
  g_autoptr(GFile) b = make_folder (fixture, "b");

  drop (fixture, a, b);
  gh_test_wait (count_roots (fixture) == 2);
  gh_test_wait (shows (fixture, "2 folders are now shared"));
}

static void
paste (Fixture *fixture)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.paste-roots", NULL);
}

static void
test_paste (Fixture       *fixture,
            gconstpointer  data)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (fixture->window));
  g_autoptr(GFile) a = make_folder (fixture, "pasted text");
  g_autoptr(GFile) b = make_folder (fixture, "pasted file");
  g_autoptr(GSList) list = g_slist_append (NULL, b);
  g_auto(GValue) value = G_VALUE_INIT;
  g_autoptr(GdkContentProvider) provider = NULL;

  gdk_clipboard_set_text (clipboard, g_file_peek_path (a));
  paste (fixture);
  gh_test_wait (count_roots (fixture) == 1);

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, gdk_file_list_new_from_list (list));
  provider = gdk_content_provider_new_for_value (&value);
  gdk_clipboard_set_content (clipboard, provider);
  paste (fixture);
  gh_test_wait (count_roots (fixture) == 2);
  gh_test_wait (shows (fixture, "pasted file is now shared"));
  dismiss_toast (fixture);
  dismiss_toast (fixture);

  gdk_clipboard_set_text (clipboard, "just a sentence");
  paste (fixture);
  gh_test_wait (shows (fixture, "What was copied is not a folder"));
  g_assert_cmpuint (count_roots (fixture), ==, 2);
}

static void
test_remove (Fixture       *fixture,
             gconstpointer  data)
{
  /* Another Undo is on offer already: the newest counts. */
  add (fixture, "3 folders are", "one", "two", "three", NULL);
  gtk_widget_activate_action (find_row (fixture, "roots", 1), "root.remove", NULL);
  g_assert_cmpuint (count_roots (fixture), ==, 2);
  gh_test_wait (shows (fixture, "two is no longer shared"));
  press_toast_button (fixture, "Undo");
  g_assert_cmpuint (count_roots (fixture), ==, 3);
  g_assert_cmpstr (get_root_name (fixture, 1), ==, "two");
}

static void
test_settings (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(GhRoot) root = NULL;
  g_autoptr(GFile) sub = make_folder (fixture, "planning/finance");
  GtkWindow *dialog;
  GtkWidget *name;

  add (fixture, "planning is now shared", "planning", NULL);
  root = g_list_model_get_item (G_LIST_MODEL (gh_host_get_roots (fixture->host)), 0);
  gh_test_ui_click (find_row (fixture, "roots", 0));
  dialog = gh_test_ui_wait_dialog (GTK_WINDOW (fixture->window));
  name = gh_test_ui_find_id (GTK_WIDGET (dialog), "name_row");
  gh_test_ui_type (name, "Trips & <b>plans</b>");
  g_signal_emit_by_name (name, "apply");
  g_assert_cmpstr (gh_root_get_name (root), ==, "Trips & <b>plans</b>");
  g_assert_true (shows (fixture, "Trips & <b>plans</b>"));

  g_assert_true (gh_test_ui_shows (GTK_WIDGET (dialog), "Nothing is left out"));
  g_assert_true (gh_root_exclude (root, sub, NULL));
  gh_test_wait (gh_test_ui_shows (GTK_WIDGET (dialog), "finance"));
  g_assert_true (shows (fixture, "Without finance"));
  gh_test_ui_screenshot (dialog, "folder-settings");
  gh_test_ui_click (gh_test_ui_find_named (GTK_WIDGET (dialog), GTK_TYPE_BUTTON,
                                           "Include finance Again"));
  g_assert_cmpuint (g_list_model_get_n_items (gh_root_list_excluded (root)), ==, 0);

  /* It has nothing more to set once the folder is gone. */
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  gtk_widget_activate_action (find_row (fixture, "roots", 0), "root.remove", NULL);
  gh_test_wait (dialog == NULL);
}

/* Who is told: everybody, then those that were there, then fewer. */
static void
test_told (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GhRoot) root = NULL;
  GtkWindow *dialog;
  GtkWidget *check;

  add (fixture, "planning is now shared", "planning", NULL);
  root = g_list_model_get_item (G_LIST_MODEL (gh_host_get_roots (fixture->host)), 0);
  g_assert_null (gh_root_get_servers (root));
  gh_test_ui_click (find_row (fixture, "roots", 0));
  dialog = gh_test_ui_wait_dialog (GTK_WINDOW (fixture->window));
  gh_test_ui_click (gh_test_ui_find_id (GTK_WIDGET (dialog), "every_server"));
  g_assert_true (gh_root_is_told_to (root, "files"));
  g_assert_true (gh_root_is_told_to (root, "notes"));
  g_assert_false (gh_root_is_told_to (root, "later"));

  check = gh_test_ui_find_type (gh_test_ui_find_id (GTK_WIDGET (dialog), "servers"),
                                GTK_TYPE_CHECK_BUTTON, 0);
  gh_test_ui_wait_frame (GTK_WIDGET (dialog));
  gh_test_ui_click (check);
  g_assert_false (gh_root_is_told_to (root, "files"));
  g_assert_true (gh_root_is_told_to (root, "notes"));
  g_assert_true (shows (fixture, "For 1 server"));
  gh_test_ui_screenshot (dialog, "folder-settings-told");

  gh_test_ui_click (gh_test_ui_find_id (GTK_WIDGET (dialog), "every_server"));
  g_assert_null (gh_root_get_servers (root));
  gtk_window_close (dialog);
}

static void
test_away (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->folders, "gone", NULL);

  add (fixture, "gone is now shared", "gone", NULL);
  g_assert_no_errno (g_rmdir (path));
  gh_test_wait (shows (fixture, "Not found"));
  g_assert_true (gtk_widget_has_css_class (find_row (fixture, "roots", 0), "gh-away"));
  gtk_test_accessible_assert_property (find_row (fixture, "roots", 0),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "gone, Not found, not shared");
  g_assert_no_errno (g_mkdir (path, 0755));
  gh_test_wait (!gtk_widget_has_css_class (find_row (fixture, "roots", 0), "gh-away"));
}

static void
test_damaged_file (void)
{
  Fixture fixture = { 0 };
  GtkWidget *dismiss;

  fixture.config_dir = gh_test_make_dir ();
  fixture.folders = gh_test_make_dir ();
  write_file (fixture.config_dir, "roots.json", "{ \"roots\": [ oops");
  open_window (&fixture);

  gh_test_wait (shows (&fixture, "roots.json is damaged. Gatehouse kept it as"));
  gh_test_ui_screenshot (GTK_WINDOW (fixture.window), "problem");
  g_assert_nonnull (gh_test_ui_find_named (GTK_WIDGET (fixture.window), GTK_TYPE_BUTTON,
                                           "Open Folder"));
  dismiss = gh_test_ui_find_named (GTK_WIDGET (fixture.window), GTK_TYPE_BUTTON, "Dismiss");
  /* Nothing lies over it, not even a toast. */
  {
    GtkWidget *label;
    graphene_rect_t toast;
    graphene_rect_t banner;

    gh_window_add_toast (fixture.window, adw_toast_new ("Above"));
    gh_test_wait ((label = gh_test_ui_find_named (GTK_WIDGET (fixture.window), GTK_TYPE_LABEL,
                                                  "Above")) != NULL
                  && gtk_widget_get_mapped (label));
    gh_test_ui_wait_frame (GTK_WIDGET (fixture.window));
    g_assert_true (gtk_widget_compute_bounds (gtk_widget_get_parent (label),
                                              GTK_WIDGET (fixture.window), &toast));
    g_assert_true (gtk_widget_compute_bounds (gtk_widget_get_parent (dismiss),
                                              GTK_WIDGET (fixture.window), &banner));
    g_assert_false (graphene_rect_intersection (&toast, &banner, NULL));
    gh_test_ui_screenshot (GTK_WINDOW (fixture.window), "problem-toast");
  }
  gh_test_ui_click (dismiss);
  gh_test_wait (!shows (&fixture, "roots.json is damaged."));

  tear_down (&fixture, NULL);
}

static void
test_servers (Fixture       *fixture,
              gconstpointer  data)
{
  GListModel *servers = G_LIST_MODEL (gh_host_get_servers (fixture->host));

  gh_test_wait (shows (fixture, "files"));
  g_assert_true (shows (fixture, "Waits for your consent"));
  gtk_test_accessible_assert_property (find_row (fixture, "servers", 0),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "files, Waits for your consent");
  /* The first is shown, and its row says so. */
  g_assert_true (gtk_list_box_row_is_selected (GTK_LIST_BOX_ROW (find_row (fixture, "servers",
                                                                           0))));

  gtk_widget_activate_action (find_row (fixture, "servers", 0), "server.remove", NULL);
  g_assert_cmpuint (g_list_model_get_n_items (servers), ==, 1);
  gh_test_wait (shows (fixture, "files was removed"));
  g_assert_true (gtk_list_box_row_is_selected (GTK_LIST_BOX_ROW (find_row (fixture, "servers",
                                                                           0))));
  press_toast_button (fixture, "Undo");
  g_assert_cmpuint (g_list_model_get_n_items (servers), ==, 2);

  gtk_widget_activate_action (find_row (fixture, "servers", 0), "server.remove", NULL);
  gtk_widget_activate_action (find_row (fixture, "servers", 0), "server.remove", NULL);
  gh_test_wait (shows (fixture, "Welcome to Gatehouse"));
}

/* The models come from a file while the first page is already shown. */
static void
test_first_page_with_model (Fixture       *fixture,
                            gconstpointer  data)
{
  close_window (fixture);
  write_file (fixture->config_dir, "models.json",
              "{\"providers\":[{\"id\":\"mine\",\"name\":\"My Model\",\"kind\":\"openai\","
              "\"base_url\":\"http://127.0.0.1:9/v1\",\"lane\":\"local\"}]}");
  open_window (fixture);
  gh_test_wait (shows (fixture, "My Model"));
  g_assert_false (shows (fixture, "Set Up a _Model…"));
}

static void
test_keyboard (Fixture       *fixture,
               gconstpointer  data)
{
  GtkWindow *window = GTK_WINDOW (fixture->window);
  GtkWidget *row;

  add (fixture, "2 folders are", "one", "two", NULL);
  dismiss_toast (fixture);
  gtk_widget_grab_focus (find_row (fixture, "roots", 0));
  if (!gh_test_ui_key (window, "Down"))
    {
      g_test_skip ("no xdotool");
      return;
    }
  gh_test_wait (gtk_window_get_focus (window) == find_row (fixture, "roots", 1));

  /* On from the folders to the servers, to the pages, and back. */
  gh_test_ui_key (window, "Down");
  gh_test_wait (gtk_window_get_focus (window) == find_row (fixture, "servers", 0));
  gh_test_ui_key (window, "Down");
  gh_test_ui_key (window, "Down");
  gh_test_wait (gtk_window_get_focus (window) == gh_test_ui_find_id (GTK_WIDGET (window),
                                                                     "requests"));
  gh_test_ui_key (window, "Up");
  gh_test_ui_key (window, "Up");
  gh_test_ui_key (window, "Up");
  gh_test_wait (gtk_window_get_focus (window) == find_row (fixture, "roots", 1));

  /* Delete, and Undo by its mnemonic. */
  gh_test_ui_key (window, "Delete");
  gh_test_wait (count_roots (fixture) == 1);
  gh_test_wait (shows (fixture, "two is no longer shared"));
  g_assert_true (gtk_window_get_focus (window) == find_row (fixture, "roots", 0));
  gh_test_ui_key (window, "alt+u");
  gh_test_wait (count_roots (fixture) == 2);

  /* The menu of the row; Escape closes it. */
  row = find_row (fixture, "roots", 0);
  gtk_widget_grab_focus (row);
  gh_test_ui_key (window, "shift+F10");
  gh_test_wait (gh_test_ui_find_type (row, GTK_TYPE_POPOVER_MENU, 0) != NULL);
  gh_test_ui_key (window, "Escape");
  gh_test_wait (gh_test_ui_find_type (row, GTK_TYPE_POPOVER_MENU, 0) == NULL);
}

/* Tab goes round the window: it shows no other page on its way, and stops nowhere unseen. */
static void
test_tab (Fixture       *fixture,
          gconstpointer  data)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);
  GtkWidget *requests = gh_test_ui_find_id (window, "requests");
  GtkWidget *welcome = gh_test_ui_find_id (window, "first_page");
  gboolean was_on_requests = FALSE;

  gh_test_wait (shows (fixture, "Welcome to Gatehouse"));
  for (guint i = 0; i < 20; i++)
    {
      GtkWidget *focus;

      gtk_widget_child_focus (window, GTK_DIR_TAB_FORWARD);
      focus = gtk_window_get_focus (GTK_WINDOW (window));
      was_on_requests |= focus == requests;
      g_test_message ("%s", focus != NULL ? G_OBJECT_TYPE_NAME (focus) : "none");
      g_assert_true (focus == NULL || GTK_IS_BUTTON (focus) || GTK_IS_TOGGLE_BUTTON (focus)
                     || GTK_IS_LIST_BOX_ROW (focus));
      g_assert_true (shows (fixture, "Welcome to Gatehouse"));
    }
  g_assert_true (was_on_requests);

  /* Return means it; and there is a way back. */
  gh_test_ui_click (requests);
  gh_test_wait (shows (fixture, "No Requests"));
  gh_test_ui_click (welcome);
  gh_test_wait (shows (fixture, "Welcome to Gatehouse"));
}

/* F6 leaves the sidebar and comes back. */
static void
test_panes (Fixture       *fixture,
            gconstpointer  data)
{
  GtkWindow *window = GTK_WINDOW (fixture->window);
  GtkWidget *sidebar = gh_test_ui_find_css (GTK_WIDGET (window), "gh-sidebar");

  gtk_widget_grab_focus (gh_test_ui_find_id (GTK_WIDGET (window), "requests"));
  if (!gh_test_ui_key (window, "F6"))
    {
      g_test_skip ("no xdotool");
      return;
    }
  gh_test_wait (!gtk_widget_is_ancestor (gtk_window_get_focus (window), sidebar));
  gh_test_ui_key (window, "F6");
  gh_test_wait (gtk_widget_is_ancestor (gtk_window_get_focus (window), sidebar));
}

static void
test_many_roots (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(GListStore) files = g_list_store_new (G_TYPE_FILE);

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *name = g_strdup_printf ("folder-%03u", i);
      g_autoptr(GFile) file = make_folder (fixture, name);

      g_list_store_append (files, file);
    }
  gh_window_add_files (fixture->window, G_LIST_MODEL (files));
  gh_test_wait (count_roots (fixture) == 300);
  gh_test_wait (find_row (fixture, "roots", 299) != NULL);
}

static void
travel_desk_ready_cb (GObject      *source,
                      GAsyncResult *result,
                      gpointer      user_data)
{
  g_autoptr(GError) error = NULL;
  GhServer **server = user_data;

  *server = gh_travel_desk_setup_finish (GH_HOST (source), result, &error);
  g_assert_no_error (error);
}

/* The travel desk with its real server, as it looks to different people. */
static void
test_travel_desk (void)
{
  static const struct
  {
    const char *name;
    const char *language;
    gboolean    rtl;
    gboolean    dark;
    int         width;
  } table[] = {
    { "main-travel", NULL, FALSE, FALSE, 1180 },
    { "main-travel-dark", NULL, FALSE, TRUE, 1180 },
    { "main-travel-rtl", NULL, TRUE, FALSE, 1180 },
    { "main-travel-zh_CN", "zh_CN", FALSE, FALSE, 1180 },
    { "main-travel-narrow", NULL, FALSE, FALSE, 400 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      Fixture fixture = { 0 };
      GhServer *server = NULL;
      g_autoptr(GFile) folder = NULL;

      gh_test_ui_set_language (table[i].language);
      gh_test_ui_set_rtl (table[i].rtl);
      gh_test_ui_set_dark (table[i].dark);
      fixture.config_dir = gh_test_make_dir ();
      fixture.folders = gh_test_make_dir ();
      open_window (&fixture);
      folder = g_file_new_for_path (fixture.folders);
      gh_travel_desk_setup_async (fixture.host, folder, NULL, travel_desk_ready_cb, &server);
      gh_test_wait (server != NULL);
      gh_window_show_server (fixture.window, server);
      resize (&fixture, table[i].width, 760);
      gh_test_wait (gh_server_get_state (server) == GH_SERVER_RUNNING
                    && g_list_model_get_n_items (gh_server_list_tools (server)) > 0);
      g_assert_cmpuint (count_roots (&fixture), ==, 3);
      gh_test_wait (shows (&fixture, "find_best_flight"));
      gh_test_ui_screenshot (GTK_WINDOW (fixture.window), table[i].name);
      tear_down (&fixture, NULL);
    }
  gh_test_ui_set_language (NULL);
  gh_test_ui_set_rtl (FALSE);
  gh_test_ui_set_dark (FALSE);
}

static void
picture_settings (Fixture *fixture,
                  GFile   *folder)
{
  g_autoptr(GhRoot) root = g_list_model_get_item (G_LIST_MODEL (gh_host_get_roots (fixture->host)),
                                                  1);
  g_autoptr(GFile) sub = g_file_get_child (folder, "finance");
  GtkWindow *dialog;

  gh_test_ui_click (find_row (fixture, "roots", 1));
  dialog = gh_test_ui_wait_dialog (GTK_WINDOW (fixture->window));
  g_assert_true (gh_root_exclude (root, sub, NULL));
  gh_test_wait (gh_test_ui_shows (GTK_WIDGET (dialog), "finance"));
  gh_test_ui_screenshot (dialog, "folder-settings-zh_CN");
}

static void
test_pictures (Fixture       *fixture,
               gconstpointer  data)
{
  static const struct
  {
    const char *name;
    const char *language;
    gboolean    rtl;
    gboolean    dark;
    double      scale;
    int         width;
  } table[] = {
    { "first-page-dark", NULL, FALSE, TRUE, 1, 1180 },
    { "first-page-rtl", NULL, TRUE, FALSE, 1, 1180 },
    { "first-page-zh_CN", "zh_CN", FALSE, FALSE, 1, 1180 },
    { "first-page-large", NULL, FALSE, FALSE, 2, 1180 },
    { "first-page-narrow", NULL, FALSE, FALSE, 1, 360 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      Fixture pictured = { 0 };
      g_autoptr(GFile) a = NULL;
      g_autoptr(GFile) b = NULL;

      gh_test_ui_set_language (table[i].language);
      gh_test_ui_set_rtl (table[i].rtl);
      gh_test_ui_set_dark (table[i].dark);
      gh_test_ui_set_text_scale (table[i].scale);
      pictured.config_dir = gh_test_make_dir ();
      pictured.folders = gh_test_make_dir ();
      open_window (&pictured);
      resize (&pictured, table[i].width, 760);
      a = make_folder (&pictured, "travel-planning");
      b = make_folder (&pictured, "client-documents");
      drop (&pictured, a, b);
      gh_test_wait (count_roots (&pictured) == 2);
      gh_test_ui_screenshot (GTK_WINDOW (pictured.window), table[i].name);
      if (table[i].language != NULL)
        picture_settings (&pictured, b);
      tear_down (&pictured, NULL);
    }
  gh_test_ui_set_language (NULL);
  gh_test_ui_set_rtl (FALSE);
  gh_test_ui_set_dark (FALSE);
  gh_test_ui_set_text_scale (1);
}

/* Narrow, the sidebar lies over the page, and choosing something uncovers the page. */
static void
test_narrow (Fixture       *fixture,
             gconstpointer  data)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);
  GtkWidget *button;

  g_assert_false (gh_window_get_collapsed (fixture->window));
  resize (fixture, 360, 700);
  gh_test_wait (gh_window_get_collapsed (fixture->window));
  button = gh_test_ui_find_named (window, GTK_TYPE_TOGGLE_BUTTON, "Show Folders and Servers");
  g_assert_nonnull (button);
  gtk_widget_activate_action (window, "win.show-sidebar", NULL);
  gh_test_ui_wait_frame (window);
  gh_test_ui_screenshot (GTK_WINDOW (window), "narrow-sidebar");
  resize (fixture, 1180, 700);
  gh_test_wait (!gh_window_get_collapsed (fixture->window));
}

/* Size and the sidebar's width are kept, and there again for the next window; limits hold. */
static void
test_remembered (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(GSettings) settings = g_settings_new (GH_APP_ID);
  g_autoptr(GhWindow) next = NULL;
  GhCompatSplitView *split;
  int width, height;

  resize (fixture, 900, 650);
  split = GH_COMPAT_SPLIT_VIEW (gh_test_ui_find_id (GTK_WIDGET (fixture->window), "split"));
  gh_compat_split_view_set_sidebar_width (split, 300);
  gtk_window_get_default_size (GTK_WINDOW (fixture->window), &width, &height);
  gtk_widget_set_visible (GTK_WIDGET (fixture->window), FALSE);
  g_assert_cmpint (g_settings_get_int (settings, "window-width"), ==, width);
  g_assert_cmpint (g_settings_get_int (settings, "window-height"), ==, height);
  g_assert_cmpint (g_settings_get_int (settings, "sidebar-width"), ==, 300);

  g_settings_set_int (settings, "window-width", 910);
  g_settings_set_int (settings, "window-height", 640);
  next = g_object_ref_sink (gh_window_new (NULL, fixture->host));
  gtk_window_get_default_size (GTK_WINDOW (next), &width, &height);
  g_assert_cmpint (width, ==, 910);
  g_assert_cmpint (height, ==, 640);
  split = GH_COMPAT_SPLIT_VIEW (gh_test_ui_find_id (GTK_WIDGET (next), "split"));
  g_assert_cmpint (gh_compat_split_view_get_sidebar_width (split), ==, 300);
  gh_compat_split_view_set_sidebar_width (split, 5000);
  g_assert_cmpint (gh_compat_split_view_get_sidebar_width (split), <, 600);
  gtk_window_destroy (GTK_WINDOW (next));

  g_settings_reset (settings, "window-width");
  g_settings_reset (settings, "window-height");
  g_settings_reset (settings, "sidebar-width");
}

int
main (int    argc,
      char **argv)
{
  static const char servers[] =
    "{\"mcpServers\": {\"files\": {\"command\": \"true\"}, \"notes\": {\"command\": \"true\"}}}";

  gh_test_ui_init (&argc, &argv);
  gh_ui_init ();
  gh_test_ui_load_style (GH_UI_RESOURCE_PATH);

#define add_test(path, data, func) \
  g_test_add ("/ui/window/" path, Fixture, data, set_up, func, tear_down)
  add_test ("first-page", NULL, test_first_page);
  add_test ("add", NULL, test_add);
  add_test ("outcomes", NULL, test_outcomes);
  add_test ("drop", NULL, test_drop);
  add_test ("paste", NULL, test_paste);
  add_test ("remove", NULL, test_remove);
  add_test ("settings", NULL, test_settings);
  add_test ("told", servers, test_told);
  add_test ("away", NULL, test_away);
  g_test_add_func ("/ui/window/damaged-file", test_damaged_file);
  add_test ("servers", servers, test_servers);
  add_test ("first-page-with-model", NULL, test_first_page_with_model);
  add_test ("keyboard", servers, test_keyboard);
  add_test ("tab", NULL, test_tab);
  add_test ("panes", NULL, test_panes);
  add_test ("many-roots", NULL, test_many_roots);
  add_test ("remembered", NULL, test_remembered);
  add_test ("narrow", NULL, test_narrow);
  add_test ("pictures", NULL, test_pictures);
  g_test_add_func ("/ui/window/travel-desk", test_travel_desk);

  return gh_test_run ();
}
