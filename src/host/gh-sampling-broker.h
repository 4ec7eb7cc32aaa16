/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Takes sampling requests from servers to the reviewer and the model and back. A GListModel of open
 * GhSamplingRequest, in the order they came. */
#pragma once

#include "gh-reviewer.h"

G_BEGIN_DECLS

/* Beyond this many open requests of one server the next is refused at once (requirement 6.26). */
#define GH_SAMPLING_MAX_OPEN 256

#define GH_TYPE_SAMPLING_BROKER (gh_sampling_broker_get_type ())
G_DECLARE_FINAL_TYPE (GhSamplingBroker, gh_sampling_broker, GH, SAMPLING_BROKER, GObject)

/* Property "current" (GhSamplingRequest or NULL), notifying: the one with the reviewer.
 * Signal "finished" (GhSamplingRequest *request): it reached a terminal state and left the list. */
GhSamplingBroker  *gh_sampling_broker_new          (GhModelList        *models);
GhModelList       *gh_sampling_broker_get_models   (GhSamplingBroker   *self);
/* Weak; without a reviewer requests stay QUEUED. NULL: none. */
void               gh_sampling_broker_set_reviewer (GhSamplingBroker   *self,
                                                    GhReviewer         *reviewer);
GhSamplingRequest *gh_sampling_broker_get_current  (GhSamplingBroker   *self);
/* Brings a QUEUED one to the front; the current one, if still in REVIEW, goes back to QUEUED and
 * its reviewer lets go of it. A current one that is with the model or has its answer stays; then
 * the other is next. */
void               gh_sampling_broker_show         (GhSamplingBroker   *self,
                                                    GhSamplingRequest  *request);
/* borrowed or NULL */
GhSamplingRequest *gh_sampling_broker_find         (GhSamplingBroker   *self,
                                                    guint               serial);
/* Denies all that is open. */
void               gh_sampling_broker_close        (GhSamplingBroker   *self);

G_END_DECLS
