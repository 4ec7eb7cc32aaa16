/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What ever happened: requests of servers, calls of tools, and who decided. Kept in SQLite. */
#pragma once

#include "gh-history-query.h"
#include "gh-shield.h"

G_BEGIN_DECLS

/* Properties, notifying:
 * keep (boolean): FALSE: nothing is added any more; what is there stays.
 * days (uint): entries older than this are deleted; 0: none.
 * most (uint): when there are more, the oldest are deleted; 0: none.
 *
 * Signals, after it is in the file: "added" (gint64 id: of any number the oldest), "restored"
 * (gint64 id), "removed" (gint64 id), "cleared" (any number went).
 *
 * What is over is on its way to the file at once, and in it, on the disk, milliseconds later; the
 * answer to the server does not wait for that. Only masked text is written (gh_shield_hide()). What
 * cannot be written is tried again, as long as there is room for it in memory, and told of among
 * the problems. */
#define GH_TYPE_HISTORY (gh_history_get_type ())
G_DECLARE_FINAL_TYPE (GhHistory, gh_history, GH, HISTORY, GObject)

/* Makes a line or a paragraph of an entry with its parts, in a thread; owned. */
typedef char *(*GhHistoryFormat) (GhHistoryEntry *entry);

/* problems: the GListStore of GhProblem that hears of trouble. Without a file: nothing is kept, and
 * nothing found. */
GhHistory      *gh_history_new               (GListStore            *problems,
                                              GhShield              *shield);
/* For all that is written from now on. */
void            gh_history_set_shield        (GhHistory             *self,
                                              GhShield              *shield);
/* Once: keeps the history in this file, made when first needed, and deletes what is too old. */
void            gh_history_open              (GhHistory             *self,
                                              const char            *path);
gboolean        gh_history_get_keep          (GhHistory             *self);
void            gh_history_set_keep          (GhHistory             *self,
                                              gboolean               keep);
guint           gh_history_get_days          (GhHistory             *self);
void            gh_history_set_days          (GhHistory             *self,
                                              guint                  days);
guint           gh_history_get_most          (GhHistory             *self);
void            gh_history_set_most          (GhHistory             *self,
                                              guint                  most);
/* Whether something would come of gh_history_add(). */
gboolean        gh_history_get_takes         (GhHistory             *self);
/* entry: with its parts, which it gets in a thread to mask, so nobody changes them. */
void            gh_history_add               (GhHistory             *self,
                                              GhHistoryEntry        *entry);
/* Puts back what was removed, also while nothing is kept. */
void            gh_history_restore           (GhHistory             *self,
                                              GhHistoryEntry        *entry);

/* GPtrArray of GhHistoryEntry without parts, the newest first, at most a page: those before an id
 * (G_MAXINT64: the newest), or, when newer, those next above it. */
void            gh_history_find_async        (GhHistory             *self,
                                              const GhHistoryQuery  *query,
                                              gint64                 before,
                                              gboolean               newer,
                                              GCancellable          *cancellable,
                                              GAsyncReadyCallback    callback,
                                              gpointer               user_data);
GPtrArray      *gh_history_find_finish       (GhHistory             *self,
                                              GAsyncResult          *result,
                                              GError               **error); /* owned */
/* One with its parts; G_IO_ERROR_NOT_FOUND: it is gone. */
void            gh_history_read_async        (GhHistory             *self,
                                              gint64                 id,
                                              GCancellable          *cancellable,
                                              GAsyncReadyCallback    callback,
                                              gpointer               user_data);
GhHistoryEntry *gh_history_read_finish       (GhHistory             *self,
                                              GAsyncResult          *result,
                                              GError               **error); /* owned */
/* Gives what was removed, for gh_history_restore(). */
void            gh_history_remove_async      (GhHistory             *self,
                                              gint64                 id,
                                              GAsyncReadyCallback    callback,
                                              gpointer               user_data);
GhHistoryEntry *gh_history_remove_finish     (GhHistory             *self,
                                              GAsyncResult          *result,
                                              GError               **error); /* owned */
/* Removes all before a time (us since 1970); G_MAXINT64: everything. Cannot be undone. */
void            gh_history_clear_async       (GhHistory             *self,
                                              gint64                 until,
                                              GAsyncReadyCallback    callback,
                                              gpointer               user_data);
gboolean        gh_history_clear_finish      (GhHistory             *self,
                                              GAsyncResult          *result,
                                              GError               **error);
/* What can be chosen in a query, sorted; of GhHistoryName. */
void            gh_history_list_names_async  (GhHistory             *self,
                                              GhHistoryNames         names,
                                              GCancellable          *cancellable,
                                              GAsyncReadyCallback    callback,
                                              gpointer               user_data);
GPtrArray      *gh_history_list_names_finish (GhHistory             *self,
                                              GAsyncResult          *result,
                                              GError               **error); /* owned */
/* Writes what a query finds, the oldest first, in a thread of its own; the file is the old one
 * until all is written. format NULL: gh_history_entry_dup_json(), a line each. Gives the number of
 * entries; -1 on error. */
void            gh_history_export_async      (GhHistory             *self,
                                              const GhHistoryQuery  *query,
                                              GFile                 *file,
                                              GhHistoryFormat        format,
                                              GCancellable          *cancellable,
                                              GAsyncReadyCallback    callback,
                                              gpointer               user_data);
gint64          gh_history_export_finish     (GhHistory             *self,
                                              GAsyncResult          *result,
                                              GError               **error);
/* Writes what waits, then lets go of the file; nothing can be done with it afterwards. */
void            gh_history_close_async       (GhHistory             *self,
                                              GAsyncReadyCallback    callback,
                                              gpointer               user_data);
gboolean        gh_history_close_finish      (GhHistory             *self,
                                              GAsyncResult          *result,
                                              GError               **error);

G_END_DECLS
