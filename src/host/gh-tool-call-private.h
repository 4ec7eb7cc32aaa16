/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One call of a tool, for the server that makes it. */
#pragma once

#include "gh-mcp-tool.h"
#include "gh-tool-call.h"

G_BEGIN_DECLS

/* arguments: an object or NULL; kept, nobody changes it any more. */
GhToolCall   *gh_tool_call_new             (GhTool           *tool,
                                            JsonNode         *arguments);
JsonNode     *gh_tool_call_get_arguments   (GhToolCall       *self); /* or NULL */
/* Fires when the person cancels. */
GCancellable *gh_tool_call_get_cancellable (GhToolCall       *self);
gint64        gh_tool_call_get_time        (GhToolCall       *self); /* it began, us since 1970 */
/* Bytes that the result holds. */
gsize         gh_tool_call_get_size        (GhToolCall       *self);
void          gh_tool_call_set_progress    (GhToolCall       *self,
                                            double            progress,
                                            double            total,
                                            const char       *message);
void          gh_tool_call_add_request     (GhToolCall       *self);
/* RUNNING -> DONE, once the result is ready for showing. */
void          gh_tool_call_take_result     (GhToolCall       *self,
                                            GhMcpToolResult  *take_result);
/* RUNNING -> FAILED, or CANCELLED for G_IO_ERROR_CANCELLED. */
void          gh_tool_call_fail            (GhToolCall       *self,
                                            const GError     *error);

G_END_DECLS
