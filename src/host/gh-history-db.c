/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The history's file: SQLite, opened, brought up to date, and what every use of it needs. */
#include "config.h"

#include "gh-history-db-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

G_DEFINE_QUARK (gh-history-db-error-quark, gh_history_db_error)

/* How long another process may keep us from writing; nobody waits for our thread. */
#define BUSY_MS 5000
/* Steps of SQLite's machine between two looks at whether the question was called off: some tenth
 * of a millisecond. */
#define LOOK_STEPS 2000

/* From each version of the file to the next one: never changed once released, only added to.
 *
 * An entry's id is the time it was over, made unique, so that its order is the order of time, and
 * pages are cut by it. Parts are apart from it: lists do not read them. SQLite would go through all
 * entries to count them: the total says how many there are. The index keeps no texts of
 * its own; what an entry had in it must be told again to take it out. Its "tags" make filters words
 * like any other, so that every combination of filters and words is one search. */
static const char * const migrations[] = {
  "CREATE TABLE entry (id INTEGER PRIMARY KEY, time INTEGER NOT NULL, asked INTEGER NOT NULL,"
  " kind TEXT NOT NULL, outcome TEXT NOT NULL, decider TEXT NOT NULL, edited INTEGER NOT NULL,"
  " duration INTEGER, input_tokens INTEGER, output_tokens INTEGER, cost REAL, server TEXT,"
  " server_name TEXT, tool TEXT, model TEXT, provider TEXT, title TEXT);"
  "CREATE TABLE parts (id INTEGER PRIMARY KEY, json TEXT NOT NULL);"
  "CREATE TABLE total (n INTEGER NOT NULL); INSERT INTO total VALUES (0);"
  "CREATE TABLE name (names INTEGER NOT NULL, value TEXT NOT NULL, label TEXT NOT NULL,"
  " PRIMARY KEY (names, value)) WITHOUT ROWID;"
  "CREATE VIRTUAL TABLE search USING fts5 (words, tags, content='', columnsize=0, prefix='2 3 4',"
  " tokenize='unicode61 remove_diacritics 2');",
};

#define VERSION ((int) G_N_ELEMENTS (migrations))

#define COLUMNS \
  "entry.id, time, asked, kind, outcome, decider, edited, duration, input_tokens, output_tokens," \
  " cost, server, server_name, tool, model, provider, title"
#define MATCHING \
  "SELECT " COLUMNS " FROM search JOIN entry ON entry.id = search.rowid" \
  " WHERE search MATCH ?1 AND search.rowid > ?2 AND search.rowid < ?3"
#define ALL "SELECT " COLUMNS " FROM entry WHERE id > ?2 AND id < ?3"

static const char * const sql[] = {
  [GH_HISTORY_SQL_BEGIN] = "BEGIN IMMEDIATE",
  [GH_HISTORY_SQL_COMMIT] = "COMMIT",
  [GH_HISTORY_SQL_ROLLBACK] = "ROLLBACK",
  [GH_HISTORY_SQL_ADD_ENTRY] =
    "INSERT INTO entry VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15,"
    " ?16, ?17)",
  [GH_HISTORY_SQL_ADD_PARTS] = "INSERT INTO parts VALUES (?1, ?2)",
  [GH_HISTORY_SQL_ADD_SEARCH] = "INSERT INTO search (rowid, words, tags) VALUES (?1, ?2, ?3)",
  [GH_HISTORY_SQL_ADD_NAME] =
    "INSERT INTO name VALUES (?1, ?2, ?3)"
    " ON CONFLICT DO UPDATE SET label = excluded.label WHERE label <> excluded.label",
  [GH_HISTORY_SQL_HAS] = "SELECT 1 FROM entry WHERE id = ?1",
  [GH_HISTORY_SQL_READ] =
    "SELECT " COLUMNS ", json FROM entry JOIN parts USING (id) WHERE entry.id = ?1",
  [GH_HISTORY_SQL_REMOVE_ENTRY] = "DELETE FROM entry WHERE id = ?1",
  [GH_HISTORY_SQL_REMOVE_PARTS] = "DELETE FROM parts WHERE id = ?1",
  [GH_HISTORY_SQL_REMOVE_SEARCH] =
    "INSERT INTO search (search, rowid, words, tags) VALUES ('delete', ?1, ?2, ?3)",
  [GH_HISTORY_SQL_OLDER] = ALL " ORDER BY id DESC LIMIT ?4",
  [GH_HISTORY_SQL_NEWER] = ALL " ORDER BY id LIMIT ?4",
  [GH_HISTORY_SQL_MATCH_OLDER] = MATCHING " ORDER BY search.rowid DESC LIMIT ?4",
  [GH_HISTORY_SQL_MATCH_NEWER] = MATCHING " ORDER BY search.rowid LIMIT ?4",
  [GH_HISTORY_SQL_OLDEST] = "SELECT id FROM entry ORDER BY id LIMIT ?1",
  [GH_HISTORY_SQL_COUNT] = "SELECT n FROM total",
  [GH_HISTORY_SQL_ADD_COUNT] = "UPDATE total SET n = n + ?1",
  [GH_HISTORY_SQL_NAMES] = "SELECT value, label FROM name WHERE names = ?1 ORDER BY label LIMIT ?2",
};

G_STATIC_ASSERT (G_N_ELEMENTS (sql) == GH_HISTORY_N_SQL);

static void
set_error (GError    **error,
           sqlite3    *sqlite,
           int         result,
           const char *what)
{
  int system_errno = sqlite3_system_errno (sqlite);
  GhHistoryDbError code = GH_HISTORY_DB_ERROR_OTHER;

  switch (result & 0xff)
    {
    case SQLITE_INTERRUPT:
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "called off");
      return;
    case SQLITE_FULL:
      code = GH_HISTORY_DB_ERROR_FULL;
      break;
    case SQLITE_IOERR:
      if (system_errno == ENOSPC || system_errno == EDQUOT || system_errno == EFBIG)
        code = GH_HISTORY_DB_ERROR_FULL;
      break;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
      code = GH_HISTORY_DB_ERROR_READ_ONLY;
      break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      code = GH_HISTORY_DB_ERROR_LOCKED;
      break;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      code = GH_HISTORY_DB_ERROR_DAMAGED;
      break;
    default:
      break;
    }
  g_set_error (error, GH_HISTORY_DB_ERROR, code, "%s: %s", what, sqlite3_errmsg (sqlite));
}

gboolean
gh_history_db_fail (GhHistoryDb  *self,
                    const char   *what,
                    GError      **error)
{
  set_error (error, self->sqlite, sqlite3_errcode (self->sqlite), what);
  return FALSE;
}

sqlite3_stmt *
gh_history_db_prepare (GhHistoryDb   *self,
                       GhHistorySql   which,
                       GError       **error)
{
  sqlite3_stmt **statement = &self->statements[which];

  if (*statement == NULL
      && sqlite3_prepare_v3 (self->sqlite, sql[which], -1, SQLITE_PREPARE_PERSISTENT, statement,
                             NULL) != SQLITE_OK)
    {
      gh_history_db_fail (self, "preparing", error);
      return NULL;
    }
  return *statement;
}

gboolean
gh_history_db_run (GhHistoryDb   *self,
                   sqlite3_stmt  *statement,
                   GError       **error)
{
  int result = sqlite3_step (statement);

  if (result != SQLITE_DONE && result != SQLITE_ROW)
    gh_history_db_fail (self, "writing", error);
  sqlite3_reset (statement);
  sqlite3_clear_bindings (statement);
  return result == SQLITE_DONE || result == SQLITE_ROW;
}

gboolean
gh_history_db_begin (GhHistoryDb  *self,
                     GError      **error)
{
  sqlite3_stmt *statement = gh_history_db_prepare (self, GH_HISTORY_SQL_BEGIN, error);

  return statement != NULL && gh_history_db_run (self, statement, error);
}

gboolean
gh_history_db_end (GhHistoryDb  *self,
                   gboolean      well,
                   GError      **error)
{
  sqlite3_stmt *statement;

  if (well)
    {
      statement = gh_history_db_prepare (self, GH_HISTORY_SQL_COMMIT, error);
      well = statement != NULL && gh_history_db_run (self, statement, error);
    }
  /* SQLite may have rolled back by itself. */
  if (!well && !sqlite3_get_autocommit (self->sqlite))
    {
      statement = gh_history_db_prepare (self, GH_HISTORY_SQL_ROLLBACK, NULL);
      if (statement != NULL)
        gh_history_db_run (self, statement, NULL);
    }
  return well;
}

static gboolean
execute (GhHistoryDb  *self,
         const char   *text,
         GError      **error)
{
  return sqlite3_exec (self->sqlite, text, NULL, NULL, NULL) == SQLITE_OK
         || gh_history_db_fail (self, "opening", error);
}

/* The one number that a statement gives; -1 with an error. */
static gint64
ask_number (GhHistoryDb  *self,
            const char   *text,
            GError      **error)
{
  sqlite3_stmt *statement = NULL;
  gint64 number = -1;

  if (sqlite3_prepare_v2 (self->sqlite, text, -1, &statement, NULL) == SQLITE_OK
      && sqlite3_step (statement) == SQLITE_ROW)
    number = MAX (sqlite3_column_int64 (statement, 0), 0);
  else
    gh_history_db_fail (self, "opening", error);
  sqlite3_finalize (statement);
  return number;
}

static int
look_cb (gpointer user_data)
{
  GhHistoryDb *self = user_data;

  return self->cancellable != NULL && g_cancellable_is_cancelled (self->cancellable);
}

/* A regular file of the person's alone. SQLite's own files beside it get the same mode. */
static gboolean
make_file (const char  *path,
           GError     **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  struct stat info;
  int fd;

  g_mkdir_with_parents (folder, 0700);
  fd = open (path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd >= 0)
    return close (fd) == 0;
  if (errno == EEXIST && stat (path, &info) == 0)
    {
      if (S_ISREG (info.st_mode))
        {
          if ((info.st_mode & 0077) != 0 && chmod (path, info.st_mode & 0700) != 0)
            g_debug ("%s can be read by others: %s", path, g_strerror (errno));
          return TRUE;
        }
      /* A named pipe, say, would hold us for ever. */
      g_set_error (error, GH_HISTORY_DB_ERROR, GH_HISTORY_DB_ERROR_OTHER,
                   "%s is not a regular file", path);
      return FALSE;
    }
  g_set_error (error, GH_HISTORY_DB_ERROR,
               errno == ENOSPC || errno == EDQUOT ? GH_HISTORY_DB_ERROR_FULL
                                                  : GH_HISTORY_DB_ERROR_READ_ONLY,
               "making %s: %s", path, g_strerror (errno));
  return FALSE;
}

/* What tells this file from one that another puts in its place. */
static gboolean
get_identity (const char *path,
              dev_t      *device,
              ino_t      *inode)
{
  struct stat info;

  if (stat (path, &info) != 0)
    return FALSE;
  *device = info.st_dev;
  *inode = info.st_ino;
  return TRUE;
}

/* Brings the tables to this version. Another process may do the same: the version counts that is
 * there once the file is ours. */
static gboolean
migrate (GhHistoryDb  *self,
         GError      **error)
{
  gint64 version;
  gboolean well;

  if (!gh_history_db_begin (self, error))
    return FALSE;
  version = ask_number (self, "PRAGMA user_version", error);
  well = version >= 0;
  for (; well && version < VERSION; version++)
    well = execute (self, migrations[version], error);
  if (well)
    {
      g_autofree char *text = g_strdup_printf ("PRAGMA user_version = %d", VERSION);

      well = execute (self, text, error);
    }
  return gh_history_db_end (self, well, error);
}

/* Looks before it touches anything. */
static gboolean
check_version (GhHistoryDb  *self,
               gint64       *version,
               GError      **error)
{
  gint64 n_tables = ask_number (self, "SELECT count (*) FROM sqlite_schema", error);

  *version = n_tables >= 0 ? ask_number (self, "PRAGMA user_version", error) : -1;
  if (*version < 0)
    return FALSE;
  if (*version > VERSION)
    g_set_error (error, GH_HISTORY_DB_ERROR, GH_HISTORY_DB_ERROR_NEWER, "version %d, this is %d",
                 (int) *version, VERSION);
  else if (*version == 0 && n_tables > 0)
    g_set_error_literal (error, GH_HISTORY_DB_ERROR, GH_HISTORY_DB_ERROR_DAMAGED,
                         "a database, and not a history");
  else
    return TRUE;
  return FALSE;
}

static gboolean
prepare_file (GhHistoryDb  *self,
              gboolean      read_only,
              GError      **error)
{
  gint64 version;

  sqlite3_busy_timeout (self->sqlite, BUSY_MS);
  sqlite3_progress_handler (self->sqlite, LOOK_STEPS, look_cb, self);
  /* Whatever stands in the file, it gets nothing done. */
  sqlite3_db_config (self->sqlite, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (self->sqlite, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  if (!check_version (self, &version, error))
    return FALSE;
  if (read_only)
    return TRUE;

  /* FULL: what is committed is on the disk, also when the power goes. secure_delete: what the
   * person deletes is written over. */
  if (!execute (self,
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;"
                "PRAGMA temp_store = MEMORY; PRAGMA journal_size_limit = 4194304;",
                error))
    return FALSE;
  return version == VERSION || migrate (self, error);
}

/**
 * gh_history_db_open:
 * @read_only: for a second look beside the one that writes
 *
 * Returns: (transfer full): the open file; NULL with GH_HISTORY_DB_ERROR
 */
GhHistoryDb *
gh_history_db_open (const char  *path,
                    gboolean     read_only,
                    GError     **error)
{
  g_autoptr(GhHistoryDb) self = NULL;
  int flags = SQLITE_OPEN_NOMUTEX | (read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE);
  int result;

  g_return_val_if_fail (path != NULL, NULL);

  if (!read_only && !make_file (path, error))
    return NULL;
  self = g_new0 (GhHistoryDb, 1);
  self->path = g_strdup (path);
  result = sqlite3_open_v2 (path, &self->sqlite, flags, NULL);
  if (self->sqlite == NULL)
    {
      g_set_error_literal (error, GH_HISTORY_DB_ERROR, GH_HISTORY_DB_ERROR_OTHER, "no memory");
      return NULL;
    }
  sqlite3_extended_result_codes (self->sqlite, 1);
  if (result != SQLITE_OK)
    {
      set_error (error, self->sqlite, result, "opening");
      return NULL;
    }
  if (!prepare_file (self, read_only, error)
      || !get_identity (path, &self->device, &self->inode))
    return NULL;
  return g_steal_pointer (&self);
}

void
gh_history_db_close (GhHistoryDb *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < GH_HISTORY_N_SQL; i++)
    sqlite3_finalize (self->statements[i]);
  sqlite3_close (self->sqlite);
  g_free (self->path);
  g_free (self);
}

gboolean
gh_history_db_is_there (GhHistoryDb *self)
{
  dev_t device;
  ino_t inode;

  g_return_val_if_fail (self != NULL, FALSE);

  return get_identity (self->path, &device, &inode) && device == self->device
         && inode == self->inode;
}

void
gh_history_db_set_pages (GhHistoryDb *self,
                         guint        pages)
{
  g_autofree char *text = NULL;

  g_return_if_fail (self != NULL);

  text = g_strdup_printf ("PRAGMA max_page_count = %u", pages);
  execute (self, text, NULL);
}
