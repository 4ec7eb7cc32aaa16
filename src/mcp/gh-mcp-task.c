/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server says of a task, in either era's form (requirements 8.38, 8.43-8.46). */
#include "config.h"

#include "gh-mcp-task.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-text.h"
#include "gh-rpc-error.h"

/* Some servers put a signed state in it; longer ones than this fit in no HTTP header. */
#define MAX_ID 4096
/* One line of a window. */
#define MAX_MESSAGE 1024
/* What a server asks for is kept within what neither hurts it nor makes a person wait for what is
 * long there (8.39). */
#define POLL_MS 1000
#define MIN_POLL_MS 100
#define MAX_POLL_MS (60 * 1000)

static gboolean
read_status (const char      *name,
             GhMcpTaskStatus *status)
{
  static const char * const names[] = {
    [GH_MCP_TASK_WORKING] = "working",
    [GH_MCP_TASK_INPUT_REQUIRED] = "input_required",
    [GH_MCP_TASK_COMPLETED] = "completed",
    [GH_MCP_TASK_FAILED] = "failed",
    [GH_MCP_TASK_CANCELLED] = "cancelled",
  };

  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (names); i++)
    if (strcmp (name, names[i]) == 0)
      {
        *status = i;
        return TRUE;
      }
  return FALSE;
}

/**
 * gh_mcp_task_parse:
 * @object: (nullable): the task
 *
 * Returns: (transfer full) (nullable): what it says
 */
GhMcpTask *
gh_mcp_task_parse (JsonObject  *object,
                   GError     **error)
{
  g_autoptr(GhMcpTask) self = g_new0 (GhMcpTask, 1);
  const char *id = gh_json_get_string (object, "taskId");
  gint64 poll_ms;

  if (id == NULL || *id == '\0' || strlen (id) > MAX_ID)
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                   "The server's task has no usable id");
      return NULL;
    }
  if (!read_status (gh_json_get_string (object, "status"), &self->status))
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                   "The server's task has no status that is one");
      return NULL;
    }
  self->id = g_strdup (id);
  self->message = gh_mcp_text_dup_member (object, "statusMessage", MAX_MESSAGE);
  poll_ms = gh_json_get_int (object, "pollIntervalMs",
                             gh_json_get_int (object, "pollInterval", POLL_MS));
  self->poll_ms = CLAMP (poll_ms, MIN_POLL_MS, MAX_POLL_MS);
  return g_steal_pointer (&self);
}

gboolean
gh_mcp_task_is_over (GhMcpTask *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->status >= GH_MCP_TASK_COMPLETED;
}

GError *
gh_mcp_task_new_error (GhMcpTask *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_TASK, "The server gave the task up%s%s",
                      self->message != NULL ? ": " : "",
                      self->message != NULL ? self->message : "");
}

static GError *
read_error (GhMcpTask  *self,
            JsonObject *failure)
{
  g_autofree char *text = gh_mcp_text_dup_member (failure, "message", MAX_MESSAGE);
  gint64 code = failure != NULL ? gh_json_get_int (failure, "code", GH_RPC_INTERNAL_ERROR) : 0;

  if (failure == NULL)
    return gh_mcp_task_new_error (self);
  return gh_rpc_remote_error_new (CLAMP (code, G_MININT, G_MAXINT), text != NULL ? text : "",
                                  gh_json_get (failure, "data"));
}

JsonNode *
gh_mcp_task_take_result (GhMcpTask   *self,
                         JsonObject  *object,
                         GError     **error)
{
  JsonNode *result;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (gh_mcp_task_is_over (self), NULL);

  if (self->status == GH_MCP_TASK_FAILED)
    {
      g_propagate_error (error, read_error (self, gh_json_get_object (object, "error")));
      return NULL;
    }
  if (self->status == GH_MCP_TASK_CANCELLED)
    {
      g_propagate_error (error, gh_mcp_task_new_error (self));
      return NULL;
    }
  result = gh_json_get (object, "result");
  if (result == NULL)
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                   "The server's task is completed, and has no result");
      return NULL;
    }
  return json_node_ref (result);
}

void
gh_mcp_task_free (GhMcpTask *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->id);
  g_free (self->message);
  g_free (self);
}
