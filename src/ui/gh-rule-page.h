/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The person's rules, the servers they wait for, and the budgets. */
#pragma once

#include <adwaita.h>

#include "gh-host.h"

G_BEGIN_DECLS

#define GH_TYPE_RULE_PAGE (gh_rule_page_get_type ())
G_DECLARE_FINAL_TYPE (GhRulePage, gh_rule_page, GH, RULE_PAGE, AdwBin)

/* Once. */
void gh_rule_page_set_host (GhRulePage *self,
                            GhHost     *host);

G_END_DECLS
