/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One use of a tool, of a prompt or an answer: its input as JSON to edit, and what is wrong with
 * it. */
#pragma once

#include "gh-sampling-part.h"
#include "gh-text-card.h"

G_BEGIN_DECLS

#define GH_TYPE_REVIEW_USE (gh_review_use_get_type ())
G_DECLARE_FINAL_TYPE (GhReviewUse, gh_review_use, GH, REVIEW_USE, GtkBox)

/* Signals: "changed": the person edited the input, and the part has it; "remove": wants it gone. */

/* part: of the kind TOOL_USE, kept. title: plain text, copied. A floating widget. */
GtkWidget      *gh_review_use_new           (GhSamplingPart *part,
                                             const char     *title);
GhSamplingPart *gh_review_use_get_part      (GhReviewUse    *self);
GhTextCard     *gh_review_use_get_card      (GhReviewUse    *self);
void            gh_review_use_set_removable (GhReviewUse    *self,
                                             gboolean        removable);
/* What is wrong with it, in words, copied; NULL: nothing. */
void            gh_review_use_set_problem   (GhReviewUse    *self,
                                             const char     *words);

G_END_DECLS
