/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What stands side by side where there is room for it, and one below the other where there is
 * not. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define GH_TYPE_REVIEW_COLUMNS (gh_review_columns_get_type ())
G_DECLARE_FINAL_TYPE (GhReviewColumns, gh_review_columns, GH, REVIEW_COLUMNS, GtkWidget)

/* Children: in a .ui file, of equal width. */

G_END_DECLS
