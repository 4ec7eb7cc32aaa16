/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One model's answer to a sampling request while it comes. */
#pragma once

#include "gh-llm-request.h"
#include "gh-provider.h"

G_BEGIN_DECLS

#define GH_TYPE_SAMPLING_GENERATION (gh_sampling_generation_get_type ())
G_DECLARE_FINAL_TYPE (GhSamplingGeneration, gh_sampling_generation, GH, SAMPLING_GENERATION,
                      GObject)

/* Signals, never from inside a call of ours: "grown" (at most twenty a second) and "ended" (once,
 * unless it was stopped before). */
GhSamplingGeneration *gh_sampling_generation_new               (void);
/* Once. */
void                  gh_sampling_generation_start             (GhSamplingGeneration *self,
                                                                GhProvider           *provider,
                                                                GhLlmRequest         *take_request);
/* Closes the connection; what came is kept, no signal follows. */
void                  gh_sampling_generation_stop              (GhSamplingGeneration *self);
/* Never NULL. */
const char           *gh_sampling_generation_get_text          (GhSamplingGeneration *self);
/* Of GhLlmEvent, of the kind TOOL_USE: borrowed. */
GPtrArray            *gh_sampling_generation_get_tool_uses     (GhSamplingGeneration *self);
/* The name the endpoint reports, or NULL. */
const char           *gh_sampling_generation_get_model         (GhSamplingGeneration *self);
/* The protocol's word (6.18), or NULL. */
const char           *gh_sampling_generation_get_stop_reason   (GhSamplingGeneration *self);
/* -1: unknown. */
gint64                gh_sampling_generation_get_input_tokens  (GhSamplingGeneration *self);
/* -1: unknown. */
gint64                gh_sampling_generation_get_output_tokens (GhSamplingGeneration *self);
/* us */
gint64                gh_sampling_generation_get_duration      (GhSamplingGeneration *self);
/* or NULL */
const GError         *gh_sampling_generation_get_error         (GhSamplingGeneration *self);

G_END_DECLS
