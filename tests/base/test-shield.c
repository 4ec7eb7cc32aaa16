/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The secret shield: what it finds, what it leaves alone, and the way back. */
#include "config.h"

#include "gh-shield.h"
#include "gh-test.h"

#include <string.h>

static void
test_round_trip (void)
{
  g_autoptr(GhShield) shield = gh_shield_new ("/home/anna", NULL);
  g_autoptr(GhShieldMap) map = gh_shield_map_new ();
  const char *text = "[[API_KEY_1]] ghp_0123456789abcdefghijABCDEFGHIJ012345 end";
  g_autofree char *masked = gh_shield_mask (shield, text, map);
  g_autofree char *restored = gh_shield_map_restore (map, masked);

  g_assert_cmpstr (masked, ==, "[[TEXT_1]] [[API_KEY_1]] end");
  g_assert_cmpstr (restored, ==, text);
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);

  g_test_add_func ("/base/shield/round-trip", test_round_trip);

  return g_test_run ();
}
