/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Making entries, for the activity alone. */
#pragma once

#include "gh-activity-entry.h"
#include "gh-rpc-message.h"

G_BEGIN_DECLS

/* method: that of the request a response answers, or NULL; duration: since then, or -1. most: bytes
 * of the text that are kept. */
GhActivityEntry *gh_activity_entry_new_message (GhActivityDirection  direction,
                                                GhRpcMessage        *message,
                                                const char          *method,
                                                gint64               duration,
                                                gsize                most);
GhActivityEntry *gh_activity_entry_new_text    (GhActivityDirection  direction,
                                                GhActivityKind       kind,
                                                const char          *word,
                                                const char          *text,
                                                gsize                length,
                                                gsize                most);
/* Bytes of memory that its text takes. */
gsize            gh_activity_entry_get_kept    (GhActivityEntry     *self);

G_END_DECLS
