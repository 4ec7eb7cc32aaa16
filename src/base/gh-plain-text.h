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

/* Whether a person reading the text would miss c. previous, next: what stands beside it, 0 at the
 * ends. */
gboolean gh_plain_text_is_hidden (gunichar       previous,
                                  gunichar       c,
                                  gunichar       next);

/* Whether it has such a character. text: valid UTF-8, or NULL. */
gboolean gh_plain_text_has_hidden (const char   *text);

/* text: any bytes, or NULL (""). Valid UTF-8 of at most max_chars characters and an ellipsis;
 * owned. */
char *gh_plain_text_dup        (const char      *text,
                                gsize            max_chars,
                                GhPlainTextMode  mode);
/* The next lines of a long text from *offset on, which is moved behind them; what is longer than
 * max_line bytes is cut, and *shortened set. Owned. */
char *gh_plain_text_take_lines (const char      *text,
                                gsize           *offset,
                                guint            max_lines,
                                gsize            max_line,
                                gsize            max_bytes,
                                gboolean        *shortened);
/* text: not NULL. The last line counts whether or not a break ends it. */
guint gh_plain_text_count_lines (const char     *text);
/* A path for showing, with the home directory as "~"; owned. */
char *gh_plain_text_dup_path   (const char      *path);

G_END_DECLS
