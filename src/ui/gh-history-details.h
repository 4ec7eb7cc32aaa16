/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One entry of the history with all that is known of it. */
#pragma once

#include <adwaita.h>

#include "gh-history.h"

G_BEGIN_DECLS

#define GH_TYPE_HISTORY_DETAILS (gh_history_details_get_type ())
G_DECLARE_FINAL_TYPE (GhHistoryDetails, gh_history_details, GH, HISTORY_DETAILS, AdwBin)

/* Property: narrow (boolean): it stands in the list's place, and has a button that leads back.
 * Signal "back": that button was clicked. Its other buttons are the actions history.again,
 * history.copy and history.delete of whoever holds it. */

/* entry: with its parts; NULL: nothing is selected. Kept. */
void            gh_history_details_set_entry (GhHistoryDetails *self,
                                              GhHistoryEntry   *entry);
/* Borrowed, or NULL. */
GhHistoryEntry *gh_history_details_get_entry (GhHistoryDetails *self);
/* Instead of an entry, which could not be read. message: plain text, copied. */
void            gh_history_details_set_error (GhHistoryDetails *self,
                                              const char       *message);

G_END_DECLS
