/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A session over a transport whose other side is the test. */
#include "config.h"

#include "session-fixture.h"

#include <string.h>

#include "gh-json.h"
#include "gh-test.h"

static void
malformed_cb (GhMcpSession *session,
              const char   *text,
              Fixture      *f)
{
  g_ptr_array_add (f->logs, g_strdup_printf ("warning/json-rpc/%s", text));
}

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

void
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
take_session (Fixture      *f,
              GhMcpSession *session)
{
  f->session = session;
  f->logs = g_ptr_array_new_with_free_func (g_free);
  f->progress = g_array_new (FALSE, FALSE, sizeof (double));
  g_signal_connect (f->session, "log", G_CALLBACK (log_cb), f);
  g_signal_connect (f->session, "malformed", G_CALLBACK (malformed_cb), f);
  g_signal_connect (f->session, "tools-changed", G_CALLBACK (changed_cb), f);
}

static void
set_up_given (Fixture *f)
{
  f->transport = gh_fake_transport_new ();
  take_session (f, gh_mcp_session_new (GH_RPC_TRANSPORT (f->transport),
                                       GH_MCP_DELEGATE (f->delegate)));
}

void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->delegate = gh_fake_delegate_new ();
  if (data != NULL)
    gh_fake_delegate_set_capabilities (f->delegate, GPOINTER_TO_UINT (data));
  set_up_given (f);
  g_object_set (f->session, "era", "legacy", NULL);
}

void
set_up_auto (Fixture       *f,
             gconstpointer  data)
{
  guint kinds = GPOINTER_TO_UINT (data);

  f->delegate = gh_fake_delegate_new ();
  if (kinds == 0)
    {
      set_up_given (f);
      return;
    }
  f->connector = gh_fake_connector_new (kinds);
  take_session (f, gh_mcp_session_new_for_connector (GH_MCP_CONNECTOR (f->connector),
                                                     GH_MCP_DELEGATE (f->delegate)));
  reconnected (f, 1);
}

void
reconnected (Fixture *f,
             guint    n_made)
{
  gh_test_wait (gh_fake_connector_get_n_made (f->connector) == n_made);
  g_set_object (&f->transport, gh_fake_connector_get_transport (f->connector));
}

void
close_session (Fixture *f)
{
  g_autoptr(GAsyncResult) closed = NULL;

  gh_mcp_session_close_async (f->session, gh_test_store_result_cb, &closed);
  gh_test_wait (closed != NULL);
  g_assert_true (gh_mcp_session_close_finish (f->session, closed, NULL));
}

void
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
  if (f->connector != NULL)
    {
      g_clear_object (&f->transport);
      g_assert_finalize_object (f->connector);
    }
  else
    g_assert_finalize_object (f->transport);
  g_ptr_array_unref (f->logs);
  g_array_unref (f->progress);
  g_free (f->message);
}

/* The other side */

void
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

JsonNode *
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

gint64
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

gint64
pop_id (Fixture    *f,
        const char *method)
{
  g_autoptr(JsonNode) hold = NULL;

  return pop_request (f, method, NULL, &hold);
}

void
expect (Fixture    *f,
        const char *text)
{
  g_autoptr(JsonNode) node = NULL;

  gh_test_wait (gh_fake_transport_get_n_sent (f->transport) > 0);
  node = pop (f, text);
}

void
expect_nothing (Fixture *f)
{
  gh_test_settle ();
  g_assert_cmpuint (gh_fake_transport_get_n_sent (f->transport), ==, 0);
}

void
start (Fixture      *f,
       GCancellable *cancellable)
{
  gh_mcp_session_start_async (f->session, cancellable, gh_test_store_result_cb, &f->started);
}

void
make_ready (Fixture    *f,
            const char *version,
            const char *capabilities)
{
  g_autoptr(GError) error = NULL;
  gint64 id;

  start (f, NULL);
  id = pop_id (f, "initialize");
  receive (f, RPC "\"id\":%" G_GINT64_FORMAT ",\"result\":{\"protocolVersion\":\"%s\","
           "\"capabilities\":%s,\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}}",
           id, version, capabilities);
  gh_test_wait (f->started != NULL);
  g_assert_true (gh_mcp_session_start_finish (f->session, f->started, &error));
  g_assert_no_error (error);
  expect (f, RPC "\"method\":\"notifications/initialized\"}");
}

gboolean
started (Fixture  *f,
         GError  **error)
{
  gh_test_wait (f->started != NULL);
  return gh_mcp_session_start_finish (f->session, f->started, error);
}

void
make_modern (Fixture    *f,
             const char *capabilities)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *result = g_strdup_printf (
    "{\"resultType\":\"complete\",\"supportedVersions\":[\"" MODERN "\"],"
    "\"capabilities\":%s,\"ttlMs\":0,\"cacheScope\":\"private\"}", capabilities);

  start (f, NULL);
  give (f, pop_id (f, "server/discover"), result);
  g_assert_true (started (f, &error));
  g_assert_no_error (error);
}

void
give (Fixture    *f,
        gint64      id,
        const char *result)
{
  receive (f, RPC "\"id\":%" G_GINT64_FORMAT ",\"result\":%s}", id, result);
}

void
give_error (Fixture    *f,
              gint64      id,
              int         code,
              const char *data)
{
  receive (f, RPC "\"id\":%" G_GINT64_FORMAT ",\"error\":{\"code\":%d,\"message\":\"no\"%s%s}}",
           id, code, data != NULL ? ",\"data\":" : "", data != NULL ? data : "");
}

void
ask (Fixture    *f,
     const char *id)
{
  receive (f, RPC "\"id\":%s,\"method\":\"sampling/createMessage\","
              "\"params\":{" MESSAGES ",\"maxTokens\":5}}", id);
}

void
call (Fixture       *f,
      GCancellable  *cancellable,
      GAsyncResult **result)
{
  gh_mcp_session_call_tool_async (f->session, "t", NULL, progress_cb, f, cancellable,
                                  gh_test_store_result_cb, result);
}

GhMcpToolResult *
called (Fixture       *f,
        GAsyncResult  *result,
        GError       **error)
{
  return gh_mcp_session_call_tool_finish (f->session, result, error);
}
