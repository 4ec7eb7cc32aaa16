/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The server's side of stdio: one message a line on our own standard input and output. */
#pragma once

#include "gh-rpc-transport.h"

G_BEGIN_DECLS

#define GH_TYPE_DEMO_TRANSPORT (gh_demo_transport_get_type ())
G_DECLARE_FINAL_TYPE (GhDemoTransport, gh_demo_transport, GH, DEMO_TRANSPORT, GhRpcTransport)

/* Sending blocks while the host does not read: this program has nothing else to do. "closed" comes
 * at the end of the input. */
GhDemoTransport *gh_demo_transport_new (int in_fd,
                                        int out_fd);

G_END_DECLS
