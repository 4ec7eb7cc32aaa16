/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A bounded queue of lines on their way into a pipe. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define GH_TYPE_RPC_PIPE_WRITER (gh_rpc_pipe_writer_get_type ())
G_DECLARE_FINAL_TYPE (GhRpcPipeWriter, gh_rpc_pipe_writer, GH, RPC_PIPE_WRITER, GObject)

/* Signal "failed": nobody reads the other end any more, or writing fails; once, from the main
 * loop. */
GhRpcPipeWriter *gh_rpc_pipe_writer_new   (int               take_fd);
/* GH_RPC_ERROR_OVERFLOW when the other side does not read, GH_RPC_ERROR_CLOSED. The line is given
 * without its end. */
gboolean         gh_rpc_pipe_writer_send  (GhRpcPipeWriter  *self,
                                           GBytes           *line,
                                           GError          **error);
/* Writes what waits now, not in the next turn of the main loop; only from the main loop. */
void             gh_rpc_pipe_writer_flush (GhRpcPipeWriter  *self);
/* Closes the pipe at once; what is queued is dropped. */
void             gh_rpc_pipe_writer_close (GhRpcPipeWriter  *self);

G_END_DECLS
