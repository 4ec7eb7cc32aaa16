/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A tool's two schemas, compiled once: what goes in and what comes out is checked (requirements
 * 1.24, 8.9, 8.11). */
#include "config.h"

#include "gh-mcp-tool-schemas.h"

#include "gh-json-schema.h"
#include "gh-mcp-error.h"

typedef struct
{
  JsonNode *source;       /* owned; NULL for none */
  GhJsonSchema *compiled; /* owned; NULL before, and when it cannot be */
  GError *problem;        /* owned; why it cannot be */
} Schema;

struct _GhMcpToolSchemas
{
  gatomicrefcount count;
  Schema input;
  Schema output;
};

static void
compile (Schema *schema)
{
  if (schema->source != NULL && schema->compiled == NULL && schema->problem == NULL)
    schema->compiled = gh_json_schema_new (schema->source, &schema->problem);
}

static void
clear (Schema *schema)
{
  g_clear_pointer (&schema->source, json_node_unref);
  g_clear_pointer (&schema->compiled, gh_json_schema_unref);
  g_clear_error (&schema->problem);
}

GhMcpToolSchemas *
gh_mcp_tool_schemas_new (GhMcpTool *tool)
{
  GhMcpToolSchemas *self;

  g_return_val_if_fail (tool != NULL, NULL);

  self = g_new0 (GhMcpToolSchemas, 1);
  g_atomic_ref_count_init (&self->count);
  self->input.source = json_node_ref (tool->input_schema);
  if (tool->output_schema != NULL)
    self->output.source = json_node_ref (tool->output_schema);
  return self;
}

/* The same without the members that are null. */
static JsonNode *
without_nulls (JsonNode *arguments)
{
  JsonObject *filled = json_object_new ();
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, gh_json_node_get_object (arguments));
  while (json_object_iter_next_ordered (&iter, &name, &node))
    if (!gh_json_node_is_null (node))
      json_object_set_member (filled, name, json_node_ref (node));
  return gh_json_node_new_object (filled);
}

/* Whether they fit; a null is as good as nothing where nothing is allowed (4.30). */
static gboolean
fits (GhJsonSchema  *schema,
      JsonNode      *arguments,
      GError       **error)
{
  g_autoptr(JsonNode) filled = NULL;

  if (gh_json_schema_validate (schema, arguments, NULL))
    return TRUE;
  filled = without_nulls (arguments);
  return gh_json_schema_validate (schema, filled, error);
}

gboolean
gh_mcp_tool_schemas_check_arguments (GhMcpToolSchemas  *self,
                                     JsonNode          *arguments,
                                     char             **warning,
                                     GError           **error)
{
  g_autoptr(GError) problem = NULL;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (arguments != NULL, FALSE);
  g_return_val_if_fail (warning != NULL && *warning == NULL, FALSE);

  compile (&self->input);
  if (g_error_matches (self->input.problem, GH_JSON_SCHEMA_ERROR, GH_JSON_SCHEMA_ERROR_REFERENCE))
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_UNSUPPORTED,
                   "The tool's input schema cannot be used: %s", self->input.problem->message);
      return FALSE;
    }
  if (self->input.compiled == NULL)
    {
      *warning = g_strdup_printf ("The arguments were not checked: %s",
                                  self->input.problem->message);
      return TRUE;
    }
  if (fits (self->input.compiled, arguments, &problem))
    return TRUE;
  if (g_error_matches (problem, GH_JSON_SCHEMA_ERROR, GH_JSON_SCHEMA_ERROR_LIMIT))
    {
      *warning = g_strdup_printf ("The arguments were not checked: %s", problem->message);
      return TRUE;
    }
  g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_ARGUMENTS,
               "The arguments do not fit the tool's schema: %s", problem->message);
  return FALSE;
}

gboolean
gh_mcp_tool_schemas_prepare (GhMcpToolSchemas *self,
                             GhMcpToolResult  *result)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (result != NULL, FALSE);

  /* A failure need not have the shape of a success. */
  if (self->output.source == NULL || result->structured == NULL || result->is_error)
    return FALSE;
  compile (&self->output);
  return TRUE;
}

char *
gh_mcp_tool_schemas_check_result (GhMcpToolSchemas *self,
                                  GhMcpToolResult  *result)
{
  g_autoptr(GError) problem = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (result != NULL && result->structured != NULL, NULL);

  if (self->output.compiled == NULL)
    return g_strdup_printf ("The structured result was not checked: %s",
                            self->output.problem->message);
  if (gh_json_schema_validate (self->output.compiled, result->structured, &problem))
    return NULL;
  if (g_error_matches (problem, GH_JSON_SCHEMA_ERROR, GH_JSON_SCHEMA_ERROR_LIMIT))
    return g_strdup_printf ("The structured result was not checked: %s", problem->message);
  return g_strdup_printf ("The structured result does not fit the tool's schema: %s",
                          problem->message);
}

GhMcpToolSchemas *
gh_mcp_tool_schemas_ref (GhMcpToolSchemas *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->count);
  return self;
}

void
gh_mcp_tool_schemas_unref (GhMcpToolSchemas *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->count))
    return;
  clear (&self->input);
  clear (&self->output);
  g_free (self);
}
