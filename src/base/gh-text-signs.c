/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a person who reads a stranger's text should be told of it. */
#include "config.h"

#include "gh-text-signs.h"

#include <string.h>

#include "gh-plain-text.h"

/* Beyond a screen's width many times over: something may hide at its end. */
#define LONG_LINE 2000
/* A word, a path or a hash is shorter; lines of PEM and of MIME have 64 and 76. */
#define ENCODED_RUN 60
/* Less than that is shown as it is. */
#define ENCODED_LEAST 200

typedef enum
{
  SCRIPT_NONE,  /* digits, marks */
  SCRIPT_LATIN,
  SCRIPT_OTHER, /* one that has letters like the Latin ones */
  SCRIPT_FOREIGN, /* any other: nobody takes it for Latin */
} Script;

/* Letters of other scripts that in most fonts are pictures of Latin ones. */
static const char lookalikes[] =
  /* Cyrillic */
  "аеорсухіјѕһԁԛԝԍѵӏАВЕЅІЈКМНОРСТУХҮԌԚԜ"
  /* Greek */
  "αονικυργΑΒΕΖΗΙΚΜΝΟΡΤΥΧϲϳ"
  /* Armenian */
  "օոսհցզԼՕՍ"
  /* Cherokee */
  "ᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ";

static gboolean
is_lookalike (gunichar c)
{
  char utf8[7] = { 0 };

  if (c < 0x370)
    return FALSE;
  /* Mathematical letters: bold, italic and other pictures of Latin ones. */
  if (c >= 0x1D400 && c <= 0x1D7FF)
    return TRUE;
  g_unichar_to_utf8 (c, utf8);
  return strstr (lookalikes, utf8) != NULL;
}

static Script
get_script (gunichar c)
{
  GUnicodeScript script;

  if (c < 0x80)
    return g_ascii_isalpha (c) ? SCRIPT_LATIN : SCRIPT_NONE;
  if (c >= 0x1D400 && c <= 0x1D7FF)
    return SCRIPT_OTHER;
  /* Letters as wide as Chinese ones: at home among those, not among narrow letters. */
  if ((c >= 0xFF21 && c <= 0xFF3A) || (c >= 0xFF41 && c <= 0xFF5A))
    return SCRIPT_FOREIGN;
  script = g_unichar_get_script (c);
  if (script == G_UNICODE_SCRIPT_LATIN)
    return SCRIPT_LATIN;
  if (script == G_UNICODE_SCRIPT_COMMON || script == G_UNICODE_SCRIPT_INHERITED)
    return SCRIPT_NONE;
  if (script == G_UNICODE_SCRIPT_CYRILLIC || script == G_UNICODE_SCRIPT_GREEK
      || script == G_UNICODE_SCRIPT_ARMENIAN || script == G_UNICODE_SCRIPT_CHEROKEE)
    return SCRIPT_OTHER;
  return SCRIPT_FOREIGN;
}

static gboolean
is_word (gunichar c)
{
  return g_unichar_isalnum (c) || g_unichar_ismark (c);
}

/* Whether a line is written in Latin letters, so that a word of others among them is strange. */
static gboolean
is_latin_line (const char *line)
{
  guint latin = 0;
  guint other = 0;

  for (const char *p = line; *p != '\0' && *p != '\n'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      Script script = g_unichar_isalpha (c) ? get_script (c) : SCRIPT_NONE;

      latin += script == SCRIPT_LATIN;
      other += script == SCRIPT_OTHER || script == SCRIPT_FOREIGN;
    }
  return latin > other;
}

/* A word is strange when it has a Latin letter and one that looks Latin and is not; or when, in a
 * Latin line, all its letters only look Latin. One such letter alone may be a symbol. */
static gboolean
is_strange (const char *start,
            const char *end,
            gboolean    latin_line)
{
  guint latin = 0;
  guint alike = 0;
  guint other = 0;

  for (const char *p = start; p < end; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      switch (get_script (c))
        {
        case SCRIPT_LATIN:
          latin++;
          break;
        case SCRIPT_OTHER:
          if (is_lookalike (c))
            alike++;
          else
            other++;
          break;
        case SCRIPT_FOREIGN:
          /* A wide letter beside a narrow one. */
          if (c >= 0xFF21 && c <= 0xFF5A)
            alike++;
          break;
        case SCRIPT_NONE:
        default:
          break;
        }
    }
  return (alike > 0 && latin > 0) || (latin_line && alike > 1 && other == 0);
}

void
gh_text_signs_each_lookalike (const char      *text,
                              GhTextSignsFunc  func,
                              gpointer         user_data)
{
  const char *line = text;  /* where the present line begins */
  gboolean judged = FALSE;  /* whether latin_line is known for it */
  gboolean latin_line = FALSE;

  g_return_if_fail (text != NULL);
  g_return_if_fail (func != NULL);

  for (const char *p = text; *p != '\0';)
    {
      const char *word = p;
      gboolean plain = TRUE;

      for (; *p != '\0' && ((guchar) *p < 0x80 ? g_ascii_isalnum (*p)
                                               : is_word (g_utf8_get_char (p)));
           p = g_utf8_next_char (p))
        plain = plain && (guchar) *p < 0x80;
      if (!plain && !judged)
        {
          latin_line = is_latin_line (line);
          judged = TRUE;
        }
      if (!plain && is_strange (word, p, latin_line))
        func ((gsize) (word - text), (gsize) (p - text), user_data);
      if (p > word || *p == '\0')
        continue;
      p = g_utf8_next_char (p);
      if (*word == '\n')
        {
          line = p;
          judged = FALSE;
        }
    }
}

static gboolean
changes_direction (gunichar c)
{
  return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/* Bytes of the run of base64 characters that begins here; *mixed: it has capitals, small letters
 * and digits, as data has and words have not. */
static gsize
measure_run (const char *text,
             gboolean   *mixed)
{
  gboolean upper = FALSE;
  gboolean lower = FALSE;
  gboolean digit = FALSE;
  gsize n = 0;

  for (; g_ascii_isalnum (text[n]) || (text[n] != '\0' && strchr ("+/=_-", text[n]) != NULL); n++)
    {
      upper |= g_ascii_isupper (text[n]);
      lower |= g_ascii_islower (text[n]);
      digit |= g_ascii_isdigit (text[n]);
    }
  *mixed = upper && lower && digit;
  return n;
}

static gsize
count_encoded (const char *text)
{
  gsize sum = 0;

  for (const char *p = text; *p != '\0';)
    {
      gboolean mixed;
      gsize n = measure_run (p, &mixed);

      if (mixed && n >= ENCODED_RUN)
        sum += n;
      p += MAX (n, 1);
    }
  return sum >= ENCODED_LEAST ? sum : 0;
}

static void
count_characters (const char  *text,
                  GhTextSigns *signs)
{
  gunichar previous = 0;
  gsize line = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      line = c == '\n' ? 0 : line + 1;
      signs->longest_line = MAX (signs->longest_line, line);
      /* Most texts are mostly ASCII. */
      if ((c < 0x20 || c >= 0x7F) &&
          gh_plain_text_is_hidden (previous, c, g_utf8_get_char (g_utf8_next_char (p))))
        {
          signs->n_hidden++;
          signs->n_direction += changes_direction (c);
        }
      previous = c;
    }
  if (signs->longest_line <= LONG_LINE)
    signs->longest_line = 0;
}

static void
count_cb (gsize    start,
          gsize    end,
          gpointer user_data)
{
  guint *n = user_data;

  (*n)++;
}

void
gh_text_signs_look (const char  *text,
                    GhTextSigns *signs)
{
  g_return_if_fail (text != NULL);
  g_return_if_fail (signs != NULL);

  *signs = (GhTextSigns) { 0 };
  count_characters (text, signs);
  signs->n_encoded = count_encoded (text);
  gh_text_signs_each_lookalike (text, count_cb, &signs->n_lookalikes);
}
