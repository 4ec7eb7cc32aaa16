/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What differs between two texts: it adds up to both of them, is small, and takes no time. */
#include "config.h"

#include "gh-text-diff.h"

#include <string.h>

#include "gh-test.h"

/* [-removed-]{+added+} */
static char *
dup_marked (const char *before,
            const char *after)
{
  g_autoptr(GArray) pieces = gh_text_diff_new (before, after);
  g_autoptr(GString) marked = g_string_new (NULL);
  g_autoptr(GString) old = g_string_new (NULL);
  g_autoptr(GString) new = g_string_new (NULL);
  GhTextDiffKind last = G_MAXINT;

  for (guint i = 0; i < pieces->len; i++)
    {
      GhTextDiffPiece *piece = &g_array_index (pieces, GhTextDiffPiece, i);
      const char *open = piece->kind == GH_TEXT_DIFF_REMOVED ? "[-" : "{+";
      const char *close = piece->kind == GH_TEXT_DIFF_REMOVED ? "-]" : "+}";
      gboolean same = piece->kind == GH_TEXT_DIFF_SAME;

      g_assert_cmpuint (piece->length, >, 0);
      g_assert_cmpint (piece->kind, !=, last);
      last = piece->kind;
      g_assert_true (g_utf8_validate_len (piece->text, piece->length, NULL));
      if (piece->kind != GH_TEXT_DIFF_ADDED)
        g_string_append_len (old, piece->text, (gssize) piece->length);
      if (piece->kind != GH_TEXT_DIFF_REMOVED)
        g_string_append_len (new, piece->text, (gssize) piece->length);
      g_string_append_printf (marked, "%s%.*s%s", same ? "" : open, (int) piece->length,
                              piece->text, same ? "" : close);
    }
  g_assert_cmpstr (old->str, ==, before);
  g_assert_cmpstr (new->str, ==, after);
  return g_string_free (g_steal_pointer (&marked), FALSE);
}

static void
test_marks (void)
{
  static const struct
  {
    const char *before;
    const char *after;
    const char *marked;
  } cases[] = {
    { "", "", "" },
    { "same\ntext\n", "same\ntext\n", "same\ntext\n" },
    { "", "new", "{+new+}" },
    { "old", "", "[-old-]" },
    { "one two three", "one 2 three", "one [-two-]{+2+} three" },
    { "one two three", "one three", "one [-two -]three" },
    /* One space between two changes is no anchor. */
    { "keep alpha beta end", "keep gamma delta end", "keep [-alpha beta-]{+gamma delta+} end" },
    { "a\nb\nc\n", "a\nx\nb\nc\n", "a\n{+x\n+}b\nc\n" },
    { "a\nb\nc", "a\nc", "a\n[-b\n-]c" },
    { "a\nthe cat sat\nc\n", "a\nthe dog sat\nc\n", "a\nthe [-cat-]{+dog+} sat\nc\n" },
    { "no line end", "no line end\n", "no line end{+\n+}" },
    { "x\xc3\xa9y", "x\xc3\xa8y", "[-x\xc3\xa9y-]{+x\xc3\xa8y+}" },
    /* Chinese has no spaces: each character stands for itself. */
    { "\xe4\xbd\xa0\xe5\xa5\xbd\xe5\x90\x97", "\xe4\xbd\xa0\xe4\xb8\x8d\xe5\xa5\xbd\xe5\x90\x97",
      "\xe4\xbd\xa0{+\xe4\xb8\x8d+}\xe5\xa5\xbd\xe5\x90\x97" },
    /* A mark goes with its letter. */
    { "e end", "e\xcc\x81 end", "[-e-]{+e\xcc\x81+} end" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *marked = dup_marked (cases[i].before, cases[i].after);

      g_assert_cmpstr (marked, ==, cases[i].marked);
    }
}

static char *
make_text (GRand *rand)
{
  static const char * const words[] = { "a", "b", " ", "\n", "c d", "\xc3\xa9", "\n\n", "." };
  GString *text = g_string_new (NULL);

  for (int i = g_rand_int_range (rand, 0, 40); i > 0; i--)
    g_string_append (text, words[g_rand_int_range (rand, 0, G_N_ELEMENTS (words))]);
  return g_string_free (text, FALSE);
}

static void
test_random (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (20261130);

  for (guint i = 0; i < 20000; i++)
    {
      g_autofree char *before = make_text (rand);
      g_autofree char *after = make_text (rand);
      g_autofree char *marked = dup_marked (before, after);

      g_assert_nonnull (marked);
    }
}

/* A line changed in the middle of a megabyte is found; texts that have nothing in common, and texts
 * made to take long, end soon. */
static void
test_large (void)
{
  g_autoptr(GString) before = g_string_new (NULL);
  g_autoptr(GString) after = NULL;
  g_autofree char *marked = NULL;
  g_autofree char *repeated = g_strnfill (900000, 'x');
  g_autofree char *other = g_strnfill (900000, 'y');
  g_autoptr(GString) zigzag = g_string_new (NULL);
  g_autoptr(GString) zagzig = g_string_new (NULL);
  gint64 start;

  for (guint i = 0; i < 60000; i++)
    {
      g_string_append_printf (before, "line %u of many\n", i);
      g_string_append (zigzag, i % 2 == 0 ? "a\n" : "b\n");
      g_string_append (zagzig, i % 3 == 0 ? "b\n" : "a\n");
    }
  after = g_string_new (before->str);
  g_string_replace (after, "line 30000 of many", "line 30000 of all", 0);
  start = g_get_monotonic_time ();
  marked = dup_marked (before->str, after->str);
  g_assert_nonnull (strstr (marked, "line 30000 of [-many-]{+all+}\n"));
  g_free (dup_marked (repeated, other));
  g_free (dup_marked (zigzag->str, zagzig->str));
  g_test_message ("%" G_GINT64_FORMAT " ms", (g_get_monotonic_time () - start) / 1000);
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/base/text-diff/marks", test_marks);
  g_test_add_func ("/base/text-diff/random", test_random);
  g_test_add_func ("/base/text-diff/large", test_large);
  return gh_test_run ();
}
