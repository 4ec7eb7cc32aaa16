/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The history's file: SQLite, opened, brought up to date, written and read. Blocks; only the
 * history's threads call it. */
#pragma once

#include "gh-history-query.h"

G_BEGIN_DECLS

#define GH_HISTORY_DB_ERROR (gh_history_db_error_quark ())
GQuark gh_history_db_error_quark (void);

typedef enum
{
  GH_HISTORY_DB_ERROR_FULL,      /* no room on the disk, or no more is allowed */
  GH_HISTORY_DB_ERROR_READ_ONLY, /* the file or its folder cannot be written to */
  GH_HISTORY_DB_ERROR_LOCKED,    /* another program does not let go of it */
  GH_HISTORY_DB_ERROR_DAMAGED,   /* it is no database, or not one of ours */
  GH_HISTORY_DB_ERROR_NEWER,     /* a later Gatehouse wrote it */
  GH_HISTORY_DB_ERROR_OTHER,
} GhHistoryDbError;

/* Entries that one page holds at most: several screens of a list. */
#define GH_HISTORY_PAGE 100

typedef struct _GhHistoryDb GhHistoryDb;

/* Makes the file when there is none, unless read_only. A file that is not ours or damaged is
 * GH_HISTORY_DB_ERROR_DAMAGED, and as it was. */
GhHistoryDb *gh_history_db_open        (const char            *path,
                                        gboolean               read_only,
                                        GError               **error);
/* or NULL */
void         gh_history_db_close       (GhHistoryDb           *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhHistoryDb, gh_history_db_close)
/* Whether the path still leads to the file that was opened. */
gboolean     gh_history_db_is_there    (GhHistoryDb           *self);
/* From now on it may not have more pages than this: a full disk, for tests. */
void         gh_history_db_set_pages   (GhHistoryDb           *self,
                                        guint                  pages);

/* All of them, on the disk when it returns, or none. entries: of GhHistoryEntry with parts, already
 * masked; each gets the first free id from its time on. Array of gint64, owned. */
GArray      *gh_history_db_add         (GhHistoryDb           *self,
                                        GPtrArray             *entries,
                                        GError               **error);
/* At most `most` entries without parts, the newest first: older than `before` or, when newer, those
 * nearest above it. A query takes as long as it has to; cancelling ends it. Owned. */
GPtrArray   *gh_history_db_find        (GhHistoryDb           *self,
                                        const GhHistoryQuery  *query,
                                        gint64                 before,
                                        gboolean               newer,
                                        guint                  most,
                                        GCancellable          *cancellable,
                                        GError               **error);
/* With its parts; NULL with G_IO_ERROR_NOT_FOUND. Owned. */
GhHistoryEntry *gh_history_db_read     (GhHistoryDb           *self,
                                        gint64                 id,
                                        GError               **error);
/* What was there: (nullable) when it was not. Owned. */
GhHistoryEntry *gh_history_db_remove   (GhHistoryDb           *self,
                                        gint64                 id,
                                        GError               **error);
/* Everything; the file shrinks. */
gboolean     gh_history_db_clear       (GhHistoryDb           *self,
                                        GError               **error);
/* Some of the oldest: of those before `until`, and of what is more than `most` (0: any number).
 * Returns how many went; -1 on error. To be called until it is 0. */
int          gh_history_db_trim        (GhHistoryDb           *self,
                                        gint64                 until,
                                        guint                  most,
                                        GError               **error);
/* Of GhHistoryName, sorted; bounded. Owned. */
GPtrArray   *gh_history_db_list_names  (GhHistoryDb           *self,
                                        GhHistoryNames         names,
                                        GError               **error);

G_END_DECLS
