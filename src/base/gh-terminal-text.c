/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Plain text from what a program writes to a terminal. */
#include "config.h"

#include "gh-terminal-text.h"

#define ESCAPE 0x1b
#define BELL 0x07
#define CONTROL_SEQUENCE 0x9b /* one character that means ESCAPE [ */
#define STRING_TERMINATOR 0x9c

static gboolean
is_between (const char *at,
            char        first,
            char        last)
{
  return *at >= first && *at <= last;
}

/* After ESCAPE [: parameters, intermediates and one final byte (ECMA-48 5.4). */
static const char *
skip_control_sequence (const char *at)
{
  while (is_between (at, 0x30, 0x3f))
    at++;
  while (is_between (at, 0x20, 0x2f))
    at++;
  return is_between (at, 0x40, 0x7e) ? at + 1 : at;
}

/* After the opening of a command string (a title, a link): to its terminator. */
static const char *
skip_string (const char *at)
{
  while (*at != '\0')
    {
      gunichar c = g_utf8_get_char (at);

      if (c == BELL || c == STRING_TERMINATOR)
        return g_utf8_next_char (at);
      if (c == ESCAPE)
        return at[1] == '\\' ? at + 2 : at;
      at = g_utf8_next_char (at);
    }
  return at;
}

static const char *
skip_escape (const char *at)
{
  switch (*at)
    {
    case '[':
      return skip_control_sequence (at + 1);
    case ']':
    case 'P':
    case 'X':
    case '^':
    case '_':
      return skip_string (at + 1);
    default:
      while (is_between (at, 0x20, 0x2f))
        at++;
      return is_between (at, 0x30, 0x7e) ? at + 1 : at;
    }
}

/**
 * gh_terminal_text_strip:
 * @data: (nullable): bytes from anywhere; GBytes that are empty have none
 * @length: how many
 *
 * Returns: (transfer full): text that does nothing but say something. A carriage return inside it
 *   becomes a space.
 */
char *
gh_terminal_text_strip (const char *data,
                        gsize       length)
{
  g_autofree char *valid = g_utf8_make_valid (length > 0 ? data : "", length);
  GString *text = g_string_sized_new (length);
  const char *at = valid;

  while (*at != '\0')
    {
      gunichar c = g_utf8_get_char (at);
      const char *next = g_utf8_next_char (at);

      if (c == ESCAPE)
        next = skip_escape (next);
      else if (c == CONTROL_SEQUENCE)
        next = skip_control_sequence (next);
      else if (c == '\r')
        g_string_append_c (text, ' ');
      else if (c == '\t' || (c >= 0x20 && c < 0x7f) || c > 0x9f)
        g_string_append_len (text, at, next - at);
      at = next;
    }
  return g_string_free (text, FALSE);
}
