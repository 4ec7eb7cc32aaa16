/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server logs: bounded in size and in number (requirements 8.27, 8.29). */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* One line for people. Every text is the server's and untrusted. */
typedef struct
{
  char *level;
  char *logger; /* or NULL */
  char *text;   /* valid UTF-8 */
} GhMcpLogLine;

void          gh_mcp_log_line_free     (GhMcpLogLine  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpLogLine, gh_mcp_log_line_free)

/* How many lines were let through lately; zero-filled at first. */
typedef struct
{
  gint64 second; /* when the counting began */
  guint  count;
  guint  lost;
} GhMcpLogGate;

/* NULL when the params of notifications/message hold no data, or lines come too fast. */
GhMcpLogLine *gh_mcp_log_take          (GhMcpLogGate  *gate,
                                        JsonObject    *params);
/* The text of something that is no message, owned; NULL when they come too fast. */
char         *gh_mcp_log_take_garbage  (GhMcpLogGate  *gate,
                                        GBytes        *bytes,
                                        const GError  *error);

G_END_DECLS
