/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the person says of the models for one server, in models.json under "servers": pure. */
#include "config.h"

#include "gh-server-models.h"

#include "gh-json.h"

static gboolean
read_model (JsonObject  *object,
            const char **provider_id,
            const char **model_id)
{
  *provider_id = object != NULL ? gh_json_get_string (object, "provider") : NULL;
  *model_id = object != NULL ? gh_json_get_string (object, "model") : NULL;

  return *provider_id != NULL && *model_id != NULL;
}

gboolean
gh_server_models_get_choice (JsonObject  *settings,
                             const char **provider_id,
                             const char **model_id)
{
  return read_model (settings != NULL ? gh_json_get_object (settings, "model") : NULL, provider_id,
                     model_id);
}

static void
remove_member (JsonObject *object,
               const char *name)
{
  if (json_object_has_member (object, name))
    json_object_remove_member (object, name);
}

void
gh_server_models_set_choice (JsonObject *settings,
                             GhModel    *model)
{
  JsonObject *object;

  g_return_if_fail (settings != NULL);

  remove_member (settings, "model");
  if (model == NULL)
    return;

  object = json_object_new ();
  json_object_set_member (object, "provider",
                          gh_json_node_new_string (gh_model_get_provider_id (model)));
  json_object_set_member (object, "model", gh_json_node_new_string (gh_model_get_id (model)));
  json_object_set_member (settings, "model", gh_json_node_new_object (object));
}

static const char *
get_word (GhLane lane)
{
  g_autoptr(GEnumClass) klass = g_type_class_ref (GH_TYPE_LANE);

  return g_enum_get_value (klass, lane)->value_nick; /* static */
}

static gboolean
has_lane (JsonArray *lanes,
          GhLane     lane)
{
  for (guint i = 0; lanes != NULL && i < json_array_get_length (lanes); i++)
    if (g_strcmp0 (gh_json_node_get_string (json_array_get_element (lanes, i)), get_word (lane)) ==
        0)
      return TRUE;

  return FALSE;
}

static gboolean
is_unlimited (JsonObject *settings)
{
  return settings == NULL || (!json_object_has_member (settings, "lanes") &&
                              !json_object_has_member (settings, "models"));
}

gboolean
gh_server_models_allows (JsonObject *settings,
                         GhModel    *model)
{
  JsonArray *models;

  g_return_val_if_fail (GH_IS_MODEL (model), FALSE);

  if (is_unlimited (settings) ||
      has_lane (gh_json_get_array (settings, "lanes"), gh_model_get_lane (model)))
    return TRUE;

  models = gh_json_get_array (settings, "models");
  for (guint i = 0; models != NULL && i < json_array_get_length (models); i++)
    {
      const char *provider_id;
      const char *model_id;

      if (read_model (gh_json_node_get_object (json_array_get_element (models, i)), &provider_id,
                      &model_id) &&
          g_str_equal (provider_id, gh_model_get_provider_id (model)) &&
          g_str_equal (model_id, gh_model_get_id (model)))
        return TRUE;
    }

  return FALSE;
}

void
gh_server_models_set_widest (JsonObject *settings,
                             GhLane      widest)
{
  JsonArray *lanes;

  g_return_if_fail (settings != NULL);

  remove_member (settings, "lanes");
  remove_member (settings, "models");
  if (widest == GH_LANE_CLOUD)
    return;

  lanes = json_array_new ();
  for (GhLane lane = GH_LANE_LOCAL; lane <= widest; lane++)
    json_array_add_element (lanes, gh_json_node_new_string (get_word (lane)));
  json_object_set_member (settings, "lanes", gh_json_node_new_array (lanes));
}

int
gh_server_models_get_widest (JsonObject *settings)
{
  JsonArray *lanes;
  int widest = -1;

  if (is_unlimited (settings))
    return GH_LANE_CLOUD;
  if (json_object_has_member (settings, "models"))
    return -1;

  lanes = gh_json_get_array (settings, "lanes");
  while (widest < GH_LANE_CLOUD && has_lane (lanes, (GhLane) (widest + 1)))
    widest++;

  return lanes != NULL && json_array_get_length (lanes) == (guint) (widest + 1) ? widest : -1;
}
