/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One request for a model, for the broker that leads it. */
#pragma once

#include "gh-masking-policy.h"
#include "gh-mcp-sampling.h"
#include "gh-request-private.h"
#include "gh-sampling-request.h"

G_BEGIN_DECLS

GhSamplingRequest *gh_sampling_request_new          (GhMcpSamplingParams  *params,
                                                     GhModelList          *models,
                                                     GhMaskingPolicy      *policy);
/* Chooses a model unless the person did and it is still there. */
void               gh_sampling_request_choose_model (GhSamplingRequest    *self);
/* DENIED: the person's words, or NULL. */
const char        *gh_sampling_request_get_reason   (GhSamplingRequest    *self);
/* ANSWERED: (transfer full) what the server is given. */
JsonNode          *gh_sampling_request_build_result (GhSamplingRequest    *self);

G_END_DECLS
