/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Plain text from what programs write to terminals. */
#include "config.h"

#include "gh-terminal-text.h"
#include "gh-test.h"

#include <string.h>

static void
test_strip (void)
{
  static const struct
  {
    const char *bytes;
    const char *text;
  } cases[] = {
    { "", "" },
    { "plain \t text", "plain \t text" },
    { "\x1b[31mred\x1b[0m", "red" },
    { "\x1b[38;5;12;1mx\x1b[K", "x" },
    { "\x1b]0;title\x07" "after", "after" },
    { "\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link" },
    { "\x1bPq#0\x1b\\end", "end" },
    { "\x1b(Bx\x1b=y\x1b" "Mz", "xyz" },
    { "\xc2\x9b" "31mc1", "c1" },
    { "a\x07" "b\x08" "c\x7f" "d\xc2\x85" "e", "abcde" },
    { "10%\r20%", "10% 20%" },
    { "\x1b", "" },
    { "\x1b[", "" },
    { "\x1b]never ends", "" },
    { "\x1b[12", "" },
    { "caf\xe9", "caf\xef\xbf\xbd" },
    { "\x1b[\xff" "m", "\xef\xbf\xbdm" },
    { "\xe6\x97\xa5\xe6\x9c\xac", "\xe6\x97\xa5\xe6\x9c\xac" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = gh_terminal_text_strip (cases[i].bytes, strlen (cases[i].bytes));

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_nul (void)
{
  g_autofree char *text = gh_terminal_text_strip ("a\0b", 3);
  g_autofree char *none = gh_terminal_text_strip (NULL, 0);

  g_assert_cmpstr (none, ==, "");
  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_assert_cmpint (text[0], ==, 'a');
  g_assert_nonnull (strchr (text, 'b'));
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/base/terminal-text/strip", test_strip);
  g_test_add_func ("/base/terminal-text/nul", test_nul);
  return gh_test_run ();
}
