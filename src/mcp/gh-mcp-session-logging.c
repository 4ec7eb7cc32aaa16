/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Which messages a server is to log (requirement 8.27). */
#include "config.h"

#include "gh-mcp-session-private.h"

#include "gh-json.h"
#include "gh-mcp-protocol.h"

static void
level_set_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  g_autoptr(JsonNode) answer =
    gh_mcp_session_request_finish (GH_MCP_SESSION (source), result, &error);

  if (answer != NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * gh_mcp_session_set_log_level_async:
 * @level: "debug", "info", "notice", "warning", "error", "critical", "alert" or "emergency"
 *
 * Which messages the server sends from now on.
 */
void
gh_mcp_session_set_log_level_async (GhMcpSession        *self,
                                    const char          *level,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  g_autoptr(JsonNode) params = NULL;
  JsonObject *object;
  GTask *task;

  g_return_if_fail (GH_IS_MCP_SESSION (self));
  g_return_if_fail (level != NULL);

  task = gh_mcp_session_new_task (self, gh_mcp_session_has_logging (self), "logging", cancellable,
                                  callback, user_data, gh_mcp_session_set_log_level_async);
  if (task == NULL)
    return;
  object = json_object_new ();
  json_object_set_member (object, "level", gh_json_node_new_string (level));
  params = gh_json_node_new_object (object);
  gh_mcp_session_request_async (self, GH_MCP_SET_LEVEL, params, NULL, cancellable, level_set_cb,
                                task);
}

gboolean
gh_mcp_session_set_log_level_finish (GhMcpSession  *self,
                                     GAsyncResult  *result,
                                     GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
