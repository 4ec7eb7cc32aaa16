/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The models for one server: its own, and how far its requests may go. */
#pragma once

#include <adwaita.h>

#include "gh-model-list.h"
#include "gh-server.h"

G_BEGIN_DECLS

#define GH_TYPE_SERVER_MODELS_ROW (gh_server_models_row_get_type ())
G_DECLARE_FINAL_TYPE (GhServerModelsRow, gh_server_models_row, GH, SERVER_MODELS_ROW,
                      AdwExpanderRow)

GtkWidget *gh_server_models_row_new (GhModelList *models,
                                     GhServer    *server);

G_END_DECLS
