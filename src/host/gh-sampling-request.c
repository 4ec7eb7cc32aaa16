/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One request of a server for a model: what it asks, what the person makes of it, the answer. */
#include "config.h"

#include "gh-sampling-prompt.h"

#include <math.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-plain-text.h"
#include "gh-sampling-part-private.h"

G_DEFINE_FINAL_TYPE (GhSamplingRequest, gh_sampling_request, GH_TYPE_REQUEST)
G_DEFINE_ENUM_TYPE (GhSamplingState, gh_sampling_state,
                    G_DEFINE_ENUM_VALUE (GH_SAMPLING_RECEIVED, "received"),
                    G_DEFINE_ENUM_VALUE (GH_SAMPLING_QUEUED, "queued"),
                    G_DEFINE_ENUM_VALUE (GH_SAMPLING_REVIEW, "review"),
                    G_DEFINE_ENUM_VALUE (GH_SAMPLING_GENERATING, "generating"),
                    G_DEFINE_ENUM_VALUE (GH_SAMPLING_RESPONSE_REVIEW, "response-review"),
                    G_DEFINE_ENUM_VALUE (GH_SAMPLING_ANSWERED, "answered"),
                    G_DEFINE_ENUM_VALUE (GH_SAMPLING_DENIED, "denied"),
                    G_DEFINE_ENUM_VALUE (GH_SAMPLING_WITHDRAWN, "withdrawn"),
                    G_DEFINE_ENUM_VALUE (GH_SAMPLING_FAILED, "failed"))

G_DEFINE_ENUM_TYPE (GhSamplingToolChoice, gh_sampling_tool_choice,
                    G_DEFINE_ENUM_VALUE (GH_SAMPLING_TOOL_CHOICE_AUTO, "auto"),
                    G_DEFINE_ENUM_VALUE (GH_SAMPLING_TOOL_CHOICE_REQUIRED, "required"),
                    G_DEFINE_ENUM_VALUE (GH_SAMPLING_TOOL_CHOICE_NONE, "none"))

static GParamSpec *properties[N_PROPS];

void
gh_sampling_request_notify (GhSamplingRequest *self,
                            guint              prop)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[prop]);
}

#define BIT(state) (1u << (state))
#define OVER (BIT (GH_SAMPLING_DENIED) | BIT (GH_SAMPLING_WITHDRAWN))

/* Where each state may lead. */
static const guint legal_moves[] = {
  [GH_SAMPLING_RECEIVED] = BIT (GH_SAMPLING_QUEUED) | OVER,
  /* ANSWERED: like another one. */
  [GH_SAMPLING_QUEUED] = BIT (GH_SAMPLING_REVIEW) | BIT (GH_SAMPLING_ANSWERED) | OVER,
  [GH_SAMPLING_REVIEW] = BIT (GH_SAMPLING_QUEUED) | BIT (GH_SAMPLING_GENERATING)
                         | BIT (GH_SAMPLING_RESPONSE_REVIEW) | BIT (GH_SAMPLING_FAILED) | OVER,
  [GH_SAMPLING_GENERATING] = BIT (GH_SAMPLING_RESPONSE_REVIEW) | BIT (GH_SAMPLING_REVIEW) | OVER,
  [GH_SAMPLING_RESPONSE_REVIEW] = BIT (GH_SAMPLING_REVIEW) | BIT (GH_SAMPLING_ANSWERED) | OVER,
  [GH_SAMPLING_ANSWERED] = 0,
  [GH_SAMPLING_DENIED] = 0,
  [GH_SAMPLING_WITHDRAWN] = 0,
  [GH_SAMPLING_FAILED] = 0,
};

gboolean
gh_sampling_state_is_terminal (GhSamplingState state)
{
  g_return_val_if_fail (state < G_N_ELEMENTS (legal_moves), TRUE);

  return legal_moves[state] == 0;
}

static const char *
null_if_empty (const char *text)
{
  return text != NULL && text[0] != '\0' ? text : NULL;
}

static void
stop_answer (GhSamplingRequest *self)
{
  GhSamplingGeneration *generation = gh_sampling_answer_get_generation (self->answer);

  if (generation != NULL)
    gh_sampling_generation_stop (generation);
}

static void
lock_answers (GhSamplingRequest *self,
              gboolean           locked)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->answers));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhSamplingAnswer) answer = g_list_model_get_item (G_LIST_MODEL (self->answers), i);

      gh_sampling_answer_set_locked (answer, locked);
    }
}

/* The only writer of the state; what depends on it alone is kept right here. */
static void
set_state (GhSamplingRequest *self,
           GhSamplingState    state)
{
  gboolean was_editable = gh_sampling_request_is_editable (self);

  g_assert (legal_moves[self->state] & BIT (state));

  g_debug ("sampling request %u: state %d -> %d",
           gh_request_get_serial (GH_REQUEST (self)), self->state, state);
  self->state = state;
  if (self->answer != NULL && state != GH_SAMPLING_GENERATING)
    stop_answer (self);
  lock_answers (self, state != GH_SAMPLING_RESPONSE_REVIEW);
  if (gh_sampling_request_is_editable (self) != was_editable)
    {
      gh_sampling_request_lock_prompt (self, was_editable);
      /* What was wanted otherwise meanwhile. */
      gh_sampling_request_mask_prompt (self);
    }
  gh_sampling_request_notify (self, PROP_STATE);
}

static void
set_error (GhSamplingRequest *self,
           GError            *take_error)
{
  if (self->error == NULL && take_error == NULL)
    return;
  g_clear_error (&self->error);
  self->error = take_error;
  gh_sampling_request_notify (self, PROP_ERROR);
}

void
gh_sampling_request_mark_changed (GhSamplingRequest *self)
{
  g_clear_object (&self->asked_for);
  if (self->error != NULL
      && (self->error->domain == GH_SAMPLING_ERROR
          || g_error_matches (self->error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED)))
    set_error (self, NULL);
}

static void
gh_sampling_request_dispose (GObject *object)
{
  GhSamplingRequest *self = GH_SAMPLING_REQUEST (object);

  if (self->answer != NULL)
    stop_answer (self);
  g_clear_object (&self->models);
  g_clear_object (&self->masking);
  g_clear_object (&self->policy);

  G_OBJECT_CLASS (gh_sampling_request_parent_class)->dispose (object);
}

static void
gh_sampling_request_finalize (GObject *object)
{
  GhSamplingRequest *self = GH_SAMPLING_REQUEST (object);

  g_clear_pointer (&self->params, gh_mcp_sampling_params_unref);
  g_clear_pointer (&self->masked_system, g_free);
  g_clear_pointer (&self->system_prompt, g_free);
  g_clear_pointer (&self->stop_sequences, g_strfreev);
  g_clear_object (&self->messages);
  g_clear_object (&self->tools);
  g_clear_object (&self->model);
  g_clear_pointer (&self->reason, g_free);
  g_clear_object (&self->answers);
  g_clear_object (&self->answer);
  g_clear_object (&self->asked_for);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (gh_sampling_request_parent_class)->finalize (object);
}

static void
gh_sampling_request_get_property (GObject    *object,
                                  guint       prop_id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  GhSamplingRequest *self = GH_SAMPLING_REQUEST (object);

  switch (prop_id)
    {
    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;
    case PROP_SYSTEM_PROMPT:
      g_value_set_string (value, self->system_prompt);
      break;
    case PROP_MAX_TOKENS:
      g_value_set_int64 (value, self->max_tokens);
      break;
    case PROP_TEMPERATURE:
      g_value_set_double (value, self->temperature);
      break;
    case PROP_STOP_SEQUENCES:
      g_value_set_boxed (value, self->stop_sequences);
      break;
    case PROP_TOOL_CHOICE:
      g_value_set_enum (value, self->tool_choice);
      break;
    case PROP_MODEL:
      g_value_set_object (value, self->model);
      break;
    case PROP_EDITED:
      g_value_set_boolean (value, self->edited);
      break;
    case PROP_ESTIMATED_TOKENS:
      g_value_set_uint (value, self->estimated_tokens);
      break;
    case PROP_ANSWER:
      g_value_set_string (value, gh_sampling_request_get_answer (self));
      break;
    case PROP_ANSWER_EDITED:
      g_value_set_boolean (value, gh_sampling_request_get_answer_edited (self));
      break;
    case PROP_ERROR:
      g_value_set_boxed (value, self->error);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_sampling_request_set_property (GObject      *object,
                                  guint         prop_id,
                                  const GValue *value,
                                  GParamSpec   *pspec)
{
  GhSamplingRequest *self = GH_SAMPLING_REQUEST (object);

  switch (prop_id)
    {
    case PROP_SYSTEM_PROMPT:
      gh_sampling_request_set_system_prompt (self, g_value_get_string (value));
      break;
    case PROP_MAX_TOKENS:
      gh_sampling_request_set_max_tokens (self, g_value_get_int64 (value));
      break;
    case PROP_TEMPERATURE:
      gh_sampling_request_set_temperature (self, g_value_get_double (value));
      break;
    case PROP_STOP_SEQUENCES:
      gh_sampling_request_set_stop_sequences (self, g_value_get_boxed (value));
      break;
    case PROP_TOOL_CHOICE:
      gh_sampling_request_set_tool_choice (self, g_value_get_enum (value));
      break;
    case PROP_MODEL:
      gh_sampling_request_set_model (self, g_value_get_object (value));
      break;
    case PROP_ANSWER:
      gh_sampling_request_set_answer (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static GhRequestPhase
get_phase (GhRequest *request)
{
  switch (GH_SAMPLING_REQUEST (request)->state)
    {
    case GH_SAMPLING_RECEIVED:
    case GH_SAMPLING_QUEUED:
      return GH_REQUEST_WAITING;
    case GH_SAMPLING_REVIEW:
      return GH_REQUEST_REVIEW;
    case GH_SAMPLING_GENERATING:
    case GH_SAMPLING_RESPONSE_REVIEW:
      return GH_REQUEST_BUSY;
    case GH_SAMPLING_ANSWERED:
    case GH_SAMPLING_DENIED:
    case GH_SAMPLING_WITHDRAWN:
    case GH_SAMPLING_FAILED:
    default:
      return GH_REQUEST_OVER;
    }
}

static gsize
get_size (GhRequest *request)
{
  return GH_SAMPLING_REQUEST (request)->size;
}

static gboolean
block_has_hidden (GhMcpContent *block)
{
  g_autofree char *input = block->input != NULL ? gh_json_write (block->input, NULL) : NULL;
  gboolean hidden = gh_plain_text_has_hidden (block->text) || gh_plain_text_has_hidden (input)
                    || gh_plain_text_has_hidden (block->name);

  for (guint i = 0; !hidden && block->content != NULL && i < block->content->len; i++)
    hidden = block_has_hidden (g_ptr_array_index (block->content, i));
  return hidden;
}

static gboolean
tools_have_hidden (GPtrArray *tools)
{
  for (guint i = 0; i < tools->len; i++)
    {
      GhMcpTool *tool = g_ptr_array_index (tools, i);
      g_autofree char *text = gh_json_write (tool->raw, NULL);

      if (gh_plain_text_has_hidden (text))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_hidden (GhRequest *request)
{
  GhMcpSamplingParams *params = GH_SAMPLING_REQUEST (request)->params;

  if (gh_plain_text_has_hidden (params->system_prompt) || tools_have_hidden (params->tools))
    return TRUE;
  for (guint i = 0; i < params->messages->len; i++)
    {
      GhMcpSamplingMessage *message = g_ptr_array_index (params->messages, i);

      for (guint j = 0; j < message->content->len; j++)
        if (block_has_hidden (g_ptr_array_index (message->content, j)))
          return TRUE;
    }
  return FALSE;
}

static void
queue (GhRequest *request)
{
  GhSamplingRequest *self = GH_SAMPLING_REQUEST (request);

  if (self->state == GH_SAMPLING_RECEIVED || self->state == GH_SAMPLING_REVIEW)
    set_state (self, GH_SAMPLING_QUEUED);
}

static void
open (GhRequest *request)
{
  GhSamplingRequest *self = GH_SAMPLING_REQUEST (request);

  if (self->state == GH_SAMPLING_QUEUED)
    set_state (self, GH_SAMPLING_REVIEW);
}

/* The model failed, and nobody is there to choose another. */
static void
leave (GhRequest *request)
{
  GhSamplingRequest *self = GH_SAMPLING_REQUEST (request);

  if (self->state == GH_SAMPLING_REVIEW)
    set_state (self, self->error != NULL ? GH_SAMPLING_FAILED : GH_SAMPLING_QUEUED);
}

static void
deny (GhRequest  *request,
      const char *reason)
{
  gh_sampling_request_deny (GH_SAMPLING_REQUEST (request), reason);
}

static void
dismiss (GhRequest *request)
{
  gh_sampling_request_deny (GH_SAMPLING_REQUEST (request), NULL);
}

static void
withdraw (GhRequest *request)
{
  GhSamplingRequest *self = GH_SAMPLING_REQUEST (request);

  if (!gh_sampling_state_is_terminal (self->state))
    set_state (self, GH_SAMPLING_WITHDRAWN);
}

static JsonNode *
get_raw (GhRequest *request)
{
  return GH_SAMPLING_REQUEST (request)->params->raw;
}

static void
follow (GhRequest *request,
        GhRequest *leader)
{
  GhSamplingRequest *self = GH_SAMPLING_REQUEST (request);
  GhSamplingRequest *other = GH_SAMPLING_REQUEST (leader);

  if (other->state == GH_SAMPLING_DENIED)
    gh_sampling_request_deny (self, other->reason);
  else if (other->state == GH_SAMPLING_ANSWERED && self->state == GH_SAMPLING_QUEUED)
    {
      /* Nobody changes it any more. */
      g_set_object (&self->answer, other->answer);
      set_state (self, GH_SAMPLING_ANSWERED);
    }
}

static void
complete (GhRequest *request,
          GTask     *task)
{
  GhSamplingRequest *self = GH_SAMPLING_REQUEST (request);

  switch (self->state)
    {
    case GH_SAMPLING_ANSWERED:
      g_task_return_pointer (task, gh_sampling_request_build_result (self),
                             (GDestroyNotify) json_node_unref);
      break;
    case GH_SAMPLING_DENIED:
      g_task_return_new_error (task, GH_MCP_ERROR, GH_MCP_ERROR_DENIED, "%s",
                               self->reason != NULL ? self->reason : "");
      break;
    case GH_SAMPLING_WITHDRAWN:
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The request was withdrawn");
      break;
    case GH_SAMPLING_FAILED:
      g_task_return_error (task, g_error_copy (self->error));
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
gh_sampling_request_class_init (GhSamplingRequestClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GhRequestClass *request_class = GH_REQUEST_CLASS (klass);
  GParamFlags r = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GParamFlags rw = r | G_PARAM_WRITABLE;

  object_class->dispose = gh_sampling_request_dispose;
  object_class->finalize = gh_sampling_request_finalize;
  object_class->get_property = gh_sampling_request_get_property;
  object_class->set_property = gh_sampling_request_set_property;

  request_class->get_phase = get_phase;
  request_class->get_size = get_size;
  request_class->has_hidden = has_hidden;
  request_class->queue = queue;
  request_class->open = open;
  request_class->leave = leave;
  request_class->deny = deny;
  request_class->dismiss = dismiss;
  request_class->withdraw = withdraw;
  request_class->get_raw = get_raw;
  request_class->follow = follow;
  request_class->complete = complete;

  properties[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, GH_TYPE_SAMPLING_STATE,
                                              GH_SAMPLING_RECEIVED, r);
  properties[PROP_SYSTEM_PROMPT] = g_param_spec_string ("system-prompt", NULL, NULL, NULL, rw);
  properties[PROP_MAX_TOKENS] = g_param_spec_int64 ("max-tokens", NULL, NULL, G_MININT64,
                                                    G_MAXINT64, 1, rw);
  properties[PROP_TEMPERATURE] = g_param_spec_double ("temperature", NULL, NULL, -G_MAXDOUBLE,
                                                      G_MAXDOUBLE, 0, rw);
  properties[PROP_STOP_SEQUENCES] = g_param_spec_boxed ("stop-sequences", NULL, NULL, G_TYPE_STRV,
                                                        rw);
  properties[PROP_TOOL_CHOICE] =
    g_param_spec_enum ("tool-choice", NULL, NULL, GH_TYPE_SAMPLING_TOOL_CHOICE,
                       GH_SAMPLING_TOOL_CHOICE_AUTO, rw);
  properties[PROP_MODEL] = g_param_spec_object ("model", NULL, NULL, GH_TYPE_MODEL, rw);
  properties[PROP_EDITED] = g_param_spec_boolean ("edited", NULL, NULL, FALSE, r);
  properties[PROP_ESTIMATED_TOKENS] = g_param_spec_uint ("estimated-tokens", NULL, NULL, 0,
                                                         G_MAXUINT, 0, r);
  properties[PROP_ANSWER] = g_param_spec_string ("answer", NULL, NULL, "", rw);
  properties[PROP_ANSWER_EDITED] = g_param_spec_boolean ("answer-edited", NULL, NULL, FALSE, r);
  properties[PROP_ERROR] = g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, r);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_sampling_request_init (GhSamplingRequest *self)
{
  self->messages = g_list_store_new (GH_TYPE_SAMPLING_MESSAGE);
  self->tools = g_list_store_new (GH_TYPE_SAMPLING_TOOL);
  self->answers = g_list_store_new (GH_TYPE_SAMPLING_ANSWER);
  self->state = GH_SAMPLING_RECEIVED;
  self->model_reason = GH_MODEL_REASON_NONE;
}

/**
 * gh_sampling_request_new:
 *
 * Returns: (transfer full): a request in RECEIVED
 */
GhSamplingRequest *
gh_sampling_request_new (GhMcpSamplingParams *params,
                         GhModelList         *models,
                         GhMaskingPolicy     *policy)
{
  GhSamplingRequest *self;

  g_return_val_if_fail (params != NULL, NULL);
  g_return_val_if_fail (GH_IS_MODEL_LIST (models), NULL);
  g_return_val_if_fail (GH_IS_MASKING_POLICY (policy), NULL);

  self = g_object_new (GH_TYPE_SAMPLING_REQUEST, NULL);
  self->params = gh_mcp_sampling_params_ref (params);
  self->models = g_object_ref (models);
  self->policy = g_object_ref (policy);
  self->masking = gh_masking_new (policy);
  g_signal_connect_object (self->masking, "changed", G_CALLBACK (gh_sampling_request_mask_prompt),
                           self, G_CONNECT_SWAPPED);
  gh_sampling_request_load_prompt (self);
  return self;
}

GhSamplingState
gh_sampling_request_get_state (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), GH_SAMPLING_FAILED);

  return self->state;
}

gboolean
gh_sampling_request_get_sent (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), FALSE);

  return self->sent;
}

const GError *
gh_sampling_request_get_error (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  return self->error;
}

/* Tells of another text, or another part. */
static void
answer_changed (GhSamplingRequest *self)
{
  gboolean edited = gh_sampling_request_get_answer_edited (self);

  g_object_freeze_notify (G_OBJECT (self));
  /* What was wrong with it may be right now; that it broke off stays true. */
  if (self->state == GH_SAMPLING_RESPONSE_REVIEW
      && gh_sampling_request_get_end (self) != GH_SAMPLING_END_BROKEN_OFF)
    set_error (self, NULL);
  gh_sampling_request_notify (self, PROP_ANSWER);
  if (self->was_answer_edited != edited)
    {
      self->was_answer_edited = edited;
      gh_sampling_request_notify (self, PROP_ANSWER_EDITED);
    }
  g_object_thaw_notify (G_OBJECT (self));
}

static void
answer_changed_cb (GhSamplingAnswer  *answer,
                   GhSamplingRequest *self)
{
  if (answer == self->answer)
    answer_changed (self);
}

static void
view_answer (GhSamplingRequest *self,
             GhSamplingAnswer  *answer)
{
  if (self->answer == answer)
    return;
  if (self->answer != NULL)
    stop_answer (self);
  g_set_object (&self->answer, answer);
  answer_changed (self);
}

static void
forget_answer (GhSamplingRequest *self,
               GhSamplingAnswer  *answer)
{
  guint position;

  if (g_list_store_find (self->answers, answer, &position))
    g_list_store_remove (self->answers, position);
}

/* Puts a new one on view, beside those that came before. */
static void
add_answer (GhSamplingRequest    *self,
            GhModel              *model,
            GhSamplingGeneration *generation)
{
  g_autoptr(GhSamplingAnswer) answer =
    gh_sampling_answer_new (model, generation, G_LIST_MODEL (self->tools));

  if (g_list_model_get_n_items (G_LIST_MODEL (self->answers)) == GH_SAMPLING_MAX_ANSWERS)
    g_list_store_remove (self->answers, 0);
  g_list_store_append (self->answers, answer);
  g_signal_connect_object (answer, "changed", G_CALLBACK (answer_changed_cb), self, 0);
  view_answer (self, answer);
}

/* What the person wrote before, or NULL. */
static GhSamplingAnswer *
find_own_answer (GhSamplingRequest *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->answers));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhSamplingAnswer) answer = g_list_model_get_item (G_LIST_MODEL (self->answers), i);

      if (gh_sampling_answer_get_generation (answer) == NULL)
        /* The list keeps it. */
        return answer;
    }
  return NULL;
}

static gboolean
is_empty (GhSamplingAnswer *answer)
{
  return *gh_sampling_answer_get_text (answer) == '\0'
         && g_list_model_get_n_items (gh_sampling_answer_list_parts (answer)) <= 1;
}

static void
grown_cb (GhSamplingRequest *self)
{
  if (self->state == GH_SAMPLING_GENERATING)
    gh_sampling_request_notify (self, PROP_ANSWER);
}

static void
restore_part (GhSamplingPart *part,
              gpointer        data)
{
  gh_sampling_part_restore (part, data);
}

/* Originals for the placeholders in the answer on view. */
static void
restore_answer (GhSamplingRequest *self)
{
  GListModel *parts = gh_sampling_answer_list_parts (self->answer);
  guint n = g_list_model_get_n_items (parts);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhSamplingPart) part = g_list_model_get_item (parts, i);

      gh_sampling_part_foreach (part, restore_part, self->masking);
    }
}

/* What came of the generation is there to be looked at. */
static void
settle (GhSamplingRequest *self,
        gboolean           stopped)
{
  g_autoptr(GHashTable) used = gh_sampling_request_collect_uses (self);

  gh_sampling_answer_settle (self->answer, used, stopped);
  answer_changed (self);
  set_state (self, GH_SAMPLING_RESPONSE_REVIEW);
  if (gh_masking_policy_get_restore_answers (self->policy))
    restore_answer (self);
}

GhMasking *
gh_sampling_request_get_masking (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  return self->masking;
}

static void
count_placeholders (GhSamplingPart *part,
                    GhMasking      *masking,
                    guint          *n)
{
  const char *text = gh_sampling_part_get_text (part);
  gsize start = 0;
  gsize end;

  while (text != NULL && gh_masking_find (masking, text, &start, &end) != NULL)
    {
      (*n)++;
      start = end;
    }
}

guint
gh_sampling_request_count_placeholders (GhSamplingRequest *self)
{
  GListModel *parts;
  guint n_parts;
  guint n = 0;

  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), 0);

  if (self->answer == NULL)
    return 0;
  parts = gh_sampling_answer_list_parts (self->answer);
  n_parts = g_list_model_get_n_items (parts);
  for (guint i = 0; i < n_parts; i++)
    {
      g_autoptr(GhSamplingPart) part = g_list_model_get_item (parts, i);

      count_placeholders (part, self->masking, &n);
    }
  return n;
}

void
gh_sampling_request_restore_answer (GhSamplingRequest *self)
{
  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));

  if (self->state != GH_SAMPLING_RESPONSE_REVIEW)
    return;
  g_object_freeze_notify (G_OBJECT (self));
  restore_answer (self);
  g_object_thaw_notify (G_OBJECT (self));
}

static void
ended_cb (GhSamplingRequest    *self,
          GhSamplingGeneration *generation)
{
  const GError *error = gh_sampling_generation_get_error (generation);

  if (self->state != GH_SAMPLING_GENERATING
      || gh_sampling_answer_get_generation (self->answer) != generation)
    return;

  g_object_freeze_notify (G_OBJECT (self));
  if (error != NULL)
    set_error (self, g_error_copy (error));
  /* A use of a tool is whole or not there: without a word before it, there is nothing to keep. */
  if (error != NULL && *gh_sampling_generation_get_text (generation) == '\0')
    {
      forget_answer (self, self->answer);
      view_answer (self, NULL);
      set_state (self, GH_SAMPLING_REVIEW);
    }
  else
    {
      settle (self, FALSE);
    }
  g_object_thaw_notify (G_OBJECT (self));
}

/* Nothing is sent but what is masked by now. When that changes what a person wrote, they see it
 * first, once. */
static gboolean
must_look_again (GhSamplingRequest *self)
{
  gboolean again = gh_sampling_request_mask_prompt (self) && self->edited &&
                   !gh_masking_get_caught (self->masking);

  gh_masking_set_caught (self->masking, again);
  return again;
}

/**
 * gh_sampling_request_send:
 *
 * Asks the model. Without a model, or when the model cannot be asked this, the request stays in
 * REVIEW and "error" says why.
 */
void
gh_sampling_request_send (GhSamplingRequest *self)
{
  g_autoptr(GhSamplingGeneration) generation = NULL;
  g_autoptr(GhLlmRequest) request = NULL;
  GhProvider *provider;
  GError *error = NULL;

  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));

  if (self->state != GH_SAMPLING_REVIEW)
    return;
  provider = self->model != NULL ? gh_model_list_find_provider (self->models, self->model) : NULL;
  if (provider == NULL)
    {
      set_error (self,
                 g_error_new_literal (G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "There is no such model"));
      return;
    }
  if (must_look_again (self))
    return;
  /* Whoever decided: the person, a rule, or one who picked the model before that was said. */
  if (!gh_model_list_allows (self->models, gh_request_get_server_id (GH_REQUEST (self)),
                             self->model))
    {
      set_error (self, g_error_new_literal (GH_MODEL_ERROR, GH_MODEL_ERROR_NOT_ALLOWED,
                                            "The server may not use this model"));
      return;
    }
  request = gh_sampling_request_build_llm (self, &error);
  if (request == NULL)
    {
      set_error (self, error);
      return;
    }

  g_object_freeze_notify (G_OBJECT (self));
  set_error (self, NULL);
  self->sent = TRUE;
  generation = gh_sampling_generation_new ();
  g_signal_connect_object (generation, "grown", G_CALLBACK (grown_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (generation, "ended", G_CALLBACK (ended_cb), self, G_CONNECT_SWAPPED);
  add_answer (self, self->model, generation);
  g_set_object (&self->asked_for, self->answer);
  gh_sampling_generation_start (generation, provider, g_steal_pointer (&request));
  set_state (self, GH_SAMPLING_GENERATING);
  g_object_thaw_notify (G_OBJECT (self));
}

void
gh_sampling_request_answer_by_hand (GhSamplingRequest *self)
{
  GhSamplingAnswer *own;

  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));

  if (self->state != GH_SAMPLING_REVIEW)
    return;
  g_object_freeze_notify (G_OBJECT (self));
  set_error (self, NULL);
  own = find_own_answer (self);
  if (own != NULL)
    view_answer (self, own);
  else
    add_answer (self, NULL, NULL);
  set_state (self, GH_SAMPLING_RESPONSE_REVIEW);
  g_object_thaw_notify (G_OBJECT (self));
}

void
gh_sampling_request_stop (GhSamplingRequest *self)
{
  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));

  if (self->state != GH_SAMPLING_GENERATING)
    return;
  g_object_freeze_notify (G_OBJECT (self));
  settle (self, TRUE);
  g_object_thaw_notify (G_OBJECT (self));
}

/* Back to the prompt; what came is kept to choose from, unless there is nothing in it. */
static void
leave_answer (GhSamplingRequest *self)
{
  set_error (self, NULL);
  if (is_empty (self->answer))
    forget_answer (self, self->answer);
  view_answer (self, NULL);
  set_state (self, GH_SAMPLING_REVIEW);
}

void
gh_sampling_request_ask_again (GhSamplingRequest *self)
{
  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));

  if (self->state != GH_SAMPLING_RESPONSE_REVIEW)
    return;
  g_object_freeze_notify (G_OBJECT (self));
  leave_answer (self);
  /* The list may have changed while nothing could be chosen. */
  gh_sampling_request_choose_model (self);
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * gh_sampling_request_ask_again_with:
 * @model: (nullable): NULL: the same as before
 */
void
gh_sampling_request_ask_again_with (GhSamplingRequest *self,
                                    GhModel           *model)
{
  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));
  g_return_if_fail (model == NULL || GH_IS_MODEL (model));

  if (self->state != GH_SAMPLING_RESPONSE_REVIEW)
    return;
  g_object_freeze_notify (G_OBJECT (self));
  gh_sampling_request_ask_again (self);
  if (model != NULL)
    gh_sampling_request_set_model (self, model);
  gh_sampling_request_send (self);
  g_object_thaw_notify (G_OBJECT (self));
}

void
gh_sampling_request_select_answer (GhSamplingRequest *self,
                                   GhSamplingAnswer  *answer)
{
  const GError *error;

  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));
  g_return_if_fail (GH_IS_SAMPLING_ANSWER (answer));
  g_return_if_fail (g_list_store_find (self->answers, answer, NULL));

  if (self->state != GH_SAMPLING_RESPONSE_REVIEW && self->state != GH_SAMPLING_REVIEW)
    return;
  g_object_freeze_notify (G_OBJECT (self));
  error = gh_sampling_answer_get_error (answer);
  set_error (self, error != NULL ? g_error_copy (error) : NULL);
  view_answer (self, answer);
  if (self->state == GH_SAMPLING_REVIEW)
    set_state (self, GH_SAMPLING_RESPONSE_REVIEW);
  g_object_thaw_notify (G_OBJECT (self));
}

void
gh_sampling_request_give (GhSamplingRequest *self)
{
  GError *error = NULL;

  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));

  if (self->state != GH_SAMPLING_RESPONSE_REVIEW)
    return;
  if (gh_sampling_request_check_answer (self, &error))
    set_state (self, GH_SAMPLING_ANSWERED);
  else
    set_error (self, error);
}

/**
 * gh_sampling_request_deny:
 * @reason: (nullable): what the server is told
 */
void
gh_sampling_request_deny (GhSamplingRequest *self,
                          const char        *reason)
{
  g_return_if_fail (GH_IS_SAMPLING_REQUEST (self));

  if (gh_sampling_state_is_terminal (self->state))
    return;
  self->reason = g_strdup (null_if_empty (reason));
  set_state (self, GH_SAMPLING_DENIED);
}

const char *
gh_sampling_request_get_reason (GhSamplingRequest *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);

  return self->reason;
}

JsonNode *
gh_sampling_request_build_result (GhSamplingRequest *self)
{
  g_autoptr(GPtrArray) blocks = NULL;
  const char *model;

  g_return_val_if_fail (GH_IS_SAMPLING_REQUEST (self), NULL);
  g_return_val_if_fail (self->state == GH_SAMPLING_ANSWERED, NULL);

  model = gh_sampling_request_get_answer_model (self);
  blocks = gh_sampling_answer_build_blocks (self->answer);
  return gh_mcp_sampling_result_build (blocks, model != NULL ? model : GH_SAMPLING_HUMAN_MODEL,
                                       gh_sampling_request_get_stop_reason (self));
}
