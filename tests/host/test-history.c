/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The history: what is written is found, listed, masked, deleted and exported. */
#include "config.h"

#include "history-fixture.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "gh-history-db.h"
#include "gh-history-mask.h"
#include "gh-json.h"
#include "gh-problem.h"
#include "gh-test.h"

/* --- what is written is found --- */

static void
test_everything_comes_back (HistoryFixture *f,
                            gconstpointer   data)
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
  history_facts_init (&facts, NOON);
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

  whole = history_read_newest (f);
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
  g_assert_cmpstr (history_get_part (whole, 0)->text, ==, "Pick\na flight");
  g_assert_cmpstr (history_get_part (whole, 0)->name, ==, "user");
  g_assert_cmpstr (history_get_part (whole, 0)->became, ==, NULL);
  g_assert_cmpint (history_get_part (whole, 1)->role, ==, GH_HISTORY_ANSWER);
  g_assert_cmpstr (history_get_part (whole, 1)->became, ==, "KL 5678");
  g_assert_cmpstr (history_get_part (whole, 2)->text, ==, NULL);
  g_assert_cmpstr (history_get_part (whole, 2)->media, ==, "image/png");
  g_assert_cmpint (history_get_part (whole, 2)->size, ==, 1234);

  /* For the person's eyes alone. */
  g_assert_cmpint (g_stat (f->path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
}

static void
test_unknown_is_unknown (HistoryFixture *f,
                         gconstpointer   data)
{
  g_autoptr(GhHistoryEntry) whole = NULL;
  const GhHistoryFacts *read;

  history_add (f, NOON, "x");
  whole = history_read_newest (f);
  read = gh_history_entry_get_facts (whole);
  g_assert_cmpint (read->duration, ==, -1);
  g_assert_cmpint (read->input_tokens, ==, -1);
  g_assert_true (isnan (read->cost));
  g_assert_cmpstr (read->tool, ==, NULL);
  g_assert_cmpstr (read->model, ==, NULL);
}

static void
test_one_instant (HistoryFixture *f,
                  gconstpointer   data)
{
  for (int i = 0; i < 5; i++)
    history_add (f, NOON, "at once");
  history_flush (f);
  g_assert_cmpuint (history_count (f, NULL), ==, 5);
}

static void
test_switched_off (HistoryFixture *f,
                   gconstpointer   data)
{
  history_add (f, NOON, "kept");
  gh_history_set_keep (f->history, FALSE);
  g_assert_false (gh_history_get_takes (f->history));
  history_add (f, NOON, "not kept");
  history_flush (f);
  g_assert_cmpuint (history_count (f, NULL), ==, 1);
  gh_history_set_keep (f->history, TRUE);
  history_add (f, NOON, "kept again");
  g_assert_cmpuint (history_count (f, NULL), ==, 2);
}

static void
test_without_file (void)
{
  g_autoptr(GListStore) problems = g_list_store_new (GH_TYPE_PROBLEM);
  g_autoptr(GhShield) shield = gh_shield_new (NULL, NULL);
  HistoryFixture f = { .history = gh_history_new (problems, shield), .problems = problems };
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  history_add (&f, NOON, "nowhere");
  g_assert_cmpuint (history_count (&f, NULL), ==, 0);
  gh_history_read_async (f.history, NOON, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_null (gh_history_read_finish (f.history, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_object (&result);
  history_close (&f);
}

/* --- searching --- */

static void
test_search_words (HistoryFixture *f,
                   gconstpointer   data)
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

  history_add (f, NOON, "Pick a flight to Barcelona, please");
  history_add (f, NOON + 1, "Another flight. A café; the letter b.");
  history_add (f, NOON + 2, "我想去巴塞罗那旅行 flight");
  history_add (f, NOON + 3, "a b ab c");
  history_flush (f);
  /* The third has it, too, but is a hit for two words only together with them. */
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint expected = cases[i].n;

      if (g_ascii_strcasecmp (cases[i].text, "flight") == 0 || g_str_equal (cases[i].text, "fli"))
        expected = 3;
      g_test_message ("searching for %s", cases[i].text);
      g_assert_cmpuint (history_count (f, cases[i].text), ==, expected);
    }
}

/* Whatever is typed, it is a search: never an error, never more than words. */
static void
test_search_hostile (HistoryFixture *f,
                     gconstpointer   data)
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

  history_add (f, NOON, "k0 harmless");
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    history_count (f, texts[i]);
  for (int i = 0; i < 10000; i++)
    {
      g_string_append (longest, "word ");
      g_string_append (deepest, "(\"");
    }
  history_count (f, longest->str);
  history_count (f, deepest->str);
  for (int i = 0; i < 2000; i++)
    {
      static const char signs[] = "ab \"*()^:-+{}ANDORNOTEAR'\\;,.%";
      char text[12] = "";

      for (guint j = 0; j < sizeof text - 1; j++)
        text[j] = signs[g_rand_int_range (rand, 0, sizeof signs - 1)];
      history_count (f, text);
    }
  g_rand_free (rand);
  /* A text cannot pass for what filters look for. */
  g_assert_cmpuint (history_count (f, "tags:k0"), ==, 0);
  g_assert_cmpuint (history_count (f, "k0"), ==, 1);
  g_assert_cmpuint (history_count (f, "harmless"), ==, 1);
}

static void
test_filters (HistoryFixture *f,
              gconstpointer   data)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();

  for (int i = 0; i < 40; i++)
    {
      GhHistoryFacts facts;
      GPtrArray *parts = gh_history_parts_new ();
      g_autoptr(GhHistoryEntry) entry = NULL;

      history_facts_init (&facts, NOON + i * DAY);
      facts.kind = i % 2 == 0 ? GH_HISTORY_SAMPLING : GH_HISTORY_TOOL;
      facts.outcome = i % 4 == 0 ? GH_HISTORY_GIVEN : GH_HISTORY_DENIED;
      facts.server = (char *) (i % 5 == 0 ? "notes" : "travel");
      facts.tool = (char *) (i % 8 == 0 ? "find" : NULL);
      facts.model = (char *) (i % 10 == 0 ? "llama3.2" : "other model");
      g_ptr_array_add (parts, gh_history_part_new (GH_HISTORY_MESSAGE, "user", "hello"));
      entry = gh_history_entry_new (&facts, parts);
      gh_history_add (f->history, entry);
    }

  history_flush (f);
#define ASSERT_FOUND(n) \
  G_STMT_START { \
    g_autoptr(GPtrArray) found_ = history_find (f, query, G_MAXINT64); \
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
test_names (HistoryFixture *f,
            gconstpointer   data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GPtrArray) names = NULL;
  g_autoptr(GhHistoryEntry) entry = NULL;
  GhHistoryFacts facts;
  const GhHistoryName *name;

  history_add (f, NOON, "a");
  history_facts_init (&facts, NOON + 1);
  facts.server_name = (char *) "Travel, renamed";
  entry = gh_history_entry_new (&facts, gh_history_parts_new ());
  gh_history_add (f->history, entry);
  history_flush (f);
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
test_list_pages (HistoryFixture *f,
                 gconstpointer   data)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  g_autoptr(GhHistoryList) list = NULL;

  for (int i = 0; i < 250; i++)
    history_add (f, NOON + i, "entry");
  gh_test_wait (history_count (f, NULL) == GH_HISTORY_PAGE);
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
    history_add (f, NOON + i, "entry");
  read_all (list, 470);
  for (guint i = 0; i < 470; i++)
    g_assert_cmpint (get_time (list, i), ==, NOON + 469 - i);
}

static void
test_list_days (HistoryFixture *f,
                gconstpointer   data)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  g_autoptr(GhHistoryList) list = gh_history_list_new (f->history, query);
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GhHistoryEntry) removed = NULL;

  history_add (f, NOON, "yesterday");
  history_add (f, NOON + 1, "yesterday, too");
  read_all (list, 2);
  history_add (f, NOON + DAY, "today");
  read_all (list, 3);
  g_assert_true (is_day_first (list, 0));
  g_assert_true (is_day_first (list, 1));
  g_assert_false (is_day_first (list, 2));
  history_add (f, NOON + DAY + 1, "today, too");
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
  g_assert_cmpuint (history_count (f, "too"), ==, 1);
  gh_history_restore (f->history, removed);
  read_all (list, 4);
  g_assert_cmpint (get_time (list, 2), ==, NOON + 1);
  g_assert_true (is_day_first (list, 2));
  g_assert_false (is_day_first (list, 3));
  g_assert_cmpuint (history_count (f, "too"), ==, 2);
}

static void
test_list_filtered (HistoryFixture *f,
                    gconstpointer   data)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  g_autoptr(GhHistoryList) list = NULL;

  query->text = g_strdup ("wanted");
  list = gh_history_list_new (f->history, query);
  history_add (f, NOON, "wanted");
  history_add (f, NOON + 1, "other");
  history_add (f, NOON + 2, "wanted, too");
  read_all (list, 2);
  g_assert_cmpint (get_time (list, 0), ==, NOON + 2);
}

/* A list that goes while it reads takes its question back. */
static void
test_list_gone (HistoryFixture *f,
                gconstpointer   data)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  GhHistoryList *list = gh_history_list_new (f->history, query);

  g_assert_finalize_object (list);
}

/* --- deleting --- */

static gboolean
clear (HistoryFixture *f,
       gint64          until)
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
test_clear (HistoryFixture *f,
            gconstpointer   data)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  g_autoptr(GhHistoryList) list = gh_history_list_new (f->history, query);
  g_autofree char *wal = g_strconcat (f->path, "-wal", NULL);

  for (int i = 0; i < 10; i++)
    history_add (f, NOON + i * DAY, "quicksilver");
  read_all (list, 10);
  g_assert_true (clear (f, NOON + 4 * DAY));
  gh_test_wait (g_list_model_get_n_items (G_LIST_MODEL (list)) == 6);
  g_assert_cmpuint (history_count (f, "quicksilver"), ==, 6);
  g_assert_true (clear (f, G_MAXINT64));
  gh_test_wait (gh_history_list_get_whole (list)
                && g_list_model_get_n_items (G_LIST_MODEL (list)) == 0);
  /* And not only out of sight. */
  g_assert_false (file_has (f->path, "quicksilver"));
  g_assert_false (file_has (wal, "quicksilver"));
  history_add (f, NOON, "afterwards");
  g_assert_cmpuint (history_count (f, NULL), ==, 1);
}

static void
test_retention (HistoryFixture *f,
                gconstpointer   data)
{
  gint64 now = g_get_real_time ();

  for (int i = 0; i < 450; i++)
    history_add (f, now - 10 * DAY + i, "old");
  for (int i = 0; i < 50; i++)
    history_add (f, now - i, "new");
  gh_test_wait (history_count (f, "new") == 50);
  gh_history_set_days (f->history, 7);
  gh_test_wait (history_count (f, NULL) == 50);
  g_assert_cmpuint (history_count (f, "old"), ==, 0);
  gh_history_set_most (f->history, 20);
  gh_test_wait (history_count (f, NULL) == 20);

  /* And whenever so many came that it is worth a look. */
  for (int i = 0; i < 600; i++)
    history_add (f, now + i, "newer");
  gh_test_wait (history_count (f, "newer") == 20);
}

/* --- nothing secret --- */

static void
test_masked (HistoryFixture *f,
             gconstpointer   data)
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
  history_facts_init (&facts, NOON);
  facts.tool = text;
  entry = gh_history_entry_new (&facts, parts);
  gh_history_add (f->history, entry);
  whole = history_read_newest (f);
  g_assert_null (strstr (history_get_part (whole, 0)->text, key));
  g_assert_nonnull (strstr (history_get_part (whole, 1)->text, "\"a\":1"));
  g_assert_cmpint (history_get_part (whole, 2)->role, ==, GH_HISTORY_ERROR);
  g_assert_cmpuint (history_count (f, key), ==, 0);
  history_close (f);
  g_assert_false (file_has (f->path, key));
  g_assert_false (file_has (f->path, "0123456789abcdefghij"));
  g_assert_false (file_has (f->path, "hunter2hunter2"));
  g_assert_false (file_has (f->path, "/home/ada"));
  g_assert_false (file_has (wal, key));
  history_open (f);
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
      history_facts_init (&facts, NOON);
      entry = gh_history_entry_new (&facts, parts);
      masked = gh_history_mask (entry, shield);
      g_assert_cmpuint (strlen (history_get_part (masked, 0)->text), <=, GH_HISTORY_MOST_TEXT);
      g_assert_null (strstr (history_get_part (masked, 0)->text, "ghp_0"));
      g_assert_cmpint (history_get_part (masked, 0)->left_out, >, 10);
    }
}

/* --- export --- */

static gint64
export (HistoryFixture   *f,
        GFile            *file,
        GhHistoryFormat   format,
        GCancellable     *cancellable,
        GError          **error)
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
test_export (HistoryFixture *f,
             gconstpointer   data)
{
  g_autoptr(GFile) file = g_file_new_build_filename (f->dir, "out.jsonl", NULL);
  g_autofree char *contents = NULL;
  g_auto(GStrv) lines = NULL;
  g_autoptr(GError) error = NULL;

  for (int i = 0; i < 250; i++)
    {
      g_autofree char *text = g_strdup_printf ("entry\n%d", i);

      history_add (f, NOON + i, text);
    }
  history_flush (f);
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
test_export_fails (HistoryFixture *f,
                   gconstpointer   data)
{
  g_autoptr(GFile) file = g_file_new_build_filename (f->dir, "out.jsonl", NULL);
  g_autoptr(GFile) nowhere = g_file_new_build_filename (f->dir, "no", "out.jsonl", NULL);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  g_autofree char *contents = NULL;

  history_add (f, NOON, "x");
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

int
main (int   argc,
      char *argv[])
{
#define ADD(path, func) \
  g_test_add (path, HistoryFixture, NULL, history_set_up, func, history_tear_down)
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
  ADD ("/host/history/export", test_export);
  ADD ("/host/history/export-fails", test_export_fails);

  return gh_test_run ();
}
