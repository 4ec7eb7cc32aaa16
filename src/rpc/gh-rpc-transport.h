/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What carries messages between a peer of ours and the other side. */
#pragma once

#include "gh-rpc-message.h"

G_BEGIN_DECLS

#define GH_TYPE_RPC_TRANSPORT (gh_rpc_transport_get_type ())
G_DECLARE_DERIVABLE_TYPE (GhRpcTransport, gh_rpc_transport, GH, RPC_TRANSPORT, GObject)

/* Abstract. A class and not an interface: signals of interfaces cost several times as much, and
 * there are two for every call.
 *
 * Signals (emitted from the main context the transport was started in, never from inside a call of
 * ours into the transport):
 *   "message" (GhRpcMessage *message)   one message came
 *   "malformed" (GBytes *text, GError *error)  something else came; the connection lives
 *   "failed" (JsonNode *id, GError *error)  this request of ours gets no answer; the others may
 *   "closed" (GError *error)            once; error is NULL after gh_rpc_transport_close_async()
 * and, from inside gh_rpc_transport_send() when it succeeded:
 *   "sent" (GhRpcMessage *message) */
struct _GhRpcTransportClass
{
  GObjectClass parent_class;

  void     (*start_async)  (GhRpcTransport       *self,
                            GCancellable         *cancellable,
                            GAsyncReadyCallback   callback,
                            gpointer              user_data);
  gboolean (*start_finish) (GhRpcTransport       *self,
                            GAsyncResult         *result,
                            GError              **error);
  gboolean (*send)         (GhRpcTransport       *self,
                            GhRpcMessage         *message,
                            GError              **error);
  void     (*close_async)  (GhRpcTransport       *self,
                            GAsyncReadyCallback   callback,
                            gpointer              user_data);
  gboolean (*close_finish) (GhRpcTransport       *self,
                            GAsyncResult         *result,
                            GError              **error);
  /* Before the start. NULL: it has none. */
  void     (*set_limits)   (GhRpcTransport       *self,
                            gsize                 max_message,
                            guint                 start_ms);
  /* Whether an array of messages may come now (revision 2025-03-26 only). */
  void     (*set_allow_batch) (GhRpcTransport    *self,
                               gboolean           allow_batch);
  /* Nobody waits for the answer to this request of ours any more. */
  void     (*abandon)      (GhRpcTransport       *self,
                            JsonNode             *id);
};

void     gh_rpc_transport_start_async     (GhRpcTransport       *self,
                                           GCancellable         *cancellable,
                                           GAsyncReadyCallback   callback,
                                           gpointer              user_data);
gboolean gh_rpc_transport_start_finish    (GhRpcTransport       *self,
                                           GAsyncResult         *result,
                                           GError              **error);
/* Queues; GH_RPC_ERROR_OVERFLOW when the other side does not read, GH_RPC_ERROR_CLOSED. */
gboolean gh_rpc_transport_send            (GhRpcTransport       *self,
                                           GhRpcMessage         *message,
                                           GError              **error);
/* Always completes within a bounded time; may be called in any state, and again. */
void     gh_rpc_transport_close_async     (GhRpcTransport       *self,
                                           GAsyncReadyCallback   callback,
                                           gpointer              user_data);
gboolean gh_rpc_transport_close_finish    (GhRpcTransport       *self,
                                           GAsyncResult         *result,
                                           GError              **error);
/* The longest message taken, bytes, at most GH_JSON_MAX_SIZE; and how long the other side may take
 * before it can be spoken to, milliseconds. 0: as it is. */
void     gh_rpc_transport_set_limits      (GhRpcTransport       *self,
                                           gsize                 max_message,
                                           guint                 start_ms);
void     gh_rpc_transport_set_allow_batch (GhRpcTransport       *self,
                                           gboolean              allow_batch);
/* The call was cancelled, or took too long. */
void     gh_rpc_transport_abandon         (GhRpcTransport       *self,
                                           JsonNode             *id);
/* For implementations. */
void     gh_rpc_transport_emit_message    (GhRpcTransport       *self,
                                           GhRpcMessage         *message);
void     gh_rpc_transport_emit_malformed  (GhRpcTransport       *self,
                                           GBytes               *text,
                                           const GError         *error);
void     gh_rpc_transport_emit_failed     (GhRpcTransport       *self,
                                           JsonNode             *id,
                                           const GError         *error);
void     gh_rpc_transport_emit_closed     (GhRpcTransport       *self,
                                           const GError         *error);

G_END_DECLS
