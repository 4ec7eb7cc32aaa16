/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A popover with what the history can be narrowed down to. */
#pragma once

#include <gtk/gtk.h>

#include "gh-history.h"

G_BEGIN_DECLS

#define GH_TYPE_HISTORY_FILTERS (gh_history_filters_get_type ())
G_DECLARE_FINAL_TYPE (GhHistoryFilters, gh_history_filters, GH, HISTORY_FILTERS, GtkPopover)

/* Signal "changed": the person chose something else. */

/* Once: whose names of servers, tools and models it offers, read anew whenever it opens. */
void     gh_history_filters_set_history (GhHistoryFilters *self,
                                         GhHistory        *history);
/* Puts what is chosen into the query; its text stays. */
void     gh_history_filters_apply       (GhHistoryFilters *self,
                                         GhHistoryQuery   *query);
/* Whether anything is chosen. */
gboolean gh_history_filters_get_active  (GhHistoryFilters *self);
/* Back to everything. */
void     gh_history_filters_reset       (GhHistoryFilters *self);

G_END_DECLS
