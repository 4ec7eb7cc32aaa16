/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Validates values against compiled JSON schemas. */
#include "config.h"

#include "gh-json-schema-private.h"

/* Schemas under way at the same time: the value's depth, and schemas of one value that lead to each
 * other. Validating recurses, some hundred bytes a step. */
#define MAX_DEPTH 1500

/* Processor time, and what each value adds to it. */
#define BASE_USEC 250000
#define USEC_PER_VALUE 2

/* What a message shows of a value's place, and of a name in it. */
#define MAX_PLACE 300
#define MAX_NAME 60

/* One validation. */
typedef struct
{
  GhJsonSchema *schema;
  GhSchemaBudget budget;
  guint depth;
  guint quiet;      /* above 0 while failing decides something, and is no error yet */
  gboolean stopped; /* over a limit; nothing that is returned means anything */
  GError **error;
} Run;

/* A value under a schema, and what led to it. */
typedef struct _Frame
{
  const struct _Frame *outer;
  const GhSchemaNode *schema;
  JsonNode *value;
  const char *name; /* in the outer value, an object; else */
  guint index;      /* in the outer value, an array; */
  gboolean inner;   /* when this is another value than the outer frame's */
} Frame;

/* What of a value a schema has said something about: for "unevaluatedItems" and "...Properties". */
typedef struct
{
  gboolean all;
  guint prefix;      /* so many elements */
  GHashTable *nodes; /* owned, nullable; members, or elements behind the prefix: borrowed */
} Evaluated;

static void
evaluated_clear (Evaluated *self)
{
  g_clear_pointer (&self->nodes, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Evaluated, evaluated_clear)

static void
evaluated_add (Run       *run,
               Evaluated *self,
               JsonNode  *node)
{
  if (!run->schema->tracks || self->all)
    return;
  if (self->nodes == NULL)
    self->nodes = g_hash_table_new (NULL, NULL);
  g_hash_table_add (self->nodes, node);
}

static gboolean
evaluated_has (const Evaluated *self,
               JsonNode        *node)
{
  return self->all || (self->nodes != NULL && g_hash_table_contains (self->nodes, node));
}

/* Adds what another schema has said of the same value. */
static void
evaluated_merge (Run       *run,
                 Evaluated *self,
                 Evaluated *other)
{
  self->all |= other->all;
  self->prefix = MAX (self->prefix, other->prefix);
  if (self->all || other->nodes == NULL)
    return;
  if (self->nodes == NULL)
    {
      self->nodes = g_steal_pointer (&other->nodes);
      return;
    }
  {
    GHashTableIter iter;
    gpointer node;

    g_hash_table_iter_init (&iter, other->nodes);
    while (g_hash_table_iter_next (&iter, &node, NULL))
      g_hash_table_add (self->nodes, node);
  }
}

/* Errors */

static gboolean
stop (Run        *run,
      const char *message)
{
  if (!run->stopped)
    {
      g_clear_error (run->error);
      g_set_error_literal (run->error, GH_JSON_SCHEMA_ERROR, GH_JSON_SCHEMA_ERROR_LIMIT, message);
    }
  run->stopped = TRUE;
  return FALSE;
}

/* Accounts for work; FALSE when there was too much. */
static gboolean
spend (Run   *run,
       gsize  work)
{
  return gh_schema_budget_spend (&run->budget, work)
         || stop (run, "validating a value takes too long");
}

static char *
dup_name (const char *raw)
{
  g_autofree char *readable = NULL;

  if (gh_json_is_verbatim (raw))
    raw = readable = gh_json_dup_readable (raw + 1);
  if (g_utf8_strlen (raw, MAX_NAME * 4 + 4) <= MAX_NAME)
    return g_strdup (raw);
  {
    g_autofree char *start = g_utf8_substring (raw, 0, MAX_NAME);

    return g_strconcat (start, "…", NULL);
  }
}

/* A JSON pointer (RFC 6901), from the value down. */
static void
append_place (const Frame *frame,
              GString     *place)
{
  g_autofree char *name = NULL;

  if (frame->outer == NULL)
    return;
  append_place (frame->outer, place);
  if (!frame->inner || place->len > MAX_PLACE)
    return;
  g_string_append_c (place, '/');
  if (frame->name == NULL)
    {
      g_string_append_printf (place, "%u", frame->index);
      return;
    }
  name = dup_name (frame->name);
  for (const char *at = name; *at != '\0'; at++)
    if (*at == '~')
      g_string_append (place, "~0");
    else if (*at == '/')
      g_string_append (place, "~1");
    else
      g_string_append_c (place, *at);
}

static gboolean fail (Run         *run,
                      const Frame *frame,
                      const char  *keyword,
                      const char  *format,
                      ...) G_GNUC_PRINTF (4, 5);

static gboolean
fail (Run         *run,
      const Frame *frame,
      const char  *keyword,
      const char  *format,
      ...)
{
  g_autoptr(GString) place = NULL;
  g_autofree char *message = NULL;
  va_list arguments;

  if (run->stopped || run->quiet > 0 || run->error == NULL || *run->error != NULL)
    return FALSE;
  place = g_string_new (NULL);
  append_place (frame, place);
  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (run->error, GH_JSON_SCHEMA_ERROR, GH_JSON_SCHEMA_ERROR_VALUE, "%s: %s (%s)",
               place->len > 0 ? place->str : "the value", message, keyword);
  return FALSE;
}

/* The walk */

static gboolean check (Run                *run,
                       const Frame        *outer,
                       const GhSchemaNode *schema,
                       Frame               frame,
                       Evaluated          *evaluated);

/* The same value under another schema. */
static gboolean
check_same (Run                *run,
            const Frame        *frame,
            const GhSchemaNode *schema,
            Evaluated          *evaluated)
{
  return check (run, frame, schema, (Frame) { .value = frame->value }, evaluated);
}

static gboolean
check_member (Run                *run,
              const Frame        *frame,
              const GhSchemaNode *schema,
              const char         *name,
              JsonNode           *member)
{
  return check (run, frame, schema, (Frame) { .value = member, .name = name, .inner = TRUE }, NULL);
}

static gboolean
check_element (Run                *run,
               const Frame        *frame,
               const GhSchemaNode *schema,
               guint               index)
{
  JsonNode *element = json_array_get_element (gh_json_node_get_array (frame->value), index);

  return check (run, frame, schema, (Frame) { .value = element, .index = index, .inner = TRUE },
                NULL);
}

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

static gboolean
check_value (Run                *run,
             const Frame        *frame,
             const GhSchemaNode *schema)
{
  gsize cost = get_cost (frame->value);

  if (schema->types != 0 && (schema->types & get_types (frame->value)) == 0)
    {
      g_autofree char *wanted = describe_types (schema->types);

      return fail (run, frame, "type", "is not of type %s", wanted);
    }
  if (schema->constant != NULL
      && (!spend (run, cost) || !gh_json_node_equal (frame->value, schema->constant)))
    return fail (run, frame, "const", "is not the only value allowed");
  if (schema->enumeration != NULL)
    {
      guint length = json_array_get_length (schema->enumeration);
      gboolean found = FALSE;

      for (guint i = 0; i < length && !found; i++)
        {
          if (!spend (run, cost))
            return FALSE;
          found = gh_json_node_equal (frame->value,
                                      json_array_get_element (schema->enumeration, i));
        }
      if (!found)
        return fail (run, frame, "enum", "is none of the values allowed");
    }
  return TRUE;
}

static gboolean
check_number (Run                *run,
              const Frame        *frame,
              const GhSchemaNode *schema)
{
  JsonNode *value = frame->value;

  if (!spend (run, get_cost (value)))
    return FALSE;
  if (schema->minimum != NULL && gh_json_number_compare (value, schema->minimum) < 0)
    return fail (run, frame, "minimum", "is too small");
  if (schema->maximum != NULL && gh_json_number_compare (value, schema->maximum) > 0)
    return fail (run, frame, "maximum", "is too large");
  if (schema->above != NULL && gh_json_number_compare (value, schema->above) <= 0)
    return fail (run, frame, "exclusiveMinimum", "is too small");
  if (schema->below != NULL && gh_json_number_compare (value, schema->below) >= 0)
    return fail (run, frame, "exclusiveMaximum", "is too large");
  if (schema->multiple_of != NULL && !gh_json_number_is_multiple (value, schema->multiple_of))
    return fail (run, frame, "multipleOf", "is not a multiple of what it should be");
  return TRUE;
}

static gboolean
check_string (Run                *run,
              const Frame        *frame,
              const GhSchemaNode *schema)
{
  const char *text = gh_json_node_get_raw (frame->value);
  g_autofree char *readable = NULL;

  if (schema->min_length < 0 && schema->max_length < 0 && schema->pattern == NULL
      && schema->format == NULL)
    return TRUE;
  if (!spend (run, get_cost (frame->value)))
    return FALSE;
  /* One character stands there for each that no C string can hold. */
  if (gh_json_is_verbatim (text))
    text = readable = gh_json_dup_readable (text + 1);
  if (schema->min_length >= 0 || schema->max_length >= 0)
    {
      gint64 length = g_utf8_strlen (text, -1);

      if (length < schema->min_length)
        return fail (run, frame, "minLength", "is too short");
      if (schema->max_length >= 0 && length > schema->max_length)
        return fail (run, frame, "maxLength", "is too long");
    }
  if (schema->pattern != NULL)
    {
      gboolean gave_up = FALSE;

      if (!gh_schema_pattern_matches (schema->pattern, text, &run->budget, &gave_up))
        return gave_up ? stop (run, "matching a pattern takes too long")
                       : fail (run, frame, "pattern", "does not match the pattern");
    }
  if (schema->format != NULL && !schema->format (text))
    return fail (run, frame, "format", "is not of the format \"%.30s\"", schema->format_name);
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
static gboolean
check_unique (Run         *run,
              const Frame *frame)
{
  JsonArray *array = gh_json_node_get_array (frame->value);
  guint length = json_array_get_length (array);
  g_autofree Hashed *elements = g_new (Hashed, length);

  for (guint i = 0; i < length; i++)
    {
      elements[i].node = json_array_get_element (array, i);
      elements[i].hash = gh_json_node_hash (elements[i].node);
      if (!spend (run, get_cost (elements[i].node)))
        return FALSE;
    }
  qsort (elements, length, sizeof (Hashed), compare_hashed);
  for (guint i = 0; i < length; i++)
    for (guint j = i + 1; j < length && elements[j].hash == elements[i].hash; j++)
      {
        if (!spend (run, get_cost (elements[i].node)))
          return FALSE;
        if (gh_json_node_equal (elements[i].node, elements[j].node))
          return fail (run, frame, "uniqueItems", "has an element twice");
      }
  return TRUE;
}

static gboolean
check_contains (Run                *run,
                const Frame        *frame,
                const GhSchemaNode *schema,
                Evaluated          *evaluated)
{
  JsonArray *array = gh_json_node_get_array (frame->value);
  gint64 found = 0;

  run->quiet++;
  for (guint i = 0; i < json_array_get_length (array) && !run->stopped; i++)
    if (check_element (run, frame, schema->contains, i))
      {
        found++;
        if (schema->contains_evaluates)
          evaluated_add (run, evaluated, json_array_get_element (array, i));
      }
  run->quiet--;
  if (found < schema->min_contains)
    return fail (run, frame, schema->min_contains > 1 ? "minContains" : "contains",
                 "has too few elements of a kind");
  if (schema->max_contains >= 0 && found > schema->max_contains)
    return fail (run, frame, "maxContains", "has too many elements of a kind");
  return !run->stopped;
}

static gboolean
check_array (Run                *run,
             const Frame        *frame,
             const GhSchemaNode *schema,
             Evaluated          *evaluated)
{
  guint length = json_array_get_length (gh_json_node_get_array (frame->value));
  guint prefix = schema->prefix_items != NULL ? MIN (length, schema->prefix_items->len) : 0;

  if (length < schema->min_items)
    return fail (run, frame, "minItems", "has too few elements");
  if (schema->max_items >= 0 && length > schema->max_items)
    return fail (run, frame, "maxItems", "has too many elements");
  for (guint i = 0; i < prefix; i++)
    if (!check_element (run, frame, g_ptr_array_index (schema->prefix_items, i), i))
      return FALSE;
  evaluated->prefix = MAX (evaluated->prefix, prefix);
  if (schema->items != NULL)
    {
      for (guint i = prefix; i < length; i++)
        if (!check_element (run, frame, schema->items, i))
          return FALSE;
      evaluated->all = TRUE;
    }
  return (schema->contains == NULL || check_contains (run, frame, schema, evaluated))
         && (!schema->unique_items || check_unique (run, frame));
}

static gboolean
check_unevaluated_items (Run                *run,
                         const Frame        *frame,
                         const GhSchemaNode *schema,
                         Evaluated          *evaluated)
{
  JsonArray *array = gh_json_node_get_array (frame->value);

  for (guint i = evaluated->prefix; i < json_array_get_length (array); i++)
    if (!evaluated_has (evaluated, json_array_get_element (array, i))
        && !check_element (run, frame, schema->unevaluated_items, i))
      return fail (run, frame, "unevaluatedItems", "has an element that is not allowed");
  evaluated->all = TRUE;
  return TRUE;
}

static gboolean
check_names (Run         *run,
             const Frame *frame,
             GPtrArray   *names,
             const char  *keyword)
{
  JsonObject *object = gh_json_node_get_object (frame->value);

  for (guint i = 0; i < names->len; i++)
    {
      if (!spend (run, 1))
        return FALSE;
      if (!json_object_has_member (object, g_ptr_array_index (names, i)))
        {
          g_autofree char *name = dup_name (g_ptr_array_index (names, i));

          return fail (run, frame, keyword, "\"%s\" is missing", name);
        }
    }
  return TRUE;
}

static gboolean
check_dependencies (Run                *run,
                    const Frame        *frame,
                    const GhSchemaNode *schema,
                    Evaluated          *evaluated)
{
  JsonObject *object = gh_json_node_get_object (frame->value);
  GHashTableIter iter;
  gpointer name, value;

  if (schema->dependent_required != NULL)
    {
      g_hash_table_iter_init (&iter, schema->dependent_required);
      while (g_hash_table_iter_next (&iter, &name, &value))
        if (!spend (run, 1)
            || (json_object_has_member (object, name)
                && !check_names (run, frame, value, "dependentRequired")))
          return FALSE;
    }
  if (schema->dependent_schemas != NULL)
    {
      g_hash_table_iter_init (&iter, schema->dependent_schemas);
      while (g_hash_table_iter_next (&iter, &name, &value))
        if (json_object_has_member (object, name) && !check_same (run, frame, value, evaluated))
          return FALSE;
    }
  return TRUE;
}

/* Names are values too, for "propertyNames". */
static gboolean
check_name (Run                *run,
            const Frame        *frame,
            const GhSchemaNode *schema,
            const char         *name)
{
  g_autoptr(JsonNode) node = json_node_init_string (json_node_alloc (), name);

  return check_member (run, frame, schema->property_names, name, node);
}

/* One member, under "properties", "patternProperties" and "additionalProperties". */
static gboolean
check_property (Run                *run,
                const Frame        *frame,
                const GhSchemaNode *schema,
                const char         *name,
                JsonNode           *member,
                Evaluated          *evaluated)
{
  const GhSchemaNode *property = NULL;
  gboolean known;

  if (schema->properties != NULL)
    property = g_hash_table_lookup (schema->properties, name);
  known = property != NULL;
  if (known && !check_member (run, frame, property, name, member))
    return FALSE;
  if (schema->pattern_properties != NULL)
    {
      g_autofree char *readable = NULL;
      const char *text = name;

      if (gh_json_is_verbatim (name))
        text = readable = gh_json_dup_readable (name + 1);
      for (guint i = 0; i < schema->pattern_properties->len; i++)
        {
          const GhSchemaPatternProperty *pattern
            = &g_array_index (schema->pattern_properties, GhSchemaPatternProperty, i);
          gboolean gave_up = FALSE;

          if (gh_schema_pattern_matches (pattern->pattern, text, &run->budget, &gave_up))
            {
              known = TRUE;
              if (!check_member (run, frame, pattern->schema, name, member))
                return FALSE;
            }
          else if (gave_up)
            return stop (run, "matching a pattern takes too long");
        }
    }
  if (!known && schema->additional_properties != NULL)
    {
      if (schema->additional_properties->never)
        {
          g_autofree char *shown = dup_name (name);

          return fail (run, frame, "additionalProperties", "\"%s\" is not allowed", shown);
        }
      if (!check_member (run, frame, schema->additional_properties, name, member))
        return FALSE;
    }
  if (known || schema->additional_properties != NULL)
    evaluated_add (run, evaluated, member);
  return TRUE;
}

static gboolean
check_object (Run                *run,
              const Frame        *frame,
              const GhSchemaNode *schema,
              Evaluated          *evaluated)
{
  JsonObject *object = gh_json_node_get_object (frame->value);
  guint size = json_object_get_size (object);
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  if (size < schema->min_properties)
    return fail (run, frame, "minProperties", "has too few members");
  if (schema->max_properties >= 0 && size > schema->max_properties)
    return fail (run, frame, "maxProperties", "has too many members");
  if (schema->required != NULL && !check_names (run, frame, schema->required, "required"))
    return FALSE;
  if (!check_dependencies (run, frame, schema, evaluated))
    return FALSE;
  if (schema->properties == NULL && schema->pattern_properties == NULL
      && schema->additional_properties == NULL && schema->property_names == NULL)
    return TRUE;
  json_object_iter_init (&iter, object);
  while (json_object_iter_next (&iter, &name, &member))
    if (!spend (run, 1)
        || (schema->property_names != NULL && !check_name (run, frame, schema, name))
        || !check_property (run, frame, schema, name, member, evaluated))
      return FALSE;
  return TRUE;
}

static gboolean
check_unevaluated_properties (Run                *run,
                              const Frame        *frame,
                              const GhSchemaNode *schema,
                              Evaluated          *evaluated)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  json_object_iter_init (&iter, gh_json_node_get_object (frame->value));
  while (json_object_iter_next (&iter, &name, &member))
    if (!evaluated_has (evaluated, member)
        && !check_member (run, frame, schema->unevaluated_properties, name, member))
      return fail (run, frame, "unevaluatedProperties", "has a member that is not allowed");
  evaluated->all = TRUE;
  return TRUE;
}

/* Where "$dynamicRef" leads: the outermost schema under way whose resource has the anchor. */
static const GhSchemaNode *
find_dynamic (const Frame        *frame,
              const GhSchemaNode *schema)
{
  const GhSchemaNode *found = schema->dynamic_ref;

  if (schema->dynamic_name == NULL)
    return found;
  for (; frame != NULL; frame = frame->outer)
    {
      const GhSchemaNode *target
        = g_hash_table_lookup (frame->schema->resource->dynamic_anchors, schema->dynamic_name);

      if (target != NULL)
        found = target;
    }
  return found;
}

/* How many of the schemas the value fits; all are tried where one more has something to say. */
static guint
count_fitting (Run         *run,
               const Frame *frame,
               GPtrArray   *schemas,
               guint        enough,
               Evaluated   *evaluated)
{
  guint fitting = 0;

  run->quiet++;
  for (guint i = 0; i < schemas->len && !run->stopped; i++)
    {
      if (fitting >= enough && !run->schema->tracks)
        break;
      fitting += check_same (run, frame, g_ptr_array_index (schemas, i), evaluated);
    }
  run->quiet--;
  return fitting;
}

static gboolean
fits (Run                *run,
      const Frame        *frame,
      const GhSchemaNode *schema,
      Evaluated          *evaluated)
{
  gboolean fitting;

  run->quiet++;
  fitting = check_same (run, frame, schema, evaluated);
  run->quiet--;
  return fitting;
}

static gboolean
check_references (Run                *run,
                  const Frame        *frame,
                  const GhSchemaNode *schema,
                  Evaluated          *evaluated)
{
  if (schema->ref != NULL && !check_same (run, frame, schema->ref, evaluated))
    return FALSE;
  if (schema->dynamic_ref == NULL)
    return TRUE;
  return spend (run, run->depth)
         && check_same (run, frame, find_dynamic (frame, schema), evaluated);
}

static gboolean
check_combinations (Run                *run,
                    const Frame        *frame,
                    const GhSchemaNode *schema,
                    Evaluated          *evaluated)
{
  if (schema->all_of != NULL)
    for (guint i = 0; i < schema->all_of->len; i++)
      if (!check_same (run, frame, g_ptr_array_index (schema->all_of, i), evaluated))
        return FALSE;
  if (schema->any_of != NULL
      && count_fitting (run, frame, schema->any_of, 1, evaluated) == 0)
    return fail (run, frame, "anyOf", "fits none of the alternatives");
  if (schema->one_of != NULL)
    {
      guint fitting = count_fitting (run, frame, schema->one_of, 2, evaluated);

      if (fitting != 1)
        return fail (run, frame, "oneOf",
                     fitting == 0 ? "fits none of the alternatives"
                                  : "fits more than one of the alternatives");
    }
  if (schema->not_ != NULL)
    {
      Evaluated nothing = { 0 };
      gboolean fitting = fits (run, frame, schema->not_, &nothing);

      evaluated_clear (&nothing);
      if (fitting)
        return fail (run, frame, "not", "is what it must not be");
    }
  if (schema->if_ != NULL)
    {
      const GhSchemaNode *next = fits (run, frame, schema->if_, evaluated) ? schema->then_
                                                                             : schema->else_;

      if (next != NULL && !check_same (run, frame, next, evaluated))
        return FALSE;
    }
  return !run->stopped;
}

static gboolean
check_keywords (Run                *run,
                const Frame        *frame,
                const GhSchemaNode *schema,
                Evaluated          *evaluated)
{
  JsonNode *value = frame->value;
  gboolean is_object = gh_json_node_get_object (value) != NULL;
  gboolean is_array = gh_json_node_get_array (value) != NULL;

  if (schema->never)
    return fail (run, frame, "false", "is not allowed here");
  if (!check_value (run, frame, schema)
      || (is_object && !check_object (run, frame, schema, evaluated))
      || (is_array && !check_array (run, frame, schema, evaluated))
      || (gh_json_node_is_string (value) && !check_string (run, frame, schema))
      || (gh_json_node_is_number (value) && !check_number (run, frame, schema))
      || !check_references (run, frame, schema, evaluated)
      || !check_combinations (run, frame, schema, evaluated))
    return FALSE;
  /* Last, when all else has had its say. */
  if (is_object && schema->unevaluated_properties != NULL)
    return check_unevaluated_properties (run, frame, schema, evaluated);
  if (is_array && schema->unevaluated_items != NULL)
    return check_unevaluated_items (run, frame, schema, evaluated);
  return TRUE;
}

/* evaluated: (nullable): where to add what was said of the value, when it is the outer frame's */
static gboolean
check (Run                *run,
       const Frame        *outer,
       const GhSchemaNode *schema,
       Frame               frame,
       Evaluated          *evaluated)
{
  g_auto(Evaluated) own = { 0 };
  gboolean good;

  frame.outer = outer;
  frame.schema = schema;
  if (!spend (run, 4))
    return FALSE;
  if (run->depth == MAX_DEPTH)
    return stop (run, "a value, or the schemas for it, are nested too deeply");
  run->depth++;
  good = check_keywords (run, &frame, schema, &own);
  run->depth--;
  if (good && evaluated != NULL)
    evaluated_merge (run, evaluated, &own);
  return good && !run->stopped;
}

static gsize
count_values (JsonNode *value)
{
  JsonObject *object = gh_json_node_get_object (value);
  JsonArray *array = gh_json_node_get_array (value);
  gsize count = 1;

  if (object != NULL)
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      json_object_iter_init (&iter, object);
      while (json_object_iter_next (&iter, &name, &member))
        count += count_values (member);
    }
  else if (array != NULL)
    for (guint i = 0; i < json_array_get_length (array); i++)
      count += count_values (json_array_get_element (array, i));
  return count;
}

/**
 * gh_json_schema_validate:
 *
 * May be called from any thread. The time it may take grows with the number of values in @value,
 * some microseconds for each.
 *
 * Returns: whether @value is what the schema describes; FALSE with an error when it is not, or when
 *   finding out takes too much
 */
gboolean
gh_json_schema_validate (GhJsonSchema  *self,
                         JsonNode      *value,
                         GError       **error)
{
  g_autoptr(GError) local_error = NULL;
  Run run = { .schema = self, .error = &local_error };

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  gh_schema_budget_init (&run.budget, BASE_USEC + count_values (value) * USEC_PER_VALUE);
  if (check (&run, NULL, self->root, (Frame) { .value = value }, NULL))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local_error));
  return FALSE;
}
