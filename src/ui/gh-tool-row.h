/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One tool in the list of a server's tools. */
#pragma once

#include <gtk/gtk.h>

#include "gh-tool.h"

G_BEGIN_DECLS

#define GH_TYPE_TOOL_ROW (gh_tool_row_get_type ())
G_DECLARE_FINAL_TYPE (GhToolRow, gh_tool_row, GH, TOOL_ROW, GtkWidget)

/* Property: item (GhTool, or NULL), so that one row shows many in turn. */

G_END_DECLS
