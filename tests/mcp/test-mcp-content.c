/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Content blocks, tools and results as servers really send them (requirements 8.4-8.12). */
#include "config.h"

#include "gh-mcp-tool.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-base64.h"
#include "gh-mcp-error.h"
#include "gh-mcp-text.h"
#include "gh-test.h"
#include "random-json.h"

static JsonNode *
read_text (const char *text)
{
  g_autoptr(GError) error = NULL;
  JsonNode *node = gh_json_read (text, strlen (text), &error);

  g_assert_no_error (error);
  return node;
}

static void
test_base64 (void)
{
  static const struct
  {
    const char *text;
    const char *bytes; /* NULL: refused */
    gboolean lenient;  /* only the lenient decoder takes it */
  } cases[] = {
    { "", "", FALSE },
    { "aGVsbG8=", "hello", FALSE },
    { "aGVsbG8h", "hello!", FALSE },
    { "aGVsbA==", "hell", FALSE },
    { "+/+/", "\xfb\xff\xbf", FALSE },
    { "aGVsbG8", NULL, FALSE },
    { "aGVsbG9=", NULL, FALSE },
    { "aGVsbB==", NULL, FALSE },
    { "a===", NULL, FALSE },
    { "====", NULL, FALSE },
    { "=", NULL, FALSE },
    { "aGVs=bG8", NULL, FALSE },
    { "-_-_", NULL, FALSE },
    { "aGV\xc3\xa9", NULL, FALSE },
    { "aGVs\nbG8=", "hello", TRUE },
    { " aGVsbG8= ", "hello", TRUE },
    { "data:image/png;base64,aGVsbG8=", "hello", TRUE },
    { "DATA:;BASE64,aGVs\r\nbG8=", "hello", TRUE },
    { "data:,aGVsbG8=", NULL, TRUE },
    { "data:image/png,aGVsbG8=", NULL, TRUE },
    { "data:", NULL, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GBytes) strict = gh_mcp_base64_decode (cases[i].text);
      g_autoptr(GBytes) lenient = gh_mcp_base64_decode_lenient (cases[i].text);

      g_test_message ("%s", cases[i].text);
      if (cases[i].bytes == NULL)
        {
          g_assert_null (strict);
          g_assert_null (lenient);
          continue;
        }
      g_assert_cmpmem (g_bytes_get_data (lenient, NULL), g_bytes_get_size (lenient),
                       cases[i].bytes, strlen (cases[i].bytes));
      if (cases[i].lenient)
        g_assert_null (strict);
      else
        g_assert_true (g_bytes_equal (strict, lenient));
    }
}

/* Not even looked at beyond the limit. */
static void
test_data_limit (void)
{
  g_autofree char *data = g_strnfill (GH_MCP_CONTENT_MAX_BASE64 + 4, 'A');
  JsonObject *object = json_object_new ();
  g_autoptr(JsonNode) node = gh_json_node_new_object (object);
  g_autoptr(GError) error = NULL;
  g_autoptr(GhMcpContent) content = NULL;

  json_object_set_member (object, "type", gh_json_node_new_string ("image"));
  json_object_set_member (object, "mimeType", gh_json_node_new_string ("image/png"));
  json_object_set_member (object, "data", gh_json_node_new_string (data));
  g_assert_null (gh_mcp_content_parse (node, "messages[0].content", TRUE, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS);
  g_assert_cmpstr (error->message, ==, "messages[0].content.data: is too long");
  content = gh_mcp_content_parse (node, "content", FALSE, NULL);
  g_assert_cmpint (content->kind, ==, GH_MCP_CONTENT_UNKNOWN);
}

static void
test_base64_all (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (7);

  for (gsize n = 0; n < 200; n++)
    {
      guint8 bytes[200];
      g_autofree char *text = NULL;
      g_autoptr(GBytes) back = NULL;

      for (gsize i = 0; i < n; i++)
        bytes[i] = g_rand_int (rand);
      text = g_base64_encode (bytes, n);
      back = gh_mcp_base64_decode (text);
      g_assert_cmpmem (g_bytes_get_data (back, NULL), g_bytes_get_size (back), bytes, n);
    }
}

static void
test_text (void)
{
  g_autofree char *cut = NULL;

  for (gsize most = 4; most < 12; most++)
    {
      g_autofree char *bound = gh_mcp_text_take_bound (g_strdup ("a\xc3\xa4\xe2\x82\xac z"), most);

      g_assert_cmpuint (strlen (bound), <=, most);
      g_assert_true (g_utf8_validate (bound, -1, NULL));
      if (most >= 8)
        g_assert_cmpstr (bound, ==, "a\xc3\xa4\xe2\x82\xac z");
    }
  cut = gh_mcp_text_take_bound (g_strdup ("abcdefgh"), 6);
  g_assert_cmpstr (cut, ==, "abc\xe2\x80\xa6");
}

static GhMcpToolResult *
parse_result (JsonNode  *node,
              GError   **error)
{
  g_autoptr(GhJsonValue) value = gh_json_value_new (node);

  return gh_mcp_tool_result_parse (value, error);
}

/* What real servers send: what can be read is, what cannot is kept and does not spoil the rest. */
static void
test_result (void)
{
  g_autoptr(JsonNode) node = read_text (
    "{\"content\":["
    "{\"type\":\"text\",\"text\":\"x\\ud800y\"},"
    "{\"type\":\"image\",\"mimeType\":\"image/png\","
    "\"data\":\"data:image/png;base64,aGVs\\nbG8=\"},"
    "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"not base64\"},"
    "{\"type\":\"audio\",\"data\":\"AAAA\"},"
    "{\"type\":\"resource_link\",\"uri\":\"file:///srv/r%20x.pdf\",\"name\":\"r\"},"
    "{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"text\":\"t\"}},"
    "{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"blob\":\"aGVsbG8=\"}},"
    "{\"type\":\"hologram\",\"x\":1},"
    "7],\"isError\":true,\"structuredContent\":{\"id\":1915883588174806058,\"big\":1e400}}");
  static const GhMcpContentKind kinds[] = {
    GH_MCP_CONTENT_TEXT, GH_MCP_CONTENT_IMAGE, GH_MCP_CONTENT_UNKNOWN, GH_MCP_CONTENT_AUDIO,
    GH_MCP_CONTENT_RESOURCE_LINK, GH_MCP_CONTENT_RESOURCE, GH_MCP_CONTENT_RESOURCE,
    GH_MCP_CONTENT_UNKNOWN, GH_MCP_CONTENT_UNKNOWN,
  };
  g_autoptr(GError) error = NULL;
  g_autoptr(GhMcpToolResult) result = parse_result (node, &error);
  g_autofree char *structured = NULL;
  GhMcpContent *content;

  g_assert_no_error (error);
  g_assert_true (result->is_error);
  g_assert_cmpuint (result->content->len, ==, G_N_ELEMENTS (kinds));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      content = g_ptr_array_index (result->content, i);
      g_assert_cmpint (content->kind, ==, kinds[i]);
      g_assert_true (content->raw != NULL);
    }
  content = g_ptr_array_index (result->content, 0);
  g_assert_cmpstr (content->text, ==, "x\xef\xbf\xbdy");
  content = g_ptr_array_index (result->content, 1);
  g_assert_cmpuint (g_bytes_get_size (content->data), ==, 5);
  content = g_ptr_array_index (result->content, 4);
  g_assert_cmpstr (content->text, ==, "r");
  g_assert_cmpstr (content->uri, ==, "file:///srv/r%20x.pdf");
  content = g_ptr_array_index (result->content, 5);
  g_assert_cmpstr (content->text, ==, "t");
  content = g_ptr_array_index (result->content, 6);
  g_assert_null (content->text);
  g_assert_cmpuint (g_bytes_get_size (content->data), ==, 5);
  structured = gh_json_write (result->structured, NULL);
  g_assert_cmpstr (structured, ==, "{\"id\":1915883588174806058,\"big\":1e400}");
}

/* A short result is read from its text: no nodes are made, and what is found is the same. */
static void
test_result_text (void)
{
  static const struct
  {
    const char *text;
    const char *first; /* text of the first block, NULL for none */
    guint n_blocks;
    gboolean is_error;
    gboolean has_nodes;
  } cases[] = {
    { "{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}", "a", 1, FALSE, FALSE },
    { "{ \"isError\" : true , \"content\" : [ { \"text\" : \"a\\n\\ud800\" , \"type\" : \"text\" }"
      " ] }",
      "a\n\xef\xbf\xbd", 1, TRUE, FALSE },
    { "{\"content\":[]}", NULL, 0, FALSE, FALSE },
    { "{\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"\"}],"
      "\"isError\":false}", "a", 2, FALSE, FALSE },
    { "{\"content\":[{\"type\":\"text\",\"text\":\"a\",\"annotations\":{}}]}", "a", 1, FALSE,
      TRUE },
    { "{\"content\":[{\"type\":\"text\",\"text\":\"a\"}],\"_meta\":{}}", "a", 1, FALSE, TRUE },
    { "{\"content\":[{\"type\":\"text\",\"text\":\"a\"},7]}", "a", 2, FALSE, TRUE },
    { "{\"content\":[{\"type\":\"text\",\"text\":7}]}", NULL, 1, FALSE, TRUE },
    { "{\"content\":{},\"isError\":1}", NULL, 0, FALSE, TRUE },
    { "{}", NULL, 0, FALSE, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GhJsonValue) value = gh_json_value_take_text (g_strdup (cases[i].text),
                                                              strlen (cases[i].text));
      g_autoptr(GError) error = NULL;
      g_autoptr(GhMcpToolResult) result = gh_mcp_tool_result_parse (value, &error);

      g_test_message ("%s", cases[i].text);
      g_assert_no_error (error);
      g_assert_cmpuint (result->content->len, ==, cases[i].n_blocks);
      g_assert_cmpint (result->is_error, ==, cases[i].is_error);
      g_assert_cmpint (gh_json_value_has_node (value), ==, cases[i].has_nodes);
      if (cases[i].n_blocks > 0)
        {
          GhMcpContent *content = g_ptr_array_index (result->content, 0);
          g_autoptr(JsonNode) raw = gh_mcp_content_dup_raw (content);

          g_assert_cmpstr (content->text, ==, cases[i].first);
          g_assert_nonnull (gh_json_node_get_object (raw));
        }
    }
}

static void
test_result_edges (void)
{
  g_autoptr(JsonNode) empty = read_text ("{\"structuredContent\":null}");
  g_autoptr(JsonNode) wrong = read_text ("[]");
  g_autoptr(GError) error = NULL;
  g_autoptr(GhMcpToolResult) result = parse_result (empty, &error);
  g_autoptr(GString) many = g_string_new ("{\"content\":[7");
  g_autoptr(JsonNode) flood = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (result->content->len, ==, 0);
  g_assert_null (result->structured);
  g_assert_false (result->is_error);

  g_assert_null (parse_result (wrong, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
  g_clear_error (&error);

  for (guint i = 0; i < GH_MCP_TOOL_RESULT_MAX_BLOCKS; i++)
    g_string_append (many, ",7");
  g_string_append (many, "]}");
  flood = read_text (many->str);
  g_assert_null (parse_result (flood, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
}

static void
test_tool (void)
{
  g_autoptr(JsonNode) full = read_text (
    "{\"name\":\"t\",\"title\":\"T\",\"description\":\"d\",\"inputSchema\":{\"type\":\"object\","
    "\"properties\":{\"n\":{\"default\":0.1}}},\"outputSchema\":{\"type\":\"object\"},"
    "\"annotations\":{\"title\":\"A\",\"destructiveHint\":false,\"openWorldHint\":false}}");
  g_autoptr(JsonNode) bare = read_text (
    "{\"name\":\"a.b c\",\"inputSchema\":null,\"annotations\":{\"title\":\"A\"}}");
  g_autoptr(JsonNode) safe = read_text (
    "{\"name\":\"s\",\"annotations\":{\"readOnlyHint\":true,\"destructiveHint\":true}}");
  g_autoptr(GError) error = NULL;
  g_autoptr(GhMcpTool) tool = gh_mcp_tool_parse (full, TRUE, &error);
  g_autoptr(GhMcpTool) bare_tool = gh_mcp_tool_parse (bare, TRUE, NULL);
  g_autoptr(GhMcpTool) safe_tool = gh_mcp_tool_parse (safe, TRUE, NULL);
  g_autofree char *schema = NULL;
  g_autofree char *bare_schema = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (tool->title, ==, "T");
  g_assert_cmpstr (tool->description, ==, "d");
  schema = gh_json_write (tool->input_schema, NULL);
  g_assert_cmpstr (schema, ==, "{\"type\":\"object\",\"properties\":{\"n\":{\"default\":0.1}}}");
  g_assert_nonnull (tool->output_schema);
  g_assert_false (tool->read_only);
  g_assert_false (tool->destructive);
  g_assert_false (tool->idempotent);
  g_assert_false (tool->open_world);

  g_assert_cmpstr (bare_tool->name, ==, "a.b c");
  g_assert_cmpstr (bare_tool->title, ==, "A");
  bare_schema = gh_json_write (bare_tool->input_schema, NULL);
  g_assert_cmpstr (bare_schema, ==, "{\"type\":\"object\"}");
  g_assert_true (bare_tool->destructive);
  g_assert_true (bare_tool->open_world);

  g_assert_true (safe_tool->read_only);
  g_assert_false (safe_tool->destructive);
  g_assert_true (safe_tool->idempotent);
}

static void
test_tool_nameless (void)
{
  static const char * const texts[] = { "{}", "7", "[]", "{\"name\":1}", "{\"name\":\"\"}",
                                        "{\"name\":\"a\\u0000b\"}" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(JsonNode) node = read_text (texts[i]);
      g_autoptr(GError) error = NULL;

      g_assert_null (gh_mcp_tool_parse (node, TRUE, &error));
      g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
    }
}

static void
test_hostile (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (4711);
  g_autoptr(JsonNode) tool_node = read_text (
    "{\"name\":\"t\",\"title\":\"T\",\"description\":\"d\",\"inputSchema\":{\"type\":\"object\"},"
    "\"outputSchema\":{},\"annotations\":{\"title\":\"A\",\"readOnlyHint\":false}}");
  g_autoptr(JsonNode) result_node = read_text (
    "{\"content\":[{\"type\":\"text\",\"text\":\"t\"},"
    "{\"type\":\"image\",\"mimeType\":\"m\",\"data\":\"aGVsbG8=\"},"
    "{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"blob\":\"aGVsbG8=\"}},"
    "{\"type\":\"resource_link\",\"uri\":\"u\",\"name\":\"n\"}],\"isError\":false,"
    "\"structuredContent\":{}}");

  for (guint i = 0; i < 4000; i++)
    {
      g_autoptr(JsonNode) node = random_json_mutate (rand, i % 2 ? tool_node : result_node);
      g_autoptr(GError) error = NULL;

      if (i % 2)
        {
          g_autoptr(GhMcpTool) tool = gh_mcp_tool_parse (node, TRUE, &error);

          g_assert_true ((tool == NULL) == (error != NULL));
          g_assert_true (tool == NULL || gh_json_node_get_object (tool->input_schema) != NULL);
        }
      else
        {
          g_autoptr(GhMcpToolResult) result = parse_result (node, &error);

          g_assert_true ((result == NULL) == (error != NULL));
        }
    }
}

/* A result of 10 MB becomes values in less time than a person notices (no stall over 50 ms;
 * the bound here is loose, sanitizers and busy machines included). */
static void
test_large (void)
{
  const gsize size = 10 * 1024 * 1024;
  g_autofree guint8 *bytes = g_malloc (size);
  g_autofree char *encoded = NULL;
  g_autofree char *text = g_malloc (size + 1);
  gint64 start;

  for (gsize i = 0; i < size; i++)
    bytes[i] = i * 7;
  memset (text, 'a', size);
  text[size] = '\0';
  encoded = g_base64_encode (bytes, size);

  for (guint i = 0; i < 2; i++)
    {
      JsonObject *object = json_object_new ();
      JsonObject *block = json_object_new ();
      JsonArray *array = json_array_new ();
      g_autoptr(JsonNode) node = NULL;
      g_autoptr(GhMcpToolResult) result = NULL;

      json_object_set_member (block, "type", gh_json_node_new_string (i == 0 ? "text" : "image"));
      json_object_set_member (block, i == 0 ? "text" : "data",
                              gh_json_node_new_string (i == 0 ? text : encoded));
      json_array_add_element (array, gh_json_node_new_object (block));
      json_object_set_member (object, "content", gh_json_node_new_array (array));
      node = gh_json_node_new_object (object);

      start = gh_test_get_work ();
      result = parse_result (node, NULL);
      g_test_message ("10 MB of %s: %.1f ms", i == 0 ? "text" : "image",
                      (gh_test_get_work () - start) / 1000.0);
      g_assert_cmpuint (result->content->len, ==, 1);
      g_assert_cmpint (gh_test_get_work () - start, <, 1000 * 1000 * gh_test_get_slow ());
    }
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/mcp/content/base64", test_base64);
  g_test_add_func ("/mcp/content/base64-all-lengths", test_base64_all);
  g_test_add_func ("/mcp/content/data-limit", test_data_limit);
  g_test_add_func ("/mcp/content/text-bound", test_text);
  g_test_add_func ("/mcp/content/result", test_result);
  g_test_add_func ("/mcp/content/result/text", test_result_text);
  g_test_add_func ("/mcp/content/result-edges", test_result_edges);
  g_test_add_func ("/mcp/content/tool", test_tool);
  g_test_add_func ("/mcp/content/tool-nameless", test_tool_nameless);
  g_test_add_func ("/mcp/content/hostile", test_hostile);
  g_test_add_func ("/mcp/content/large", test_large);
  return gh_test_run ();
}
