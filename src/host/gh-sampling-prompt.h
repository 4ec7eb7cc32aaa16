/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The prompt half of a sampling request: what both files of the class share. */
#pragma once

#include "gh-llm-request.h"
#include "gh-masking-private.h"
#include "gh-sampling-answer-private.h"
#include "gh-sampling-request-private.h"

G_BEGIN_DECLS

struct _GhSamplingRequest
{
  GhRequest parent;

  /* Owned: what is asked. */
  GhMcpSamplingParams   *params;
  GhModelList           *models;
  GhMaskingPolicy       *policy;
  GhMasking             *masking;
  char                  *masked_system; /* the system prompt with placeholders; NULL: none */

  /* Owned: what the person makes of it. */
  char                  *system_prompt;
  char                 **stop_sequences;
  GListStore            *messages;
  GListStore            *tools;
  GhModel               *model;
  char                  *reason;

  /* Owned: the answers. */
  GListStore            *answers;
  GhSamplingAnswer      *answer;     /* the one on view; NULL: none */
  GhSamplingAnswer      *asked_for;  /* the one the prompt as it stands was sent for; or NULL */
  GError                *error;

  gsize                  size;       /* of the prompt as it came, bytes */
  GhSamplingState        state;
  gint64                 max_tokens;
  double                 temperature;
  GhSamplingToolChoice   tool_choice;
  gboolean               edited;
  gboolean               sent;       /* to a model, at least once */
  gboolean               was_answer_edited; /* as told last */
  guint                  estimated_tokens;
  GhModelReason          model_reason;
  guint                  model_hint;
};

enum
{
  PROP_0,
  PROP_STATE,
  PROP_SYSTEM_PROMPT,
  PROP_MAX_TOKENS,
  PROP_TEMPERATURE,
  PROP_STOP_SEQUENCES,
  PROP_TOOL_CHOICE,
  PROP_MODEL,
  PROP_EDITED,
  PROP_ESTIMATED_TOKENS,
  PROP_ANSWER,
  PROP_ANSWER_EDITED,
  PROP_ERROR,
  N_PROPS,
};

/* prop: of the enumeration above. */
void     gh_sampling_request_notify      (GhSamplingRequest  *self,
                                          guint               prop);
/* The prompt is another now: what was wrong with the last one may be right, and no answer is one to
 * it. */
void     gh_sampling_request_mark_changed (GhSamplingRequest  *self);
/* Whether the prompt is still to be decided on. */
gboolean gh_sampling_request_is_editable (GhSamplingRequest  *self);
/* Takes what the server asked for as what would be sent. */
void     gh_sampling_request_load_prompt (GhSamplingRequest  *self);
void     gh_sampling_request_lock_prompt (GhSamplingRequest  *self,
                                          gboolean            locked);
/* Masks all of it anew, as suits the model; does nothing once it was sent. Whether that changed
 * what would be sent. */
gboolean gh_sampling_request_mask_prompt (GhSamplingRequest  *self);
/* The prompt as it stands, for a model (transfer full); NULL: with an error that names what cannot
 * be sent (see gh_sampling_part_build_llm()). Nothing is left out. */
GhLlmRequest *gh_sampling_request_build_llm (GhSamplingRequest  *self,
                                             GError            **error);
/* The ids of the tool uses in it: a set of borrowed texts. */
GHashTable   *gh_sampling_request_collect_uses (GhSamplingRequest *self);

G_END_DECLS
