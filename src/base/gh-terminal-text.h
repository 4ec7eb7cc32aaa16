/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Plain text from what a program writes to a terminal. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* UTF-8 without escape sequences and control characters (tabs stay); bytes that are not UTF-8
 * become U+FFFD. */
char *gh_terminal_text_strip (const char *data,
                              gsize       length);

G_END_DECLS
