/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The smallest MCP server over standard input and output: one tool, which gives back its text. It
 * answers all that came in one read with one write, so that what is measured is the client. */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "gh-json.h"

#define READ_SIZE (256 * 1024)

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

static void
answer (GString    *out,
        const char *line,
        gsize       length)
{
  g_autoptr(JsonNode) node = gh_json_read (line, length, NULL);
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
    append_result (out, id, "{\"tools\":[{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\","
                            "\"properties\":{\"text\":{\"type\":\"string\"}}}}]}");
  else if (strcmp (method, "ping") == 0)
    append_result (out, id, "{}");
  else
    {
      g_autofree char *id_text = gh_json_write (id, NULL);

      g_string_append_printf (out, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32601,"
                              "\"message\":\"no such method\"}}\n", id_text);
    }
}

static gboolean
write_all (GString *out)
{
  gsize done = 0;

  while (done < out->len)
    {
      ssize_t count = write (STDOUT_FILENO, out->str + done, out->len - done);

      if (count < 0 && errno != EINTR)
        return FALSE;
      done += MAX (count, 0);
    }
  g_string_set_size (out, 0);
  return TRUE;
}

int
main (void)
{
  g_autoptr(GByteArray) in = g_byte_array_new ();
  g_autoptr(GString) out = g_string_new (NULL);
  g_autofree char *buffer = g_malloc (READ_SIZE);
  ssize_t count;

  while ((count = read (STDIN_FILENO, buffer, READ_SIZE)) > 0)
    {
      const char *start, *end;

      g_byte_array_append (in, (const guchar *) buffer, count);
      start = (const char *) in->data;
      while ((end = memchr (start, '\n', (const char *) in->data + in->len - start)) != NULL)
        {
          answer (out, start, end - start);
          start = end + 1;
        }
      g_byte_array_remove_range (in, 0, start - (const char *) in->data);
      if (!write_all (out))
        return 1;
    }
  return 0;
}
