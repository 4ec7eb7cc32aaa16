/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The person's own patterns: regular expressions with an end to every search. */
#include "config.h"

#include "gh-shield-own.h"

#include <string.h>
#include <time.h>

#include "gh-shield-private.h"

/* Longer than any pattern that a person wrote. */
#define MAX_PATTERN 1000
/* Steps back at one place, and memory in KiB for one search: together with the length of a piece
 * they bound what one piece costs. */
#define LIMITS "(*LIMIT_MATCH=10000)(*LIMIT_DEPTH=1000)(*LIMIT_HEAP=4096)"
/* Texts are searched in pieces, between which the clock is looked at: lines, and parts of longer
 * ones that overlap. */
#define PIECE 4096
#define OVERLAP 1024
/* Of this thread's processor time for all patterns and one text. */
#define MAX_NSEC (200 * 1000 * 1000)

G_DEFINE_QUARK (gh-shield-error-quark, gh_shield_error)

static GRegex *
build (const char  *pattern,
       GError     **error)
{
  g_autofree char *bounded = g_strconcat (LIMITS, pattern, NULL);
  g_autoptr(GError) local_error = NULL;
  g_autoptr(GRegex) regex = NULL;

  if (strlen (pattern) > MAX_PATTERN)
    {
      g_set_error (error, GH_SHIELD_ERROR, GH_SHIELD_ERROR_LONG,
                   "The pattern is longer than %d bytes", MAX_PATTERN);
      return NULL;
    }
  /* "(*" at the beginning would lift the limits. */
  if (g_str_has_prefix (pattern, "(*"))
    {
      g_set_error_literal (error, GH_SHIELD_ERROR, GH_SHIELD_ERROR_SYNTAX,
                           "\"(*\" is not supported");
      return NULL;
    }
  regex = g_regex_new (bounded, 0, 0, &local_error);
  if (regex == NULL)
    {
      g_set_error_literal (error, GH_SHIELD_ERROR, GH_SHIELD_ERROR_SYNTAX, local_error->message);
      return NULL;
    }
  if (pattern[0] == '\0' || g_regex_match (regex, "", 0, NULL))
    {
      g_set_error_literal (error, GH_SHIELD_ERROR, GH_SHIELD_ERROR_EMPTY,
                           "The pattern matches an empty text");
      return NULL;
    }
  return g_steal_pointer (&regex);
}

gboolean
gh_shield_check_pattern (const char  *pattern,
                         GError     **error)
{
  g_autoptr(GRegex) regex = NULL;

  g_return_val_if_fail (pattern != NULL, FALSE);

  regex = build (pattern, error);
  return regex != NULL;
}

GPtrArray *
gh_shield_own_list_new (const char * const *patterns)
{
  GPtrArray *self = g_ptr_array_new_with_free_func ((GDestroyNotify) g_regex_unref);

  for (guint i = 0; patterns != NULL && patterns[i] != NULL; i++)
    {
      GRegex *regex = build (patterns[i], NULL);

      if (regex != NULL)
        g_ptr_array_add (self, regex);
      if (self->len == GH_SHIELD_MAX_PATTERNS)
        break;
    }
  return self;
}

static gint64
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * 1000000000 + time.tv_nsec;
}

/* FALSE: it gave up. */
static gboolean
search (GRegex     *regex,
        const char *text,
        gsize       start,
        gsize       end,
        GArray     *findings)
{
  g_autoptr(GMatchInfo) info = NULL;
  g_autoptr(GError) error = NULL;

  g_regex_match_full (regex, text, end, start, 0, &info, &error);
  while (error == NULL && g_match_info_matches (info))
    {
      int from;
      int to;

      if (g_match_info_fetch_pos (info, 0, &from, &to) && to > from)
        {
          GhShieldFinding finding = { from, to, GH_SHIELD_OWN, NULL };

          g_array_append_val (findings, finding);
        }
      g_match_info_next (info, &error);
    }
  return error == NULL;
}

/* Where the piece that begins at `start` ends. */
static gsize
piece_end (const char *text,
           gsize       start,
           gsize       length)
{
  const char *line_end = memchr (text + start, '\n', length - start);
  gsize end = line_end != NULL ? (gsize) (line_end + 1 - text) : length;

  if (end - start <= PIECE)
    return end;
  end = start + PIECE;
  while (((guchar) text[end] & 0xC0) == 0x80)
    end--;
  return end;
}

static int
compare (const GhShieldFinding *a,
         const GhShieldFinding *b)
{
  if (a->start != b->start)
    return a->start < b->start ? -1 : 1;
  return a->end < b->end ? -1 : a->end > b->end;
}

/* Those that meet become one. */
static void
join (GArray *findings)
{
  guint n = 0;

  g_array_sort (findings, (GCompareFunc) compare);
  for (guint i = 0; i < findings->len; i++)
    {
      GhShieldFinding *last = n > 0 ? &g_array_index (findings, GhShieldFinding, n - 1) : NULL;
      const GhShieldFinding *next = &g_array_index (findings, GhShieldFinding, i);

      if (last != NULL && next->start < last->end)
        last->end = MAX (last->end, next->end);
      else
        g_array_index (findings, GhShieldFinding, n++) = *next;
    }
  g_array_set_size (findings, n);
}

GArray *
gh_shield_own_list_find (GPtrArray  *self,
                         const char *text,
                         gsize       length,
                         gboolean   *whole)
{
  GArray *findings = g_array_new (FALSE, FALSE, sizeof (GhShieldFinding));
  gint64 deadline = now () + MAX_NSEC;
  gsize start = 0;

  while (self->len > 0 && start < length && *whole)
    {
      gsize end = piece_end (text, start, length);

      for (guint i = 0; i < self->len && *whole; i++)
        *whole = search (g_ptr_array_index (self, i), text, start, end, findings) &&
                 now () < deadline && findings->len < GH_SHIELD_MAX_FINDINGS;
      if (end < length && text[end - 1] != '\n')
        {
          end -= OVERLAP;
          while (((guchar) text[end] & 0xC0) == 0x80)
            end--;
        }
      start = end;
    }
  join (findings);
  return findings;
}
