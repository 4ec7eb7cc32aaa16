/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Pings of our own (requirement 2.46), and requests that are called off (2.30). */
#include "config.h"

#include "session-fixture.h"

#include <string.h>

#include "gh-json.h"
#include "gh-rpc-error.h"
#include "gh-test.h"

#define PING_MS 20

static void
set_times (Fixture *f,
           guint    silence_ms)
{
  g_object_set (f->session, "ping-interval", PING_MS, "call-timeout",
                silence_ms * gh_test_get_slow (), NULL);
}

/* One after the other, each only when the last was answered - with an error, too. */
static void
test_ping (Fixture       *f,
           gconstpointer  data)
{
  gint64 id;

  set_times (f, 60 * 1000);
  make_ready (f, NEWEST, TOOLS);
  id = pop_id (f, "ping");
  gh_test_settle ();
  g_assert_cmpuint (gh_fake_transport_get_n_sent (f->transport), ==, 0);
  receive (f, RPC "\"id\":%" G_GINT64_FORMAT ",\"result\":{}}", id);
  id = pop_id (f, "ping");
  receive (f, RPC "\"id\":%" G_GINT64_FORMAT ",\"error\":{\"code\":-32601,\"message\":\"?\"}}", id);
  id = pop_id (f, "ping");
  g_assert_cmpint (gh_mcp_session_get_state (f->session), ==, GH_MCP_SESSION_READY);
}

static void
test_silence (Fixture       *f,
              gconstpointer  data)
{
  set_times (f, 50);
  make_ready (f, NEWEST, TOOLS);
  pop_id (f, "ping");
  gh_test_wait (gh_mcp_session_get_state (f->session) == GH_MCP_SESSION_FAILED);
  g_assert_error (gh_mcp_session_get_error (f->session), GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT);
  g_assert_nonnull (strstr (gh_mcp_session_get_error (f->session)->message, "ping"));
  gh_test_wait (gh_fake_transport_is_closed (f->transport));
}

/* A server that talks lives, answered ping or not. */
static void
test_talking (Fixture       *f,
              gconstpointer  data)
{
  gint64 until;

  set_times (f, 400);
  make_ready (f, NEWEST, TOOLS);
  pop_id (f, "ping");
  until = g_get_monotonic_time () + 1200 * 1000 * (gint64) gh_test_get_slow ();
  while (g_get_monotonic_time () < until)
    {
      receive (f, RPC "\"method\":\"notifications/x\"}");
      g_usleep (1000);
    }
  g_assert_cmpint (gh_mcp_session_get_state (f->session), ==, GH_MCP_SESSION_READY);
  gh_test_wait (gh_mcp_session_get_state (f->session) == GH_MCP_SESSION_FAILED);
}

/* While a call runs or a person decides, nothing is asked beside. */
static void
test_busy (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  gint64 until = g_get_monotonic_time () + 10 * PING_MS * 1000;

  set_times (f, 60 * 1000);
  make_ready (f, NEWEST, TOOLS);
  gh_mcp_session_call_tool_async (f->session, "t", NULL, NULL, NULL, cancellable,
                                  gh_test_store_result_cb, &result);
  pop_id (f, "tools/call");
  gh_test_wait (g_get_monotonic_time () > until);
  expect_nothing (f);
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  pop_id (f, "notifications/cancelled");
  pop_id (f, "ping");
}

/* A ping under way keeps nothing alive. */
static void
test_drop (Fixture       *f,
           gconstpointer  data)
{
  gpointer session = f->session;

  set_times (f, 60 * 1000);
  make_ready (f, NEWEST, TOOLS);
  pop_id (f, "ping");
  g_object_add_weak_pointer (G_OBJECT (session), &session);
  g_clear_object (&f->started);
  g_signal_handlers_disconnect_by_data (f->session, f);
  g_clear_object (&f->session);
  gh_test_wait (session == NULL);
  gh_test_wait (gh_fake_transport_is_closed (f->transport));
  gh_test_settle ();
  f->session = gh_mcp_session_new (GH_RPC_TRANSPORT (f->transport), NULL);
  g_object_set (f->session, "era", "legacy", NULL);
}

/* Closing while a ping is under way is a close, not a failure. */
static void
test_close (Fixture       *f,
            gconstpointer  data)
{
  set_times (f, 60 * 1000);
  make_ready (f, NEWEST, TOOLS);
  pop_id (f, "ping");
  close_session (f);
  gh_test_settle ();
  g_assert_cmpint (gh_mcp_session_get_state (f->session), ==, GH_MCP_SESSION_CLOSED);
}

static void
expect_called_off (Fixture    *f,
                   gint64      id,
                   const char *reason)
{
  g_autofree char *text = g_strdup_printf (RPC "\"method\":\"notifications/cancelled\",\"params\":{"
                                           "\"requestId\":%" G_GINT64_FORMAT ",\"reason\":\"%s\"}}",
                                           id, reason);

  expect (f, text);
}

static void
test_list_cancel (Fixture       *f,
                  gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) late = NULL;
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  gint64 id;

  make_ready (f, NEWEST, TOOLS);
  gh_mcp_session_list_tools_async (f->session, cancellable, gh_test_store_result_cb, &result);
  id = pop_id (f, "tools/list");
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_list_tools_finish (f->session, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  expect_called_off (f, id, "The user cancelled the call");

  /* What was never sent is not called off. */
  gh_mcp_session_list_tools_async (f->session, cancellable, gh_test_store_result_cb, &late);
  gh_test_wait (late != NULL);
  expect_nothing (f);
}

static void
test_level_cancel (Fixture       *f,
                   gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) late = NULL;
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  gint64 id;

  make_ready (f, NEWEST, TOOLS);
  gh_mcp_session_set_log_level_async (f->session, "info", cancellable, gh_test_store_result_cb,
                                      &result);
  id = pop_id (f, "logging/setLevel");
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_false (gh_mcp_session_set_log_level_finish (f->session, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  expect_called_off (f, id, "The user cancelled the call");

  gh_mcp_session_set_log_level_async (f->session, "info", cancellable, gh_test_store_result_cb,
                                      &late);
  gh_test_wait (late != NULL);
  expect_nothing (f);
}

#define ADD(name, func) g_test_add ("/mcp/keepalive/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  ADD ("ping", test_ping);
  ADD ("silence", test_silence);
  ADD ("talking", test_talking);
  ADD ("busy", test_busy);
  ADD ("drop", test_drop);
  ADD ("close", test_close);
  ADD ("list-cancel", test_list_cancel);
  ADD ("level-cancel", test_level_cancel);
  return gh_test_run ();
}
