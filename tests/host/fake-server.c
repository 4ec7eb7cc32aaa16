/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server that behaves, or misbehaves, as its arguments say; for the tests of the host.
 *
 *   --say TEXT      a line on stderr at the start
 *   --exit N        then ends with this status
 *   --mute          reads, and never says anything
 *   --banner        prints lines that are no messages before it serves
 *   --flood N       writes N lines on stderr before it serves
 *   --stubborn      ignores SIGTERM and the end of stdin
 *   --library       offers resources, templates and prompts, too
 *   --no-lists      answers tools/list with an error
 *   --tasks FILE    offers the tool long, too, whose calls are tasks and end when there is FILE
 *   --child FILE    starts a child that holds stdout and outlives it; its pid goes to FILE
 *
 * Its tools: echo, big, wide, slow, sample, elicit ("page": of a URL), roots, env, grow, die. */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gh-json.h"

static gboolean mute;
static gboolean stubborn;
static gboolean library;
static gboolean no_lists;
static const char *tasks;
static gboolean has_extra_tool;
static int n_sent;
/* Request id of ours (text) -> id (JSON text) of the call that waits for it. */
static GHashTable *waiting;

static void
send_line (const char *format,
           ...) G_GNUC_PRINTF (1, 2);

static void
send_line (const char *format,
           ...)
{
  va_list args;

  if (mute)
    return;
  va_start (args, format);
  vprintf (format, args);
  va_end (args);
  putchar ('\n');
  fflush (stdout);
}

static char *
quote (const char *text)
{
  g_autoptr(JsonNode) node = gh_json_node_new_string (text);

  return gh_json_write (node, NULL);
}

static void
answer_text (const char *id,
             const char *text)
{
  g_autofree char *quoted = quote (text);

  send_line (
    "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[{\"type\":\"text\",\"text\":%s}]}}",
    id, quoted);
}

static void
ask (const char *call_id,
     const char *method,
     const char *params)
{
  char *id = g_strdup_printf ("%d", ++n_sent);

  g_hash_table_insert (waiting, id, g_strdup (call_id));
  send_line ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\",\"params\":%s}", id, method, params);
}

static void
list_tools (const char *id)
{
  static const char *const names[] = { "echo",  "big", "slow", "sample",
                                       "roots", "env", "grow", "die", "wide", "elicit" };
  g_autoptr(GString) tools = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_string_append_printf (tools, "%s{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\"}}",
                            i > 0 ? "," : "", names[i]);
  if (has_extra_tool)
    g_string_append (tools, ",{\"name\":\"extra\",\"title\":\"Extra\",\"inputSchema\":{\"type\":"
                            "\"object\"},\"annotations\":{\"readOnlyHint\":true}}");
  if (tasks != NULL)
    g_string_append (tools, ",{\"name\":\"long\",\"inputSchema\":{\"type\":\"object\"},"
                            "\"execution\":{\"taskSupport\":\"required\"}}");
  send_line ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"tools\":[%s]}}", id, tools->str);
}

/* There is one, and it outlives the server. */
static void
tell_task (const char *id,
           gboolean    made)
{
  send_line ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s{\"taskId\":\"k\",\"status\":\"%s\","
             "\"ttl\":null,\"pollInterval\":100}%s}", id, made ? "{\"task\":" : "",
             g_file_test (tasks, G_FILE_TEST_EXISTS) ? "completed" : "working", made ? "}" : "");
}

static void
call_tool (const char *id,
           JsonObject *params)
{
  const char *name = gh_json_get_string (params, "name");
  JsonObject *arguments = gh_json_get_object (params, "arguments");

  if (g_str_equal (name, "echo") && gh_json_get (arguments, "fail") != NULL)
    {
      g_autofree char *message = gh_json_write (gh_json_get (arguments, "fail"), NULL);

      fprintf (stderr, "%s\n", gh_json_get_string (arguments, "fail"));
      send_line ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32000,\"message\":%s}}", id,
                 message);
    }
  else if (g_str_equal (name, "echo"))
    {
      g_autofree char *text = gh_json_write (gh_json_get (params, "arguments"), NULL);

      answer_text (id, text);
    }
  else if (g_str_equal (name, "big"))
    {
      gint64 size = gh_json_get_int (arguments, "size", 1024);
      g_autofree char *text = g_malloc (size + 1);

      for (gint64 i = 0; i < size; i++)
        text[i] = i % 80 == 79 ? '\n' : 'a' + i % 26;
      text[size] = '\0';
      answer_text (id, text);
    }
  else if (g_str_equal (name, "wide"))
    {
      gint64 size = gh_json_get_int (arguments, "size", 1024);
      g_autoptr(GString) numbers = g_string_sized_new (size + 16);

      for (gint64 n = 0; (gint64) numbers->len < size; n++)
        g_string_append_printf (numbers, "%s%" G_GINT64_FORMAT, n > 0 ? "," : "", n);
      send_line ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[],\"structuredContent\":"
                 "{\"numbers\":[%s]}}}",
                 id, numbers->str);
    }
  else if (g_str_equal (name, "slow"))
    {
      JsonObject *meta = gh_json_get_object (params, "_meta");
      g_autofree char *token =
        meta != NULL ? gh_json_write (gh_json_get (meta, "progressToken"), NULL) : g_strdup ("0");

      send_line ("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{"
                 "\"progressToken\":%s,\"progress\":3,\"total\":10,\"message\":\"looking\"}}",
                 token);
    }
  else if (g_str_equal (name, "sample") && gh_json_get (arguments, "params") != NULL)
    {
      g_autofree char *asked = gh_json_write (gh_json_get (arguments, "params"), NULL);

      ask (id, "sampling/createMessage", asked);
    }
  else if (g_str_equal (name, "sample"))
    ask (id, "sampling/createMessage",
         "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Pick\"}}],"
         "\"maxTokens\":50}");
  else if (g_str_equal (name, "elicit") && gh_json_get (arguments, "page") != NULL)
    ask (id, "elicitation/create",
         "{\"mode\":\"url\",\"elicitationId\":\"e\",\"message\":\"Pay\","
         "\"url\":\"https://pay.example.com/1\"}");
  else if (g_str_equal (name, "elicit"))
    ask (id, "elicitation/create",
         "{\"message\":\"Who?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"name\":"
         "{\"type\":\"string\",\"default\":\"Ada\"},\"n\":{\"type\":\"integer\"}},"
         "\"required\":[\"name\"]}}");
  else if (g_str_equal (name, "roots"))
    ask (id, "roots/list", "{}");
  else if (g_str_equal (name, "env"))
    {
      g_auto(GStrv) env = g_get_environ ();
      g_autofree char *text = g_strjoinv ("\n", env);

      answer_text (id, text);
    }
  else if (g_str_equal (name, "grow"))
    {
      has_extra_tool = !has_extra_tool;
      send_line ("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
      if (library)
        {
          send_line ("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/list_changed\"}");
          send_line ("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/prompts/list_changed\"}");
        }
      answer_text (id, "grown");
    }
  else if (g_str_equal (name, "long") && tasks != NULL)
    tell_task (id, TRUE);
  else if (g_str_equal (name, "die"))
    {
      fputs ("the cabin is on fire\n", stderr);
      exit (3);
    }
  else
    send_line (
      "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32602,\"message\":\"no such tool\"}}",
      id);
}

static const struct
{
  const char *method;
  const char *result;
} library_answers[] = {
  { "resources/list", "{\"resources\":[{\"uri\":\"trip:///1\",\"name\":\"one\",\"title\":\"One\","
                      "\"mimeType\":\"text/plain\",\"size\":5},{\"uri\":\"trip:///2\","
                      "\"name\":\"two\"}]}" },
  { "resources/templates/list", "{\"resourceTemplates\":[{\"uriTemplate\":\"trip:///{id}\","
                                "\"name\":\"trip\"}]}" },
  { "resources/read", "{\"contents\":[{\"uri\":\"trip:///1\",\"mimeType\":\"text/plain\","
                      "\"text\":\"hello\"},{\"uri\":\"trip:///1\",\"blob\":\"AAEC\"},"
                      "{\"uri\":\"trip:///1\",\"strange\":1}]}" },
  { "prompts/list", "{\"prompts\":[{\"name\":\"plan\",\"title\":\"Plan a trip\",\"arguments\":["
                    "{\"name\":\"city\",\"description\":\"Where to\",\"required\":true},"
                    "{\"name\":\"days\"}]}]}" },
  { "prompts/get", "{\"description\":\"A plan\",\"messages\":[{\"role\":\"user\",\"content\":"
                   "{\"type\":\"text\",\"text\":\"Plan it\"}},{\"role\":\"assistant\","
                   "\"content\":{\"type\":\"text\",\"text\":\"Sure\"}}]}" },
  { "completion/complete", "{\"completion\":{\"values\":[\"Barcelona\",\"Basel\"],"
                           "\"hasMore\":true}}" },
};

/* Whether it was a question about the library. */
static gboolean
ask_library (const char *method,
             const char *id,
             JsonObject *params)
{
  for (guint i = 0; library && i < G_N_ELEMENTS (library_answers); i++)
    if (g_str_equal (method, library_answers[i].method))
      {
        send_line ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}", id, library_answers[i].result);
        return TRUE;
      }
  if (!library || !g_str_equal (method, "resources/subscribe"))
    return FALSE;
  send_line ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}", id);
  send_line ("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\",\"params\":{"
             "\"uri\":\"%s\"}}", gh_json_get_string (params, "uri"));
  return TRUE;
}

/* A call is cancelled: so is what was asked for its sake. */
static void
take_back (JsonObject *params)
{
  g_autofree char *call_id = gh_json_write (gh_json_get (params, "requestId"), NULL);
  GHashTableIter iter;
  gpointer id;
  gpointer waits;

  fputs ("cancelled\n", stderr);
  g_hash_table_iter_init (&iter, waiting);
  while (g_hash_table_iter_next (&iter, &id, &waits))
    if (g_str_equal (waits, call_id))
      {
        send_line ("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{"
                   "\"requestId\":%s}}",
                   (char *) id);
        g_hash_table_iter_remove (&iter);
      }
}

static void
take_message (const char *line,
              gsize       length)
{
  g_autoptr(JsonNode) node = gh_json_read (line, length, NULL);
  JsonObject *message = node != NULL ? gh_json_node_get_object (node) : NULL;
  const char *method = message != NULL ? gh_json_get_string (message, "method") : NULL;
  g_autofree char *id = NULL;

  if (message == NULL)
    return;
  if (json_object_has_member (message, "id"))
    id = gh_json_write (gh_json_get (message, "id"), NULL);

  if (method == NULL)
    {
      const char *call_id = id != NULL ? g_hash_table_lookup (waiting, id) : NULL;
      JsonNode *what = gh_json_get (message, "result");
      g_autofree char *text = NULL;

      if (call_id == NULL)
        return;
      text = gh_json_write (what != NULL ? what : gh_json_get (message, "error"), NULL);
      answer_text (call_id, text);
      g_hash_table_remove (waiting, id);
    }
  else if (g_str_equal (method, "initialize"))
    send_line (
      "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"protocolVersion\":\"2025-11-25\","
      "\"capabilities\":{\"tools\":{\"listChanged\":true},\"logging\":{}%s%s},"
      "\"serverInfo\":{\"name\":\"fake\",\"version\":\"1\"},\"instructions\":\"Be kind\"}}",
      id,
      library ? ",\"resources\":{\"listChanged\":true,\"subscribe\":true},\"completions\":{},"
                "\"prompts\":{\"listChanged\":true}" : "",
      tasks != NULL ? ",\"tasks\":{\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}" : "");
  else if (g_str_equal (method, "notifications/initialized"))
    send_line ("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":"
               "\"warning\",\"logger\":\"desk\",\"data\":\"ready\"}}");
  else if (g_str_equal (method, "notifications/roots/list_changed"))
    fputs ("roots changed\n", stderr);
  else if (g_str_equal (method, "notifications/cancelled"))
    take_back (gh_json_get_object (message, "params"));
  else if (g_str_equal (method, "tools/list") && no_lists)
    send_line ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32603,"
               "\"message\":\"lost the list\"}}", id);
  else if (g_str_equal (method, "tools/list"))
    list_tools (id);
  else if (g_str_equal (method, "tasks/get") && tasks != NULL)
    tell_task (id, FALSE);
  else if (g_str_equal (method, "tasks/result") && tasks != NULL)
    answer_text (id, "long done");
  else if (g_str_equal (method, "tools/call"))
    call_tool (id, gh_json_get_object (message, "params"));
  else if (id != NULL && !ask_library (method, id, gh_json_get_object (message, "params")))
    send_line ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}", id);
}

static void
start_child (const char *file)
{
  pid_t pid = fork ();

  if (pid == 0)
    {
      signal (SIGTERM, SIG_IGN);
      for (;;)
        pause ();
    }
  g_autofree char *text = g_strdup_printf ("%d", (int) pid);

  g_file_set_contents (file, text, -1, NULL);
}

int
main (int   argc,
      char *argv[])
{
  char *line = NULL;
  size_t size = 0;
  ssize_t length;

  waiting = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (int i = 1; i < argc; i++)
    {
      const char *value = i + 1 < argc ? argv[i + 1] : "";

      if (g_str_equal (argv[i], "--say"))
        fprintf (stderr, "%s\n", value);
      else if (g_str_equal (argv[i], "--exit"))
        return atoi (value);
      else if (g_str_equal (argv[i], "--mute"))
        mute = TRUE;
      else if (g_str_equal (argv[i], "--banner"))
        printf ("Welcome to the travel desk!\n{\"half\":\n\n[1,2\n");
      else if (g_str_equal (argv[i], "--flood"))
        for (int n = 0; n < atoi (value); n++)
          fprintf (stderr, "line %d of the flood\n", n);
      else if (g_str_equal (argv[i], "--no-lists"))
        no_lists = TRUE;
      else if (g_str_equal (argv[i], "--tasks"))
        tasks = value;
      else if (g_str_equal (argv[i], "--library"))
        library = TRUE;
      else if (g_str_equal (argv[i], "--stubborn"))
        {
          stubborn = TRUE;
          signal (SIGTERM, SIG_IGN);
        }
      else if (g_str_equal (argv[i], "--child"))
        start_child (value);
    }

  while ((length = getline (&line, &size, stdin)) > 0)
    take_message (line, length);
  while (stubborn)
    pause ();
  free (line);
  g_hash_table_unref (waiting);
  return 0;
}
