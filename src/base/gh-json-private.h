/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the reader, the writer and the getters of gh-json share. */
#pragma once

#include "gh-json.h"

#include <string.h>

G_BEGIN_DECLS

/* First byte of a verbatim scalar or member name; no UTF-8 text contains it. */
#define GH_JSON_VERBATIM '\xff'

/* Enough for any double as %.17g, a sign, an exponent and ".0". */
#define GH_JSON_DOUBLE_SIZE 40

static inline gboolean
gh_json_is_verbatim (const char *text)
{
  return *text == GH_JSON_VERBATIM;
}

/* The first byte that is not plain inside a JSON string: control, quote, backslash or non-ASCII. */
static inline const char *
gh_json_skip_plain (const char *at,
                    const char *end)
{
  const guint64 ones = G_GUINT64_CONSTANT (0x0101010101010101);
  const guint64 highs = G_GUINT64_CONSTANT (0x8080808080808080);

  while (end - at >= 8)
    {
      guint64 word;

      memcpy (&word, at, 8);
      word = GUINT64_FROM_LE (word);

      guint64 quote = word ^ (ones * '"');
      guint64 slash = word ^ (ones * '\\');
      guint64 found = word
                      | ((word - ones * 0x20) & ~word)
                      | ((quote - ones) & ~quote)
                      | ((slash - ones) & ~slash);

      /* Its lowest mark is true; those above may come from what is borrowed from them. */
      if (found & highs)
        return at + __builtin_ctzll (found & highs) / 8;
      at += 8;
    }
  while (at < end && (guchar) *at >= 0x20 && (guchar) *at < 0x80 && *at != '"' && *at != '\\')
    at++;
  return at;
}

/* Length of the UTF-8 character at `at` (whose first byte is not ASCII), 0 when it is none. */
static inline guint
gh_json_utf8_length (const char *at,
                     const char *end)
{
  const guchar *byte = (const guchar *) at;
  gsize left = end - at;
  guchar low = 0x80, high = 0xbf;
  guint length;

  if (*byte >= 0xc2 && *byte <= 0xdf)
    length = 2;
  else if ((*byte & 0xf0) == 0xe0)
    {
      length = 3;
      if (*byte == 0xe0)
        low = 0xa0;
      else if (*byte == 0xed)
        high = 0x9f;
    }
  else if (*byte >= 0xf0 && *byte <= 0xf4)
    {
      length = 4;
      if (*byte == 0xf0)
        low = 0x90;
      else if (*byte == 0xf4)
        high = 0x8f;
    }
  else
    return 0;

  if (left < length || byte[1] < low || byte[1] > high)
    return 0;
  for (guint i = 2; i < length; i++)
    if ((byte[i] & 0xc0) != 0x80)
      return 0;
  return length;
}

void        gh_json_format_double (double      value,
                                   char        buffer[GH_JSON_DOUBLE_SIZE]);
const char *gh_json_node_get_raw  (JsonNode   *node);
char       *gh_json_dup_readable  (const char *source);

/* Digits of a number that gh_json_number_is_multiple() can divide by: they fit in 64 bits. */
#define GH_JSON_DIVISOR_DIGITS 18

int         gh_json_number_compare     (JsonNode   *a,
                                        JsonNode   *b);
gboolean    gh_json_number_is_integer  (JsonNode   *node);
gboolean    gh_json_number_is_negative (JsonNode   *node);
gboolean    gh_json_number_is_divisor  (JsonNode   *node);
gboolean    gh_json_number_is_multiple (JsonNode   *node,
                                        JsonNode   *divisor);

G_END_DECLS
