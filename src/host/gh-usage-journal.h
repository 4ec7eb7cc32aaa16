/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The file of what was used: a line for each amount, added at its end. Reading and writing block
 * and happen in threads. */
#pragma once

#include "gh-usage.h"

G_BEGIN_DECLS

typedef struct
{
  char          *server; /* or NULL */
  char          *rule;   /* or NULL */
  gint64         time;   /* microseconds since 1970 */
  gint64         day;    /* 20261231: of a whole day's rest, whose times no longer matter; 0: no */
  GhUsageAmount  amount;
} GhUsageRecord;

#define GH_TYPE_USAGE_JOURNAL (gh_usage_journal_get_type ())
G_DECLARE_FINAL_TYPE (GhUsageJournal, gh_usage_journal, GH, USAGE_JOURNAL, GObject)

GhUsageJournal *gh_usage_journal_new          (GFile                *file,
                                               GListStore           *problems);
/* Of GhUsageRecord; lines that are none are passed over: the last one of a run that was killed may
 * be half a line. */
void            gh_usage_journal_load_async   (GhUsageJournal       *self,
                                               GCancellable         *cancellable,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
GPtrArray      *gh_usage_journal_load_finish  (GhUsageJournal       *self,
                                               GAsyncResult         *result,
                                               GError              **error);
void            gh_usage_journal_append       (GhUsageJournal       *self,
                                               const GhUsageRecord  *record);
/* Lines in the file and on their way. */
guint           gh_usage_journal_get_length   (GhUsageJournal       *self);
/* These records take the place of all that is there. */
void            gh_usage_journal_replace      (GhUsageJournal       *self,
                                               GPtrArray            *records);
void            gh_usage_journal_flush_async  (GhUsageJournal       *self,
                                               GAsyncReadyCallback   callback,
                                               gpointer              user_data);
gboolean        gh_usage_journal_flush_finish (GhUsageJournal       *self,
                                               GAsyncResult         *result,
                                               GError              **error);
GhUsageRecord  *gh_usage_record_new           (const char           *server,
                                               const char           *rule,
                                               gint64                time,
                                               gint64                day,
                                               const GhUsageAmount  *amount);
void            gh_usage_record_free          (GhUsageRecord        *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhUsageRecord, gh_usage_record_free)

G_END_DECLS
