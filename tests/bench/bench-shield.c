/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the secret shield takes for 1 MiB: ordinary texts, and those made to be slow. */
#include "config.h"

#include "gh-shield.h"

#include <string.h>
#include <time.h>

#define LENGTH (1024 * 1024)
#define ROUNDS 5
/* Milliseconds of processor time. */
#define TARGET 30.0

/* Each is repeated to the full length. */
static const char * const pieces[] = {
  /* Prose, code, data as prompts have them. */
  "Pick the best three of these 47 flights from Munich to Barcelona on 14 May 2026. The customer "
  "wants a morning departure and at most one stop.\n1 VY 1817, 06:50 to 08:55, direct, 148 EUR\n",
  "\350\257\267\344\273\216\350\277\231\344\272\233\350\210\252\347\217\255\344\270\255\351\200\211"
  "\345\207\272\346\234\200\345\245\275\347\232\204\344\270\211\344\270\252\343\200\202\n",
  "  if (self->token == NULL && key != 0)\n    return g_strdup_printf (\"%s=%d\", name, value);\n",
  "{\"id\":12345,\"name\":\"Anna\",\"mail\":\"anna@example.org\",\"tags\":[\"a\",\"b\"],\"url\":"
  "\"https://example.org/x?y=1\"},",
  "GET /home/anna/x HTTP/1.1\r\nAuthorization: Bearer a8Kd0Lq3ZxW7mNp2Tv5BcY6hJ1\r\nHost: x\r\n",
  "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL",
  "password=hunter2&token=abcd1234 ghp_a8Kd0Lq3ZxW7mNp2Tv5BcY6hJ1rF9gUe4Xs8 ",
  /* Beginnings of everything. */
  "a", " ", "-", "=", ":", "/", "@", "[", "~", "\\", "1", ">", "\"", "a=", "s ", "s-", "a@", "a@a.",
  "://", "://a:", "/h", "4444 ", "4444-", "1:", "eyJ-", "eyJ.", "eyJhbGciOiJIUzI1NiJ9.", "sk-",
  "dp.", "hvs.", "glc_/", "hf_", "AKIA", "Bearer ", "basic a", "rd is ", "pwd=", "pwd=$a",
  "pwd: x ",
  "pwd=\"", "pwd='A b", "pwd=\\\"", "token=a ", "cookie:", "cookie: a", "authorization: basic ",
  "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\na: b\n", "-----END PRIVATE KEY-----",
  "x\n-----END PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----aaaaaaaaaaaaaaaa ", " --a", " -u a:",
  "--token ", "[[API_KEY_", "[[API_KEY_1]]", "\345\257\206\347\240\201", "\357\274\232",
  "\346\230\257",
  "\347\240\201\346\230\257", "\347\240\201\357\274\232", "[[API_KE", "/home/", "~h",
  "MMMMMMMMMMMMMMMMMMMMMMMM.aaaaaa.", "M-", "12345678:AA", "8Q~", "<pwd>",
  "\303\274@", "\\n", "a.", "a_", "secret key ",
};

static double
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1000.0 + time.tv_nsec / 1000000.0;
}

static double
measure (GhShield   *shield,
         const char *text,
         gboolean    for_good)
{
  double best = G_MAXDOUBLE;

  for (guint i = 0; i < ROUNDS; i++)
    {
      g_autoptr(GhShieldMap) map = gh_shield_map_new ();
      double start = now ();
      char *changed = for_good ? gh_shield_hide (shield, text) : gh_shield_mask (shield, text, map);

      best = MIN (best, now () - start);
      g_free (changed);
    }
  return best;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr(GhShield) shield = gh_shield_new ("/home/anna", NULL);
  double worst = 0;

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr(GString) text = g_string_sized_new (LENGTH + 256);
      g_autofree char *shown = g_strndup (pieces[i], 30);
      g_autofree char *escaped = g_strescape (shown, NULL);
      double mask;
      double hide;

      while (text->len < LENGTH)
        g_string_append (text, pieces[i]);
      mask = measure (shield, text->str, FALSE);
      hide = measure (shield, text->str, TRUE);
      worst = MAX (worst, MAX (mask, hide));
      g_print ("%6.1f ms mask %6.1f ms hide  %s\n", mask, hide, escaped);
    }
  g_print ("worst: %.1f ms for 1 MiB, target %.0f ms\n", worst, TARGET);
  return worst <= TARGET ? 0 : 1;
}
