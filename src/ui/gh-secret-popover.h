/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a placeholder in a text stands for, beside it. */
#pragma once

#include <gtk/gtk.h>

#include "gh-masking.h"

G_BEGIN_DECLS

/* Shown until it is closed; does nothing when the placeholder stands for nothing. at: in parent. */
void gh_secret_popover_show (GtkWidget          *parent,
                             GhMasking          *masking,
                             const char         *placeholder,
                             gboolean            can_send,
                             const GdkRectangle *at);

G_END_DECLS
