/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What rules do with the broker's requests: deny, let be sent, or leave to the reviewer. */
#include "config.h"

#include "gh-request-broker-inside.h"

/* Requests that are with a model because of a rule; the next wait for one of them to come back. A
 * computer of one's own does not get faster by more, and endpoints refuse many. */
#define MAX_SENT_BY_RULES 4

void
gh_request_broker_set_course (GhRequestBroker *self,
                              GhRequestOpen   *open,
                              GhRequestCourse  course)
{
  self->n_sent -= open->course == GH_COURSE_SENT;
  open->course = course;
  self->n_sent += course == GH_COURSE_SENT;
}

/* What a model was asked costs from then on, whoever let it be asked. */
void
gh_request_broker_charge (GhRequestBroker *self,
                          GhRequestOpen   *open,
                          GhRequest       *request)
{
  GhSamplingRequest *sampling = GH_SAMPLING_REQUEST (request);
  gboolean generating = gh_sampling_request_get_state (sampling) == GH_SAMPLING_GENERATING;

  if (generating && open->charge == NULL && self->rules != NULL)
    {
      open->charge = gh_request_charge_new (sampling, self->rules,
                                            open->course == GH_COURSE_SENT ? open->rule : NULL);
    }
  else if (!generating && open->charge != NULL)
    {
      gh_request_charge_settle (open->charge, sampling);
      g_clear_pointer (&open->charge, gh_request_charge_free);
    }
}

/* A request that a rule let go, when the model is done with it. */
void
gh_request_broker_come_back (GhRequestBroker *self,
                             GhRequestOpen   *open,
                             GhRequest       *request)
{
  GhSamplingRequest *sampling = GH_SAMPLING_REQUEST (request);

  switch (gh_sampling_request_get_state (sampling))
    {
    case GH_SAMPLING_REVIEW:
      /* On its way to the model, or the model failed: the person chooses. */
      if (gh_sampling_request_get_error (sampling) == NULL)
        break;
      gh_request_broker_set_course (self, open, GH_COURSE_HELD);
      gh_request_queue (request);
      gh_request_broker_consider_all (self);
      gh_request_broker_tell_asked (self, request);
      break;
    case GH_SAMPLING_RESPONSE_REVIEW:
      if (gh_rule_get_answer (open->rule) != NULL)
        break; /* it is given in a moment */
      if (!gh_rule_get_review_answer (open->rule)
          && gh_sampling_request_get_end (sampling) == GH_SAMPLING_END_WHOLE
          && gh_sampling_request_check_answer (sampling, NULL))
        {
          gh_sampling_request_give (sampling);
          break;
        }
      gh_request_broker_set_course (self, open, GH_COURSE_READ);
      gh_request_broker_schedule_next (self);
      gh_request_broker_consider_all (self);
      gh_request_broker_tell_asked (self, request);
      break;
    case GH_SAMPLING_RECEIVED:
    case GH_SAMPLING_QUEUED:
    case GH_SAMPLING_GENERATING:
    case GH_SAMPLING_ANSWERED:
    case GH_SAMPLING_DENIED:
    case GH_SAMPLING_WITHDRAWN:
    case GH_SAMPLING_FAILED:
    default:
      break;
    }
}

static void
set_rule (GhRequestBroker *self,
          GhRequest       *request,
          GhRule          *rule)
{
  g_autofree char *text = gh_rule_dup_text (rule);

  gh_request_set_rule (request,
                       gh_rule_list_is_policy (self->rules) ? GH_REQUEST_BY_POLICY
                                                            : GH_REQUEST_BY_RULE,
                       gh_rule_get_id (rule), text);
}

/* A use of a rule that no model was asked for. */
static void
count_use (GhRequestBroker *self,
           GhRule          *rule)
{
  GhUsageAmount once = { .requests = 1 };

  gh_usage_add (gh_rule_list_get_usage (self->rules), NULL, gh_rule_get_id (rule),
                g_get_real_time (), &once);
}

static void
allow (GhRequestBroker     *self,
       GhRequestOpen       *open,
       GhRequest           *request,
       const GhRuleVerdict *verdict)
{
  gh_request_broker_set_course (self, open, GH_COURSE_SENT);
  set_rule (self, request, verdict->rule);
  if (verdict->model == NULL)
    count_use (self, verdict->rule);
  gh_request_open (request);
  if (gh_request_ruling_allow (request, verdict) || !g_hash_table_contains (self->tasks, request))
    return;
  /* It cannot be done: the person is asked what to do then. Where a model was to be asked, the
   * request says why it was not. */
  gh_request_set_reviewed (request);
  open->verdict.decision = GH_RULE_ASK;
  open->verdict.cause = verdict->model == NULL ? GH_RULE_CAUSE_ANSWER : GH_RULE_CAUSE_NONE;
  gh_request_broker_set_course (self, open, GH_COURSE_HELD);
  gh_request_queue (request);
  gh_request_broker_tell_asked (self, request);
}

/* Whether some endpoint has not yet said which models it has, and a rule may allow one of them. */
static gboolean
waits_for_models (GhRequestBroker *self,
                  GhRequest       *request)
{
  GListModel *providers = gh_model_list_list_providers (self->models);
  guint n = g_list_model_get_n_items (providers);

  if (!GH_IS_SAMPLING_REQUEST (request)
      || !gh_rule_list_has_allow (self->rules, gh_request_get_server_id (request)))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhProvider) provider = g_list_model_get_item (providers, i);

      if (gh_provider_get_state (provider) == GH_PROVIDER_ASKING)
        return TRUE;
    }
  return FALSE;
}

/* Asks the rules about a request that nobody has decided about yet, and does what they say. */
static void
consider (GhRequestBroker *self,
          GhRequest       *request)
{
  GhRequestOpen *open = g_hash_table_lookup (self->tasks, request);
  g_autoptr(GhRequest) kept = g_object_ref (request);
  GhRuleVerdict verdict = { GH_RULE_ASK };

  if (open == NULL || (open->course != GH_COURSE_RULES && open->course != GH_COURSE_ASKED)
      || gh_request_get_phase (request) != GH_REQUEST_WAITING)
    return;
  if (self->rules != NULL)
    {
      const char *server = gh_request_get_server_id (request);

      if (gh_rule_list_get_trusted (self->rules, server) == GH_RULE_UNKNOWN)
        return;
      gh_request_ruling_ask (request, self->models, self->rules, &verdict);
      if (verdict.decision != GH_RULE_DENY && waits_for_models (self, request))
        return;
    }
  g_set_object (&open->rule, verdict.rule);
  open->verdict = verdict;
  open->verdict.model = NULL;
  if (verdict.decision == GH_RULE_ALLOW && verdict.model != NULL
      && self->n_sent >= MAX_SENT_BY_RULES)
    {
      gh_request_broker_set_course (self, open, GH_COURSE_RULES);
      return;
    }
  switch (verdict.decision)
    {
    case GH_RULE_ALLOW:
      allow (self, open, request, &verdict);
      break;
    case GH_RULE_DENY:
      set_rule (self, request, verdict.rule);
      count_use (self, verdict.rule);
      gh_request_deny (request, gh_rule_get_reason (verdict.rule));
      break;
    case GH_RULE_ASK:
    default:
      if (open->course == GH_COURSE_ASKED)
        break;
      gh_request_broker_set_course (self, open, GH_COURSE_ASKED);
      gh_request_broker_schedule_next (self);
      gh_request_broker_tell_asked (self, request);
      break;
    }
}

static gboolean
consider_cb (gpointer user_data)
{
  GhRequestBroker *self = user_data;
  g_autoptr(GPtrArray) open = gh_request_broker_dup_open (self);

  self->consider_source = 0;
  for (guint i = 0; i < open->len; i++)
    consider (self, open->pdata[i]);
  return G_SOURCE_REMOVE;
}

/* From the main loop, and once for many causes: one decision may bring about the next. */
void
gh_request_broker_consider_all (GhRequestBroker *self)
{
  if (self->consider_source == 0
      && g_list_model_get_n_items (G_LIST_MODEL (self->requests)) > 0)
    self->consider_source = g_idle_add (consider_cb, self);
}

/**
 * gh_request_broker_set_rules:
 * @rules: (nullable): NULL: everything is asked
 */
void
gh_request_broker_set_rules (GhRequestBroker *self,
                             GhRuleList      *rules)
{
  g_return_if_fail (GH_IS_REQUEST_BROKER (self));
  g_return_if_fail (rules == NULL || GH_IS_RULE_LIST (rules));

  if (self->rules == rules)
    return;
  if (self->rules != NULL)
    g_signal_handlers_disconnect_by_func (self->rules, gh_request_broker_consider_all, self);
  g_set_object (&self->rules, rules);
  if (rules == NULL)
    return;
  g_signal_connect_object (rules, "changed", G_CALLBACK (gh_request_broker_consider_all), self,
                           G_CONNECT_SWAPPED);
  gh_request_broker_consider_all (self);
}

GhRuleList *
gh_request_broker_get_rules (GhRequestBroker *self)
{
  g_return_val_if_fail (GH_IS_REQUEST_BROKER (self), NULL);

  return self->rules;
}

gboolean
gh_request_broker_get_verdict (GhRequestBroker *self,
                               GhRequest       *request,
                               GhRuleVerdict   *verdict)
{
  GhRequestOpen *open;

  g_return_val_if_fail (GH_IS_REQUEST_BROKER (self), FALSE);
  g_return_val_if_fail (verdict != NULL, FALSE);

  open = g_hash_table_lookup (self->tasks, request);
  if (open == NULL || open->course == GH_COURSE_RULES)
    return FALSE;
  *verdict = open->verdict;
  return TRUE;
}
