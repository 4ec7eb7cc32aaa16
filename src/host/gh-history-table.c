/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The history's file: what is written to it, read from it and taken out of it. */
#include "config.h"

#include "gh-history-db-private.h"

#include <math.h>

/* Entries of one instant, at most: more are a broken clock, and go where there is room. */
#define MAX_SAME_TIME 100000
/* Entries that one transaction takes out: few, because others wait for it. */
#define TRIM_AT_ONCE 200
/* Names in a menu: nobody looks through more. */
#define MAX_NAMES 500

/* --- values --- */

static void
bind_text (sqlite3_stmt *statement,
           int           place,
           const char   *text)
{
  sqlite3_bind_text (statement, place, text, -1, SQLITE_TRANSIENT);
}

static void
bind_known (sqlite3_stmt *statement,
            int           place,
            gint64        number)
{
  if (number >= 0)
    sqlite3_bind_int64 (statement, place, number);
}

/* Valid whatever somebody put into the file; owned, or NULL. */
static char *
dup_text (sqlite3_stmt *statement,
          int           column)
{
  const char *text = (const char *) sqlite3_column_text (statement, column);

  return text != NULL ? g_utf8_make_valid (text, -1) : NULL;
}

static gint64
get_known (sqlite3_stmt *statement,
           int           column)
{
  if (sqlite3_column_type (statement, column) == SQLITE_NULL)
    return -1;
  return MAX (sqlite3_column_int64 (statement, column), -1);
}

/* With the columns of COLUMNS. */
static GhHistoryEntry *
read_row (sqlite3_stmt *statement,
          GPtrArray    *take_parts)
{
  GhHistoryFacts facts = { 0 };
  GhHistoryEntry *entry;
  int kind = gh_history_kind_from_word ((const char *) sqlite3_column_text (statement, 3));
  int outcome = gh_history_outcome_from_word ((const char *) sqlite3_column_text (statement, 4));
  int decider = gh_history_decider_from_word ((const char *) sqlite3_column_text (statement, 5));

  facts.id = sqlite3_column_int64 (statement, 0);
  facts.time = sqlite3_column_int64 (statement, 1);
  facts.asked = sqlite3_column_int64 (statement, 2);
  facts.kind = MAX (kind, 0);
  facts.outcome = outcome >= 0 ? outcome : GH_HISTORY_FAILED;
  facts.decider = MAX (decider, 0);
  facts.edited = sqlite3_column_int (statement, 6) != 0;
  facts.duration = get_known (statement, 7);
  facts.input_tokens = get_known (statement, 8);
  facts.output_tokens = get_known (statement, 9);
  facts.cost = NAN;
  if (sqlite3_column_type (statement, 10) != SQLITE_NULL)
    facts.cost = sqlite3_column_double (statement, 10);
  facts.server = dup_text (statement, 11);
  facts.server_name = dup_text (statement, 12);
  facts.tool = dup_text (statement, 13);
  facts.model = dup_text (statement, 14);
  facts.provider = dup_text (statement, 15);
  facts.title = dup_text (statement, 16);
  entry = gh_history_entry_new (&facts, take_parts);
  g_free (facts.server);
  g_free (facts.server_name);
  g_free (facts.tool);
  g_free (facts.model);
  g_free (facts.provider);
  g_free (facts.title);
  return entry;
}

/* --- adding --- */

static gboolean
add_entry (GhHistoryDb           *self,
           gint64                 id,
           const GhHistoryFacts  *facts,
           GError               **error)
{
  sqlite3_stmt *statement = gh_history_db_prepare (self, GH_HISTORY_SQL_ADD_ENTRY, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, id);
  sqlite3_bind_int64 (statement, 2, facts->time);
  sqlite3_bind_int64 (statement, 3, facts->asked);
  bind_text (statement, 4, gh_history_kind_get_word (facts->kind));
  bind_text (statement, 5, gh_history_outcome_get_word (facts->outcome));
  bind_text (statement, 6, gh_history_decider_get_word (facts->decider));
  sqlite3_bind_int (statement, 7, facts->edited);
  bind_known (statement, 8, facts->duration);
  bind_known (statement, 9, facts->input_tokens);
  bind_known (statement, 10, facts->output_tokens);
  if (!isnan (facts->cost))
    sqlite3_bind_double (statement, 11, facts->cost);
  bind_text (statement, 12, facts->server);
  bind_text (statement, 13, facts->server_name);
  bind_text (statement, 14, facts->tool);
  bind_text (statement, 15, facts->model);
  bind_text (statement, 16, facts->provider);
  bind_text (statement, 17, facts->title);
  return gh_history_db_run (self, statement, error);
}

static gboolean
add_parts (GhHistoryDb  *self,
           gint64        id,
           GPtrArray    *parts,
           GError      **error)
{
  sqlite3_stmt *statement = gh_history_db_prepare (self, GH_HISTORY_SQL_ADD_PARTS, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, id);
  sqlite3_bind_text (statement, 2, gh_history_parts_to_json (parts), -1, g_free);
  return gh_history_db_run (self, statement, error);
}

/* which: puts the entry into the index, or takes it out. */
static gboolean
change_search (GhHistoryDb     *self,
               GhHistorySql     which,
               gint64           id,
               GhHistoryEntry  *entry,
               GError         **error)
{
  sqlite3_stmt *statement = gh_history_db_prepare (self, which, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, id);
  sqlite3_bind_text (statement, 2, gh_history_query_dup_words (entry), -1, g_free);
  sqlite3_bind_text (statement, 3, gh_history_query_dup_tags (entry), -1, g_free);
  return gh_history_db_run (self, statement, error);
}

static gboolean
add_name (GhHistoryDb     *self,
          GhHistoryNames   names,
          const char      *value,
          const char      *label,
          GError         **error)
{
  sqlite3_stmt *statement;

  if (value == NULL)
    return TRUE;
  statement = gh_history_db_prepare (self, GH_HISTORY_SQL_ADD_NAME, error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int (statement, 1, names);
  bind_text (statement, 2, value);
  bind_text (statement, 3, label != NULL ? label : value);
  return gh_history_db_run (self, statement, error);
}

/* In the transaction that adds or removes them. */
static gboolean
add_count (GhHistoryDb  *self,
           gint64        n,
           GError      **error)
{
  sqlite3_stmt *statement = gh_history_db_prepare (self, GH_HISTORY_SQL_ADD_COUNT, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, n);
  return gh_history_db_run (self, statement, error);
}

/* The entry's own id, or its time and what comes next; 0 with an error. */
static gint64
find_id (GhHistoryDb           *self,
         const GhHistoryFacts  *facts,
         GError               **error)
{
  sqlite3_stmt *statement = gh_history_db_prepare (self, GH_HISTORY_SQL_HAS, error);
  gint64 id = MAX (facts->id > 0 ? facts->id : facts->time, 1);

  for (guint i = 0; statement != NULL && i < MAX_SAME_TIME; i++)
    {
      int result;

      sqlite3_bind_int64 (statement, 1, id);
      result = sqlite3_step (statement);
      sqlite3_reset (statement);
      if (result == SQLITE_DONE)
        return id;
      if (result != SQLITE_ROW)
        {
          gh_history_db_fail (self, "reading", error);
          return 0;
        }
      id++;
    }
  if (statement != NULL)
    g_set_error_literal (error, GH_HISTORY_DB_ERROR, GH_HISTORY_DB_ERROR_OTHER,
                         "too many entries of one instant");
  return 0;
}

static gint64
add_one (GhHistoryDb     *self,
         GhHistoryEntry  *entry,
         GError         **error)
{
  const GhHistoryFacts *facts = gh_history_entry_get_facts (entry);
  gint64 id = find_id (self, facts, error);

  if (id != 0
      && add_entry (self, id, facts, error)
      && add_parts (self, id, gh_history_entry_get_parts (entry), error)
      && change_search (self, GH_HISTORY_SQL_ADD_SEARCH, id, entry, error)
      && add_name (self, GH_HISTORY_NAMES_SERVER, facts->server, facts->server_name, error)
      && add_name (self, GH_HISTORY_NAMES_TOOL, facts->tool, NULL, error)
      && add_name (self, GH_HISTORY_NAMES_MODEL, facts->model, NULL, error))
    return id;
  return 0;
}

GArray *
gh_history_db_add (GhHistoryDb  *self,
                   GPtrArray    *entries,
                   GError      **error)
{
  g_autoptr(GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  gboolean well = TRUE;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (entries != NULL, NULL);

  if (!gh_history_db_begin (self, error))
    return NULL;
  for (guint i = 0; well && i < entries->len; i++)
    {
      gint64 id = add_one (self, entries->pdata[i], error);

      g_array_append_val (ids, id);
      well = id != 0;
    }
  well = well && add_count (self, entries->len, error);
  if (!gh_history_db_end (self, well, error))
    return NULL;
  return g_steal_pointer (&ids);
}

/* --- reading --- */

static GhHistorySql
choose_sql (gboolean matches,
            gboolean newer)
{
  if (matches)
    return newer ? GH_HISTORY_SQL_MATCH_NEWER : GH_HISTORY_SQL_MATCH_OLDER;
  return newer ? GH_HISTORY_SQL_NEWER : GH_HISTORY_SQL_OLDER;
}

static void
reverse (GPtrArray *array)
{
  for (guint i = 0; i < array->len / 2; i++)
    {
      gpointer kept = array->pdata[i];

      array->pdata[i] = array->pdata[array->len - 1 - i];
      array->pdata[array->len - 1 - i] = kept;
    }
}

GPtrArray *
gh_history_db_find (GhHistoryDb           *self,
                    const GhHistoryQuery  *query,
                    gint64                 before,
                    gboolean               newer,
                    guint                  most,
                    GCancellable          *cancellable,
                    GError               **error)
{
  g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *match = NULL;
  sqlite3_stmt *statement;
  gint64 above, below;
  int result;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (query != NULL, NULL);

  match = gh_history_query_dup_match (query);
  above = MAX (query->from, 1) - 1;
  below = query->until;
  if (newer)
    above = MAX (above, before);
  else
    below = MIN (below, before);

  statement = gh_history_db_prepare (self, choose_sql (match != NULL, newer), error);
  if (statement == NULL)
    return NULL;
  if (match != NULL)
    bind_text (statement, 1, match);
  sqlite3_bind_int64 (statement, 2, above);
  sqlite3_bind_int64 (statement, 3, below);
  sqlite3_bind_int64 (statement, 4, most);
  self->cancellable = cancellable;
  while ((result = sqlite3_step (statement)) == SQLITE_ROW)
    g_ptr_array_add (found, read_row (statement, NULL));
  self->cancellable = NULL;
  if (result != SQLITE_DONE)
    gh_history_db_fail (self, "reading", error);
  sqlite3_reset (statement);
  sqlite3_clear_bindings (statement);
  if (result != SQLITE_DONE)
    return NULL;
  if (newer)
    reverse (found);
  return g_steal_pointer (&found);
}

GhHistoryEntry *
gh_history_db_read (GhHistoryDb  *self,
                    gint64        id,
                    GError      **error)
{
  sqlite3_stmt *statement;
  GhHistoryEntry *entry = NULL;
  int result;

  g_return_val_if_fail (self != NULL, NULL);

  statement = gh_history_db_prepare (self, GH_HISTORY_SQL_READ, error);
  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, id);
  result = sqlite3_step (statement);
  if (result == SQLITE_ROW)
    {
      g_autofree char *json = dup_text (statement, 17);

      entry = read_row (statement, gh_history_parts_from_json (json != NULL ? json : ""));
    }
  else if (result == SQLITE_DONE)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "it is not there any more");
    }
  else
    {
      gh_history_db_fail (self, "reading", error);
    }
  sqlite3_reset (statement);
  return entry;
}

GPtrArray *
gh_history_db_list_names (GhHistoryDb     *self,
                          GhHistoryNames   names,
                          GError         **error)
{
  g_autoptr(GPtrArray) found =
    g_ptr_array_new_with_free_func ((GDestroyNotify) gh_history_name_free);
  sqlite3_stmt *statement;
  int result;

  g_return_val_if_fail (self != NULL, NULL);

  statement = gh_history_db_prepare (self, GH_HISTORY_SQL_NAMES, error);
  if (statement == NULL)
    return NULL;
  sqlite3_bind_int (statement, 1, names);
  sqlite3_bind_int (statement, 2, MAX_NAMES);
  while ((result = sqlite3_step (statement)) == SQLITE_ROW)
    {
      GhHistoryName *name = g_new0 (GhHistoryName, 1);

      name->value = dup_text (statement, 0);
      name->label = dup_text (statement, 1);
      g_ptr_array_add (found, name);
    }
  if (result != SQLITE_DONE)
    gh_history_db_fail (self, "reading", error);
  sqlite3_reset (statement);
  return result == SQLITE_DONE ? g_steal_pointer (&found) : NULL;
}

/* --- taking out --- */

static gboolean
run_with_id (GhHistoryDb   *self,
             GhHistorySql   which,
             gint64         id,
             GError       **error)
{
  sqlite3_stmt *statement = gh_history_db_prepare (self, which, error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, id);
  return gh_history_db_run (self, statement, error);
}

static GhHistoryEntry *
remove_one (GhHistoryDb  *self,
            gint64        id,
            GError      **error)
{
  g_autoptr(GhHistoryEntry) entry = gh_history_db_read (self, id, error);

  if (entry != NULL
      && change_search (self, GH_HISTORY_SQL_REMOVE_SEARCH, id, entry, error)
      && run_with_id (self, GH_HISTORY_SQL_REMOVE_PARTS, id, error)
      && run_with_id (self, GH_HISTORY_SQL_REMOVE_ENTRY, id, error))
    return g_steal_pointer (&entry);
  return NULL;
}

GhHistoryEntry *
gh_history_db_remove (GhHistoryDb  *self,
                      gint64        id,
                      GError      **error)
{
  g_autoptr(GhHistoryEntry) entry = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (!gh_history_db_begin (self, error))
    return NULL;
  entry = remove_one (self, id, error);
  if (!gh_history_db_end (self, entry != NULL && add_count (self, -1, error), error))
    return NULL;
  return g_steal_pointer (&entry);
}

gboolean
gh_history_db_clear (GhHistoryDb  *self,
                     GError      **error)
{
  static const char text[] =
    "BEGIN IMMEDIATE;"
    "DELETE FROM entry; DELETE FROM parts; DELETE FROM name; UPDATE total SET n = 0;"
    "INSERT INTO search (search) VALUES ('delete-all');"
    "COMMIT;";

  g_return_val_if_fail (self != NULL, FALSE);

  if (sqlite3_exec (self->sqlite, text, NULL, NULL, NULL) != SQLITE_OK)
    {
      gh_history_db_fail (self, "deleting", error);
      return gh_history_db_end (self, FALSE, NULL);
    }
  /* Gone it is already; this gives the room back, and may fail for want of some. */
  if (sqlite3_exec (self->sqlite, "VACUUM; PRAGMA wal_checkpoint (TRUNCATE)", NULL, NULL, NULL)
      != SQLITE_OK)
    g_debug ("shrinking the history: %s", sqlite3_errmsg (self->sqlite));
  return TRUE;
}

/* How many there are; -1 with an error. */
static gint64
count (GhHistoryDb  *self,
       GError      **error)
{
  sqlite3_stmt *statement = gh_history_db_prepare (self, GH_HISTORY_SQL_COUNT, error);
  gint64 n = -1;

  if (statement == NULL)
    return -1;
  if (sqlite3_step (statement) == SQLITE_ROW)
    n = MAX (sqlite3_column_int64 (statement, 0), 0);
  else
    gh_history_db_fail (self, "reading", error);
  sqlite3_reset (statement);
  return n;
}

/* The ids of the oldest that must go; NULL with an error. */
static GArray *
find_old (GhHistoryDb  *self,
          gint64        until,
          guint         most,
          GError      **error)
{
  g_autoptr(GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  sqlite3_stmt *statement = gh_history_db_prepare (self, GH_HISTORY_SQL_OLDEST, error);
  gint64 n = most > 0 ? count (self, error) : 0;
  gint64 too_many = n - most;
  int result;

  if (statement == NULL || n < 0)
    return NULL;
  sqlite3_bind_int (statement, 1, TRIM_AT_ONCE);
  while ((result = sqlite3_step (statement)) == SQLITE_ROW)
    {
      gint64 id = sqlite3_column_int64 (statement, 0);

      if (id >= until && ids->len >= too_many)
        break;
      g_array_append_val (ids, id);
    }
  if (result != SQLITE_DONE && result != SQLITE_ROW)
    gh_history_db_fail (self, "reading", error);
  sqlite3_reset (statement);
  return result == SQLITE_DONE || result == SQLITE_ROW ? g_steal_pointer (&ids) : NULL;
}

int
gh_history_db_trim (GhHistoryDb  *self,
                    gint64        until,
                    guint         most,
                    GError      **error)
{
  g_autoptr(GArray) ids = NULL;
  gboolean well = TRUE;

  g_return_val_if_fail (self != NULL, -1);

  ids = find_old (self, until, most, error);
  if (ids == NULL || ids->len == 0)
    return ids != NULL ? 0 : -1;
  if (!gh_history_db_begin (self, error))
    return -1;
  for (guint i = 0; well && i < ids->len; i++)
    {
      g_autoptr(GhHistoryEntry) entry = remove_one (self, g_array_index (ids, gint64, i), error);

      well = entry != NULL;
    }
  well = well && add_count (self, -(gint64) ids->len, error);
  if (!gh_history_db_end (self, well, error))
    return -1;
  return ids->len;
}
