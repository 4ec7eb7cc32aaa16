/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Look-alike letters, lines nobody reads to their end, and data among words. */
#include "config.h"

#include "gh-text-signs.h"

#include <string.h>

#include "gh-test.h"

static void
test_lookalikes (void)
{
  static const struct
  {
    const char *text;
    guint n;
  } cases[] = {
    { "", 0 },
    { "plain ASCII, caf\xc3\xa9 and na\xc3\xafve", 0 },
    { "pаypal is not paypal", 1 },
    { "googlе.com", 1 },
    /* All letters of the word only look Latin. */
    { "log in at сосо now please", 1 },
    /* The same letters at home. */
    { "Мы росли вместе: он, она и оса", 0 },
    { "Россия и the USA", 0 },
    { "Αθήνα και Όσλο", 0 },
    /* A symbol, and words of several scripts joined by a hyphen. */
    { "the angle α is 3 µm", 0 },
    { "β-carotene, Δx", 0 },
    { "\xf0\x9d\x97\xbd\xf0\x9d\x97\xae\xf0\x9d\x98\x86 now in Latin letters", 1 },
    { "ＡＢＣ 中文", 0 },
    { "pａypal", 1 },
    { "日本語 text", 0 },
    { "first line\nраs\nthird", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GhTextSigns signs;

      gh_text_signs_look (cases[i].text, &signs);
      g_test_message ("%s", cases[i].text);
      g_assert_cmpuint (signs.n_lookalikes, ==, cases[i].n);
      g_assert_cmpuint (signs.n_hidden, ==, 0);
    }
}

static void
found_cb (gsize    start,
          gsize    end,
          gpointer user_data)
{
  GString *found = user_data;

  g_string_append_printf (found, "%" G_GSIZE_FORMAT "-%" G_GSIZE_FORMAT " ", start, end);
}

static void
test_places (void)
{
  g_autoptr(GString) found = g_string_new (NULL);

  gh_text_signs_each_lookalike ("x pаy\nb ebаy.", found_cb, found);
  g_assert_cmpstr (found->str, ==, "2-6 9-14 ");
}

static void
test_hidden (void)
{
  GhTextSigns signs;

  gh_text_signs_look ("a\xe2\x80\x8b" "b \xe2\x80\xae" "gpj.exe", &signs);
  g_assert_cmpuint (signs.n_hidden, ==, 2);
  g_assert_cmpuint (signs.n_direction, ==, 1);
}

static void
test_long_and_encoded (void)
{
  g_autofree char *line = g_strnfill (2000, 'x');
  g_autofree char *longer = g_strconcat (line, "y\nshort", NULL);
  g_autofree char *base64 =
    g_base64_encode ((const guchar *) "Some3bytes, of Data 0123456789!", 31);
  g_autoptr(GString) blob = g_string_new ("Look: ");
  GhTextSigns signs;

  gh_text_signs_look (line, &signs);
  g_assert_cmpuint (signs.longest_line, ==, 0);
  gh_text_signs_look (longer, &signs);
  g_assert_cmpuint (signs.longest_line, ==, 2001);
  g_assert_cmpuint (signs.n_encoded, ==, 0);

  for (guint i = 0; i < 8; i++)
    g_string_append_len (blob, base64, 40);
  g_string_append (blob, "\nmore words");
  gh_text_signs_look (blob->str, &signs);
  g_assert_cmpuint (signs.n_encoded, ==, 320);
  gh_text_signs_look ("/usr/lib/x86_64-linux-gnu/Some/Long/Path/To/a/File/With/2/Numbers/in/it",
                      &signs);
  g_assert_cmpuint (signs.n_encoded, ==, 0);
}

/* One line of a megabyte, full of what is looked for. */
static void
test_large (void)
{
  g_autoptr(GString) text = g_string_new (NULL);
  GhTextSigns signs;

  while (text->len < 1024 * 1024)
    g_string_append (text, "pаypal слово ");
  gh_text_signs_look (text->str, &signs);
  g_assert_cmpuint (signs.n_lookalikes, >, 10000);
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/base/text-signs/lookalikes", test_lookalikes);
  g_test_add_func ("/base/text-signs/places", test_places);
  g_test_add_func ("/base/text-signs/hidden", test_hidden);
  g_test_add_func ("/base/text-signs/long-and-encoded", test_long_and_encoded);
  g_test_add_func ("/base/text-signs/large", test_large);
  return gh_test_run ();
}
