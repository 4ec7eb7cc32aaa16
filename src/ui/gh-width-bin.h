/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Holds one child and says when there is little room for it. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define GH_TYPE_WIDTH_BIN (gh_width_bin_get_type ())
G_DECLARE_FINAL_TYPE (GhWidthBin, gh_width_bin, GH, WIDTH_BIN, GtkWidget)

/* Properties: child; threshold, minimum (int, pixels); narrow (boolean, read-only, notifying). */

/* Whether it was last given less than the threshold. */
gboolean gh_width_bin_get_narrow (GhWidthBin *self);

G_END_DECLS
