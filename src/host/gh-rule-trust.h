/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Trust on first use (10.7): remembers what each server is, its command and its tools, and tells
 * the rules when it is another thing now; and when a call is over. */
#pragma once

#include "gh-file-store.h"
#include "gh-rule-list.h"
#include "gh-server-list.h"

G_BEGIN_DECLS

#define GH_TYPE_RULE_TRUST (gh_rule_trust_get_type ())
G_DECLARE_FINAL_TYPE (GhRuleTrust, gh_rule_trust, GH, RULE_TRUST, GObject)

/* What comes of it is gh_rule_list_get_trusted(). store: NULL: nothing is remembered after this
 * run. */
GhRuleTrust *gh_rule_trust_new         (GhFileStore          *store,
                                        GhServerList         *servers,
                                        GhRuleList           *rules);
void         gh_rule_trust_load_async  (GhRuleTrust          *self,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
gboolean     gh_rule_trust_load_finish (GhRuleTrust          *self,
                                        GAsyncResult         *result,
                                        GError              **error);
/* FALSE unless the server is GH_RULE_CHANGED. What it was and what it is, as texts to compare;
 * borrowed, cut where they are long. */
gboolean     gh_rule_trust_get_change  (GhRuleTrust          *self,
                                        const char           *server,
                                        const char          **before,
                                        const char          **after);
/* The person trusts what it is now. */
void         gh_rule_trust_accept      (GhRuleTrust          *self,
                                        const char           *server);

G_END_DECLS
