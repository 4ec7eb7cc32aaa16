/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A history in a folder of its own, for its tests. */
#pragma once

#include "gh-history-list.h"
#include "gh-history-private.h"

G_BEGIN_DECLS

#define DAY G_TIME_SPAN_DAY
/* 2026-11-30 12:00 UTC */
#define NOON (G_GINT64_CONSTANT (1796040000) * G_USEC_PER_SEC)

typedef struct
{
  char *dir;
  char *path;
  GListStore *problems;
  GhHistory *history;
} HistoryFixture;

void history_open (HistoryFixture *f);
void history_close (HistoryFixture *f);
void history_set_up (HistoryFixture *f, gconstpointer data);
void history_tear_down (HistoryFixture *f, gconstpointer data);
void history_facts_init (GhHistoryFacts *facts, gint64 time);
GhHistoryEntry *history_new_entry (gint64 time, const char *text);
void history_add (HistoryFixture *f, gint64 time, const char *text);
GPtrArray *history_find (HistoryFixture *f, const GhHistoryQuery *query, gint64 before);
/* Until all that was added is written. */
void history_flush (HistoryFixture *f);
/* How many entries a search for the text finds, a page at most. */
guint history_count (HistoryFixture *f, const char *text);
GhHistoryEntry *history_read (HistoryFixture *f, gint64 id);
GhHistoryEntry *history_read_newest (HistoryFixture *f);
const GhHistoryPart *history_get_part (GhHistoryEntry *entry, guint index);

G_END_DECLS
