/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Tells of what rules decide, and never too often. */
#pragma once

#include "gh-request-broker.h"

G_BEGIN_DECLS

#define GH_TYPE_RULE_NOTES (gh_rule_notes_get_type ())
G_DECLARE_FINAL_TYPE (GhRuleNotes, gh_rule_notes, GH, RULE_NOTES, GObject)

/* Signal "note" (const char *words, plain text): of one decision at once, of what follows within
 * some seconds together. */
GhRuleNotes *gh_rule_notes_new (GhRequestBroker *broker);

G_END_DECLS
