/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The one way in which a session asks its server anything. */
#include "config.h"

#include "gh-mcp-session-private.h"

#include "gh-json.h"
#include "gh-mcp-call.h"

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

static void
set_all (JsonObject *object,
         JsonObject *source)
{
  g_autoptr(GList) names = json_object_get_members (source);

  for (GList *l = names; l != NULL; l = l->next)
    json_object_set_member (object, l->data, json_node_ref (gh_json_get_any (source, l->data)));
}

/* The caller's params as they go out: with `_meta`, which may hold something of the caller's. */
static JsonNode *
build_params (JsonNode *params,
              gint64    token)
{
  JsonObject *given = params != NULL ? gh_json_node_get_object (params) : NULL;
  JsonObject *given_meta = given != NULL ? gh_json_get_object (given, "_meta") : NULL;
  JsonObject *object, *meta;

  if (token == 0)
    return params != NULL ? json_node_ref (params) : NULL;
  object = json_object_new ();
  meta = json_object_new ();
  if (given != NULL)
    set_all (object, given);
  if (given_meta != NULL)
    set_all (meta, given_meta);
  json_object_set_member (meta, "progressToken", gh_json_node_new_int (token));
  json_object_set_member (object, "_meta", gh_json_node_new_object (meta));
  return gh_json_node_new_object (object);
}

static void
called_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhMcpSession *self = g_task_get_source_object (task);
  GhMcpCall *call = g_task_get_task_data (task);
  GError *error = NULL;
  JsonNode *answer = gh_mcp_call_run_finish (call, result, &error);

  g_queue_remove (&self->calls, call);
  if (answer != NULL)
    g_task_return_pointer (task, answer, (GDestroyNotify) gh_json_node_release);
  else
    g_task_return_error (task, error);
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
  g_autoptr(JsonNode) whole = NULL;
  gboolean is_long;
  GhMcpCall *call;
  GTask *task;

  g_return_if_fail (GH_IS_MCP_SESSION (self));
  g_return_if_fail (method != NULL);
  g_return_if_fail (params == NULL || gh_json_node_get_object (params) != NULL);

  if (options == NULL)
    options = &no_options;
  task = gh_mcp_session_new_task (self, TRUE, NULL, cancellable, callback, user_data,
                                  gh_mcp_session_request_async);
  if (task == NULL)
    return;

  is_long = (options->flags & GH_MCP_REQUEST_LONG) != 0;
  if (is_long)
    self->last_token++;
  whole = build_params (params, is_long ? self->last_token : 0);
  call = gh_mcp_call_new (self->peer, self->inbox, method, whole, options->tool);
  gh_mcp_call_set_patience (call, is_long ? self->call_timeout : QUICK_TIMEOUT_MS,
                            is_long ? self->call_limit : 0);
  if (is_long)
    gh_mcp_call_set_progress (call, self->last_token, options->progress_func,
                              options->progress_data);
  g_task_set_task_data (task, call, (GDestroyNotify) gh_mcp_call_free);
  g_queue_push_head (&self->calls, call);
  gh_mcp_call_run_async (call, cancellable, called_cb, task);
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
