/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The runner's end of the host process: started, asked, watched. */
#include "config.h"

#include "case-link.h"

#include <glib-unix.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>

#include "case-host.h"
#include "gh-line-reader.h"

/* Where the host process finds its end of the line. */
#define HOST_FD 3
#define MAX_ANSWER (256 * 1024 * 1024)
#define MAX_OUTPUT 4000

struct _CaseLink
{
  GSubprocess   *process;
  GSocket       *socket;
  GSocketConnection *connection;
  GhLineReader  *reader;
  GCancellable  *cancellable;
  GQueue         answers; /* of GBytes */
  char          *output;  /* file */
  gboolean       over;
};

static void read_next (CaseLink *self);

static void
ended_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  CaseLink *self = user_data;
  g_autoptr(GError) error = NULL;

  if (g_subprocess_wait_finish (G_SUBPROCESS (source), result, &error))
    self->over = TRUE;
}

static void
line_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  CaseLink *self = user_data;
  g_autoptr(GError) error = NULL;
  GBytes *line = gh_line_reader_read_finish (GH_LINE_READER (source), result, &error);

  if (line == NULL)
    return;
  g_queue_push_tail (&self->answers, line);
  read_next (self);
}

static void
read_next (CaseLink *self)
{
  gh_line_reader_read_async (self->reader, self->cancellable, line_cb, self);
}

static void
set_folder (GSubprocessLauncher *launcher,
            const char          *home,
            const char          *variable,
            const char          *name)
{
  g_autofree char *path = g_build_filename (home, name, NULL);

  g_mkdir_with_parents (path, 0700);
  g_subprocess_launcher_setenv (launcher, variable, path, TRUE);
}

static GSubprocessLauncher *
make_launcher (CaseLink           *self,
               const char         *home,
               const char * const *env)
{
  GSubprocessLauncher *launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDIN_INHERIT);

  set_folder (launcher, home, "HOME", "home");
  set_folder (launcher, home, "XDG_CONFIG_HOME", "home/config");
  set_folder (launcher, home, "XDG_DATA_HOME", "home/data");
  set_folder (launcher, home, "XDG_CACHE_HOME", "home/cache");
  set_folder (launcher, home, "XDG_STATE_HOME", "home/state");
  set_folder (launcher, home, "XDG_RUNTIME_DIR", "home/run");
  g_subprocess_launcher_setenv (launcher, "GSETTINGS_BACKEND", "memory", TRUE);
  /* Not the person's keyring, nor anything else on their bus. */
  g_subprocess_launcher_setenv (launcher, "SECRET_BACKEND", "file", TRUE);
  g_subprocess_launcher_setenv (launcher, "DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent",
                                TRUE);
  /* Criticals are told, not fatal: the case goes on and fails with their text. */
  g_subprocess_launcher_unsetenv (launcher, "G_DEBUG");
  for (guint i = 0; env[i] != NULL; i++)
    {
      g_auto(GStrv) pair = g_strsplit (env[i], "=", 2);

      g_subprocess_launcher_setenv (launcher, pair[0], pair[1], TRUE);
    }
  self->output = g_build_filename (home, "host-output", NULL);
  g_subprocess_launcher_set_stdout_file_path (launcher, "/dev/null");
  g_subprocess_launcher_set_stderr_file_path (launcher, self->output);
  return launcher;
}

CaseLink *
case_link_new (const char         *home,
               const char * const *env,
               GError            **error)
{
  CaseLink *self = g_new0 (CaseLink, 1);
  g_autoptr(GSubprocessLauncher) launcher = make_launcher (self, home, env);
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  int fds[2];

  self->cancellable = g_cancellable_new ();
  g_queue_init (&self->answers);
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0)
    g_error ("socketpair: %s", g_strerror (errno));
  self->socket = g_socket_new_from_fd (fds[0], NULL);
  self->connection = g_socket_connection_factory_create_connection (self->socket);
  g_subprocess_launcher_take_fd (launcher, fds[1], HOST_FD);
  self->process = g_subprocess_launcher_spawn (launcher, error, program, "--host", NULL);
  if (self->process == NULL)
    {
      case_link_free (self);
      return NULL;
    }
  g_subprocess_wait_async (self->process, self->cancellable, ended_cb, self);
  self->reader =
    gh_line_reader_new (g_io_stream_get_input_stream (G_IO_STREAM (self->connection)), GH_LINE_LF,
                        MAX_ANSWER);
  read_next (self);
  return self;
}

void
case_link_free (CaseLink *self)
{
  if (self->process != NULL && !self->over)
    g_subprocess_force_exit (self->process);
  g_cancellable_cancel (self->cancellable);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_object (&self->process);
  g_clear_object (&self->reader);
  g_clear_object (&self->connection);
  g_clear_object (&self->socket);
  g_clear_object (&self->cancellable);
  g_queue_clear_full (&self->answers, (GDestroyNotify) g_bytes_unref);
  g_free (self->output);
  g_free (self);
}

void
case_link_ask (CaseLink   *self,
               const char *what,
               JsonNode   *arguments)
{
  g_autoptr(JsonObject) object = json_object_new ();
  g_autoptr(JsonNode) node = NULL;
  g_autofree char *text = NULL;
  g_autofree char *line = NULL;

  json_object_set_member (object, what, json_node_ref (arguments));
  node = gh_json_node_new_object (g_steal_pointer (&object));
  text = gh_json_write (node, NULL);
  line = g_strconcat (text, "\n", NULL);
  /* To a dead process nothing arrives: who waits for the answer sees that it is over. */
  g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (self->connection)), line,
                             strlen (line), NULL, NULL, NULL);
}

JsonObject *
case_link_take_answer (CaseLink *self)
{
  g_autoptr(GBytes) line = g_queue_pop_head (&self->answers);
  g_autoptr(JsonNode) node = NULL;
  gsize length;
  const char *data;

  if (line == NULL)
    return NULL;
  data = g_bytes_get_data (line, &length);
  node = gh_json_read (data, length, NULL);
  g_assert (node != NULL && gh_json_node_get_object (node) != NULL);
  return json_object_ref (gh_json_node_get_object (node));
}

gboolean
case_link_is_over (CaseLink *self)
{
  return self->over;
}

char *
case_link_dup_end (CaseLink *self)
{
  if (!self->over)
    return NULL;
  if (g_subprocess_get_if_signaled (self->process))
    {
      int number = g_subprocess_get_term_sig (self->process);

      return g_strdup_printf ("the host process died of signal %d (%s)", number,
                              g_strsignal (number));
    }
  if (g_subprocess_get_exit_status (self->process) == CASE_HOST_CRITICAL)
    return g_strdup ("the host logged a critical");
  if (g_subprocess_get_exit_status (self->process) != 0)
    return g_strdup_printf ("the host process exited with status %d",
                            g_subprocess_get_exit_status (self->process));
  return NULL;
}

char *
case_link_dup_output (CaseLink *self)
{
  g_autofree char *text = NULL;
  gsize length;
  gsize skip;

  if (!g_file_get_contents (self->output, &text, &length, NULL))
    return g_strdup ("");
  skip = length > MAX_OUTPUT ? length - MAX_OUTPUT : 0;
  return g_utf8_make_valid (text + skip, -1);
}
