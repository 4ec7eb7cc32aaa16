/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What carries messages: the base of all transports. */
#include "config.h"

#include "gh-rpc-transport.h"

G_DEFINE_ABSTRACT_TYPE (GhRpcTransport, gh_rpc_transport, G_TYPE_OBJECT)

enum
{
  MESSAGE,
  MALFORMED,
  FAILED,
  CLOSED,
  SENT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
gh_rpc_transport_class_init (GhRpcTransportClass *klass)
{
  signals[MESSAGE] =
    g_signal_new ("message", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, GH_TYPE_RPC_MESSAGE | G_SIGNAL_TYPE_STATIC_SCOPE);
  signals[MALFORMED] =
    g_signal_new ("malformed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 2, G_TYPE_BYTES, G_TYPE_ERROR | G_SIGNAL_TYPE_STATIC_SCOPE);
  signals[FAILED] =
    g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 2, JSON_TYPE_NODE | G_SIGNAL_TYPE_STATIC_SCOPE,
                  G_TYPE_ERROR | G_SIGNAL_TYPE_STATIC_SCOPE);
  signals[CLOSED] =
    g_signal_new ("closed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_ERROR | G_SIGNAL_TYPE_STATIC_SCOPE);
  signals[SENT] =
    g_signal_new ("sent", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, GH_TYPE_RPC_MESSAGE | G_SIGNAL_TYPE_STATIC_SCOPE);
}

static void
gh_rpc_transport_init (GhRpcTransport *self)
{
}

void
gh_rpc_transport_start_async (GhRpcTransport      *self,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_return_if_fail (GH_IS_RPC_TRANSPORT (self));

  GH_RPC_TRANSPORT_GET_CLASS (self)->start_async (self, cancellable, callback, user_data);
}

gboolean
gh_rpc_transport_start_finish (GhRpcTransport  *self,
                               GAsyncResult    *result,
                               GError         **error)
{
  g_return_val_if_fail (GH_IS_RPC_TRANSPORT (self), FALSE);

  return GH_RPC_TRANSPORT_GET_CLASS (self)->start_finish (self, result, error);
}

/**
 * gh_rpc_transport_send:
 * @message: (transfer none): what the other side is to get
 *
 * Queues a message. That one arrives is known from its answer alone; when a transport learns that
 * there will be none it emits "failed".
 *
 * Returns: whether it was queued; else GH_RPC_ERROR_OVERFLOW or GH_RPC_ERROR_CLOSED
 */
gboolean
gh_rpc_transport_send (GhRpcTransport  *self,
                       GhRpcMessage    *message,
                       GError         **error)
{
  g_return_val_if_fail (GH_IS_RPC_TRANSPORT (self), FALSE);
  g_return_val_if_fail (message != NULL, FALSE);

  if (!GH_RPC_TRANSPORT_GET_CLASS (self)->send (self, message, error))
    return FALSE;
  g_signal_emit (self, signals[SENT], 0, message);
  return TRUE;
}

void
gh_rpc_transport_close_async (GhRpcTransport      *self,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_return_if_fail (GH_IS_RPC_TRANSPORT (self));

  GH_RPC_TRANSPORT_GET_CLASS (self)->close_async (self, callback, user_data);
}

gboolean
gh_rpc_transport_close_finish (GhRpcTransport  *self,
                               GAsyncResult    *result,
                               GError         **error)
{
  g_return_val_if_fail (GH_IS_RPC_TRANSPORT (self), FALSE);

  return GH_RPC_TRANSPORT_GET_CLASS (self)->close_finish (self, result, error);
}

void
gh_rpc_transport_set_limits (GhRpcTransport *self,
                             gsize           max_message,
                             guint           start_ms)
{
  g_return_if_fail (GH_IS_RPC_TRANSPORT (self));

  if (GH_RPC_TRANSPORT_GET_CLASS (self)->set_limits != NULL)
    GH_RPC_TRANSPORT_GET_CLASS (self)->set_limits (self, max_message, start_ms);
}

/* Transports that never carry arrays need not implement it. */
void
gh_rpc_transport_set_allow_batch (GhRpcTransport *self,
                                  gboolean        allow_batch)
{
  g_return_if_fail (GH_IS_RPC_TRANSPORT (self));

  if (GH_RPC_TRANSPORT_GET_CLASS (self)->set_allow_batch != NULL)
    GH_RPC_TRANSPORT_GET_CLASS (self)->set_allow_batch (self, allow_batch);
}

/**
 * gh_rpc_transport_abandon:
 * @id: (transfer none): of a request that was sent
 *
 * Nobody waits for its answer any more: one that comes all the same is dropped, and a transport
 * that spends a connection on it may let that go. Transports that cannot tell requests apart need
 * not implement it.
 */
void
gh_rpc_transport_abandon (GhRpcTransport *self,
                          JsonNode       *id)
{
  g_return_if_fail (GH_IS_RPC_TRANSPORT (self));
  g_return_if_fail (id != NULL);

  if (GH_RPC_TRANSPORT_GET_CLASS (self)->abandon != NULL)
    GH_RPC_TRANSPORT_GET_CLASS (self)->abandon (self, id);
}

void
gh_rpc_transport_emit_message (GhRpcTransport *self,
                               GhRpcMessage   *message)
{
  g_signal_emit (self, signals[MESSAGE], 0, message);
}

void
gh_rpc_transport_emit_malformed (GhRpcTransport *self,
                                 GBytes         *text,
                                 const GError   *error)
{
  g_signal_emit (self, signals[MALFORMED], 0, text, error);
}

void
gh_rpc_transport_emit_failed (GhRpcTransport *self,
                              JsonNode       *id,
                              const GError   *error)
{
  g_signal_emit (self, signals[FAILED], 0, id, error);
}

void
gh_rpc_transport_emit_closed (GhRpcTransport *self,
                              const GError   *error)
{
  g_signal_emit (self, signals[CLOSED], 0, error);
}
