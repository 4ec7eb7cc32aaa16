/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A text view that is as high as its text from the first frame on. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define GH_TYPE_REVIEW_VIEW (gh_review_view_get_type ())
G_DECLARE_FINAL_TYPE (GhReviewView, gh_review_view, GH, REVIEW_VIEW, GtkTextView)

/* After all of the text was replaced. */
void gh_review_view_expect (GhReviewView *self);

G_END_DECLS
