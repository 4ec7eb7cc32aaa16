/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The thread that has the history's file for itself: one job after the other. */
#pragma once

#include "gh-history-db.h"

G_BEGIN_DECLS

typedef struct _GhHistoryJob GhHistoryJob;

struct _GhHistoryJob
{
  /* In the thread. FALSE with an error; after GH_HISTORY_DB_ERROR_DAMAGED once more, with a new
   * file: so it leaves its data as they were. NULL: the file is closed. */
  gboolean      (*work)      (GhHistoryJob  *self,
                              GhHistoryDb   *db,
                              GError       **error);
  /* In the main context of gh_history_worker_push(), when it has come to its end. */
  void          (*done)      (GhHistoryJob  *self);
  GDestroyNotify  free_data; /* in the main context, too */
  gpointer        data;
  GTask          *task;        /* owned; the main context's alone */
  GCancellable   *cancellable; /* owned, or NULL */

  /* What came of it. */
  GError         *error;     /* or NULL */
  char           *set_aside; /* where a damaged file went on the way, or NULL */
};

typedef struct _GhHistoryWorker GhHistoryWorker;

GhHistoryWorker *gh_history_worker_new  (const char      *path);
/* urgent: before all that waits. */
void             gh_history_worker_push (GhHistoryWorker *self,
                                         GhHistoryJob    *take_job,
                                         gboolean         urgent);
/* Ends the thread after what was pushed; does not wait for it. */
void             gh_history_worker_free (GhHistoryWorker *self);
/* Of the next file that is opened, and at once: see gh_history_db_set_pages(). For tests, before
 * anything is pushed. */
void             gh_history_worker_set_pages (GhHistoryWorker *self,
                                              guint            pages);

G_END_DECLS
