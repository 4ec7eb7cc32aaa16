/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a result asks for before it can be given. */
#include "config.h"

#include "gh-mcp-inputs.h"

#include <string.h>

#include "gh-fake-delegate.h"
#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-test.h"

#define VERSION "2026-07-28"
#define SAMPLING "{\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[" \
  "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"q\"}}],\"maxTokens\":5}}"

static JsonNode *
read_json (const char *text)
{
  g_autoptr(GError) error = NULL;
  JsonNode *node = gh_json_read (text, strlen (text), &error);

  g_assert_no_error (error);
  return node;
}

static void
test_type (void)
{
  static const struct
  {
    const char *result;
    gboolean with_tasks;
    int type; /* -1: refused */
  } cases[] = {
    { "{}", FALSE, GH_MCP_RESULT_TYPE_COMPLETE },
    { "[]", FALSE, GH_MCP_RESULT_TYPE_COMPLETE },
    { "{\"resultType\":\"complete\"}", FALSE, GH_MCP_RESULT_TYPE_COMPLETE },
    { "{\"resultType\":\"input_required\"}", FALSE, GH_MCP_RESULT_TYPE_INPUT_REQUIRED },
    { "{\"resultType\":\"task\"}", TRUE, GH_MCP_RESULT_TYPE_TASK },
    { "{\"resultType\":\"task\"}", FALSE, -1 },
    { "{\"resultType\":\"Complete\"}", TRUE, -1 },
    { "{\"resultType\":\"\"}", TRUE, -1 },
    { "{\"resultType\":null}", TRUE, -1 },
    { "{\"resultType\":7}", TRUE, -1 },
    { "{\"resultType\":\"complete\\u0000\"}", TRUE, -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GhJsonSource result = { cases[i].result, strlen (cases[i].result) };
      g_autoptr(GError) error = NULL;
      GhMcpResultType type;
      gboolean fine = gh_mcp_result_read_type (result, cases[i].with_tasks, &type, &error);

      g_test_message ("%s", cases[i].result);
      if (cases[i].type < 0)
        {
          g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
          g_assert_false (fine);
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpint (type, ==, cases[i].type);
    }
}

static GhMcpInputs *
parse (const char  *text,
       GError     **error)
{
  g_autoptr(JsonNode) result = read_json (text);

  return gh_mcp_inputs_parse (gh_json_node_get_object (result), TRUE, error);
}

static void
test_parse (void)
{
  static const char * const bad[] = {
    "{}",
    "{\"inputRequests\":null,\"requestState\":null}",
    "{\"inputRequests\":[]}",
    "{\"inputRequests\":{\"a\":7}}",
    "{\"inputRequests\":{\"a\":{}}}",
    "{\"inputRequests\":{\"a\":{\"method\":\"tools/call\"}}}",
    "{\"inputRequests\":{\"a\":{\"method\":\"roots/list\"},\"b\":{\"method\":\"ping\"}}}",
    "{\"requestState\":{}}",
    "{\"requestState\":7}",
  };
  g_autoptr(GString) many = g_string_new ("{\"inputRequests\":{");
  g_autoptr(GError) error = NULL;
  g_autoptr(GhMcpInputs) inputs = NULL;
  GhMcpInput *input;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_test_message ("%s", bad[i]);
      g_assert_null (parse (bad[i], &error));
      g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
      g_clear_error (&error);
    }
  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (many, "%s\"k%u\":{\"method\":\"roots/list\"}", i > 0 ? "," : "", i);
  g_string_append (many, "}}");
  g_assert_null (parse (many->str, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
  g_clear_error (&error);

  inputs = parse ("{\"inputRequests\":{\"z\":{\"method\":\"roots/list\"},"
                  "\"a\":{\"method\":\"elicitation/create\",\"params\":{\"x\":1}}}}", &error);
  g_assert_no_error (error);
  g_assert_null (inputs->state);
  g_assert_cmpuint (inputs->requests->len, ==, 2);
  input = g_ptr_array_index (inputs->requests, 0);
  g_assert_cmpstr (input->key, ==, "z");
  g_assert_null (input->params);
  input = g_ptr_array_index (inputs->requests, 1);
  g_assert_cmpstr (input->key, ==, "a");
  g_assert_nonnull (input->params);
}

/* The state goes back byte for byte, and only if there was one. */
static void
test_params (void)
{
  static const struct
  {
    const char *result;
    const char *answers; /* or NULL */
    const char *params;
  } cases[] = {
    { "{\"inputRequests\":{},\"requestState\":\"s\"}", "{}",
      "{\"name\":\"t\",\"inputResponses\":{},\"requestState\":\"s\"}" },
    { "{\"inputRequests\":{}}", "{}", "{\"name\":\"t\",\"inputResponses\":{}}" },
    { "{\"requestState\":\"\"}", NULL, "{\"name\":\"t\",\"requestState\":\"\"}" },
    { "{\"requestState\":\"\\u0000\\ud800 \\u00e9\\/\"}", NULL,
      "{\"name\":\"t\",\"requestState\":\"\\u0000\\ud800 \\u00e9\\/\"}" },
  };
  g_autoptr(JsonNode) first = read_json ("{\"name\":\"t\"}");
  g_autoptr(GhMcpInputs) lone = parse ("{\"requestState\":\"x\"}", NULL);
  g_autoptr(JsonNode) of_nothing = gh_mcp_inputs_build_params (lone, NULL, NULL);
  g_autofree char *text = gh_json_write (of_nothing, NULL);

  g_assert_cmpstr (text, ==, "{\"requestState\":\"x\"}");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(GhMcpInputs) inputs = parse (cases[i].result, NULL);
      g_autoptr(JsonNode) answers = cases[i].answers != NULL ? read_json (cases[i].answers) : NULL;
      g_autoptr(JsonNode) params = gh_mcp_inputs_build_params (inputs, first, answers);
      g_autofree char *written = gh_json_write (params, NULL);

      g_assert_cmpstr (written, ==, cases[i].params);
    }
}

static JsonNode *
gather (const char      *result,
        GhFakeDelegate  *delegate,
        GCancellable    *cancellable,
        GError         **error)
{
  g_autoptr(GhMcpInputs) inputs = parse (result, error);
  g_autoptr(GAsyncResult) done = NULL;

  g_assert_nonnull (inputs);
  gh_mcp_inputs_gather_async (inputs, delegate != NULL ? GH_MCP_DELEGATE (delegate) : NULL, VERSION,
                              "tool", cancellable, gh_test_store_result_cb, &done);
  gh_test_wait (done != NULL);
  return gh_mcp_inputs_gather_finish (done, error);
}

static void
test_gather (void)
{
  g_autoptr(GhFakeDelegate) delegate = gh_fake_delegate_new ();
  g_autoptr(GError) error = NULL;
  g_autoptr(GError) denied = g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_DENIED, "not today");
  g_autoptr(JsonNode) answers = NULL;
  g_autofree char *text = NULL;

  gh_fake_delegate_add_root (delegate, "file:///a", NULL);
  gh_fake_delegate_set_text (delegate, "yes");
  answers = gather ("{\"inputRequests\":{\"2\":" SAMPLING ",\"1\":{\"method\":\"roots/list\"}}}",
                    delegate, NULL, &error);
  g_assert_no_error (error);
  text = gh_json_write (answers, NULL);
  g_assert_cmpstr (text, ==, "{\"2\":{\"role\":\"assistant\",\"content\":{\"type\":\"text\","
                   "\"text\":\"yes\"},\"model\":\"fake-model\",\"stopReason\":\"endTurn\"},"
                   "\"1\":{\"roots\":[{\"uri\":\"file:///a\"}]}}");
  g_assert_cmpstr (gh_fake_delegate_get_tool (delegate, 0), ==, "tool");

  /* A no ends it: what comes after is not asked for. */
  gh_fake_delegate_set_error (delegate, denied);
  g_assert_null (gather ("{\"inputRequests\":{\"2\":" SAMPLING ","
                         "\"1\":{\"method\":\"roots/list\"}}}", delegate, NULL, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_DENIED);
  g_assert_cmpstr (error->message, ==, "not today");
  g_assert_cmpuint (gh_fake_delegate_get_n_listed (delegate), ==, 1);
  g_clear_error (&error);

  /* What cannot be read is the server's mistake, not ours. */
  g_assert_null (gather ("{\"inputRequests\":{\"1\":{\"method\":\"sampling/createMessage\"}}}",
                         delegate, NULL, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
  g_clear_error (&error);

  /* Nobody was asked for the first when the last was not declared. */
  g_assert_null (gather ("{\"inputRequests\":{\"1\":{\"method\":\"roots/list\"}}}", NULL, NULL,
                         &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
}

static void
test_cancel (void)
{
  g_autoptr(GhFakeDelegate) delegate = gh_fake_delegate_new ();
  g_autoptr(GhMcpInputs) inputs = parse ("{\"inputRequests\":{\"2\":" SAMPLING ","
                                         "\"1\":" SAMPLING "}}", NULL);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) done = NULL;
  g_autoptr(GError) error = NULL;

  gh_mcp_inputs_gather_async (inputs, GH_MCP_DELEGATE (delegate), VERSION, NULL, cancellable,
                              gh_test_store_result_cb, &done);
  gh_test_wait (gh_fake_delegate_get_n_waiting (delegate) == 1);
  gh_test_settle ();
  g_assert_cmpuint (gh_fake_delegate_get_n_requests (delegate), ==, 1);
  g_cancellable_cancel (cancellable);
  gh_test_wait (done != NULL);
  g_assert_null (gh_mcp_inputs_gather_finish (done, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (gh_fake_delegate_get_n_withdrawn (delegate), ==, 1);
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/mcp/inputs/type", test_type);
  g_test_add_func ("/mcp/inputs/parse", test_parse);
  g_test_add_func ("/mcp/inputs/params", test_params);
  g_test_add_func ("/mcp/inputs/gather", test_gather);
  g_test_add_func ("/mcp/inputs/cancel", test_cancel);
  return gh_test_run ();
}
