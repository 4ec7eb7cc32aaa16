/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Who decides what servers ask: a stand-in for the person, who waits to be told. */
#include "config.h"

#include "case-person.h"

/* How long a visit to a page takes, when nobody says that it is over. */
#define VISIT_MS 2000

struct _CasePerson
{
  GObject    parent_instance;

  /* Owned. */
  GhRequest *front;    /* or NULL: put before them last */
  GPtrArray *opened;

  guint      visit;    /* source: until the visit to a page is over */
  gboolean   approved; /* the answer, too, when it comes */
};

static void reviewer_init (GhReviewerInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (CasePerson, case_person, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GH_TYPE_REVIEWER, reviewer_init))

static void
case_person_finalize (GObject *object)
{
  CasePerson *self = CASE_PERSON (object);

  g_clear_handle_id (&self->visit, g_source_remove);
  g_clear_object (&self->front);
  g_clear_pointer (&self->opened, g_ptr_array_unref);

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
  g_clear_handle_id (&self->visit, g_source_remove);
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
elicit (GhReviewer           *reviewer,
        GhElicitationRequest *request)
{
  take (CASE_PERSON (reviewer), GH_REQUEST (request));
}

static void
open_url (GhReviewer           *reviewer,
          GhElicitationRequest *request)
{
  CasePerson *self = CASE_PERSON (reviewer);

  g_ptr_array_add (self->opened, g_strdup (gh_elicitation_request_get_url (request)));
}

static void
reviewer_init (GhReviewerInterface *iface)
{
  iface->review = review;
  iface->elicit = elicit;
  iface->open_url = open_url;
}

CasePerson *
case_person_new (GPtrArray *opened)
{
  CasePerson *self = g_object_new (CASE_TYPE_PERSON, NULL);

  self->opened = g_ptr_array_ref (opened);
  return self;
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

static void
approve_sampling (GhSamplingRequest *request,
                  guint              times)
{
  gboolean is_answer = gh_sampling_request_get_state (request) == GH_SAMPLING_RESPONSE_REVIEW;

  for (guint i = 0; i < times; i++)
    if (is_answer)
      gh_sampling_request_give (request);
    else
      gh_sampling_request_send (request);
}

static gboolean
visited_cb (gpointer user_data)
{
  CasePerson *self = CASE_PERSON (user_data);

  self->visit = 0;
  if (GH_IS_ELICITATION_REQUEST (self->front))
    gh_elicitation_request_confirm (GH_ELICITATION_REQUEST (self->front));
  return G_SOURCE_REMOVE;
}

static void
approve_elicitation (CasePerson           *self,
                     GhElicitationRequest *request,
                     guint                 times)
{
  if (gh_elicitation_request_get_state (request) == GH_ELICITATION_VISITING)
    gh_elicitation_request_confirm (request);
  else
    for (guint i = 0; i < times; i++)
      gh_elicitation_request_accept (request);
  if (gh_elicitation_request_get_state (request) == GH_ELICITATION_VISITING && self->visit == 0)
    self->visit = g_timeout_add (VISIT_MS, visited_cb, self);
}

void
case_person_say_yes (CasePerson *self,
                     guint       times)
{
  g_autoptr(GhRequest) request = g_object_ref (case_person_get_front (self));

  self->approved = TRUE;
  if (GH_IS_SAMPLING_REQUEST (request))
    approve_sampling (GH_SAMPLING_REQUEST (request), times);
  else
    approve_elicitation (self, GH_ELICITATION_REQUEST (request), times);
}
