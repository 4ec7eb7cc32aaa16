/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The requests that came in one array: answered by one array (requirement 1.13). */
#include "config.h"

#include "gh-rpc-batch.h"

#include "gh-rpc-message.h"

struct _GhRpcBatch
{
  guint n_open;
  GPtrArray *answers; /* owned GhRpcMessages */
};

GhRpcBatch *
gh_rpc_batch_new (void)
{
  GhRpcBatch *self = g_atomic_rc_box_new0 (GhRpcBatch);

  self->answers = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_rpc_message_unref);
  return self;
}

static void
batch_clear (gpointer data)
{
  GhRpcBatch *self = data;

  g_ptr_array_unref (self->answers);
}

GhRpcBatch *
gh_rpc_batch_ref (GhRpcBatch *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_atomic_rc_box_acquire (self);
}

void
gh_rpc_batch_unref (GhRpcBatch *self)
{
  g_return_if_fail (self != NULL);

  g_atomic_rc_box_release_full (self, batch_clear);
}

void
gh_rpc_batch_add (GhRpcBatch *self)
{
  g_return_if_fail (self != NULL);

  self->n_open++;
}

GhRpcMessage *
gh_rpc_batch_settle (GhRpcBatch   *self,
                     GhRpcMessage *answer)
{
  GhRpcMessage *whole;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (self->n_open > 0, NULL);

  if (answer != NULL)
    g_ptr_array_add (self->answers, gh_rpc_message_ref (answer));
  if (--self->n_open > 0 || self->answers->len == 0)
    return NULL;
  whole = gh_rpc_message_new_array (self->answers);
  g_ptr_array_set_size (self->answers, 0);
  return whole;
}
