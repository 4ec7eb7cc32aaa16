/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A prompt of the history, sent once more to a model: for the person's eyes alone. */
#include "config.h"

#include "gh-history-replay.h"

#include <math.h>

#include "gh-history-capture.h"
#include "gh-sampling-generation.h"

/* For a prompt of which no limit is known; what most servers ask for, and more. */
#define DEFAULT_MAX_TOKENS 4096

struct _GhHistoryReplay
{
  GObject parent_instance;

  /* owned */
  GhHistory *history;
  GhHistoryEntry *entry;
  GhModel *model;
  GhSamplingGeneration *generation; /* or NULL: it could not even begin */
  GError *error;

  GhHistoryReplayState state;
  gint64 time; /* it began */
};

G_DEFINE_FINAL_TYPE (GhHistoryReplay, gh_history_replay, G_TYPE_OBJECT)
G_DEFINE_ENUM_TYPE (GhHistoryReplayState, gh_history_replay_state,
                    G_DEFINE_ENUM_VALUE (GH_HISTORY_REPLAY_RUNNING, "running"),
                    G_DEFINE_ENUM_VALUE (GH_HISTORY_REPLAY_DONE, "done"),
                    G_DEFINE_ENUM_VALUE (GH_HISTORY_REPLAY_FAILED, "failed"),
                    G_DEFINE_ENUM_VALUE (GH_HISTORY_REPLAY_STOPPED, "stopped"))

enum
{
  PROP_0,
  PROP_STATE,
  PROP_TEXT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* --- the prompt --- */

/* What was sent, or would have been. */
static const char *
get_sent (const GhHistoryPart *part)
{
  return part->became != NULL ? part->became : part->text;
}

gboolean
gh_history_replay_is_possible (GhHistoryEntry *entry)
{
  GPtrArray *parts;

  g_return_val_if_fail (GH_IS_HISTORY_ENTRY (entry), FALSE);

  parts = gh_history_entry_get_parts (entry);
  for (guint i = 0; parts != NULL && i < parts->len; i++)
    {
      const GhHistoryPart *part = parts->pdata[i];

      if (part->role == GH_HISTORY_MESSAGE && get_sent (part) != NULL && *get_sent (part) != '\0')
        return TRUE;
    }
  return FALSE;
}

gboolean
gh_history_replay_is_whole (GhHistoryEntry *entry)
{
  GPtrArray *parts;

  g_return_val_if_fail (GH_IS_HISTORY_ENTRY (entry), FALSE);

  parts = gh_history_entry_get_parts (entry);
  g_return_val_if_fail (parts != NULL, FALSE);

  for (guint i = 0; i < parts->len; i++)
    {
      const GhHistoryPart *part = parts->pdata[i];
      gboolean of_prompt = part->role == GH_HISTORY_SYSTEM || part->role == GH_HISTORY_MESSAGE;

      if (part->role == GH_HISTORY_TOOL_USE || part->role == GH_HISTORY_TOOL_RESULT
          || (of_prompt && (part->media != NULL || part->left_out > 0))
          || (part->role == GH_HISTORY_SETTING && g_strcmp0 (part->name, "partsLeftOut") == 0))
        return FALSE;
    }
  return TRUE;
}

/* The numbers that belong to a prompt; others are for choosing a model. */
static void
take_setting (GhLlmRequest        *request,
              const GhHistoryPart *part)
{
  const char *value = get_sent (part);

  if (value == NULL)
    return;
  if (g_strcmp0 (part->name, "maxTokens") == 0)
    request->max_tokens = MAX (g_ascii_strtoll (value, NULL, 10), 1);
  else if (g_strcmp0 (part->name, "temperature") == 0)
    request->temperature = g_ascii_strtod (value, NULL);
}

/* Blocks of the same side, one after the other, are one message: providers want the sides to take
 * turns. */
static void
take_message (GhLlmRequest        *request,
              const GhHistoryPart *part)
{
  gboolean from_assistant = g_strcmp0 (part->name, "assistant") == 0;
  guint n = request->messages->len;
  GhLlmMessage *message = n > 0 ? request->messages->pdata[n - 1] : NULL;

  if (get_sent (part) == NULL || *get_sent (part) == '\0')
    return;
  if (message == NULL || message->from_assistant != from_assistant)
    {
      message = gh_llm_message_new (from_assistant);
      g_ptr_array_add (request->messages, message);
    }
  gh_llm_message_add_text (message, get_sent (part));
}

static GhLlmRequest *
build_request (GhHistoryReplay *self)
{
  GPtrArray *parts = gh_history_entry_get_parts (self->entry);
  GhLlmRequest *request = gh_llm_request_new (gh_model_get_id (self->model));

  request->max_tokens = DEFAULT_MAX_TOKENS;
  for (guint i = 0; i < parts->len; i++)
    {
      const GhHistoryPart *part = parts->pdata[i];

      if (part->role == GH_HISTORY_MESSAGE)
        take_message (request, part);
      else if (part->role == GH_HISTORY_SETTING)
        take_setting (request, part);
      else if (part->role == GH_HISTORY_SYSTEM && get_sent (part) != NULL
               && *get_sent (part) != '\0')
        request->system = g_strdup (get_sent (part));
    }
  return request;
}

/* --- what came of it --- */

static GhHistoryOutcome
get_outcome (GhHistoryReplay *self)
{
  switch (self->state)
    {
    case GH_HISTORY_REPLAY_DONE:
      return GH_HISTORY_DONE;
    case GH_HISTORY_REPLAY_STOPPED:
      return GH_HISTORY_CANCELLED;
    case GH_HISTORY_REPLAY_RUNNING:
    case GH_HISTORY_REPLAY_FAILED:
    default:
      return GH_HISTORY_FAILED;
    }
}

/* The prompt as it was sent now, and the answer. */
static GPtrArray *
dup_parts (GhHistoryReplay *self)
{
  GPtrArray *parts = gh_history_parts_new ();
  GPtrArray *old = gh_history_entry_get_parts (self->entry);
  gsize left = GH_HISTORY_MOST_ENTRY;

  for (guint i = 0; i < old->len; i++)
    {
      const GhHistoryPart *part = old->pdata[i];

      if ((part->role == GH_HISTORY_SYSTEM || part->role == GH_HISTORY_MESSAGE)
          && get_sent (part) != NULL)
        gh_history_capture_text (parts, &left, part->role, part->name, get_sent (part), NULL);
    }
  if (*gh_history_replay_get_text (self) != '\0')
    gh_history_capture_text (parts, &left, GH_HISTORY_ANSWER,
                             gh_sampling_generation_get_model (self->generation),
                             gh_history_replay_get_text (self), NULL);
  if (self->error != NULL)
    gh_history_capture_text (parts, &left, GH_HISTORY_ERROR, NULL, self->error->message, NULL);
  return parts;
}

static void
tell_history (GhHistoryReplay *self)
{
  GhHistoryFacts facts = { 0 };
  g_autoptr(GhHistoryEntry) entry = NULL;

  if (!gh_history_get_takes (self->history))
    return;
  facts.time = g_get_real_time ();
  facts.asked = self->time;
  facts.kind = GH_HISTORY_AGAIN;
  facts.outcome = get_outcome (self);
  facts.decider = GH_REQUEST_BY_PERSON;
  facts.cost = NAN;
  facts.duration = facts.input_tokens = facts.output_tokens = -1;
  facts.model = (char *) gh_model_get_id (self->model);
  facts.provider = (char *) gh_model_get_provider_name (self->model);
  if (self->generation != NULL)
    {
      facts.duration = gh_sampling_generation_get_duration (self->generation);
      facts.input_tokens = gh_sampling_generation_get_input_tokens (self->generation);
      facts.output_tokens = gh_sampling_generation_get_output_tokens (self->generation);
      facts.cost = gh_history_capture_cost (self->model, facts.input_tokens, facts.output_tokens);
    }
  entry = gh_history_entry_new (&facts, dup_parts (self));
  gh_history_add (self->history, entry);
}

static void
end (GhHistoryReplay      *self,
     GhHistoryReplayState  state)
{
  self->state = state;
  tell_history (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static void
grown_cb (GhHistoryReplay *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
}

static void
ended_cb (GhHistoryReplay *self)
{
  const GError *error = gh_sampling_generation_get_error (self->generation);

  if (self->state != GH_HISTORY_REPLAY_RUNNING)
    return;
  if (error != NULL)
    self->error = g_error_copy (error);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
  end (self, error != NULL ? GH_HISTORY_REPLAY_FAILED : GH_HISTORY_REPLAY_DONE);
}

/* --- the object --- */

static void
gh_history_replay_dispose (GObject *object)
{
  GhHistoryReplay *self = GH_HISTORY_REPLAY (object);

  if (self->generation != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->generation, self);
      gh_sampling_generation_stop (self->generation);
    }

  G_OBJECT_CLASS (gh_history_replay_parent_class)->dispose (object);
}

static void
gh_history_replay_finalize (GObject *object)
{
  GhHistoryReplay *self = GH_HISTORY_REPLAY (object);

  g_clear_object (&self->history);
  g_clear_object (&self->entry);
  g_clear_object (&self->model);
  g_clear_object (&self->generation);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (gh_history_replay_parent_class)->finalize (object);
}

static void
gh_history_replay_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  GhHistoryReplay *self = GH_HISTORY_REPLAY (object);

  switch (prop_id)
    {
    case PROP_STATE:
      g_value_set_enum (value, self->state);
      break;
    case PROP_TEXT:
      g_value_set_string (value, gh_history_replay_get_text (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_history_replay_class_init (GhHistoryReplayClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = gh_history_replay_dispose;
  object_class->finalize = gh_history_replay_finalize;
  object_class->get_property = gh_history_replay_get_property;

  properties[PROP_STATE] =
    g_param_spec_enum ("state", NULL, NULL, GH_TYPE_HISTORY_REPLAY_STATE,
                       GH_HISTORY_REPLAY_RUNNING, flags);
  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, "", flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_history_replay_init (GhHistoryReplay *self)
{
  self->time = g_get_real_time ();
}

/**
 * gh_history_replay_new:
 * @entry: with its parts, and gh_history_replay_is_possible()
 * @model: one of @models
 *
 * Returns: (transfer full): RUNNING, or FAILED already when the model is no longer there
 */
GhHistoryReplay *
gh_history_replay_new (GhHistory      *history,
                       GhModelList    *models,
                       GhHistoryEntry *entry,
                       GhModel        *model)
{
  GhHistoryReplay *self;
  GhProvider *provider;

  g_return_val_if_fail (GH_IS_HISTORY (history), NULL);
  g_return_val_if_fail (GH_IS_MODEL_LIST (models), NULL);
  g_return_val_if_fail (GH_IS_MODEL (model), NULL);
  g_return_val_if_fail (gh_history_replay_is_possible (entry), NULL);

  self = g_object_new (GH_TYPE_HISTORY_REPLAY, NULL);
  self->history = g_object_ref (history);
  self->entry = g_object_ref (entry);
  self->model = g_object_ref (model);
  provider = gh_model_list_find_provider (models, model);
  if (provider == NULL)
    {
      self->error =
        g_error_new_literal (G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "There is no such model");
      end (self, GH_HISTORY_REPLAY_FAILED);
      return self;
    }
  self->generation = gh_sampling_generation_new ();
  g_signal_connect_object (self->generation, "grown", G_CALLBACK (grown_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->generation, "ended", G_CALLBACK (ended_cb), self,
                           G_CONNECT_SWAPPED);
  gh_sampling_generation_start (self->generation, provider, build_request (self));
  return self;
}

GhHistoryReplayState
gh_history_replay_get_state (GhHistoryReplay *self)
{
  g_return_val_if_fail (GH_IS_HISTORY_REPLAY (self), GH_HISTORY_REPLAY_FAILED);

  return self->state;
}

const char *
gh_history_replay_get_text (GhHistoryReplay *self)
{
  g_return_val_if_fail (GH_IS_HISTORY_REPLAY (self), "");

  return self->generation != NULL ? gh_sampling_generation_get_text (self->generation) : "";
}

const GError *
gh_history_replay_get_error (GhHistoryReplay *self)
{
  g_return_val_if_fail (GH_IS_HISTORY_REPLAY (self), NULL);

  return self->error;
}

void
gh_history_replay_stop (GhHistoryReplay *self)
{
  g_return_if_fail (GH_IS_HISTORY_REPLAY (self));

  if (self->state != GH_HISTORY_REPLAY_RUNNING)
    return;
  gh_sampling_generation_stop (self->generation);
  end (self, GH_HISTORY_REPLAY_STOPPED);
}
