/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is looked for in the history: a value, and the words that SQLite's full text search gets
 * for it. */
#pragma once

#include "gh-history-entry.h"

G_BEGIN_DECLS

typedef struct
{
  char   *text;    /* words that must all be there; "quoted" ones beside each other; or NULL */
  int     kind;    /* GhHistoryKind; -1: all */
  int     outcome; /* GhHistoryOutcome; -1: all */
  char   *server;  /* its id; NULL: all */
  char   *tool;    /* the same */
  char   *model;   /* the same */
  gint64  from;    /* microseconds since 1970, inclusive */
  gint64  until;   /* exclusive */
} GhHistoryQuery;

/* Of everything. */
GhHistoryQuery *gh_history_query_new        (void);
GhHistoryQuery *gh_history_query_copy       (const GhHistoryQuery *self);
void            gh_history_query_free       (GhHistoryQuery       *self);
gboolean        gh_history_query_equal      (const GhHistoryQuery *a,
                                             const GhHistoryQuery *b);
/* Whether it leaves nothing out. */
gboolean        gh_history_query_is_all     (const GhHistoryQuery *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhHistoryQuery, gh_history_query_free)

/* What names entries have, for choosing one. */
typedef enum
{
  GH_HISTORY_NAMES_SERVER,
  GH_HISTORY_NAMES_TOOL,
  GH_HISTORY_NAMES_MODEL,
  GH_HISTORY_N_NAMES,
} GhHistoryNames;

typedef struct
{
  char *value; /* as in GhHistoryQuery */
  char *label; /* for showing; the value when there is no other */
} GhHistoryName;

void            gh_history_name_free        (GhHistoryName        *self);

/* An FTS5 expression, in which nothing of the query is more than a quoted word; NULL: none is
 * needed. Owned. */
char           *gh_history_query_dup_match  (const GhHistoryQuery *self);
/* What is searched in an entry. The two depend on nothing else, for they are needed once more to
 * take the entry out of the index. Owned. */
char           *gh_history_query_dup_words  (GhHistoryEntry       *entry);
char           *gh_history_query_dup_tags   (GhHistoryEntry       *entry);

G_END_DECLS
