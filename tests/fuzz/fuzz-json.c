/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The JSON reader: what it takes, it writes back, and takes again as the same; and looking into the
 * text finds what it found. */
#include "config.h"

#include "fuzz.h"

#include "gh-json-source.h"

static void
compare (GhJsonSource  source,
         JsonNode     *node)
{
  JsonArray *array = gh_json_node_get_array (node);
  JsonObject *object = gh_json_node_get_object (node);
  g_autoptr(JsonNode) read = gh_json_source_read (source);
  GhJsonWalk walk;
  GhJsonSource name, value;
  guint n = 0;

  g_assert_true (gh_json_node_equal (read, node));
  gh_json_walk_init (&walk, source);
  while (gh_json_walk_next (&walk, &name, &value))
    {
      g_autofree char *text = gh_json_source_dup_text (name);
      g_autoptr(JsonNode) element = gh_json_source_read (value);

      if (array != NULL)
        g_assert_true (gh_json_node_equal (element, json_array_get_element (array, n)));
      else
        g_assert_nonnull (text);
      n++;
    }
  g_assert_cmpuint (n, >=, object != NULL ? json_object_get_size (object)
                                         : array != NULL ? json_array_get_length (array) : 0);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = gh_json_read ((const char *) data, size, &error);
  g_autoptr(GError) refused = NULL;
  g_autoptr(JsonNode) again = NULL;
  g_autofree char *text = NULL;
  g_autofree char *text_again = NULL;
  g_autofree char *pretty = NULL;
  g_autofree char *start = NULL;
  g_autofree char *shown = NULL;
  GhJsonFacts facts;
  gsize length;

  g_assert_cmpint (gh_json_check ((const char *) data, size, &facts, &refused), ==, node != NULL);
  if (node == NULL)
    {
      g_assert_cmpstr (refused->message, ==, error->message);
      g_assert_nonnull (error);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }
  compare (gh_json_source_new ((const char *) data, size), node);
  text = gh_json_write (node, &length);
  g_assert_true (g_utf8_validate (text, length, NULL));
  again = gh_json_read (text, length, &error);
  g_assert_no_error (error);
  g_assert_true (gh_json_node_equal (node, again));
  g_assert_cmpuint (gh_json_node_hash (node), ==, gh_json_node_hash (again));
  text_again = gh_json_write (again, NULL);
  g_assert_cmpstr (text, ==, text_again);

  pretty = gh_json_write_pretty (node);
  start = gh_json_write_start (node, 20);
  shown = gh_json_node_dup_text (node);
  g_assert_true (g_utf8_validate (pretty, -1, NULL));
  g_assert_true (g_utf8_validate (shown, -1, NULL));
  return 0;
}
