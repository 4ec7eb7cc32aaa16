/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Characters that cannot be seen, shown: a picture that stands for them inside a text view. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define GH_TYPE_HIDDEN_CHAR (gh_hidden_char_get_type ())
G_DECLARE_FINAL_TYPE (GhHiddenChar, gh_hidden_char, GH, HIDDEN_CHAR, GObject)

/* run: equal characters that stand together, kept as they are; the picture names one and how many.
 * widget gives the font and is not kept. Owned. */
GdkPaintable *gh_hidden_char_new     (GtkWidget    *widget,
                                      const char   *run,
                                      gsize         length);
/* What it stands for; borrowed. */
const char   *gh_hidden_char_get_run (GhHiddenChar *self);

G_END_DECLS
