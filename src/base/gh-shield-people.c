/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What tells of a person: e-mail addresses, card numbers, the home directory. */
#include "config.h"

#include "gh-shield-private.h"

/* RFC 5321. */
#define MAX_LOCAL 64
#define MAX_DOMAIN 255

#define MIN_CARD 13
#define MAX_CARD 19

/* A letter of Latin script beyond ASCII, which takes two bytes. */
static gboolean
is_latin (const char *text)
{
  return (guchar) text[0] >= 0xC3 && (guchar) text[0] <= 0xC9 && ((guchar) text[1] & 0xC0) == 0x80;
}

static gsize
local_start (GhShieldScan *scan,
             gsize         at)
{
  gsize start = at;

  while (start > scan->floor && at - start < MAX_LOCAL)
    {
      char c = scan->text[start - 1];

      if (gh_shield_is (c, GH_SHIELD_WORD | GH_SHIELD_DOT) || c == '+' || c == '%')
        start--;
      else if (start > scan->floor + 1 && is_latin (scan->text + start - 2))
        start -= 2;
      else
        break;
    }
  while (start < at && !gh_shield_is (scan->text[start], GH_SHIELD_ALNUM) &&
         (guchar) scan->text[start] < 0x80)
    start++;
  return start < at && gh_shield_after_escape (scan, start + 1) ? start + 1 : start;
}

/* Where the domain ends, 0 when it is none: two labels at least, letters in the last. */
static gsize
domain_end (GhShieldScan *scan,
            gsize         at)
{
  const char *text = scan->text;
  gsize end = at;
  gsize dot = 0;
  gsize label;

  while (end - at < MAX_DOMAIN)
    {
      if (text[end] == '.' && gh_shield_is (text[end + 1], GH_SHIELD_ALNUM))
        dot = end++;
      else if (gh_shield_is (text[end], GH_SHIELD_ALNUM) || text[end] == '-')
        end++;
      else if (is_latin (text + end))
        end += 2;
      else
        break;
    }
  if (dot <= at)
    return 0;
  label = gh_shield_span (text + dot + 1, GH_SHIELD_LETTER, MAX_DOMAIN);
  if (dot + 1 + label != end && strncmp (text + dot + 1, "xn--", 4) != 0)
    return 0;
  return label >= 2 ? end : 0;
}

/* "logo@2x.png", "getty@tty1.service": names of files. */
static gboolean
is_file_name (GhShieldScan *scan,
              gsize         at,
              gsize         end)
{
  static const char * const endings[] = {
    ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".service", ".socket", ".target", ".timer",
    ".mount", ".slice",
  };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      gsize length = strlen (endings[i]);

      if (end - at > length && strncmp (scan->text + end - length, endings[i], length) == 0)
        return TRUE;
    }
  return FALSE;
}

gboolean
gh_shield_find_email (GhShieldScan *scan,
                      gsize         at)
{
  gsize start = local_start (scan, at);
  gsize end;

  if (start == at)
    return FALSE;
  end = domain_end (scan, at + 1);
  if (end == 0 || is_file_name (scan, at, end))
    return FALSE;
  /* "git@github.com:owner/name" is an address of everybody's. */
  if (at - start == 3 && strncmp (scan->text + start, "git", 3) == 0 &&
      strchr (":/", scan->text[end]) != NULL)
    return FALSE;
  return gh_shield_scan_add (scan, GH_SHIELD_EMAIL, NULL, start, end);
}

/* The networks' ranges, by the first four digits and the length. */
static gboolean
is_card_range (guint first,
               guint length)
{
  guint two = first / 100;

  if (first / 1000 == 4)
    return length == 13 || length == 16 || length == 19;
  if ((two >= 51 && two <= 55) || (first >= 2221 && first <= 2720))
    return length == 16;
  if (two == 34 || two == 37)
    return length == 15;
  if (two == 30 || two == 36 || two == 38 || two == 39)
    return length == 14 || length == 16;
  if (two == 35)
    return length == 16;
  return (two == 50 || two == 60 || two == 62 || two == 63 || two == 64 || two == 65 || two == 67 ||
          two == 81) && length >= 16;
}

static gboolean
passes_luhn (const char *digits,
             guint       length)
{
  guint sum = 0;

  for (guint i = 0; i < length; i++)
    {
      guint digit = digits[length - 1 - i] - '0';

      if (i % 2 == 1)
        digit = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
      sum += digit;
    }
  return sum % 10 == 0;
}

/* Digits, perhaps in groups of four or more with one sort of space or dash between. */
gboolean
gh_shield_find_card (GhShieldScan *scan,
                     gsize         at)
{
  const char *text = scan->text;
  char digits[MAX_CARD];
  guint n = 0;
  guint group = 0;
  char between = '\0';
  gsize end = at;

  if (at > scan->floor && !gh_shield_after_escape (scan, at) &&
      (gh_shield_is (text[at - 1], GH_SHIELD_ALNUM | GH_SHIELD_DOT) || text[at - 1] == '_'))
    return FALSE;
  for (;; end++)
    {
      if (gh_shield_is (text[end], GH_SHIELD_DIGIT))
        {
          if (n == MAX_CARD)
            return FALSE;
          digits[n++] = text[end];
          group++;
        }
      else if ((text[end] == ' ' || text[end] == '-') && group >= 4 &&
               (between == '\0' || between == text[end]) &&
               gh_shield_span (text + end + 1, GH_SHIELD_DIGIT, 3) == 3)
        {
          between = text[end];
          group = 0;
        }
      else
        break;
    }
  if (n < MIN_CARD || gh_shield_is (text[end], GH_SHIELD_LETTER) || text[end] == '_' ||
      (text[end] == '.' && gh_shield_is (text[end + 1], GH_SHIELD_DIGIT)))
    return FALSE;
  return is_card_range ((digits[0] - '0') * 1000 + (digits[1] - '0') * 100 +
                        (digits[2] - '0') * 10 + (digits[3] - '0'), n) &&
         passes_luhn (digits, n) &&
         gh_shield_scan_add (scan, GH_SHIELD_CARD, NULL, at, end);
}

/* Whether the text begins with both, and the name ends there. */
static gboolean
begins_with_name (const char *text,
                  const char *parent,
                  const char *name)
{
  while (*parent != '\0')
    if (*text++ != *parent++)
      return FALSE;
  while (*name != '\0')
    if (*text++ != *name++)
      return FALSE;
  return !gh_shield_is (*text, GH_SHIELD_WORD) && (guchar) *text < 0x80;
}

/* The directory itself, and then what belongs to the person elsewhere: the same name where other
 * systems have home directories and media. */
gboolean
gh_shield_find_home (GhShieldScan *scan,
                     gsize         at)
{
  static const char * const parents[] = {
    "/home/", "/Users/", "/media/", "/run/media/", "\\Users\\", "\\\\Users\\\\", "~",
  };
  const char *text = scan->text + at;
  const char *homes[] = { scan->home, scan->home_uri };

  /* What begins none of these, or is the middle of another path. */
  if (scan->home == NULL ||
      (*text != '~' && text[1] != scan->home[1] && strchr ("hUmr\\", text[1]) == NULL) ||
      (at > scan->floor && !gh_shield_after_escape (scan, at) &&
       gh_shield_is (text[-1], GH_SHIELD_WORD | GH_SHIELD_DOT)))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (homes) && homes[i] != NULL; i++)
    if (begins_with_name (text, "", homes[i]))
      return gh_shield_scan_add (scan, GH_SHIELD_HOME, NULL, at, at + strlen (homes[i]));
  for (guint i = 0; i < G_N_ELEMENTS (parents) && scan->user != NULL; i++)
    if (begins_with_name (text, parents[i], scan->user))
      return gh_shield_scan_add (scan, GH_SHIELD_HOME, NULL, at,
                                 at + strlen (parents[i]) + strlen (scan->user));
  return FALSE;
}
