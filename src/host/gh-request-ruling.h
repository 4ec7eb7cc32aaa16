/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What rules make of one open request, and what it costs. */
#pragma once

#include "gh-model-list.h"
#include "gh-request-private.h"
#include "gh-rule-list.h"
#include "gh-sampling-request.h"

G_BEGIN_DECLS

/* What a request for a model used: the estimate until it is over. */
typedef struct _GhRequestCharge GhRequestCharge;

/* What it holds, as it came. */
GhRuleHolds      gh_request_ruling_get_holds (GhSamplingRequest *request);
/* models: the request's model is one of them. */
void             gh_request_ruling_ask    (GhRequest            *request,
                                           GhModelList          *models,
                                           GhRuleList           *rules,
                                           GhRuleVerdict        *verdict);
/* REVIEW, and the verdict is ALLOW: asks the model, or answers. FALSE: it could not, and the
 * request is in REVIEW. */
gboolean         gh_request_ruling_allow  (GhRequest            *request,
                                           const GhRuleVerdict  *verdict);
/* rule: that allowed it, or NULL. The request is GENERATING, and is not any more. */
GhRequestCharge *gh_request_charge_new    (GhSamplingRequest    *request,
                                           GhRuleList           *rules,
                                           GhRule               *rule);
void             gh_request_charge_settle (GhRequestCharge      *self,
                                           GhSamplingRequest    *request);
void             gh_request_charge_free   (GhRequestCharge      *self);

G_END_DECLS
