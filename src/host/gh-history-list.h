/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a query finds in the history, the newest first: a list that reads on as it is looked at. */
#pragma once

#include "gh-history.h"

G_BEGIN_DECLS

#define GH_TYPE_HISTORY_LIST (gh_history_list_get_type ())
G_DECLARE_FINAL_TYPE (GhHistoryList, gh_history_list, GH, HISTORY_LIST, GObject)

/* A GListModel of GhHistoryEntry, without parts. It holds what was read so far; asking for an item
 * near its end reads the next page. What comes to the history appears, what goes disappears.
 *
 * Properties, notifying, read-only: loading (boolean), error (whether reading failed: see
 * gh_history_list_get_error()). */

/* Begins to read at once. query: copied. */
GhHistoryList        *gh_history_list_new         (GhHistory            *history,
                                                   const GhHistoryQuery *query);
const GhHistoryQuery *gh_history_list_get_query   (GhHistoryList        *self);
gboolean              gh_history_list_get_loading (GhHistoryList        *self);
/* Whether all that there is was read. */
gboolean              gh_history_list_get_whole   (GhHistoryList        *self);
/* English, for developers; or NULL. */
const GError         *gh_history_list_get_error   (GhHistoryList        *self);

G_END_DECLS
