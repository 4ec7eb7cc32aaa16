/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A prompt of the history, sent once more to a model: for the person's eyes alone. */
#pragma once

#include "gh-history.h"
#include "gh-model-list.h"

G_BEGIN_DECLS

typedef enum
{
  GH_HISTORY_REPLAY_RUNNING,
  GH_HISTORY_REPLAY_DONE,
  GH_HISTORY_REPLAY_FAILED,  /* see gh_history_replay_get_error(); some text may have come */
  GH_HISTORY_REPLAY_STOPPED,
} GhHistoryReplayState;

#define GH_TYPE_HISTORY_REPLAY_STATE (gh_history_replay_state_get_type ())
GType gh_history_replay_state_get_type (void);

#define GH_TYPE_HISTORY_REPLAY (gh_history_replay_get_type ())
G_DECLARE_FINAL_TYPE (GhHistoryReplay, gh_history_replay, GH, HISTORY_REPLAY, GObject)

/* Properties, notifying: state; text (string): what came so far. No server hears of it; what came
 * of it is added to the history as GH_HISTORY_AGAIN. Letting go of it stops it. */

/* Whether there is a prompt in the entry, which has its parts. */
gboolean             gh_history_replay_is_possible (GhHistoryEntry   *entry);
/* Whether it is all that was sent then: pictures, uses of tools and what was cut are not kept. */
gboolean             gh_history_replay_is_whole    (GhHistoryEntry   *entry);
/* Asks at once: what was sent then, as far as it was kept. */
GhHistoryReplay     *gh_history_replay_new         (GhHistory        *history,
                                                    GhModelList      *models,
                                                    GhHistoryEntry   *entry,
                                                    GhModel          *model);
GhHistoryReplayState gh_history_replay_get_state   (GhHistoryReplay  *self);
const char          *gh_history_replay_get_text    (GhHistoryReplay  *self); /* never NULL */
/* For gh_model_trouble_from_error(); or NULL. */
const GError        *gh_history_replay_get_error   (GhHistoryReplay  *self);
void                 gh_history_replay_stop        (GhHistoryReplay  *self);

G_END_DECLS
