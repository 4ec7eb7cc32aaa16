/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A transport to a child process: one message a line on its stdin and stdout (requirements 3.x). */
#pragma once

#include "gh-rpc-transport.h"

G_BEGIN_DECLS

#define GH_TYPE_RPC_STDIO_TRANSPORT (gh_rpc_stdio_transport_get_type ())
G_DECLARE_FINAL_TYPE (GhRpcStdioTransport, gh_rpc_stdio_transport, GH, RPC_STDIO_TRANSPORT,
                      GhRpcTransport)

/* The child runs in a process group of its own; closing it ends the whole group: stdin closed, then
 * SIGTERM, then SIGKILL, each after a bounded wait (requirements 2.47, 2.50).
 * argv[0] is searched in the PATH of envp. cwd may be NULL (the home directory).
 * Signal "stderr-line" (const char *line): valid UTF-8, bounded, control characters kept out. */
GhRpcStdioTransport *gh_rpc_stdio_transport_new             (const char * const   *argv,
                                                             const char * const   *envp,
                                                             const char           *cwd);
void                 gh_rpc_stdio_transport_set_patience    (GhRpcStdioTransport  *self,
                                                             guint                 milliseconds);
/* 0 before the start and after the end. */
pid_t                gh_rpc_stdio_transport_get_pid         (GhRpcStdioTransport  *self);
/* waitpid() status once the child ended. */
gboolean             gh_rpc_stdio_transport_get_wait_status (GhRpcStdioTransport  *self,
                                                             int                  *status);

G_END_DECLS
