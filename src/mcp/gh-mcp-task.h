/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server says of a task, in either era's form (requirements 8.38, 8.43-8.46). */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef enum
{
  GH_MCP_TASK_WORKING,
  GH_MCP_TASK_INPUT_REQUIRED,
  GH_MCP_TASK_COMPLETED,
  GH_MCP_TASK_FAILED,
  GH_MCP_TASK_CANCELLED,
} GhMcpTaskStatus;

typedef struct
{
  char            *id;
  GhMcpTaskStatus  status;
  char            *message; /* the server's words, bounded; or NULL */
  guint            poll_ms; /* how long to wait before asking again, bounded */
} GhMcpTask;

/* GH_MCP_ERROR_PROTOCOL when it has no usable id or status. */
GhMcpTask *gh_mcp_task_parse       (JsonObject  *object,
                                    GError     **error);
gboolean   gh_mcp_task_is_over     (GhMcpTask   *self);
/* From a task of the modern era that is over: the call's result (transfer full), or the error with
 * which it failed; GH_MCP_ERROR_TASK when it was given up. */
JsonNode  *gh_mcp_task_take_result (GhMcpTask   *self,
                                    JsonObject  *object,
                                    GError     **error);
/* Returns: (transfer full): GH_MCP_ERROR_TASK, with the server's words. */
GError    *gh_mcp_task_new_error   (GhMcpTask   *self);
void       gh_mcp_task_free        (GhMcpTask   *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpTask, gh_mcp_task_free)

G_END_DECLS
