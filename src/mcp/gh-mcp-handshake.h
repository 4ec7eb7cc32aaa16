/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The legacy handshake's two messages, as pure functions (requirements 2.1-2.7). */
#pragma once

#include "gh-mcp-capabilities.h"
#include "gh-mcp-server-info.h"

G_BEGIN_DECLS

/* The params of initialize. version: a legacy revision, which is offered. */
JsonNode        *gh_mcp_handshake_build      (const char        *version,
                                              GhMcpCapabilities  capabilities);
/* GH_MCP_ERROR_VERSION or GH_MCP_ERROR_PROTOCOL. */
GhMcpServerInfo *gh_mcp_handshake_parse      (JsonNode         *result,
                                              GError          **error);
/* What a failed initialize means: GH_MCP_ERROR_VERSION when the server's error lists the revisions
 * it speaks (2.5), else the error as it is. Returns: (transfer full). */
GError          *gh_mcp_handshake_explain    (const GError      *error,
                                              const GhMcpEraPin *pin);

G_END_DECLS
