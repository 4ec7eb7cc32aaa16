/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Takes what servers ask from them to the reviewer and back, one after the other. */
#include "config.h"

#include "gh-request-broker-inside.h"

#include <string.h>

#include "gh-elicitation-request-private.h"
#include "gh-forwarded-list.h"
#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-sampling-request-private.h"

/* Blocks in one request: far more than a person reads, few enough for a list of widgets. */
#define MAX_BLOCKS 10000
/* What one elicitation may hold: no form that a person fills in is larger. */
#define MAX_ELICITATION (1024 * 1024)
/* What the open requests of one server may hold together: two messages of the largest size. */
#define MAX_OPEN_BYTES (128 * 1024 * 1024)

GH_FORWARDED_LIST (GhRequestBroker, GH_TYPE_REQUEST, requests)

G_DEFINE_FINAL_TYPE_WITH_CODE (GhRequestBroker, gh_request_broker, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, forwarded_list_init))

enum
{
  PROP_0,
  PROP_CURRENT,
  N_PROPS,
};

enum
{
  ASKED_FOR,
  FINISHED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static void
open_free (GhRequestOpen *open)
{
  if (open->withdrawn != NULL)
    {
      g_source_destroy (open->withdrawn);
      g_source_unref (open->withdrawn);
    }
  g_object_unref (open->task);
  g_clear_object (&open->rule);
  g_clear_pointer (&open->charge, gh_request_charge_free);
  g_free (open);
}

static void
set_current (GhRequestBroker *self,
             GhRequest       *request)
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
  GhRequestBroker *self = GH_REQUEST_BROKER (user_data);

  self->reviewer = NULL;
  if (self->current != NULL && gh_request_get_phase (self->current) == GH_REQUEST_REVIEW)
    gh_request_queue (self->current);
}

static void
gh_request_broker_dispose (GObject *object)
{
  GhRequestBroker *self = GH_REQUEST_BROKER (object);

  gh_request_broker_set_reviewer (self, NULL);
  gh_request_broker_close (self);
  gh_request_broker_set_rules (self, NULL);
  g_clear_handle_id (&self->next_source, g_source_remove);
  g_clear_handle_id (&self->consider_source, g_source_remove);
  g_clear_object (&self->models);
  g_clear_object (&self->masking);

  G_OBJECT_CLASS (gh_request_broker_parent_class)->dispose (object);
}

static void
gh_request_broker_finalize (GObject *object)
{
  GhRequestBroker *self = GH_REQUEST_BROKER (object);

  g_clear_pointer (&self->tasks, g_hash_table_unref);
  g_clear_object (&self->requests);

  G_OBJECT_CLASS (gh_request_broker_parent_class)->finalize (object);
}

static void
gh_request_broker_get_property (GObject    *object,
                                 guint       prop_id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  GhRequestBroker *self = GH_REQUEST_BROKER (object);

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
gh_request_broker_class_init (GhRequestBrokerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_request_broker_dispose;
  object_class->finalize = gh_request_broker_finalize;
  object_class->get_property = gh_request_broker_get_property;

  properties[PROP_CURRENT] = g_param_spec_object ("current", NULL, NULL, GH_TYPE_REQUEST,
                                                  G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY
                                                  | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[ASKED_FOR] = g_signal_new ("asked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 1, GH_TYPE_REQUEST);
  signals[FINISHED] = g_signal_new ("finished", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 1, GH_TYPE_REQUEST);
}

static void
gh_request_broker_init (GhRequestBroker *self)
{
  forwarded_list_start (self);
  self->tasks = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) open_free);
}

/* What is open now: whoever is told of one may decide others. */
GPtrArray *
gh_request_broker_dup_open (GhRequestBroker *self)
{
  GPtrArray *open = g_ptr_array_new_with_free_func (g_object_unref);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self));

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (open, g_list_model_get_item (G_LIST_MODEL (self), i));
  return open;
}

/* What is still undecided may be for a model that just came or went. */
static void
models_changed_cb (GhRequestBroker *self)
{
  g_autoptr(GPtrArray) open = gh_request_broker_dup_open (self);

  for (guint i = 0; i < open->len; i++)
    if (GH_IS_SAMPLING_REQUEST (open->pdata[i]))
      gh_sampling_request_choose_model (open->pdata[i]);
  gh_request_broker_consider_all (self);
}

static void
providers_changed_cb (GhRequestBroker *self,
                      guint            position,
                      guint            removed,
                      guint            added,
                      GListModel      *providers)
{
  for (guint i = 0; i < added; i++)
    {
      g_autoptr(GhProvider) provider = g_list_model_get_item (providers, position + i);

      g_signal_connect_object (provider, "notify::state",
                               G_CALLBACK (gh_request_broker_consider_all), self,
                               G_CONNECT_SWAPPED);
    }
  gh_request_broker_consider_all (self);
}

/**
 * gh_request_broker_new:
 *
 * Returns: (transfer full): a broker without requests and without a reviewer
 */
GhRequestBroker *
gh_request_broker_new (GhModelList *models)
{
  GhRequestBroker *self;

  g_return_val_if_fail (GH_IS_MODEL_LIST (models), NULL);

  self = g_object_new (GH_TYPE_REQUEST_BROKER, NULL);
  self->models = g_object_ref (models);
  self->masking = gh_masking_policy_new ();
  g_signal_connect_object (gh_model_list_list_models (models), "items-changed",
                           G_CALLBACK (models_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gh_model_list_list_providers (models), "items-changed",
                           G_CALLBACK (providers_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (models, "notify::default-model", G_CALLBACK (models_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (models, "servers-changed", G_CALLBACK (models_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/**
 * gh_request_broker_get_masking:
 *
 * Returns: (transfer none): what is masked in prompts
 */
GhMaskingPolicy *
gh_request_broker_get_masking (GhRequestBroker *self)
{
  g_return_val_if_fail (GH_IS_REQUEST_BROKER (self), NULL);

  return self->masking;
}

/**
 * gh_request_broker_get_models:
 *
 * Returns: (transfer none): the models requests are given to
 */
GhModelList *
gh_request_broker_get_models (GhRequestBroker *self)
{
  g_return_val_if_fail (GH_IS_REQUEST_BROKER (self), NULL);

  return self->models;
}

static void
take_out (GhRequestBroker *self,
          GhRequest       *request)
{
  g_autoptr(GhRequest) kept = g_object_ref (request);
  g_autoptr(GhRequestBroker) kept_self = g_object_ref (self);
  GhRequestOpen *open = g_hash_table_lookup (self->tasks, request);
  g_autoptr(GTask) task = g_object_ref (open->task);
  guint position;

  /* What a rule allowed, only a person denies. */
  if (open->course == GH_COURSE_SENT && GH_IS_SAMPLING_REQUEST (request)
      && gh_sampling_request_get_state (GH_SAMPLING_REQUEST (request)) == GH_SAMPLING_DENIED)
    gh_request_set_reviewed (request);
  gh_request_broker_set_course (self, open, GH_COURSE_ASKED);
  g_hash_table_remove (self->tasks, request);
  if (self->front == request)
    self->front = NULL;
  if (self->current == request)
    set_current (self, NULL);
  if (g_list_store_find (self->requests, request, &position))
    g_list_store_remove (self->requests, position);

  gh_request_complete (request, task);
  g_signal_emit (self, signals[FINISHED], 0, request);
  gh_request_broker_consider_all (self);
  gh_request_broker_schedule_next (self);
}

void
gh_request_broker_tell_asked (GhRequestBroker *self,
                              GhRequest       *request)
{
  g_signal_emit (self, signals[ASKED_FOR], 0, request);
}

/* The one place that follows a request's state. */
static void
state_changed_cb (GhRequestBroker *self,
                  GParamSpec      *pspec,
                  GhRequest       *request)
{
  GhRequestOpen *open = g_hash_table_lookup (self->tasks, request);

  /* Already taken out: a notification of an earlier state that was held back. */
  if (open == NULL)
    return;

  if (GH_IS_SAMPLING_REQUEST (request))
    gh_request_broker_charge (self, open, request);
  if (open->course == GH_COURSE_SENT && gh_request_get_phase (request) != GH_REQUEST_OVER)
    {
      if (GH_IS_SAMPLING_REQUEST (request))
        gh_request_broker_come_back (self, open, request);
      return;
    }
  switch (gh_request_get_phase (request))
    {
    case GH_REQUEST_WAITING:
      if (self->current == request)
        set_current (self, NULL);
      gh_request_broker_schedule_next (self);
      break;
    case GH_REQUEST_REVIEW:
      if (self->reviewer == NULL)
        gh_request_leave (request);
      break;
    case GH_REQUEST_BUSY:
      break;
    case GH_REQUEST_OVER:
      take_out (self, request);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* A reviewer that came later may not be able to decide what one before it could. */
static gboolean
can_review (GhReviewer *reviewer,
            GhRequest  *request)
{
  return !GH_IS_ELICITATION_REQUEST (request) || gh_reviewer_has_elicit (reviewer);
}

static gboolean
is_next (GhRequestBroker *self,
         GhRequest       *request)
{
  GhRequestOpen *open = g_hash_table_lookup (self->tasks, request);

  if (open->course == GH_COURSE_READ)
    return TRUE;
  return (open->course == GH_COURSE_ASKED || open->course == GH_COURSE_HELD)
         && gh_request_get_phase (request) == GH_REQUEST_WAITING
         && can_review (self->reviewer, request);
}

static GhRequest *
find_next (GhRequestBroker *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->requests));

  if (self->front != NULL && is_next (self, self->front))
    return self->front;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhRequest) request =
        g_list_model_get_item (G_LIST_MODEL (self->requests), i);

      /* The list keeps it. */
      if (is_next (self, request))
        return request;
    }
  return NULL;
}

static gboolean
next_cb (gpointer user_data)
{
  GhRequestBroker *self = GH_REQUEST_BROKER (user_data);
  g_autoptr(GhRequest) next = NULL;
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
  gh_request_set_reviewed (next);
  gh_request_broker_set_course (self, g_hash_table_lookup (self->tasks, next), GH_COURSE_HELD);
  gh_request_open (next);
  /* A listener may have decided it, or put another to the front, already. */
  if (self->current == next && self->reviewer == reviewer)
    gh_reviewer_review (reviewer, next);
  return G_SOURCE_REMOVE;
}

/* From the main loop: the next dialog never opens inside the last one's closing. */
void
gh_request_broker_schedule_next (GhRequestBroker *self)
{
  if (self->next_source == 0 && self->current == NULL && self->reviewer != NULL)
    self->next_source = g_idle_add (next_cb, self);
}

/* --- by the reviewer --- */

/**
 * gh_request_broker_set_reviewer:
 * @reviewer: (nullable): not kept alive
 *
 * The current request goes to the new reviewer as it is; without one, what is in REVIEW waits in
 * the queue.
 */
void
gh_request_broker_set_reviewer (GhRequestBroker *self,
                                 GhReviewer       *reviewer)
{
  g_return_if_fail (GH_IS_REQUEST_BROKER (self));
  g_return_if_fail (reviewer == NULL || GH_IS_REVIEWER (reviewer));

  if (self->reviewer == reviewer)
    return;
  if (self->reviewer != NULL)
    {
      g_object_weak_unref (G_OBJECT (self->reviewer), reviewer_gone_cb, self);
      self->reviewer = NULL;
    }
  if (self->current != NULL && gh_request_get_phase (self->current) == GH_REQUEST_REVIEW)
    gh_request_queue (self->current);
  if (reviewer == NULL)
    return;

  self->reviewer = reviewer;
  g_object_weak_ref (G_OBJECT (reviewer), reviewer_gone_cb, self);
  if (self->current == NULL)
    gh_request_broker_schedule_next (self);
  else if (can_review (reviewer, self->current))
    gh_reviewer_review (reviewer, self->current);
  else
    gh_request_dismiss (self->current);
}

GhRequest *
gh_request_broker_get_current (GhRequestBroker *self)
{
  g_return_val_if_fail (GH_IS_REQUEST_BROKER (self), NULL);

  return self->current;
}

void
gh_request_broker_show (GhRequestBroker  *self,
                         GhRequest *request)
{
  g_return_if_fail (GH_IS_REQUEST_BROKER (self));
  g_return_if_fail (GH_IS_REQUEST (request));

  if (self->current == request || !g_hash_table_contains (self->tasks, request))
    return;
  self->front = request;
  if (self->current != NULL && gh_request_get_phase (self->current) == GH_REQUEST_REVIEW)
    gh_request_queue (self->current);
  gh_request_broker_schedule_next (self);
}

GPtrArray *
gh_request_broker_dup_like (GhRequestBroker *self,
                            GhRequest       *request)
{
  g_autoptr(GPtrArray) open = NULL;
  GPtrArray *like;

  g_return_val_if_fail (GH_IS_REQUEST_BROKER (self), NULL);
  g_return_val_if_fail (GH_IS_REQUEST (request), NULL);

  open = gh_request_broker_dup_open (self);
  like = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < open->len; i++)
    if (open->pdata[i] != request && gh_request_get_phase (open->pdata[i]) == GH_REQUEST_WAITING
        && gh_request_is_like (open->pdata[i], request))
      g_ptr_array_add (like, g_object_ref (open->pdata[i]));
  return like;
}

GhRequest *
gh_request_broker_find (GhRequestBroker *self,
                         guint             serial)
{
  guint n;

  g_return_val_if_fail (GH_IS_REQUEST_BROKER (self), NULL);

  n = g_list_model_get_n_items (G_LIST_MODEL (self->requests));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhRequest) request =
        g_list_model_get_item (G_LIST_MODEL (self->requests), i);

      /* The list keeps it. */
      if (gh_request_get_serial (request) == serial)
        return request;
    }
  return NULL;
}

/**
 * gh_request_broker_close:
 *
 * Dismisses everything that is open: the host ends.
 */
void
gh_request_broker_close (GhRequestBroker *self)
{
  g_autoptr(GPtrArray) open = NULL;

  g_return_if_fail (GH_IS_REQUEST_BROKER (self));

  open = gh_request_broker_dup_open (self);
  for (guint i = 0; i < open->len; i++)
    gh_request_dismiss (open->pdata[i]);
}

/* Whether a server has as much open as it may (6.26). */
static gboolean
has_enough_open (GhRequestBroker *self,
                 const char      *server_id)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->requests));
  guint count = 0;
  gsize bytes = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhRequest) request =
        g_list_model_get_item (G_LIST_MODEL (self->requests), i);

      if (g_strcmp0 (gh_request_get_server_id (request), server_id) == 0)
        {
          count++;
          bytes += gh_request_get_size (request);
        }
    }
  return count >= GH_REQUEST_MAX_OPEN || bytes >= MAX_OPEN_BYTES;
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
  gh_request_withdraw (GH_REQUEST (user_data));
  return G_SOURCE_REMOVE;
}

/* Takes a new request in. Without a source in the task, as that would keep the broker alive as long
 * as something is open; and without the caller's cancellable: withdrawing is a state like the
 * others, and tells which came first. Returns whether it is open, and kept by the list. */
static gboolean
submit (GhRequestBroker       *self,
        GhRequest             *request,
        const GhRequestOrigin *origin,
        GTask                 *task,
        GCancellable          *cancellable)
{
  GhRequestOpen *open;

  if (g_cancellable_is_cancelled (cancellable))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The request was withdrawn");
      return FALSE;
    }
  if (has_enough_open (self, origin->server_id))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_BUSY, "Too many open requests");
      return FALSE;
    }

  gh_request_set_origin (request, ++self->last_serial, origin);
  open = g_new0 (GhRequestOpen, 1);
  open->task = g_object_ref (task);
  if (cancellable != NULL)
    {
      open->withdrawn = g_cancellable_source_new (cancellable);
      g_source_set_callback (open->withdrawn, G_SOURCE_FUNC (withdrawn_cb), g_object_ref (request),
                             g_object_unref);
      g_source_attach (open->withdrawn, g_main_context_get_thread_default ());
    }
  g_hash_table_insert (self->tasks, request, open);
  g_signal_connect_object (request, "notify::state", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_list_store_append (self->requests, request);
  gh_request_queue (request);
  gh_request_broker_consider_all (self);
  /* A listener may have decided it already. */
  return g_hash_table_contains (self->tasks, request);
}

GhSamplingRequest *
gh_request_broker_submit_sampling (GhRequestBroker       *self,
                                   const GhRequestOrigin *origin,
                                   GhMcpSamplingParams   *params,
                                   GCancellable          *cancellable,
                                   GAsyncReadyCallback    callback,
                                   gpointer               user_data)
{
  g_autoptr(GTask) task = NULL;
  g_autoptr(GhSamplingRequest) request = NULL;

  g_return_val_if_fail (GH_IS_REQUEST_BROKER (self), NULL);
  g_return_val_if_fail (origin != NULL, NULL);
  g_return_val_if_fail (params != NULL, NULL);

  task = g_task_new (NULL, NULL, callback, user_data);
  g_task_set_source_tag (task, gh_request_broker_submit_sampling);
  if (count_blocks (params) > MAX_BLOCKS)
    {
      g_task_return_new_error (task, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS,
                               "messages: more than %d content blocks", MAX_BLOCKS);
      return NULL;
    }
  request = gh_sampling_request_new (params, self->models, self->masking);
  gh_sampling_request_choose_model (request);
  return submit (self, GH_REQUEST (request), origin, task, cancellable) ? request : NULL;
}

static void
open_url_cb (GhRequestBroker      *self,
             GhElicitationRequest *request)
{
  g_autoptr(GhReviewer) reviewer = self->reviewer != NULL ? g_object_ref (self->reviewer) : NULL;

  if (reviewer != NULL && gh_reviewer_has_open_url (reviewer))
    gh_reviewer_open_url (reviewer, request);
}

GhElicitationRequest *
gh_request_broker_submit_elicitation (GhRequestBroker       *self,
                                      const GhRequestOrigin *origin,
                                      GhMcpElicitation      *elicitation,
                                      GCancellable          *cancellable,
                                      GAsyncReadyCallback    callback,
                                      gpointer               user_data)
{
  g_autoptr(GTask) task = NULL;
  g_autoptr(GhElicitationRequest) request = NULL;
  g_autofree char *start = NULL;
  gsize size;

  g_return_val_if_fail (GH_IS_REQUEST_BROKER (self), NULL);
  g_return_val_if_fail (origin != NULL, NULL);
  g_return_val_if_fail (elicitation != NULL, NULL);

  task = g_task_new (NULL, NULL, callback, user_data);
  g_task_set_source_tag (task, gh_request_broker_submit_elicitation);
  start = gh_json_write_start (elicitation->raw, MAX_ELICITATION + 1);
  size = strlen (start);
  if (size > MAX_ELICITATION)
    {
      g_task_return_new_error (task, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS,
                               "requestedSchema: more than %d bytes", MAX_ELICITATION);
      return NULL;
    }
  request = gh_elicitation_request_new (elicitation, size);
  g_signal_connect_object (request, "open-url", G_CALLBACK (open_url_cb), self, G_CONNECT_SWAPPED);
  return submit (self, GH_REQUEST (request), origin, task, cancellable) ? request : NULL;
}

void
gh_request_broker_complete_visit (GhRequestBroker *self,
                                  const char      *server_id,
                                  const char      *id)
{
  g_autoptr(GPtrArray) open = NULL;

  g_return_if_fail (GH_IS_REQUEST_BROKER (self));
  g_return_if_fail (server_id != NULL && id != NULL);

  open = gh_request_broker_dup_open (self);
  for (guint i = 0; i < open->len; i++)
    if (GH_IS_ELICITATION_REQUEST (open->pdata[i])
        && g_strcmp0 (gh_elicitation_request_get_id (open->pdata[i]), id) == 0
        && g_str_equal (gh_request_get_server_id (open->pdata[i]), server_id))
      gh_elicitation_request_complete (open->pdata[i]);
}

GhMcpCapabilities
gh_request_broker_get_capabilities (GhRequestBroker *self)
{
  GhMcpCapabilities capabilities = 0;

  g_return_val_if_fail (GH_IS_REQUEST_BROKER (self), 0);

  if (self->reviewer != NULL && gh_reviewer_has_elicit (self->reviewer))
    capabilities |= GH_MCP_CAPABILITY_ELICIT_FORM;
  if (self->reviewer != NULL && gh_reviewer_has_open_url (self->reviewer))
    capabilities |= GH_MCP_CAPABILITY_ELICIT_URL;
  return capabilities;
}

JsonNode *
gh_request_broker_submit_finish (GhRequestBroker  *self,
                                 GAsyncResult     *result,
                                 GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
