/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A resource as its server describes it, and what reading one gives (requirements 8.15, 8.16). */
#include "config.h"

#include "gh-mcp-resource.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-base64.h"
#include "gh-mcp-content.h"
#include "gh-mcp-error.h"
#include "gh-mcp-protocol.h"
#include "gh-mcp-text.h"
#include "gh-rpc-error.h"

/* One line of a window. */
#define MAX_TITLE 1024
/* Servers write whole manuals here; what is longer is read by nobody. */
#define MAX_DESCRIPTION (256 * 1024)

/* The struct is public and first, so that the count does not show in the header. */
typedef struct
{
  GhMcpResource resource;
  gatomicrefcount count;
} Counted;

typedef struct
{
  GhMcpResourceContents contents;
  gatomicrefcount count;
} CountedContents;

G_DEFINE_BOXED_TYPE (GhMcpResource, gh_mcp_resource, gh_mcp_resource_ref, gh_mcp_resource_unref)
G_DEFINE_BOXED_TYPE (GhMcpResourceContents, gh_mcp_resource_contents,
                     gh_mcp_resource_contents_ref, gh_mcp_resource_contents_unref)

/**
 * gh_mcp_resource_parse:
 * @node: an element of `resources`
 * @error: GH_MCP_ERROR_PROTOCOL when it has no usable URI; everything else is optional
 *
 * Returns: (transfer full) (nullable): the resource.
 */
GhMcpResource *
gh_mcp_resource_parse (JsonNode  *node,
                       GError   **error)
{
  JsonObject *object;
  const char *uri;
  Counted *counted;
  GhMcpResource *self;

  g_return_val_if_fail (node != NULL, NULL);

  object = gh_json_node_get_object (node);
  /* Asked for with exactly these bytes: one that is no plain text cannot be. */
  uri = object != NULL ? gh_json_get_string (object, "uri") : NULL;
  if (uri == NULL || *uri == '\0')
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL, "A resource has no URI");
      return NULL;
    }

  counted = g_new0 (Counted, 1);
  g_atomic_ref_count_init (&counted->count);
  self = &counted->resource;
  self->raw = json_node_ref (node);
  self->uri = g_strdup (uri);
  self->name = gh_mcp_text_dup_member (object, "name", MAX_TITLE);
  if (self->name == NULL)
    self->name = gh_mcp_text_take_bound (g_strdup (uri), MAX_TITLE);
  self->title = gh_mcp_text_dup_member (object, "title", MAX_TITLE);
  self->description = gh_mcp_text_dup_member (object, "description", MAX_DESCRIPTION);
  self->mime_type = gh_mcp_text_dup_member (object, "mimeType", MAX_TITLE);
  self->size = MAX (gh_json_get_int (object, "size", -1), -1);
  self->annotations = gh_mcp_annotations_read (object);
  return self;
}

GhMcpResource *
gh_mcp_resource_ref (GhMcpResource *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&((Counted *) self)->count);
  return self;
}

void
gh_mcp_resource_unref (GhMcpResource *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&((Counted *) self)->count))
    return;
  g_free (self->uri);
  g_free (self->name);
  g_free (self->title);
  g_free (self->description);
  g_free (self->mime_type);
  json_node_unref (self->raw);
  g_free (self);
}

static GhMcpResourceContents *
parse_contents (JsonNode *node)
{
  CountedContents *counted = g_new0 (CountedContents, 1);
  GhMcpResourceContents *self = &counted->contents;
  JsonObject *object = gh_json_node_get_object (node);
  const char *blob;

  g_atomic_ref_count_init (&counted->count);
  self->raw = json_node_ref (node);
  if (object == NULL)
    return self;
  self->uri = gh_mcp_text_dup_member (object, "uri", GH_JSON_MAX_SIZE);
  self->mime_type = gh_mcp_text_dup_member (object, "mimeType", MAX_TITLE);
  self->text = gh_mcp_text_dup_member (object, "text", GH_JSON_MAX_SIZE);
  blob = gh_json_get_string (object, "blob");
  if (self->text == NULL && blob != NULL && strlen (blob) <= GH_MCP_CONTENT_MAX_BASE64)
    self->data = gh_mcp_base64_decode_lenient (blob);
  return self;
}

/**
 * gh_mcp_resource_contents_parse_list:
 * @result: the result of resources/read
 * @error: GH_MCP_ERROR_PROTOCOL when it has no `contents`, or more items than are read
 *
 * An empty list is one: it does not say that the resource is missing (8.20).
 *
 * Returns: (transfer full) (nullable) (element-type GhMcpResourceContents): the items.
 */
GPtrArray *
gh_mcp_resource_contents_parse_list (JsonNode  *result,
                                     GError   **error)
{
  g_autoptr(GPtrArray) list = NULL;
  JsonObject *object;
  JsonArray *contents;

  g_return_val_if_fail (result != NULL, NULL);

  object = gh_json_node_get_object (result);
  contents = object != NULL ? gh_json_get_array (object, "contents") : NULL;
  if (contents == NULL)
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                   "The answer to resources/read has no contents");
      return NULL;
    }
  if (json_array_get_length (contents) > GH_MCP_RESOURCE_MAX_CONTENTS)
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                   "A resource has more than %d parts", GH_MCP_RESOURCE_MAX_CONTENTS);
      return NULL;
    }
  list = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_mcp_resource_contents_unref);
  for (guint i = 0; i < json_array_get_length (contents); i++)
    g_ptr_array_add (list, parse_contents (json_array_get_element (contents, i)));
  return g_steal_pointer (&list);
}

gboolean
gh_mcp_resource_is_not_found (const GError *error)
{
  /* The URI is the only parameter that can be invalid. */
  return g_error_matches (error, GH_RPC_REMOTE_ERROR, GH_MCP_CODE_NOT_FOUND)
         || g_error_matches (error, GH_RPC_REMOTE_ERROR, GH_RPC_INVALID_PARAMS);
}

GhMcpResourceContents *
gh_mcp_resource_contents_ref (GhMcpResourceContents *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&((CountedContents *) self)->count);
  return self;
}

void
gh_mcp_resource_contents_unref (GhMcpResourceContents *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&((CountedContents *) self)->count))
    return;
  g_free (self->uri);
  g_free (self->mime_type);
  g_free (self->text);
  g_clear_pointer (&self->data, g_bytes_unref);
  gh_json_node_release (self->raw);
  g_free (self);
}
