/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Who decides what servers ask: the review dialog, or a policy file. */
#pragma once

#include "gh-elicitation-request.h"
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
  void (*review)   (GhReviewer           *self,
                    GhSamplingRequest    *request);
  /* NULL: servers are not told that they may ask the person. As above. */
  void (*elicit)   (GhReviewer           *self,
                    GhElicitationRequest *request);
  /* NULL: nor that they may send the person to a web page. The person agreed to it: opens the
   * request's address, and nothing else of it (7.18-7.20). */
  void (*open_url) (GhReviewer           *self,
                    GhElicitationRequest *request);
  /* Whether there is somebody to agree to it; NULL: there is. */
  gboolean (*can_open_url) (GhReviewer   *self);
};

void     gh_reviewer_review       (GhReviewer           *self,
                                   GhRequest            *request);
void     gh_reviewer_open_url     (GhReviewer           *self,
                                   GhElicitationRequest *request);
gboolean gh_reviewer_has_elicit   (GhReviewer           *self);
gboolean gh_reviewer_has_open_url (GhReviewer           *self);

G_END_DECLS
