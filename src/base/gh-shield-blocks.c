/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Private keys in their armour, whole or cut off, and JSON Web Tokens. */
#include "config.h"

#include "gh-shield-private.h"

/* "-----BEGIN ENCRYPTED PRIVATE KEY BLOCK-----" and longer. */
#define MAX_MARK 120
/* Lines of base64 are longer, but for the last one. */
#define MIN_CHUNK 16
/* Of an encrypted token. */
#define MAX_DOTS 4
/* More than armour ever has before the key itself. */
#define MAX_HEADERS 8
/* What may stand between two of them: a line break, written out perhaps, quotes, indentation. */
#define MAX_GAP 64

/* The end of "-----BEGIN ... PRIVATE KEY ...-----", or 0. */
static gsize
mark_end (GhShieldScan *scan,
          gsize         at,
          const char   *word)
{
  const char *text = scan->text + at;
  gsize dashes = gh_shield_span (text, GH_SHIELD_DASH, 6);
  gsize start;
  gsize length = 0;

  if (dashes < 4 || dashes > 5)
    return 0;
  start = dashes + (text[dashes] == ' ');
  if (strncmp (text + start, word, strlen (word)) != 0)
    return 0;
  start += strlen (word);
  while (length < MAX_MARK && (gh_shield_is (text[start + length], GH_SHIELD_ALNUM) ||
                               text[start + length] == ' '))
    length++;
  if (memmem (text + start, length, "PRIVATE KEY", 11) == NULL)
    return 0;
  /* Cut off within its own mark is a mark, too. */
  return at + start + length + gh_shield_span (text + start + length, GH_SHIELD_DASH, 5);
}

/* Behind what stands between two lines. */
static gsize
skip_gap (GhShieldScan *scan,
          gsize         at)
{
  gsize max = MIN (at + MAX_GAP, scan->length);

  while (at < max)
    {
      char c = scan->text[at];

      if (c == '\\' && at + 1 < max && strchr ("nrt\\\"'", scan->text[at + 1]) != NULL)
        at += 2;
      else if (strchr (" \t\r\n\"'`>|#*,.+\\", c) != NULL && c != '\0')
        at++;
      else
        break;
    }
  return at;
}

/* "Proc-Type: 4,ENCRYPTED", "Version: GnuPG": to the end of the line, or `at`. */
static gsize
skip_header (GhShieldScan *scan,
             gsize         at)
{
  gsize name = gh_shield_span (scan->text + at, GH_SHIELD_WORD, 32);
  gsize end = at + name;

  if (name == 0 || scan->text[end] != ':' || scan->text[end + 1] != ' ')
    return at;
  while (end < scan->length && end - at < MAX_MARK && scan->text[end] != '\n' &&
         !(scan->text[end] == '\\' && scan->text[end + 1] == 'n'))
    end++;
  return end;
}

/* Where the key that begins at `at` ends: behind its last line, or its end mark. */
static gsize
body_end (GhShieldScan *scan,
          gsize         at)
{
  gsize end = at;
  gboolean any = FALSE;
  guint headers = 0;

  while (TRUE)
    {
      gsize start = skip_gap (scan, end);
      gsize mark = mark_end (scan, start, "END ");
      gsize chunk;

      if (mark != 0)
        return mark;
      if (!any && headers < MAX_HEADERS && skip_header (scan, start) > start)
        {
          headers++;
          end = skip_header (scan, start);
          continue;
        }
      chunk = start;
      while (gh_shield_is (scan->text[chunk], GH_SHIELD_ALNUM | GH_SHIELD_PLUS | GH_SHIELD_PAD))
        chunk++;
      /* What is shorter is the last line, or no key. */
      if (chunk - start < MIN_CHUNK && !any)
        return at;
      if (chunk - start < MIN_CHUNK)
        {
          if (start == end ||
              (scan->text[chunk] != '\0' && strchr (" -_:", scan->text[chunk]) != NULL))
            return end;
          mark = mark_end (scan, skip_gap (scan, chunk), "END ");
          return mark != 0 ? mark : chunk > start ? chunk : end;
        }
      any = TRUE;
      end = chunk;
    }
}

/* Back over the lines of a key whose beginning was cut off. */
static gsize
body_start (GhShieldScan *scan,
            gsize         at)
{
  gsize start = at;
  gboolean last = TRUE;

  while (start > scan->floor)
    {
      gsize line = start;
      gsize end;

      while (line > scan->floor && start - line < 4 &&
             strchr (" \t\r\n", scan->text[line - 1]) != NULL)
        line--;
      if (line > scan->floor + 1 && scan->text[line - 1] == 'n' && scan->text[line - 2] == '\\')
        line -= 2;
      end = line;
      while (line > scan->floor && gh_shield_is (scan->text[line - 1], GH_SHIELD_ALNUM |
                                                 GH_SHIELD_PLUS | GH_SHIELD_PAD))
        line--;
      if ((end == start && !last) || end - line < (last ? 1 : MIN_CHUNK))
        break;
      last = FALSE;
      start = line;
    }
  return start;
}

/* The part of a PuTTY key that is private: "Private-Lines: 14" and so many lines. */
static gboolean
find_putty (GhShieldScan *scan,
            gsize         at)
{
  static const char mark[] = "Private-Lines: ";
  gsize start;
  gsize end;

  if (strncmp (scan->text + at, mark, strlen (mark)) != 0)
    return FALSE;
  start = at + strlen (mark);
  start += gh_shield_span (scan->text + start, GH_SHIELD_DIGIT, 4);
  end = body_end (scan, start);
  return end > start && gh_shield_scan_add (scan, GH_SHIELD_PRIVATE_KEY, NULL, start, end);
}

gboolean
gh_shield_find_private_key (GhShieldScan *scan,
                            gsize         at)
{
  gsize mark;
  gsize start;
  gsize end;

  if (scan->text[at] == 'P')
    return find_putty (scan, at);
  if (at > scan->floor && scan->text[at - 1] == '-')
    return FALSE;
  mark = mark_end (scan, at, "BEGIN ");
  if (mark != 0)
    {
      end = body_end (scan, mark);
      return end > mark && gh_shield_scan_add (scan, GH_SHIELD_PRIVATE_KEY, NULL, at, end);
    }
  mark = mark_end (scan, at, "END ");
  if (mark == 0)
    return FALSE;
  start = body_start (scan, at);
  return start < at && gh_shield_scan_add (scan, GH_SHIELD_PRIVATE_KEY, NULL, start, mark);
}

/* Header, payload and signature, or the five parts of an encrypted one; the last may be missing. */
gboolean
gh_shield_match_jwt (GhShieldScan *scan,
                     gsize         at,
                     gsize        *end)
{
  const char *text = scan->text;
  const char *dot;
  guint dots = 0;

  if (strncmp (text + at, "eyJ", 3) != 0)
    return FALSE;
  *end = gh_shield_scan_run (scan, GH_SHIELD_RUN_DOTTED, at);
  dot = memchr (text + at, '.', *end - at);
  if (dot == NULL || dot - text - at < 10 || *end - at < 30)
    return FALSE;
  for (; dot != NULL && dots <= MAX_DOTS; dots++)
    dot = memchr (dot + 1, '.', text + *end - dot - 1);
  /* Two is a token without a signature; any other at the end ends a sentence. */
  if (text[*end - 1] == '.' && dots != 2)
    {
      (*end)--;
      dots--;
    }
  return dots <= MAX_DOTS;
}

gboolean
gh_shield_find_jwt (GhShieldScan *scan,
                    gsize         at)
{
  gsize end;

  return gh_shield_match_jwt (scan, at, &end) &&
         gh_shield_scan_add (scan, GH_SHIELD_TOKEN, NULL, at, end);
}
