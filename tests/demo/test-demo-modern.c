/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The travel desk in the modern era: with our own session, and word for word. */
#include "config.h"

#include "book.h"

#include <string.h>

#include "gh-demo-server.h"
#include "gh-fake-transport.h"
#include "gh-json.h"
#include "gh-rpc-error.h"
#include "gh-test-client.h"
#include "gh-test.h"

static void
add_folder (Fixture    *f,
            const char *name,
            const char *file,
            const char *text)
{
  g_autofree char *folder = g_build_filename (f->dir, name, NULL);
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autofree char *uri = g_filename_to_uri (folder, NULL, NULL);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  gh_fake_delegate_add_root (f->client->delegate, uri, name);
}

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  const char *argv[] = { GH_DEMO_PROGRAM, "--era", "modern", NULL };

  f->dir = gh_test_make_dir ();
  f->client = gh_test_client_new (argv);
  gh_fake_delegate_set_capabilities (f->client->delegate,
                                     GH_MCP_CAPABILITY_ROOTS | GH_MCP_CAPABILITY_SAMPLING
                                       | GH_MCP_CAPABILITY_ELICIT_FORM
                                       | GH_MCP_CAPABILITY_ELICIT_URL);
  add_folder (f, "travel-planning", "barcelona.md", "# Barcelona in May\n\nThree days.\n");
  /* Nothing is known of it: the session finds out. */
  gh_test_client_start (f->client);
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  gh_test_client_free (f->client);
  g_free (f->dir);
}

static void
test_found_out (Fixture       *f,
                gconstpointer  data)
{
  g_autofree char *names = gh_test_client_list_tools (f->client);

  g_assert_cmpint (gh_mcp_session_get_era (f->client->session), ==, GH_MCP_ERA_MODERN);
  g_assert_cmpstr (gh_mcp_session_get_version (f->client->session), ==, "2026-07-28");
  g_assert_cmpstr (gh_mcp_session_get_server_name (f->client->session), ==, "Travel desk");
  g_assert_nonnull (gh_mcp_session_get_instructions (f->client->session));
  g_assert_cmpstr (names, ==, "find_best_flight,list_trips,read_trip,save_itinerary,book_trip");
}

/* 5.3, 5.5: the folders travel with the call that needs them, as they are then. */
static void
test_folders (Fixture       *f,
              gconstpointer  data)
{
  g_autofree char *list = gh_test_client_call (f->client, "list_trips", "{}", NULL);
  g_autofree char *before = gh_test_client_call (f->client, "read_trip",
                                                 "{\"trip\":\"barcelona\"}", NULL);
  g_autofree char *saved = gh_test_client_call (f->client, "save_itinerary",
                                                "{\"trip\":\"rome\",\"itinerary\":\"Day 1\"}",
                                                NULL);
  g_autofree char *after = NULL;
  gboolean is_error;

  g_assert_nonnull (strstr (list, "Barcelona in May"));
  g_assert_nonnull (strstr (before, "Three days."));
  g_assert_nonnull (strstr (saved, "/travel-planning/rome.md"));
  gh_fake_delegate_clear_roots (f->client->delegate);
  after = gh_test_client_call (f->client, "read_trip", "{\"trip\":\"barcelona\"}", &is_error);
  g_assert_true (is_error);
  g_assert_cmpuint (gh_fake_delegate_get_n_listed (f->client->delegate), ==, 4);
}

#define FIND "{\"trip\":\"Barcelona, May 2026\",\"travellers\":2}"

static void
test_find (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autofree char *text = NULL;
  GhMcpSamplingParams *params;

  gh_test_client_call_async (f->client, "find_best_flight", FIND, NULL, &result);
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->client->delegate) == 1);
  g_assert_cmpstr (gh_fake_delegate_get_tool (f->client->delegate, 0), ==, "find_best_flight");
  params = gh_fake_delegate_get_request (f->client->delegate, 0);
  g_assert_cmpint (params->max_tokens, ==, 1500);
  gh_fake_delegate_answer (f->client->delegate, "Flight 7, flight 3, flight 41.");
  gh_test_wait (result != NULL);
  text = gh_test_client_finish (f->client, result, NULL);
  g_assert_true (g_str_has_prefix (text, "The best of 47 flights, chosen by fake-model:"));
}

/* 6.24: the call ends here; the server hears no more of it. */
static void
test_denied (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GError) denied = g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_DENIED, "Too expensive");
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *after = NULL;

  gh_fake_delegate_set_error (f->client->delegate, denied);
  gh_test_client_call_async (f->client, "find_best_flight", FIND, NULL, &result);
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->client->session, result, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_DENIED);
  after = gh_test_client_call (f->client, "list_trips", "{}", NULL);
}

static void
test_cancel (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_test_client_call_async (f->client, "find_best_flight", FIND, cancellable, &result);
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->client->delegate) == 1);
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->client->session, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  gh_test_wait (gh_fake_delegate_get_n_withdrawn (f->client->delegate) == 1);
}

static void
test_log_level (Fixture       *f,
                gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) bad = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *before = gh_test_client_call (f->client, "list_trips", "{}", NULL);
  g_autofree char *after = NULL;

  g_assert_cmpuint (f->client->logs->len, ==, 0);
  gh_mcp_session_set_log_level_async (f->client->session, "debug", NULL, gh_test_store_result_cb,
                                      &result);
  gh_mcp_session_set_log_level_async (f->client->session, "loud", NULL, gh_test_store_result_cb,
                                      &bad);
  gh_test_wait (result != NULL && bad != NULL);
  g_assert_true (gh_mcp_session_set_log_level_finish (f->client->session, result, NULL));
  g_assert_false (gh_mcp_session_set_log_level_finish (f->client->session, bad, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS);
  after = gh_test_client_call (f->client, "list_trips", "{}", NULL);
  gh_test_wait (gh_test_client_has_log (f->client, "debug: Called: list_trips"));
  gh_test_wait (gh_test_client_has_log (f->client, "open to the travel desk: travel-planning"));
}

/* Word for word */

#define RPC "{\"jsonrpc\":\"2.0\",\"id\":1,"
#define VERSION "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\""
#define CAPABILITIES(list) "\"io.modelcontextprotocol/clientCapabilities\":{" list "}"
#define LIST RPC "\"method\":\"tools/list\",\"params\":{\"_meta\":{%s}}}"
#define CALL RPC "\"method\":\"tools/call\",\"params\":{\"name\":\"read_trip\"," \
             "\"arguments\":{\"trip\":\"x\"},%s\"_meta\":{" VERSION "," \
             CAPABILITIES ("%s") "}}}"

typedef struct
{
  const char *name;
  const char *sent; /* with the next two in it */
  const char *first;
  const char *second;
  const char *part; /* of the answer */
} Case;

static const Case cases[] = {
  { "no-metadata", RPC "\"method\":\"tools/list\"}", "", "", "-32602" },
  { "no-version", LIST, CAPABILITIES (""), "", "-32602" },
  { "no-capabilities", LIST, VERSION, "", "-32602" },
  { "capabilities-of-another-type", LIST,
    VERSION ",\"io.modelcontextprotocol/clientCapabilities\":[]", "", "-32602" },
  { "other-version", LIST,
    "\"io.modelcontextprotocol/protocolVersion\":\"2025-11-25\"," CAPABILITIES (""), "",
    "\"code\":-32022,\"message\":\"Unsupported protocol version\","
    "\"data\":{\"supported\":[\"2026-07-28\"],\"requested\":\"2025-11-25\"}" },
  { "bad-level", LIST,
    VERSION "," CAPABILITIES ("") ",\"io.modelcontextprotocol/logLevel\":\"loud\"", "", "-32602" },
  { "list", LIST, VERSION "," CAPABILITIES (""), "",
    "\"resultType\":\"complete\",\"ttlMs\":3600000,\"cacheScope\":\"public\"" },
  { "initialize", RPC "\"method\":\"initialize\",\"params\":{}}", "", "",
    "\"supported\":[\"2026-07-28\"]" },
  { "ping", RPC "\"method\":\"ping\",\"params\":{\"_meta\":{%s}}}",
    VERSION "," CAPABILITIES (""), "", "-32601" },
  { "missing-capability", CALL, "", "",
    "\"code\":-32021,\"message\":\"Missing required client capability\","
    "\"data\":{\"requiredCapabilities\":{\"roots\":{}}}" },
  { "wanted", CALL, "", "\"roots\":{}",
    "{\"resultType\":\"input_required\",\"inputRequests\":{\"folders\":{"
    "\"method\":\"roots/list\"}},\"requestState\":\"" },
  { "foreign-state", CALL,
    "\"inputResponses\":{\"folders\":{\"roots\":[]}},\"requestState\":\"0\",", "\"roots\":{}",
    "-32602" },
};

static void
test_case (gconstpointer data)
{
  const Case *each = data;
  g_autoptr(GhFakeTransport) transport = gh_fake_transport_new ();
  g_autoptr(GhDemoServer) server = gh_demo_server_new (GH_RPC_TRANSPORT (transport), TRUE);
  g_autoptr(GString) sent = g_string_new (each->sent);
  g_autofree char *answer = NULL;

  g_string_replace (sent, "%s", each->first, 1);
  g_string_replace (sent, "%s", each->second, 1);
  gh_demo_server_start (server);
  gh_test_settle ();
  gh_fake_transport_receive (transport, sent->str);
  gh_test_settle ();
  answer = gh_fake_transport_pop_sent (transport);
  g_test_message ("%s", answer);
  g_assert_nonnull (strstr (answer, each->part));
  gh_fake_transport_close (transport, NULL);
}

#define ADD(name, func) g_test_add ("/demo/modern/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  ADD ("found-out", test_found_out);
  ADD ("folders", test_folders);
  ADD ("find", test_find);
  ADD ("denied", test_denied);
  ADD ("cancel", test_cancel);
  ADD ("log-level", test_log_level);
  ADD ("book", book);
  ADD ("book-declined", book_declined);
  ADD ("book-cancel", book_cancel);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/demo/modern/words/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
