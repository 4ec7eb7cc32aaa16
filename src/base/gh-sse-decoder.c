/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Server-sent events: turns bytes, however split, into events (WHATWG HTML 9.2.6). */
#include "config.h"

#include "gh-sse-decoder.h"

#include <string.h>

/* Every event carries its stream's id: a long one and many small events would fill the memory.
 * Real ones are numbers and tokens. */
#define MAX_ID 1024
/* A buffer that grew over it is not kept for the next line: streams live long. */
#define MAX_KEPT (64 * 1024)

struct _GhSseDecoder
{
  GObject parent_instance;

  gsize max_event_size;
  int retry;
  gboolean error_field; /* see the setter */
  gboolean first_line;
  gboolean after_cr; /* an LF that comes now belongs to the CR before it */
  gboolean skipping; /* the event that comes is too large: wait for its end */
  gboolean has_data;
  gboolean line_is_empty; /* while skipping */
  /* owned */
  GByteArray *line;
  GByteArray *data;
  char *type;
  char *last_id; /* of the event that comes */
  char *seen_id; /* of the last one that came whole */
  GQueue events; /* of GhSseEvent */
};

G_DEFINE_FINAL_TYPE (GhSseDecoder, gh_sse_decoder, G_TYPE_OBJECT)

void
gh_sse_event_free (GhSseEvent *event)
{
  g_clear_pointer (&event->type, g_free);
  g_clear_pointer (&event->data, g_free);
  g_clear_pointer (&event->last_id, g_free);
  g_free (event);
}

static void
reset_event (GhSseDecoder *self)
{
  g_byte_array_set_size (self->data, 0);
  self->has_data = FALSE;
  g_clear_pointer (&self->type, g_free);
}

/* Tens of megabytes are not copied for nothing. */
static char *
take_data (GhSseDecoder *self)
{
  const char *bytes = self->data->len > 0 ? (const char *) self->data->data : "";
  char *data;

  if (!g_utf8_validate_len (bytes, self->data->len, NULL))
    return g_utf8_make_valid (bytes, self->data->len);
  g_byte_array_append (self->data, (const guchar *) "", 1);
  data = (char *) g_byte_array_free (self->data, FALSE);
  self->data = g_byte_array_new ();
  return data;
}

static void
dispatch (GhSseDecoder *self)
{
  if (g_strcmp0 (self->seen_id, self->last_id) != 0)
    {
      g_free (self->seen_id);
      self->seen_id = g_strdup (self->last_id);
    }
  if (self->has_data)
    {
      GhSseEvent *event = g_new0 (GhSseEvent, 1);

      event->type = self->type != NULL && *self->type != '\0' ? g_steal_pointer (&self->type)
                                                              : g_strdup ("message");
      event->data = take_data (self);
      event->last_id = g_strdup (self->last_id);
      g_queue_push_tail (&self->events, event);
    }
  reset_event (self);
}

static void
set_retry (GhSseDecoder *self,
           const char   *value,
           gsize         length)
{
  guint64 retry = 0;

  if (length == 0)
    return;
  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isdigit (value[i]))
        return;
      retry = MIN (retry * 10 + (value[i] - '0'), (guint64) G_MAXINT);
    }
  self->retry = (int) retry;
}

static gboolean
is_field (const char *name,
          gsize       length,
          const char *wanted)
{
  return length == strlen (wanted) && memcmp (name, wanted, length) == 0;
}

static void
add_data (GhSseDecoder *self,
          const char   *value,
          gsize         length)
{
  if (!self->has_data && length > MAX_KEPT)
    {
      /* The line's end is the data: it becomes that. */
      g_byte_array_unref (self->data);
      self->data = g_steal_pointer (&self->line);
      g_byte_array_remove_range (self->data, 0, self->data->len - length);
      self->line = g_byte_array_new ();
      self->has_data = TRUE;
      return;
    }
  if (self->has_data)
    g_byte_array_append (self->data, (const guchar *) "\n", 1);
  self->has_data = TRUE;
  g_byte_array_append (self->data, (const guchar *) value, length);
}

static void
set_type (GhSseDecoder *self,
          const char   *value,
          gsize         length)
{
  g_free (self->type);
  self->type = g_utf8_make_valid (value, length);
}

static void
take_field (GhSseDecoder *self,
            const char   *name,
            gsize         name_length,
            const char   *value,
            gsize         length)
{
  if (is_field (name, name_length, "data"))
    add_data (self, value, length);
  else if (is_field (name, name_length, "event"))
    set_type (self, value, length);
  else if (self->error_field && is_field (name, name_length, "error"))
    {
      set_type (self, name, name_length);
      add_data (self, value, length);
    }
  else if (is_field (name, name_length, "id"))
    {
      if (length > MAX_ID || (length > 0 && memchr (value, '\0', length) != NULL))
        return;
      g_free (self->last_id);
      self->last_id = g_utf8_make_valid (value, length);
    }
  else if (is_field (name, name_length, "retry"))
    set_retry (self, value, length);
}

static void
take_line (GhSseDecoder *self)
{
  const char *line = (const char *) self->line->data;
  gsize length = self->line->len;
  const char *colon;

  if (self->first_line && length >= 3 && memcmp (line, "\xef\xbb\xbf", 3) == 0)
    {
      line += 3;
      length -= 3;
    }
  self->first_line = FALSE;

  if (length == 0)
    {
      dispatch (self);
      return;
    }
  colon = memchr (line, ':', length);
  if (colon == NULL)
    take_field (self, line, length, "", 0);
  else if (colon > line)
    {
      const char *value = colon + 1;

      if (value < line + length && *value == ' ')
        value++;
      take_field (self, line, colon - line, value, line + length - value);
    }
}

static void
end_line (GhSseDecoder *self)
{
  if (!self->skipping)
    take_line (self);
  else if (self->line_is_empty)
    self->skipping = FALSE;
  self->line_is_empty = TRUE;
  if (self->line->len > MAX_KEPT)
    {
      g_byte_array_unref (self->line);
      self->line = g_byte_array_new ();
    }
  g_byte_array_set_size (self->line, 0);
}

/* FALSE when the event is too large with these bytes of a line. */
static gboolean
keep (GhSseDecoder *self,
      const char   *bytes,
      gsize         length)
{
  if (length > 0)
    self->line_is_empty = FALSE;
  if (self->skipping)
    return TRUE;
  if (length > self->max_event_size
      || self->line->len + self->data->len > self->max_event_size - length)
    {
      self->skipping = TRUE;
      reset_event (self);
      g_byte_array_unref (self->data);
      self->data = g_byte_array_new ();
      g_byte_array_unref (self->line);
      self->line = g_byte_array_new ();
      return FALSE;
    }
  g_byte_array_append (self->line, (const guchar *) bytes, length);
  return TRUE;
}

static const char *
find_end (const char *at,
          const char *end)
{
  while (at < end && *at != '\n' && *at != '\r')
    at++;
  return at;
}

static void
gh_sse_decoder_finalize (GObject *object)
{
  GhSseDecoder *self = GH_SSE_DECODER (object);

  g_clear_pointer (&self->line, g_byte_array_unref);
  g_clear_pointer (&self->data, g_byte_array_unref);
  g_clear_pointer (&self->type, g_free);
  g_clear_pointer (&self->last_id, g_free);
  g_clear_pointer (&self->seen_id, g_free);
  g_queue_clear_full (&self->events, (GDestroyNotify) gh_sse_event_free);
  G_OBJECT_CLASS (gh_sse_decoder_parent_class)->finalize (object);
}

static void
gh_sse_decoder_class_init (GhSseDecoderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_sse_decoder_finalize;
}

static void
gh_sse_decoder_init (GhSseDecoder *self)
{
  self->retry = -1;
  self->first_line = TRUE;
  self->line_is_empty = TRUE;
  self->line = g_byte_array_new ();
  self->data = g_byte_array_new ();
  g_queue_init (&self->events);
}

/**
 * gh_sse_decoder_new:
 * @max_event_size: bytes of one event's data
 *
 * Returns: (transfer full): a decoder for one stream
 */
GhSseDecoder *
gh_sse_decoder_new (gsize max_event_size)
{
  GhSseDecoder *self = g_object_new (GH_TYPE_SSE_DECODER, NULL);

  self->max_event_size = max_event_size;
  return self;
}

void
gh_sse_decoder_set_error_field (GhSseDecoder *self,
                                gboolean      error_field)
{
  g_return_if_fail (GH_IS_SSE_DECODER (self));

  self->error_field = error_field;
}

/**
 * gh_sse_decoder_push:
 *
 * Takes the next bytes of the stream. An event over the limit is left out, and the rest is decoded
 * all the same.
 *
 * Returns: FALSE with an error when an event was left out
 */
gboolean
gh_sse_decoder_push (GhSseDecoder  *self,
                     const char    *data,
                     gsize          length,
                     GError       **error)
{
  const char *end;
  gboolean fits = TRUE;

  g_return_val_if_fail (GH_IS_SSE_DECODER (self), FALSE);
  g_return_val_if_fail (data != NULL || length == 0, FALSE);

  end = data + length;
  while (data < end)
    {
      const char *stop;

      if (self->after_cr)
        {
          self->after_cr = FALSE;
          if (*data == '\n')
            {
              data++;
              continue;
            }
        }
      stop = find_end (data, end);
      fits = keep (self, data, stop - data) && fits;
      data = stop;
      if (data < end)
        {
          self->after_cr = *data++ == '\r';
          end_line (self);
        }
    }
  if (!fits)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
                 "an event is larger than %" G_GSIZE_FORMAT " bytes", self->max_event_size);
  return fits;
}

/**
 * gh_sse_decoder_pop:
 *
 * Returns: (transfer full) (nullable): the oldest whole event
 */
GhSseEvent *
gh_sse_decoder_pop (GhSseDecoder *self)
{
  g_return_val_if_fail (GH_IS_SSE_DECODER (self), NULL);

  return g_queue_pop_head (&self->events);
}

int
gh_sse_decoder_get_retry (GhSseDecoder *self)
{
  g_return_val_if_fail (GH_IS_SSE_DECODER (self), -1);

  return self->retry;
}

/**
 * gh_sse_decoder_get_last_id:
 *
 * Returns: (nullable): the id to resume the stream after: that of the last whole event, data or not
 */
const char *
gh_sse_decoder_get_last_id (GhSseDecoder *self)
{
  g_return_val_if_fail (GH_IS_SSE_DECODER (self), NULL);

  return self->seen_id;
}
