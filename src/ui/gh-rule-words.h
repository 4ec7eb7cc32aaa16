/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The sentences of rules and budgets: what a rule allows, what was used, why it is asked all the
 * same. */
#pragma once

#include "gh-request-broker.h"
#include "gh-rule-list.h"
#include "gh-server-list.h"

G_BEGIN_DECLS

/* All results are plain text, never markup, and owned. servers: where names are looked up, or
 * NULL. */
char *gh_rule_words_sentence (GhRule              *rule,
                              GhServerList        *servers);
/* The person's name of it; NULL: "Any server". */
char *gh_rule_words_server   (const char          *id,
                              GhServerList        *servers);
/* "Used 3 times. Last use: 2 minutes ago"; and what keeps it from being used now. */
char *gh_rule_words_state    (GhRule              *rule,
                              GhRuleList          *rules);
/* "6 requests a minute" */
char *gh_rule_words_limit    (GhLimit              limit,
                              double               most);
/* "4 requests, 1,204 tokens" */
char *gh_rule_words_amount   (const GhUsageAmount *amount);
/* Of today, this month, and how much that is of a limit: see fraction. server NULL: all.
 * fraction: of the limit that is closest, or -1: there is none. */
char *gh_rule_words_use      (GhRuleList          *rules,
                              const char          *server,
                              double              *fraction);
/* "Any rule that would allow this ..."; NULL: no rule has to do with it. */
char *gh_rule_words_cause    (const GhRuleVerdict *verdict,
                              GhRequest           *request);
/* What the money of a limit or a price is written as: "0.42" */
char *gh_rule_words_money    (double               money);

G_END_DECLS
