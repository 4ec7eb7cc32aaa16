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

int
main (int    argc,
      char **argv)
{
  gh_test_ui_init (&argc, &argv);

  g_test_add_func ("/ui/application/preferences", test_preferences);

  return gh_test_run ();
}
