/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Which messages a server is to log (requirement 8.27). */
#include "config.h"

#include "gh-mcp-session-private.h"

#include "gh-json.h"
#include "gh-mcp-protocol.h"

static const char * const levels[] = {
  "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency", NULL,
};

static void
send_level (GhMcpSession        *self,
            const char          *level,
            GCancellable        *cancellable,
            GAsyncReadyCallback  callback,
            gpointer             user_data)
{
  static const GhMcpRequestOptions options = { .flags = GH_MCP_REQUEST_SAFE };
  JsonObject *object = json_object_new ();
  g_autoptr(JsonNode) params = NULL;

  json_object_set_member (object, "level", gh_json_node_new_string (level));
  params = gh_json_node_new_object (object);
  gh_mcp_session_request_async (self, GH_MCP_SET_LEVEL, params, &options, cancellable, callback,
                                user_data);
}

static void
level_set_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhMcpSession *self = GH_MCP_SESSION (source);
  GError *error = NULL;
  g_autoptr(JsonNode) answer = gh_mcp_session_request_finish (self, result, &error);

  if (answer == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_free (self->log_level);
  self->log_level = g_strdup (g_task_get_task_data (task));
  g_task_return_boolean (task, TRUE);
}

/**
 * gh_mcp_session_set_log_level_async:
 * @level: "debug", "info", "notice", "warning", "error", "critical", "alert" or "emergency"
 *
 * Which messages the server sends from now on. In the modern era this goes along with each request
 * (2.11).
 */
void
gh_mcp_session_set_log_level_async (GhMcpSession        *self,
                                    const char          *level,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (GH_IS_MCP_SESSION (self));
  g_return_if_fail (level != NULL);

  task = gh_mcp_session_new_task (self, gh_mcp_session_has_logging (self), "logging", cancellable,
                                  callback, user_data, gh_mcp_session_set_log_level_async);
  if (task == NULL || g_task_return_error_if_cancelled (task))
    return;
  /* No server is there to refuse another one, which would make every request fail. */
  if (self->info->era == GH_MCP_ERA_MODERN && !g_strv_contains (levels, level))
    {
      g_task_return_new_error (task, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS,
                               "There is no log level “%s”", level);
      return;
    }
  if (self->info->era == GH_MCP_ERA_MODERN)
    {
      g_free (self->log_level);
      self->log_level = g_strdup (level);
      g_task_return_boolean (task, TRUE);
      return;
    }
  g_task_set_task_data (task, g_strdup (level), g_free);
  send_level (self, level, cancellable, level_set_cb, g_steal_pointer (&task));
}

gboolean
gh_mcp_session_set_log_level_finish (GhMcpSession  *self,
                                     GAsyncResult  *result,
                                     GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
restored_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) answer =
    gh_mcp_session_request_finish (GH_MCP_SESSION (source), result, &error);

  if (answer == NULL)
    g_debug ("Session %p: the log level is not restored: %s", source, error->message);
}

void
gh_mcp_session_restore_log_level (GhMcpSession *self)
{
  if (self->log_level != NULL && self->info->logging)
    send_level (self, self->log_level, NULL, restored_cb, NULL);
}
