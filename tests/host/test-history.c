/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The history: what is written is found, is masked, and survives whatever happens to the file. */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gh-history-db.h"
#include "gh-history-list.h"
#include "gh-history-mask.h"
#include "gh-history-private.h"
#include "gh-json.h"
#include "gh-problem.h"
#include "gh-test.h"

#define DAY G_TIME_SPAN_DAY
/* 2026-11-30 12:00 UTC */
#define NOON (G_GINT64_CONSTANT (1796040000) * G_USEC_PER_SEC)

typedef struct
{
  char *dir;
  char *path;
  GListStore *problems;
  GhHistory *history;
} Fixture;

static void
open_history (Fixture *f)
{
  g_autoptr(GhShield) shield = gh_shield_new ("/home/ada", NULL);

  f->history = gh_history_new (f->problems, shield);
  gh_history_open (f->history, f->path);
}

static void
close_history (Fixture *f)
{
  g_autoptr(GAsyncResult) result = NULL;

  gh_history_close_async (f->history, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_true (gh_history_close_finish (f->history, result, NULL));
  g_clear_object (&result);
  gh_test_settle ();
  g_assert_finalize_object (f->history);
}

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->dir = gh_test_make_dir ();
  f->path = g_build_filename (f->dir, "gatehouse", "history.sqlite", NULL);
  f->problems = g_list_store_new (GH_TYPE_PROBLEM);
  open_history (f);
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  close_history (f);
  g_clear_object (&f->problems);
  g_free (f->dir);
  g_free (f->path);
}

/* --- helpers --- */

static void
facts_init (GhHistoryFacts *facts,
            gint64          time)
{
  *facts = (GhHistoryFacts) { 0 };
  facts->time = time;
  facts->asked = time - 5 * G_USEC_PER_SEC;
  facts->duration = facts->input_tokens = facts->output_tokens = -1;
  facts->cost = NAN;
  facts->decider = GH_REQUEST_BY_PERSON;
  facts->server = (char *) "travel";
  facts->server_name = (char *) "Travel";
}

static GhHistoryEntry *
new_entry (gint64      time,
           const char *text)
{
  GhHistoryFacts facts;
  GPtrArray *parts = gh_history_parts_new ();

  facts_init (&facts, time);
  g_ptr_array_add (parts, gh_history_part_new (GH_HISTORY_MESSAGE, "user", text));
  return gh_history_entry_new (&facts, parts);
}

static void
add (Fixture    *f,
     gint64      time,
     const char *text)
{
  g_autoptr(GhHistoryEntry) entry = new_entry (time, text);

  gh_history_add (f->history, entry);
}

static GPtrArray *
find (Fixture              *f,
      const GhHistoryQuery *query,
      gint64                before)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  GPtrArray *found;

  gh_history_find_async (f->history, query, before, FALSE, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  found = gh_history_find_finish (f->history, result, &error);
  g_assert_no_error (error);
  return found;
}

/* Until all that was added is written. */
static void
flush (Fixture *f)
{
  gh_test_wait (!gh_history_get_busy (f->history));
}

static guint
count (Fixture    *f,
       const char *text)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  g_autoptr(GPtrArray) found = NULL;

  query->text = g_strdup (text);
  found = find (f, query, G_MAXINT64);
  return found->len;
}

static GhHistoryEntry *
read_whole (Fixture *f,
            gint64   id)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  GhHistoryEntry *entry;

  gh_history_read_async (f->history, id, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  entry = gh_history_read_finish (f->history, result, &error);
  g_assert_no_error (error);
  return entry;
}

static GhHistoryEntry *
read_newest (Fixture *f)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  g_autoptr(GPtrArray) found = find (f, query, G_MAXINT64);

  g_assert_cmpuint (found->len, >, 0);
  return read_whole (f, gh_history_entry_get_facts (found->pdata[0])->id);
}

static const GhHistoryPart *
get_part (GhHistoryEntry *entry,
          guint           index)
{
  GPtrArray *parts = gh_history_entry_get_parts (entry);

  g_assert_cmpuint (index, <, parts->len);
  return parts->pdata[index];
}

static GhProblem *
only_problem (Fixture       *f,
              GhProblemKind  kind)
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

/* --- what is written is found --- */

static void
test_everything_comes_back (Fixture       *f,
                            gconstpointer  data)
{
  GhHistoryFacts facts;
  GPtrArray *parts = gh_history_parts_new ();
  GhHistoryPart *part = gh_history_part_new (GH_HISTORY_ANSWER, "fake-1", "KL 1234");
  g_autoptr(GhHistoryEntry) entry = NULL;
  g_autoptr(GhHistoryEntry) whole = NULL;
  const GhHistoryFacts *read;
  struct stat info;

  part->became = g_strdup ("KL 5678");
  g_ptr_array_add (parts, gh_history_part_new (GH_HISTORY_MESSAGE, "user", "Pick\na flight"));
  g_ptr_array_add (parts, part);
  part = gh_history_part_new (GH_HISTORY_MESSAGE, "user", NULL);
  part->media = g_strdup ("image/png");
  part->size = 1234;
  g_ptr_array_add (parts, part);
  facts_init (&facts, NOON);
  facts.kind = GH_HISTORY_SAMPLING;
  facts.outcome = GH_HISTORY_GIVEN;
  facts.decider = GH_REQUEST_BY_RULE;
  facts.duration = 4900000;
  facts.input_tokens = 1204;
  facts.output_tokens = 312;
  facts.cost = 0.0125;
  facts.edited = TRUE;
  facts.tool = (char *) "find_best_flight";
  facts.model = (char *) "fake-1";
  facts.provider = (char *) "Fake";
  entry = gh_history_entry_new (&facts, parts);
  gh_history_add (f->history, entry);

  whole = read_newest (f);
  read = gh_history_entry_get_facts (whole);
  g_assert_cmpint (read->id, ==, NOON);
  g_assert_cmpint (read->time, ==, NOON);
  g_assert_cmpint (read->asked, ==, NOON - 5 * G_USEC_PER_SEC);
  g_assert_cmpint (read->kind, ==, GH_HISTORY_SAMPLING);
  g_assert_cmpint (read->outcome, ==, GH_HISTORY_GIVEN);
  g_assert_cmpint (read->decider, ==, GH_REQUEST_BY_RULE);
  g_assert_cmpint (read->duration, ==, 4900000);
  g_assert_cmpint (read->input_tokens, ==, 1204);
  g_assert_cmpint (read->output_tokens, ==, 312);
  g_assert_cmpfloat (read->cost, ==, 0.0125);
  g_assert_true (read->edited);
  g_assert_cmpstr (read->server, ==, "travel");
  g_assert_cmpstr (read->server_name, ==, "Travel");
  g_assert_cmpstr (read->tool, ==, "find_best_flight");
  g_assert_cmpstr (read->model, ==, "fake-1");
  g_assert_cmpstr (read->provider, ==, "Fake");
  g_assert_cmpstr (read->title, ==, "Pick a flight");
  g_assert_cmpuint (gh_history_entry_get_parts (whole)->len, ==, 3);
  g_assert_cmpstr (get_part (whole, 0)->text, ==, "Pick\na flight");
  g_assert_cmpstr (get_part (whole, 0)->name, ==, "user");
  g_assert_cmpstr (get_part (whole, 0)->became, ==, NULL);
  g_assert_cmpint (get_part (whole, 1)->role, ==, GH_HISTORY_ANSWER);
  g_assert_cmpstr (get_part (whole, 1)->became, ==, "KL 5678");
  g_assert_cmpstr (get_part (whole, 2)->text, ==, NULL);
  g_assert_cmpstr (get_part (whole, 2)->media, ==, "image/png");
  g_assert_cmpint (get_part (whole, 2)->size, ==, 1234);

  /* For the person's eyes alone. */
  g_assert_cmpint (g_stat (f->path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
}

static void
test_unknown_is_unknown (Fixture       *f,
                         gconstpointer  data)
{
  g_autoptr(GhHistoryEntry) whole = NULL;
  const GhHistoryFacts *read;

  add (f, NOON, "x");
  whole = read_newest (f);
  read = gh_history_entry_get_facts (whole);
  g_assert_cmpint (read->duration, ==, -1);
  g_assert_cmpint (read->input_tokens, ==, -1);
  g_assert_true (isnan (read->cost));
  g_assert_cmpstr (read->tool, ==, NULL);
  g_assert_cmpstr (read->model, ==, NULL);
}

static void
test_one_instant (Fixture       *f,
                  gconstpointer  data)
{
  for (int i = 0; i < 5; i++)
    add (f, NOON, "at once");
  flush (f);
  g_assert_cmpuint (count (f, NULL), ==, 5);
}

static void
test_switched_off (Fixture       *f,
                   gconstpointer  data)
{
  add (f, NOON, "kept");
  gh_history_set_keep (f->history, FALSE);
  g_assert_false (gh_history_get_takes (f->history));
  add (f, NOON, "not kept");
  flush (f);
  g_assert_cmpuint (count (f, NULL), ==, 1);
  gh_history_set_keep (f->history, TRUE);
  add (f, NOON, "kept again");
  g_assert_cmpuint (count (f, NULL), ==, 2);
}

static void
test_without_file (void)
{
  g_autoptr(GListStore) problems = g_list_store_new (GH_TYPE_PROBLEM);
  g_autoptr(GhShield) shield = gh_shield_new (NULL, NULL);
  Fixture f = { .history = gh_history_new (problems, shield), .problems = problems };
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  add (&f, NOON, "nowhere");
  g_assert_cmpuint (count (&f, NULL), ==, 0);
  gh_history_read_async (f.history, NOON, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_null (gh_history_read_finish (f.history, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_object (&result);
  close_history (&f);
}

/* --- searching --- */

static void
test_search_words (Fixture       *f,
                   gconstpointer  data)
{
  static const struct
  {
    const char *text;
    guint n;
  } cases[] = {
    { "flight", 2 },
    { "FLIGHT", 2 },
    { "flight barcelona", 1 },
    { "barcelona flight", 1 },
    { "\"flight to barcelona\"", 1 },
    { "\"barcelona flight\"", 0 },
    { "fli", 2 },          /* the last word may be a beginning */
    { "fli barcelona", 0 }, /* the others are whole */
    { "\"fli\"", 0 },
    { "cafe", 1 },
    { "Café", 1 },
    { "旅行", 1 },
    { "行旅", 0 },
    { "行", 1 },
    { "去巴塞罗那", 1 },
    { "去 巴塞罗那 flight", 1 },
    { "ab", 1 },
    { "Travel", 4 }, /* the server's name */
    { "nothing of it", 0 },
    { "...", 4 }, /* there is no word in it */
    { "", 4 },
  };

  add (f, NOON, "Pick a flight to Barcelona, please");
  add (f, NOON + 1, "Another flight. A café; the letter b.");
  add (f, NOON + 2, "我想去巴塞罗那旅行 flight");
  add (f, NOON + 3, "a b ab c");
  flush (f);
  /* The third has it, too, but is a hit for two words only together with them. */
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint expected = cases[i].n;

      if (g_ascii_strcasecmp (cases[i].text, "flight") == 0 || g_str_equal (cases[i].text, "fli"))
        expected = 3;
      g_test_message ("searching for %s", cases[i].text);
      g_assert_cmpuint (count (f, cases[i].text), ==, expected);
    }
}

/* Whatever is typed, it is a search: never an error, never more than words. */
static void
test_search_hostile (Fixture       *f,
                     gconstpointer  data)
{
  static const char * const texts[] = {
    "\"", "\"\"", "'", "''", "a\"", "\"a", "\"a\"b\"", "*", "a*", "*a", "^a", "a^", "-a",
    "+a", "a+b", "(", ")", "(a", "a)", "a AND", "AND", "OR", "NOT", "NOT a", "a NOT", "a OR b",
    "NEAR(a b)", "NEAR(a b, 3)", "words:a", "words : a", "tags:k0", "tags : k0",
    "{words tags}:a", "search MATCH", "a; DROP TABLE entry; --", "a' OR 1=1 --",
    "a\") OR tags : (\"k0", "%", "_", "\\", "a\\\"b", "\x01\x02", "a\xc2\xa0" "b",
    "\xe2\x80\xae" "abc", "\xef\xbf\xbd", "\xf0\x9f\x98\x80", "\xcc\x81", "旅\"行", "\"旅",
    "rank", "rowid", ":", "a:b", "a.b.c", ",", "a,b", "#", "@", "?1", "$a", "[a]",
  };
  g_autoptr(GString) longest = g_string_new (NULL);
  g_autoptr(GString) deepest = g_string_new (NULL);
  GRand *rand = g_rand_new_with_seed (7);

  add (f, NOON, "k0 harmless");
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    count (f, texts[i]);
  for (int i = 0; i < 10000; i++)
    {
      g_string_append (longest, "word ");
      g_string_append (deepest, "(\"");
    }
  count (f, longest->str);
  count (f, deepest->str);
  for (int i = 0; i < 2000; i++)
    {
      static const char signs[] = "ab \"*()^:-+{}ANDORNOTEAR'\\;,.%";
      char text[12] = "";

      for (guint j = 0; j < sizeof text - 1; j++)
        text[j] = signs[g_rand_int_range (rand, 0, sizeof signs - 1)];
      count (f, text);
    }
  g_rand_free (rand);
  /* A text cannot pass for what filters look for. */
  g_assert_cmpuint (count (f, "tags:k0"), ==, 0);
  g_assert_cmpuint (count (f, "k0"), ==, 1);
  g_assert_cmpuint (count (f, "harmless"), ==, 1);
}

static void
test_filters (Fixture       *f,
              gconstpointer  data)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();

  for (int i = 0; i < 40; i++)
    {
      GhHistoryFacts facts;
      GPtrArray *parts = gh_history_parts_new ();
      g_autoptr(GhHistoryEntry) entry = NULL;

      facts_init (&facts, NOON + i * DAY);
      facts.kind = i % 2 == 0 ? GH_HISTORY_SAMPLING : GH_HISTORY_TOOL;
      facts.outcome = i % 4 == 0 ? GH_HISTORY_GIVEN : GH_HISTORY_DENIED;
      facts.server = (char *) (i % 5 == 0 ? "notes" : "travel");
      facts.tool = (char *) (i % 8 == 0 ? "find" : NULL);
      facts.model = (char *) (i % 10 == 0 ? "llama3.2" : "other model");
      g_ptr_array_add (parts, gh_history_part_new (GH_HISTORY_MESSAGE, "user", "hello"));
      entry = gh_history_entry_new (&facts, parts);
      gh_history_add (f->history, entry);
    }

  flush (f);
#define ASSERT_FOUND(n) \
  G_STMT_START { \
    g_autoptr(GPtrArray) found_ = find (f, query, G_MAXINT64); \
    g_assert_cmpuint (found_->len, ==, n); \
  } G_STMT_END

  g_assert_true (gh_history_query_is_all (query));
  ASSERT_FOUND (40);
  query->kind = GH_HISTORY_SAMPLING;
  g_assert_false (gh_history_query_is_all (query));
  ASSERT_FOUND (20);
  query->outcome = GH_HISTORY_GIVEN;
  ASSERT_FOUND (10);
  query->server = g_strdup ("notes");
  ASSERT_FOUND (2);
  query->text = g_strdup ("hello");
  ASSERT_FOUND (2);
  query->model = g_strdup ("llama3.2");
  ASSERT_FOUND (2);
  query->tool = g_strdup ("find");
  ASSERT_FOUND (1);
  g_clear_pointer (&query->server, g_free);
  query->from = NOON + 1;
  ASSERT_FOUND (0);
  query->from = 0;
  query->kind = query->outcome = -1;
  g_clear_pointer (&query->tool, g_free);
  g_clear_pointer (&query->model, g_free);
  query->from = NOON + 10 * DAY;
  query->until = NOON + 20 * DAY;
  ASSERT_FOUND (10);
  g_clear_pointer (&query->text, g_free);
  ASSERT_FOUND (10);
#undef ASSERT_FOUND
}

static void
test_names (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GPtrArray) names = NULL;
  g_autoptr(GhHistoryEntry) entry = NULL;
  GhHistoryFacts facts;
  const GhHistoryName *name;

  add (f, NOON, "a");
  facts_init (&facts, NOON + 1);
  facts.server_name = (char *) "Travel, renamed";
  entry = gh_history_entry_new (&facts, gh_history_parts_new ());
  gh_history_add (f->history, entry);
  flush (f);
  gh_history_list_names_async (f->history, GH_HISTORY_NAMES_SERVER, NULL, gh_test_store_result_cb,
                               &result);
  gh_test_wait (result != NULL);
  names = gh_history_list_names_finish (f->history, result, NULL);
  g_assert_cmpuint (names->len, ==, 1);
  name = names->pdata[0];
  g_assert_cmpstr (name->value, ==, "travel");
  g_assert_cmpstr (name->label, ==, "Travel, renamed");
}

/* --- the list --- */

static void
read_all (GhHistoryList *list,
          guint          n)
{
  for (;;)
    {
      guint have = g_list_model_get_n_items (G_LIST_MODEL (list));
      g_autoptr(GhHistoryEntry) last = NULL;

      if (have >= n)
        break;
      if (have > 0)
        last = g_list_model_get_item (G_LIST_MODEL (list), have - 1);
      gh_test_wait (g_list_model_get_n_items (G_LIST_MODEL (list)) > have);
    }
  gh_test_wait (gh_history_list_get_whole (list));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, n);
}

static gint64
get_time (GhHistoryList *list,
          guint          position)
{
  g_autoptr(GhHistoryEntry) entry = g_list_model_get_item (G_LIST_MODEL (list), position);

  return gh_history_entry_get_facts (entry)->time;
}

static gboolean
is_day_first (GhHistoryList *list,
              guint          position)
{
  g_autoptr(GhHistoryEntry) entry = g_list_model_get_item (G_LIST_MODEL (list), position);

  return gh_history_entry_get_day_first (entry);
}

static void
test_list_pages (Fixture       *f,
                 gconstpointer  data)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  g_autoptr(GhHistoryList) list = NULL;

  for (int i = 0; i < 250; i++)
    add (f, NOON + i, "entry");
  gh_test_wait (count (f, NULL) == GH_HISTORY_PAGE);
  list = gh_history_list_new (f->history, query);
  gh_test_wait (g_list_model_get_n_items (G_LIST_MODEL (list)) == GH_HISTORY_PAGE);
  /* It reads on only when somebody looks. */
  gh_test_settle ();
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, GH_HISTORY_PAGE);
  g_assert_false (gh_history_list_get_whole (list));
  read_all (list, 250);
  for (guint i = 0; i < 250; i++)
    g_assert_cmpint (get_time (list, i), ==, NOON + 249 - i);

  /* What is new comes first. */
  for (int i = 250; i < 470; i++)
    add (f, NOON + i, "entry");
  read_all (list, 470);
  for (guint i = 0; i < 470; i++)
    g_assert_cmpint (get_time (list, i), ==, NOON + 469 - i);
}

static void
test_list_days (Fixture       *f,
                gconstpointer  data)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  g_autoptr(GhHistoryList) list = gh_history_list_new (f->history, query);
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GhHistoryEntry) removed = NULL;

  add (f, NOON, "yesterday");
  add (f, NOON + 1, "yesterday, too");
  read_all (list, 2);
  add (f, NOON + DAY, "today");
  read_all (list, 3);
  g_assert_true (is_day_first (list, 0));
  g_assert_true (is_day_first (list, 1));
  g_assert_false (is_day_first (list, 2));
  add (f, NOON + DAY + 1, "today, too");
  read_all (list, 4);
  g_assert_true (is_day_first (list, 0));
  g_assert_false (is_day_first (list, 1));
  g_assert_true (is_day_first (list, 2));

  /* One goes, and comes back to its place. */
  gh_history_remove_async (f->history, NOON + 1, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  removed = gh_history_remove_finish (f->history, result, NULL);
  g_assert_nonnull (removed);
  read_all (list, 3);
  g_assert_true (is_day_first (list, 2));
  g_assert_cmpuint (count (f, "too"), ==, 1);
  gh_history_restore (f->history, removed);
  read_all (list, 4);
  g_assert_cmpint (get_time (list, 2), ==, NOON + 1);
  g_assert_true (is_day_first (list, 2));
  g_assert_false (is_day_first (list, 3));
  g_assert_cmpuint (count (f, "too"), ==, 2);
}

static void
test_list_filtered (Fixture       *f,
                    gconstpointer  data)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  g_autoptr(GhHistoryList) list = NULL;

  query->text = g_strdup ("wanted");
  list = gh_history_list_new (f->history, query);
  add (f, NOON, "wanted");
  add (f, NOON + 1, "other");
  add (f, NOON + 2, "wanted, too");
  read_all (list, 2);
  g_assert_cmpint (get_time (list, 0), ==, NOON + 2);
}

/* A list that goes while it reads takes its question back. */
static void
test_list_gone (Fixture       *f,
                gconstpointer  data)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  GhHistoryList *list = gh_history_list_new (f->history, query);

  g_assert_finalize_object (list);
}

/* --- deleting --- */

static gboolean
clear (Fixture *f,
       gint64   until)
{
  g_autoptr(GAsyncResult) result = NULL;

  gh_history_clear_async (f->history, until, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  return gh_history_clear_finish (f->history, result, NULL);
}

static gboolean
file_has (const char *path,
          const char *text)
{
  g_autofree char *contents = NULL;
  gsize length;

  if (!g_file_get_contents (path, &contents, &length, NULL))
    return FALSE;
  return memmem (contents, length, text, strlen (text)) != NULL;
}

static void
test_clear (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  g_autoptr(GhHistoryList) list = gh_history_list_new (f->history, query);
  g_autofree char *wal = g_strconcat (f->path, "-wal", NULL);

  for (int i = 0; i < 10; i++)
    add (f, NOON + i * DAY, "quicksilver");
  read_all (list, 10);
  g_assert_true (clear (f, NOON + 4 * DAY));
  gh_test_wait (g_list_model_get_n_items (G_LIST_MODEL (list)) == 6);
  g_assert_cmpuint (count (f, "quicksilver"), ==, 6);
  g_assert_true (clear (f, G_MAXINT64));
  gh_test_wait (gh_history_list_get_whole (list)
                && g_list_model_get_n_items (G_LIST_MODEL (list)) == 0);
  /* And not only out of sight. */
  g_assert_false (file_has (f->path, "quicksilver"));
  g_assert_false (file_has (wal, "quicksilver"));
  add (f, NOON, "afterwards");
  g_assert_cmpuint (count (f, NULL), ==, 1);
}

static void
test_retention (Fixture       *f,
                gconstpointer  data)
{
  gint64 now = g_get_real_time ();

  for (int i = 0; i < 450; i++)
    add (f, now - 10 * DAY + i, "old");
  for (int i = 0; i < 50; i++)
    add (f, now - i, "new");
  gh_test_wait (count (f, "new") == 50);
  gh_history_set_days (f->history, 7);
  gh_test_wait (count (f, NULL) == 50);
  g_assert_cmpuint (count (f, "old"), ==, 0);
  gh_history_set_most (f->history, 20);
  gh_test_wait (count (f, NULL) == 20);

  /* And whenever so many came that it is worth a look. */
  for (int i = 0; i < 600; i++)
    add (f, now + i, "newer");
  gh_test_wait (count (f, "newer") == 20);
}

/* --- nothing secret --- */

static void
test_masked (Fixture       *f,
             gconstpointer  data)
{
  static const char key[] = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
  g_autofree char *text = g_strdup_printf ("use %s and /home/ada/notes", key);
  GhHistoryFacts facts;
  GPtrArray *parts = gh_history_parts_new ();
  g_autoptr(GhHistoryEntry) entry = NULL;
  g_autoptr(GhHistoryEntry) whole = NULL;
  g_autofree char *wal = g_strconcat (f->path, "-wal", NULL);

  g_ptr_array_add (parts, gh_history_part_new (GH_HISTORY_MESSAGE, "user", text));
  g_ptr_array_add (parts, gh_history_part_new (GH_HISTORY_ARGUMENTS, NULL,
                                               "{\"password\":\"hunter2hunter2\",\"a\":1}"));
  g_ptr_array_add (parts, gh_history_part_new (GH_HISTORY_ERROR, NULL, text));
  ((GhHistoryPart *) parts->pdata[0])->became = g_strdup (text);
  facts_init (&facts, NOON);
  facts.tool = text;
  entry = gh_history_entry_new (&facts, parts);
  gh_history_add (f->history, entry);
  whole = read_newest (f);
  g_assert_null (strstr (get_part (whole, 0)->text, key));
  g_assert_nonnull (strstr (get_part (whole, 1)->text, "\"a\":1"));
  g_assert_cmpuint (count (f, key), ==, 0);
  close_history (f);
  g_assert_false (file_has (f->path, key));
  g_assert_false (file_has (f->path, "0123456789abcdefghij"));
  g_assert_false (file_has (f->path, "hunter2hunter2"));
  g_assert_false (file_has (f->path, "/home/ada"));
  g_assert_false (file_has (wal, key));
  open_history (f);
}

/* A secret across the place where a text is cut is not half there. */
static void
test_masked_at_the_cut (void)
{
  static const char key[] = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
  g_autoptr(GhShield) shield = gh_shield_new (NULL, NULL);

  for (gsize before = 0; before < sizeof key + 2; before += 3)
    {
      gsize raw = GH_HISTORY_MOST_TEXT + GH_HISTORY_MASK_SLACK;
      g_autoptr(GString) text = g_string_new (NULL);
      g_autoptr(GhHistoryEntry) entry = NULL;
      g_autoptr(GhHistoryEntry) masked = NULL;
      GPtrArray *parts = gh_history_parts_new ();
      GhHistoryPart *part;
      GhHistoryFacts facts;

      while (text->len < GH_HISTORY_MOST_TEXT - before)
        g_string_append (text, "word ");
      g_string_truncate (text, GH_HISTORY_MOST_TEXT - before - 1);
      g_string_append_printf (text, " %s ", key);
      while (text->len < raw - before)
        g_string_append (text, "word ");
      g_string_truncate (text, raw - before - 1);
      g_string_append_printf (text, " %s", key);
      g_string_truncate (text, raw);
      part = gh_history_part_new (GH_HISTORY_MESSAGE, "user", text->str);
      part->left_out = 10;
      g_ptr_array_add (parts, part);
      facts_init (&facts, NOON);
      entry = gh_history_entry_new (&facts, parts);
      masked = gh_history_mask (entry, shield);
      g_assert_cmpuint (strlen (get_part (masked, 0)->text), <=, GH_HISTORY_MOST_TEXT);
      g_assert_null (strstr (get_part (masked, 0)->text, "ghp_0"));
      g_assert_cmpint (get_part (masked, 0)->left_out, >, 10);
    }
}

/* --- trouble --- */

static void
test_damaged (Fixture       *f,
              gconstpointer  data)
{
  g_autoptr(GhProblem) problem = NULL;
  g_autofree char *aside = NULL;
  g_autofree char *contents = NULL;

  close_history (f);
  g_assert_true (g_file_set_contents (f->path, "this is no database, whatever else it may be",
                                      -1, NULL));
  open_history (f);
  add (f, NOON, "goes on");
  g_assert_cmpuint (count (f, NULL), ==, 1);
  problem = only_problem (f, GH_PROBLEM_DAMAGED);
  aside = g_file_get_path (gh_problem_get_set_aside (problem));
  g_assert_true (g_file_get_contents (aside, &contents, NULL, NULL));
  g_assert_true (g_str_has_prefix (contents, "this is no database"));
}

/* The damage shows only when it is written to. */
static void
test_damaged_later (Fixture       *f,
                    gconstpointer  data)
{
  g_autoptr(GhProblem) problem = NULL;
  FILE *file;

  for (int i = 0; i < 300; i++)
    add (f, NOON + i, "some text that fills a few pages of the file with what it says");
  close_history (f);
  file = fopen (f->path, "r+");
  g_assert_nonnull (file);
  fseek (file, 4096, SEEK_SET);
  for (int i = 0; i < 100 * 4096; i++)
    fputc (0x5a, file);
  fclose (file);
  open_history (f);
  add (f, NOON + 1000, "goes on");
  problem = only_problem (f, GH_PROBLEM_DAMAGED);
  g_assert_nonnull (gh_problem_get_set_aside (problem));
  gh_test_wait (count (f, "goes") == 1);
}

static void
test_foreign (Fixture       *f,
              gconstpointer  data)
{
  g_autoptr(GhProblem) problem = NULL;

  close_history (f);
  g_assert_cmpint (g_unlink (f->path), ==, 0);
  execute (f->path, "CREATE TABLE recipe (name TEXT); INSERT INTO recipe VALUES ('soup')");
  open_history (f);
  add (f, NOON, "goes on");
  g_assert_cmpuint (count (f, NULL), ==, 1);
  problem = only_problem (f, GH_PROBLEM_DAMAGED);
  execute (g_file_peek_path (gh_problem_get_set_aside (problem)), "SELECT name FROM recipe");
}

static void
test_newer (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr(GhProblem) problem = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gsize n_before, n_after;

  add (f, NOON, "of now");
  gh_test_wait (count (f, NULL) == 1);
  close_history (f);
  execute (f->path, "PRAGMA user_version = 99; PRAGMA journal_mode = DELETE");
  g_assert_true (g_file_get_contents (f->path, &before, &n_before, NULL));
  open_history (f);
  add (f, NOON + 1, "not added");
  problem = only_problem (f, GH_PROBLEM_NEWER);
  g_assert_null (gh_problem_get_set_aside (problem));
  close_history (f);
  g_assert_true (g_file_get_contents (f->path, &after, &n_after, NULL));
  g_assert_cmpmem (before, n_before, after, n_after);
  open_history (f);
}

static void
test_full (Fixture       *f,
           gconstpointer  data)
{
  g_autofree char *large = g_strnfill (200000, 'x');
  GhProblem *problem;

  close_history (f);
  g_unlink (f->path);
  open_history (f);
  gh_history_limit_pages (f->history, 30);
  add (f, NOON, "small");
  gh_test_wait (count (f, NULL) == 1);
  add (f, NOON + 1, large);
  problem = only_problem (f, GH_PROBLEM_NOT_KEPT);
  g_object_unref (problem);
  /* What is there is there, and the rest waits. */
  g_assert_cmpuint (count (f, NULL), ==, 1);
  add (f, NOON + 2, "small, too");
  problem = only_problem (f, GH_PROBLEM_NOT_KEPT);
  g_object_unref (problem);
}

/* As the operating system says it, and then there is room again. */
static void
test_full_for_a_while (Fixture       *f,
                       gconstpointer  data)
{
  struct rlimit old, limit;
  g_autofree char *large = g_strnfill (200000, 'x');
  GhProblem *problem;

  add (f, NOON, "small");
  gh_test_wait (count (f, NULL) == 1);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &old), ==, 0);
  limit = old;
  limit.rlim_cur = 150000;
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  add (f, NOON + 1, large);
  problem = only_problem (f, GH_PROBLEM_NOT_KEPT);
  g_object_unref (problem);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &old), ==, 0);
  /* It is tried again before it closes. */
  close_history (f);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->problems)), ==, 0);
  open_history (f);
  g_assert_cmpuint (count (f, NULL), ==, 2);
}

static void
test_locked (Fixture       *f,
             gconstpointer  data)
{
  sqlite3 *other = NULL;
  GhProblem *problem;

  add (f, NOON, "first");
  gh_test_wait (count (f, NULL) == 1);
  g_assert_cmpint (sqlite3_open (f->path, &other), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (other, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  add (f, NOON + 1, "second");
  problem = only_problem (f, GH_PROBLEM_NOT_KEPT);
  g_object_unref (problem);
  /* Reading goes on meanwhile. */
  g_assert_cmpuint (count (f, NULL), ==, 1);
  sqlite3_exec (other, "ROLLBACK", NULL, NULL, NULL);
  sqlite3_close (other);
  close_history (f);
  open_history (f);
  g_assert_cmpuint (count (f, NULL), ==, 2);
}

/* Permissions hold back everyone but root: as root this is done by nobody, in a process of its
 * own. */
static gboolean
become_ordinary (Fixture *f)
{
  g_autofree char *folder = g_path_get_dirname (f->path);

  if (geteuid () != 0)
    return TRUE;
  return chmod (gh_test_get_home (), 0755) == 0 && chown (f->dir, 65534, 65534) == 0
         && chown (folder, 65534, 65534) == 0 && chown (f->path, 65534, 65534) == 0
         && setgid (65534) == 0 && setuid (65534) == 0;
}

static void
test_read_only (Fixture       *f,
                gconstpointer  data)
{
  g_autoptr(GhProblem) problem = NULL;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess ("/host/history/read-only", 0, 0);
      g_test_trap_assert_passed ();
      return;
    }

  add (f, NOON, "from before");
  flush (f);
  close_history (f);
  g_assert_true (become_ordinary (f));
  g_assert_cmpint (chmod (f->path, 0400), ==, 0);
  open_history (f);
  add (f, NOON + 1, "cannot be added");
  problem = only_problem (f, GH_PROBLEM_NOT_KEPT);
  /* What is there can be read. */
  g_assert_cmpuint (count (f, NULL), ==, 1);
}

static void
test_deleted_under_us (Fixture       *f,
                       gconstpointer  data)
{
  add (f, NOON, "gone with the file");
  gh_test_wait (count (f, NULL) == 1);
  g_assert_cmpint (g_unlink (f->path), ==, 0);
  add (f, NOON + 1, "in a new one");
  gh_test_wait (count (f, NULL) == 1);
  g_assert_true (g_file_test (f->path, G_FILE_TEST_EXISTS));
}

static void
test_no_regular_file (Fixture       *f,
                      gconstpointer  data)
{
  g_autoptr(GhProblem) problem = NULL;

  close_history (f);
  g_unlink (f->path);
  g_assert_cmpint (mkfifo (f->path, 0600), ==, 0);
  open_history (f);
  add (f, NOON, "nowhere");
  problem = only_problem (f, GH_PROBLEM_NOT_KEPT);
}

/* --- the end --- */

/* A process writes and is killed in the middle; whatever it had been told was written is there. */
static void
test_killed (Fixture       *f,
             gconstpointer  data)
{
  close_history (f);
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
                g_ptr_array_add (entries, new_entry (NOON + round * DAY + i * 10 + j, "killed"));
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
  open_history (f);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->problems)), ==, 0);
}

/* What is added in the last moment is written before it closes. */
static void
test_close_writes (Fixture       *f,
                   gconstpointer  data)
{
  for (int i = 0; i < 450; i++)
    add (f, NOON + i, "late");
  close_history (f);
  open_history (f);
  {
    g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
    g_autoptr(GhHistoryList) list = gh_history_list_new (f->history, query);

    read_all (list, 450);
  }
}

/* --- export --- */

static gint64
export (Fixture               *f,
        GFile                 *file,
        GhHistoryFormat        format,
        GCancellable          *cancellable,
        GError               **error)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  g_autoptr(GAsyncResult) result = NULL;

  gh_history_export_async (f->history, query, file, format, cancellable, gh_test_store_result_cb,
                           &result);
  gh_test_wait (result != NULL);
  return gh_history_export_finish (f->history, result, error);
}

static char *
format_title (GhHistoryEntry *entry)
{
  return g_strdup_printf ("# %s", gh_history_entry_get_facts (entry)->title);
}

static void
test_export (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GFile) file = g_file_new_build_filename (f->dir, "out.jsonl", NULL);
  g_autofree char *contents = NULL;
  g_auto(GStrv) lines = NULL;
  g_autoptr(GError) error = NULL;

  for (int i = 0; i < 250; i++)
    {
      g_autofree char *text = g_strdup_printf ("entry\n%d", i);

      add (f, NOON + i, text);
    }
  flush (f);
  g_assert_cmpint (export (f, file, NULL, NULL, &error), ==, 250);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (g_file_peek_path (file), &contents, NULL, NULL));
  lines = g_strsplit (contents, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 251);
  for (int i = 0; i < 250; i++)
    {
      g_autoptr(JsonNode) node = gh_json_read (lines[i], strlen (lines[i]), &error);
      g_autofree char *text = g_strdup_printf ("entry\n%d", i);
      JsonArray *parts;

      g_assert_no_error (error);
      g_assert_cmpstr (gh_json_get_string (gh_json_node_get_object (node), "kind"), ==, "sampling");
      parts = gh_json_get_array (gh_json_node_get_object (node), "parts");
      g_assert_cmpstr (gh_json_get_string (
                         gh_json_node_get_object (json_array_get_element (parts, 0)), "text"),
                       ==, text);
    }

  g_clear_pointer (&contents, g_free);
  g_assert_cmpint (export (f, file, format_title, NULL, &error), ==, 250);
  g_assert_true (g_file_get_contents (g_file_peek_path (file), &contents, NULL, NULL));
  g_assert_true (g_str_has_prefix (contents, "# entry 0\n# entry 1\n"));
}

static void
test_export_fails (Fixture       *f,
                   gconstpointer  data)
{
  g_autoptr(GFile) file = g_file_new_build_filename (f->dir, "out.jsonl", NULL);
  g_autoptr(GFile) nowhere = g_file_new_build_filename (f->dir, "no", "out.jsonl", NULL);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  g_autofree char *contents = NULL;

  add (f, NOON, "x");
  g_assert_cmpint (export (f, nowhere, NULL, NULL, &error), ==, -1);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);

  g_assert_true (g_file_set_contents (g_file_peek_path (file), "old", -1, NULL));
  g_cancellable_cancel (cancellable);
  g_assert_cmpint (export (f, file, NULL, cancellable, &error), ==, -1);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_true (g_file_get_contents (g_file_peek_path (file), &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, "old");
}

/* Somebody reads while we write. */
static void
test_readers (Fixture       *f,
              gconstpointer  data)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  g_autoptr(GhHistoryDb) reader = NULL;
  guint before = 0;

  add (f, NOON, "x");
  gh_test_wait (count (f, NULL) == 1);
  reader = gh_history_db_open (f->path, TRUE, NULL);
  g_assert_nonnull (reader);
  for (int i = 1; i < 50; i++)
    {
      g_autoptr(GPtrArray) found = NULL;

      add (f, NOON + i, "x");
      found = gh_history_db_find (reader, query, G_MAXINT64, FALSE, 1000, NULL, NULL);
      g_assert_nonnull (found);
      g_assert_cmpuint (found->len, >=, before);
      before = found->len;
      gh_test_settle ();
    }
  gh_test_wait (count (f, NULL) == 50);
}

/* --- what somebody else put there --- */

static void
test_odd_rows (Fixture       *f,
               gconstpointer  data)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  g_autoptr(GPtrArray) found = NULL;
  g_autoptr(GhHistoryEntry) whole = NULL;

  add (f, NOON, "x");
  gh_test_wait (count (f, NULL) == 1);
  close_history (f);
  execute (f->path,
           "INSERT INTO entry (id, time, asked, kind, outcome, decider, edited, duration, title,"
           " server) VALUES (5, -9223372036854775808, 9223372036854775807, 'no kind', 'nor this',"
           " '', 'x', -77, CAST (X'ff41' AS TEXT), CAST (X'c328' AS TEXT));"
           "INSERT INTO parts VALUES (5, '{\"a\":[1,{\"role\":\"no\"}]}');"
           "INSERT INTO entry (id, time, asked, kind, outcome, decider, edited)"
           " VALUES (6, 6, 6, 'tool', 'done', 'person', 0);"
           "INSERT INTO parts VALUES (6, '[1,{\"role\":\"message\"},{\"role\":5},[]]');");
  open_history (f);
  found = find (f, query, G_MAXINT64);
  g_assert_cmpuint (found->len, ==, 3);
  whole = read_whole (f, 5);
  g_assert_true (g_utf8_validate (gh_history_entry_get_facts (whole)->title, -1, NULL));
  g_assert_cmpuint (gh_history_entry_get_parts (whole)->len, ==, 0);
  g_clear_object (&whole);
  whole = read_whole (f, 6);
  g_assert_cmpuint (gh_history_entry_get_parts (whole)->len, ==, 1);
}

int
main (int   argc,
      char *argv[])
{
#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  gh_test_init (&argc, &argv);

  ADD ("/host/history/everything-comes-back", test_everything_comes_back);
  ADD ("/host/history/unknown", test_unknown_is_unknown);
  ADD ("/host/history/one-instant", test_one_instant);
  ADD ("/host/history/switched-off", test_switched_off);
  g_test_add_func ("/host/history/without-file", test_without_file);
  ADD ("/host/history/search/words", test_search_words);
  ADD ("/host/history/search/hostile", test_search_hostile);
  ADD ("/host/history/filters", test_filters);
  ADD ("/host/history/names", test_names);
  ADD ("/host/history/list/pages", test_list_pages);
  ADD ("/host/history/list/days", test_list_days);
  ADD ("/host/history/list/filtered", test_list_filtered);
  ADD ("/host/history/list/gone", test_list_gone);
  ADD ("/host/history/clear", test_clear);
  ADD ("/host/history/retention", test_retention);
  ADD ("/host/history/masked", test_masked);
  g_test_add_func ("/host/history/masked-at-the-cut", test_masked_at_the_cut);
  ADD ("/host/history/damaged", test_damaged);
  ADD ("/host/history/damaged-later", test_damaged_later);
  ADD ("/host/history/foreign", test_foreign);
  ADD ("/host/history/newer", test_newer);
  ADD ("/host/history/full", test_full);
  ADD ("/host/history/full-for-a-while", test_full_for_a_while);
  ADD ("/host/history/locked", test_locked);
  ADD ("/host/history/read-only", test_read_only);
  ADD ("/host/history/deleted-under-us", test_deleted_under_us);
  ADD ("/host/history/no-regular-file", test_no_regular_file);
  ADD ("/host/history/killed", test_killed);
  ADD ("/host/history/close-writes", test_close_writes);
  ADD ("/host/history/export", test_export);
  ADD ("/host/history/export-fails", test_export_fails);
  ADD ("/host/history/readers", test_readers);
  ADD ("/host/history/odd-rows", test_odd_rows);

  return gh_test_run ();
}
