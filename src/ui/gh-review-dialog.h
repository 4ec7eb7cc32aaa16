/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Where a person decides about a server's request for a model: before it is sent, while the answer
 * arrives, and before the server gets it. */
#pragma once

#include "gh-request-dialog.h"

G_BEGIN_DECLS

#define GH_TYPE_REVIEW_DIALOG (gh_review_dialog_get_type ())
G_DECLARE_FINAL_TYPE (GhReviewDialog, gh_review_dialog, GH, REVIEW_DIALOG, GhRequestDialog)

/* Actions: review.deny (target s: "not-needed", "private", or "" for no reason),
 * review.other-reason, review.answer-by-hand, review.send, review.stop, review.ask-again,
 * review.give. */

/* See gh_request_dialog_new(). */
GhReviewDialog    *gh_review_dialog_new         (GhRequestBroker *broker,
                                                 GtkWindow       *parent);
/* On view; borrowed, or NULL. */
GhSamplingRequest *gh_review_dialog_get_request (GhReviewDialog  *self);

G_END_DECLS
