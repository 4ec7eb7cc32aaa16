/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Which wishes of a server the host can fulfil, and how that is declared (requirements 2.7,
 * 7.1). */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef enum
{
  GH_MCP_CAPABILITY_ROOTS = 1 << 0,
  GH_MCP_CAPABILITY_SAMPLING = 1 << 1,
  GH_MCP_CAPABILITY_ELICIT_FORM = 1 << 2,
  GH_MCP_CAPABILITY_ELICIT_URL = 1 << 3,
} GhMcpCapabilities;

/* Those that a protocol revision knows. */
GhMcpCapabilities  gh_mcp_capabilities_in_version (GhMcpCapabilities  capabilities,
                                                   const char        *version);
/* ClientCapabilities as that revision writes them. Returns: (transfer full). */
JsonObject        *gh_mcp_capabilities_build      (GhMcpCapabilities  capabilities,
                                                   const char        *version);

G_END_DECLS
