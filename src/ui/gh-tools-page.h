/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server's tools: a list that can be searched, and the selected one beside it. */
#pragma once

#include <adwaita.h>

#include "gh-server.h"

G_BEGIN_DECLS

#define GH_TYPE_TOOLS_PAGE (gh_tools_page_get_type ())
G_DECLARE_FINAL_TYPE (GhToolsPage, gh_tools_page, GH, TOOLS_PAGE, AdwBin)

/* Property: server. */

/* Shows its tools and the chosen one; NULL: nothing. Kept. */
void gh_tools_page_set_server (GhToolsPage *self,
                               GhServer    *server);

G_END_DECLS
