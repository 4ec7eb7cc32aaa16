/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One JSON file of the person's: read whole, written atomically, never overwritten when damaged. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "gh-problem.h"

G_BEGIN_DECLS

#define GH_TYPE_FILE_STORE (gh_file_store_get_type ())
G_DECLARE_FINAL_TYPE (GhFileStore, gh_file_store, GH, FILE_STORE, GObject)

/* problems: the GListStore of GhProblem that hears of trouble. n_backups numbered copies of earlier
 * contents are kept (file.1 the newest).
 *
 * Signal "changed" (JsonObject *): once loaded, another program gave the file these contents. Not
 * emitted while something of ours is not yet written, nor for contents that are damaged. */
GhFileStore *gh_file_store_new         (GFile                *file,
                                        guint                 n_backups,
                                        GListStore           *problems);
/* Never writes, renames nothing, watches nothing. file NULL: there is none, and the object is
 * empty. */
GhFileStore *gh_file_store_new_read_only (GFile           *file,
                                          GListStore      *problems);
/* Tells of trouble with an entry (GH_PROBLEM_BAD_ENTRY); detail: English, for developers. */
void         gh_file_store_report      (GhFileStore          *self,
                                        GhProblemKind         kind,
                                        const char           *detail);
/* The file's top object; an empty object when there is no file, or when it was damaged and set
 * aside. */
void         gh_file_store_load_async  (GhFileStore          *self,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
JsonObject  *gh_file_store_load_finish (GhFileStore          *self,
                                        GAsyncResult         *result,
                                        GError              **error);
/* Coalesces: the newest object wins; writes do not overlap. Failure is told as a GhProblem. */
void         gh_file_store_save        (GhFileStore          *self,
                                        JsonObject           *object);
/* Waits for what is not yet on disk. */
void         gh_file_store_flush_async (GhFileStore          *self,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
gboolean     gh_file_store_flush_finish (GhFileStore         *self,
                                         GAsyncResult        *result,
                                         GError             **error);

G_END_DECLS
