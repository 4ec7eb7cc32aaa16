/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the modern era does over HTTP alone: arguments in headers, subscriptions as streams. */
#include "config.h"

#include <string.h>

#include "gh-fake-http-server.h"
#include "gh-json.h"
#include "gh-mcp-http-transport.h"
#include "gh-mcp-session.h"
#include "gh-rpc-error.h"
#include "gh-test.h"

#define J "{\"jsonrpc\":\"2.0\","
#define LISTED(tools) "{\"resultType\":\"complete\",\"tools\":[" tools "],\"ttlMs\":60000}"
#define TOOL(name, header) "{\"name\":\"" name "\",\"inputSchema\":{\"type\":\"object\"," \
  "\"properties\":{\"region\":{\"type\":\"string\",\"x-mcp-header\":\"" header "\"}," \
  "\"n\":{\"type\":\"integer\",\"x-mcp-header\":\"N\"}}}}"
#define PLAIN "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}"
#define DONE "{\"resultType\":\"complete\",\"content\":[]}"

typedef struct
{
  GhFakeHttpServer *server;
  GhMcpSession *session;
  GString *logs;
  guint n_changed;
} Fixture;

static void
changed_cb (Fixture *f)
{
  f->n_changed++;
}

static void
log_cb (GhMcpSession *session,
        const char   *level,
        const char   *logger,
        const char   *text,
        gpointer      user_data)
{
  Fixture *f = user_data;

  g_string_append_printf (f->logs, "%s: %s;", level, text);
}

/* The next POST is this; gives the id as text. */
static GhFakeHttpRequest *
take (Fixture     *f,
      const char  *method,
      char       **id)
{
  GhFakeHttpRequest *request = gh_fake_http_server_take (f->server, "POST");
  const char *body = gh_fake_http_request_get_body (request);
  g_autoptr(JsonNode) node = gh_json_read (body, strlen (body), NULL);
  JsonObject *object = gh_json_node_get_object (node);

  g_assert_cmpstr (gh_json_get_string (object, "method"), ==, method);
  g_assert_cmpstr (gh_fake_http_request_get_header (request, "Mcp-Method"), ==, method);
  if (id != NULL)
    *id = gh_json_write (gh_json_get (object, "id"), NULL);
  return request;
}

/* Answers the next POST, which is this; gives it for its headers. */
static GhFakeHttpRequest *
answer (Fixture    *f,
        const char *method,
        const char *result)
{
  g_autofree char *id = NULL;
  GhFakeHttpRequest *request = take (f, method, &id);
  g_autofree char *body = g_strdup_printf (J "\"id\":%s,\"result\":%s}", id, result);

  gh_fake_http_request_answer (request, 200, "application/json", body);
  return request;
}

static void
refuse_headers (Fixture *f)
{
  g_autofree char *id = NULL;
  GhFakeHttpRequest *request = take (f, "tools/call", &id);
  g_autofree char *body = g_strdup_printf (J "\"id\":%s,\"error\":{\"code\":-32020,"
                                           "\"message\":\"Header mismatch\"}}", id);

  gh_fake_http_request_answer (request, 400, "application/json", body);
}

/* data: the server's capabilities; NULL for tools. */
static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  g_autoptr(GhMcpHttpTransport) transport = NULL;
  g_autoptr(GAsyncResult) started = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *url = NULL;
  g_autofree char *discovered =
    g_strdup_printf ("{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":%s}",
                     data != NULL ? (const char *) data : "{\"tools\":{}}");

  f->logs = g_string_new (NULL);
  f->server = gh_fake_http_server_new (NULL);
  url = gh_fake_http_server_dup_url (f->server, "/mcp");
  transport = gh_mcp_http_transport_new (url, NULL);
  f->session = gh_mcp_session_new (GH_RPC_TRANSPORT (transport), NULL);
  g_signal_connect_swapped (f->session, "tools-changed", G_CALLBACK (changed_cb), f);
  g_signal_connect (f->session, "log", G_CALLBACK (log_cb), f);
  gh_mcp_session_start_async (f->session, NULL, gh_test_store_result_cb, &started);
  answer (f, "server/discover", discovered);
  gh_test_wait (started != NULL);
  g_assert_true (gh_mcp_session_start_finish (f->session, started, &error));
  g_assert_no_error (error);
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr(GAsyncResult) closed = NULL;

  gh_mcp_session_close_async (f->session, gh_test_store_result_cb, &closed);
  gh_test_wait (closed != NULL);
  g_clear_object (&closed);
  gh_test_settle ();
  g_signal_handlers_disconnect_by_data (f->session, f);
  g_assert_finalize_object (f->session);
  g_clear_object (&f->server);
  g_string_free (f->logs, TRUE);
}

static void
call (Fixture       *f,
      const char    *arguments,
      GAsyncResult **result)
{
  g_autoptr(JsonNode) node = gh_json_read (arguments, strlen (arguments), NULL);

  gh_mcp_session_call_tool_async (f->session, "t", node, NULL, NULL, NULL, gh_test_store_result_cb,
                                  result);
}

static void
check_called (Fixture      *f,
              GAsyncResult *result)
{
  g_autoptr(GhMcpToolResult) answered = NULL;
  g_autoptr(GError) error = NULL;

  answered = gh_mcp_session_call_tool_finish (f->session, result, &error);
  g_assert_no_error (error);
}

static void
assert_header (GhFakeHttpRequest *request,
               const char        *name,
               const char        *value)
{
  g_assert_cmpstr (gh_fake_http_request_get_header (request, name), ==, value);
}

/* 4.28: the invalid one goes, the others stay, and it is said. */
static void
test_left_out (Fixture       *f,
               gconstpointer  data)
{
  g_autoptr(GAsyncResult) listed = NULL;
  g_autoptr(GAsyncResult) called = NULL;
  g_autoptr(GPtrArray) tools = NULL;
  GhFakeHttpRequest *request;
  GhMcpToolLeftOut *left_out;

  g_assert_null (gh_mcp_session_get_left_out (f->session));
  gh_mcp_session_list_tools_async (f->session, NULL, gh_test_store_result_cb, &listed);
  answer (f, "tools/list", LISTED (TOOL ("bad", "a b") "," TOOL ("t", "Region")));
  gh_test_wait (listed != NULL);
  tools = gh_mcp_session_list_tools_finish (f->session, listed, NULL);
  g_assert_cmpuint (tools->len, ==, 1);
  g_assert_cmpuint (gh_mcp_session_get_left_out (f->session)->len, ==, 1);
  left_out = gh_mcp_session_get_left_out (f->session)->pdata[0];
  g_assert_cmpstr (left_out->tool->name, ==, "bad");
  g_assert_nonnull (strstr (left_out->reason, "a b"));
  g_assert_nonnull (strstr (f->logs->str, "warning: The tool bad is left out"));

  call (f, "{\"region\":\"Hello, 世界\",\"n\":null}", &called);
  request = answer (f, "tools/call", DONE);
  assert_header (request, "Mcp-Name", "t");
  assert_header (request, "Mcp-Param-Region", "=?base64?SGVsbG8sIOS4lueVjA==?=");
  assert_header (request, "Mcp-Param-N", NULL);
  g_assert_nonnull (strstr (gh_fake_http_request_get_body (request), "\"n\":null"));
  gh_test_wait (called != NULL);
  check_called (f, called);
}

/* 4.33: without a list there are no headers to make, so one is read first. */
static void
test_list_first (Fixture       *f,
                 gconstpointer  data)
{
  g_autoptr(GAsyncResult) called = NULL;
  GhFakeHttpRequest *request;

  call (f, "{\"region\":\"us-west1\",\"n\":-7}", &called);
  answer (f, "tools/list", LISTED (TOOL ("t", "Region")));
  request = answer (f, "tools/call", DONE);
  assert_header (request, "Mcp-Param-Region", "us-west1");
  assert_header (request, "Mcp-Param-N", "-7");
  gh_test_wait (called != NULL);
  check_called (f, called);
}

/* 4.33: the list is read anew, though it is fresh, and the call sent once more; not twice. */
static void
test_mismatch (Fixture       *f,
               gconstpointer  data)
{
  g_autoptr(GAsyncResult) listed = NULL;
  g_autoptr(GAsyncResult) called = NULL;
  g_autoptr(GAsyncResult) again = NULL;
  g_autoptr(GPtrArray) tools = NULL;
  g_autoptr(GError) error = NULL;
  GhFakeHttpRequest *request;

  gh_mcp_session_list_tools_async (f->session, NULL, gh_test_store_result_cb, &listed);
  answer (f, "tools/list", LISTED (PLAIN));
  gh_test_wait (listed != NULL);
  tools = gh_mcp_session_list_tools_finish (f->session, listed, NULL);

  call (f, "{\"region\":\"r\"}", &called);
  refuse_headers (f);
  answer (f, "tools/list", LISTED (TOOL ("t", "Region")));
  request = answer (f, "tools/call", DONE);
  assert_header (request, "Mcp-Param-Region", "r");
  gh_test_wait (called != NULL);
  check_called (f, called);

  call (f, "{\"region\":\"r\"}", &again);
  refuse_headers (f);
  answer (f, "tools/list", LISTED (TOOL ("t", "Region")));
  refuse_headers (f);
  gh_test_wait (again != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, again, &error));
  g_assert_error (error, GH_RPC_REMOTE_ERROR, -32020);
}

/* 4.29 */
static void
test_refused (Fixture       *f,
              gconstpointer  data)
{
  g_autoptr(GAsyncResult) called = NULL;
  g_autoptr(GError) error = NULL;

  call (f, "{\"n\":9007199254740993}", &called);
  answer (f, "tools/list", LISTED (TOOL ("t", "Region")));
  gh_test_wait (called != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, called, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_UNSUPPORTED);
  g_assert_null (gh_fake_http_server_pop (f->server, "POST"));
}

/* 8.46: the task's id routes the looks at it. */
static void
test_task (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr(GAsyncResult) called = NULL;
  GhFakeHttpRequest *request;

  call (f, "{}", &called);
  answer (f, "tools/list", LISTED (PLAIN));
  answer (f, "tools/call", "{\"resultType\":\"task\",\"taskId\":\"k 1\",\"status\":\"working\","
          "\"pollIntervalMs\":100}");
  request = answer (f, "tasks/get", "{\"resultType\":\"complete\",\"taskId\":\"k 1\","
                    "\"status\":\"completed\",\"result\":{\"content\":[]}}");
  assert_header (request, "Mcp-Name", "k 1");
  gh_test_wait (called != NULL);
  check_called (f, called);
}

static void
send_event (GhFakeHttpRequest *request,
            const char        *method,
            const char        *id,
            const char        *rest)
{
  g_autofree char *text = g_strdup_printf ("data: " J "\"method\":\"notifications/%s\",\"params\":{"
                                           "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":"
                                           "%s}%s}}\n\n", method, id, rest);

  gh_fake_http_request_send (request, text);
}

static GhFakeHttpRequest *
take_listen (Fixture  *f,
             char    **id)
{
  GhFakeHttpRequest *request = take (f, "subscriptions/listen", id);

  gh_fake_http_request_open (request, 200, "text/event-stream");
  send_event (request, "subscriptions/acknowledged", *id,
              ",\"notifications\":{\"toolsListChanged\":true}");
  return request;
}

/* 4.39, 4.40: a broken stream is opened again, and what may have been missed is told; ours to end
 * is its connection, and nothing is sent for it (2.34). */
static void
test_listen (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GAsyncResult) closed = NULL;
  g_autofree char *id = NULL;
  g_autofree char *again = NULL;
  GhFakeHttpRequest *request = take_listen (f, &id);

  send_event (request, "tools/list_changed", id, "");
  gh_test_wait (f->n_changed == 1);
  gh_fake_http_request_cut (request);
  request = take_listen (f, &again);
  g_assert_cmpstr (id, !=, again);
  gh_test_wait (f->n_changed == 2);

  gh_mcp_session_close_async (f->session, gh_test_store_result_cb, &closed);
  gh_test_wait (closed != NULL);
  gh_test_wait (gh_fake_http_request_is_gone (request));
  g_assert_null (gh_fake_http_server_pop (f->server, "POST"));
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
#define ADD(path, data, func) \
  g_test_add ("/mcp/mirror/" path, Fixture, data, set_up, func, tear_down)
  ADD ("left-out", NULL, test_left_out);
  ADD ("list-first", NULL, test_list_first);
  ADD ("mismatch", NULL, test_mismatch);
  ADD ("refused", NULL, test_refused);
  ADD ("task", "{\"tools\":{},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}", test_task);
  ADD ("listen", "{\"tools\":{\"listChanged\":true}}", test_listen);
#undef ADD
  return gh_test_run ();
}
