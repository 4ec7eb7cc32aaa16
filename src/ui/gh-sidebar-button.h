/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The button at the start of a page's header bar that shows the sidebar where it lies over the
 * page. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define GH_TYPE_SIDEBAR_BUTTON (gh_sidebar_button_get_type ())
G_DECLARE_FINAL_TYPE (GhSidebarButton, gh_sidebar_button, GH, SIDEBAR_BUTTON, AdwBin)

/* Every page of the window puts one into its AdwHeaderBar: <object class="GhSidebarButton"/>. It
 * also keeps window buttons off the header's start while the sidebar stands beside it. */

G_END_DECLS
