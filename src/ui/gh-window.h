/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The main window: sidebar, pages, toasts. */
#pragma once

#include <adwaita.h>

#include "gh-host.h"
#include "gh-review-desk.h"

G_BEGIN_DECLS

#define GH_TYPE_WINDOW (gh_window_get_type ())
G_DECLARE_FINAL_TYPE (GhWindow, gh_window, GH, WINDOW, AdwApplicationWindow)

/* Properties: host (construct only); collapsed (boolean, read-only, notifying): the sidebar lies
 * over the page.
 *
 * Actions: win.add-root, win.add-server, win.travel-desk, win.paste-roots, win.show-requests,
 * win.show-rules, win.show-history, win.show-sidebar (stateful), win.cycle-pane. */
/* GTK keeps it until it closes; it keeps the host. application may be NULL in tests. */
GhWindow *gh_window_new           (GtkApplication *application,
                                   GhHost         *host);
/* Borrowed. */
GhHost   *gh_window_get_host      (GhWindow       *self);
/* The window that a widget is in, or that its window belongs to; borrowed, or NULL. */
GhWindow *gh_window_of            (GtkWidget      *widget);
/* Whether the sidebar lies over the page. */
gboolean  gh_window_get_collapsed (GhWindow       *self);
/* The host has loaded: the first page can be chosen. */
void      gh_window_set_loaded    (GhWindow       *self);
/* Where requests are decided; borrowed. */
GhReviewDesk *gh_window_get_review (GhWindow *self);
/* Shows its page, made when it is first shown. */
void      gh_window_show_server   (GhWindow       *self,
                                   GhServer       *server);
/* Shows what servers ask for and asked for. */
void      gh_window_show_requests (GhWindow       *self);
/* Shows what is decided without asking, and budgets. */
void      gh_window_show_rules    (GhWindow       *self);
/* Shows what ever happened. */
void      gh_window_show_history  (GhWindow       *self);
/* Shows the page for a start without servers. */
void      gh_window_show_welcome  (GhWindow       *self);
/* Takes the toast. Its title is markup (see gh_text_toast()). */
void      gh_window_add_toast     (GhWindow       *self,
                                   AdwToast       *toast);
/* Adds folders (of GFile) as roots and tells what came of it. */
void      gh_window_add_files     (GhWindow       *self,
                                   GListModel     *files);
/* Shows it in the file manager. */
void      gh_window_open_folder   (GhWindow       *self,
                                   GFile          *folder);
/* Takes it out and offers to undo that. */
void      gh_window_remove_root   (GhWindow       *self,
                                   GhRoot         *root);
/* Opens the dialog that changes how it is started. */
void      gh_window_edit_server   (GhWindow       *self,
                                   GhServer       *server);
/* Takes it out and offers to undo that. */
void      gh_window_remove_server (GhWindow       *self,
                                   GhServer       *server);

G_END_DECLS
