/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Calls, answers and notifications over a transport; knows no method names. */
#include "config.h"

#include "gh-rpc-peer.h"

#include "gh-json.h"
#include "gh-rpc-error.h"
#include "gh-rpc-incoming-private.h"
#include "gh-source.h"

/* Requests of the peer that may be open at once; people answer a handful. More is a peer gone
 * wild, and each costs memory here. */
#define MAX_INCOMING 256
/* What they may hold together: two of the largest messages. */
#define MAX_INCOMING_BYTES ((gsize) 1024 * 1024 * 1024)
/* Of a malformed message, for "malformed": nobody reads more in a log. */
#define MAX_SHOWN (64 * 1024)

typedef enum
{
  STATE_NEW,
  STATE_OPEN,    /* started, or starting */
  STATE_CLOSING, /* no calls any more; the transport is being closed */
  STATE_CLOSED,
} State;

/* One call of ours that waits for its answer. */
typedef struct
{
  GhRpcPeer *peer; /* borrowed: the task holds it */
  GTask *task;     /* owned */
  JsonNode *id;    /* owned */
  char *key;       /* owned: the id's, see dup_key() */
  GSource *cancelled; /* owned, or NULL */
  GSource *timeout;   /* owned; NULL without a time-out and while held */
  guint timeout_ms;
  gint64 left;     /* microseconds that remain, while held */
} Pending;

struct _GhRpcPeer
{
  GObject parent_instance;

  State state;
  gboolean mute;
  guint n_holds;
  gint64 last_id;
  gsize incoming_bytes; /* of all in incoming */
  /* owned */
  GhRpcTransport *transport;
  GHashTable *pending;  /* key of an id -> Pending */
  GHashTable *incoming; /* key of an id -> GhRpcIncoming, borrowed: each leaves before it ends */
};

G_DEFINE_FINAL_TYPE (GhRpcPeer, gh_rpc_peer, G_TYPE_OBJECT)

enum
{
  REQUEST,
  NOTIFICATION,
  MALFORMED,
  CLOSED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
pending_free (gpointer data)
{
  Pending *pending = data;

  gh_clear_source (&pending->cancelled);
  gh_clear_source (&pending->timeout);
  g_clear_object (&pending->task);
  g_clear_pointer (&pending->id, json_node_unref);
  g_clear_pointer (&pending->key, g_free);
  g_free (pending);
}

/* Equal for equal ids: 1 and 1.0 are one number, 1 and "1" are not the same. */
static char *
dup_key (JsonNode *id)
{
  gint64 number;

  if (gh_json_node_get_int (id, &number))
    return g_strdup_printf ("%" G_GINT64_FORMAT, number);
  return gh_json_write (id, NULL);
}

/* Takes a call out of the table: whoever does so completes it. */
static GTask *
take_pending (GhRpcPeer  *self,
              const char *key)
{
  Pending *pending = g_hash_table_lookup (self->pending, key);
  GTask *task;

  if (pending == NULL)
    return NULL;
  task = g_steal_pointer (&pending->task);
  g_hash_table_remove (self->pending, key);
  return task;
}

/* The same for a call that nobody waits for any more: what was sent may still be under way. */
static GTask *
abandon_pending (Pending *pending)
{
  GhRpcPeer *self = pending->peer;
  g_autoptr(JsonNode) id = json_node_ref (pending->id);
  GTask *task = take_pending (self, pending->key);

  if (self->state == STATE_OPEN)
    gh_rpc_transport_abandon (self->transport, id);
  return task;
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  g_autoptr(GTask) task = abandon_pending (user_data);

  g_task_return_error_if_cancelled (task);
  return G_SOURCE_REMOVE;
}

static gboolean
timeout_cb (gpointer user_data)
{
  Pending *pending = user_data;
  guint timeout_ms = pending->timeout_ms;
  g_autoptr(GTask) task = abandon_pending (pending);

  g_task_return_new_error (task, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT,
                           "no answer within %u ms", timeout_ms);
  return G_SOURCE_REMOVE;
}

/* Starts the clock with what is left; when a hold is on, the release does it. */
static void
run_timeout (Pending *pending)
{
  gh_clear_source (&pending->timeout);
  if (pending->timeout_ms == 0 || pending->peer->n_holds > 0)
    return;
  pending->timeout = g_timeout_source_new ((guint) MIN (pending->left / 1000 + 1, G_MAXUINT));
  g_source_set_static_name (pending->timeout, "gh-rpc time-out");
  g_source_set_callback (pending->timeout, timeout_cb, pending, NULL);
  g_source_attach (pending->timeout, g_task_get_context (pending->task));
}

static void
fail_pending (GhRpcPeer    *self,
              const GError *reason)
{
  g_autoptr(GPtrArray) tasks = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  Pending *pending;

  /* All leave the table before the first completes: a completion may run a main loop. */
  g_hash_table_iter_init (&iter, self->pending);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &pending))
    g_ptr_array_add (tasks, g_steal_pointer (&pending->task));
  g_hash_table_remove_all (self->pending);

  for (guint i = 0; i < tasks->len; i++)
    g_task_return_new_error (tasks->pdata[i], GH_RPC_ERROR, GH_RPC_ERROR_CLOSED,
                             "the connection is closed%s%s", reason != NULL ? ": " : "",
                             reason != NULL ? reason->message : "");
}

static void
withdraw_incoming (GhRpcPeer *self)
{
  g_autoptr(GPtrArray) requests = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  gpointer request;

  g_hash_table_iter_init (&iter, self->incoming);
  while (g_hash_table_iter_next (&iter, NULL, &request))
    g_ptr_array_add (requests, g_object_ref (request));
  for (guint i = 0; i < requests->len; i++)
    gh_rpc_incoming_withdraw (requests->pdata[i]);
}

static gboolean
is_open (GhRpcPeer  *self,
         GError    **error)
{
  if (self->state == STATE_OPEN)
    return TRUE;
  g_set_error_literal (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED, "the connection is not open");
  return FALSE;
}

/* answer: NULL when the request was called off. One that cannot be sent has nobody who wants it. */
static void
settle (GhRpcPeer    *self,
        GhRpcMessage *request,
        GhRpcMessage *answer)
{
  GhRpcBatch *batch = gh_rpc_message_get_batch (request);
  g_autoptr(GhRpcMessage) whole = batch != NULL ? gh_rpc_batch_settle (batch, answer) : NULL;
  g_autoptr(GError) error = NULL;
  GhRpcMessage *message = batch != NULL ? whole : answer;

  if (message == NULL || self->mute)
    return;
  if (!is_open (self, &error) || !gh_rpc_transport_send (self->transport, message, &error))
    g_debug ("an answer is lost: %s", error->message);
}

static void
incoming_done (gpointer       owner,
               GhRpcIncoming *request,
               GhRpcMessage  *answer)
{
  GhRpcPeer *self = GH_RPC_PEER (owner);
  g_autofree char *key = dup_key (gh_rpc_incoming_get_id (request));

  if (g_hash_table_remove (self->incoming, key))
    self->incoming_bytes -= gh_rpc_message_get_size (gh_rpc_incoming_get_message (request));
  settle (self, gh_rpc_incoming_get_message (request), answer);
}

static void
refuse (GhRpcPeer    *self,
        GhRpcMessage *request,
        int           code,
        const char   *text)
{
  g_autoptr(GhRpcMessage) answer =
    gh_rpc_message_new_failure (gh_rpc_message_get_id (request), code, text, NULL);

  settle (self, request, answer);
}

/* Whatever is answered would be taken for the answer to the request that is open under this id: the
 * second one gets none. */
static void
drop_twin (GhRpcPeer    *self,
           GhRpcMessage *message)
{
  g_autoptr(GBytes) text = gh_rpc_message_write_start (message, MAX_SHOWN);
  g_autoptr(GError) error = g_error_new_literal (GH_RPC_ERROR, GH_RPC_ERROR_MALFORMED,
                                                 "a request with this id is still open");

  settle (self, message, NULL);
  g_signal_emit (self, signals[MALFORMED], 0, text, error);
}

static void
take_request (GhRpcPeer    *self,
              GhRpcMessage *message)
{
  g_autofree char *key = dup_key (gh_rpc_message_get_id (message));
  g_autoptr(GhRpcIncoming) request = NULL;

  if (g_hash_table_contains (self->incoming, key))
    {
      drop_twin (self, message);
      return;
    }
  if (g_hash_table_size (self->incoming) >= MAX_INCOMING
      || gh_rpc_message_get_size (message) > MAX_INCOMING_BYTES - self->incoming_bytes)
    {
      refuse (self, message, GH_RPC_INTERNAL_ERROR, "too many requests are open");
      return;
    }
  request = gh_rpc_incoming_new (message, G_OBJECT (self), incoming_done);
  g_hash_table_insert (self->incoming, g_steal_pointer (&key), request);
  self->incoming_bytes += gh_rpc_message_get_size (message);
  g_signal_emit (self, signals[REQUEST], 0, request);
}

/* Completes the call that a response, well formed or not, belongs to. Answers to nobody (late,
 * after a cancellation or a time-out) are normal. */
static void
take_response (GhRpcPeer    *self,
               GhRpcMessage *message)
{
  JsonNode *id = gh_rpc_message_get_id (message);
  g_autofree char *key = id != NULL ? dup_key (id) : NULL;
  g_autoptr(GTask) task = key != NULL ? take_pending (self, key) : NULL;

  if (task == NULL)
    {
      g_debug ("an answer to no pending request is dropped (id %s)", key != NULL ? key : "absent");
      return;
    }
  switch (gh_rpc_message_get_kind (message))
    {
    case GH_RPC_RESULT:
      g_task_return_pointer (task, json_node_ref (gh_rpc_message_get_result (message)),
                             (GDestroyNotify) json_node_unref);
      break;
    case GH_RPC_FAILURE:
      g_task_return_error (task, gh_rpc_remote_error_new (gh_rpc_message_get_error_code (message),
                                                          gh_rpc_message_get_error_text (message),
                                                          gh_rpc_message_get_error_data (message)));
      break;
    case GH_RPC_INVALID:
      g_task_return_error (task, g_error_copy (gh_rpc_message_get_problem (message)));
      break;
    case GH_RPC_REQUEST:
    case GH_RPC_NOTIFICATION:
    default:
      g_assert_not_reached ();
    }
}

static void
take_invalid (GhRpcPeer    *self,
              GhRpcMessage *message)
{
  const GError *problem = gh_rpc_message_get_problem (message);
  g_autoptr(GBytes) text = gh_rpc_message_write_start (message, MAX_SHOWN);

  if (gh_rpc_message_get_method (message) == NULL)
    take_response (self, message);
  else if (gh_rpc_message_get_id (message) != NULL)
    refuse (self, message, gh_rpc_message_get_error_code (message), problem->message);
  g_signal_emit (self, signals[MALFORMED], 0, text, problem);
}

static void
message_cb (GhRpcPeer      *self,
            GhRpcMessage   *message,
            GhRpcTransport *transport)
{
  g_autoptr(GhRpcPeer) keep = g_object_ref (self);

  g_assert (GH_IS_RPC_PEER (self));

  if (self->state != STATE_OPEN)
    return;
  switch (gh_rpc_message_get_kind (message))
    {
    case GH_RPC_REQUEST:
      take_request (self, message);
      break;
    case GH_RPC_NOTIFICATION:
      g_signal_emit (self, signals[NOTIFICATION], 0, gh_rpc_message_get_method (message),
                     gh_rpc_message_get_params (message));
      break;
    case GH_RPC_RESULT:
    case GH_RPC_FAILURE:
      take_response (self, message);
      break;
    case GH_RPC_INVALID:
      take_invalid (self, message);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
malformed_cb (GhRpcPeer      *self,
              GBytes         *text,
              const GError   *error,
              GhRpcTransport *transport)
{
  g_assert (GH_IS_RPC_PEER (self));

  g_signal_emit (self, signals[MALFORMED], 0, text, error);
}

static void
failed_cb (GhRpcPeer      *self,
           JsonNode       *id,
           const GError   *error,
           GhRpcTransport *transport)
{
  g_autofree char *key = dup_key (id);
  g_autoptr(GTask) task = take_pending (self, key);

  g_assert (GH_IS_RPC_PEER (self));

  if (task != NULL)
    g_task_return_error (task, g_error_copy (error));
}

static void
closed_cb (GhRpcPeer      *self,
           const GError   *error,
           GhRpcTransport *transport)
{
  g_autoptr(GhRpcPeer) keep = g_object_ref (self);

  g_assert (GH_IS_RPC_PEER (self));

  if (self->state == STATE_CLOSED)
    return;
  self->state = STATE_CLOSED;
  withdraw_incoming (self);
  fail_pending (self, error);
  g_signal_emit (self, signals[CLOSED], 0, error);
}

static gboolean
fail_pending_cb (gpointer user_data)
{
  fail_pending (GH_RPC_PEER (user_data), NULL);
  return G_SOURCE_REMOVE;
}

/* Nothing of a call may complete inside gh_rpc_peer_close_async(). */
static void
fail_pending_later (GhRpcPeer *self)
{
  g_autoptr(GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_static_name (source, "gh-rpc close");
  g_source_set_callback (source, fail_pending_cb, g_object_ref (self), g_object_unref);
  g_source_attach (source, g_main_context_get_thread_default ());
}

static void
gh_rpc_peer_dispose (GObject *object)
{
  GhRpcPeer *self = GH_RPC_PEER (object);

  /* Pending calls hold the peer, so none is left. */
  self->state = STATE_CLOSED;
  withdraw_incoming (self);
  /* They do not find their way here any more. */
  g_hash_table_remove_all (self->incoming);
  self->incoming_bytes = 0;
  g_clear_object (&self->transport);
  G_OBJECT_CLASS (gh_rpc_peer_parent_class)->dispose (object);
}

static void
gh_rpc_peer_finalize (GObject *object)
{
  GhRpcPeer *self = GH_RPC_PEER (object);

  g_clear_pointer (&self->pending, g_hash_table_unref);
  g_clear_pointer (&self->incoming, g_hash_table_unref);
  G_OBJECT_CLASS (gh_rpc_peer_parent_class)->finalize (object);
}

static void
gh_rpc_peer_class_init (GhRpcPeerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_rpc_peer_dispose;
  object_class->finalize = gh_rpc_peer_finalize;

  signals[REQUEST] =
    g_signal_new ("request", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, GH_TYPE_RPC_INCOMING);
  signals[NOTIFICATION] =
    g_signal_new ("notification", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 2, G_TYPE_STRING | G_SIGNAL_TYPE_STATIC_SCOPE,
                  JSON_TYPE_NODE | G_SIGNAL_TYPE_STATIC_SCOPE);
  signals[MALFORMED] =
    g_signal_new ("malformed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 2, G_TYPE_BYTES, G_TYPE_ERROR | G_SIGNAL_TYPE_STATIC_SCOPE);
  signals[CLOSED] =
    g_signal_new ("closed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_ERROR | G_SIGNAL_TYPE_STATIC_SCOPE);
}

static void
gh_rpc_peer_init (GhRpcPeer *self)
{
  self->pending = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, pending_free);
  self->incoming = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/**
 * gh_rpc_peer_new:
 * @transport: (transfer none): not started yet, and nobody else's
 *
 * Returns: (transfer full): a peer that is to be started
 */
GhRpcPeer *
gh_rpc_peer_new (GhRpcTransport *transport)
{
  GhRpcPeer *self;

  g_return_val_if_fail (GH_IS_RPC_TRANSPORT (transport), NULL);

  self = g_object_new (GH_TYPE_RPC_PEER, NULL);
  self->transport = g_object_ref (transport);
  g_signal_connect_object (transport, "message", G_CALLBACK (message_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (transport, "malformed", G_CALLBACK (malformed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (transport, "failed", G_CALLBACK (failed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (transport, "closed", G_CALLBACK (closed_cb), self, G_CONNECT_SWAPPED);
  return self;
}

static void
start_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhRpcPeer *self = g_task_get_source_object (task);
  g_autoptr(GError) error = NULL;

  if (!gh_rpc_transport_start_finish (GH_RPC_TRANSPORT (source), result, &error))
    {
      if (self->state == STATE_OPEN)
        self->state = STATE_CLOSED;
      fail_pending (self, error);
      g_task_return_error (task, g_steal_pointer (&error));
    }
  else if (self->state != STATE_OPEN)
    g_task_return_new_error (task, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED,
                             "the connection was closed while it was opened");
  else
    g_task_return_boolean (task, TRUE);
}

/**
 * gh_rpc_peer_start_async:
 * @cancellable: (nullable): ends the start, not the connection
 *
 * Opens the transport. A start that fails emits no "closed".
 */
void
gh_rpc_peer_start_async (GhRpcPeer           *self,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (GH_IS_RPC_PEER (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_rpc_peer_start_async);
  /* Whether the transport opened is known from it alone: a cancellation that comes too late
   * counts not. */
  g_task_set_check_cancellable (task, FALSE);
  if (self->state != STATE_NEW)
    {
      g_task_return_new_error (task, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED,
                               "the connection was started or closed before");
      return;
    }
  self->state = STATE_OPEN;
  gh_rpc_transport_start_async (self->transport, cancellable, start_cb, g_steal_pointer (&task));
}

gboolean
gh_rpc_peer_start_finish (GhRpcPeer     *self,
                          GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * gh_rpc_peer_call_async:
 * @method: the method
 * @params: (transfer none) (nullable): an object or an array; may not be changed any more
 * @timeout_ms: milliseconds until GH_RPC_ERROR_TIMED_OUT; 0 for none
 * @out_id: (out) (optional): the request's id, also when sending it fails
 * @cancellable: (nullable): stops waiting; what was sent stays sent
 *
 * Sends a request (requirements 1.2, 1.3). A call that is cancelled or takes too long is abandoned
 * in the transport; one that the transport gives up fails with the transport's error. Ends with
 * gh_rpc_peer_call_finish(), never before this function returned.
 */
void
gh_rpc_peer_call_async (GhRpcPeer           *self,
                        const char          *method,
                        JsonNode            *params,
                        guint                timeout_ms,
                        gint64              *out_id,
                        GCancellable        *cancellable,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  g_autoptr(JsonNode) id = NULL;
  g_autoptr(GhRpcMessage) message = NULL;
  g_autoptr(GError) error = NULL;
  Pending *pending;

  g_return_if_fail (GH_IS_RPC_PEER (self));
  g_return_if_fail (method != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_rpc_peer_call_async);
  /* The source below decides; an answer that came before it fired counts. */
  g_task_set_check_cancellable (task, FALSE);
  id = gh_json_node_new_int (++self->last_id);
  if (out_id != NULL)
    *out_id = self->last_id;

  if (g_task_return_error_if_cancelled (task))
    return;
  message = gh_rpc_message_new_request (id, method, params);
  if (!is_open (self, &error) || !gh_rpc_transport_send (self->transport, message, &error))
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }

  pending = g_new0 (Pending, 1);
  pending->peer = self;
  pending->task = g_steal_pointer (&task);
  pending->id = json_node_ref (id);
  pending->key = gh_json_write (id, NULL);
  pending->timeout_ms = timeout_ms;
  pending->left = (gint64) timeout_ms * 1000;
  g_hash_table_insert (self->pending, pending->key, pending);
  run_timeout (pending);
  if (cancellable != NULL)
    {
      pending->cancelled = g_cancellable_source_new (cancellable);
      g_source_set_static_name (pending->cancelled, "gh-rpc cancellation");
      g_source_set_callback (pending->cancelled, G_SOURCE_FUNC (cancelled_cb), pending, NULL);
      g_source_attach (pending->cancelled, g_task_get_context (pending->task));
    }
}

/**
 * gh_rpc_peer_call_finish:
 *
 * Returns: (transfer full): the result, any JSON value; or NULL with an error
 */
JsonNode *
gh_rpc_peer_call_finish (GhRpcPeer     *self,
                         GAsyncResult  *result,
                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * gh_rpc_peer_restart_timeout:
 * @id: of a call of ours
 *
 * Starts its time-out anew, for a call that reported progress (requirement 2.31).
 */
void
gh_rpc_peer_restart_timeout (GhRpcPeer *self,
                             gint64     id)
{
  g_autofree char *key = NULL;
  Pending *pending;

  g_return_if_fail (GH_IS_RPC_PEER (self));

  key = g_strdup_printf ("%" G_GINT64_FORMAT, id);
  pending = g_hash_table_lookup (self->pending, key);
  if (pending == NULL)
    return;
  pending->left = (gint64) pending->timeout_ms * 1000;
  run_timeout (pending);
}

/**
 * gh_rpc_peer_hold_timeouts:
 *
 * Stops the clocks of all calls, those to come included, while a person decides (requirement 2.32).
 */
void
gh_rpc_peer_hold_timeouts (GhRpcPeer *self)
{
  GHashTableIter iter;
  Pending *pending;

  g_return_if_fail (GH_IS_RPC_PEER (self));

  if (self->n_holds++ > 0)
    return;
  g_hash_table_iter_init (&iter, self->pending);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &pending))
    if (pending->timeout != NULL)
      {
        pending->left = MAX (0, g_source_get_ready_time (pending->timeout)
                                - g_get_monotonic_time ());
        gh_clear_source (&pending->timeout);
      }
}

/**
 * gh_rpc_peer_release_timeouts:
 *
 * Undoes one gh_rpc_peer_hold_timeouts(); after the last one the clocks go on.
 */
void
gh_rpc_peer_release_timeouts (GhRpcPeer *self)
{
  GHashTableIter iter;
  Pending *pending;

  g_return_if_fail (GH_IS_RPC_PEER (self));
  g_return_if_fail (self->n_holds > 0);

  if (--self->n_holds > 0)
    return;
  g_hash_table_iter_init (&iter, self->pending);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &pending))
    run_timeout (pending);
}

/**
 * gh_rpc_peer_notify:
 * @method: the method
 * @params: (transfer none) (nullable): an object or an array; may not be changed any more
 *
 * Returns: whether the notification was queued; there is never an answer (requirement 1.8)
 */
gboolean
gh_rpc_peer_notify (GhRpcPeer   *self,
                    const char  *method,
                    JsonNode    *params,
                    GError     **error)
{
  g_autoptr(GhRpcMessage) message = NULL;

  g_return_val_if_fail (GH_IS_RPC_PEER (self), FALSE);
  g_return_val_if_fail (method != NULL, FALSE);

  message = gh_rpc_message_new_notification (method, params);
  return is_open (self, error) && gh_rpc_transport_send (self->transport, message, error);
}

/**
 * gh_rpc_peer_set_mute:
 * @mute: whether requests of the peer are left without an answer
 *
 * They are still told of by "request".
 */
void
gh_rpc_peer_set_mute (GhRpcPeer *self,
                      gboolean   mute)
{
  g_return_if_fail (GH_IS_RPC_PEER (self));

  self->mute = mute;
}

/**
 * gh_rpc_peer_cancel_incoming:
 * @id: (transfer none): of a request of the peer
 *
 * The peer no longer wants an answer: fires the request's cancellable; nothing is sent
 * (requirement 2.36).
 */
void
gh_rpc_peer_cancel_incoming (GhRpcPeer *self,
                             JsonNode  *id)
{
  g_autofree char *key = NULL;
  GhRpcIncoming *request;

  g_return_if_fail (GH_IS_RPC_PEER (self));
  g_return_if_fail (id != NULL);

  key = dup_key (id);
  request = g_hash_table_lookup (self->incoming, key);
  if (request != NULL)
    gh_rpc_incoming_withdraw (request);
}

/**
 * gh_rpc_peer_get_n_pending:
 *
 * Returns: calls of ours that wait for their answer
 */
guint
gh_rpc_peer_get_n_pending (GhRpcPeer *self)
{
  g_return_val_if_fail (GH_IS_RPC_PEER (self), 0);

  return g_hash_table_size (self->pending);
}

static void
close_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhRpcPeer *self = g_task_get_source_object (task);
  g_autoptr(GError) error = NULL;

  self->state = STATE_CLOSED;
  if (gh_rpc_transport_close_finish (GH_RPC_TRANSPORT (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/**
 * gh_rpc_peer_close_async:
 *
 * Refuses new calls, fails the pending ones with GH_RPC_ERROR_CLOSED, withdraws the peer's
 * requests and closes the transport, in bounded time. May be called in any state, and again.
 */
void
gh_rpc_peer_close_async (GhRpcPeer           *self,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (GH_IS_RPC_PEER (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, gh_rpc_peer_close_async);
  if (self->state == STATE_NEW || self->state == STATE_OPEN)
    {
      self->state = STATE_CLOSING;
      fail_pending_later (self);
    }
  gh_rpc_transport_close_async (self->transport, close_cb, g_steal_pointer (&task));
  withdraw_incoming (self);
}

gboolean
gh_rpc_peer_close_finish (GhRpcPeer     *self,
                          GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
