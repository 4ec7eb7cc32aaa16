/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A context menu for a row: by the right button, a long press, the Menu key and Shift+F10. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* menu: its actions are looked up from the row. */
void gh_row_menu_attach (GtkWidget  *row,
                         GMenuModel *menu);

G_END_DECLS
