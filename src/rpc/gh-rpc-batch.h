/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The requests that came in one array: answered by one array (requirement 1.13). */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _GhRpcMessage GhRpcMessage;
typedef struct _GhRpcBatch GhRpcBatch;

GhRpcBatch   *gh_rpc_batch_new    (void);
/* One more request of the array wants an answer. */
void          gh_rpc_batch_add    (GhRpcBatch    *self);
/* One of them is settled. answer: NULL when it was called off. Gives what is to be sent now
 * (transfer full): an array, once every request is settled, or NULL. */
GhRpcMessage *gh_rpc_batch_settle (GhRpcBatch    *self,
                                   GhRpcMessage  *answer);
/* From any thread. */
GhRpcBatch   *gh_rpc_batch_ref    (GhRpcBatch    *self);
void          gh_rpc_batch_unref  (GhRpcBatch    *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhRpcBatch, gh_rpc_batch_unref)

G_END_DECLS
