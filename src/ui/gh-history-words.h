/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The words of the history: what happened, who decided, what each part of it is. */
#pragma once

#include "gh-history.h"

G_BEGIN_DECLS

/* All are plain text, never markup; char * is given, const char * is borrowed. */

const char *gh_history_words_kind     (GhHistoryKind         kind); /* "Model Request" */
/* For a filter: words that suit every kind. */
const char *gh_history_words_outcome  (GhHistoryOutcome      outcome);
/* "Answered", "You declined", ... */
const char *gh_history_words_state    (const GhHistoryFacts *facts);
const char *gh_history_words_icon     (GhHistoryOutcome      outcome);
/* "By you", "By a rule of yours"; NULL: nobody decided. */
const char *gh_history_words_decider  (const GhHistoryFacts *facts);
/* "Travel asked for a model" */
char       *gh_history_words_event    (const GhHistoryFacts *facts);
/* The first words of it; the event where there are none. */
char       *gh_history_words_title    (const GhHistoryFacts *facts);
/* "Travel · find_best_flight" */
char       *gh_history_words_where    (const GhHistoryFacts *facts);
/* "Today", "Yesterday", "Monday, 30 November 2026" */
char       *gh_history_words_day      (gint64                time);
/* What a part is: "System prompt", "From the model fake-1". */
char       *gh_history_words_part     (const GhHistoryFacts *facts,
                                       const GhHistoryPart  *part);
/* What is not there of it: "A picture, image/png, 12 kB", "3 kB more were not kept"; NULL: nothing
 * is missing. */
char       *gh_history_words_missing  (const GhHistoryFacts *facts,
                                       const GhHistoryPart  *part);
/* "fake-1 through Fake"; NULL: no model. */
char       *gh_history_words_model    (const GhHistoryFacts *facts);
/* "1,204 read, 312 written"; NULL: not known. */
char       *gh_history_words_tokens   (const GhHistoryFacts *facts);
/* A GhHistoryFormat: all of an entry with its parts, as Markdown. May be called in any thread. */
char       *gh_history_words_markdown (GhHistoryEntry       *entry);

G_END_DECLS
