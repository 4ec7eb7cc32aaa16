/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The legacy handshake's two messages, as pure functions (requirements 2.1-2.7). */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Who the server says it is and what it can do. Every text is the server's and untrusted. */
typedef struct
{
  char    *version;        /* the revision it chose, one of ours */
  char    *name;           /* or NULL */
  char    *server_version; /* or NULL */
  char    *instructions;   /* or NULL */
  gboolean tools;
  gboolean logging;
  gboolean tool_tasks; /* its tools can run as tasks (tasks.requests.tools.call, 2025-11-25) */
} GhMcpServerInfo;

void             gh_mcp_server_info_free     (GhMcpServerInfo  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpServerInfo, gh_mcp_server_info_free)

/* The params of initialize. with_delegate: whether roots and sampling are served. */
JsonNode        *gh_mcp_handshake_build      (gboolean          with_delegate);
/* GH_MCP_ERROR_VERSION or GH_MCP_ERROR_PROTOCOL. */
GhMcpServerInfo *gh_mcp_handshake_parse      (JsonNode         *result,
                                              GError          **error);
/* What a failed initialize means: GH_MCP_ERROR_VERSION when the server's error lists the revisions
 * it speaks (2.5), else the error as it is. Returns: (transfer full). */
GError          *gh_mcp_handshake_explain    (const GError     *error);

G_END_DECLS
