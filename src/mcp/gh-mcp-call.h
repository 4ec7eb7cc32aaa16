/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One request of ours while it runs: progress, time-outs, cancellation (requirements
 * 2.30-2.42). */
#pragma once

#include "gh-mcp-inbox.h"
#include "gh-mcp-progress.h"

G_BEGIN_DECLS

typedef struct _GhMcpCall GhMcpCall;

/* One of the two is given, and borrowed. The call may be freed. */
typedef void (*GhMcpCallFunc) (GhJsonValue  *result,
                               const GError *error,
                               gpointer      user_data);

/* method: static. tool: the tool that is called, or NULL; it outlives the
 * call. */
GhMcpCall  *gh_mcp_call_new          (GhRpcPeer            *peer,
                                      const char           *method,
                                      const char           *tool);
/* silence_ms: how long the server may say nothing; limit_ms: how long the call may take at all, 0
 * for as long as the server is not silent. */
void        gh_mcp_call_set_patience (GhMcpCall            *self,
                                      guint                 silence_ms,
                                      guint                 limit_ms);
/* token: unique among the session's calls. */
void        gh_mcp_call_set_progress (GhMcpCall            *self,
                                      gint64                token,
                                      GhMcpProgressFunc     func,
                                      gpointer              user_data);
/* The server is not told when nobody waits any more: the transport does (2.34). */
void        gh_mcp_call_set_silent_cancel (GhMcpCall       *self,
                                           gboolean         silent);
const char *gh_mcp_call_get_tool     (GhMcpCall            *self);
gint64      gh_mcp_call_get_token    (GhMcpCall            *self);
/* The params of a progress notification with this call's token. */
void        gh_mcp_call_progress     (GhMcpCall            *self,
                                      JsonObject           *params);
/* Once. params: an object or NULL. more: members besides theirs, see gh_rpc_message_new_call(), or
 * NULL. func: called once, from the main loop, unless the call is freed before. */
void        gh_mcp_call_run          (GhMcpCall            *self,
                                      GhJsonValue          *params,
                                      const char           *more,
                                      GCancellable         *cancellable,
                                      GhMcpCallFunc         func,
                                      gpointer              user_data);
void        gh_mcp_call_free         (GhMcpCall            *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpCall, gh_mcp_call_free)

G_END_DECLS
