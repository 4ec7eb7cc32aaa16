/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Through which proxy requests go, and whose certificates are believed. */
#include "config.h"

#include <glib/gstdio.h>
#include <sys/stat.h>

#include "gh-fake-http-server.h"
#include "gh-http-exchange.h"
#include "gh-test.h"

/* Between this computer and itself there is no proxy. */
static void
test_no_proxy (void)
{
  static const struct
  {
    const char *url;
    gboolean proxied;
  } urls[] = {
    { "http://127.0.0.1:1/", FALSE }, { "http://[::1]/", FALSE }, { "http://LocalHost/", FALSE },
    { "http://127.1.2.3/", FALSE },   { "http://example.org/", TRUE }, { NULL, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (urls); i++)
    {
      g_autoptr(GUri) uri =
        urls[i].url != NULL ? g_uri_parse (urls[i].url, SOUP_HTTP_URI_FLAGS, NULL) : NULL;
      g_autoptr(SoupSession) session = gh_http_session_new (uri);

      g_assert_cmpint (soup_session_get_proxy_resolver (session) != NULL, ==, urls[i].proxied);
      g_assert_false (soup_session_has_feature (session, SOUP_TYPE_COOKIE_JAR));
    }
}

/* Asks for the URL, and gives the request as it arrived at the server. */
static GhFakeHttpRequest *
ask_through (GhFakeHttpServer *server,
             SoupSession      *session,
             const char       *url,
             const char       *method,
             GAsyncResult    **result,
             GhHttpExchange  **exchange)
{
  g_autoptr(SoupMessage) message = soup_message_new ("GET", url);

  *exchange = gh_http_exchange_new (session, message, 8000);
  gh_http_exchange_send_async (*exchange, NULL, gh_test_store_result_cb, result);
  return gh_fake_http_server_take (server, method);
}

/* The one that the environment names, as the system's resolver does where no desktop says it. What
 * is encrypted goes through it unread; its own refusal is told as such. */
static void
test_system_proxy (void)
{
  g_autoptr(GhFakeHttpServer) proxy = gh_fake_http_server_new (NULL);
  g_autofree char *address = gh_fake_http_server_dup_url (proxy, "");
  g_autoptr(SoupSession) session = gh_http_session_new (NULL);
  g_autoptr(GhHttpExchange) plain = NULL;
  g_autoptr(GhHttpExchange) encrypted = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  GhFakeHttpRequest *request;

  g_setenv ("http_proxy", address, TRUE);
  g_setenv ("https_proxy", address, TRUE);
  if (g_str_has_prefix (G_OBJECT_TYPE_NAME (g_proxy_resolver_get_default ()), "GDummy"))
    {
      g_test_skip ("glib-networking has no resolver of proxies here");
      return;
    }
  request = ask_through (proxy, session, "http://mcp.invalid/path?x", "GET", &result, &plain);
  g_assert_cmpstr (gh_fake_http_request_get_header (request, "Host"), ==, "mcp.invalid");
  gh_fake_http_request_answer (request, 200, "text/plain", "abc");
  gh_test_wait (result != NULL);
  g_assert_true (gh_http_exchange_send_finish (plain, result, NULL));
  g_clear_object (&result);

  request = ask_through (proxy, session, "https://mcp.invalid/a", "CONNECT", &result, &encrypted);
  gh_fake_http_request_answer (request, 407, "text/plain", "who?");
  gh_test_wait (result != NULL);
  g_assert_true (gh_http_exchange_send_finish (encrypted, result, NULL));
  g_assert_cmpuint (soup_message_get_status (gh_http_exchange_get_message (encrypted)), ==, 407);
}

/* The name and the password in its address are for it alone. */
static void
test_proxy_password (void)
{
  g_autoptr(GhFakeHttpServer) proxy = gh_fake_http_server_new (NULL);
  g_autofree char *address = gh_fake_http_server_dup_url (proxy, "");
  g_autofree char *with_name =
    g_strconcat ("http://ada:secret@", address + strlen ("http://"), NULL);
  g_autoptr(GProxyResolver) resolver = g_simple_proxy_resolver_new (with_name, NULL);
  g_autoptr(SoupSession) session = gh_http_session_new (NULL);
  g_autoptr(GhHttpExchange) exchange = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  GhFakeHttpRequest *request;

  soup_session_set_proxy_resolver (session, resolver);
  request = ask_through (proxy, session, "http://mcp.invalid/", "GET", &result, &exchange);
  g_assert_null (gh_fake_http_request_get_header (request, "Authorization"));
  if (gh_fake_http_request_get_header (request, "Proxy-Authorization") == NULL)
    {
      gh_fake_http_request_add_header (request, "Proxy-Authenticate", "Basic realm=\"x\"");
      gh_fake_http_request_answer (request, 407, "text/plain", "who?");
      gh_test_wait (result != NULL
                    || (request = gh_fake_http_server_pop (proxy, "GET")) != NULL);
    }
  if (result != NULL)
    {
      g_assert_true (gh_http_exchange_send_finish (exchange, result, NULL));
      g_test_skip ("libsoup 3.4 asks no proxy again");
      return;
    }
  g_assert_cmpstr (gh_fake_http_request_get_header (request, "Proxy-Authorization"), ==,
                   "Basic YWRhOnNlY3JldA==");
  gh_fake_http_request_answer (request, 200, "text/plain", "abc");
  gh_test_wait (result != NULL);
  g_assert_true (gh_http_exchange_send_finish (exchange, result, NULL));
}

typedef struct
{
  GhFakeHttpServer *server;
  char *url;
  char *folder;
  char *certificate; /* the server's own */
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr(GTlsCertificate) certificate = NULL;
  g_autoptr(GError) error = NULL;

  fixture->certificate = g_test_build_filename (G_TEST_DIST, "mcp", "self-signed.pem", NULL);
  certificate = g_tls_certificate_new_from_file (fixture->certificate, &error);
  g_assert_no_error (error);
  fixture->server = gh_fake_http_server_new (certificate);
  fixture->url = gh_fake_http_server_dup_url (fixture->server, "/");
  fixture->folder = g_dir_make_tmp ("gatehouse-ca-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  gh_test_settle ();
  g_clear_object (&fixture->server);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->url);
  g_free (fixture->folder);
  g_free (fixture->certificate);
}

static SoupSession *
session_new (const char *ca_file)
{
  g_autoptr(GUri) uri = g_uri_parse ("https://127.0.0.1/", SOUP_HTTP_URI_FLAGS, NULL);
  SoupSession *session = gh_http_session_new (uri);

  gh_http_session_set_ca_file (GH_HTTP_SESSION (session), ca_file);
  return session;
}

static GhHttpExchange *
send_to (Fixture       *fixture,
         SoupSession   *session,
         GAsyncResult **result)
{
  g_autoptr(SoupMessage) message = soup_message_new ("GET", fixture->url);
  GhHttpExchange *exchange = gh_http_exchange_new (session, message, 8000);

  gh_http_exchange_send_async (exchange, NULL, gh_test_store_result_cb, result);
  return exchange;
}

static void
assert_refused (Fixture     *fixture,
                SoupSession *session,
                int          code,
                const char  *words)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GhHttpExchange) exchange = send_to (fixture, session, &result);
  g_autoptr(GError) error = NULL;

  gh_test_wait (result != NULL);
  g_assert_false (gh_http_exchange_send_finish (exchange, result, &error));
  g_assert_error (error, G_TLS_ERROR, code);
  g_assert_nonnull (strstr (error->message, words));
}

/* Two at once, while the file is read. */
static void
assert_believed (Fixture     *fixture,
                 SoupSession *session)
{
  g_autoptr(GAsyncResult) a = NULL;
  g_autoptr(GAsyncResult) b = NULL;
  g_autoptr(GhHttpExchange) first = send_to (fixture, session, &a);
  g_autoptr(GhHttpExchange) second = send_to (fixture, session, &b);

  for (guint i = 0; i < 2; i++)
    gh_fake_http_request_answer (gh_fake_http_server_take (fixture->server, "GET"), 200,
                                 "text/plain", "abc");
  gh_test_wait (a != NULL && b != NULL);
  g_assert_true (gh_http_exchange_send_finish (first, a, NULL));
  g_assert_true (gh_http_exchange_send_finish (second, b, NULL));
}

static void
test_own_ca (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(SoupSession) system = session_new (NULL);
  g_autoptr(SoupSession) own = session_new (fixture->certificate);

  assert_refused (fixture, system, G_TLS_ERROR_BAD_CERTIFICATE, "nobody this computer trusts");
  assert_believed (fixture, own);
}

/* What is no file, holds none, or never ends. Mended, it is good without a new start. */
static void
test_bad_ca_file (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "ca.pem", NULL);
  g_autoptr(SoupSession) session = session_new (path);
  g_autofree char *pem = NULL;
  gsize length;

  assert_refused (fixture, session, G_TLS_ERROR_UNAVAILABLE, path);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  assert_refused (fixture, session, G_TLS_ERROR_UNAVAILABLE, "not a file");
  g_assert_cmpint (g_rmdir (path), ==, 0);
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  assert_refused (fixture, session, G_TLS_ERROR_UNAVAILABLE, "not a file");
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_true (g_file_set_contents (path, "no certificate", -1, NULL));
  assert_refused (fixture, session, G_TLS_ERROR_UNAVAILABLE, path);
  g_assert_cmpint (truncate (path, 2 * 1024 * 1024), ==, 0);
  assert_refused (fixture, session, G_TLS_ERROR_UNAVAILABLE, "too long");
  g_assert_cmpuint (gh_fake_http_server_get_n_requests (fixture->server), ==, 0);

  g_assert_true (g_file_get_contents (fixture->certificate, &pem, &length, NULL));
  g_assert_true (g_file_set_contents (path, pem, length, NULL));
  assert_believed (fixture, session);
  g_assert_cmpint (g_unlink (path), ==, 0);
}

/* Given up while the file is read. */
static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(SoupSession) session = session_new (fixture->certificate);
  g_autoptr(SoupMessage) message = soup_message_new ("GET", fixture->url);
  g_autoptr(GhHttpExchange) exchange = gh_http_exchange_new (session, message, 8000);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_http_exchange_send_async (exchange, cancellable, gh_test_store_result_cb, &result);
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_false (gh_http_exchange_send_finish (exchange, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  gh_test_wait (gh_http_session_is_prepared (GH_HTTP_SESSION (session)));
  gh_test_settle ();
  g_assert_cmpuint (gh_fake_http_server_get_n_requests (fixture->server), ==, 0);
}

#define add(path, func) g_test_add ("/http/session/" path, Fixture, NULL, set_up, func, tear_down)

int
main (int    argc,
      char **argv)
{
  /* Else a desktop's settings have the say. */
  g_setenv ("GIO_USE_PROXY_RESOLVER", "libproxy", TRUE);
  g_unsetenv ("no_proxy");
  gh_test_init (&argc, &argv);
  g_test_add_func ("/http/session/no-proxy", test_no_proxy);
  g_test_add_func ("/http/session/system-proxy", test_system_proxy);
  g_test_add_func ("/http/session/proxy-password", test_proxy_password);
  add ("own-ca", test_own_ca);
  add ("bad-ca-file", test_bad_ca_file);
  add ("cancel", test_cancel);
  return gh_test_run ();
}
