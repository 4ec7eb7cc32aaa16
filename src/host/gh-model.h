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

G_END_DECLS
