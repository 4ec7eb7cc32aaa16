/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One content block of a tool result or a sampling message (requirements 6.3, 8.10). */
#include "config.h"

#include "gh-mcp-content.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-base64.h"
#include "gh-mcp-error.h"
#include "gh-mcp-text.h"

/* The struct is public and first, so that the count does not show in the header. */
typedef struct
{
  GhMcpContent content;
  gatomicrefcount count;
} Counted;

G_DEFINE_BOXED_TYPE (GhMcpContent, gh_mcp_content, gh_mcp_content_ref, gh_mcp_content_unref)

/* Where a block stands decides which kinds there are, and how much is forgiven. */
typedef enum
{
  PLACE_SHOWN,    /* only shown to a person: lenient */
  PLACE_MESSAGE,  /* in a message of a sampling request */
  PLACE_RESULT,   /* in a tool result in such a message */
} Place;

static GhMcpContent *
content_new (GhMcpContentKind kind)
{
  Counted *counted = g_new (Counted, 1);

  *counted = (Counted) { .content.kind = kind };
  g_atomic_ref_count_init (&counted->count);
  return &counted->content;
}

/* Says what is wrong, with the member's path in front. Always gives FALSE. */
static gboolean
refuse (GError     **error,
        const char  *where,
        const char  *member,
        const char  *what)
{
  g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS, "%s.%s: %s", where, member, what);
  return FALSE;
}

/* A text member, whole: the server's exact text where it is text at all. */
static char *
dup_member (JsonObject *object,
            const char *name)
{
  return gh_mcp_text_dup_member (object, name, GH_JSON_MAX_SIZE);
}

static gboolean
read_text (GhMcpContent  *self,
           JsonObject    *object,
           const char    *where,
           GError       **error)
{
  self->text = dup_member (object, "text");
  return self->text != NULL || refuse (error, where, "text", "must be a string");
}

static gboolean
read_data (GhMcpContent  *self,
           JsonObject    *object,
           const char    *where,
           Place          place,
           GError       **error)
{
  const char *data = gh_json_get_string (object, "data");
  gboolean strict = place != PLACE_SHOWN;

  self->mime_type = dup_member (object, "mimeType");
  if (data == NULL)
    return refuse (error, where, "data", "must be a string");
  if (strict && self->mime_type == NULL)
    return refuse (error, where, "mimeType", "must be a string");
  if (strlen (data) > GH_MCP_CONTENT_MAX_BASE64)
    return refuse (error, where, "data", "is too long");
  self->data = strict ? gh_mcp_base64_decode (data) : gh_mcp_base64_decode_lenient (data);
  return self->data != NULL || refuse (error, where, "data", "is not base64");
}

static gboolean
read_resource (GhMcpContent  *self,
               JsonObject    *object,
               const char    *where,
               Place          place,
               GError       **error)
{
  JsonObject *resource = gh_json_get_object (object, "resource");
  const char *blob;

  if (resource == NULL)
    return refuse (error, where, "resource", "must be an object");
  self->uri = dup_member (resource, "uri");
  self->mime_type = dup_member (resource, "mimeType");
  self->text = dup_member (resource, "text");
  if (self->text != NULL)
    return TRUE;
  blob = gh_json_get_string (resource, "blob");
  if (blob == NULL)
    return refuse (error, where, "resource", "must have text or blob");
  if (strlen (blob) <= GH_MCP_CONTENT_MAX_BASE64)
    self->data = place == PLACE_SHOWN ? gh_mcp_base64_decode_lenient (blob)
                                      : gh_mcp_base64_decode (blob);
  return self->data != NULL || refuse (error, where, "resource.blob", "is not base64");
}

static gboolean
read_link (GhMcpContent  *self,
           JsonObject    *object,
           const char    *where,
           GError       **error)
{
  self->uri = dup_member (object, "uri");
  self->mime_type = dup_member (object, "mimeType");
  self->text = dup_member (object, "title");
  if (self->text == NULL)
    self->text = dup_member (object, "name");
  return self->uri != NULL || refuse (error, where, "uri", "must be a string");
}

/* What ids and names must be to find each other and to be shown. */
static gboolean
read_name (JsonObject  *object,
           const char  *where,
           const char  *member,
           char       **value,
           GError     **error)
{
  const char *text = gh_json_get_string (object, member);

  if (text == NULL || *text == '\0')
    return refuse (error, where, member, "must be a string that is not empty");
  if (strlen (text) > GH_MCP_CONTENT_MAX_NAME)
    return refuse (error, where, member, "is too long");
  *value = dup_member (object, member);
  return TRUE;
}

static gboolean
read_tool_use (GhMcpContent  *self,
               JsonObject    *object,
               const char    *where,
               GError       **error)
{
  JsonNode *input = gh_json_get (object, "input");

  if (!read_name (object, where, "id", &self->id, error)
      || !read_name (object, where, "name", &self->name, error))
    return FALSE;
  if (input == NULL || gh_json_node_get_object (input) == NULL)
    return refuse (error, where, "input", "must be an object");
  self->input = json_node_ref (input);
  return TRUE;
}

static GhMcpContent *content_parse (JsonNode    *node,
                                    const char  *where,
                                    Place        place,
                                    GError     **error);

static gboolean
read_inner (GhMcpContent  *self,
            JsonObject    *object,
            const char    *where,
            GError       **error)
{
  JsonArray *array = gh_json_get_array (object, "content");

  if (array == NULL)
    return refuse (error, where, "content", "must be a list");
  if (json_array_get_length (array) > GH_MCP_CONTENT_MAX_INNER)
    return refuse (error, where, "content", "has too many blocks");
  self->content = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_mcp_content_unref);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      g_autofree char *inside = g_strdup_printf ("%s.content[%u]", where, i);
      GhMcpContent *block = content_parse (json_array_get_element (array, i), inside, PLACE_RESULT,
                                           error);

      if (block == NULL)
        return FALSE;
      g_ptr_array_add (self->content, block);
    }
  return TRUE;
}

static gboolean
read_tool_result (GhMcpContent  *self,
                  JsonObject    *object,
                  const char    *where,
                  GError       **error)
{
  JsonNode *structured = gh_json_get (object, "structuredContent");
  JsonNode *is_error = gh_json_get (object, "isError");

  if (!read_name (object, where, "toolUseId", &self->id, error)
      || !read_inner (self, object, where, error))
    return FALSE;
  if (structured != NULL)
    self->structured = json_node_ref (structured);
  if (is_error != NULL && !gh_json_node_is_boolean (is_error))
    return refuse (error, where, "isError", "must be true or false");
  self->is_error = gh_json_get_boolean (object, "isError", FALSE);
  return TRUE;
}

static gboolean
read_block (GhMcpContent  *self,
            JsonObject    *object,
            const char    *where,
            Place          place,
            GError       **error)
{
  const char *type = gh_json_get_string (object, "type");

  if (type == NULL)
    return refuse (error, where, "type", "must be a string");
  if (strcmp (type, "text") == 0)
    {
      self->kind = GH_MCP_CONTENT_TEXT;
      return read_text (self, object, where, error);
    }
  if (strcmp (type, "image") == 0)
    {
      self->kind = GH_MCP_CONTENT_IMAGE;
      return read_data (self, object, where, place, error);
    }
  if (strcmp (type, "audio") == 0)
    {
      self->kind = GH_MCP_CONTENT_AUDIO;
      return read_data (self, object, where, place, error);
    }
  if (place != PLACE_MESSAGE && strcmp (type, "resource") == 0)
    {
      self->kind = GH_MCP_CONTENT_RESOURCE;
      return read_resource (self, object, where, place, error);
    }
  if (place != PLACE_MESSAGE && strcmp (type, "resource_link") == 0)
    {
      self->kind = GH_MCP_CONTENT_RESOURCE_LINK;
      return read_link (self, object, where, error);
    }
  if (place == PLACE_MESSAGE && strcmp (type, "tool_use") == 0)
    {
      self->kind = GH_MCP_CONTENT_TOOL_USE;
      return read_tool_use (self, object, where, error);
    }
  if (place == PLACE_MESSAGE && strcmp (type, "tool_result") == 0)
    {
      self->kind = GH_MCP_CONTENT_TOOL_RESULT;
      return read_tool_result (self, object, where, error);
    }
  return refuse (error, where, "type", "is not a kind of content Gatehouse can use here");
}

static GhMcpContent *
content_parse (JsonNode    *node,
               const char  *where,
               Place        place,
               GError     **error)
{
  g_autoptr(GhMcpContent) self = content_new (GH_MCP_CONTENT_UNKNOWN);
  g_autoptr(GError) problem = NULL;
  JsonObject *object = gh_json_node_get_object (node);

  self->raw = json_node_ref (node);
  if (object == NULL)
    g_set_error (&problem, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS, "%s: must be an object",
                 where);
  else if (read_block (self, object, where, place, &problem))
    return g_steal_pointer (&self);

  if (place != PLACE_SHOWN)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return NULL;
    }
  g_debug ("Content shown as it came: %s", problem->message);
  self->kind = GH_MCP_CONTENT_UNKNOWN;
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->data, g_bytes_unref);
  return g_steal_pointer (&self);
}

/**
 * gh_mcp_content_new_text:
 * @text: valid UTF-8
 *
 * A text block of our own. Returns: (transfer full).
 */
GhMcpContent *
gh_mcp_content_new_text (const char *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  return gh_mcp_content_take_text (g_strdup (text));
}

GhMcpContent *
gh_mcp_content_take_text (char *take_text)
{
  GhMcpContent *self;

  g_return_val_if_fail (take_text != NULL, NULL);

  self = content_new (GH_MCP_CONTENT_TEXT);
  self->text = take_text;
  return self;
}

JsonNode *
gh_mcp_content_dup_raw (GhMcpContent *self)
{
  JsonObject *object;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->raw != NULL)
    return json_node_ref (self->raw);
  object = json_object_new ();
  json_object_set_member (object, "type", gh_json_node_new_string ("text"));
  json_object_set_member (object, "text", gh_json_node_new_string (self->text));
  return gh_json_node_new_object (object);
}

/**
 * gh_mcp_content_new_tool_use:
 * @id: valid UTF-8, as is @name
 * @input: (transfer none): an object
 *
 * A tool use of our own (6.17). Returns: (transfer full).
 */
GhMcpContent *
gh_mcp_content_new_tool_use (const char *id,
                             const char *name,
                             JsonNode   *input)
{
  GhMcpContent *self;
  JsonObject *object;

  g_return_val_if_fail (id != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (input != NULL && gh_json_node_get_object (input) != NULL, NULL);

  self = content_new (GH_MCP_CONTENT_TOOL_USE);
  self->id = g_strdup (id);
  self->name = g_strdup (name);
  self->input = json_node_ref (input);
  object = json_object_new ();
  json_object_set_member (object, "type", gh_json_node_new_string ("tool_use"));
  json_object_set_member (object, "id", gh_json_node_new_string (id));
  json_object_set_member (object, "name", gh_json_node_new_string (name));
  json_object_set_member (object, "input", json_node_ref (input));
  self->raw = gh_json_node_new_object (object);
  return self;
}

/**
 * gh_mcp_content_parse:
 * @node: one content block
 * @where: the block's path, for messages ("messages[2].content")
 * @strict: a sampling request's block (6.3): text, image and audio with exact base64, tool_use,
 *   tool_result
 * @error: GH_MCP_ERROR_INVALID_PARAMS naming the member; only when @strict
 *
 * Returns: (transfer full) (nullable): never NULL when not @strict.
 */
GhMcpContent *
gh_mcp_content_parse (JsonNode    *node,
                      const char  *where,
                      gboolean     strict,
                      GError     **error)
{
  g_return_val_if_fail (node != NULL, NULL);
  g_return_val_if_fail (where != NULL, NULL);

  return content_parse (node, where, strict ? PLACE_MESSAGE : PLACE_SHOWN, error);
}

GhMcpContent *
gh_mcp_content_ref (GhMcpContent *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&((Counted *) self)->count);
  return self;
}

void
gh_mcp_content_unref (GhMcpContent *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&((Counted *) self)->count))
    return;
  g_free (self->text);
  g_free (self->mime_type);
  g_free (self->uri);
  g_clear_pointer (&self->data, g_bytes_unref);
  g_free (self->id);
  g_free (self->name);
  g_clear_pointer (&self->input, json_node_unref);
  g_clear_pointer (&self->content, g_ptr_array_unref);
  g_clear_pointer (&self->structured, json_node_unref);
  g_clear_pointer (&self->raw, json_node_unref);
  g_free (self);
}
