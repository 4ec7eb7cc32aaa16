/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The inside of the history, for the two files it is made of: what it keeps, how it is asked. */
#pragma once

#include "gh-history-worker.h"
#include "gh-history.h"

G_BEGIN_DECLS

/* FALSE: there is no file, or it was closed, and nothing may be pushed. */
gboolean   gh_history_is_in_use        (GhHistory      *self);
/* Of the file; owned. */
char      *gh_history_dup_path         (GhHistory      *self);
/* One is out of the file. */
void       gh_history_tell_removed     (GhHistory      *self,
                                        gint64          id);

/* Gives the worker a job. The task's source is the history, which therefore lives until the job has
 * come back; its cancellable is the job's. */
void       gh_history_push             (GhHistory      *self,
                                        gboolean      (*work) (GhHistoryJob *, GhHistoryDb *,
                                                               GError **),
                                        void          (*done) (GhHistoryJob *),
                                        gpointer        take_data,
                                        GDestroyNotify  free_data,
                                        GTask          *take_task,
                                        gboolean        urgent);
GhHistory *gh_history_job_get_history  (GhHistoryJob   *job);
/* First thing when a job is done: TRUE when there was an error, which the task now has. */
gboolean   gh_history_job_return_error (GhHistoryJob   *job);

G_END_DECLS
