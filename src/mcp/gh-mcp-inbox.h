/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Serves what a server asks of the host in the legacy eras: ping, and what the delegate grants. */
#pragma once

#include "gh-mcp-delegate.h"
#include "gh-rpc-peer.h"

G_BEGIN_DECLS

typedef struct _GhMcpInbox GhMcpInbox;

/* The delegate may be NULL and is not kept alive. */
GhMcpInbox *gh_mcp_inbox_new          (GhRpcPeer     *peer,
                                       GhMcpDelegate *delegate);
/* Answers, now or later. offered: whether initialize was sent, so that the server knows what it may
 * ask for. version: the negotiated revision, NULL before. tool: the call of ours during which the
 * request came, or NULL. */
void        gh_mcp_inbox_serve        (GhMcpInbox    *self,
                                       GhRpcIncoming *request,
                                       gboolean       offered,
                                       const char    *version,
                                       const char    *tool);
/* What error -32042 asks for, one page after the other (7.24). TRUE: the request may be made again.
 * GH_MCP_ERROR_DENIED: the person said no. */
void        gh_mcp_inbox_visit_async  (GhMcpInbox           *self,
                                       const GError         *required,
                                       const char           *tool,
                                       GCancellable         *cancellable,
                                       GAsyncReadyCallback   callback,
                                       gpointer              user_data);
gboolean    gh_mcp_inbox_visit_finish (GhMcpInbox           *self,
                                       GAsyncResult         *result,
                                       GError              **error);
/* The params of notifications/elicitation/complete, or NULL (7.23). */
void        gh_mcp_inbox_completed    (GhMcpInbox           *self,
                                       JsonObject           *params);
/* Whether something waits for a person. */
gboolean    gh_mcp_inbox_is_reviewing (GhMcpInbox    *self);
GhMcpInbox *gh_mcp_inbox_ref          (GhMcpInbox    *self);
void        gh_mcp_inbox_unref        (GhMcpInbox    *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpInbox, gh_mcp_inbox_unref)

G_END_DECLS
