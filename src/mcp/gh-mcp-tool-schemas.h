/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A tool's two schemas, compiled once: what goes in and what comes out is checked (requirements
 * 1.24, 8.9, 8.11). */
#pragma once

#include "gh-mcp-tool.h"

G_BEGIN_DECLS

/* Reference counted. */
typedef struct _GhMcpToolSchemas GhMcpToolSchemas;

/* Compiled at the first use. */
GhMcpToolSchemas *gh_mcp_tool_schemas_new             (GhMcpTool         *tool);
/* arguments: an object. FALSE with GH_MCP_ERROR_ARGUMENTS naming the place, or with
 * GH_MCP_ERROR_UNSUPPORTED when the schema leads out of itself, which is not followed (1.24). TRUE
 * with a warning (owned) when it cannot be compiled or takes too long: a tool with a bad schema can
 * be called all the same. */
gboolean          gh_mcp_tool_schemas_check_arguments (GhMcpToolSchemas  *self,
                                                       JsonNode          *arguments,
                                                       char             **warning,
                                                       GError           **error);
/* Whether there is something to check in a result. Compiles; the check itself may then run in a
 * thread, for results can be large. */
gboolean          gh_mcp_tool_schemas_prepare         (GhMcpToolSchemas  *self,
                                                       GhMcpToolResult   *result);
/* What is wrong with structuredContent, for a person; NULL when it fits. Owned. */
char             *gh_mcp_tool_schemas_check_result    (GhMcpToolSchemas  *self,
                                                       GhMcpToolResult   *result);
GhMcpToolSchemas *gh_mcp_tool_schemas_ref             (GhMcpToolSchemas  *self);
void              gh_mcp_tool_schemas_unref           (GhMcpToolSchemas  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpToolSchemas, gh_mcp_tool_schemas_unref)

G_END_DECLS
