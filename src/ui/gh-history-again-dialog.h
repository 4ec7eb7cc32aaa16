/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Where a prompt of the history is sent to a model again, and its answer read. */
#pragma once

#include <adwaita.h>

#include "gh-history-replay.h"

G_BEGIN_DECLS

#define GH_TYPE_HISTORY_AGAIN_DIALOG (gh_history_again_dialog_get_type ())
G_DECLARE_FINAL_TYPE (GhHistoryAgainDialog, gh_history_again_dialog, GH, HISTORY_AGAIN_DIALOG,
                      AdwWindow)

/* entry: with its parts, and gh_history_replay_is_possible(). Nothing is sent before the person
 * says so. */
GtkWidget *gh_history_again_dialog_new (GhHistory      *history,
                                        GhModelList    *models,
                                        GhHistoryEntry *entry);

G_END_DECLS
