/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One line a server said: on stderr, or as a logging notification. Immutable. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  GH_LOG_STDERR,
  GH_LOG_MESSAGE, /* notifications/message: level and logger are set */
  /* Ours: level is "info" or "error", logger one of the words of gh-server.h, text English for
   * developers. */
  GH_LOG_HOST,
} GhLogSource;

#define GH_TYPE_LOG_SOURCE (gh_log_source_get_type ())
GType gh_log_source_get_type (void);

/* Bytes of a text that are kept: what a person still reads of one line. */
#define GH_LOG_LINE_MAX 8192
/* Bytes of a level or logger that are kept. */
#define GH_LOG_NAME_MAX 128

#define GH_TYPE_LOG_LINE (gh_log_line_get_type ())
G_DECLARE_FINAL_TYPE (GhLogLine, gh_log_line, GH, LOG_LINE, GObject)

GhLogLine   *gh_log_line_new        (GhLogSource   source,
                                     const char   *level,
                                     const char   *logger,
                                     const char   *text);
GhLogSource  gh_log_line_get_source (GhLogLine    *self);
const char  *gh_log_line_get_level  (GhLogLine    *self); /* debug..emergency, or NULL */
const char  *gh_log_line_get_logger (GhLogLine    *self); /* or NULL */
const char  *gh_log_line_get_text   (GhLogLine    *self); /* valid UTF-8, one line or several */
gint64       gh_log_line_get_time   (GhLogLine    *self); /* microseconds since 1970 */

G_END_DECLS
