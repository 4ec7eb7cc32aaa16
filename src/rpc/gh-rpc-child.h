/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A child process and its process group, from start to certain end. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define GH_TYPE_RPC_CHILD (gh_rpc_child_get_type ())
G_DECLARE_FINAL_TYPE (GhRpcChild, gh_rpc_child, GH, RPC_CHILD, GObject)

typedef struct
{
  int in;  /* the child's stdin: we write */
  int out; /* its stdout: we read */
  int err; /* its stderr: we read */
} GhRpcChildPipes;

/* Signals:
 *   "exited"   the child itself ended
 *   "gone"     it and its whole process group ended, or were killed and waited for long enough */
/* Blocks: for a thread. */
char       *gh_rpc_child_find_program    (const char          *name,
                                          const char * const  *envp,
                                          GError             **error);
GhRpcChild *gh_rpc_child_new             (const char          *program,
                                          const char * const  *argv,
                                          const char * const  *envp,
                                          const char          *cwd,
                                          GhRpcChildPipes     *pipes,
                                          GError             **error);
void        gh_rpc_child_set_patience    (GhRpcChild          *self,
                                          guint                milliseconds);
void        gh_rpc_child_stop            (GhRpcChild          *self);
pid_t       gh_rpc_child_get_pid         (GhRpcChild          *self);
gboolean    gh_rpc_child_get_wait_status (GhRpcChild          *self,
                                          int                 *status);
gboolean    gh_rpc_child_is_gone         (GhRpcChild          *self);

G_END_DECLS
