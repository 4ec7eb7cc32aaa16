/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The smallest MCP server: one tool, which gives back its text. */
#include "config.h"

#include "echo-answer.h"

#include <string.h>

#include "gh-json-source.h"

/* The members of a message. */
enum
{
  ID,
  METHOD,
  PARAMS,
  N_MEMBERS
};

static void
append_source (GString      *out,
               GhJsonSource  source)
{
  g_string_append_len (out, source.start, source.length);
}

static void
begin_answer (GString      *out,
              GhJsonSource  id)
{
  g_string_append (out, "{\"jsonrpc\":\"2.0\",\"id\":");
  append_source (out, id);
}

static void
append_result (GString      *out,
               GhJsonSource  id,
               const char   *result)
{
  begin_answer (out, id);
  g_string_append (out, ",\"result\":");
  g_string_append (out, result);
  g_string_append (out, "}\n");
}

static void
append_echo (GString      *out,
             GhJsonSource  id,
             GhJsonSource  params)
{
  static const char * const arguments_name[] = { "arguments" };
  static const char * const text_name[] = { "text" };
  GhJsonSource arguments, text;

  gh_json_source_get_members (params, arguments_name, 1, &arguments);
  gh_json_source_get_members (arguments, text_name, 1, &text);
  begin_answer (out, id);
  g_string_append (out, ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":");
  if (text.length > 0)
    append_source (out, text);
  else
    g_string_append (out, "\"\"");
  g_string_append (out, "}]}}\n");
}

/* The first is the one that is called; the others are like those of a server with very many. */
static void
append_tools (GString      *out,
              GhJsonSource  id,
              guint         n_tools)
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
  static const char * const names[N_MEMBERS] = { "id", "method", "params" };
  GhJsonSource members[N_MEMBERS];
  GhJsonFacts facts;

  if (!gh_json_check (text, length, &facts, NULL))
    return;
  gh_json_source_get_members (gh_json_source_new (text, length), names, N_MEMBERS, members);
  if (members[METHOD].length == 0 || members[ID].length == 0)
    return;
  if (gh_json_source_is_text (members[METHOD], "tools/call"))
    append_echo (out, members[ID], members[PARAMS]);
  else if (gh_json_source_is_text (members[METHOD], "initialize"))
    append_result (out, members[ID],
                   "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                   "\"serverInfo\":{\"name\":\"echo\",\"version\":\"1\"}}");
  else if (gh_json_source_is_text (members[METHOD], "tools/list"))
    append_tools (out, members[ID], n_tools);
  else if (gh_json_source_is_text (members[METHOD], "ping"))
    append_result (out, members[ID], "{}");
  else
    {
      begin_answer (out, members[ID]);
      g_string_append (out, ",\"error\":{\"code\":-32601,\"message\":\"no such method\"}}\n");
    }
}
