/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A sidebar beside its content; where the window is too narrow for both, over it. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define GH_TYPE_COMPAT_SPLIT_VIEW (gh_compat_split_view_get_type ())
G_DECLARE_FINAL_TYPE (GhCompatSplitView, gh_compat_split_view, GH, COMPAT_SPLIT_VIEW, AdwBin)

/* Properties: sidebar, content (GtkWidget); show-sidebar (boolean, notifying); collapsed (boolean,
 * read-only, notifying): the sidebar lies over the content; sidebar-width (int, notifying):
 * pixels, also set by dragging the sidebar's edge. */
gboolean gh_compat_split_view_get_show_sidebar  (GhCompatSplitView *self);
void     gh_compat_split_view_set_show_sidebar  (GhCompatSplitView *self,
                                                 gboolean           show_sidebar);
gboolean gh_compat_split_view_get_collapsed     (GhCompatSplitView *self);
int      gh_compat_split_view_get_sidebar_width (GhCompatSplitView *self);
void     gh_compat_split_view_set_sidebar_width (GhCompatSplitView *self,
                                                 int                width);

G_END_DECLS
