/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Pings a server that has nothing to do, to know that it still answers (requirement 2.46). */
#pragma once

#include "gh-rpc-peer.h"

G_BEGIN_DECLS

/* The server did not answer a ping; called once. */
typedef void (*GhMcpKeepaliveFunc) (gpointer user_data);

typedef struct _GhMcpKeepalive GhMcpKeepalive;

/* interval_ms: between two looks whether a ping is due; silence_ms: how long a ping may go
 * unanswered while nothing else comes either. */
GhMcpKeepalive *gh_mcp_keepalive_new   (GhRpcPeer          *peer,
                                        guint               interval_ms,
                                        guint               silence_ms,
                                        GhMcpKeepaliveFunc  func,
                                        gpointer            user_data);
/* The server said something: it lives. */
void            gh_mcp_keepalive_heard (GhMcpKeepalive     *self);
/* func is not called any more. */
void            gh_mcp_keepalive_free  (GhMcpKeepalive     *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpKeepalive, gh_mcp_keepalive_free)

G_END_DECLS
