/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A history in a folder of its own, for its tests. */
#include "config.h"

#include "history-fixture.h"

#include <math.h>

#include "gh-problem.h"
#include "gh-test.h"

void
history_open (HistoryFixture *f)
{
  g_autoptr(GhShield) shield = gh_shield_new ("/home/ada", NULL);

  f->history = gh_history_new (f->problems, shield);
  gh_history_open (f->history, f->path);
}

void
history_close (HistoryFixture *f)
{
  g_autoptr(GAsyncResult) result = NULL;

  gh_history_close_async (f->history, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_true (gh_history_close_finish (f->history, result, NULL));
  g_clear_object (&result);
  gh_test_settle ();
  g_assert_finalize_object (f->history);
}

void
history_set_up (HistoryFixture *f,
                gconstpointer   data)
{
  f->dir = gh_test_make_dir ();
  f->path = g_build_filename (f->dir, "gatehouse", "history.sqlite", NULL);
  f->problems = g_list_store_new (GH_TYPE_PROBLEM);
  history_open (f);
}

void
history_tear_down (HistoryFixture *f,
                   gconstpointer   data)
{
  history_close (f);
  g_clear_object (&f->problems);
  g_free (f->dir);
  g_free (f->path);
}

void
history_facts_init (GhHistoryFacts *facts,
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

GhHistoryEntry *
history_new_entry (gint64      time,
                   const char *text)
{
  GhHistoryFacts facts;
  GPtrArray *parts = gh_history_parts_new ();

  history_facts_init (&facts, time);
  g_ptr_array_add (parts, gh_history_part_new (GH_HISTORY_MESSAGE, "user", text));
  return gh_history_entry_new (&facts, parts);
}

void
history_add (HistoryFixture *f,
             gint64          time,
             const char     *text)
{
  g_autoptr(GhHistoryEntry) entry = history_new_entry (time, text);

  gh_history_add (f->history, entry);
}

GPtrArray *
history_find (HistoryFixture       *f,
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
void
history_flush (HistoryFixture *f)
{
  gh_test_wait (!gh_history_get_busy (f->history));
}

guint
history_count (HistoryFixture *f,
               const char     *text)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  g_autoptr(GPtrArray) found = NULL;

  query->text = g_strdup (text);
  found = history_find (f, query, G_MAXINT64);
  return found->len;
}

GhHistoryEntry *
history_read (HistoryFixture *f,
              gint64          id)
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

GhHistoryEntry *
history_read_newest (HistoryFixture *f)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_new ();
  g_autoptr(GPtrArray) found = history_find (f, query, G_MAXINT64);

  g_assert_cmpuint (found->len, >, 0);
  return history_read (f, gh_history_entry_get_facts (found->pdata[0])->id);
}

const GhHistoryPart *
history_get_part (GhHistoryEntry *entry,
                  guint           index)
{
  GPtrArray *parts = gh_history_entry_get_parts (entry);

  g_assert_cmpuint (index, <, parts->len);
  return parts->pdata[index];
}
