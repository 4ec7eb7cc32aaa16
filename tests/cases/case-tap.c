/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * TAP version 13 on stdout. */
#include "config.h"

#include "case-tap.h"

#include <stdio.h>
#include <string.h>

/* One line: what is told may hold anything. */
static char *
dup_line (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  for (char *p = valid; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p))
      *p = ' ';
  return g_steal_pointer (&valid);
}

static void G_GNUC_PRINTF (1, 2)
say (const char *format,
     ...)
{
  va_list list;

  va_start (list, format);
  vprintf (format, list);
  va_end (list);
  putchar ('\n');
  fflush (stdout);
}

void
case_tap_begin (guint n)
{
  say ("TAP version 13");
  say ("1..%u", n);
}

void
case_tap_bail (const char *why)
{
  g_autofree char *line = dup_line (why);

  say ("TAP version 13");
  say ("Bail out! %s", line);
}

void
case_tap_ok (guint       number,
             const char *id)
{
  say ("ok %u - %s", number, id);
}

void
case_tap_not_ok (guint       number,
                 const char *id,
                 const char *why)
{
  g_autofree char *line = dup_line (why);

  say ("not ok %u - %s # %s", number, id, line);
}

void
case_tap_skip (guint       number,
               const char *id,
               const char *why)
{
  say ("ok %u - %s # SKIP %s", number, id, why);
}

void
case_tap_comment (const char *text)
{
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *line = dup_line (lines[i]);

      if (lines[i][0] != '\0')
        say ("# %s", line);
    }
}
