/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The preferences of the history: whether it is kept, and for how long. */
#pragma once

#include <adwaita.h>

#include "gh-history.h"

G_BEGIN_DECLS

#define GH_TYPE_HISTORY_SETTINGS (gh_history_settings_get_type ())
G_DECLARE_FINAL_TYPE (GhHistorySettings, gh_history_settings, GH, HISTORY_SETTINGS,
                      AdwPreferencesGroup)

/* Once: whose they are. */
void gh_history_settings_set_history (GhHistorySettings *self,
                                      GhHistory         *history);

G_END_DECLS
