/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A tool as its server describes it, and the result of calling one (requirements 8.4-8.12). */
#include "config.h"

#include "gh-mcp-tool.h"

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
  GhMcpTool tool;
  gatomicrefcount count;
} Counted;

G_DEFINE_BOXED_TYPE (GhMcpTool, gh_mcp_tool, gh_mcp_tool_ref, gh_mcp_tool_unref)

/* Real servers leave it out or write null; the protocol says what that means. */
static JsonNode *
dup_input_schema (JsonObject *object)
{
  JsonNode *node = gh_json_get (object, "inputSchema");
  JsonObject *schema;

  if (node != NULL && gh_json_node_get_object (node) != NULL)
    return json_node_ref (node);
  schema = json_object_new ();
  json_object_set_member (schema, "type", gh_json_node_new_string ("object"));
  return gh_json_node_new_object (schema);
}

static void
read_annotations (GhMcpTool  *self,
                  JsonObject *annotations)
{
  self->read_only = FALSE;
  self->destructive = TRUE;
  self->idempotent = FALSE;
  self->open_world = TRUE;
  if (annotations == NULL)
    return;
  self->read_only = gh_json_get_boolean (annotations, "readOnlyHint", self->read_only);
  self->destructive = gh_json_get_boolean (annotations, "destructiveHint", self->destructive);
  self->idempotent = gh_json_get_boolean (annotations, "idempotentHint", self->idempotent);
  self->open_world = gh_json_get_boolean (annotations, "openWorldHint", self->open_world);
  /* The two say nothing about a tool that changes nothing (8.8). */
  if (self->read_only)
    {
      self->destructive = FALSE;
      self->idempotent = TRUE;
    }
}

/**
 * gh_mcp_tool_parse:
 * @node: an element of `tools`
 * @with_tasks: whether `execution.taskSupport` counts; without the server's capability it does not
 * @error: GH_MCP_ERROR_PROTOCOL when it has no usable name; everything else is optional
 *
 * Returns: (transfer full) (nullable): the tool.
 */
GhMcpTool *
gh_mcp_tool_parse (JsonNode  *node,
                   gboolean   with_tasks,
                   GError   **error)
{
  JsonObject *object, *annotations, *execution;
  g_autofree char *name = NULL;
  Counted *counted;
  GhMcpTool *self;
  JsonNode *schema;

  g_return_val_if_fail (node != NULL, NULL);

  object = gh_json_node_get_object (node);
  if (object != NULL)
    name = g_strdup (gh_json_get_string (object, "name"));
  if (name == NULL || *name == '\0')
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL, "A tool has no name");
      return NULL;
    }

  counted = g_new0 (Counted, 1);
  g_atomic_ref_count_init (&counted->count);
  self = &counted->tool;
  self->raw = json_node_ref (node);
  self->name = g_steal_pointer (&name);
  annotations = gh_json_get_object (object, "annotations");
  self->title = gh_mcp_text_dup_member (object, "title", MAX_TITLE);
  if (self->title == NULL)
    self->title = gh_mcp_text_dup_member (annotations, "title", MAX_TITLE);
  self->description = gh_mcp_text_dup_member (object, "description", MAX_DESCRIPTION);
  self->input_schema = dup_input_schema (object);
  schema = gh_json_get (object, "outputSchema");
  if (schema != NULL && gh_json_node_get_object (schema) != NULL)
    self->output_schema = json_node_ref (schema);
  read_annotations (self, annotations);
  execution = gh_json_get_object (object, "execution");
  self->task_required = with_tasks && execution != NULL
                        && g_strcmp0 (gh_json_get_string (execution, "taskSupport"),
                                      "required") == 0;
  return self;
}

GhMcpTool *
gh_mcp_tool_ref (GhMcpTool *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&((Counted *) self)->count);
  return self;
}

void
gh_mcp_tool_unref (GhMcpTool *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&((Counted *) self)->count))
    return;
  g_free (self->name);
  g_free (self->title);
  g_free (self->description);
  g_clear_pointer (&self->input_schema, json_node_unref);
  g_clear_pointer (&self->output_schema, json_node_unref);
  g_clear_pointer (&self->raw, json_node_unref);
  g_free (self);
}

/* A result of texts and nothing else, as most are, is read without making nodes. FALSE for any
 * other. */
static gboolean
read_texts (GhMcpToolResult *self,
            GhJsonSource     result)
{
  static const char * const names[] = { "content", "isError" };
  static const char * const block_names[] = { "type", "text" };
  GhJsonSource members[2], block[2];
  GhJsonSource none, element;
  GhJsonWalk walk;

  if (gh_json_source_get_members (result, names, 2, members) != 1 + (members[1].length > 0)
      || !gh_json_source_is_array (members[0]))
    return FALSE;
  gh_json_walk_init (&walk, members[0]);
  while (gh_json_walk_next (&walk, &none, &element))
    {
      g_autofree char *text = NULL;

      if (gh_json_source_get_members (element, block_names, 2, block) != 2
          || !gh_json_source_is_text (block[0], "text")
          || (text = gh_json_source_dup_text (block[1])) == NULL
          || self->content->len == GH_MCP_TOOL_RESULT_MAX_BLOCKS)
        return FALSE;
      g_ptr_array_add (self->content, gh_mcp_content_take_text (g_steal_pointer (&text)));
    }
  self->is_error = gh_json_source_is_true (members[1]);
  return TRUE;
}

/**
 * gh_mcp_tool_result_parse:
 * @value: (transfer none): the result of tools/call
 * @error: GH_MCP_ERROR_PROTOCOL when it is no object, or holds more blocks than are read
 *
 * Missing content counts as none (8.10); blocks of unknown kinds are kept.
 *
 * Returns: (transfer full) (nullable): the result.
 */
GhMcpToolResult *
gh_mcp_tool_result_parse (GhJsonValue  *value,
                          GError      **error)
{
  g_autoptr(GhMcpToolResult) self = NULL;
  JsonObject *object;
  JsonArray *content;
  JsonNode *structured;

  g_return_val_if_fail (value != NULL, NULL);

  self = g_new (GhMcpToolResult, 1);
  *self = (GhMcpToolResult) {
    .raw = gh_json_value_ref (value),
    .content = g_ptr_array_new_full (1, (GDestroyNotify) gh_mcp_content_unref),
  };
  /* The nodes of long ones are there: they were made in a thread. */
  if (!gh_json_value_has_node (value) && read_texts (self, gh_json_value_get_source (value)))
    return g_steal_pointer (&self);

  g_ptr_array_set_size (self->content, 0);
  object = gh_json_node_get_object (gh_json_value_get_node (value));
  if (object == NULL)
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL, "A tool's result must be an object");
      return NULL;
    }
  self->is_error = gh_json_get_boolean (object, "isError", FALSE);
  structured = gh_json_get (object, "structuredContent");
  if (structured != NULL && !gh_json_node_is_null (structured))
    self->structured = json_node_ref (structured);

  content = gh_json_get_array (object, "content");
  if (content == NULL)
    return g_steal_pointer (&self);
  if (json_array_get_length (content) > GH_MCP_TOOL_RESULT_MAX_BLOCKS)
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                   "A tool's result has more than %d parts", GH_MCP_TOOL_RESULT_MAX_BLOCKS);
      return NULL;
    }
  for (guint i = 0; i < json_array_get_length (content); i++)
    g_ptr_array_add (self->content, gh_mcp_content_parse (json_array_get_element (content, i),
                                                          "content", FALSE, NULL));
  return g_steal_pointer (&self);
}

void
gh_mcp_tool_result_free (GhMcpToolResult *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->content, g_ptr_array_unref);
  g_clear_pointer (&self->structured, json_node_unref);
  g_clear_pointer (&self->raw, gh_json_value_unref);
  g_free (self->warning);
  g_free (self);
}
