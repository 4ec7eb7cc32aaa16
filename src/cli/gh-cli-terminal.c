/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Asks the person at the terminal: shows, lets choose, lets edit. */
#include "config.h"

#include "gh-cli-terminal.h"

#include <errno.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "gh-plain-text.h"
#include "gh-source.h"

/* A line longer than this is no answer to a question. */
#define MAX_LINE 65536
/* What is shown of a text at once; all of it is in the editor. */
#define MAX_SHOWN 20000

struct _GhCliTerminal
{
  GObject parent_instance;

  /* owned */
  GString *input;  /* read, not yet taken */
  GTask *question; /* the one that is open, or NULL */
  GSource *readable;
  GSource *cancelled;
};

G_DEFINE_FINAL_TYPE (GhCliTerminal, gh_cli_terminal, G_TYPE_OBJECT)

static void
gh_cli_terminal_finalize (GObject *object)
{
  GhCliTerminal *self = GH_CLI_TERMINAL (object);

  gh_clear_source (&self->readable);
  gh_clear_source (&self->cancelled);
  g_string_free (self->input, TRUE);

  G_OBJECT_CLASS (gh_cli_terminal_parent_class)->finalize (object);
}

static void
gh_cli_terminal_class_init (GhCliTerminalClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_cli_terminal_finalize;
}

static void
gh_cli_terminal_init (GhCliTerminal *self)
{
  self->input = g_string_new (NULL);
}

GhCliTerminal *
gh_cli_terminal_new (void)
{
  if (!isatty (STDIN_FILENO) || !isatty (STDERR_FILENO))
    return NULL;
  return g_object_new (GH_TYPE_CLI_TERMINAL, NULL);
}

void
gh_cli_terminal_show (GhCliTerminal *self,
                      const char    *text)
{
  g_autofree char *plain = NULL;

  g_return_if_fail (GH_IS_CLI_TERMINAL (self));
  g_return_if_fail (text != NULL);

  plain = gh_plain_text_dup (text, MAX_SHOWN, GH_PLAIN_TEXT_LINES);
  g_printerr ("%s\n", plain);
}

static GTask *
steal_question (GhCliTerminal *self)
{
  gh_clear_source (&self->readable);
  gh_clear_source (&self->cancelled);
  return g_steal_pointer (&self->question);
}

/* FALSE while there is no whole line yet. */
static gboolean
take_line (GhCliTerminal *self)
{
  char *end = memchr (self->input->str, '\n', self->input->len);
  g_autoptr(GTask) task = NULL;
  g_autofree char *line = NULL;

  if (end == NULL && self->input->len < MAX_LINE)
    return FALSE;
  line = g_strndup (self->input->str,
                    end != NULL ? (gsize) (end - self->input->str) : self->input->len);
  g_string_erase (self->input, 0, end != NULL ? end - self->input->str + 1 : -1);
  task = steal_question (self);
  g_task_return_pointer (task, g_utf8_make_valid (g_strstrip (line), -1), g_free);
  return TRUE;
}

static gboolean
readable_cb (int          fd,
             GIOCondition condition,
             gpointer     user_data)
{
  GhCliTerminal *self = GH_CLI_TERMINAL (user_data);
  char bytes[4096];
  ssize_t n = read (fd, bytes, sizeof bytes);

  if (n < 0 && (errno == EINTR || errno == EAGAIN))
    return G_SOURCE_CONTINUE;
  if (n <= 0)
    {
      g_autoptr(GTask) task = steal_question (self);

      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CLOSED, "the input ended");
      return G_SOURCE_REMOVE;
    }
  g_string_append_len (self->input, bytes, n);
  return take_line (self) ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

static gboolean
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  GhCliTerminal *self = GH_CLI_TERMINAL (user_data);
  g_autoptr(GTask) task = steal_question (self);

  g_printerr ("\n");
  g_task_return_error_if_cancelled (task);
  return G_SOURCE_REMOVE;
}

void
gh_cli_terminal_ask_async (GhCliTerminal       *self,
                           const char          *question,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_return_if_fail (GH_IS_CLI_TERMINAL (self));
  g_return_if_fail (question != NULL);
  g_return_if_fail (self->question == NULL);

  /* What was typed before the question could be read is no answer to it. */
  tcflush (STDIN_FILENO, TCIFLUSH);
  g_string_truncate (self->input, 0);
  g_printerr ("%s ", question);
  self->question = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (self->question, gh_cli_terminal_ask_async);
  if (cancellable != NULL)
    {
      self->cancelled = g_cancellable_source_new (cancellable);
      g_source_set_callback (self->cancelled, G_SOURCE_FUNC (cancelled_cb), self, NULL);
      g_source_attach (self->cancelled, NULL);
    }
  self->readable = g_unix_fd_source_new (STDIN_FILENO, G_IO_IN | G_IO_HUP | G_IO_ERR);
  g_source_set_callback (self->readable, G_SOURCE_FUNC (readable_cb), self, NULL);
  g_source_attach (self->readable, NULL);
}

char *
gh_cli_terminal_ask_finish (GhCliTerminal  *self,
                            GAsyncResult   *result,
                            GError        **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- the editor ---
 *
 * 1. the text goes to a temporary file that only the person can read;
 * 2. the editor runs in this terminal;
 * 3. what it saved is read, and the file deleted. */

static void
forget_file (GFile *file)
{
  g_file_delete (file, NULL, NULL);
  g_object_unref (file);
}

static void
edited_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  g_autofree char *text = NULL;
  GError *error = NULL;
  gsize length;

  if (!g_file_load_contents_finish (G_FILE (source), result, &text, &length, NULL, &error))
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_utf8_make_valid (text, length), g_free);
}

static void
editor_ended_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;

  if (!g_subprocess_wait_check_finish (G_SUBPROCESS (source), result, &error))
    {
      /* Nobody wants the text any more: the editor gives the terminal back. */
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_subprocess_send_signal (G_SUBPROCESS (source), SIGTERM);
      g_task_return_error (task, error);
    }
  else
    g_file_load_contents_async (g_task_get_task_data (task), g_task_get_cancellable (task),
                                edited_cb, g_object_ref (task));
}

static const char *
find_editor (void)
{
  static const char * const variables[] = { "VISUAL", "EDITOR" };

  for (gsize i = 0; i < G_N_ELEMENTS (variables); i++)
    {
      const char *editor = g_getenv (variables[i]);

      if (editor != NULL && *editor != '\0')
        return editor;
    }
  return "editor";
}

static GSubprocess *
start_editor (GTask       *task,
              const char  *text,
              GError     **error)
{
  g_autoptr(GFile) file = NULL;
  g_autoptr(GFileIOStream) stream = NULL;
  g_auto(GStrv) command = NULL;
  g_autoptr(GStrvBuilder) argv = g_strv_builder_new ();
  g_auto(GStrv) words = NULL;

  file = g_file_new_tmp ("gatehouse-XXXXXX.txt", &stream, error);
  if (file == NULL)
    return NULL;
  g_task_set_task_data (task, g_object_ref (file), (GDestroyNotify) forget_file);
  if (!g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (stream)), text,
                                  strlen (text), NULL, NULL, error)
      || !g_io_stream_close (G_IO_STREAM (stream), NULL, error)
      /* "code --wait" and the like: words, but no shell. */
      || !g_shell_parse_argv (find_editor (), NULL, &command, error))
    return NULL;
  g_strv_builder_addv (argv, (const char **) command);
  g_strv_builder_add (argv, g_file_peek_path (file));
  words = g_strv_builder_end (argv);
  return g_subprocess_newv ((const char * const *) words, G_SUBPROCESS_FLAGS_STDIN_INHERIT, error);
}

void
gh_cli_terminal_edit_async (GhCliTerminal       *self,
                            const char          *text,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  g_autoptr(GSubprocess) editor = NULL;
  GError *error = NULL;

  g_return_if_fail (GH_IS_CLI_TERMINAL (self));
  g_return_if_fail (text != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_cli_terminal_edit_async);
  editor = start_editor (task, text, &error);
  if (editor == NULL)
    g_task_return_error (task, error);
  else
    g_subprocess_wait_check_async (editor, cancellable, editor_ended_cb, g_steal_pointer (&task));
}

char *
gh_cli_terminal_edit_finish (GhCliTerminal  *self,
                             GAsyncResult   *result,
                             GError        **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
