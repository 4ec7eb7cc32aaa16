/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Reads lines of bounded length from a GInputStream, or from a pipe, without blocking. */
#include "config.h"

#include "gh-line-reader.h"

#include <errno.h>
#include <glib-unix.h>
#include <string.h>
#include <unistd.h>

/* What a pipe holds on Linux: a flood is read with few system calls. */
#define BUFFER_SIZE (64 * 1024)

struct _GhLineReader
{
  GObject parent_instance;

  GhLineEnd line_end;
  gsize max_length;
  gboolean cut;
  gboolean reading;
  gboolean at_end;
  gboolean skipping; /* the line that comes was reported already: too long */
  gboolean after_cr; /* an LF that comes now belongs to the CR before it */
  gsize start;       /* unread bytes in the buffer */
  gsize end;
  /* owned */
  GInputStream *stream; /* or */
  int fd;               /* -1 without one */
  char *buffer;
  GByteArray *line; /* beginning of a line that the buffer did not hold as a whole */
};

G_DEFINE_FINAL_TYPE (GhLineReader, gh_line_reader, G_TYPE_OBJECT)

/* The first line end in the unread bytes, NULL when they have none. */
static const char *
find_end (GhLineReader *self)
{
  const char *start = self->buffer + self->start;
  gsize length = self->end - self->start;
  const char *lf = memchr (start, '\n', length);

  if (self->line_end == GH_LINE_ANY)
    {
      const char *cr = memchr (start, '\r', lf != NULL ? (gsize) (lf - start) : length);

      if (cr != NULL)
        return cr;
    }
  return lf;
}

static gboolean
too_long (GhLineReader  *self,
          GError       **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
               "a line is longer than %" G_GSIZE_FORMAT " bytes", self->max_length);
  return FALSE;
}

/* The line that ends at the end of the given bytes. */
static gboolean
take_line (GhLineReader  *self,
           const char    *bytes,
           gsize          length,
           GBytes       **line,
           GError       **error)
{
  gsize whole = self->line->len + length;

  if (self->line_end == GH_LINE_LF && whole > 0
      && (length > 0 ? bytes[length - 1] : (char) self->line->data[self->line->len - 1]) == '\r')
    {
      if (length > 0)
        length--;
      else
        g_byte_array_set_size (self->line, self->line->len - 1);
      whole--;
    }
  if (whole > self->max_length)
    {
      if (!self->cut)
        {
          g_byte_array_set_size (self->line, 0);
          return too_long (self, error);
        }
      /* What is kept may be one longer: that could have been the CR. */
      if (self->line->len > self->max_length)
        g_byte_array_set_size (self->line, self->max_length);
      length = self->max_length - self->line->len;
    }
  if (self->line->len == 0)
    {
      *line = g_bytes_new (bytes, length);
      return TRUE;
    }
  g_byte_array_append (self->line, (const guchar *) bytes, length);
  *line = g_byte_array_free_to_bytes (self->line);
  self->line = g_byte_array_new ();
  return TRUE;
}

/* Keeps the beginning of a line; one that is too long already is reported at once and then
 * skipped. */
static gboolean
keep_beginning (GhLineReader  *self,
                GBytes       **line,
                GError       **error)
{
  const char *bytes = self->buffer + self->start;
  gsize length = self->end - self->start;
  gsize room = self->max_length + 1 - self->line->len; /* one more for a CR that is taken off */

  self->start = self->end;
  if (self->skipping)
    return FALSE;
  if (length <= room)
    {
      g_byte_array_append (self->line, (const guchar *) bytes, length);
      return FALSE;
    }
  self->skipping = TRUE;
  if (self->cut)
    {
      g_byte_array_append (self->line, (const guchar *) bytes, room);
      g_byte_array_set_size (self->line, self->max_length);
      *line = g_byte_array_free_to_bytes (self->line);
    }
  else
    {
      g_byte_array_unref (self->line);
      too_long (self, error);
    }
  self->line = g_byte_array_new ();
  return self->cut;
}

static void
gh_line_reader_finalize (GObject *object)
{
  GhLineReader *self = GH_LINE_READER (object);

  g_clear_object (&self->stream);
  if (self->fd >= 0)
    close (self->fd);
  g_clear_pointer (&self->buffer, g_free);
  g_clear_pointer (&self->line, g_byte_array_unref);
  G_OBJECT_CLASS (gh_line_reader_parent_class)->finalize (object);
}

static void
gh_line_reader_class_init (GhLineReaderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_line_reader_finalize;
}

static void
gh_line_reader_init (GhLineReader *self)
{
  self->fd = -1;
  self->buffer = g_malloc (BUFFER_SIZE);
  self->line = g_byte_array_new ();
}

/**
 * gh_line_reader_new:
 * @stream: (transfer none): where the lines come from; read by nobody else
 * @line_end: what ends a line
 * @max_length: in bytes, without the end
 *
 * Returns: (transfer full): a reader
 */
GhLineReader *
gh_line_reader_new (GInputStream *stream,
                    GhLineEnd     line_end,
                    gsize         max_length)
{
  GhLineReader *self;

  g_return_val_if_fail (G_IS_INPUT_STREAM (stream), NULL);
  g_return_val_if_fail (max_length < G_MAXUINT32, NULL);

  self = g_object_new (GH_TYPE_LINE_READER, NULL);
  self->stream = g_object_ref (stream);
  self->line_end = line_end;
  self->max_length = max_length;
  return self;
}

/**
 * gh_line_reader_new_for_fd:
 * @take_fd: a pipe's end for reading; made non-blocking
 *
 * Returns: (transfer full): a reader for those who watch the pipe themselves
 */
GhLineReader *
gh_line_reader_new_for_fd (int       take_fd,
                           GhLineEnd line_end,
                           gsize     max_length)
{
  GhLineReader *self;

  g_return_val_if_fail (take_fd >= 0, NULL);
  g_return_val_if_fail (max_length < G_MAXUINT32, NULL);

  self = g_object_new (GH_TYPE_LINE_READER, NULL);
  self->fd = take_fd;
  self->line_end = line_end;
  self->max_length = max_length;
  g_unix_set_fd_nonblocking (take_fd, TRUE, NULL);
  return self;
}

void
gh_line_reader_set_cut (GhLineReader *self,
                        gboolean      cut)
{
  g_return_if_fail (GH_IS_LINE_READER (self));

  self->cut = cut;
}

/**
 * gh_line_reader_pop:
 * @line: (out) (transfer full): set when TRUE is returned
 *
 * Takes a line without reading on.
 *
 * Returns: whether there was one; FALSE with an error for a line that is too long
 */
gboolean
gh_line_reader_pop (GhLineReader  *self,
                    GBytes       **line,
                    GError       **error)
{
  g_return_val_if_fail (GH_IS_LINE_READER (self), FALSE);
  g_return_val_if_fail (line != NULL && *line == NULL, FALSE);
  g_return_val_if_fail (!self->reading, FALSE);

  while (self->start < self->end)
    {
      const char *bytes = self->buffer + self->start;
      const char *end;

      if (self->after_cr)
        {
          self->after_cr = FALSE;
          if (*bytes == '\n')
            {
              self->start++;
              continue;
            }
        }
      end = find_end (self);
      if (end == NULL)
        return keep_beginning (self, line, error);
      self->start = end + 1 - self->buffer;
      self->after_cr = *end == '\r';
      if (!self->skipping)
        return take_line (self, bytes, end - bytes, line, error);
      self->skipping = FALSE;
    }
  return self->at_end && self->line->len > 0 && take_line (self, "", 0, line, error);
}

/**
 * gh_line_reader_fill:
 *
 * Returns: whether something came, be it the end: FALSE when there is nothing in the pipe now
 */
gboolean
gh_line_reader_fill (GhLineReader *self)
{
  gssize n;

  g_return_val_if_fail (GH_IS_LINE_READER (self), FALSE);
  g_return_val_if_fail (self->fd >= 0, FALSE);
  g_return_val_if_fail (self->start == self->end, FALSE);

  do
    n = read (self->fd, self->buffer, BUFFER_SIZE);
  while (n < 0 && errno == EINTR);
  if (n < 0 && errno == EAGAIN)
    return FALSE;
  self->start = 0;
  self->end = MAX (n, 0);
  self->at_end = n <= 0;
  return TRUE;
}

gboolean
gh_line_reader_is_at_end (GhLineReader *self)
{
  g_return_val_if_fail (GH_IS_LINE_READER (self), TRUE);

  return self->at_end && self->start == self->end && self->line->len == 0;
}

static void
return_line (GTask        *task,
             GBytes       *take_line,
             const GError *error)
{
  GhLineReader *self = g_task_get_source_object (task);

  self->reading = FALSE;
  if (error != NULL)
    g_task_return_error (task, g_error_copy (error));
  else
    g_task_return_pointer (task, take_line, (GDestroyNotify) g_bytes_unref);
}

static void read_more (GTask *task);

/* Gives what is there, or reads on. */
static void
step (GTask *task)
{
  GhLineReader *self = g_task_get_source_object (task);
  g_autoptr(GError) error = NULL;
  GBytes *line = NULL;

  self->reading = FALSE;
  if (gh_line_reader_pop (self, &line, &error) || error != NULL)
    return_line (task, line, error);
  else if (!self->at_end)
    read_more (task);
  else
    return_line (task, NULL, NULL);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhLineReader *self = g_task_get_source_object (task);
  g_autoptr(GError) error = NULL;
  gssize n = g_input_stream_read_finish (G_INPUT_STREAM (source), result, &error);

  if (n < 0)
    {
      return_line (task, NULL, error);
      return;
    }
  self->start = 0;
  self->end = n;
  self->at_end = n == 0;
  step (task);
}

static void
read_more (GTask *task)
{
  GhLineReader *self = g_task_get_source_object (task);

  self->reading = TRUE;
  g_input_stream_read_async (self->stream, self->buffer, BUFFER_SIZE, G_PRIORITY_DEFAULT,
                             g_task_get_cancellable (task), read_cb, g_object_ref (task));
}

/**
 * gh_line_reader_read_async:
 * @cancellable: (nullable): stops waiting; no byte is lost by it
 *
 * Reads the next line. One read at a time.
 */
void
gh_line_reader_read_async (GhLineReader        *self,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (GH_IS_LINE_READER (self));
  g_return_if_fail (self->stream != NULL);
  g_return_if_fail (!self->reading);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_line_reader_read_async);
  /* A line that was taken from the buffer must arrive; cancelling ends the wait inside the
   * stream. */
  g_task_set_check_cancellable (task, FALSE);
  if (!g_task_return_error_if_cancelled (task))
    step (task);
}

/**
 * gh_line_reader_read_finish:
 *
 * Returns: (transfer full) (nullable): a line; NULL without error at the end
 */
GBytes *
gh_line_reader_read_finish (GhLineReader  *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
