/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Words of strangers, made fit for a label: bounded, and with nothing invisible in them (10.5). */
#include "config.h"

#include "gh-plain-text.h"

#include <string.h>

static gboolean
is_variation_selector (gunichar c)
{
  return c >= 0xFE00 && c <= 0xFE0F;
}

/* Scripts and emoji that use joiners are all outside ASCII; Latin text has no use for them. */
static gboolean
can_join (gunichar c)
{
  return c >= 0x300 && !g_unichar_isspace (c) &&
         (is_variation_selector (c) || g_unichar_type (c) != G_UNICODE_FORMAT);
}

/**
 * gh_plain_text_is_hidden:
 * @previous: what stands before it, 0 at the beginning
 * @next: what comes after it, 0 at the end
 *
 * Whether a person reading the text would miss the character: invisible ones, those that change the
 * direction of what follows, control characters. Joiners and variation selectors count only where
 * no script and no emoji needs them.
 */
gboolean
gh_plain_text_is_hidden (gunichar previous,
                         gunichar c,
                         gunichar next)
{
  if (c < 0x7F)
    return c < 0x20 && c != '\t' && c != '\n' && c != '\r';
  if (c < 0xA0 || c == 0xAD)
    return c != 0x85;

  switch (c)
    {
    case 0x200C: /* zero width non-joiner */
    case 0x200D: /* zero width joiner */
      return !(can_join (previous) && can_join (next));
    case 0x034F: /* combining grapheme joiner */
    case 0x115F: /* Hangul fillers */
    case 0x1160:
    case 0x17B4: /* Khmer inherent vowels */
    case 0x17B5:
    case 0x2800: /* Braille blank */
    case 0x3164:
    case 0xFFA0:
    case 0xFFFC:
      return TRUE;
    default:
      break;
    }

  /* One selector picks a glyph; a chain of them carries data. */
  if (is_variation_selector (c))
    return previous == 0 || is_variation_selector (previous) || g_unichar_isspace (previous);
  if ((c >= 0xE0000 && c <= 0xE0FFF) || (c >= 0x180B && c <= 0x180F))
    return TRUE;

  GUnicodeType type = g_unichar_type (c);

  /* Signs that stand before numbers in Arabic are format characters that can be seen. */
  if (type == G_UNICODE_FORMAT)
    return !((c >= 0x0600 && c <= 0x0605) || c == 0x06DD || c == 0x070F || c == 0x08E2 ||
             c == 0x110BD || c == 0x110CD);
  return type == G_UNICODE_CONTROL;
}

gboolean
gh_plain_text_has_hidden (const char *text)
{
  gunichar previous = 0;

  if (text == NULL)
    return FALSE;
  for (const char *p = text; *p != '\0';)
    {
      const char *after = g_utf8_next_char (p);
      gunichar c = g_utf8_get_char (p);

      if (gh_plain_text_is_hidden (previous, c, *after != '\0' ? g_utf8_get_char (after) : 0))
        return TRUE;
      previous = c;
      p = after;
    }
  return FALSE;
}

/* Beyond what is hidden: what looks like something else, or like nothing on this computer. */
static gboolean
is_doubtful (gunichar c)
{
  GUnicodeType type = g_unichar_type (c);

  return type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT || type == G_UNICODE_UNASSIGNED ||
         type == G_UNICODE_PRIVATE_USE || type == G_UNICODE_SURROGATE ||
         type == G_UNICODE_LINE_SEPARATOR || type == G_UNICODE_PARAGRAPH_SEPARATOR ||
         (type == G_UNICODE_SPACE_SEPARATOR && c != ' ');
}

static void
append_number (GString  *out,
               gunichar  c)
{
  g_string_append_printf (out, "\342\237\250U+%04X\342\237\251", c);
}

static void
append_char (GString         *out,
             gunichar         previous,
             gunichar         c,
             gunichar         next,
             GhPlainTextMode  mode)
{
  gboolean is_break = c == '\n' || c == '\t' || c == '\r' || c == 0x85 || c == 0x2028 ||
                      c == 0x2029;

  if (mode == GH_PLAIN_TEXT_ONE_LINE && is_break)
    g_string_append_c (out, ' ');
  else if (mode == GH_PLAIN_TEXT_LINES && c == '\r')
    ; /* half of a line break, or an attempt to write over the line */
  else if (gh_plain_text_is_hidden (previous, c, next) ||
           (mode == GH_PLAIN_TEXT_EXACT && is_doubtful (c)))
    append_number (out, c);
  else
    g_string_append_unichar (out, c);
}

/**
 * gh_plain_text_dup:
 * @text: (nullable): any bytes; what is no UTF-8 is replaced
 * @max_chars: after so many characters an ellipsis follows
 *
 * Returns: (transfer full): valid UTF-8 without control characters and without characters that
 *   change the direction of text
 */
char *
gh_plain_text_dup (const char      *text,
                   gsize            max_chars,
                   GhPlainTextMode  mode)
{
  g_autofree char *valid = NULL;
  GString *out = g_string_new (NULL);
  gunichar previous = 0;
  gsize n = 0;

  if (text != NULL && !g_utf8_validate (text, -1, NULL))
    text = valid = g_utf8_make_valid (text, -1);
  for (const char *p = text; p != NULL && *p != '\0'; p = g_utf8_next_char (p), n++)
    {
      gunichar c = g_utf8_get_char (p);

      if (n == max_chars)
        {
          g_string_append (out, "…");
          break;
        }
      append_char (out, previous, c, g_utf8_get_char (g_utf8_next_char (p)), mode);
      previous = c;
    }
  return g_string_free (out, FALSE);
}

/**
 * gh_plain_text_take_lines:
 * @text: valid UTF-8, as long as it may be
 * @offset: (inout): where to go on; moved behind what was taken
 * @max_line: bytes of a line that are taken; an ellipsis stands for the rest
 * @max_bytes: no further line is taken once there are so many bytes
 * @shortened: (inout): set when a line was longer
 *
 * The next lines, without the last line's break: what a label can lay out without being noticed.
 *
 * Returns: (transfer full): the lines, as gh_plain_text_dup() leaves them
 */
char *
gh_plain_text_take_lines (const char *text,
                          gsize      *offset,
                          guint       max_lines,
                          gsize       max_line,
                          gsize       max_bytes,
                          gboolean   *shortened)
{
  GString *out = g_string_new (NULL);
  const char *p = text + *offset;

  for (guint n = 0; n < max_lines && *p != '\0' && out->len < max_bytes; n++)
    {
      const char *end = strchrnul (p, '\n');
      gsize length = end - p;
      g_autofree char *line = NULL;
      g_autofree char *plain = NULL;

      if (length > max_line)
        {
          const char *cut = p + max_line;

          while (cut > p && ((guchar) *cut & 0xC0) == 0x80)
            cut--;
          length = cut - p;
          *shortened = TRUE;
        }
      line = g_strndup (p, length);
      plain = gh_plain_text_dup (line, G_MAXSIZE, GH_PLAIN_TEXT_LINES);
      if (n > 0)
        g_string_append_c (out, '\n');
      g_string_append (out, plain);
      if (p + length < end)
        g_string_append (out, "…");
      p = *end == '\n' ? end + 1 : end;
    }
  *offset = p - text;
  return g_string_free (out, FALSE);
}

guint
gh_plain_text_count_lines (const char *text)
{
  guint n = 0;

  while (*text != '\0')
    {
      const char *end = strchrnul (text, '\n');

      n++;
      text = *end == '\n' ? end + 1 : end;
    }
  return n;
}

/* A path for showing: the home directory as "~". */
char *
gh_plain_text_dup_path (const char *path)
{
  const char *home = g_get_home_dir ();
  gsize length = strlen (home);
  g_autofree char *short_path = NULL;

  if (length > 1 && g_str_has_prefix (path, home) && (path[length] == '/' || path[length] == '\0'))
    path = short_path = g_strconcat ("~", path + length, NULL);
  return gh_plain_text_dup (path, G_MAXSIZE, GH_PLAIN_TEXT_EXACT);
}
