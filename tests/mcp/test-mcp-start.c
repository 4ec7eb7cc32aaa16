/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How a session comes to be READY with servers of both eras, over connections that can be made
 * again. */
#include "config.h"

#include "session-fixture.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-http-error.h"
#include "gh-rpc-error.h"
#include "gh-test.h"

#define LEGACY "{\"protocolVersion\":\"" NEWEST "\",\"capabilities\":{\"tools\":{}}}"
#define DISCOVERED "{\"supportedVersions\":[\"" MODERN "\"],\"capabilities\":{\"tools\":{}}}"
#define INITIALIZED RPC "\"method\":\"notifications/initialized\"}"
#define ONE_GIVEN 0
#define WEB (GH_MCP_CONNECTION_HTTP | GH_MCP_CONNECTION_SSE)

static void
check_ready (Fixture    *f,
             GhMcpEra    era,
             const char *version)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *known = NULL;

  g_assert_true (started (f, &error));
  g_assert_no_error (error);
  g_assert_cmpint (gh_mcp_session_get_state (f->session), ==, GH_MCP_SESSION_READY);
  g_assert_cmpint (gh_mcp_session_get_era (f->session), ==, era);
  g_assert_cmpstr (gh_mcp_session_get_version (f->session), ==, version);
  g_object_get (f->session, "known-era", &known, NULL);
  g_assert_cmpstr (known, ==, gh_mcp_era_get_name (era));
}

static void
check_failed (Fixture    *f,
              GQuark      domain,
              int         code,
              const char *part)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *known = NULL;

  g_assert_false (started (f, &error));
  g_assert_error (error, domain, code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, part));
  g_assert_cmpint (gh_mcp_session_get_state (f->session), ==, GH_MCP_SESSION_FAILED);
  g_object_get (f->session, "known-era", &known, NULL);
  g_assert_null (known);
}

/* The connection ends as a program's does. */
static void
leave (Fixture *f)
{
  g_autoptr(GError) error = g_error_new_literal (GH_RPC_ERROR, GH_RPC_ERROR_EXITED,
                                                 "the program ended with code 3");

  gh_fake_transport_close (f->transport, error);
}

static void
refuse (Fixture *f,
        gint64   id,
        int      status)
{
  g_autoptr(GError) error = g_error_new (GH_MCP_HTTP_ERROR, status, "status %d", status);
  g_autofree char *id_text = g_strdup_printf ("%" G_GINT64_FORMAT, id);

  gh_fake_transport_fail (f->transport, id_text, error);
}

static void
initialize (Fixture *f)
{
  give (f, pop_id (f, "initialize"), LEGACY);
  expect (f, INITIALIZED);
}

static void
test_modern (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(JsonNode) hold = NULL;
  JsonObject *params;
  gint64 id;

  start (f, NULL);
  id = pop_request (f, "server/discover", &params, &hold);
  g_assert_nonnull (gh_json_get_object (params, "_meta"));
  give (f, id, "{\"resultType\":\"complete\",\"supportedVersions\":[\"2099-01-01\",\"" MODERN "\"],"
                 "\"capabilities\":{\"tools\":{},\"logging\":{}},\"instructions\":\"Be kind.\","
                 "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":"
                 "{\"name\":\"n\",\"title\":\"T\",\"version\":\"7\"}}}");
  check_ready (f, GH_MCP_ERA_MODERN, MODERN);
  g_assert_cmpstr (gh_mcp_session_get_server_name (f->session), ==, "T");
  g_assert_cmpstr (gh_mcp_session_get_server_version (f->session), ==, "7");
  g_assert_cmpstr (gh_mcp_session_get_instructions (f->session), ==, "Be kind.");
  g_assert_true (gh_mcp_session_has_tools (f->session));
  g_assert_false (gh_mcp_session_has_prompts (f->session));
  /* Nothing is initialized. */
  expect_nothing (f);
}

/* Earlier drafts had it at the top (2.13). */
static void
test_draft_info (Fixture       *f,
                 gconstpointer  data)
{
  start (f, NULL);
  give (f, pop_id (f, "server/discover"),
          "{\"supportedVersions\":[\"" MODERN "\"],\"capabilities\":{},"
          "\"serverInfo\":{\"name\":\"early\"}}");
  check_ready (f, GH_MCP_ERA_MODERN, MODERN);
  g_assert_cmpstr (gh_mcp_session_get_server_name (f->session), ==, "early");
}

static void
test_legacy (Fixture       *f,
             gconstpointer  data)
{
  start (f, NULL);
  give_error (f, pop_id (f, "server/discover"), -32601, NULL);
  initialize (f);
  check_ready (f, GH_MCP_ERA_LEGACY, NEWEST);
}

static void
test_silent (Fixture       *f,
             gconstpointer  data)
{
  gint64 probe;

  g_object_set (f->session, "probe-timeout", 30, NULL);
  start (f, NULL);
  probe = pop_id (f, "server/discover");
  gh_test_wait (gh_fake_transport_get_n_sent (f->transport) > 0);
  /* It comes late, and counts no more. */
  give (f, probe, DISCOVERED);
  initialize (f);
  check_ready (f, GH_MCP_ERA_LEGACY, NEWEST);
}

/* A program that is slow to start gets its time from when it shows a sign of life. */
static void
test_slow (Fixture       *f,
           gconstpointer  data)
{
  gint64 begun = g_get_monotonic_time ();
  gint64 spoke;

  g_object_set (f->session, "probe-timeout", 200, NULL);
  start (f, NULL);
  pop_id (f, "server/discover");
  gh_test_wait (g_get_monotonic_time () - begun > 100 * 1000);
  spoke = g_get_monotonic_time ();
  receive (f, "Starting...");
  receive (f, "once more, which does not count");
  gh_test_wait (gh_fake_transport_get_n_sent (f->transport) > 0);
  g_assert_cmpint (g_get_monotonic_time () - spoke, >=, 200 * 1000);
  initialize (f);
  check_ready (f, GH_MCP_ERA_LEGACY, NEWEST);
}

/* It starts in the modern era after all. */
static void
test_slow_modern (Fixture       *f,
                  gconstpointer  data)
{
  g_object_set (f->session, "probe-timeout", 30, NULL);
  start (f, NULL);
  pop_id (f, "server/discover");
  give_error (f, pop_id (f, "initialize"), -32601, NULL);
  give (f, pop_id (f, "server/discover"), DISCOVERED);
  check_ready (f, GH_MCP_ERA_MODERN, MODERN);
  expect_nothing (f);
}

static void
test_exit (Fixture       *f,
           gconstpointer  data)
{
  start (f, NULL);
  pop_id (f, "server/discover");
  leave (f);
  reconnected (f, 2);
  g_assert_cmpint (gh_fake_connector_get_kind (f->connector), ==, GH_MCP_CONNECTION_STDIO);
  initialize (f);
  check_ready (f, GH_MCP_ERA_LEGACY, NEWEST);
  expect_nothing (f);
}

static void
test_exit_twice (Fixture       *f,
                 gconstpointer  data)
{
  start (f, NULL);
  pop_id (f, "server/discover");
  leave (f);
  reconnected (f, 2);
  pop_id (f, "initialize");
  leave (f);
  check_failed (f, GH_RPC_ERROR, GH_RPC_ERROR_EXITED, "ended with code 3");
  g_assert_cmpuint (gh_fake_connector_get_n_made (f->connector), ==, 2);
}

static void
test_exit_given (Fixture       *f,
                 gconstpointer  data)
{
  start (f, NULL);
  pop_id (f, "server/discover");
  leave (f);
  check_failed (f, GH_RPC_ERROR, GH_RPC_ERROR_EXITED, "ended with code 3");
}

static void
test_no_program (Fixture       *f,
                 gconstpointer  data)
{
  g_autoptr(GError) error = g_error_new_literal (GH_RPC_ERROR, GH_RPC_ERROR_SPAWN, "no such file");

  gh_fake_transport_fail_start (f->transport, error);
  start (f, NULL);
  check_failed (f, GH_RPC_ERROR, GH_RPC_ERROR_SPAWN, "no such file");
  g_assert_cmpuint (gh_fake_connector_get_n_made (f->connector), ==, 1);
}

static void
test_no_program_again (Fixture       *f,
                       gconstpointer  data)
{
  g_autoptr(GError) error = g_error_new_literal (GH_RPC_ERROR, GH_RPC_ERROR_SPAWN, "no such file");

  start (f, NULL);
  pop_id (f, "server/discover");
  gh_fake_connector_fail_next_start (f->connector, error);
  leave (f);
  check_failed (f, GH_RPC_ERROR, GH_RPC_ERROR_SPAWN, "no such file");
}

static void
test_web_legacy (Fixture       *f,
                 gconstpointer  data)
{
  g_assert_cmpint (gh_fake_connector_get_kind (f->connector), ==, GH_MCP_CONNECTION_HTTP);
  start (f, NULL);
  refuse (f, pop_id (f, "server/discover"), 400);
  initialize (f);
  check_ready (f, GH_MCP_ERA_LEGACY, NEWEST);
  g_assert_cmpuint (gh_fake_connector_get_n_made (f->connector), ==, 1);
}

static void
test_web_sse (Fixture       *f,
              gconstpointer  data)
{
  start (f, NULL);
  refuse (f, pop_id (f, "server/discover"), 404);
  refuse (f, pop_id (f, "initialize"), 405);
  reconnected (f, 2);
  g_assert_cmpint (gh_fake_connector_get_kind (f->connector), ==, GH_MCP_CONNECTION_SSE);
  initialize (f);
  check_ready (f, GH_MCP_ERA_LEGACY, NEWEST);
}

/* 2.26: one diagnostic for all three. */
static void
test_web_nothing (Fixture       *f,
                  gconstpointer  data)
{
  g_autoptr(GError) error = g_error_new_literal (GH_MCP_HTTP_ERROR, 404, "not found");

  start (f, NULL);
  refuse (f, pop_id (f, "server/discover"), 404);
  gh_fake_connector_fail_next_start (f->connector, error);
  refuse (f, pop_id (f, "initialize"), 405);
  check_failed (f, GH_MCP_HTTP_ERROR, 404,
                "server/discover: status 404; initialize: status 405; HTTP+SSE: not found");
}

static void
test_web_authorization (Fixture       *f,
                        gconstpointer  data)
{
  start (f, NULL);
  refuse (f, pop_id (f, "server/discover"), 401);
  check_failed (f, GH_MCP_HTTP_ERROR, 401, "status 401");
  expect_nothing (f);
}

static void
test_known_legacy (Fixture       *f,
                   gconstpointer  data)
{
  g_object_set (f->session, "known-era", "legacy", NULL);
  start (f, NULL);
  initialize (f);
  check_ready (f, GH_MCP_ERA_LEGACY, NEWEST);
}

static void
test_known_legacy_gone (Fixture       *f,
                        gconstpointer  data)
{
  g_object_set (f->session, "known-era", "legacy", NULL);
  start (f, NULL);
  pop_id (f, "initialize");
  leave (f);
  /* The next start asks. */
  check_failed (f, GH_RPC_ERROR, GH_RPC_ERROR_EXITED, "ended with code 3");
}

static void
test_known_modern (Fixture       *f,
                   gconstpointer  data)
{
  /* It is not a probe: the answer has its time. */
  g_object_set (f->session, "known-era", "modern", "probe-timeout", 1, NULL);
  start (f, NULL);
  gh_test_settle ();
  give (f, pop_id (f, "server/discover"), DISCOVERED);
  check_ready (f, GH_MCP_ERA_MODERN, MODERN);
}

static void
test_pins (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr(JsonNode) hold = NULL;
  JsonObject *params;
  gint64 id;

  g_object_set (f->session, "era", "2025-06-18", NULL);
  start (f, NULL);
  id = pop_request (f, "initialize", &params, &hold);
  g_assert_cmpstr (gh_json_get_string (params, "protocolVersion"), ==, "2025-06-18");
  give (f, id, "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}");
  check_ready (f, GH_MCP_ERA_LEGACY, "2025-06-18");
  expect (f, INITIALIZED);
}

static void
test_unknown_pin (Fixture       *f,
                  gconstpointer  data)
{
  g_object_set (f->session, "era", "2031-01-01", NULL);
  start (f, NULL);
  check_failed (f, GH_MCP_ERROR, GH_MCP_ERROR_VERSION, "2031-01-01");
  expect_nothing (f);
}

/* What was not declared yet is not there, and ping always is. */
static void
test_requests_while_probing (Fixture       *f,
                             gconstpointer  data)
{
  gint64 id;

  start (f, NULL);
  id = pop_id (f, "server/discover");
  receive (f, RPC "\"id\":7,\"method\":\"ping\"}");
  expect (f, RPC "\"id\":7,\"result\":{}}");
  receive (f, RPC "\"id\":8,\"method\":\"roots/list\"}");
  expect (f, RPC "\"id\":8,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}");
  give_error (f, id, -32601, NULL);
  initialize (f);
  check_ready (f, GH_MCP_ERA_LEGACY, NEWEST);
}

static void
test_close_while_probing (Fixture       *f,
                          gconstpointer  data)
{
  g_autoptr(GError) error = NULL;

  start (f, NULL);
  pop_id (f, "server/discover");
  close_session (f);
  g_assert_false (started (f, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
}

static void
test_close_while_reconnecting (Fixture       *f,
                               gconstpointer  data)
{
  g_autoptr(GError) error = NULL;

  start (f, NULL);
  pop_id (f, "server/discover");
  leave (f);
  close_session (f);
  g_assert_false (started (f, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  g_assert_cmpuint (gh_fake_connector_get_n_made (f->connector), ==, 1);
}

static void
test_cancel_while_probing (Fixture       *f,
                           gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  start (f, cancellable);
  pop_id (f, "server/discover");
  g_cancellable_cancel (cancellable);
  g_assert_false (started (f, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  expect_nothing (f);
}

#define ADD(name, kinds, function) \
  g_test_add ("/mcp/start/" name, Fixture, GUINT_TO_POINTER (kinds), set_up_auto, function, \
              tear_down)

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);
  ADD ("modern", ONE_GIVEN, test_modern);
  ADD ("draft-info", ONE_GIVEN, test_draft_info);
  ADD ("legacy", ONE_GIVEN, test_legacy);
  ADD ("silent", ONE_GIVEN, test_silent);
  ADD ("slow", ONE_GIVEN, test_slow);
  ADD ("slow-modern", ONE_GIVEN, test_slow_modern);
  ADD ("exit", GH_MCP_CONNECTION_STDIO, test_exit);
  ADD ("exit-twice", GH_MCP_CONNECTION_STDIO, test_exit_twice);
  ADD ("exit-given", ONE_GIVEN, test_exit_given);
  ADD ("no-program", GH_MCP_CONNECTION_STDIO, test_no_program);
  ADD ("no-program-again", GH_MCP_CONNECTION_STDIO, test_no_program_again);
  ADD ("web/legacy", WEB, test_web_legacy);
  ADD ("web/sse", WEB, test_web_sse);
  ADD ("web/nothing", WEB, test_web_nothing);
  ADD ("web/authorization", WEB, test_web_authorization);
  ADD ("known-legacy", GH_MCP_CONNECTION_STDIO, test_known_legacy);
  ADD ("known-legacy-gone", GH_MCP_CONNECTION_STDIO, test_known_legacy_gone);
  ADD ("known-modern", ONE_GIVEN, test_known_modern);
  ADD ("pins", ONE_GIVEN, test_pins);
  ADD ("unknown-pin", ONE_GIVEN, test_unknown_pin);
  ADD ("requests-while-probing", ONE_GIVEN, test_requests_while_probing);
  ADD ("close-while-probing", ONE_GIVEN, test_close_while_probing);
  ADD ("close-while-reconnecting", GH_MCP_CONNECTION_STDIO, test_close_while_reconnecting);
  ADD ("cancel-while-probing", ONE_GIVEN, test_cancel_while_probing);
  return g_test_run ();
}
