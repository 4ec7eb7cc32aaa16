/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Validates values against compiled JSON schemas. */
#include "config.h"

#include "gh-json-schema-run.h"

/* Schemas under way at the same time: the value's depth, and schemas of one value that lead to each
 * other. Validating recurses, some hundred bytes a step. */
#define MAX_DEPTH 1500

/* Processor time, and what each value adds to it. */
#define BASE_USEC 250000
#define USEC_PER_VALUE 2

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
evaluated_add (GhSchemaRun *run,
               Evaluated   *self,
               JsonNode    *node)
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
evaluated_merge (GhSchemaRun *run,
                 Evaluated   *self,
                 Evaluated   *other)
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

static gboolean check (GhSchemaRun         *run,
                       const GhSchemaFrame *outer,
                       const GhSchemaNode  *schema,
                       GhSchemaFrame        frame,
                       Evaluated           *evaluated);

/* The same value under another schema. */
static gboolean
check_same (GhSchemaRun         *run,
            const GhSchemaFrame *frame,
            const GhSchemaNode  *schema,
            Evaluated           *evaluated)
{
  return check (run, frame, schema, (GhSchemaFrame) { .value = frame->value }, evaluated);
}

static gboolean
check_member (GhSchemaRun         *run,
              const GhSchemaFrame *frame,
              const GhSchemaNode  *schema,
              const char          *name,
              JsonNode            *member)
{
  return check (run, frame, schema, (GhSchemaFrame) { .value = member, .name = name,
                .inner = TRUE }, NULL);
}

static gboolean
check_element (GhSchemaRun         *run,
               const GhSchemaFrame *frame,
               const GhSchemaNode  *schema,
               guint                index)
{
  JsonNode *element = json_array_get_element (gh_json_node_get_array (frame->value), index);

  return check (run, frame, schema, (GhSchemaFrame) { .value = element, .index = index,
                .inner = TRUE },
                NULL);
}

static gboolean
check_contains (GhSchemaRun         *run,
                const GhSchemaFrame *frame,
                const GhSchemaNode  *schema,
                Evaluated           *evaluated)
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
    return gh_schema_run_fail (run, frame, schema->min_contains > 1 ? "minContains" : "contains",
                               "has too few elements of a kind");
  if (schema->max_contains >= 0 && found > schema->max_contains)
    return gh_schema_run_fail (run, frame, "maxContains", "has too many elements of a kind");
  return !run->stopped;
}

static gboolean
check_array (GhSchemaRun         *run,
             const GhSchemaFrame *frame,
             const GhSchemaNode  *schema,
             Evaluated           *evaluated)
{
  guint length = json_array_get_length (gh_json_node_get_array (frame->value));
  guint prefix = schema->prefix_items != NULL ? MIN (length, schema->prefix_items->len) : 0;

  if (length < schema->min_items)
    return gh_schema_run_fail (run, frame, "minItems", "has too few elements");
  if (schema->max_items >= 0 && length > schema->max_items)
    return gh_schema_run_fail (run, frame, "maxItems", "has too many elements");
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
         && (!schema->unique_items || gh_schema_check_unique (run, frame));
}

static gboolean
check_unevaluated_items (GhSchemaRun         *run,
                         const GhSchemaFrame *frame,
                         const GhSchemaNode  *schema,
                         Evaluated           *evaluated)
{
  JsonArray *array = gh_json_node_get_array (frame->value);

  for (guint i = evaluated->prefix; i < json_array_get_length (array); i++)
    if (!evaluated_has (evaluated, json_array_get_element (array, i))
        && !check_element (run, frame, schema->unevaluated_items, i))
      return gh_schema_run_fail (run, frame, "unevaluatedItems",
                                 "has an element that is not allowed");
  evaluated->all = TRUE;
  return TRUE;
}

static gboolean
check_names (GhSchemaRun         *run,
             const GhSchemaFrame *frame,
             GPtrArray           *names,
             const char          *keyword)
{
  JsonObject *object = gh_json_node_get_object (frame->value);

  for (guint i = 0; i < names->len; i++)
    {
      if (!gh_schema_run_spend (run, 1))
        return FALSE;
      if (!json_object_has_member (object, g_ptr_array_index (names, i)))
        {
          g_autofree char *name = gh_schema_dup_name (g_ptr_array_index (names, i));

          return gh_schema_run_fail (run, frame, keyword, "\"%s\" is missing", name);
        }
    }
  return TRUE;
}

static gboolean
check_dependencies (GhSchemaRun         *run,
                    const GhSchemaFrame *frame,
                    const GhSchemaNode  *schema,
                    Evaluated           *evaluated)
{
  JsonObject *object = gh_json_node_get_object (frame->value);
  GHashTableIter iter;
  gpointer name, value;

  if (schema->dependent_required != NULL)
    {
      g_hash_table_iter_init (&iter, schema->dependent_required);
      while (g_hash_table_iter_next (&iter, &name, &value))
        if (!gh_schema_run_spend (run, 1)
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
check_name (GhSchemaRun         *run,
            const GhSchemaFrame *frame,
            const GhSchemaNode  *schema,
            const char          *name)
{
  g_autoptr(JsonNode) node = json_node_init_string (json_node_alloc (), name);

  return check_member (run, frame, schema->property_names, name, node);
}

/* One member, under "properties", "patternProperties" and "additionalProperties". */
static gboolean
check_property (GhSchemaRun         *run,
                const GhSchemaFrame *frame,
                const GhSchemaNode  *schema,
                const char          *name,
                JsonNode            *member,
                Evaluated           *evaluated)
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
            return gh_schema_run_stop (run, "matching a pattern takes too long");
        }
    }
  if (!known && schema->additional_properties != NULL)
    {
      if (schema->additional_properties->never)
        {
          g_autofree char *shown = gh_schema_dup_name (name);

          return gh_schema_run_fail (run, frame, "additionalProperties", "\"%s\" is not allowed",
                                     shown);
        }
      if (!check_member (run, frame, schema->additional_properties, name, member))
        return FALSE;
    }
  if (known || schema->additional_properties != NULL)
    evaluated_add (run, evaluated, member);
  return TRUE;
}

static gboolean
check_object (GhSchemaRun         *run,
              const GhSchemaFrame *frame,
              const GhSchemaNode  *schema,
              Evaluated           *evaluated)
{
  JsonObject *object = gh_json_node_get_object (frame->value);
  guint size = json_object_get_size (object);
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  if (size < schema->min_properties)
    return gh_schema_run_fail (run, frame, "minProperties", "has too few members");
  if (schema->max_properties >= 0 && size > schema->max_properties)
    return gh_schema_run_fail (run, frame, "maxProperties", "has too many members");
  if (schema->required != NULL && !check_names (run, frame, schema->required, "required"))
    return FALSE;
  if (!check_dependencies (run, frame, schema, evaluated))
    return FALSE;
  if (schema->properties == NULL && schema->pattern_properties == NULL
      && schema->additional_properties == NULL && schema->property_names == NULL)
    return TRUE;
  json_object_iter_init (&iter, object);
  while (json_object_iter_next (&iter, &name, &member))
    if (!gh_schema_run_spend (run, 1)
        || (schema->property_names != NULL && !check_name (run, frame, schema, name))
        || !check_property (run, frame, schema, name, member, evaluated))
      return FALSE;
  return TRUE;
}

static gboolean
check_unevaluated_properties (GhSchemaRun         *run,
                              const GhSchemaFrame *frame,
                              const GhSchemaNode  *schema,
                              Evaluated           *evaluated)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  json_object_iter_init (&iter, gh_json_node_get_object (frame->value));
  while (json_object_iter_next (&iter, &name, &member))
    if (!evaluated_has (evaluated, member)
        && !check_member (run, frame, schema->unevaluated_properties, name, member))
      return gh_schema_run_fail (run, frame, "unevaluatedProperties",
                                 "has a member that is not allowed");
  evaluated->all = TRUE;
  return TRUE;
}

/* Where "$dynamicRef" leads: the outermost schema under way whose resource has the anchor. */
static const GhSchemaNode *
find_dynamic (const GhSchemaFrame *frame,
              const GhSchemaNode  *schema)
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
count_fitting (GhSchemaRun         *run,
               const GhSchemaFrame *frame,
               GPtrArray           *schemas,
               guint                enough,
               Evaluated           *evaluated)
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
fits (GhSchemaRun         *run,
      const GhSchemaFrame *frame,
      const GhSchemaNode  *schema,
      Evaluated           *evaluated)
{
  gboolean fitting;

  run->quiet++;
  fitting = check_same (run, frame, schema, evaluated);
  run->quiet--;
  return fitting;
}

static gboolean
check_references (GhSchemaRun         *run,
                  const GhSchemaFrame *frame,
                  const GhSchemaNode  *schema,
                  Evaluated           *evaluated)
{
  if (schema->ref != NULL && !check_same (run, frame, schema->ref, evaluated))
    return FALSE;
  if (schema->dynamic_ref == NULL)
    return TRUE;
  return gh_schema_run_spend (run, run->depth)
         && check_same (run, frame, find_dynamic (frame, schema), evaluated);
}

static gboolean
check_combinations (GhSchemaRun         *run,
                    const GhSchemaFrame *frame,
                    const GhSchemaNode  *schema,
                    Evaluated           *evaluated)
{
  if (schema->all_of != NULL)
    for (guint i = 0; i < schema->all_of->len; i++)
      if (!check_same (run, frame, g_ptr_array_index (schema->all_of, i), evaluated))
        return FALSE;
  if (schema->any_of != NULL
      && count_fitting (run, frame, schema->any_of, 1, evaluated) == 0)
    return gh_schema_run_fail (run, frame, "anyOf", "fits none of the alternatives");
  if (schema->one_of != NULL)
    {
      guint fitting = count_fitting (run, frame, schema->one_of, 2, evaluated);

      if (fitting != 1)
        return gh_schema_run_fail (run, frame, "oneOf",
                                   fitting == 0 ? "fits none of the alternatives"
                                                : "fits more than one of the alternatives");
    }
  if (schema->not_ != NULL)
    {
      Evaluated nothing = { 0 };
      gboolean fitting = fits (run, frame, schema->not_, &nothing);

      evaluated_clear (&nothing);
      if (fitting)
        return gh_schema_run_fail (run, frame, "not", "is what it must not be");
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
check_keywords (GhSchemaRun         *run,
                const GhSchemaFrame *frame,
                const GhSchemaNode  *schema,
                Evaluated           *evaluated)
{
  JsonNode *value = frame->value;
  gboolean is_object = gh_json_node_get_object (value) != NULL;
  gboolean is_array = gh_json_node_get_array (value) != NULL;

  if (schema->never)
    return gh_schema_run_fail (run, frame, "false", "is not allowed here");
  if (!gh_schema_check_value (run, frame, schema)
      || (is_object && !check_object (run, frame, schema, evaluated))
      || (is_array && !check_array (run, frame, schema, evaluated))
      || (gh_json_node_is_string (value) && !gh_schema_check_string (run, frame, schema))
      || (gh_json_node_is_number (value) && !gh_schema_check_number (run, frame, schema))
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
check (GhSchemaRun         *run,
       const GhSchemaFrame *outer,
       const GhSchemaNode  *schema,
       GhSchemaFrame        frame,
       Evaluated           *evaluated)
{
  g_auto(Evaluated) own = { 0 };
  gboolean good;

  frame.outer = outer;
  frame.schema = schema;
  if (!gh_schema_run_spend (run, 4))
    return FALSE;
  if (run->depth == MAX_DEPTH)
    return gh_schema_run_stop (run, "a value, or the schemas for it, are nested too deeply");
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
gh_json_schema_validate (GhJsonSchema *self,
                         JsonNode     *value,
                         GError      **error)
{
  g_autoptr(GError) local_error = NULL;
  GhSchemaRun run = { .schema = self, .error = &local_error };

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  gh_schema_budget_init (&run.budget, BASE_USEC + count_values (value) * USEC_PER_VALUE);
  if (check (&run, NULL, self->root, (GhSchemaFrame) { .value = value }, NULL))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local_error));
  return FALSE;
}
