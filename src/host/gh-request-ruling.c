/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What rules make of one open request, and what it costs. */
#include "config.h"

#include "gh-request-ruling.h"

#include "gh-elicitation-request.h"
#include "gh-sampling-part-private.h"
#include "gh-sampling-prompt.h"

struct _GhRequestCharge
{
  /* owned */
  GhUsage *usage;
  char *server;
  char *rule; /* or NULL */

  gint64 time;
  GhUsageAmount amount; /* as it stands in usage */
  double input_price;   /* of a million tokens; 0: not known */
  double output_price;
};

/* --- the question --- */

static GhRuleHolds
get_part_holds (GhSamplingPart *part)
{
  switch (gh_sampling_part_get_kind (part))
    {
    case GH_SAMPLING_PART_TEXT:
      return GH_RULE_HOLDS_TEXT;
    case GH_SAMPLING_PART_IMAGE:
      return GH_RULE_HOLDS_IMAGE;
    case GH_SAMPLING_PART_AUDIO:
      return GH_RULE_HOLDS_AUDIO;
    case GH_SAMPLING_PART_TOOL_USE:
    case GH_SAMPLING_PART_TOOL_RESULT:
    case GH_SAMPLING_PART_RESOURCE:
    case GH_SAMPLING_PART_LINK:
    default:
      return GH_RULE_HOLDS_TOOLS;
    }
}

GhRuleHolds
gh_request_ruling_get_holds (GhSamplingRequest *request)
{
  GListModel *messages = gh_sampling_request_list_messages (request);
  guint n_messages = g_list_model_get_n_items (messages);
  GhRuleHolds holds =
    gh_sampling_request_get_system_prompt (request) != NULL ? GH_RULE_HOLDS_TEXT : 0;

  if (request->params->tools->len > 0)
    holds |= GH_RULE_HOLDS_TOOLS;
  for (guint i = 0; i < n_messages; i++)
    {
      g_autoptr(GhSamplingMessage) message = g_list_model_get_item (messages, i);
      GListModel *parts = gh_sampling_message_list_parts (message);
      guint n_parts = g_list_model_get_n_items (parts);

      for (guint j = 0; j < n_parts; j++)
        {
          g_autoptr(GhSamplingPart) part = g_list_model_get_item (parts, j);

          holds |= get_part_holds (part);
        }
    }
  return holds;
}

void
gh_request_ruling_ask (GhRequest     *request,
                       GhModelList   *models,
                       GhRuleList    *rules,
                       GhRuleVerdict *verdict)
{
  GhRuleQuestion question = {
    .kind = GH_RULE_ELICITATION,
    .server = gh_request_get_server_id (request),
    .tool = gh_request_get_tool (request),
    .call_time = gh_request_get_call_time (request),
    .bytes = gh_request_get_size (request),
    .models = gh_model_list_list_models (models),
  };

  if (GH_IS_SAMPLING_REQUEST (request))
    {
      GhSamplingRequest *sampling = GH_SAMPLING_REQUEST (request);

      question.kind = GH_RULE_SAMPLING;
      question.holds = gh_request_ruling_get_holds (sampling);
      question.max_tokens = gh_sampling_request_get_max_tokens (sampling);
      question.input_tokens = gh_sampling_request_get_estimated_tokens (sampling);
      question.model = gh_sampling_request_get_model (sampling);
    }
  else
    {
      question.holds = GH_RULE_HOLDS_TEXT;
      question.page =
        gh_elicitation_request_get_mode (GH_ELICITATION_REQUEST (request)) == GH_ELICITATION_URL;
    }
  gh_rule_list_decide (rules, &question, verdict);
}

/* --- the answer --- */

static gboolean
allow_sampling (GhSamplingRequest   *request,
                const GhRuleVerdict *verdict)
{
  const char *answer = gh_rule_get_answer (verdict->rule);

  if (answer != NULL)
    {
      gh_sampling_request_answer_by_hand (request);
      gh_sampling_request_set_answer (request, answer);
      gh_sampling_request_give (request);
      if (gh_sampling_request_get_state (request) == GH_SAMPLING_ANSWERED)
        return TRUE;
      /* A text alone will not do: a tool has to be used. */
      gh_sampling_request_ask_again (request);
      return FALSE;
    }
  if (verdict->model != gh_sampling_request_get_model (request))
    gh_sampling_request_set_model (request, verdict->model);
  gh_sampling_request_send (request);
  return gh_sampling_request_get_state (request) != GH_SAMPLING_REVIEW;
}

static gboolean
allow_elicitation (GhElicitationRequest *request,
                   GhRule               *rule)
{
  JsonNode *filled_in = gh_rule_get_filled_in (rule);

  if (filled_in != NULL)
    gh_form_set_arguments (gh_elicitation_request_get_form (request), filled_in);
  gh_elicitation_request_accept (request);
  return gh_elicitation_request_get_state (request) != GH_ELICITATION_REVIEW;
}

gboolean
gh_request_ruling_allow (GhRequest           *request,
                         const GhRuleVerdict *verdict)
{
  g_return_val_if_fail (verdict->decision == GH_RULE_ALLOW, FALSE);

  if (GH_IS_SAMPLING_REQUEST (request))
    return allow_sampling (GH_SAMPLING_REQUEST (request), verdict);
  return allow_elicitation (GH_ELICITATION_REQUEST (request), verdict->rule);
}

/* --- the cost --- */

static void
set_amount (GhRequestCharge *self,
            gint64           input_tokens,
            gint64           output_tokens,
            gint64           requests)
{
  GhUsageAmount change = {
    .requests = requests,
    .input_tokens = input_tokens - self->amount.input_tokens,
    .output_tokens = output_tokens - self->amount.output_tokens,
    .money = (input_tokens * self->input_price + output_tokens * self->output_price) / 1e6
             - self->amount.money,
  };

  self->amount.input_tokens = input_tokens;
  self->amount.output_tokens = output_tokens;
  self->amount.money += change.money;
  gh_usage_add (self->usage, self->server, self->rule, self->time, &change);
}

GhRequestCharge *
gh_request_charge_new (GhSamplingRequest *request,
                       GhRuleList        *rules,
                       GhRule            *rule)
{
  GhRequestCharge *self = g_new0 (GhRequestCharge, 1);

  self->usage = g_object_ref (gh_rule_list_get_usage (rules));
  self->server = g_strdup (gh_request_get_server_id (GH_REQUEST (request)));
  self->rule = rule != NULL ? g_strdup (gh_rule_get_id (rule)) : NULL;
  self->time = g_get_real_time ();
  if (!gh_model_get_prices (gh_sampling_request_get_model (request), &self->input_price,
                            &self->output_price))
    self->input_price = self->output_price = 0;
  set_amount (self, gh_sampling_request_get_estimated_tokens (request),
              gh_sampling_request_get_max_tokens (request), 1);
  return self;
}

/* What the endpoint reports, and where it reports nothing: an estimate of what went both ways. One
 * that gave no word used nothing that we know of. */
void
gh_request_charge_settle (GhRequestCharge   *self,
                          GhSamplingRequest *request)
{
  gint64 input = gh_sampling_request_get_input_tokens (request);
  gint64 output = gh_sampling_request_get_output_tokens (request);
  const char *answer = gh_sampling_request_get_answer (request);
  gboolean any = gh_sampling_request_get_state (request) != GH_SAMPLING_REVIEW;

  if (input < 0)
    input = any ? gh_sampling_request_get_estimated_tokens (request) : 0;
  if (output < 0)
    output = gh_sampling_estimate_tokens (answer);
  set_amount (self, input, output, 0);
}

void
gh_request_charge_free (GhRequestCharge *self)
{
  g_object_unref (self->usage);
  g_free (self->server);
  g_free (self->rule);
  g_free (self);
}
