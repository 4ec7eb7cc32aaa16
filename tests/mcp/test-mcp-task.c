/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server says of a task. */
#include "config.h"

#include "gh-mcp-task.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-rpc-error.h"
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
test_parse (void)
{
  /* poll_ms 0: refused. */
  static const struct
  {
    const char *text;
    GhMcpTaskStatus status;
    guint poll_ms;
  } cases[] = {
    { "{\"taskId\":\"a\",\"status\":\"working\"}", GH_MCP_TASK_WORKING, 1000 },
    { "{\"taskId\":\"a\",\"status\":\"input_required\",\"pollInterval\":500}",
      GH_MCP_TASK_INPUT_REQUIRED, 500 },
    { "{\"taskId\":\"a\",\"status\":\"completed\",\"pollIntervalMs\":700,\"pollInterval\":5}",
      GH_MCP_TASK_COMPLETED, 700 },
    { "{\"taskId\":\"a\",\"status\":\"failed\",\"pollInterval\":0}", GH_MCP_TASK_FAILED, 100 },
    { "{\"taskId\":\"a\",\"status\":\"cancelled\",\"pollInterval\":-9223372036854775808}",
      GH_MCP_TASK_CANCELLED, 100 },
    { "{\"taskId\":\"a\",\"status\":\"working\",\"pollInterval\":9223372036854775807}",
      GH_MCP_TASK_WORKING, 60000 },
    { "{\"taskId\":\"a\",\"status\":\"working\",\"pollInterval\":\"soon\"}", GH_MCP_TASK_WORKING,
      1000 },
    { "{\"taskId\":\"\",\"status\":\"working\"}", 0, 0 },
    { "{\"taskId\":7,\"status\":\"working\"}", 0, 0 },
    { "{\"taskId\":\"a\\u0000\",\"status\":\"working\"}", 0, 0 },
    { "{\"status\":\"working\"}", 0, 0 },
    { "{\"taskId\":\"a\"}", 0, 0 },
    { "{\"taskId\":\"a\",\"status\":\"Working\"}", 0, 0 },
    { "{\"taskId\":\"a\",\"status\":null}", 0, 0 },
    { "[]", 0, 0 },
  };
  g_autofree char *name = g_strnfill (5000, 'i');
  g_autofree char *text = g_strdup_printf ("{\"taskId\":\"%s\",\"status\":\"working\"}", name);
  g_autoptr(JsonNode) with_long = read_json (text);

  g_assert_null (gh_mcp_task_parse (gh_json_node_get_object (with_long), NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(JsonNode) node = read_json (cases[i].text);
      g_autoptr(GError) error = NULL;
      g_autoptr(GhMcpTask) task = gh_mcp_task_parse (gh_json_node_get_object (node), &error);

      g_test_message ("%s", cases[i].text);
      if (cases[i].poll_ms == 0)
        {
          g_assert_null (task);
          g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpint (task->status, ==, cases[i].status);
      g_assert_cmpuint (task->poll_ms, ==, cases[i].poll_ms);
      g_assert_cmpint (gh_mcp_task_is_over (task), ==,
                       cases[i].status > GH_MCP_TASK_INPUT_REQUIRED);
    }
}

static void
test_result (void)
{
  /* result: NULL when there is an error. */
  static const struct
  {
    const char *rest;
    const char *result;
    int code;
    const char *words;
  } cases[] = {
    { "\"completed\",\"result\":{\"content\":[]}", "{\"content\":[]}", 0, NULL },
    { "\"completed\"", NULL, GH_MCP_ERROR_PROTOCOL, "no result" },
    { "\"failed\",\"error\":{\"code\":-32005,\"message\":\"out of paper\",\"data\":1}", NULL,
      -32005, "out of paper" },
    { "\"failed\",\"error\":{\"code\":99999999999}", NULL, G_MAXINT, "" },
    { "\"failed\",\"error\":\"x\",\"statusMessage\":\"sad\"", NULL, GH_MCP_ERROR_TASK, "up: sad" },
    { "\"cancelled\"", NULL, GH_MCP_ERROR_TASK, "gave the task up" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"taskId\":\"a\",\"status\":%s}", cases[i].rest);
      g_autoptr(JsonNode) node = read_json (text);
      g_autoptr(GhMcpTask) task = gh_mcp_task_parse (gh_json_node_get_object (node), NULL);
      g_autoptr(GError) error = NULL;
      g_autoptr(JsonNode) result = gh_mcp_task_take_result (task, gh_json_node_get_object (node),
                                                            &error);
      g_autofree char *written = result != NULL ? gh_json_write (result, NULL) : NULL;

      g_test_message ("%s", text);
      g_assert_cmpstr (written, ==, cases[i].result);
      if (result != NULL)
        continue;
      g_assert_cmpint (error->code, ==, cases[i].code);
      g_assert_nonnull (strstr (error->message, cases[i].words));
    }
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/mcp/task/parse", test_parse);
  g_test_add_func ("/mcp/task/result", test_result);
  return gh_test_run ();
}
