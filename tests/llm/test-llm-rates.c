/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Rate limits in headers. */
#include "config.h"

#include "gh-llm-rates.h"
#include "gh-test.h"

#define NOW 1700000000

static void
assert_rates (const char *headers,
              gboolean    tells,
              const char *expected)
{
  g_autoptr(SoupMessageHeaders) parsed = soup_message_headers_new (SOUP_MESSAGE_HEADERS_RESPONSE);
  g_auto(GStrv) lines = g_strsplit (headers, "\n", -1);
  GhLlmRates rates;
  g_autofree char *text = NULL;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto(GStrv) parts = g_strsplit (lines[i], ": ", 2);

      if (parts[0] != NULL && parts[1] != NULL)
        soup_message_headers_append (parsed, parts[0], parts[1]);
    }

  g_test_message ("%s", headers);
  g_assert_cmpint (gh_llm_rates_read (&rates, parsed, NOW), ==, tells);
  text = g_strdup_printf ("%d/%d@%d %d/%d@%d %d", (int) rates.requests.left,
                          (int) rates.requests.limit,
                          rates.requests.reset < 0 ? -1 : (int) (rates.requests.reset - NOW),
                          (int) rates.tokens.left, (int) rates.tokens.limit,
                          rates.tokens.reset < 0 ? -1 : (int) (rates.tokens.reset - NOW),
                          rates.retry < 0 ? -1 : (int) (rates.retry - NOW));
  g_assert_cmpstr (text, ==, expected);
}

static void
test_read (void)
{
  assert_rates ("", FALSE, "-1/-1@-1 -1/-1@-1 -1");
  assert_rates ("Content-Type: text/plain", FALSE, "-1/-1@-1 -1/-1@-1 -1");
  assert_rates ("x-ratelimit-limit-requests: 60\nx-ratelimit-remaining-requests: 59\n"
                "x-ratelimit-reset-requests: 1s\nx-ratelimit-limit-tokens: 150000\n"
                "x-ratelimit-remaining-tokens: 149984\nx-ratelimit-reset-tokens: 6m0.5s",
                TRUE, "59/60@1 149984/150000@361 -1");
  assert_rates ("anthropic-ratelimit-requests-limit: 50\n"
                "anthropic-ratelimit-requests-remaining: 0\n"
                "anthropic-ratelimit-requests-reset: 2023-11-14T22:14:20Z\nretry-after: 12",
                TRUE, "0/50@60 -1/-1@-1 12");
  assert_rates ("x-ratelimit-remaining-tokens: 7", TRUE, "-1/-1@-1 7/-1@-1 -1");
  assert_rates ("Retry-After: Tue, 14 Nov 2023 22:13:30 GMT", TRUE, "-1/-1@-1 -1/-1@-1 10");
  assert_rates ("Retry-After: Tue, 14 Nov 2000 22:13:30 GMT", TRUE, "-1/-1@-1 -1/-1@-1 0");
  assert_rates ("Retry-After: 120ms", TRUE, "-1/-1@-1 -1/-1@-1 1");
  assert_rates ("Retry-After: 1h2m3s", TRUE, "-1/-1@-1 -1/-1@-1 3723");
}

static void
test_hostile (void)
{
  static const char * const values[] = {
    "", " ", "-1", "soon", "1x", "s", "1e999", "99999999999999999999", "0x10", "inf", "nan", "1s!",
    "9999-12-31T23:59:59Z", "Mon, 31 Dec 9999 23:59:59 GMT",
  };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *retry = g_strconcat ("Retry-After: ", values[i], NULL);
      g_autofree char *left = g_strconcat ("x-ratelimit-remaining-tokens: ", values[i], NULL);

      assert_rates (retry, FALSE, "-1/-1@-1 -1/-1@-1 -1");
      if (!g_str_equal (values[i], "99999999999999999999"))
        assert_rates (left, FALSE, "-1/-1@-1 -1/-1@-1 -1");
    }
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);

  g_test_add_func ("/llm/rates/read", test_read);
  g_test_add_func ("/llm/rates/hostile", test_hostile);

  return gh_test_run ();
}
