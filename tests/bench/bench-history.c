/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * bench-history [ENTRIES]: what writing to the history costs, and how long searches of a million
 * entries take: processor time, whatever else the computer does; each is to be over in 50 ms. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "gh-history-db.h"
#include "gh-history-mask.h"
#include "gh-test.h"

#define N_ENTRIES 1000000
/* In one transaction, as in a burst. */
#define AT_ONCE 200
#define N_WORDS 8000
#define SEARCH_MS 50
#define FIRST_TIME G_GINT64_CONSTANT (1700000000000000)

static guint n_entries = N_ENTRIES;
static char *words[N_WORDS];

static void
make_words (GRand *rand)
{
  static const char * const parts[] = { "ba", "ke", "lo", "mi", "nu", "ra", "se", "ti", "vo", "za",
                                        "fli", "gho", "tra", "pre" };

  for (guint i = 0; i < N_WORDS; i++)
    {
      g_autoptr(GString) word = g_string_new (NULL);
      guint n = g_rand_int_range (rand, 2, 5);

      for (guint j = 0; j < n; j++)
        g_string_append (word, parts[g_rand_int_range (rand, 0, G_N_ELEMENTS (parts))]);
      words[i] = g_string_free (g_steal_pointer (&word), FALSE);
    }
}

/* Few words are in most entries, most words in few. */
static const char *
pick_word (GRand *rand)
{
  double r = g_rand_double (rand);

  return words[(guint) (r * r * r * r * N_WORDS)];
}

static GhHistoryEntry *
new_entry (GRand *rand,
           guint  i)
{
  static const char * const servers[] = { "travel", "notes", "files" };
  static const char * const tools[] = { "find", "read", "write", "go" };
  GhHistoryFacts facts = { 0 };
  GPtrArray *parts = gh_history_parts_new ();
  g_autoptr(GString) text = g_string_new ("Everywhere");

  for (guint j = 0; j < 20; j++)
    g_string_append_printf (text, " %s", pick_word (rand));
  if (i == n_entries / 2)
    g_string_append (text, " onlyhere");
  g_ptr_array_add (parts, gh_history_part_new (GH_HISTORY_MESSAGE, "user", text->str));
  facts.time = FIRST_TIME + i * G_TIME_SPAN_MINUTE;
  facts.asked = facts.time;
  facts.kind = i % GH_HISTORY_N_KINDS;
  facts.outcome = (i / 7) % GH_HISTORY_N_OUTCOMES;
  facts.duration = facts.input_tokens = facts.output_tokens = 1000;
  facts.cost = NAN;
  facts.server = (char *) servers[i % G_N_ELEMENTS (servers)];
  facts.tool = (char *) tools[(i / 3) % G_N_ELEMENTS (tools)];
  facts.model = (char *) "llama3.2";
  return gh_history_entry_new (&facts, parts);
}

static void
fill (GhHistoryDb *db,
      GRand       *rand)
{
  g_autoptr(GhShield) shield = gh_shield_new ("/home/ada", NULL);
  gint64 start = g_get_monotonic_time ();
  gint64 masking = 0;
  double seconds;

  for (guint i = 0; i < n_entries; i += AT_ONCE)
    {
      g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func (g_object_unref);
      g_autoptr(GArray) ids = NULL;
      g_autoptr(GError) error = NULL;

      for (guint j = i; j < i + AT_ONCE && j < n_entries; j++)
        {
          g_autoptr(GhHistoryEntry) entry = new_entry (rand, j);
          gint64 before = g_get_monotonic_time ();

          g_ptr_array_add (entries, gh_history_mask (entry, shield));
          masking += g_get_monotonic_time () - before;
        }
      ids = gh_history_db_add (db, entries, &error);
      g_assert_no_error (error);
    }
  seconds = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  g_print ("{\"written\": %u, \"us_each\": %.1f, \"us_masking_each\": %.1f}\n", n_entries,
           seconds * 1e6 / n_entries, (double) masking / n_entries);
}

/* One by one, as decisions of a person come: each is on the disk before the next. */
static void
add_singly (GhHistoryDb *db,
            GRand       *rand)
{
  gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < 200; i++)
    {
      g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func (g_object_unref);
      g_autoptr(GArray) ids = NULL;

      g_ptr_array_add (entries, new_entry (rand, n_entries + i));
      ids = gh_history_db_add (db, entries, NULL);
      g_assert_nonnull (ids);
    }
  g_print ("{\"singly\": 200, \"us_each\": %.1f}\n",
           (double) (g_get_monotonic_time () - start) / 200);
}

static void
search (GhHistoryDb          *db,
        const char           *what,
        const GhHistoryQuery *query)
{
  double best = G_MAXDOUBLE;
  guint n = 0;

  /* Cold once, then as the next key finds it. */
  for (int i = 0; i < 3; i++)
    {
      gint64 start = gh_test_get_work ();
      g_autoptr(GPtrArray) found =
        gh_history_db_find (db, query, G_MAXINT64, FALSE, GH_HISTORY_PAGE, NULL, NULL);
      double ms = (double) (gh_test_get_work () - start) / 1000;

      g_assert_nonnull (found);
      n = found->len;
      best = MIN (best, ms);
    }
  g_print ("{\"search\": \"%s\", \"found\": %u, \"ms\": %.2f}\n", what, n, best);
  g_assert_cmpfloat (best, <, SEARCH_MS * gh_test_get_slow ());
}

static void
search_text (GhHistoryDb *db,
             const char  *what,
             const char  *text)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();

  query->text = g_strdup (text);
  search (db, what, query);
}

static void
search_all (GhHistoryDb *db)
{
  g_autoptr(GhHistoryQuery) all = gh_history_query_new ();
  g_autoptr(GhHistoryQuery) filters = gh_history_query_new ();
  g_autofree char *two = g_strdup_printf ("%s %s", words[1], words[2]);
  g_autofree char *phrase = g_strdup_printf ("\"%s %s\"", words[1], words[2]);
  g_autofree char *rare = g_strdup_printf ("everywhere %s", words[N_WORDS - 1]);

  search (db, "all", all);
  search_text (db, "word of every entry", "everywhere ");
  search_text (db, "word of one entry", "onlyhere ");
  search_text (db, "beginning of two letters", "ba");
  search_text (db, "beginning of three letters", "ev");
  search_text (db, "beginning of four letters", "ever");
  search_text (db, "two common words", two);
  search_text (db, "phrase", phrase);
  search_text (db, "common and rare word", rare);
  search_text (db, "word that is nowhere", "nowhere ");
  filters->kind = GH_HISTORY_TOOL;
  filters->server = g_strdup ("travel");
  filters->tool = g_strdup ("write");
  search (db, "three filters", filters);
  filters->text = g_strdup ("everywhere ");
  search (db, "three filters and a word", filters);
  filters->outcome = GH_HISTORY_WITHDRAWN;
  search (db, "four filters and a word", filters);
  filters->from = FIRST_TIME + n_entries / 3 * G_TIME_SPAN_MINUTE;
  filters->until = filters->from + G_TIME_SPAN_DAY;
  search (db, "and one day", filters);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *dir = NULL;
  g_autofree char *path = NULL;
  g_autoptr(GhHistoryDb) db = NULL;
  g_autoptr(GError) error = NULL;
  GRand *rand = g_rand_new_with_seed (1);

  gh_test_init (&argc, &argv);
  if (argc > 1)
    n_entries = MAX (atoi (argv[1]), 1);
  dir = gh_test_make_dir ();
  path = g_build_filename (dir, "history.sqlite", NULL);
  db = gh_history_db_open (path, FALSE, &error);
  g_assert_no_error (error);
  make_words (rand);
  fill (db, rand);
  add_singly (db, rand);
  search_all (db);
  g_rand_free (rand);
  for (guint i = 0; i < N_WORDS; i++)
    g_free (words[i]);
  g_clear_pointer (&db, gh_history_db_close);
  return gh_test_run ();
}
