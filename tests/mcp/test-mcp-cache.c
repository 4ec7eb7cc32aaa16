/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Results that are kept for a while. */
#include "config.h"

#include "gh-mcp-cache.h"

#include <string.h>

#include "gh-json.h"
#include "gh-test.h"

#define MS 1000

static void
store (GhMcpCache *cache,
       const char *method,
       const char *params,
       const char *result,
       gint64      now)
{
  g_autoptr(JsonNode) asked = params != NULL ? gh_json_read (params, strlen (params), NULL) : NULL;
  g_autoptr(JsonNode) node = gh_json_read (result, strlen (result), NULL);

  gh_mcp_cache_store (cache, method, asked, node, now);
}

static gboolean
has (GhMcpCache *cache,
     const char *method,
     const char *params,
     gint64      now)
{
  g_autoptr(JsonNode) asked = params != NULL ? gh_json_read (params, strlen (params), NULL) : NULL;
  g_autoptr(JsonNode) node = gh_mcp_cache_look_up (cache, method, asked, now);

  return node != NULL;
}

static void
test_fresh (void)
{
  g_autoptr(GhMcpCache) cache = gh_mcp_cache_new ();
  g_autoptr(JsonNode) node = NULL;
  g_autofree char *text = NULL;

  store (cache, "tools/list", NULL, "{\"tools\":[1.50],\"ttlMs\":100}", 1000 * MS);
  node = gh_mcp_cache_look_up (cache, "tools/list", NULL, 1099 * MS);
  text = gh_json_write (node, NULL);
  g_assert_cmpstr (text, ==, "{\"tools\":[1.50],\"ttlMs\":100}");
  g_assert_false (has (cache, "tools/list", "{}", 1000 * MS));
  g_assert_false (has (cache, "prompts/list", NULL, 1000 * MS));
  g_assert_false (has (cache, "tools/list", NULL, 1100 * MS));
  g_assert_cmpuint (gh_mcp_cache_get_size (cache), ==, 0);

  /* Not kept: no time to live, or none that is one, or no result to keep at all. */
  store (cache, "tools/list", NULL, "{}", 0);
  store (cache, "tools/list", NULL, "{\"ttlMs\":0}", 0);
  store (cache, "tools/list", NULL, "{\"ttlMs\":-1}", 0);
  store (cache, "tools/list", NULL, "{\"ttlMs\":\"100\"}", 0);
  store (cache, "tools/list", NULL, "{\"ttlMs\":0.5}", 0);
  store (cache, "tools/list", NULL, "[]", 0);
  store (cache, "tools/call", NULL, "{\"ttlMs\":100}", 0);
  store (cache, "prompts/get", NULL, "{\"ttlMs\":100}", 0);
  g_assert_cmpuint (gh_mcp_cache_get_size (cache), ==, 0);

  /* A new answer replaces the old one, even when it may not be kept itself. */
  store (cache, "tools/list", NULL, "{\"ttlMs\":9223372036854775807}", 0);
  g_assert_true (has (cache, "tools/list", NULL, 3600 * 1000 * (gint64) MS));
  store (cache, "tools/list", NULL, "{}", 0);
  g_assert_false (has (cache, "tools/list", NULL, 1));
}

static void
test_keys (void)
{
  g_autoptr(GhMcpCache) cache = gh_mcp_cache_new ();

  store (cache, "resources/read", "{\"uri\":\"a:1\"}", "{\"ttlMs\":5}", 0);
  store (cache, "resources/read", "{\"uri\":\"a:2\"}", "{\"ttlMs\":5}", 0);
  store (cache, "resources/list", NULL, "{\"ttlMs\":5}", 0);
  g_assert_true (has (cache, "resources/read", "{\"uri\":\"a:1\"}", 0));
  g_assert_false (has (cache, "resources/read", "{\"uri\":\"a:3\"}", 0));
  gh_mcp_cache_drop_resource (cache, "a:1");
  g_assert_false (has (cache, "resources/read", "{\"uri\":\"a:1\"}", 0));
  g_assert_true (has (cache, "resources/read", "{\"uri\":\"a:2\"}", 0));
  gh_mcp_cache_drop (cache, "resources/list");
  g_assert_false (has (cache, "resources/list", NULL, 0));
  gh_mcp_cache_clear (cache);
  g_assert_false (has (cache, "resources/read", "{\"uri\":\"a:2\"}", 0));

  /* Pages live by themselves, until the list begins anew. */
  store (cache, "tools/list", NULL, "{\"ttlMs\":5}", 0);
  store (cache, "tools/list", "{\"cursor\":\"\"}", "{\"ttlMs\":50}", 0);
  store (cache, "prompts/list", NULL, "{\"ttlMs\":50}", 0);
  g_assert_false (has (cache, "tools/list", NULL, 5 * MS));
  g_assert_true (has (cache, "tools/list", "{\"cursor\":\"\"}", 5 * MS));
  store (cache, "tools/list", NULL, "{\"ttlMs\":5}", 6 * MS);
  g_assert_true (has (cache, "tools/list", NULL, 7 * MS));
  g_assert_false (has (cache, "tools/list", "{\"cursor\":\"\"}", 7 * MS));
  g_assert_true (has (cache, "prompts/list", NULL, 7 * MS));
}

static void
test_bounds (void)
{
  g_autoptr(GhMcpCache) cache = gh_mcp_cache_new ();
  g_autofree char *filler = g_strnfill (900 * 1000, 'x');
  g_autofree char *large = g_strdup_printf ("{\"ttlMs\":100,\"x\":\"%s\"}", filler);
  g_autofree char *larger = g_strdup_printf ("{\"ttlMs\":100,\"x\":\"%s%s\"}", filler, filler);

  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *params = g_strdup_printf ("{\"uri\":\"u:%u\"}", i);

      store (cache, "resources/read", params, large, 0);
      g_assert_true (has (cache, "resources/read", params, 0));
      g_assert_cmpuint (gh_mcp_cache_get_size (cache), <=, 8 * 1024 * 1024);
    }
  g_assert_false (has (cache, "resources/read", "{\"uri\":\"u:0\"}", 0));
  store (cache, "tools/list", NULL, larger, 0);
  g_assert_false (has (cache, "tools/list", NULL, 0));

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *params = g_strdup_printf ("{\"uri\":\"v:%u\"}", i);

      store (cache, "resources/read", params, "{\"ttlMs\":100}", 0);
    }
  g_assert_false (has (cache, "resources/read", "{\"uri\":\"v:0\"}", 0));
  g_assert_true (has (cache, "resources/read", "{\"uri\":\"v:999\"}", 0));
  g_assert_cmpuint (gh_mcp_cache_get_size (cache), <, 20000);
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/mcp/cache/fresh", test_fresh);
  g_test_add_func ("/mcp/cache/keys", test_keys);
  g_test_add_func ("/mcp/cache/bounds", test_bounds);
  return gh_test_run ();
}
