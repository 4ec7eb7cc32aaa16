/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Takes sampling requests from servers to the reviewer and the model and back. */
#include "config.h"

#include "gh-sampling-broker-private.h"

#include "gh-mcp-error.h"
#include "gh-sampling-request-private.h"

/* Blocks in one request: far more than a person reads, few enough for a list of widgets. */
#define MAX_BLOCKS 10000
/* What the open requests of one server may hold together: two messages of the largest size. */
#define MAX_OPEN_BYTES (128 * 1024 * 1024)

struct _GhSamplingBroker
{
  GObject parent;

  /* Owned. */
  GhModelList       *models;
  GListStore        *requests; /* open, in the order they came */
  GHashTable        *tasks;    /* GhSamplingRequest (borrowed) -> Open */
  guint              next_source;

  /* Borrowed. */
  GhReviewer        *reviewer; /* weak */
  GhSamplingRequest *current;  /* in the list */
  GhSamplingRequest *front;    /* in the list: is next, whatever came before it; or NULL */

  guint              last_serial;
};

/* What an open request waits with. */
typedef struct
{
  GTask   *task;
  GSource *withdrawn; /* or NULL */
} Open;

static void list_model_init (GListModelInterface *iface);
static void schedule_next (GhSamplingBroker *self);

G_DEFINE_FINAL_TYPE_WITH_CODE (GhSamplingBroker, gh_sampling_broker, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

enum
{
  PROP_0,
  PROP_CURRENT,
  N_PROPS,
};

enum
{
  FINISHED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static void
open_free (Open *open)
{
  if (open->withdrawn != NULL)
    {
      g_source_destroy (open->withdrawn);
      g_source_unref (open->withdrawn);
    }
  g_object_unref (open->task);
  g_free (open);
}

static GType
get_item_type (GListModel *model)
{
  return GH_TYPE_SAMPLING_REQUEST;
}

static guint
get_n_items (GListModel *model)
{
  return g_list_model_get_n_items (G_LIST_MODEL (GH_SAMPLING_BROKER (model)->requests));
}

static gpointer
get_item (GListModel *model,
          guint       position)
{
  return g_list_model_get_item (G_LIST_MODEL (GH_SAMPLING_BROKER (model)->requests), position);
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
set_current (GhSamplingBroker  *self,
             GhSamplingRequest *request)
{
  if (self->current == request)
    return;
  self->current = request;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CURRENT]);
}

static void
reviewer_gone_cb (gpointer  user_data,
                  GObject  *reviewer)
{
  GhSamplingBroker *self = GH_SAMPLING_BROKER (user_data);

  self->reviewer = NULL;
  if (self->current != NULL && gh_sampling_request_get_state (self->current) == GH_SAMPLING_REVIEW)
    gh_sampling_request_queue (self->current);
}

static void
gh_sampling_broker_dispose (GObject *object)
{
  GhSamplingBroker *self = GH_SAMPLING_BROKER (object);

  gh_sampling_broker_set_reviewer (self, NULL);
  gh_sampling_broker_close (self);
  g_clear_handle_id (&self->next_source, g_source_remove);
  g_clear_object (&self->models);

  G_OBJECT_CLASS (gh_sampling_broker_parent_class)->dispose (object);
}

static void
gh_sampling_broker_finalize (GObject *object)
{
  GhSamplingBroker *self = GH_SAMPLING_BROKER (object);

  g_clear_pointer (&self->tasks, g_hash_table_unref);
  g_clear_object (&self->requests);

  G_OBJECT_CLASS (gh_sampling_broker_parent_class)->finalize (object);
}

static void
gh_sampling_broker_get_property (GObject    *object,
                                 guint       prop_id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  GhSamplingBroker *self = GH_SAMPLING_BROKER (object);

  switch (prop_id)
    {
    case PROP_CURRENT:
      g_value_set_object (value, self->current);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_sampling_broker_class_init (GhSamplingBrokerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_sampling_broker_dispose;
  object_class->finalize = gh_sampling_broker_finalize;
  object_class->get_property = gh_sampling_broker_get_property;

  properties[PROP_CURRENT] = g_param_spec_object ("current", NULL, NULL, GH_TYPE_SAMPLING_REQUEST,
                                                  G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY
                                                  | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[FINISHED] = g_signal_new ("finished", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 1, GH_TYPE_SAMPLING_REQUEST);
}

static void
requests_changed_cb (GhSamplingBroker *self,
                     guint             position,
                     guint             removed,
                     guint             added)
{
  g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
}

static void
gh_sampling_broker_init (GhSamplingBroker *self)
{
  self->requests = g_list_store_new (GH_TYPE_SAMPLING_REQUEST);
  self->tasks = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) open_free);
  g_signal_connect_object (self->requests, "items-changed", G_CALLBACK (requests_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

/* What is open now: whoever is told of one may decide others. */
static GPtrArray *
dup_open (GhSamplingBroker *self)
{
  GPtrArray *open = g_ptr_array_new_with_free_func (g_object_unref);
  guint n = get_n_items (G_LIST_MODEL (self));

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (open, get_item (G_LIST_MODEL (self), i));
  return open;
}

/* What is still undecided may be for a model that just came or went. */
static void
models_changed_cb (GhSamplingBroker *self)
{
  g_autoptr(GPtrArray) open = dup_open (self);

  for (guint i = 0; i < open->len; i++)
    gh_sampling_request_choose_model (open->pdata[i]);
}

/**
 * gh_sampling_broker_new:
 *
 * Returns: (transfer full): a broker without requests and without a reviewer
 */
GhSamplingBroker *
gh_sampling_broker_new (GhModelList *models)
{
  GhSamplingBroker *self;

  g_return_val_if_fail (GH_IS_MODEL_LIST (models), NULL);

  self = g_object_new (GH_TYPE_SAMPLING_BROKER, NULL);
  self->models = g_object_ref (models);
  g_signal_connect_object (gh_model_list_list_models (models), "items-changed",
                           G_CALLBACK (models_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (models, "notify::default-model", G_CALLBACK (models_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/**
 * gh_sampling_broker_get_models:
 *
 * Returns: (transfer none): the models requests are given to
 */
GhModelList *
gh_sampling_broker_get_models (GhSamplingBroker *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_BROKER (self), NULL);

  return self->models;
}

static void
complete (GhSamplingRequest *request,
          GTask             *task)
{
  const GError *error = gh_sampling_request_get_error (request);
  const char *reason = gh_sampling_request_get_reason (request);

  switch (gh_sampling_request_get_state (request))
    {
    case GH_SAMPLING_ANSWERED:
      g_task_return_pointer (task, gh_sampling_request_build_result (request),
                             (GDestroyNotify) json_node_unref);
      break;
    case GH_SAMPLING_DENIED:
      g_task_return_new_error (task, GH_MCP_ERROR, GH_MCP_ERROR_DENIED, "%s",
                               reason != NULL ? reason : "");
      break;
    case GH_SAMPLING_WITHDRAWN:
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The request was withdrawn");
      break;
    case GH_SAMPLING_FAILED:
      g_task_return_error (task, g_error_copy (error));
      break;
    case GH_SAMPLING_RECEIVED:
    case GH_SAMPLING_QUEUED:
    case GH_SAMPLING_REVIEW:
    case GH_SAMPLING_GENERATING:
    case GH_SAMPLING_RESPONSE_REVIEW:
    default:
      g_assert_not_reached ();
    }
}

static void
take_out (GhSamplingBroker  *self,
          GhSamplingRequest *request)
{
  g_autoptr(GhSamplingRequest) kept = g_object_ref (request);
  g_autoptr(GhSamplingBroker) kept_self = g_object_ref (self);
  Open *open = g_hash_table_lookup (self->tasks, request);
  g_autoptr(GTask) task = g_object_ref (open->task);
  guint position;

  g_hash_table_remove (self->tasks, request);
  if (self->front == request)
    self->front = NULL;
  if (self->current == request)
    set_current (self, NULL);
  if (g_list_store_find (self->requests, request, &position))
    g_list_store_remove (self->requests, position);

  complete (request, task);
  g_signal_emit (self, signals[FINISHED], 0, request);
  schedule_next (self);
}

/* The one place that follows a request's state. */
static void
state_changed_cb (GhSamplingBroker  *self,
                  GParamSpec        *pspec,
                  GhSamplingRequest *request)
{
  GhSamplingState state = gh_sampling_request_get_state (request);

  /* Already taken out: a notification of an earlier state that was held back. */
  if (!g_hash_table_contains (self->tasks, request))
    return;

  if (gh_sampling_state_is_terminal (state))
    take_out (self, request);
  else if (state == GH_SAMPLING_QUEUED)
    {
      if (self->current == request)
        set_current (self, NULL);
      schedule_next (self);
    }
  else if (state == GH_SAMPLING_REVIEW && self->reviewer == NULL)
    {
      /* It came back from the model and nobody is there any more. */
      if (gh_sampling_request_get_error (request) != NULL)
        gh_sampling_request_fail (request);
      else
        gh_sampling_request_queue (request);
    }
}

static GhSamplingRequest *
find_next (GhSamplingBroker *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->requests));

  if (self->front != NULL && gh_sampling_request_get_state (self->front) == GH_SAMPLING_QUEUED)
    return self->front;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhSamplingRequest) request =
        g_list_model_get_item (G_LIST_MODEL (self->requests), i);

      /* The list keeps it. */
      if (gh_sampling_request_get_state (request) == GH_SAMPLING_QUEUED)
        return request;
    }
  return NULL;
}

static gboolean
next_cb (gpointer user_data)
{
  GhSamplingBroker *self = GH_SAMPLING_BROKER (user_data);
  g_autoptr(GhSamplingRequest) next = NULL;
  g_autoptr(GhReviewer) reviewer = NULL;

  self->next_source = 0;
  if (self->current != NULL || self->reviewer == NULL)
    return G_SOURCE_REMOVE;
  next = find_next (self);
  if (next == NULL)
    return G_SOURCE_REMOVE;

  g_object_ref (next);
  reviewer = g_object_ref (self->reviewer);
  if (self->front == next)
    self->front = NULL;
  set_current (self, next);
  gh_sampling_request_open (next);
  /* A listener may have decided it, or put another to the front, already. */
  if (self->current == next && self->reviewer == reviewer)
    gh_reviewer_review (reviewer, next);
  return G_SOURCE_REMOVE;
}

/* From the main loop: the next dialog never opens inside the last one's closing. */
static void
schedule_next (GhSamplingBroker *self)
{
  if (self->next_source == 0 && self->current == NULL && self->reviewer != NULL)
    self->next_source = g_idle_add (next_cb, self);
}

/**
 * gh_sampling_broker_set_reviewer:
 * @reviewer: (nullable): not kept alive
 *
 * The current request goes to the new reviewer as it is; without one, what is in REVIEW waits in
 * the queue.
 */
void
gh_sampling_broker_set_reviewer (GhSamplingBroker *self,
                                 GhReviewer       *reviewer)
{
  g_return_if_fail (GH_IS_SAMPLING_BROKER (self));
  g_return_if_fail (reviewer == NULL || GH_IS_REVIEWER (reviewer));

  if (self->reviewer == reviewer)
    return;
  if (self->reviewer != NULL)
    {
      g_object_weak_unref (G_OBJECT (self->reviewer), reviewer_gone_cb, self);
      self->reviewer = NULL;
    }
  if (self->current != NULL && gh_sampling_request_get_state (self->current) == GH_SAMPLING_REVIEW)
    gh_sampling_request_queue (self->current);
  if (reviewer == NULL)
    return;

  self->reviewer = reviewer;
  g_object_weak_ref (G_OBJECT (reviewer), reviewer_gone_cb, self);
  if (self->current != NULL)
    gh_reviewer_review (reviewer, self->current);
  else
    schedule_next (self);
}

GhSamplingRequest *
gh_sampling_broker_get_current (GhSamplingBroker *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_BROKER (self), NULL);

  return self->current;
}

void
gh_sampling_broker_show (GhSamplingBroker  *self,
                         GhSamplingRequest *request)
{
  g_return_if_fail (GH_IS_SAMPLING_BROKER (self));
  g_return_if_fail (GH_IS_SAMPLING_REQUEST (request));

  if (self->current == request || !g_hash_table_contains (self->tasks, request))
    return;
  self->front = request;
  if (self->current != NULL && gh_sampling_request_get_state (self->current) == GH_SAMPLING_REVIEW)
    gh_sampling_request_queue (self->current);
  schedule_next (self);
}

GhSamplingRequest *
gh_sampling_broker_find (GhSamplingBroker *self,
                         guint             serial)
{
  guint n;

  g_return_val_if_fail (GH_IS_SAMPLING_BROKER (self), NULL);

  n = g_list_model_get_n_items (G_LIST_MODEL (self->requests));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhSamplingRequest) request =
        g_list_model_get_item (G_LIST_MODEL (self->requests), i);

      /* The list keeps it. */
      if (gh_sampling_request_get_serial (request) == serial)
        return request;
    }
  return NULL;
}

/**
 * gh_sampling_broker_close:
 *
 * Denies everything that is open, without a reason: the host ends.
 */
void
gh_sampling_broker_close (GhSamplingBroker *self)
{
  g_autoptr(GPtrArray) open = NULL;

  g_return_if_fail (GH_IS_SAMPLING_BROKER (self));

  open = dup_open (self);
  for (guint i = 0; i < open->len; i++)
    gh_sampling_request_deny (open->pdata[i], NULL);
}

/* Whether a server has as much open as it may (6.26). */
static gboolean
has_enough_open (GhSamplingBroker *self,
                 const char       *server_id)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->requests));
  guint count = 0;
  gsize bytes = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhSamplingRequest) request =
        g_list_model_get_item (G_LIST_MODEL (self->requests), i);

      if (g_strcmp0 (gh_sampling_request_get_server_id (request), server_id) == 0)
        {
          count++;
          bytes += gh_sampling_request_get_size (request);
        }
    }
  return count >= GH_SAMPLING_MAX_OPEN || bytes >= MAX_OPEN_BYTES;
}

static guint
count_blocks (GhMcpSamplingParams *params)
{
  guint count = 0;

  for (guint i = 0; i < params->messages->len && count <= MAX_BLOCKS; i++)
    {
      GhMcpSamplingMessage *message = g_ptr_array_index (params->messages, i);

      count += message->content->len;
    }
  return count;
}

static gboolean
withdrawn_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  GhSamplingRequest *request = GH_SAMPLING_REQUEST (user_data);

  gh_sampling_request_withdraw (request);
  return G_SOURCE_REMOVE;
}

GhSamplingRequest *
gh_sampling_broker_submit (GhSamplingBroker    *self,
                           const char          *server_id,
                           const char          *server_name,
                           const char          *tool,
                           gint64               call_time,
                           GhMcpSamplingParams *params,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  g_autoptr(GhSamplingRequest) request = NULL;
  Open *open;

  g_return_val_if_fail (GH_IS_SAMPLING_BROKER (self), NULL);
  g_return_val_if_fail (server_id != NULL, NULL);
  g_return_val_if_fail (params != NULL, NULL);

  /* Without a source, as that would keep the broker alive as long as something is open; and without
   * the caller's cancellable: withdrawing is a state like the others, and tells which came first.
   */
  task = g_task_new (NULL, NULL, callback, user_data);
  g_task_set_source_tag (task, gh_sampling_broker_submit);

  if (g_cancellable_is_cancelled (cancellable))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The request was withdrawn");
      return NULL;
    }
  if (has_enough_open (self, server_id))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_BUSY,
                               "Too many open sampling requests");
      return NULL;
    }
  if (count_blocks (params) > MAX_BLOCKS)
    {
      g_task_return_new_error (task, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS,
                               "messages: more than %d content blocks", MAX_BLOCKS);
      return NULL;
    }

  request = gh_sampling_request_new (++self->last_serial, server_id, server_name, tool, call_time,
                                     params, self->models);
  open = g_new0 (Open, 1);
  open->task = g_object_ref (task);
  if (cancellable != NULL)
    {
      open->withdrawn = g_cancellable_source_new (cancellable);
      g_source_set_callback (open->withdrawn, G_SOURCE_FUNC (withdrawn_cb), g_object_ref (request),
                             g_object_unref);
      g_source_attach (open->withdrawn, g_main_context_get_thread_default ());
    }
  g_hash_table_insert (self->tasks, request, open);
  gh_sampling_request_choose_model (request);
  g_signal_connect_object (request, "notify::state", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_list_store_append (self->requests, request);
  gh_sampling_request_queue (request);
  /* A listener may have decided it already; else the list keeps it. */
  return g_hash_table_contains (self->tasks, request) ? request : NULL;
}

JsonNode *
gh_sampling_broker_submit_finish (GhSamplingBroker  *self,
                                  GAsyncResult      *result,
                                  GError           **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
