/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One request of ours while it runs: progress, time-outs, cancellation (requirements
 * 2.30-2.42). */
#include "config.h"

#include "gh-mcp-call.h"

#include "gh-mcp-cancel.h"
#include "gh-rpc-error.h"
#include "gh-source.h"

struct _GhMcpCall
{
  GhRpcPeer *peer;     /* owned */
  const char *method;  /* static */
  const char *tool;    /* borrowed; NULL for none */

  gint64 token; /* 0 when no progress is wanted */
  gint64 id; /* the request's, for notifications/cancelled */
  guint silence_ms;
  guint limit_ms;

  GhMcpProgressFunc progress_func; /* or NULL */
  gpointer progress_data;
  GhMcpProgress *progress;   /* owned; once the server told of any, until the end */
  GSource *source;           /* owned; ends it at once, or for the cancellable; or NULL */
  GError *failure;           /* owned; why it ends at once */
  gboolean is_sent;          /* and not answered */
  gboolean silent_cancel;
  GhMcpCallFunc func;        /* NULL before running */
  gpointer user_data;
};

GhMcpCall *
gh_mcp_call_new (GhRpcPeer   *peer,
                 const char  *method,
                 const char  *tool)
{
  GhMcpCall *self;

  g_return_val_if_fail (GH_IS_RPC_PEER (peer), NULL);
  g_return_val_if_fail (method != NULL, NULL);

  self = g_new (GhMcpCall, 1);
  *self = (GhMcpCall) {
    .peer = g_object_ref (peer),
    .method = method,
    .tool = tool,
  };
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

  self->token = token;
  self->progress_func = func;
  self->progress_data = user_data;
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

  if (self->token == 0 || !self->is_sent)
    return;
  if (self->progress == NULL)
    self->progress = gh_mcp_progress_new (self->progress_func, self->progress_data);
  if (gh_mcp_progress_push (self->progress, params))
    gh_rpc_peer_restart_timeout (self->peer, self->id);
}

/* Ends everything that could still happen to a call that is over. */
static void
stop (GhMcpCall *self)
{
  self->is_sent = FALSE;
  g_clear_pointer (&self->progress, gh_mcp_progress_free);
  gh_clear_source (&self->source);
}

/* Last: the callee may free us. */
static void
complete (GhMcpCall    *self,
          GhJsonValue  *result,
          const GError *error)
{
  stop (self);
  self->func (result, error, self->user_data);
}

static void
answered_cb (GhRpcPeer    *peer,
             GhJsonValue  *result,
             const GError *error,
             gpointer      user_data)
{
  GhMcpCall *self = user_data;
  g_autoptr(GError) limit = NULL;

  if (g_error_matches (error, GH_RPC_ERROR, GH_RPC_ERROR_LIMIT))
    {
      if (!self->silent_cancel)
        gh_mcp_cancel (self->peer, self->id, "The call took too long");
      limit = g_error_new (GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT, "No result after %u seconds",
                           self->limit_ms / 1000);
    }
  else if (!self->silent_cancel)
    gh_mcp_cancel_abandoned (self->peer, self->id, error);
  complete (self, result, limit != NULL ? limit : error);
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  GhMcpCall *self = user_data;
  g_autoptr(GError) error = NULL;

  g_cancellable_set_error_if_cancelled (cancellable, &error);
  gh_rpc_peer_drop_call (self->peer, self->id);
  if (!self->silent_cancel)
    gh_mcp_cancel_abandoned (self->peer, self->id, error);
  complete (self, NULL, error);
  return G_SOURCE_REMOVE;
}

static gboolean
failed_cb (gpointer user_data)
{
  GhMcpCall *self = user_data;
  g_autoptr(GError) error = g_steal_pointer (&self->failure);

  complete (self, NULL, error);
  return G_SOURCE_REMOVE;
}

static void
attach (GhMcpCall   *self,
        GSource     *take_source,
        GSourceFunc  callback)
{
  self->source = take_source;
  g_source_set_priority (self->source, G_PRIORITY_DEFAULT);
  g_source_set_static_name (self->source, "gh-mcp call");
  g_source_set_callback (self->source, callback, self, NULL);
  g_source_attach (self->source, g_main_context_get_thread_default ());
}

/**
 * gh_mcp_call_run:
 * @cancellable: (nullable): completes the call with G_IO_ERROR_CANCELLED and tells the server
 * @func: told the answer
 */
void
gh_mcp_call_run (GhMcpCall     *self,
                 GhJsonValue   *params,
                 const char    *more,
                 GCancellable  *cancellable,
                 GhMcpCallFunc  func,
                 gpointer       user_data)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (self->func == NULL);
  g_return_if_fail (func != NULL);

  self->func = func;
  self->user_data = user_data;
  /* Nothing is sent that could be called off. */
  if (g_cancellable_set_error_if_cancelled (cancellable, &self->failure)
      || !gh_rpc_peer_call (self->peer, self->method, params, more,
                            self->silence_ms, self->limit_ms, &self->id, answered_cb, self,
                            &self->failure))
    {
      attach (self, g_idle_source_new (), failed_cb);
      return;
    }
  self->is_sent = TRUE;
  if (cancellable != NULL)
    attach (self, g_cancellable_source_new (cancellable), G_SOURCE_FUNC (cancelled_cb));
}

void
gh_mcp_call_free (GhMcpCall *self)
{
  g_return_if_fail (self != NULL);

  if (self->is_sent)
    gh_rpc_peer_drop_call (self->peer, self->id);
  stop (self);
  g_clear_error (&self->failure);
  g_object_unref (self->peer);
  g_free (self);
}
