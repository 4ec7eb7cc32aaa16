/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How long a thousand folders take to be added to the window, and the longest time the main loop
 * stands still meanwhile. The limit is 50 ms: what a person notices as a hitch. */
#include "config.h"

#include "gh-test-ui.h"
#include "gh-ui.h"
#include "gh-window.h"

#define N_ROOTS 1000
#define LIMIT_MS 50.0

typedef struct
{
  gint64 last;
  gint64 longest;
} Watch;

static gboolean
tick_cb (gpointer user_data)
{
  Watch *watch = user_data;
  gint64 now = g_get_monotonic_time ();

  watch->longest = MAX (watch->longest, now - watch->last - 1000);
  watch->last = now;
  return G_SOURCE_CONTINUE;
}

static void
flag_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  *(gboolean *) user_data = TRUE;
}

static GListStore *
make_folders (void)
{
  g_autofree char *dir = gh_test_make_dir ();
  GListStore *files = g_list_store_new (G_TYPE_FILE);

  for (guint i = 0; i < N_ROOTS; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/folder-%04u", dir, i);
      g_autoptr(GFile) file = g_file_new_for_path (path);

      g_assert_no_errno (g_mkdir_with_parents (path, 0755));
      g_list_store_append (files, file);
    }
  return files;
}

static void
bench_roots (void)
{
  g_autofree char *config_dir = gh_test_make_dir ();
  g_autoptr(GListStore) files = make_folders ();
  g_autoptr(GhHost) host = gh_host_new (config_dir, NULL);
  GhWindow *window = gh_window_new (NULL, host);
  GtkListBox *list = GTK_LIST_BOX (gh_test_ui_find_id (GTK_WIDGET (window), "roots"));
  gboolean done = FALSE;
  gint64 start;
  guint source;
  Watch watch = { 0 };

  gh_test_ui_show (GTK_WINDOW (window));
  gh_host_load_async (host, NULL, flag_cb, &done);
  gh_test_wait (done);
  gh_window_set_loaded (window);
  gh_test_ui_wait_frame (GTK_WIDGET (window));

  start = watch.last = g_get_monotonic_time ();
  source = g_timeout_add_full (G_PRIORITY_HIGH, 1, tick_cb, &watch, NULL);
  gh_window_add_files (window, G_LIST_MODEL (files));
  gh_test_wait_for (gtk_list_box_get_row_at_index (list, N_ROOTS - 1) != NULL, 60);
  gh_test_ui_wait_frame (GTK_WIDGET (window));
  tick_cb (&watch);
  g_source_remove (source);

  g_test_message ("%d folders: %.0f ms in all", N_ROOTS,
                  (g_get_monotonic_time () - start) / 1000.0);
  g_test_minimized_result (watch.longest / 1000.0, "%d folders: longest stall %.1f ms", N_ROOTS,
                           watch.longest / 1000.0);
  if (watch.longest / 1000.0 > LIMIT_MS * gh_test_get_slow ())
    g_test_fail_printf ("a stall of more than %.0f ms", LIMIT_MS);

  gtk_window_destroy (GTK_WINDOW (window));
  done = FALSE;
  gh_host_close_async (host, flag_cb, &done);
  gh_test_wait (done);
}

int
main (int    argc,
      char **argv)
{
  gh_test_ui_init (&argc, &argv);
  gh_ui_init ();
  gh_test_ui_load_style (GH_UI_RESOURCE_PATH);

  g_test_add_func ("/bench/window/roots", bench_roots);

  return gh_test_run ();
}
