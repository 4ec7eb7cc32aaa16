/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One entry of the history in the list, below its day when it is the first of it. */
#pragma once

#include <adwaita.h>

#include "gh-history.h"

G_BEGIN_DECLS

#define GH_TYPE_HISTORY_ROW (gh_history_row_get_type ())
G_DECLARE_FINAL_TYPE (GhHistoryRow, gh_history_row, GH, HISTORY_ROW, GtkWidget)

/* Property "item" (GhHistoryEntry). To be made by a GtkListItemFactory. */

G_END_DECLS
