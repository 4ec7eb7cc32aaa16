/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The budget of a server, or of all together: what was used, and how much may be without asking. */
#pragma once

#include <adwaita.h>

#include "gh-rule-list.h"

G_BEGIN_DECLS

#define GH_TYPE_RULE_BUDGET_DIALOG (gh_rule_budget_dialog_get_type ())
G_DECLARE_FINAL_TYPE (GhRuleBudgetDialog, gh_rule_budget_dialog, GH, RULE_BUDGET_DIALOG, AdwWindow)

/* server: its id, or NULL: all. name: how it is called in sentences. GTK keeps it until it
 * closes. */
GtkWindow *gh_rule_budget_dialog_new (GhRuleList *rules,
                                      const char *server,
                                      const char *name);

G_END_DECLS
