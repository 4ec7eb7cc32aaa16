/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A tool from the protocol, for the host layer alone. */
#pragma once

#include "gh-mcp-tool.h"
#include "gh-tool.h"

G_BEGIN_DECLS

GhTool    *gh_tool_new          (GhMcpTool  *tool);
GhTool    *gh_tool_new_left_out (GhMcpTool  *tool,
                                 const char *why);
GhMcpTool *gh_tool_get_mcp      (GhTool     *self);

G_END_DECLS
