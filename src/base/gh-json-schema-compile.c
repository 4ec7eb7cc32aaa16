/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Compiles JSON schemas: every keyword is checked and brought into the form that validation needs.
 *
 * First all schemas are read where they stand, each with the resource it belongs to; references
 * are remembered. Then references are followed, which may find more schemas, in places that are
 * none by themselves. */
#include "config.h"

#include "gh-json-schema-compile.h"

/* Schemas in one schema; the largest of real tools have some hundreds. */
#define MAX_SCHEMAS 10000
/* Schemas inside schemas; compiling recurses. */
#define MAX_DEPTH 200
/* Processor time. */
#define MAX_USEC 250000
/* Digits and exponent of a number in a schema: it is read for every value. */
#define MAX_NUMBER 1000

gboolean
gh_schema_compiler_fail (GhSchemaCompiler *self,
                         const char       *format,
                         ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (self->error, GH_JSON_SCHEMA_ERROR, GH_JSON_SCHEMA_ERROR_SCHEMA, message);
  return FALSE;
}

static gboolean
fail_limit (GhSchemaCompiler *self,
            const char       *message)
{
  g_set_error_literal (self->error, GH_JSON_SCHEMA_ERROR, GH_JSON_SCHEMA_ERROR_LIMIT, message);
  return FALSE;
}

static gboolean
fail_keyword (GhSchemaCompiler *self,
              const char       *keyword,
              const char       *wanted)
{
  return gh_schema_compiler_fail (self, "\"%s\" in a schema is not %s", keyword, wanted);
}

/* A schema that is a keyword's value, or an element or a member of it. */
static gboolean
read_child (GhSchemaCompiler  *self,
            JsonNode          *source,
            GhSchemaNode      *parent,
            GhSchemaNode     **child)
{
  *child = gh_schema_compiler_add (self, source, parent->resource);
  return *child != NULL;
}

static gboolean
read_schema (GhSchemaCompiler  *self,
             JsonObject        *object,
             const char        *keyword,
             GhSchemaNode      *parent,
             GhSchemaNode     **child)
{
  JsonNode *source = gh_json_get_any (object, keyword);

  return source == NULL || read_child (self, source, parent, child);
}

static gboolean
read_schemas (GhSchemaCompiler  *self,
              JsonObject        *object,
              const char        *keyword,
              GhSchemaNode      *parent,
              GPtrArray        **children)
{
  JsonNode *source = gh_json_get_any (object, keyword);
  JsonArray *array = gh_json_node_get_array (source);

  if (source == NULL)
    return TRUE;
  if (array == NULL)
    return fail_keyword (self, keyword, "an array of schemas");
  *children = g_ptr_array_new ();
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      GhSchemaNode *child;

      if (!read_child (self, json_array_get_element (array, i), parent, &child))
        return FALSE;
      g_ptr_array_add (*children, child);
    }
  return TRUE;
}

static gboolean
read_object (GhSchemaCompiler  *self,
             JsonObject        *object,
             const char        *keyword,
             JsonObject       **value)
{
  JsonNode *source = gh_json_get_any (object, keyword);

  *value = gh_json_node_get_object (source);
  return source == NULL || *value != NULL || fail_keyword (self, keyword, "an object");
}

/* children: (nullable): where the schemas are only to be known */
static gboolean
read_schema_map (GhSchemaCompiler  *self,
                 JsonObject        *object,
                 const char        *keyword,
                 GhSchemaNode      *parent,
                 GHashTable       **children)
{
  JsonObject *map;
  JsonObjectIter iter;
  const char *name;
  JsonNode *source;

  if (!read_object (self, object, keyword, &map))
    return FALSE;
  if (map == NULL)
    return TRUE;
  if (children != NULL && *children == NULL)
    *children = g_hash_table_new (g_str_hash, g_str_equal);
  json_object_iter_init (&iter, map);
  while (json_object_iter_next (&iter, &name, &source))
    {
      GhSchemaNode *child;

      if (!read_child (self, source, parent, &child))
        return FALSE;
      if (children != NULL)
        g_hash_table_insert (*children, (char *) name, child);
    }
  return TRUE;
}

static gboolean
read_names (GhSchemaCompiler  *self,
            JsonNode          *source,
            const char        *keyword,
            GPtrArray        **names)
{
  JsonArray *array = gh_json_node_get_array (source);

  if (array == NULL)
    return fail_keyword (self, keyword, "an array of strings");
  *names = g_ptr_array_new ();
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *name = json_array_get_element (array, i);

      if (!gh_json_node_is_string (name))
        return fail_keyword (self, keyword, "an array of strings");
      g_ptr_array_add (*names, (char *) gh_json_node_get_raw (name));
    }
  return TRUE;
}

/* "dependentRequired", "dependentSchemas", and the older keyword that stands for both. */
static gboolean
read_dependencies (GhSchemaCompiler *self,
                   JsonObject       *object,
                   const char       *keyword,
                   GhSchemaNode     *node)
{
  JsonObject *map;
  JsonObjectIter iter;
  const char *name;
  JsonNode *source;

  if (!read_object (self, object, keyword, &map))
    return FALSE;
  if (map == NULL)
    return TRUE;
  json_object_iter_init (&iter, map);
  while (json_object_iter_next (&iter, &name, &source))
    if (strcmp (keyword, "dependentRequired") == 0 || gh_json_node_get_array (source) != NULL)
      {
        GPtrArray *names = NULL;
        gboolean good = read_names (self, source, keyword, &names);

        if (node->dependent_required == NULL)
          node->dependent_required = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                                            (GDestroyNotify) g_ptr_array_unref);
        if (names != NULL)
          g_hash_table_insert (node->dependent_required, (char *) name, names);
        if (!good)
          return FALSE;
      }
    else
      {
        GhSchemaNode *child;

        if (!read_child (self, source, node, &child))
          return FALSE;
        if (node->dependent_schemas == NULL)
          node->dependent_schemas = g_hash_table_new (g_str_hash, g_str_equal);
        g_hash_table_insert (node->dependent_schemas, (char *) name, child);
      }
  return TRUE;
}

static gboolean
read_count (GhSchemaCompiler *self,
            JsonObject       *object,
            const char       *keyword,
            gint64           *count)
{
  JsonNode *source = gh_json_get_any (object, keyword);

  if (source == NULL)
    return TRUE;
  if (!gh_json_node_is_number (source) || !gh_json_number_is_integer (source))
    return fail_keyword (self, keyword, "a whole number");
  if (gh_json_number_is_negative (source))
    return fail_keyword (self, keyword, "a count");
  /* Whole, and yet too large: larger than all there is. */
  if (!gh_json_node_get_int (source, count))
    *count = G_MAXINT64;
  return TRUE;
}

static gboolean
read_number (GhSchemaCompiler  *self,
             JsonObject        *object,
             const char        *keyword,
             JsonNode         **number)
{
  *number = gh_json_get_any (object, keyword);
  if (*number == NULL)
    return TRUE;
  if (!gh_json_node_is_number (*number))
    return fail_keyword (self, keyword, "a number");
  return gh_json_node_get_length (*number) <= MAX_NUMBER
         || fail_keyword (self, keyword, "a number of reasonable length");
}

static gboolean
read_boolean (GhSchemaCompiler *self,
              JsonObject       *object,
              const char       *keyword,
              gboolean         *value)
{
  JsonNode *source = gh_json_get_any (object, keyword);

  if (source == NULL)
    return TRUE;
  if (!gh_json_node_is_boolean (source))
    return fail_keyword (self, keyword, "a boolean");
  *value = json_node_get_boolean (source);
  return TRUE;
}

static gboolean
read_type (GhSchemaCompiler *self,
           JsonNode         *source,
           GhSchemaTypes    *types)
{
  static const struct { const char *name; GhSchemaTypes type; } names[] = {
    { "null", GH_SCHEMA_NULL }, { "boolean", GH_SCHEMA_BOOLEAN },
    { "integer", GH_SCHEMA_INTEGER }, { "number", GH_SCHEMA_NUMBER },
    { "string", GH_SCHEMA_STRING }, { "array", GH_SCHEMA_ARRAY }, { "object", GH_SCHEMA_OBJECT },
  };
  const char *name = gh_json_node_get_string (source);

  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (names); i++)
    if (strcmp (name, names[i].name) == 0)
      {
        *types |= names[i].type;
        return TRUE;
      }
  return fail_keyword (self, "type", "a type, or an array of types");
}

static gboolean
read_types (GhSchemaCompiler *self,
            JsonObject       *object,
            GhSchemaTypes    *types)
{
  JsonNode *source = gh_json_get_any (object, "type");
  JsonArray *array = gh_json_node_get_array (source);

  if (source == NULL)
    return TRUE;
  if (array == NULL)
    return read_type (self, source, types);
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (!read_type (self, json_array_get_element (array, i), types))
      return FALSE;
  return *types != 0 || fail_keyword (self, "type", "a type, or an array of types");
}

static GhSchemaPattern *
read_pattern (GhSchemaCompiler *self,
              const char       *text)
{
  /* Building one takes about as long as a look at the clock. */
  if (!gh_schema_budget_spend (&self->budget, GH_SCHEMA_LOOK))
    {
      fail_limit (self, "compiling a schema takes too long");
      return NULL;
    }
  return gh_schema_pattern_new (text, self->error);
}

static gboolean
read_value_keywords (GhSchemaCompiler *self,
                     JsonObject       *object,
                     GhSchemaNode     *node)
{
  JsonNode *enumeration = gh_json_get_any (object, "enum");

  node->enumeration = gh_json_node_get_array (enumeration);
  if (enumeration != NULL && node->enumeration == NULL)
    return fail_keyword (self, "enum", "an array");
  node->constant = gh_json_get_any (object, "const");
  return read_types (self, object, &node->types);
}

static gboolean
read_number_keywords (GhSchemaCompiler *self,
                      JsonObject       *object,
                      GhSchemaNode     *node)
{
  if (!read_number (self, object, "minimum", &node->minimum)
      || !read_number (self, object, "maximum", &node->maximum)
      || !read_number (self, object, "exclusiveMinimum", &node->above)
      || !read_number (self, object, "exclusiveMaximum", &node->below)
      || !read_number (self, object, "multipleOf", &node->multiple_of))
    return FALSE;
  return node->multiple_of == NULL || gh_json_number_is_divisor (node->multiple_of)
         || fail_keyword (self, "multipleOf", "a positive number of at most 18 digits");
}

static gboolean
read_string_keywords (GhSchemaCompiler *self,
                      JsonObject       *object,
                      GhSchemaNode     *node)
{
  JsonNode *pattern = gh_json_get_any (object, "pattern");
  const char *format = gh_json_get_string (object, "format");

  if (self->schema->formats && format != NULL)
    {
      node->format = gh_schema_format_find (format);
      node->format_name = format;
    }
  if (pattern != NULL && gh_json_node_get_string (pattern) == NULL)
    return fail_keyword (self, "pattern", "a string");
  if (pattern != NULL)
    {
      node->pattern = read_pattern (self, gh_json_node_get_string (pattern));
      if (node->pattern == NULL)
        return FALSE;
    }
  return read_count (self, object, "minLength", &node->min_length)
         && read_count (self, object, "maxLength", &node->max_length);
}

/* In 2020-12 the schemas of the first elements are "prefixItems"; before, an array in "items". That
 * is taken in every dialect: many schemas that declare none are written in the older way. */
static gboolean
read_items (GhSchemaCompiler *self,
            JsonObject       *object,
            GhSchemaNode     *node)
{
  gboolean has_prefix = node->resource->dialect >= GH_SCHEMA_2020_12
                        && json_object_has_member (object, "prefixItems");

  if (!has_prefix && gh_json_get_array (object, "items") != NULL)
    return read_schemas (self, object, "items", node, &node->prefix_items)
           && read_schema (self, object, "additionalItems", node, &node->items);
  return (!has_prefix || read_schemas (self, object, "prefixItems", node, &node->prefix_items))
         && read_schema (self, object, "items", node, &node->items);
}

static gboolean
read_array_keywords (GhSchemaCompiler *self,
                     JsonObject       *object,
                     GhSchemaNode     *node)
{
  GhSchemaDialect dialect = node->resource->dialect;

  node->min_contains = 1;
  node->contains_evaluates = dialect >= GH_SCHEMA_2020_12;
  if (!read_count (self, object, "minItems", &node->min_items)
      || !read_count (self, object, "maxItems", &node->max_items)
      || !read_boolean (self, object, "uniqueItems", &node->unique_items)
      || !read_items (self, object, node)
      || !read_schema (self, object, "contains", node, &node->contains))
    return FALSE;
  return dialect < GH_SCHEMA_2019_09
         || (read_count (self, object, "minContains", &node->min_contains)
             && read_count (self, object, "maxContains", &node->max_contains)
             && read_schema (self, object, "unevaluatedItems", node, &node->unevaluated_items));
}

static void
pattern_property_clear (gpointer data)
{
  GhSchemaPatternProperty *property = data;

  gh_schema_pattern_free (property->pattern);
}

static gboolean
read_pattern_properties (GhSchemaCompiler *self,
                         JsonObject       *object,
                         GhSchemaNode     *node)
{
  JsonObject *map;
  JsonObjectIter iter;
  const char *name;
  JsonNode *source;

  if (!read_object (self, object, "patternProperties", &map))
    return FALSE;
  if (map == NULL)
    return TRUE;
  node->pattern_properties = g_array_new (FALSE, FALSE, sizeof (GhSchemaPatternProperty));
  g_array_set_clear_func (node->pattern_properties, pattern_property_clear);
  json_object_iter_init (&iter, map);
  while (json_object_iter_next (&iter, &name, &source))
    {
      GhSchemaPatternProperty property;

      if (gh_json_is_verbatim (name))
        return fail_keyword (self, "patternProperties", "a set of usable patterns");
      if (!read_child (self, source, node, &property.schema))
        return FALSE;
      property.pattern = read_pattern (self, name);
      if (property.pattern == NULL)
        return FALSE;
      g_array_append_val (node->pattern_properties, property);
    }
  return TRUE;
}

static gboolean
read_object_keywords (GhSchemaCompiler *self,
                      JsonObject       *object,
                      GhSchemaNode     *node)
{
  JsonNode *required = gh_json_get_any (object, "required");

  if (required != NULL && !read_names (self, required, "required", &node->required))
    return FALSE;
  if (!read_count (self, object, "minProperties", &node->min_properties)
      || !read_count (self, object, "maxProperties", &node->max_properties)
      || !read_schema_map (self, object, "properties", node, &node->properties)
      || !read_pattern_properties (self, object, node)
      || !read_schema (self, object, "additionalProperties", node, &node->additional_properties)
      || !read_schema (self, object, "propertyNames", node, &node->property_names)
      || !read_dependencies (self, object, "dependencies", node))
    return FALSE;
  return node->resource->dialect < GH_SCHEMA_2019_09
         || (read_dependencies (self, object, "dependentRequired", node)
             && read_dependencies (self, object, "dependentSchemas", node)
             && read_schema (self, object, "unevaluatedProperties", node,
                             &node->unevaluated_properties));
}

static gboolean
read_combinations (GhSchemaCompiler *self,
                   JsonObject       *object,
                   GhSchemaNode     *node)
{
  if (!read_schemas (self, object, "allOf", node, &node->all_of)
      || !read_schemas (self, object, "anyOf", node, &node->any_of)
      || !read_schemas (self, object, "oneOf", node, &node->one_of)
      || !read_schema (self, object, "not", node, &node->not_))
    return FALSE;
  return node->resource->dialect < GH_SCHEMA_DRAFT_07
         || (read_schema (self, object, "if", node, &node->if_)
             && read_schema (self, object, "then", node, &node->then_)
             && read_schema (self, object, "else", node, &node->else_));
}

static gboolean
read_keywords (GhSchemaCompiler *self,
               JsonObject       *object,
               GhSchemaNode     *node)
{
  if (!gh_schema_refs_remember (self, node, object)
      || !read_schema_map (self, object, "$defs", node, NULL)
      || !read_schema_map (self, object, "definitions", node, NULL))
    return FALSE;
  if (gh_schema_refs_is_alone (node->resource, object))
    return TRUE;
  if (!read_value_keywords (self, object, node)
      || !read_number_keywords (self, object, node)
      || !read_string_keywords (self, object, node)
      || !read_array_keywords (self, object, node)
      || !read_object_keywords (self, object, node)
      || !read_combinations (self, object, node))
    return FALSE;
  if (node->unevaluated_items != NULL || node->unevaluated_properties != NULL)
    self->schema->tracks = TRUE;
  return TRUE;
}

static GhSchemaNode *
node_new (JsonNode *source)
{
  GhSchemaNode *node = g_new0 (GhSchemaNode, 1);

  node->source = source;
  node->min_length = node->max_length = -1;
  node->min_items = node->max_items = -1;
  node->min_contains = node->max_contains = -1;
  node->min_properties = node->max_properties = -1;
  return node;
}

/**
 * gh_schema_compiler_add:
 * @resource: (nullable): what it belongs to when it has no URI of its own; NULL for the outermost
 *
 * Returns: (transfer none) (nullable): that schema, compiled; NULL with an error
 */
GhSchemaNode *
gh_schema_compiler_add (GhSchemaCompiler *self,
                        JsonNode         *source,
                        GhSchemaResource *resource)
{
  GhSchemaNode *node = g_hash_table_lookup (self->known, source);
  JsonObject *object = gh_json_node_get_object (source);
  gboolean good;

  if (node != NULL)
    return node;
  if (object == NULL && !gh_json_node_is_boolean (source))
    {
      gh_schema_compiler_fail (self, "a schema is an object or a boolean");
      return NULL;
    }
  if (self->schema->nodes->len == MAX_SCHEMAS || self->depth == MAX_DEPTH
      || !gh_schema_budget_spend (&self->budget, GH_SCHEMA_LOOK / 32))
    {
      fail_limit (self, "a schema is too large");
      return NULL;
    }
  node = node_new (source);
  g_ptr_array_add (self->schema->nodes, node);
  g_hash_table_insert (self->known, source, node);
  if (!gh_schema_refs_enter (self, node, object, resource))
    return NULL;
  if (object == NULL)
    {
      node->never = !json_node_get_boolean (source);
      return node;
    }
  self->depth++;
  good = read_keywords (self, object, node);
  self->depth--;
  return good ? node : NULL;
}

/* Compiles `source` of it. */
gboolean
gh_schema_compile (GhJsonSchema  *self,
                   GError       **error)
{
  g_autoptr(GHashTable) known = g_hash_table_new (NULL, NULL);
  g_autoptr(GHashTable) resources = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr(GArray) references = g_array_new (FALSE, FALSE, sizeof (GhSchemaReference));
  GhSchemaCompiler compiler = {
    .schema = self, .known = known, .resources = resources, .references = references,
    .error = error,
  };

  gh_schema_budget_init (&compiler.budget, MAX_USEC);
  self->root = gh_schema_compiler_add (&compiler, self->source, NULL);
  return self->root != NULL && gh_schema_refs_follow (&compiler);
}
