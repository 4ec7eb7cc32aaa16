/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A request of the peer, to be answered once (in dispose at the latest). */
#pragma once

#include "gh-rpc-message.h"

G_BEGIN_DECLS

#define GH_TYPE_RPC_INCOMING (gh_rpc_incoming_get_type ())
G_DECLARE_FINAL_TYPE (GhRpcIncoming, gh_rpc_incoming, GH, RPC_INCOMING, GObject)

const char   *gh_rpc_incoming_get_method      (GhRpcIncoming  *self);
JsonNode     *gh_rpc_incoming_get_params      (GhRpcIncoming  *self);
JsonNode     *gh_rpc_incoming_get_id          (GhRpcIncoming  *self);
/* Fires when the peer goes away or gh_rpc_peer_cancel_incoming() was called for its id. */
GCancellable *gh_rpc_incoming_get_cancellable (GhRpcIncoming  *self);
/* Answering a cancelled or an answered request does nothing. */
void          gh_rpc_incoming_answer          (GhRpcIncoming  *self,
                                               JsonNode       *result);
void          gh_rpc_incoming_fail            (GhRpcIncoming  *self,
                                               int             code,
                                               const char     *text,
                                               JsonNode       *data);

G_END_DECLS
