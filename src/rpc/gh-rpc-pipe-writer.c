/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A bounded queue of lines on their way into a pipe. */
#include "config.h"

#include "gh-rpc-pipe-writer.h"

#include "gh-rpc-error.h"
#include "gh-source.h"

#include <errno.h>
#include <glib-unix.h>
#include <signal.h>
#include <sys/uio.h>
#include <unistd.h>

/* A program that does not read holds at most this much of our memory, whatever the size of
 * messages. */
#define MAX_QUEUED_BYTES (64 * 1024 * 1024)
#define MAX_QUEUED_LINES 10000
/* Written in one turn of the main loop at most, so that a fast reader does not stop the rest. */
#define TURN_BYTES (1024 * 1024)
/* Lines written at once; many calls at a time would cost as many system calls otherwise. */
#define TURN_LINES 64

typedef struct
{
  char *text; /* owned */
  gsize length;
} Line;

struct _GhRpcPipeWriter
{
  GObject parent_instance;

  int fd; /* owned; -1 when closed */
  gsize n_written; /* of the first line */
  gsize n_queued;  /* bytes */
  /* owned */
  GQueue lines; /* of Line */
  GMainContext *context;
  GSource *ready; /* while there is something to write */
  gboolean full;  /* it watches the pipe, which has no room */
};

G_DEFINE_FINAL_TYPE (GhRpcPipeWriter, gh_rpc_pipe_writer, G_TYPE_OBJECT)

static guint failed_signal;

static void
line_free (gpointer data)
{
  Line *line = data;

  g_free (line->text);
  g_free (line);
}

/* Writing to a pipe without a reader raises SIGPIPE, which ends the process unless the program
 * ignores it. A library has no business changing that, so the signal is held and taken for this
 * one call. */
static gssize
write_quietly (int                 fd,
               const struct iovec *parts,
               guint               n_parts)
{
  const struct timespec at_once = { 0, 0 };
  sigset_t pipe_signal, pending, mask;
  gboolean was_pending = FALSE;
  gssize n;
  int saved;

  sigemptyset (&pipe_signal);
  sigaddset (&pipe_signal, SIGPIPE);
  pthread_sigmask (SIG_BLOCK, &pipe_signal, &mask);
  /* One that is not held does not wait. */
  if (sigismember (&mask, SIGPIPE) == 1 && sigpending (&pending) == 0)
    was_pending = sigismember (&pending, SIGPIPE) == 1;

  do
    n = writev (fd, parts, n_parts);
  while (n < 0 && errno == EINTR);

  saved = errno;
  if (n < 0 && saved == EPIPE && !was_pending)
    while (sigtimedwait (&pipe_signal, NULL, &at_once) < 0 && errno == EINTR)
      ;
  pthread_sigmask (SIG_SETMASK, &mask, NULL);
  errno = saved;
  return n;
}

static void
drop_lines (GhRpcPipeWriter *self)
{
  g_queue_clear_full (&self->lines, line_free);
  self->n_queued = 0;
  self->n_written = 0;
}

/* As much of the queue as one turn may take; gives the number of parts. */
static guint
collect (GhRpcPipeWriter *self,
         struct iovec     parts[TURN_LINES])
{
  gsize done = self->n_written;
  gsize left = TURN_BYTES;
  guint n = 0;

  for (GList *at = self->lines.head; at != NULL && n < TURN_LINES && left > 0; at = at->next)
    {
      Line *line = at->data;

      parts[n].iov_base = line->text + done;
      parts[n].iov_len = MIN (line->length - done, left);
      left -= parts[n++].iov_len;
      done = 0;
    }
  return n;
}

/* Takes what was written from the queue. */
static void
drop_written (GhRpcPipeWriter *self,
              gsize            n)
{
  Line *line;

  self->n_written += n;
  while ((line = g_queue_peek_head (&self->lines)) != NULL && self->n_written >= line->length)
    {
      self->n_written -= line->length;
      self->n_queued -= line->length;
      line_free (g_queue_pop_head (&self->lines));
    }
}

/* Whether there is more to write, once the pipe takes more. */
static gboolean
write_some (GhRpcPipeWriter *self)
{
  struct iovec parts[TURN_LINES];
  gssize n = write_quietly (self->fd, parts, collect (self, parts));

  if (n < 0 && errno == EAGAIN)
    return TRUE;
  if (n < 0)
    {
      g_debug ("writing to the child fails: %s", g_strerror (errno));
      gh_rpc_pipe_writer_close (self);
      g_signal_emit (self, failed_signal, 0);
      return FALSE;
    }
  drop_written (self, n);
  return self->lines.length > 0;
}

static gboolean
ready_cb (int          fd,
          GIOCondition condition,
          gpointer     user_data)
{
  g_autoptr(GhRpcPipeWriter) self = g_object_ref (user_data);

  if (write_some (self))
    return G_SOURCE_CONTINUE;
  g_clear_pointer (&self->ready, g_source_unref);
  self->full = FALSE;
  return G_SOURCE_REMOVE;
}

/* The source's data is the writer itself, borrowed: it is destroyed with it. */
static void
attach (GhRpcPipeWriter *self,
        GSource         *take_source,
        GSourceFunc      callback)
{
  g_clear_pointer (&self->ready, g_source_unref);
  self->ready = take_source;
  g_source_set_static_name (self->ready, "gh-rpc write");
  g_source_set_priority (self->ready, G_PRIORITY_DEFAULT);
  g_source_set_callback (self->ready, callback, self, NULL);
  g_source_attach (self->ready, self->context);
}

static void
write_waiting (GhRpcPipeWriter *self)
{
  self->full = write_some (self);
  if (self->full)
    attach (self, g_unix_fd_source_new (self->fd, G_IO_OUT), G_SOURCE_FUNC (ready_cb));
}

static gboolean
turn_cb (gpointer user_data)
{
  g_autoptr(GhRpcPipeWriter) self = g_object_ref (user_data);

  g_clear_pointer (&self->ready, g_source_unref);
  write_waiting (self);
  return G_SOURCE_REMOVE;
}

/* Writes what this turn of the main loop queues in the next one, together. A pipe nearly always
 * has room: only when it has none is it watched, which costs a few system calls each time. */
static void
watch (GhRpcPipeWriter *self)
{
  if (self->ready == NULL)
    attach (self, g_idle_source_new (), turn_cb);
}

static void
gh_rpc_pipe_writer_dispose (GObject *object)
{
  gh_rpc_pipe_writer_close (GH_RPC_PIPE_WRITER (object));
  G_OBJECT_CLASS (gh_rpc_pipe_writer_parent_class)->dispose (object);
}

static void
gh_rpc_pipe_writer_finalize (GObject *object)
{
  GhRpcPipeWriter *self = GH_RPC_PIPE_WRITER (object);

  g_clear_pointer (&self->context, g_main_context_unref);
  G_OBJECT_CLASS (gh_rpc_pipe_writer_parent_class)->finalize (object);
}

static void
gh_rpc_pipe_writer_class_init (GhRpcPipeWriterClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_rpc_pipe_writer_dispose;
  object_class->finalize = gh_rpc_pipe_writer_finalize;

  failed_signal = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 0);
}

static void
gh_rpc_pipe_writer_init (GhRpcPipeWriter *self)
{
  self->fd = -1;
  g_queue_init (&self->lines);
  self->context = g_main_context_ref_thread_default ();
}

/**
 * gh_rpc_pipe_writer_new:
 * @take_fd: the pipe's end for writing
 *
 * Returns: (transfer full): a writer for the thread-default main context
 */
GhRpcPipeWriter *
gh_rpc_pipe_writer_new (int take_fd)
{
  GhRpcPipeWriter *self;

  g_return_val_if_fail (take_fd >= 0, NULL);

  self = g_object_new (GH_TYPE_RPC_PIPE_WRITER, NULL);
  self->fd = take_fd;
  g_unix_set_fd_nonblocking (take_fd, TRUE, NULL);
  return self;
}

/**
 * gh_rpc_pipe_writer_send:
 * @take_line: (transfer full): a line without its end
 *
 * Queues a line. One that is larger than the queue may be is taken when the queue is empty.
 */
gboolean
gh_rpc_pipe_writer_send (GhRpcPipeWriter  *self,
                         GBytes           *take_line,
                         GError          **error)
{
  g_autoptr(GBytes) bytes = take_line;
  Line *line;
  gsize size;

  g_return_val_if_fail (GH_IS_RPC_PIPE_WRITER (self), FALSE);

  size = g_bytes_get_size (bytes);
  if (self->fd < 0)
    {
      g_set_error_literal (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED, "the pipe is closed");
      return FALSE;
    }
  if (self->lines.length >= MAX_QUEUED_LINES
      || (self->lines.length > 0 && self->n_queued + size > MAX_QUEUED_BYTES))
    {
      g_set_error (error, GH_RPC_ERROR, GH_RPC_ERROR_OVERFLOW,
                   "the program does not read: %u messages wait", self->lines.length);
      return FALSE;
    }

  line = g_new (Line, 1);
  line->text = g_bytes_unref_to_data (g_steal_pointer (&bytes), &line->length);
  line->text = g_realloc (line->text, line->length + 1);
  line->text[line->length++] = '\n';
  self->n_queued += line->length;
  g_queue_push_tail (&self->lines, line);
  watch (self);
  return TRUE;
}

void
gh_rpc_pipe_writer_flush (GhRpcPipeWriter *self)
{
  g_autoptr(GhRpcPipeWriter) keep = NULL;

  g_return_if_fail (GH_IS_RPC_PIPE_WRITER (self));

  if (self->ready == NULL || self->full)
    return;
  keep = g_object_ref (self);
  gh_clear_source (&self->ready);
  write_waiting (self);
}

void
gh_rpc_pipe_writer_close (GhRpcPipeWriter *self)
{
  g_return_if_fail (GH_IS_RPC_PIPE_WRITER (self));

  drop_lines (self);
  gh_clear_source (&self->ready);
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
}
