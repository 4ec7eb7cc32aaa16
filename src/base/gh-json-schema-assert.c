/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What schemas demand of one value by itself, without looking into it. */
#include "config.h"

#include "gh-json-schema-run.h"

static GhSchemaTypes
get_types (JsonNode *value)
{
  if (gh_json_node_get_object (value) != NULL)
    return GH_SCHEMA_OBJECT;
  if (gh_json_node_get_array (value) != NULL)
    return GH_SCHEMA_ARRAY;
  if (gh_json_node_is_string (value))
    return GH_SCHEMA_STRING;
  if (gh_json_node_is_boolean (value))
    return GH_SCHEMA_BOOLEAN;
  if (!gh_json_node_is_number (value))
    return GH_SCHEMA_NULL;
  return gh_json_number_is_integer (value) ? GH_SCHEMA_INTEGER | GH_SCHEMA_NUMBER
                                           : GH_SCHEMA_NUMBER;
}

static char *
describe_types (GhSchemaTypes types)
{
  static const struct { GhSchemaTypes type; const char *name; } names[] = {
    { GH_SCHEMA_NULL, "null" }, { GH_SCHEMA_BOOLEAN, "boolean" },
    { GH_SCHEMA_INTEGER, "integer" }, { GH_SCHEMA_NUMBER, "number" },
    { GH_SCHEMA_STRING, "string" }, { GH_SCHEMA_ARRAY, "array" }, { GH_SCHEMA_OBJECT, "object" },
  };
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if ((types & names[i].type) != 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? " or " : "", names[i].name);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* What comparing with that value may cost. */
static gsize
get_cost (JsonNode *value)
{
  if (JSON_NODE_HOLDS_VALUE (value) || JSON_NODE_HOLDS_NULL (value))
    return 1 + gh_json_node_get_length (value) / GH_SCHEMA_STEP_BYTES;
  return GH_SCHEMA_LOOK;
}

gboolean
gh_schema_check_value (GhSchemaRun         *run,
                       const GhSchemaFrame *frame,
                       const GhSchemaNode  *schema)
{
  gsize cost = get_cost (frame->value);

  if (schema->types != 0 && (schema->types & get_types (frame->value)) == 0)
    {
      g_autofree char *wanted = describe_types (schema->types);

      return gh_schema_run_fail (run, frame, "type", "is not of type %s", wanted);
    }
  if (schema->constant != NULL
      && (!gh_schema_run_spend (run, cost) || !gh_json_node_equal (frame->value, schema->constant)))
    return gh_schema_run_fail (run, frame, "const", "is not the only value allowed");
  if (schema->enumeration != NULL)
    {
      guint length = json_array_get_length (schema->enumeration);
      gboolean found = FALSE;

      for (guint i = 0; i < length && !found; i++)
        {
          if (!gh_schema_run_spend (run, cost))
            return FALSE;
          found = gh_json_node_equal (frame->value,
                                      json_array_get_element (schema->enumeration, i));
        }
      if (!found)
        return gh_schema_run_fail (run, frame, "enum", "is none of the values allowed");
    }
  return TRUE;
}

gboolean
gh_schema_check_number (GhSchemaRun         *run,
                        const GhSchemaFrame *frame,
                        const GhSchemaNode  *schema)
{
  JsonNode *value = frame->value;

  if (!gh_schema_run_spend (run, get_cost (value)))
    return FALSE;
  if (schema->minimum != NULL && gh_json_number_compare (value, schema->minimum) < 0)
    return gh_schema_run_fail (run, frame, "minimum", "is too small");
  if (schema->maximum != NULL && gh_json_number_compare (value, schema->maximum) > 0)
    return gh_schema_run_fail (run, frame, "maximum", "is too large");
  if (schema->above != NULL && gh_json_number_compare (value, schema->above) <= 0)
    return gh_schema_run_fail (run, frame, "exclusiveMinimum", "is too small");
  if (schema->below != NULL && gh_json_number_compare (value, schema->below) >= 0)
    return gh_schema_run_fail (run, frame, "exclusiveMaximum", "is too large");
  if (schema->multiple_of != NULL && !gh_json_number_is_multiple (value, schema->multiple_of))
    return gh_schema_run_fail (run, frame, "multipleOf", "is not a multiple of what it should be");
  return TRUE;
}

gboolean
gh_schema_check_string (GhSchemaRun         *run,
                        const GhSchemaFrame *frame,
                        const GhSchemaNode  *schema)
{
  const char *text = gh_json_node_get_raw (frame->value);
  g_autofree char *readable = NULL;

  if (schema->min_length < 0 && schema->max_length < 0 && schema->pattern == NULL
      && schema->format == NULL)
    return TRUE;
  if (!gh_schema_run_spend (run, get_cost (frame->value)))
    return FALSE;
  /* One character stands there for each that no C string can hold. */
  if (gh_json_is_verbatim (text))
    text = readable = gh_json_dup_readable (text + 1);
  if (schema->min_length >= 0 || schema->max_length >= 0)
    {
      gint64 length = g_utf8_strlen (text, -1);

      if (length < schema->min_length)
        return gh_schema_run_fail (run, frame, "minLength", "is too short");
      if (schema->max_length >= 0 && length > schema->max_length)
        return gh_schema_run_fail (run, frame, "maxLength", "is too long");
    }
  if (schema->pattern != NULL)
    {
      gboolean gave_up = FALSE;

      if (!gh_schema_pattern_matches (schema->pattern, text, &run->budget, &gave_up))
        return gave_up ? gh_schema_run_stop (run, "matching a pattern takes too long")
                       : gh_schema_run_fail (run, frame, "pattern", "does not match the pattern");
    }
  if (schema->format != NULL && !schema->format (text))
    return gh_schema_run_fail (run, frame, "format", "is not of the format \"%.30s\"",
                               schema->format_name);
  return TRUE;
}

typedef struct
{
  guint hash;
  JsonNode *node;
} Hashed;

static int
compare_hashed (gconstpointer a,
                gconstpointer b)
{
  guint hash_a = ((const Hashed *) a)->hash;
  guint hash_b = ((const Hashed *) b)->hash;

  return (hash_a > hash_b) - (hash_a < hash_b);
}

/* Only elements with the same hash are compared; whoever makes hashes collide runs out of time. */
gboolean
gh_schema_check_unique (GhSchemaRun         *run,
                        const GhSchemaFrame *frame)
{
  JsonArray *array = gh_json_node_get_array (frame->value);
  guint length = json_array_get_length (array);
  g_autofree Hashed *elements = NULL;

  if (length < 2)
    return TRUE;
  elements = g_new (Hashed, length);
  for (guint i = 0; i < length; i++)
    {
      elements[i].node = json_array_get_element (array, i);
      elements[i].hash = gh_json_node_hash (elements[i].node);
      if (!gh_schema_run_spend (run, get_cost (elements[i].node)))
        return FALSE;
    }
  qsort (elements, length, sizeof (Hashed), compare_hashed);
  for (guint i = 0; i < length; i++)
    for (guint j = i + 1; j < length && elements[j].hash == elements[i].hash; j++)
      {
        if (!gh_schema_run_spend (run, get_cost (elements[i].node)))
          return FALSE;
        if (gh_json_node_equal (elements[i].node, elements[j].node))
          return gh_schema_run_fail (run, frame, "uniqueItems", "has an element twice");
      }
  return TRUE;
}
