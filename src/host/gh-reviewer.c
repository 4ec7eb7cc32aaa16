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

  if (GH_IS_ELICITATION_REQUEST (request))
    GH_REVIEWER_GET_IFACE (self)->elicit (self, GH_ELICITATION_REQUEST (request));
  else
    GH_REVIEWER_GET_IFACE (self)->review (self, GH_SAMPLING_REQUEST (request));
}

void
gh_reviewer_open_url (GhReviewer           *self,
                      GhElicitationRequest *request)
{
  g_return_if_fail (GH_IS_REVIEWER (self));
  g_return_if_fail (gh_reviewer_has_open_url (self));
  g_return_if_fail (GH_IS_ELICITATION_REQUEST (request));

  GH_REVIEWER_GET_IFACE (self)->open_url (self, request);
}

gboolean
gh_reviewer_has_elicit (GhReviewer *self)
{
  g_return_val_if_fail (GH_IS_REVIEWER (self), FALSE);

  return GH_REVIEWER_GET_IFACE (self)->elicit != NULL;
}

gboolean
gh_reviewer_has_open_url (GhReviewer *self)
{
  GhReviewerInterface *iface;

  g_return_val_if_fail (GH_IS_REVIEWER (self), FALSE);

  iface = GH_REVIEWER_GET_IFACE (self);
  return iface->elicit != NULL && iface->open_url != NULL
         && (iface->can_open_url == NULL || iface->can_open_url (self));
}
