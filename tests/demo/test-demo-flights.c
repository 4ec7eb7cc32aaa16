/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The 47 flights: all different, and found again in what a model writes about them. */
#include "config.h"

#include "gh-demo-flights.h"

#include <string.h>

#include "gh-demo-tools.h"
#include "gh-json.h"
#include "gh-test.h"

/* The code in "12. AP1808 Alpen Air, ...". */
static char *
dup_code (guint index)
{
  g_autofree char *line = gh_demo_flight_describe (index, gh_demo_trips ()[0]);
  g_auto(GStrv) words = g_strsplit (line, " ", 3);

  return g_strdup (words[1]);
}

static void
test_table (void)
{
  g_autoptr(GHashTable) codes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < GH_DEMO_N_FLIGHTS; i++)
    {
      g_autofree char *may = gh_demo_flight_describe (i, "Barcelona, May 2026");
      g_autofree char *june = gh_demo_flight_describe (i, "Barcelona, June 2026");

      g_assert_true (g_utf8_validate (may, -1, NULL));
      g_assert_null (strchr (may, '\n'));
      g_assert_cmpstr (may, !=, june);
      g_assert_true (g_hash_table_add (codes, dup_code (i)));
    }
}

static void
check (const char *format,
       guint       n,
       guint       first,
       guint       second,
       guint       third)
{
  g_autofree char *a = dup_code (11);
  g_autofree char *b = dup_code (4);
  g_autofree char *c = dup_code (30);
  g_autoptr(GString) answer = g_string_new (format);
  guint expected[] = { first, second, third };
  guint best[GH_DEMO_N_BEST];

  g_string_replace (answer, "$a", a, 0);
  g_string_replace (answer, "$b", b, 0);
  g_string_replace (answer, "$c", c, 0);
  g_test_message ("%s", answer->str);
  g_assert_cmpuint (gh_demo_flights_recognise (answer->str, best), ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (best[i], ==, expected[i]);
}

static void
test_recognise (void)
{
  /* By code; numbers of the list of choices are no flights. */
  check ("1. $a - leaves early.\n2. $b.\n3. $c (EUR 12)", 3, 11, 4, 30);
  check ("**$b**, $a and $b again, then $c.", 3, 4, 11, 30);
  check ("{\"best\":[\"$c\"]}", 1, 30, 0, 0);
  check ("x$a $b5", 0, 0, 0, 0);
  /* By number that says what it is. */
  check ("1. Flight 12: early\n2. Flight 5: cheap\n3. Flight 31", 3, 11, 4, 30);
  check ("#12, then #5; No. 31", 3, 11, 4, 30);
  check ("Take number 12 at 07:50 for EUR 40.", 1, 11, 0, 0);
  /* By bare number. */
  check ("12, 5, 31", 3, 11, 4, 30);
  check ("[12,5,31,40]", 3, 11, 4, 30);
  check ("12\n5\n31", 3, 11, 4, 30);
  check ("1. 12\n2. 5\n3. 31", 3, 11, 4, 30);
  check ("12. early, 5. cheap", 2, 11, 4, 0);
  /* Nothing of the list. */
  check ("Leave at 07:50, it takes 2 h 05 min with 1 stop and costs EUR 12.", 0, 0, 0, 0);
  check ("48, 0, 1000, 99999999999999999999", 0, 0, 0, 0);
  check ("I cannot choose.", 0, 0, 0, 0);
  check ("", 0, 0, 0, 0);
}

static void
test_tools (void)
{
  static const char * const versions[] = { "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25" };

  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    {
      g_autoptr(JsonNode) node = gh_demo_tools_build (versions[i]);
      JsonArray *tools = gh_json_get_array (gh_json_node_get_object (node), "tools");

      g_assert_cmpuint (json_array_get_length (tools), ==, 5);
      for (guint j = 0; j < json_array_get_length (tools); j++)
        {
          JsonObject *tool = gh_json_node_get_object (json_array_get_element (tools, j));

          g_assert_true (json_object_has_member (tool, "annotations") == (i >= 1));
          g_assert_true (json_object_has_member (tool, "title") == (i >= 2));
          g_assert_true (i >= 2 || !json_object_has_member (tool, "outputSchema"));
          g_assert_nonnull (gh_json_get_object (tool, "inputSchema"));
        }
    }
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/demo/flights/table", test_table);
  g_test_add_func ("/demo/flights/recognise", test_recognise);
  g_test_add_func ("/demo/flights/tools", test_tools);
  return gh_test_run ();
}
