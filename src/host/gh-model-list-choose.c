/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Which of the models a request is for, and what the person says of it for one server. */
#include "config.h"

#include "gh-model-list-private.h"

#include "gh-json.h"
#include "gh-provider-entry.h"
#include "gh-server-models.h"

#include <math.h>

static GhProvider *
find_provider (GhModelList *self,
               const char  *id)
{
  return gh_provider_entry_find (G_LIST_MODEL (self->providers), id);
}

/* A model that the person named, while its endpoint does not answer; or NULL. */
static GhModel *
recall (GhModelList *self,
        const char  *provider_id,
        const char  *id)
{
  GhProvider *provider = find_provider (self, provider_id);

  if (provider == NULL || gh_provider_get_state (provider) == GH_PROVIDER_READY)
    return NULL;

  return gh_model_new (id, provider_id, gh_provider_get_name (provider),
                       gh_provider_get_lane (provider));
}

/* The person's default while its endpoint does not answer; borrowed, or NULL. The same object while
 * nothing changes: who compares sees that nothing did. */
static GhModel *
recall_default (GhModelList *self)
{
  g_autoptr(GhModel) now = NULL;

  if (self->default_id != NULL)
    now = recall (self, self->default_provider, self->default_id);
  if (now == NULL || self->recalled == NULL)
    g_set_object (&self->recalled, now);

  return self->recalled;
}

/* How far prompts may go without the person saying so: as far as their default model is. One that
 * is no longer set up may have been on this computer. */
static GhLane
find_widest_lane (GhModelList *self)
{
  GhProvider *provider;

  if (self->default_id == NULL)
    return GH_LANE_CLOUD;

  provider = find_provider (self, self->default_provider);
  return provider != NULL ? gh_provider_get_lane (provider) : GH_LANE_LOCAL;
}

/* What models.json says of the server, or NULL. */
static JsonObject *
get_settings (GhModelList *self,
              const char  *server_id)
{
  JsonObject *servers = gh_json_get_object (self->document, "servers");

  return servers != NULL && server_id != NULL ? gh_json_get_object (servers, server_id) : NULL;
}

/* The same, made if it is not there yet. */
static JsonObject *
ensure_settings (GhModelList *self,
                 const char  *server_id)
{
  JsonObject *servers = gh_json_get_object (self->document, "servers");
  JsonObject *settings;

  if (servers == NULL)
    {
      servers = json_object_new ();
      json_object_set_member (self->document, "servers", gh_json_node_new_object (servers));
    }
  settings = gh_json_get_object (servers, server_id);
  if (settings == NULL)
    {
      settings = json_object_new ();
      json_object_set_member (servers, server_id, gh_json_node_new_object (settings));
    }

  return settings;
}

static void
settings_changed (GhModelList *self)
{
  gh_model_list_save (self);
  g_signal_emit_by_name (self, "servers-changed");
}

/**
 * gh_model_list_dup_server_model:
 *
 * Returns: (transfer full) (nullable): the person's own choice for the server, also while its
 *   endpoint does not answer
 */
GhModel *
gh_model_list_dup_server_model (GhModelList *self,
                                const char  *server_id)
{
  const char *provider_id;
  const char *id;
  GhModel *model;

  g_return_val_if_fail (GH_IS_MODEL_LIST (self), NULL);

  if (!gh_server_models_get_choice (get_settings (self, server_id), &provider_id, &id))
    return NULL;

  model = gh_model_list_dup_offered (self, provider_id, id);
  return model != NULL ? model : recall (self, provider_id, id);
}

void
gh_model_list_set_server_model (GhModelList *self,
                                const char  *server_id,
                                GhModel     *model)
{
  g_return_if_fail (GH_IS_MODEL_LIST (self));
  g_return_if_fail (server_id != NULL);
  g_return_if_fail (model == NULL || GH_IS_MODEL (model));

  gh_server_models_set_choice (ensure_settings (self, server_id), model);
  settings_changed (self);
}

int
gh_model_list_get_server_lane (GhModelList *self,
                               const char  *server_id)
{
  g_return_val_if_fail (GH_IS_MODEL_LIST (self), -1);

  return gh_server_models_get_widest (get_settings (self, server_id));
}

void
gh_model_list_set_server_lane (GhModelList *self,
                               const char  *server_id,
                               GhLane       widest)
{
  g_return_if_fail (GH_IS_MODEL_LIST (self));
  g_return_if_fail (server_id != NULL);

  gh_server_models_set_widest (ensure_settings (self, server_id), widest);
  settings_changed (self);
}

gboolean
gh_model_list_allows (GhModelList *self,
                      const char  *server_id,
                      GhModel     *model)
{
  g_return_val_if_fail (GH_IS_MODEL_LIST (self), FALSE);
  g_return_val_if_fail (GH_IS_MODEL (model), FALSE);

  return gh_server_models_allows (get_settings (self, server_id), model);
}

/* What is known of how fast a lane is: the mean of its models that were seen to answer. */
static double
find_lane_speed (GhModelList *self,
                 GhLane       lane)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->providers)); i++)
    {
      g_autoptr(GhProvider) provider = g_list_model_get_item (G_LIST_MODEL (self->providers), i);
      double speed = gh_provider_get_mean_speed (provider);

      if (gh_provider_get_lane (provider) != lane || isnan (speed))
        continue;
      sum += speed;
      n++;
    }

  return n > 0 ? sum / n : NAN;
}

/* As measured: of the model, else of its endpoint, else of its lane. */
static double
find_speed (GhModelList *self,
            GhModel     *model)
{
  GhProvider *provider = gh_model_list_find_provider (self, model);
  double speed = provider != NULL ? gh_provider_get_speed (provider, gh_model_get_id (model)) : NAN;

  if (isnan (speed) && provider != NULL)
    speed = gh_provider_get_mean_speed (provider);

  return isnan (speed) ? find_lane_speed (self, gh_model_get_lane (model)) : speed;
}

static void
add_candidate (GhModelList       *self,
               GArray            *candidates,
               const GhModelWish *wish,
               GhModel           *model,
               GhModel           *servers,
               GhModel           *default_model)
{
  GhModelCandidate candidate = {
    .id = gh_model_get_id (model),
    .lane = gh_model_get_lane (model),
    .is_able = gh_model_get_lacks (model, wish->needs) == 0,
    .is_allowed = gh_model_list_allows (self, wish->server_id, model),
    .is_silent = gh_model_list_is_awaited (self, model),
    .is_default = model == default_model,
    .is_servers = model == servers,
    .input_price = NAN,
    .output_price = NAN,
    .tokens_per_second = find_speed (self, model),
  };
  double input;
  double output;

  if (gh_model_get_prices (model, &input, &output))
    {
      candidate.input_price = input;
      candidate.output_price = output;
    }
  g_array_append_val (candidates, candidate);
}

/* All that are offered, and what the person named whose endpoint does not answer. */
static GPtrArray *
dup_choosable (GhModelList *self,
               GhModel     *servers,
               GhModel     *default_model)
{
  GPtrArray *models = g_ptr_array_new_with_free_func (g_object_unref);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->models));

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (models, g_list_model_get_item (G_LIST_MODEL (self->models), i));
  if (default_model != NULL && !g_ptr_array_find (models, default_model, NULL))
    g_ptr_array_add (models, g_object_ref (default_model));
  if (servers != NULL && !g_ptr_array_find (models, servers, NULL))
    g_ptr_array_add (models, g_object_ref (servers));

  return models;
}

/**
 * gh_model_list_choose:
 * @reason: (out): why this one, or none
 * @hint: (out) (optional): which of the hints, for GH_MODEL_REASON_HINT
 *
 * A prompt meant for this computer is never sent to another only because a program here is not
 * running.
 *
 * Returns: (transfer full) (nullable): the model; one whose endpoint does not answer is not in
 *   gh_model_list_list_models()
 */
GhModel *
gh_model_list_choose (GhModelList       *self,
                      const GhModelWish *wish,
                      GhModelReason     *reason,
                      guint             *hint)
{
  g_return_val_if_fail (GH_IS_MODEL_LIST (self), NULL);
  g_return_val_if_fail (wish != NULL, NULL);
  g_return_val_if_fail (reason != NULL, NULL);

  g_autoptr(GhModel) servers = gh_model_list_dup_server_model (self, wish->server_id);
  GhModel *default_model =
    self->default_model != NULL ? self->default_model : recall_default (self);
  g_autoptr(GPtrArray) models = dup_choosable (self, servers, default_model);
  g_autoptr(GArray) candidates = g_array_new (FALSE, FALSE, sizeof (GhModelCandidate));
  guint chosen;

  for (guint i = 0; i < models->len; i++)
    add_candidate (self, candidates, wish, g_ptr_array_index (models, i), servers, default_model);
  chosen = gh_model_choice_make ((const GhModelCandidate *) (gpointer) candidates->data,
                                 candidates->len, wish, find_widest_lane (self), reason, hint);

  return chosen != GH_MODEL_CHOICE_NONE ? g_object_ref (g_ptr_array_index (models, chosen)) : NULL;
}
