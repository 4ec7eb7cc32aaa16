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

void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->transport = gh_fake_transport_new ();
  f->delegate = gh_fake_delegate_new ();
  if (data != NULL)
    gh_fake_delegate_set_capabilities (f->delegate, GPOINTER_TO_UINT (data));
  f->session = gh_mcp_session_new (GH_RPC_TRANSPORT (f->transport),
                                   GH_MCP_DELEGATE (f->delegate));
  g_object_set (f->session, "era", "legacy", NULL);
  f->logs = g_ptr_array_new_with_free_func (g_free);
  f->progress = g_array_new (FALSE, FALSE, sizeof (double));
  g_signal_connect (f->session, "log", G_CALLBACK (log_cb), f);
  g_signal_connect (f->session, "malformed", G_CALLBACK (malformed_cb), f);
  g_signal_connect (f->session, "tools-changed", G_CALLBACK (changed_cb), f);
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

void
ask (Fixture    *f,
     const char *id)
{
  receive (f, RPC "\"id\":%s,\"method\":\"sampling/createMessage\","
              "\"params\":{" MESSAGES ",\"maxTokens\":5}}", id);
}
