/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The JSON reader, writer and getters. */
#include "config.h"

#include "gh-json.h"
#include "gh-test.h"

#include <string.h>

static JsonNode *
read_text (const char *text)
{
  g_autoptr(GError) error = NULL;
  JsonNode *node = gh_json_read (text, strlen (text), &error);

  g_assert_no_error (error);
  g_assert_nonnull (node);
  return node;
}

static void
assert_written (const char *text,
                const char *wanted)
{
  g_autoptr(JsonNode) node = read_text (text);
  gsize length;
  g_autofree char *written = gh_json_write (node, &length);

  g_assert_cmpstr (written, ==, wanted);
  g_assert_cmpuint (length, ==, strlen (written));
}

static void
assert_refused (const char  *text,
                gsize        length,
                GhJsonError  code)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = gh_json_read (text, length, &error);

  if (node != NULL)
    g_error ("accepted: %.60s", text);
  g_assert_error (error, GH_JSON_ERROR, (int) code);
}

static void
test_read_as_it_came (void)
{
  static const char * const texts[] = {
    "null", "true", "false", "0", "-1", "7", "\"\"", "[]", "{}", "[[]]", "{\"a\":{}}",
    "9223372036854775807", "-9223372036854775808",
    /* Beyond 64 bits, and what a double would spell differently. */
    "9223372036854775808", "-9223372036854775809", "18446744073709551615",
    "123456789012345678901234567890", "-0", "0.1", "-0.0", "0.0", "1.0", "1.50", "1e5", "1E+2",
    "1e400", "-1e400", "1e-400", "0e0", "0.30000000000000004", "3.141592653589793",
    "3.14159265358979312", "100.0", "12345678901234.5", "0.0001", "0.00001", "1e-05", "1e+21",
    "5e-324", "1.7976931348623157e+308", "2.2250738585072014e-308", "9007199254740993.0",
    "0.123456789012345", "123456789.987654321", "1.00",
    /* What a C string cannot hold, in values and names. */
    "\"\\u0000\"", "\"a\\u0000b\"", "\"\\ud800\"", "\"x\\uDC00y\"", "\"\\ud800\\ud800\\udc00\"",
    "\"\\ud83d\\u0041\"", "{\"\\u0000\":1}", "{\"\\ud800\":{\"\\udfff\":[]}}",
    "\"\\u0000\\n\\\"\"",
    /* Text. */
    "\"caf\xc3\xa9 \xe6\x97\xa5\xe6\x9c\xac \xf0\x9f\x98\x80\"", "\"\\\"\\\\\\b\\f\\n\\r\\t\"",
    "\"\\u0001\\u001f\"", "\"\x7f/\"", "\"\xe2\x80\xa8\"", "{\"\":\"\"}",
    "{\"z\":1,\"a\":2,\"m\":[{\"x\":null}]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    assert_written (texts[i], texts[i]);
}

static void
test_read_normalised (void)
{
  assert_written (" \t\r\n[ 1 , 2 ] \n", "[1,2]");
  assert_written ("\xef\xbb\xbf{}", "{}");
  assert_written ("\"\\/\\u00e9\\u65e5\\ud83d\\ude00\\u0041\"",
                  "\"/\xc3\xa9\xe6\x97\xa5\xf0\x9f\x98\x80" "A\"");
  assert_written ("\"\\u000a\\u0022\"", "\"\\n\\\"\"");
  /* The last of equal names counts. */
  assert_written ("{\"a\":1,\"b\":2,\"a\":3}", "{\"a\":3,\"b\":2}");
  assert_written ("{\"a\":1,\"\\u0061\":[]}", "{\"a\":[]}");
}

static void
test_read_refused (void)
{
  static const char * const texts[] = {
    "", " ", "\xef\xbb\xbf", "{", "[", "]", "}", "[1", "[1,", "[,1]", "[1,]", "[1 2]", "{\"a\"}",
    "{\"a\":}", "{\"a\":1,}", "{,}", "{a:1}", "{'a':1}", "{1:2}", "{\"a\" 1}", "[1}", "{\"a\":1]",
    "'a'", "\"", "\"a", "\"\\", "\"\\\"", "\"\\x41\"", "\"\\u12\"", "\"\\u123g\"", "\"\\ud800\\u\"",
    "\"\\ud800\\u12\"", "\"a\nb\"", "\"a\tb\"", "\"\x1f\"", "tru", "True", "nul", "nulll", "NaN",
    "Infinity", "-Infinity", "-", "+1", "01", "-01", "1.", ".1", "1.e1", "1e", "1e+", "0x10", "1_0",
    "1a", "1 2", "{}{}", "[][]", "{} x", "null null", "// c\n1", "/* c */1", "1 // c", "var x = 1;",
    "undefined", "\xc2\xa0" "1", "[1]\f", "\xfe\xff",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    assert_refused (texts[i], strlen (texts[i]), GH_JSON_ERROR_SYNTAX);
  /* A NUL is no space, and no end either. */
  assert_refused ("1\0", 2, GH_JSON_ERROR_SYNTAX);
  assert_refused ("\0" "1", 2, GH_JSON_ERROR_SYNTAX);
  assert_refused ("\"a\0b\"", 5, GH_JSON_ERROR_SYNTAX);
  assert_refused ("[1]\0[2]", 7, GH_JSON_ERROR_SYNTAX);
  assert_refused (NULL, 0, GH_JSON_ERROR_SYNTAX);
}

static void
test_read_encoding (void)
{
  static const char * const texts[] = {
    "\"\x80\"", "\"\xc0\xaf\"", "\"\xc1\xbf\"", "\"\xe0\x80\x80\"", "\"\xed\xa0\x80\"",
    "\"\xed\xbf\xbf\"", "\"\xf0\x80\x80\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xf5\x80\x80\x80\"",
    "\"\xff\"", "\"\xc3\"", "\"\xe6\x97\"", "\"\xf0\x9f\x98\"", "\"abcdefgh\xff\"", "\"\xc3",
    "{\"\xe9\":1}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    assert_refused (texts[i], strlen (texts[i]), GH_JSON_ERROR_ENCODING);
}

static char *
nest (gsize       depth,
      const char *open,
      const char *shut)
{
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < depth; i++)
    g_string_append (text, open);
  for (gsize i = 0; i < depth && shut != NULL; i++)
    g_string_append (text, shut);
  return g_string_free (text, FALSE);
}

static void
test_read_depth (void)
{
  g_autofree char *deepest = nest (GH_JSON_MAX_DEPTH, "[", "]");
  g_autofree char *deeper = nest (GH_JSON_MAX_DEPTH + 1, "[", "]");
  g_autofree char *abyss = nest (100000, "[", NULL);
  g_autofree char *objects = nest (100000, "{\"a\":", NULL);
  g_autofree char *wide = nest (100000, "[],", NULL);
  g_autofree char *list = g_strdup_printf ("[%s0]", wide);
  g_autoptr(JsonNode) node = read_text (list);

  assert_written (deepest, deepest);
  assert_refused (deeper, strlen (deeper), GH_JSON_ERROR_DEPTH);
  assert_refused (abyss, strlen (abyss), GH_JSON_ERROR_DEPTH);
  assert_refused (objects, strlen (objects), GH_JSON_ERROR_DEPTH);
  g_assert_cmpuint (json_array_get_length (gh_json_node_get_array (node)), ==, 100001);
}

static void
test_read_size (void)
{
  gsize length = GH_JSON_MAX_SIZE + 1;
  g_autofree char *text = g_malloc (length);
  g_autoptr(JsonNode) node = NULL;

  memset (text, ' ', length);
  text[0] = '1';
  assert_refused (text, length, GH_JSON_ERROR_SIZE);
  node = gh_json_read (text, length - 1, NULL);
  g_assert_nonnull (node);
}

/* Repeated names behind many others take a walk each: few are taken, many refused. */
static void
test_read_duplicates (void)
{
  g_autoptr(GString) text = g_string_new ("{");
  g_autoptr(JsonNode) node = NULL;
  JsonObject *object;
  gsize length;

  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (text, "\"n%u\":%u,", i, i);
  for (guint i = 0; i < 50; i++)
    g_string_append_printf (text, "\"n99999\":[%u],\"n99998\":\"%u\",", i, i);
  length = text->len;
  g_string_append (text, "\"last\":true}");
  node = read_text (text->str);
  object = gh_json_node_get_object (node);
  g_assert_cmpuint (json_object_get_size (object), ==, 100001);
  g_assert_cmpstr (gh_json_get_string (object, "n99998"), ==, "49");
  g_assert_cmpuint (json_array_get_length (gh_json_get_array (object, "n99999")), ==, 1);

  g_string_truncate (text, length);
  for (guint i = 0; i < 100000; i++)
    g_string_append (text, "\"n99999\":[],");
  g_string_append (text, "\"last\":true}");
  assert_refused (text->str, text->len, GH_JSON_ERROR_SYNTAX);

  /* One name too many, and no colon after it: one error. */
  g_string_assign (text, "{");
  for (guint i = 0; i < 101; i++)
    g_string_append (text, "\"n\":0,");
  g_string_append (text, "\"n\" 0}");
  assert_refused (text->str, text->len, GH_JSON_ERROR_SYNTAX);
}

static void
test_read_values (void)
{
  g_autofree char *most = nest (GH_JSON_MAX_VALUES - 5000, "0,", NULL);
  g_autofree char *more = nest (GH_JSON_MAX_VALUES + 5000, "{},", NULL);
  g_autofree char *accepted = g_strdup_printf ("[%s0]", most);
  g_autofree char *refused = g_strdup_printf ("[%s0]", more);

  json_node_unref (read_text (accepted));
  assert_refused (refused, strlen (refused), GH_JSON_ERROR_SIZE);
}

/* "bA" and "ab" have the same hash, so have all the names made of n of them. */
static void
test_read_collisions (void)
{
  g_autoptr(GString) text = g_string_new ("{");
  g_autoptr(JsonNode) node = NULL;

  for (guint i = 0; i < 1 << 16; i++)
    {
      g_string_append_c (text, '"');
      for (guint bit = 0; bit < 16; bit++)
        g_string_append (text, i >> bit & 1 ? "bA" : "ab");
      g_string_append (text, "\":0,");
    }
  g_string_append (text, "\"\":0}");
  g_assert_cmpuint (g_str_hash ("bA"), ==, g_str_hash ("ab"));
  assert_refused (text->str, text->len, GH_JSON_ERROR_SIZE);
}

static void
test_read_offset (void)
{
  g_autoptr(GError) error = NULL;

  g_assert_null (gh_json_read ("{\"a\": tru}", 10, &error));
  g_assert_nonnull (strstr (error->message, "byte 6"));
}

/* Texts a little wrong: never a crash; what is accepted is written in a form that reads back the
 * same. */
static void
test_read_fuzz (void)
{
  static const char seed[] =
    "{\"jsonrpc\":\"2.0\",\"id\":18446744073709551615,\"a\":[1,-2.5e3,0.1,true,false,null,"
    "\"\\u0000\",\"\\ud83d\\ude00 caf\xc3\xa9\\n\"],\"\\ud800\":{\"b\":{}}}";
  static const char bytes[] = "{}[]\",:\\u0d8ef1-+.eE tn\x80\xc3\xff\n";

  for (guint i = 0; i < 20000; i++)
    {
      g_autofree char *text = g_memdup2 (seed, sizeof seed);
      gsize length = sizeof seed - 1;
      g_autoptr(JsonNode) node = NULL;

      for (int n = g_test_rand_int_range (1, 4); n > 0; n--)
        text[g_test_rand_int_range (0, length)] =
          bytes[g_test_rand_int_range (0, sizeof bytes - 1)];
      if (g_test_rand_bit ())
        length = g_test_rand_int_range (0, length);
      node = gh_json_read (text, length, NULL);
      if (node != NULL)
        {
          g_autofree char *written = gh_json_write (node, NULL);
          g_autofree char *pretty = gh_json_write_pretty (node);
          g_autofree char *shown = gh_json_node_dup_text (node);
          g_autoptr(JsonNode) again = read_text (written);
          g_autoptr(JsonNode) from_pretty = read_text (pretty);
          g_autofree char *twice = gh_json_write (again, NULL);

          g_assert_cmpstr (written, ==, twice);
          g_assert_null (strchr (written, '\n'));
          g_assert_true (g_utf8_validate (shown, -1, NULL));
          g_assert_true (gh_json_node_equal (node, again));
          g_assert_true (gh_json_node_equal (node, from_pretty));
          g_assert_cmpuint (gh_json_node_hash (node), ==, gh_json_node_hash (again));
        }
    }
}

static void
test_write_pretty (void)
{
  g_autoptr(JsonNode) node =
    read_text ("{\"a\":[1,{\"b\":[]}],\"c\":{},\"d\":\"x\\n\",\"e\":1e400}");
  g_autofree char *text = gh_json_write_pretty (node);

  g_assert_cmpstr (text, ==,
                   "{\n"
                   "  \"a\": [\n"
                   "    1,\n"
                   "    {\n"
                   "      \"b\": []\n"
                   "    }\n"
                   "  ],\n"
                   "  \"c\": {},\n"
                   "  \"d\": \"x\\n\",\n"
                   "  \"e\": 1e400\n"
                   "}");
}

/* Strings that others put into nodes: nothing of them may break the line or the encoding. */
/* A start is a start of the whole, and takes no longer than it is. */
static void
test_write_start (void)
{
  static const char source[] =
    "{\"a\":[1.50,\"caf\303\251 \\u0000\",{}],\"\303\251\":[],\"c\\n\":{\"d\":null},"
    "\"e\":\"0123456789\"}";
  g_autoptr(JsonNode) node = gh_json_read (source, strlen (source), NULL);
  g_autofree char *whole = gh_json_write (node, NULL);
  g_autoptr(GString) wide = g_string_new ("[0");
  g_autoptr(JsonNode) wide_node = NULL;
  g_autofree char *begun = NULL;
  g_autofree char *cut = NULL;
  g_autofree char *text = g_strnfill (100000, 'x');
  g_autoptr(JsonNode) long_node = gh_json_node_new_string (text);

  for (gsize enough = 0; enough <= strlen (whole) + 1; enough++)
    {
      g_autofree char *start = gh_json_write_start (node, enough);

      g_assert_true (g_utf8_validate (start, -1, NULL));
      if (strlen (start) < enough)
        g_assert_cmpstr (start, ==, whole);
      else if (enough > 1)
        g_assert_cmpmem (start, enough - 2, whole, enough - 2);
    }

  for (guint i = 0; i < 100000; i++)
    g_string_append (wide, ",{\"x\":[]}");
  g_string_append (wide, "]");
  wide_node = gh_json_read (wide->str, wide->len, NULL);
  begun = gh_json_write_start (wide_node, 100);
  g_assert_cmpuint (strlen (begun), <, 150);
  cut = gh_json_write_start (long_node, 100);
  g_assert_cmpuint (strlen (cut), <, 150);
}

static void
test_write_foreign (void)
{
  static const struct
  {
    const char *text;
    const char *wanted;
  } cases[] = {
    { "\xff", "\"\xef\xbf\xbd\"" },
    { "\xff" "1,\"x\":2", "\"\xef\xbf\xbd" "1,\\\"x\\\":2\"" },
    { "\xff" "\"a\",\"b\"", "\"\xef\xbf\xbd\\\"a\\\",\\\"b\\\"\"" },
    { "\xff" "\"a\nb\"", "\"\xef\xbf\xbd\\\"a\\nb\\\"\"" },
    { "\xff" "[1]", "\"\xef\xbf\xbd[1]\"" },
    { "\xff" "1 ", "\"\xef\xbf\xbd" "1 \"" },
    { "a\xc3", "\"a\xef\xbf\xbd\"" },
    { "a\xe6\x97z\n", "\"a\xef\xbf\xbd\xef\xbf\xbdz\\n\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(JsonNode) node = json_node_init_string (json_node_alloc (), cases[i].text);
      g_autofree char *text = gh_json_write (node, NULL);
      JsonObject *object = json_object_new ();
      g_autoptr(JsonNode) parent = gh_json_node_new_object (object);
      g_autofree char *wanted = g_strdup_printf ("{%s:1}", cases[i].wanted);
      g_autofree char *member = NULL;

      g_assert_cmpstr (text, ==, cases[i].wanted);
      json_object_set_member (object, cases[i].text, gh_json_node_new_int (1));
      member = gh_json_write (parent, NULL);
      g_assert_cmpstr (member, ==, wanted);
    }
}

static void
test_build (void)
{
  JsonObject *object = json_object_new ();
  JsonArray *array = json_array_new ();
  g_autoptr(JsonNode) node = gh_json_node_new_object (object);
  g_autofree char *text = NULL;

  json_array_add_element (array, gh_json_node_new_double (0.1));
  json_array_add_element (array, gh_json_node_new_double (1));
  json_array_add_element (array, gh_json_node_new_double (1e300 * 1e300));
  json_array_add_element (array, gh_json_node_new_int (G_MININT64));
  json_array_add_element (array, gh_json_node_new_boolean (TRUE));
  json_array_add_element (array, gh_json_node_new_string (NULL));
  json_array_add_element (array, gh_json_node_new_string ("\xff" "1"));
  json_object_set_member (object, "a", gh_json_node_new_array (array));
  text = gh_json_write (node, NULL);
  g_assert_cmpstr (text, ==,
                   "{\"a\":[0.1,1.0,null,-9223372036854775808,true,null,\"\xef\xbf\xbd" "1\"]}");
}

static void
test_copy_members (void)
{
  const char *json = "{\"b\":[1],\"a\":0.10}";
  g_autoptr(JsonNode) node = gh_json_read (json, strlen (json), NULL);
  g_autoptr(JsonNode) copy =
    gh_json_node_new_object (gh_json_copy_members (gh_json_node_get_object (node)));
  g_autoptr(JsonNode) none = gh_json_node_new_object (gh_json_copy_members (NULL));
  g_autofree char *copied = gh_json_write (copy, NULL);
  g_autofree char *kept = NULL;
  g_autofree char *empty = gh_json_write (none, NULL);

  g_assert_cmpstr (copied, ==, json);
  g_assert_cmpstr (empty, ==, "{}");
  json_object_remove_member (gh_json_node_get_object (copy), "a");
  kept = gh_json_write (node, NULL);
  g_assert_cmpstr (kept, ==, json);
}

static void
test_node_text (void)
{
  static const struct
  {
    const char *json;
    const char *text;
  } cases[] = {
    { "\"a\\nb\"", "a\nb" },
    { "\"a\\u0000b\"", "a\xef\xbf\xbd" "b" },
    { "\"\\ud800x\"", "\xef\xbf\xbdx" },
    { "\"\\ud800\\ud83d\\ude00\"", "\xef\xbf\xbd\xf0\x9f\x98\x80" },
    { "\"\\u0000\\\\u0041\\u0041\\t\xc3\xa9\"", "\xef\xbf\xbd\\u0041A\t\xc3\xa9" },
    { "\"\\udc00\\ud800\"", "\xef\xbf\xbd\xef\xbf\xbd" },
    { "1e400", "1e400" },
    { "[1]", "[1]" },
    { "null", "null" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(JsonNode) node = read_text (cases[i].json);
      g_autofree char *text = gh_json_node_dup_text (node);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* Strings made of nothing but what cannot be held are shown as quickly as they are read. */
static void
test_node_text_quick (void)
{
  g_autoptr(GString) source = g_string_new ("\"");
  g_autoptr(JsonNode) node = NULL;
  g_autofree char *text = NULL;
  gint64 begin;
  gint64 reading;

  for (guint i = 0; i < 1000000; i++)
    g_string_append (source, i % 2 == 0 ? "\\u0000" : "\\ud800");
  g_string_append_c (source, '"');
  begin = gh_test_get_work ();
  node = gh_json_read (source->str, source->len, NULL);
  reading = gh_test_get_work () - begin;
  g_assert_nonnull (node);
  g_assert_cmpuint (gh_json_node_get_length (node), ==, source->len + 1);
  begin = gh_test_get_work ();
  text = gh_json_node_dup_text (node);
  g_test_message ("read in %d ms, shown in %d ms", (int) (reading / 1000),
                  (int) ((gh_test_get_work () - begin) / 1000));
  g_assert_cmpint (gh_test_get_work () - begin, <, 5 * reading);
  g_assert_cmpuint (strlen (text), ==, 3 * 1000000);
}

static void
test_node_kinds (void)
{
  static const struct
  {
    const char *json;
    char kind; /* Object Array String Number Boolean nUll */
  } cases[] = {
    { "{}", 'O' }, { "[]", 'A' }, { "\"\"", 'S' }, { "\"\\u0000\"", 'S' }, { "1", 'N' },
    { "0.5", 'N' }, { "1e999", 'N' }, { "18446744073709551615", 'N' }, { "true", 'B' },
    { "null", 'U' },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(JsonNode) node = read_text (cases[i].json);
      char kind = cases[i].kind;

      g_assert_true ((gh_json_node_get_object (node) != NULL) == (kind == 'O'));
      g_assert_true ((gh_json_node_get_array (node) != NULL) == (kind == 'A'));
      g_assert_true (gh_json_node_is_string (node) == (kind == 'S'));
      g_assert_true (gh_json_node_is_number (node) == (kind == 'N'));
      g_assert_true (gh_json_node_is_boolean (node) == (kind == 'B'));
      g_assert_true (gh_json_node_is_null (node) == (kind == 'U'));
    }
  g_assert_false (gh_json_node_is_string (NULL));
  g_assert_false (gh_json_node_is_number (NULL));
  g_assert_null (gh_json_node_get_object (NULL));
}

static void
test_node_numbers (void)
{
  static const struct
  {
    const char *json;
    gboolean is_int;
    gint64 integer;
    gboolean is_double;
    double number;
  } cases[] = {
    { "5", TRUE, 5, TRUE, 5 },
    { "5.0", TRUE, 5, TRUE, 5 },
    { "2e3", TRUE, 2000, TRUE, 2000 },
    { "-0", TRUE, 0, TRUE, 0 },
    { "0.5", FALSE, 0, TRUE, 0.5 },
    { "1.50", FALSE, 0, TRUE, 1.5 },
    { "9223372036854775807", TRUE, G_MAXINT64, TRUE, 0x1p63 },
    { "9223372036854775808", FALSE, 0, TRUE, 0x1p63 },
    { "9223372036854775808.0", FALSE, 0, TRUE, 0x1p63 },
    { "-9223372036854775808.0", TRUE, G_MININT64, TRUE, -0x1p63 },
    { "1e400", FALSE, 0, FALSE, 0 },
    { "\"5\"", FALSE, 0, FALSE, 0 },
    { "true", FALSE, 0, FALSE, 0 },
    { "null", FALSE, 0, FALSE, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(JsonNode) node = read_text (cases[i].json);
      gint64 integer = 0;
      double number = 0;

      g_assert_true (gh_json_node_get_int (node, &integer) == cases[i].is_int);
      g_assert_cmpint (integer, ==, cases[i].integer);
      g_assert_true (gh_json_node_get_double (node, &number) == cases[i].is_double);
      g_assert_cmpfloat (number, ==, cases[i].number);
    }
}

static void
test_node_equal (void)
{
  static const struct
  {
    const char *a;
    const char *b;
    gboolean equal;
  } cases[] = {
    { "1", "1", TRUE }, { "1", "\"1\"", FALSE }, { "1", "1.0", TRUE }, { "1", "true", FALSE },
    { "0", "-0", TRUE }, { "0.5", "5e-1", TRUE }, { "0.5", "0.6", FALSE },
    { "18446744073709551615", "18446744073709551616", FALSE }, { "1e400", "1e400", TRUE },
    { "1e400", "1e401", FALSE }, { "null", "null", TRUE }, { "null", "false", FALSE },
    { "\"\\u0000\"", "\"\\u0000\"", TRUE }, { "\"\\u0000\"", "\"\"", FALSE },
    { "{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", TRUE }, { "{\"a\":1}", "{\"a\":1,\"b\":2}", FALSE },
    { "{\"a\":1}", "{\"b\":1}", FALSE }, { "[1,2]", "[2,1]", FALSE }, { "[1]", "[1,2]", FALSE },
    { "[]", "{}", FALSE }, { "[{\"x\":[]}]", "[{\"x\":[]}]", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(JsonNode) a = read_text (cases[i].a);
      g_autoptr(JsonNode) b = read_text (cases[i].b);

      g_assert_true (gh_json_node_equal (a, b) == cases[i].equal);
      g_assert_true (gh_json_node_equal (b, a) == cases[i].equal);
      if (cases[i].equal)
        g_assert_cmpuint (gh_json_node_hash (a), ==, gh_json_node_hash (b));
    }
}

/* A large tree goes in a thread; what somebody holds of it stays. */
static void
test_node_release (void)
{
  g_autoptr(GString) text = g_string_new ("[{\"a\":[\"x\"]}");
  g_autoptr(JsonNode) inner = NULL;
  JsonNode *node;

  for (guint i = 0; i < 20000; i++)
    g_string_append (text, ",{\"a\":1}");
  g_string_append_c (text, ']');
  node = read_text (text->str);
  inner = json_node_ref (json_array_get_element (gh_json_node_get_array (node), 0));
  gh_json_node_release (node);
  g_assert_nonnull (gh_json_get_array (gh_json_node_get_object (inner), "a"));
  gh_json_node_release (read_text ("[{},1]"));
}

static void
test_get (void)
{
  g_autoptr(JsonNode) node =
    read_text ("{\"o\":{},\"a\":[],\"s\":\"x\",\"b\":true,\"i\":7,\"d\":0.5,"
               "\"n\":null,\"z\":\"\\u0000\"}");
  JsonObject *object = gh_json_node_get_object (node);

  g_assert_nonnull (gh_json_get_object (object, "o"));
  g_assert_null (gh_json_get_object (object, "a"));
  g_assert_nonnull (gh_json_get_array (object, "a"));
  g_assert_null (gh_json_get_array (object, "o"));
  g_assert_cmpstr (gh_json_get_string (object, "s"), ==, "x");
  g_assert_null (gh_json_get_string (object, "z"));
  g_assert_null (gh_json_get_string (object, "i"));
  g_assert_true (gh_json_get_boolean (object, "b", FALSE));
  g_assert_true (gh_json_get_boolean (object, "s", TRUE));
  g_assert_cmpint (gh_json_get_int (object, "i", 0), ==, 7);
  g_assert_cmpint (gh_json_get_int (object, "d", -1), ==, -1);
  g_assert_cmpfloat (gh_json_get_double (object, "d", 0), ==, 0.5);
  g_assert_cmpfloat (gh_json_get_double (object, "i", 0), ==, 7);
  g_assert_cmpfloat (gh_json_get_double (object, "x", 2), ==, 2);
  g_assert_nonnull (gh_json_get (object, "z"));
  g_assert_null (gh_json_get (object, "n"));
  g_assert_null (gh_json_get (object, "x"));
  g_assert_null (gh_json_get (NULL, "x"));
  g_assert_null (gh_json_get_string (NULL, "x"));
}

#define assert_member_error(call) \
  G_STMT_START { \
    g_autoptr(GError) error_ = NULL; \
    GError **error = &error_; \
    g_assert_false (call); \
    g_assert_error (error_, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER); \
  } G_STMT_END

static void
test_expect (void)
{
  g_autoptr(JsonNode) node =
    read_text ("{\"o\":{},\"a\":[],\"s\":\"x\",\"b\":true,\"i\":7,\"d\":0.5,"
               "\"n\":null,\"z\":\"\\u0000\"}");
  JsonObject *object = gh_json_node_get_object (node);
  JsonObject *o = NULL;
  JsonArray *a = NULL;
  const char *s = "before";
  gboolean b = FALSE;
  gint64 i = 3;
  double d = 0;

  g_assert_true (gh_json_expect_object (object, "o", TRUE, &o, NULL) && o != NULL);
  g_assert_true (gh_json_expect_array (object, "a", TRUE, &a, NULL) && a != NULL);
  g_assert_true (gh_json_expect_string (object, "x", FALSE, &s, NULL));
  g_assert_true (gh_json_expect_string (object, "n", FALSE, &s, NULL));
  g_assert_cmpstr (s, ==, "before");
  g_assert_true (gh_json_expect_string (object, "s", TRUE, &s, NULL));
  g_assert_cmpstr (s, ==, "x");
  g_assert_true (gh_json_expect_boolean (object, "b", TRUE, &b, NULL) && b);
  g_assert_true (gh_json_expect_int (object, "x", FALSE, &i, NULL) && i == 3);
  g_assert_true (gh_json_expect_int (object, "i", TRUE, &i, NULL) && i == 7);
  g_assert_true (gh_json_expect_double (object, "d", TRUE, &d, NULL) && d == 0.5);

  assert_member_error (gh_json_expect_object (object, "a", FALSE, &o, error));
  assert_member_error (gh_json_expect_object (object, "x", TRUE, &o, error));
  assert_member_error (gh_json_expect_object (object, "n", TRUE, &o, error));
  assert_member_error (gh_json_expect_array (object, "o", FALSE, &a, error));
  assert_member_error (gh_json_expect_string (object, "i", FALSE, &s, error));
  assert_member_error (gh_json_expect_string (object, "z", FALSE, &s, error));
  assert_member_error (gh_json_expect_boolean (object, "i", FALSE, &b, error));
  assert_member_error (gh_json_expect_int (object, "d", FALSE, &i, error));
  assert_member_error (gh_json_expect_double (object, "s", FALSE, &d, error));
}

static void
test_add_string (void)
{
  JsonObject *object = json_object_new ();
  g_autoptr(JsonNode) node = gh_json_node_new_object (object);
  g_autofree char *text = NULL;

  gh_json_add_string (object, "a", "\"");
  gh_json_add_string (object, "b", NULL);
  text = gh_json_write (node, NULL);
  g_assert_cmpstr (text, ==, "{\"a\":\"\\\"\"}");
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/base/json/add-string", test_add_string);
  g_test_add_func ("/base/json/read/as-it-came", test_read_as_it_came);
  g_test_add_func ("/base/json/read/normalised", test_read_normalised);
  g_test_add_func ("/base/json/read/refused", test_read_refused);
  g_test_add_func ("/base/json/read/encoding", test_read_encoding);
  g_test_add_func ("/base/json/read/depth", test_read_depth);
  g_test_add_func ("/base/json/read/size", test_read_size);
  g_test_add_func ("/base/json/read/duplicates", test_read_duplicates);
  g_test_add_func ("/base/json/read/values", test_read_values);
  g_test_add_func ("/base/json/read/collisions", test_read_collisions);
  g_test_add_func ("/base/json/read/offset", test_read_offset);
  g_test_add_func ("/base/json/read/fuzz", test_read_fuzz);
  g_test_add_func ("/base/json/write/pretty", test_write_pretty);
  g_test_add_func ("/base/json/write/start", test_write_start);
  g_test_add_func ("/base/json/write/foreign", test_write_foreign);
  g_test_add_func ("/base/json/build", test_build);
  g_test_add_func ("/base/json/copy-members", test_copy_members);
  g_test_add_func ("/base/json/node/text", test_node_text);
  g_test_add_func ("/base/json/node/text-quick", test_node_text_quick);
  g_test_add_func ("/base/json/node/kinds", test_node_kinds);
  g_test_add_func ("/base/json/node/numbers", test_node_numbers);
  g_test_add_func ("/base/json/node/equal", test_node_equal);
  g_test_add_func ("/base/json/node/release", test_node_release);
  g_test_add_func ("/base/json/get", test_get);
  g_test_add_func ("/base/json/expect", test_expect);
  return gh_test_run ();
}
