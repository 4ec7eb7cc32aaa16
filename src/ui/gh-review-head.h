/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The first words of a dialog about a request, which are ours: which server it is, and what it
 * wants. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define GH_TYPE_REVIEW_HEAD (gh_review_head_get_type ())
G_DECLARE_FINAL_TYPE (GhReviewHead, gh_review_head, GH, REVIEW_HEAD, AdwBin)

/* All plain text, copied. server: as the person named it. The sentence also describes the window
 * to a screen reader. */
void gh_review_head_set_words (GhReviewHead *self,
                               const char   *server,
                               const char   *sentence,
                               const char   *more);
/* How many others wait and ask the same: offers to decide them together with this one, which is not
 * what is chosen at first. 0: does not. */
void gh_review_head_set_n_alike  (GhReviewHead *self,
                                  guint         n_alike);
/* Another request is on view: nothing is chosen for it yet. */
void gh_review_head_reset        (GhReviewHead *self);
gboolean gh_review_head_get_together (GhReviewHead *self);

G_END_DECLS
