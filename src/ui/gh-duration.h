/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Lengths of time in words. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "14.2 seconds", "12 minutes": a length of time for people, owned. Below zero counts as none. */
char *gh_duration_dup_text (gint64 microseconds);

G_END_DECLS
