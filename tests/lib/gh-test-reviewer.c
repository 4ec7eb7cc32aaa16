/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Whoever decides what servers ask: the test, when it finds it here. */
#include "config.h"

#include "gh-test-reviewer.h"

struct _GhTestReviewer
{
  GObject parent;

  /* Owned. */
  GhSamplingRequest    *request;
  GhElicitationRequest *elicitation;
  char                 *reason;
  GPtrArray            *opened; /* NULL-terminated */

  guint                 n_reviews;
};

static void reviewer_init (GhReviewerInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (GhTestReviewer, gh_test_reviewer, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GH_TYPE_REVIEWER, reviewer_init))

static void
gh_test_reviewer_finalize (GObject *object)
{
  GhTestReviewer *self = GH_TEST_REVIEWER (object);

  g_clear_object (&self->request);
  g_clear_object (&self->elicitation);
  g_clear_pointer (&self->opened, g_ptr_array_unref);
  g_clear_pointer (&self->reason, g_free);

  G_OBJECT_CLASS (gh_test_reviewer_parent_class)->finalize (object);
}

static void
gh_test_reviewer_class_init (GhTestReviewerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_test_reviewer_finalize;
}

static void
gh_test_reviewer_init (GhTestReviewer *self)
{
  self->opened = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->opened, NULL);
}

static void
review (GhReviewer        *reviewer,
        GhSamplingRequest *request)
{
  GhTestReviewer *self = GH_TEST_REVIEWER (reviewer);

  self->n_reviews++;
  g_set_object (&self->request, request);
  if (self->reason != NULL)
    gh_sampling_request_deny (request, self->reason);
}

static void
elicit (GhReviewer           *reviewer,
        GhElicitationRequest *request)
{
  GhTestReviewer *self = GH_TEST_REVIEWER (reviewer);

  self->n_reviews++;
  g_set_object (&self->elicitation, request);
}

static void
open_url (GhReviewer           *reviewer,
          GhElicitationRequest *request)
{
  GhTestReviewer *self = GH_TEST_REVIEWER (reviewer);

  g_ptr_array_insert (self->opened, self->opened->len - 1,
                      g_strdup (gh_elicitation_request_get_url (request)));
}

static void
reviewer_init (GhReviewerInterface *iface)
{
  iface->review = review;
  iface->elicit = elicit;
  iface->open_url = open_url;
}

GhTestReviewer *
gh_test_reviewer_new (void)
{
  return g_object_new (GH_TYPE_TEST_REVIEWER, NULL);
}

GhSamplingRequest *
gh_test_reviewer_get_request (GhTestReviewer *self)
{
  return self->request;
}

GhElicitationRequest *
gh_test_reviewer_get_elicitation (GhTestReviewer *self)
{
  return self->elicitation;
}

const char * const *
gh_test_reviewer_get_opened (GhTestReviewer *self)
{
  return (const char * const *) self->opened->pdata;
}

guint
gh_test_reviewer_get_n_reviews (GhTestReviewer *self)
{
  return self->n_reviews;
}

void
gh_test_reviewer_deny_at_once (GhTestReviewer *self,
                               const char     *reason)
{
  g_free (self->reason);
  self->reason = g_strdup (reason);
}
