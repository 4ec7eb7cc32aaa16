/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How long a thousand roots take: to be added at once, to be announced, to be loaded again, and how
 * long the main loop stands still meanwhile. */
#include "config.h"

#include "gh-root-list.h"

#include <glib/gstdio.h>
#include <string.h>

#include "gh-test.h"

#define N_ROOTS 1000
/* Longer than this a person notices (no stall over 50 ms). */
#define STALL_MS 50

static gint64 longest; /* main loop stall, microseconds */

static gint64
now (void)
{
  return g_get_monotonic_time ();
}

/* One turn of the main loop at a time: each one that takes long is a stall. */
static void
turn (void)
{
  gint64 before;

  while (!g_main_context_pending (NULL))
    g_usleep (200);
  before = now ();
  g_main_context_iteration (NULL, FALSE);
  longest = MAX (longest, now () - before);
}

static void
say (const char *what,
     gint64      since)
{
  g_print ("# %-44s %8.1f ms, longest stall %6.1f ms\n", what, (now () - since) / 1000.0,
           longest / 1000.0);
  g_assert_cmpint (longest / 1000, <, STALL_MS * gh_test_get_slow ());
  longest = 0;
}

static void
announced_cb (GhRootList *list,
              guint      *n_announced)
{
  (*n_announced)++;
}

static void
load (GhRootList *list)
{
  g_autoptr(GAsyncResult) result = NULL;

  gh_root_list_load_async (list, NULL, gh_test_store_result_cb, &result);
  while (result == NULL)
    turn ();
  g_assert_true (gh_root_list_load_finish (list, result, NULL));
}

static void
second_over_cb (gpointer user_data)
{
  gboolean *second_over = user_data;

  *second_over = TRUE;
}

static void
bench_roots (void)
{
  gboolean second_over = FALSE;
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *path = g_build_filename (dir, "roots.json", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GListStore) problems = g_list_store_new (GH_TYPE_PROBLEM);
  g_autoptr(GhFileStore) store = gh_file_store_new (file, 3, problems);
  g_autoptr(GhRootList) list = gh_root_list_new (store);
  g_autoptr(GListStore) files = g_list_store_new (G_TYPE_FILE);
  g_autoptr(GAsyncResult) added = NULL;
  g_autoptr(GAsyncResult) flushed = NULL;
  guint n_announced = 0;
  gint64 start;

  g_signal_connect (list, "announced-changed", G_CALLBACK (announced_cb), &n_announced);
  for (int i = 0; i < N_ROOTS; i++)
    {
      g_autofree char *folder = g_strdup_printf ("%s/group-%d/root %d", dir, i % 20, i);
      g_autoptr(GFile) root = g_file_new_for_path (folder);

      g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
      g_list_store_append (files, root);
    }
  load (list);
  longest = 0;

  start = now ();
  gh_root_list_add_async (list, G_LIST_MODEL (files), NULL, gh_test_store_result_cb, &added);
  longest = now () - start;
  while (added == NULL)
    turn ();

  g_autoptr(GPtrArray) additions = gh_root_list_add_finish (list, added, NULL);

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, N_ROOTS);
  say ("1000 roots added at once: in the list", start);
  while (n_announced == 0)
    turn ();
  say ("servers told of the change", start);

  start = now ();

  g_autoptr(GPtrArray) announced = gh_root_list_dup_announced (list, "s");

  longest = now () - start;
  g_assert_cmpuint (announced->len, ==, N_ROOTS);
  say ("announcement put together", start);

  /* Everything that follows an addition: saved, watched, looked at once more. */
  start = now ();
  gh_file_store_flush_async (store, gh_test_store_result_cb, &flushed);
  g_timeout_add_once (1000, second_over_cb, &second_over);
  while (flushed == NULL || !second_over)
    turn ();
  say ("saved and watched (one second at least)", start);
  g_assert_cmpuint (n_announced, ==, 1);

  g_autoptr(GhFileStore) other_store = gh_file_store_new (file, 3, problems);
  g_autoptr(GhRootList) other = gh_root_list_new (other_store);

  start = now ();
  load (other);
  say ("loaded and looked at again", start);

  g_autoptr(GPtrArray) again = gh_root_list_dup_announced (other, "s");

  g_assert_cmpuint (again->len, ==, N_ROOTS);
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/bench/roots", bench_roots);
  return gh_test_run ();
}
