/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The history, for its tests. */
#pragma once

#include "gh-history.h"

G_BEGIN_DECLS

/* From the next opening of the file on, it may not grow beyond this: a full disk. After
 * gh_history_open(), before anything happens. */
void gh_history_limit_pages (GhHistory *self,
                             guint      pages);

/* Whether something that was added is not yet in the file. */
gboolean gh_history_get_busy    (GhHistory *self);

G_END_DECLS
