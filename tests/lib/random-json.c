/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Random JSON, the same for the same seed: what a hostile server might put into any member. */
#include "config.h"

#include "random-json.h"

#include <string.h>

#include "gh-json.h"

/* One value of a copy in so many is changed. */
#define CHANGE_ONE_IN 25

static JsonNode *
read_text (const char *text)
{
  g_autoptr(GError) error = NULL;
  JsonNode *node = gh_json_read (text, strlen (text), &error);

  g_assert_no_error (error);
  return node;
}

static JsonNode *
random_scalar (GRand *rand)
{
  static const char * const texts[] = {
    "null", "true", "false", "0", "-0", "1", "-1", "0.5", "1.5", "2", "100.0", "1e400", "-1e400",
    "9223372036854775807", "9223372036854775808", "-9223372036854775809", "1e-400",
    "123456789012345678901234567890", "\"\"", "\"user\"", "\"assistant\"", "\"text\"", "\"image\"",
    "\"audio\"", "\"tool_use\"", "\"resource\"", "\"resource_link\"", "\"a\\u0000b\"",
    "\"\\ud800\"", "\"\\udc00x\"", "\"\\ud83d\\ude00\"", "\"AAAA\"", "\"AAA\"", "\"=\"", "\"====\"",
    "\"data:image/png;base64,AAAA\"", "\"data:,\"", "\"<b>&\"", "\"2025-06-18\"", "\"none\"",
    "\"\\u202e\\u2066\\ufeff\"", "\"%s%n\"", "\"\\n\\r\\t\\u001b[31m\"",
  };

  return read_text (texts[g_rand_int_range (rand, 0, G_N_ELEMENTS (texts))]);
}

JsonNode *
random_json (GRand *rand,
             guint  depth)
{
  static const char * const names[] = {
    "type", "text", "data", "name", "uri", "role", "content", "x", "", "_meta", "a\\u0000b",
  };
  guint kind = depth == 0 ? 0 : g_rand_int_range (rand, 0, 4);
  guint n = g_rand_int_range (rand, 0, 4);

  if (kind == 2)
    {
      JsonArray *array = json_array_new ();

      for (guint i = 0; i < n; i++)
        json_array_add_element (array, random_json (rand, depth - 1));
      return gh_json_node_new_array (array);
    }
  if (kind == 3)
    {
      JsonObject *object = json_object_new ();

      for (guint i = 0; i < n; i++)
        json_object_set_member (object, names[g_rand_int_range (rand, 0, G_N_ELEMENTS (names))],
                                random_json (rand, depth - 1));
      return gh_json_node_new_object (object);
    }
  return random_scalar (rand);
}

JsonNode *
random_json_mutate (GRand    *rand,
                    JsonNode *node)
{
  JsonObject *object = gh_json_node_get_object (node);
  JsonArray *array = gh_json_node_get_array (node);

  if (g_rand_int_range (rand, 0, CHANGE_ONE_IN) == 0)
    return random_json (rand, 3);
  if (object != NULL)
    {
      JsonObject *copy = json_object_new ();
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, object);
      while (json_object_iter_next_ordered (&iter, &name, &member))
        if (g_rand_int_range (rand, 0, 2 * CHANGE_ONE_IN) != 0)
          json_object_set_member (copy, name, random_json_mutate (rand, member));
      return gh_json_node_new_object (copy);
    }
  if (array != NULL)
    {
      JsonArray *copy = json_array_new ();

      for (guint i = 0; i < json_array_get_length (array); i++)
        {
          guint n = g_rand_int_range (rand, 0, 2 * CHANGE_ONE_IN);

          for (guint j = 0; j < (n == 0 ? 0u : n == 1 ? 2u : 1u); j++)
            json_array_add_element (copy,
                                    random_json_mutate (rand, json_array_get_element (array, i)));
        }
      return gh_json_node_new_array (copy);
    }
  return json_node_ref (node);
}
