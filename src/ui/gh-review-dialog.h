/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Where a person decides about a server's request for a model: before it is sent, while the answer
 * arrives, and before the server gets it. */
#pragma once

#include <adwaita.h>

#include "gh-reviewer.h"
#include "gh-request-broker.h"

G_BEGIN_DECLS

/* Who types while the dialog appears must not send by it: for this long Send and Give to Server do
 * nothing. Shorter than a person needs to read the first sentence. */
#define GH_REVIEW_DIALOG_GUARD_MS 500

#define GH_TYPE_REVIEW_DIALOG (gh_review_dialog_get_type ())
G_DECLARE_FINAL_TYPE (GhReviewDialog, gh_review_dialog, GH, REVIEW_DIALOG, AdwWindow)

/* Implements GhReviewer; it registers itself with the broker and shows itself when there is
 * something to review. Signal "withdrawn" (const char *words): the request on view went away by
 * itself; words for a toast, plain text.
 *
 * Actions: review.deny (target s: "not-needed", "private", or "" for no reason),
 * review.other-reason, review.answer-by-hand, review.send, review.stop, review.ask-again,
 * review.give. */

/* Made once for a main window, which destroys it. parent may be NULL. The broker is kept. */
GhReviewDialog    *gh_review_dialog_new         (GhRequestBroker *broker,
                                                 GtkWindow        *parent);
/* On view; borrowed, or NULL. */
GhSamplingRequest *gh_review_dialog_get_request (GhReviewDialog   *self);
/* Shows it and asks for the keyboard focus; does nothing when there is nothing to review. */
void               gh_review_dialog_raise       (GhReviewDialog   *self);

G_END_DECLS
