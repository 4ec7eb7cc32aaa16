/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A model as its endpoint lists it: a value. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef enum
{
  GH_LLM_ABILITY_IMAGES = 1 << 0, /* takes them */
  GH_LLM_ABILITY_AUDIO  = 1 << 1,
  GH_LLM_ABILITY_TOOLS  = 1 << 2,
} GhLlmAbilities;

typedef struct
{
  char           *id;
  GhLlmAbilities  known;        /* which of them the endpoint, or the API, tells of */
  GhLlmAbilities  can;          /* of the known ones */
  double          input_price;  /* US dollars per million tokens; NAN: not told */
  double          output_price;
} GhLlmModel;

/* NULL: not an id that can be shown and remembered (empty, or longer than any seen). */
GhLlmModel *gh_llm_model_new        (const char      *id);
void        gh_llm_model_free       (GhLlmModel      *self);
/* Tells whether it has one of the abilities. */
void        gh_llm_model_tell       (GhLlmModel      *self,
                                     GhLlmAbilities   ability,
                                     gboolean         can);
/* An empty array of owned models. */
GPtrArray  *gh_llm_models_new       (void);
/* Appends what read_model makes of the objects in array; NULL: none of ours. FALSE when there are
 * more than any endpoint has: the rest is left out. */
gboolean    gh_llm_models_read      (GPtrArray       *models,
                                     JsonArray       *array,
                                     GhLlmModel    *(*read_model) (JsonObject *object));

G_END_DECLS
