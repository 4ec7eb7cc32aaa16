/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One rule: its sentence, its last use, and the buttons that change and revoke it. */
#pragma once

#include <adwaita.h>

#include "gh-host.h"

G_BEGIN_DECLS

#define GH_TYPE_RULE_ROW (gh_rule_row_get_type ())
G_DECLARE_FINAL_TYPE (GhRuleRow, gh_rule_row, GH, RULE_ROW, AdwActionRow)

GtkWidget *gh_rule_row_new    (GhRule    *rule,
                               GhHost    *host);
/* What it says may be another thing after a while. */
void       gh_rule_row_update (GhRuleRow *self);

G_END_DECLS
