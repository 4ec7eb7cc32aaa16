/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A template for the URIs of resources, as its server describes it (requirements 8.15, 8.17). */
#include "config.h"

#include "gh-mcp-resource-template.h"

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-text.h"

/* One line of a window. */
#define MAX_TITLE 1024
/* Servers write whole manuals here; what is longer is read by nobody. */
#define MAX_DESCRIPTION (256 * 1024)

/* The struct is public and first, so that the count does not show in the header. */
typedef struct
{
  GhMcpResourceTemplate template;
  gatomicrefcount count;
} Counted;

G_DEFINE_BOXED_TYPE (GhMcpResourceTemplate, gh_mcp_resource_template,
                     gh_mcp_resource_template_ref, gh_mcp_resource_template_unref)

/**
 * gh_mcp_resource_template_parse:
 * @node: an element of `resourceTemplates`
 * @error: GH_MCP_ERROR_PROTOCOL when it has no usable text; everything else is optional
 *
 * A template that cannot be expanded is kept, with the reason in `problem` (8.17).
 *
 * Returns: (transfer full) (nullable): the template.
 */
GhMcpResourceTemplate *
gh_mcp_resource_template_parse (JsonNode  *node,
                                GError   **error)
{
  g_autoptr(GError) problem = NULL;
  JsonObject *object;
  const char *text;
  Counted *counted;
  GhMcpResourceTemplate *self;

  g_return_val_if_fail (node != NULL, NULL);

  object = gh_json_node_get_object (node);
  text = object != NULL ? gh_json_get_string (object, "uriTemplate") : NULL;
  if (text == NULL || *text == '\0')
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                   "A resource template has no URI template");
      return NULL;
    }

  counted = g_new0 (Counted, 1);
  g_atomic_ref_count_init (&counted->count);
  self = &counted->template;
  self->raw = json_node_ref (node);
  self->uri_template = g_strdup (text);
  self->compiled = gh_mcp_uri_template_new (text, &problem);
  if (problem != NULL)
    self->problem = g_strdup (problem->message);
  self->name = gh_mcp_text_dup_member (object, "name", MAX_TITLE);
  if (self->name == NULL)
    self->name = gh_mcp_text_take_bound (g_strdup (text), MAX_TITLE);
  self->title = gh_mcp_text_dup_member (object, "title", MAX_TITLE);
  self->description = gh_mcp_text_dup_member (object, "description", MAX_DESCRIPTION);
  self->mime_type = gh_mcp_text_dup_member (object, "mimeType", MAX_TITLE);
  self->annotations = gh_mcp_annotations_read (object);
  return self;
}

GhMcpResourceTemplate *
gh_mcp_resource_template_ref (GhMcpResourceTemplate *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&((Counted *) self)->count);
  return self;
}

void
gh_mcp_resource_template_unref (GhMcpResourceTemplate *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&((Counted *) self)->count))
    return;
  g_free (self->uri_template);
  g_clear_pointer (&self->compiled, gh_mcp_uri_template_unref);
  g_free (self->problem);
  g_free (self->name);
  g_free (self->title);
  g_free (self->description);
  g_free (self->mime_type);
  json_node_unref (self->raw);
  g_free (self);
}
