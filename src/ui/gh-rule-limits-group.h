/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Limits to edit: an entry for each, empty for none. */
#pragma once

#include <adwaita.h>

#include "gh-rule-limits.h"

G_BEGIN_DECLS

#define GH_TYPE_RULE_LIMITS_GROUP (gh_rule_limits_group_get_type ())
G_DECLARE_FINAL_TYPE (GhRuleLimitsGroup, gh_rule_limits_group, GH, RULE_LIMITS_GROUP,
                      AdwPreferencesGroup)

/* Signal "changed": the person changed one. GH_LIMIT_REQUESTS is not among them. */
GtkWidget *gh_rule_limits_group_new  (void);
void       gh_rule_limits_group_set  (GhRuleLimitsGroup *self,
                                      const GhLimits    *limits);
/* FALSE: an entry holds no number; it is marked. */
gboolean   gh_rule_limits_group_get  (GhRuleLimitsGroup *self,
                                      GhLimits          *limits);

G_END_DECLS
