/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Roots: what may be added, what is kept, what is seen of the disk, what servers are told. */
#include "config.h"

#include "gh-root-list.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <grp.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gh-json.h"
#include "gh-test.h"

/* Instead of the seconds that people wait. */
#define POLL_MS 200

typedef struct
{
  char *dir; /* for folders */
  char *path;
  GListStore *problems;
  GhFileStore *store;
  GhRootList *list;
  guint n_announced;
} Fixture;

static gint64 slowest; /* microseconds until a change on disk was seen */

static void
announced_cb (GhRootList *list,
              Fixture    *fixture)
{
  fixture->n_announced++;
}

static void
open_list (Fixture *fixture)
{
  g_autoptr(GFile) file = g_file_new_for_path (fixture->path);

  fixture->problems = g_list_store_new (GH_TYPE_PROBLEM);
  fixture->store = gh_file_store_new (file, 3, fixture->problems);
  fixture->list = g_object_new (GH_TYPE_ROOT_LIST, "store", fixture->store, "poll-interval",
                                POLL_MS, NULL);
  fixture->n_announced = 0;
  g_signal_connect (fixture->list, "announced-changed", G_CALLBACK (announced_cb), fixture);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autofree char *config = gh_test_make_dir ();

  fixture->dir = gh_test_make_dir ();
  fixture->path = g_build_filename (config, "roots.json", NULL);
  open_list (fixture);
}

static void
gone_cb (gpointer  data,
         GObject  *object)
{
  *(gboolean *) data = TRUE;
}

static void
close_list (Fixture *fixture)
{
  g_autoptr(GAsyncResult) result = NULL;
  gboolean gone = FALSE;

  gh_file_store_flush_async (fixture->store, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_object_weak_ref (G_OBJECT (fixture->list), gone_cb, &gone);
  g_signal_handlers_disconnect_by_data (fixture->list, fixture);
  g_object_unref (fixture->list);
  gh_test_wait (gone); /* nothing that is under way keeps it */
  g_clear_object (&fixture->store);
  g_clear_object (&fixture->problems);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  if (slowest > 0)
    g_test_message ("slowest change of state seen after %d ms", (int) (slowest / 1000));
  slowest = 0;
  close_list (fixture);
  g_clear_pointer (&fixture->dir, g_free);
  g_clear_pointer (&fixture->path, g_free);
}

static void
load (Fixture *fixture)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_root_list_load_async (fixture->list, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_true (gh_root_list_load_finish (fixture->list, result, &error));
  g_assert_no_error (error);
}

static void
reopen (Fixture *fixture)
{
  close_list (fixture);
  open_list (fixture);
  load (fixture);
}

static char *
make (Fixture    *fixture,
      const char *name)
{
  char *path = g_build_filename (fixture->dir, name, NULL);

  g_assert_cmpint (g_mkdir_with_parents (path, 0755), ==, 0);
  return path;
}

/* Without waiting for the disk, as most programs do it. */
static void
touch (const char *path)
{
  int fd = open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);

  g_assert_cmpint (fd, >=, 0);
  close (fd);
}

static void
make_only (Fixture    *fixture,
           const char *name)
{
  g_autofree char *path = make (fixture, name);
}

static GPtrArray *
add_files (Fixture    *fixture,
           GListModel *files)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_root_list_add_async (fixture->list, files, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);

  GPtrArray *additions = gh_root_list_add_finish (fixture->list, result, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (additions->len, ==, g_list_model_get_n_items (files));
  return additions;
}

static GPtrArray *add_paths (Fixture    *fixture,
                             const char *first,
                             ...) G_GNUC_NULL_TERMINATED;

/* Relative to the fixture's folder, or absolute. */
static GPtrArray *
add_paths (Fixture    *fixture,
           const char *first,
           ...)
{
  g_autoptr(GListStore) files = g_list_store_new (G_TYPE_FILE);
  va_list arguments;

  va_start (arguments, first);
  for (const char *name = first; name != NULL; name = va_arg (arguments, const char *))
    {
      g_autofree char *path = g_path_is_absolute (name)
                              ? g_strdup (name) : g_build_filename (fixture->dir, name, NULL);
      g_autoptr(GFile) file = g_file_new_for_path (path);

      g_list_store_append (files, file);
    }
  va_end (arguments);
  return add_files (fixture, G_LIST_MODEL (files));
}

static GhRootAddOutcome
outcome (GPtrArray *additions,
         guint      i)
{
  return ((GhRootAddition *) g_ptr_array_index (additions, i))->outcome;
}

/* Adds one folder, which must work; borrowed. */
static GhRoot *
add_root (Fixture    *fixture,
          const char *name)
{
  g_autoptr(GPtrArray) additions = add_paths (fixture, name, NULL);

  g_assert_cmpint (outcome (additions, 0), ==, GH_ROOT_ADDED);
  return ((GhRootAddition *) g_ptr_array_index (additions, 0))->root;
}

static void
exclude (Fixture    *fixture,
         GhRoot     *root,
         const char *name)
{
  g_autofree char *path = g_build_filename (fixture->dir, name, NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;

  g_assert_true (gh_root_exclude (root, file, &error));
  g_assert_no_error (error);
}

/* What is announced, as "name=path" lines with paths relative to the fixture's folder. */
static char *
told (Fixture    *fixture,
      const char *server_id)
{
  g_autoptr(GPtrArray) announced = gh_root_list_dup_announced (fixture->list, server_id);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < announced->len; i++)
    {
      GhAnnouncedRoot *root = g_ptr_array_index (announced, i);
      g_autofree char *path = g_filename_from_uri (root->uri, NULL, NULL);

      g_assert_nonnull (path);
      g_string_append_printf (text, "%s=%s ", root->name,
                              g_str_has_prefix (path, fixture->dir)
                              ? path + strlen (fixture->dir) + 1 : path);
    }
  return g_string_free (text, FALSE);
}

static gboolean
is_told (Fixture    *fixture,
         const char *expected)
{
  g_autofree char *text = told (fixture, "s");

  return strcmp (text, expected) == 0;
}

#define wait_told(fixture, expected) gh_test_wait (is_told (fixture, expected))

/* A second is what a person is promised; the bound grows with slow builds. */
#define wait_state(root, wanted) \
  G_STMT_START { \
    gint64 since_ = g_get_monotonic_time (); \
    gh_test_wait_for (gh_root_get_state (root) == (wanted), 1); \
    slowest = MAX (slowest, g_get_monotonic_time () - since_); \
  } G_STMT_END

/* Runs until nothing more is told for a while: longer than a look and the settling after it. What
 * should be told is waited for before; this shows that no more is. */
#define wait_quiet(fixture) wait_quiet_for (fixture, 250)
/* Gives monitors the time to be there. When they are late nothing fails: what happened meanwhile is
 * looked at then. */
#define let_watch(fixture) wait_quiet_for (fixture, 80)

static void
wait_quiet_for (Fixture *fixture,
                guint    milliseconds)
{
  gint64 quiet = milliseconds * G_TIME_SPAN_MILLISECOND * gh_test_get_slow ();
  gint64 since = g_get_monotonic_time ();
  guint seen = fixture->n_announced;

  while (g_get_monotonic_time () - since < quiet)
    {
      gh_test_turn (gh_test_deadline (60), "quiet", __FILE__, __LINE__);
      if (seen != fixture->n_announced)
        since = g_get_monotonic_time ();
      seen = fixture->n_announced;
    }
}

static void
test_add (Fixture       *fixture,
          gconstpointer  data)
{
  make_only (fixture, "trips");
  make_only (fixture, "trips/2026");
  make_only (fixture, "templates");

  g_autofree char *text = g_build_filename (fixture->dir, "templates", "file.txt", NULL);
  g_autofree char *link = g_build_filename (fixture->dir, "shortcut", NULL);

  g_assert_true (g_file_set_contents (text, "x", 1, NULL));
  g_assert_cmpint (symlink ("trips", link), ==, 0);
  load (fixture);

  g_autoptr(GListStore) files = g_list_store_new (G_TYPE_FILE);
  static const char * const names[] = {
    "trips/2026/", "trips", "trips/../trips/.", "trips/2026", "shortcut", "shortcut/2026",
    "templates/file.txt", "nowhere", "templates",
  };
  static const GhRootAddOutcome expected[] = {
    GH_ROOT_ADDED, GH_ROOT_ADDED, GH_ROOT_ALREADY_THERE, GH_ROOT_ALREADY_THERE,
    GH_ROOT_ALREADY_THERE, GH_ROOT_ALREADY_THERE, GH_ROOT_NOT_A_FOLDER, GH_ROOT_NOT_FOUND,
    GH_ROOT_ADDED, GH_ROOT_NOT_LOCAL,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_strconcat (fixture->dir, "/", names[i], NULL);
      g_autoptr(GFile) file = g_file_new_for_path (path);

      g_list_store_append (files, file);
    }

  g_autoptr(GFile) far = g_file_new_for_uri ("sftp://example.org/home");

  g_list_store_append (files, far);

  g_autoptr(GPtrArray) additions = add_files (fixture, G_LIST_MODEL (files));

  for (guint i = 0; i < additions->len; i++)
    {
      GhRootAddition *addition = g_ptr_array_index (additions, i);
      g_autoptr(GFile) given = g_list_model_get_item (G_LIST_MODEL (files), i);

      g_assert_cmpint (addition->outcome, ==, expected[i]);
      g_assert_true (g_file_equal (addition->file, given));
      g_assert_true ((addition->root != NULL) == (addition->outcome <= GH_ROOT_INSIDE));
    }

  GhRootAddition *file_addition = g_ptr_array_index (additions, 6);
  g_autofree char *parent = g_file_get_path (file_addition->parent);

  g_assert_true (g_str_has_suffix (parent, "/templates"));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->list)), ==, 3);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->problems)), ==, 0);

  /* Known at once, no greying in between. */
  g_assert_true (is_told (fixture, "2026=trips/2026 trips=trips templates=templates "));

  make_only (fixture, "trips/2027");

  g_autoptr(GPtrArray) inside = add_paths (fixture, "trips/2027", "shortcut/2027", NULL);

  for (guint i = 0; i < 2; i++)
    {
      GhRootAddition *addition = g_ptr_array_index (inside, i);

      g_assert_cmpint (addition->outcome, ==, GH_ROOT_INSIDE);
      g_assert_cmpstr (gh_root_get_name (addition->root), ==, "trips");
    }
  gh_test_wait (fixture->n_announced > 0);
  wait_quiet (fixture);
  g_assert_cmpuint (fixture->n_announced, ==, 1);
}

/* Through a link first: the person's own path is kept, the folder itself is the same. */
static void
test_add_link (Fixture       *fixture,
               gconstpointer  data)
{
  g_autofree char *link = g_build_filename (fixture->dir, "shortcut", NULL);

  make_only (fixture, "deep/trips/2026");
  g_assert_cmpint (symlink ("deep/trips", link), ==, 0);
  add_root (fixture, "shortcut");
  g_assert_true (is_told (fixture, "shortcut=shortcut "));

  g_autoptr(GPtrArray) additions = add_paths (fixture, "deep/trips", "deep/trips/2026", "deep",
                                              NULL);

  g_assert_cmpint (outcome (additions, 0), ==, GH_ROOT_ALREADY_THERE);
  g_assert_cmpint (outcome (additions, 1), ==, GH_ROOT_INSIDE);
  g_assert_cmpint (outcome (additions, 2), ==, GH_ROOT_ADDED);

  /* Also right after the start, when nobody has looked yet. */
  close_list (fixture);
  open_list (fixture);

  g_autoptr(GAsyncResult) result = NULL;

  gh_root_list_load_async (fixture->list, NULL, gh_test_store_result_cb, &result);

  g_autoptr(GPtrArray) again = add_paths (fixture, "deep/trips", NULL);

  g_assert_cmpint (outcome (again, 0), ==, GH_ROOT_ALREADY_THERE);
  gh_test_wait (result != NULL);
  g_assert_true (gh_root_list_load_finish (fixture->list, result, NULL));
}

/* Names of any bytes: added, saved, loaded, announced, and back to the same bytes. */
static void
test_odd_names (Fixture       *fixture,
                gconstpointer  data)
{
  static const char * const names[] = {
    "with space", "100%", "%41", "a#b", "a?b", "[x]", "back\\slash", "new\nline", "\xff\xfe",
    "caf\xc3\xa9", "caf\xe9", "\xe6\x97\xa5\xe6\x9c\xac", "quote\"'", "a;b&c=d", "~", " ", "tab\t",
    "...", "-rf", "\x01\x7f", "trailing.", "a+b", "<b>&amp;", "$HOME`x`",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      make_only (fixture, names[i]);
      add_root (fixture, names[i]);
    }

  for (int round = 0; round < 2; round++)
    {
      g_autoptr(GPtrArray) announced = gh_root_list_dup_announced (fixture->list, "s");

      g_assert_cmpuint (announced->len, ==, G_N_ELEMENTS (names));
      for (guint i = 0; i < announced->len; i++)
        {
          GhAnnouncedRoot *root = g_ptr_array_index (announced, i);
          g_autofree char *path = g_filename_from_uri (root->uri, NULL, NULL);
          g_autofree char *expected = g_build_filename (fixture->dir, names[i], NULL);

          g_assert_cmpstr (path, ==, expected);
          g_assert_true (g_str_has_prefix (root->uri, "file:///"));
          g_assert_true (g_str_is_ascii (root->uri));
          g_assert_null (strpbrk (root->uri, " #?[]\\\n\t\""));
          g_assert_true (g_utf8_validate (root->name, -1, NULL));
        }
      if (round == 0)
        reopen (fixture);
    }
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->problems)), ==, 0);
}

static void
test_kept (Fixture       *fixture,
           gconstpointer  data)
{
  static const char * const servers[] = { "travel", "s", NULL };

  make_only (fixture, "b/x");
  make_only (fixture, "a");
  make_only (fixture, "c");

  GhRoot *b = add_root (fixture, "b");
  GhRoot *a = add_root (fixture, "a");

  add_root (fixture, "c");
  gh_root_set_name (b, "Bees");
  gh_root_set_servers (a, servers);
  exclude (fixture, b, "b/x");
  reopen (fixture);

  g_autoptr(GhRoot) first = g_list_model_get_item (G_LIST_MODEL (fixture->list), 0);
  g_autoptr(GhRoot) second = g_list_model_get_item (G_LIST_MODEL (fixture->list), 1);
  g_autoptr(GFile) excluded = g_list_model_get_item (gh_root_list_excluded (first), 0);

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->list)), ==, 3);
  g_assert_cmpstr (gh_root_get_name (first), ==, "Bees");
  g_assert_null (gh_root_get_servers (first));
  g_assert_true (g_str_has_suffix (g_file_peek_path (excluded), "/b/x"));
  g_assert_cmpstr (gh_root_get_name (second), ==, "a");
  g_assert_cmpstrv (gh_root_get_servers (second), servers);
  g_assert_true (gh_root_is_told_to (second, "travel"));
  g_assert_false (gh_root_is_told_to (second, "other"));

  g_autofree char *for_other = told (fixture, "other");
  g_autofree char *for_s = told (fixture, "s");

  g_assert_cmpstr (for_other, ==, "c=c ");
  g_assert_cmpstr (for_s, ==, "a=a c=c ");
}

/* Names and advice are the person's: an empty name is the folder's own again. */
static void
test_properties (void)
{
  g_autoptr(GFile) file = g_file_new_for_path ("/tmp/some folder");
  g_autoptr(GFile) inside = g_file_new_for_path ("/tmp/some folder/x");
  g_autoptr(GFile) outside = g_file_new_for_path ("/tmp/some folder2");
  g_autoptr(GFile) far = g_file_new_for_uri ("sftp://h/x");
  g_autoptr(GhRoot) root = gh_root_new (file);
  g_autoptr(GError) error = NULL;
  static const char * const none[] = { NULL };

  g_assert_cmpint (gh_root_get_state (root), ==, GH_ROOT_CHECKING);
  g_assert_cmpstr (gh_root_get_name (root), ==, "some folder");
  gh_root_set_name (root, "Mine");
  g_assert_cmpstr (gh_root_get_name (root), ==, "Mine");
  gh_root_set_name (root, "");
  g_assert_cmpstr (gh_root_get_name (root), ==, "some folder");
  gh_root_set_servers (root, none);
  g_assert_false (gh_root_is_told_to (root, "s"));
  gh_root_set_servers (root, NULL);
  g_assert_true (gh_root_is_told_to (root, "s"));

  g_assert_false (gh_root_exclude (root, outside, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  g_assert_false (gh_root_exclude (root, file, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  g_assert_false (gh_root_exclude (root, far, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_assert_true (gh_root_exclude (root, inside, NULL));
  g_assert_true (gh_root_exclude (root, inside, NULL));
  g_assert_cmpuint (g_list_model_get_n_items (gh_root_list_excluded (root)), ==, 1);
  gh_root_include (root, outside);
  gh_root_include (root, inside);
  g_assert_cmpuint (g_list_model_get_n_items (gh_root_list_excluded (root)), ==, 0);
}

/* What is not understood is told, left out, and kept where it stood. */
static void
test_bad_entries (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *a = make (fixture, "a");
  g_autofree char *b = make (fixture, "b");
  g_autofree char *text = g_strdup_printf (
      "{\"version\": 7, \"roots\": [\n"
      "  {\"uri\": \"file://%s\", \"colour\": \"red\", \"read_only\": \"yes\","
      " \"big\": 12345678901234567890},\n"
      "  {\"uri\": \"http://example.org/\"}, 5, {\"name\": \"no uri\"},\n"
      "  {\"uri\": \"file://elsewhere/x\"}, {\"uri\": \"file:///a%%00b\"},\n"
      "  {\"uri\": \"file://%s\", \"exclude\": [7]},\n"
      "  {\"uri\": \"file://%s\", \"exclude\": [\"file:///other\"]},\n"
      "  {\"uri\": \"file://%s\", \"servers\": \"all\"},\n"
      "  {\"uri\": \"file://%s/../a\"},\n"
      "  {\"uri\": \"file://%s\", \"name\": null}\n"
      "]}", a, b, b, b, b, b);

  g_assert_true (g_file_set_contents (fixture->path, text, -1, NULL));
  load (fixture);
  g_assert_true (is_told (fixture, "a=a b=b "));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->problems)), ==, 9);
  for (guint i = 0; i < 9; i++)
    {
      g_autoptr(GhProblem) problem = g_list_model_get_item (G_LIST_MODEL (fixture->problems), i);

      g_assert_cmpint (gh_problem_get_kind (problem), ==, GH_PROBLEM_BAD_ENTRY);
      g_assert_cmpstr (gh_problem_get_detail (problem), !=, "");
    }

  g_autoptr(GhRoot) root = g_list_model_get_item (G_LIST_MODEL (fixture->list), 0);

  gh_root_set_name (root, "A");
  close_list (fixture);

  g_autofree char *saved = NULL;

  g_assert_true (g_file_get_contents (fixture->path, &saved, NULL, NULL));

  g_autoptr(JsonNode) node = gh_json_read (saved, strlen (saved), NULL);
  JsonObject *top = gh_json_node_get_object (node);
  JsonArray *roots = gh_json_get_array (top, "roots");
  JsonObject *first = gh_json_node_get_object (json_array_get_element (roots, 0));

  g_assert_cmpint (gh_json_get_int (top, "version", 0), ==, 7);
  g_assert_cmpuint (json_array_get_length (roots), ==, 11);
  g_assert_cmpstr (gh_json_get_string (first, "read_only"), ==, "yes");
  g_assert_cmpstr (gh_json_get_string (first, "colour"), ==, "red");
  g_assert_cmpstr (gh_json_get_string (first, "name"), ==, "A");
  g_assert_nonnull (strstr (saved, "12345678901234567890"));
  g_assert_true (gh_json_node_is_number (json_array_get_element (roots, 2)));
  g_assert_cmpstr (gh_json_get_string (gh_json_node_get_object (json_array_get_element (roots, 1)),
                                       "uri"), ==, "http://example.org/");
  open_list (fixture);
}

static void
test_roots_no_list (Fixture       *fixture,
                    gconstpointer  data)
{
  g_assert_true (g_file_set_contents (fixture->path, "{\"roots\": {\"a\": 1}}", -1, NULL));
  load (fixture);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->list)), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->problems)), ==, 1);
  make_only (fixture, "a");
  add_root (fixture, "a");
  reopen (fixture);
  g_assert_true (is_told (fixture, "a=a "));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->problems)), ==, 1);
}

static void
count_changes_cb (GListModel *list,
                  guint       position,
                  guint       removed,
                  guint       added,
                  guint      *n)
{
  (*n)++;
}

static gboolean
is_at (Fixture *fixture,
       GhRoot  *root,
       guint    position)
{
  g_autoptr(GhRoot) there = g_list_model_get_item (G_LIST_MODEL (fixture->list), position);

  return there == root;
}

/* roots.json changed by hand: roots that stay are the objects they were, and nothing is written. */
static void
test_changed_by_hand (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autofree char *a = make (fixture, "a");
  g_autofree char *b = make (fixture, "b");
  g_autofree char *c = make (fixture, "c");
  g_autofree char *sub = make (fixture, "b/sub");
  g_autofree char *other = make (fixture, "b/other");
  g_autofree char *before = g_strdup_printf (
    "{\"roots\": [{\"uri\": \"file://%s\"}, {\"uri\": \"file://%s\", \"name\": \"Old\"}, 5]}",
    a, b);
  g_autofree char *after = g_strdup_printf (
    "{\"roots\": [{\"uri\": \"file://%s\", \"name\": \"New\", \"exclude\": [\"file://%s\"],"
    " \"colour\": \"red\"}, {\"uri\": \"file://%s\"}]}", b, sub, c);
  g_autofree char *turned = g_strdup_printf (
    "{\"roots\": [{\"uri\": \"file://%s\"}, {\"uri\": \"file://%s\"}, {\"uri\": \"file://%s\","
    " \"servers\": [\"t\"]}]}", c, a, b);
  g_autofree char *present = NULL;
  g_autofree char *spaced = g_strconcat (turned, "\n\n", NULL);
  g_autofree char *saved = NULL;
  g_autoptr(GhRoot) kept = NULL;
  guint n_changes = 0;

  g_assert_true (g_file_set_contents (fixture->path, before, -1, NULL));
  load (fixture);
  wait_told (fixture, "a=a Old=b ");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->problems)), ==, 1);
  kept = g_list_model_get_item (G_LIST_MODEL (fixture->list), 1);

  /* One gone, one changed, one new; the entry that was no root is gone, and so is its problem. */
  g_assert_true (g_file_set_contents (fixture->path, after, -1, NULL));
  wait_told (fixture, "New/other=b/other c=c ");
  g_assert_true (is_at (fixture, kept, 0));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->list)), ==, 2);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->problems)), ==, 0);
  g_assert_true (g_file_get_contents (fixture->path, &present, NULL, NULL));
  g_assert_cmpstr (present, ==, after);

  /* The other way round, one back again. */
  g_assert_true (g_file_set_contents (fixture->path, turned, -1, NULL));
  wait_told (fixture, "c=c a=a ");
  g_assert_true (is_at (fixture, kept, 2));
  g_assert_cmpstr (gh_root_get_name (kept), ==, "b");
  g_assert_cmpuint (g_list_model_get_n_items (gh_root_list_excluded (kept)), ==, 0);

  /* Only written otherwise: nothing comes or goes. */
  g_signal_connect (fixture->list, "items-changed", G_CALLBACK (count_changes_cb), &n_changes);
  g_assert_true (g_file_set_contents (fixture->path, spaced, -1, NULL));
  wait_quiet (fixture);
  g_assert_cmpuint (n_changes, ==, 0);

  /* And what is written next is what both said. */
  gh_root_set_name (kept, "Mine");
  close_list (fixture);
  g_assert_true (g_file_get_contents (fixture->path, &saved, NULL, NULL));
  g_assert_nonnull (strstr (saved, "Mine"));
  g_assert_null (strstr (saved, "colour"));
  g_assert_null (strstr (saved, "exclude"));
  open_list (fixture);
}

static void
test_damaged (Fixture       *fixture,
              gconstpointer  data)
{
  g_assert_true (g_file_set_contents (fixture->path, "{\"roots\": [", -1, NULL));
  load (fixture);

  g_autoptr(GhProblem) problem = g_list_model_get_item (G_LIST_MODEL (fixture->problems), 0);

  g_assert_cmpint (gh_problem_get_kind (problem), ==, GH_PROBLEM_DAMAGED);
  make_only (fixture, "a");
  add_root (fixture, "a");
  reopen (fixture);
  g_assert_true (is_told (fixture, "a=a "));
}

static void
test_remove_insert (Fixture       *fixture,
                    gconstpointer  data)
{
  make_only (fixture, "a");
  make_only (fixture, "b");
  make_only (fixture, "c");

  add_root (fixture, "a");

  g_autoptr(GhRoot) b = g_object_ref (add_root (fixture, "b"));

  add_root (fixture, "c");
  gh_root_set_name (b, "Bees");
  gh_test_wait (fixture->n_announced > 0);
  wait_quiet (fixture);
  fixture->n_announced = 0;

  guint position = gh_root_list_remove (fixture->list, b);

  g_assert_cmpuint (position, ==, 1);
  g_assert_true (is_told (fixture, "a=a c=c "));
  gh_test_wait (fixture->n_announced == 1);

  gh_root_list_insert (fixture->list, b, position);
  wait_told (fixture, "a=a Bees=b c=c ");
  gh_test_wait (fixture->n_announced > 1);
  wait_quiet (fixture);
  g_assert_cmpuint (fixture->n_announced, ==, 2);

  /* Taken out, changed outside the list, added anew, and then put back by a late undo. */
  gh_root_list_remove (fixture->list, b);
  gh_root_set_name (b, "Hornets");
  add_root (fixture, "b");
  gh_root_list_insert (fixture->list, b, 99);
  g_assert_true (is_told (fixture, "a=a c=c b=b "));
  reopen (fixture);
  g_assert_true (is_told (fixture, "a=a c=c b=b "));
}

static void
test_comes_and_goes (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autofree char *path = make (fixture, "x/y/trips");
  g_autofree char *moved = g_build_filename (fixture->dir, "x/y/other", NULL);
  g_autofree char *above = g_build_filename (fixture->dir, "x", NULL);
  g_autofree char *above_moved = g_build_filename (fixture->dir, "z", NULL);
  g_autofree char *middle = g_build_filename (fixture->dir, "x/y", NULL);
  GhRoot *root = add_root (fixture, "x/y/trips");

  g_assert_cmpint (gh_root_get_state (root), ==, GH_ROOT_AVAILABLE);
  gh_test_wait (fixture->n_announced > 0);
  wait_quiet (fixture);
  g_assert_cmpuint (fixture->n_announced, ==, 1);

  /* Deleted, made again. */
  g_assert_cmpint (g_rmdir (path), ==, 0);
  wait_state (root, GH_ROOT_MISSING);
  g_assert_true (is_told (fixture, ""));
  gh_test_wait (fixture->n_announced == 2);
  g_assert_cmpint (g_mkdir (path, 0755), ==, 0);
  wait_state (root, GH_ROOT_AVAILABLE);
  g_assert_true (is_told (fixture, "trips=x/y/trips "));
  gh_test_wait (fixture->n_announced == 3);

  /* Renamed and back. */
  g_assert_cmpint (g_rename (path, moved), ==, 0);
  wait_state (root, GH_ROOT_MISSING);
  g_assert_cmpint (g_rename (moved, path), ==, 0);
  wait_state (root, GH_ROOT_AVAILABLE);

  /* A file in its place is no folder. */
  g_assert_cmpint (g_rmdir (path), ==, 0);
  g_assert_true (g_file_set_contents (path, "x", 1, NULL));
  wait_state (root, GH_ROOT_MISSING);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_mkdir (path, 0755), ==, 0);
  wait_state (root, GH_ROOT_AVAILABLE);

  /* A folder above it renamed and back. */
  g_assert_cmpint (g_rename (above, above_moved), ==, 0);
  wait_state (root, GH_ROOT_MISSING);
  g_assert_cmpint (g_rename (above_moved, above), ==, 0);
  wait_state (root, GH_ROOT_AVAILABLE);

  /* Everything above it gone, and made again all at once and bit by bit. */
  for (int slowly = 0; slowly < 2; slowly++)
    {
      g_assert_cmpint (g_rmdir (path), ==, 0);
      g_assert_cmpint (g_rmdir (middle), ==, 0);
      g_assert_cmpint (g_rmdir (above), ==, 0);
      wait_state (root, GH_ROOT_MISSING);
      if (slowly)
        {
          g_assert_cmpint (g_mkdir (above, 0755), ==, 0);
          let_watch (fixture);
          g_assert_cmpint (g_mkdir (middle, 0755), ==, 0);
          let_watch (fixture);
        }
      g_assert_cmpint (g_mkdir_with_parents (path, 0755), ==, 0);
      wait_state (root, GH_ROOT_AVAILABLE);
    }

  /* And it is still watched. */
  g_assert_cmpint (g_rmdir (path), ==, 0);
  wait_state (root, GH_ROOT_MISSING);
}

/* The way through a link: what it points to goes, the link goes, it points elsewhere. */
static void
test_link_goes (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *target = make (fixture, "real/trips");
  g_autofree char *other = make (fixture, "real/other");
  g_autofree char *link = g_build_filename (fixture->dir, "shortcut", NULL);

  g_assert_cmpint (symlink (target, link), ==, 0);

  GhRoot *root = add_root (fixture, "shortcut");

  let_watch (fixture);
  g_assert_cmpint (g_rmdir (target), ==, 0);
  wait_state (root, GH_ROOT_MISSING);
  g_assert_cmpint (g_mkdir (target, 0755), ==, 0);
  wait_state (root, GH_ROOT_AVAILABLE);
  g_assert_cmpint (g_unlink (link), ==, 0);
  wait_state (root, GH_ROOT_MISSING);
  g_assert_cmpint (symlink (other, link), ==, 0);
  wait_state (root, GH_ROOT_AVAILABLE);
  let_watch (fixture);
  g_assert_cmpint (g_rmdir (other), ==, 0);
  wait_state (root, GH_ROOT_MISSING);
}

/* A link to a link: the one between is on neither the first path nor the last. */
static void
test_link_chain (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *target = make (fixture, "real/sub/trips");
  g_autofree char *other = make (fixture, "other/sub/trips");
  g_autofree char *aliases = make (fixture, "aliases");
  g_autofree char *alias = g_build_filename (aliases, "alias", NULL);
  g_autofree char *link = g_build_filename (fixture->dir, "shortcut", NULL);

  g_assert_cmpint (symlink ("../real/sub", alias), ==, 0);
  g_assert_cmpint (symlink ("aliases/alias/trips", link), ==, 0);

  GhRoot *root = add_root (fixture, "shortcut");

  let_watch (fixture);
  g_assert_cmpint (g_unlink (alias), ==, 0);
  wait_state (root, GH_ROOT_MISSING);
  g_assert_cmpint (symlink ("../other/sub", alias), ==, 0);
  wait_state (root, GH_ROOT_AVAILABLE);
  let_watch (fixture);
  g_assert_cmpint (g_rmdir (other), ==, 0);
  wait_state (root, GH_ROOT_MISSING);
  g_assert_cmpint (g_mkdir (other, 0755), ==, 0);
  wait_state (root, GH_ROOT_AVAILABLE);

  /* In a circle it leads nowhere, until it is put right. */
  g_assert_cmpint (g_unlink (alias), ==, 0);
  g_assert_cmpint (symlink ("../shortcut", alias), ==, 0);
  wait_state (root, GH_ROOT_MISSING);
  let_watch (fixture);
  g_assert_cmpint (g_unlink (alias), ==, 0);
  g_assert_cmpint (symlink ("../real/sub", alias), ==, 0);
  wait_state (root, GH_ROOT_AVAILABLE);
}

/* One folder watched for two roots by two ways: when one goes, the other is still watched. */
static void
test_link_beside_real (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autofree char *first = make (fixture, "real/first");
  g_autofree char *second = make (fixture, "real/second");
  g_autofree char *link = g_build_filename (fixture->dir, "shortcut", NULL);

  g_assert_cmpint (symlink ("real", link), ==, 0);

  GhRoot *by_link = add_root (fixture, "shortcut/first");
  GhRoot *real = add_root (fixture, "real/second");

  let_watch (fixture);
  g_assert_cmpint (g_rmdir (first), ==, 0);
  wait_state (by_link, GH_ROOT_MISSING);
  gh_root_list_remove (fixture->list, by_link);
  let_watch (fixture);
  g_assert_cmpint (g_rmdir (second), ==, 0);
  wait_state (real, GH_ROOT_MISSING);
}

/* New folders in a root that was added through a link, beside an excluded one. */
static void
test_link_excluded (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *link = g_build_filename (fixture->dir, "shortcut", NULL);

  make_only (fixture, "real/finance");
  g_assert_cmpint (symlink ("real", link), ==, 0);
  exclude (fixture, add_root (fixture, "shortcut"), "shortcut/finance");
  wait_told (fixture, "");
  let_watch (fixture);
  make_only (fixture, "real/letters");
  wait_told (fixture, "shortcut/letters=shortcut/letters ");
}

/* A link that leads nowhere at the start: where it will lead is watched. */
static void
test_link_dangles_at_start (Fixture       *fixture,
                            gconstpointer  data)
{
  g_autofree char *target = make (fixture, "drive/trips");
  g_autofree char *drive = g_build_filename (fixture->dir, "drive", NULL);
  g_autofree char *link = g_build_filename (fixture->dir, "shortcut", NULL);

  g_assert_cmpint (symlink ("drive/trips", link), ==, 0);
  add_root (fixture, "shortcut");
  close_list (fixture);
  g_assert_cmpint (g_rmdir (target), ==, 0);
  g_assert_cmpint (g_rmdir (drive), ==, 0);
  open_list (fixture);
  load (fixture);

  g_autoptr(GhRoot) root = g_list_model_get_item (G_LIST_MODEL (fixture->list), 0);

  g_assert_cmpint (gh_root_get_state (root), ==, GH_ROOT_MISSING);
  let_watch (fixture);
  g_assert_cmpint (g_mkdir_with_parents (target, 0755), ==, 0);
  wait_state (root, GH_ROOT_AVAILABLE);
}

/* A folder above it that is replaced again and again, faster than anyone can look. */
static void
test_replaced_in_haste (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autofree char *path = make (fixture, "x/y/trips");
  g_autofree char *above = g_build_filename (fixture->dir, "x", NULL);
  g_autofree char *moved = g_build_filename (fixture->dir, "z", NULL);
  GhRoot *root = add_root (fixture, "x/y/trips");

  gh_test_wait (fixture->n_announced > 0);
  wait_quiet (fixture);
  for (int i = 0; i < 2000; i++)
    {
      g_assert_cmpint (g_rename (above, moved), ==, 0);
      g_assert_cmpint (g_rename (moved, above), ==, 0);
    }
  wait_quiet (fixture);
  g_assert_cmpint (gh_root_get_state (root), ==, GH_ROOT_AVAILABLE);

  /* Deleted and made again at once is as before, and the new folder is watched. */
  g_assert_cmpint (g_rmdir (path), ==, 0);
  g_assert_cmpint (g_mkdir (path, 0755), ==, 0);
  wait_quiet (fixture);
  g_assert_cmpint (gh_root_get_state (root), ==, GH_ROOT_AVAILABLE);
  g_assert_cmpint (g_rmdir (path), ==, 0);
  wait_state (root, GH_ROOT_MISSING);
}

/* Missing from the start, there later. */
static void
test_missing_at_start (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autofree char *path = make (fixture, "p/q/r");
  g_autofree char *q = g_build_filename (fixture->dir, "p/q", NULL);

  add_root (fixture, "p/q/r");
  close_list (fixture);
  g_assert_cmpint (g_rmdir (path), ==, 0);
  g_assert_cmpint (g_rmdir (q), ==, 0);
  open_list (fixture);
  load (fixture);

  g_autoptr(GhRoot) root = g_list_model_get_item (G_LIST_MODEL (fixture->list), 0);

  g_assert_cmpint (gh_root_get_state (root), ==, GH_ROOT_MISSING);
  g_assert_true (is_told (fixture, ""));
  wait_quiet (fixture);
  g_assert_cmpuint (fixture->n_announced, ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (path, 0755), ==, 0);
  wait_state (root, GH_ROOT_AVAILABLE);
  gh_test_wait (fixture->n_announced == 1);
}

/* Permissions hold back everyone but root: as root this is done by nobody, in a process of its
 * own. */
static void
become_ordinary (Fixture *fixture)
{
  if (geteuid () != 0)
    return;

  g_autofree char *config = g_path_get_dirname (fixture->path);

  g_assert_cmpint (chmod (gh_test_get_home (), 0755), ==, 0);
  g_assert_cmpint (chown (fixture->dir, 65534, 65534), ==, 0);
  g_assert_cmpint (chown (config, 65534, 65534), ==, 0);
  g_assert_cmpint (setgroups (0, NULL), ==, 0);
  g_assert_cmpint (setgid (65534), ==, 0);
  g_assert_cmpint (setuid (65534), ==, 0);
}

static void
test_unreadable (Fixture       *fixture,
                 gconstpointer  data)
{
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess ("/host/root-list/unreadable", 0, 0);
      g_test_trap_assert_passed ();
      return;
    }

  become_ordinary (fixture);

  g_autofree char *path = make (fixture, "above/trips");
  g_autofree char *above = g_build_filename (fixture->dir, "above", NULL);
  GhRoot *root = add_root (fixture, "above/trips");

  let_watch (fixture);
  for (mode_t mode = 0; mode < 0700; mode += 0300) /* nothing, write and search, read and write */
    {
      if (mode == 0300)
        mode = 0600;
      g_assert_cmpint (chmod (path, mode), ==, 0);
      wait_state (root, GH_ROOT_UNREADABLE);
      g_assert_true (is_told (fixture, ""));
      g_assert_cmpint (chmod (path, 0755), ==, 0);
      wait_state (root, GH_ROOT_AVAILABLE);
    }
  g_assert_cmpint (chmod (path, 0500), ==, 0); /* reading is all that is asked */
  g_assert_cmpint (chmod (above, 0), ==, 0);
  wait_state (root, GH_ROOT_UNREADABLE);
  g_assert_cmpint (chmod (above, 0755), ==, 0);
  wait_state (root, GH_ROOT_AVAILABLE);

  /* Added while it cannot be read: it is in the list, greyed, and comes by itself. */
  g_autofree char *closed = make (fixture, "closed");

  g_assert_cmpint (chmod (closed, 0), ==, 0);

  GhRoot *second = add_root (fixture, "closed");

  g_assert_cmpint (gh_root_get_state (second), ==, GH_ROOT_UNREADABLE);
  g_assert_cmpint (chmod (closed, 0755), ==, 0);
  wait_state (second, GH_ROOT_AVAILABLE);

  /* Folders far above it that can be passed and not be watched: what comes and goes there is seen
   * by looking from time to time. */
  g_autofree char *deep = make (fixture, "outer/inner/one/two");
  g_autofree char *outer = g_build_filename (fixture->dir, "outer", NULL);
  g_autofree char *inner = g_build_filename (fixture->dir, "outer/inner", NULL);
  g_autofree char *renamed = g_build_filename (fixture->dir, "outer/renamed", NULL);

  g_assert_cmpint (chmod (inner, 0300), ==, 0);
  g_assert_cmpint (chmod (outer, 0300), ==, 0);

  GhRoot *third = add_root (fixture, "outer/inner/one/two");

  let_watch (fixture);
  g_assert_cmpint (g_rename (inner, renamed), ==, 0);
  wait_state (third, GH_ROOT_MISSING);
  g_assert_cmpint (g_rename (renamed, inner), ==, 0);
  wait_state (third, GH_ROOT_AVAILABLE);
  g_assert_cmpint (chmod (outer, 0700), ==, 0); /* so that it can be deleted */
  g_assert_cmpint (chmod (inner, 0700), ==, 0);
}

/* What happens inside a root is no news. */
static void
test_events_inside (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *path = make (fixture, "trips");

  add_root (fixture, "trips");
  gh_test_wait (fixture->n_announced > 0);
  wait_quiet (fixture);
  fixture->n_announced = 0;
  for (int i = 0; i < 1000; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/file-%d", path, i);
      g_autofree char *renamed = g_strdup_printf ("%s/renamed-%d", path, i);

      touch (name);
      g_assert_cmpint (g_rename (name, renamed), ==, 0);
      if (i % 3 == 0)
        g_assert_cmpint (g_unlink (renamed), ==, 0);
      if (i % 10 == 0)
        {
          g_autofree char *folder = g_strdup_printf ("%s/folder-%d", path, i);

          g_assert_cmpint (g_mkdir (folder, 0755), ==, 0);
          g_assert_cmpint (g_chmod (folder, 0700), ==, 0);
        }
      if (i % 100 == 0)
        gh_test_settle ();
    }
  wait_quiet (fixture);
  g_assert_cmpuint (fixture->n_announced, ==, 0);
}

static void
test_burst (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GListStore) files = g_list_store_new (G_TYPE_FILE);

  for (int i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("r%d", i);
      g_autofree char *path = make (fixture, name);
      g_autoptr(GFile) file = g_file_new_for_path (path);

      g_list_store_append (files, file);
    }

  g_autoptr(GPtrArray) additions = add_files (fixture, G_LIST_MODEL (files));

  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("Name %d", i);

      gh_root_set_name (((GhRootAddition *) g_ptr_array_index (additions, i))->root, name);
    }
  for (guint i = 0; i < 5; i++)
    gh_root_list_remove (fixture->list,
                         ((GhRootAddition *) g_ptr_array_index (additions, i))->root);
  gh_test_wait (fixture->n_announced > 0);
  wait_quiet (fixture);
  g_assert_cmpuint (fixture->n_announced, ==, 1);

  /* All gone at once. */
  for (guint i = 5; i < 20; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/r%u", fixture->dir, i);

      g_assert_cmpint (g_rmdir (path), ==, 0);
    }
  wait_told (fixture, "");
  gh_test_wait (fixture->n_announced > 1);
  wait_quiet (fixture);
  g_assert_cmpuint (fixture->n_announced, ==, 2);

  /* Nothing that is announced: no signal. */
  gh_root_set_name (((GhRootAddition *) g_ptr_array_index (additions, 6))->root, "Gone anyway");
  wait_quiet (fixture);
  g_assert_cmpuint (fixture->n_announced, ==, 2);
}

static void
test_excluded (Fixture       *fixture,
               gconstpointer  data)
{
  make_only (fixture, "docs/finance/2026");
  make_only (fixture, "docs/letters");
  make_only (fixture, "docs/archive/old");
  make_only (fixture, "docs/archive/secret/deep");

  g_autofree char *file = g_build_filename (fixture->dir, "docs", "readme.txt", NULL);
  g_autofree char *link = g_build_filename (fixture->dir, "docs", "shortcut", NULL);

  g_assert_true (g_file_set_contents (file, "x", 1, NULL));
  /* A link inside that leads to the excluded folder, or out of the root, is not a way in. */
  g_assert_cmpint (symlink ("finance", link), ==, 0);

  GhRoot *root = add_root (fixture, "docs");

  gh_test_wait (fixture->n_announced > 0);
  wait_quiet (fixture);
  fixture->n_announced = 0;
  exclude (fixture, root, "docs/finance");
  g_assert_true (is_told (fixture, "")); /* withheld until it is known what is left */
  wait_told (fixture, "docs/archive=docs/archive docs/letters=docs/letters ");
  gh_test_wait (fixture->n_announced == 1);

  exclude (fixture, root, "docs/archive/secret");
  wait_told (fixture, "docs/archive/old=docs/archive/old docs/letters=docs/letters ");
  gh_test_wait (fixture->n_announced == 2);

  /* New folders beside the excluded ones are seen, on every level. */
  make_only (fixture, "docs/contracts");
  wait_told (fixture, "docs/archive/old=docs/archive/old docs/contracts=docs/contracts "
                      "docs/letters=docs/letters ");
  gh_test_wait (fixture->n_announced == 3);
  make_only (fixture, "docs/archive/new");
  wait_told (fixture, "docs/archive/new=docs/archive/new docs/archive/old=docs/archive/old "
                      "docs/contracts=docs/contracts docs/letters=docs/letters ");
  gh_test_wait (fixture->n_announced == 4);

  g_autofree char *contracts = g_build_filename (fixture->dir, "docs", "contracts", NULL);

  g_assert_cmpint (g_rmdir (contracts), ==, 0);
  wait_told (fixture, "docs/archive/new=docs/archive/new docs/archive/old=docs/archive/old "
                      "docs/letters=docs/letters ");
  gh_test_wait (fixture->n_announced > 4);
  wait_quiet (fixture);
  g_assert_cmpuint (fixture->n_announced, ==, 5);

  /* Files come and go in a folder that is listed: no news. */
  for (int i = 0; i < 1000; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/docs/file-%d", fixture->dir, i);

      touch (name);
      if (i % 100 == 0)
        gh_test_settle ();
    }
  wait_quiet (fixture);
  g_assert_cmpuint (fixture->n_announced, ==, 5);

  /* Kept over a restart; included again it is whole. */
  reopen (fixture);
  g_assert_true (is_told (fixture, "docs/archive/new=docs/archive/new "
                                   "docs/archive/old=docs/archive/old docs/letters=docs/letters "));

  g_autoptr(GhRoot) again = g_list_model_get_item (G_LIST_MODEL (fixture->list), 0);

  while (g_list_model_get_n_items (gh_root_list_excluded (again)) > 0)
    {
      g_autoptr(GFile) folder = g_list_model_get_item (gh_root_list_excluded (again), 0);

      gh_root_include (again, folder);
    }
  wait_told (fixture, "docs=docs ");
}

/* An excluded folder stays out whichever way it could be reached. */
static void
test_excluded_ways (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *link = g_build_filename (fixture->dir, "shortcut", NULL);

  make_only (fixture, "home/docs/finance");
  make_only (fixture, "home/docs/letters");
  make_only (fixture, "home/music");
  g_assert_cmpint (symlink ("home/docs", link), ==, 0);

  GhRoot *root = add_root (fixture, "shortcut");

  exclude (fixture, root, "shortcut/finance");
  wait_told (fixture, "shortcut/letters=shortcut/letters ");

  /* A root above it does not announce it either. */
  GhRoot *home = add_root (fixture, "home");

  wait_told (fixture, "shortcut/letters=shortcut/letters "
                      "home/docs/letters=home/docs/letters home/music=home/music ");

  /* Named as a chooser gives it, links followed. */
  exclude (fixture, root, "home/docs/letters");
  wait_told (fixture, "home/music=home/music ");

  /* One that is not there yet is left out when it comes. */
  exclude (fixture, home, "home/music/private/very");
  wait_told (fixture, "");
  make_only (fixture, "home/music/private/very");
  make_only (fixture, "home/music/open");
  wait_told (fixture, "home/music/open=home/music/open ");
  let_watch (fixture);
  reopen (fixture);
  wait_told (fixture, "home/music/open=home/music/open ");

  /* The excluded folder by itself: the person's own wish, it is a root of its own. */
  g_autoptr(GPtrArray) additions = add_paths (fixture, "home/docs/finance", "home/docs/other",
                                              NULL);

  g_assert_cmpint (outcome (additions, 0), ==, GH_ROOT_ADDED);
  g_assert_cmpint (outcome (additions, 1), ==, GH_ROOT_NOT_FOUND);
}

static void
test_many_pieces (Fixture       *fixture,
                  gconstpointer  data)
{
  for (int i = 0; i < 1200; i++)
    {
      g_autofree char *name = g_strdup_printf ("big/d%04d", i);

      make_only (fixture, name);
    }

  GhRoot *root = add_root (fixture, "big");

  exclude (fixture, root, "big/d0003");

  g_autoptr(GPtrArray) announced = gh_root_list_dup_announced (fixture->list, "s");

  while (announced->len == 0)
    {
      gh_test_turn (gh_test_deadline (10), "pieces", __FILE__, __LINE__);
      g_clear_pointer (&announced, g_ptr_array_unref);
      announced = gh_root_list_dup_announced (fixture->list, "s");
    }
  g_assert_cmpuint (announced->len, ==, 1000);
  for (guint i = 0; i < announced->len; i++)
    g_assert_null (strstr (((GhAnnouncedRoot *) g_ptr_array_index (announced, i))->uri, "d0003"));
}

static void
test_cancel_add (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GListStore) files = g_list_store_new (G_TYPE_FILE);
  g_autofree char *path = make (fixture, "a");
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  g_list_store_append (files, file);
  gh_root_list_add_async (fixture->list, G_LIST_MODEL (files), cancellable, gh_test_store_result_cb,
                          &result);
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_null (gh_root_list_add_finish (fixture->list, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (fixture->list)), ==, 0);
}

/* A file that was not read whole is not written. */
static void
test_cancel_load (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) flushed = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;

  make_only (fixture, "a");
  g_assert_true (g_file_set_contents (fixture->path, "{\"roots\": []}", -1, NULL));
  gh_root_list_load_async (fixture->list, cancellable, gh_test_store_result_cb, &result);
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_false (gh_root_list_load_finish (fixture->list, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  add_root (fixture, "a");
  gh_file_store_flush_async (fixture->store, gh_test_store_result_cb, &flushed);
  gh_test_wait (flushed != NULL);
  g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "{\"roots\": []}");
}

/* Dropped with looks, monitors and an addition under way. */
static void
test_drop_while_adding (void)
{
  Fixture fixture = { 0 };
  g_autoptr(GListStore) files = g_list_store_new (G_TYPE_FILE);
  g_autoptr(GAsyncResult) result = NULL;
  gboolean gone = FALSE;

  set_up (&fixture, NULL);
  for (int i = 0; i < 50; i++)
    {
      g_autofree char *name = g_strdup_printf ("r%d/s%d", i, i);
      g_autofree char *path = make (&fixture, name);
      g_autoptr(GFile) file = g_file_new_for_path (path);

      g_list_store_append (files, file);
    }
  gh_root_list_add_async (fixture.list, G_LIST_MODEL (files), NULL, gh_test_store_result_cb,
                          &result);
  g_object_weak_ref (G_OBJECT (fixture.list), gone_cb, &gone);
  g_object_unref (fixture.list);
  gh_test_wait (result != NULL);
  g_clear_object (&result);
  gh_test_wait (gone);
  g_clear_object (&fixture.store);
  g_clear_object (&fixture.problems);
  g_free (fixture.dir);
  g_free (fixture.path);
}

/* --- tests that need a world of their own: the program runs itself below unshare(1) --- */

#define CHILD_VARIABLE "GH_TEST_ROOT_LIST_CHILD"
#define CANNOT 77

static char *program;

static void
run_child (const char *name,
           const char *flags,
           const char *preparation)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *script = g_strdup_printf ("%s || exit %d; exec \"$0\"", preparation, CANNOT);
  const char *argv[] = { "unshare", flags, "sh", "-c", script, program, NULL };
  g_auto(GStrv) environment = g_environ_setenv (g_get_environ (), CHILD_VARIABLE, name, TRUE);
  g_autofree char *output = NULL;
  g_autofree char *errors = NULL;
  int status;

  if (!g_spawn_sync (NULL, (char **) argv, environment, G_SPAWN_SEARCH_PATH, NULL, NULL, &output,
                     &errors, &status, &error))
    g_test_skip ("there is no unshare");
  else if (WIFEXITED (status) && WEXITSTATUS (status) != 0
           && (WEXITSTATUS (status) == CANNOT || strstr (errors, "unshare:") != NULL))
    g_test_skip ("this system gives no namespaces");
  else if (!g_spawn_check_wait_status (status, NULL))
    g_error ("%s failed: %s%s", name, output, errors);
}

/* A drive: mounted below a root, on a root, taken out, put back. */
static void
child_mounts (void)
{
  Fixture fixture = { 0 };

  set_up (&fixture, NULL);

  g_autofree char *drive = make (&fixture, "drive");
  g_autofree char *table = g_build_filename (fixture.dir, "fstab", NULL);
  g_autofree char *listed = make (&fixture, "listed");
  g_autofree char *line = g_strdup_printf ("none %s tmpfs noauto 0 0\n", listed);

  g_assert_true (g_file_set_contents (table, line, -1, NULL));
  g_setenv ("LIBMOUNT_FSTAB", table, TRUE);

  if (mount ("none", drive, "tmpfs", 0, NULL) != 0)
    exit (CANNOT);
  make_only (&fixture, "drive/trips");

  GhRoot *below = add_root (&fixture, "drive/trips");

  let_watch (&fixture);
  g_assert_cmpint (umount2 (drive, MNT_DETACH), ==, 0);
  wait_state (below, GH_ROOT_UNMOUNTED);
  g_assert_true (is_told (&fixture, ""));
  g_assert_cmpint (mount ("none", drive, "tmpfs", 0, NULL), ==, 0);
  make_only (&fixture, "drive/trips");
  wait_state (below, GH_ROOT_AVAILABLE);

  /* Deleted on the mounted drive: that is missing, not unmounted. */
  g_autofree char *trips = g_build_filename (drive, "trips", NULL);

  g_assert_cmpint (g_rmdir (trips), ==, 0);
  wait_state (below, GH_ROOT_MISSING);
  g_assert_cmpint (g_mkdir (trips, 0755), ==, 0);
  wait_state (below, GH_ROOT_AVAILABLE);

  /* The drive itself as a root: its empty mount point is not it. */
  gh_root_list_remove (fixture.list, below);

  GhRoot *itself = add_root (&fixture, "drive");

  let_watch (&fixture);
  g_assert_cmpint (umount2 (drive, MNT_DETACH), ==, 0);
  wait_state (itself, GH_ROOT_UNMOUNTED);
  g_assert_cmpint (mount ("none", drive, "tmpfs", 0, NULL), ==, 0);
  wait_state (itself, GH_ROOT_AVAILABLE);

  /* Something mounted over a folder above a root hides it. */
  make_only (&fixture, "over/root");

  g_autofree char *over = g_build_filename (fixture.dir, "over", NULL);
  GhRoot *hidden = add_root (&fixture, "over/root");

  let_watch (&fixture);
  g_assert_cmpint (mount ("none", over, "tmpfs", 0, NULL), ==, 0);
  wait_state (hidden, GH_ROOT_MISSING);
  g_assert_cmpint (umount2 (over, MNT_DETACH), ==, 0);
  wait_state (hidden, GH_ROOT_AVAILABLE);

  /* In the system's table and never seen mounted by us. */
  g_assert_cmpint (mount ("none", listed, "tmpfs", 0, NULL), ==, 0);
  make_only (&fixture, "listed/a");
  add_root (&fixture, "listed/a");
  close_list (&fixture);
  g_assert_cmpint (umount2 (listed, MNT_DETACH), ==, 0);
  open_list (&fixture);
  load (&fixture);

  g_autoptr(GhRoot) last = g_list_model_get_item (G_LIST_MODEL (fixture.list), 2);

  g_assert_cmpint (gh_root_get_state (last), ==, GH_ROOT_UNMOUNTED);
  tear_down (&fixture, NULL);
}

/* No inotify watch to be had: slower, never wrong for long. */
static void
child_exhausted (void)
{
  Fixture fixture = { 0 };

  set_up (&fixture, NULL);

  g_autofree char *path = make (&fixture, "trips");
  GhRoot *root = add_root (&fixture, "trips");

  g_assert_cmpint (gh_root_get_state (root), ==, GH_ROOT_AVAILABLE);
  let_watch (&fixture);
  g_assert_cmpint (g_rmdir (path), ==, 0);
  gh_test_wait_for (gh_root_get_state (root) == GH_ROOT_MISSING, 8);
  g_assert_cmpint (g_mkdir (path, 0755), ==, 0);
  gh_test_wait_for (gh_root_get_state (root) == GH_ROOT_AVAILABLE, 8);
  tear_down (&fixture, NULL);
}

static void
test_mounts (void)
{
  run_child ("mounts", "-Urm", "true");
}

static void
test_exhausted (void)
{
  run_child ("exhausted", "-Ur", "echo 0 > /proc/sys/user/max_inotify_watches");
}

int
main (int    argc,
      char **argv)
{
  const char *child = g_getenv (CHILD_VARIABLE);

  program = g_file_read_link ("/proc/self/exe", NULL);
  gh_test_init (&argc, &argv);
  if (child != NULL)
    {
      if (strcmp (child, "mounts") == 0)
        child_mounts ();
      else
        child_exhausted ();
      return gh_test_run ();
    }

#define add(name, test) \
  g_test_add ("/host/root-list/" name, Fixture, NULL, set_up, test, tear_down)
  add ("add", test_add);
  add ("add-link", test_add_link);
  add ("odd-names", test_odd_names);
  add ("kept", test_kept);
  g_test_add_func ("/host/root-list/properties", test_properties);
  add ("bad-entries", test_bad_entries);
  add ("roots-no-list", test_roots_no_list);
  add ("changed-by-hand", test_changed_by_hand);
  add ("damaged", test_damaged);
  add ("remove-insert", test_remove_insert);
  add ("comes-and-goes", test_comes_and_goes);
  add ("link-goes", test_link_goes);
  add ("link-chain", test_link_chain);
  add ("link-beside-real", test_link_beside_real);
  add ("link-excluded", test_link_excluded);
  add ("link-dangles-at-start", test_link_dangles_at_start);
  add ("replaced-in-haste", test_replaced_in_haste);
  add ("missing-at-start", test_missing_at_start);
  add ("unreadable", test_unreadable);
  add ("events-inside", test_events_inside);
  add ("burst", test_burst);
  add ("excluded", test_excluded);
  add ("excluded-ways", test_excluded_ways);
  add ("many-pieces", test_many_pieces);
  add ("cancel-add", test_cancel_add);
  add ("cancel-load", test_cancel_load);
  g_test_add_func ("/host/root-list/drop-while-adding", test_drop_while_adding);
  g_test_add_func ("/host/root-list/mounts", test_mounts);
  g_test_add_func ("/host/root-list/exhausted", test_exhausted);
#undef add

  return gh_test_run ();
}
