/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One tools/call while it runs: progress, time-outs, cancellation (requirements 2.30-2.42, 8.9). */
#pragma once

#include "gh-mcp-inbox.h"
#include "gh-mcp-progress.h"
#include "gh-mcp-tool.h"

G_BEGIN_DECLS

typedef struct _GhMcpCall GhMcpCall;

/* token: unique among the session's calls. arguments: an object, or NULL for none. silence_ms: how
 * long the server may say nothing; limit_ms: how long the call may take at all. */
GhMcpCall       *gh_mcp_call_new        (GhRpcPeer            *peer,
                                         GhMcpInbox           *inbox,
                                         gint64                token,
                                         const char           *tool,
                                         JsonNode             *arguments,
                                         guint                 silence_ms,
                                         guint                 limit_ms);
const char      *gh_mcp_call_get_tool   (GhMcpCall            *self);
gint64           gh_mcp_call_get_token  (GhMcpCall            *self);
/* The params of a progress notification with this call's token. */
void             gh_mcp_call_progress   (GhMcpCall            *self,
                                         JsonObject           *params);
/* Once. The call must live until it completes. */
void             gh_mcp_call_run_async  (GhMcpCall            *self,
                                         GhMcpProgressFunc     progress_func,
                                         gpointer              progress_data,
                                         GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
GhMcpToolResult *gh_mcp_call_run_finish (GhMcpCall            *self,
                                         GAsyncResult         *result,
                                         GError              **error);
void             gh_mcp_call_free       (GhMcpCall            *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpCall, gh_mcp_call_free)

G_END_DECLS
