/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Names for the controls that GTK's and libadwaita's widgets hold inside themselves. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The button inside, which has the keyboard, is called by @name and what is selected. The items are
 * GtkStringObjects. @name is copied. */
void gh_inner_name_drop_down (GtkDropDown *drop_down,
                              const char  *name);
/* The row around the one that has the title, which follows it. @row is an AdwExpanderRow. */
void gh_inner_name_expander  (GtkWidget   *row);
/* The eye inside an AdwPasswordEntryRow. */
void gh_inner_name_password  (GtkWidget   *row);

G_END_DECLS
