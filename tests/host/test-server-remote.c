/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Servers that are reached over the network: connecting, what is kept of it, coming back after the
 * connection was lost. */
#include "config.h"

#include <string.h>

#include "gh-fake-http-server.h"
#include "gh-json.h"
#include "gh-log-line.h"
#include "gh-server-list.h"
#include "gh-server-private.h"
#include "gh-test.h"

#define SECRET "Bearer 0123456789"

typedef struct
{
  char              *dir;
  GListStore        *problems;
  GhFileStore       *store;
  GhRootList        *roots;
  GhModelList       *models;
  GhRequestBroker   *broker;
  GhServerList      *list;
  GhFakeHttpServer  *http;
  GhFakeHttpRequest *stream; /* the open GET of SSE */
} Fixture;

static GhFileStore *
store_new (Fixture    *f,
           const char *name)
{
  g_autoptr(GFile) file = g_file_new_build_filename (f->dir, name, NULL);

  return gh_file_store_new (file, 2, f->problems);
}

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  g_autoptr(GhSecretStore) secrets = gh_secret_store_new ();
  g_autoptr(GhFileStore) root_store = NULL;
  g_autoptr(GhFileStore) model_store = NULL;
  g_autoptr(GAsyncResult) result = NULL;

  f->dir = gh_test_make_dir ();
  f->problems = g_list_store_new (GH_TYPE_PROBLEM);
  root_store = store_new (f, "roots.json");
  model_store = store_new (f, "models.json");
  f->store = store_new (f, "mcp.json");
  f->roots = gh_root_list_new (root_store);
  f->models = gh_model_list_new (model_store, secrets);
  f->broker = gh_request_broker_new (f->models);
  f->list = gh_server_list_new (f->store, f->roots, f->broker);
  gh_server_list_load_async (f->list, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  f->http = gh_fake_http_server_new (NULL);
}

/* Answers what a server must be able to answer; whatever else comes is an error. */
static void
answer_post (Fixture           *f,
             GhFakeHttpRequest *request)
{
  const char *body = gh_fake_http_request_get_body (request);
  g_autoptr(JsonNode) node = gh_json_read (body, strlen (body), NULL);
  JsonObject *object = gh_json_node_get_object (node);
  const char *method = gh_json_get_string (object, "method");
  g_autofree char *result = NULL;
  g_autofree char *event = NULL;

  g_assert_cmpstr (gh_fake_http_request_get_header (request, "Authorization"), ==, SECRET);
  if (gh_json_get (object, "id") == NULL)
    {
      gh_fake_http_request_answer (request, 202, NULL, NULL);
      return;
    }
  if (g_strcmp0 (method, "initialize") == 0)
    result = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%" G_GINT64_FORMAT ",\"result\":"
                              "{\"protocolVersion\":\"2024-11-05\",\"capabilities\":{},"
                              "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}}",
                              gh_json_get_int (object, "id", 0));
  else
    result = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%" G_GINT64_FORMAT ",\"error\":"
                              "{\"code\":-32601,\"message\":\"no\"}}",
                              gh_json_get_int (object, "id", 0));
  if (f->stream == NULL)
    {
      gh_fake_http_request_answer (request, 200, "application/json", result);
      return;
    }
  event = g_strdup_printf ("event: message\ndata: %s\n\n", result);
  gh_fake_http_request_answer (request, 202, NULL, NULL);
  gh_fake_http_request_send (f->stream, event);
}

/* What has come is answered; for conditions of gh_test_wait(). */
static gboolean
serve (Fixture *f)
{
  GhFakeHttpRequest *request;

  while ((request = gh_fake_http_server_pop (f->http, "POST")) != NULL)
    answer_post (f, request);
  while ((request = gh_fake_http_server_pop (f->http, "DELETE")) != NULL)
    gh_fake_http_request_answer (request, 405, NULL, NULL);
  while ((request = gh_fake_http_server_pop (f->http, "GET")) != NULL)
    if (strcmp (gh_fake_http_request_get_path (request), "/sse") == 0)
      {
        f->stream = request;
        gh_fake_http_request_open (request, 200, "text/event-stream");
        gh_fake_http_request_send (request, "event: endpoint\ndata: /messages\n\n");
      }
    else
      gh_fake_http_request_answer (request, 405, NULL, NULL);
  return TRUE;
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr(GAsyncResult) stopped = NULL;
  g_autoptr(GAsyncResult) flushed = NULL;

  gh_server_list_stop_all_async (f->list, gh_test_store_result_cb, &stopped);
  gh_test_wait_for (serve (f) && stopped != NULL, 20);
  gh_file_store_flush_async (f->store, gh_test_store_result_cb, &flushed);
  gh_test_wait (flushed != NULL);
  g_clear_object (&stopped);
  gh_test_settle ();
  g_assert_finalize_object (f->list);
  g_clear_object (&f->store);
  g_clear_object (&f->broker);
  g_clear_object (&f->models);
  g_clear_object (&f->roots);
  g_clear_object (&f->problems);
  g_clear_object (&f->http);
  g_clear_pointer (&f->dir, g_free);
  gh_test_settle ();
}

static GhServer *
add_server (Fixture      *f,
            GhServerKind  kind,
            const char   *path)
{
  static const char * const headers[] = { "Authorization: " SECRET, NULL };
  g_autofree char *url = gh_fake_http_server_dup_url (f->http, path);
  g_autoptr(GhServerConfig) any =
    gh_server_config_new_for_url ("Remote", kind, url, headers, FALSE, NULL);
  g_autoptr(GhServerConfig) config = gh_server_config_copy_with_era (any, "legacy");
  GhServer *server = gh_server_list_add (f->list, config, TRUE);

  gh_server_set_restart_delay (server, 20);
  return server;
}

static guint
count_lines (GhServer   *server,
             const char *word)
{
  GListModel *log = gh_server_list_log (server);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (log); i++)
    {
      g_autoptr(GhLogLine) line = g_list_model_get_item (log, i);

      n += g_strcmp0 (gh_log_line_get_logger (line), word) == 0;
    }
  return n;
}

static void
test_run (Fixture       *f,
          gconstpointer  data)
{
  GhServer *server = add_server (f, GH_SERVER_KIND_HTTP, "/mcp?key=0123456789");
  g_autofree char *text = NULL;
  g_autofree char *path = g_build_filename (f->dir, "mcp.json", NULL);
  g_autoptr(GAsyncResult) flushed = NULL;
  GhActivity *activity = gh_server_get_activity (server);

  g_assert_null (gh_server_get_era (server));
  gh_server_start (server);
  gh_test_wait (serve (f) && gh_server_get_state (server) == GH_SERVER_RUNNING);
  g_assert_cmpstr (gh_server_get_era (server), ==, "legacy");
  g_assert_cmpstr (gh_server_get_protocol_version (server), ==, "2024-11-05");
  g_assert_cmpint (gh_server_get_pid (server), ==, 0);

  /* What worked is kept; what is shown of the messages has no header in it. */
  gh_file_store_flush_async (f->store, gh_test_store_result_cb, &flushed);
  gh_test_wait (serve (f) && flushed != NULL);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"knownEra\""));
  gh_activity_flush (activity);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (activity)), >=, 4);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (activity)); i++)
    {
      g_autoptr(GhActivityEntry) entry = g_list_model_get_item (G_LIST_MODEL (activity), i);

      g_autofree char *kept = gh_activity_entry_dup_text (entry);

      g_assert_null (strstr (kept, "0123456789"));
    }
}

/* A connection that was lost is made again, ever more rarely, until the server is back; stopping
 * ends that. */
static void
test_reconnect (Fixture       *f,
                gconstpointer  data)
{
  GhServer *server = add_server (f, GH_SERVER_KIND_SSE, "/sse");

  gh_server_start (server);
  gh_test_wait (serve (f) && gh_server_get_state (server) == GH_SERVER_RUNNING);
  g_assert_cmpuint (gh_fake_http_server_count (f->http, "GET"), ==, 1);

  /* More often than a program would be started again. */
  for (guint i = 0; i < 5; i++)
    {
      gh_fake_http_request_cut (f->stream);
      f->stream = NULL;
      gh_test_wait (gh_server_get_state (server) == GH_SERVER_FAILED);
      gh_test_wait_for (serve (f) && gh_server_get_state (server) == GH_SERVER_RUNNING, 20);
    }
  g_assert_cmpuint (count_lines (server, "restarting"), ==, 5);

  /* The server understands, and says no: nothing is gained by asking again. */
  gh_fake_http_request_cut (f->stream);
  f->stream = NULL;
  gh_fake_http_request_answer (gh_fake_http_server_take (f->http, "GET"), 403, NULL, NULL);
  gh_test_wait (gh_server_get_state (server) == GH_SERVER_FAILED
                && count_lines (server, "failed") == 7);
  g_assert_cmpuint (count_lines (server, "restarting"), ==, 6);
}

/* One that never worked is not tried again behind the person's back. */
static void
test_refused (Fixture       *f,
              gconstpointer  data)
{
  GhServer *server = add_server (f, GH_SERVER_KIND_SSE, "/sse");

  gh_server_start (server);
  gh_fake_http_request_answer (gh_fake_http_server_take (f->http, "GET"), 503, NULL, NULL);
  gh_test_wait (gh_server_get_state (server) == GH_SERVER_FAILED);
  g_assert_nonnull (gh_server_get_error (server));
  g_assert_null (strstr (gh_server_get_error (server)->message, "0123456789"));
  g_assert_cmpuint (count_lines (server, "restarting"), ==, 0);
}

/* One that starts with the host is waited for: the network may come up later than we do. */
static void
test_not_there_yet (Fixture       *f,
                    gconstpointer  data)
{
  GhServer *server = add_server (f, GH_SERVER_KIND_SSE, "/sse");

  gh_server_start_unwatched (server);
  gh_fake_http_request_answer (gh_fake_http_server_take (f->http, "GET"), 503, NULL, NULL);
  gh_test_wait (serve (f) && gh_server_get_state (server) == GH_SERVER_RUNNING);
  g_assert_cmpuint (count_lines (server, "restarting"), ==, 1);
}

static void
test_stop_while_connecting (Fixture       *f,
                            gconstpointer  data)
{
  GhServer *server = add_server (f, GH_SERVER_KIND_HTTP, "/mcp");
  g_autoptr(GAsyncResult) stopped = NULL;

  gh_server_start (server);
  gh_fake_http_server_take (f->http, "POST");
  gh_server_stop_async (server, gh_test_store_result_cb, &stopped);
  gh_test_wait_for (stopped != NULL, 20);
  g_assert_cmpint (gh_server_get_state (server), ==, GH_SERVER_STOPPED);
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
#define ADD(path, func) \
  g_test_add ("/host/server-remote/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("run", test_run);
  ADD ("reconnect", test_reconnect);
  ADD ("refused", test_refused);
  ADD ("not-there-yet", test_not_there_yet);
  ADD ("stop-while-connecting", test_stop_while_connecting);
  return gh_test_run ();
}
