/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A folder in the sidebar. */
#pragma once

#include <gtk/gtk.h>

#include "gh-root.h"

G_BEGIN_DECLS

#define GH_TYPE_ROOT_ROW (gh_root_row_get_type ())
G_DECLARE_FINAL_TYPE (GhRootRow, gh_root_row, GH, ROOT_ROW, GtkListBoxRow)

/* Property "item" (GhRoot, construct only). Actions: root.settings, root.rename, root.open,
 * root.copy-path, root.remove (Delete). */

/* A floating row; it keeps the root. */
GtkWidget *gh_root_row_new      (GhRoot    *root);
/* Borrowed. */
GhRoot    *gh_root_row_get_item (GhRootRow *self);

G_END_DECLS
