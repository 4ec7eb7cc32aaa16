/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One call of a tool: how it goes, and what came of it. */
#pragma once

#include <adwaita.h>

#include "gh-tool-call.h"

G_BEGIN_DECLS

#define GH_TYPE_TOOL_RESULT (gh_tool_result_get_type ())
G_DECLARE_FINAL_TYPE (GhToolResult, gh_tool_result, GH, TOOL_RESULT, AdwBin)

/* Property: call. Actions: result.cancel, result.copy. */

/* Empty; a floating widget. */
GtkWidget  *gh_tool_result_new      (void);
/* Borrowed, or NULL. */
GhToolCall *gh_tool_result_get_call (GhToolResult *self);
/* Shows it while it runs and after; NULL: nothing. Kept. */
void        gh_tool_result_set_call (GhToolResult *self,
                                     GhToolCall   *call);

G_END_DECLS
