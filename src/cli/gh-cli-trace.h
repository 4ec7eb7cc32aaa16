/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Writes down every message between us and a server. */
#pragma once

#include "gh-activity.h"

G_BEGIN_DECLS

#define GH_TYPE_CLI_TRACE (gh_cli_trace_get_type ())
G_DECLARE_FINAL_TYPE (GhCliTrace, gh_cli_trace, GH, CLI_TRACE, GObject)

/* Replaces the file, which only its owner can read. NULL with G_FILE_ERROR. */
GhCliTrace *gh_cli_trace_new   (const char  *path,
                                GError     **error);
/* From now on, a line each (gh_activity_dup_line()). */
void        gh_cli_trace_watch (GhCliTrace  *self,
                                GhActivity  *activity);

G_END_DECLS
