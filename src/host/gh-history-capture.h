/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Makes entries of the history from what is over. */
#pragma once

#include "gh-history.h"
#include "gh-model.h"
#include "gh-request-broker.h"
#include "gh-server.h"

G_BEGIN_DECLS

/* As it stands, texts bounded, not yet masked; owned. */
GhHistoryEntry *gh_history_capture_request (GhRequest        *request);
GhHistoryEntry *gh_history_capture_call    (GhServer         *server,
                                            GhToolCall       *call);

/* From now on, everything that comes to its end is added. servers: of GhServer. */
void            gh_history_watch           (GhHistory        *history,
                                            GhRequestBroker  *broker,
                                            GListModel       *servers);

/* For entries of other files: a part of bounded length. left: bytes that the whole entry may still
 * have; start with GH_HISTORY_MOST_ENTRY. became: NULL, or what is not the same. */
#define GH_HISTORY_MOST_ENTRY (1024 * 1024)
GhHistoryPart  *gh_history_capture_text    (GPtrArray        *parts,
                                            gsize            *left,
                                            GhHistoryRole     role,
                                            const char       *name,
                                            const char       *text,
                                            const char       *became);

double          gh_history_capture_cost    (GhModel          *model,
                                            gint64            input_tokens,
                                            gint64            output_tokens);

G_END_DECLS
