/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Makes a rule like a request, or changes one: its sentence, and what it is made of. */
#pragma once

#include <adwaita.h>

#include "gh-rule-list.h"
#include "gh-sampling-request.h"
#include "gh-server-list.h"

G_BEGIN_DECLS

#define GH_TYPE_RULE_DIALOG (gh_rule_dialog_get_type ())
G_DECLARE_FINAL_TYPE (GhRuleDialog, gh_rule_dialog, GH, RULE_DIALOG, AdwWindow)

/* servers: where names are looked up, or NULL. GTK keeps them until they close. */
/* Filled in with the narrowest rule that would decide this request. */
GtkWindow *gh_rule_dialog_new_like (GhRuleList        *rules,
                                    GhSamplingRequest *request,
                                    GhServerList      *servers);
/* What the dialog has no control for stays as it is. */
GtkWindow *gh_rule_dialog_new_edit (GhRuleList        *rules,
                                    GhRule            *rule,
                                    GhServerList      *servers);

G_END_DECLS
