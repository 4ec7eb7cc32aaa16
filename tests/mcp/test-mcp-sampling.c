/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Sampling requests: every member checked, every violation named (requirements 6.2-6.18). */
#include "config.h"

#include "gh-mcp-sampling.h"

#include <math.h>
#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-test.h"
#include "random-json.h"

#define USER "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"hi\"}}"
#define ONE "\"messages\":[" USER "],\"maxTokens\":5"
#define BLOCK(block) "{\"messages\":[{\"role\":\"user\",\"content\":" block "}],\"maxTokens\":5}"

#define ALL "2024-11-05 2025-03-26 2025-06-18 2025-11-25"

static JsonNode *
read_text (const char *text)
{
  g_autoptr(GError) error = NULL;
  JsonNode *node = gh_json_read (text, strlen (text), &error);

  g_assert_no_error (error);
  return node;
}

/* member is NULL where the request is good. */
static const struct
{
  const char *versions;
  const char *params;
  const char *member;
} cases[] = {
  { ALL, "{" ONE "}", NULL },
  { ALL, "[]", "params" },
  { ALL, "null", "params" },
  { ALL, "{\"maxTokens\":5}", "messages" },
  { ALL, "{\"messages\":null,\"maxTokens\":5}", "messages" },
  { ALL, "{\"messages\":{},\"maxTokens\":5}", "messages" },
  { ALL, "{\"messages\":[],\"maxTokens\":5}", "messages" },
  { ALL, "{\"messages\":[" USER ",1],\"maxTokens\":5}", "messages[1]" },
  { ALL, "{\"messages\":[{\"content\":{\"type\":\"text\",\"text\":\"\"}}],\"maxTokens\":5}",
    "messages[0].role" },
  { ALL, "{\"messages\":[{\"role\":\"system\",\"content\":{\"type\":\"text\",\"text\":\"\"}}],"
    "\"maxTokens\":5}", "messages[0].role" },
  { ALL, "{\"messages\":[{\"role\":\"user\"}],\"maxTokens\":5}", "messages[0].content" },

  /* Content. */
  { ALL, BLOCK ("\"hi\""), "messages[0].content" },
  { ALL, BLOCK ("{\"text\":\"hi\"}"), "messages[0].content.type" },
  { ALL, BLOCK ("{\"type\":\"text\"}"), "messages[0].content.text" },
  { ALL, BLOCK ("{\"type\":\"text\",\"text\":1}"), "messages[0].content.text" },
  { ALL, BLOCK ("{\"type\":\"text\",\"text\":\"a\\u0000b\",\"_meta\":{}}"), NULL },
  { ALL, BLOCK ("{\"type\":\"image\",\"data\":\"AAAA\",\"mimeType\":\"image/png\"}"), NULL },
  { ALL, BLOCK ("{\"type\":\"image\",\"data\":\"AAAA\"}"), "messages[0].content.mimeType" },
  { ALL, BLOCK ("{\"type\":\"image\",\"mimeType\":\"image/png\"}"), "messages[0].content.data" },
  { ALL, BLOCK ("{\"type\":\"image\",\"data\":\"AA A\",\"mimeType\":\"image/png\"}"),
    "messages[0].content.data" },
  { ALL, BLOCK ("{\"type\":\"image\",\"data\":\"AAA\",\"mimeType\":\"image/png\"}"),
    "messages[0].content.data" },
  { ALL, BLOCK ("{\"type\":\"image\",\"data\":\"data:;base64,AAAA\",\"mimeType\":\"image/png\"}"),
    "messages[0].content.data" },
  { "2024-11-05", BLOCK ("{\"type\":\"audio\",\"data\":\"AAAA\",\"mimeType\":\"audio/wav\"}"),
    "messages[0].content.type" },
  { "2025-03-26 2025-06-18 2025-11-25",
    BLOCK ("{\"type\":\"audio\",\"data\":\"AAAA\",\"mimeType\":\"audio/wav\"}"), NULL },
  { ALL, BLOCK ("{\"type\":\"tool_use\",\"id\":\"1\",\"name\":\"n\",\"input\":{}}"),
    "messages[0].content.type" },
  { ALL, BLOCK ("{\"type\":\"tool_result\",\"toolUseId\":\"1\",\"content\":[]}"),
    "messages[0].content.type" },
  { ALL, BLOCK ("{\"type\":\"resource_link\",\"uri\":\"file:///\",\"name\":\"n\"}"),
    "messages[0].content.type" },
  { ALL, BLOCK ("{\"type\":\"video\"}"), "messages[0].content.type" },
  { "2024-11-05 2025-03-26 2025-06-18", BLOCK ("[{\"type\":\"text\",\"text\":\"hi\"}]"),
    "messages[0].content" },
  { "2025-11-25", BLOCK ("[{\"type\":\"text\",\"text\":\"hi\"}]"), NULL },
  { "2025-11-25", BLOCK ("[]"), "messages[0].content" },
  { "2025-11-25", BLOCK ("[{\"type\":\"text\",\"text\":\"hi\"},{\"type\":\"text\"}]"),
    "messages[0].content[1].text" },

  /* Limits. */
  { ALL, "{\"messages\":[" USER "]}", "maxTokens" },
  { ALL, "{\"messages\":[" USER "],\"maxTokens\":0}", "maxTokens" },
  { ALL, "{\"messages\":[" USER "],\"maxTokens\":-1}", "maxTokens" },
  { ALL, "{\"messages\":[" USER "],\"maxTokens\":1.5}", "maxTokens" },
  { ALL, "{\"messages\":[" USER "],\"maxTokens\":\"5\"}", "maxTokens" },
  { ALL, "{\"messages\":[" USER "],\"maxTokens\":1e400}", "maxTokens" },
  { ALL, "{\"messages\":[" USER "],\"maxTokens\":5.0}", NULL },
  { ALL, "{" ONE ",\"temperature\":\"hot\"}", "temperature" },
  { ALL, "{" ONE ",\"temperature\":-0.1}", "temperature" },
  { ALL, "{" ONE ",\"temperature\":1e400}", "temperature" },
  { ALL, "{" ONE ",\"temperature\":0}", NULL },
  { ALL, "{" ONE ",\"temperature\":null}", NULL },
  { ALL, "{" ONE ",\"stopSequences\":\"END\"}", "stopSequences" },
  { ALL, "{" ONE ",\"stopSequences\":[\"END\",1]}", "stopSequences[1]" },
  { ALL, "{" ONE ",\"systemPrompt\":{}}", "systemPrompt" },
  { ALL, "{" ONE ",\"includeContext\":\"everything\"}", "includeContext" },
  { ALL, "{" ONE ",\"includeContext\":\"thisServer\"}", NULL },
  { ALL, "{" ONE ",\"metadata\":[]}", "metadata" },

  /* Preferences. */
  { ALL, "{" ONE ",\"modelPreferences\":[]}", "modelPreferences" },
  { ALL, "{" ONE ",\"modelPreferences\":{\"hints\":{}}}", "modelPreferences.hints" },
  { ALL, "{" ONE ",\"modelPreferences\":{\"hints\":[\"claude\"]}}", "modelPreferences.hints[0]" },
  { ALL, "{" ONE ",\"modelPreferences\":{\"hints\":[{},{\"name\":1}]}}",
    "modelPreferences.hints[1].name" },
  { ALL, "{" ONE ",\"modelPreferences\":{\"hints\":[{\"other\":1}]}}", NULL },
  { ALL, "{" ONE ",\"modelPreferences\":{\"costPriority\":1.01}}",
    "modelPreferences.costPriority" },
  { ALL, "{" ONE ",\"modelPreferences\":{\"speedPriority\":-0.01}}",
    "modelPreferences.speedPriority" },
  { ALL, "{" ONE ",\"modelPreferences\":{\"intelligencePriority\":\"high\"}}",
    "modelPreferences.intelligencePriority" },
  { ALL, "{" ONE ",\"modelPreferences\":{\"costPriority\":0,\"speedPriority\":1}}", NULL },

  /* Not declared, so refused; what nobody knows is ignored. */
  { ALL, "{" ONE ",\"tools\":[]}", "tools" },
  { ALL, "{" ONE ",\"toolChoice\":{\"mode\":\"auto\"}}", "toolChoice" },
  { ALL, "{" ONE ",\"task\":{\"ttl\":1},\"unknown\":[1],\"_meta\":{\"progressToken\":1}}", NULL },
};

static void
test_members (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto(GStrv) versions = g_strsplit (cases[i].versions, " ", -1);
      g_autoptr(JsonNode) node = read_text (cases[i].params);

      for (guint v = 0; versions[v] != NULL; v++)
        {
          g_autoptr(GError) error = NULL;
          g_autoptr(GhMcpSamplingParams) params =
            gh_mcp_sampling_params_parse (node, versions[v], &error);
          g_autofree char *start = g_strdup_printf ("%s: ", cases[i].member);

          g_test_message ("%s: %s", versions[v], cases[i].params);
          if (cases[i].member == NULL)
            {
              g_assert_no_error (error);
              g_assert_nonnull (params);
              continue;
            }
          g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS);
          g_assert_null (params);
          g_test_message ("%s", error->message);
          g_assert_true (g_str_has_prefix (error->message, start));
        }
    }
}

static void
test_values (void)
{
  g_autoptr(JsonNode) node = read_text (
    "{\"messages\":[" USER ",{\"role\":\"assistant\",\"content\":["
    "{\"type\":\"text\",\"text\":\"x\\ud800\"},"
    "{\"type\":\"image\",\"data\":\"aGVsbG8=\",\"mimeType\":\"image/png\"}]}],"
    "\"systemPrompt\":\"be brief\",\"maxTokens\":1500,\"temperature\":0,"
    "\"stopSequences\":[\"END\",\"\\n\\n\"],\"includeContext\":\"none\","
    "\"modelPreferences\":{\"hints\":[{\"name\":\"b\"},{},{\"name\":\"a\"}],"
    "\"costPriority\":0.3,\"intelligencePriority\":1},\"metadata\":{\"k\":1}}");
  g_autoptr(GError) error = NULL;
  g_autoptr(GhMcpSamplingParams) params =
    gh_mcp_sampling_params_parse (node, "2025-11-25", &error);
  GhMcpSamplingMessage *message;
  GhMcpContent *content;

  g_assert_no_error (error);
  g_assert_cmpuint (params->messages->len, ==, 2);
  message = g_ptr_array_index (params->messages, 1);
  g_assert_true (message->from_assistant);
  g_assert_cmpuint (message->content->len, ==, 2);
  content = g_ptr_array_index (message->content, 0);
  g_assert_cmpstr (content->text, ==, "x\xef\xbf\xbd");
  content = g_ptr_array_index (message->content, 1);
  g_assert_cmpint (content->kind, ==, GH_MCP_CONTENT_IMAGE);
  g_assert_cmpmem (g_bytes_get_data (content->data, NULL), g_bytes_get_size (content->data),
                   "hello", 5);
  g_assert_cmpstr (params->system_prompt, ==, "be brief");
  g_assert_cmpint (params->max_tokens, ==, 1500);
  g_assert_cmpfloat (params->temperature, ==, 0);
  g_assert_cmpstr (params->stop_sequences[0], ==, "END");
  g_assert_cmpstr (params->stop_sequences[1], ==, "\n\n");
  g_assert_null (params->stop_sequences[2]);
  g_assert_cmpstr (params->include_context, ==, "none");
  g_assert_cmpuint (g_strv_length (params->hints), ==, 2);
  g_assert_cmpstr (params->hints[0], ==, "b");
  g_assert_cmpfloat (params->cost_priority, ==, 0.3);
  g_assert_true (isnan (params->speed_priority));
  g_assert_cmpfloat (params->intelligence_priority, ==, 1);
  g_assert_nonnull (params->metadata);
  g_assert_true (gh_json_node_equal (params->raw, node));
}

static void
add_repeated (GString    *text,
              const char *element,
              guint       n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "," : "", element);
}

static void
check_count (const char *before,
             const char *element,
             const char *after,
             guint       most,
             const char *member)
{
  for (guint extra = 0; extra <= 1; extra++)
    {
      g_autoptr(GString) text = g_string_new (before);
      g_autoptr(JsonNode) node = NULL;
      g_autoptr(GhMcpSamplingParams) params = NULL;
      g_autoptr(GError) error = NULL;

      add_repeated (text, element, most + extra);
      g_string_append (text, after);
      node = read_text (text->str);
      params = gh_mcp_sampling_params_parse (node, "2025-11-25", &error);
      if (extra == 0)
        g_assert_no_error (error);
      else
        {
          g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS);
          g_assert_true (g_str_has_prefix (error->message, member));
        }
    }
}

static void
test_counts (void)
{
  check_count ("{\"messages\":[", USER, "],\"maxTokens\":5}", GH_MCP_SAMPLING_MAX_MESSAGES,
               "messages: ");
  check_count ("{\"messages\":[{\"role\":\"user\",\"content\":[",
               "{\"type\":\"text\",\"text\":\"\"}",
               "]}],\"maxTokens\":5}", GH_MCP_SAMPLING_MAX_BLOCKS, "messages[0].content: ");
  check_count ("{" ONE ",\"stopSequences\":[", "\"x\"", "]}", GH_MCP_SAMPLING_MAX_STOP_SEQUENCES,
               "stopSequences: ");
  check_count ("{" ONE ",\"modelPreferences\":{\"hints\":[", "{\"name\":\"x\"}", "]}}",
               GH_MCP_SAMPLING_MAX_HINTS, "modelPreferences.hints: ");
}

static void
test_result (void)
{
  g_autoptr(JsonNode) full = gh_mcp_sampling_result_build ("a \"b\"", "m", "endTurn");
  g_autoptr(JsonNode) bare = gh_mcp_sampling_result_build ("", "m", NULL);
  g_autofree char *full_text = gh_json_write (full, NULL);
  g_autofree char *bare_text = gh_json_write (bare, NULL);

  g_assert_cmpstr (full_text, ==,
                   "{\"role\":\"assistant\",\"content\":{\"type\":\"text\","
                   "\"text\":\"a \\\"b\\\"\"},"
                   "\"model\":\"m\",\"stopReason\":\"endTurn\"}");
  g_assert_cmpstr (bare_text, ==,
                   "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"\"},"
                   "\"model\":\"m\"}");
}

/* Whatever is in any member: a value or an error that names one, never a crash or a warning. */
static void
test_hostile (void)
{
  static const char * const versions[] = { "2024-11-05", "2025-11-25" };
  g_autoptr(GRand) rand = g_rand_new_with_seed (20261130);
  g_autoptr(JsonNode) good = read_text (
    "{\"messages\":[" USER ",{\"role\":\"assistant\",\"content\":["
    "{\"type\":\"image\",\"data\":\"aGVsbG8=\",\"mimeType\":\"image/png\"}]}],"
    "\"systemPrompt\":\"s\",\"maxTokens\":1500,\"temperature\":0.5,\"stopSequences\":[\"END\"],"
    "\"includeContext\":\"none\",\"modelPreferences\":{\"hints\":[{\"name\":\"b\"}],"
    "\"costPriority\":0.3,\"speedPriority\":0.2,\"intelligencePriority\":1},\"metadata\":{}}");
  guint n_good = 0;

  for (guint i = 0; i < 4000; i++)
    {
      g_autoptr(JsonNode) node = random_json_mutate (rand, good);
      g_autoptr(GError) error = NULL;
      g_autoptr(GhMcpSamplingParams) params =
        gh_mcp_sampling_params_parse (node, versions[i % 2], &error);

      g_assert_true ((params == NULL) == (error != NULL));
      if (error != NULL)
        g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS);
      n_good += params != NULL;
    }
  g_test_message ("%u of 4000 were accepted", n_good);
  g_assert_cmpuint (n_good, >, 0);
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/mcp/sampling/members", test_members);
  g_test_add_func ("/mcp/sampling/values", test_values);
  g_test_add_func ("/mcp/sampling/counts", test_counts);
  g_test_add_func ("/mcp/sampling/result", test_result);
  g_test_add_func ("/mcp/sampling/hostile", test_hostile);
  return gh_test_run ();
}
