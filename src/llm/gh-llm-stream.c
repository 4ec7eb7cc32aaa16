/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A model's answer while it arrives: server-sent events, JSON objects by line, or one JSON text. */
#include "config.h"

#include "gh-llm-stream.h"

#include "gh-sse-decoder.h"

#include <string.h>

/* One event holds some tokens; endpoints that do not really stream put the whole answer
 * into one. */
#define MAX_EVENT_SIZE (4 * 1024 * 1024)
/* A whole answer that is not streamed. */
#define MAX_WHOLE_SIZE (32 * 1024 * 1024)
/* All bytes of a stream: a token of four bytes comes in some 200 bytes of JSON. */
#define MAX_STREAM_SIZE (512 * 1024 * 1024)

typedef enum
{
  STATE_OPEN,
  STATE_ENDED,
  STATE_FAILED,
} State;

struct _GhLlmStream
{
  GObject         parent_instance;

  const GhLlmApi *api;
  GhHttpExchange *exchange;    /* owned; NULL unless OPEN */
  GhSseDecoder   *decoder;     /* owned; NULL: no server-sent events */
  GString        *line;        /* owned; NULL: no lines; what came of the one under way */
  GhLlmAnswer    *answer;      /* owned */
  char           *key;         /* owned, or NULL */
  GTask          *task;        /* owned, or NULL: the call under way */
  GError         *error;       /* owned; of FAILED */
  gsize           stream_size; /* bytes so far */
  guint           n_events;
  State           state;
};

G_DEFINE_FINAL_TYPE (GhLlmStream, gh_llm_stream, G_TYPE_OBJECT)

static void advance (GhLlmStream *self);

/* The only writer of state; leaving OPEN closes the connection. */
static void
set_state (GhLlmStream *self,
           State        state)
{
  self->state = state;
  g_clear_object (&self->exchange);
}

static void
fail (GhLlmStream *self,
      GError      *take_error)
{
  if (self->state != STATE_OPEN)
    {
      g_error_free (take_error);
      return;
    }

  gh_llm_error_hide_key (take_error, self->key);
  self->error = take_error;
  set_state (self, STATE_FAILED);
}

static void
fail_protocol (GhLlmStream *self,
               const char  *message)
{
  fail (self, g_error_new (GH_LLM_ERROR, GH_LLM_ERROR_PROTOCOL, "%s", message));
}

/* The answer is whole. */
static void
end (GhLlmStream *self)
{
  g_autoptr(GError) error = NULL;

  if (gh_llm_answer_finish (self->answer, &error))
    set_state (self, STATE_ENDED);
  else
    fail (self, g_steal_pointer (&error));
}

static void
decode (GhLlmStream *self,
        const char  *data,
        gsize        length)
{
  g_autoptr(GError) error = NULL;

  self->n_events++;
  if (!gh_llm_api_decode (self->api, data, length, self->answer, &error))
    fail (self, g_steal_pointer (&error));
  else if (gh_llm_answer_is_ended (self->answer))
    end (self);
}

static void
push_events (GhLlmStream *self,
             const char  *data,
             gsize        length)
{
  g_autoptr(GError) error = NULL;

  if (!gh_sse_decoder_push (self->decoder, data, length, &error))
    {
      g_autofree char *message = g_strdup_printf ("An event of the answer: %s", error->message);

      fail_protocol (self, message);
      return;
    }

  while (self->state == STATE_OPEN)
    {
      g_autoptr(GhSseEvent) event = gh_sse_decoder_pop (self->decoder);
      gsize event_length = event != NULL ? strlen (event->data) : 0;

      if (event == NULL)
        break;
      if (event_length > 0 && g_str_equal (event->type, "error"))
        fail (self, gh_llm_error_read_event (event->data, event_length));
      else if (event_length > 0)
        decode (self, event->data, event_length);
    }
}

/* What is left of the line under way is the last one. */
static void
take_line (GhLlmStream *self)
{
  if (self->line->len > 0 && self->line->str[self->line->len - 1] == '\r')
    g_string_truncate (self->line, self->line->len - 1);
  if (self->line->len > 0)
    decode (self, self->line->str, self->line->len);
  g_string_truncate (self->line, 0);
}

static void
push_lines (GhLlmStream *self,
            const char  *data,
            gsize        length)
{
  while (length > 0 && self->state == STATE_OPEN)
    {
      const char *end_of_line = memchr (data, '\n', length);
      gsize n = end_of_line != NULL ? (gsize) (end_of_line - data) : length;

      if (self->line->len + n > MAX_EVENT_SIZE)
        {
          fail_protocol (self, "A line of the answer is too long");
          return;
        }
      g_string_append_len (self->line, data, n);
      if (end_of_line == NULL)
        return;
      take_line (self);
      data += n + 1;
      length -= n + 1;
    }
}

static void
push (GhLlmStream *self,
      GBytes      *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  self->stream_size += length;
  if (self->stream_size > MAX_STREAM_SIZE)
    fail_protocol (self, "The answer does not end");
  else if (self->decoder != NULL)
    push_events (self, data, length);
  else
    push_lines (self, data, length);
}

static void
end_of_body (GhLlmStream *self)
{
  if (self->line != NULL)
    take_line (self);
  if (self->state != STATE_OPEN)
    return;

  if (gh_llm_answer_has_stop (self->answer))
    end (self);
  else if (self->n_events == 0)
    fail_protocol (self, "The answer holds no events");
  else
    fail (self, g_error_new (GH_LLM_ERROR, GH_LLM_ERROR_BROKEN,
                             "The answer broke off; it may be incomplete"));
}

static void
take_whole (GhLlmStream *self,
            GBytes      *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  decode (self, data != NULL ? data : "", length);
  if (self->state != STATE_OPEN)
    return;
  if (!gh_llm_answer_has_stop (self->answer) && gh_llm_answer_is_empty (self->answer))
    fail_protocol (self, "The answer holds nothing");
  else
    end (self);
}

static gboolean
is_whole (GhLlmStream *self)
{
  return self->decoder == NULL && self->line == NULL;
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GhLlmStream) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes =
    gh_http_exchange_read_finish (GH_HTTP_EXCHANGE (source), result, &error);

  if (bytes == NULL && gh_llm_answer_has_stop (self->answer) &&
      !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    end (self); /* it broke after the last word */
  else if (bytes == NULL)
    fail (self, gh_llm_error_from_io (g_steal_pointer (&error)));
  else if (is_whole (self))
    take_whole (self, bytes);
  else if (g_bytes_get_size (bytes) == 0)
    end_of_body (self);
  else
    push (self, bytes);

  advance (self);
}

/* Completes the call under way if it can be, else reads on. */
static void
advance (GhLlmStream *self)
{
  GhLlmEvent *event = gh_llm_answer_pop (self->answer);

  if (event == NULL && self->state == STATE_OPEN)
    {
      GCancellable *cancellable = g_task_get_cancellable (self->task);

      if (is_whole (self))
        gh_http_exchange_read_all_async (self->exchange, MAX_WHOLE_SIZE, cancellable, read_cb,
                                         g_object_ref (self));
      else
        gh_http_exchange_read_async (self->exchange, cancellable, read_cb, g_object_ref (self));
      return;
    }

  g_autoptr(GTask) task = g_steal_pointer (&self->task);

  if (event == NULL && self->state == STATE_FAILED)
    g_task_return_error (task, g_error_copy (self->error));
  else
    g_task_return_pointer (task, event, (GDestroyNotify) gh_llm_event_free);
}

static void
gh_llm_stream_dispose (GObject *object)
{
  GhLlmStream *self = GH_LLM_STREAM (object);

  g_assert (self->task == NULL);
  g_clear_object (&self->exchange);
  g_clear_object (&self->decoder);

  G_OBJECT_CLASS (gh_llm_stream_parent_class)->dispose (object);
}

static void
gh_llm_stream_finalize (GObject *object)
{
  GhLlmStream *self = GH_LLM_STREAM (object);

  if (self->line != NULL)
    g_string_free (self->line, TRUE);
  g_clear_pointer (&self->answer, gh_llm_answer_free);
  g_clear_pointer (&self->key, g_free);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (gh_llm_stream_parent_class)->finalize (object);
}

static void
gh_llm_stream_class_init (GhLlmStreamClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_llm_stream_dispose;
  object_class->finalize = gh_llm_stream_finalize;
}

static void
gh_llm_stream_init (GhLlmStream *self)
{
}

GhLlmStream *
gh_llm_stream_new (const GhLlmApi *api,
                   GhHttpExchange *exchange,
                   gboolean        whole,
                   GhLlmAnswer    *take_answer,
                   const char     *key)
{
  g_return_val_if_fail (api != NULL, NULL);
  g_return_val_if_fail (GH_IS_HTTP_EXCHANGE (exchange), NULL);
  g_return_val_if_fail (take_answer != NULL, NULL);

  GhLlmStream *self = g_object_new (GH_TYPE_LLM_STREAM, NULL);

  self->api = api;
  self->exchange = g_object_ref (exchange);
  self->answer = take_answer;
  self->key = g_strdup (key);
  if (api->framing == GH_LLM_FRAMING_LINES)
    self->line = g_string_new (NULL);
  else if (!whole)
    {
      self->decoder = gh_sse_decoder_new (MAX_EVENT_SIZE);
      gh_sse_decoder_set_error_field (self->decoder, TRUE);
    }

  return self;
}

void
gh_llm_stream_next_event_async (GhLlmStream         *self,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  g_return_if_fail (GH_IS_LLM_STREAM (self));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  g_autoptr(GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr(GError) error = NULL;

  g_task_set_source_tag (task, gh_llm_stream_next_event_async);
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

GhLlmEvent *
gh_llm_stream_next_event_finish (GhLlmStream   *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
