/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The travel desk and a host that says anything: every request with a usable id gets an answer, and
 * nothing makes the server stumble. */
#include "config.h"

#include <string.h>

#include "gh-demo-server.h"
#include "gh-fake-transport.h"
#include "gh-json.h"
#include "gh-test.h"
#include "random-json.h"

#define RPC "{\"jsonrpc\":\"2.0\","

static const char * const templates[] = {
  RPC "\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
  "\"capabilities\":{\"roots\":{},\"sampling\":{}}}}",
  RPC "\"method\":\"notifications/initialized\"}",
  RPC "\"method\":\"notifications/roots/list_changed\"}",
  RPC "\"id\":2,\"method\":\"tools/list\"}",
  RPC "\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"find_best_flight\",\"arguments\":{"
  "\"trip\":\"Barcelona, May 2026\",\"wishes\":\"w\",\"travellers\":2},"
  "\"_meta\":{\"progressToken\":1}}}",
  RPC "\"id\":4,\"method\":\"tools/call\",\"params\":{\"name\":\"list_trips\",\"arguments\":{}}}",
  RPC "\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"read_trip\",\"arguments\":{"
  "\"trip\":\"x\"}}}",
  RPC "\"id\":6,\"method\":\"tools/call\",\"params\":{\"name\":\"save_itinerary\",\"arguments\":{"
  "\"trip\":\"x\",\"title\":\"t\",\"itinerary\":\"i\",\"template\":\"p\",\"replace\":true}}}",
  RPC "\"id\":7,\"method\":\"logging/setLevel\",\"params\":{\"level\":\"debug\"}}",
  RPC "\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":3}}",
  RPC "\"id\":1,\"result\":{\"roots\":[{\"uri\":\"file:///nowhere\","
  "\"name\":\"travel-planning\"}]}}",
  RPC "\"id\":2,\"result\":{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"7\"},"
  "\"model\":\"m\"}}",
  RPC "\"id\":3,\"error\":{\"code\":-1,\"message\":\"no\"}}",
  RPC "\"id\":8,\"method\":\"ping\"}",
};

static void
test_hostile (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (47);
  JsonNode *nodes[G_N_ELEMENTS (templates)];

  for (guint i = 0; i < G_N_ELEMENTS (templates); i++)
    nodes[i] = gh_json_read (templates[i], strlen (templates[i]), NULL);
  for (guint round = 0; round < 100; round++)
    {
      g_autoptr(GhFakeTransport) transport = gh_fake_transport_new ();
      g_autoptr(GhDemoServer) server = gh_demo_server_new (GH_RPC_TRANSPORT (transport), FALSE);

      gh_demo_server_start (server);
      gh_test_settle ();
      for (guint i = 0; i < 60; i++)
        {
          /* In every second round the handshake is sound, so that the rest is reached. */
          guint index = i < 2 ? i : (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (templates));
          g_autoptr(JsonNode) node = i < 2 && round % 2 == 0
            ? json_node_ref (nodes[index]) : random_json_mutate (rand, nodes[index]);
          g_autofree char *text = gh_json_write (node, NULL);

          gh_fake_transport_receive (transport, text);
          gh_test_settle ();
        }
      while (gh_fake_transport_get_n_sent (transport) > 0)
        g_free (gh_fake_transport_pop_sent (transport));
      gh_fake_transport_receive (transport, RPC "\"id\":\"end\",\"method\":\"ping\"}");
      gh_test_settle ();
      while (gh_fake_transport_get_n_sent (transport) > 1)
        g_free (gh_fake_transport_pop_sent (transport));
      {
        g_autofree char *pong = gh_fake_transport_pop_sent (transport);

        g_assert_cmpstr (pong, ==, RPC "\"id\":\"end\",\"result\":{}}");
      }
      gh_fake_transport_close (transport, NULL);
      gh_test_settle ();
    }
  for (guint i = 0; i < G_N_ELEMENTS (templates); i++)
    json_node_unref (nodes[i]);
}

/* The next request of the server is for the roots; answers it with this one folder. */
#define META "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"," \
             "\"io.modelcontextprotocol/clientCapabilities\":{\"roots\":{},\"sampling\":{}}," \
             "\"io.modelcontextprotocol/logLevel\":\"debug\",\"progressToken\":1}"
#define DISCOVER RPC "\"id\":\"end\",\"method\":\"server/discover\",\"params\":{" META "}}"

static const char * const modern_templates[] = {
  DISCOVER,
  RPC "\"id\":2,\"method\":\"tools/list\",\"params\":{" META "}}",
  RPC "\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"find_best_flight\","
  "\"arguments\":{\"trip\":\"Barcelona, May 2026\",\"travellers\":2}," META "}}",
  RPC "\"id\":4,\"method\":\"tools/call\",\"params\":{\"name\":\"read_trip\","
  "\"arguments\":{\"trip\":\"x\"}," META "}}",
  RPC "\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"list_trips\","
  "\"inputResponses\":{\"folders\":{\"roots\":[{\"uri\":\"file:///nowhere\"}]}},"
  "\"requestState\":\"x\"," META "}}",
  RPC "\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":3}}",
};

static void
test_hostile_modern (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (48);
  g_autoptr(GhFakeTransport) transport = gh_fake_transport_new ();
  g_autoptr(GhDemoServer) server = gh_demo_server_new (GH_RPC_TRANSPORT (transport), TRUE);
  g_autofree char *last = NULL;

  gh_demo_server_start (server);
  gh_test_settle ();
  for (guint i = 0; i < 3000; i++)
    {
      const char *template =
        modern_templates[g_rand_int_range (rand, 0, G_N_ELEMENTS (modern_templates))];
      g_autoptr(JsonNode) sound = gh_json_read (template, strlen (template), NULL);
      g_autoptr(JsonNode) node = random_json_mutate (rand, sound);
      g_autofree char *text = gh_json_write (node, NULL);

      gh_fake_transport_receive (transport, text);
      gh_test_settle ();
    }
  while (gh_fake_transport_get_n_sent (transport) > 0)
    g_free (gh_fake_transport_pop_sent (transport));
  gh_fake_transport_receive (transport, DISCOVER);
  gh_test_settle ();
  last = gh_fake_transport_pop_sent (transport);
  g_assert_nonnull (strstr (last, "\"supportedVersions\":[\"2026-07-28\"]"));
  gh_fake_transport_close (transport, NULL);
}

static void
expect_roots (GhFakeTransport *transport,
              guint            id,
              const char      *uri)
{
  g_autofree char *expected = g_strdup_printf (RPC "\"id\":%u,\"method\":\"roots/list\"}", id);
  g_autofree char *sent = gh_fake_transport_pop_sent (transport);
  g_autofree char *answer = NULL;

  g_assert_cmpstr (sent, ==, expected);
  g_assert_cmpuint (gh_fake_transport_get_n_sent (transport), ==, 0);
  if (uri == NULL)
    return;
  answer = g_strdup_printf (RPC "\"id\":%u,\"result\":{\"roots\":[{\"uri\":\"%s\","
                            "\"name\":\"travel-planning\"}]}}", id, uri);
  gh_fake_transport_receive (transport, answer);
  gh_test_settle ();
}

static void
drop_sent (GhFakeTransport *transport)
{
  while (gh_fake_transport_get_n_sent (transport) > 0)
    g_free (gh_fake_transport_pop_sent (transport));
}

static GhDemoServer *
start_server (GhFakeTransport *transport)
{
  GhDemoServer *server = gh_demo_server_new (GH_RPC_TRANSPORT (transport), FALSE);

  gh_demo_server_start (server);
  gh_test_settle ();
  gh_fake_transport_receive (transport, templates[0]);
  drop_sent (transport);
  gh_fake_transport_receive (transport, templates[1]);
  gh_test_settle ();
  return server;
}

/* A call that waited for the folders, and was called off meanwhile, does nothing. */
static void
test_called_off (void)
{
  g_autoptr(GhFakeTransport) transport = gh_fake_transport_new ();
  g_autoptr(GhDemoServer) server = start_server (transport);
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *uri = g_filename_to_uri (dir, NULL, NULL);
  g_autofree char *first = g_build_filename (dir, "first.md", NULL);
  g_autofree char *second = g_build_filename (dir, "second.md", NULL);

  gh_fake_transport_receive (transport,
    RPC "\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"save_itinerary\","
    "\"arguments\":{\"trip\":\"first\",\"itinerary\":\"i\"}}}");
  gh_fake_transport_receive (transport,
    RPC "\"id\":4,\"method\":\"tools/call\",\"params\":{\"name\":\"save_itinerary\","
    "\"arguments\":{\"trip\":\"second\",\"itinerary\":\"i\"}}}");
  gh_fake_transport_receive (transport,
    RPC "\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":3}}");
  expect_roots (transport, 1, uri);
  g_assert_false (g_file_test (first, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (second, G_FILE_TEST_EXISTS));
  gh_fake_transport_close (transport, NULL);
  gh_test_settle ();
}

/* However often the folders change, one question is open, and only an answer that no change came
 * after counts. */
static void
test_stale_roots (void)
{
  g_autoptr(GhFakeTransport) transport = gh_fake_transport_new ();
  g_autoptr(GhDemoServer) server = start_server (transport);
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *uri = g_filename_to_uri (dir, NULL, NULL);
  g_autofree char *log = NULL;

  for (guint i = 0; i < 100; i++)
    gh_fake_transport_receive (transport, templates[2]);
  expect_roots (transport, 1, uri);
  expect_roots (transport, 2, "file:///nowhere");
  log = gh_fake_transport_pop_sent (transport);
  g_assert_nonnull (strstr (log, "Folders open to the travel desk: none"));
  g_assert_cmpuint (gh_fake_transport_get_n_sent (transport), ==, 0);
  gh_fake_transport_close (transport, NULL);
  gh_test_settle ();
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/demo/hostile", test_hostile);
  g_test_add_func ("/demo/hostile-modern", test_hostile_modern);
  g_test_add_func ("/demo/called-off", test_called_off);
  g_test_add_func ("/demo/stale-roots", test_stale_roots);
  return gh_test_run ();
}
