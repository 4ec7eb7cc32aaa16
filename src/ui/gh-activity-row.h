/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One message between us and a server, or what became of their connection. */
#pragma once

#include <adwaita.h>

#include "gh-activity-entry.h"

G_BEGIN_DECLS

#define GH_TYPE_ACTIVITY_ROW (gh_activity_row_get_type ())
G_DECLARE_FINAL_TYPE (GhActivityRow, gh_activity_row, GH, ACTIVITY_ROW, GtkWidget)

/* Property: item (GhActivityEntry). */

/* What it is, in one line: a method, an event in words, or what was said instead; owned. */
char *gh_activity_row_dup_words (GhActivityEntry *entry);
/* The kind of message, and who sent it: "Request sent"; translated. */
const char *gh_activity_row_get_kind (GhActivityEntry *entry);
/* Whether it is an event that tells of something gone wrong. */
gboolean    gh_activity_row_is_trouble (GhActivityEntry *entry);

G_END_DECLS
