/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What differs between two texts: lines first, words inside lines that changed. */
#include "config.h"

#include "gh-text-diff.h"

#include <string.h>

/* The search for the shortest script (Myers, 1986) gives up beyond so many edits, or steps: some
 * milliseconds. Whoever changed more reads the two texts one after the other. */
#define MAX_EDITS 400
#define MAX_STEPS (2 * 1000 * 1000)
/* What is left after the equal ends were taken off may be so long. */
#define MAX_LENGTH (1024 * 1024)
/* Equal tokens between two changes that say nothing by themselves, such as one space. */
#define WEAK_LENGTH 2

typedef struct
{
  const char *start;
  gsize       length;
} Token;

/* Equal tokens from i on in the one list and from j on in the other. */
typedef struct
{
  guint i;
  guint j;
  guint length;
} Run;

/* Two token lists, each token as a number: equal ones have the same. */
typedef struct
{
  GArray *tokens[2]; /* of Token */
  guint  *ids[2];
} Pair;

static guint
hash_token (gconstpointer data)
{
  const Token *token = data;
  guint hash = 5381;

  for (gsize i = 0; i < token->length; i++)
    hash = hash * 33 + (guchar) token->start[i];
  return hash;
}

static gboolean
equal_tokens (gconstpointer a,
              gconstpointer b)
{
  const Token *left = a;
  const Token *right = b;

  return left->length == right->length
         && memcmp (left->start, right->start, left->length) == 0;
}

static const char *
find_line_end (const char *p,
               const char *end)
{
  const char *line_end = memchr (p, '\n', (gsize) (end - p));

  return line_end != NULL ? line_end + 1 : end;
}

static gboolean
is_word (gunichar c)
{
  return (g_unichar_isalnum (c) && !g_unichar_iswide (c)) || c == '_' || g_unichar_ismark (c);
}

/* A word, or any other character with the marks on it. */
static const char *
find_word_end (const char *p,
               const char *end)
{
  gboolean word = is_word (g_utf8_get_char (p));

  for (p = g_utf8_next_char (p); p < end; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_ismark (c) && !(word && is_word (c)))
        break;
    }
  return p;
}

typedef const char *(*FindEnd) (const char *p,
                                const char *end);

static GArray *
split (const char *start,
       const char *end,
       FindEnd     find_end)
{
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (Token));

  for (const char *p = start; p < end;)
    {
      const char *next = find_end (p, end);
      Token token = { p, (gsize) (next - p) };

      g_array_append_val (tokens, token);
      p = next;
    }
  return tokens;
}

static void
pair_init (Pair       *self,
           const char *starts[2],
           const char *ends[2],
           FindEnd     find_end)
{
  g_autoptr(GHashTable) seen = g_hash_table_new (hash_token, equal_tokens);

  for (guint side = 0; side < 2; side++)
    {
      self->tokens[side] = split (starts[side], ends[side], find_end);
      self->ids[side] = g_new (guint, self->tokens[side]->len + 1);
      for (guint i = 0; i < self->tokens[side]->len; i++)
        {
          Token *token = &g_array_index (self->tokens[side], Token, i);
          gpointer id = g_hash_table_lookup (seen, token);

          if (id == NULL)
            {
              id = GUINT_TO_POINTER (g_hash_table_size (seen) + 1);
              g_hash_table_insert (seen, token, id);
            }
          self->ids[side][i] = GPOINTER_TO_UINT (id);
        }
    }
}

static void
pair_clear (Pair *self)
{
  for (guint side = 0; side < 2; side++)
    {
      g_array_unref (self->tokens[side]);
      g_free (self->ids[side]);
    }
}

/* Walks back through what was reached with fewer and fewer edits. reached: of int *, one for each
 * number of edits, the furthest i on each diagonal. */
static void
collect_runs (GArray    *runs,
              GPtrArray *reached,
              int        n,
              int        m,
              guint      offset)
{
  int i = n;
  int j = m;

  for (int edits = (int) reached->len; edits > 0; edits--)
    {
      const int *before = (const int *) reached->pdata[edits - 1] + edits;
      int k = i - j;
      gboolean down = k == -edits || (k != edits && before[k - 1] < before[k + 1]);
      int from = down ? k + 1 : k - 1;
      int start = before[from] + (down ? 0 : 1);
      Run run = { offset + (guint) start, offset + (guint) (start - k), (guint) (i - start) };

      if (run.length > 0)
        g_array_prepend_val (runs, run);
      i = before[from];
      j = i - from;
    }
  if (i > 0)
    {
      Run run = { offset, offset, (guint) i };

      g_array_prepend_val (runs, run);
    }
}

/* The runs of the shortest script between a and b; none when it would take too long. */
static void
search (GArray      *runs,
        const guint *a,
        int          n,
        const guint *b,
        int          m,
        guint        offset)
{
  /* For each number of edits before: furthest[-edits - 1 .. edits + 1], its middle at edits + 1. */
  g_autoptr(GPtrArray) reached = g_ptr_array_new_with_free_func (g_free);
  guint steps = 0;

  for (int edits = 0; edits <= MIN (n + m, MAX_EDITS) && steps < MAX_STEPS; edits++)
    {
      g_autofree int *now = g_new0 (int, 2 * (gsize) edits + 3);
      int *furthest = now + edits + 1;
      const int *before = edits > 0 ? (const int *) reached->pdata[edits - 1] + edits : NULL;

      for (int k = -edits; k <= edits; k += 2)
        {
          int i = 0;

          if (edits > 0)
            i = k == -edits || (k != edits && before[k - 1] < before[k + 1]) ? before[k + 1]
                                                                             : before[k - 1] + 1;
          while (i < n && i - k < m && a[i] == b[i - k])
            {
              i++;
              steps++;
            }
          steps++;
          furthest[k] = i;
          if (k == n - m && i >= n)
            {
              collect_runs (runs, reached, n, m, offset);
              return;
            }
        }
      g_ptr_array_add (reached, g_steal_pointer (&now));
    }
}

static GArray *
find_runs (Pair *pair)
{
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (Run));
  guint n = pair->tokens[0]->len;
  guint m = pair->tokens[1]->len;
  const guint *a = pair->ids[0];
  const guint *b = pair->ids[1];
  guint prefix = 0;
  guint suffix = 0;

  while (prefix < MIN (n, m) && a[prefix] == b[prefix])
    prefix++;
  while (suffix < MIN (n, m) - prefix && a[n - 1 - suffix] == b[m - 1 - suffix])
    suffix++;
  search (runs, a + prefix, (int) (n - prefix - suffix), b + prefix, (int) (m - prefix - suffix),
          prefix);
  if (prefix > 0)
    {
      Run run = { 0, 0, prefix };

      g_array_prepend_val (runs, run);
    }
  if (suffix > 0)
    {
      Run run = { n - suffix, m - suffix, suffix };

      g_array_append_val (runs, run);
    }
  return runs;
}

static void
add_piece (GArray         *pieces,
           GhTextDiffKind  kind,
           const char     *start,
           const char     *end)
{
  GhTextDiffPiece piece = { kind, start, (gsize) (end - start) };
  GhTextDiffPiece *last =
    pieces->len > 0 ? &g_array_index (pieces, GhTextDiffPiece, pieces->len - 1) : NULL;

  if (start == end)
    return;
  if (last != NULL && last->kind == kind && last->text + last->length == start)
    last->length += piece.length;
  else
    g_array_append_val (pieces, piece);
}

static void
add_change (GArray     *pieces,
            const char *starts[2],
            const char *ends[2])
{
  add_piece (pieces, GH_TEXT_DIFF_REMOVED, starts[0], ends[0]);
  add_piece (pieces, GH_TEXT_DIFF_ADDED, starts[1], ends[1]);
}

typedef void (*AddChange) (GArray     *pieces,
                           const char *starts[2],
                           const char *ends[2]);

static gboolean
is_weak (const char *start,
         const char *end)
{
  if (end - start > WEAK_LENGTH)
    return FALSE;
  for (const char *p = start; p < end; p = g_utf8_next_char (p))
    if (is_word (g_utf8_get_char (p)) || *p == '\n')
      return FALSE;
  return TRUE;
}

/* Adds what lies between the runs by add, and the runs themselves. */
static void
add_pieces (GArray     *pieces,
            const char *starts[2],
            const char *ends[2],
            FindEnd     find_end,
            AddChange   add)
{
  const char *done[2] = { starts[0], starts[1] };
  g_autoptr(GArray) runs = NULL;
  Pair pair;

  pair_init (&pair, starts, ends, find_end);
  runs = find_runs (&pair);
  for (guint r = 0; r < runs->len; r++)
    {
      Run *run = &g_array_index (runs, Run, r);
      Token *first = &g_array_index (pair.tokens[0], Token, run->i);
      Token *last = &g_array_index (pair.tokens[0], Token, run->i + run->length - 1);
      Token *other = &g_array_index (pair.tokens[1], Token, run->j);
      const char *end = last->start + last->length;
      const char *change_ends[2] = { first->start, other->start };

      if (first->start > starts[0] && end < ends[0] && is_weak (first->start, end))
        continue;
      add (pieces, done, change_ends);
      add_piece (pieces, GH_TEXT_DIFF_SAME, first->start, end);
      done[0] = end;
      done[1] = other->start + (end - first->start);
    }
  add (pieces, done, ends);
  pair_clear (&pair);
}

/* Lines that changed: which words of them. */
static void
add_lines (GArray     *pieces,
           const char *starts[2],
           const char *ends[2])
{
  if (starts[0] == ends[0] || starts[1] == ends[1])
    add_change (pieces, starts, ends);
  else
    add_pieces (pieces, starts, ends, find_word_end, add_change);
}

GArray *
gh_text_diff_new (const char *before,
                  const char *after)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (GhTextDiffPiece));
  const char *starts[2] = { before, after };
  const char *ends[2];
  gsize line = 0;
  gsize end = 0;

  g_return_val_if_fail (before != NULL, pieces);
  g_return_val_if_fail (after != NULL, pieces);

  ends[0] = before + strlen (before);
  ends[1] = after + strlen (after);
  /* Whole lines at both ends, without looking into them. */
  for (gsize i = 0; before[i] != '\0' && before[i] == after[i]; i++)
    if (before[i] == '\n')
      line = i + 1;
  starts[0] += line;
  starts[1] += line;
  for (gsize i = 1; ends[0] - i >= starts[0] && ends[1] - i >= starts[1]
                    && *(ends[0] - i) == *(ends[1] - i); i++)
    if (*(ends[0] - i) == '\n')
      end = i - 1;
  add_piece (pieces, GH_TEXT_DIFF_SAME, before, starts[0]);
  ends[0] -= end;
  ends[1] -= end;
  if (ends[0] - starts[0] > MAX_LENGTH || ends[1] - starts[1] > MAX_LENGTH)
    add_change (pieces, starts, ends);
  else
    add_pieces (pieces, starts, ends, find_line_end, add_lines);
  add_piece (pieces, GH_TEXT_DIFF_SAME, ends[0], ends[0] + end);
  return pieces;
}
