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

G_END_DECLS
