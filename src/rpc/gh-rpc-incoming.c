/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A request of the peer, to be answered once (in dispose at the latest). */
#include "config.h"

#include "gh-rpc-incoming-private.h"

#include "gh-rpc-error.h"

struct _GhRpcIncoming
{
  GObject parent_instance;

  /* owned */
  GhRpcMessage *request;
  GCancellable *cancellable;
  /* borrowed */
  GWeakRef owner;
  GhRpcIncomingDoneFunc done; /* NULL once it was called */
};

G_DEFINE_FINAL_TYPE (GhRpcIncoming, gh_rpc_incoming, G_TYPE_OBJECT)

static void
finish (GhRpcIncoming *self,
        GhRpcMessage  *answer)
{
  GhRpcIncomingDoneFunc done = g_steal_pointer (&self->done);
  g_autoptr(GObject) owner = g_weak_ref_get (&self->owner);

  if (done != NULL && owner != NULL)
    done (owner, self, answer);
}

static void
gh_rpc_incoming_dispose (GObject *object)
{
  GhRpcIncoming *self = GH_RPC_INCOMING (object);

  if (self->done != NULL)
    gh_rpc_incoming_fail (self, GH_RPC_INTERNAL_ERROR, "the request was not handled", NULL);
  g_weak_ref_set (&self->owner, NULL);
  G_OBJECT_CLASS (gh_rpc_incoming_parent_class)->dispose (object);
}

static void
gh_rpc_incoming_finalize (GObject *object)
{
  GhRpcIncoming *self = GH_RPC_INCOMING (object);

  g_clear_pointer (&self->request, gh_rpc_message_unref);
  g_clear_object (&self->cancellable);
  g_weak_ref_clear (&self->owner);
  G_OBJECT_CLASS (gh_rpc_incoming_parent_class)->finalize (object);
}

static void
gh_rpc_incoming_class_init (GhRpcIncomingClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_rpc_incoming_dispose;
  object_class->finalize = gh_rpc_incoming_finalize;
}

static void
gh_rpc_incoming_init (GhRpcIncoming *self)
{
  self->cancellable = g_cancellable_new ();
  g_weak_ref_init (&self->owner, NULL);
}

GhRpcIncoming *
gh_rpc_incoming_new (GhRpcMessage          *request,
                     GObject               *owner,
                     GhRpcIncomingDoneFunc  done)
{
  GhRpcIncoming *self = g_object_new (GH_TYPE_RPC_INCOMING, NULL);

  self->request = gh_rpc_message_ref (request);
  self->done = done;
  g_weak_ref_set (&self->owner, owner);
  return self;
}

GhRpcMessage *
gh_rpc_incoming_get_message (GhRpcIncoming *self)
{
  g_return_val_if_fail (GH_IS_RPC_INCOMING (self), NULL);

  return self->request;
}

void
gh_rpc_incoming_withdraw (GhRpcIncoming *self)
{
  g_return_if_fail (GH_IS_RPC_INCOMING (self));

  if (self->done == NULL)
    return;

  g_autoptr(GhRpcIncoming) keep = g_object_ref (self);

  finish (self, NULL);
  g_cancellable_cancel (self->cancellable);
}

/**
 * gh_rpc_incoming_get_method:
 *
 * Returns: (transfer none): what the peer asks for
 */
const char *
gh_rpc_incoming_get_method (GhRpcIncoming *self)
{
  g_return_val_if_fail (GH_IS_RPC_INCOMING (self), NULL);

  return gh_rpc_message_get_method (self->request);
}

/**
 * gh_rpc_incoming_get_params:
 *
 * Returns: (transfer none) (nullable): an object or an array
 */
JsonNode *
gh_rpc_incoming_get_params (GhRpcIncoming *self)
{
  g_return_val_if_fail (GH_IS_RPC_INCOMING (self), NULL);

  return gh_rpc_message_get_params (self->request);
}

/**
 * gh_rpc_incoming_get_id:
 *
 * Returns: (transfer none): a string or a number, as it came
 */
JsonNode *
gh_rpc_incoming_get_id (GhRpcIncoming *self)
{
  g_return_val_if_fail (GH_IS_RPC_INCOMING (self), NULL);

  return gh_rpc_message_get_id (self->request);
}

/**
 * gh_rpc_incoming_get_cancellable:
 *
 * Returns: (transfer none): fires when no answer is wanted any more
 */
GCancellable *
gh_rpc_incoming_get_cancellable (GhRpcIncoming *self)
{
  g_return_val_if_fail (GH_IS_RPC_INCOMING (self), NULL);

  return self->cancellable;
}

/**
 * gh_rpc_incoming_answer:
 * @result: (transfer none) (nullable): NULL means an empty object
 *
 * Answers with the id as it came (requirement 1.4). Does nothing when the request was answered or
 * cancelled before.
 */
void
gh_rpc_incoming_answer (GhRpcIncoming *self,
                        JsonNode      *result)
{
  g_autoptr(GhRpcMessage) answer = NULL;

  g_return_if_fail (GH_IS_RPC_INCOMING (self));

  answer = gh_rpc_message_new_result (gh_rpc_message_get_id (self->request), result);
  finish (self, answer);
}

/**
 * gh_rpc_incoming_fail:
 * @code: a JSON-RPC code
 * @text: for the developer of the peer
 * @data: (transfer none) (nullable): more about the error
 *
 * Answers with an error. Does nothing when the request was answered or cancelled before.
 */
void
gh_rpc_incoming_fail (GhRpcIncoming *self,
                      int            code,
                      const char    *text,
                      JsonNode      *data)
{
  g_autoptr(GhRpcMessage) answer = NULL;

  g_return_if_fail (GH_IS_RPC_INCOMING (self));

  answer = gh_rpc_message_new_failure (gh_rpc_message_get_id (self->request), code, text, data);
  finish (self, answer);
}
