/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * An HTTP transport and, in the same process, its server: the test. */
#include "config.h"

#include "http-fixture.h"

#include "gh-json.h"
#include "gh-mcp-http-transport.h"
#include "gh-test.h"

static void
message_cb (GhRpcTransport *transport,
            GhRpcMessage   *message,
            gpointer        user_data)
{
  HttpFixture *fixture = user_data;
  g_autoptr(GBytes) text = gh_rpc_message_write_start (message, 200);

  g_string_append_len (fixture->seen, g_bytes_get_data (text, NULL), g_bytes_get_size (text));
  g_string_append_c (fixture->seen, ';');
}

static void
malformed_cb (GhRpcTransport *transport,
              GBytes         *text,
              const GError   *error,
              gpointer        user_data)
{
  HttpFixture *fixture = user_data;

  g_string_append (fixture->seen, "malformed;");
  g_clear_error (&fixture->malformed);
  fixture->malformed = g_error_copy (error);
}

static void
failed_cb (GhRpcTransport *transport,
           JsonNode       *id,
           const GError   *error,
           gpointer        user_data)
{
  HttpFixture *fixture = user_data;
  char *key = gh_json_write (id, NULL);

  g_assert_false (g_hash_table_contains (fixture->failed, key));
  g_hash_table_insert (fixture->failed, key, g_error_copy (error));
}

static void
closed_cb (GhRpcTransport *transport,
           const GError   *error,
           gpointer        user_data)
{
  HttpFixture *fixture = user_data;

  fixture->n_closed++;
}

static void
lost_cb (GhRpcTransport *transport,
         gpointer        user_data)
{
  HttpFixture *fixture = user_data;

  fixture->n_lost++;
}

void
http_use (HttpFixture    *fixture,
          GhRpcTransport *take_transport)
{
  g_clear_object (&fixture->transport);
  fixture->transport = take_transport;
  g_signal_connect (take_transport, "message", G_CALLBACK (message_cb), fixture);
  g_signal_connect (take_transport, "malformed", G_CALLBACK (malformed_cb), fixture);
  g_signal_connect (take_transport, "failed", G_CALLBACK (failed_cb), fixture);
  g_signal_connect (take_transport, "closed", G_CALLBACK (closed_cb), fixture);
  if (GH_IS_MCP_HTTP_TRANSPORT (take_transport))
    g_signal_connect (take_transport, "session-lost", G_CALLBACK (lost_cb), fixture);
}

void
http_set_up (HttpFixture   *fixture,
             gconstpointer  data)
{
  fixture->server = gh_fake_http_server_new (NULL);
  fixture->url = gh_fake_http_server_dup_url (fixture->server, "/mcp");
  fixture->seen = g_string_new (NULL);
  fixture->failed =
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_error_free);
  http_use (fixture, GH_RPC_TRANSPORT (gh_mcp_http_transport_new (fixture->url, NULL)));
  http_start (fixture);
}

void
http_tear_down (HttpFixture   *fixture,
                gconstpointer  data)
{
  gh_test_settle ();
  g_assert_finalize_object (fixture->transport);
  g_clear_object (&fixture->server);
  g_clear_pointer (&fixture->url, g_free);
  g_string_free (fixture->seen, TRUE);
  g_clear_pointer (&fixture->failed, g_hash_table_unref);
  g_clear_error (&fixture->malformed);
}

void
http_start (HttpFixture *fixture)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_rpc_transport_start_async (fixture->transport, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_true (gh_rpc_transport_start_finish (fixture->transport, result, &error));
  g_assert_no_error (error);
}

void
http_close (HttpFixture *fixture)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_rpc_transport_close_async (fixture->transport, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_true (gh_rpc_transport_close_finish (fixture->transport, result, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (fixture->n_closed, ==, 1);
}

void
http_send (HttpFixture *fixture,
           const char  *text)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) messages = gh_rpc_message_parse (text, strlen (text), FALSE, &error);

  g_assert_no_error (error);
  g_assert_true (gh_rpc_transport_send (fixture->transport, messages->pdata[0], &error));
  g_assert_no_error (error);
}

GhFakeHttpRequest *
http_ask (HttpFixture *fixture,
          int          id,
          const char  *method)
{
  g_autofree char *text = g_strdup_printf ("{" J "\"id\":%d,\"method\":\"%s\"}", id, method);
  GhFakeHttpRequest *request;

  http_send (fixture, text);
  request = gh_fake_http_server_take (fixture->server, "POST");
  g_assert_cmpstr (gh_fake_http_request_get_body (request), ==, text);
  return request;
}

void
http_initialize (HttpFixture *fixture,
                 const char  *session_id)
{
  GhFakeHttpRequest *request = http_ask (fixture, 0, "initialize");

  if (session_id != NULL)
    gh_fake_http_request_add_header (request, "MCP-Session-Id", session_id);
  gh_fake_http_request_answer (request, 200, JSON_TYPE, "{" J "\"id\":0,\"result\":{}}");
  http_assert_seen (fixture, "{" J "\"id\":0,\"result\":{}};");
  gh_mcp_http_transport_set_version (GH_MCP_HTTP_TRANSPORT (fixture->transport), "2025-11-25",
                                     FALSE);
  http_send (fixture, "{" J "\"method\":\"notifications/initialized\"}");
  gh_fake_http_request_answer (gh_fake_http_server_take (fixture->server, "POST"), 202, NULL, NULL);
}

/* Waits for as much, and forgets it. */
void
http_assert_seen (HttpFixture *fixture,
                  const char  *text)
{
  gh_test_wait (fixture->seen->len >= strlen (text));
  g_assert_cmpstr (fixture->seen->str, ==, text);
  g_string_truncate (fixture->seen, 0);
}

const GError *
http_get_failure (HttpFixture *fixture,
                  const char  *id)
{
  gh_test_wait (g_hash_table_contains (fixture->failed, id));
  return g_hash_table_lookup (fixture->failed, id);
}

char *
http_dup_result (int id)
{
  return g_strdup_printf ("{" J "\"id\":%d,\"result\":{}}", id);
}

char *
http_dup_event (int id)
{
  return g_strdup_printf ("data: {" J "\"id\":%d,\"result\":{}}\n\n", id);
}
