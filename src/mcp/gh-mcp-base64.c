/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Base64 as the protocol uses it, decoded without tolerance (RFC 4648, section 4). */
#include "config.h"

#include "gh-mcp-base64.h"

#include <string.h>

#define NO_DIGIT 0xff
/* Longer prefixes are no media type anybody registered. */
#define MAX_DATA_PREFIX 256

static const guint8 *
get_digits (void)
{
  static guint8 digits[256];
  static gsize ready;

  if (g_once_init_enter (&ready))
    {
      static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

      memset (digits, NO_DIGIT, sizeof digits);
      for (guint8 i = 0; i < 64; i++)
        digits[(guchar) alphabet[i]] = i;
      g_once_init_leave (&ready, 1);
    }
  return digits;
}

static GBytes *
decode (const char *text,
        gsize       length)
{
  const guint8 *digits = get_digits ();
  const guchar *in = (const guchar *) text;

  if (length % 4 != 0)
    return NULL;
  if (length == 0)
    return g_bytes_new (NULL, 0);

  gsize padding = in[length - 1] != '=' ? 0 : in[length - 2] != '=' ? 1 : 2;
  gsize n_out = length / 4 * 3 - padding;
  gsize n_whole = (padding > 0 ? length - 4 : length);
  g_autofree guint8 *out = g_malloc (length / 4 * 3);
  guint8 *to = out;

  for (gsize i = 0; i < n_whole; i += 4)
    {
      guint8 a = digits[in[i]], b = digits[in[i + 1]];
      guint8 c = digits[in[i + 2]], d = digits[in[i + 3]];

      if (((a | b | c | d) & 0xc0) != 0)
        return NULL;
      *to++ = a << 2 | b >> 4;
      *to++ = b << 4 | c >> 2;
      *to++ = c << 6 | d;
    }
  if (padding > 0)
    {
      guint8 a = digits[in[n_whole]], b = digits[in[n_whole + 1]];
      guint8 c = padding == 2 ? 0 : digits[in[n_whole + 2]];

      /* Bits that no byte takes up must be zero, or one value would have several texts. */
      if (((a | b | c) & 0xc0) != 0 || (padding == 2 ? (b & 0x0f) : (c & 0x03)) != 0)
        return NULL;
      *to++ = a << 2 | b >> 4;
      if (padding == 1)
        *to++ = b << 4 | c >> 2;
    }

  g_assert ((gsize) (to - out) == n_out);
  return g_bytes_new_take (g_steal_pointer (&out), n_out);
}

GBytes *
gh_mcp_base64_decode (const char *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  return decode (text, strlen (text));
}

GBytes *
gh_mcp_base64_decode_lenient (const char *text)
{
  g_autofree char *packed = NULL;
  char *to;

  g_return_val_if_fail (text != NULL, NULL);

  if (g_ascii_strncasecmp (text, "data:", strlen ("data:")) == 0)
    {
      const char *comma = memchr (text, ',', strnlen (text, MAX_DATA_PREFIX));

      if (comma == NULL || comma - text < 7 || g_ascii_strncasecmp (comma - 7, ";base64", 7) != 0)
        return NULL;
      text = comma + 1;
    }
  if (strpbrk (text, " \t\r\n") == NULL)
    return decode (text, strlen (text));

  packed = to = g_malloc (strlen (text) + 1);
  for (; *text != '\0'; text++)
    if (!g_ascii_isspace (*text))
      *to++ = *text;
  return decode (packed, to - packed);
}
