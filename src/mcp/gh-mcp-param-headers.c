/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Which arguments of a tool are mirrored in HTTP headers: x-mcp-header (requirements 4.25-4.33). */
#include "config.h"

#include "gh-mcp-param-headers.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-header.h"
#include "gh-mcp-text.h"

#define ANNOTATION "x-mcp-header"
#define PREFIX "Mcp-Param-"
/* Web servers refuse requests with some hundred header fields, and fields of some kilobytes. */
#define MAX_HEADERS 100
#define MAX_NAME 256
/* Bytes of the members' names on the way to a property: each header keeps its way. */
#define MAX_WAY 4096
/* What an error message repeats of a server's words. */
#define MAX_SHOWN 100
/* JavaScript's safe integers (4.29). */
#define MAX_INTEGER ((G_GINT64_CONSTANT (1) << 53) - 1)

/* One annotated property. */
typedef struct
{
  char *name;  /* of the header */
  char **path; /* the members from the arguments to the value */
} Mirror;

struct _GhMcpParamHeaders
{
  GPtrArray *mirrors; /* of Mirror */
};

typedef struct
{
  GPtrArray *mirrors;
  GHashTable *names; /* in lower case */
  GPtrArray *path;   /* of const char *: the members on the way to here */
} Walk;

static gboolean walk (Walk      *w,
                      JsonNode  *schema,
                      gboolean   reachable,
                      GError   **error);

static void
mirror_free (gpointer data)
{
  Mirror *self = data;

  g_free (self->name);
  g_strfreev (self->path);
  g_free (self);
}

static gboolean
is_token (const char *text)
{
  if (*text == '\0')
    return FALSE;
  for (; *text != '\0'; text++)
    if (!g_ascii_isalnum (*text) && strchr ("!#$%&'*+-.^_`|~", *text) == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
refuse (GError     **error,
        JsonNode    *annotation,
        const char  *why)
{
  g_autofree char *shown = gh_mcp_text_take_bound (gh_json_node_dup_text (annotation), MAX_SHOWN);

  g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL, "%s \"%s\" %s", ANNOTATION, shown, why);
  return FALSE;
}

static gboolean
is_far (Walk *w)
{
  gsize length = 0;

  for (guint i = 0; i < w->path->len && length <= MAX_WAY; i++)
    length += strlen (g_ptr_array_index (w->path, i));
  return length > MAX_WAY;
}

static gboolean
take_annotation (Walk        *w,
                 JsonNode    *annotation,
                 JsonObject  *schema,
                 gboolean     reachable,
                 GError     **error)
{
  static const char * const types[] = { "string", "integer", "boolean", NULL };
  const char *name = gh_json_node_get_string (annotation);
  const char *type = gh_json_get_string (schema, "type");
  Mirror *mirror;

  if (!gh_json_node_is_string (annotation))
    return refuse (error, annotation, "is no text");
  if (name == NULL || !is_token (name))
    return refuse (error, annotation, "is no name for an HTTP header");
  if (strlen (name) > MAX_NAME)
    return refuse (error, annotation, "is too long");
  if (!reachable || w->path->len == 0)
    return refuse (error, annotation, "is not at a property that is always in the same place");
  if (is_far (w))
    return refuse (error, annotation, "is at a property with too long a name");
  if (type == NULL || !g_strv_contains (types, type))
    return refuse (error, annotation, "is at a property whose type is not exactly string, integer "
                                      "or boolean");
  if (!g_hash_table_add (w->names, g_ascii_strdown (name, -1)))
    return refuse (error, annotation, "is there twice");
  if (w->mirrors->len >= MAX_HEADERS)
    return refuse (error, annotation, "is one of too many");

  mirror = g_new0 (Mirror, 1);
  mirror->name = g_strconcat (PREFIX, name, NULL);
  mirror->path = g_new0 (char *, w->path->len + 1);
  for (guint i = 0; i < w->path->len; i++)
    mirror->path[i] = g_strdup (g_ptr_array_index (w->path, i));
  g_ptr_array_add (w->mirrors, mirror);
  return TRUE;
}

/* The members of `properties` and its like have names of the server's making: none is a keyword. */
static gboolean
walk_named (Walk      *w,
            JsonNode  *schemas,
            gboolean   reachable,
            GError   **error)
{
  JsonObject *object = gh_json_node_get_object (schemas);
  JsonObjectIter iter;
  const char *name;
  JsonNode *schema;

  if (object == NULL)
    return TRUE;
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &schema))
    {
      gboolean fine;

      g_ptr_array_add (w->path, (gpointer) name);
      fine = walk (w, schema, reachable, error);
      g_ptr_array_set_size (w->path, w->path->len - 1);
      if (!fine)
        return FALSE;
    }
  return TRUE;
}

/* Goes through the whole schema (4.27); what came from a server is no deeper than the JSON reader
 * lets in. A $ref is not followed. reachable: by nothing but `properties` from the root. */
static gboolean
walk (Walk      *w,
      JsonNode  *schema,
      gboolean   reachable,
      GError   **error)
{
  static const char * const named[] = { "properties", "patternProperties", "dependentSchemas",
                                        "dependencies", "$defs", "definitions", NULL };
  /* Values, not schemas. */
  static const char * const data[] = { "const", "default", "enum", "examples", NULL };
  JsonObject *object = gh_json_node_get_object (schema);
  JsonArray *array = gh_json_node_get_array (schema);
  JsonObjectIter iter;
  const char *keyword;
  JsonNode *value;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    if (!walk (w, json_array_get_element (array, i), FALSE, error))
      return FALSE;
  if (object == NULL)
    return TRUE;

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &keyword, &value))
    {
      gboolean fine = TRUE;

      if (strcmp (keyword, ANNOTATION) == 0)
        fine = take_annotation (w, value, object, reachable, error);
      else if (g_strv_contains (named, keyword))
        fine = walk_named (w, value, reachable && strcmp (keyword, "properties") == 0, error);
      else if (!g_strv_contains (data, keyword))
        fine = walk (w, value, FALSE, error);
      if (!fine)
        return FALSE;
    }
  return TRUE;
}

GhMcpParamHeaders *
gh_mcp_param_headers_new (JsonNode  *input_schema,
                          GError   **error)
{
  g_autoptr(GPtrArray) mirrors = g_ptr_array_new_with_free_func (mirror_free);
  g_autoptr(GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GPtrArray) path = g_ptr_array_new ();
  Walk w = { mirrors, names, path };
  GhMcpParamHeaders *self;

  g_return_val_if_fail (input_schema != NULL, NULL);

  if (!walk (&w, input_schema, TRUE, error))
    return NULL;
  self = g_new0 (GhMcpParamHeaders, 1);
  self->mirrors = g_steal_pointer (&mirrors);
  return self;
}

guint
gh_mcp_param_headers_get_n (GhMcpParamHeaders *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->mirrors->len;
}

/* NULL without an error: there is nothing to mirror (4.30). */
static char *
dup_value (Mirror    *mirror,
           JsonNode  *arguments,
           GError   **error)
{
  JsonNode *node = arguments;
  g_autofree char *shown = NULL;
  gint64 number;

  for (guint i = 0; node != NULL && mirror->path[i] != NULL; i++)
    node = gh_json_get (gh_json_node_get_object (node), mirror->path[i]);
  if (node == NULL)
    return NULL;
  /* A text that holds U+0000 cannot be written by us, and read by few. */
  if (gh_json_node_is_string (node) && gh_json_node_get_string (node) != NULL)
    return gh_mcp_header_encode (gh_json_node_get_string (node));
  if (gh_json_node_is_boolean (node))
    return gh_json_node_dup_text (node);
  if (gh_json_node_get_int (node, &number) && number >= -MAX_INTEGER && number <= MAX_INTEGER)
    return g_strdup_printf ("%" G_GINT64_FORMAT, number);

  shown = gh_mcp_text_take_bound (g_strjoinv (".", mirror->path), MAX_SHOWN);
  g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_UNSUPPORTED,
               "The value of \"%s\" cannot be sent: the server wants it in an HTTP header, which "
               "holds a text, true, false, or a whole number of at most 2^53-1", shown);
  return NULL;
}

gboolean
gh_mcp_param_headers_add (GhMcpParamHeaders   *self,
                          JsonNode            *arguments,
                          SoupMessageHeaders  *headers,
                          GError             **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < self->mirrors->len; i++)
    {
      Mirror *mirror = g_ptr_array_index (self->mirrors, i);
      g_autoptr(GError) problem = NULL;
      g_autofree char *value = dup_value (mirror, arguments, &problem);

      if (problem != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      if (value != NULL && headers != NULL)
        soup_message_headers_replace (headers, mirror->name, value);
    }
  return TRUE;
}

void
gh_mcp_param_headers_free (GhMcpParamHeaders *self)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_unref (self->mirrors);
  g_free (self);
}
