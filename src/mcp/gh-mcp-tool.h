/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A tool as its server describes it, and the result of calling one (requirements 8.4-8.12). */
#pragma once

#include "gh-json-value.h"
#include "gh-mcp-content.h"

G_BEGIN_DECLS

/* Immutable and reference counted. Every text is the server's and untrusted. */
typedef struct
{
  char     *name;          /* as the protocol names it */
  char     *title;         /* title, else annotations.title, else NULL */
  char     *description;   /* or NULL */
  JsonNode *input_schema;  /* an object; {"type":"object"} when the server gave none */
  JsonNode *output_schema; /* or NULL */
  gboolean  read_only;     /* annotations with the protocol's defaults (8.8) */
  gboolean  destructive;   /* FALSE when read_only */
  gboolean  idempotent;    /* TRUE when read_only */
  gboolean  open_world;
  gboolean  task_required; /* runs only as a task (8.4, 8.37) */
  JsonNode *raw;
} GhMcpTool;

#define GH_TYPE_MCP_TOOL (gh_mcp_tool_get_type ())
GType      gh_mcp_tool_get_type (void);
/* with_tasks: whether the server declared that its tools can run as tasks. */
GhMcpTool *gh_mcp_tool_parse    (JsonNode   *node,
                                 gboolean    with_tasks,
                                 GError    **error);
GhMcpTool *gh_mcp_tool_ref      (GhMcpTool  *self);
void       gh_mcp_tool_unref    (GhMcpTool  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpTool, gh_mcp_tool_unref)

/* More blocks than any list shows; it bounds the objects made of one message. */
#define GH_MCP_TOOL_RESULT_MAX_BLOCKS 4096

typedef struct
{
  GPtrArray   *content;    /* of GhMcpContent, maybe empty */
  JsonNode    *structured; /* or NULL */
  gboolean     is_error;   /* the tool says it failed */
  char        *warning;    /* what does not fit the tool's schemas, or was not checked; or NULL */
  GhJsonValue *raw;
} GhMcpToolResult;

GhMcpToolResult *gh_mcp_tool_result_parse (GhJsonValue      *value,
                                           GError          **error);
void             gh_mcp_tool_result_free  (GhMcpToolResult  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpToolResult, gh_mcp_tool_result_free)

G_END_DECLS
