/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * JSON Schema: what is valid, what is said when it is not, and that everything ends. */
#include "config.h"

#include "gh-json-schema.h"
#include "gh-test.h"

#include <string.h>

/* What validating may take before it gives up, with room for a slow machine. */
#define MAX_SECONDS 10

static JsonNode *
read_text (const char *text)
{
  g_autoptr(GError) error = NULL;
  JsonNode *node = gh_json_read (text, strlen (text), &error);

  g_assert_no_error (error);
  return node;
}

static GhJsonSchema *
compile (const char *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = read_text (text);
  GhJsonSchema *schema = gh_json_schema_new (node, &error);

  g_assert_no_error (error);
  return schema;
}

static void
assert_refused (const char        *text,
                GhJsonSchemaError  code,
                const char        *part)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = read_text (text);
  g_autoptr(GhJsonSchema) schema = gh_json_schema_new (node, &error);

  if (schema != NULL)
    g_error ("accepted: %.60s", text);
  g_assert_error (error, GH_JSON_SCHEMA_ERROR, (int) code);
  if (strstr (error->message, part) == NULL)
    g_error ("\"%s\" does not name \"%s\"", error->message, part);
}

static void
assert_result (GhJsonSchema *schema,
               const char   *value,
               const char   *message)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = read_text (value);

  if (gh_json_schema_validate (schema, node, &error))
    g_assert_null (message);
  else
    {
      if (message == NULL)
        g_error ("%.60s: %s", value, error->message);
      g_assert_error (error, GH_JSON_SCHEMA_ERROR, GH_JSON_SCHEMA_ERROR_VALUE);
      g_assert_cmpstr (error->message, ==, message);
    }
}

/* NULL for valid values. */
static void
assert_validated (const char *schema_text,
                  const char *value,
                  const char *message)
{
  g_autoptr(GhJsonSchema) schema = compile (schema_text);

  assert_result (schema, value, message);
}

static void
test_messages (void)
{
  g_autoptr(GhJsonSchema) schema = compile (
    "{\"type\":\"object\",\"required\":[\"to\"],\"additionalProperties\":false,\"properties\":{"
    "\"to\":{\"type\":\"array\",\"items\":{\"type\":[\"string\",\"null\"],\"maxLength\":2},"
    "\"uniqueItems\":true,\"minItems\":1},"
    "\"a/b~c\":{\"type\":\"integer\",\"minimum\":1,\"multipleOf\":2},"
    "\"e\":{\"enum\":[1,\"x\",null]}}}");

  assert_result (schema, "{\"to\":[\"x\",null,\"\xf0\x9f\x98\x80\xf0\x9f\x98\x80\"]}", NULL);
  assert_result (schema, "[]", "the value: is not of type object (type)");
  assert_result (schema, "{}", "the value: \"to\" is missing (required)");
  assert_result (schema, "{\"to\":[\"x\",7]}", "/to/1: is not of type null or string (type)");
  assert_result (schema, "{\"to\":[\"xyz\"]}", "/to/0: is too long (maxLength)");
  assert_result (schema, "{\"to\":[]}", "/to: has too few elements (minItems)");
  assert_result (schema, "{\"to\":[\"x\",\"x\"]}", "/to: has an element twice (uniqueItems)");
  assert_result (schema, "{\"to\":[\"x\"],\"a/b~c\":0}", "/a~1b~0c: is too small (minimum)");
  assert_result (schema, "{\"to\":[\"x\"],\"a/b~c\":3}",
                 "/a~1b~0c: is not a multiple of what it should be (multipleOf)");
  assert_result (schema, "{\"to\":[\"x\"],\"a/b~c\":2.0}", NULL);
  assert_result (schema, "{\"to\":[\"x\"],\"e\":2}", "/e: is none of the values allowed (enum)");
  assert_result (schema, "{\"to\":[\"x\"],\"z\":2}",
                 "the value: \"z\" is not allowed (additionalProperties)");
}

/* Names of strangers are cut, and shown without what no string can hold. */
static void
test_long_names (void)
{
  g_autoptr(GhJsonSchema) schema = compile ("{\"additionalProperties\":{\"$ref\":\"#\"},"
                                            "\"type\":\"object\"}");
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = NULL;
  g_autofree char *name = g_strnfill (10000, 'x');

  for (guint i = 0; i < 100; i++)
    g_string_append_printf (text, "{\"\\u0000%s\":", name);
  g_string_append (text, "1");
  for (guint i = 0; i < 100; i++)
    g_string_append_c (text, '}');
  node = read_text (text->str);
  g_assert_false (gh_json_schema_validate (schema, node, &error));
  g_assert_error (error, GH_JSON_SCHEMA_ERROR, GH_JSON_SCHEMA_ERROR_VALUE);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_true (g_str_has_prefix (error->message, "/\xef\xbf\xbdxxx"));
  g_assert_cmpuint (strlen (error->message), <, 500);
}

static void
test_numbers (void)
{
  const char *big = "{\"maximum\":123456789012345678901234567890}";

  assert_validated (big, "123456789012345678901234567890", NULL);
  assert_validated (big, "123456789012345678901234567890.0", NULL);
  assert_validated (big, "1.2345678901234567890123456789e29", NULL);
  assert_validated (big, "123456789012345678901234567891", "the value: is too large (maximum)");
  assert_validated (big, "1e400", "the value: is too large (maximum)");
  assert_validated (big, "-1e400", NULL);
  assert_validated ("{\"exclusiveMinimum\":0}", "1e-400", NULL);
  assert_validated ("{\"exclusiveMinimum\":0}", "-0.0",
                    "the value: is too small (exclusiveMinimum)");
  assert_validated ("{\"type\":\"integer\"}", "1.0", NULL);
  assert_validated ("{\"type\":\"integer\"}", "1e400", NULL);
  assert_validated ("{\"type\":\"integer\"}", "0.0e-99999999999999999999", NULL);
  assert_validated ("{\"type\":\"integer\"}", "1e-99999999999999999999",
                    "the value: is not of type integer (type)");
  assert_validated ("{\"type\":\"integer\"}", "9007199254740993.5",
                    "the value: is not of type integer (type)");
  assert_validated ("{\"multipleOf\":0.01}", "19.99", NULL);
  assert_validated ("{\"multipleOf\":0.01}", "1e308", NULL);
  assert_validated ("{\"multipleOf\":7}", "1e99999999999999999999",
                    "the value: is not a multiple of what it should be (multipleOf)");
  assert_validated ("{\"multipleOf\":3}", "111111111111111111111111111111", NULL);
  assert_validated ("{\"const\":1e400}", "10e399", NULL);
  assert_validated ("{\"enum\":[9007199254740993]}", "9007199254740992",
                    "the value: is none of the values allowed (enum)");
  assert_validated ("{\"minLength\":2,\"maxLength\":2}", "\"\\u0000\\ud800\"", NULL);
  assert_validated ("{\"maxLength\":1e400}", "\"x\"", NULL);
}

static void
test_dialects (void)
{
  const char *tuple = "{%s\"items\":[{\"type\":\"string\"}],\"additionalItems\":false}";
  static const char * const dialects[] = {
    "", "\"$schema\":\"http://json-schema.org/draft-07/schema#\",",
    "\"$schema\":\"https://json-schema.org/draft/2019-09/schema\",",
  };

  for (guint i = 0; i < G_N_ELEMENTS (dialects); i++)
    {
      g_autofree char *text = g_strconcat ("{", dialects[i], strstr (tuple, "\"items"), NULL);

      assert_validated (text, "[\"x\"]", NULL);
      assert_validated (text, "[1]", "/0: is not of type string (type)");
      assert_validated (text, "[\"x\",1]", "/1: is not allowed here (false)");
    }
  /* Hidden beside "$ref", in the older dialects only. */
  assert_validated ("{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"definitions\":"
                    "{\"a\":{\"type\":\"integer\"}},\"$ref\":\"#/definitions/a\",\"minimum\":5}",
                    "1", NULL);
  assert_validated ("{\"$defs\":{\"a\":{\"type\":\"integer\"}},\"$ref\":\"#/$defs/a\","
                    "\"minimum\":5}", "1", "the value: is too small (minimum)");
  assert_refused ("{\"$schema\":\"http://json-schema.org/draft-03/schema#\"}",
                  GH_JSON_SCHEMA_ERROR_SCHEMA, "dialect");
  assert_refused ("{\"$schema\":7}", GH_JSON_SCHEMA_ERROR_SCHEMA, "$schema");
}

static void
test_references (void)
{
  const char *tree = "{\"type\":\"object\",\"properties\":{\"next\":{\"$ref\":\"#\"}},"
                     "\"additionalProperties\":false}";

  assert_validated (tree, "{\"next\":{\"next\":{}}}", NULL);
  assert_validated (tree, "{\"next\":{\"next\":{\"x\":1}}}",
                    "/next/next: \"x\" is not allowed (additionalProperties)");
  assert_validated ("{\"$ref\":\"#/components/a~1b/0\","
                    "\"components\":{\"a/b\":[{\"type\":\"null\"}]}}",
                    "1", "the value: is not of type null (type)");
  assert_validated ("{\"$id\":\"https://example.com/a\",\"$ref\":\"b#here\",\"$defs\":{\"b\":"
                    "{\"$id\":\"b\",\"$defs\":{\"c\":{\"$anchor\":\"here\",\"type\":\"null\"}}}}}",
                    "1", "the value: is not of type null (type)");
  assert_refused ("{\"$ref\":\"https://example.com/schema.json\"}",
                  GH_JSON_SCHEMA_ERROR_REFERENCE, "nothing is fetched");
  assert_refused ("{\"properties\":{\"a\":{\"$ref\":\"file:///etc/passwd\"}}}",
                  GH_JSON_SCHEMA_ERROR_REFERENCE, "nothing is fetched");
  assert_refused ("{\"$ref\":\"https://json-schema.org/draft/2020-12/schema\"}",
                  GH_JSON_SCHEMA_ERROR_REFERENCE, "nothing is fetched");
  assert_refused ("{\"$ref\":\"#/$defs/none\"}", GH_JSON_SCHEMA_ERROR_SCHEMA, "nowhere");
  assert_refused ("{\"$ref\":\"#none\"}", GH_JSON_SCHEMA_ERROR_SCHEMA, "nowhere");
  assert_refused ("{\"$ref\":\"#/%zz\"}", GH_JSON_SCHEMA_ERROR_SCHEMA, "malformed");
  assert_refused ("{\"$ref\":\"#/type\",\"type\":\"null\"}", GH_JSON_SCHEMA_ERROR_SCHEMA,
                  "a schema is");
}

static void
test_unevaluated (void)
{
  const char *open = "{\"allOf\":[{\"properties\":{\"a\":true}},{\"if\":{\"required\":[\"b\"]},"
                     "\"then\":{\"properties\":{\"b\":true}}}],\"unevaluatedProperties\":false}";
  const char *dynamic = "{\"$id\":\"https://example.com/strict\",\"$dynamicAnchor\":\"node\","
                        "\"$ref\":\"tree\",\"unevaluatedProperties\":false,\"$defs\":{\"tree\":"
                        "{\"$id\":\"tree\",\"$dynamicAnchor\":\"node\",\"properties\":{\"kids\":"
                        "{\"items\":{\"$dynamicRef\":\"#node\"}}}}}}";

  assert_validated (open, "{\"a\":1,\"b\":2}", NULL);
  assert_validated (open, "{\"a\":1,\"c\":2}",
                    "/c: is not allowed here (false)");
  assert_validated ("{\"prefixItems\":[true],\"contains\":{\"type\":\"string\"},"
                    "\"unevaluatedItems\":{\"type\":\"null\"}}", "[1,\"x\",null]", NULL);
  assert_validated (dynamic, "{\"kids\":[{\"kids\":[]}]}", NULL);
  assert_validated (dynamic, "{\"kids\":[{\"kidz\":[]}]}",
                    "/kids/0/kidz: is not allowed here (false)");
}

static void
test_malformed (void)
{
  static const struct { const char *schema, *part; } cases[] = {
    { "7", "a schema is" }, { "null", "a schema is" }, { "[]", "a schema is" },
    { "{\"type\":\"strng\"}", "\"type\"" }, { "{\"type\":[]}", "\"type\"" },
    { "{\"type\":7}", "\"type\"" }, { "{\"enum\":1}", "\"enum\"" },
    { "{\"properties\":[]}", "\"properties\"" }, { "{\"properties\":{\"a\":1}}", "a schema is" },
    { "{\"required\":true}", "\"required\"" }, { "{\"required\":[1]}", "\"required\"" },
    { "{\"minLength\":-1}", "\"minLength\"" }, { "{\"minLength\":1.5}", "\"minLength\"" },
    { "{\"maxLength\":-1e400}", "\"maxLength\"" },
    { "{\"minimum\":\"1\"}", "\"minimum\"" }, { "{\"exclusiveMinimum\":true}", "exclusiveMinimum" },
    { "{\"multipleOf\":0}", "multipleOf" }, { "{\"multipleOf\":-1}", "multipleOf" },
    { "{\"multipleOf\":1234567890123456789}", "multipleOf" },
    { "{\"allOf\":{}}", "\"allOf\"" }, { "{\"allOf\":[1]}", "a schema is" },
    { "{\"not\":null}", "a schema is" }, { "{\"uniqueItems\":1}", "\"uniqueItems\"" },
    { "{\"dependentRequired\":{\"a\":1}}", "dependentRequired" },
    { "{\"dependencies\":{\"a\":[1]}}", "dependencies" },
    { "{\"pattern\":7}", "pattern" }, { "{\"pattern\":\"(\"}", "regular expression" },
    { "{\"patternProperties\":{\"[\":true}}", "regular expression" },
    { "{\"$ref\":7}", "$ref" }, { "{\"$id\":\"http://[\"}", "URI" },
    { "{\"$defs\":{\"a\":{\"$id\":\"x\"},\"b\":{\"$id\":\"x\"}}}", "URI" },
    { "{\"$defs\":{\"a\":{\"$anchor\":\"x\"},\"b\":{\"$anchor\":\"x\"}}}", "anchor" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_refused (cases[i].schema, GH_JSON_SCHEMA_ERROR_SCHEMA, cases[i].part);
}

static void
test_patterns (void)
{
  static const struct { const char *pattern, *text; gboolean matches; } cases[] = {
    { "b", "abc", TRUE }, { "^b", "abc", FALSE }, { "^a|b$", "xb", TRUE },
    { "c$", "abc\\n", FALSE },
    { "^\\\\d+$", "\xd9\xa1", FALSE }, { "^\\\\w\\\\W$", "a\xc3\xa9", TRUE },
    { "^[\\\\d-]+$", "1-2", TRUE }, { "^[\\\\W]$", "_", FALSE }, { "^[^]$", "\\n", TRUE },
    { "[]", "a", FALSE }, { "^[[]$", "[", TRUE }, { "^\\\\u00e9$", "\xc3\xa9", TRUE },
    { "^\\\\ud83d\\\\ude00$", "\xf0\x9f\x98\x80", TRUE }, { "^.$", "\xf0\x9f\x98\x80", TRUE },
    { "^\\\\p{Letter}+$", "\xc3\xa9t\xc3\xa9", TRUE }, { "(?i)^ABC$", "abc", TRUE },
    { "^(?:a|b)+$", "abab", TRUE }, { "^(?<x>a)\\\\k<x>$", "aa", TRUE },
    { "(?<!a)b", "ab", FALSE }, { "^", "", TRUE }, { "", "", TRUE },
  };
  static const char * const refused[] = {
    "(?R)", "(?1)", "(*ACCEPT)", "(*LIMIT_MATCH=4294967295)a", "a)|(b", "(?C1)", "(?>a)",
    "\\\\Qa", "\\\\C", "[a", "\\\\", "\\\\ud800", "(?#x)", "(?(1)a)",
    "(((a{1,999}){1,999}){1,999})",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *schema = g_strdup_printf ("{\"pattern\":\"%s\"}", cases[i].pattern);
      g_autofree char *value = g_strdup_printf ("\"%s\"", cases[i].text);

      g_test_message ("%s", cases[i].pattern);
      assert_validated (schema, value, cases[i].matches ? NULL
                                       : "the value: does not match the pattern (pattern)");
    }
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *schema = g_strdup_printf ("{\"pattern\":\"%s\"}", refused[i]);

      assert_refused (schema, GH_JSON_SCHEMA_ERROR_SCHEMA, "regular expression");
    }
}

static void
test_formats (void)
{
  static const struct { const char *format, *text; gboolean valid; } cases[] = {
    { "email", "joe.bloggs@example.com", TRUE }, { "email", "te~st@example.com", TRUE },
    { "email", "\\\"joe bloggs\\\"@example.com", TRUE }, { "email", "joe@[127.0.0.1]", TRUE },
    { "email", "joe@[IPv6:::1]", TRUE }, { "email", "2962", FALSE }, { "email", "@x", FALSE },
    { "email", ".a@example.com", FALSE }, { "email", "a..b@example.com", FALSE },
    { "email", "a@-example.com", FALSE }, { "email", "a@", FALSE }, { "email", "a@x..y", FALSE },
    { "email", "a b@example.com", FALSE }, { "email", "a@[127.0.0.300]", FALSE },
    { "email", "\\\"a\\\"b\\\"@x", FALSE }, { "email", "\\\"@x", FALSE },
    { "uri", "https://example.com/a?b=c#d", TRUE }, { "uri", "urn:isbn:1", TRUE },
    { "uri", "mailto:a@example.com", TRUE }, { "uri", "/a/b", FALSE }, { "uri", "a", FALSE },
    { "uri", "http://a b", FALSE }, { "uri", "http://a/\xc3\xa9", FALSE }, { "uri", "", FALSE },
    { "uri", "http://a/%zz", FALSE }, { "uri", "http://a/%4", FALSE }, { "uri", "http://[", FALSE },
    { "uri", "https://[::1]/a", TRUE }, { "uri", "https://[@example.org/", FALSE },
    { "uri", "https://example.org/[a]", FALSE },
    { "date", "2024-02-29", TRUE }, { "date", "2023-02-29", FALSE }, { "date", "2024-2-9", FALSE },
    { "date", "2024-13-01", FALSE }, { "date", "2024-01-00", FALSE },
    { "date", "0000-02-29", TRUE },
    { "date", "2024-01-01Z", FALSE }, { "date", "", FALSE },
    { "date-time", "2024-02-29T23:59:59.123Z", TRUE },
    { "date-time", "2024-02-29t00:00:00z", TRUE },
    { "date-time", "1998-12-31T15:59:60.5-08:00", TRUE },
    { "date-time", "1998-12-31T22:59:60Z", FALSE }, { "date-time", "2024-02-29 00:00:00Z", FALSE },
    { "date-time", "2024-02-29T24:00:00Z", FALSE }, { "date-time", "2024-02-29T00:00:00", FALSE },
    { "date-time", "2024-02-29T00:00:00+24:00", FALSE },
    { "date-time", "2024-02-29T00:00Z", FALSE },
    { "date-time", "2024-02-29T00:00:00.Z", FALSE }, { "unknown", "x", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autofree char *schema_text = g_strdup_printf ("{\"format\":\"%s\"}", cases[i].format);
      g_autofree char *value_text = g_strdup_printf ("\"%s\"", cases[i].text);
      g_autoptr(JsonNode) source = read_text (schema_text);
      g_autoptr(JsonNode) value = read_text (value_text);
      g_autoptr(GhJsonSchema) lax = gh_json_schema_new (source, &error);
      g_autoptr(GhJsonSchema) strict = gh_json_schema_new_with_formats (source, &error);

      g_assert_no_error (error);
      g_test_message ("%s %s", cases[i].format, cases[i].text);
      g_assert_true (gh_json_schema_validate (lax, value, &error));
      g_assert_cmpint (gh_json_schema_validate (strict, value, NULL), ==, cases[i].valid);
    }
}

static void
assert_gives_up (const char *schema_text,
                 const char *value)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GhJsonSchema) schema = compile (schema_text);
  g_autoptr(JsonNode) node = read_text (value);
  gint64 begin = gh_test_get_work ();

  g_test_message ("%.60s", schema_text);
  g_assert_false (gh_json_schema_validate (schema, node, &error));
  g_assert_error (error, GH_JSON_SCHEMA_ERROR, GH_JSON_SCHEMA_ERROR_LIMIT);
  g_assert_cmpint (gh_test_get_work () - begin, <, MAX_SECONDS * G_USEC_PER_SEC);
}

/* A string of many letters, and one that no pattern here expects. */
static char *
many_letters (guint count)
{
  g_autofree char *letters = g_strnfill (count, 'a');

  return g_strconcat ("\"", letters, "!\"", NULL);
}

static void
test_endless (void)
{
  static const guint lengths[] = { 40, 2000, 100 * 1000 };
  g_autoptr(GString) text = g_string_new (NULL);
  g_autofree char *same = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *letters = many_letters (lengths[i]);

      assert_gives_up ("{\"pattern\":\"^(a+)+$\"}", letters);
      assert_gives_up ("{\"not\":{\"pattern\":\"(a|aa|aaa)+$\"}}", letters);
      assert_gives_up ("{\"anyOf\":[{\"pattern\":\"^(a|aa)+$\"},true]}", letters);
    }
  /* Schemas that lead to each other without end. */
  assert_gives_up ("{\"$ref\":\"#\"}", "1");
  assert_gives_up ("{\"not\":{\"$ref\":\"#\"}}", "1");
  assert_gives_up ("{\"$defs\":{\"a\":{\"anyOf\":[{\"$ref\":\"#/$defs/b\"}]},\"b\":{\"if\":true,"
                   "\"then\":{\"$ref\":\"#/$defs/a\"}}},\"$ref\":\"#/$defs/a\"}", "1");
  assert_gives_up ("{\"allOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}", "1");
  /* Two to the power of forty evaluations. */
  g_string_append (text, "{\"$defs\":{\"0\":true");
  for (guint i = 1; i <= 40; i++)
    g_string_append_printf (text, ",\"%u\":{\"allOf\":[{\"$ref\":\"#/$defs/%u\"},"
                            "{\"$ref\":\"#/$defs/%u\"}]}", i, i - 1, i - 1);
  g_string_append (text, "},\"$ref\":\"#/$defs/40\"}");
  assert_gives_up (text->str, "1");
  /* Elements that are much alike. */
  g_string_assign (text, "[");
  for (guint i = 0; i < 50000; i++)
    g_string_append_printf (text, "%s{\"a\":%u,\"b\":%d}", i > 0 ? "," : "", i, -(int) i);
  g_string_append (text, "]");
  same = g_string_free (g_steal_pointer (&text), FALSE);
  assert_validated ("{\"uniqueItems\":true}", same, NULL);
}

/* Many values take no longer each. */
static void
test_large (void)
{
  g_autoptr(GString) text = g_string_new ("[");

  for (guint i = 0; i < 200 * 1000; i++)
    g_string_append_printf (text, "%s{\"id\":%u,\"name\":\"n%u\"}", i > 0 ? "," : "", i, i);
  g_string_append (text, "]");
  assert_validated ("{\"items\":{\"type\":\"object\",\"required\":[\"id\",\"name\"],"
                    "\"properties\":{"
                    "\"id\":{\"type\":\"integer\",\"minimum\":0},\"name\":{\"type\":\"string\","
                    "\"minLength\":1}},\"unevaluatedProperties\":false},\"uniqueItems\":true}",
                    text->str, NULL);
}

static void
test_too_large (void)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < 250; i++)
    g_string_append (text, "{\"not\":");
  g_string_append (text, "true");
  for (guint i = 0; i < 250; i++)
    g_string_append (text, "}");
  assert_refused (text->str, GH_JSON_SCHEMA_ERROR_LIMIT, "too large");

  g_string_assign (text, "{\"anyOf\":[true");
  for (guint i = 0; i < 20000; i++)
    g_string_append (text, ",{}");
  g_string_append (text, "]}");
  assert_refused (text->str, GH_JSON_SCHEMA_ERROR_LIMIT, "too large");
}

/* A value as deep as JSON may be, under a schema that follows it down. */
static void
test_deep (void)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < GH_JSON_MAX_DEPTH; i++)
    g_string_append_c (text, '[');
  for (guint i = 0; i < GH_JSON_MAX_DEPTH; i++)
    g_string_append_c (text, ']');
  assert_validated ("{\"type\":\"array\",\"items\":{\"$ref\":\"#\"}}", text->str, NULL);
}

static gpointer
validate_in_thread (gpointer data)
{
  g_autoptr(GhJsonSchema) schema = data;

  for (guint i = 0; i < 1000; i++)
    assert_result (schema, "{\"a\":\"x1\"}", NULL);
  return NULL;
}

static void
test_threads (void)
{
  g_autoptr(GhJsonSchema) schema = compile ("{\"properties\":{\"a\":{\"pattern\":\"^x[0-9]$\"}}}");
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("validate", validate_in_thread, gh_json_schema_ref (schema));
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/base/json-schema/messages", test_messages);
  g_test_add_func ("/base/json-schema/long-names", test_long_names);
  g_test_add_func ("/base/json-schema/numbers", test_numbers);
  g_test_add_func ("/base/json-schema/dialects", test_dialects);
  g_test_add_func ("/base/json-schema/references", test_references);
  g_test_add_func ("/base/json-schema/unevaluated", test_unevaluated);
  g_test_add_func ("/base/json-schema/malformed", test_malformed);
  g_test_add_func ("/base/json-schema/patterns", test_patterns);
  g_test_add_func ("/base/json-schema/formats", test_formats);
  g_test_add_func ("/base/json-schema/endless", test_endless);
  g_test_add_func ("/base/json-schema/large", test_large);
  g_test_add_func ("/base/json-schema/too-large", test_too_large);
  g_test_add_func ("/base/json-schema/deep", test_deep);
  g_test_add_func ("/base/json-schema/threads", test_threads);
  return g_test_run ();
}
