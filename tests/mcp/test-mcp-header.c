/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a message mirrors in HTTP headers. */
#include "config.h"

#include "gh-mcp-header.h"
#include "gh-test.h"

static void
test_encode (void)
{
  /* The specification's own first (4.32). */
  static const struct
  {
    const char *text;
    const char *header;
  } cases[] = {
    { "us-west1", "us-west1" },
    { "Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?=" },
    { " padded ", "=?base64?IHBhZGRlZCA=?=" },
    { "line1\nline2", "=?base64?bGluZTEKbGluZTI=?=" },
    { "=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=" },
    { "a b", "a b" },
    { "", "" },
    { " ", "=?base64?IA==?=" },
    { "end ", "=?base64?ZW5kIA==?=" },
    { "tab\there", "=?base64?dGFiCWhlcmU=?=" },
    { "\x7f", "=?base64?fw==?=" },
    { "~!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}", "~!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}" },
    { "a\r\nX-Evil: 1", "=?base64?YQ0KWC1FdmlsOiAx?=" },
    /* Only the beginning or the end of a mark, or another case, is not a mark. */
    { "=?base64?open", "=?base64?open" },
    { "closed?=", "closed?=" },
    { "=?BASE64?x?=", "=?BASE64?x?=" },
    { "=?base64?=", "=?base64?PT9iYXNlNjQ/PQ==?=" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *header = gh_mcp_header_encode (cases[i].text);

      g_assert_cmpstr (header, ==, cases[i].header);
    }
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/mcp/header/encode", test_encode);
  return gh_test_run ();
}
