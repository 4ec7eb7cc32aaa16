/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server's page by its real widgets, with the travel desk's server and with children that fail. */
#include "config.h"

#include "gh-content-view.h"
#include "gh-server-page.h"
#include "gh-test-ui.h"
#include "gh-tool-form.h"
#include "gh-tool-result.h"
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
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  gboolean *done = user_data;

  g_assert_true (gh_host_load_finish (GH_HOST (source), result, NULL));
  *done = TRUE;
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  gboolean *done = user_data;

  g_assert_true (gh_host_close_finish (GH_HOST (source), result, NULL));
  *done = TRUE;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  gboolean loaded = FALSE;

  fixture->config_dir = gh_test_make_dir ();
  fixture->host = gh_host_new (fixture->config_dir);
  fixture->window = g_object_ref_sink (gh_window_new (NULL, fixture->host));
  gh_test_ui_show (GTK_WINDOW (fixture->window));
  gh_host_load_async (fixture->host, NULL, loaded_cb, &loaded);
  gh_test_wait (loaded);
  gh_window_set_loaded (fixture->window);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  gboolean closed = FALSE;

  gtk_window_destroy (GTK_WINDOW (fixture->window));
  gh_test_settle ();
  g_assert_finalize_object (g_steal_pointer (&fixture->window));
  gh_host_close_async (fixture->host, closed_cb, &closed);
  gh_test_wait (closed);
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
start_travel (Fixture *fixture)
{
  GhServer *server = add_server (fixture, "Travel", g_getenv ("GH_DEMO_SERVER"), TRUE);

  gh_server_start (server);
  gh_test_wait (gh_server_get_state (server) == GH_SERVER_RUNNING &&
                g_list_model_get_n_items (gh_server_list_tools (server)) > 0);
  gh_test_ui_wait_frame (GTK_WIDGET (fixture->window));
  return server;
}

static GtkWidget *
find (Fixture    *fixture,
      const char *id)
{
  GtkWidget *page = gh_test_ui_find_type (GTK_WIDGET (fixture->window), GH_TYPE_SERVER_PAGE, 0);
  GtkWidget *widget;

  g_assert_nonnull (page);
  widget = gh_test_ui_find_id (page, id);
  g_assert_nonnull (widget);
  return widget;
}

static gboolean
shows (Fixture    *fixture,
       const char *text)
{
  return gh_test_ui_shows (GTK_WIDGET (fixture->window), text);
}

static void
test_pictures (Fixture       *fixture,
               gconstpointer  data)
{
  start_travel (fixture);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "tools");
  add_server (fixture, "Notes", "sh -c 'echo notes-server 0.4.1 >&2; echo opening vault >&2; exit 1'", TRUE);
  gh_server_start (gh_server_list_find (gh_host_get_servers (fixture->host), "notes"));
  gh_test_wait (shows (fixture, "Notes could not start"));
  gh_test_ui_wait_frame (GTK_WIDGET (fixture->window));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "server-failed");
  (void) find;
}

int
main (int    argc,
      char **argv)
{
  gh_test_ui_init (&argc, &argv);
  gh_ui_init ();
  gh_test_ui_load_style (GH_UI_RESOURCE_PATH);
  g_test_add ("/ui/server-page/pictures", Fixture, NULL, set_up, test_pictures, tear_down);
  return gh_test_run ();
}
