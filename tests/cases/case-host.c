/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The host process: the real host, and the runner's orders to it. */
#include "config.h"

#include "case-host.h"

#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

#include "case-act.h"
#include "case-condition.h"
#include "case-watch.h"
#include "case-world.h"
#include "gh-line-reader.h"

#define RUNNER_FD 3
#define MAX_ORDER (256 * 1024 * 1024)

typedef struct
{
  CaseWorld    *world;
  GhLineReader *reader;
  GMainLoop    *loop;
} Process;

static void read_next (Process *process);

static void
answer (JsonNode *take_node)
{
  g_autoptr(JsonNode) node = take_node;
  g_autofree char *text = gh_json_write (node, NULL);
  g_autofree char *line = g_strconcat (text, "\n", NULL);
  gsize length = strlen (line);

  for (gsize at = 0; at < length;)
    {
      ssize_t n = write (RUNNER_FD, line + at, length - at);

      if (n < 0)
        _exit (1);
      at += n;
    }
}

static JsonNode *
make_answer (const char *name,
             JsonNode   *take_value)
{
  JsonObject *object = json_object_new ();

  json_object_set_member (object, name, take_value);
  return gh_json_node_new_object (object);
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Process *process = user_data;

  gh_host_close_finish (GH_HOST (source), result, NULL);
  g_main_loop_quit (process->loop);
}

/* The orders of a running host. */
static void
obey (Process    *process,
      JsonObject *order)
{
  JsonObject *object;

  case_watch_pause ();
  if ((object = gh_json_get_object (order, "act")) != NULL)
    answer (case_act (process->world, object));
  else if ((object = gh_json_get_object (order, "check")) != NULL)
    answer (case_check_conditions (process->world, object));
  else if ((object = gh_json_get_object (order, "set")) != NULL)
    {
      case_world_configure (process->world, object);
      answer (make_answer ("done", gh_json_node_new_boolean (TRUE)));
    }
  else if (json_object_has_member (order, "turn"))
    answer (make_answer ("done", gh_json_node_new_boolean (TRUE)));
  else
    gh_host_close_async (process->world->host, closed_cb, process);
  case_watch_go_on ();
}

static JsonNode *
take_line (Process       *process,
           GAsyncResult  *result)
{
  g_autoptr(GBytes) line = gh_line_reader_read_finish (process->reader, result, NULL);
  gsize length;
  const char *data = line != NULL ? g_bytes_get_data (line, &length) : NULL;
  JsonNode *node = data != NULL ? gh_json_read (data, length, NULL) : NULL;

  /* The runner is gone. */
  if (node == NULL)
    _exit (1);
  return node;
}

static void
line_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Process *process = user_data;
  g_autoptr(JsonNode) node = take_line (process, result);

  obey (process, gh_json_node_get_object (node));
  read_next (process);
}

static void
read_next (Process *process)
{
  gh_line_reader_read_async (process->reader, NULL, line_cb, process);
}

static void
start_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

/* The first order: all that the host is to begin with. */
static gboolean
start (Process *process)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(JsonNode) node = NULL;
  g_autoptr(GError) error = NULL;

  gh_line_reader_read_async (process->reader, NULL, start_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  node = take_line (process, result);
  process->world =
    case_world_new (gh_json_get_object (gh_json_node_get_object (node), "start"), &error);
  if (process->world == NULL)
    {
      answer (make_answer ("fail", gh_json_node_new_string (error->message)));
      return FALSE;
    }
  case_watch_case_begins ();
  if (process->world->server != NULL)
    gh_server_start (process->world->server);
  answer (make_answer ("done", gh_json_node_new_boolean (TRUE)));
  return TRUE;
}

static int
end (Process *process)
{
  g_autofree char *criticals = NULL;

  g_clear_pointer (&process->world, case_world_free);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  criticals = case_watch_dup_criticals ();
  return criticals != NULL ? CASE_HOST_CRITICAL : 0;
}

int
case_host_main (void)
{
  Process process = { 0 };
  g_autoptr(GInputStream) in = g_unix_input_stream_new (RUNNER_FD, FALSE);
  int status = 1;

  fcntl (RUNNER_FD, F_SETFD, FD_CLOEXEC);
  /* Debug messages are told with the others when a case fails. */
  dup2 (STDERR_FILENO, STDOUT_FILENO);
  setlocale (LC_ALL, "");
  case_watch_begin ();
  process.reader = gh_line_reader_new (in, GH_LINE_LF, MAX_ORDER);
  process.loop = g_main_loop_new (NULL, FALSE);
  if (start (&process))
    {
      read_next (&process);
      g_main_loop_run (process.loop);
      status = end (&process);
    }
  g_clear_pointer (&process.world, case_world_free);
  g_object_unref (process.reader);
  g_main_loop_unref (process.loop);
  return status;
}
