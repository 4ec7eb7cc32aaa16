/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The file store: nothing of the person's is lost, whatever is in the file or in its way. */
#include "config.h"

#include "gh-file-store.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gh-json.h"
#include "gh-test.h"

typedef struct
{
  char *dir;
  char *path;
  GListStore *problems;
  GhFileStore *store;
} Fixture;

static void
set_up_in (Fixture *fixture,
           char    *take_dir,
           guint    n_backups)
{
  g_autoptr(GFile) file = NULL;

  fixture->dir = take_dir;
  fixture->path = g_build_filename (fixture->dir, "some.json", NULL);
  file = g_file_new_for_path (fixture->path);
  fixture->problems = g_list_store_new (GH_TYPE_PROBLEM);
  fixture->store = gh_file_store_new (file, n_backups, fixture->problems);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  set_up_in (fixture, gh_test_make_dir (), 2);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  gh_test_settle ();
  g_assert_finalize_object (fixture->store);
  g_clear_object (&fixture->problems);
  g_clear_pointer (&fixture->dir, g_free);
  g_clear_pointer (&fixture->path, g_free);
}

static void
put (const char *path,
     const char *text)
{
  g_autoptr(GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static char *
get (const char *path)
{
  g_autoptr(GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static JsonObject *
load (Fixture *fixture)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_file_store_load_async (fixture->store, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);

  JsonObject *object = gh_file_store_load_finish (fixture->store, result, &error);

  g_assert_no_error (error);
  g_assert_nonnull (object);
  return object;
}

static gboolean
flush (Fixture *fixture)
{
  g_autoptr(GAsyncResult) result = NULL;

  gh_file_store_flush_async (fixture->store, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  return gh_file_store_flush_finish (fixture->store, result, NULL);
}

static void
save_number (Fixture *fixture,
             gint64   number)
{
  g_autoptr(JsonObject) object = json_object_new ();

  json_object_set_member (object, "n", gh_json_node_new_int (number));
  gh_file_store_save (fixture->store, object);
}

static gint64
number_in (const char *path)
{
  g_autofree char *text = get (path);
  g_autoptr(JsonNode) node = gh_json_read (text, strlen (text), NULL);

  g_assert_nonnull (node);
  return gh_json_get_int (gh_json_node_get_object (node), "n", -1);
}

static GhProblem *
only_problem (Fixture       *fixture,
              GhProblemKind  kind)
{
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->problems)), ==, 1);

  GhProblem *problem = g_list_model_get_item (G_LIST_MODEL (fixture->problems), 0);

  g_assert_cmpint (gh_problem_get_kind (problem), ==, kind);
  g_assert_cmpstr (g_file_peek_path (gh_problem_get_file (problem)), ==, fixture->path);
  return problem;
}

static guint
count_files (const char *dir,
             const char *part)
{
  g_autoptr(GDir) open = g_dir_open (dir, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (open)) != NULL)
    n += strstr (name, part) != NULL;
  return n;
}

static void
test_no_file (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(JsonObject) object = load (fixture);

  g_assert_cmpuint (json_object_get_size (object), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->problems)), ==, 0);
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
}

static void
test_round_trip (Fixture       *fixture,
                 gconstpointer  data)
{
  struct stat info;

  put (fixture->path, "\xef\xbb\xbf{\"n\": 1, \"big\": 123456789012345678901234567890,\r\n"
                      " \"x\": 1e400}\r\n");

  g_autoptr(JsonObject) object = load (fixture);

  g_assert_cmpint (gh_json_get_int (object, "n", 0), ==, 1);
  gh_file_store_save (fixture->store, object);
  g_assert_true (flush (fixture));

  g_autofree char *text = get (fixture->path);

  g_assert_nonnull (strstr (text, "123456789012345678901234567890"));
  g_assert_nonnull (strstr (text, "1e400"));
  g_assert_true (g_str_has_suffix (text, "}\n"));
  g_assert_cmpint (g_stat (fixture->path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
  g_assert_cmpuint (count_files (fixture->dir, ".new-"), ==, 0);
}

static void
test_makes_folder (void)
{
  Fixture fixture = { 0 };
  g_autofree char *above = gh_test_make_dir ();
  struct stat info;

  set_up_in (&fixture, g_build_filename (above, "a", "b", NULL), 0);
  save_number (&fixture, 5);
  g_assert_true (flush (&fixture));
  g_assert_cmpint (number_in (fixture.path), ==, 5);
  g_assert_cmpint (g_stat (fixture.dir, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0700);
  tear_down (&fixture, NULL);
}

static void
test_backups (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *first = g_strconcat (fixture->path, ".1", NULL);
  g_autofree char *second = g_strconcat (fixture->path, ".2", NULL);

  for (int i = 1; i <= 5; i++)
    {
      save_number (fixture, i);
      g_assert_true (flush (fixture));
    }
  g_assert_cmpint (number_in (fixture->path), ==, 5);
  g_assert_cmpint (number_in (first), ==, 4);
  g_assert_cmpint (number_in (second), ==, 3);
  g_assert_cmpuint (count_files (fixture->dir, "some"), ==, 3);

  /* The same contents again are no new generation. */
  save_number (fixture, 5);
  g_assert_true (flush (fixture));
  g_assert_cmpint (number_in (first), ==, 4);
}

/* Many saves at once are one or two writes, and the last one wins. */
static void
test_coalesces (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *first = g_strconcat (fixture->path, ".1", NULL);

  for (int i = 1; i <= 1000; i++)
    save_number (fixture, i);
  g_assert_true (flush (fixture));
  g_assert_cmpint (number_in (fixture->path), ==, 1000);
  g_assert_false (g_file_test (first, G_FILE_TEST_EXISTS));

  /* While a write runs. */
  for (int i = 1; i <= 100; i++)
    {
      save_number (fixture, 2000 + i);
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_true (flush (fixture));
  g_assert_cmpint (number_in (fixture->path), ==, 2100);
}

static void
check_damaged (Fixture    *fixture,
               const char *contents,
               gsize       size)
{
  g_autoptr(GError) error = NULL;

  g_list_store_remove_all (fixture->problems);
  g_file_set_contents (fixture->path, contents, size, &error);
  g_assert_no_error (error);

  g_autoptr(JsonObject) object = load (fixture);
  g_autoptr(GhProblem) problem = only_problem (fixture, GH_PROBLEM_DAMAGED);
  GFile *aside = gh_problem_get_set_aside (problem);
  g_autofree char *kept = NULL;
  gsize kept_size;

  g_assert_cmpuint (json_object_get_size (object), ==, 0);
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
  g_assert_nonnull (aside);
  g_assert_true (g_regex_match_simple ("/some\\.json\\.damaged-\\d{8}-\\d{6}(-\\d+)?$",
                                       g_file_peek_path (aside), 0, 0));
  g_assert_true (g_file_get_contents (g_file_peek_path (aside), &kept, &kept_size, NULL));
  g_assert_cmpmem (kept, kept_size, contents, size);
}

static void
test_damaged (Fixture       *fixture,
              gconstpointer  data)
{
  static const char * const texts[] = {
    "", "   ", "{\"roots\": [", "[1, 2]", "null", "\"text\"", "{\"a\":1} {\"b\":2}", "{'a':1}",
    "{\"a\":\xff}", "// comment\n{}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    check_damaged (fixture, texts[i], strlen (texts[i]));
  check_damaged (fixture, "{}\0", 3);

  g_autofree char *deep = g_strnfill (200000, '[');

  check_damaged (fixture, deep, 200000);
  /* All of one second and none overwritten. */
  g_assert_cmpuint (count_files (fixture->dir, ".damaged-"), ==, G_N_ELEMENTS (texts) + 2);

  /* And the place is free again. */
  save_number (fixture, 7);
  g_assert_true (flush (fixture));
  g_assert_cmpint (number_in (fixture->path), ==, 7);
}

static void
test_too_large (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *big = g_strnfill (17 * 1024 * 1024, ' ');

  check_damaged (fixture, big, 17 * 1024 * 1024);
}

/* A pipe, a folder: not ours to move, not ours to wait for. */
static void
test_not_a_file (Fixture       *fixture,
                 gconstpointer  data)
{
  struct stat info;

  g_assert_cmpint (mkfifo (fixture->path, 0600), ==, 0);

  g_autoptr(JsonObject) object = load (fixture);
  g_autoptr(GhProblem) problem = only_problem (fixture, GH_PROBLEM_UNREADABLE);

  g_assert_null (gh_problem_get_set_aside (problem));
  save_number (fixture, 7);
  g_assert_true (flush (fixture));
  g_assert_cmpint (g_stat (fixture->path, &info), ==, 0);
  g_assert_true (S_ISFIFO (info.st_mode));
}

static void
test_symbolic_link (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *folder = g_build_filename (fixture->dir, "dotfiles", NULL);
  g_autofree char *target = g_build_filename (folder, "real.json", NULL);
  g_autofree char *backup = g_build_filename (folder, "real.json.1", NULL);

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_cmpint (symlink ("dotfiles/real.json", fixture->path), ==, 0);

  g_autoptr(JsonObject) object = load (fixture);

  /* First into a link that leads nowhere yet. */
  for (int i = 1; i <= 2; i++)
    {
      save_number (fixture, i);
      g_assert_true (flush (fixture));
      g_assert_true (g_file_test (fixture->path, G_FILE_TEST_IS_SYMLINK));
      g_assert_cmpint (number_in (target), ==, i);
    }
  g_assert_cmpint (number_in (backup), ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->problems)), ==, 0);
}

static void
test_link_loop (Fixture       *fixture,
                gconstpointer  data)
{
  g_assert_cmpint (symlink ("some.json", fixture->path), ==, 0);

  g_autoptr(JsonObject) object = load (fixture);
  g_autoptr(GhProblem) problem = only_problem (fixture, GH_PROBLEM_UNREADABLE);

  g_assert_cmpuint (json_object_get_size (object), ==, 0);
}

/* Another program wrote the file after we read it: its version stays beside ours. */
static void
test_overtaken (Fixture       *fixture,
                gconstpointer  data)
{
  put (fixture->path, "{\"n\": 1}");

  g_autoptr(JsonObject) object = load (fixture);

  put (fixture->path, "{\"n\": 99}");
  save_number (fixture, 2);
  g_assert_true (flush (fixture));

  g_autoptr(GhProblem) problem = only_problem (fixture, GH_PROBLEM_OVERTAKEN);
  GFile *aside = gh_problem_get_set_aside (problem);

  g_assert_cmpint (number_in (fixture->path), ==, 2);
  g_assert_nonnull (strstr (g_file_peek_path (aside), "some.json.other-"));
  g_assert_cmpint (number_in (g_file_peek_path (aside)), ==, 99);

  /* From here on it is ours again. */
  save_number (fixture, 3);
  g_assert_true (flush (fixture));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->problems)), ==, 1);

  /* Deleted by another program: written again, and that is no trouble. */
  g_assert_cmpint (g_unlink (fixture->path), ==, 0);
  save_number (fixture, 4);
  g_assert_true (flush (fixture));
  g_assert_cmpint (number_in (fixture->path), ==, 4);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->problems)), ==, 1);
}

/* Saved before it was ever read: what is there is not known, so it stays. */
static void
test_save_without_load (Fixture       *fixture,
                        gconstpointer  data)
{
  put (fixture->path, "{\"n\": 99}");
  save_number (fixture, 2);
  g_assert_true (flush (fixture));
  g_assert_cmpint (number_in (fixture->path), ==, 2);

  g_autoptr(GhProblem) problem = only_problem (fixture, GH_PROBLEM_OVERTAKEN);

  g_assert_cmpint (number_in (g_file_peek_path (gh_problem_get_set_aside (problem))), ==, 99);
}

/* A save that comes while the file is read waits for that. */
static void
test_save_while_loading (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;

  put (fixture->path, "{\"n\": 1}");
  gh_file_store_load_async (fixture->store, NULL, gh_test_store_result_cb, &result);
  save_number (fixture, 2);
  g_assert_true (flush (fixture));
  gh_test_wait (result != NULL);

  g_autoptr(JsonObject) object = gh_file_store_load_finish (fixture->store, result, NULL);

  g_assert_cmpint (gh_json_get_int (object, "n", 0), ==, 1);
  g_assert_cmpint (number_in (fixture->path), ==, 2);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->problems)), ==, 0);
}

static void
test_cancelled_load (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  put (fixture->path, "{\"n\": 1}");
  gh_file_store_load_async (fixture->store, cancellable, gh_test_store_result_cb, &result);
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_null (gh_file_store_load_finish (fixture->store, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  /* A write after it still knows the file. */
  save_number (fixture, 2);
  g_assert_true (flush (fixture));
  g_assert_cmpint (number_in (fixture->path), ==, 2);
}

/* The store may be dropped with a write under way; the write is done all the same. */
static void
test_drop_while_writing (void)
{
  Fixture fixture = { 0 };

  set_up_in (&fixture, gh_test_make_dir (), 0);
  save_number (&fixture, 3);
  g_clear_object (&fixture.store);
  gh_test_wait (g_file_test (fixture.path, G_FILE_TEST_EXISTS));
  gh_test_settle ();
  g_assert_cmpint (number_in (fixture.path), ==, 3);
  g_clear_object (&fixture.problems);
  g_free (fixture.dir);
  g_free (fixture.path);
}

/* A full disk: the limit on file sizes fails at the same place, in the middle of writing. */
static void
test_full_disk (Fixture       *fixture,
                gconstpointer  data)
{
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess ("/host/file-store/full-disk", 0, 0);
      g_test_trap_assert_passed ();
      return;
    }

  struct rlimit limit = { 0, RLIM_INFINITY };
  g_autofree char *first = g_strconcat (fixture->path, ".1", NULL);

  put (fixture->path, "{\"n\": 1}");

  g_autoptr(JsonObject) object = load (fixture);

  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  signal (SIGXFSZ, SIG_IGN);
  save_number (fixture, 2);
  g_assert_false (flush (fixture));
  g_clear_object (&(GObject *) { G_OBJECT (only_problem (fixture, GH_PROBLEM_NOT_SAVED)) });
  g_assert_cmpint (number_in (fixture->path), ==, 1);
  g_assert_cmpuint (count_files (fixture->dir, "some"), ==, 1);

  /* Told once however often it fails. */
  save_number (fixture, 3);
  g_assert_false (flush (fixture));
  g_clear_object (&(GObject *) { G_OBJECT (only_problem (fixture, GH_PROBLEM_NOT_SAVED)) });

  /* Space again: what was not saved is, and the complaint goes. */
  limit.rlim_cur = RLIM_INFINITY;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_assert_true (flush (fixture));
  g_assert_cmpint (number_in (fixture->path), ==, 3);
  g_assert_cmpint (number_in (first), ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->problems)), ==, 0);
}

/* Permissions hold back everyone but root: as root this is done by nobody, in a process of its
 * own. */
static gboolean
become_ordinary (const char *dir)
{
  if (geteuid () != 0)
    return TRUE;

  g_autofree char *home = g_strdup (gh_test_get_home ());

  return chmod (home, 0755) == 0 && chown (dir, 65534, 65534) == 0 && setgid (65534) == 0
         && setuid (65534) == 0;
}

static void
test_unreadable (Fixture       *fixture,
                 gconstpointer  data)
{
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess ("/host/file-store/unreadable", 0, 0);
      g_test_trap_assert_passed ();
      return;
    }

  struct stat before, after;

  g_assert_true (become_ordinary (fixture->dir));
  put (fixture->path, "{\"n\": 1}");
  g_assert_cmpint (chmod (fixture->path, 0), ==, 0);

  g_autoptr(JsonObject) object = load (fixture);

  g_clear_object (&(GObject *) { G_OBJECT (only_problem (fixture, GH_PROBLEM_UNREADABLE)) });
  g_assert_cmpuint (json_object_get_size (object), ==, 0);
  g_assert_cmpint (g_stat (fixture->path, &before), ==, 0);
  save_number (fixture, 2);
  flush (fixture);
  g_assert_cmpint (g_stat (fixture->path, &after), ==, 0);
  g_assert_cmpuint (before.st_ino, ==, after.st_ino);
  g_assert_cmpuint (count_files (fixture->dir, "some"), ==, 1);
}

static void
test_read_only_folder (Fixture       *fixture,
                       gconstpointer  data)
{
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess ("/host/file-store/read-only-folder", 0, 0);
      g_test_trap_assert_passed ();
      return;
    }

  g_assert_true (become_ordinary (fixture->dir));
  put (fixture->path, "{\"n\": 1}");
  g_assert_cmpint (chmod (fixture->dir, 0500), ==, 0);

  g_autoptr(JsonObject) object = load (fixture);

  save_number (fixture, 2);
  g_assert_false (flush (fixture));
  g_clear_object (&(GObject *) { G_OBJECT (only_problem (fixture, GH_PROBLEM_NOT_SAVED)) });
  g_assert_cmpint (number_in (fixture->path), ==, 1);

  /* Damaged, and it cannot be set aside: then it is not written either. */
  g_list_store_remove_all (fixture->problems);
  g_assert_cmpint (chmod (fixture->dir, 0700), ==, 0);
  put (fixture->path, "{");
  g_assert_cmpint (chmod (fixture->dir, 0500), ==, 0);

  g_autoptr(JsonObject) damaged = load (fixture);
  g_autoptr(GhProblem) problem = only_problem (fixture, GH_PROBLEM_DAMAGED);

  g_assert_null (gh_problem_get_set_aside (problem));
  g_assert_cmpint (chmod (fixture->dir, 0700), ==, 0);
  save_number (fixture, 3);
  flush (fixture);

  g_autofree char *text = get (fixture->path);

  g_assert_cmpstr (text, ==, "{");
}

/* A command only looks: what is damaged stays where it is, and nothing is written. */
static void
test_read_only (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(GFile) file = g_file_new_for_path (fixture->path);
  g_autofree char *text = NULL;

  g_object_unref (fixture->store);
  fixture->store = gh_file_store_new_read_only (file, fixture->problems);
  put (fixture->path, "{");
  json_object_unref (load (fixture));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->problems)), ==, 1);
  save_number (fixture, 1);
  flush (fixture);
  text = get (fixture->path);
  g_assert_cmpstr (text, ==, "{");
  g_assert_cmpuint (count_files (fixture->dir, "some.json"), ==, 1);
}

static void
test_no_file_at_all (Fixture       *fixture,
                     gconstpointer  data)
{
  JsonObject *object;

  g_object_unref (fixture->store);
  fixture->store = gh_file_store_new_read_only (NULL, fixture->problems);
  object = load (fixture);
  g_assert_cmpuint (json_object_get_size (object), ==, 0);
  json_object_unref (object);
  save_number (fixture, 1);
  flush (fixture);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->problems)), ==, 0);
}

typedef struct
{
  guint n;
  gint64 number;
} Changes;

static void
changed_cb (GhFileStore *store,
            JsonObject  *object,
            Changes     *changes)
{
  changes->n++;
  changes->number = gh_json_get_int (object, "n", -1);
}

static void
listen (GhFileStore *store,
        Changes     *changes)
{
  g_signal_connect (store, "changed", G_CALLBACK (changed_cb), changes);
}

static void
put_in_place (const char *path,
              const char *text)
{
  int fd = open (path, O_WRONLY | O_TRUNC | O_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, text, strlen (text)), ==, strlen (text));
  close (fd);
}

static guint
count_problems (Fixture *fixture)
{
  return g_list_model_get_n_items (G_LIST_MODEL (fixture->problems));
}

/* What another program writes is told, however it writes; what we write is not. */
static void
test_changed (Fixture       *fixture,
              gconstpointer  data)
{
  Changes changes = { 0 };

  put (fixture->path, "{\"n\": 1}");
  json_object_unref (load (fixture));
  listen (fixture->store, &changes);
  put (fixture->path, "{\"n\": 2}");
  gh_test_wait (changes.n == 1);
  g_assert_cmpint (changes.number, ==, 2);
  put_in_place (fixture->path, "{\"n\": 3}");
  gh_test_wait (changes.n == 2);
  g_assert_cmpint (changes.number, ==, 3);

  /* It is known now: our next write overtakes nobody. */
  save_number (fixture, 4);
  g_assert_true (flush (fixture));
  g_assert_cmpuint (count_problems (fixture), ==, 0);

  /* Deleted is no change; written anew it is one, and ours in between was none. */
  g_assert_cmpint (g_unlink (fixture->path), ==, 0);
  gh_test_settle ();
  put (fixture->path, "{\"n\": 5}");
  gh_test_wait (changes.n == 3);
  g_assert_cmpint (changes.number, ==, 5);
  g_assert_cmpuint (count_problems (fixture), ==, 0);
}

/* A file that was not there at first. */
static void
test_changed_from_nothing (Fixture       *fixture,
                           gconstpointer  data)
{
  Changes changes = { 0 };

  json_object_unref (load (fixture));
  listen (fixture->store, &changes);
  put (fixture->path, "{\"n\": 1}");
  gh_test_wait (changes.n == 1);
  g_assert_cmpint (changes.number, ==, 1);
}

static void
test_changed_behind_link (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autofree char *target = g_build_filename (fixture->dir, "real.json", NULL);
  Changes changes = { 0 };

  put (target, "{\"n\": 1}");
  g_assert_cmpint (symlink ("real.json", fixture->path), ==, 0);
  json_object_unref (load (fixture));
  listen (fixture->store, &changes);
  put (target, "{\"n\": 2}");
  gh_test_wait (changes.n == 1);
  g_assert_cmpint (changes.number, ==, 2);
}

/* Damaged: told, not taken over, not touched before we write; and forgotten once it is whole. */
static void
test_changed_for_the_worse (Fixture       *fixture,
                            gconstpointer  data)
{
  Changes changes = { 0 };
  g_autofree char *text = NULL;

  put (fixture->path, "{\"n\": 1}");
  json_object_unref (load (fixture));
  listen (fixture->store, &changes);
  put (fixture->path, "{\"n\": 2");
  gh_test_wait (count_problems (fixture) == 1);
  g_clear_object (&(GObject *) { G_OBJECT (only_problem (fixture, GH_PROBLEM_BAD_CHANGE)) });
  text = get (fixture->path);
  g_assert_cmpstr (text, ==, "{\"n\": 2");
  g_assert_cmpuint (count_files (fixture->dir, "some"), ==, 1);
  g_assert_cmpuint (changes.n, ==, 0);

  /* As it was before: nothing new. */
  put (fixture->path, "{\"n\": 1}");
  gh_test_wait (count_problems (fixture) == 0);
  g_assert_cmpuint (changes.n, ==, 0);

  put (fixture->path, "[]");
  gh_test_wait (count_problems (fixture) == 1);
  put (fixture->path, "{\"n\": 2}");
  gh_test_wait (changes.n == 1);
  g_assert_cmpint (changes.number, ==, 2);
  g_assert_cmpuint (count_problems (fixture), ==, 0);

  /* Trouble with entries is that of the contents before. */
  gh_file_store_report (fixture->store, GH_PROBLEM_BAD_ENTRY, "some entry");
  put (fixture->path, "{\"n\": 3}");
  gh_test_wait (changes.n == 2);
  g_assert_cmpuint (count_problems (fixture), ==, 0);

  put (fixture->path, "{\"n\": 4");
  gh_test_wait (count_problems (fixture) == 1);
  save_number (fixture, 5);
  g_assert_true (flush (fixture));

  g_autoptr(GhProblem) problem = only_problem (fixture, GH_PROBLEM_OVERTAKEN);
  g_autofree char *aside = get (g_file_peek_path (gh_problem_get_set_aside (problem)));

  g_assert_cmpstr (aside, ==, "{\"n\": 4");
  g_assert_cmpint (number_in (fixture->path), ==, 5);
  g_assert_cmpuint (changes.n, ==, 2);
}

/* One that only reads is told of nothing, while another on the same file is. */
static void
test_changed_read_only (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr(GFile) file = g_file_new_for_path (fixture->path);
  g_autoptr(GhFileStore) only_reads = gh_file_store_new_read_only (file, fixture->problems);
  g_autoptr(GAsyncResult) result = NULL;
  Changes changes = { 0 };
  Changes none = { 0 };

  put (fixture->path, "{\"n\": 1}");
  json_object_unref (load (fixture));
  gh_file_store_load_async (only_reads, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  json_object_unref (gh_file_store_load_finish (only_reads, result, NULL));
  listen (only_reads, &none);
  listen (fixture->store, &changes);
  for (guint i = 1; i <= 3; i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"n\": %u}", i + 1);

      put (fixture->path, text);
      gh_test_wait (changes.n == i);
    }
  g_assert_cmpuint (none.n, ==, 0);
}

/* Dropped at any moment from the change on: while it settles, while it is read, afterwards. */
static void
test_changed_then_dropped (void)
{
  for (guint moment = 0; moment < 10; moment++)
    {
      Fixture fixture = { 0 };
      gint64 until;

      set_up_in (&fixture, gh_test_make_dir (), 0);
      put (fixture.path, "{\"n\": 1}");
      json_object_unref (load (&fixture));
      put (fixture.path, "{\"n\": 2}");
      until = g_get_monotonic_time () + moment * 30 * G_TIME_SPAN_MILLISECOND;
      while (g_get_monotonic_time () < until)
        gh_test_turn (gh_test_deadline (60), "the moment", __FILE__, __LINE__);
      tear_down (&fixture, NULL);
    }
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);

#define add(name, test) \
  g_test_add ("/host/file-store/" name, Fixture, NULL, set_up, test, tear_down)
  add ("no-file", test_no_file);
  add ("round-trip", test_round_trip);
  g_test_add_func ("/host/file-store/makes-folder", test_makes_folder);
  add ("backups", test_backups);
  add ("coalesces", test_coalesces);
  add ("damaged", test_damaged);
  add ("too-large", test_too_large);
  add ("not-a-file", test_not_a_file);
  add ("symbolic-link", test_symbolic_link);
  add ("link-loop", test_link_loop);
  add ("overtaken", test_overtaken);
  add ("save-without-load", test_save_without_load);
  add ("save-while-loading", test_save_while_loading);
  add ("cancelled-load", test_cancelled_load);
  g_test_add_func ("/host/file-store/drop-while-writing", test_drop_while_writing);
  add ("full-disk", test_full_disk);
  add ("unreadable", test_unreadable);
  add ("read-only-folder", test_read_only_folder);
  add ("read-only", test_read_only);
  add ("no-file-at-all", test_no_file_at_all);
  add ("changed", test_changed);
  add ("changed-from-nothing", test_changed_from_nothing);
  add ("changed-behind-link", test_changed_behind_link);
  add ("changed-for-the-worse", test_changed_for_the_worse);
  add ("changed-read-only", test_changed_read_only);
  g_test_add_func ("/host/file-store/changed-then-dropped", test_changed_then_dropped);
#undef add

  return gh_test_run ();
}
