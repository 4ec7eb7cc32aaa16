/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * In the review: what the server used, and the way to a rule. */
#pragma once

#include <adwaita.h>

#include "gh-request-broker.h"

G_BEGIN_DECLS

#define GH_TYPE_RULE_REVIEW (gh_rule_review_get_type ())
G_DECLARE_FINAL_TYPE (GhRuleReview, gh_rule_review, GH, RULE_REVIEW, AdwPreferencesGroup)

GtkWidget *gh_rule_review_new         (void);
/* request: NULL: none any more. Without rules it is not shown. */
void       gh_rule_review_set_request (GhRuleReview      *self,
                                       GhRequestBroker   *broker,
                                       GhSamplingRequest *request);

G_END_DECLS
