/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * URIs, anchors and references of JSON schemas: all within the one schema, nothing is fetched
 * (requirement 1.24). */
#include "config.h"

#include "gh-json-schema-compile.h"

/* URIs and references; each "$id" may make a longer one of its parent's. */
#define MAX_URI 2000

/* Where a schema is that does not say so; relative references need a base. */
#define DEFAULT_URI "json-schema:///"

/* (transfer full) (nullable): the part before '#' made absolute. */
static char *
resolve (GhSchemaCompiler *self,
         const char       *base,
         const char       *uri)
{
  g_autofree char *place = g_strndup (uri, MIN (strcspn (uri, "#"), MAX_URI + 1));
  g_autofree char *absolute = NULL;

  if (*place == '\0')
    return g_strdup (base);
  if (strlen (place) <= MAX_URI)
    absolute = g_uri_resolve_relative (base, place, G_URI_FLAGS_ENCODED, NULL);
  if (absolute == NULL || strlen (absolute) > MAX_URI)
    {
      gh_schema_compiler_fail (self, "\"%.60s\" in a schema is no usable URI", place);
      return NULL;
    }
  return g_steal_pointer (&absolute);
}

static gboolean
read_dialect (GhSchemaCompiler *self,
              JsonObject       *object,
              GhSchemaDialect  *dialect)
{
  static const struct { const char *name; GhSchemaDialect dialect; } names[] = {
    { "json-schema.org/draft-06/schema", GH_SCHEMA_DRAFT_06 },
    { "json-schema.org/draft-07/schema", GH_SCHEMA_DRAFT_07 },
    { "json-schema.org/draft/2019-09/schema", GH_SCHEMA_2019_09 },
    { "json-schema.org/draft/2020-12/schema", GH_SCHEMA_2020_12 },
  };
  JsonNode *declared = gh_json_get_any (object, "$schema");
  const char *uri = gh_json_node_get_string (declared);
  const char *name = uri;

  if (declared == NULL)
    return TRUE;
  if (uri == NULL)
    return gh_schema_compiler_fail (self, "\"$schema\" in a schema is not a string");
  if (g_str_has_prefix (name, "http://"))
    name += strlen ("http://");
  else if (g_str_has_prefix (name, "https://"))
    name += strlen ("https://");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (name, names[i].name)
        && g_strv_contains ((const char * const[]) { "", "#", NULL },
                            name + strlen (names[i].name)))
      {
        *dialect = names[i].dialect;
        return TRUE;
      }
  return gh_schema_compiler_fail (self, "the dialect of a schema is not supported: \"%.100s\"",
                                  uri);
}

/* Whether "$ref" hides all that stands beside it: before 2019-09. */
gboolean
gh_schema_refs_is_alone (GhSchemaResource *resource,
                         JsonObject       *object)
{
  return resource->dialect < GH_SCHEMA_2019_09 && json_object_has_member (object, "$ref");
}

static gboolean
add_resource (GhSchemaCompiler *self,
              GhSchemaNode     *node,
              JsonObject       *object,
              GhSchemaResource *outer)
{
  const char *base = outer != NULL ? outer->uri : DEFAULT_URI;
  const char *id = object != NULL ? gh_json_get_string (object, "$id") : NULL;
  GhSchemaResource *resource = g_new0 (GhSchemaResource, 1);

  g_ptr_array_add (self->schema->resources, resource);
  resource->root = node;
  resource->dialect = outer != NULL ? outer->dialect : GH_SCHEMA_2020_12;
  resource->anchors = g_hash_table_new (g_str_hash, g_str_equal);
  resource->dynamic_anchors = g_hash_table_new (g_str_hash, g_str_equal);
  resource->uri = resolve (self, base, id != NULL ? id : "");
  if (resource->uri == NULL || (object != NULL && !read_dialect (self, object, &resource->dialect)))
    return FALSE;
  if (!g_hash_table_insert (self->resources, resource->uri, resource))
    return gh_schema_compiler_fail (self, "two schemas have the URI \"%.100s\"", resource->uri);
  node->resource = resource;
  return TRUE;
}

static gboolean
add_anchor (GhSchemaCompiler *self,
            GHashTable       *anchors,
            const char       *name,
            GhSchemaNode     *node)
{
  if (g_hash_table_insert (anchors, (char *) name, node))
    return TRUE;
  return gh_schema_compiler_fail (self, "two schemas have the anchor \"%.60s\"", name);
}

static gboolean
read_anchors (GhSchemaCompiler *self,
              GhSchemaNode     *node,
              JsonObject       *object)
{
  GhSchemaResource *resource = node->resource;
  const char *id = gh_json_get_string (object, "$id");
  const char *anchor = gh_json_get_string (object, "$anchor");
  const char *dynamic = gh_json_get_string (object, "$dynamicAnchor");

  if (resource->dialect < GH_SCHEMA_2019_09)
    {
      const char *fragment = id != NULL ? strchr (id, '#') : NULL;

      return fragment == NULL || fragment[1] == '\0'
             || add_anchor (self, resource->anchors, fragment + 1, node);
    }
  if (anchor != NULL && !add_anchor (self, resource->anchors, anchor, node))
    return FALSE;
  if (resource->dialect == GH_SCHEMA_2019_09)
    return resource->root != node || !gh_json_get_boolean (object, "$recursiveAnchor", FALSE)
           || add_anchor (self, resource->dynamic_anchors, "", node);
  if (dynamic == NULL)
    return TRUE;
  g_hash_table_insert (resource->anchors, (char *) dynamic, node);
  return add_anchor (self, resource->dynamic_anchors, dynamic, node);
}

/**
 * gh_schema_refs_enter:
 * @object: (nullable): what @node is made of, NULL for a boolean
 * @resource: (nullable): what is around it, NULL for the outermost schema
 *
 * Finds out which resource a schema belongs to, and which names it has there.
 */
gboolean
gh_schema_refs_enter (GhSchemaCompiler *self,
                      GhSchemaNode     *node,
                      JsonObject       *object,
                      GhSchemaResource *resource)
{
  const char *id = object != NULL ? gh_json_get_string (object, "$id") : NULL;
  gboolean hidden = object != NULL && resource != NULL
                    && gh_schema_refs_is_alone (resource, object);

  node->resource = resource;
  if (resource == NULL || (id != NULL && *id != '#' && !hidden))
    {
      if (!add_resource (self, node, object, resource))
        return FALSE;
    }
  return object == NULL || hidden || read_anchors (self, node, object);
}

static gboolean
remember (GhSchemaCompiler *self,
          GhSchemaNode     *node,
          JsonObject       *object,
          const char       *keyword,
          gboolean          dynamic)
{
  JsonNode *source = gh_json_get_any (object, keyword);
  GhSchemaReference reference = {
    .node = node, .text = gh_json_node_get_string (source), .dynamic = dynamic,
  };

  if (source == NULL)
    return TRUE;
  if (reference.text == NULL)
    return gh_schema_compiler_fail (self, "\"%s\" in a schema is not a string", keyword);
  if (strlen (reference.text) > MAX_URI)
    return gh_schema_compiler_fail (self, "\"%s\" in a schema is too long", keyword);
  g_array_append_val (self->references, reference);
  return TRUE;
}

/* Remembers the references of one schema, to be followed when all is known. */
gboolean
gh_schema_refs_remember (GhSchemaCompiler *self,
                         GhSchemaNode     *node,
                         JsonObject       *object)
{
  GhSchemaDialect dialect = node->resource->dialect;

  if (!remember (self, node, object, "$ref", FALSE))
    return FALSE;
  if (dialect == GH_SCHEMA_2020_12)
    return remember (self, node, object, "$dynamicRef", TRUE);
  return dialect != GH_SCHEMA_2019_09 || remember (self, node, object, "$recursiveRef", TRUE);
}

/* One step of a JSON pointer; NULL when it leads nowhere. */
static JsonNode *
step (JsonNode   *from,
      const char *token)
{
  g_auto(GStrv) tildes = g_strsplit (token, "~1", -1);
  g_autofree char *slashes = g_strjoinv ("/", tildes);
  g_auto(GStrv) parts = g_strsplit (slashes, "~0", -1);
  g_autofree char *name = g_strjoinv ("~", parts);
  JsonArray *array = gh_json_node_get_array (from);
  guint64 index;

  if (gh_json_node_get_object (from) != NULL)
    return json_object_get_member (gh_json_node_get_object (from), name);
  if (array != NULL && json_array_get_length (array) > 0
      && g_ascii_string_to_unsigned (name, 10, 0, json_array_get_length (array) - 1, &index, NULL))
    return json_array_get_element (array, index);
  return NULL;
}

/* The schema at the end of a JSON pointer, which may never have been read as one. */
static GhSchemaNode *
find_pointer (GhSchemaCompiler *self,
              GhSchemaResource *resource,
              const char       *pointer)
{
  g_auto(GStrv) tokens = g_strsplit (pointer + 1, "/", -1);
  JsonNode *at = resource->root->source;

  for (guint i = 0; at != NULL && tokens[i] != NULL; i++)
    {
      GhSchemaNode *node;

      at = step (at, tokens[i]);
      node = at != NULL ? g_hash_table_lookup (self->known, at) : NULL;
      if (node != NULL)
        resource = node->resource;
    }
  if (at == NULL)
    {
      gh_schema_compiler_fail (self, "a \"$ref\" leads nowhere: \"#%.100s\"", pointer);
      return NULL;
    }
  return gh_schema_compiler_add (self, at, resource);
}

static gboolean
follow (GhSchemaCompiler        *self,
        const GhSchemaReference *reference)
{
  GhSchemaNode *node = reference->node;
  const char *hash = strchr (reference->text, '#');
  g_autofree char *uri = resolve (self, node->resource->uri, reference->text);
  g_autofree char *fragment = g_uri_unescape_string (hash != NULL ? hash + 1 : "", NULL);
  GhSchemaResource *resource;
  GhSchemaNode *target;

  if (uri == NULL)
    return FALSE;
  resource = g_hash_table_lookup (self->resources, uri);
  if (resource == NULL)
    {
      g_set_error (self->error, GH_JSON_SCHEMA_ERROR, GH_JSON_SCHEMA_ERROR_REFERENCE,
                   "a \"$ref\" leads out of the schema, and nothing is fetched: \"%.100s\"",
                   reference->text);
      return FALSE;
    }
  if (fragment == NULL)
    return gh_schema_compiler_fail (self, "a \"$ref\" is malformed: \"%.100s\"", reference->text);
  if (*fragment == '\0')
    target = resource->root;
  else if (*fragment == '/')
    target = find_pointer (self, resource, fragment);
  else
    {
      target = g_hash_table_lookup (resource->anchors, fragment);
      if (target == NULL)
        gh_schema_compiler_fail (self, "a \"$ref\" leads nowhere: \"%.100s\"", reference->text);
    }
  if (target == NULL)
    return FALSE;

  if (!reference->dynamic)
    node->ref = target;
  else
    {
      node->dynamic_ref = target;
      if (g_hash_table_contains (resource->dynamic_anchors, fragment))
        node->dynamic_name = g_steal_pointer (&fragment);
    }
  return TRUE;
}

/* Follows all that was remembered, and what comes up on the way. */
gboolean
gh_schema_refs_follow (GhSchemaCompiler *self)
{
  for (guint i = 0; i < self->references->len; i++)
    {
      GhSchemaReference reference = g_array_index (self->references, GhSchemaReference, i);

      if (!follow (self, &reference))
        return FALSE;
    }
  return TRUE;
}
