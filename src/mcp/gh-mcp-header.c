/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a message mirrors in HTTP headers, made fit for them (requirements 4.31, 4.32). */
#include "config.h"

#include "gh-mcp-header.h"

#include <string.h>

/* Lower case, and exactly so (4.31). */
#define OPENING "=?base64?"
#define CLOSING "?="

static gboolean
is_plain (const char *text,
          gsize       length)
{
  if (length == 0)
    return TRUE;
  /* HTTP takes white space off both ends. */
  if (text[0] == ' ' || text[length - 1] == ' ')
    return FALSE;
  /* It would be read as encoded. */
  if (g_str_has_prefix (text, OPENING) && g_str_has_suffix (text, CLOSING))
    return FALSE;
  for (gsize i = 0; i < length; i++)
    if (text[i] < 0x20 || text[i] > 0x7e)
      return FALSE;
  return TRUE;
}

char *
gh_mcp_header_encode (const char *text)
{
  g_autofree char *digits = NULL;
  gsize length;

  g_return_val_if_fail (text != NULL, NULL);

  length = strlen (text);
  if (is_plain (text, length))
    return g_strdup (text);
  digits = g_base64_encode ((const guchar *) text, length);
  return g_strconcat (OPENING, digits, CLOSING, NULL);
}
