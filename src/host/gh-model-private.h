/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How the rest of the host makes models. */
#pragma once

#include "gh-model.h"

G_BEGIN_DECLS

/* What is known of a model. */
typedef struct
{
  GhModelNeeds known;        /* which of these the endpoint, or its API, tells of */
  GhModelNeeds can;          /* of the known ones */
  double       input_price;  /* for a million tokens; NAN: unknown */
  double       output_price;
} GhModelFacts;

extern const GhModelFacts gh_model_no_facts;

GhModel            *gh_model_new_with_facts (const char          *id,
                                             const char          *provider_id,
                                             const char          *provider_name,
                                             GhLane               lane,
                                             const GhModelFacts  *facts);
const GhModelFacts *gh_model_get_facts      (GhModel             *self);

G_END_DECLS
