/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The one way in which a session asks its server anything. */
#include "config.h"

#include "gh-mcp-session-private.h"

#include "gh-json.h"
#include "gh-mcp-call.h"
#include "gh-mcp-meta.h"

/* A page of a list, a log level: nothing a server has to work for. */
#define QUICK_TIMEOUT_MS (60 * 1000)

/**
 * gh_mcp_session_new_task:
 * @capability: what the message calls it
 *
 * Returns: (transfer full) (nullable): a task whose result counts even when it was cancelled
 */
GTask *
gh_mcp_session_new_task (GhMcpSession        *self,
                         gboolean             has_capability,
                         const char          *capability,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data,
                         gpointer             tag)
{
  g_autoptr(GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, tag);
  g_task_set_check_cancellable (task, FALSE);
  if (self->state == GH_MCP_SESSION_READY && has_capability)
    return g_steal_pointer (&task);
  if (self->state != GH_MCP_SESSION_READY)
    g_task_return_new_error (task, GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY,
                             "The server is not connected");
  else
    g_task_return_new_error (task, GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY,
                             "The server does not offer %s", capability);
  return NULL;
}

/* One request of a feature's: a call of the peer's, or several in a row. */
typedef struct
{
  char *method;      /* owned */
  JsonNode *params;  /* owned; NULL for none */
  char *tool;        /* owned; NULL for none */
  GhMcpRequestFlags flags;
  GhMcpProgressFunc progress_func;
  gpointer progress_data;

  GhMcpCall *call;   /* owned; the one under way */
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_clear_pointer (&request->call, gh_mcp_call_free);
  g_clear_pointer (&request->params, json_node_unref);
  g_free (request->method);
  g_free (request->tool);
  g_free (request);
}

static JsonNode *
add_meta (GhMcpSession *self,
          JsonNode     *params,
          gint64        token)
{
  GhMcpMeta meta = { .progress_token = token };

  if (self->info->era == GH_MCP_ERA_MODERN)
    {
      meta.version = self->info->version;
      meta.capabilities = self->capabilities;
      meta.log_level = self->log_level;
    }
  return gh_mcp_meta_add (params, &meta);
}

static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhMcpSession *self = g_task_get_source_object (task);
  Request *request = g_task_get_task_data (task);
  GError *error = NULL;
  JsonNode *answer = gh_mcp_call_run_finish (request->call, result, &error);

  g_queue_remove (&self->calls, request->call);
  g_clear_pointer (&request->call, gh_mcp_call_free);
  if (answer != NULL)
    g_task_return_pointer (task, answer, (GDestroyNotify) gh_json_node_release);
  else
    g_task_return_error (task, error);
}

/* Asks, for the first time or again. params: of this round, without what goes along with each. */
static void
ask (GTask    *task,
     JsonNode *params)
{
  GhMcpSession *self = g_task_get_source_object (task);
  Request *request = g_task_get_task_data (task);
  gboolean is_long = (request->flags & GH_MCP_REQUEST_LONG) != 0;
  gint64 token = is_long ? ++self->last_token : 0;
  g_autoptr(JsonNode) whole = add_meta (self, params, token);

  request->call = gh_mcp_call_new (self->peer, self->inbox, request->method, whole, request->tool);
  gh_mcp_call_set_patience (request->call, is_long ? self->call_timeout : QUICK_TIMEOUT_MS,
                            is_long ? self->call_limit : 0);
  if (is_long)
    gh_mcp_call_set_progress (request->call, token, request->progress_func,
                              request->progress_data);
  g_queue_push_head (&self->calls, request->call);
  gh_mcp_call_run_async (request->call, g_task_get_cancellable (task), answered_cb,
                         g_object_ref (task));
}

/**
 * gh_mcp_session_request_async:
 * @params: (nullable) (transfer none): an object; `_meta` is added
 * @options: (nullable): need not outlive this call; its tool neither
 * @cancellable: (nullable): completes with G_IO_ERROR_CANCELLED and tells the server (2.33)
 *
 * Asks the server, whatever the era. Completes with the result; with the server's error
 * (GH_RPC_REMOTE_ERROR), GH_RPC_ERROR, GH_MCP_ERROR or G_IO_ERROR_CANCELLED.
 */
void
gh_mcp_session_request_async (GhMcpSession              *self,
                              const char                *method,
                              JsonNode                  *params,
                              const GhMcpRequestOptions *options,
                              GCancellable              *cancellable,
                              GAsyncReadyCallback        callback,
                              gpointer                   user_data)
{
  static const GhMcpRequestOptions no_options = { 0 };
  g_autoptr(GTask) task = NULL;
  Request *request;

  g_return_if_fail (GH_IS_MCP_SESSION (self));
  g_return_if_fail (method != NULL);
  g_return_if_fail (params == NULL || gh_json_node_get_object (params) != NULL);

  if (options == NULL)
    options = &no_options;
  task = gh_mcp_session_new_task (self, TRUE, NULL, cancellable, callback, user_data,
                                  gh_mcp_session_request_async);
  if (task == NULL)
    return;

  request = g_new0 (Request, 1);
  request->method = g_strdup (method);
  request->params = params != NULL ? json_node_ref (params) : NULL;
  request->tool = g_strdup (options->tool);
  request->flags = options->flags;
  request->progress_func = options->progress_func;
  request->progress_data = options->progress_data;
  g_task_set_task_data (task, request, request_free);
  ask (task, params);
}

/**
 * gh_mcp_session_request_finish:
 *
 * Returns: (transfer full) (nullable): the result, any JSON value; let go with
 *   gh_json_node_release()
 */
JsonNode *
gh_mcp_session_request_finish (GhMcpSession  *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
