/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One tool: what it says of itself, its input, and what came of calling it. */
#pragma once

#include <adwaita.h>

#include "gh-server.h"

G_BEGIN_DECLS

#define GH_TYPE_TOOL_PAGE (gh_tool_page_get_type ())
G_DECLARE_FINAL_TYPE (GhToolPage, gh_tool_page, GH, TOOL_PAGE, AdwBin)

/* Properties: server, tool (or NULL), narrow (shows a button that leads back to the list; signal
 * "back"). Input is kept per tool as long as the page lives. Actions: tool.run, tool.show-earlier,
 * tool.show-later. */

/* Whose tools are shown; NULL: none. Kept; the tool becomes NULL. */
void gh_tool_page_set_server (GhToolPage *self,
                              GhServer   *server);
/* One of the server's; NULL: none. Kept. Shows its newest call, too. */
void gh_tool_page_set_tool   (GhToolPage *self,
                              GhTool     *tool);
/* Calls the tool with the input as it stands, or shows what is wrong with it. */
void gh_tool_page_run        (GhToolPage *self);

G_END_DECLS
