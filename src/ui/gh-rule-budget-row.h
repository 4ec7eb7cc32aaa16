/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server, or all together, used of its budget; opens the dialog that changes it. */
#pragma once

#include <adwaita.h>

#include "gh-rule-list.h"

G_BEGIN_DECLS

#define GH_TYPE_RULE_BUDGET_ROW (gh_rule_budget_row_get_type ())
G_DECLARE_FINAL_TYPE (GhRuleBudgetRow, gh_rule_budget_row, GH, RULE_BUDGET_ROW, AdwActionRow)

GtkWidget *gh_rule_budget_row_new (void);
/* server: its id, or NULL: all. title: of the row; name: how it is called in sentences. */
void       gh_rule_budget_row_set (GhRuleBudgetRow *self,
                                   GhRuleList      *rules,
                                   const char      *server,
                                   const char      *title,
                                   const char      *name);

G_END_DECLS
