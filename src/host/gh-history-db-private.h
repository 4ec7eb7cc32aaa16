/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The history's file: what its two halves share. */
#pragma once

#include <sqlite3.h>
#include <sys/types.h>

#include "gh-history-db.h"

G_BEGIN_DECLS

typedef enum
{
  GH_HISTORY_SQL_BEGIN,
  GH_HISTORY_SQL_COMMIT,
  GH_HISTORY_SQL_ROLLBACK,
  GH_HISTORY_SQL_ADD_ENTRY,
  GH_HISTORY_SQL_ADD_PARTS,
  GH_HISTORY_SQL_ADD_SEARCH,
  GH_HISTORY_SQL_ADD_NAME,
  GH_HISTORY_SQL_HAS,
  GH_HISTORY_SQL_READ,
  GH_HISTORY_SQL_REMOVE_ENTRY,
  GH_HISTORY_SQL_REMOVE_PARTS,
  GH_HISTORY_SQL_REMOVE_SEARCH,
  GH_HISTORY_SQL_OLDER,
  GH_HISTORY_SQL_NEWER,
  GH_HISTORY_SQL_MATCH_OLDER,
  GH_HISTORY_SQL_MATCH_NEWER,
  GH_HISTORY_SQL_OLDEST,
  GH_HISTORY_SQL_COUNT,
  GH_HISTORY_SQL_ADD_COUNT,
  GH_HISTORY_SQL_NAMES,
  GH_HISTORY_N_SQL,
} GhHistorySql;

struct _GhHistoryDb
{
  sqlite3      *sqlite;
  sqlite3_stmt *statements[GH_HISTORY_N_SQL]; /* prepared when first needed */
  char         *path;
  dev_t         device;
  ino_t         inode;
  GCancellable *cancellable; /* borrowed: of the statement that runs; or NULL */
};

/* What SQLite just said; FALSE, for returning. */
gboolean      gh_history_db_fail     (GhHistoryDb   *self,
                                      const char    *what,
                                      GError       **error);
/* Fresh: without bindings of an earlier use. NULL with an error. */
sqlite3_stmt *gh_history_db_prepare  (GhHistoryDb   *self,
                                      GhHistorySql   sql,
                                      GError       **error);
/* Runs one that gives no rows, and lets go of what was bound to it. */
gboolean      gh_history_db_run      (GhHistoryDb   *self,
                                      sqlite3_stmt  *statement,
                                      GError       **error);
gboolean      gh_history_db_begin    (GhHistoryDb   *self,
                                      GError       **error);
/* Ends it with what came of it: FALSE takes everything back. */
gboolean      gh_history_db_end      (GhHistoryDb   *self,
                                      gboolean       well,
                                      GError       **error);

G_END_DECLS
