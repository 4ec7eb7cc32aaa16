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
#include <string.h>
#include <unistd.h>

/* A program that does not read holds at most this much of our memory, whatever the size of
 * messages. */
#define MAX_QUEUED_BYTES (64 * 1024 * 1024)
#define MAX_QUEUED_LINES 10000
/* Written in one turn of the main loop at most, so that a fast reader does not stop the rest. */
#define TURN_BYTES (1024 * 1024)
/* Lines up to this many bytes together are one piece of memory, and are written at once: what a
 * pipe holds. */
#define PIECE_SIZE (64 * 1024)
/* Of a piece at first: one call. */
#define FIRST_SIZE 256

/* One long line, or some short ones, each with its end. */
typedef struct
{
  char *text; /* owned */
  gsize length;
  gsize room;
  guint n_lines;
} Piece;

struct _GhRpcPipeWriter
{
  GObject parent_instance;

  int fd; /* owned; -1 when closed */
  gsize n_written; /* of the first piece */
  gsize n_queued;  /* bytes */
  guint n_lines;   /* of all pieces */
  /* owned */
  GQueue pieces; /* of Piece */
  GMainContext *context;
  GSource *ready; /* while there is something to write */
  gboolean full;  /* it watches the pipe, which has no room */
};

G_DEFINE_FINAL_TYPE (GhRpcPipeWriter, gh_rpc_pipe_writer, G_TYPE_OBJECT)

static guint failed_signal;

static void
piece_free (gpointer data)
{
  Piece *piece = data;

  g_free (piece->text);
  g_free (piece);
}

/* Writing to a pipe without a reader raises SIGPIPE, which ends the process unless the program
 * ignores it. A library has no business changing that, so the signal is held and taken for this
 * one call. */
static gssize
write_quietly (int         fd,
               const char *text,
               gsize       length)
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
    n = write (fd, text, length);
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
drop_pieces (GhRpcPipeWriter *self)
{
  g_queue_clear_full (&self->pieces, piece_free);
  self->n_queued = 0;
  self->n_written = 0;
  self->n_lines = 0;
}

static void
fail (GhRpcPipeWriter *self)
{
  g_debug ("writing to the child fails: %s", g_strerror (errno));
  gh_rpc_pipe_writer_close (self);
  g_signal_emit (self, failed_signal, 0);
}

/* As much as one turn may take. Whether there is more to write, once the pipe takes more. */
static gboolean
write_some (GhRpcPipeWriter *self)
{
  gsize left = TURN_BYTES;
  Piece *piece;

  while (left > 0 && (piece = g_queue_peek_head (&self->pieces)) != NULL)
    {
      gssize n = write_quietly (self->fd, piece->text + self->n_written,
                                MIN (piece->length - self->n_written, left));

      if (n < 0 && errno == EAGAIN)
        return TRUE;
      if (n < 0)
        {
          fail (self);
          return FALSE;
        }
      left -= n;
      self->n_queued -= n;
      self->n_written += n;
      if (self->n_written == piece->length)
        {
          self->n_lines -= piece->n_lines;
          piece_free (g_queue_pop_head (&self->pieces));
          self->n_written = 0;
        }
    }
  return self->pieces.length > 0;
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
  g_queue_init (&self->pieces);
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

/* Where a line of that length goes, its end included. */
static Piece *
get_piece (GhRpcPipeWriter *self,
           gsize            length)
{
  Piece *piece = g_queue_peek_tail (&self->pieces);

  if (piece == NULL || piece->length + length > PIECE_SIZE)
    {
      piece = g_new0 (Piece, 1);
      g_queue_push_tail (&self->pieces, piece);
    }
  if (piece->length + length > piece->room)
    {
      piece->room = MAX (MAX (piece->length + length, piece->room * 2), FIRST_SIZE);
      piece->text = g_realloc (piece->text, piece->room);
    }
  return piece;
}

/**
 * gh_rpc_pipe_writer_send:
 * @line: (transfer none): a line without its end
 *
 * Queues a line. One that is larger than the queue may be is taken when the queue is empty.
 */
gboolean
gh_rpc_pipe_writer_send (GhRpcPipeWriter  *self,
                         GBytes           *line,
                         GError          **error)
{
  gsize length;
  const char *text;
  Piece *piece;

  g_return_val_if_fail (GH_IS_RPC_PIPE_WRITER (self), FALSE);
  g_return_val_if_fail (line != NULL, FALSE);

  if (self->fd < 0)
    {
      g_set_error_literal (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED, "the pipe is closed");
      return FALSE;
    }
  text = g_bytes_get_data (line, &length);
  if (self->n_lines >= MAX_QUEUED_LINES
      || (self->n_lines > 0 && self->n_queued + length > MAX_QUEUED_BYTES))
    {
      g_set_error (error, GH_RPC_ERROR, GH_RPC_ERROR_OVERFLOW,
                   "the program does not read: some %u messages wait", self->n_lines);
      return FALSE;
    }

  piece = get_piece (self, length + 1);
  memcpy (piece->text + piece->length, text, length);
  piece->length += length;
  piece->text[piece->length++] = '\n';
  piece->n_lines++;
  self->n_queued += length + 1;
  self->n_lines++;
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

  drop_pieces (self);
  gh_clear_source (&self->ready);
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
}
