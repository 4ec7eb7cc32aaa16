/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What every test program starts with: a home of its own, and waiting for conditions with a
 * bound. */
#include "config.h"

#include "gh-test.h"

#include <ftw.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <stdlib.h>
#include <time.h>

static char *home;

static int
remove_cb (const char        *path,
           const struct stat *info,
           int                kind,
           struct FTW        *walk)
{
  if (kind == FTW_DNR)
    g_chmod (path, 0700);
  return remove (path);
}

static void
set_dir (const char *variable,
         const char *name)
{
  g_autofree char *path = g_build_filename (home, name, NULL);

  g_mkdir_with_parents (path, 0700);
  g_setenv (variable, path, TRUE);
}

void
gh_test_init (int    *argc,
              char ***argv)
{
  g_autoptr(GError) error = NULL;

  home = g_dir_make_tmp ("gatehouse-test-XXXXXX", &error);
  g_assert_no_error (error);
  g_setenv ("HOME", home, TRUE);
  set_dir ("XDG_CONFIG_HOME", "config");
  set_dir ("XDG_DATA_HOME", "data");
  set_dir ("XDG_CACHE_HOME", "cache");
  set_dir ("XDG_STATE_HOME", "state");
  set_dir ("XDG_RUNTIME_DIR", "run");
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  setlocale (LC_ALL, "");
  g_test_init (argc, argv, NULL);
}

int
gh_test_run (void)
{
  int status = g_test_run ();

  nftw (home, remove_cb, 16, FTW_DEPTH | FTW_PHYS);
  g_clear_pointer (&home, g_free);
  return status;
}

const char *
gh_test_get_home (void)
{
  return home;
}

char *
gh_test_make_dir (void)
{
  char *path = g_build_filename (home, "dir-XXXXXX", NULL);

  g_assert_nonnull (g_mkdtemp (path));
  return path;
}

guint
gh_test_get_slow (void)
{
  const char *slow = g_getenv ("GH_TEST_SLOW");

  return slow != NULL ? MAX (1, atoi (slow)) : 1;
}

gint64
gh_test_get_work (void)
{
  struct timespec time;

  g_assert_cmpint (clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time), ==, 0);
  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

void
gh_test_store_result_cb (GObject      *source,
                         GAsyncResult *result,
                         gpointer      user_data)
{
  GAsyncResult **stored = user_data;

  g_assert_null (*stored);
  *stored = g_object_ref (result);
}

gint64
gh_test_deadline (guint seconds)
{
  return g_get_monotonic_time () + (gint64) seconds * gh_test_get_slow () * G_USEC_PER_SEC;
}

static gboolean
wake_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

void
gh_test_turn (gint64      deadline,
              const char *what,
              const char *file,
              int         line)
{
  if (g_get_monotonic_time () > deadline)
    g_error ("%s:%d: waited too long for %s", file, line, what);

  /* Conditions may become true without an event of this context (another process, a file). */
  guint wake = g_timeout_add (10, wake_cb, NULL);

  g_main_context_iteration (NULL, TRUE);
  g_source_remove (wake);
}

void
gh_test_settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}
