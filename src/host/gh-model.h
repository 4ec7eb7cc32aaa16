/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One model of one provider. Immutable. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  GH_LANE_LOCAL, /* this computer */
  GH_LANE_OWN,   /* a server of the person's own */
  GH_LANE_CLOUD,
} GhLane;

#define GH_TYPE_LANE (gh_lane_get_type ())
GType       gh_lane_get_type           (void);

/* What a request asks of a model beyond text. */
typedef enum
{
  GH_MODEL_NEEDS_NOTHING = 0,
  GH_MODEL_NEEDS_IMAGES = 1 << 0,
  GH_MODEL_NEEDS_AUDIO = 1 << 1,
  GH_MODEL_NEEDS_TOOLS = 1 << 2,
} GhModelNeeds;

#define GH_TYPE_MODEL (gh_model_get_type ())
G_DECLARE_FINAL_TYPE (GhModel, gh_model, GH, MODEL, GObject)

/* Read-only properties for binding: id, provider-name, lane. */
GhModel    *gh_model_new               (const char *id,
                                        const char *provider_id,
                                        const char *provider_name,
                                        GhLane      lane);
const char *gh_model_get_id            (GhModel    *self); /* as the endpoint names it */
const char *gh_model_get_provider_id   (GhModel    *self);
const char *gh_model_get_provider_name (GhModel    *self);
GhLane      gh_model_get_lane          (GhModel    *self);
/* For a million tokens, in the currency of the person's choice: as set by the person, else as the
 * endpoint tells. FALSE: unknown. Models on this computer cost nothing. */
gboolean    gh_model_get_prices        (GhModel    *self,
                                        double     *input,
                                        double     *output);
/* Which of `needs` the model is known not to meet. */
GhModelNeeds gh_model_get_lacks        (GhModel      *self,
                                        GhModelNeeds  needs);

G_END_DECLS
