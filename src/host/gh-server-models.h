/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the person says of the models for one server, in models.json under "servers": pure. */
#pragma once

#include "gh-model.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* {"model": {"provider", "model"}, "lanes": ["local"], "models": [{"provider", "model"}]}: its
 * own model; where models for it may be; models for it that may be elsewhere. Without "lanes" and
 * "models" every model is allowed. Where NULL may be given, nothing is said of the server. */

/* FALSE: it has no model of its own. settings: or NULL; the ids are borrowed. */
gboolean gh_server_models_get_choice (JsonObject   *settings,
                                      const char  **provider_id,
                                      const char  **model_id);
/* model NULL: none. */
void     gh_server_models_set_choice (JsonObject   *settings,
                                      GhModel      *model);
/* settings: or NULL. What cannot be understood allows nothing. */
gboolean gh_server_models_allows     (JsonObject   *settings,
                                      GhModel      *model);
/* Allows the lanes up to `widest`, and nothing else. GH_LANE_CLOUD: everything. */
void     gh_server_models_set_widest (JsonObject   *settings,
                                      GhLane        widest);
/* The widest lane that is allowed; -1: none, or something that is not as simple as this. settings:
 * or NULL. */
int      gh_server_models_get_widest (JsonObject   *settings);

G_END_DECLS
