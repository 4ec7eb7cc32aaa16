/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A variable or a header that is being written: name, value behind dots, and a button that takes
 * it out. */
#pragma once

#include <adwaita.h>

#include "gh-variable-row.h"

G_BEGIN_DECLS

#define GH_TYPE_VARIABLE_ENTRY_ROW (gh_variable_entry_row_get_type ())
G_DECLARE_FINAL_TYPE (GhVariableEntryRow, gh_variable_entry_row, GH, VARIABLE_ENTRY_ROW,
                      AdwPreferencesRow)

/* Signals: "changed"; "removed": the person does not want it. */
GtkWidget *gh_variable_entry_row_new      (GhVariableKind      kind,
                                           const char         *variable);
/* Owned; NULL: the name is empty or impossible, which is now shown (an empty row is no problem,
 * and ""). */
char      *gh_variable_entry_row_dup_text (GhVariableEntryRow *self);

G_END_DECLS
