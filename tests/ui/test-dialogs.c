/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The window's dialogs as the application's windows, names that would turn a line around, and what
 * ends only after the window has. */
#include "config.h"

#include <glib/gstdio.h>

#include "gh-test-host.h"
#include "gh-test-ui.h"
#include "gh-ui.h"
#include "gh-window.h"

#define BIDI "\xe2\x80\xae"

typedef struct
{
  GtkApplication *application; /* borrowed: one for all tests */
  GhHost         *host;
  GhWindow       *window;
} Fixture;

/* One folder and one server, each with a name that is not what it looks like. */
static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  GtkApplication *application = (gpointer) data;
  g_autofree char *config_dir = gh_test_make_dir ();
  g_autofree char *folder = gh_test_make_dir ();
  g_autofree char *path = g_build_filename (folder, "a\n" BIDI "b", NULL);
  g_autofree char *mcp_json = g_build_filename (config_dir, "mcp.json", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GListStore) files = g_list_store_new (G_TYPE_FILE);

  g_assert_no_errno (g_mkdir (path, 0755));
  g_assert_true (g_file_set_contents (mcp_json, "{\"mcpServers\": {\"No" BIDI "tes\": "
                                                "{\"command\": \"true\"}}}", -1, NULL));
  fixture->application = application;
  fixture->host = gh_host_new (config_dir, NULL);
  fixture->window = g_object_ref_sink (gh_window_new (fixture->application, fixture->host));
  gh_test_ui_show (GTK_WINDOW (fixture->window));
  gh_test_host_load (fixture->host);
  gh_window_set_loaded (fixture->window);
  g_list_store_append (files, file);
  gh_window_add_files (fixture->window, G_LIST_MODEL (files));
  gh_test_wait (g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_roots (fixture->host))) == 1);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{

  gtk_window_destroy (GTK_WINDOW (fixture->window));
  /* What it began keeps it until it has ended. */
  g_object_add_weak_pointer (G_OBJECT (fixture->window), (gpointer *) &fixture->window);
  g_object_unref (fixture->window);
  gh_test_wait (fixture->window == NULL);
  gh_test_host_close (fixture->host);
  g_object_unref (fixture->host);
}

static GtkWidget *
find_row (Fixture    *fixture,
          const char *list_id)
{
  GtkWidget *list = gh_test_ui_find_id (GTK_WIDGET (fixture->window), list_id);

  return GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0));
}

/* The application's keys (close, quit, preferences) work in it, and Escape closes it. */
static void
check_dialog (Fixture    *fixture,
              GtkWidget  *widget,
              const char *action,
              const char *picture)
{
  GtkWindow *dialog;

  g_assert_true (gtk_widget_activate_action (widget, action, NULL));
  dialog = gh_test_ui_wait_dialog (GTK_WINDOW (fixture->window));
  g_assert_true (gtk_window_get_application (dialog) == fixture->application);
  g_assert_true (gtk_window_get_destroy_with_parent (dialog));
  gh_test_ui_assert_plain (GTK_WIDGET (dialog));
  gh_test_ui_screenshot (dialog, picture);
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  if (gh_test_ui_key (dialog, "Escape"))
    gh_test_wait (dialog == NULL);
  else
    gtk_window_destroy (dialog);
}

static void
test_application (Fixture       *fixture,
                  gconstpointer  data)
{
  check_dialog (fixture, GTK_WIDGET (fixture->window), "win.add-server", "dialog-add-server");
  check_dialog (fixture, find_row (fixture, "roots"), "root.settings", "dialog-folder-names");
  check_dialog (fixture, find_row (fixture, "servers"), "server.edit", "dialog-edit-server");
}

static void
test_names (Fixture       *fixture,
            gconstpointer  data)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);

  g_assert_true (gh_test_ui_shows (window, "a ⟨U+202E⟩b is now shared"));
  g_assert_true (gh_test_ui_shows (window, "No⟨U+202E⟩tes"));
  gtk_test_accessible_assert_property (find_row (fixture, "servers"), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "No⟨U+202E⟩tes, Waits for your consent");
  gh_test_ui_assert_plain (window);
  gh_test_ui_screenshot (GTK_WINDOW (window), "window-names");
  gtk_widget_activate_action (find_row (fixture, "roots"), "root.remove", NULL);
  gtk_widget_activate_action (find_row (fixture, "servers"), "server.remove", NULL);
  gh_test_settle ();
  gh_test_ui_assert_plain (window);
}

/* Closed while what was copied is still being read, and while a folder is being opened. */
static void
test_closed (Fixture       *fixture,
             gconstpointer  data)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);
  g_autoptr(GFile) nowhere = g_file_new_for_uri ("no-such-scheme://nowhere/");

  gdk_clipboard_set_text (gtk_widget_get_clipboard (window), "/etc");
  g_assert_true (gtk_widget_activate_action (window, "win.paste-roots", NULL));
  gh_window_open_folder (fixture->window, nowhere);
  gtk_window_destroy (GTK_WINDOW (window));
  gh_test_settle ();
}

int
main (int    argc,
      char **argv)
{
  g_autoptr(GtkApplication) application = NULL;

  gh_test_ui_init (&argc, &argv);
  gh_ui_init ();
  gh_test_ui_load_style (GH_UI_RESOURCE_PATH);
  application = gtk_application_new ("io.github.gatehouse.TestDialogs", G_APPLICATION_NON_UNIQUE);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));

  g_test_add ("/ui/dialogs/application", Fixture, application, set_up, test_application, tear_down);
  g_test_add ("/ui/dialogs/names", Fixture, application, set_up, test_names, tear_down);
  g_test_add ("/ui/dialogs/closed", Fixture, application, set_up, test_closed, tear_down);

  return gh_test_run ();
}
