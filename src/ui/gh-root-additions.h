/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Tells what came of adding folders. */
#pragma once

#include "gh-window.h"

G_BEGIN_DECLS

/* additions: of GhRootAddition. One toast for what was added, one for each kind of trouble. */
void gh_root_additions_tell (GPtrArray *additions,
                             GhWindow  *window);

G_END_DECLS
