/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A model as its endpoint lists it: a value. */
#include "config.h"

#include "gh-llm-model.h"

#include <math.h>
#include <string.h>

#include "gh-json.h"

/* Aggregators list some hundreds of models. */
#define MAX_MODELS 10000
/* The longest names seen are paths of model files. */
#define MAX_ID_LENGTH 512

GhLlmModel *
gh_llm_model_new (const char *id)
{
  if (id == NULL || *id == '\0' || strlen (id) > MAX_ID_LENGTH)
    return NULL;

  GhLlmModel *self = g_new0 (GhLlmModel, 1);

  self->id = g_strdup (id);
  self->input_price = NAN;
  self->output_price = NAN;

  return self;
}

void
gh_llm_model_free (GhLlmModel *self)
{
  if (self == NULL)
    return;

  g_free (self->id);
  g_free (self);
}

void
gh_llm_model_tell (GhLlmModel     *self,
                   GhLlmAbilities  ability,
                   gboolean        can)
{
  g_return_if_fail (self != NULL);

  self->known |= ability;
  self->can = can ? self->can | ability : self->can & ~ability;
}

GPtrArray *
gh_llm_models_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) gh_llm_model_free);
}

gboolean
gh_llm_models_read (GPtrArray    *models,
                    JsonArray    *array,
                    GhLlmModel *(*read_model) (JsonObject *object))
{
  g_return_val_if_fail (models != NULL, FALSE);
  g_return_val_if_fail (array != NULL, FALSE);

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonObject *object = gh_json_node_get_object (json_array_get_element (array, i));
      GhLlmModel *model = object != NULL ? read_model (object) : NULL;

      if (model == NULL)
        continue;
      if (models->len >= MAX_MODELS)
        {
          gh_llm_model_free (model);
          return FALSE;
        }
      g_ptr_array_add (models, model);
    }

  return TRUE;
}
