/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Streamable HTTP: what is POSTed and what comes back on the same connection. */
#include "config.h"

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-http-error.h"
#include "gh-mcp-http-transport.h"
#include "gh-rpc-error.h"
#include "gh-test.h"
#include "http-fixture.h"

static void
set_version (HttpFixture *fixture,
             const char  *version,
             gboolean     modern)
{
  gh_mcp_http_transport_set_version (GH_MCP_HTTP_TRANSPORT (fixture->transport), version, modern);
}

/* Requirements 4.1, 4.3: one POST a message, both answers, types without their parameters. */
static void
test_answers (HttpFixture   *fixture,
              gconstpointer  data)
{
  static const char * const json_types[] = {
    "application/json", "Application/JSON; charset=utf-8", NULL,
  };
  static const char * const sse_types[] = {
    "text/event-stream", "Text/Event-Stream;charset=UTF-8",
  };
  GhFakeHttpRequest *request;

  for (guint i = 0; i < G_N_ELEMENTS (json_types); i++)
    {
      request = http_ask (fixture, 7, "x");
      g_assert_cmpstr (gh_fake_http_request_get_path (request), ==, "/mcp");
      g_assert_cmpstr (gh_fake_http_request_get_header (request, "Content-Type"), ==, JSON_TYPE);
      g_assert_cmpstr (gh_fake_http_request_get_header (request, "Accept"), ==,
                       "application/json, text/event-stream");
      gh_fake_http_request_answer (request, 200, json_types[i], "{" J "\"id\":7,\"result\":1}");
      http_assert_seen (fixture, "{" J "\"id\":7,\"result\":1};");
    }
  for (guint i = 0; i < G_N_ELEMENTS (sse_types); i++)
    {
      request = http_ask (fixture, 7, "x");
      gh_fake_http_request_answer (request, 200, sse_types[i],
                                   ": hello\n\ndata: {" J "\"method\":\"n\"}\n\n"
                                   "event: ping\ndata: z\n\nid: 4\ndata: \n\n"
                                   "data: {" J "\"id\":7,\ndata: \"result\":1}\n\n");
      http_assert_seen (fixture, "{" J "\"method\":\"n\"};{" J "\"id\":7,\n\"result\":1};");
    }
  gh_test_settle ();
  g_assert_cmpuint (g_hash_table_size (fixture->failed), ==, 0);
}

/* Every byte a chunk, with every line end (requirement 4.15). */
static void
test_split (HttpFixture   *fixture,
            gconstpointer  data)
{
  static const char * const texts[] = {
    "\xef\xbb\xbf" "event: message\r\n"
    "data: {" J "\"id\":1,\"result\":\"a\xf0\x9f\x98\x80\"}\r\n\r\n",
    "data: {" J "\"id\":1,\"result\":\"a\xf0\x9f\x98\x80\"}\r\r",
    "id: 1\ndata:{" J "\"id\":1,\"result\":\"a\xf0\x9f\x98\x80\"}\n\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      GhFakeHttpRequest *request = http_ask (fixture, 1, "x");

      gh_fake_http_request_open (request, 200, SSE_TYPE);
      gh_fake_http_request_send_split (request, texts[i]);
      http_assert_seen (fixture, "{" J "\"id\":1,\"result\":\"a\xf0\x9f\x98\x80\"};");
      gh_fake_http_request_end (request);
    }
}

/* Requirement 4.2: any success will do, and whatever is in it is not read. */
static void
test_notifications (HttpFixture   *fixture,
                    gconstpointer  data)
{
  static const guint statuses[] = { 200, 202, 204 };

  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      http_send (fixture, "{" J "\"method\":\"n\"}");
      gh_fake_http_request_answer (gh_fake_http_server_take (fixture->server, "POST"), statuses[i],
                                   statuses[i] == 204 ? NULL : JSON_TYPE,
                                   statuses[i] == 204 ? NULL : "{" J "\"id\":1,\"result\":1}");
    }
  http_send (fixture, "{" J "\"id\":\"s\",\"result\":{}}");
  gh_fake_http_request_answer (gh_fake_http_server_take (fixture->server, "POST"), 400, JSON_TYPE,
                               "{" J "\"error\":{\"code\":-32600,\"message\":\"no\"},\"id\":null}");
  /* It is shown, though nobody waits. */
  gh_test_wait (fixture->malformed != NULL);
  g_assert_error (fixture->malformed, GH_RPC_REMOTE_ERROR, -32600);
}

/* Requirements 1.7, 4.20: an error in the body is the request's, whomever it names and whatever the
 * status is. */
static void
test_error_bodies (HttpFixture   *fixture,
                   gconstpointer  data)
{
  static const char * const bodies[] = {
    "{" J "\"error\":{\"code\":-32603,\"message\":\"boom\"},\"id\":\"xxx\"}",
    "{" J "\"error\":{\"code\":-32603,\"message\":\"boom\"},\"id\":null}",
    "{" J "\"error\":{\"code\":-32603,\"message\":\"boom\"}}",
  };
  static const guint statuses[] = { 200, 400, 404, 500 };

  for (guint i = 0; i < G_N_ELEMENTS (bodies) * G_N_ELEMENTS (statuses); i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i + 1);

      gh_fake_http_request_answer (http_ask (fixture, i + 1, "x"), statuses[i % 4], JSON_TYPE,
                                   bodies[i / 4]);
      g_assert_error (http_get_failure (fixture, id), GH_RPC_REMOTE_ERROR, -32603);
      g_assert_cmpstr (http_get_failure (fixture, id)->message, ==, "boom");
    }
  g_string_truncate (fixture->seen, 0);
  gh_fake_http_request_answer (http_ask (fixture, 99, "x"), 400, JSON_TYPE,
                               "{" J "\"id\":99,\"error\":{\"code\":1,\"message\":\"m\"}}");
  http_assert_seen (fixture, "{" J "\"id\":99,\"error\":{\"code\":1,\"message\":\"m\"}};");
  gh_test_settle ();
  g_assert_false (g_hash_table_contains (fixture->failed, "99"));
}

/* What is no use ends the request, and says so. */
static void
test_useless (HttpFixture   *fixture,
              gconstpointer  data)
{
  static const struct
  {
    guint status;
    const char *type;
    const char *body;
    const char *words;
  } answers[] = {
    { 200, "text/html", "<html>", "a web page" },
    { 200, "text/plain", "use POST", "something else" },
    { 200, "application/json", "{", "does not belong" },
    { 200, "application/json", "", "does not belong" },
    { 200, "application/json", "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":1}", "does not belong" },
    { 200, "application/json", "[]", "does not belong" },
    { 202, NULL, NULL, "does not belong" },
    { 200, "text/event-stream", ": x\n\n", "before the answer" },
    { 200, "text/event-stream", "data: {" J "\"id\":8,\"result\":1}\n", "before the" },
    { 502, "text/html", "<html>", "HTTP 502 Bad Gateway: the answer is a web page" },
    { 500, "text/plain", " it\nbroke\x1b[1m ", "HTTP 500 Internal Server Error: it broke" },
    { 404, "application/json", "{\"detail\":\"Not here\"}", "HTTP 404 Not Found: Not here" },
    { 404, "application/json", "{\"error\":{\"message\":\"Nor here\"}}", "Nor here" },
    { 413, NULL, NULL, "does not take messages of this size" },
    { 431, NULL, NULL, "does not take headers of this size" },
    { 301, NULL, NULL, "sends us to nowhere" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      int id = i + 1;
      g_autofree char *key = g_strdup_printf ("%d", id);
      const GError *error;

      gh_fake_http_request_answer (http_ask (fixture, id, "x"), answers[i].status, answers[i].type,
                                   answers[i].body);
      error = http_get_failure (fixture, key);
      if (answers[i].status >= 300)
        g_assert_error (error, GH_MCP_HTTP_ERROR, (int) answers[i].status);
      else if (g_strcmp0 (answers[i].type, SSE_TYPE) == 0)
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT);
      else
        g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
      if (strstr (error->message, answers[i].words) == NULL)
        g_error ("answer %u: %s", i, error->message);
    }
  /* What comes apart in the middle. */
  for (guint i = 0; i < 3; i++)
    {
      GhFakeHttpRequest *request = http_ask (fixture, 100 + i, "tools/call");
      g_autofree char *key = g_strdup_printf ("%u", 100 + i);

      if (i > 0)
        {
          gh_fake_http_request_open (request, 200, i == 1 ? JSON_TYPE : SSE_TYPE);
          gh_fake_http_request_send (request, "data: {\"x\":");
          gh_test_settle ();
        }
      gh_fake_http_request_cut (request);
      g_assert_nonnull (http_get_failure (fixture, key));
    }
}

/* The place of authorization, and how long to wait (requirements 4.20, 4.21). */
static void
test_error_headers (HttpFixture   *fixture,
                    gconstpointer  data)
{
  g_autoptr(GDateTime) now = g_date_time_new_now_utc ();
  g_autoptr(GDateTime) then = g_date_time_add_seconds (now, 100);
  g_autofree char *date = soup_date_time_to_string (then, SOUP_DATE_HTTP);
  GhFakeHttpRequest *request = http_ask (fixture, 1, "x");
  const GError *error;

  gh_fake_http_request_add_header (request, "WWW-Authenticate", "Bearer realm=\"a, b\"");
  gh_fake_http_request_add_header (request, "WWW-Authenticate", "Basic");
  gh_fake_http_request_answer (request, 401, JSON_TYPE,
                               "{" J "\"id\":1,\"error\":{\"code\":-1,\"message\":\"who?\"}}");
  error = http_get_failure (fixture, "1");
  g_assert_error (error, GH_MCP_HTTP_ERROR, 401);
  g_assert_cmpstr (gh_mcp_http_error_get_challenge (error), ==,
                   "Bearer realm=\"a, b\", Basic");
  g_assert_nonnull (strstr (error->message, "who?"));

  request = http_ask (fixture, 2, "x");
  gh_fake_http_request_add_header (request, "Retry-After", "7");
  gh_fake_http_request_answer (request, 429, NULL, NULL);
  error = http_get_failure (fixture, "2");
  g_assert_error (error, GH_MCP_HTTP_ERROR, 429);
  g_assert_cmpuint (gh_mcp_http_error_get_retry_after (error), ==, 7);
  g_assert_null (gh_mcp_http_error_get_challenge (error));
  g_assert_nonnull (strstr (error->message, "7 seconds"));

  request = http_ask (fixture, 3, "x");
  gh_fake_http_request_add_header (request, "Retry-After", date);
  gh_fake_http_request_answer (request, 503, NULL, NULL);
  error = http_get_failure (fixture, "3");
  g_assert_cmpuint (gh_mcp_http_error_get_retry_after (error), >, 50);
  g_assert_cmpuint (gh_mcp_http_error_get_retry_after (error), <=, 100);
}

/* Requirement 4.46: only 307 and 308, only here, not for ever. */
static void
test_redirects (HttpFixture   *fixture,
                gconstpointer  data)
{
  g_autoptr(GhFakeHttpServer) other = gh_fake_http_server_new (NULL);
  g_autofree char *elsewhere = gh_fake_http_server_dup_url (other, "/mcp?key=secret");
  GhFakeHttpRequest *request = http_ask (fixture, 1, "x");

  gh_fake_http_request_add_header (request, "Location", "/mcp/");
  gh_fake_http_request_answer (request, 307, NULL, NULL);
  request = gh_fake_http_server_take (fixture->server, "POST");
  g_assert_cmpstr (gh_fake_http_request_get_path (request), ==, "/mcp/");
  g_assert_cmpstr (gh_fake_http_request_get_body (request), ==, "{" J "\"id\":1,\"method\":\"x\"}");
  gh_fake_http_request_add_header (request, "Location", "a?b=c");
  gh_fake_http_request_answer (request, 308, NULL, NULL);
  request = gh_fake_http_server_take (fixture->server, "POST");
  g_assert_cmpstr (gh_fake_http_request_get_path (request), ==, "/mcp/a?b=c");
  gh_fake_http_request_answer (request, 200, JSON_TYPE, "{" J "\"id\":1,\"result\":1}");
  http_assert_seen (fixture, "{" J "\"id\":1,\"result\":1};");
  /* It is remembered. */
  request = http_ask (fixture, 2, "x");
  g_assert_cmpstr (gh_fake_http_request_get_path (request), ==, "/mcp/a?b=c");
  gh_fake_http_request_add_header (request, "Location", elsewhere);
  gh_fake_http_request_answer (request, 307, NULL, NULL);
  g_assert_error (http_get_failure (fixture, "2"), GH_MCP_HTTP_ERROR, 307);
  g_assert_null (strstr (http_get_failure (fixture, "2")->message, "secret"));
  g_assert_nonnull (strstr (http_get_failure (fixture, "2")->message, "/mcp"));

  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *key = g_strdup_printf ("%u", 3 + i);

      request = http_ask (fixture, 3 + i, "x");
      gh_fake_http_request_add_header (request, "Location", "/mcp/");
      gh_fake_http_request_answer (request, 301 + i, NULL, NULL);
      g_assert_error (http_get_failure (fixture, key), GH_MCP_HTTP_ERROR, 301 + (int) i);
    }

  request = http_ask (fixture, 9, "x");
  for (guint i = 0; i < 6; i++)
    {
      gh_fake_http_request_add_header (request, "Location", "/round");
      gh_fake_http_request_answer (request, 307, NULL, NULL);
      if (i < 5)
        request = gh_fake_http_server_take (fixture->server, "POST");
    }
  g_assert_error (http_get_failure (fixture, "9"), GH_MCP_HTTP_ERROR, 307);
  g_assert_cmpuint (gh_fake_http_server_get_n_requests (other), ==, 0);
}

/* Nobody there; somebody there of whom nobody knows who it is. */
static void
test_unreachable (HttpFixture   *fixture,
                  gconstpointer  data)
{
  g_autoptr(GSocketListener) listener = g_socket_listener_new ();
  guint16 port = g_socket_listener_add_any_inet_port (listener, NULL, NULL);
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u/mcp", port);

  g_socket_listener_close (listener);
  http_use (fixture, GH_RPC_TRANSPORT (gh_mcp_http_transport_new (url, NULL)));
  http_start (fixture);
  http_send (fixture, "{" J "\"id\":1,\"method\":\"x\"}");
  g_assert_error (http_get_failure (fixture, "1"), G_IO_ERROR, G_IO_ERROR_HOST_UNREACHABLE);
  http_close (fixture);
}

static void
test_tls (HttpFixture   *fixture,
          gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "mcp", "self-signed.pem", NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(GTlsCertificate) certificate = g_tls_certificate_new_from_file (path, &error);
  g_autoptr(GhFakeHttpServer) server = NULL;
  g_autofree char *url = NULL;

  g_assert_no_error (error);
  server = gh_fake_http_server_new (certificate);
  url = gh_fake_http_server_dup_url (server, "/mcp");
  http_use (fixture, GH_RPC_TRANSPORT (gh_mcp_http_transport_new (url, NULL)));
  http_start (fixture);
  http_send (fixture, "{" J "\"id\":1,\"method\":\"x\"}");
  g_assert_error (http_get_failure (fixture, "1"), G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE);
  g_assert_nonnull (strstr (http_get_failure (fixture, "1")->message, "nobody this computer"));
  g_assert_cmpuint (gh_fake_http_server_get_n_requests (server), ==, 0);
  http_close (fixture);
}

/* A server that only the person's own authority vouches for. */
static void
test_own_ca (HttpFixture   *fixture,
             gconstpointer  data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "mcp", "self-signed.pem", NULL);
  g_autoptr(GTlsCertificate) certificate = g_tls_certificate_new_from_file (path, NULL);
  GhMcpHttpTransport *transport;
  g_autofree char *url = NULL;

  g_clear_object (&fixture->server);
  fixture->server = gh_fake_http_server_new (certificate);
  url = gh_fake_http_server_dup_url (fixture->server, "/mcp");
  transport = gh_mcp_http_transport_new (url, NULL);
  gh_mcp_http_transport_set_ca_file (transport, path);
  http_use (fixture, GH_RPC_TRANSPORT (transport));
  http_start (fixture);
  gh_fake_http_request_answer (http_ask (fixture, 1, "x"), 200, JSON_TYPE,
                               "{" J "\"id\":1,\"result\":1}");
  http_assert_seen (fixture, "{" J "\"id\":1,\"result\":1};");
  http_close (fixture);
}

static void
test_bad_address (HttpFixture   *fixture,
                  gconstpointer  data)
{
  static const char * const urls[] = { "", "x", "ftp://a/", "http:///mcp", "file:///etc/passwd" };

  for (guint i = 0; i < G_N_ELEMENTS (urls); i++)
    {
      g_autoptr(GAsyncResult) result = NULL;
      g_autoptr(GError) error = NULL;

      http_use (fixture, GH_RPC_TRANSPORT (gh_mcp_http_transport_new (urls[i], NULL)));
      gh_rpc_transport_start_async (fixture->transport, NULL, gh_test_store_result_cb, &result);
      gh_test_wait (result != NULL);
      g_assert_false (gh_rpc_transport_start_finish (fixture->transport, result, &error));
      g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_UNSUPPORTED);
    }
}

/* Requirement 4.34: what the person configured goes along, except where the protocol speaks. */
static void
test_headers (HttpFixture   *fixture,
              gconstpointer  data)
{
  static const char * const headers[] = {
    "Authorization: Bearer abc", "X-Two:  b ", "x-empty:", "Accept: x/y", "mcp-session-id: z",
    "MCP-Method: q", "Host: evil", "no colon", ": v", "bad name: v", "X-Bad: a\r\nb: c",
    "Content-Length: 1", NULL,
  };
  GhFakeHttpRequest *request;

  http_use (fixture, GH_RPC_TRANSPORT (gh_mcp_http_transport_new (fixture->url, headers)));
  http_start (fixture);
  request = http_ask (fixture, 1, "x");
  g_assert_cmpstr (gh_fake_http_request_get_header (request, "Authorization"), ==, "Bearer abc");
  g_assert_cmpstr (gh_fake_http_request_get_header (request, "X-Two"), ==, "b");
  g_assert_cmpstr (gh_fake_http_request_get_header (request, "X-Empty"), ==, "");
  g_assert_null (gh_fake_http_request_get_header (request, "Mcp-Session-Id"));
  g_assert_null (gh_fake_http_request_get_header (request, "Mcp-Method"));
  g_assert_null (gh_fake_http_request_get_header (request, "X-Bad"));
  g_assert_null (gh_fake_http_request_get_header (request, "Cookie"));
  g_assert_true (g_str_has_prefix (gh_fake_http_request_get_header (request, "Host"),
                                   "127.0.0.1:"));
  g_assert_cmpstr (gh_fake_http_request_get_header (request, "Accept"), ==,
                   "application/json, text/event-stream");
  gh_fake_http_request_add_header (request, "Set-Cookie", "a=b");
  gh_fake_http_request_answer (request, 200, JSON_TYPE, "{" J "\"id\":1,\"result\":1}");
  http_assert_seen (fixture, "{" J "\"id\":1,\"result\":1};");
  request = http_ask (fixture, 2, "x");
  g_assert_null (gh_fake_http_request_get_header (request, "Cookie"));
}

/* Requirements 4.10, 4.13. */
static void
test_session_id (HttpFixture   *fixture,
                 gconstpointer  data)
{
  GhFakeHttpRequest *request = http_ask (fixture, 1, "initialize");

  g_assert_null (gh_fake_http_request_get_header (request, "MCP-Protocol-Version"));
  gh_fake_http_request_add_header (request, "mcp-session-id", "S!~1");
  gh_fake_http_request_answer (request, 200, JSON_TYPE, "{" J "\"id\":1,\"result\":{}}");
  http_assert_seen (fixture, "{" J "\"id\":1,\"result\":{}};");
  set_version (fixture, "2025-03-26", FALSE);
  request = http_ask (fixture, 2, "x");
  g_assert_cmpstr (gh_fake_http_request_get_header (request, "Mcp-Session-Id"), ==, "S!~1");
  g_assert_null (gh_fake_http_request_get_header (request, "MCP-Protocol-Version"));
  set_version (fixture, "2025-06-18", FALSE);
  request = http_ask (fixture, 3, "x");
  g_assert_cmpstr (gh_fake_http_request_get_header (request, "Mcp-Session-Id"), ==, "S!~1");
  g_assert_cmpstr (gh_fake_http_request_get_header (request, "MCP-Protocol-Version"), ==,
                   "2025-06-18");
  /* A session begins without the last one's. */
  request = http_ask (fixture, 4, "initialize");
  g_assert_null (gh_fake_http_request_get_header (request, "Mcp-Session-Id"));
  g_assert_null (gh_fake_http_request_get_header (request, "MCP-Protocol-Version"));
  /* One that could not be sent back. */
  gh_fake_http_request_add_header (request, "Mcp-Session-Id", "a b");
  gh_fake_http_request_answer (request, 200, JSON_TYPE, "{" J "\"id\":4,\"result\":{}}");
  g_assert_error (http_get_failure (fixture, "4"), GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
}

/* Requirement 4.11: told once; the request says that it did not run. */
static void
test_session_lost (HttpFixture   *fixture,
                   gconstpointer  data)
{
  GhFakeHttpRequest *first;
  GhFakeHttpRequest *second;

  http_initialize (fixture, "S1");
  first = http_ask (fixture, 1, "x");
  second = http_ask (fixture, 2, "x");
  gh_fake_http_request_answer (first, 404, JSON_TYPE,
                               "{" J "\"error\":{\"code\":-32001,\"message\":\"gone\"},\"id\":1}");
  g_assert_error (http_get_failure (fixture, "1"), GH_MCP_HTTP_ERROR, 404);
  g_assert_nonnull (strstr (http_get_failure (fixture, "1")->message, "gone"));
  gh_fake_http_request_answer (second, 404, NULL, NULL);
  g_assert_error (http_get_failure (fixture, "2"), GH_MCP_HTTP_ERROR, 404);
  g_assert_cmpuint (fixture->n_lost, ==, 1);
  g_assert_null (gh_fake_http_request_get_header (http_ask (fixture, 3, "x"), "Mcp-Session-Id"));
  http_close (fixture);
  g_assert_cmpuint (gh_fake_http_server_count (fixture->server, "DELETE"), ==, 0);
}

/* Servers made from the SDK's examples say it in other words. */
static void
test_session_lost_400 (HttpFixture   *fixture,
                       gconstpointer  data)
{
  static const char * const bodies[] = {
    "{" J "\"error\":{\"code\":-32000,\"message\":\"Bad Request: Server not initialized\"},"
    "\"id\":1}",
    "{" J "\"error\":{\"code\":-32000,\"message\":\"Bad Request: No valid session ID provided\"},"
    "\"id\":2}",
  };

  http_initialize (fixture, "S1");
  gh_fake_http_request_answer (http_ask (fixture, 1, "x"), 400, JSON_TYPE, bodies[0]);
  gh_test_wait (fixture->seen->len > 0);
  g_assert_cmpuint (fixture->n_lost, ==, 0);
  gh_fake_http_request_answer (http_ask (fixture, 2, "x"), 400, JSON_TYPE, bodies[1]);
  g_assert_error (http_get_failure (fixture, "2"), GH_MCP_HTTP_ERROR, 400);
  g_assert_cmpuint (fixture->n_lost, ==, 1);
  gh_fake_http_request_answer (http_ask (fixture, 3, "x"), 400, JSON_TYPE,
                               "{" J "\"error\":{\"code\":-32000,\"message\":\"no session\"}}");
  g_assert_error (http_get_failure (fixture, "3"), GH_RPC_REMOTE_ERROR, -32000);
  g_assert_cmpuint (fixture->n_lost, ==, 1);
}

/* Requirement 4.12. */
static void
test_delete (HttpFixture   *fixture,
             gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  GhFakeHttpRequest *pending;
  GhFakeHttpRequest *request;

  http_initialize (fixture, "S1");
  pending = http_ask (fixture, 1, "x");
  gh_rpc_transport_close_async (fixture->transport, gh_test_store_result_cb, &result);
  request = gh_fake_http_server_take (fixture->server, "DELETE");
  g_assert_cmpstr (gh_fake_http_request_get_header (request, "Mcp-Session-Id"), ==, "S1");
  g_assert_cmpstr (gh_fake_http_request_get_header (request, "MCP-Protocol-Version"), ==,
                   "2025-11-25");
  gh_test_wait (gh_fake_http_request_is_gone (pending));
  g_assert_null (result);
  gh_fake_http_request_answer (request, 405, NULL, NULL);
  gh_test_wait (result != NULL);
  g_assert_cmpuint (fixture->n_closed, ==, 1);
  g_assert_cmpuint (g_hash_table_size (fixture->failed), ==, 0);
}

/* A server that does not answer is not waited for. */
static void
test_delete_silence (HttpFixture   *fixture,
                     gconstpointer  data)
{
  gint64 start;

  http_initialize (fixture, "S1");
  start = g_get_monotonic_time ();
  http_close (fixture);
  g_assert_cmpint (g_get_monotonic_time () - start, <,
                   4 * G_TIME_SPAN_SECOND * gh_test_get_slow ());
}

/* Requirement 4.24: the connection is closed, before the head and after it. */
static void
test_abandon (HttpFixture   *fixture,
              gconstpointer  data)
{
  for (guint i = 0; i < 6; i++)
    {
      GhFakeHttpRequest *request;
      g_autoptr(JsonNode) id = gh_json_node_new_int (i);

      set_version (fixture, i % 2 == 0 ? "2026-07-28" : "2025-11-25", i % 2 == 0);
      request = http_ask (fixture, i, "x");
      if (i / 2 > 0)
        {
          gh_fake_http_request_open (request, 200, i / 2 == 1 ? SSE_TYPE : JSON_TYPE);
          gh_fake_http_request_send (request, ": x\n\n");
          for (guint turn = 0; turn < 20; turn++)
            gh_test_turn (gh_test_deadline (10), "turn", __FILE__, __LINE__);
        }
      gh_rpc_transport_abandon (fixture->transport, id);
      gh_test_wait (gh_fake_http_request_is_gone (request));
    }
  g_assert_cmpuint (g_hash_table_size (fixture->failed), ==, 0);
  g_assert_cmpstr (fixture->seen->str, ==, "");
}

static void
add_param (GhRpcMessage       *message,
           SoupMessageHeaders *headers,
           gpointer            user_data)
{
  soup_message_headers_append (headers, "Mcp-Param-Region", "eu");
}

/* Requirements 4.16-4.19. */
static void
test_modern (HttpFixture   *fixture,
             gconstpointer  data)
{
  static const struct
  {
    const char *text;
    const char *method;
    const char *name;
  } requests[] = {
    { "{" J "\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"t\"}}", "tools/call", "t" },
    { "{" J "\"id\":1,\"method\":\"prompts/get\",\"params\":{\"name\":\"世\"}}", "prompts/get",
      "=?base64?5LiW?=" },
    { "{" J "\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":\"a:b\"}}",
      "resources/read", "a:b" },
    { "{" J "\"id\":1,\"method\":\"tasks/get\",\"params\":{\"taskId\":\"7\"}}", "tasks/get", "7" },
    { "{" J "\"id\":1,\"method\":\"tools/list\",\"params\":{\"name\":\"t\"}}", "tools/list", NULL },
  };
  const char *result = "{" J "\"id\":1,\"result\":1}";
  g_autoptr(GPtrArray) answer = NULL;
  g_autoptr(GError) error = NULL;
  GhFakeHttpRequest *request;

  set_version (fixture, "2026-07-28", TRUE);
  gh_mcp_http_transport_set_header_func (GH_MCP_HTTP_TRANSPORT (fixture->transport), add_param,
                                         NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (requests); i++)
    {
      http_send (fixture, requests[i].text);
      request = gh_fake_http_server_take (fixture->server, "POST");
      g_assert_cmpstr (gh_fake_http_request_get_header (request, "Mcp-Method"), ==,
                       requests[i].method);
      g_assert_cmpstr (gh_fake_http_request_get_header (request, "Mcp-Name"), ==,
                       requests[i].name);
      g_assert_cmpstr (gh_fake_http_request_get_header (request, "MCP-Protocol-Version"), ==,
                       "2026-07-28");
      g_assert_cmpstr (gh_fake_http_request_get_header (request, "Mcp-Param-Region"), ==, "eu");
      g_assert_null (gh_fake_http_request_get_header (request, "Mcp-Session-Id"));
      gh_fake_http_request_add_header (request, "Mcp-Session-Id", "S1");
      gh_fake_http_request_answer (request, 200, JSON_TYPE, "{" J "\"id\":1,\"result\":1}");
      http_assert_seen (fixture, "{" J "\"id\":1,\"result\":1};");
    }
  http_send (fixture, "{" J "\"method\":\"notifications/initialized\"}");
  request = gh_fake_http_server_take (fixture->server, "POST");
  g_assert_cmpstr (gh_fake_http_request_get_header (request, "Mcp-Method"), ==,
                   "notifications/initialized");
  gh_fake_http_request_answer (request, 202, NULL, NULL);
  /* It is asked nothing, and answers nothing. */
  answer = gh_rpc_message_parse (result, strlen (result), FALSE, NULL);
  g_assert_false (gh_rpc_transport_send (fixture->transport, answer->pdata[0], &error));

  /* What breaks off is lost, though it could be resumed (requirement 4.23). */
  request = http_ask (fixture, 5, "x");
  gh_fake_http_request_answer (request, 200, SSE_TYPE, "id: 1\ndata: {" J "\"method\":\"n\"}\n\n");
  http_assert_seen (fixture, "{" J "\"method\":\"n\"};");
  g_assert_error (http_get_failure (fixture, "5"), G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT);
  http_close (fixture);
  g_assert_cmpuint (gh_fake_http_server_count (fixture->server, "GET"), ==, 0);
  g_assert_cmpuint (gh_fake_http_server_count (fixture->server, "DELETE"), ==, 0);
}

/* The main loop goes on while megabytes are parsed; order is kept. */
static void
test_large (HttpFixture   *fixture,
            gconstpointer  data)
{
  g_autofree char *filler = g_strnfill (8 * 1024 * 1024, 'x');
  g_autofree char *json = g_strdup_printf ("{" J "\"id\":1,\"result\":[\"%s\"]}", filler);
  g_autofree char *event = g_strdup_printf ("data: {" J "\"id\":2,\"result\":[\"%s\"]}\n\n"
                                            "data: {" J "\"method\":\"after\"}\n\n", filler);

  gh_fake_http_request_answer (http_ask (fixture, 1, "x"), 200, JSON_TYPE, json);
  gh_test_wait (fixture->seen->len > 0);
  g_assert_true (g_str_has_prefix (fixture->seen->str, "{" J "\"id\":1,\"result\":[\"xxx"));
  g_string_truncate (fixture->seen, 0);
  gh_fake_http_request_answer (http_ask (fixture, 2, "x"), 200, SSE_TYPE, event);
  gh_test_wait (strstr (fixture->seen->str, "after") != NULL);
  g_assert_true (g_str_has_prefix (fixture->seen->str, "{" J "\"id\":2,\"result\":[\"xxx"));
}

/* One event, or a body, over the limit ends nothing but itself. */
static void
test_too_large (HttpFixture   *fixture,
                gconstpointer  data)
{
  g_autofree char *filler = g_strnfill (GH_JSON_MAX_SIZE + 1000, 'x');
  g_autofree char *event =
    g_strdup_printf ("data: \"%s\"\n\ndata: {" J "\"id\":1,\"result\":1}\n\n", filler);

  gh_fake_http_request_answer (http_ask (fixture, 1, "x"), 200, SSE_TYPE, event);
  gh_test_wait_for (strstr (fixture->seen->str, "result") != NULL, 30);
  g_assert_cmpstr (fixture->seen->str, ==, "malformed;{" J "\"id\":1,\"result\":1};");
  g_assert_error (fixture->malformed, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE);
  gh_fake_http_request_answer (http_ask (fixture, 2, "x"), 200, JSON_TYPE, filler);
  gh_test_wait_for (g_hash_table_contains (fixture->failed, "2"), 30);
  g_assert_error (http_get_failure (fixture, "2"), G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE);
}

static GBytes *
compress (const char *text,
          gsize       length)
{
  g_autoptr(GConverter) converter =
    G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9));
  g_autoptr(GInputStream) plain = g_memory_input_stream_new_from_data (text, length, NULL);
  g_autoptr(GInputStream) stream = g_converter_input_stream_new (plain, converter);
  g_autoptr(GOutputStream) out = g_memory_output_stream_new_resizable ();

  g_assert_cmpint (g_output_stream_splice (out, stream, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL,
                                           NULL), >, 0);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
}

/* Not asked for, yet understood; and measured unpacked. */
static void
test_compressed (HttpFixture   *fixture,
                 gconstpointer  data)
{
  g_autofree char *filler = g_strnfill (GH_JSON_MAX_SIZE + 1000, ' ');
  const char *text = "{" J "\"id\":1,\"result\":1}";
  g_autoptr(GBytes) small = compress (text, strlen (text));
  g_autoptr(GBytes) bomb = compress (filler, GH_JSON_MAX_SIZE + 1000);
  GhFakeHttpRequest *request = http_ask (fixture, 1, "x");

  g_assert_cmpstr (gh_fake_http_request_get_header (request, "Accept-Encoding"), ==, "identity");
  gh_fake_http_request_add_header (request, "Content-Encoding", "gzip");
  gh_fake_http_request_answer_bytes (request, 200, JSON_TYPE, small);
  http_assert_seen (fixture, "{" J "\"id\":1,\"result\":1};");
  request = http_ask (fixture, 2, "x");
  gh_fake_http_request_add_header (request, "Content-Encoding", "gzip");
  gh_fake_http_request_answer_bytes (request, 200, JSON_TYPE, bomb);
  gh_test_wait_for (g_hash_table_contains (fixture->failed, "2"), 30);
  g_assert_error (http_get_failure (fixture, "2"), G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE);
}

/* Every event comes through at once. */
static void
test_compressed_events (HttpFixture   *fixture,
                        gconstpointer  data)
{
  static const char event[] = "data: {" J "\"method\":\"n\"}\n\n";
  g_autoptr(GConverter) converter =
    G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9));
  GhFakeHttpRequest *request = http_ask (fixture, 1, "x");

  gh_fake_http_request_add_header (request, "Content-Encoding", "gzip");
  gh_fake_http_request_open (request, 200, SSE_TYPE);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr(GError) error = NULL;
      char packed[1000];
      gsize n_read;
      gsize n_written;

      g_converter_convert (converter, event, strlen (event), packed, sizeof packed,
                           G_CONVERTER_FLUSH, &n_read, &n_written, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (n_read, ==, strlen (event));
      gh_fake_http_request_send_bytes (request, packed, n_written);
      http_assert_seen (fixture, "{" J "\"method\":\"n\"};");
    }
}

/* Requirements 1.11, 1.13: in 2025-03-26 arrays come in bodies and in events. */
static void
test_batch (HttpFixture   *fixture,
            gconstpointer  data)
{
  gh_rpc_transport_set_allow_batch (fixture->transport, TRUE);
  gh_fake_http_request_answer (http_ask (fixture, 1, "x"), 200, JSON_TYPE,
                               "[{" J "\"id\":1,\"result\":1},{" J "\"method\":\"n\"}]");
  http_assert_seen (fixture, "{" J "\"id\":1,\"result\":1};{" J "\"method\":\"n\"};");
  gh_fake_http_request_answer (http_ask (fixture, 2, "x"), 200, SSE_TYPE,
                               "data: [{" J "\"method\":\"n\"},{" J "\"id\":2,\"result\":1}]\n\n");
  http_assert_seen (fixture, "{" J "\"method\":\"n\"};{" J "\"id\":2,\"result\":1};");
  gh_test_settle ();
  g_assert_cmpuint (g_hash_table_size (fixture->failed), ==, 0);
}

/* All at once, each with a connection of its own, answered backwards. */
static void
test_parallel (HttpFixture   *fixture,
               gconstpointer  data)
{
  GhFakeHttpRequest *requests[64];

  for (int i = 0; i < 64; i++)
    {
      g_autofree char *text = g_strdup_printf ("{" J "\"id\":%d,\"method\":\"tools/call\"}", i);

      http_send (fixture, text);
    }
  for (int i = 0; i < 64; i++)
    requests[i] = gh_fake_http_server_take (fixture->server, "POST");
  for (int i = 63; i >= 0; i--)
    {
      int id = atoi (strstr (gh_fake_http_request_get_body (requests[i]), "\"id\":") + 5);
      g_autofree char *result = http_dup_result (id);

      gh_fake_http_request_answer (requests[i], 200, JSON_TYPE, result);
    }
  for (int i = 0; i < 64; i++)
    {
      g_autofree char *result = http_dup_result (i);

      gh_test_wait (strstr (fixture->seen->str, result) != NULL);
    }
}

/* Whatever a server makes of statuses, types and pieces of answers: each request ends, or is there
 * to be abandoned. */
static void
test_random (HttpFixture   *fixture,
             gconstpointer  data)
{
  static const guint statuses[] = { 200, 200, 200, 202, 204, 206, 302, 307, 400, 404, 500, 599 };
  static const char * const types[] = { JSON_TYPE, SSE_TYPE, SSE_TYPE, "text/html", ";", "a/b;c" };
  static const char * const pieces[] = {
    "data: {" J "\"id\":1,\"result\":1}\n\n", "{" J "\"id\":1,\"result\":1}", "\n\n",
    "{" J "\"error\":{\"code\":1,\"message\":\"m\"}}", "data: {" J "\"id\":9,\"method\":\"q\"}\n\n",
    "data: [", "retry: 1\n", "event: x\n", "id: 7\n", "\xff", "[]", "{}", "\r", "data\n\n", ":",
  };
  static const char * const locations[] = { "", "/mcp", "http://127.0.0.1:1/", "//", "\x7f", "#" };

  for (int i = 0; i < 300; i++)
    {
      gboolean modern = g_test_rand_bit ();
      g_autofree char *key = g_strdup_printf ("%d", i);
      g_autofree char *text = g_strdup_printf ("{" J "\"id\":%d,\"method\":\"x\"}", i);
      g_autofree char *mine = g_strdup_printf ("\"id\":%d,\"result\"", i);
      g_autoptr(JsonNode) id = gh_json_node_new_int (i);
      g_autoptr(GString) body = g_string_new (NULL);
      gint64 patience = g_get_monotonic_time () + 100 * G_TIME_SPAN_MILLISECOND;
      GhFakeHttpRequest *request;

      set_version (fixture, modern ? "2026-07-28" : "2025-11-25", modern);
      http_send (fixture, text);
      /* What was sent again elsewhere comes between. */
      do
        request = gh_fake_http_server_take (fixture->server, "POST");
      while (strcmp (gh_fake_http_request_get_body (request), text) != 0);
      for (int n = g_test_rand_int_range (0, 5); n > 0; n--)
        g_string_append (body, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
      if (g_test_rand_bit ())
        g_string_append_printf (body, "data: {" J "\"id\":%d,\"result\":1}\n\n", i);
      gh_fake_http_request_add_header (request, "Location",
                                       locations[g_test_rand_int_range (0, 6)]);
      if (g_test_rand_int_range (0, 8) == 0)
        gh_fake_http_request_cut (request);
      else
        gh_fake_http_request_answer (request, statuses[g_test_rand_int_range (0, 12)],
                                     types[g_test_rand_int_range (0, 6)], body->str);
      while (!g_hash_table_contains (fixture->failed, key)
             && strstr (fixture->seen->str, mine) == NULL
             && g_get_monotonic_time () < patience)
        gh_test_turn (gh_test_deadline (10), "turn", __FILE__, __LINE__);
      /* It waits to be resumed, or was sent somewhere else. */
      gh_rpc_transport_abandon (fixture->transport, id);
      g_string_truncate (fixture->seen, 0);
    }
  http_close (fixture);
}

/* Before its start, twice, and with something under way. */
static void
test_close (HttpFixture   *fixture,
            gconstpointer  data)
{
  g_autoptr(GError) error = NULL;
  const char *text = "{" J "\"method\":\"n\"}";
  g_autoptr(GPtrArray) messages = gh_rpc_message_parse (text, strlen (text), FALSE, NULL);
  GhFakeHttpRequest *first = http_ask (fixture, 1, "x");
  GhFakeHttpRequest *second = http_ask (fixture, 2, "x");

  gh_fake_http_request_open (second, 200, SSE_TYPE);
  gh_fake_http_request_send (second, "id: 3\ndata: \n\n");
  http_close (fixture);
  gh_test_wait (gh_fake_http_request_is_gone (first) && gh_fake_http_request_is_gone (second));
  http_close (fixture);
  g_assert_false (gh_rpc_transport_send (fixture->transport, messages->pdata[0], &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  g_assert_cmpuint (g_hash_table_size (fixture->failed), ==, 0);

  http_use (fixture, GH_RPC_TRANSPORT (gh_mcp_http_transport_new (fixture->url, NULL)));
  fixture->n_closed = 0;
  http_close (fixture);
}

#define add(path, func) \
  g_test_add ("/mcp/http-post/" path, HttpFixture, NULL, http_set_up, func, http_tear_down)

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  add ("answers", test_answers);
  add ("split", test_split);
  add ("notifications", test_notifications);
  add ("error-bodies", test_error_bodies);
  add ("useless", test_useless);
  add ("error-headers", test_error_headers);
  add ("redirects", test_redirects);
  add ("unreachable", test_unreachable);
  add ("tls", test_tls);
  add ("own-ca", test_own_ca);
  add ("bad-address", test_bad_address);
  add ("headers", test_headers);
  add ("session-id", test_session_id);
  add ("session-lost", test_session_lost);
  add ("session-lost-400", test_session_lost_400);
  add ("delete", test_delete);
  add ("delete-silence", test_delete_silence);
  add ("abandon", test_abandon);
  add ("modern", test_modern);
  add ("large", test_large);
  add ("too-large", test_too_large);
  add ("compressed", test_compressed);
  add ("compressed-events", test_compressed_events);
  add ("batch", test_batch);
  add ("parallel", test_parallel);
  add ("random", test_random);
  add ("close", test_close);
  return gh_test_run ();
}
