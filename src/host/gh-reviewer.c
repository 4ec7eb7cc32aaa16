/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Who decides what servers ask: the review dialog, or a policy file. */
#include "config.h"

#include "gh-reviewer.h"

G_DEFINE_INTERFACE (GhReviewer, gh_reviewer, G_TYPE_OBJECT)

static void
gh_reviewer_default_init (GhReviewerInterface *iface)
{
}

/**
 * gh_reviewer_review:
 *
 * Puts a request before the reviewer. Called from the main loop, one request at a time; the next
 * comes when this one is OVER, or went back to WAITING (gh_request_broker_show()).
 */
void
gh_reviewer_review (GhReviewer *self,
                    GhRequest  *request)
{
  g_return_if_fail (GH_IS_REVIEWER (self));
  g_return_if_fail (GH_IS_REQUEST (request));

  GH_REVIEWER_GET_IFACE (self)->review (self, GH_SAMPLING_REQUEST (request));
}
