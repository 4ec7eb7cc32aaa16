/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Puts each request of a server before the person, in the dialog that fits it, and opens the pages
 * they agreed to. */
#pragma once

#include "gh-elicitation-dialog.h"
#include "gh-review-dialog.h"

G_BEGIN_DECLS

#define GH_TYPE_REVIEW_DESK (gh_review_desk_get_type ())
G_DECLARE_FINAL_TYPE (GhReviewDesk, gh_review_desk, GH, REVIEW_DESK, GObject)

/* Implements GhReviewer; it registers itself with the broker. Signal "withdrawn" (const char
 * *words): the request on view went away by itself; words for a toast, plain text. */

/* Made once for a main window, and let go of by it, which destroys the dialogs. parent may be
 * NULL. */
GhReviewDesk        *gh_review_desk_new             (GhRequestBroker *broker,
                                                     GtkWindow       *parent);
/* Makes the dialogs; what comes before waits. Servers are told what they may ask when they start,
 * so the desk is there before the dialogs are. */
void                 gh_review_desk_prepare         (GhReviewDesk    *self);
/* While it is quiet, nothing comes on view; what would waits, and comes when it no longer is. */
void                 gh_review_desk_set_quiet       (GhReviewDesk    *self,
                                                     gboolean         quiet);
/* Where requests for a model, and where questions are decided; borrowed. */
GhReviewDialog      *gh_review_desk_get_review      (GhReviewDesk    *self);
GhElicitationDialog *gh_review_desk_get_elicitation (GhReviewDesk    *self);
/* Shows the dialog with something to decide, and asks for the keyboard focus. */
void                 gh_review_desk_raise           (GhReviewDesk    *self);

G_END_DECLS
