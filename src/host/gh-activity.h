/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Everything that went between us and one server lately. A GListModel of GhActivityEntry, the
 * newest last. */
#pragma once

#include "gh-activity-entry.h"

G_BEGIN_DECLS

/* The oldest make room for new ones: so many, and so much text together. */
#define GH_ACTIVITY_MAX_ENTRIES 5000
#define GH_ACTIVITY_MAX_BYTES (16 * 1024 * 1024)

#define GH_TYPE_ACTIVITY (gh_activity_get_type ())
G_DECLARE_FINAL_TYPE (GhActivity, gh_activity, GH, ACTIVITY, GObject)

/* New entries come into the list in bundles, so that a flood does not freeze anybody. Signal
 * "added" (GhActivityEntry *entry): at once, one by one, for whoever writes all of them down. */
/* From now on messages are kept whole, for whoever writes them down; the list still forgets the
 * oldest. */
void       gh_activity_keep_whole    (GhActivity           *self);
/* Adds to the list what still waits for its bundle. */
void       gh_activity_flush         (GhActivity           *self);
void       gh_activity_clear         (GhActivity           *self);
/* One line of JSON without its end, to be written down: an object with "time", "direction" and
 * "message"; "start" and "size" instead of a message that is not whole, "malformed" or "event" and
 * "text" instead of what is none. What is secret in it is hidden, also what lines before told of.
 * Owned. */
char      *gh_activity_dup_line      (GhActivity           *self,
                                      GhActivityEntry      *entry);
/* Writes what the list holds, a line each (gh_activity_dup_line()): the file is replaced whole or
 * not at all, and only its owner can read it. */
void       gh_activity_export_async  (GhActivity           *self,
                                      GFile                *file,
                                      GCancellable         *cancellable,
                                      GAsyncReadyCallback   callback,
                                      gpointer              user_data);
gboolean   gh_activity_export_finish (GhActivity           *self,
                                      GAsyncResult         *result,
                                      GError              **error);

G_END_DECLS
