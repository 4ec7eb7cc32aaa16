/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Whoever decides what servers ask: the test, when it finds it here. */
#pragma once

#include "gh-reviewer.h"

G_BEGIN_DECLS

#define GH_TYPE_TEST_REVIEWER (gh_test_reviewer_get_type ())
G_DECLARE_FINAL_TYPE (GhTestReviewer, gh_test_reviewer, GH, TEST_REVIEWER, GObject)

GhTestReviewer    *gh_test_reviewer_new           (void);
/* The request it was given last, or NULL; borrowed, and kept when it is over. */
GhSamplingRequest *gh_test_reviewer_get_request   (GhTestReviewer  *self);
GhElicitationRequest *gh_test_reviewer_get_elicitation (GhTestReviewer *self);
/* The addresses that were opened, in order; borrowed, NULL-terminated. */
const char * const *gh_test_reviewer_get_opened   (GhTestReviewer  *self);
guint              gh_test_reviewer_get_n_reviews (GhTestReviewer  *self);
/* Denies every request inside the call that brings it, with this reason. */
void               gh_test_reviewer_deny_at_once  (GhTestReviewer  *self,
                                                   const char      *reason);

G_END_DECLS
