/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server logs: bounded in size and in number (requirements 8.27, 8.29). */
#include "config.h"

#include "gh-mcp-log.h"

#include "gh-json.h"
#include "gh-mcp-text.h"

/* One log line; longer ones are data, not lines. */
#define MAX_TEXT (16 * 1024)
#define MAX_NAME 256
/* Log lines of one server in one second; more can neither be read nor shown. */
#define MAX_RATE 500

void
gh_mcp_log_line_free (GhMcpLogLine *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->level);
  g_free (self->logger);
  g_free (self->text);
  g_free (self);
}

static gboolean
is_allowed (GhMcpLogGate *gate)
{
  gint64 now = g_get_monotonic_time ();

  if (now - gate->second > G_USEC_PER_SEC)
    {
      if (gate->lost > 0)
        g_debug ("%u log messages were left out", gate->lost);
      gate->second = now;
      gate->count = 0;
      gate->lost = 0;
    }
  if (gate->count >= MAX_RATE)
    {
      gate->lost++;
      return FALSE;
    }
  gate->count++;
  return TRUE;
}

GhMcpLogLine *
gh_mcp_log_take (GhMcpLogGate *gate,
                 JsonObject   *params)
{
  JsonNode *data;
  GhMcpLogLine *line;

  g_return_val_if_fail (gate != NULL, NULL);

  data = params != NULL ? gh_json_get (params, "data") : NULL;
  if (data == NULL || !is_allowed (gate))
    return NULL;
  line = g_new0 (GhMcpLogLine, 1);
  line->level = gh_mcp_text_dup_member (params, "level", MAX_NAME);
  if (line->level == NULL)
    line->level = g_strdup ("info");
  line->logger = gh_mcp_text_dup_member (params, "logger", MAX_NAME);
  line->text = gh_mcp_text_dup (data, MAX_TEXT);
  if (line->text == NULL)
    line->text = gh_mcp_text_take_bound (gh_json_write_start (data, MAX_TEXT + 1), MAX_TEXT);
  return line;
}

/* A banner, a print statement: what a developer of the server looks for. */
char *
gh_mcp_log_take_garbage (GhMcpLogGate *gate,
                         GBytes       *bytes,
                         const GError *error)
{
  g_autofree char *readable = NULL;
  const char *data;
  gsize length;

  g_return_val_if_fail (gate != NULL, NULL);
  g_return_val_if_fail (bytes != NULL, NULL);
  g_return_val_if_fail (error != NULL, NULL);

  if (!is_allowed (gate))
    return NULL;
  data = g_bytes_get_data (bytes, &length);
  readable = length > 0 ? g_utf8_make_valid (data, MIN (length, MAX_TEXT)) : g_strdup ("");
  return gh_mcp_text_take_bound (g_strdup_printf ("%s: %s", error->message, readable), MAX_TEXT);
}
