/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The file of the history: it survives damage, full disks, other programs and kill. */
#include "config.h"

#include "history-fixture.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gh-history-db.h"
#include "gh-problem.h"
#include "gh-test.h"

static GhProblem *
only_problem (HistoryFixture *f,
              GhProblemKind   kind)
{
  GhProblem *problem;

  gh_test_wait (g_list_model_get_n_items (G_LIST_MODEL (f->problems)) > 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->problems)), ==, 1);
  problem = g_list_model_get_item (G_LIST_MODEL (f->problems), 0);
  g_assert_cmpint (gh_problem_get_kind (problem), ==, kind);
  return problem;
}

static void
execute (const char *path,
         const char *sql)
{
  sqlite3 *sqlite = NULL;
  char *message = NULL;

  g_assert_cmpint (sqlite3_open (path, &sqlite), ==, SQLITE_OK);
  sqlite3_exec (sqlite, sql, NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
  sqlite3_close (sqlite);
}

/* --- trouble --- */

static void
test_damaged (HistoryFixture *f,
              gconstpointer   data)
{
  g_autoptr(GhProblem) problem = NULL;
  g_autofree char *aside = NULL;
  g_autofree char *contents = NULL;

  history_close (f);
  g_assert_true (g_file_set_contents (f->path, "this is no database, whatever else it may be",
                                      -1, NULL));
  history_open (f);
  history_add (f, NOON, "goes on");
  g_assert_cmpuint (history_count (f, NULL), ==, 1);
  problem = only_problem (f, GH_PROBLEM_DAMAGED);
  aside = g_file_get_path (gh_problem_get_set_aside (problem));
  g_assert_true (g_file_get_contents (aside, &contents, NULL, NULL));
  g_assert_true (g_str_has_prefix (contents, "this is no database"));
}

/* The damage shows only when it is written to. */
static void
test_damaged_later (HistoryFixture *f,
                    gconstpointer   data)
{
  g_autoptr(GhProblem) problem = NULL;
  FILE *file;

  for (int i = 0; i < 300; i++)
    history_add (f, NOON + i, "some text that fills a few pages of the file with what it says");
  history_close (f);
  file = fopen (f->path, "r+");
  g_assert_nonnull (file);
  fseek (file, 4096, SEEK_SET);
  for (int i = 0; i < 100 * 4096; i++)
    fputc (0x5a, file);
  fclose (file);
  history_open (f);
  history_add (f, NOON + 1000, "goes on");
  problem = only_problem (f, GH_PROBLEM_DAMAGED);
  g_assert_nonnull (gh_problem_get_set_aside (problem));
  gh_test_wait (history_count (f, "goes") == 1);
}

static void
test_foreign (HistoryFixture *f,
              gconstpointer   data)
{
  g_autoptr(GhProblem) problem = NULL;

  history_close (f);
  g_assert_cmpint (g_unlink (f->path), ==, 0);
  execute (f->path, "CREATE TABLE recipe (name TEXT); INSERT INTO recipe VALUES ('soup')");
  history_open (f);
  history_add (f, NOON, "goes on");
  g_assert_cmpuint (history_count (f, NULL), ==, 1);
  problem = only_problem (f, GH_PROBLEM_DAMAGED);
  execute (g_file_peek_path (gh_problem_get_set_aside (problem)), "SELECT name FROM recipe");
}

static void
test_newer (HistoryFixture *f,
            gconstpointer   data)
{
  g_autoptr(GhProblem) problem = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gsize n_before, n_after;

  history_add (f, NOON, "of now");
  gh_test_wait (history_count (f, NULL) == 1);
  history_close (f);
  execute (f->path, "PRAGMA user_version = 99; PRAGMA journal_mode = DELETE");
  g_assert_true (g_file_get_contents (f->path, &before, &n_before, NULL));
  history_open (f);
  history_add (f, NOON + 1, "not added");
  problem = only_problem (f, GH_PROBLEM_NEWER);
  g_assert_null (gh_problem_get_set_aside (problem));
  history_close (f);
  g_assert_true (g_file_get_contents (f->path, &after, &n_after, NULL));
  g_assert_cmpmem (before, n_before, after, n_after);
  history_open (f);
}

static void
test_full (HistoryFixture *f,
           gconstpointer   data)
{
  g_autofree char *large = g_strnfill (200000, 'x');
  GhProblem *problem;

  history_close (f);
  g_unlink (f->path);
  history_open (f);
  gh_history_limit_pages (f->history, 30);
  history_add (f, NOON, "small");
  gh_test_wait (history_count (f, NULL) == 1);
  history_add (f, NOON + 1, large);
  problem = only_problem (f, GH_PROBLEM_NOT_KEPT);
  g_object_unref (problem);
  /* What is there is there, and the rest waits. */
  g_assert_cmpuint (history_count (f, NULL), ==, 1);
  history_add (f, NOON + 2, "small, too");
  problem = only_problem (f, GH_PROBLEM_NOT_KEPT);
  g_object_unref (problem);
}

/* As the operating system says it, and then there is room again. */
static void
test_full_for_a_while (HistoryFixture *f,
                       gconstpointer   data)
{
  struct rlimit old, limit;
  g_autofree char *large = g_strnfill (200000, 'x');
  GhProblem *problem;

  history_add (f, NOON, "small");
  gh_test_wait (history_count (f, NULL) == 1);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &old), ==, 0);
  limit = old;
  limit.rlim_cur = 150000;
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  history_add (f, NOON + 1, large);
  problem = only_problem (f, GH_PROBLEM_NOT_KEPT);
  g_object_unref (problem);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &old), ==, 0);
  /* It is tried again before it closes. */
  history_close (f);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->problems)), ==, 0);
  history_open (f);
  g_assert_cmpuint (history_count (f, NULL), ==, 2);
}

static void
test_locked (HistoryFixture *f,
             gconstpointer   data)
{
  sqlite3 *other = NULL;
  GhProblem *problem;

  history_add (f, NOON, "first");
  gh_test_wait (history_count (f, NULL) == 1);
  g_assert_cmpint (sqlite3_open (f->path, &other), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (other, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  history_add (f, NOON + 1, "second");
  problem = only_problem (f, GH_PROBLEM_NOT_KEPT);
  g_object_unref (problem);
  /* Reading goes on meanwhile. */
  g_assert_cmpuint (history_count (f, NULL), ==, 1);
  sqlite3_exec (other, "ROLLBACK", NULL, NULL, NULL);
  sqlite3_close (other);
  history_close (f);
  history_open (f);
  g_assert_cmpuint (history_count (f, NULL), ==, 2);
}

/* Permissions hold back everyone but root: as root this is done by nobody, in a process of its
 * own. */
static gboolean
become_ordinary (HistoryFixture *f)
{
  g_autofree char *folder = g_path_get_dirname (f->path);

  if (geteuid () != 0)
    return TRUE;
  return chmod (gh_test_get_home (), 0755) == 0 && chown (f->dir, 65534, 65534) == 0
         && chown (folder, 65534, 65534) == 0 && chown (f->path, 65534, 65534) == 0
         && setgid (65534) == 0 && setuid (65534) == 0;
}

static void
test_read_only (HistoryFixture *f,
                gconstpointer   data)
{
  g_autoptr(GhProblem) problem = NULL;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess ("/host/history-file/read-only", 0, 0);
      g_test_trap_assert_passed ();
      return;
    }

  history_add (f, NOON, "from before");
  history_flush (f);
  history_close (f);
  g_assert_true (become_ordinary (f));
  g_assert_cmpint (chmod (f->path, 0400), ==, 0);
  history_open (f);
  history_add (f, NOON + 1, "cannot be added");
  problem = only_problem (f, GH_PROBLEM_NOT_KEPT);
  /* What is there can be read. */
  g_assert_cmpuint (history_count (f, NULL), ==, 1);
}

static void
test_deleted_under_us (HistoryFixture *f,
                       gconstpointer   data)
{
  history_add (f, NOON, "gone with the file");
  gh_test_wait (history_count (f, NULL) == 1);
  g_assert_cmpint (g_unlink (f->path), ==, 0);
  history_add (f, NOON + 1, "in a new one");
  gh_test_wait (history_count (f, NULL) == 1);
  g_assert_true (g_file_test (f->path, G_FILE_TEST_EXISTS));
}

static void
test_no_regular_file (HistoryFixture *f,
                      gconstpointer   data)
{
  g_autoptr(GhProblem) problem = NULL;

  history_close (f);
  g_unlink (f->path);
  g_assert_cmpint (mkfifo (f->path, 0600), ==, 0);
  history_open (f);
  history_add (f, NOON, "nowhere");
  problem = only_problem (f, GH_PROBLEM_NOT_KEPT);
}

/* --- the end --- */

/* A process writes and is killed in the middle; whatever it had been told was written is there. */
static void
test_killed (HistoryFixture *f,
             gconstpointer   data)
{
  history_close (f);
  for (int round = 0; round < 5; round++)
    {
      int pipes[2];
      guint written = 0;
      guint32 told;
      pid_t pid;
      int status;

      g_assert_cmpint (pipe (pipes), ==, 0);
      pid = fork ();
      g_assert_cmpint (pid, >=, 0);
      if (pid == 0)
        {
          /* No threads: they did not come along. */
          g_autoptr(GhHistoryDb) db = gh_history_db_open (f->path, FALSE, NULL);

          for (guint32 i = 1; db != NULL; i++)
            {
              g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func (g_object_unref);
              g_autoptr(GArray) ids = NULL;

              for (int j = 0; j < 10; j++)
                g_ptr_array_add (entries, history_new_entry (NOON + round * DAY + i * 10 + j,
                                                             "killed"));
              ids = gh_history_db_add (db, entries, NULL);
              if (ids == NULL || write (pipes[1], &i, sizeof i) != sizeof i)
                break;
            }
          _exit (1);
        }
      close (pipes[1]);
      while (written < 5u + round * 3 && read (pipes[0], &told, sizeof told) == sizeof told)
        written = told;
      kill (pid, SIGKILL);
      /* What it said before it died counts, too. */
      while (read (pipes[0], &told, sizeof told) == sizeof told)
        written = told;
      close (pipes[0]);
      waitpid (pid, &status, 0);
      g_assert_true (WIFSIGNALED (status));
      {
        g_autoptr(GhHistoryDb) db = gh_history_db_open (f->path, FALSE, NULL);
        g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
        g_autoptr(GPtrArray) found = NULL;

        g_assert_nonnull (db);
        query->from = NOON + round * DAY;
        query->text = g_strdup ("killed");
        found = gh_history_db_find (db, query, G_MAXINT64, FALSE, 1000000, NULL, NULL);
        g_assert_cmpuint (found->len, >=, written * 10);
        /* Transactions are whole. */
        g_assert_cmpuint (found->len % 10, ==, 0);
      }
    }
  history_open (f);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->problems)), ==, 0);
}

/* What is added in the last moment is written before it closes. */
static void
test_close_writes (HistoryFixture *f,
                   gconstpointer   data)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  g_autoptr(GhHistoryDb) db = NULL;
  g_autoptr(GPtrArray) found = NULL;

  for (int i = 0; i < 450; i++)
    history_add (f, NOON + i, "late");
  history_close (f);
  db = gh_history_db_open (f->path, FALSE, NULL);
  found = gh_history_db_find (db, query, G_MAXINT64, FALSE, 1000, NULL, NULL);
  g_assert_cmpuint (found->len, ==, 450);
  history_open (f);
}

/* Somebody reads while we write. */
static void
test_readers (HistoryFixture *f,
              gconstpointer   data)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  g_autoptr(GhHistoryDb) reader = NULL;
  guint before = 0;

  history_add (f, NOON, "x");
  gh_test_wait (history_count (f, NULL) == 1);
  reader = gh_history_db_open (f->path, TRUE, NULL);
  g_assert_nonnull (reader);
  for (int i = 1; i < 50; i++)
    {
      g_autoptr(GPtrArray) found = NULL;

      history_add (f, NOON + i, "x");
      found = gh_history_db_find (reader, query, G_MAXINT64, FALSE, 1000, NULL, NULL);
      g_assert_nonnull (found);
      g_assert_cmpuint (found->len, >=, before);
      before = found->len;
      gh_test_settle ();
    }
  gh_test_wait (history_count (f, NULL) == 50);
}

/* --- what somebody else put there --- */

static void
test_odd_rows (HistoryFixture *f,
               gconstpointer   data)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  g_autoptr(GPtrArray) found = NULL;
  g_autoptr(GhHistoryEntry) whole = NULL;

  history_add (f, NOON, "x");
  gh_test_wait (history_count (f, NULL) == 1);
  history_close (f);
  execute (f->path,
           "INSERT INTO entry (id, time, asked, kind, outcome, decider, edited, duration, title,"
           " server) VALUES (5, -9223372036854775808, 9223372036854775807, 'no kind', 'nor this',"
           " '', 'x', -77, CAST (X'ff41' AS TEXT), CAST (X'c328' AS TEXT));"
           "INSERT INTO parts VALUES (5, '{\"a\":[1,{\"role\":\"no\"}]}');"
           "INSERT INTO entry (id, time, asked, kind, outcome, decider, edited)"
           " VALUES (6, 6, 6, 'tool', 'done', 'person', 0);"
           "INSERT INTO parts VALUES (6, '[1,{\"role\":\"message\"},{\"role\":5},[]]');");
  history_open (f);
  found = history_find (f, query, G_MAXINT64);
  g_assert_cmpuint (found->len, ==, 3);
  whole = history_read (f, 5);
  g_assert_true (g_utf8_validate (gh_history_entry_get_facts (whole)->title, -1, NULL));
  g_assert_cmpuint (gh_history_entry_get_parts (whole)->len, ==, 0);
  g_clear_object (&whole);
  whole = history_read (f, 6);
  g_assert_cmpuint (gh_history_entry_get_parts (whole)->len, ==, 1);
}

int
main (int   argc,
      char *argv[])
{
#define ADD(path, func) \
  g_test_add (path, HistoryFixture, NULL, history_set_up, func, history_tear_down)
  gh_test_init (&argc, &argv);

  ADD ("/host/history-file/damaged", test_damaged);
  ADD ("/host/history-file/damaged-later", test_damaged_later);
  ADD ("/host/history-file/foreign", test_foreign);
  ADD ("/host/history-file/newer", test_newer);
  ADD ("/host/history-file/full", test_full);
  ADD ("/host/history-file/full-for-a-while", test_full_for_a_while);
  ADD ("/host/history-file/locked", test_locked);
  ADD ("/host/history-file/read-only", test_read_only);
  ADD ("/host/history-file/deleted-under-us", test_deleted_under_us);
  ADD ("/host/history-file/no-regular-file", test_no_regular_file);
  ADD ("/host/history-file/killed", test_killed);
  ADD ("/host/history-file/close-writes", test_close_writes);
  ADD ("/host/history-file/readers", test_readers);
  ADD ("/host/history-file/odd-rows", test_odd_rows);

  return gh_test_run ();
}
