/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Who decides what servers ask: a stand-in for the person, who waits to be told. */
#include "config.h"

#include "case-person.h"

struct _CasePerson
{
  GObject    parent_instance;

  GhRequest *front;    /* owned, or NULL: put before them last */
  gboolean   approved; /* the answer, too, when it comes */
};

static void reviewer_init (GhReviewerInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (CasePerson, case_person, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GH_TYPE_REVIEWER, reviewer_init))

static void
case_person_finalize (GObject *object)
{
  CasePerson *self = CASE_PERSON (object);

  g_clear_object (&self->front);

  G_OBJECT_CLASS (case_person_parent_class)->finalize (object);
}

static void
case_person_class_init (CasePersonClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = case_person_finalize;
}

static void
case_person_init (CasePerson *self)
{
}

static void
sampling_state_cb (CasePerson        *self,
                   GParamSpec        *pspec,
                   GhSamplingRequest *request)
{
  if (GH_REQUEST (request) == self->front && self->approved
      && gh_sampling_request_get_state (request) == GH_SAMPLING_RESPONSE_REVIEW)
    gh_sampling_request_give (request);
}

static void
take (CasePerson *self,
      GhRequest  *request)
{
  g_set_object (&self->front, request);
  self->approved = FALSE;
}

static void
review (GhReviewer        *reviewer,
        GhSamplingRequest *request)
{
  CasePerson *self = CASE_PERSON (reviewer);

  take (self, GH_REQUEST (request));
  g_signal_connect_object (request, "notify::state", G_CALLBACK (sampling_state_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
reviewer_init (GhReviewerInterface *iface)
{
  iface->review = review;
}

CasePerson *
case_person_new (void)
{
  return g_object_new (CASE_TYPE_PERSON, NULL);
}

GhRequest *
case_person_get_front (CasePerson *self)
{
  GhRequestPhase phase;

  if (self->front == NULL)
    return NULL;
  phase = gh_request_get_phase (self->front);
  return phase == GH_REQUEST_REVIEW || phase == GH_REQUEST_BUSY ? self->front : NULL;
}

gboolean
case_person_can_say_yes (CasePerson *self)
{
  GhRequest *request = case_person_get_front (self);

  if (request == NULL)
    return FALSE;
  if (GH_IS_SAMPLING_REQUEST (request))
    {
      GhSamplingState state = gh_sampling_request_get_state (GH_SAMPLING_REQUEST (request));

      return state == GH_SAMPLING_REVIEW || state == GH_SAMPLING_RESPONSE_REVIEW;
    }
  return TRUE;
}

void
case_person_say_yes (CasePerson *self,
                     guint       times)
{
  g_autoptr(GhRequest) request = g_object_ref (case_person_get_front (self));
  GhSamplingRequest *sampling = GH_SAMPLING_REQUEST (request);
  gboolean is_answer = gh_sampling_request_get_state (sampling) == GH_SAMPLING_RESPONSE_REVIEW;

  self->approved = TRUE;
  for (guint i = 0; i < times; i++)
    if (is_answer)
      gh_sampling_request_give (sampling);
    else
      gh_sampling_request_send (sampling);
}
