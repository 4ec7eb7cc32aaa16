/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Takes what servers ask from them to the reviewer and back, one after the other. A GListModel of
 * open GhRequest, in the order they came. */
#pragma once

#include "gh-masking-policy.h"
#include "gh-reviewer.h"
#include "gh-rule-list.h"

G_BEGIN_DECLS

/* Beyond this many open requests of one server the next is refused at once (requirement 6.26). */
#define GH_REQUEST_MAX_OPEN 256

#define GH_TYPE_REQUEST_BROKER (gh_request_broker_get_type ())
G_DECLARE_FINAL_TYPE (GhRequestBroker, gh_request_broker, GH, REQUEST_BROKER, GObject)

/* Property "current" (GhRequest or NULL), notifying: the one with the reviewer.
 * Signal "asked" (GhRequest *request): no rule decides it, or not for good: it waits for the
 * reviewer.
 * Signal "finished" (GhRequest *request): it is OVER and left the list. */
GhRequestBroker *gh_request_broker_new          (GhModelList      *models);
GhModelList     *gh_request_broker_get_models   (GhRequestBroker  *self);
/* What is masked in prompts before anybody sees them. */
GhMaskingPolicy *gh_request_broker_get_masking  (GhRequestBroker  *self);
/* Weak; without a reviewer requests stay WAITING. NULL: none. */
void             gh_request_broker_set_reviewer (GhRequestBroker  *self,
                                                 GhReviewer       *reviewer);
/* What is decided without asking; kept alive. NULL: nothing. What waits is decided anew. */
void             gh_request_broker_set_rules    (GhRequestBroker  *self,
                                                 GhRuleList       *rules);
GhRuleList      *gh_request_broker_get_rules    (GhRequestBroker  *self); /* borrowed or NULL */
/* What the rules say of an open request, and why the person is asked all the same; FALSE: nothing
 * yet. */
gboolean         gh_request_broker_get_verdict  (GhRequestBroker  *self,
                                                 GhRequest        *request,
                                                 GhRuleVerdict    *verdict);
GhRequest       *gh_request_broker_get_current  (GhRequestBroker  *self);
/* Brings a WAITING one to the front; the current one, if still in REVIEW, goes back to WAITING and
 * its reviewer lets go of it. A current one that is BUSY stays; then the other is next. */
void             gh_request_broker_show         (GhRequestBroker  *self,
                                                 GhRequest        *request);
/* Of GhRequest: those that wait and ask the same as this one (gh_request_is_like()); owned. */
GPtrArray       *gh_request_broker_dup_like     (GhRequestBroker  *self,
                                                 GhRequest        *request);
/* borrowed or NULL */
GhRequest       *gh_request_broker_find         (GhRequestBroker  *self,
                                                 guint             serial);
/* Dismisses all that is open. */
void             gh_request_broker_close        (GhRequestBroker  *self);

G_END_DECLS
