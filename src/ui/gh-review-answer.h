/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * An answer: while it arrives, and before the server gets it. */
#pragma once

#include "gh-sampling-request.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define GH_TYPE_REVIEW_ANSWER (gh_review_answer_get_type ())
G_DECLARE_FINAL_TYPE (GhReviewAnswer, gh_review_answer, GH, REVIEW_ANSWER, GtkBox)

/* Whose answer is shown and edited; kept. NULL: none. */
void       gh_review_answer_set_request (GhReviewAnswer    *self,
                                         GhSamplingRequest *request);
/* The text view, for focus and tests; borrowed. */
GtkWidget *gh_review_answer_get_view    (GhReviewAnswer    *self);

G_END_DECLS
