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

/* Never reached. */
#define NO_TIME G_MAXINT64

/* One call of ours that waits for its answer. */
typedef struct
{
  GhRpcPeer *peer; /* owned */
  gint64 id;
  GhRpcAnswerFunc func;
  gpointer user_data;
  guint timeout_ms;
  guint limit_ms;
  /* Monotonic time, or while clocks are held what is left of it. */
  gint64 silent_until;
  gint64 limit;
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
  GHashTable *pending;  /* id -> Pending, which holds it */
  GSource *clock;       /* for all time-outs; ready no later than the first of them */
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
static Pending *
pop_pending (GhRpcPeer *self,
             gint64     id)
{
  gpointer pending = NULL;

  g_hash_table_steal_extended (self->pending, &id, NULL, &pending);
  return pending;
}

/* One of the two is given. */
static void
complete (Pending      *take_pending,
          GhJsonValue  *result,
          const GError *error)
{
  g_autoptr(GhRpcPeer) self = take_pending->peer;

  take_pending->func (self, result, error, take_pending->user_data);
  g_free (take_pending);
}

/* For a call that nobody waits for any more: what was sent may still be under way. */
static void
abandon (GhRpcPeer *self,
         gint64     id)
{
  g_autoptr(JsonNode) node = gh_json_node_new_int (id);

  if (self->state == STATE_OPEN)
    gh_rpc_transport_abandon (self->transport, node);
}

static void
expire (Pending *take_pending)
{
  gboolean at_limit = take_pending->limit < take_pending->silent_until;
  g_autoptr(GError) error =
    g_error_new (GH_RPC_ERROR, at_limit ? GH_RPC_ERROR_LIMIT : GH_RPC_ERROR_TIMED_OUT,
                 "no %s within %u ms", at_limit ? "result" : "answer",
                 at_limit ? take_pending->limit_ms : take_pending->timeout_ms);

  abandon (take_pending->peer, take_pending->id);
  complete (take_pending, NULL, error);
}

static gboolean
clock_cb (gpointer user_data)
{
  g_autoptr(GhRpcPeer) self = g_object_ref (user_data);
  g_autoptr(GArray) expired = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 now = g_get_monotonic_time ();
  gint64 next = NO_TIME;
  GHashTableIter iter;
  Pending *pending;

  /* A hold may have begun when this was due already. */
  if (self->n_holds > 0)
    return G_SOURCE_CONTINUE;
  g_hash_table_iter_init (&iter, self->pending);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &pending))
    {
      gint64 end = MIN (pending->silent_until, pending->limit);

      if (end > now)
        next = MIN (next, end);
      else
        g_array_append_val (expired, pending->id);
    }
  g_source_set_ready_time (self->clock, next != NO_TIME ? next : -1);
  /* By number: a completion may drop calls, or run a main loop in which more end. */
  for (guint i = 0; i < expired->len; i++)
    if ((pending = pop_pending (self, g_array_index (expired, gint64, i))) != NULL)
      expire (pending);
  return G_SOURCE_CONTINUE;
}

static gboolean
dispatch_clock (GSource     *source,
                GSourceFunc  callback,
                gpointer     user_data)
{
  return callback (user_data);
}

/* A source costs more than all the rest of a call: there is one for all. */
static void
start_clock (GhRpcPeer *self)
{
  static GSourceFuncs funcs = { .dispatch = dispatch_clock };

  self->clock = g_source_new (&funcs, sizeof (GSource));
  g_source_set_static_name (self->clock, "gh-rpc time-outs");
  g_source_set_callback (self->clock, clock_cb, self, NULL);
  g_source_attach (self->clock, g_main_context_get_thread_default ());
}

static gint64
add_time (gint64 base,
          guint  milliseconds)
{
  return milliseconds > 0 ? base + (gint64) milliseconds * 1000 : NO_TIME;
}

/* The clock is hardly ever set: calls come one after the other, and so do their ends. */
static void
watch_time (GhRpcPeer *self,
            Pending   *pending)
{
  gint64 end = MIN (pending->silent_until, pending->limit);
  gint64 ready;

  if (end == NO_TIME || self->n_holds > 0)
    return;
  if (self->clock == NULL)
    start_clock (self);
  ready = g_source_get_ready_time (self->clock);
  if (ready < 0 || ready > end)
    g_source_set_ready_time (self->clock, end);
}

/* Of all calls, when a hold begins and when it ends. */
static void
shift_times (GhRpcPeer *self,
             gint64     by)
{
  GHashTableIter iter;
  Pending *pending;

  g_hash_table_iter_init (&iter, self->pending);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &pending))
    {
      if (pending->silent_until != NO_TIME)
        pending->silent_until += by;
      if (pending->limit != NO_TIME)
        pending->limit += by;
      watch_time (self, pending);
    }
}

static void
fail_pending (GhRpcPeer    *self,
              const GError *reason)
{
  g_autoptr(GhRpcPeer) keep = g_object_ref (self);
  g_autoptr(GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr(GError) error =
    g_error_new (GH_RPC_ERROR, GH_RPC_ERROR_CLOSED, "the connection is closed%s%s",
                 reason != NULL ? ": " : "", reason != NULL ? reason->message : "");
  GHashTableIter iter;
  Pending *pending;

  g_hash_table_iter_init (&iter, self->pending);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &pending))
    g_array_append_val (ids, pending->id);
  for (guint i = 0; i < ids->len; i++)
    if ((pending = pop_pending (self, g_array_index (ids, gint64, i))) != NULL)
      complete (pending, NULL, error);
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
  g_autoptr(GError) error = NULL;
  gint64 id;
  Pending *pending = gh_rpc_message_get_int_id (message, &id) ? pop_pending (self, id) : NULL;

  if (pending == NULL)
    {
      g_debug ("an answer to no pending request is dropped");
      return;
    }
  switch (gh_rpc_message_get_kind (message))
    {
    case GH_RPC_RESULT:
      complete (pending, gh_rpc_message_get_result_value (message), NULL);
      break;
    case GH_RPC_FAILURE:
      error = gh_rpc_message_new_error (message);
      complete (pending, NULL, error);
      break;
    case GH_RPC_INVALID:
      complete (pending, NULL, gh_rpc_message_get_problem (message));
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
  gint64 number;
  Pending *pending = gh_json_node_get_int (id, &number) ? pop_pending (self, number) : NULL;

  g_assert (GH_IS_RPC_PEER (self));

  if (pending != NULL)
    complete (pending, NULL, error);
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
  gh_clear_source (&self->clock);
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
  self->pending = g_hash_table_new (g_int64_hash, g_int64_equal);
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
 * gh_rpc_peer_call:
 * @method: the method
 * @params: (transfer none) (nullable): an object or an array
 * @more: (nullable): see gh_rpc_message_new_call()
 * @timeout_ms: milliseconds of silence until GH_RPC_ERROR_TIMED_OUT; 0 for none
 * @limit_ms: milliseconds until GH_RPC_ERROR_LIMIT, whatever restarts the time-out; 0 for none
 * @out_id: (out) (optional): the request's id, also when sending it fails
 * @func: told the answer, from the main loop
 *
 * Sends a request (requirements 1.2, 1.3). A call that takes too long is abandoned in the
 * transport; one that the transport gives up fails with the transport's error.
 *
 * Returns: whether it was sent: then @func is called once, unless gh_rpc_peer_drop_call() is
 */
gboolean
gh_rpc_peer_call (GhRpcPeer        *self,
                  const char       *method,
                  GhJsonValue      *params,
                  const char       *more,
                  guint             timeout_ms,
                  guint             limit_ms,
                  gint64           *out_id,
                  GhRpcAnswerFunc   func,
                  gpointer          user_data,
                  GError          **error)
{
  g_autoptr(GhRpcMessage) message = NULL;
  gint64 id, base;
  Pending *pending;

  g_return_val_if_fail (GH_IS_RPC_PEER (self), FALSE);
  g_return_val_if_fail (method != NULL, FALSE);
  g_return_val_if_fail (func != NULL, FALSE);

  id = ++self->last_id;
  if (out_id != NULL)
    *out_id = id;
  message = gh_rpc_message_new_call (id, method, params, more);
  if (!is_open (self, error) || !gh_rpc_transport_send (self->transport, message, error))
    return FALSE;

  pending = g_new (Pending, 1);
  base = self->n_holds > 0 ? 0 : g_get_monotonic_time ();
  *pending = (Pending) {
    .peer = g_object_ref (self),
    .id = id,
    .func = func,
    .user_data = user_data,
    .timeout_ms = timeout_ms,
    .limit_ms = limit_ms,
    .silent_until = add_time (base, timeout_ms),
    .limit = add_time (base, limit_ms),
  };
  g_hash_table_insert (self->pending, &pending->id, pending);
  watch_time (self, pending);
  return TRUE;
}

/**
 * gh_rpc_peer_drop_call:
 * @id: of a call of ours
 *
 * Nobody waits for it any more: its function will not be called. What was sent stays sent.
 */
void
gh_rpc_peer_drop_call (GhRpcPeer *self,
                       gint64     id)
{
  gpointer pending = NULL;

  g_return_if_fail (GH_IS_RPC_PEER (self));

  if (!g_hash_table_steal_extended (self->pending, &id, NULL, &pending))
    return;
  abandon (self, id);
  g_free (pending);
  g_object_unref (self);
}

/* A call that completes a task. */
typedef struct
{
  gint64 id;
  GSource *cancelled; /* owned; NULL when nothing can cancel it */
} TaskCall;

static void
task_call_free (gpointer data)
{
  TaskCall *call = data;

  gh_clear_source (&call->cancelled);
  g_free (call);
}

static void
answered_cb (GhRpcPeer    *self,
             GhJsonValue  *result,
             const GError *error,
             gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  TaskCall *call = g_task_get_task_data (task);

  gh_clear_source (&call->cancelled);
  if (result != NULL)
    g_task_return_pointer (task, json_node_ref (gh_json_value_get_node (result)),
                           (GDestroyNotify) json_node_unref);
  else
    g_task_return_error (task, g_error_copy (error));
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  TaskCall *call = g_task_get_task_data (task);

  gh_rpc_peer_drop_call (g_task_get_source_object (task), call->id);
  g_task_return_error_if_cancelled (task);
  return G_SOURCE_REMOVE;
}

/**
 * gh_rpc_peer_call_async:
 * @timeout_ms: see gh_rpc_peer_call()
 * @out_id: (out) (optional): the request's id, also when sending it fails
 * @cancellable: (nullable): stops waiting; what was sent stays sent
 *
 * gh_rpc_peer_call() for those who want a task. Ends with gh_rpc_peer_call_finish(), never before
 * this function returned.
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
  g_autoptr(GhJsonValue) value = params != NULL ? gh_json_value_new (params) : NULL;
  g_autoptr(GTask) task = NULL;
  GError *error = NULL;
  TaskCall *call;
  gboolean sent;

  g_return_if_fail (GH_IS_RPC_PEER (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_rpc_peer_call_async);
  /* The source below decides; an answer that came before it fired counts. */
  g_task_set_check_cancellable (task, FALSE);
  if (g_task_return_error_if_cancelled (task))
    return;

  call = g_new0 (TaskCall, 1);
  g_task_set_task_data (task, call, task_call_free);
  sent = gh_rpc_peer_call (self, method, value, NULL, timeout_ms, 0, &call->id, answered_cb,
                           task, &error);
  if (out_id != NULL)
    *out_id = call->id;
  if (!sent)
    {
      g_task_return_error (task, error);
      return;
    }
  if (cancellable != NULL)
    {
      call->cancelled = g_cancellable_source_new (cancellable);
      g_source_set_static_name (call->cancelled, "gh-rpc cancellation");
      /* Whichever comes first, the answer or this, lets go of the task. */
      g_source_set_callback (call->cancelled, G_SOURCE_FUNC (cancelled_cb), task, NULL);
      g_source_attach (call->cancelled, g_task_get_context (task));
    }
  g_steal_pointer (&task);
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
  Pending *pending;

  g_return_if_fail (GH_IS_RPC_PEER (self));

  pending = g_hash_table_lookup (self->pending, &id);
  if (pending == NULL)
    return;
  pending->silent_until = add_time (self->n_holds > 0 ? 0 : g_get_monotonic_time (),
                                    pending->timeout_ms);
  watch_time (self, pending);
}

/**
 * gh_rpc_peer_hold_timeouts:
 *
 * Stops the clocks of all calls, those to come included, while a person decides (requirement 2.32).
 */
void
gh_rpc_peer_hold_timeouts (GhRpcPeer *self)
{
  g_return_if_fail (GH_IS_RPC_PEER (self));

  if (self->n_holds++ > 0)
    return;
  shift_times (self, -g_get_monotonic_time ());
  if (self->clock != NULL)
    g_source_set_ready_time (self->clock, -1);
}

/**
 * gh_rpc_peer_release_timeouts:
 *
 * Undoes one gh_rpc_peer_hold_timeouts(); after the last one the clocks go on.
 */
void
gh_rpc_peer_release_timeouts (GhRpcPeer *self)
{
  g_return_if_fail (GH_IS_RPC_PEER (self));
  g_return_if_fail (self->n_holds > 0);

  if (--self->n_holds == 0)
    shift_times (self, g_get_monotonic_time ());
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
