/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What must be there before the first widget: resources, and the types that .ui files name; and
 * how dialogs are shown. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define GH_UI_RESOURCE_PATH "/io/github/gatehouse/Gatehouse/"

/* After libadwaita's initialisation; may run twice. Tests without an application call it by
 * hand. */
void gh_ui_init                   (void);

/* The person's preferences; owned. NULL: not installed and started without build-aux/run, there is
 * no schema, and nothing is remembered. */
GSettings *gh_ui_dup_settings     (void);

/* Gives @widget the keyboard, in a window that may not be shown yet. */
void gh_ui_focus_when_shown       (GtkWindow *window,
                                   GtkWidget *widget);

/* Shows a dialog above another window of the application, whose actions and keys then work in
 * it. */
void gh_ui_present_above (GtkWindow *dialog,
                          GtkWindow *parent);

/* Whether the keyboard is in the list, and is now to leave it. Older GtkListViews pass it from row
 * to row, of which there may be hundreds. */
gboolean gh_ui_leaves_list (GtkWidget        *list,
                            GtkDirectionType  direction);

/* For the rows that hand the keyboard on to an input in them: whether it moves backward inside the
 * row, or out of it (moved: FALSE). GtkListBoxRow would take it and hand it on for ever. */
gboolean gh_ui_leaves_row (GtkWidget        *row,
                           GtkDirectionType  direction,
                           gboolean         *moved);

/* From now on a dialog that goes gives the keyboard to the window below it. For displays without a
 * window manager: in a browser (Broadway) nobody else does, and keys then reach no window. Once. */
void gh_ui_return_keyboard (void);

/* Whether a window of ours has the keyboard. */
gboolean gh_ui_is_active (void);

G_END_DECLS
