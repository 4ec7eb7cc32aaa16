/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What changed of a server since its rules were made, and whether it is trusted. */
#pragma once

#include <adwaita.h>

#include "gh-rule-trust.h"

G_BEGIN_DECLS

#define GH_TYPE_RULE_CHANGE_DIALOG (gh_rule_change_dialog_get_type ())
G_DECLARE_FINAL_TYPE (GhRuleChangeDialog, gh_rule_change_dialog, GH, RULE_CHANGE_DIALOG, AdwWindow)

/* NULL: nothing changed. GTK keeps it until it closes. */
GtkWindow *gh_rule_change_dialog_new (GhRuleTrust *trust,
                                      GhServer    *server);

G_END_DECLS
