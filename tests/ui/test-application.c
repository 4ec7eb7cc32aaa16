/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The whole program in one process, on a display without a window manager, as in a browser. */
#include "config.h"

#include "gh-application.h"
#include "gh-preferences-dialog.h"
#include "gh-test-ui.h"
#include "gh-ui.h"
#include "gh-window.h"

static GtkWindow *
find_window (GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (window, type))
        return window;
    }
  return NULL;
}

/* The preferences belong to the window that can be seen: the dialog that will show requests is one
 * of the application's windows, too. Closing them gives the keyboard back. */
static void
test_preferences (void)
{
  g_autoptr(GhApplication) application = gh_application_new ();
  GtkWindow *window;
  GtkWindow *preferences;

  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
  gh_ui_return_keyboard ();
  /* No server starts before there is a window to ask in. */
  gh_test_settle ();
  g_assert_null (gh_application_get_host (application));
  g_application_activate (G_APPLICATION (application));
  gh_test_wait ((window = find_window (GH_TYPE_WINDOW)) != NULL && gtk_window_is_active (window));
  gh_window_get_review (GH_WINDOW (window));

  g_action_group_activate_action (G_ACTION_GROUP (application), "preferences", NULL);
  gh_test_wait ((preferences = find_window (GH_TYPE_PREFERENCES_DIALOG)) != NULL);
  g_assert_true (gtk_window_get_transient_for (preferences) == window);
  gtk_window_present (preferences);
  gh_test_wait (gtk_window_is_active (preferences));
  gtk_window_close (preferences);
  gh_test_wait (gtk_window_is_active (window));

  gh_application_quit (application);
  gh_test_wait (gh_application_get_host (application) == NULL);
}

static GtkWindow *
start (GhApplication *application)
{
  static guint n_started;
  GtkWindow *window = NULL;
  g_autofree char *id = g_strdup_printf ("io.github.gatehouse.Test%u", ++n_started);
  g_autoptr(GError) error = NULL;

  /* Each has its place on the bus until the process ends: none of them is run to its end. */
  g_application_set_application_id (G_APPLICATION (application), id);
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE);
  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);
  g_application_activate (G_APPLICATION (application));
  gh_test_wait ((window = find_window (GH_TYPE_WINDOW)) != NULL
                && gtk_widget_get_mapped (GTK_WIDGET (window)));
  return window;
}

static GhServer *
run_server (GhApplication *application)
{
  const char *argv[] = { g_getenv ("GH_SHOW_SERVER"), NULL };
  g_autoptr(GhServerConfig) config = gh_server_config_new ("Show", argv, NULL, NULL, FALSE);
  GhServerList *servers = gh_host_get_servers (gh_application_get_host (application));
  GhServer *server = gh_server_list_add (servers, config, TRUE);

  gh_server_start (server);
  gh_test_wait (gh_server_get_state (server) == GH_SERVER_RUNNING);
  return server;
}

static void
name_cb (GDBusConnection *connection,
         const char      *name,
         gpointer         user_data)
{
  gboolean *owned = user_data;

  *owned = TRUE;
}

/* Closing the window while a server runs asks once, and does what was answered from then on. */
static void
test_background (void)
{
  g_autoptr(GSettings) settings = g_settings_new (GH_APP_ID);
  g_autoptr(GhApplication) application = gh_application_new ();
  GtkWindow *window;
  GhServer *server;
  GtkWidget *question;
  g_autofree char *choice = NULL;
  gboolean owned = FALSE;
  guint owner;

  /* Whoever takes notifications: GLib complains where nobody does. */
  owner = g_bus_own_name (G_BUS_TYPE_SESSION, "org.gtk.Notifications", G_BUS_NAME_OWNER_FLAGS_NONE,
                          NULL, name_cb, NULL, &owned, NULL);
  gh_test_wait (owned);
  g_settings_reset (settings, "when-closed");
  window = start (application);
  server = run_server (application);
  gtk_window_close (window);
  question = gh_test_ui_wait_alert (window);
  g_assert_true (gh_test_ui_shows (question, "Keep servers running?"));
  gh_test_ui_screenshot (GTK_WINDOW (question), "closing");
  gh_test_ui_click (gh_test_ui_find_named (question, GTK_TYPE_BUTTON, "Cancel"));
  gh_test_settle ();
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window)));

  gtk_window_close (window);
  question = gh_test_ui_wait_alert (window);
  gh_test_ui_click (gh_test_ui_find_named (question, GTK_TYPE_BUTTON, "Keep Running"));
  gh_test_wait (!gtk_widget_get_visible (GTK_WIDGET (window)));
  g_assert_cmpint (gh_server_get_state (server), ==, GH_SERVER_RUNNING);
  choice = g_settings_get_string (settings, "when-closed");
  g_assert_cmpstr (choice, ==, "keep");

  /* The same window again, and away without a question. */
  g_application_activate (G_APPLICATION (application));
  gh_test_wait (gtk_widget_get_mapped (GTK_WIDGET (window)));
  g_assert_true (find_window (GH_TYPE_WINDOW) == window);
  gtk_window_close (window);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window)));
  g_assert_cmpint (gh_server_get_state (server), ==, GH_SERVER_RUNNING);

  /* Quitting really quits. */
  g_action_group_activate_action (G_ACTION_GROUP (application), "quit", NULL);
  gh_test_wait (gh_application_get_host (application) == NULL);
  g_settings_reset (settings, "when-closed");
  g_bus_unown_name (owner);
}

static void
test_close (void)
{
  static const char * const choices[] = { "quit", "ask" };
  g_autoptr(GSettings) settings = g_settings_new (GH_APP_ID);

  /* As chosen; and without a question where nothing runs. */
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      g_autoptr(GhApplication) application = gh_application_new ();
      GtkWindow *window = NULL;

      g_settings_set_string (settings, "when-closed", choices[i]);
      window = start (application);
      if (i == 0)
        run_server (application);
      gtk_window_close (window);
      gh_test_wait_for (gh_application_get_host (application) == NULL, 20);
    }
  g_settings_reset (settings, "when-closed");
}

int
main (int    argc,
      char **argv)
{
  gh_test_ui_init (&argc, &argv);

  g_test_add_func ("/ui/application/preferences", test_preferences);
  g_test_add_func ("/ui/application/background", test_background);
  g_test_add_func ("/ui/application/close", test_close);

  return gh_test_run ();
}
