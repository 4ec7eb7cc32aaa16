/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The smallest MCP server: one tool, which gives back its text. */
#include "config.h"

#include "echo-answer.h"

#include <string.h>

#include "gh-json.h"

static void
append_result (GString    *out,
               JsonNode   *id,
               const char *result)
{
  g_autofree char *id_text = gh_json_write (id, NULL);

  g_string_append_printf (out, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n", id_text, result);
}

static void
append_echo (GString    *out,
             JsonNode   *id,
             JsonObject *params)
{
  JsonNode *text = gh_json_get (gh_json_get_object (params, "arguments"), "text");
  g_autofree char *echoed = text != NULL ? gh_json_write (text, NULL) : g_strdup ("\"\"");
  g_autofree char *result = g_strdup_printf ("{\"content\":[{\"type\":\"text\",\"text\":%s}]}",
                                             echoed);

  append_result (out, id, result);
}

/* The first is the one that is called; the others are like those of a server with very many. */
static void
append_tools (GString  *out,
              JsonNode *id,
              guint     n_tools)
{
  g_autoptr(GString) result =
    g_string_new ("{\"tools\":[{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\","
                  "\"properties\":{\"text\":{\"type\":\"string\"}}}}");

  for (guint i = 1; i < n_tools; i++)
    g_string_append_printf (result,
                            ",{\"name\":\"tool_%u\",\"title\":\"Tool number %u\",\"description\":"
                            "\"Does one thing well. Use it when %u is what you need; it answers "
                            "with a short text that names what was found.\",\"inputSchema\":"
                            "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\","
                            "\"description\":\"Where to look, relative to the root\"},\"limit\":"
                            "{\"type\":\"integer\",\"minimum\":1,\"maximum\":%u}},"
                            "\"required\":[\"path\"]}}",
                            i, i, i, i + 100);
  g_string_append (result, "]}");
  append_result (out, id, result->str);
}

void
echo_answer (GString    *out,
             const char *text,
             gsize       length,
             guint       n_tools)
{
  g_autoptr(JsonNode) node = gh_json_read (text, length, NULL);
  JsonObject *message = gh_json_node_get_object (node);
  const char *method = gh_json_get_string (message, "method");
  JsonNode *id = gh_json_get (message, "id");

  if (method == NULL || id == NULL)
    return;
  if (strcmp (method, "tools/call") == 0)
    append_echo (out, id, gh_json_get_object (message, "params"));
  else if (strcmp (method, "initialize") == 0)
    append_result (out, id, "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                            "\"serverInfo\":{\"name\":\"echo\",\"version\":\"1\"}}");
  else if (strcmp (method, "tools/list") == 0)
    append_tools (out, id, n_tools);
  else if (strcmp (method, "ping") == 0)
    append_result (out, id, "{}");
  else
    {
      g_autofree char *id_text = gh_json_write (id, NULL);

      g_string_append_printf (out, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32601,"
                              "\"message\":\"no such method\"}}\n", id_text);
    }
}
