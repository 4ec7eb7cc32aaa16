/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A session over Streamable HTTP: finding out the era, calling off, and a server that forgets. */
#include "config.h"

#include <string.h>

#include "gh-fake-http-server.h"
#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-http-transport.h"
#include "gh-mcp-session.h"
#include "gh-rpc-error.h"
#include "gh-test.h"

#define J "{\"jsonrpc\":\"2.0\","
#define JSON_TYPE "application/json"
#define ALL "{\"tools\":{},\"logging\":{},\"resources\":{\"subscribe\":true}}"
#define DISCOVERED "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":" ALL "}"
#define LEGACY "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":" ALL "}"

typedef struct
{
  GhFakeHttpServer *server;
  GhMcpSession *session;
  GAsyncResult *started;
  guint n_changed;
} Fixture;

static void
changed_cb (Fixture *f)
{
  f->n_changed++;
}

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  g_autoptr(GhMcpHttpTransport) transport = NULL;
  g_autofree char *url = NULL;

  f->server = gh_fake_http_server_new (NULL);
  url = gh_fake_http_server_dup_url (f->server, "/mcp");
  transport = gh_mcp_http_transport_new (url, NULL);
  f->session = gh_mcp_session_new (GH_RPC_TRANSPORT (transport), NULL);
  g_signal_connect_swapped (f->session, "tools-changed", G_CALLBACK (changed_cb), f);
  g_object_set (f->session, "era", data, NULL);
  gh_mcp_session_start_async (f->session, NULL, gh_test_store_result_cb, &f->started);
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr(GAsyncResult) closed = NULL;

  gh_mcp_session_close_async (f->session, gh_test_store_result_cb, &closed);
  gh_test_wait (closed != NULL);
  g_clear_object (&closed);
  g_clear_object (&f->started);
  gh_test_settle ();
  g_assert_finalize_object (f->session);
  g_clear_object (&f->server);
}

/* The next POST is this; gives the id as text, owned by the caller. */
static GhFakeHttpRequest *
take (Fixture     *f,
      const char  *method,
      char       **id)
{
  GhFakeHttpRequest *request = gh_fake_http_server_take (f->server, "POST");
  const char *body = gh_fake_http_request_get_body (request);
  g_autoptr(JsonNode) node = gh_json_read (body, strlen (body), NULL);
  JsonObject *object = gh_json_node_get_object (node);
  JsonNode *node_id = gh_json_get (object, "id");

  g_assert_cmpstr (gh_json_get_string (object, "method"), ==, method);
  if (id != NULL)
    *id = gh_json_write (node_id, NULL);
  return request;
}

static void
give (GhFakeHttpRequest *request,
      guint              status,
      const char        *id,
      const char        *what)
{
  g_autofree char *body = g_strdup_printf (J "\"id\":%s,%s}", id, what);

  gh_fake_http_request_answer (request, status, JSON_TYPE, body);
}

static void
answer (Fixture    *f,
        const char *method,
        const char *result)
{
  g_autofree char *id = NULL;
  GhFakeHttpRequest *request = take (f, method, &id);
  g_autofree char *what = g_strdup_printf ("\"result\":%s", result);

  give (request, 200, id, what);
}

static void
assert_header (GhFakeHttpRequest *request,
               const char        *name,
               const char        *value)
{
  g_assert_cmpstr (gh_fake_http_request_get_header (request, name), ==, value);
}

static void
check_ready (Fixture  *f,
             GhMcpEra  era)
{
  g_autoptr(GError) error = NULL;

  gh_test_wait (f->started != NULL);
  g_assert_true (gh_mcp_session_start_finish (f->session, f->started, &error));
  g_assert_no_error (error);
  g_assert_cmpint (gh_mcp_session_get_era (f->session), ==, era);
}

static void
initialize (Fixture    *f,
            const char *session_id)
{
  g_autofree char *id = NULL;
  GhFakeHttpRequest *request = take (f, "initialize", &id);

  assert_header (request, "MCP-Protocol-Version", NULL);
  assert_header (request, "MCP-Session-Id", NULL);
  if (session_id != NULL)
    gh_fake_http_request_add_header (request, "MCP-Session-Id", session_id);
  give (request, 200, id, "\"result\":" LEGACY);
  request = take (f, "notifications/initialized", NULL);
  assert_header (request, "MCP-Protocol-Version", "2025-11-25");
  assert_header (request, "MCP-Session-Id", session_id);
  gh_fake_http_request_answer (request, 202, NULL, NULL);
}

/* 2.24: the body of a 400 counts. */
static void
test_modern (Fixture       *f,
             gconstpointer  data)
{
  g_autofree char *id = NULL;
  GhFakeHttpRequest *request = take (f, "server/discover", &id);

  assert_header (request, "MCP-Protocol-Version", "2026-07-28");
  assert_header (request, "Mcp-Method", "server/discover");
  give (request, 400, id, "\"error\":{\"code\":-32022,\"message\":\"no\",\"data\":{"
                          "\"supported\":[\"2026-07-28\"]}}");
  answer (f, "server/discover", DISCOVERED);
  check_ready (f, GH_MCP_ERA_MODERN);
}

static void
test_legacy (Fixture       *f,
             gconstpointer  data)
{
  gh_fake_http_request_answer (take (f, "server/discover", NULL), 400, "text/plain", "Bad");
  initialize (f, "abc");
  check_ready (f, GH_MCP_ERA_LEGACY);
}

/* 2.25: old servers answer 200 and an error, or 200 and something. */
static void
test_legacy_answers (Fixture       *f,
                     gconstpointer  data)
{
  answer (f, "server/discover", "{}");
  initialize (f, NULL);
  check_ready (f, GH_MCP_ERA_LEGACY);
}

/* 1.16, 2.25: a modern server without server/discover, whomever its error names. */
static void
without_discover (Fixture    *f,
                  const char *named)
{
  g_autoptr(GAsyncResult) listed = NULL;
  g_autoptr(GError) error = NULL;
  GhFakeHttpRequest *request;
  g_autofree char *id = NULL;

  request = take (f, "server/discover", &id);
  give (request, 404, named != NULL ? named : id,
        "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}");
  check_ready (f, GH_MCP_ERA_MODERN);
  g_assert_true (gh_mcp_session_has_tools (f->session));
  gh_mcp_session_list_tools_async (f->session, NULL, gh_test_store_result_cb, &listed);
  g_clear_pointer (&id, g_free);
  request = take (f, "tools/list", &id);
  assert_header (request, "MCP-Protocol-Version", "2026-07-28");
  give (request, 404, id, "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}");
  gh_test_wait (listed != NULL);
  g_assert_null (gh_mcp_session_list_tools_finish (f->session, listed, &error));
  g_assert_error (error, GH_RPC_REMOTE_ERROR, -32601);
  g_assert_cmpuint (gh_rpc_remote_error_get_status (error), ==, 404);
}

static void
test_without_discover (Fixture       *f,
                       gconstpointer  data)
{
  without_discover (f, NULL);
}

static void
test_without_discover_nor_id (Fixture       *f,
                              gconstpointer  data)
{
  without_discover (f, "null");
}

/* The same words with success are an old server's. */
static void
test_method_not_found (Fixture       *f,
                       gconstpointer  data)
{
  g_autofree char *id = NULL;
  GhFakeHttpRequest *request = take (f, "server/discover", &id);

  give (request, 200, id, "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}");
  initialize (f, NULL);
  check_ready (f, GH_MCP_ERA_LEGACY);
}

static void
test_nothing (Fixture       *f,
              gconstpointer  data)
{
  g_autoptr(GError) error = NULL;

  gh_fake_http_request_answer (take (f, "server/discover", NULL), 404, "text/html", "<p>");
  gh_fake_http_request_answer (take (f, "initialize", NULL), 405, NULL, NULL);
  gh_test_wait (f->started != NULL);
  g_assert_false (gh_mcp_session_start_finish (f->session, f->started, &error));
  g_test_message ("%s", error->message);
  g_assert_true (g_str_has_prefix (error->message, "server/discover: "));
  g_assert_nonnull (strstr (error->message, "404"));
  g_assert_nonnull (strstr (error->message, "; initialize: "));
  g_assert_nonnull (strstr (error->message, "405"));
}

static void
call (Fixture       *f,
      GCancellable  *cancellable,
      GAsyncResult **result)
{
  gh_mcp_session_call_tool_async (f->session, "t", NULL, NULL, NULL, cancellable,
                                  gh_test_store_result_cb, result);
}

/* 2.34: closing is all; no notification. */
static void
test_cancel (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) called = NULL;
  g_autoptr(GError) error = NULL;
  GhFakeHttpRequest *request;
  guint n_posts;

  answer (f, "server/discover", DISCOVERED);
  check_ready (f, GH_MCP_ERA_MODERN);
  call (f, cancellable, &called);
  /* Which arguments to mirror must be known first (4.33). */
  answer (f, "tools/list", "{\"tools\":[]}");
  request = take (f, "tools/call", NULL);
  n_posts = gh_fake_http_server_count (f->server, "POST");
  g_cancellable_cancel (cancellable);
  gh_test_wait (called != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, called, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  gh_test_wait (gh_fake_http_request_is_gone (request));
  g_assert_cmpuint (gh_fake_http_server_count (f->server, "POST"), ==, n_posts);
}

/* 4.11, 4.14: a new session, with what the old one held; what is safe is asked again. */
static void
test_forgotten (Fixture       *f,
                gconstpointer  data)
{
  g_autoptr(GAsyncResult) level = NULL;
  g_autoptr(GAsyncResult) subscribed = NULL;
  g_autoptr(GAsyncResult) listed = NULL;
  g_autoptr(GAsyncResult) called = NULL;
  g_autoptr(GPtrArray) tools = NULL;
  g_autoptr(GError) error = NULL;
  GhFakeHttpRequest *list_request, *call_request;

  gh_fake_http_request_answer (take (f, "server/discover", NULL), 400, NULL, NULL);
  initialize (f, "old");
  check_ready (f, GH_MCP_ERA_LEGACY);
  gh_mcp_session_set_log_level_async (f->session, "debug", NULL, gh_test_store_result_cb, &level);
  answer (f, "logging/setLevel", "{}");
  gh_mcp_session_subscribe_async (f->session, "file:///a", NULL, gh_test_store_result_cb,
                                  &subscribed);
  answer (f, "resources/subscribe", "{}");
  gh_test_wait (level != NULL && subscribed != NULL);

  call (f, NULL, &called);
  call_request = take (f, "tools/call", NULL);
  gh_mcp_session_list_tools_async (f->session, NULL, gh_test_store_result_cb, &listed);
  list_request = take (f, "tools/list", NULL);
  gh_fake_http_request_answer (list_request, 404, NULL, NULL);
  gh_test_wait (gh_mcp_session_get_state (f->session) == GH_MCP_SESSION_NEGOTIATING);
  gh_fake_http_request_answer (call_request, 404, NULL, NULL);
  initialize (f, "new");
  gh_test_wait (gh_mcp_session_get_state (f->session) == GH_MCP_SESSION_READY);

  answer (f, "logging/setLevel", "{}");
  answer (f, "resources/subscribe", "{}");
  answer (f, "tools/list", "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}]}");
  gh_test_wait (listed != NULL && called != NULL);
  tools = gh_mcp_session_list_tools_finish (f->session, listed, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (tools->len, ==, 1);
  /* Whoever called it decides. */
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, called, &error));
  g_assert_nonnull (error);
  gh_test_wait (f->n_changed == 1);
}

/* Nobody needs to wait for the new session; what is asked meanwhile does. */
static void
test_forgotten_cancel (Fixture       *f,
                       gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) listed = NULL;
  g_autoptr(GAsyncResult) called = NULL;
  g_autoptr(GhMcpToolResult) tool_result = NULL;
  g_autoptr(GError) error = NULL;

  gh_fake_http_request_answer (take (f, "server/discover", NULL), 400, NULL, NULL);
  initialize (f, "old");
  check_ready (f, GH_MCP_ERA_LEGACY);
  gh_mcp_session_list_tools_async (f->session, cancellable, gh_test_store_result_cb, &listed);
  gh_fake_http_request_answer (take (f, "tools/list", NULL), 404, NULL, NULL);
  gh_test_wait (gh_mcp_session_get_state (f->session) == GH_MCP_SESSION_NEGOTIATING);
  gh_test_settle ();
  g_assert_null (listed);
  g_cancellable_cancel (cancellable);
  gh_test_wait (listed != NULL);
  g_assert_null (gh_mcp_session_list_tools_finish (f->session, listed, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  call (f, NULL, &called);
  initialize (f, "new");
  answer (f, "tools/call", "{\"content\":[]}");
  gh_test_wait (called != NULL);
  tool_result = gh_mcp_session_call_tool_finish (f->session, called, &error);
  g_assert_no_error (error);
}

/* It forgets, and is gone altogether: what waits for a new session fails. */
static void
test_forgotten_for_good (Fixture       *f,
                         gconstpointer  data)
{
  g_autoptr(GAsyncResult) listed = NULL;
  g_autoptr(GError) error = NULL;

  gh_fake_http_request_answer (take (f, "server/discover", NULL), 400, NULL, NULL);
  initialize (f, "old");
  check_ready (f, GH_MCP_ERA_LEGACY);
  gh_mcp_session_list_tools_async (f->session, NULL, gh_test_store_result_cb, &listed);
  gh_fake_http_request_answer (take (f, "tools/list", NULL), 404, NULL, NULL);
  gh_fake_http_request_answer (take (f, "initialize", NULL), 503, NULL, NULL);
  gh_test_wait (listed != NULL);
  g_assert_null (gh_mcp_session_list_tools_finish (f->session, listed, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  g_assert_cmpint (gh_mcp_session_get_state (f->session), ==, GH_MCP_SESSION_FAILED);
}

/* One that forgets each session at once is not asked for ever. */
static void
test_forgotten_always (Fixture       *f,
                       gconstpointer  data)
{
  guint n_posts;

  gh_fake_http_request_answer (take (f, "server/discover", NULL), 400, NULL, NULL);
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *id = NULL;
      GhFakeHttpRequest *request = take (f, "initialize", &id);

      gh_fake_http_request_add_header (request, "MCP-Session-Id", "abc");
      give (request, 200, id, "\"result\":" LEGACY);
      gh_fake_http_request_answer (take (f, "notifications/initialized", NULL), 404, NULL, NULL);
    }
  gh_test_wait (gh_mcp_session_get_state (f->session) == GH_MCP_SESSION_FAILED);
  g_assert_error (gh_mcp_session_get_error (f->session), GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
  n_posts = gh_fake_http_server_count (f->server, "POST");
  gh_test_settle ();
  g_assert_cmpuint (gh_fake_http_server_count (f->server, "POST"), ==, n_posts);
}

/* The new session is in the revision that the person pinned. */
static void
test_forgotten_pinned (Fixture       *f,
                       gconstpointer  data)
{
  static const char * const sessions[] = { "old", "new" };

  for (guint i = 0; i < G_N_ELEMENTS (sessions); i++)
    {
      g_autofree char *id = NULL;
      GhFakeHttpRequest *request = take (f, "initialize", &id);

      g_assert_nonnull (strstr (gh_fake_http_request_get_body (request), "\"2025-06-18\""));
      gh_fake_http_request_add_header (request, "MCP-Session-Id", sessions[i]);
      give (request, 200, id, "\"result\":{\"protocolVersion\":\"2025-06-18\"}");
      gh_fake_http_request_answer (take (f, "notifications/initialized", NULL),
                                   i == 0 ? 404 : 202, NULL, NULL);
    }
  check_ready (f, GH_MCP_ERA_LEGACY);
  g_assert_cmpstr (gh_mcp_session_get_version (f->session), ==, "2025-06-18");
}

#define ADD(name, function) \
  g_test_add ("/mcp/web/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  ADD ("modern", test_modern);
  ADD ("legacy", test_legacy);
  ADD ("legacy-answers", test_legacy_answers);
  ADD ("without-discover", test_without_discover);
  ADD ("without-discover-nor-id", test_without_discover_nor_id);
  ADD ("method-not-found", test_method_not_found);
  ADD ("nothing", test_nothing);
  ADD ("cancel", test_cancel);
  ADD ("forgotten", test_forgotten);
  ADD ("forgotten-cancel", test_forgotten_cancel);
  ADD ("forgotten-for-good", test_forgotten_for_good);
  ADD ("forgotten-always", test_forgotten_always);
  g_test_add ("/mcp/web/forgotten-pinned", Fixture, "2025-06-18", set_up, test_forgotten_pinned,
              tear_down);
  return g_test_run ();
}
