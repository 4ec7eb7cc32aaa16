/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How a peer makes and withdraws incoming requests. */
#pragma once

#include "gh-rpc-incoming.h"

G_BEGIN_DECLS

/* Called once, with the answer or with NULL when the request was withdrawn; never after `owner`
 * is gone. */
typedef void (*GhRpcIncomingDoneFunc) (gpointer       owner,
                                       GhRpcIncoming *request,
                                       GhRpcMessage  *answer);

GhRpcIncoming *gh_rpc_incoming_new      (GhRpcMessage          *request,
                                         GObject               *owner,
                                         GhRpcIncomingDoneFunc  done);
/* The request as it came. */
GhRpcMessage  *gh_rpc_incoming_get_message (GhRpcIncoming      *self);
/* The peer no longer waits: fires the cancellable, and no answer is sent. */
void           gh_rpc_incoming_withdraw (GhRpcIncoming         *self);

G_END_DECLS
