/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Pings a server that has nothing to do, to know that it still answers (requirement 2.46). */
#include "config.h"

#include "gh-mcp-keepalive.h"

#include "gh-mcp-protocol.h"
#include "gh-rpc-error.h"

/* Reference counted: a ping under way must not keep the session, and so its server, alive. */
struct _GhMcpKeepalive
{
  GhRpcPeer *peer;         /* owned */
  GhMcpKeepaliveFunc func; /* NULL once it was called or we were freed */
  gpointer user_data;

  guint silence_ms;
  guint timer;
  gint64 ping;    /* the id of the ping under way, 0 without one */
  gboolean heard; /* something came since the last look */
};

static void
keepalive_clear (gpointer data)
{
  GhMcpKeepalive *self = data;

  g_object_unref (self->peer);
}

static void
pinged_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  GhMcpKeepalive *self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) answer = gh_rpc_peer_call_finish (GH_RPC_PEER (source), result, &error);
  GhMcpKeepaliveFunc func = NULL;
  gpointer data = self->user_data;

  self->ping = 0;
  /* A server that does not know ping has answered too; one that is gone is heard of elsewhere. */
  if (g_error_matches (error, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT))
    func = g_steal_pointer (&self->func);
  g_rc_box_release_full (self, keepalive_clear);
  if (func != NULL)
    func (data);
}

static gboolean
look_cb (gpointer user_data)
{
  GhMcpKeepalive *self = user_data;
  gboolean heard = self->heard;

  self->heard = FALSE;
  /* Whoever waits for an answer already has a time-out of their own. */
  if (heard || gh_rpc_peer_get_n_pending (self->peer) > 0)
    return G_SOURCE_CONTINUE;
  gh_rpc_peer_call_async (self->peer, GH_MCP_PING, NULL, self->silence_ms, &self->ping, NULL,
                          pinged_cb, g_rc_box_acquire (self));
  return G_SOURCE_CONTINUE;
}

GhMcpKeepalive *
gh_mcp_keepalive_new (GhRpcPeer          *peer,
                      guint               interval_ms,
                      guint               silence_ms,
                      GhMcpKeepaliveFunc  func,
                      gpointer            user_data)
{
  GhMcpKeepalive *self;

  g_return_val_if_fail (GH_IS_RPC_PEER (peer), NULL);
  g_return_val_if_fail (func != NULL, NULL);

  self = g_rc_box_new0 (GhMcpKeepalive);
  self->peer = g_object_ref (peer);
  self->func = func;
  self->user_data = user_data;
  self->silence_ms = silence_ms;
  self->timer = g_timeout_add (interval_ms, look_cb, self);
  return self;
}

void
gh_mcp_keepalive_heard (GhMcpKeepalive *self)
{
  g_return_if_fail (self != NULL);

  self->heard = TRUE;
  /* It may be busy with what it was once asked for, and tell of that. */
  if (self->ping != 0)
    gh_rpc_peer_restart_timeout (self->peer, self->ping);
}

void
gh_mcp_keepalive_free (GhMcpKeepalive *self)
{
  g_return_if_fail (self != NULL);

  self->func = NULL;
  g_clear_handle_id (&self->timer, g_source_remove);
  g_rc_box_release_full (self, keepalive_clear);
}
