/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The schema validator: an array of a schema and values. */
#include "config.h"

#include "fuzz.h"

#include "gh-json-schema.h"

static void
check_error (const GError *error)
{
  g_assert_nonnull (error);
  g_assert_true (error->domain == GH_JSON_SCHEMA_ERROR);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_cmpuint (strlen (error->message), <, 4000);
}

static void
check (JsonArray *array,
       gboolean   formats)
{
  JsonNode *source = json_array_get_element (array, 0);
  g_autoptr(GError) error = NULL;
  g_autoptr(GhJsonSchema) schema = NULL;

  schema = formats ? gh_json_schema_new_with_formats (source, &error)
                   : gh_json_schema_new (source, &error);
  if (schema == NULL)
    {
      check_error (error);
      return;
    }
  for (guint i = 1; i < json_array_get_length (array); i++)
    {
      g_autoptr(GError) problem = NULL;

      if (!gh_json_schema_validate (schema, json_array_get_element (array, i), &problem))
        check_error (problem);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr(JsonNode) node = gh_json_read ((const char *) data, size, NULL);
  JsonArray *array = gh_json_node_get_array (node);

  if (array == NULL || json_array_get_length (array) == 0)
    return 0;
  check (array, FALSE);
  check (array, TRUE);
  return 0;
}
