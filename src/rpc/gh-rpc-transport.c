/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The interface of what carries messages. */
#include "config.h"

#include "gh-rpc-transport.h"

G_DEFINE_INTERFACE (GhRpcTransport, gh_rpc_transport, G_TYPE_OBJECT)

enum
{
  MESSAGE,
  MALFORMED,
  CLOSED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
gh_rpc_transport_default_init (GhRpcTransportInterface *iface)
{
  signals[MESSAGE] =
    g_signal_new ("message", G_TYPE_FROM_INTERFACE (iface), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, GH_TYPE_RPC_MESSAGE | G_SIGNAL_TYPE_STATIC_SCOPE);
  signals[MALFORMED] =
    g_signal_new ("malformed", G_TYPE_FROM_INTERFACE (iface), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 2, G_TYPE_BYTES, G_TYPE_ERROR | G_SIGNAL_TYPE_STATIC_SCOPE);
  signals[CLOSED] =
    g_signal_new ("closed", G_TYPE_FROM_INTERFACE (iface), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_ERROR | G_SIGNAL_TYPE_STATIC_SCOPE);
}

void
gh_rpc_transport_start_async (GhRpcTransport      *self,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_return_if_fail (GH_IS_RPC_TRANSPORT (self));

  GH_RPC_TRANSPORT_GET_IFACE (self)->start_async (self, cancellable, callback, user_data);
}

gboolean
gh_rpc_transport_start_finish (GhRpcTransport  *self,
                               GAsyncResult    *result,
                               GError         **error)
{
  g_return_val_if_fail (GH_IS_RPC_TRANSPORT (self), FALSE);

  return GH_RPC_TRANSPORT_GET_IFACE (self)->start_finish (self, result, error);
}

gboolean
gh_rpc_transport_send (GhRpcTransport  *self,
                       GhRpcMessage    *message,
                       GError         **error)
{
  g_return_val_if_fail (GH_IS_RPC_TRANSPORT (self), FALSE);
  g_return_val_if_fail (message != NULL, FALSE);

  return GH_RPC_TRANSPORT_GET_IFACE (self)->send (self, message, error);
}

void
gh_rpc_transport_close_async (GhRpcTransport      *self,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_return_if_fail (GH_IS_RPC_TRANSPORT (self));

  GH_RPC_TRANSPORT_GET_IFACE (self)->close_async (self, callback, user_data);
}

gboolean
gh_rpc_transport_close_finish (GhRpcTransport  *self,
                               GAsyncResult    *result,
                               GError         **error)
{
  g_return_val_if_fail (GH_IS_RPC_TRANSPORT (self), FALSE);

  return GH_RPC_TRANSPORT_GET_IFACE (self)->close_finish (self, result, error);
}

/* Transports that never carry arrays need not implement it. */
void
gh_rpc_transport_set_allow_batch (GhRpcTransport *self,
                                  gboolean        allow_batch)
{
  g_return_if_fail (GH_IS_RPC_TRANSPORT (self));

  if (GH_RPC_TRANSPORT_GET_IFACE (self)->set_allow_batch != NULL)
    GH_RPC_TRANSPORT_GET_IFACE (self)->set_allow_batch (self, allow_batch);
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
gh_rpc_transport_emit_closed (GhRpcTransport *self,
                              const GError   *error)
{
  g_signal_emit (self, signals[CLOSED], 0, error);
}
