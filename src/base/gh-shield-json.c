/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The secret shield over JSON values: every text in them. */
#include "config.h"

#include "gh-shield-private.h"

#include "gh-json.h"

/* What happens to each text. */
typedef struct
{
  GhShield    *shield; /* NULL: originals are put back */
  GhShieldMap *map;
  GhShieldWay  way;
} Change;

static char *
change_text (const Change *change,
             const char   *text)
{
  if (change->shield == NULL)
    return gh_shield_map_restore (change->map, text);
  return gh_shield_replace (change->shield, text, change->map, change->way);
}

/* Whether a value is secret for the name it stands under. */
static gboolean
is_secret (const char *name,
           const char *text)
{
  GhShieldNameKind kind = gh_shield_judge_name (name, strlen (name));

  if (kind == GH_SHIELD_NAME_OTHER || strstr (text, "[[") != NULL)
    return FALSE;
  if (kind == GH_SHIELD_NAME_HEADER)
    kind = GH_SHIELD_NAME_PASSWORD;
  return gh_shield_judge_value (kind, text, strlen (text), TRUE);
}

/* name: what the value stands under, or NULL. */
static char *
change_named (const Change *change,
              const char *name,
              const char *text)
{
  g_autofree char *changed = change_text (change, text);
  guint index;

  if (change->shield == NULL || name == NULL || !is_secret (name, text) ||
      gh_shield_placeholder_length (changed) == strlen (changed))
    return g_steal_pointer (&changed);
  index = gh_shield_map_add (change->map, GH_SHIELD_PASSWORD, NULL, text, strlen (text));
  if (change->way == GH_SHIELD_HIDE || index == GH_SHIELD_NO_ENTRY)
    return g_strdup_printf ("[[%s]]", gh_shield_kind_get_word (GH_SHIELD_PASSWORD));
  return g_strdup (gh_shield_map_use (change->map, index));
}

static JsonNode *change_node (const Change *change,
                              const char   *name,
                              JsonNode     *node);

/* Lists of headers and variables: {"name": "API_KEY", "value": "..."}. */
static const char *
find_name (JsonObject *object)
{
  static const char * const members[] = { "name", "key", "header" };
  const char *name = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (members) && name == NULL; i++)
    name = gh_json_get_string (object, members[i]);
  return name;
}

static JsonNode *
change_object (const Change *change,
               JsonObject *object)
{
  JsonObject *changed = json_object_new ();
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &member))
    {
      g_autofree char *new_name =
        g_utf8_validate (name, -1, NULL) ? change_text (change, name) : g_strdup (name);
      const char *telling = strcmp (name, "value") == 0 ? find_name (object) : name;

      json_object_set_member (changed, new_name, change_node (change, telling, member));
    }
  return gh_json_node_new_object (changed);
}

static JsonNode *
change_array (const Change *change,
              const char *name,
              JsonArray  *array)
{
  JsonArray *changed = json_array_sized_new (json_array_get_length (array));

  for (guint i = 0; i < json_array_get_length (array); i++)
    json_array_add_element (changed, change_node (change, name, json_array_get_element (array, i)));
  return gh_json_node_new_array (changed);
}

static JsonNode *
change_scalar (const Change *change,
               const char *name,
               JsonNode   *node)
{
  g_autofree char *text = NULL;
  g_autofree char *changed = NULL;

  if (!gh_json_node_is_string (node) && !gh_json_node_is_number (node))
    return json_node_copy (node);
  text = gh_json_node_dup_text (node);
  changed = change_named (change, gh_json_node_is_string (node) ? name : NULL, text);
  return strcmp (text, changed) == 0 ? json_node_copy (node) : gh_json_node_new_string (changed);
}

/* As deep as the value is, which is bounded where it was read. */
static JsonNode *
change_node (const Change *change,
             const char   *name,
             JsonNode     *node)
{
  if (gh_json_node_get_object (node) != NULL)
    return change_object (change, gh_json_node_get_object (node));
  if (gh_json_node_get_array (node) != NULL)
    return change_array (change, name, gh_json_node_get_array (node));
  return change_scalar (change, name, node);
}

JsonNode *
gh_shield_mask_json (GhShield    *self,
                     JsonNode    *node,
                     GhShieldMap *map)
{
  const Change change = { self, map, GH_SHIELD_MASK };

  g_return_val_if_fail (self != NULL && node != NULL && map != NULL, NULL);

  return change_node (&change, NULL, node);
}

JsonNode *
gh_shield_hide_json (GhShield *self,
                     JsonNode *node)
{
  g_autoptr(GhShieldMap) map = gh_shield_map_new ();

  return gh_shield_hide_json_known (self, node, map);
}

JsonNode *
gh_shield_hide_json_known (GhShield    *self,
                           JsonNode    *node,
                           GhShieldMap *map)
{
  const Change change = { self, map, GH_SHIELD_HIDE };
  g_autoptr(JsonNode) hidden = NULL;
  guint known;

  g_return_val_if_fail (self != NULL && node != NULL && map != NULL, NULL);

  known = gh_shield_map_get_length (map);
  hidden = change_node (&change, NULL, node);
  if (gh_shield_map_get_length (map) == known)
    return g_steal_pointer (&hidden);
  /* What one text told of may stand in one before it. */
  return change_node (&change, NULL, node);
}

JsonNode *
gh_shield_map_restore_json (GhShieldMap *self,
                            JsonNode    *node)
{
  const Change change = { NULL, self, GH_SHIELD_MASK };

  g_return_val_if_fail (self != NULL && node != NULL, NULL);

  return change_node (&change, NULL, node);
}
