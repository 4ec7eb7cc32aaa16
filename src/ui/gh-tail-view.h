/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A list that grows at its end: searched, filtered, copied, and seen from the end as long as the
 * person is there. */
#pragma once

#include <adwaita.h>

#include "gh-masking-policy.h"

G_BEGIN_DECLS

#define GH_TYPE_TAIL_VIEW (gh_tail_view_get_type ())
G_DECLARE_FINAL_TYPE (GhTailView, gh_tail_view, GH, TAIL_VIEW, AdwBin)

/* What the view does not know of its items. The texts are owned by the caller. */
typedef struct
{
  gboolean (*is_kind)  (GObject *item, guint kind); /* kind: its place in "kinds", not the first */
  char    *(*dup_text) (GObject *item);             /* what the search looks through */
  char    *(*dup_copy) (GObject *item);             /* one line for the clipboard */
} GhTailFunctions;

/* Properties, to be set in a .ui file: kinds (GtkStringList, the first is "everything"), factory,
 * buttons (a widget at the end of the bar), icon-name, title (of the list), search-title,
 * kinds-title, copy-title, nothing-yet (what will appear), no-match.
 * Action: tail.copy (Ctrl+C): the selected items; without any, all that are shown. */

/* functions: static. */
void               gh_tail_view_set_functions (GhTailView            *self,
                                               const GhTailFunctions *functions);
/* From now on this list, seen from its end; NULL: nothing. Kept. */
void               gh_tail_view_set_model     (GhTailView            *self,
                                               GListModel            *model);
/* What is hidden in what goes to the clipboard; NULL: nothing. Kept. */
void               gh_tail_view_set_masking   (GhTailView            *self,
                                               GhMaskingPolicy       *masking);
/* A GListModel, too: of the items that are shown. */
GtkSelectionModel *gh_tail_view_get_selection (GhTailView            *self);

G_END_DECLS
