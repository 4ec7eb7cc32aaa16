/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * An OpenAI-compatible endpoint's answer: server-sent events, or one JSON object. */
#include "config.h"

#include "gh-llm-openai-stream.h"

#include "gh-llm-openai-codec.h"
#include "gh-llm-openai.h"
#include "gh-sse-decoder.h"

#include <string.h>

/* One event holds some tokens; endpoints that do not really stream put the whole answer
 * into one. */
#define MAX_EVENT_SIZE (4 * 1024 * 1024)
/* A whole answer that is not streamed. */
#define MAX_WHOLE_SIZE (32 * 1024 * 1024)
/* Text of one answer: a hundred times what the largest models give. */
#define MAX_TEXT_SIZE (16 * 1024 * 1024)
/* All bytes of a stream: a token of four bytes comes in some 200 bytes of JSON. */
#define MAX_STREAM_SIZE (512 * 1024 * 1024)

typedef enum
{
  STATE_OPEN,
  STATE_ENDED,
  STATE_FAILED,
} State;

struct _GhLlmOpenaiStream
{
  GhLlmStream    parent_instance;

  GhHttpExchange *exchange;   /* owned; NULL unless OPEN */
  GhSseDecoder  *decoder;     /* owned; NULL: the body is one JSON object */
  char          *key;         /* owned, or NULL */
  GTask         *task;        /* owned, or NULL: the call under way */
  GError        *error;       /* owned; of FAILED */
  GQueue         events;      /* owned GhLlmEvents, not asked for yet */
  GhLlmEvent    *usage;       /* owned, or NULL: held back, endpoints repeat it */
  GhLlmEvent    *done;        /* owned, or NULL: held back, usage comes after it */
  gsize          stream_size; /* bytes so far */
  gsize          text_size;
  guint          n_events;
  State          state;
};

G_DEFINE_FINAL_TYPE (GhLlmOpenaiStream, gh_llm_openai_stream, GH_TYPE_LLM_STREAM)

static void advance (GhLlmOpenaiStream *self);

/* The only writer of state; leaving OPEN closes the connection. */
static void
set_state (GhLlmOpenaiStream *self,
           State              state)
{
  self->state = state;
  g_clear_object (&self->exchange);
}

static void
fail (GhLlmOpenaiStream *self,
      GError            *take_error)
{
  if (self->state != STATE_OPEN)
    {
      g_error_free (take_error);
      return;
    }

  gh_llm_openai_hide_key (take_error, self->key);
  self->error = take_error;
  set_state (self, STATE_FAILED);
}

static void
fail_protocol (GhLlmOpenaiStream *self,
               const char        *message)
{
  fail (self, g_error_new (GH_LLM_ERROR, GH_LLM_ERROR_PROTOCOL, "%s", message));
}

/* The answer is whole. */
static void
end (GhLlmOpenaiStream *self)
{
  if (self->done == NULL)
    self->done = gh_llm_event_new (GH_LLM_EVENT_DONE);
  if (self->usage != NULL)
    g_queue_push_tail (&self->events, g_steal_pointer (&self->usage));
  g_queue_push_tail (&self->events, g_steal_pointer (&self->done));
  set_state (self, STATE_ENDED);
}

static void
take_event (GhLlmOpenaiStream *self,
            GhLlmEvent        *take_event)
{
  switch (take_event->kind)
    {
    case GH_LLM_EVENT_TEXT:
      self->text_size += strlen (take_event->text);
      g_queue_push_tail (&self->events, take_event);
      break;

    case GH_LLM_EVENT_USAGE:
      g_clear_pointer (&self->usage, gh_llm_event_free);
      self->usage = take_event;
      break;

    case GH_LLM_EVENT_DONE:
      g_clear_pointer (&self->done, gh_llm_event_free);
      self->done = take_event;
      break;

    case GH_LLM_EVENT_TOOL_USE:
    default:
      g_assert_not_reached ();
    }
}

/* FALSE: it failed. */
static gboolean
decode (GhLlmOpenaiStream *self,
        const char        *data,
        gsize              length)
{
  g_autoptr(GPtrArray) events = g_ptr_array_new ();
  g_autoptr(GError) error = NULL;
  gboolean good = gh_llm_openai_decode (data, length, events, &error);

  self->n_events++;
  for (guint i = 0; i < events->len; i++)
    take_event (self, g_ptr_array_index (events, i));

  if (!good)
    fail (self, g_steal_pointer (&error));
  else if (self->text_size > MAX_TEXT_SIZE)
    fail_protocol (self, "The answer is longer than any model's");

  return self->state == STATE_OPEN;
}

static void
take_sse (GhLlmOpenaiStream *self,
          GhSseEvent        *event)
{
  if (*event->data == '\0')
    return;
  if (g_str_equal (event->data, "[DONE]"))
    {
      end (self);
      return;
    }
  if (g_str_equal (event->type, "error"))
    fail (self, gh_llm_openai_read_error_event (event->data, strlen (event->data)));
  else
    decode (self, event->data, strlen (event->data));
}

static void
push (GhLlmOpenaiStream *self,
      GBytes            *bytes)
{
  g_autoptr(GError) error = NULL;
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  self->stream_size += length;
  if (self->stream_size > MAX_STREAM_SIZE)
    {
      fail_protocol (self, "The answer does not end");
      return;
    }
  if (!gh_sse_decoder_push (self->decoder, data, length, &error))
    {
      g_autofree char *message = g_strdup_printf ("An event of the answer: %s", error->message);

      fail_protocol (self, message);
      return;
    }

  while (self->state == STATE_OPEN)
    {
      g_autoptr(GhSseEvent) event = gh_sse_decoder_pop (self->decoder);

      if (event == NULL)
        break;
      take_sse (self, event);
    }
}

static void
end_of_body (GhLlmOpenaiStream *self)
{
  if (self->done != NULL)
    end (self);
  else if (self->n_events == 0)
    fail_protocol (self, "The answer holds no events");
  else
    fail (self, g_error_new (GH_LLM_ERROR, GH_LLM_ERROR_BROKEN,
                             "The answer broke off; it may be incomplete"));
}

static void
take_whole (GhLlmOpenaiStream *self,
            GBytes            *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  if (!decode (self, data, length))
    return;
  if (self->done == NULL && self->text_size == 0)
    fail_protocol (self, "The answer holds no choice");
  else
    end (self);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GhLlmOpenaiStream) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes =
    gh_http_exchange_read_finish (GH_HTTP_EXCHANGE (source), result, &error);

  if (bytes == NULL && self->done != NULL &&
      !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    end (self); /* it broke after the last word */
  else if (bytes == NULL)
    fail (self, gh_llm_error_from_io (g_steal_pointer (&error)));
  else if (self->decoder == NULL)
    take_whole (self, bytes);
  else if (g_bytes_get_size (bytes) == 0)
    end_of_body (self);
  else
    push (self, bytes);

  advance (self);
}

/* Completes the call under way if it can be, else reads on. */
static void
advance (GhLlmOpenaiStream *self)
{
  GhLlmEvent *event = g_queue_pop_head (&self->events);

  if (event == NULL && self->state == STATE_OPEN)
    {
      GCancellable *cancellable = g_task_get_cancellable (self->task);

      if (self->decoder != NULL)
        gh_http_exchange_read_async (self->exchange, cancellable, read_cb, g_object_ref (self));
      else
        gh_http_exchange_read_all_async (self->exchange, MAX_WHOLE_SIZE, cancellable, read_cb,
                                         g_object_ref (self));
      return;
    }

  g_autoptr(GTask) task = g_steal_pointer (&self->task);

  if (event == NULL && self->state == STATE_FAILED)
    g_task_return_error (task, g_error_copy (self->error));
  else
    g_task_return_pointer (task, event, (GDestroyNotify) gh_llm_event_free);
}

static void
gh_llm_openai_stream_next_event_async (GhLlmStream         *stream,
                                       GCancellable        *cancellable,
                                       GAsyncReadyCallback  callback,
                                       gpointer             user_data)
{
  GhLlmOpenaiStream *self = GH_LLM_OPENAI_STREAM (stream);
  g_autoptr(GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr(GError) error = NULL;

  g_task_set_source_tag (task, gh_llm_openai_stream_next_event_async);
  if (self->task != NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_PENDING, "The last call is not done");
      return;
    }

  if (g_cancellable_set_error_if_cancelled (cancellable, &error))
    fail (self, g_steal_pointer (&error));
  self->task = g_steal_pointer (&task);
  advance (self);
}

static GhLlmEvent *
gh_llm_openai_stream_next_event_finish (GhLlmStream   *stream,
                                        GAsyncResult  *result,
                                        GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, stream), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
gh_llm_openai_stream_dispose (GObject *object)
{
  GhLlmOpenaiStream *self = GH_LLM_OPENAI_STREAM (object);

  g_assert (self->task == NULL);
  g_clear_object (&self->exchange);
  g_clear_object (&self->decoder);

  G_OBJECT_CLASS (gh_llm_openai_stream_parent_class)->dispose (object);
}

static void
gh_llm_openai_stream_finalize (GObject *object)
{
  GhLlmOpenaiStream *self = GH_LLM_OPENAI_STREAM (object);

  g_queue_clear_full (&self->events, (GDestroyNotify) gh_llm_event_free);
  g_clear_pointer (&self->usage, gh_llm_event_free);
  g_clear_pointer (&self->done, gh_llm_event_free);
  g_clear_pointer (&self->key, g_free);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (gh_llm_openai_stream_parent_class)->finalize (object);
}

static void
gh_llm_openai_stream_class_init (GhLlmOpenaiStreamClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GhLlmStreamClass *stream_class = GH_LLM_STREAM_CLASS (klass);

  object_class->dispose = gh_llm_openai_stream_dispose;
  object_class->finalize = gh_llm_openai_stream_finalize;
  stream_class->next_event_async = gh_llm_openai_stream_next_event_async;
  stream_class->next_event_finish = gh_llm_openai_stream_next_event_finish;
}

static void
gh_llm_openai_stream_init (GhLlmOpenaiStream *self)
{
  g_queue_init (&self->events);
}

GhLlmStream *
gh_llm_openai_stream_new (GhHttpExchange *exchange,
                          gboolean        whole,
                          const char     *key)
{
  g_return_val_if_fail (GH_IS_HTTP_EXCHANGE (exchange), NULL);

  GhLlmOpenaiStream *self = g_object_new (GH_TYPE_LLM_OPENAI_STREAM, NULL);

  self->exchange = g_object_ref (exchange);
  if (!whole)
    {
      self->decoder = gh_sse_decoder_new (MAX_EVENT_SIZE);
      gh_sse_decoder_set_error_field (self->decoder, TRUE);
    }
  self->key = g_strdup (key);

  return GH_LLM_STREAM (self);
}
