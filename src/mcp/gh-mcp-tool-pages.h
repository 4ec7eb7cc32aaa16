/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Reads all pages of tools/list (requirements 8.1, 8.2). */
#pragma once

#include "gh-rpc-peer.h"

G_BEGIN_DECLS

/* Bounded; a server that gives the same cursor again ends the list. with_tasks: as for
 * gh_mcp_tool_parse(). */
void       gh_mcp_tool_pages_read_async  (GhRpcPeer            *peer,
                                          guint                 timeout_ms,
                                          gboolean              with_tasks,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
/* Owned array of GhMcpTool in the server's order, each name once. */
GPtrArray *gh_mcp_tool_pages_read_finish (GhRpcPeer            *peer,
                                          GAsyncResult         *result,
                                          GError              **error);

G_END_DECLS
