/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Who decides what servers ask: the review dialog, or a policy file. */
#pragma once

#include "gh-sampling-request.h"

G_BEGIN_DECLS

#define GH_TYPE_REVIEWER (gh_reviewer_get_type ())
G_DECLARE_INTERFACE (GhReviewer, gh_reviewer, GH, REVIEWER, GObject)

struct _GhReviewerInterface
{
  GTypeInterface parent;

  /* One request at a time, in REVIEW (or later, when the reviewer before this one went away): lead
   * it to a terminal state with its decision functions, watching notify::state. It may be withdrawn
   * under way, or go back to QUEUED: then let go of it. The next comes after that. */
  void (*review) (GhReviewer        *self,
                  GhSamplingRequest *request);
};

void gh_reviewer_review (GhReviewer *self,
                         GhRequest  *request);

G_END_DECLS
