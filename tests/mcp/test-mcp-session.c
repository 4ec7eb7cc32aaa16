/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The session over a transport whose other side is the test: the state machine as a table, then
 * every duty of the legacy revisions (requirements 2.x, 5.x, 6.x, 8.x). */
#include "config.h"

#include "session-fixture.h"

#include <string.h>

#include "gh-json.h"
#include "gh-rpc-error.h"
#include "gh-test.h"
#include "random-json.h"

/* The state machine */

typedef enum
{
  DO_START,
  DO_REPLY,     /* a good answer to initialize */
  DO_BAD_REPLY, /* a revision nobody knows */
  DO_LOSE,      /* the server goes away */
  DO_CLOSE,
  DO_CANCEL, /* the start's cancellable fires */
  N_INPUTS
} Input;

#define N_STATES (GH_MCP_SESSION_FAILED + 1)

/* N for negotiating, - for the state it was in. */
static const char table[N_STATES][N_INPUTS + 1] = {
  /* START, REPLY, BAD_REPLY, LOSE, CLOSE, CANCEL */
  [GH_MCP_SESSION_NEW] = "N---C-",
  [GH_MCP_SESSION_STARTING] = "NNNFCF",
  [GH_MCP_SESSION_NEGOTIATING] = "-RFFCF",
  [GH_MCP_SESSION_READY] = "---FC-",
  [GH_MCP_SESSION_CLOSING] = "CCCCCC",
  [GH_MCP_SESSION_CLOSED] = "------",
  [GH_MCP_SESSION_FAILED] = "------",
};

static GhMcpSessionState
look_up (GhMcpSessionState state,
         Input             input)
{
  switch (table[state][input])
    {
    case 'N':
      return GH_MCP_SESSION_NEGOTIATING;
    case 'R':
      return GH_MCP_SESSION_READY;
    case 'C':
      return GH_MCP_SESSION_CLOSED;
    case 'F':
      return GH_MCP_SESSION_FAILED;
    default:
      return state;
    }
}

static void
reply (Fixture    *f,
       const char *version)
{
  g_autofree char *text = g_strdup_printf (
    RPC "\"id\":1,\"result\":{\"protocolVersion\":\"%s\"}}", version);

  gh_fake_transport_receive (f->transport, text);
}

static void
bring_to (Fixture           *f,
          GhMcpSessionState  state,
          GCancellable      *cancellable)
{
  switch (state)
    {
    case GH_MCP_SESSION_NEW:
      break;
    case GH_MCP_SESSION_STARTING:
      start (f, cancellable);
      break;
    case GH_MCP_SESSION_NEGOTIATING:
      start (f, cancellable);
      gh_test_settle ();
      break;
    case GH_MCP_SESSION_READY:
      start (f, cancellable);
      gh_test_settle ();
      reply (f, NEWEST);
      gh_test_settle ();
      break;
    case GH_MCP_SESSION_CLOSING:
      bring_to (f, GH_MCP_SESSION_READY, cancellable);
      gh_mcp_session_close_async (f->session, NULL, NULL);
      break;
    case GH_MCP_SESSION_CLOSED:
      bring_to (f, GH_MCP_SESSION_READY, cancellable);
      close_session (f);
      break;
    case GH_MCP_SESSION_FAILED:
      bring_to (f, GH_MCP_SESSION_NEGOTIATING, cancellable);
      gh_fake_transport_close (f->transport, NULL);
      gh_test_settle ();
      break;
    default:
      g_assert_not_reached ();
    }
  g_assert_cmpint (gh_mcp_session_get_state (f->session), ==, state);
}

static void
put (Fixture      *f,
     Input         input,
     GCancellable *cancellable)
{
  switch (input)
    {
    case DO_START:
      gh_mcp_session_start_async (f->session, NULL, NULL, NULL);
      break;
    case DO_REPLY:
      reply (f, NEWEST);
      break;
    case DO_BAD_REPLY:
      reply (f, "1999-01-01");
      break;
    case DO_LOSE:
      gh_fake_transport_close (f->transport, NULL);
      break;
    case DO_CLOSE:
      gh_mcp_session_close_async (f->session, NULL, NULL);
      break;
    case DO_CANCEL:
      g_cancellable_cancel (cancellable);
      break;
    case N_INPUTS:
    default:
      g_assert_not_reached ();
    }
}

static void
test_states (void)
{
  for (GhMcpSessionState state = 0; state < N_STATES; state++)
    for (Input input = 0; input < N_INPUTS; input++)
      {
        g_autoptr(GCancellable) cancellable = g_cancellable_new ();
        Fixture f = { 0 };

        g_test_message ("state %d, input %d", state, input);
        set_up (&f, NULL);
        bring_to (&f, state, cancellable);
        put (&f, input, cancellable);
        gh_test_settle ();
        g_assert_cmpint (gh_mcp_session_get_state (f.session), ==, look_up (state, input));
        g_assert_true ((gh_mcp_session_get_error (f.session) != NULL)
                       == (look_up (state, input) == GH_MCP_SESSION_FAILED));
        tear_down (&f, NULL);
      }
}

/* Dropping the last reference ends the connection too, in every state. */
static void
test_drop (void)
{
  for (GhMcpSessionState state = 0; state < N_STATES; state++)
    {
      g_autoptr(GCancellable) cancellable = g_cancellable_new ();
      Fixture f = { 0 };

      set_up (&f, NULL);
      bring_to (&f, state, cancellable);
      g_cancellable_cancel (cancellable);
      g_signal_handlers_disconnect_by_data (f.session, &f);
      g_clear_object (&f.session);
      gh_test_settle ();
      g_clear_object (&f.started);
      gh_test_settle ();
      g_assert_true (gh_fake_transport_is_closed (f.transport));
      g_assert_finalize_object (f.transport);
      g_assert_finalize_object (f.delegate);
      g_ptr_array_unref (f.logs);
      g_array_unref (f.progress);
    }
}

/* The handshake */

static void
test_initialize (Fixture       *f,
                 gconstpointer  data)
{
  start (f, NULL);
  expect (f, RPC "\"id\":1,\"method\":\"initialize\",\"params\":{"
             "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{"
             "\"roots\":{\"listChanged\":true},\"sampling\":{\"tools\":{}}},"
             "\"clientInfo\":{\"name\":\"gatehouse\",\"title\":\"Gatehouse\","
             "\"version\":\"" GH_VERSION "\"}}}");
  g_assert_null (gh_mcp_session_get_version (f->session));
  receive (f, RPC "\"id\":1,\"result\":{\"protocolVersion\":\"2025-06-18\","
              "\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"s\","
              "\"title\":\"The server\",\"version\":\"1.2\"},\"instructions\":\"Use it well.\"}}");
  expect (f, RPC "\"method\":\"notifications/initialized\"}");
  gh_test_wait (f->started != NULL);
  g_assert_cmpint (gh_mcp_session_get_state (f->session), ==, GH_MCP_SESSION_READY);
  g_assert_cmpstr (gh_mcp_session_get_version (f->session), ==, "2025-06-18");
  g_assert_cmpstr (gh_mcp_session_get_server_name (f->session), ==, "The server");
  g_assert_cmpstr (gh_mcp_session_get_server_version (f->session), ==, "1.2");
  g_assert_cmpstr (gh_mcp_session_get_instructions (f->session), ==, "Use it well.");
  g_assert_true (gh_mcp_session_has_tools (f->session));
  g_assert_false (gh_mcp_session_has_logging (f->session));
}

static void
test_no_delegate (void)
{
  g_autoptr(GhFakeTransport) transport = gh_fake_transport_new ();
  g_autoptr(GhMcpSession) session = gh_mcp_session_new (GH_RPC_TRANSPORT (transport), NULL);
  g_autofree char *text = NULL;
  g_autofree char *answer = NULL;

  g_object_set (session, "era", "legacy", NULL);
  gh_mcp_session_start_async (session, NULL, NULL, NULL);
  gh_test_settle ();
  text = gh_fake_transport_pop_sent (transport);
  g_assert_nonnull (strstr (text, "\"capabilities\":{}"));
  gh_fake_transport_receive (transport, RPC "\"id\":5,\"method\":\"roots/list\"}");
  answer = gh_fake_transport_pop_sent (transport);
  g_assert_nonnull (strstr (answer, "-32601"));
  gh_mcp_session_close_async (session, NULL, NULL);
  gh_test_settle ();
}

static void
test_versions (void)
{
  static const char * const versions[] = { "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25" };

  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    {
      Fixture f = { 0 };

      set_up (&f, NULL);
      make_ready (&f, versions[i], "{}");
      g_assert_cmpstr (gh_mcp_session_get_version (f.session), ==, versions[i]);
      /* Batches are part of one revision only (1.11, 1.12). */
      g_assert_true (gh_fake_transport_allows_batch (f.transport)
                     == (strcmp (versions[i], "2025-03-26") == 0));
      tear_down (&f, NULL);
    }
}

static void
expect_failed (Fixture    *f,
               GQuark      domain,
               int         code,
               const char *part)
{
  g_autoptr(GError) error = NULL;

  gh_test_wait (f->started != NULL);
  g_assert_false (gh_mcp_session_start_finish (f->session, f->started, &error));
  g_assert_true (g_error_matches (error, domain, code));
  if (part != NULL)
    g_assert_nonnull (strstr (error->message, part));
  g_assert_cmpint (gh_mcp_session_get_state (f->session), ==, GH_MCP_SESSION_FAILED);
  g_assert_cmpstr (gh_mcp_session_get_error (f->session)->message, ==, error->message);
  gh_test_wait (gh_fake_transport_is_closed (f->transport));
}

static void
test_version_unknown (Fixture       *f,
                      gconstpointer  data)
{
  start (f, NULL);
  pop_id (f, "initialize");
  reply (f, "2026-07-28");
  expect_failed (f, GH_MCP_ERROR, GH_MCP_ERROR_VERSION, "2026-07-28");
  g_assert_nonnull (strstr (gh_mcp_session_get_error (f->session)->message, "2024-11-05"));
  expect_nothing (f);
}

static void
test_version_refused (Fixture       *f,
                      gconstpointer  data)
{
  start (f, NULL);
  receive (f, "%s", RPC "\"id\":99,\"result\":{}}");
  pop_id (f, "initialize");
  receive (f, "%s", RPC "\"id\":1,\"error\":{\"code\":-32602,\"message\":\"Unsupported\","
           "\"data\":{\"supported\":[\"1.0\",\"2.0\"],\"requested\":\"2025-11-25\"}}}");
  expect_failed (f, GH_MCP_ERROR, GH_MCP_ERROR_VERSION, "1.0, 2.0");
}

static void
test_initialize_error (Fixture       *f,
                       gconstpointer  data)
{
  start (f, NULL);
  pop_id (f, "initialize");
  receive (f, "%s", RPC "\"id\":1,\"error\":{\"code\":-32603,\"message\":\"No licence\"}}");
  expect_failed (f, GH_RPC_REMOTE_ERROR, -32603, "No licence");
}

static void
test_initialize_malformed (void)
{
  static const char * const results[] = { "[]", "7", "{}", "{\"protocolVersion\":1}", "null",
                                          "{\"protocolVersion\":\"a\\u0000\"}" };

  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      Fixture f = { 0 };

      set_up (&f, NULL);
      start (&f, NULL);
      pop_id (&f, "initialize");
      receive (&f, RPC "\"id\":1,\"result\":%s}", results[i]);
      gh_test_wait (f.started != NULL);
      g_assert_cmpint (gh_mcp_session_get_state (f.session), ==, GH_MCP_SESSION_FAILED);
      g_assert_true (gh_mcp_session_get_error (f.session)->domain == GH_MCP_ERROR);
      tear_down (&f, NULL);
    }
}

/* The connection is dropped; no notifications/cancelled is sent (2.4). */
static void
test_initialize_timeout (Fixture       *f,
                         gconstpointer  data)
{
  g_object_set (f->session, "start-timeout", 20, NULL);
  start (f, NULL);
  pop_id (f, "initialize");
  expect_failed (f, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT, "initialize");
  expect_nothing (f);
}

static void
test_initialize_cancelled (Fixture       *f,
                           gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();

  start (f, cancellable);
  pop_id (f, "initialize");
  g_cancellable_cancel (cancellable);
  expect_failed (f, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  expect_nothing (f);
}

static void
test_start_fails (Fixture       *f,
                  gconstpointer  data)
{
  g_autoptr(GError) error = g_error_new (GH_RPC_ERROR, GH_RPC_ERROR_SPAWN, "No such program: x");

  gh_fake_transport_fail_start (f->transport, error);
  start (f, NULL);
  expect_failed (f, GH_RPC_ERROR, GH_RPC_ERROR_SPAWN, "No such program: x");
}

/* Why the program ended is what the session says, not that a call of ours failed for it. */
static void
test_exit_during_initialize (Fixture       *f,
                             gconstpointer  data)
{
  g_autoptr(GError) error = g_error_new (GH_RPC_ERROR, GH_RPC_ERROR_EXITED, "exited with code 3");

  start (f, NULL);
  pop_id (f, "initialize");
  gh_fake_transport_close (f->transport, error);
  expect_failed (f, GH_RPC_ERROR, GH_RPC_ERROR_EXITED, "exited with code 3");
}

static void
test_close_while_starting (Fixture       *f,
                           gconstpointer  data)
{
  g_autoptr(GError) error = NULL;

  start (f, NULL);
  pop_id (f, "initialize");
  close_session (f);
  gh_test_wait (f->started != NULL);
  g_assert_false (gh_mcp_session_start_finish (f->session, f->started, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  g_assert_cmpint (gh_mcp_session_get_state (f->session), ==, GH_MCP_SESSION_CLOSED);
}

/* Servers say things before they answer initialize. */
static void
test_early_words (Fixture       *f,
                  gconstpointer  data)
{
  start (f, NULL);
  pop_id (f, "initialize");
  receive (f, "%s", RPC "\"method\":\"notifications/tools/list_changed\"}");
  receive (f, "%s", RPC "\"method\":\"notifications/message\","
           "\"params\":{\"level\":\"info\",\"data\":\"up\"}}");
  receive (f, "%s", RPC "\"id\":\"p\",\"method\":\"ping\"}");
  expect (f, RPC "\"id\":\"p\",\"result\":{}}");
  receive (f, "%s", RPC "\"id\":2,\"method\":\"roots/list\"}");
  expect (f, RPC "\"id\":2,\"result\":{\"roots\":[]}}");
  receive (f, "%s", RPC "\"id\":3,\"method\":\"sampling/createMessage\",\"params\":{}}");
  expect (f, RPC "\"id\":3,\"error\":{\"code\":-32600,"
             "\"message\":\"The session is not initialized\"}}");
  reply (f, NEWEST);
  expect (f, RPC "\"method\":\"notifications/initialized\"}");
  g_assert_cmpuint (f->logs->len, ==, 1);
}

/* What the server asks */

static void
test_requests (Fixture       *f,
               gconstpointer  data)
{
  gh_fake_delegate_add_root (f->delegate, "file:///srv/a%20b", "a b");
  gh_fake_delegate_add_root (f->delegate, "file:///srv/c", NULL);
  make_ready (f, NEWEST, "{}");
  receive (f, "%s", RPC "\"id\":1,\"method\":\"ping\"}");
  expect (f, RPC "\"id\":1,\"result\":{}}");
  receive (f, "%s", RPC "\"id\":\"1\",\"method\":\"roots/list\",\"params\":{}}");
  expect (f, RPC "\"id\":\"1\",\"result\":{\"roots\":[{\"uri\":\"file:///srv/a%20b\","
             "\"name\":\"a b\"},{\"uri\":\"file:///srv/c\"}]}}");
  receive (f, "%s", RPC "\"id\":2,\"method\":\"elicitation/create\",\"params\":{}}");
  expect (f, RPC "\"id\":2,\"error\":{\"code\":-32601,"
             "\"message\":\"Method not found\"}}");
  receive (f, "%s", RPC "\"method\":\"notifications/nonsense\",\"params\":[1]}");
  expect_nothing (f);
}

static void
test_roots_changed (Fixture       *f,
                    gconstpointer  data)
{
  gh_mcp_session_roots_changed (f->session);
  start (f, NULL);
  gh_mcp_session_roots_changed (f->session);
  pop_id (f, "initialize");
  reply (f, NEWEST);
  expect (f, RPC "\"method\":\"notifications/initialized\"}");
  expect_nothing (f);
  gh_mcp_session_roots_changed (f->session);
  expect (f, RPC "\"method\":\"notifications/roots/list_changed\"}");
}

static void
test_sampling (Fixture       *f,
               gconstpointer  data)
{
  g_autoptr(GError) denied = g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_DENIED, "Not today");
  g_autoptr(GError) silent = g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_DENIED, "%s", "");
  g_autoptr(GError) broken = g_error_new (G_IO_ERROR, G_IO_ERROR_FAILED, "key sk-123 refused");
  g_autoptr(GError) wrong = g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS, "a: b");

  make_ready (f, NEWEST, "{}");
  ask (f, "1");
  ask (f, "\"two\"");
  ask (f, "3");
  ask (f, "4");
  ask (f, "5");
  g_assert_cmpuint (gh_fake_delegate_get_n_waiting (f->delegate), ==, 5);
  g_assert_null (gh_fake_delegate_get_tool (f->delegate, 0));
  g_assert_cmpint (gh_fake_delegate_get_request (f->delegate, 0)->max_tokens, ==, 5);

  gh_fake_delegate_answer (f->delegate, "a");
  expect (f, RPC "\"id\":1,\"result\":{\"role\":\"assistant\",\"content\":{"
             "\"type\":\"text\",\"text\":\"a\"},\"model\":\"fake-model\","
             "\"stopReason\":\"endTurn\"}}");
  gh_fake_delegate_fail (f->delegate, denied);
  expect (f, RPC "\"id\":\"two\",\"error\":{\"code\":-1,\"message\":\"Not today\"}}");
  gh_fake_delegate_fail (f->delegate, silent);
  expect (f, RPC "\"id\":3,\"error\":{\"code\":-1,"
             "\"message\":\"User rejected sampling request\"}}");
  gh_fake_delegate_fail (f->delegate, broken);
  expect (f, RPC "\"id\":4,\"error\":{\"code\":-32603,"
             "\"message\":\"The request could not be completed\"}}");
  gh_fake_delegate_fail (f->delegate, wrong);
  expect (f, RPC "\"id\":5,\"error\":{\"code\":-32602,\"message\":\"a: b\"}}");
}

static void
test_sampling_invalid (Fixture       *f,
                       gconstpointer  data)
{
  g_autoptr(JsonNode) node = NULL;
  JsonObject *error;

  make_ready (f, "2025-06-18", "{}");
  receive (f, "%s", RPC "\"id\":1,\"method\":\"sampling/createMessage\","
           "\"params\":{" MESSAGES "}}");
  node = pop (f, NULL);
  error = gh_json_get_object (gh_json_node_get_object (node), "error");
  g_assert_cmpint (gh_json_get_int (error, "code", 0), ==, -32602);
  g_assert_nonnull (strstr (gh_json_get_string (error, "message"), "maxTokens"));
  receive (f, "%s", RPC "\"id\":2,\"method\":\"sampling/createMessage\"}");
  json_node_unref (g_steal_pointer (&node));
  node = pop (f, NULL);
  error = gh_json_get_object (gh_json_node_get_object (node), "error");
  g_assert_cmpint (gh_json_get_int (error, "code", 0), ==, -32602);
  g_assert_cmpuint (gh_fake_delegate_get_n_requests (f->delegate), ==, 0);
}

static void
test_sampling_withdrawn (Fixture       *f,
                         gconstpointer  data)
{
  static const char * const junk[] = {
    "", ",\"params\":{}", ",\"params\":[]", ",\"params\":{\"requestId\":null}",
    ",\"params\":{\"requestId\":[7]}", ",\"params\":{\"requestId\":\"7\"}",
    ",\"params\":{\"requestId\":99}", ",\"params\":{\"requestId\":1e400}",
  };

  make_ready (f, NEWEST, "{}");
  ask (f, "7");
  for (guint i = 0; i < G_N_ELEMENTS (junk); i++)
    receive (f, RPC "\"method\":\"notifications/cancelled\"%s}", junk[i]);
  g_assert_cmpuint (gh_fake_delegate_get_n_waiting (f->delegate), ==, 1);
  receive (f, "%s", RPC "\"method\":\"notifications/cancelled\","
           "\"params\":{\"requestId\":7,\"reason\":\"changed my mind\"}}");
  gh_test_wait (gh_fake_delegate_get_n_withdrawn (f->delegate) == 1);
  expect_nothing (f);
}

static void
test_sampling_server_gone (Fixture       *f,
                           gconstpointer  data)
{
  g_autoptr(GError) error = g_error_new (GH_RPC_ERROR, GH_RPC_ERROR_EXITED, "killed by signal 9");

  make_ready (f, NEWEST, "{}");
  ask (f, "7");
  gh_fake_transport_close (f->transport, error);
  gh_test_wait (gh_fake_delegate_get_n_withdrawn (f->delegate) == 1);
  g_assert_cmpint (gh_mcp_session_get_state (f->session), ==, GH_MCP_SESSION_FAILED);
  g_assert_error (gh_mcp_session_get_error (f->session), GH_RPC_ERROR, GH_RPC_ERROR_EXITED);
}

static void
test_sampling_flood (Fixture       *f,
                     gconstpointer  data)
{
  guint n_refused = 0;

  make_ready (f, NEWEST, "{}");
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);

      ask (f, id);
    }
  while (gh_fake_transport_get_n_sent (f->transport) > 0)
    {
      g_autofree char *text = gh_fake_transport_pop_sent (f->transport);

      g_assert_nonnull (strstr (text, "-32603"));
      n_refused++;
    }
  g_assert_cmpuint (n_refused + gh_fake_delegate_get_n_waiting (f->delegate), ==, 100);
  g_assert_cmpuint (n_refused, >, 0);
  close_session (f);
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 0);
}

/* A delegate that went away serves nothing, and the session does not keep it alive. */
static void
test_delegate_gone (Fixture       *f,
                    gconstpointer  data)
{
  make_ready (f, NEWEST, "{}");
  g_assert_finalize_object (f->delegate);
  f->delegate = gh_fake_delegate_new ();
  ask (f, "1");
  expect (f, RPC "\"id\":1,\"error\":{\"code\":-32601,"
             "\"message\":\"Method not found\"}}");
}

/* Anything */

/* Random values in every member of everything a server may say: the session lives, and says nothing
 * that a developer would have to look at (criticals end the test). */
static void
test_hostile (Fixture       *f,
              gconstpointer  data)
{
  static const char * const templates[] = {
    RPC "\"id\":1,\"method\":\"ping\"}",
    RPC "\"id\":\"a\",\"method\":\"roots/list\",\"params\":{}}",
    RPC "\"id\":3,\"method\":\"sampling/createMessage\",\"params\":{" MESSAGES ","
    "\"maxTokens\":5,\"modelPreferences\":{\"hints\":[{\"name\":\"a\"}],\"costPriority\":1}}}",
    RPC "\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":3}}",
    RPC "\"method\":\"notifications/progress\",\"params\":{\"progressToken\":1,"
    "\"progress\":1,\"total\":2,\"message\":\"m\"}}",
    RPC "\"method\":\"notifications/message\",\"params\":{\"level\":\"info\","
    "\"logger\":\"l\",\"data\":\"d\"}}",
    RPC "\"method\":\"notifications/tools/list_changed\"}",
    RPC "\"id\":2,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"t\"}]}}",
    RPC "\"id\":3,\"result\":{\"tools\":[{\"name\":\"t\",\"inputSchema\":{}}],"
    "\"nextCursor\":\"c\"}}",
    RPC "\"id\":4,\"error\":{\"code\":-32602,\"message\":\"m\",\"data\":1}}",
  };
  g_autoptr(GRand) rand = g_rand_new_with_seed (42);
  g_autoptr(GAsyncResult) called = NULL;
  g_autoptr(GAsyncResult) listed = NULL;
  JsonNode *nodes[G_N_ELEMENTS (templates)];

  make_ready (f, NEWEST, TOOLS);
  gh_mcp_session_call_tool_async (f->session, "t", NULL, progress_cb, f, NULL,
                                  gh_test_store_result_cb, &called);
  gh_mcp_session_list_tools_async (f->session, NULL, gh_test_store_result_cb, &listed);
  gh_fake_delegate_set_text (f->delegate, "a");
  for (guint i = 0; i < G_N_ELEMENTS (templates); i++)
    nodes[i] = gh_json_read (templates[i], strlen (templates[i]), NULL);
  for (guint i = 0; i < 5000; i++)
    {
      g_autoptr(JsonNode) node = random_json_mutate (rand, nodes[i % G_N_ELEMENTS (templates)]);
      g_autofree char *text = gh_json_write (node, NULL);

      gh_fake_transport_receive (f->transport, text);
      if (i % 16 == 0)
        gh_test_settle ();
      while (gh_fake_transport_get_n_sent (f->transport) > 0)
        g_free (gh_fake_transport_pop_sent (f->transport));
    }
  g_assert_cmpint (gh_mcp_session_get_state (f->session), ==, GH_MCP_SESSION_READY);
  for (guint i = 0; i < G_N_ELEMENTS (templates); i++)
    json_node_unref (nodes[i]);
  close_session (f);
  gh_test_wait (called != NULL && listed != NULL);
}

static void
test_hostile_initialize (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (43);
  const char *text = RPC "\"id\":1,\"result\":{\"protocolVersion\":\"2025-06-18\","
                     "\"capabilities\":{\"tools\":{},\"logging\":{}},"
                     "\"serverInfo\":{\"name\":\"s\","
                     "\"title\":\"t\",\"version\":\"1\"},\"instructions\":\"i\"}}";
  g_autoptr(JsonNode) good = gh_json_read (text, strlen (text), NULL);

  for (guint i = 0; i < 500; i++)
    {
      g_autoptr(JsonNode) node = random_json_mutate (rand, good);
      g_autofree char *mutated = gh_json_write (node, NULL);
      Fixture f = { 0 };

      set_up (&f, NULL);
      start (&f, NULL);
      gh_test_settle ();
      gh_fake_transport_receive (f.transport, mutated);
      gh_test_settle ();
      tear_down (&f, NULL);
    }
}

#define ADD(name, func) g_test_add ("/mcp/session/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/mcp/session/states", test_states);
  g_test_add_func ("/mcp/session/drop", test_drop);
  ADD ("initialize", test_initialize);
  g_test_add_func ("/mcp/session/no-delegate", test_no_delegate);
  g_test_add_func ("/mcp/session/versions", test_versions);
  ADD ("version-unknown", test_version_unknown);
  ADD ("version-refused", test_version_refused);
  ADD ("initialize-error", test_initialize_error);
  g_test_add_func ("/mcp/session/initialize-malformed", test_initialize_malformed);
  ADD ("initialize-timeout", test_initialize_timeout);
  ADD ("initialize-cancelled", test_initialize_cancelled);
  ADD ("start-fails", test_start_fails);
  ADD ("exit-during-initialize", test_exit_during_initialize);
  ADD ("close-while-starting", test_close_while_starting);
  ADD ("early-words", test_early_words);
  ADD ("requests", test_requests);
  ADD ("roots-changed", test_roots_changed);
  ADD ("sampling", test_sampling);
  ADD ("sampling-invalid", test_sampling_invalid);
  ADD ("sampling-withdrawn", test_sampling_withdrawn);
  ADD ("sampling-server-gone", test_sampling_server_gone);
  ADD ("sampling-flood", test_sampling_flood);
  ADD ("delegate-gone", test_delegate_gone);
  ADD ("hostile", test_hostile);
  g_test_add_func ("/mcp/session/hostile-initialize", test_hostile_initialize);
  return gh_test_run ();
}
