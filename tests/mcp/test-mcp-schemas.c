/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What goes into tools and comes out of them, checked by their schemas (requirements 1.24, 8.9,
 * 8.11). */
#include "config.h"

#include "session-fixture.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-test.h"

#define INPUT \
  "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}," \
  "\"required\":[\"n\"]}"
#define OUTPUT \
  "\"outputSchema\":{\"type\":\"object\",\"properties\":{\"t\":{\"type\":\"number\"}}," \
  "\"required\":[\"t\"]}"

static JsonNode *
read_text (const char *text)
{
  g_autoptr(GError) error = NULL;
  JsonNode *node = gh_json_read (text, strlen (text), &error);

  g_assert_no_error (error);
  return node;
}

/* The server lists one tool, "t", with these members. */
static void
list_tool (Fixture    *f,
           const char *members)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GPtrArray) list = NULL;

  gh_mcp_session_list_tools_async (f->session, NULL, gh_test_store_result_cb, &result);
  receive (f, RPC "\"id\":%" G_GINT64_FORMAT ",\"result\":{\"tools\":[{\"name\":\"t\",%s}]}}",
           pop_id (f, "tools/list"), members);
  gh_test_wait (result != NULL);
  list = gh_mcp_session_list_tools_finish (f->session, result, NULL);
  g_assert_cmpuint (list->len, ==, 1);
}

static void
call_with (Fixture       *f,
           const char    *arguments,
           GAsyncResult **result)
{
  g_autoptr(JsonNode) node = arguments != NULL ? read_text (arguments) : NULL;

  gh_mcp_session_call_tool_async (f->session, "t", node, NULL, NULL, NULL,
                                  gh_test_store_result_cb, result);
}

/* The call is not made. */
static void
expect_refused (Fixture    *f,
                const char *arguments,
                GhMcpError  code,
                const char *part)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  call_with (f, arguments, &result);
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, result, &error));
  g_assert_error (error, GH_MCP_ERROR, (int) code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, part));
  expect_nothing (f);
}

/* The call is made and answered; part of the warning, or NULL for none. */
static void
expect_called (Fixture    *f,
               const char *arguments,
               const char *answer,
               const char *part)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GhMcpToolResult) parsed = NULL;
  g_autoptr(GError) error = NULL;

  call_with (f, arguments, &result);
  receive (f, RPC "\"id\":%" G_GINT64_FORMAT ",\"result\":%s}", pop_id (f, "tools/call"), answer);
  gh_test_wait (result != NULL);
  parsed = gh_mcp_session_call_tool_finish (f->session, result, &error);
  g_assert_no_error (error);
  g_test_message ("%s", parsed->warning);
  if (part == NULL)
    g_assert_null (parsed->warning);
  else
    g_assert_nonnull (strstr (parsed->warning, part));
}

static void
test_arguments (Fixture       *f,
                gconstpointer  data)
{
  make_ready (f, NEWEST, TOOLS);
  /* Nothing is known of it yet. */
  expect_called (f, "{\"n\":\"x\"}", "{}", NULL);
  list_tool (f, INPUT);
  expect_called (f, "{\"n\":2}", "{}", NULL);
  expect_called (f, "{\"n\":2,\"more\":[]}", "{}", NULL);
  expect_refused (f, "{\"n\":\"x\"}", GH_MCP_ERROR_ARGUMENTS, "/n");
  expect_refused (f, "{}", GH_MCP_ERROR_ARGUMENTS, "required");
  expect_refused (f, NULL, GH_MCP_ERROR_ARGUMENTS, "required");
  expect_refused (f, "{\"n\":null}", GH_MCP_ERROR_ARGUMENTS, "required");
  /* Where nothing need be, null is as good as nothing. */
  list_tool (f, "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"on\":"
                "{\"type\":\"boolean\"}}}");
  expect_called (f, "{\"on\":null}", "{}", NULL);
  expect_refused (f, "{\"on\":1}", GH_MCP_ERROR_ARGUMENTS, "/on");
  /* The list changed: what was read last counts. */
  list_tool (f, "\"inputSchema\":{\"type\":\"object\"}");
  expect_called (f, NULL, "{}", NULL);
}

/* A tool can be called whatever its schema is worth; but nothing outside of it counts as true. */
static void
test_bad_schema (Fixture       *f,
                 gconstpointer  data)
{
  make_ready (f, NEWEST, TOOLS);
  list_tool (f, "\"inputSchema\":{\"type\":\"no such type\"}");
  expect_called (f, "{}", "{}", "The arguments were not checked");
  list_tool (f, "\"inputSchema\":{\"type\":\"object\",\"$schema\":\"http://example.com/mine\"}");
  expect_called (f, "{}", "{}", "The arguments were not checked");
  list_tool (f, "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"n\":"
                "{\"$ref\":\"https://example.com/n.json\"}}}");
  expect_refused (f, "{}", GH_MCP_ERROR_UNSUPPORTED, "example.com");
}

static void
test_result (Fixture       *f,
             gconstpointer  data)
{
  make_ready (f, NEWEST, TOOLS);
  list_tool (f, INPUT "," OUTPUT);
  expect_called (f, "{\"n\":1}", "{\"structuredContent\":{\"t\":1.5}}", NULL);
  expect_called (f, "{\"n\":1}", "{\"structuredContent\":{\"t\":\"warm\"}}", "/t");
  expect_called (f, "{\"n\":1}", "{\"structuredContent\":{}}", "required");
  expect_called (f, "{\"n\":1}", "{\"structuredContent\":[1]}", "does not fit");
  /* Without it the content counts; and a failure may have another shape. */
  expect_called (f, "{\"n\":1}", "{\"content\":[]}", NULL);
  expect_called (f, "{\"n\":1}", "{\"isError\":true,\"structuredContent\":{\"t\":\"x\"}}", NULL);
  /* Neither schema can be used: both are said. */
  list_tool (f, "\"inputSchema\":{\"type\":7},\"outputSchema\":{\"$ref\":\"other.json\"}");
  expect_called (f, "{}", "{\"structuredContent\":{}}",
                 "\nThe structured result was not checked");
}

/* The mismatch costs nothing of the result. */
static void
test_result_whole (Fixture       *f,
                   gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GhMcpToolResult) parsed = NULL;
  g_autofree char *text = NULL;

  make_ready (f, NEWEST, TOOLS);
  list_tool (f, INPUT "," OUTPUT);
  call_with (f, "{\"n\":1}", &result);
  receive (f, RPC "\"id\":%" G_GINT64_FORMAT ",\"result\":{\"content\":[{\"type\":\"text\","
              "\"text\":\"x\"}],\"structuredContent\":{\"t\":\"warm\"}}}",
           pop_id (f, "tools/call"));
  gh_test_wait (result != NULL);
  parsed = gh_mcp_session_call_tool_finish (f->session, result, NULL);
  g_assert_nonnull (parsed->warning);
  g_assert_cmpuint (parsed->content->len, ==, 1);
  text = gh_json_write (parsed->structured, NULL);
  g_assert_cmpstr (text, ==, "{\"t\":\"warm\"}");
}

/* The session ends while a result is being checked. */
static void
test_closed (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GhMcpToolResult) parsed = NULL;

  make_ready (f, NEWEST, TOOLS);
  list_tool (f, INPUT "," OUTPUT);
  call_with (f, "{\"n\":1}", &result);
  gh_fake_transport_receive (f->transport, RPC "\"id\":3,\"result\":{\"structuredContent\":{}}}");
  close_session (f);
  gh_test_wait (result != NULL);
  parsed = gh_mcp_session_call_tool_finish (f->session, result, NULL);
  gh_test_settle ();
  json_node_unref (pop (f, NULL));
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
#define ADD(path, func) g_test_add ("/mcp/schemas/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("arguments", test_arguments);
  ADD ("bad-schema", test_bad_schema);
  ADD ("result", test_result);
  ADD ("result-whole", test_result_whole);
  ADD ("closed", test_closed);
  return gh_test_run ();
}
