/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a message mirrors in HTTP headers. */
#include "config.h"

#include "gh-mcp-header.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-param-headers.h"
#include "gh-test.h"

static JsonNode *
read_json (const char *text)
{
  g_autoptr(GError) error = NULL;
  JsonNode *node = gh_json_read (text, strlen (text), &error);

  g_assert_no_error (error);
  return node;
}

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

/* A text whose header has this name. */
#define TEXT(name) "{\"type\":\"string\",\"x-mcp-header\":" name "}"
#define IN_PLACE TEXT ("\"A\"")

static void
test_annotations (void)
{
  /* Of a schema's `properties`: how many headers, and what an error says; NULL: valid. */
  static const struct
  {
    const char *schema;
    guint n;
    const char *problem;
  } cases[] = {
    { "{}", 0, NULL },
    { "{\"properties\":{\"a\":" IN_PLACE "}}", 1, NULL },
    { "{\"properties\":{\"o\":{\"type\":\"object\",\"properties\":{\"a\":" IN_PLACE "}}}}",
      1, NULL },
    { "{\"properties\":{\"a\":{\"x-mcp-header\":\"B-1~\",\"type\":\"integer\"},"
      "\"c\":{\"x-mcp-header\":\"C\",\"type\":\"boolean\"}}}", 2, NULL },
    /* A property that is only called so, and values that only look so. */
    { "{\"properties\":{\"x-mcp-header\":{\"type\":\"string\"}}}", 0, NULL },
    { "{\"properties\":{\"properties\":" IN_PLACE "}}", 1, NULL },
    { "{\"properties\":{\"a\":{\"default\":{\"x-mcp-header\":1},\"enum\":[{\"x-mcp-header\":2}]}}}",
      0, NULL },
    { "{\"$defs\":{\"x-mcp-header\":{\"type\":\"string\"}},"
      "\"properties\":{\"a\":{\"$ref\":\"#/$defs/x-mcp-header\"}}}", 0, NULL },
    { "{\"properties\":true,\"items\":false,\"required\":[\"x-mcp-header\"]}", 0, NULL },
    /* The name. */
    { "{\"properties\":{\"a\":" TEXT ("\"\"") "}}", 0, "no name" },
    { "{\"properties\":{\"a\":" TEXT ("\"a b\"") "}}", 0, "no name" },
    { "{\"properties\":{\"a\":" TEXT ("\"a:b\"") "}}", 0, "no name" },
    { "{\"properties\":{\"a\":" TEXT ("\"a\\r\\nb\"") "}}", 0, "no name" },
    { "{\"properties\":{\"a\":" TEXT ("\"é\"") "}}", 0, "no name" },
    { "{\"properties\":{\"a\":" TEXT ("\"a\\u0000\"") "}}", 0, "no name" },
    { "{\"properties\":{\"a\":" TEXT ("7") "}}", 0, "no text" },
    { "{\"properties\":{\"a\":" TEXT ("null") "}}", 0, "no text" },
    { "{\"properties\":{\"a\":" IN_PLACE ",\"b\":" TEXT ("\"a\"") "}}",
      0, "twice" },
    /* The type. */
    { "{\"properties\":{\"a\":{\"x-mcp-header\":\"A\"}}}", 0, "type" },
    { "{\"properties\":{\"a\":{\"type\":\"number\",\"x-mcp-header\":\"A\"}}}", 0, "type" },
    { "{\"properties\":{\"a\":{\"type\":\"object\",\"x-mcp-header\":\"A\"}}}", 0, "type" },
    { "{\"properties\":{\"a\":{\"type\":\"array\",\"x-mcp-header\":\"A\"}}}", 0, "type" },
    { "{\"properties\":{\"a\":{\"type\":\"null\",\"x-mcp-header\":\"A\"}}}", 0, "type" },
    { "{\"properties\":{\"a\":{\"type\":[\"string\"],\"x-mcp-header\":\"A\"}}}", 0, "type" },
    /* The place. */
    { IN_PLACE, 0, "same place" },
    { "{\"properties\":{\"a\":{\"items\":" IN_PLACE "}}}", 0, "same place" },
    { "{\"properties\":{\"a\":{\"items\":[" IN_PLACE "]}}}", 0, "same place" },
    { "{\"properties\":{\"a\":{\"prefixItems\":[{}," IN_PLACE "]}}}", 0, "same place" },
    { "{\"properties\":{\"a\":{\"items\":{\"properties\":{\"b\":" IN_PLACE "}}}}}", 0,
      "same place" },
    { "{\"oneOf\":[{\"properties\":{\"a\":" IN_PLACE "}}]}", 0, "same place" },
    { "{\"anyOf\":[{\"properties\":{\"a\":" IN_PLACE "}}]}", 0, "same place" },
    { "{\"allOf\":[{\"properties\":{\"a\":" IN_PLACE "}}]}", 0, "same place" },
    { "{\"not\":{\"properties\":{\"a\":" IN_PLACE "}}}", 0, "same place" },
    { "{\"if\":{\"properties\":{\"a\":" IN_PLACE "}}}", 0, "same place" },
    { "{\"then\":{\"properties\":{\"a\":" IN_PLACE "}}}", 0, "same place" },
    { "{\"else\":{\"properties\":{\"a\":" IN_PLACE "}}}", 0, "same place" },
    { "{\"$defs\":{\"d\":" IN_PLACE "}}", 0, "same place" },
    { "{\"definitions\":{\"d\":{\"properties\":{\"a\":" IN_PLACE "}}}}", 0, "same place" },
    { "{\"additionalProperties\":" IN_PLACE "}", 0, "same place" },
    { "{\"patternProperties\":{\"^a\":" IN_PLACE "}}", 0, "same place" },
    { "{\"dependentSchemas\":{\"a\":{\"properties\":{\"b\":" IN_PLACE "}}}}", 0, "same place" },
    { "{\"properties\":{\"a\":{\"patternProperties\":{\"properties\":" IN_PLACE "}}}}", 0,
      "same place" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(JsonNode) schema = read_json (cases[i].schema);
      g_autoptr(GError) error = NULL;
      g_autoptr(GhMcpParamHeaders) headers = gh_mcp_param_headers_new (schema, &error);

      g_test_message ("%s", cases[i].schema);
      if (cases[i].problem == NULL)
        {
          g_assert_no_error (error);
          g_assert_cmpuint (gh_mcp_param_headers_get_n (headers), ==, cases[i].n);
          continue;
        }
      g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
      g_assert_null (headers);
      g_assert_nonnull (strstr (error->message, cases[i].problem));
    }
}

static void
append_cb (const char *name,
           const char *value,
           gpointer    user_data)
{
  g_string_append_printf (user_data, "%s=%s;", name, value);
}

static void
test_values (void)
{
  /* The arguments, and the headers; NULL: refused. */
  static const struct
  {
    const char *arguments;
    const char *headers;
  } cases[] = {
    { "{\"method\":\"us-west1\",\"n\":42,\"on\":true,\"o\":{\"deep\":\"d\"},\"query\":\"q\"}",
      "Mcp-Param-Method=us-west1;Mcp-Param-N=42;Mcp-Param-On=true;Mcp-Param-Deep=d;" },
    { "{}", "" },
    { "{\"method\":null,\"n\":null,\"o\":null}", "" },
    { "{\"method\":\"\",\"on\":false}", "Mcp-Param-Method=;Mcp-Param-On=false;" },
    { "{\"o\":[]}", "" },
    { "{\"method\":\" x\",\"n\":-7}", "Mcp-Param-Method==?base64?IHg=?=;Mcp-Param-N=-7;" },
    { "{\"n\":9007199254740991}", "Mcp-Param-N=9007199254740991;" },
    { "{\"n\":-9007199254740991}", "Mcp-Param-N=-9007199254740991;" },
    { "{\"n\":42.0}", "Mcp-Param-N=42;" },
    { "{\"n\":1e3}", "Mcp-Param-N=1000;" },
    { "{\"n\":9007199254740992}", NULL },
    { "{\"n\":-9007199254740992}", NULL },
    { "{\"n\":-9223372036854775808}", NULL },
    { "{\"n\":99999999999999999999999}", NULL },
    { "{\"n\":1.5}", NULL },
    { "{\"n\":{}}", NULL },
    { "{\"method\":[\"a\"]}", NULL },
    { "{\"method\":\"a\\u0000b\"}", NULL },
  };
  g_autoptr(JsonNode) schema =
    read_json ("{\"properties\":{\"method\":" TEXT ("\"Method\"") ","
               "\"n\":{\"type\":\"integer\",\"x-mcp-header\":\"N\"},"
               "\"on\":{\"type\":\"boolean\",\"x-mcp-header\":\"On\"},"
               "\"query\":{\"type\":\"string\"},"
               "\"o\":{\"properties\":{\"deep\":" TEXT ("\"Deep\"") "}}}}");
  g_autoptr(GhMcpParamHeaders) mirrored = gh_mcp_param_headers_new (schema, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(JsonNode) arguments = read_json (cases[i].arguments);
      g_autoptr(SoupMessageHeaders) headers =
        soup_message_headers_new (SOUP_MESSAGE_HEADERS_REQUEST);
      g_autoptr(GString) text = g_string_new (NULL);
      g_autoptr(GError) error = NULL;

      g_test_message ("%s", cases[i].arguments);
      if (cases[i].headers == NULL)
        {
          g_assert_false (gh_mcp_param_headers_add (mirrored, arguments, NULL, &error));
          g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_UNSUPPORTED);
          continue;
        }
      g_assert_true (gh_mcp_param_headers_add (mirrored, arguments, NULL, NULL));
      g_assert_true (gh_mcp_param_headers_add (mirrored, arguments, headers, &error));
      g_assert_no_error (error);
      soup_message_headers_foreach (headers, append_cb, text);
      g_assert_cmpstr (text->str, ==, cases[i].headers);
    }
  g_assert_true (gh_mcp_param_headers_add (mirrored, NULL, NULL, NULL));
}

static void
test_bounds (void)
{
  g_autoptr(GString) text = g_string_new ("{\"properties\":{");
  g_autofree char *name = g_strnfill (300, 'n');
  g_autofree char *lone = g_strdup_printf ("{\"properties\":{\"a\":{\"type\":\"string\","
                                           "\"x-mcp-header\":\"%s\"}}}", name);
  g_autoptr(JsonNode) with_long = read_json (lone);
  g_autofree char *far_name = g_strnfill (5000, 'n');
  g_autofree char *far = g_strdup_printf ("{\"properties\":{\"%s\":" IN_PLACE "}}", far_name);
  g_autoptr(JsonNode) with_far = read_json (far);
  g_autoptr(JsonNode) with_many = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_null (gh_mcp_param_headers_new (with_long, &error));
  g_assert_nonnull (strstr (error->message, "too long"));
  g_clear_error (&error);
  g_assert_null (gh_mcp_param_headers_new (with_far, &error));
  g_assert_nonnull (strstr (error->message, "too long a name"));
  g_assert_cmpuint (strlen (error->message), <, 200);
  g_clear_error (&error);
  for (guint i = 0; i < 200; i++)
    g_string_append_printf (text, "%s\"p%u\":" TEXT ("\"H%u\""),
                            i > 0 ? "," : "", i, i);
  g_string_append (text, "}}");
  with_many = read_json (text->str);
  g_assert_null (gh_mcp_param_headers_new (with_many, &error));
  g_assert_nonnull (strstr (error->message, "too many"));
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/mcp/header/encode", test_encode);
  g_test_add_func ("/mcp/header/annotations", test_annotations);
  g_test_add_func ("/mcp/header/values", test_values);
  g_test_add_func ("/mcp/header/bounds", test_bounds);
  return gh_test_run ();
}
