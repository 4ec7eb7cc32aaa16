/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One request for a model, for the broker that leads it. */
#pragma once

#include "gh-mcp-sampling.h"
#include "gh-sampling-request.h"

G_BEGIN_DECLS

GhSamplingRequest *gh_sampling_request_new          (guint                 serial,
                                                     const char           *server_id,
                                                     const char           *server_name,
                                                     const char           *tool,
                                                     gint64                call_time,
                                                     GhMcpSamplingParams  *params,
                                                     GhModelList          *models);
/* Chooses a model unless the person did and it is still there. */
void               gh_sampling_request_choose_model (GhSamplingRequest    *self);
/* RECEIVED, REVIEW -> QUEUED */
/* Bytes that the prompt holds, as it came. */
gsize              gh_sampling_request_get_size     (GhSamplingRequest    *self);
void               gh_sampling_request_queue        (GhSamplingRequest    *self);
/* QUEUED -> REVIEW */
void               gh_sampling_request_open         (GhSamplingRequest    *self);
/* any live state */
void               gh_sampling_request_withdraw     (GhSamplingRequest    *self);
/* REVIEW with an error -> FAILED */
void               gh_sampling_request_fail         (GhSamplingRequest    *self);
/* DENIED: the person's words, or NULL. */
const char        *gh_sampling_request_get_reason   (GhSamplingRequest    *self);
/* ANSWERED: (transfer full) what the server is given. */
JsonNode          *gh_sampling_request_build_result (GhSamplingRequest    *self);

G_END_DECLS
