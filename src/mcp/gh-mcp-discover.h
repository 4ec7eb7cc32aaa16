/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * server/discover: the modern era's question who is there (requirements 2.13, 2.22). */
#pragma once

#include "gh-mcp-server-info.h"

G_BEGIN_DECLS

/* The revisions in a DiscoverResult, borrowed; NULL when it is none: old servers answer all sorts
 * of things. */
JsonArray       *gh_mcp_discover_get_versions (JsonNode    *result);
/* What it says; version: what is spoken from now on. */
GhMcpServerInfo *gh_mcp_discover_parse        (JsonNode    *result,
                                               const char  *version);
/* Of a modern server that has no server/discover: it may have any of the main features, and refuses
 * those that it has not when they are asked for. */
GhMcpServerInfo *gh_mcp_discover_assume       (const char  *version);

G_END_DECLS
