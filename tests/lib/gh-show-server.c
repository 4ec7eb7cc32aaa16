/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * gh-show-server [N-TOOLS]: a server whose tools give back everything a page has to show, and whose
 * first line on stderr is a greeting. It answers one message at a time. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gh-json.h"

#define BIG (10 * 1024 * 1024)
/* A red pixel. */
#define PNG \
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAA" \
  "AABJRU5ErkJggg=="
/* A PNG's head that claims 60000 by 60000 pixels. */
#define HUGE_PNG \
  "iVBORw0KGgoAAAANSUhEUgAA6mAAAOpgCAIAAAAPsOIVAAAAC0lEQVR4nGNg" \
  "gAEAAAoAAX+AdF4="

static char *pending; /* the id of the call that waits, as JSON */

static void
reply (const char *id,
       const char *member,
       const char *json)
{
  printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"%s\":%s}\n", id, member, json);
  fflush (stdout);
}

static void
reply_text (const char *id,
            const char *text,
            gboolean    is_error)
{
  g_autoptr(JsonNode) node = gh_json_node_new_string (text);
  g_autofree char *string = gh_json_write (node, NULL);
  g_autofree char *json = g_strdup_printf ("{\"content\":[{\"type\":\"text\",\"text\":%s}],"
                                           "\"isError\":%s}", string, is_error ? "true" : "false");

  reply (id, "result", json);
}

static void
list_tools (const char *id,
            guint       n)
{
  static const char first[] =
    "{\"name\":\"echo\",\"title\":\"Echo\",\"description\":\"Gives back its "
    "input.\",\"inputSchema\":"
    "{\"type\":\"object\",\"properties\":{"
    "\"text\":{\"type\":\"string\",\"title\":\"Text\",\"description\":\"Any words\"},"
    "\"count\":{\"type\":\"integer\",\"title\":\"Count\",\"minimum\":1,\"maximum\":9,"
    "\"default\":2},"
    "\"id\":{\"type\":\"integer\",\"title\":\"Id\"},"
    "\"size\":{\"type\":\"string\",\"title\":\"Size\",\"enum\":[\"s\",\"m\",\"l\"]},"
    "\"loud\":{\"type\":\"boolean\",\"title\":\"Loud\"},"
    "\"tags\":{\"type\":\"array\",\"title\":\"Tags\",\"items\":{\"type\":\"string\"}}},"
    "\"required\":[\"text\"]},\"annotations\":{\"readOnlyHint\":true}}";
  static const char *const others[] = { "all", "big", "wide", "fail", "refuse", "wait", "die" };
  /* Which it does not keep. */
  static const char promise[] = ",\"outputSchema\":{\"type\":\"object\",\"properties\":{"
                                "\"answer\":{\"type\":\"string\"}}}";
  g_autoptr(GString) tools = g_string_new ("{\"tools\":[");

  g_string_append (tools, first);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_string_append_printf (tools, ",{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\"}%s}",
                            others[i], g_str_equal (others[i], "all") ? promise : "");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (tools, ",{\"name\":\"tool_%u\",\"title\":\"Tool number "
                                   "%u\",\"description\":"
                            "\"Does nothing\",\"inputSchema\":{\"type\":\"object\",\"properties\":"
                            "{\"a\":{\"type\":\"string\"},\"b\":{\"type\":\"integer\"}}}}", i, i);
  g_string_append (tools, "]}");
  reply (id, "result", tools->str);
}

static void
give_all (const char *id)
{
  reply (id, "result",
         "{\"content\":["
         "{\"type\":\"text\",\"text\":\"A <b>text</b>\\u202e\\u0007 with traps\"},"
         "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"" PNG "\"},"
         "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"" HUGE_PNG "\"},"
         "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"aGVsbG8=\"},"
         "{\"type\":\"audio\",\"mimeType\":\"audio/wav\",\"data\":\"aGVsbG8=\"},"
         "{\"type\":\"resource_link\",\"uri\":\"file:///tmp/a\",\"name\":\"A file\"},"
         "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///tmp/b\",\"text\":\"Inside\"}},"
         "{\"type\":\"hologram\",\"depth\":3}],"
         "\"structuredContent\":{\"answer\":42,\"big\":12345678901234567890123}}");
}

static void
give_big (const char *id,
          gboolean    wide)
{
  g_autoptr(GString) text = g_string_sized_new (BIG + 100);

  for (guint i = 0; text->len < BIG; i++)
    if (wide)
      g_string_append (text, "wide ");
    else
      g_string_append_printf (text, "line %u of a result that is far too long to be read\n", i);
  reply_text (id, text->str, FALSE);
}

static void
call_tool (const char *id,
           JsonObject *params)
{
  const char *name = gh_json_get_string (params, "name");
  JsonObject *meta = gh_json_get_object (params, "_meta");
  JsonNode *arguments = gh_json_get (params, "arguments");
  JsonNode *token = meta != NULL ? gh_json_get (meta, "progressToken") : NULL;

  if (g_strcmp0 (name, "all") == 0)
    give_all (id);
  else if (g_strcmp0 (name, "big") == 0 || g_strcmp0 (name, "wide") == 0)
    give_big (id, *name == 'w');
  else if (g_strcmp0 (name, "fail") == 0)
    reply_text (id, "The printer is out of paper", TRUE);
  else if (g_strcmp0 (name, "refuse") == 0)
    reply (id, "error", "{\"code\":-32602,\"message\":\"No such thing\"}");
  else if (g_strcmp0 (name, "wait") == 0)
    {
      g_free (pending);
      pending = g_strdup (id);
      if (token != NULL)
        {
          g_autofree char *text = gh_json_write (token, NULL);

          printf ("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{"
                  "\"progressToken\":%s,\"progress\":1,\"total\":4,\"message\":\"Half "
                  "way\"}}\n", text);
          fflush (stdout);
        }
    }
  else if (g_strcmp0 (name, "die") == 0)
    {
      fprintf (stderr, "something went wrong\n");
      exit (3);
    }
  else
    {
      g_autofree char *text = arguments != NULL ? gh_json_write (arguments, NULL)
        : g_strdup ("none");

      reply_text (id, text, FALSE);
    }
}

static void
handle (JsonObject *message,
        guint       n_tools)
{
  const char *method = gh_json_get_string (message, "method");
  JsonNode *id_node = gh_json_get (message, "id");
  JsonObject *params = gh_json_get_object (message, "params");
  g_autofree char *id = id_node != NULL ? gh_json_write (id_node, NULL) : NULL;

  if (g_strcmp0 (method, "notifications/cancelled") == 0)
    fprintf (stderr, "cancelled\n");
  if (id == NULL || method == NULL)
    return;
  if (strcmp (method, "initialize") == 0)
    reply (id, "result",
           "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"logging\":{}},"
                         "\"serverInfo\":{\"name\":\"show\",\"version\":\"1\"}}");
  else if (strcmp (method, "tools/list") == 0)
    list_tools (id, n_tools);
  else if (strcmp (method, "tools/call") == 0)
    call_tool (id, params);
  else
    reply (id, "result", "{}");
}

int
main (int    argc,
      char **argv)
{
  guint n_tools = argc > 1 ? (guint) strtoul (argv[1], NULL, 10) : 0;
  char *line = NULL;
  size_t size = 0;
  ssize_t length;

  fprintf (stderr, "show-server is ready\n");
  while ((length = getline (&line, &size, stdin)) > 0)
    {
      g_autoptr(JsonNode) node = gh_json_read (line, (gsize) length, NULL);
      JsonObject *message = node != NULL ? gh_json_node_get_object (node) : NULL;

      if (message != NULL)
        handle (message, n_tools);
    }
  g_free (pending);
  free (line);
  return 0;
}
