/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Calls, answers and notifications over a transport; knows no method names. */
#pragma once

#include "gh-rpc-incoming.h"
#include "gh-rpc-transport.h"

G_BEGIN_DECLS

#define GH_TYPE_RPC_PEER (gh_rpc_peer_get_type ())
G_DECLARE_FINAL_TYPE (GhRpcPeer, gh_rpc_peer, GH, RPC_PEER, GObject)

/* Signals:
 *   "request" (GhRpcIncoming *request)   keep a reference to answer later; unanswered = -32603
 *   "notification" (const char *method, JsonNode *params)   params may be NULL
 *   "malformed" (GBytes *text, GError *error)
 *   "closed" (GError *error)             once, after every pending call has failed */
GhRpcPeer *gh_rpc_peer_new              (GhRpcTransport       *transport);
void       gh_rpc_peer_start_async      (GhRpcPeer            *self,
                                         GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
gboolean   gh_rpc_peer_start_finish     (GhRpcPeer            *self,
                                         GAsyncResult         *result,
                                         GError              **error);
/* One of the two is given, and borrowed. */
typedef void (*GhRpcAnswerFunc) (GhRpcPeer    *self,
                                 GhJsonValue  *result,
                                 const GError *error,
                                 gpointer      user_data);

/* Sends a request; FALSE when it cannot be sent, then there will be no answer. */
gboolean   gh_rpc_peer_call             (GhRpcPeer            *self,
                                         const char           *method,
                                         GhJsonValue          *params,
                                         const char           *more,
                                         guint                 timeout_ms,
                                         guint                 limit_ms,
                                         gint64               *out_id,
                                         GhRpcAnswerFunc       func,
                                         gpointer              user_data,
                                         GError              **error);
/* The call's function must not be called any more. Unknown ids are ignored. */
void       gh_rpc_peer_drop_call        (GhRpcPeer            *self,
                                         gint64                id);
/* The same as a task. timeout_ms 0 = none. Completes with the answer, gh_rpc_remote_error_new(), a
 * GH_RPC_ERROR, or G_IO_ERROR_CANCELLED as soon as the cancellable fires (from the main loop). A
 * late answer is dropped. Sends no cancel notification of its own: that is the protocol's.
 * out_id, if not NULL, gets the id that was given (a positive int64, never reused). */
void       gh_rpc_peer_call_async       (GhRpcPeer            *self,
                                         const char           *method,
                                         JsonNode             *params,
                                         guint                 timeout_ms,
                                         gint64               *out_id,
                                         GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
JsonNode  *gh_rpc_peer_call_finish      (GhRpcPeer            *self,
                                         GAsyncResult         *result,
                                         GError              **error);
/* Starts the time-out of a pending call anew (progress), or holds it still (a person decides).
 * Holds nest. Unknown ids are ignored. */
void       gh_rpc_peer_restart_timeout  (GhRpcPeer            *self,
                                         gint64                id);
void       gh_rpc_peer_hold_timeouts    (GhRpcPeer            *self);
void       gh_rpc_peer_release_timeouts (GhRpcPeer            *self);
gboolean   gh_rpc_peer_notify           (GhRpcPeer            *self,
                                         const char           *method,
                                         JsonNode             *params,
                                         GError              **error);
/* Whether nothing is ever answered: a protocol in which the peer has nothing to ask. */
void       gh_rpc_peer_set_mute         (GhRpcPeer            *self,
                                         gboolean              mute);
/* The peer no longer wants an answer to its request. Unknown ids are ignored. */
void       gh_rpc_peer_cancel_incoming  (GhRpcPeer            *self,
                                         JsonNode             *id);
guint      gh_rpc_peer_get_n_pending    (GhRpcPeer            *self);
void       gh_rpc_peer_close_async      (GhRpcPeer            *self,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
gboolean   gh_rpc_peer_close_finish     (GhRpcPeer            *self,
                                         GAsyncResult         *result,
                                         GError              **error);

G_END_DECLS
