/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The requests that wait behind the one on view, as a menu in the header of the review dialog. */
#pragma once

#include <adwaita.h>

#include "gh-request-broker.h"

G_BEGIN_DECLS

#define GH_TYPE_REVIEW_WAITING (gh_review_waiting_get_type ())
G_DECLARE_FINAL_TYPE (GhReviewWaiting, gh_review_waiting, GH, REVIEW_WAITING, AdwBin)

/* Hidden while nothing waits. Actions: waiting.show (target: a request's serial, u),
 * waiting.deny-all (asks first). */

/* Once. The broker is kept. */
void gh_review_waiting_set_broker  (GhReviewWaiting   *self,
                                    GhRequestBroker  *broker);
/* The one on view, which does not wait; NULL: none. It is kept. */
void gh_review_waiting_set_on_view (GhReviewWaiting   *self,
                                    GhRequest         *request);

G_END_DECLS
