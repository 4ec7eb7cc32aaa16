/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One block of what a tool gave back: text, picture, sound, resource, JSON. */
#pragma once

#include <gtk/gtk.h>

#include "gh-content.h"

G_BEGIN_DECLS

#define GH_TYPE_CONTENT_VIEW (gh_content_view_get_type ())
G_DECLARE_FINAL_TYPE (GhContentView, gh_content_view, GH, CONTENT_VIEW, GtkWidget)

/* Shows content, which is kept and never changes. A floating widget. Actions: content.show-more,
 * content.copy-all, content.copy-address, content.save. */
GtkWidget *gh_content_view_new (GhContent *content);

G_END_DECLS
