/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * TAP version 13 on stdout. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void case_tap_begin   (guint       n);
void case_tap_bail    (const char *why);
void case_tap_ok      (guint       number,
                       const char *id);
void case_tap_not_ok  (guint       number,
                       const char *id,
                       const char *why);
void case_tap_skip    (guint       number,
                       const char *id,
                       const char *why);
/* Each line of it as a comment. */
void case_tap_comment (const char *text);

G_END_DECLS
