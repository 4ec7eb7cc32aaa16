/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Lengths of time in words. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *gh_duration_dup_text (gint64 microseconds);

G_END_DECLS
