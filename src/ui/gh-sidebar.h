/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Folders, servers, and the way to the other pages; folders can be dropped anywhere on it. */
#pragma once

#include <adwaita.h>

#include "gh-host.h"

G_BEGIN_DECLS

#define GH_TYPE_SIDEBAR (gh_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (GhSidebar, gh_sidebar, GH, SIDEBAR, AdwBin)

/* Signals: "server-chosen" (GhServer *server), "requests-chosen", "history-chosen",
 * "rules-chosen", "welcome-chosen": the person wants to see it;
 * "chosen-firmly": by a click or Return, not by passing over it;
 * "files-dropped" (GListModel *files): of GFile. */
/* Once. Kept. */
void gh_sidebar_set_host        (GhSidebar *self,
                                 GhHost    *host);
/* What the page shows. Emits nothing. */
void gh_sidebar_select_server   (GhSidebar *self,
                                 GhServer  *server);
/* The same for the pages of requests, history and rules, and for the first page. */
void gh_sidebar_select_requests (GhSidebar *self);
void gh_sidebar_select_history  (GhSidebar *self);
void gh_sidebar_select_rules    (GhSidebar *self);
void gh_sidebar_select_welcome  (GhSidebar *self);
/* Puts the keyboard focus on what is selected. */
void gh_sidebar_focus_selected  (GhSidebar *self);

G_END_DECLS
