/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * gh-soak-server FAULTS: an MCP server with one tool, "ask", which wants a model for every call and
 * gives back what it said. What must not happen (a second answer, one that nobody asked for) is a
 * line in the file FAULTS. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gh-json.h"

static const char *faults;
static guint n_asked;
/* Id of our request -> id of the call that waits for it, as JSON text. */
static GHashTable *waiting;

static void
send_line (const char *format,
           ...) G_GNUC_PRINTF (1, 2);

static void
send_line (const char *format,
           ...)
{
  va_list args;

  va_start (args, format);
  vprintf (format, args);
  va_end (args);
  putchar ('\n');
  fflush (stdout);
}

static void
note_fault (const char *what)
{
  FILE *file = fopen (faults, "a");

  if (file == NULL)
    abort ();
  fprintf (file, "%s\n", what);
  fclose (file);
}

static void
answer (const char *id,
        const char *text,
        gboolean    is_error)
{
  g_autoptr(JsonNode) node = gh_json_node_new_string (text);
  g_autofree char *quoted = gh_json_write (node, NULL);

  send_line ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[{\"type\":\"text\",\"text\":"
             "%s}],\"isError\":%s}}", id, quoted, is_error ? "true" : "false");
}

static void
take_call (const char *id,
           JsonObject *params)
{
  gint64 number = gh_json_get_int (gh_json_get_object (params, "arguments"), "number", -1);
  char *own_id = g_strdup_printf ("%u", ++n_asked);

  g_hash_table_insert (waiting, own_id, g_strdup (id));
  send_line ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"sampling/createMessage\",\"params\":{"
             "\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":"
             "\"number %" G_GINT64_FORMAT ".\"}}],\"maxTokens\":50}}", own_id, number);
}

static void
take_answer (const char *id,
             JsonObject *message)
{
  JsonObject *content = gh_json_get_object (gh_json_get_object (message, "result"), "content");
  JsonObject *error = gh_json_get_object (message, "error");
  g_autofree char *call_id = NULL;
  g_autofree char *own_id = NULL;

  if (!g_hash_table_steal_extended (waiting, id, (gpointer *) &own_id, (gpointer *) &call_id))
    note_fault ("an answer that nobody waits for");
  else if (content != NULL)
    answer (call_id, gh_json_get_string (content, "text"), FALSE);
  else
    answer (call_id, gh_json_get_string (error, "message"), TRUE);
}

static void
take_message (JsonObject *message)
{
  const char *method = gh_json_get_string (message, "method");
  JsonNode *node = gh_json_get (message, "id");
  g_autofree char *id = node != NULL ? gh_json_write (node, NULL) : NULL;

  if (id == NULL)
    return;
  if (method == NULL)
    take_answer (id, message);
  else if (strcmp (method, "initialize") == 0)
    send_line ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"protocolVersion\":\"2025-11-25\","
               "\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"soak\","
               "\"version\":\"1\"}}}", id);
  else if (strcmp (method, "tools/list") == 0)
    send_line ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"tools\":[{\"name\":\"ask\","
               "\"inputSchema\":{\"type\":\"object\"}}]}}", id);
  else if (strcmp (method, "tools/call") == 0)
    take_call (id, gh_json_get_object (message, "params"));
  else if (strcmp (method, "ping") == 0)
    send_line ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}", id);
  else
    send_line ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32601,\"message\":\"no\"}}",
               id);
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *line = NULL;
  size_t size = 0;
  ssize_t length;

  if (argc != 2)
    return 2;
  faults = argv[1];
  waiting = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  while ((length = getline (&line, &size, stdin)) > 0)
    {
      g_autoptr(JsonNode) node = gh_json_read (line, length, NULL);

      if (node != NULL && gh_json_node_get_object (node) != NULL)
        take_message (gh_json_node_get_object (node));
    }
  g_hash_table_unref (waiting);
  return 0;
}
