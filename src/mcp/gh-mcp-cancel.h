/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Tells a server that a request of ours needs no answer any more (requirements 2.30, 2.33). */
#pragma once

#include "gh-rpc-peer.h"

G_BEGIN_DECLS

/* Best effort: where the server cannot be told, it is gone. */
void gh_mcp_cancel           (GhRpcPeer    *peer,
                              gint64        id,
                              const char   *reason);
/* The same if error says that we stopped waiting; else nothing. Never for initialize (2.4). */
void gh_mcp_cancel_abandoned (GhRpcPeer    *peer,
                              gint64        id,
                              const GError *error);

G_END_DECLS
