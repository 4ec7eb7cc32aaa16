/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * subscriptions/listen: opening, changing, the ends it can come to. */
#include "config.h"

#include "gh-mcp-listen.h"

#include <string.h>

#include "gh-fake-transport.h"
#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-rpc-error.h"
#include "gh-test.h"

#define RPC "{\"jsonrpc\":\"2.0\","
#define ID G_GINT64_FORMAT

typedef struct
{
  GhFakeTransport *transport;
  GhRpcPeer *peer;
  GhMcpListen *listen;
  GString *heard;
  gboolean free_when_told;
} Fixture;

static void
told_cb (const char *method,
         const char *uri,
         JsonObject *params,
         gpointer    user_data)
{
  Fixture *f = user_data;

  if (params != NULL)
    uri = gh_json_get_string (params, "taskId");
  g_string_append_printf (f->heard, "%s%s%s;", method + strlen ("notifications/"),
                          uri != NULL ? " " : "", uri != NULL ? uri : "");
  if (f->free_when_told)
    g_clear_pointer (&f->listen, gh_mcp_listen_free);
}

static void
notification_cb (GhRpcPeer  *peer,
                 const char *method,
                 JsonNode   *params,
                 Fixture    *f)
{
  JsonObject *object = params != NULL ? gh_json_node_get_object (params) : NULL;

  if (f->listen != NULL && !gh_mcp_listen_take (f->listen, method, object))
    g_string_append_printf (f->heard, "not ours: %s;", method);
}

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  g_autoptr(GAsyncResult) started = NULL;

  f->transport = gh_fake_transport_new ();
  f->peer = gh_rpc_peer_new (GH_RPC_TRANSPORT (f->transport));
  f->heard = g_string_new (NULL);
  g_signal_connect (f->peer, "notification", G_CALLBACK (notification_cb), f);
  gh_rpc_peer_start_async (f->peer, NULL, gh_test_store_result_cb, &started);
  gh_test_wait (started != NULL);
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr(GAsyncResult) closed = NULL;

  g_clear_pointer (&f->listen, gh_mcp_listen_free);
  gh_rpc_peer_close_async (f->peer, gh_test_store_result_cb, &closed);
  gh_test_wait (closed != NULL);
  g_clear_object (&closed);
  gh_test_settle ();
  g_signal_handlers_disconnect_by_data (f->peer, f);
  g_assert_finalize_object (f->peer);
  g_assert_finalize_object (f->transport);
  g_string_free (f->heard, TRUE);
}

static void
listen_to (Fixture          *f,
           GhMcpListenLists  lists,
           gboolean          tell)
{
  const GhMcpMeta meta = { .version = "2026-07-28" };

  f->listen = gh_mcp_listen_new (f->peer, &meta, tell, lists, told_cb, f);
}

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

/* The next message is a listen request with this filter; gives its id. */
static gint64
pop_listen (Fixture    *f,
            const char *filter)
{
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;
  g_autoptr(JsonNode) node = NULL;
  JsonObject *object, *params;

  gh_test_wait (gh_fake_transport_get_n_sent (f->transport) > 0);
  text = gh_fake_transport_pop_sent (f->transport);
  node = gh_json_read (text, strlen (text), NULL);
  object = gh_json_node_get_object (node);
  g_assert_cmpstr (gh_json_get_string (object, "method"), ==, "subscriptions/listen");
  params = gh_json_get_object (object, "params");
  shown = gh_json_write (gh_json_get (params, "notifications"), NULL);
  g_assert_cmpstr (shown, ==, filter);
  g_assert_cmpstr (gh_json_get_string (gh_json_get_object (params, "_meta"),
                                       "io.modelcontextprotocol/protocolVersion"),
                   ==, "2026-07-28");
  return gh_json_get_int (object, "id", -1);
}

static void
expect_end (Fixture *f,
            gint64   id)
{
  g_autofree char *text = NULL;
  g_autofree char *expected = g_strdup_printf (RPC "\"method\":\"notifications/cancelled\","
                                               "\"params\":{\"requestId\":%" ID ",", id);

  gh_test_wait (gh_fake_transport_get_n_sent (f->transport) > 0);
  text = gh_fake_transport_pop_sent (f->transport);
  g_assert_true (g_str_has_prefix (text, expected));
}

static void
expect_nothing (Fixture *f)
{
  gh_test_settle ();
  g_assert_cmpuint (gh_fake_transport_get_n_sent (f->transport), ==, 0);
}

static void
expect_heard (Fixture    *f,
              const char *heard)
{
  g_assert_cmpstr (f->heard->str, ==, heard);
  g_string_truncate (f->heard, 0);
}

#define META "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":%" ID "}"

static void
acknowledge (Fixture    *f,
             gint64      id,
             const char *filter)
{
  receive (f, RPC "\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{" META ","
           "\"notifications\":%s}}", id, filter);
}

static void
tell (Fixture    *f,
      gint64      id,
      const char *method)
{
  receive (f, RPC "\"method\":\"notifications/%s\",\"params\":{" META "}}", method, id);
}

static void
updated (Fixture    *f,
         gint64      id,
         const char *uri)
{
  receive (f, RPC "\"method\":\"notifications/resources/updated\",\"params\":{" META ","
           "\"uri\":\"%s\"}}", id, uri);
}

static void
test_lists (Fixture       *f,
            gconstpointer  data)
{
  gint64 id;

  listen_to (f, GH_MCP_LISTEN_TOOLS | GH_MCP_LISTEN_RESOURCES, TRUE);
  id = pop_listen (f, "{\"toolsListChanged\":true,\"resourcesListChanged\":true}");
  acknowledge (f, id, "{\"toolsListChanged\":true}");
  tell (f, id, "tools/list_changed");
  expect_heard (f, "tools/list_changed;");
  /* Twice acknowledged, never asked for, of another subscription, of another type. */
  acknowledge (f, id, "{}");
  tell (f, id, "prompts/list_changed");
  tell (f, id, "message");
  tell (f, id + 7, "tools/list_changed");
  updated (f, id, "a:1");
  receive (f, RPC "\"method\":\"notifications/tools/list_changed\",\"params\":{\"_meta\":{"
           "\"io.modelcontextprotocol/subscriptionId\":\"%" ID "\"}}}", id);
  expect_heard (f, "");
  receive (f, "%s", RPC "\"method\":\"notifications/tools/list_changed\"}");
  receive (f, "%s", RPC "\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":99}}");
  expect_heard (f, "not ours: notifications/tools/list_changed;"
                "not ours: notifications/cancelled;");
  g_clear_pointer (&f->listen, gh_mcp_listen_free);
  expect_end (f, id);
  expect_nothing (f);
}

static void
test_nothing (Fixture       *f,
              gconstpointer  data)
{
  listen_to (f, 0, TRUE);
  expect_nothing (f);
}

static void
test_subscribe (Fixture       *f,
                gconstpointer  data)
{
  g_autoptr(GAsyncResult) first = NULL;
  g_autoptr(GAsyncResult) second = NULL;
  g_autoptr(GAsyncResult) third = NULL;
  g_autoptr(GError) error = NULL;
  gint64 old, id;

  listen_to (f, GH_MCP_LISTEN_TOOLS, TRUE);
  old = pop_listen (f, "{\"toolsListChanged\":true}");
  acknowledge (f, old, "{\"toolsListChanged\":true}");

  gh_mcp_listen_subscribe_async (f->listen, "a:1", NULL, gh_test_store_result_cb, &first);
  id = pop_listen (f, "{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"a:1\"]}");
  /* The old one is there until the new one is. */
  expect_nothing (f);
  tell (f, old, "tools/list_changed");
  expect_heard (f, "tools/list_changed;");
  g_assert_null (first);
  acknowledge (f, id, "{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"a:1\",7,\"x\"]}");
  expect_end (f, old);
  gh_test_wait (first != NULL);
  g_assert_true (gh_mcp_listen_subscribe_finish (first, &error));
  g_assert_no_error (error);
  updated (f, id, "a:1");
  expect_heard (f, "resources/updated a:1;");
  tell (f, old, "tools/list_changed");
  expect_heard (f, "");

  /* Once more is at once; what the server leaves out is refused. */
  gh_mcp_listen_subscribe_async (f->listen, "a:1", NULL, gh_test_store_result_cb, &second);
  gh_test_wait (second != NULL);
  g_assert_true (gh_mcp_listen_subscribe_finish (second, NULL));
  expect_nothing (f);
  gh_mcp_listen_subscribe_async (f->listen, "a:2", NULL, gh_test_store_result_cb, &third);
  gh_test_wait (gh_fake_transport_get_n_sent (f->transport) > 0);
  g_free (gh_fake_transport_pop_sent (f->transport));
  acknowledge (f, id + 1, "{\"resourceSubscriptions\":[\"a:1\"]}");
  expect_end (f, id);
  gh_test_wait (third != NULL);
  g_assert_false (gh_mcp_listen_subscribe_finish (third, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_UNSUPPORTED);

  gh_mcp_listen_unsubscribe (f->listen, "a:2");
  expect_nothing (f);
  gh_mcp_listen_unsubscribe (f->listen, "a:1");
  id = pop_listen (f, "{\"toolsListChanged\":true}");
  acknowledge (f, id, "{\"toolsListChanged\":true}");
  expect_end (f, id - 1);
}

static void
test_last_unsubscribed (Fixture       *f,
                        gconstpointer  data)
{
  g_autoptr(GAsyncResult) done = NULL;
  gint64 id;

  listen_to (f, 0, TRUE);
  gh_mcp_listen_subscribe_async (f->listen, "a:1", NULL, gh_test_store_result_cb, &done);
  id = pop_listen (f, "{\"resourceSubscriptions\":[\"a:1\"]}");
  acknowledge (f, id, "{\"resourceSubscriptions\":[\"a:1\"]}");
  gh_test_wait (done != NULL);
  gh_mcp_listen_unsubscribe (f->listen, "a:1");
  expect_end (f, id);
  expect_nothing (f);
}

/* Where closing the request says it, nothing is sent. */
static void
test_untold (Fixture       *f,
             gconstpointer  data)
{
  gint64 id;

  listen_to (f, GH_MCP_LISTEN_TOOLS, FALSE);
  id = pop_listen (f, "{\"toolsListChanged\":true}");
  acknowledge (f, id, "{\"toolsListChanged\":true}");
  g_clear_pointer (&f->listen, gh_mcp_listen_free);
  expect_nothing (f);
  g_assert_cmpuint (gh_rpc_peer_get_n_pending (f->peer), ==, 0);
}

static void
test_ends (Fixture       *f,
           gconstpointer  data)
{
  gint64 id;

  listen_to (f, GH_MCP_LISTEN_TOOLS | GH_MCP_LISTEN_PROMPTS, TRUE);
  id = pop_listen (f, "{\"toolsListChanged\":true,\"promptsListChanged\":true}");
  acknowledge (f, id, "{\"toolsListChanged\":true}");

  /* By a result; by a notification, then a result; by an error that is no refusal. Each time it is
   * opened again, and what may have been missed is told. */
  receive (f, RPC "\"id\":%" ID ",\"result\":{\"resultType\":\"complete\",\"_meta\":{}}}", id);
  expect_nothing (f);
  id = pop_listen (f, "{\"toolsListChanged\":true,\"promptsListChanged\":true}");
  expect_heard (f, "");
  acknowledge (f, id, "{\"toolsListChanged\":true}");
  expect_heard (f, "tools/list_changed;");

  receive (f, RPC "\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%" ID "}}", id);
  expect_heard (f, "");
  receive (f, RPC "\"id\":%" ID ",\"result\":{}}", id);
  id = pop_listen (f, "{\"toolsListChanged\":true,\"promptsListChanged\":true}");
  acknowledge (f, id, "{\"toolsListChanged\":true,\"promptsListChanged\":true}");
  expect_heard (f, "tools/list_changed;prompts/list_changed;");

  receive (f, RPC "\"id\":%" ID ",\"error\":{\"code\":-32603,\"message\":\"busy\"}}", id);
  id = pop_listen (f, "{\"toolsListChanged\":true,\"promptsListChanged\":true}");

  /* A refusal is for good. */
  receive (f, RPC "\"id\":%" ID ",\"error\":{\"code\":-32601,\"message\":\"no\"}}", id);
  expect_nothing (f);
}

/* 2.15: asked again with what the server speaks, and not for ever. */
static void
test_version (Fixture       *f,
              gconstpointer  data)
{
  gint64 id;

  listen_to (f, GH_MCP_LISTEN_TOOLS, FALSE);
  for (guint i = 0; i < 2; i++)
    {
      id = pop_listen (f, "{\"toolsListChanged\":true}");
      receive (f, RPC "\"id\":%" ID ",\"error\":{\"code\":-32022,\"message\":\"no\",\"data\":{"
                      "\"supported\":[\"2026-07-28\"]}}}", id);
    }
  id = pop_listen (f, "{\"toolsListChanged\":true}");
  acknowledge (f, id, "{\"toolsListChanged\":true}");
  receive (f, RPC "\"id\":%" ID ",\"error\":{\"code\":-32022,\"message\":\"no\",\"data\":{"
                  "\"supported\":[\"2099-01-01\"]}}}", id);
  expect_nothing (f);
}

/* 8.46: with what is listened to anyway. */
static void
test_tasks (Fixture       *f,
            gconstpointer  data)
{
  gint64 first, second;

  listen_to (f, GH_MCP_LISTEN_TOOLS, FALSE);
  first = pop_listen (f, "{\"toolsListChanged\":true}");
  acknowledge (f, first, "{\"toolsListChanged\":true}");
  g_assert_true (gh_mcp_listen_is_used (f->listen));
  gh_mcp_listen_watch_task (f->listen, "k");
  second = pop_listen (f, "{\"toolsListChanged\":true,\"taskIds\":[\"k\"]}");
  acknowledge (f, second, "{\"toolsListChanged\":true,\"taskIds\":[\"k\"]}");
  for (guint i = 0; i < 2; i++)
    {
      receive (f, RPC "\"method\":\"notifications/tasks\",\"params\":{" META ",\"taskId\":\"%s\","
                      "\"status\":\"working\"}}", second, i == 0 ? "k" : "other");
      expect_heard (f, i == 0 ? "tasks k;" : "");
    }
  gh_mcp_listen_watch_task (f->listen, "k");
  gh_mcp_listen_forget_task (f->listen, "k");
  expect_nothing (f);
}

static void
test_refused (Fixture       *f,
              gconstpointer  data)
{
  g_autoptr(GAsyncResult) done = NULL;
  g_autoptr(GError) error = NULL;
  gint64 old, id;

  listen_to (f, GH_MCP_LISTEN_TOOLS, TRUE);
  old = pop_listen (f, "{\"toolsListChanged\":true}");
  acknowledge (f, old, "{\"toolsListChanged\":true}");
  gh_mcp_listen_subscribe_async (f->listen, "a:1", NULL, gh_test_store_result_cb, &done);
  id = pop_listen (f, "{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"a:1\"]}");
  receive (f, RPC "\"id\":%" ID ",\"error\":{\"code\":-32602,\"message\":\"no such thing\"}}", id);
  gh_test_wait (done != NULL);
  g_assert_false (gh_mcp_listen_subscribe_finish (done, &error));
  g_assert_error (error, GH_RPC_REMOTE_ERROR, GH_RPC_INVALID_PARAMS);
  /* The old one goes on. */
  expect_nothing (f);
  tell (f, old, "tools/list_changed");
  expect_heard (f, "tools/list_changed;");
}

static void
test_cancel (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) done = NULL;
  g_autoptr(GAsyncResult) other = NULL;
  g_autoptr(GError) error = NULL;
  gint64 id;

  listen_to (f, 0, TRUE);
  gh_mcp_listen_subscribe_async (f->listen, "a:1", cancellable, gh_test_store_result_cb, &done);
  id = pop_listen (f, "{\"resourceSubscriptions\":[\"a:1\"]}");
  g_cancellable_cancel (cancellable);
  gh_test_wait (done != NULL);
  g_assert_false (gh_mcp_listen_subscribe_finish (done, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  expect_end (f, id);
  expect_nothing (f);

  /* Closed while somebody waits. */
  gh_mcp_listen_subscribe_async (f->listen, "a:2", NULL, gh_test_store_result_cb, &other);
  id = pop_listen (f, "{\"resourceSubscriptions\":[\"a:2\"]}");
  g_clear_pointer (&f->listen, gh_mcp_listen_free);
  gh_test_wait (other != NULL);
  g_assert_false (gh_mcp_listen_subscribe_finish (other, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  expect_end (f, id);
}

/* Of two who wait for the same one goes: the other is told. */
static void
test_cancel_one (Fixture       *f,
                 gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) gone = NULL;
  g_autoptr(GAsyncResult) stays = NULL;
  gint64 id;

  listen_to (f, 0, FALSE);
  gh_mcp_listen_subscribe_async (f->listen, "a:1", cancellable, gh_test_store_result_cb, &gone);
  gh_mcp_listen_subscribe_async (f->listen, "a:1", NULL, gh_test_store_result_cb, &stays);
  pop_listen (f, "{\"resourceSubscriptions\":[\"a:1\"]}");
  g_cancellable_cancel (cancellable);
  gh_test_wait (gone != NULL);
  g_assert_false (gh_mcp_listen_subscribe_finish (gone, NULL));
  id = pop_listen (f, "{\"resourceSubscriptions\":[\"a:1\"]}");
  acknowledge (f, id, "{\"resourceSubscriptions\":[\"a:1\"]}");
  gh_test_wait (stays != NULL);
  g_assert_true (gh_mcp_listen_subscribe_finish (stays, NULL));
}

static void
test_freed_when_told (Fixture       *f,
                      gconstpointer  data)
{
  gint64 id;

  f->free_when_told = TRUE;
  listen_to (f, GH_MCP_LISTEN_TOOLS | GH_MCP_LISTEN_PROMPTS, FALSE);
  id = pop_listen (f, "{\"toolsListChanged\":true,\"promptsListChanged\":true}");
  tell (f, id, "tools/list_changed");
  expect_heard (f, "tools/list_changed;");
  g_assert_null (f->listen);
}

static void
freeing_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  Fixture *f = user_data;
  g_autoptr(GError) error = NULL;
  gboolean subscribed = gh_mcp_listen_subscribe_finish (result, &error);

  g_string_append (f->heard, subscribed ? "yes;" : "no;");
  g_clear_pointer (&f->listen, gh_mcp_listen_free);
}

static gboolean
acknowledge_cb (gpointer user_data)
{
  acknowledge (user_data, 1, "{\"resourceSubscriptions\":[\"a:1\",\"a:2\"]}");
  return G_SOURCE_REMOVE;
}

/* One of two subscribers is told that it succeeded, and ends everything. As with a real transport
 * the message comes in the main loop, where tasks complete at once. */
static void
test_freed_when_subscribed (Fixture       *f,
                            gconstpointer  data)
{
  g_autofree char *text = NULL;

  listen_to (f, 0, FALSE);
  gh_mcp_listen_subscribe_async (f->listen, "a:1", NULL, freeing_cb, f);
  gh_mcp_listen_subscribe_async (f->listen, "a:2", NULL, freeing_cb, f);
  gh_test_wait (gh_fake_transport_get_n_sent (f->transport) > 0);
  text = gh_fake_transport_pop_sent (f->transport);
  g_idle_add (acknowledge_cb, f);
  gh_test_wait (f->listen == NULL);
  expect_heard (f, "yes;no;");
}

/* The old subscription ends before the server agrees to the new one: in between nobody watched. */
static void
test_gap (Fixture       *f,
          gconstpointer  data)
{
  g_autoptr(GAsyncResult) done = NULL;
  gint64 old, id;

  listen_to (f, GH_MCP_LISTEN_TOOLS, TRUE);
  old = pop_listen (f, "{\"toolsListChanged\":true}");
  acknowledge (f, old, "{\"toolsListChanged\":true}");
  gh_mcp_listen_subscribe_async (f->listen, "a:1", NULL, gh_test_store_result_cb, &done);
  id = pop_listen (f, "{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"a:1\"]}");
  receive (f, RPC "\"id\":%" ID ",\"result\":{\"resultType\":\"complete\"}}", old);
  expect_heard (f, "");
  acknowledge (f, id, "{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"a:1\"]}");
  expect_heard (f, "tools/list_changed;resources/updated a:1;");
  gh_test_wait (done != NULL);
  g_assert_true (gh_mcp_listen_subscribe_finish (done, NULL));
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
#define ADD(path, func) g_test_add ("/mcp/listen/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("lists", test_lists);
  ADD ("nothing", test_nothing);
  ADD ("subscribe", test_subscribe);
  ADD ("last-unsubscribed", test_last_unsubscribed);
  ADD ("untold", test_untold);
  ADD ("ends", test_ends);
  ADD ("version", test_version);
  ADD ("tasks", test_tasks);
  ADD ("refused", test_refused);
  ADD ("cancel", test_cancel);
  ADD ("cancel-one", test_cancel_one);
  ADD ("freed-when-told", test_freed_when_told);
  ADD ("freed-when-subscribed", test_freed_when_subscribed);
  ADD ("gap", test_gap);
#undef ADD
  return gh_test_run ();
}
