/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Ending a main loop source that is held by a pointer. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Takes the source out of its main loop and lets go of it; does nothing when there is none. */
static inline void
gh_clear_source (GSource **source)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

G_END_DECLS
