/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The tools a running server offers: asked for anew when it says they changed. */
#pragma once

#include "gh-mcp-session.h"
#include "gh-tool.h"

G_BEGIN_DECLS

#define GH_TYPE_SERVER_TOOLS (gh_server_tools_get_type ())
G_DECLARE_FINAL_TYPE (GhServerTools, gh_server_tools, GH, SERVER_TOOLS, GObject)

/* Property "listing", notifying. Signal "trouble" (GError *error): the server did not list its
 * tools; the list is as it was. */
GhServerTools *gh_server_tools_new         (void);
GListModel    *gh_server_tools_list        (GhServerTools  *self); /* of GhTool */
/* The session to ask, READY, or NULL: nobody. The old tools stay until the new ones are all
 * there. */
void           gh_server_tools_set_session (GhServerTools  *self,
                                            GhMcpSession   *session);
gboolean       gh_server_tools_get_listing (GhServerTools  *self);
void           gh_server_tools_clear       (GhServerTools  *self);

G_END_DECLS
