/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The session over a transport whose other side is the test: the state machine as a table, then every
 * duty of the legacy revisions (requirements 2.x, 5.x, 6.x, 8.x). */
#include "config.h"

#include "gh-mcp-session.h"

#include <math.h>
#include <string.h>

#include "gh-fake-delegate.h"
#include "gh-fake-transport.h"
#include "gh-json.h"
#include "gh-rpc-error.h"
#include "gh-test.h"
#include "random-json.h"

typedef struct
{
  GhFakeTransport *transport;
  GhFakeDelegate *delegate;
  GhMcpSession *session;
  GAsyncResult *started;
  GPtrArray *logs; /* of char *: "level/logger/text" */
  guint n_changed;
  GArray *progress; /* of double */
  char *message;
  double total;
} Fixture;

static void
log_cb (GhMcpSession *session,
        const char   *level,
        const char   *logger,
        const char   *text,
        gpointer      user_data)
{
  Fixture *f = user_data;

  g_ptr_array_add (f->logs, g_strdup_printf ("%s/%s/%s", level, logger != NULL ? logger : "-",
                                             text));
}

static void
changed_cb (GhMcpSession *session,
            gpointer      user_data)
{
  Fixture *f = user_data;

  f->n_changed++;
}

static void
progress_cb (double      progress,
             double      total,
             const char *message,
             gpointer    user_data)
{
  Fixture *f = user_data;

  g_array_append_val (f->progress, progress);
  f->total = total;
  g_free (f->message);
  f->message = g_strdup (message);
}

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->transport = gh_fake_transport_new ();
  f->delegate = gh_fake_delegate_new ();
  f->session = gh_mcp_session_new (GH_RPC_TRANSPORT (f->transport),
                                   GH_MCP_DELEGATE (f->delegate));
  f->logs = g_ptr_array_new_with_free_func (g_free);
  f->progress = g_array_new (FALSE, FALSE, sizeof (double));
  g_signal_connect (f->session, "log", G_CALLBACK (log_cb), f);
  g_signal_connect (f->session, "tools-changed", G_CALLBACK (changed_cb), f);
}

static void
close_session (Fixture *f)
{
  g_autoptr(GAsyncResult) closed = NULL;

  gh_mcp_session_close_async (f->session, gh_test_store_result_cb, &closed);
  gh_test_wait (closed != NULL);
  g_assert_true (gh_mcp_session_close_finish (f->session, closed, NULL));
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  close_session (f);
  gh_test_settle ();
  g_clear_object (&f->started);
  g_signal_handlers_disconnect_by_data (f->session, f);
  g_assert_finalize_object (f->session);
  gh_test_settle ();
  g_assert_finalize_object (f->delegate);
  g_assert_true (gh_fake_transport_is_closed (f->transport));
  g_assert_finalize_object (f->transport);
  g_ptr_array_unref (f->logs);
  g_array_unref (f->progress);
  g_free (f->message);
}

/* --- The other side ---------------------------------------------------------------------------- */

static void G_GNUC_PRINTF (2, 3)
receive (Fixture    *f,
         const char *format,
         ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  gh_fake_transport_receive (f->transport, text);
  gh_test_settle ();
}

/* The next message that was sent; its text must be `shown` unless that is NULL. */
static JsonNode *
pop (Fixture    *f,
     const char *shown)
{
  g_autofree char *text = gh_fake_transport_pop_sent (f->transport);
  g_autoptr(GError) error = NULL;
  JsonNode *node;

  g_assert_nonnull (text);
  if (shown != NULL)
    g_assert_cmpstr (text, ==, shown);
  node = gh_json_read (text, strlen (text), &error);
  g_assert_no_error (error);
  return node;
}

/* The next message is this request; gives its id. */
static gint64
pop_request (Fixture     *f,
             const char  *method,
             JsonObject **params,
             JsonNode   **hold)
{
  JsonObject *object;

  gh_test_wait (gh_fake_transport_get_n_sent (f->transport) > 0);
  *hold = pop (f, NULL);
  object = gh_json_node_get_object (*hold);
  g_assert_cmpstr (gh_json_get_string (object, "method"), ==, method);
  if (params != NULL)
    *params = gh_json_get_object (object, "params");
  return gh_json_get_int (object, "id", -1);
}

static gint64
pop_id (Fixture    *f,
        const char *method)
{
  g_autoptr(JsonNode) hold = NULL;

  return pop_request (f, method, NULL, &hold);
}

/* The next message says so. */
static void
expect (Fixture    *f,
        const char *text)
{
  g_autoptr(JsonNode) node = NULL;

  gh_test_wait (gh_fake_transport_get_n_sent (f->transport) > 0);
  node = pop (f, text);
}

static void
expect_nothing (Fixture *f)
{
  gh_test_settle ();
  g_assert_cmpuint (gh_fake_transport_get_n_sent (f->transport), ==, 0);
}

static void
start (Fixture      *f,
       GCancellable *cancellable)
{
  gh_mcp_session_start_async (f->session, cancellable, gh_test_store_result_cb, &f->started);
}

static void
make_ready (Fixture    *f,
            const char *version,
            const char *capabilities)
{
  g_autoptr(GError) error = NULL;
  gint64 id;

  start (f, NULL);
  id = pop_id (f, "initialize");
  receive (f, "{\"jsonrpc\":\"2.0\",\"id\":%" G_GINT64_FORMAT ",\"result\":{\"protocolVersion\":\"%s\","
           "\"capabilities\":%s,\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}}",
           id, version, capabilities);
  gh_test_wait (f->started != NULL);
  g_assert_true (gh_mcp_session_start_finish (f->session, f->started, &error));
  g_assert_no_error (error);
  expect (f, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
}

#define NEWEST "2025-11-25"
#define TOOLS "{\"tools\":{\"listChanged\":true},\"logging\":{}}"

/* --- The state machine -------------------------------------------------------------------------- */

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
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"%s\"}}", version);

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

/* --- The handshake ------------------------------------------------------------------------------ */

static void
test_initialize (Fixture       *f,
                 gconstpointer  data)
{
  start (f, NULL);
  expect (f, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
             "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"roots\":{\"listChanged\":true},"
             "\"sampling\":{}},\"clientInfo\":{\"name\":\"gatehouse\",\"title\":\"Gatehouse\","
             "\"version\":\"" GH_VERSION "\"}}}");
  g_assert_null (gh_mcp_session_get_version (f->session));
  receive (f, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-06-18\","
              "\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"s\",\"title\":\"The server\","
              "\"version\":\"1.2\"},\"instructions\":\"Use it well.\"}}");
  expect (f, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
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

  gh_mcp_session_start_async (session, NULL, NULL, NULL);
  gh_test_settle ();
  text = gh_fake_transport_pop_sent (transport);
  g_assert_nonnull (strstr (text, "\"capabilities\":{}"));
  gh_fake_transport_receive (transport, "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"roots/list\"}");
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
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}");
  pop_id (f, "initialize");
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"Unsupported\","
           "\"data\":{\"supported\":[\"1.0\",\"2.0\"],\"requested\":\"2025-11-25\"}}}");
  expect_failed (f, GH_MCP_ERROR, GH_MCP_ERROR_VERSION, "1.0, 2.0");
}

static void
test_initialize_error (Fixture       *f,
                       gconstpointer  data)
{
  start (f, NULL);
  pop_id (f, "initialize");
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,\"message\":\"No licence\"}}");
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
      receive (&f, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":%s}", results[i]);
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
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\","
           "\"params\":{\"level\":\"info\",\"data\":\"up\"}}");
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}");
  expect (f, "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"result\":{}}");
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"roots/list\"}");
  expect (f, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"roots\":[]}}");
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"sampling/createMessage\",\"params\":{}}");
  expect (f, "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32600,"
             "\"message\":\"The session is not initialized\"}}");
  reply (f, NEWEST);
  expect (f, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
  g_assert_cmpuint (f->logs->len, ==, 1);
}

/* --- What the server asks ------------------------------------------------------------------------ */

static void
test_requests (Fixture       *f,
               gconstpointer  data)
{
  gh_fake_delegate_add_root (f->delegate, "file:///srv/a%20b", "a b");
  gh_fake_delegate_add_root (f->delegate, "file:///srv/c", NULL);
  make_ready (f, NEWEST, "{}");
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
  expect (f, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"method\":\"roots/list\",\"params\":{}}");
  expect (f, "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{\"roots\":[{\"uri\":\"file:///srv/a%20b\","
             "\"name\":\"a b\"},{\"uri\":\"file:///srv/c\"}]}}");
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"elicitation/create\",\"params\":{}}");
  expect (f, "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32601,"
             "\"message\":\"Method not found\"}}");
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/nonsense\",\"params\":[1]}");
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
  expect (f, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
  expect_nothing (f);
  gh_mcp_session_roots_changed (f->session);
  expect (f, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}");
}

#define MESSAGES "\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"q\"}}]"

static void
ask (Fixture    *f,
     const char *id)
{
  receive (f, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"sampling/createMessage\","
              "\"params\":{" MESSAGES ",\"maxTokens\":5}}", id);
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
  expect (f, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"role\":\"assistant\",\"content\":{"
             "\"type\":\"text\",\"text\":\"a\"},\"model\":\"fake-model\",\"stopReason\":\"endTurn\"}}");
  gh_fake_delegate_fail (f->delegate, denied);
  expect (f, "{\"jsonrpc\":\"2.0\",\"id\":\"two\",\"error\":{\"code\":-1,\"message\":\"Not today\"}}");
  gh_fake_delegate_fail (f->delegate, silent);
  expect (f, "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-1,"
             "\"message\":\"User rejected sampling request\"}}");
  gh_fake_delegate_fail (f->delegate, broken);
  expect (f, "{\"jsonrpc\":\"2.0\",\"id\":4,\"error\":{\"code\":-32603,"
             "\"message\":\"The request could not be completed\"}}");
  gh_fake_delegate_fail (f->delegate, wrong);
  expect (f, "{\"jsonrpc\":\"2.0\",\"id\":5,\"error\":{\"code\":-32602,\"message\":\"a: b\"}}");
}

static void
test_sampling_invalid (Fixture       *f,
                       gconstpointer  data)
{
  g_autoptr(JsonNode) node = NULL;
  JsonObject *error;

  make_ready (f, "2025-06-18", "{}");
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"sampling/createMessage\","
           "\"params\":{" MESSAGES "}}");
  node = pop (f, NULL);
  error = gh_json_get_object (gh_json_node_get_object (node), "error");
  g_assert_cmpint (gh_json_get_int (error, "code", 0), ==, -32602);
  g_assert_nonnull (strstr (gh_json_get_string (error, "message"), "maxTokens"));
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"sampling/createMessage\"}");
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
    receive (f, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"%s}", junk[i]);
  g_assert_cmpuint (gh_fake_delegate_get_n_waiting (f->delegate), ==, 1);
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
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
  expect (f, "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,"
             "\"message\":\"Method not found\"}}");
}

/* --- Tools ----------------------------------------------------------------------------------------- */

static void
list_tools (Fixture       *f,
            GAsyncResult **result)
{
  gh_mcp_session_list_tools_async (f->session, NULL, gh_test_store_result_cb, result);
}

static void
give_page (Fixture    *f,
           const char *cursor_sent,
           const char *tools,
           const char *next)
{
  g_autoptr(JsonNode) hold = NULL;
  JsonObject *params;
  gint64 id = pop_request (f, "tools/list", &params, &hold);

  if (cursor_sent == NULL)
    g_assert_null (params);
  else
    {
      g_autofree char *cursor = gh_json_write (gh_json_get (params, "cursor"), NULL);

      g_assert_cmpstr (cursor, ==, cursor_sent);
    }
  receive (f, "{\"jsonrpc\":\"2.0\",\"id\":%" G_GINT64_FORMAT ",\"result\":{\"tools\":[%s]%s%s}}", id,
           tools, next != NULL ? ",\"nextCursor\":" : "", next != NULL ? next : "");
}

static void
expect_tools (Fixture      *f,
              GAsyncResult *result,
              const char   *names)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) tools = gh_mcp_session_list_tools_finish (f->session, result, &error);
  g_autoptr(GString) text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < tools->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            ((GhMcpTool *) g_ptr_array_index (tools, i))->name);
  g_assert_cmpstr (text->str, ==, names);
}

static void
test_pages (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;

  make_ready (f, NEWEST, TOOLS);
  list_tools (f, &result);
  /* Cursors are opaque: the empty one, one with an escape, one json-glib could not hold. */
  give_page (f, NULL, "{\"name\":\"a\"},{\"nameless\":1},7", "\"\"");
  give_page (f, "\"\"", "{\"name\":\"b\"},{\"name\":\"a\"}", "\"a b/+=\\n\"");
  give_page (f, "\"a b/+=\\n\"", "", "\"x\\u0000y\"");
  give_page (f, "\"x\\u0000y\"", "{\"name\":\"c\"}", "null");
  gh_test_wait (result != NULL);
  expect_tools (f, result, "a b c");
}

static void
test_pages_repeated (Fixture       *f,
                     gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;

  make_ready (f, NEWEST, TOOLS);
  list_tools (f, &result);
  give_page (f, NULL, "{\"name\":\"a\"}", "\"x\"");
  give_page (f, "\"x\"", "{\"name\":\"a\"}", "\"x\"");
  gh_test_wait (result != NULL);
  expect_tools (f, result, "a");
}

static void
test_pages_endless (Fixture       *f,
                    gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  guint n_pages = 0;

  make_ready (f, NEWEST, TOOLS);
  list_tools (f, &result);
  while (result == NULL)
    {
      g_autofree char *next = g_strdup_printf ("\"%u\"", n_pages);
      gint64 id = pop_id (f, "tools/list");

      receive (f, "{\"jsonrpc\":\"2.0\",\"id\":%" G_GINT64_FORMAT ",\"result\":{\"tools\":[],"
                  "\"nextCursor\":%s}}", id, next);
      n_pages++;
      g_assert_cmpuint (n_pages, <=, 1000);
    }
  expect_tools (f, result, "");
}

static void
test_pages_cursor_refused (Fixture       *f,
                           gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  gint64 id;

  make_ready (f, NEWEST, TOOLS);
  list_tools (f, &result);
  give_page (f, NULL, "{\"name\":\"a\"}", "\"x\"");
  id = pop_id (f, "tools/list");
  receive (f, "{\"jsonrpc\":\"2.0\",\"id\":%" G_GINT64_FORMAT ",\"error\":{\"code\":-32602,"
              "\"message\":\"Invalid cursor\"}}", id);
  give_page (f, NULL, "{\"name\":\"b\"}", NULL);
  gh_test_wait (result != NULL);
  expect_tools (f, result, "b");
}

static void
test_list_malformed (Fixture       *f,
                     gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  gint64 id;

  make_ready (f, NEWEST, TOOLS);
  list_tools (f, &result);
  id = pop_id (f, "tools/list");
  receive (f, "{\"jsonrpc\":\"2.0\",\"id\":%" G_GINT64_FORMAT ",\"result\":{\"tools\":{}}}", id);
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_list_tools_finish (f->session, result, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
}

static void
test_not_offered (Fixture       *f,
                  gconstpointer  data)
{
  g_autoptr(GAsyncResult) early = NULL;
  g_autoptr(GAsyncResult) listed = NULL;
  g_autoptr(GAsyncResult) called = NULL;
  g_autoptr(GAsyncResult) level = NULL;
  g_autoptr(GError) error = NULL;

  list_tools (f, &early);
  g_assert_null (early);
  gh_test_wait (early != NULL);
  g_assert_null (gh_mcp_session_list_tools_finish (f->session, early, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY);
  g_clear_error (&error);

  make_ready (f, NEWEST, "{}");
  list_tools (f, &listed);
  gh_mcp_session_call_tool_async (f->session, "t", NULL, NULL, NULL, NULL, gh_test_store_result_cb,
                                  &called);
  gh_mcp_session_set_log_level_async (f->session, "debug", NULL, gh_test_store_result_cb, &level);
  gh_test_wait (listed != NULL && called != NULL && level != NULL);
  g_assert_null (gh_mcp_session_list_tools_finish (f->session, listed, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY);
  g_clear_error (&error);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, called, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY);
  g_clear_error (&error);
  g_assert_false (gh_mcp_session_set_log_level_finish (f->session, level, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY);
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
  expect_nothing (f);
}

static void
test_list_changed (Fixture       *f,
                   gconstpointer  data)
{
  gint64 start_time;

  make_ready (f, NEWEST, TOOLS);
  for (guint i = 0; i < 100; i++)
    receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
  g_assert_cmpuint (f->n_changed, ==, 0);
  gh_test_wait (f->n_changed == 1);
  /* A server that never stops is heard more and more rarely: 0.3, 0.9, 2.1 s ... */
  start_time = g_get_monotonic_time ();
  while (g_get_monotonic_time () - start_time < G_USEC_PER_SEC)
    {
      receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
      g_usleep (1000);
    }
  g_assert_cmpuint (f->n_changed, <=, 3);
}

/* --- Calls ------------------------------------------------------------------------------------------ */

static void
call (Fixture       *f,
      GCancellable  *cancellable,
      GAsyncResult **result)
{
  gh_mcp_session_call_tool_async (f->session, "t", NULL, progress_cb, f, cancellable,
                                  gh_test_store_result_cb, result);
}

static void
expect_text (Fixture      *f,
             GAsyncResult *result,
             const char   *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GhMcpToolResult) answer = gh_mcp_session_call_tool_finish (f->session, result, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (answer->content->len, ==, 1);
  g_assert_cmpstr (((GhMcpContent *) g_ptr_array_index (answer->content, 0))->text, ==, text);
}

static void
answer_call (Fixture    *f,
             gint64      id,
             const char *text)
{
  receive (f, "{\"jsonrpc\":\"2.0\",\"id\":%" G_GINT64_FORMAT ",\"result\":{\"content\":[{"
              "\"type\":\"text\",\"text\":\"%s\"}]}}", id, text);
}

static void
test_call (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr(GAsyncResult) first = NULL;
  g_autoptr(GAsyncResult) second = NULL;
  g_autoptr(JsonNode) arguments = NULL;
  JsonObject *object = json_object_new ();

  json_object_set_member (object, "n", gh_json_node_new_double (0.1));
  arguments = gh_json_node_new_object (object);
  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &first);
  expect (f, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"t\","
             "\"arguments\":{},\"_meta\":{\"progressToken\":1}}}");
  gh_mcp_session_call_tool_async (f->session, "u", arguments, NULL, NULL, NULL,
                                  gh_test_store_result_cb, &second);
  expect (f, "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"u\","
             "\"arguments\":{\"n\":0.1},\"_meta\":{\"progressToken\":2}}}");
  answer_call (f, 3, "two");
  gh_test_wait (second != NULL);
  g_assert_null (first);
  answer_call (f, 2, "one");
  gh_test_wait (first != NULL);
  expect_text (f, first, "one");
  expect_text (f, second, "two");
  answer_call (f, 2, "again");
}

static void
test_call_error (Fixture       *f,
                 gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) odd = NULL;
  g_autoptr(GError) error = NULL;

  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &result);
  pop_id (f, "tools/call");
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32602,\"message\":\"No tool t\"}}");
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, result, &error));
  g_assert_error (error, GH_RPC_REMOTE_ERROR, -32602);
  g_clear_error (&error);
  call (f, NULL, &odd);
  pop_id (f, "tools/call");
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":\"fine\"}");
  gh_test_wait (odd != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, odd, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
}

static void
test_call_cancel (Fixture       *f,
                  gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) late = NULL;
  g_autoptr(GAsyncResult) next = NULL;
  g_autoptr(GError) error = NULL;

  make_ready (f, NEWEST, TOOLS);
  call (f, cancellable, &result);
  pop_id (f, "tools/call");
  g_cancellable_cancel (cancellable);
  g_assert_null (result);
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  expect (f, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2,"
             "\"reason\":\"The user cancelled the call\"}}");
  /* The race: its answer and its progress come all the same (2.35). */
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{"
           "\"progressToken\":1,\"progress\":1}}");
  answer_call (f, 2, "late");
  /* Cancelled before it began: nothing is sent. */
  call (f, cancellable, &late);
  gh_test_wait (late != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, late, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  expect_nothing (f);
  call (f, NULL, &next);
  answer_call (f, pop_id (f, "tools/call"), "ok");
  gh_test_wait (next != NULL);
  expect_text (f, next, "ok");
  g_assert_cmpuint (f->progress->len, ==, 0);
}

static void
test_call_close (Fixture       *f,
                 gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &result);
  pop_id (f, "tools/call");
  close_session (f);
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, result, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
}

static void
tell_progress (Fixture    *f,
               const char *params)
{
  receive (f, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":%s}", params);
}

static void
test_progress (Fixture       *f,
               gconstpointer  data)
{
  static const char * const junk[] = {
    "[]", "{}", "{\"progressToken\":\"1\",\"progress\":9}", "{\"progressToken\":7,\"progress\":9}",
    "{\"progressToken\":1}", "{\"progressToken\":1,\"progress\":\"9\"}",
    "{\"progressToken\":1,\"progress\":1e400}", "{\"progressToken\":1,\"progress\":0.5}",
    "{\"progressToken\":1,\"progress\":0.25}", "{\"progressToken\":1e400,\"progress\":9}",
  };
  g_autoptr(GAsyncResult) result = NULL;
  gint64 id, start_time;
  double last = 0;

  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &result);
  id = pop_id (f, "tools/call");
  tell_progress (f, "{\"progressToken\":1,\"progress\":0.5,\"total\":4,\"message\":\"half\"}");
  gh_test_wait (f->progress->len == 1);
  g_assert_cmpfloat (f->total, ==, 4);
  g_assert_cmpstr (f->message, ==, "half");
  for (guint i = 0; i < G_N_ELEMENTS (junk); i++)
    tell_progress (f, junk[i]);
  g_usleep (120 * 1000);
  gh_test_settle ();
  g_assert_cmpuint (f->progress->len, ==, 1);

  /* A total of nothing is no total. */
  tell_progress (f, "{\"progressToken\":1,\"progress\":1,\"total\":0}");
  gh_test_wait (f->progress->len == 2);
  g_assert_true (isnan (f->total));
  g_assert_null (f->message);

  /* A flood: at most ten a second, the newest each time. */
  start_time = g_get_monotonic_time ();
  for (guint i = 2; g_get_monotonic_time () - start_time < G_USEC_PER_SEC / 2; i++)
    {
      g_autofree char *params = g_strdup_printf ("{\"progressToken\":1,\"progress\":%u}", i);

      tell_progress (f, params);
    }
  g_assert_cmpuint (f->progress->len, >, 2);
  g_assert_cmpuint (f->progress->len, <=, 2 + 7);
  for (guint i = 0; i < f->progress->len; i++)
    {
      double value = g_array_index (f->progress, double, i);

      g_assert_cmpfloat (value, >, last);
      last = value;
    }

  /* Nothing after the end. */
  tell_progress (f, "{\"progressToken\":1,\"progress\":1000000}");
  answer_call (f, id, "done");
  gh_test_wait (result != NULL);
  g_array_set_size (f->progress, 0);
  tell_progress (f, "{\"progressToken\":1,\"progress\":2000000}");
  g_usleep (120 * 1000);
  gh_test_settle ();
  g_assert_cmpuint (f->progress->len, ==, 0);
}

static void
test_call_timeout (Fixture       *f,
                   gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  g_object_set (f->session, "call-timeout", 30, NULL);
  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &result);
  pop_id (f, "tools/call");
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, result, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT);
  expect (f, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2,"
             "\"reason\":\"No answer in time\"}}");
}

/* Progress keeps a call alive, but not for ever (2.31). */
static void
test_call_limit (Fixture       *f,
                 gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  gint64 start_time = g_get_monotonic_time ();

  g_object_set (f->session, "call-timeout", 150, "call-limit", 700, NULL);
  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &result);
  pop_id (f, "tools/call");
  for (guint i = 0; result == NULL; i++)
    {
      g_autofree char *params = g_strdup_printf ("{\"progressToken\":1,\"progress\":%u}", i);

      g_assert_cmpint (g_get_monotonic_time () - start_time, <, 10 * G_USEC_PER_SEC);
      tell_progress (f, params);
      g_usleep (10 * 1000);
    }
  g_assert_cmpint (g_get_monotonic_time () - start_time, >=, 650 * 1000);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, result, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT);
  expect (f, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2,"
             "\"reason\":\"The call took too long\"}}");
}

/* A person's time is not the server's: neither clock runs while a request is under review (2.32). */
static void
test_call_review (Fixture       *f,
                  gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  gint64 start_time, id;

  g_object_set (f->session, "call-timeout", 200, "call-limit", 300, NULL);
  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &result);
  id = pop_id (f, "tools/call");
  ask (f, "1");
  g_assert_cmpstr (gh_fake_delegate_get_tool (f->delegate, 0), ==, "t");
  start_time = g_get_monotonic_time ();
  while (g_get_monotonic_time () - start_time < 600 * 1000)
    {
      gh_test_settle ();
      g_usleep (5 * 1000);
    }
  g_assert_null (result);
  gh_fake_delegate_answer (f->delegate, "a");
  gh_test_wait (gh_fake_transport_get_n_sent (f->transport) == 1);
  answer_call (f, id, "ok");
  gh_test_wait (result != NULL);
  expect_text (f, result, "ok");
}

/* The newest call is the likeliest cause. */
static void
test_sampling_tool (Fixture       *f,
                    gconstpointer  data)
{
  g_autoptr(GAsyncResult) first = NULL;
  g_autoptr(GAsyncResult) second = NULL;

  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &first);
  pop_id (f, "tools/call");
  gh_mcp_session_call_tool_async (f->session, "u", NULL, NULL, NULL, NULL, gh_test_store_result_cb,
                                  &second);
  pop_id (f, "tools/call");
  ask (f, "1");
  answer_call (f, 3, "x");
  gh_test_wait (second != NULL);
  ask (f, "2");
  answer_call (f, 2, "x");
  gh_test_wait (first != NULL);
  ask (f, "3");
  g_assert_cmpstr (gh_fake_delegate_get_tool (f->delegate, 0), ==, "u");
  g_assert_cmpstr (gh_fake_delegate_get_tool (f->delegate, 1), ==, "t");
  g_assert_null (gh_fake_delegate_get_tool (f->delegate, 2));
}

/* --- Logging ---------------------------------------------------------------------------------------- */

static void
test_log (Fixture       *f,
          gconstpointer  data)
{
  g_autoptr(GAsyncResult) level = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *long_text = g_strnfill (100 * 1000, 'x');

  make_ready (f, NEWEST, TOOLS);
  gh_mcp_session_set_log_level_async (f->session, "debug", NULL, gh_test_store_result_cb, &level);
  expect (f, "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"logging/setLevel\","
             "\"params\":{\"level\":\"debug\"}}");
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
  gh_test_wait (level != NULL);
  g_assert_true (gh_mcp_session_set_log_level_finish (f->session, level, &error));

  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{"
           "\"level\":\"error\",\"logger\":\"db\",\"data\":\"<b>x</b>\"}}");
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{"
           "\"level\":\"info\",\"data\":{\"n\":0.1}}}");
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{"
           "\"data\":\"a\\u0000b\"}}");
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}");
  receive (f, "%s", "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}");
  receive (f, "%s", "hello from a print statement");
  g_assert_cmpuint (f->logs->len, ==, 4);
  g_assert_cmpstr (f->logs->pdata[0], ==, "error/db/<b>x</b>");
  g_assert_cmpstr (f->logs->pdata[1], ==, "info/-/{\"n\":0.1}");
  g_assert_cmpstr (f->logs->pdata[2], ==, "info/-/a\xef\xbf\xbd" "b");
  g_assert_true (g_str_has_prefix (f->logs->pdata[3], "warning/json-rpc/"));
  g_assert_true (g_str_has_suffix (f->logs->pdata[3], "hello from a print statement"));

  receive (f, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{"
              "\"level\":\"info\",\"data\":\"%s\"}}", long_text);
  g_assert_cmpuint (strlen (f->logs->pdata[4]), <, 20 * 1000);
}

static void
test_log_flood (Fixture       *f,
                gconstpointer  data)
{
  gint64 start_time = g_get_monotonic_time ();
  guint most;

  make_ready (f, NEWEST, TOOLS);
  for (guint i = 0; i < 5000; i++)
    gh_fake_transport_receive (f->transport, "{\"jsonrpc\":\"2.0\","
                               "\"method\":\"notifications/message\",\"params\":{\"data\":1}}");
  most = 500 * (2 + (g_get_monotonic_time () - start_time) / G_USEC_PER_SEC);
  g_assert_cmpuint (f->logs->len, <=, most);
  g_assert_cmpuint (f->logs->len, >=, 500);
}

/* --- Anything ------------------------------------------------------------------------------------------ */

/* Random values in every member of everything a server may say: the session lives, and says nothing
 * that a developer would have to look at (criticals end the test). */
static void
test_hostile (Fixture       *f,
              gconstpointer  data)
{
  static const char * const templates[] = {
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
    "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"roots/list\",\"params\":{}}",
    "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"sampling/createMessage\",\"params\":{" MESSAGES ","
    "\"maxTokens\":5,\"modelPreferences\":{\"hints\":[{\"name\":\"a\"}],\"costPriority\":1}}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":3}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":1,"
    "\"progress\":1,\"total\":2,\"message\":\"m\"}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\","
    "\"logger\":\"l\",\"data\":\"d\"}}",
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}",
    "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"t\"}]}}",
    "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"tools\":[{\"name\":\"t\",\"inputSchema\":{}}],"
    "\"nextCursor\":\"c\"}}",
    "{\"jsonrpc\":\"2.0\",\"id\":4,\"error\":{\"code\":-32602,\"message\":\"m\",\"data\":1}}",
  };
  g_autoptr(GRand) rand = g_rand_new_with_seed (42);
  g_autoptr(GAsyncResult) called = NULL;
  g_autoptr(GAsyncResult) listed = NULL;
  JsonNode *nodes[G_N_ELEMENTS (templates)];

  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &called);
  list_tools (f, &listed);
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
  const char *text = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-06-18\","
                     "\"capabilities\":{\"tools\":{},\"logging\":{}},\"serverInfo\":{\"name\":\"s\","
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
  ADD ("sampling-tool", test_sampling_tool);
  ADD ("delegate-gone", test_delegate_gone);
  ADD ("pages", test_pages);
  ADD ("pages-repeated", test_pages_repeated);
  ADD ("pages-endless", test_pages_endless);
  ADD ("pages-cursor-refused", test_pages_cursor_refused);
  ADD ("list-malformed", test_list_malformed);
  ADD ("list-changed", test_list_changed);
  ADD ("not-offered", test_not_offered);
  ADD ("call", test_call);
  ADD ("call-error", test_call_error);
  ADD ("call-cancel", test_call_cancel);
  ADD ("call-close", test_call_close);
  ADD ("call-timeout", test_call_timeout);
  ADD ("call-limit", test_call_limit);
  ADD ("call-review", test_call_review);
  ADD ("progress", test_progress);
  ADD ("log", test_log);
  ADD ("log-flood", test_log_flood);
  ADD ("hostile", test_hostile);
  g_test_add_func ("/mcp/session/hostile-initialize", test_hostile_initialize);
  return gh_test_run ();
}
