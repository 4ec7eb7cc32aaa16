/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A transport to a child process: one message a line on its stdin and stdout. */
#include "config.h"

#include "gh-rpc-stdio-transport.h"

#include "gh-json.h"
#include "gh-line-reader.h"
#include "gh-rpc-child.h"
#include "gh-rpc-error.h"
#include "gh-rpc-parse.h"
#include "gh-rpc-pipe-writer.h"
#include "gh-source.h"
#include "gh-terminal-text.h"

#include <string.h>
#include <sys/wait.h>

/* Bytes of a stderr line that are kept; the rest of it is cut off. */
#define MAX_STDERR_LINE 8192
/* Lines handled in one turn of the main loop; what was read is at most a pipe's content. */
#define TURN_LINES 32
/* How long output that is still under way is waited for after the child ended: something it
 * started may hold the pipe open for ever. */
#define DRAIN_MS 1000
/* Below everything that answers a person: a program that floods us slows down only itself. */
#define READ_PRIORITY G_PRIORITY_DEFAULT_IDLE

typedef enum
{
  STATE_NEW,
  STATE_SEARCHING, /* for the program's file */
  STATE_OPEN,
  STATE_ENDING, /* stdin is closed; the child, its group and its output come to their end */
  STATE_CLOSED,
} State;

/* One of the child's two outputs. */
typedef struct
{
  GhLineReader *reader; /* owned */
  int fd;               /* the reader's */
  GSource *source;      /* owned; while there may be something to read; NULL while it waits */
  GSourceFunc callback;
  gboolean in_turn;     /* its callback runs */
  gboolean at_end;
} Output;

struct _GhRpcStdioTransport
{
  GhRpcTransport parent_instance;

  State state;
  gboolean allow_batch;
  gboolean close_requested;
  gboolean parsing; /* in a thread */
  gboolean input_closed; /* the child closed its stdin: it can do nothing for us any more */
  gboolean drained; /* waited long enough for output */
  guint patience_ms; /* of the child; 0: its own */
  gsize max_message;
  /* owned */
  GStrv argv;
  GStrv envp;
  char *cwd;
  GhRpcChild *child;
  GhRpcPipeWriter *writer;
  Output out;
  Output err;
  GSource *drain;
  GTask *start_task; /* while SEARCHING */
  GPtrArray *messages; /* of the line that is delivered */
  GPtrArray *close_tasks;
  GMainContext *context;
};

G_DEFINE_FINAL_TYPE (GhRpcStdioTransport, gh_rpc_stdio_transport, GH_TYPE_RPC_TRANSPORT)

static guint stderr_line_signal;

/* What parses in a thread holds the transport weakly. */
static GWeakRef *
weak_new (GhRpcStdioTransport *self)
{
  GWeakRef *weak = g_new0 (GWeakRef, 1);

  g_weak_ref_init (weak, self);
  return weak;
}

static GhRpcStdioTransport *
weak_take (gpointer data)
{
  GWeakRef *weak = data;
  GhRpcStdioTransport *self = g_weak_ref_get (weak);

  g_weak_ref_clear (weak);
  g_free (weak);
  return self;
}

static void
set_state (GhRpcStdioTransport *self,
           State                state)
{
  g_assert (state > self->state);
  g_debug ("stdio transport %s: state %d -> %d", self->argv[0], self->state, state);
  self->state = state;
}

static GError *
exit_error_new (int status)
{
  if (WIFEXITED (status))
    return g_error_new (GH_RPC_ERROR, GH_RPC_ERROR_EXITED, "the program ended with code %d",
                        WEXITSTATUS (status));
  return g_error_new (GH_RPC_ERROR, GH_RPC_ERROR_EXITED, "the program was ended by signal %d (%s)",
                      WTERMSIG (status), g_strsignal (WTERMSIG (status)));
}

static void
finish (GhRpcStdioTransport *self)
{
  g_autoptr(GPtrArray) tasks = g_steal_pointer (&self->close_tasks);
  g_autoptr(GError) error = NULL;
  int status;

  set_state (self, STATE_CLOSED);
  gh_clear_source (&self->out.source);
  gh_clear_source (&self->err.source);
  gh_clear_source (&self->drain);
  if (!self->close_requested)
    error = gh_rpc_child_get_wait_status (self->child, &status)
              ? exit_error_new (status)
              : g_error_new_literal (GH_RPC_ERROR, GH_RPC_ERROR_EXITED,
                                     "the program does not end, even when killed");

  self->close_tasks = g_ptr_array_new_with_free_func (g_object_unref);
  gh_rpc_transport_emit_closed (GH_RPC_TRANSPORT (self), error);
  for (guint i = 0; i < tasks->len; i++)
    g_task_return_boolean (tasks->pdata[i], TRUE);
}

/* The only place where the transport moves towards its end. */
static void
advance (GhRpcStdioTransport *self)
{
  int status;

  if (self->state == STATE_OPEN
      && (self->close_requested || self->input_closed || self->out.at_end
          || gh_rpc_child_get_wait_status (self->child, &status)))
    {
      set_state (self, STATE_ENDING);
      gh_rpc_pipe_writer_close (self->writer);
      gh_rpc_child_stop (self->child);
    }
  if (self->state == STATE_ENDING && gh_rpc_child_is_gone (self->child)
      && (self->drained || (self->out.at_end && self->err.at_end)))
    finish (self);
}

/* Reading */

static gboolean
dispatch_output (GSource     *source,
                 GSourceFunc  callback,
                 gpointer     user_data)
{
  return callback (user_data);
}

/* One source for all of the output: GLib makes each that is added, taken out, or kept from being
 * dispatched inside itself, cost two system calls. */
static void
watch_output (GhRpcStdioTransport *self,
              Output              *output)
{
  static GSourceFuncs funcs = { .dispatch = dispatch_output };

  if (output->source != NULL || output->in_turn || output->at_end || self->state == STATE_CLOSED)
    return;
  output->source = g_source_new (&funcs, sizeof (GSource));
  g_source_set_static_name (output->source, "gh-rpc read");
  g_source_set_priority (output->source, READ_PRIORITY);
  g_source_set_can_recurse (output->source, TRUE);
  g_source_set_callback (output->source, output->callback, self, NULL);
  g_source_add_unix_fd (output->source, output->fd, G_IO_IN | G_IO_HUP | G_IO_ERR);
  g_source_attach (output->source, self->context);
}

/* FALSE when it runs already: a callee runs a main loop, in which nothing is read. */
static gboolean
begin_turn (Output *output)
{
  if (output->in_turn)
    {
      gh_clear_source (&output->source);
      return FALSE;
    }
  output->in_turn = TRUE;
  return TRUE;
}

/* more: of what was read; waiting: something else has to happen first. */
static void
end_turn (GhRpcStdioTransport *self,
          Output              *output,
          gboolean             more,
          gboolean             waiting)
{
  output->in_turn = FALSE;
  if (waiting || output->at_end)
    {
      gh_clear_source (&output->source);
      return;
    }
  watch_output (self, output);
  if (output->source != NULL && more != (g_source_get_ready_time (output->source) == 0))
    g_source_set_ready_time (output->source, more ? 0 : -1);
}

/* One line, or an error for one that is too long. What is in the pipe is read once a turn. */
static gboolean
next_line (Output    *output,
           gboolean  *was_filled,
           GBytes   **line,
           GError   **error)
{
  while (!gh_line_reader_pop (output->reader, line, error))
    {
      if (*error != NULL)
        return TRUE;
      output->at_end = gh_line_reader_is_at_end (output->reader);
      if (output->at_end || *was_filled || !gh_line_reader_fill (output->reader))
        return FALSE;
      *was_filled = TRUE;
    }
  return TRUE;
}

/* stdout */

static void
deliver (GhRpcStdioTransport *self,
         GBytes              *line,
         GPtrArray           *messages,
         const GError        *error)
{
  if (self->close_requested || self->state == STATE_CLOSED)
    return;
  if (messages == NULL)
    gh_rpc_transport_emit_malformed (GH_RPC_TRANSPORT (self), line, error);
  else
    for (guint i = 0; i < messages->len && !self->close_requested; i++)
      gh_rpc_transport_emit_message (GH_RPC_TRANSPORT (self), messages->pdata[i]);
}

static void
parsed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GhRpcStdioTransport) self = weak_take (user_data);
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) line = NULL;
  g_autoptr(GPtrArray) messages = gh_rpc_parse_finish (result, &line, &error);

  if (self == NULL || self->state == STATE_CLOSED)
    return;
  self->parsing = FALSE;
  deliver (self, line, messages, error);
  if (messages != NULL)
    gh_rpc_parse_release (g_steal_pointer (&messages));
  watch_output (self, &self->out);
  /* Lines may be there already. */
  if (self->out.source != NULL)
    g_source_set_ready_time (self->out.source, 0);
  advance (self);
}

static gboolean
is_blank (GBytes *line)
{
  gsize length;
  const char *text = g_bytes_get_data (line, &length);

  while (length > 0 && g_ascii_isspace (text[length - 1]))
    length--;
  return length == 0;
}

static void
take_stdout_line (GhRpcStdioTransport *self,
                  GBytes              *line)
{
  g_autoptr(GError) error = NULL;

  if (is_blank (line))
    return;
  if (gh_rpc_parse_is_long (line))
    {
      /* Nothing is read while this is under way, so messages keep their order. */
      self->parsing = TRUE;
      gh_rpc_parse_async (line, self->allow_batch, parsed_cb, weak_new (self));
      return;
    }
  if (gh_rpc_message_parse_into (self->messages, line, self->allow_batch, &error))
    deliver (self, line, self->messages, NULL);
  else
    deliver (self, line, NULL, error);
  g_ptr_array_set_size (self->messages, 0);
}

static void
refuse_stdout_line (GhRpcStdioTransport *self,
                    const GError        *error)
{
  g_autoptr(GBytes) nothing = g_bytes_new (NULL, 0);

  deliver (self, nothing, NULL, error);
}

static gboolean
stdout_cb (gpointer user_data)
{
  g_autoptr(GhRpcStdioTransport) self = g_object_ref (user_data);
  g_autoptr(GBytes) line = NULL;
  g_autoptr(GError) error = NULL;
  gboolean was_filled = FALSE;
  guint left = TURN_LINES;

  if (!begin_turn (&self->out))
    return G_SOURCE_CONTINUE;
  while (left > 0 && !self->parsing && self->state != STATE_CLOSED
         && next_line (&self->out, &was_filled, &line, &error))
    {
      if (line != NULL)
        take_stdout_line (self, line);
      else
        refuse_stdout_line (self, error);
      g_clear_pointer (&line, g_bytes_unref);
      g_clear_error (&error);
      left--;
    }
  end_turn (self, &self->out, left == 0, self->parsing || self->state == STATE_CLOSED);
  /* What came made us ask for more. */
  gh_rpc_pipe_writer_flush (self->writer);
  advance (self);
  return G_SOURCE_CONTINUE;
}

/* stderr */

static void
take_stderr_line (GhRpcStdioTransport *self,
                  GBytes              *line)
{
  gsize length;
  const char *bytes = g_bytes_get_data (line, &length);
  g_autofree char *text = gh_terminal_text_strip (bytes, length);

  g_signal_emit (self, stderr_line_signal, 0, text);
}

static gboolean
stderr_cb (gpointer user_data)
{
  g_autoptr(GhRpcStdioTransport) self = g_object_ref (user_data);
  g_autoptr(GBytes) line = NULL;
  g_autoptr(GError) error = NULL;
  gboolean was_filled = FALSE;
  guint left = TURN_LINES;

  if (!begin_turn (&self->err))
    return G_SOURCE_CONTINUE;
  while (left > 0 && self->state != STATE_CLOSED
         && next_line (&self->err, &was_filled, &line, &error))
    {
      /* They are cut, so there is no error. */
      take_stderr_line (self, line);
      g_clear_pointer (&line, g_bytes_unref);
      left--;
    }
  end_turn (self, &self->err, left == 0, self->state == STATE_CLOSED);
  advance (self);
  return G_SOURCE_CONTINUE;
}

/* Life */

static gboolean
drained_cb (gpointer user_data)
{
  g_autoptr(GhRpcStdioTransport) self = g_object_ref (user_data);

  g_clear_pointer (&self->drain, g_source_unref);
  self->drained = TRUE;
  advance (self);
  return G_SOURCE_REMOVE;
}

static void
child_exited_cb (GhRpcStdioTransport *self,
                 GhRpcChild          *child)
{
  g_autoptr(GhRpcStdioTransport) keep = g_object_ref (self);

  g_assert (GH_IS_RPC_STDIO_TRANSPORT (self));

  self->drain = g_timeout_source_new (self->patience_ms > 0 ? self->patience_ms / 2 : DRAIN_MS);
  g_source_set_static_name (self->drain, "gh-rpc drain");
  g_source_set_callback (self->drain, drained_cb, self, NULL);
  g_source_attach (self->drain, self->context);
  advance (self);
}

static void
child_gone_cb (GhRpcStdioTransport *self,
               GhRpcChild          *child)
{
  int status;

  g_assert (GH_IS_RPC_STDIO_TRANSPORT (self));

  /* One that even SIGKILL did not end keeps its pipes. */
  if (!gh_rpc_child_get_wait_status (child, &status))
    self->drained = TRUE;
  advance (self);
}

static void
writer_failed_cb (GhRpcStdioTransport *self,
                  GhRpcPipeWriter     *writer)
{
  g_assert (GH_IS_RPC_STDIO_TRANSPORT (self));

  self->input_closed = TRUE;
  advance (self);
}

static void
open_output (Output      *output,
             int          take_fd,
             gsize        max_length,
             GSourceFunc  callback)
{
  output->reader = gh_line_reader_new_for_fd (take_fd, GH_LINE_LF, max_length);
  output->fd = take_fd;
  output->callback = callback;
}

static gboolean
open_child (GhRpcStdioTransport  *self,
            const char           *program,
            GError              **error)
{
  GhRpcChildPipes pipes;

  self->child = gh_rpc_child_new (program, (const char * const *) self->argv,
                                  (const char * const *) self->envp, self->cwd, &pipes, error);
  if (self->child == NULL)
    return FALSE;
  if (self->patience_ms > 0)
    gh_rpc_child_set_patience (self->child, self->patience_ms);
  g_signal_connect_object (self->child, "exited", G_CALLBACK (child_exited_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->child, "gone", G_CALLBACK (child_gone_cb), self,
                           G_CONNECT_SWAPPED);
  self->writer = gh_rpc_pipe_writer_new (pipes.in);
  g_signal_connect_object (self->writer, "failed", G_CALLBACK (writer_failed_cb), self,
                           G_CONNECT_SWAPPED);
  open_output (&self->out, pipes.out, self->max_message, stdout_cb);
  open_output (&self->err, pipes.err, MAX_STDERR_LINE, stderr_cb);
  gh_line_reader_set_cut (self->err.reader, TRUE);
  return TRUE;
}

typedef struct
{
  char *name;
  GStrv envp;
  char *cwd;
} Search;

static void
search_free (Search *search)
{
  g_free (search->name);
  g_strfreev (search->envp);
  g_free (search->cwd);
  g_free (search);
}

static void
search_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  Search *search = task_data;
  GError *error = NULL;
  char *program = gh_rpc_child_find_program (search->name, (const char * const *) search->envp,
                                             &error);

  /* A folder that does not answer holds up this thread, not the start that follows. */
  if (search->cwd != NULL)
    g_file_test (search->cwd, G_FILE_TEST_IS_DIR);
  if (program == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, program, g_free);
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(GhRpcStdioTransport) self = GH_RPC_STDIO_TRANSPORT (user_data);
  g_autoptr(GTask) task = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *program = g_task_propagate_pointer (G_TASK (result), &error);

  /* Then closing completes the start. */
  if (self->close_requested)
    return;
  task = g_steal_pointer (&self->start_task);
  if (program == NULL || !open_child (self, program, &error))
    {
      set_state (self, STATE_CLOSED);
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  set_state (self, STATE_OPEN);
  watch_output (self, &self->out);
  watch_output (self, &self->err);
  g_task_return_boolean (task, TRUE);
}

/* The search has no source object: a thread may drop its task last, and none of ours may end
 * there. */
static void
search (GhRpcStdioTransport *self)
{
  g_autoptr(GTask) task = g_task_new (NULL, NULL, found_cb, g_object_ref (self));
  Search *data = g_new0 (Search, 1);

  data->name = g_strdup (self->argv[0]);
  data->envp = g_strdupv (self->envp);
  data->cwd = g_strdup (self->cwd);
  g_task_set_source_tag (task, search);
  g_task_set_task_data (task, data, (GDestroyNotify) search_free);
  set_state (self, STATE_SEARCHING);
  g_task_run_in_thread (task, search_thread);
}

static void
stdio_start_async (GhRpcTransport      *transport,
                   GCancellable        *cancellable,
                   GAsyncReadyCallback  callback,
                   gpointer             user_data)
{
  GhRpcStdioTransport *self = GH_RPC_STDIO_TRANSPORT (transport);
  g_autoptr(GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, stdio_start_async);
  g_task_set_check_cancellable (task, FALSE);
  if (g_task_return_error_if_cancelled (task))
    return;
  if (self->state != STATE_NEW || self->close_requested)
    {
      g_task_return_new_error (task, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED,
                               "the transport was started or closed before");
      return;
    }
  self->context = g_main_context_ref_thread_default ();
  self->start_task = g_steal_pointer (&task);
  search (self);
}

static gboolean
stdio_finish (GhRpcTransport  *transport,
              GAsyncResult    *result,
              GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, transport), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static gboolean
stdio_send (GhRpcTransport  *transport,
            GhRpcMessage    *message,
            GError         **error)
{
  GhRpcStdioTransport *self = GH_RPC_STDIO_TRANSPORT (transport);
  g_autoptr(GBytes) text = NULL;

  if (self->state != STATE_OPEN)
    {
      g_set_error_literal (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED, "the program is not running");
      return FALSE;
    }
  text = gh_rpc_message_write (message);
  return gh_rpc_pipe_writer_send (self->writer, text, error);
}

static gboolean
close_new_cb (gpointer user_data)
{
  GhRpcStdioTransport *self = GH_RPC_STDIO_TRANSPORT (user_data);

  g_autoptr(GTask) task = g_steal_pointer (&self->start_task);

  if (task != NULL)
    g_task_return_new_error (task, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED,
                             "the transport was closed before its program was found");
  if (self->state < STATE_OPEN)
    finish (self);
  return G_SOURCE_REMOVE;
}

static void
stdio_close_async (GhRpcTransport      *transport,
                   GAsyncReadyCallback  callback,
                   gpointer             user_data)
{
  GhRpcStdioTransport *self = GH_RPC_STDIO_TRANSPORT (transport);
  g_autoptr(GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, stdio_close_async);
  if (self->state == STATE_CLOSED)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  g_ptr_array_add (self->close_tasks, g_steal_pointer (&task));
  self->close_requested = TRUE;
  if (self->state < STATE_OPEN)
    {
      g_autoptr(GSource) source = g_idle_source_new ();

      g_source_set_priority (source, G_PRIORITY_DEFAULT);
      g_source_set_static_name (source, "gh-rpc close");
      g_source_set_callback (source, close_new_cb, g_object_ref (self), g_object_unref);
      g_source_attach (source, g_main_context_get_thread_default ());
    }
  else
    advance (self);
}

/* A program has to be started, not waited for. */
static void
stdio_set_limits (GhRpcTransport *transport,
                  gsize           max_message,
                  guint           start_ms)
{
  GhRpcStdioTransport *self = GH_RPC_STDIO_TRANSPORT (transport);

  if (max_message > 0)
    self->max_message = MIN (max_message, GH_JSON_MAX_SIZE);
}

static void
stdio_set_allow_batch (GhRpcTransport *transport,
                       gboolean        allow_batch)
{
  GH_RPC_STDIO_TRANSPORT (transport)->allow_batch = allow_batch;
}

static void
gh_rpc_stdio_transport_dispose (GObject *object)
{
  GhRpcStdioTransport *self = GH_RPC_STDIO_TRANSPORT (object);

  gh_clear_source (&self->out.source);
  gh_clear_source (&self->err.source);
  gh_clear_source (&self->drain);
  if (self->writer != NULL)
    gh_rpc_pipe_writer_close (self->writer);
  g_clear_object (&self->writer);
  g_clear_object (&self->child);
  g_clear_object (&self->out.reader);
  g_clear_object (&self->err.reader);
  G_OBJECT_CLASS (gh_rpc_stdio_transport_parent_class)->dispose (object);
}

static void
gh_rpc_stdio_transport_finalize (GObject *object)
{
  GhRpcStdioTransport *self = GH_RPC_STDIO_TRANSPORT (object);

  g_clear_pointer (&self->argv, g_strfreev);
  g_clear_pointer (&self->envp, g_strfreev);
  g_clear_pointer (&self->cwd, g_free);
  g_clear_pointer (&self->messages, g_ptr_array_unref);
  g_clear_pointer (&self->close_tasks, g_ptr_array_unref);
  g_clear_pointer (&self->context, g_main_context_unref);
  G_OBJECT_CLASS (gh_rpc_stdio_transport_parent_class)->finalize (object);
}

static void
gh_rpc_stdio_transport_class_init (GhRpcStdioTransportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GhRpcTransportClass *transport_class = GH_RPC_TRANSPORT_CLASS (klass);

  object_class->dispose = gh_rpc_stdio_transport_dispose;
  object_class->finalize = gh_rpc_stdio_transport_finalize;
  transport_class->start_async = stdio_start_async;
  transport_class->start_finish = stdio_finish;
  transport_class->send = stdio_send;
  transport_class->close_async = stdio_close_async;
  transport_class->close_finish = stdio_finish;
  transport_class->set_limits = stdio_set_limits;
  transport_class->set_allow_batch = stdio_set_allow_batch;

  stderr_line_signal =
    g_signal_new ("stderr-line", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_STRING | G_SIGNAL_TYPE_STATIC_SCOPE);
}

static void
gh_rpc_stdio_transport_init (GhRpcStdioTransport *self)
{
  self->max_message = GH_JSON_MAX_SIZE;
  self->messages = gh_rpc_message_array_new ();
  self->close_tasks = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * gh_rpc_stdio_transport_new:
 * @argv: program and arguments; no shell sees them (requirement 3.8)
 * @envp: (nullable): "NAME=value" strings, all of the environment; NULL for ours
 * @cwd: (nullable): where it runs; NULL for the home directory
 *
 * Returns: (transfer full): a transport that is to be started from a thread that stays
 */
GhRpcStdioTransport *
gh_rpc_stdio_transport_new (const char * const *argv,
                            const char * const *envp,
                            const char         *cwd)
{
  GhRpcStdioTransport *self;

  g_return_val_if_fail (argv != NULL && argv[0] != NULL, NULL);

  self = g_object_new (GH_TYPE_RPC_STDIO_TRANSPORT, NULL);
  self->argv = g_strdupv ((char **) argv);
  self->envp = g_strdupv ((char **) envp);
  self->cwd = g_strdup (cwd);
  return self;
}

/**
 * gh_rpc_stdio_transport_set_patience:
 * @milliseconds: see gh_rpc_child_set_patience()
 *
 * Before the start; for tests.
 */
void
gh_rpc_stdio_transport_set_patience (GhRpcStdioTransport *self,
                                     guint                milliseconds)
{
  g_return_if_fail (GH_IS_RPC_STDIO_TRANSPORT (self));

  self->patience_ms = milliseconds;
}

pid_t
gh_rpc_stdio_transport_get_pid (GhRpcStdioTransport *self)
{
  g_return_val_if_fail (GH_IS_RPC_STDIO_TRANSPORT (self), 0);

  return self->child != NULL ? gh_rpc_child_get_pid (self->child) : 0;
}

/**
 * gh_rpc_stdio_transport_get_wait_status:
 * @status: (out): as waitpid() gives it; set when TRUE is returned
 *
 * Returns: whether the child ended
 */
gboolean
gh_rpc_stdio_transport_get_wait_status (GhRpcStdioTransport *self,
                                        int                 *status)
{
  g_return_val_if_fail (GH_IS_RPC_STDIO_TRANSPORT (self), FALSE);

  return self->child != NULL && gh_rpc_child_get_wait_status (self->child, status);
}
