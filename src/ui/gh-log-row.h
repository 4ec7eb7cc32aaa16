/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One line of a server's log. */
#pragma once

#include <gtk/gtk.h>

#include "gh-log-line.h"

G_BEGIN_DECLS

#define GH_TYPE_LOG_ROW (gh_log_row_get_type ())
G_DECLARE_FINAL_TYPE (GhLogRow, gh_log_row, GH, LOG_ROW, GtkWidget)

/* Property: item (GhLogLine, or NULL), so that one row shows many in turn. */

/* What the line says, in the person's language where the words are ours; owned. */
char *gh_log_row_dup_text (GhLogLine *line);
/* The line for a text file: time, level, words; owned. */
char *gh_log_row_dup_copy (GhLogLine *line);

G_END_DECLS
