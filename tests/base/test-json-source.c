/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Looking into JSON text without nodes finds what the reader finds. */
#include "config.h"

#include "gh-json-value.h"
#include "gh-test.h"

#include <string.h>

static void
assert_same (const char *text,
             gsize       length)
{
  GhJsonFacts read = { 0 }, checked = { 0 };
  g_autoptr(GError) read_error = NULL;
  g_autoptr(GError) check_error = NULL;
  g_autoptr(JsonNode) node = gh_json_read_noting (text, length, &read, &read_error);
  gboolean ok = gh_json_check (text, length, &checked, &check_error);

  g_test_message ("%.*s", (int) MIN (length, 100), text);
  g_assert_cmpint (ok, ==, node != NULL);
  if (ok)
    {
      g_assert_cmpuint (checked.n_values, ==, read.n_values);
      g_assert_cmpint (checked.has_duplicates, ==, read.has_duplicates);
      return;
    }
  g_assert_error (check_error, GH_JSON_ERROR, read_error->code);
  g_assert_cmpstr (check_error->message, ==, read_error->message);
}

static void
test_check (void)
{
  static const char * const texts[] = {
    "", " ", "null", "nul", "truefalse", "[1,2", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "{}",
    "[]", "\"", "\"\\", "\"a\\x\"", "\"\\ud800\"", "\"\\ud83d\\ude00\"", "\"\\u12\"", "\"\n\"",
    "\"\xc3\"", "\"\xc3\xa4\xf0\x9f\x98\x80\"", "\"\xed\xa0\x80\"", "-", "-0", "01", "1.", "1.5e",
    "1e400", "123456789012345678901234567890", "[1] 2", "\xef\xbb\xbf{\"a\":[1,{\"b\":null}]}\n",
    "{\"a\":1,\"b\":2,\"a\":3}", "{\"a\":1,\"\\u0061\":2}", "{\"a\":{\"b\":1},\"b\":2}",
    "{\"\\u0061\xff\":1}", "{\"\\n\\x\":1}", "{\"\\n\n\":1}",
    "[{\"a\":1},{\"a\":2}]", "{\"ab\":1,\"bA\":2}", "{\"\":1,\"\":2}", "{\"\\u0000\":1}", "\0",
  };
  g_autoptr(GString) many = g_string_new ("{\"x\":0");
  g_autoptr(GString) deep = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    assert_same (texts[i], strlen (texts[i]));
  assert_same ("[\0]", 3);

  /* More names than are remembered of one object. */
  for (guint i = 0; i < 200; i++)
    g_string_append_printf (many, ",\"name %u\":[]", i);
  g_string_append (many, "}");
  assert_same (many->str, many->len);
  g_string_insert (many, 1, "\"name 150\":1,");
  assert_same (many->str, many->len);
  g_string_truncate (many, many->len - 1);
  assert_same (many->str, many->len);

  /* And of all that are open. */
  for (guint i = 0; i < 40; i++)
    {
      g_string_append_c (deep, '{');
      for (guint j = 0; j < 30; j++)
        g_string_append_printf (deep, "\"%u\":1,", j);
      g_string_append (deep, "\"down\":");
    }
  g_string_append (deep, "{\"a\":1,\"a\":2}");
  for (guint i = 0; i < 40; i++)
    g_string_append_c (deep, '}');
  assert_same (deep->str, deep->len);
  for (guint i = 0; i < GH_JSON_MAX_DEPTH; i++)
    g_string_prepend_c (deep, '[');
  assert_same (deep->str, deep->len);
}

static GhJsonSource
get (const char *text)
{
  return gh_json_source_new (text, strlen (text));
}

static void
assert_text (GhJsonSource  source,
             const char   *expected)
{
  g_autofree char *text = g_strndup (source.start, source.length);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_walk (void)
{
  GhJsonWalk walk;
  GhJsonSource name, value;

  assert_text (get ("\xef\xbb\xbf [ 1 ] \n"), "[ 1 ]");
  gh_json_walk_init (&walk, get (" { \"a\" : [ {\"]\" : 1} , \"\\\"}\" ] , \"\\\\\":-1.5e3 ,"
                                 "\"\":true } "));
  g_assert_true (gh_json_walk_next (&walk, &name, &value));
  assert_text (name, "\"a\"");
  assert_text (value, "[ {\"]\" : 1} , \"\\\"}\" ]");
  g_assert_true (gh_json_walk_next (&walk, &name, &value));
  assert_text (name, "\"\\\\\"");
  assert_text (value, "-1.5e3");
  g_assert_true (gh_json_walk_next (&walk, &name, &value));
  assert_text (name, "\"\"");
  assert_text (value, "true");
  g_assert_false (gh_json_walk_next (&walk, &name, &value));
  g_assert_false (gh_json_walk_next (&walk, &name, &value));

  gh_json_walk_init (&walk, get ("[\"\xc3\xa4\\u00e4 long enough for a word\",[],{} ,7]"));
  g_assert_true (gh_json_walk_next (&walk, &name, &value));
  assert_text (value, "\"\xc3\xa4\\u00e4 long enough for a word\"");
  g_assert_cmpuint (name.length, ==, 0);
  g_assert_true (gh_json_walk_next (&walk, &name, &value));
  assert_text (value, "[]");
  g_assert_true (gh_json_walk_next (&walk, &name, &value));
  assert_text (value, "{}");
  g_assert_true (gh_json_walk_next (&walk, &name, &value));
  assert_text (value, "7");
  g_assert_false (gh_json_walk_next (&walk, &name, &value));

  gh_json_walk_init (&walk, get ("[ ]"));
  g_assert_false (gh_json_walk_next (&walk, &name, &value));
  gh_json_walk_init (&walk, get ("\"[1]\""));
  g_assert_false (gh_json_walk_next (&walk, &name, &value));
}

static void
test_members (void)
{
  static const char * const names[] = { "id", "name", "none" };
  static const char text[] =
    "{\"id\":1,\"\\u006eame\":\"x\",\"y\":{\"none\":1},\"id\":2}";
  GhJsonSource values[3];

  g_assert_cmpuint (gh_json_source_get_members (get (text), names, 3, values), ==, 4);
  assert_text (values[0], "2");
  assert_text (values[1], "\"x\"");
  g_assert_cmpuint (values[2].length, ==, 0);
  g_assert_cmpuint (gh_json_source_get_members (get ("[\"id\"]"), names, 3, values), ==, 0);
  g_assert_cmpuint (values[0].length, ==, 0);
}

static void
test_values (void)
{
  static const GhJsonSource none;
  g_autofree char *plain = gh_json_source_dup_text (get ("\"a\xc3\xa4\""));
  g_autofree char *escaped = gh_json_source_dup_text (get ("\"a\\n\\ud800\""));
  g_autofree char *number = gh_json_source_dup_text (get ("7"));
  g_autoptr(JsonNode) node = gh_json_source_read (get ("[1e400]"));
  g_autofree char *written = gh_json_write (node, NULL);
  gint64 value;

  g_assert_cmpstr (plain, ==, "a\xc3\xa4");
  g_assert_cmpstr (escaped, ==, "a\n\xef\xbf\xbd");
  g_assert_null (number);
  g_assert_cmpstr (written, ==, "[1e400]");

  g_assert_true (gh_json_source_is_text (get ("\"abc\""), "abc"));
  g_assert_true (gh_json_source_is_text (get ("\"ab\\u0063\""), "abc"));
  g_assert_false (gh_json_source_is_text (get ("\"abc\""), "ab"));
  g_assert_false (gh_json_source_is_text (get ("\"abc\""), "abcd"));
  g_assert_false (gh_json_source_is_text (get ("\"a\\u0000\""), "a"));
  g_assert_false (gh_json_source_is_text (get ("7"), "7"));
  g_assert_false (gh_json_source_is_text (none, ""));

  g_assert_true (gh_json_source_get_int (get ("0"), &value) && value == 0);
  g_assert_true (gh_json_source_get_int (get ("-12"), &value) && value == -12);
  g_assert_true (gh_json_source_get_int (get ("5.0"), &value) && value == 5);
  g_assert_true (gh_json_source_get_int (get ("9223372036854775807"), &value)
                 && value == G_MAXINT64);
  g_assert_false (gh_json_source_get_int (get ("9223372036854775808"), &value));
  g_assert_false (gh_json_source_get_int (get ("\"1\""), &value));
  g_assert_false (gh_json_source_get_int (none, &value));

  g_assert_true (gh_json_source_is_null (get ("null")));
  g_assert_true (gh_json_source_is_true (get ("true")));
  g_assert_false (gh_json_source_is_true (get ("\"true\"")));
  g_assert_false (gh_json_source_is_null (none) || gh_json_source_is_object (none));
}

static void
test_value (void)
{
  static const char text[] = "[0, {\"a\": 1.50} ]";
  g_autoptr(GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr(GhJsonValue) inside = gh_json_value_new_source (bytes, (GhJsonSource) { text + 4, 11 });
  g_autoptr(GhJsonValue) taken = gh_json_value_take_text (g_strdup ("[1]"), 3);
  g_autoptr(JsonNode) node = gh_json_read ("{\"b\": []}", 9, NULL);
  g_autoptr(GhJsonValue) nodes = gh_json_value_new (node);
  g_autoptr(GString) all = g_string_new (NULL);

  gh_json_value_append (nodes, all);
  g_assert_cmpstr (all->str, ==, "{\"b\":[]}");
  g_assert_true (gh_json_value_has_node (nodes));
  g_assert_true (gh_json_value_get_node (nodes) == node);
  assert_text (gh_json_value_get_source (nodes), "{\"b\":[]}");

  g_assert_false (gh_json_value_has_node (taken));
  assert_text (gh_json_value_get_source (taken), "[1]");
  g_assert_nonnull (gh_json_node_get_array (gh_json_value_get_node (taken)));
  g_assert_true (gh_json_value_get_node (taken) == gh_json_value_get_node (taken));

  g_clear_pointer (&bytes, g_bytes_unref);
  gh_json_value_append (inside, all);
  g_assert_cmpstr (all->str, ==, "{\"b\":[]}{\"a\": 1.50}");
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/base/json-source/check", test_check);
  g_test_add_func ("/base/json-source/walk", test_walk);
  g_test_add_func ("/base/json-source/members", test_members);
  g_test_add_func ("/base/json-source/values", test_values);
  g_test_add_func ("/base/json-value", test_value);
  return gh_test_run ();
}
