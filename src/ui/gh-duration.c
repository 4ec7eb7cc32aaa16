/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Lengths of time in words. */
#include "config.h"

#include "gh-duration.h"

#include <glib/gi18n.h>

/* "14.2 seconds", "95 seconds", "12 minutes": as exact as anyone wants to know. */
char *
gh_duration_dup_text (gint64 microseconds)
{
  double seconds = MAX (0, microseconds) / (double) G_USEC_PER_SEC;
  guint n;

  if (seconds < 0.1)
    return g_strdup (_("less than 0.1 seconds"));
  if (seconds < 60)
    /* Translators: a length of time, such as "14.2 seconds". */
    return g_strdup_printf (_("%.1f seconds"), seconds);
  if (seconds < 300)
    {
      n = (guint) seconds;
      return g_strdup_printf (ngettext ("%u second", "%u seconds", n), n);
    }
  n = (guint) MIN (seconds / 60, G_MAXUINT);
  return g_strdup_printf (ngettext ("%u minute", "%u minutes", n), n);
}
