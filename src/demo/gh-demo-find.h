/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * find_best_flight: 47 flights, the host's model, the top three. */
#pragma once

#include "gh-demo-call.h"

G_BEGIN_DECLS

/* Answers the call, now or when the model did. */
void gh_demo_find_run (GhDemoCall *take_call,
                       gboolean    has_sampling);

/* Its two halves, for whom somebody else carries the question. The params of
 * sampling/createMessage, owned, and the trip, which is the call's; NULL with a text for the
 * person. */
JsonNode *gh_demo_find_build   (GhDemoCall  *call,
                                const char **trip,
                                GError     **error);
/* Answers the call with what the model chose. */
void      gh_demo_find_present (GhDemoCall  *take_call,
                                const char  *trip,
                                JsonObject  *result);

G_END_DECLS
