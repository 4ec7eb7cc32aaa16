/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The secret shield over any text: the way back, and the end of hiding. */
#include "config.h"

#include "fuzz.h"

#include "gh-json.h"
#include "gh-shield.h"

static void
check_json (GhShield   *shield,
            const char *text,
            gsize       length)
{
  g_autoptr(JsonNode) node = gh_json_read (text, length, NULL);
  g_autoptr(JsonNode) hidden = NULL;
  g_autoptr(JsonNode) again = NULL;
  g_autofree char *written = NULL;

  if (node == NULL)
    return;
  hidden = gh_shield_hide_json (shield, node);
  written = gh_json_write (hidden, NULL);
  again = gh_json_read (written, strlen (written), NULL);
  g_assert_nonnull (again);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  static const char * const own[] = { "[a-f]{3}x+", NULL };
  static GhShield *shield; /* the same for all: making one takes longer than most texts */
  g_autoptr(GhShieldMap) map = gh_shield_map_new ();
  g_autofree char *bytes = g_strndup ((const char *) data, size);
  g_autofree char *text = g_utf8_make_valid (bytes, -1);
  g_autofree char *masked = NULL;
  g_autofree char *restored = NULL;
  g_autofree char *hidden = NULL;

  if (shield == NULL)
    shield = gh_shield_new ("/home/anna", own);
  masked = gh_shield_mask (shield, text, map);
  restored = gh_shield_map_restore (map, masked);
  hidden = gh_shield_hide (shield, text);
  g_assert_cmpstr (restored, ==, text);
  g_assert_true (g_utf8_validate (masked, -1, NULL));
  g_assert_true (g_utf8_validate (hidden, -1, NULL));
  for (guint i = 0; i < gh_shield_map_get_length (map); i++)
    g_assert_cmpstr (gh_shield_map_get_original (map, i), !=, "");
  check_json (shield, text, strlen (text));
  return 0;
}
