/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Words of strangers, made fit for a label: bounded, and with nothing invisible in them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  GH_PLAIN_TEXT_LINES,    /* line breaks and tabs stay */
  GH_PLAIN_TEXT_ONE_LINE, /* line breaks become spaces */
  GH_PLAIN_TEXT_EXACT,    /* every character that cannot be seen is written as its number */
} GhPlainTextMode;

gboolean gh_plain_text_is_hidden (gunichar       previous,
                                  gunichar       c,
                                  gunichar       next);

char *gh_plain_text_dup        (const char      *text,
                                gsize            max_chars,
                                GhPlainTextMode  mode);
char *gh_plain_text_take_lines (const char      *text,
                                gsize           *offset,
                                guint            max_lines,
                                gsize            max_line,
                                gsize            max_bytes,
                                gboolean        *shortened);
guint gh_plain_text_count_lines (const char     *text);
char *gh_plain_text_dup_path   (const char      *path);

G_END_DECLS
