/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * JSON to read or write, coloured, in the window's light or dark. */
#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define GH_TYPE_JSON_VIEW (gh_json_view_get_type ())
G_DECLARE_FINAL_TYPE (GhJsonView, gh_json_view, GH, JSON_VIEW, GtkSourceView)

/* Empty and editable; a floating widget. */
GtkWidget *gh_json_view_new      (void);
/* All of it as it stands, JSON or not; owned, "" when empty. */
char      *gh_json_view_dup_text (GhJsonView *self);
/* text: valid UTF-8, copied. */
void       gh_json_view_set_text (GhJsonView *self,
                                  const char *text);

G_END_DECLS
