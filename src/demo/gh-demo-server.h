/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The travel desk as a Model Context Protocol server (revisions 2024-11-05 to 2026-07-28). */
#pragma once

#include "gh-rpc-transport.h"

G_BEGIN_DECLS

#define GH_TYPE_DEMO_SERVER (gh_demo_server_get_type ())
G_DECLARE_FINAL_TYPE (GhDemoServer, gh_demo_server, GH, DEMO_SERVER, GObject)

/* modern: speaks revision 2026-07-28, and no other. Signal "closed": the host is gone. */
GhDemoServer *gh_demo_server_new   (GhRpcTransport *transport,
                                    gboolean        modern);
void          gh_demo_server_start (GhDemoServer   *self);

G_END_DECLS
