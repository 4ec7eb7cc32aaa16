/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A list model that lets a long one in by portions, so that a GtkListBox that makes a row for
 * every item does not hold up the window. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define GH_TYPE_PACED_LIST (gh_paced_list_get_type ())
G_DECLARE_FINAL_TYPE (GhPacedList, gh_paced_list, GH, PACED_LIST, GObject)

/* A GListModel of what model has, in the same order; owned, and model is kept. */
GhPacedList *gh_paced_list_new (GListModel *model);

G_END_DECLS
