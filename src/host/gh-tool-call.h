/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One call of a tool: running, finished, failed or cancelled. */
#pragma once

#include "gh-content.h"
#include "gh-tool.h"

G_BEGIN_DECLS

typedef enum
{
  GH_TOOL_CALL_RUNNING,
  GH_TOOL_CALL_DONE,      /* the server answered; see gh_tool_call_get_is_error() */
  GH_TOOL_CALL_FAILED,    /* see gh_tool_call_get_error() */
  GH_TOOL_CALL_CANCELLED,
} GhToolCallState;

#define GH_TYPE_TOOL_CALL_STATE (gh_tool_call_state_get_type ())
GType gh_tool_call_state_get_type (void);

#define GH_TYPE_TOOL_CALL (gh_tool_call_get_type ())
G_DECLARE_FINAL_TYPE (GhToolCall, gh_tool_call, GH, TOOL_CALL, GObject)

/* Properties, notifying: state, progress (double), total (double, NAN unknown), message, n-requests
 * (sampling requests that came during it). */
GhTool          *gh_tool_call_get_tool       (GhToolCall *self);
GhToolCallState  gh_tool_call_get_state      (GhToolCall *self);
double           gh_tool_call_get_progress   (GhToolCall *self); /* NAN: none reported */
double           gh_tool_call_get_total      (GhToolCall *self); /* NAN: unknown */
const char      *gh_tool_call_get_message    (GhToolCall *self); /* or NULL */
guint            gh_tool_call_get_n_requests (GhToolCall *self);
gboolean         gh_tool_call_get_is_error   (GhToolCall *self);
/* What does not fit the tool's schemas, or was not checked, in English; or NULL. */
const char      *gh_tool_call_get_warning    (GhToolCall *self);
const GError    *gh_tool_call_get_error      (GhToolCall *self); /* or NULL */
GListModel      *gh_tool_call_list_content   (GhToolCall *self); /* of GhContent */
GBytes          *gh_tool_call_get_json       (GhToolCall *self); /* as it came, or NULL */
gint64           gh_tool_call_get_duration   (GhToolCall *self); /* microseconds so far or in all */
void             gh_tool_call_cancel         (GhToolCall *self);

G_END_DECLS
