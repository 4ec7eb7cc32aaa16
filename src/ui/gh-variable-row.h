/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A variable that a server is started with: its name, and its value behind dots. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define GH_TYPE_VARIABLE_ROW (gh_variable_row_get_type ())
G_DECLARE_FINAL_TYPE (GhVariableRow, gh_variable_row, GH, VARIABLE_ROW, AdwActionRow)

/* variable: "NAME=value". */
GtkWidget *gh_variable_row_new (const char *variable);

G_END_DECLS
