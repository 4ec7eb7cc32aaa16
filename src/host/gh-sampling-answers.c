/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The half of a sampling request that answers it: which answers there are, the one on view, and
 * what the person makes of that. */
#include "config.h"

#include "gh-sampling-prompt.h"

GListModel *
gh_sampling_request_list_answers (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  return G_LIST_MODEL (self->answers);
}

GhSamplingAnswer *
gh_sampling_request_get_current_answer (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  return self->answer;
}

gboolean
gh_sampling_request_is_asked_so (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), FALSE);

  return self->answer != NULL && self->answer == self->asked_for;
}

const char *
gh_sampling_request_get_answer (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  return self->answer != NULL ? gh_sampling_answer_get_text (self->answer) : "";
}

/**
 * gh_sampling_request_set_answer:
 * @text: valid UTF-8
 */
void
gh_sampling_request_set_answer (GhSamplingRequest *self,
                                const char        *text)
{
  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));
  g_return_if_fail (text != NULL);

  if (self->state == GH_SAMPLING_RESPONSE_REVIEW)
    gh_sampling_answer_set_text (self->answer, text);
}

void
gh_sampling_request_add_tool_use (GhSamplingRequest *self,
                                  GhSamplingTool    *tool)
{
  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));
  g_return_if_fail (GH_IS_SAMPLING_TOOL (tool));

  if (self->state == GH_SAMPLING_RESPONSE_REVIEW)
    gh_sampling_answer_add_tool_use (self->answer, tool);
}

void
gh_sampling_request_remove_tool_use (GhSamplingRequest *self,
                                     GhSamplingPart    *part)
{
  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));
  g_return_if_fail (GH_IS_SAMPLING_PART (part));

  if (self->state == GH_SAMPLING_RESPONSE_REVIEW)
    gh_sampling_answer_remove_tool_use (self->answer, part);
}

void
gh_sampling_request_revert_answer (GhSamplingRequest *self)
{
  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));

  if (self->state == GH_SAMPLING_RESPONSE_REVIEW)
    gh_sampling_answer_revert (self->answer);
}

static GhMcpToolChoice
get_mcp_choice (GhSamplingRequest *self)
{
  switch (self->tool_choice)
    {
    case GH_SAMPLING_TOOL_CHOICE_REQUIRED:
      return GH_MCP_TOOL_CHOICE_REQUIRED;
    case GH_SAMPLING_TOOL_CHOICE_NONE:
      return GH_MCP_TOOL_CHOICE_NONE;
    case GH_SAMPLING_TOOL_CHOICE_AUTO:
    default:
      return GH_MCP_TOOL_CHOICE_AUTO;
    }
}

gboolean
gh_sampling_request_check_answer (GhSamplingRequest  *self,
                                  GError            **error)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), FALSE);
  g_return_val_if_fail (self->answer != NULL, FALSE);

  return gh_sampling_answer_check (self->answer, get_mcp_choice (self), error);
}

gboolean
gh_sampling_request_check_part (GhSamplingRequest  *self,
                                GhSamplingPart     *part,
                                GError            **error)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), FALSE);
  g_return_val_if_fail (GH_IS_SAMPLING_PART (part), FALSE);
  g_return_val_if_fail (self->answer != NULL, FALSE);

  return gh_sampling_answer_check_part (self->answer, part, error);
}

const char *
gh_sampling_request_get_model_answer (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  return self->answer != NULL ? gh_sampling_answer_get_model_text (self->answer) : NULL;
}

gboolean
gh_sampling_request_get_answer_edited (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), FALSE);

  return self->answer != NULL && gh_sampling_answer_get_edited (self->answer);
}

/**
 * gh_sampling_request_get_answer_model:
 *
 * Returns: (nullable): the model that answers, by the name its endpoint reports where it does;
 * NULL: by hand, or nobody yet
 */
const char *
gh_sampling_request_get_answer_model (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  return self->answer != NULL ? gh_sampling_answer_get_model_name (self->answer) : NULL;
}

const char *
gh_sampling_request_get_stop_reason (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  return self->answer != NULL ? gh_sampling_answer_get_stop_reason (self->answer) : NULL;
}

gint64
gh_sampling_request_get_input_tokens (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), -1);

  return self->answer != NULL ? gh_sampling_answer_get_input_tokens (self->answer) : -1;
}

gint64
gh_sampling_request_get_output_tokens (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), -1);

  return self->answer != NULL ? gh_sampling_answer_get_output_tokens (self->answer) : -1;
}

gint64
gh_sampling_request_get_generating_time (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), 0);

  return self->answer != NULL ? gh_sampling_answer_get_time (self->answer) : 0;
}

GhSamplingEnd
gh_sampling_request_get_end (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), GH_SAMPLING_END_WHOLE);

  return self->answer != NULL ? gh_sampling_answer_get_end (self->answer) : GH_SAMPLING_END_WHOLE;
}
