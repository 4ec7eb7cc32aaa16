/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A prompt and an answer with tools as texts for an editor, and back. */
#include "config.h"

#include <string.h>

#include "gh-cli-answer-text.h"
#include "gh-cli-prompt-text.h"
#include "gh-json.h"
#include "gh-sampling-request-private.h"
#include "gh-test.h"

#define PARAMS \
  "{\"maxTokens\":5,\"systemPrompt\":\"Be brief\",\"messages\":[{\"role\":\"user\",\"content\":" \
  "{\"type\":\"text\",\"text\":\"Weather\\u200b?\"}},{\"role\":\"assistant\",\"content\":" \
  "{\"type\":\"tool_use\",\"id\":\"u1\",\"name\":\"weather\",\"input\":{\"city\":\"Rome\"}}}," \
  "{\"role\":\"user\",\"content\":{\"type\":\"tool_result\",\"toolUseId\":\"u1\",\"content\":[" \
  "{\"type\":\"text\",\"text\":\"12 degrees\"}]}}],\"tools\":[{\"name\":\"weather\"," \
  "\"description\":\"Says it\\nall\",\"inputSchema\":{\"type\":\"object\"}},{\"name\":\"time\"," \
  "\"inputSchema\":{\"type\":\"object\"}}]}"

static GhSamplingRequest *
make_request (void)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autoptr(GFile) file = g_file_new_build_filename (dir, "models.json", NULL);
  g_autoptr(GListStore) problems = g_list_store_new (GH_TYPE_PROBLEM);
  g_autoptr(GhFileStore) store = gh_file_store_new (file, 1, problems);
  g_autoptr(GhSecretStore) secrets = gh_secret_store_new ();
  g_autoptr(GhModelList) models = gh_model_list_new (store, secrets);
  g_autoptr(JsonNode) node = gh_json_read (PARAMS, strlen (PARAMS), NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(GhMcpSamplingParams) params = gh_mcp_sampling_params_parse (node, "2025-11-25", &error);
  g_autoptr(GhMaskingPolicy) policy = gh_masking_policy_new ();
  GhRequestOrigin origin = { "weather", "Weather", NULL, 0 };
  GhSamplingRequest *request;

  g_assert_no_error (error);
  request = gh_sampling_request_new (params, models, policy);
  gh_request_set_origin (GH_REQUEST (request), 1, &origin);
  gh_request_queue (GH_REQUEST (request));
  gh_request_open (GH_REQUEST (request));
  return request;
}

static void
test_prompt (void)
{
  g_autoptr(GhSamplingRequest) request = make_request ();
  g_autofree char *text = gh_cli_prompt_text_dup (request);
  g_autofree char *none = gh_cli_prompt_text_dup_changes (request);
  g_autofree char *notes = gh_cli_prompt_text_dup_notes (request);
  g_autofree char *changes = NULL;
  g_autoptr(GString) edited = g_string_new (text);
  g_autoptr(GError) error = NULL;
  GListModel *tools = gh_sampling_request_list_tools (request);
  g_autoptr(GhSamplingTool) weather = g_list_model_get_item (tools, 0);
  g_autoptr(GhSamplingTool) time_tool = g_list_model_get_item (tools, 1);

  g_assert_null (none);
  g_assert_cmpstr (notes, ==, "User: 1 hidden character");
  g_assert_nonnull (strstr (text, "=== Assistant: use of the tool weather (u1)\n"));
  g_assert_nonnull (strstr (text, "12 degrees"));
  g_assert_nonnull (strstr (text, "weather: Says it all\ntime\n"));

  g_string_replace (edited, "weather: Says it all\n", "", 0);
  g_string_replace (edited, "12 degrees", "13 degrees", 0);
  g_string_replace (edited, "Rome", "Bonn", 0);
  g_assert_true (gh_cli_prompt_text_take (request, edited->str, &error));
  g_assert_no_error (error);
  g_assert_false (gh_sampling_tool_get_offered (weather));
  g_assert_true (gh_sampling_tool_get_offered (time_tool));
  changes = gh_cli_prompt_text_dup_changes (request);
  g_assert_nonnull (strstr (changes, "[-12-]{+13+} degrees"));
  g_assert_nonnull (strstr (changes, "[-Rome-]{+Bonn+}"));
  g_assert_nonnull (strstr (changes, "[-weather: Says it all\n-]time"));
  g_assert_null (strstr (changes, "Be brief"));
}

static char *
dup_use (GhSamplingRequest *request,
         guint              position)
{
  g_autoptr(GhSamplingPart) part = g_list_model_get_item (
    gh_sampling_answer_list_parts (gh_sampling_request_get_current_answer (request)), position);

  return part != NULL ? g_strdup_printf ("%s %s", gh_sampling_part_get_tool (part),
                                         gh_sampling_part_get_text (part))
                      : NULL;
}

static void
test_answer (void)
{
  g_autoptr(GhSamplingRequest) request = make_request ();
  g_autoptr(GError) error = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *text = NULL;
  g_autofree char *help = NULL;
  g_autofree char *left = NULL;
  g_autoptr(GString) edited = NULL;

  gh_sampling_request_answer_by_hand (request);
  help = gh_cli_answer_text_dup_help (request);
  g_assert_nonnull (strstr (help, "=== Tool: NAME"));
  g_assert_nonnull (strstr (help, "weather, time"));
  g_assert_true (gh_cli_answer_text_take (request, "One\ntwo\n=== Tool: weather\n{\"city\":\"A\"}\n"
                                                   "=== Tool: time\n{}", &error));
  g_assert_no_error (error);
  g_assert_cmpstr (gh_sampling_request_get_answer (request), ==, "One\ntwo");
  first = dup_use (request, 1);
  second = dup_use (request, 2);
  g_assert_cmpstr (first, ==, "weather {\"city\":\"A\"}");
  g_assert_cmpstr (second, ==, "time {}");

  /* Out again, and back: one is gone, one is another. */
  text = gh_cli_answer_text_dup (request);
  edited = g_string_new (text);
  g_string_replace (edited, "=== Tool: weather\n{\"city\":\"A\"}\n", "", 0);
  g_string_replace (edited, "{}", "{\"zone\":1}", 0);
  g_assert_true (gh_cli_answer_text_take (request, edited->str, &error));
  left = dup_use (request, 1);
  g_assert_cmpstr (left, ==, "time {\"zone\":1}");
  g_assert_null (dup_use (request, 2));

  /* A tool that nobody offers changes nothing. */
  g_assert_false (gh_cli_answer_text_take (request, "x\n=== Tool: other\n{}", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_assert_cmpstr (gh_sampling_request_get_answer (request), ==, "One\ntwo");
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/cli/texts/prompt", test_prompt);
  g_test_add_func ("/cli/texts/answer", test_answer);
  return gh_test_run ();
}
