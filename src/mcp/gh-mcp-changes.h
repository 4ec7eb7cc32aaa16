/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server's list_changed: told once for many, and ever more rarely (requirement 8.3). */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef void (*GhMcpChangesFunc) (gpointer user_data);

typedef struct _GhMcpChanges GhMcpChanges;

/* func is called from the main context. */
GhMcpChanges *gh_mcp_changes_new  (GhMcpChangesFunc  func,
                                   gpointer          user_data);
/* The server said it. */
void          gh_mcp_changes_note (GhMcpChanges     *self);
void          gh_mcp_changes_free (GhMcpChanges     *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpChanges, gh_mcp_changes_free)

G_END_DECLS
