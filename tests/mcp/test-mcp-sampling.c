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

#define TURNS(turns) "{\"messages\":[" USER "," turns "],\"maxTokens\":5}"
#define ASSISTANT(content) "{\"role\":\"assistant\",\"content\":" content "}"
#define RESULTS(content) "{\"role\":\"user\",\"content\":" content "}"
#define USE(id) "{\"type\":\"tool_use\",\"id\":\"" id "\",\"name\":\"n\",\"input\":{\"a\":1}}"
#define RESULT(id) "{\"type\":\"tool_result\",\"toolUseId\":\"" id "\",\"content\":[" TEXT "]}"
#define RESULT_OF(content) \
  "{\"type\":\"tool_result\",\"toolUseId\":\"1\",\"content\":" content "}"
#define TEXT "{\"type\":\"text\",\"text\":\"hi\"}"
#define TOOL "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}"
#define WITH_TOOLS "2025-11-25 2026-07-28"
#define WITHOUT_TOOLS "2024-11-05 2025-03-26 2025-06-18"
#define ALL "2024-11-05 2025-03-26 2025-06-18 2025-11-25 2026-07-28"

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

  /* Tools. Where they are not declared they are refused. */
  { WITHOUT_TOOLS, "{" ONE ",\"tools\":[]}", "tools" },
  { WITHOUT_TOOLS, "{" ONE ",\"toolChoice\":{\"mode\":\"auto\"}}", "toolChoice" },
  { WITHOUT_TOOLS, BLOCK (RESULT ("1")), "messages[0].content.type" },
  { WITH_TOOLS, "{" ONE ",\"tools\":[]}", NULL },
  { WITH_TOOLS, "{" ONE ",\"tools\":null,\"toolChoice\":null}", NULL },
  { WITH_TOOLS, "{" ONE ",\"tools\":[" TOOL "]}", NULL },
  { WITH_TOOLS, "{" ONE ",\"tools\":{}}", "tools" },
  { WITH_TOOLS, "{" ONE ",\"tools\":[" TOOL ",1]}", "tools[1]" },
  { WITH_TOOLS, "{" ONE ",\"tools\":[{\"inputSchema\":{\"type\":\"object\"}}]}", "tools[0].name" },
  { WITH_TOOLS, "{" ONE ",\"tools\":[{\"name\":\"\",\"inputSchema\":{\"type\":\"object\"}}]}",
    "tools[0].name" },
  { WITH_TOOLS, "{" ONE ",\"tools\":[" TOOL "," TOOL "]}", "tools[1].name" },
  { WITH_TOOLS, "{" ONE ",\"tools\":[{\"name\":\"t\"}]}", "tools[0].inputSchema" },
  { WITH_TOOLS, "{" ONE ",\"tools\":[{\"name\":\"t\",\"inputSchema\":true}]}",
    "tools[0].inputSchema" },
  { WITH_TOOLS, "{" ONE ",\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"array\"}}]}",
    "tools[0].inputSchema.type" },
  { WITH_TOOLS, "{" ONE ",\"tools\":[{\"name\":\"t\",\"description\":1,"
    "\"inputSchema\":{\"type\":\"object\"}}]}", "tools[0].description" },
  { WITH_TOOLS, "{" ONE ",\"toolChoice\":\"auto\"}", "toolChoice" },
  { WITH_TOOLS, "{" ONE ",\"toolChoice\":{}}", NULL },
  { WITH_TOOLS, "{" ONE ",\"toolChoice\":{\"mode\":\"none\"}}", NULL },
  { WITH_TOOLS, "{" ONE ",\"toolChoice\":{\"mode\":\"any\"}}", "toolChoice.mode" },
  { WITH_TOOLS, "{" ONE ",\"toolChoice\":{\"mode\":1}}", "toolChoice.mode" },
  { WITH_TOOLS, "{" ONE ",\"toolChoice\":{\"mode\":\"required\"}}", "toolChoice.mode" },
  { WITH_TOOLS, "{" ONE ",\"tools\":[" TOOL "],\"toolChoice\":{\"mode\":\"required\"}}", NULL },

  /* Uses and results of tools in the messages. */
  { WITH_TOOLS, TURNS (ASSISTANT (USE ("1")) "," RESULTS (RESULT ("1"))), NULL },
  { WITH_TOOLS, TURNS (ASSISTANT ("[" TEXT "," USE ("1") "," USE ("2") "]") ","
                       RESULTS ("[" RESULT ("2") "," RESULT ("1") "]") ","
                       ASSISTANT (USE ("3")) "," RESULTS ("[" RESULT ("3") "]")), NULL },
  { WITH_TOOLS, TURNS (ASSISTANT (USE ("1"))), "messages[1].content" },
  { WITH_TOOLS, TURNS (ASSISTANT (USE ("1")) "," USER), "messages[2].content" },
  { WITH_TOOLS, TURNS (ASSISTANT (USE ("1")) "," ASSISTANT (TEXT) "," RESULTS (RESULT ("1"))),
    "messages[2].content" },
  { WITH_TOOLS, TURNS (ASSISTANT ("[" USE ("1") "," USE ("2") "]") "," RESULTS (RESULT ("1"))),
    "messages[2].content" },
  { WITH_TOOLS, TURNS (ASSISTANT (USE ("1")) "," RESULTS ("[" RESULT ("1") "," TEXT "]")),
    "messages[2].content" },
  { WITH_TOOLS, TURNS (ASSISTANT (USE ("1")) "," RESULTS ("[" RESULT ("1") "," RESULT ("1") "]")),
    "messages[2].content[1].toolUseId" },
  { WITH_TOOLS, TURNS (ASSISTANT (USE ("1")) "," RESULTS (RESULT ("2"))),
    "messages[2].content.toolUseId" },
  { WITH_TOOLS, BLOCK (RESULT ("1")), "messages[0].content.toolUseId" },
  { WITH_TOOLS, TURNS (ASSISTANT ("[" USE ("1") "," USE ("1") "]") "," RESULTS (RESULT ("1"))),
    "messages[1].content[1].id" },
  { WITH_TOOLS, TURNS (ASSISTANT (USE ("1")) "," RESULTS (RESULT ("1")) ","
                       ASSISTANT (USE ("1")) "," RESULTS (RESULT ("1"))),
    "messages[3].content.id" },
  { WITH_TOOLS, BLOCK (USE ("1")), "messages[0].content.type" },
  { WITH_TOOLS, TURNS (ASSISTANT (USE ("1")) "," ASSISTANT (RESULT ("1"))),
    "messages[2].content.type" },
  { WITH_TOOLS, TURNS (ASSISTANT ("{\"type\":\"tool_use\",\"name\":\"n\",\"input\":{}}")),
    "messages[1].content.id" },
  { WITH_TOOLS, TURNS (ASSISTANT ("{\"type\":\"tool_use\",\"id\":\"1\",\"input\":{}}")),
    "messages[1].content.name" },
  { WITH_TOOLS, TURNS (ASSISTANT ("{\"type\":\"tool_use\",\"id\":\"1\",\"name\":\"n\"}")),
    "messages[1].content.input" },
  { WITH_TOOLS, TURNS (ASSISTANT ("{\"type\":\"tool_use\",\"id\":\"1\",\"name\":\"n\","
                                  "\"input\":[]}")), "messages[1].content.input" },
  { WITH_TOOLS, BLOCK ("{\"type\":\"tool_result\",\"content\":[]}"),
    "messages[0].content.toolUseId" },
  { WITH_TOOLS, BLOCK (RESULT_OF ("\"hi\"")), "messages[0].content.content" },
  { WITH_TOOLS, BLOCK (RESULT_OF ("[1]")), "messages[0].content.content[0]" },
  { WITH_TOOLS, BLOCK (RESULT_OF ("[" USE ("2") "]")), "messages[0].content.content[0].type" },
  { WITH_TOOLS, BLOCK (RESULT_OF ("[" TEXT "],\"isError\":1")), "messages[0].content.isError" },
  { WITH_TOOLS, BLOCK (RESULT_OF ("[{\"type\":\"image\",\"data\":\"A\",\"mimeType\":\"m\"}]")),
    "messages[0].content.content[0].data" },
  { WITH_TOOLS, TURNS (ASSISTANT (USE ("1")) "," RESULTS (RESULT_OF (
    "[{\"type\":\"resource_link\",\"uri\":\"file:///a\",\"name\":\"a\"},"
    "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a\",\"text\":\"t\"}}],\"isError\":true,"
    "\"structuredContent\":{}"))), NULL },
  { "2025-11-25", TURNS (ASSISTANT (USE ("1")) ","
                         RESULTS (RESULT_OF ("[],\"structuredContent\":[1]"))),
    "messages[2].content.structuredContent" },
  { "2026-07-28", TURNS (ASSISTANT (USE ("1")) ","
                         RESULTS (RESULT_OF ("[],\"structuredContent\":[1]"))), NULL },

  /* What nobody knows is ignored. */
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
  check_count ("{\"messages\":[" USER "," ASSISTANT (USE ("1")) ",{\"role\":\"user\",\"content\":"
               "{\"type\":\"tool_result\",\"toolUseId\":\"1\",\"content\":[",
               TEXT, "]}}],\"maxTokens\":5}", GH_MCP_CONTENT_MAX_INNER,
               "messages[2].content.content: ");
}

static void
test_tool_values (void)
{
  g_autoptr(JsonNode) node = read_text (
    "{\"messages\":[" USER "," ASSISTANT ("[" TEXT "," USE ("u") "]") ","
    RESULTS ("{\"type\":\"tool_result\",\"toolUseId\":\"u\",\"isError\":true,\"content\":[" TEXT
             ",{\"type\":\"image\",\"data\":\"aGVsbG8=\",\"mimeType\":\"image/png\"}],"
             "\"structuredContent\":{\"k\":1}}")
    "],\"maxTokens\":5,\"tools\":[{\"name\":\"t\",\"description\":\"d\",\"inputSchema\":"
    "{\"type\":\"object\",\"required\":[\"a\"]}}],\"toolChoice\":{\"mode\":\"required\"}}");
  g_autoptr(GError) error = NULL;
  g_autoptr(GhMcpSamplingParams) params =
    gh_mcp_sampling_params_parse (node, "2025-11-25", &error);
  GhMcpSamplingMessage *message;
  GhMcpContent *block;
  GhMcpTool *tool;

  g_assert_no_error (error);
  message = g_ptr_array_index (params->messages, 1);
  g_assert_true (message->is_list);
  block = g_ptr_array_index (message->content, 1);
  g_assert_cmpint (block->kind, ==, GH_MCP_CONTENT_TOOL_USE);
  g_assert_cmpstr (block->id, ==, "u");
  g_assert_cmpstr (block->name, ==, "n");
  g_assert_cmpint (gh_json_get_int (gh_json_node_get_object (block->input), "a", 0), ==, 1);

  message = g_ptr_array_index (params->messages, 2);
  g_assert_false (message->is_list);
  block = g_ptr_array_index (message->content, 0);
  g_assert_cmpint (block->kind, ==, GH_MCP_CONTENT_TOOL_RESULT);
  g_assert_cmpstr (block->id, ==, "u");
  g_assert_true (block->is_error);
  g_assert_nonnull (block->structured);
  g_assert_cmpuint (block->content->len, ==, 2);
  block = g_ptr_array_index (block->content, 1);
  g_assert_cmpint (block->kind, ==, GH_MCP_CONTENT_IMAGE);

  g_assert_cmpuint (params->tools->len, ==, 1);
  tool = g_ptr_array_index (params->tools, 0);
  g_assert_cmpstr (tool->name, ==, "t");
  g_assert_cmpstr (tool->description, ==, "d");
  g_assert_true (json_object_has_member (gh_json_node_get_object (tool->input_schema), "required"));
  g_assert_cmpint (params->tool_choice, ==, GH_MCP_TOOL_CHOICE_REQUIRED);
}

static void
check_result (GPtrArray  *blocks,
              const char *stop_reason,
              const char *expected)
{
  g_autoptr(JsonNode) node = gh_mcp_sampling_result_build (blocks, "m", stop_reason);
  g_autofree char *text = gh_json_write (node, NULL);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_result (void)
{
  g_autoptr(GPtrArray) blocks =
    g_ptr_array_new_with_free_func ((GDestroyNotify) gh_mcp_content_unref);
  g_autoptr(JsonNode) input = read_text ("{\"n\":1.50}");

  g_ptr_array_add (blocks, gh_mcp_content_new_text ("a \"b\""));
  check_result (blocks, "endTurn",
                "{\"role\":\"assistant\",\"content\":{\"type\":\"text\","
                "\"text\":\"a \\\"b\\\"\"},\"model\":\"m\",\"stopReason\":\"endTurn\"}");
  check_result (blocks, NULL,
                "{\"role\":\"assistant\",\"content\":{\"type\":\"text\","
                "\"text\":\"a \\\"b\\\"\"},\"model\":\"m\"}");
  g_ptr_array_add (blocks, gh_mcp_content_new_tool_use ("1", "t", input));
  check_result (blocks, "toolUse",
                "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\","
                "\"text\":\"a \\\"b\\\"\"},{\"type\":\"tool_use\",\"id\":\"1\",\"name\":\"t\","
                "\"input\":{\"n\":1.50}}],\"model\":\"m\",\"stopReason\":\"toolUse\"}");
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
  g_autoptr(JsonNode) tools = read_text (
    "{\"messages\":[" USER "," ASSISTANT ("[" USE ("1") "," USE ("2") "]") ","
    RESULTS ("[" RESULT ("1") "," RESULT ("2") "]") "],\"maxTokens\":5,\"tools\":[" TOOL "],"
    "\"toolChoice\":{\"mode\":\"auto\"}}");
  guint n_good = 0;

  for (guint i = 0; i < 4000; i++)
    {
      g_autoptr(JsonNode) node = random_json_mutate (rand, i % 4 < 2 ? good : tools);
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
  g_test_add_func ("/mcp/sampling/tool-values", test_tool_values);
  g_test_add_func ("/mcp/sampling/result", test_result);
  g_test_add_func ("/mcp/sampling/hostile", test_hostile);
  return gh_test_run ();
}
