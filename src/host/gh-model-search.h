/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Looks for model endpoints on this computer. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define GH_TYPE_MODEL_SEARCH (gh_model_search_get_type ())
G_DECLARE_FINAL_TYPE (GhModelSearch, gh_model_search, GH, MODEL_SEARCH, GObject)

/* ports: of type "aq"; NULL: those of Ollama (11434), llama.cpp (8080) and LM Studio (1234). */
GhModelSearch *gh_model_search_new        (GVariant             *ports);
GListModel    *gh_model_search_list_found (GhModelSearch        *self); /* of GhProvider, READY */
/* Forgets what was found and asks every port again; does nothing while it still asks. known: a
 * GListModel of GhProvider that are not looked for. */
void           gh_model_search_start      (GhModelSearch        *self,
                                           GListModel           *known);
/* Takes an endpoint out of what was found. */
void           gh_model_search_forget     (GhModelSearch        *self,
                                           const char           *base_url);

G_END_DECLS
