/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One model's answer to a sampling request while it comes. */
#include "config.h"

#include "gh-sampling-generation.h"

#include "gh-provider-private.h"

/* How often the growing answer is told: quick enough to look fluent, slow enough for a long text
 * view. */
#define GROWN_INTERVAL_MS 50
/* An endpoint that never ends is stopped here: more than the longest outputs models offer. */
#define MAX_ANSWER (4 * 1024 * 1024)
/* Parallel uses of tools in one answer: more than any person reads. */
#define MAX_TOOL_USES 128

struct _GhSamplingGeneration
{
  GObject parent;

  /* Owned. */
  GCancellable *cancellable;
  GhProvider   *provider;
  char         *asked; /* the model's id */
  GhLlmStream  *stream;
  GString      *text;
  GPtrArray    *tool_uses; /* of GhLlmEvent */
  char         *model;
  GError       *error;
  guint         grown_source;

  GhLlmStop     stop;
  gint64        input_tokens;
  gint64        output_tokens;
  gint64        started;
  gint64        duration; /* -1 while it runs */
};

G_DEFINE_FINAL_TYPE (GhSamplingGeneration, gh_sampling_generation, G_TYPE_OBJECT)

enum
{
  GROWN,
  ENDED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void next_event (GhSamplingGeneration *self);

static void
gh_sampling_generation_dispose (GObject *object)
{
  GhSamplingGeneration *self = GH_SAMPLING_GENERATION (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->grown_source, g_source_remove);
  g_clear_object (&self->stream);

  G_OBJECT_CLASS (gh_sampling_generation_parent_class)->dispose (object);
}

static void
gh_sampling_generation_finalize (GObject *object)
{
  GhSamplingGeneration *self = GH_SAMPLING_GENERATION (object);

  g_clear_object (&self->cancellable);
  g_clear_object (&self->provider);
  g_clear_pointer (&self->asked, g_free);
  g_string_free (self->text, TRUE);
  g_ptr_array_unref (self->tool_uses);
  g_clear_pointer (&self->model, g_free);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (gh_sampling_generation_parent_class)->finalize (object);
}

static void
gh_sampling_generation_class_init (GhSamplingGenerationClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_sampling_generation_dispose;
  object_class->finalize = gh_sampling_generation_finalize;

  signals[GROWN] = g_signal_new ("grown", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
  signals[ENDED] = g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
gh_sampling_generation_init (GhSamplingGeneration *self)
{
  self->cancellable = g_cancellable_new ();
  self->text = g_string_new (NULL);
  self->tool_uses = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_llm_event_free);
  self->input_tokens = -1;
  self->output_tokens = -1;
  self->duration = -1;
}

GhSamplingGeneration *
gh_sampling_generation_new (void)
{
  return g_object_new (GH_TYPE_SAMPLING_GENERATION, NULL);
}

static void
finish (GhSamplingGeneration *self)
{
  self->duration = g_get_monotonic_time () - self->started;
  g_clear_handle_id (&self->grown_source, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->stream);
}

static void
end (GhSamplingGeneration *self,
     GError               *take_error)
{
  self->error = take_error;
  finish (self);
  if (self->error == NULL)
    gh_provider_note_speed (self->provider, self->asked, self->output_tokens, self->duration);
  g_signal_emit (self, signals[ENDED], 0);
}

static gboolean
grown_cb (gpointer user_data)
{
  GhSamplingGeneration *self = GH_SAMPLING_GENERATION (user_data);

  self->grown_source = 0;
  g_signal_emit (self, signals[GROWN], 0);
  return G_SOURCE_REMOVE;
}

static void
add_text (GhSamplingGeneration *self,
          const char           *text)
{
  if (text == NULL || text[0] == '\0')
    return;
  g_string_append (self->text, text);
  if (self->grown_source == 0)
    self->grown_source = g_timeout_add (GROWN_INTERVAL_MS, grown_cb, self);
}

static void
take_event (GhSamplingGeneration *self,
            GhLlmEvent           *owned)
{
  g_autoptr(GhLlmEvent) event = owned;

  switch (event->kind)
    {
    case GH_LLM_EVENT_TEXT:
      add_text (self, event->text);
      break;
    case GH_LLM_EVENT_USAGE:
      self->input_tokens = event->input_tokens;
      self->output_tokens = event->output_tokens;
      break;
    case GH_LLM_EVENT_DONE:
      self->stop = event->stop;
      g_free (self->model);
      self->model = g_strdup (event->model);
      break;
    case GH_LLM_EVENT_TOOL_USE:
      g_ptr_array_add (self->tool_uses, g_steal_pointer (&event));
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
event_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(GhSamplingGeneration) self = GH_SAMPLING_GENERATION (user_data);
  g_autoptr(GError) error = NULL;
  g_autoptr(GhLlmEvent) event = NULL;

  event = gh_llm_stream_next_event_finish (GH_LLM_STREAM (source), result, &error);
  if (self->duration >= 0)
    return;
  if (error != NULL)
    {
      end (self, g_steal_pointer (&error));
      return;
    }
  if (event == NULL)
    {
      end (self, NULL);
      return;
    }

  take_event (self, g_steal_pointer (&event));
  if (self->text->len > MAX_ANSWER || self->tool_uses->len > MAX_TOOL_USES)
    {
      self->stop = GH_LLM_STOP_MAX_TOKENS;
      end (self, NULL);
      return;
    }
  next_event (self);
}

static void
next_event (GhSamplingGeneration *self)
{
  gh_llm_stream_next_event_async (self->stream, self->cancellable, event_cb, g_object_ref (self));
}

static void
stream_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GhSamplingGeneration) self = GH_SAMPLING_GENERATION (user_data);
  g_autoptr(GError) error = NULL;
  g_autoptr(GhLlmStream) stream = NULL;

  stream = gh_provider_stream_finish (GH_PROVIDER (source), result, &error);
  if (self->duration >= 0)
    return;
  if (stream == NULL)
    {
      end (self, g_steal_pointer (&error));
      return;
    }
  self->stream = g_steal_pointer (&stream);
  next_event (self);
}

void
gh_sampling_generation_start (GhSamplingGeneration *self,
                              GhProvider           *provider,
                              GhLlmRequest         *take_request)
{
  g_return_if_fail (GH_IS_SAMPLING_GENERATION (self));
  g_return_if_fail (GH_IS_PROVIDER (provider));
  g_return_if_fail (take_request != NULL);
  g_return_if_fail (self->started == 0);

  self->started = g_get_monotonic_time ();
  self->provider = g_object_ref (provider);
  self->asked = g_strdup (take_request->model);
  gh_provider_stream_async (provider, take_request, self->cancellable, stream_cb,
                            g_object_ref (self));
}

void
gh_sampling_generation_stop (GhSamplingGeneration *self)
{
  g_return_if_fail (GH_IS_SAMPLING_GENERATION (self));

  if (self->duration < 0)
    finish (self);
}

const char *
gh_sampling_generation_get_text (GhSamplingGeneration *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_GENERATION (self), NULL);

  return self->text->str;
}

GPtrArray *
gh_sampling_generation_get_tool_uses (GhSamplingGeneration *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_GENERATION (self), NULL);

  return self->tool_uses;
}

const char *
gh_sampling_generation_get_model (GhSamplingGeneration *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_GENERATION (self), NULL);

  return self->model;
}

const char *
gh_sampling_generation_get_stop_reason (GhSamplingGeneration *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_GENERATION (self), NULL);

  switch (self->stop)
    {
    case GH_LLM_STOP_END_TURN:
      return "endTurn";
    case GH_LLM_STOP_MAX_TOKENS:
      return "maxTokens";
    case GH_LLM_STOP_SEQUENCE:
      return "stopSequence";
    case GH_LLM_STOP_TOOL_USE:
      return "toolUse";
    case GH_LLM_STOP_FILTERED:
      /* Not one of the protocol's words, which allows others. */
      return "contentFilter";
    case GH_LLM_STOP_UNKNOWN:
    default:
      return NULL;
    }
}

gint64
gh_sampling_generation_get_input_tokens (GhSamplingGeneration *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_GENERATION (self), -1);

  return self->input_tokens;
}

gint64
gh_sampling_generation_get_output_tokens (GhSamplingGeneration *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_GENERATION (self), -1);

  return self->output_tokens;
}

gint64
gh_sampling_generation_get_duration (GhSamplingGeneration *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_GENERATION (self), 0);

  if (self->duration >= 0)
    return self->duration;
  return self->started > 0 ? g_get_monotonic_time () - self->started : 0;
}

const GError *
gh_sampling_generation_get_error (GhSamplingGeneration *self)
{
  g_return_val_if_fail (GH_IS_SAMPLING_GENERATION (self), NULL);

  return self->error;
}
