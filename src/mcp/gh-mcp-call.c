/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One request of ours while it runs: progress, time-outs, cancellation (requirements
 * 2.30-2.42). */
#include "config.h"

#include "gh-mcp-call.h"

#include "gh-mcp-cancel.h"
#include "gh-rpc-error.h"

struct _GhMcpCall
{
  GhRpcPeer *peer;   /* owned */
  GhMcpInbox *inbox; /* owned */
  char *method;      /* owned */
  JsonNode *params;  /* owned; NULL for none */
  char *tool;        /* owned; NULL for none */

  gint64 token; /* 0 when no progress is wanted */
  gint64 id; /* the request's, for notifications/cancelled */
  guint silence_ms;
  guint limit_ms;

  GhMcpProgress *progress;   /* owned; NULL without token, and after running */
  GCancellable *cancellable; /* owned; ours: fires for the caller's and at the limit */
  GCancellable *outer;       /* owned; the caller's, may be NULL */
  gulong outer_id;
  guint limit_timer;
  gboolean limit_reached;
  gboolean silent_cancel;
};

GhMcpCall *
gh_mcp_call_new (GhRpcPeer  *peer,
                 GhMcpInbox *inbox,
                 const char *method,
                 JsonNode   *params,
                 const char *tool)
{
  GhMcpCall *self;

  g_return_val_if_fail (GH_IS_RPC_PEER (peer), NULL);
  g_return_val_if_fail (inbox != NULL, NULL);
  g_return_val_if_fail (method != NULL, NULL);

  self = g_new0 (GhMcpCall, 1);
  self->peer = g_object_ref (peer);
  self->inbox = gh_mcp_inbox_ref (inbox);
  self->method = g_strdup (method);
  self->params = params != NULL ? json_node_ref (params) : NULL;
  self->tool = g_strdup (tool);
  return self;
}

void
gh_mcp_call_set_patience (GhMcpCall *self,
                          guint      silence_ms,
                          guint      limit_ms)
{
  g_return_if_fail (self != NULL);

  self->silence_ms = silence_ms;
  self->limit_ms = limit_ms;
}

void
gh_mcp_call_set_silent_cancel (GhMcpCall *self,
                               gboolean   silent)
{
  g_return_if_fail (self != NULL);

  self->silent_cancel = silent;
}

/**
 * gh_mcp_call_set_progress:
 * @token: what the params' `_meta` says, over 0
 * @func: (nullable): not called after completion
 */
void
gh_mcp_call_set_progress (GhMcpCall         *self,
                          gint64             token,
                          GhMcpProgressFunc  func,
                          gpointer           user_data)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (self->progress == NULL);

  self->token = token;
  self->progress = gh_mcp_progress_new (func, user_data);
}

const char *
gh_mcp_call_get_tool (GhMcpCall *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->tool;
}

gint64
gh_mcp_call_get_token (GhMcpCall *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->token;
}

void
gh_mcp_call_progress (GhMcpCall  *self,
                      JsonObject *params)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (params != NULL);

  if (self->progress != NULL && gh_mcp_progress_push (self->progress, params))
    gh_rpc_peer_restart_timeout (self->peer, self->id);
}

/* Ends everything that could still happen to a call that is over. */
static void
stop (GhMcpCall *self)
{
  g_clear_pointer (&self->progress, gh_mcp_progress_free);
  g_clear_handle_id (&self->limit_timer, g_source_remove);
  if (self->outer_id != 0)
    g_cancellable_disconnect (self->outer, self->outer_id);
  self->outer_id = 0;
  g_clear_object (&self->outer);
  g_clear_object (&self->cancellable);
}

static void
outer_cancelled_cb (GCancellable *outer,
                    gpointer      user_data)
{
  g_cancellable_cancel (G_CANCELLABLE (user_data));
}

static gboolean
limit_cb (gpointer user_data)
{
  GhMcpCall *self = user_data;

  self->limit_timer = 0;
  /* A person's time to decide is not the server's: look again later. */
  if (gh_mcp_inbox_is_reviewing (self->inbox))
    {
      self->limit_timer = g_timeout_add (MIN (self->silence_ms, self->limit_ms), limit_cb, self);
      return G_SOURCE_REMOVE;
    }
  self->limit_reached = TRUE;
  g_cancellable_cancel (self->cancellable);
  return G_SOURCE_REMOVE;
}

static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhMcpCall *self = g_task_get_task_data (task);
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) answer = gh_rpc_peer_call_finish (GH_RPC_PEER (source), result, &error);

  if (self->limit_reached && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      if (!self->silent_cancel)
        gh_mcp_cancel (self->peer, self->id, "The call took too long");
      g_clear_error (&error);
      g_set_error (&error, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT, "No result after %u seconds",
                   self->limit_ms / 1000);
    }
  else if (!self->silent_cancel)
    gh_mcp_cancel_abandoned (self->peer, self->id, error);

  stop (self);
  if (answer != NULL)
    g_task_return_pointer (task, g_steal_pointer (&answer), (GDestroyNotify) json_node_unref);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/**
 * gh_mcp_call_run_async:
 * @cancellable: (nullable): completes the call with G_IO_ERROR_CANCELLED and tells the server
 */
void
gh_mcp_call_run_async (GhMcpCall           *self,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (self != NULL);
  g_return_if_fail (self->cancellable == NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_mcp_call_run_async);
  g_task_set_task_data (task, self, NULL);
  /* A result that came before the cancellation is not thrown away. */
  g_task_set_check_cancellable (task, FALSE);
  /* Nothing was sent that could be called off. */
  if (g_task_return_error_if_cancelled (task))
    return;

  self->cancellable = g_cancellable_new ();
  if (cancellable != NULL)
    {
      self->outer = g_object_ref (cancellable);
      self->outer_id = g_cancellable_connect (cancellable, G_CALLBACK (outer_cancelled_cb),
                                              g_object_ref (self->cancellable), g_object_unref);
    }
  if (self->limit_ms > 0)
    self->limit_timer = g_timeout_add (self->limit_ms, limit_cb, self);
  gh_rpc_peer_call_async (self->peer, self->method, self->params, self->silence_ms, &self->id,
                          self->cancellable, answered_cb, g_steal_pointer (&task));
}

JsonNode *
gh_mcp_call_run_finish (GhMcpCall     *self,
                        GAsyncResult  *result,
                        GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

void
gh_mcp_call_free (GhMcpCall *self)
{
  g_return_if_fail (self != NULL);

  stop (self);
  g_object_unref (self->peer);
  gh_mcp_inbox_unref (self->inbox);
  g_free (self->tool);
  g_free (self->method);
  g_clear_pointer (&self->params, json_node_unref);
  g_free (self);
}
