/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The tools that read and write travel plans. */
#pragma once

#include "gh-demo-call.h"
#include "gh-demo-roots.h"

G_BEGIN_DECLS

/* Whether one of them is called so. */
gboolean gh_demo_trips_has (const char  *name);
/* Answers the call; within these folders. */
void     gh_demo_trips_run (const char  *name,
                            GhDemoRoots *roots,
                            GhDemoCall  *take_call);

G_END_DECLS
