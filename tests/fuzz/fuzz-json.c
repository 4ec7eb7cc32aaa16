/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The JSON reader: what it takes, it writes back, and takes again as the same. */
#include "config.h"

#include "fuzz.h"

#include "gh-json.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = gh_json_read ((const char *) data, size, &error);
  g_autoptr(JsonNode) again = NULL;
  g_autofree char *text = NULL;
  g_autofree char *text_again = NULL;
  g_autofree char *pretty = NULL;
  g_autofree char *start = NULL;
  g_autofree char *shown = NULL;
  gsize length;

  if (node == NULL)
    {
      g_assert_nonnull (error);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }
  text = gh_json_write (node, &length);
  g_assert_true (g_utf8_validate (text, length, NULL));
  again = gh_json_read (text, length, &error);
  g_assert_no_error (error);
  g_assert_true (gh_json_node_equal (node, again));
  g_assert_cmpuint (gh_json_node_hash (node), ==, gh_json_node_hash (again));
  text_again = gh_json_write (again, NULL);
  g_assert_cmpstr (text, ==, text_again);

  pretty = gh_json_write_pretty (node);
  start = gh_json_write_start (node, 20);
  shown = gh_json_node_dup_text (node);
  g_assert_true (g_utf8_validate (pretty, -1, NULL));
  g_assert_true (g_utf8_validate (shown, -1, NULL));
  return 0;
}
