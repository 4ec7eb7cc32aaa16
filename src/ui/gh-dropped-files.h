/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Files out of what is dropped or pasted: a list of files, one file, or text that names them. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What can be read, best first. */
GdkContentFormats *gh_dropped_files_get_formats (void);
/* GListModel of GFile, owned; empty when value names no file. */
GListModel        *gh_dropped_files_from_value  (const GValue *value);
/* The same of text: a URI or an absolute path a line; "~/" and shell quotes are understood, other
 * lines are skipped. */
GListModel        *gh_dropped_files_from_text   (const char   *text);

G_END_DECLS
