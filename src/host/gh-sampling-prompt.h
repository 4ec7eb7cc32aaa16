/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The prompt half of a sampling request: what both files of the class share. */
#pragma once

#include "gh-llm-request.h"
#include "gh-sampling-generation.h"
#include "gh-sampling-request-private.h"

G_BEGIN_DECLS

struct _GhSamplingRequest
{
  GhRequest parent;

  /* Owned: what is asked. */
  GhMcpSamplingParams   *params;
  GhModelList           *models;

  /* Owned: what the person makes of it. */
  char                  *system_prompt;
  char                 **stop_sequences;
  GListStore            *messages;
  GhModel               *model;
  char                  *reason;

  /* Owned: the answer. */
  GhSamplingGeneration  *generation; /* the present or last one; NULL: by hand, or none yet */
  char                  *answer;     /* NULL: the generation's */
  GError                *error;

  gsize                  size;       /* of the prompt as it came, bytes */
  GhSamplingState        state;
  gint64                 max_tokens;
  double                 temperature;
  gboolean               edited;
  gboolean               sent;       /* to a model, at least once */
  gboolean               stopped;    /* the person stopped the generation */
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
/* Whether the prompt is still to be decided on. */
gboolean gh_sampling_request_is_editable (GhSamplingRequest  *self);
/* Takes what the server asked for as what would be sent. */
void     gh_sampling_request_load_prompt (GhSamplingRequest  *self);
void     gh_sampling_request_lock_prompt (GhSamplingRequest  *self,
                                          gboolean            locked);
/* The prompt as it stands, for a model. FALSE: some block is neither text nor picture, and left
 * out. */
gboolean gh_sampling_request_build_llm   (GhSamplingRequest  *self,
                                          GhLlmRequest      **out_request);

G_END_DECLS
