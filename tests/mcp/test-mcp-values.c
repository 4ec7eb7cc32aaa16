/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Resources, templates, prompts, completions and elicitations as servers send them (requirements
 * 7.1-7.24, 8.15-8.26). */
#include "config.h"

#include "gh-mcp-completion.h"
#include "gh-mcp-elicitation.h"
#include "gh-mcp-error.h"
#include "gh-mcp-prompt.h"
#include "gh-mcp-protocol.h"
#include "gh-mcp-resource-template.h"
#include "gh-mcp-resource.h"

#include <math.h>
#include <string.h>

#include "gh-json.h"
#include "gh-rpc-error.h"
#include "gh-test.h"
#include "random-json.h"

#define ALL_MODES (GH_MCP_CAPABILITY_ELICIT_FORM | GH_MCP_CAPABILITY_ELICIT_URL)
#define NEWEST GH_MCP_VERSION_2025_11_25
#define FORM(properties) \
  "{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{" properties "}}}"

static JsonNode *
read_text (const char *text)
{
  g_autoptr(GError) error = NULL;
  JsonNode *node = gh_json_read (text, strlen (text), &error);

  g_assert_no_error (error);
  return node;
}

static void
test_resource (void)
{
  g_autoptr(JsonNode) full = read_text (
    "{\"uri\":\"file:///a%20b\",\"name\":\"n\",\"title\":\"T\",\"description\":\"d\","
    "\"mimeType\":\"text/plain\",\"size\":12,"
    "\"annotations\":{\"audience\":[\"user\"],\"priority\":0.25}}");
  g_autoptr(JsonNode) bare = read_text (
    "{\"uri\":\"a:b\",\"size\":-7,\"annotations\":{\"audience\":[\"cat\",3],\"priority\":7}}");
  g_autoptr(GhMcpResource) resource = gh_mcp_resource_parse (full, NULL);
  g_autoptr(GhMcpResource) bare_resource = gh_mcp_resource_parse (bare, NULL);

  g_assert_cmpstr (resource->uri, ==, "file:///a%20b");
  g_assert_cmpstr (resource->name, ==, "n");
  g_assert_cmpstr (resource->title, ==, "T");
  g_assert_cmpstr (resource->description, ==, "d");
  g_assert_cmpstr (resource->mime_type, ==, "text/plain");
  g_assert_cmpint (resource->size, ==, 12);
  g_assert_true (resource->annotations.for_user);
  g_assert_false (resource->annotations.for_assistant);
  g_assert_cmpfloat (resource->annotations.priority, ==, 0.25);

  g_assert_cmpstr (bare_resource->name, ==, "a:b");
  g_assert_cmpint (bare_resource->size, ==, -1);
  g_assert_true (bare_resource->annotations.for_user);
  g_assert_true (bare_resource->annotations.for_assistant);
  g_assert_true (isnan (bare_resource->annotations.priority));
}

static void
test_nameless (void)
{
  static const char * const texts[] = { "{}", "7", "[]", "{\"uri\":1,\"uriTemplate\":1,\"name\":1}",
                                        "{\"uri\":\"\",\"uriTemplate\":\"\",\"name\":\"\"}",
                                        "{\"uri\":\"a\\u0000\",\"uriTemplate\":\"a\\u0000\","
                                        "\"name\":\"a\\u0000\"}" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(JsonNode) node = read_text (texts[i]);
      g_autoptr(GError) first = NULL;
      g_autoptr(GError) second = NULL;
      g_autoptr(GError) third = NULL;

      g_assert_null (gh_mcp_resource_parse (node, &first));
      g_assert_error (first, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
      g_assert_null (gh_mcp_resource_template_parse (node, &second));
      g_assert_error (second, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
      g_assert_null (gh_mcp_prompt_parse (node, &third));
      g_assert_error (third, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
    }
}

static void
test_template (void)
{
  g_autoptr(JsonNode) good = read_text ("{\"uriTemplate\":\"a:{b}\",\"name\":\"n\"}");
  g_autoptr(JsonNode) bad = read_text ("{\"uriTemplate\":\"a:{b\"}");
  g_autoptr(GhMcpResourceTemplate) template = gh_mcp_resource_template_parse (good, NULL);
  g_autoptr(GhMcpResourceTemplate) broken = gh_mcp_resource_template_parse (bad, NULL);

  g_assert_cmpstr (gh_mcp_uri_template_get_variables (template->compiled)[0], ==, "b");
  g_assert_null (template->problem);
  /* Kept, so that a person sees what is wrong with it (8.17). */
  g_assert_null (broken->compiled);
  g_assert_cmpstr (broken->problem, ==, "URI template, byte 5: \"}\" must stand here");
  g_assert_cmpstr (broken->name, ==, "a:{b");
}

static void
test_contents (void)
{
  g_autoptr(JsonNode) node = read_text (
    "{\"contents\":[{\"uri\":\"a:1\",\"mimeType\":\"text/plain\",\"text\":\"t\"},"
    "{\"uri\":\"a:2\",\"blob\":\"aGVsbG8=\"},{\"uri\":\"a:3\",\"blob\":\"?\"},{\"text\":\"\"},7,"
    "{\"uri\":\"a:4\",\"text\":\"both\",\"blob\":\"aGVsbG8=\"}]}");
  g_autoptr(JsonNode) empty = read_text ("{\"contents\":[]}");
  g_autoptr(JsonNode) wrong = read_text ("{}");
  g_autoptr(GPtrArray) list = gh_mcp_resource_contents_parse_list (node, NULL);
  g_autoptr(GPtrArray) nothing = gh_mcp_resource_contents_parse_list (empty, NULL);
  g_autoptr(GString) many = g_string_new ("{\"contents\":[7");
  g_autoptr(JsonNode) flood = NULL;
  g_autoptr(GError) error = NULL;
  GhMcpResourceContents *item;

  g_assert_cmpuint (list->len, ==, 6);
  item = g_ptr_array_index (list, 0);
  g_assert_cmpstr (item->uri, ==, "a:1");
  g_assert_cmpstr (item->mime_type, ==, "text/plain");
  g_assert_cmpstr (item->text, ==, "t");
  g_assert_null (item->data);
  item = g_ptr_array_index (list, 1);
  g_assert_cmpmem (g_bytes_get_data (item->data, NULL), g_bytes_get_size (item->data), "hello", 5);
  g_assert_null (item->text);
  for (guint i = 2; i < 5; i += 2)
    {
      item = g_ptr_array_index (list, i);
      g_assert_null (item->text);
      g_assert_null (item->data);
      g_assert_nonnull (item->raw);
    }
  item = g_ptr_array_index (list, 3);
  g_assert_cmpstr (item->text, ==, "");
  g_assert_null (item->uri);
  item = g_ptr_array_index (list, 5);
  g_assert_cmpstr (item->text, ==, "both");
  g_assert_null (item->data);
  g_assert_cmpuint (nothing->len, ==, 0);

  g_assert_null (gh_mcp_resource_contents_parse_list (wrong, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
  g_clear_error (&error);
  for (guint i = 0; i < GH_MCP_RESOURCE_MAX_CONTENTS; i++)
    g_string_append (many, ",7");
  g_string_append (many, "]}");
  flood = read_text (many->str);
  g_assert_null (gh_mcp_resource_contents_parse_list (flood, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
}

static void
test_prompt (void)
{
  g_autoptr(JsonNode) node = read_text (
    "{\"name\":\"p\",\"title\":\"P\",\"description\":\"d\",\"arguments\":["
    "{\"name\":\"a\",\"title\":\"A\",\"description\":\"x\",\"required\":true},{\"name\":\"b\"},"
    "{\"title\":\"nameless\"},7]}");
  static const struct
  {
    const char *arguments; /* NULL for none */
    const char *problem;   /* NULL when they are good */
  } cases[] = {
    { "{\"a\":\"1\"}", NULL },
    { "{\"a\":\"\",\"b\":\"2\",\"c\":\"3\"}", NULL },
    { NULL, "arguments.a: is required" },
    { "{\"b\":\"2\"}", "arguments.a: is required" },
    { "{\"a\":null}", "arguments.a: must be a string" },
    { "{\"a\":1}", "arguments.a: must be a string" },
    { "[]", "arguments: must be an object" },
  };
  g_autoptr(GhMcpPrompt) prompt = gh_mcp_prompt_parse (node, NULL);
  GhMcpPromptArgument *argument;

  g_assert_cmpstr (prompt->title, ==, "P");
  g_assert_cmpuint (prompt->arguments->len, ==, 2);
  argument = g_ptr_array_index (prompt->arguments, 0);
  g_assert_cmpstr (argument->title, ==, "A");
  g_assert_true (argument->required);
  argument = g_ptr_array_index (prompt->arguments, 1);
  g_assert_false (argument->required);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(JsonNode) arguments = cases[i].arguments != NULL ? read_text (cases[i].arguments)
                                                                 : NULL;
      g_autoptr(GError) error = NULL;
      gboolean good = gh_mcp_prompt_check_arguments (prompt, arguments, &error);

      g_assert_true (good == (cases[i].problem == NULL));
      if (!good)
        {
          g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_ARGUMENTS);
          g_assert_cmpstr (error->message, ==, cases[i].problem);
        }
    }
}

static void
test_prompt_result (void)
{
  g_autoptr(JsonNode) node = read_text (
    "{\"description\":\"d\",\"messages\":["
    "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"q\"}},"
    "{\"role\":\"assistant\",\"content\":{\"type\":\"resource\","
    "\"resource\":{\"uri\":\"a:b\",\"text\":\"t\"}}},"
    "{\"role\":\"user\",\"content\":{\"type\":\"hologram\"}}]}");
  static const char * const wrong[] = {
    "{}", "[]", "{\"messages\":{}}", "{\"messages\":[7]}",
    "{\"messages\":[{\"role\":\"system\",\"content\":{\"type\":\"text\",\"text\":\"q\"}}]}",
    "{\"messages\":[{\"role\":\"user\"}]}",
  };
  g_autoptr(GhMcpPromptResult) result = gh_mcp_prompt_result_parse (node, NULL);
  GhMcpPromptMessage *message;

  g_assert_cmpstr (result->description, ==, "d");
  g_assert_cmpuint (result->messages->len, ==, 3);
  message = g_ptr_array_index (result->messages, 0);
  g_assert_false (message->from_assistant);
  g_assert_cmpstr (message->content->text, ==, "q");
  message = g_ptr_array_index (result->messages, 1);
  g_assert_true (message->from_assistant);
  g_assert_cmpint (message->content->kind, ==, GH_MCP_CONTENT_RESOURCE);
  message = g_ptr_array_index (result->messages, 2);
  g_assert_cmpint (message->content->kind, ==, GH_MCP_CONTENT_UNKNOWN);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr(JsonNode) bad = read_text (wrong[i]);
      g_autoptr(GError) error = NULL;

      g_assert_null (gh_mcp_prompt_result_parse (bad, &error));
      g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
    }
}

static void
test_completion (void)
{
  g_autoptr(JsonNode) node = read_text (
    "{\"completion\":{\"values\":[\"a\",7,\"b\\u0000\",\"c\"],\"total\":9,\"hasMore\":true}}");
  g_autoptr(JsonNode) bare = read_text ("{\"completion\":{\"values\":[]}}");
  g_autoptr(JsonNode) wrong = read_text ("{\"completion\":{}}");
  g_autoptr(GhMcpCompletion) completion = gh_mcp_completion_parse (node, NULL);
  g_autoptr(GhMcpCompletion) empty = gh_mcp_completion_parse (bare, NULL);
  g_autoptr(GhMcpCompletion) cut = NULL;
  g_autoptr(GString) many = g_string_new ("{\"completion\":{\"values\":[\"0\"");
  g_autoptr(JsonNode) flood = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_cmpstr (completion->values[0], ==, "a");
  g_assert_cmpstr (completion->values[1], ==, "c");
  g_assert_null (completion->values[2]);
  g_assert_cmpint (completion->total, ==, 9);
  g_assert_true (completion->has_more);
  g_assert_null (empty->values[0]);
  g_assert_cmpint (empty->total, ==, -1);
  g_assert_false (empty->has_more);
  g_assert_null (gh_mcp_completion_parse (wrong, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);

  for (guint i = 0; i < 500; i++)
    g_string_append (many, ",\"x\"");
  g_string_append (many, "]}}");
  flood = read_text (many->str);
  cut = gh_mcp_completion_parse (flood, NULL);
  g_assert_cmpuint (g_strv_length (cut->values), ==, GH_MCP_COMPLETION_MAX_VALUES);
  g_assert_true (cut->has_more);
}

static void
test_completion_params (void)
{
  g_autoptr(JsonNode) known = read_text ("{\"a\":\"1\"}");
  g_autoptr(JsonNode) prompt = gh_mcp_completion_build_params (
    GH_MCP_COMPLETION_PROMPT, "p", "b", "x", known, NEWEST);
  g_autoptr(JsonNode) template = gh_mcp_completion_build_params (
    GH_MCP_COMPLETION_RESOURCE, "a:{b}", "b", "", known, GH_MCP_VERSION_2025_03_26);
  g_autofree char *prompt_text = gh_json_write (prompt, NULL);
  g_autofree char *template_text = gh_json_write (template, NULL);

  g_assert_cmpstr (prompt_text, ==,
                   "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"p\"},"
                   "\"argument\":{\"name\":\"b\",\"value\":\"x\"},"
                   "\"context\":{\"arguments\":{\"a\":\"1\"}}}");
  g_assert_cmpstr (template_text, ==,
                   "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"a:{b}\"},"
                   "\"argument\":{\"name\":\"b\",\"value\":\"\"}}");
}

static void
test_capabilities (void)
{
  static const struct
  {
    const char *version;
    GhMcpCapabilities capabilities;
    const char *text;
  } cases[] = {
    { GH_MCP_VERSION_2025_11_25, 0, "{}" },
    { GH_MCP_VERSION_2025_11_25, GH_MCP_CAPABILITY_ROOTS | GH_MCP_CAPABILITY_SAMPLING,
      "{\"roots\":{\"listChanged\":true},\"sampling\":{\"tools\":{}}}" },
    { GH_MCP_VERSION_2025_06_18, GH_MCP_CAPABILITY_SAMPLING, "{\"sampling\":{}}" },
    { GH_MCP_VERSION_2026_07_28, GH_MCP_CAPABILITY_SAMPLING,
      "{\"sampling\":{\"tools\":{}},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}" },
    { GH_MCP_VERSION_2025_11_25, ALL_MODES, "{\"elicitation\":{\"form\":{},\"url\":{}}}" },
    { GH_MCP_VERSION_2025_11_25, GH_MCP_CAPABILITY_ELICIT_FORM, "{\"elicitation\":{\"form\":{}}}" },
    { GH_MCP_VERSION_2025_11_25, GH_MCP_CAPABILITY_ELICIT_URL, "{\"elicitation\":{\"url\":{}}}" },
    { GH_MCP_VERSION_2025_06_18, ALL_MODES, "{\"elicitation\":{}}" },
    { GH_MCP_VERSION_2025_06_18, GH_MCP_CAPABILITY_ELICIT_URL, "{}" },
    { GH_MCP_VERSION_2025_03_26, ALL_MODES | GH_MCP_CAPABILITY_SAMPLING, "{\"sampling\":{}}" },
    { GH_MCP_VERSION_2024_11_05, ALL_MODES, "{}" },
    { GH_MCP_VERSION_2026_07_28, ALL_MODES | GH_MCP_CAPABILITY_ROOTS,
      "{\"roots\":{},\"elicitation\":{\"form\":{},\"url\":{}},"
      "\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(JsonNode) node = gh_json_node_new_object (
        gh_mcp_capabilities_build (cases[i].capabilities, cases[i].version));
      g_autofree char *text = gh_json_write (node, NULL);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_form (void)
{
  static const char * const good[] = {
    FORM (""),
    FORM ("\"a\":{\"type\":\"string\",\"format\":\"email\",\"minLength\":1},"
          "\"b\":{\"type\":\"number\"},\"c\":{\"type\":\"integer\",\"minimum\":1},"
          "\"d\":{\"type\":\"boolean\",\"default\":true}"),
    FORM ("\"a\":{\"type\":\"string\",\"enum\":[\"x\",\"y\"],\"enumNames\":[\"X\",\"Y\"]}"),
    FORM ("\"a\":{\"type\":\"string\",\"oneOf\":[{\"const\":\"x\",\"title\":\"X\"}]}"),
    FORM ("\"a\":{\"enum\":[\"x\"]},\"b\":{\"oneOf\":[{\"const\":\"x\"}]}"),
    FORM ("\"a\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"x\"]}}"),
    FORM ("\"a\":{\"type\":\"array\",\"items\":{\"anyOf\":[{\"const\":\"x\",\"title\":\"X\"}]}}"),
    FORM ("\"a\":{\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"null\"}]}"),
  };
  static const char * const bad[][2] = {
    { "[]", "params: must be an object" },
    { "{}", "message: must be a string" },
    { "{\"message\":7}", "message: must be a string" },
    { "{\"message\":\"m\"}", "requestedSchema: must be an object" },
    { "{\"mode\":\"dream\",\"message\":\"m\"}", "mode: must be \"form\" or \"url\"" },
    { "{\"mode\":7,\"message\":\"m\"}", "mode: must be \"form\" or \"url\"" },
    { "{\"message\":\"m\",\"requestedSchema\":{\"type\":\"string\"}}",
      "requestedSchema.type: must be \"object\"" },
    { "{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\"}}",
      "requestedSchema.properties: must be an object" },
    { FORM ("\"a\":7"),
      "requestedSchema.properties.a: is not a text, number, yes or no, or choice" },
    { FORM ("\"a\":{}"),
      "requestedSchema.properties.a: is not a text, number, yes or no, or choice" },
    { FORM ("\"a\":{\"type\":\"object\",\"properties\":{}}"),
      "requestedSchema.properties.a: is not a text, number, yes or no, or choice" },
    { FORM ("\"a\":{\"type\":\"array\",\"items\":{\"type\":\"object\"}}"),
      "requestedSchema.properties.a: is not a text, number, yes or no, or choice" },
    { FORM ("\"a\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"integer\"}]}"),
      "requestedSchema.properties.a: is not a text, number, yes or no, or choice" },
    { FORM ("\"a\":{\"$ref\":\"#/$defs/x\"}"),
      "requestedSchema.properties.a: is not a text, number, yes or no, or choice" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr(JsonNode) node = read_text (good[i]);
      g_autoptr(GError) error = NULL;
      g_autoptr(GhMcpElicitation) form =
        gh_mcp_elicitation_parse (node, ALL_MODES, GH_MCP_VERSION_2025_06_18, &error);

      g_test_message ("%s", good[i]);
      g_assert_no_error (error);
      g_assert_cmpint (form->mode, ==, GH_MCP_ELICITATION_FORM);
      g_assert_cmpstr (form->message, ==, "m");
      g_assert_nonnull (form->schema);
      g_assert_false (form->required);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr(JsonNode) node = read_text (bad[i][0]);
      g_autoptr(GError) error = NULL;

      g_assert_null (gh_mcp_elicitation_parse (node, ALL_MODES, NEWEST, &error));
      g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS);
      g_assert_cmpstr (error->message, ==, bad[i][1]);
    }
}

#define PAGE(url) \
  "{\"mode\":\"url\",\"message\":\"m\",\"elicitationId\":\"e\",\"url\":\"" url "\"}"

static void
test_url (void)
{
  static const char * const good[][2] = {
    { PAGE ("https://example.com/x?y=1#z"), "example.com" },
    { PAGE ("HTTP://127.0.0.1:8080"), "127.0.0.1" },
    { PAGE ("https://good.com@evil.com/"), "evil.com" },
    { PAGE ("https://xn--pple-43d.com/x"), "xn--pple-43d.com" },
    { PAGE ("https://\\u0430pple.com/x"), "xn--pple-43d.com" },
  };
  static const char * const bad[] = {
    PAGE (""), PAGE ("example.com"), PAGE ("/x"), PAGE ("https:"), PAGE ("https://"),
    PAGE ("https:///x"), PAGE ("javascript:alert(1)"), PAGE ("file:///etc/passwd"),
    PAGE ("ftp://example.com/"), PAGE ("data:text/html,x"), PAGE ("https://example.com/a b"),
    PAGE ("https://good.com\\\\@evil.com/"), PAGE ("https://example.com/\\n"),
    PAGE (" https://example.com/"), PAGE ("https://example.com:99999999/"),
    "{\"mode\":\"url\",\"message\":\"m\",\"elicitationId\":\"e\"}",
    "{\"mode\":\"url\",\"message\":\"m\",\"url\":\"https://example.com/\"}",
    "{\"mode\":\"url\",\"elicitationId\":\"e\",\"url\":\"https://example.com/\"}",
  };
  g_autoptr(JsonNode) modern = read_text (
    "{\"mode\":\"url\",\"message\":\"m\",\"url\":\"https://example.com/\"}");
  g_autoptr(GhMcpElicitation) without_id =
    gh_mcp_elicitation_parse (modern, ALL_MODES, GH_MCP_VERSION_2026_07_28, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr(JsonNode) node = read_text (good[i][0]);
      g_autoptr(GError) error = NULL;
      g_autoptr(GhMcpElicitation) page = gh_mcp_elicitation_parse (node, ALL_MODES, NEWEST, &error);

      g_assert_no_error (error);
      g_assert_cmpint (page->mode, ==, GH_MCP_ELICITATION_URL);
      g_assert_cmpstr (page->host, ==, good[i][1]);
      g_assert_cmpstr (page->url, ==,
                       gh_json_get_string (gh_json_node_get_object (node), "url"));
      g_assert_cmpstr (page->id, ==, "e");
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr(JsonNode) node = read_text (bad[i]);
      g_autoptr(GError) error = NULL;

      g_test_message ("%s", bad[i]);
      g_assert_null (gh_mcp_elicitation_parse (node, ALL_MODES, NEWEST, &error));
      g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS);
    }
  g_assert_null (without_id->id);
}

/* What was not declared, in a revision that does not have it, is refused (7.2). */
static void
test_undeclared (void)
{
  g_autoptr(JsonNode) form = read_text (FORM (""));
  g_autoptr(JsonNode) page = read_text (PAGE ("https://example.com/"));
  struct
  {
    JsonNode *params;
    GhMcpCapabilities capabilities;
    const char *version;
  } cases[] = {
    { form, GH_MCP_CAPABILITY_ELICIT_URL, NEWEST },
    { page, GH_MCP_CAPABILITY_ELICIT_FORM, NEWEST },
    { page, ALL_MODES, GH_MCP_VERSION_2025_06_18 },
    { form, ALL_MODES, GH_MCP_VERSION_2025_03_26 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (gh_mcp_elicitation_parse (cases[i].params, cases[i].capabilities,
                                               cases[i].version, &error));
      g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS);
      g_assert_cmpstr (error->message, ==, "mode: was not declared by this client");
    }
}

static void
test_limits (void)
{
  g_autofree char *text = g_strnfill (GH_MCP_ELICITATION_MAX_MESSAGE + 1, 'a');
  g_autofree char *long_message = g_strdup_printf ("{\"message\":\"%s\"}", text);
  g_autofree char *path = g_strnfill (GH_MCP_ELICITATION_MAX_URL, 'a');
  g_autofree char *long_url = g_strdup_printf (PAGE ("https://example.com/%s"), path);
  g_autoptr(GString) many = g_string_new (
    "{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{");
  g_autofree char *long_name = g_strdup_printf (
    "{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\","
    "\"properties\":{\"%s\":7}}}", text);
  const char *texts[4] = { long_message, long_url, NULL, long_name };

  for (guint i = 0; i <= GH_MCP_ELICITATION_MAX_FIELDS; i++)
    g_string_append_printf (many, "%s\"f%u\":{\"type\":\"string\"}", i > 0 ? "," : "", i);
  g_string_append (many, "}}}");
  texts[2] = many->str;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(JsonNode) node = read_text (texts[i]);
      g_autoptr(GError) error = NULL;

      g_assert_null (gh_mcp_elicitation_parse (node, ALL_MODES, NEWEST, &error));
      g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS);
      g_assert_cmpuint (strlen (error->message), <, 300);
    }
}

static void
test_result (void)
{
  g_autoptr(JsonNode) content = read_text ("{\"n\":2}");
  g_autoptr(JsonNode) accept = gh_mcp_elicitation_build_result (GH_MCP_ELICITATION_ACCEPT, content);
  g_autoptr(JsonNode) decline = gh_mcp_elicitation_build_result (GH_MCP_ELICITATION_DECLINE, NULL);
  g_autoptr(JsonNode) cancel = gh_mcp_elicitation_build_result (GH_MCP_ELICITATION_CANCEL, NULL);
  g_autofree char *accept_text = gh_json_write (accept, NULL);
  g_autofree char *decline_text = gh_json_write (decline, NULL);
  g_autofree char *cancel_text = gh_json_write (cancel, NULL);

  g_assert_cmpstr (accept_text, ==, "{\"action\":\"accept\",\"content\":{\"n\":2}}");
  g_assert_cmpstr (decline_text, ==, "{\"action\":\"decline\"}");
  g_assert_cmpstr (cancel_text, ==, "{\"action\":\"cancel\"}");
  g_assert_true (gh_mcp_elicitation_is_accept (accept));
  g_assert_false (gh_mcp_elicitation_is_accept (decline));
}

static void
test_content (void)
{
  static const char * const good[] = {
    "{\"n\":2}", "{\"n\":2,\"s\":\"x\",\"b\":false,\"m\":[\"r\",\"g\"]}", "{\"n\":3,\"m\":[]}",
  };
  static const char * const bad[] = {
    "[]", "{}", "{\"n\":4}", "{\"n\":2.5}", "{\"n\":null}", "{\"n\":{}}",
    "{\"n\":2,\"m\":[7]}", "{\"n\":2,\"other\":\"x\"}",
  };
  g_autoptr(JsonNode) node = read_text (
    "{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{"
    "\"n\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":3},\"s\":{\"type\":\"string\"},"
    "\"b\":{\"type\":\"boolean\"},"
    "\"m\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"r\",\"g\"]}}},"
    "\"required\":[\"n\"]}}");
  g_autoptr(GhMcpElicitation) form = gh_mcp_elicitation_parse (node, ALL_MODES, NEWEST, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr(JsonNode) content = read_text (good[i]);
      g_autoptr(GError) error = NULL;

      g_assert_true (gh_mcp_elicitation_check_content (form, content, &error));
      g_assert_no_error (error);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr(JsonNode) content = read_text (bad[i]);
      g_autoptr(GError) error = NULL;

      g_test_message ("%s", bad[i]);
      g_assert_false (gh_mcp_elicitation_check_content (form, content, &error));
      g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS);
    }
  g_assert_false (gh_mcp_elicitation_check_content (form, NULL, NULL));
}

static void
test_required (void)
{
  static const struct
  {
    const char *data; /* NULL for none */
    guint n;          /* 0 when it is malformed */
  } cases[] = {
    { "{\"elicitations\":[" PAGE ("https://a.example/") "," PAGE ("https://b.example/") "]}", 2 },
    { NULL, 0 },
    { "[]", 0 },
    { "{}", 0 },
    { "{\"elicitations\":[]}", 0 },
    { "{\"elicitations\":[7]}", 0 },
    { "{\"elicitations\":[" FORM ("") "]}", 0 },
    { "{\"elicitations\":[" PAGE ("https://a.example/") "," PAGE ("javascript:x") "]}", 0 },
  };
  g_autoptr(GError) other = gh_rpc_remote_error_new (-32000, "m", NULL);

  g_assert_false (gh_mcp_elicitation_is_required (other));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(JsonNode) data = cases[i].data != NULL ? read_text (cases[i].data) : NULL;
      g_autoptr(GError) required = gh_rpc_remote_error_new (GH_MCP_CODE_URL_REQUIRED, "m", data);
      g_autoptr(GError) error = NULL;
      g_autoptr(GPtrArray) pages = NULL;

      g_assert_true (gh_mcp_elicitation_is_required (required));
      pages = gh_mcp_elicitation_parse_required (required, &error);
      if (cases[i].n == 0)
        g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
      else
        {
          g_assert_no_error (error);
          g_assert_cmpuint (pages->len, ==, cases[i].n);
          g_assert_true (((GhMcpElicitation *) g_ptr_array_index (pages, 0))->required);
        }
    }
}

/* One way of reading, as the fuzz below calls them: gives something to free, or an error. */
static gboolean
parse_and_free (guint      which,
                JsonNode  *node,
                GError   **error)
{
  g_autoptr(GhMcpResource) resource = NULL;
  g_autoptr(GhMcpResourceTemplate) template = NULL;
  g_autoptr(GPtrArray) contents = NULL;
  g_autoptr(GhMcpPrompt) prompt = NULL;
  g_autoptr(GhMcpPromptResult) result = NULL;
  g_autoptr(GhMcpCompletion) completion = NULL;
  g_autoptr(GhMcpElicitation) elicitation = NULL;

  switch (which)
    {
    case 0:
      return (resource = gh_mcp_resource_parse (node, error)) != NULL;
    case 1:
      return (template = gh_mcp_resource_template_parse (node, error)) != NULL;
    case 2:
      return (contents = gh_mcp_resource_contents_parse_list (node, error)) != NULL;
    case 3:
      return (prompt = gh_mcp_prompt_parse (node, error)) != NULL;
    case 4:
      return (result = gh_mcp_prompt_result_parse (node, error)) != NULL;
    case 5:
      return (completion = gh_mcp_completion_parse (node, error)) != NULL;
    default:
      return (elicitation = gh_mcp_elicitation_parse (node, ALL_MODES, NEWEST, error)) != NULL;
    }
}

static void
test_hostile (void)
{
  static const char * const texts[] = {
    "{\"uri\":\"a:b\",\"name\":\"n\",\"size\":1,\"annotations\":{\"audience\":[\"user\"],"
    "\"priority\":1}}",
    "{\"uriTemplate\":\"a:{b}\",\"name\":\"n\",\"annotations\":{}}",
    "{\"contents\":[{\"uri\":\"a:b\",\"text\":\"t\"},{\"uri\":\"a:b\",\"blob\":\"aGVsbG8=\"}]}",
    "{\"name\":\"p\",\"arguments\":[{\"name\":\"a\",\"required\":true}]}",
    "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"q\"}}]}",
    "{\"completion\":{\"values\":[\"a\"],\"total\":1,\"hasMore\":false}}",
    FORM ("\"a\":{\"type\":\"string\"},\"b\":{\"type\":\"array\","
          "\"items\":{\"anyOf\":[{\"const\":\"x\"}]}}"),
    PAGE ("https://example.com/"),
  };
  g_autoptr(GRand) rand = g_rand_new_with_seed (4711);

  for (guint which = 0; which < G_N_ELEMENTS (texts); which++)
    {
      g_autoptr(JsonNode) whole = read_text (texts[which]);

      for (guint i = 0; i < 1500; i++)
        {
          g_autoptr(JsonNode) node = random_json_mutate (rand, whole);
          g_autoptr(GError) error = NULL;

          g_assert_true (parse_and_free (which, node, &error) == (error == NULL));
        }
    }
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/mcp/values/resource", test_resource);
  g_test_add_func ("/mcp/values/nameless", test_nameless);
  g_test_add_func ("/mcp/values/template", test_template);
  g_test_add_func ("/mcp/values/contents", test_contents);
  g_test_add_func ("/mcp/values/prompt", test_prompt);
  g_test_add_func ("/mcp/values/prompt-result", test_prompt_result);
  g_test_add_func ("/mcp/values/completion", test_completion);
  g_test_add_func ("/mcp/values/completion-params", test_completion_params);
  g_test_add_func ("/mcp/values/capabilities", test_capabilities);
  g_test_add_func ("/mcp/elicitation/form", test_form);
  g_test_add_func ("/mcp/elicitation/url", test_url);
  g_test_add_func ("/mcp/elicitation/undeclared", test_undeclared);
  g_test_add_func ("/mcp/elicitation/limits", test_limits);
  g_test_add_func ("/mcp/elicitation/result", test_result);
  g_test_add_func ("/mcp/elicitation/content", test_content);
  g_test_add_func ("/mcp/elicitation/required", test_required);
  g_test_add_func ("/mcp/values/hostile", test_hostile);
  return gh_test_run ();
}
