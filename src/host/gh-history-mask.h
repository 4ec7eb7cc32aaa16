/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What of an entry may be written down. */
#pragma once

#include "gh-history-entry.h"
#include "gh-shield.h"

G_BEGIN_DECLS

/* Of one text; nobody reads more, and an index of more is larger than what it is for. */
#define GH_HISTORY_MOST_TEXT (256 * 1024)
/* What is looked at behind it, so that a secret across the cut is seen whole. */
#define GH_HISTORY_MASK_SLACK (16 * 1024)

/* The same with everything secret hidden, texts cut, and a title. Blocks: for a thread. Owned. */
GhHistoryEntry *gh_history_mask (GhHistoryEntry *entry,
                                 GhShield       *shield);

G_END_DECLS
