/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Our session with the real travel desk: its folders, its question to a model, its manners. */
#include "config.h"

#include "book.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "gh-demo-flights.h"
#include "gh-json.h"
#include "gh-rpc-error.h"
#include "gh-test-client.h"
#include "gh-test.h"

static void
put_file (Fixture    *f,
          const char *name,
          const char *text)
{
  g_autofree char *path = g_build_filename (f->dir, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
add_root (Fixture    *f,
          const char *name)
{
  g_autofree char *path = g_build_filename (f->dir, name, NULL);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  gh_fake_delegate_add_root (f->client->delegate, uri, name);
}

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  const char *argv[] = { GH_DEMO_SERVER, NULL };

  f->dir = gh_test_make_dir ();
  put_file (f, "travel-planning/barcelona.md", "# Barcelona in May\n\nThree days.\n");
  put_file (f, "travel-planning/2026/lisbon.md", "no heading\n");
  put_file (f, "travel-planning/notes.txt", "not a trip\n");
  put_file (f, "travel-templates/plain.md", "# {{title}}\n\nDear traveller,\n\n{{itinerary}}\n");
  put_file (f, "secret.md", "secret\n");
  put_file (f, "travel-planning-private/secret.md", "secret\n");
  f->client = gh_test_client_new (argv);
  gh_fake_delegate_set_capabilities (f->client->delegate,
                                     GH_MCP_CAPABILITY_ROOTS | GH_MCP_CAPABILITY_SAMPLING
                                       | GH_MCP_CAPABILITY_ELICIT_FORM
                                       | GH_MCP_CAPABILITY_ELICIT_URL);
  add_root (f, "travel-planning");
  add_root (f, "travel-templates");
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
test_tools (Fixture       *f,
            gconstpointer  data)
{
  g_autofree char *names = gh_test_client_list_tools (f->client);

  g_assert_cmpstr (names, ==, "find_best_flight,list_trips,read_trip,save_itinerary,book_trip");
  g_assert_cmpstr (gh_mcp_session_get_server_name (f->client->session), ==, "Travel desk");
  g_assert_true (gh_mcp_session_has_logging (f->client->session));
}

static void
test_list (Fixture       *f,
           gconstpointer  data)
{
  g_autofree char *text = gh_test_client_call (f->client, "list_trips", "{}", NULL);
  g_autoptr(JsonNode) node = gh_json_read (text, strlen (text), NULL);
  JsonArray *trips = gh_json_get_array (gh_json_node_get_object (node), "trips");
  JsonObject *trip;

  g_assert_cmpuint (json_array_get_length (trips), ==, 2);
  trip = gh_json_node_get_object (json_array_get_element (trips, 0));
  g_assert_cmpstr (gh_json_get_string (trip, "name"), ==, "2026/lisbon.md");
  g_assert_cmpstr (gh_json_get_string (trip, "title"), ==, "2026/lisbon");
  trip = gh_json_node_get_object (json_array_get_element (trips, 1));
  g_assert_cmpstr (gh_json_get_string (trip, "name"), ==, "barcelona.md");
  g_assert_cmpstr (gh_json_get_string (trip, "title"), ==, "Barcelona in May");
  g_assert_true (g_str_has_suffix (gh_json_get_string (trip, "uri"),
                                   "/travel-planning/barcelona.md"));
  gh_test_wait (gh_test_client_has_log (f->client, "travel-planning, travel-templates"));
}

/* The roots follow what the host says, also when a call comes at the same moment. */
static void
test_roots_change (Fixture       *f,
                   gconstpointer  data)
{
  g_autofree char *before = gh_test_client_call (f->client, "read_trip",
                                                 "{\"trip\":\"barcelona\"}", NULL);
  g_autofree char *after = NULL;
  gboolean is_error;

  g_assert_nonnull (strstr (before, "Three days."));
  gh_fake_delegate_clear_roots (f->client->delegate);
  gh_mcp_session_roots_changed (f->client->session);
  after = gh_test_client_call (f->client, "read_trip", "{\"trip\":\"barcelona\"}", &is_error);
  g_assert_true (is_error);
  g_assert_nonnull (strstr (after, "travel-planning"));
}

/* Folders and files whose names are not UTF-8. */
static void
test_odd_names (Fixture       *f,
                gconstpointer  data)
{
  g_autofree char *uri = NULL;
  g_autofree char *path = g_build_filename (f->dir, "odd \xff%#[1]", "travel-planning", NULL);
  g_autofree char *list = NULL;
  g_autofree char *saved = NULL;
  g_autofree char *read = NULL;
  gboolean is_error;

  put_file (f, "odd \xff%#[1]/travel-planning/caf\xe9.md", "# Caf\xe9\n");
  uri = g_filename_to_uri (path, NULL, NULL);
  gh_fake_delegate_clear_roots (f->client->delegate);
  gh_fake_delegate_add_root (f->client->delegate, uri, NULL);
  gh_mcp_session_roots_changed (f->client->session);
  list = gh_test_client_call (f->client, "list_trips", "{}", &is_error);
  g_assert_false (is_error);
  g_assert_nonnull (strstr (list, "caf%E9.md"));
  saved = gh_test_client_call (f->client, "save_itinerary",
                               "{\"trip\":\"new\",\"itinerary\":\"x\"}", &is_error);
  g_assert_false (is_error);
  read = gh_test_client_call (f->client, "read_trip", "{\"trip\":\"new.md\"}", &is_error);
  g_assert_cmpstr (read, ==, "# new\n\nx\n");
}

static void
refused (Fixture    *f,
         const char *tool,
         const char *trip)
{
  gboolean is_error;
  g_autofree char *arguments =
    g_strdup_printf ("{\"trip\":\"%s\",\"itinerary\":\"x\",\"replace\":true}", trip);
  g_autofree char *text = gh_test_client_call (f->client, tool, arguments, &is_error);

  g_test_message ("%s: %s", trip, text);
  g_assert_true (is_error);
  g_assert_nonnull (strstr (text, "outside"));
  g_assert_null (strstr (text, "secret\n"));
}

static void
test_outside (Fixture       *f,
              gconstpointer  data)
{
  g_autofree char *absolute = g_build_filename (f->dir, "secret.md", NULL);
  g_autofree char *uri = g_filename_to_uri (absolute, NULL, NULL);
  g_autofree char *link = g_build_filename (f->dir, "travel-planning", "link.md", NULL);
  g_autofree char *dir_link = g_build_filename (f->dir, "travel-planning", "dir", NULL);
  g_autofree char *text = NULL;
  gboolean is_error;

  g_assert_cmpint (symlink (absolute, link), ==, 0);
  g_assert_cmpint (symlink (f->dir, dir_link), ==, 0);
  for (guint i = 0; i < 2; i++)
    {
      const char *tool = i == 0 ? "read_trip" : "save_itinerary";

      refused (f, tool, "../secret.md");
      refused (f, tool, "../travel-planning-private/secret.md");
      refused (f, tool, absolute);
      refused (f, tool, uri);
      refused (f, tool, "dir/secret.md");
      refused (f, tool, "/etc/passwd");
      refused (f, tool, "../not-there");
      refused (f, tool, "file://elsewhere/x.md");
    }
  refused (f, "read_trip", "link.md");
  text = gh_test_client_call (f->client, "save_itinerary",
                              "{\"trip\":\"link.md\",\"itinerary\":\"x\",\"replace\":true}",
                              &is_error);
  g_assert_true (is_error);
  g_clear_pointer (&text, g_free);
  g_assert_true (g_file_get_contents (absolute, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "secret\n");
}

static void
test_save (Fixture       *f,
           gconstpointer  data)
{
  g_autofree char *path = g_build_filename (f->dir, "travel-planning", "rome.md", NULL);
  g_autofree char *saved = NULL;
  g_autofree char *again = NULL;
  g_autofree char *replaced = NULL;
  g_autofree char *text = NULL;
  gboolean is_error;

  saved = gh_test_client_call (f->client, "save_itinerary",
                               "{\"trip\":\"rome\",\"title\":\"Rome\",\"itinerary\":\"Day 1\"}",
                               &is_error);
  g_assert_false (is_error);
  g_assert_nonnull (strstr (saved, path));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "# Rome\n\nDay 1\n");
  again = gh_test_client_call (f->client, "save_itinerary",
                               "{\"trip\":\"rome\",\"itinerary\":\"Day 2\"}", &is_error);
  g_assert_true (is_error);
  replaced = gh_test_client_call (f->client, "save_itinerary",
                                  "{\"trip\":\"rome\",\"title\":\"Rome\",\"itinerary\":\"Day 2\","
                                  "\"template\":\"plain\",\"replace\":true}", &is_error);
  g_assert_false (is_error);
  g_clear_pointer (&text, g_free);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "# Rome\n\nDear traveller,\n\nDay 2\n");
}

#define FIND "{\"trip\":\"Barcelona, May 2026\",\"travellers\":2}"

static void
test_find (Fixture       *f,
           gconstpointer  data)
{
  g_autofree char *first = gh_demo_flight_describe (6, "Barcelona, May 2026");
  g_autofree char *second = gh_demo_flight_describe (2, "Barcelona, May 2026");
  g_autofree char *third = gh_demo_flight_describe (40, "Barcelona, May 2026");
  g_autofree char *expected = g_strdup_printf ("The best of 47 flights, chosen by fake-model:\n\n"
                                               "%s\n%s\n%s\nFlight 7, flight 3, flight 41.",
                                               first, second, third);
  g_autoptr(GAsyncResult) result = NULL;
  g_autofree char *text = NULL;
  GhMcpSamplingParams *params;
  GhMcpSamplingMessage *message;
  const char *prompt;

  gh_test_client_call_async (f->client, "find_best_flight", FIND, NULL, &result);
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->client->delegate) == 1);
  g_assert_cmpstr (gh_fake_delegate_get_tool (f->client->delegate, 0), ==, "find_best_flight");
  params = gh_fake_delegate_get_request (f->client->delegate, 0);
  g_assert_cmpint (params->max_tokens, ==, 1500);
  g_assert_cmpfloat (params->cost_priority, ==, 0.3);
  g_assert_cmpfloat (params->speed_priority, ==, 0.2);
  g_assert_cmpfloat (params->intelligence_priority, ==, 0.9);
  g_assert_cmpstr (params->hints[0], ==, "claude-haiku");
  g_assert_cmpstr (params->hints[1], ==, "llama");
  g_assert_nonnull (params->system_prompt);
  message = g_ptr_array_index (params->messages, 0);
  prompt = ((GhMcpContent *) g_ptr_array_index (message->content, 0))->text;
  g_assert_nonnull (strstr (prompt, "morning departure, at most one stop"));
  g_assert_nonnull (strstr (prompt, "Travellers: 2"));
  for (guint i = 0; i < GH_DEMO_N_FLIGHTS; i++)
    {
      g_autofree char *line = gh_demo_flight_describe (i, "Barcelona, May 2026");

      g_assert_nonnull (strstr (prompt, line));
    }

  gh_fake_delegate_answer (f->client->delegate, "Flight 7, flight 3, flight 41.");
  gh_test_wait (result != NULL);
  text = gh_test_client_finish (f->client, result, NULL);
  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpuint (f->client->progress->len, >, 0);
}

static void
test_find_unrecognised (Fixture       *f,
                        gconstpointer  data)
{
  g_autofree char *text = NULL;
  gboolean is_error;

  gh_fake_delegate_set_text (f->client->delegate, "Take the train.");
  text = gh_test_client_call (f->client, "find_best_flight", FIND, &is_error);
  g_assert_false (is_error);
  g_assert_cmpstr (text, ==, "The model named none of the 47 flights. This is its answer:\n"
                             "Take the train.");
}

static void
test_find_denied (Fixture       *f,
                  gconstpointer  data)
{
  g_autoptr(GError) denied = g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_DENIED, "Too expensive");
  g_autoptr(GError) broken = g_error_new (G_IO_ERROR, G_IO_ERROR_FAILED, "no network");
  g_autofree char *text = NULL;
  g_autofree char *other = NULL;
  gboolean is_error;

  gh_fake_delegate_set_error (f->client->delegate, denied);
  text = gh_test_client_call (f->client, "find_best_flight", FIND, &is_error);
  g_assert_true (is_error);
  g_assert_nonnull (strstr (text, "You decided not to ask a model (Too expensive)"));
  gh_fake_delegate_set_error (f->client->delegate, broken);
  other = gh_test_client_call (f->client, "find_best_flight", FIND, &is_error);
  g_assert_true (is_error);
  g_assert_nonnull (strstr (other, "No model answered"));
}

/* Cancelling the call takes its question to the model back too. */
static void
test_find_cancel (Fixture       *f,
                  gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *after = NULL;

  gh_test_client_call_async (f->client, "find_best_flight", FIND, cancellable, &result);
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->client->delegate) == 1);
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->client->session, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  gh_test_wait (gh_fake_delegate_get_n_withdrawn (f->client->delegate) == 1);
  after = gh_test_client_call (f->client, "list_trips", "{}", NULL);
}

static void
test_bad_arguments (Fixture       *f,
                    gconstpointer  data)
{
  static const struct
  {
    const char *tool;
    const char *arguments;
  } cases[] = {
    { "find_best_flight", "{}" },
    { "find_best_flight", "{\"trip\":\"Mars, 2030\"}" },
    { "find_best_flight", "{\"trip\":7}" },
    { "find_best_flight", "{\"trip\":\"Barcelona, May 2026\",\"travellers\":0}" },
    { "find_best_flight", "{\"trip\":\"Barcelona, May 2026\",\"travellers\":\"2\"}" },
    { "find_best_flight", "{\"trip\":\"Barcelona, May 2026\",\"wishes\":[]}" },
    { "book_trip", "{}" },
    { "book_trip", "{\"trip\":\"Barcelona, May 2026\",\"flight\":48}" },
    { "book_trip", "{\"trip\":\"Mars, 2030\",\"flight\":1}" },
    { "read_trip", "{}" },
    { "read_trip", "{\"trip\":\"\"}" },
    { "read_trip", "{\"trip\":\"not-there\"}" },
    { "read_trip", "{\"trip\":\"2026\"}" },
    { "save_itinerary", "{\"trip\":\"x\"}" },
    { "save_itinerary", "{\"trip\":\"no/such/dir\",\"itinerary\":\"x\"}" },
    { "save_itinerary", "{\"trip\":\"x\",\"itinerary\":\"y\",\"replace\":\"yes\"}" },
    { "save_itinerary", "{\"trip\":\"x\",\"itinerary\":\"y\",\"template\":\"none\"}" },
  };
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean is_error;
      g_autofree char *text = gh_test_client_call (f->client, cases[i].tool, cases[i].arguments,
                                                   &is_error);

      g_test_message ("%s %s: %s", cases[i].tool, cases[i].arguments, text);
      g_assert_true (is_error);
    }
  g_assert_cmpuint (gh_fake_delegate_get_n_requests (f->client->delegate), ==, 0);
  gh_test_client_call_async (f->client, "fly", "{}", NULL, &result);
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->client->session, result, &error));
  g_assert_error (error, GH_RPC_REMOTE_ERROR, -32602);
}

/* Nothing grows beyond what can be read again, whatever template it is put into. */
static void
test_save_long (Fixture       *f,
                gconstpointer  data)
{
  g_autofree char *megabyte = g_strnfill (1024 * 1024, 'x');
  g_autofree char *line = g_strnfill (2000, 'x');
  g_autofree char *half = g_strnfill (512 * 1024, 'x');
  g_autofree char *plain = NULL;
  g_autofree char *titled = NULL;
  g_autofree char *filled = NULL;
  GString *many = g_string_new (NULL);
  const char *arguments[3];

  for (guint i = 0; i < 70000; i++)
    g_string_append (many, "{{itinerary}}");
  put_file (f, "travel-templates/many.md", many->str);
  g_string_free (many, TRUE);
  arguments[0] = plain = g_strdup_printf ("{\"trip\":\"x\",\"itinerary\":\"%s\"}", megabyte);
  arguments[1] = titled = g_strdup_printf ("{\"trip\":\"x\",\"itinerary\":\"y\",\"title\":\"%s\"}",
                                           line);
  arguments[2] = filled = g_strdup_printf ("{\"trip\":\"x\",\"itinerary\":\"%s\","
                                           "\"template\":\"many\"}", half);
  for (guint i = 0; i < G_N_ELEMENTS (arguments); i++)
    {
      gboolean is_error;
      g_autofree char *text = gh_test_client_call (f->client, "save_itinerary", arguments[i],
                                                   &is_error);
      g_autofree char *path = g_build_filename (f->dir, "travel-planning", "x.md", NULL);

      g_assert_true (is_error);
      g_assert_nonnull (strstr (text, "too long"));
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    }
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

  g_assert_false (gh_test_client_has_log (f->client, "debug: "));
  gh_mcp_session_set_log_level_async (f->client->session, "debug", NULL, gh_test_store_result_cb,
                                      &result);
  gh_mcp_session_set_log_level_async (f->client->session, "loud", NULL, gh_test_store_result_cb,
                                      &bad);
  gh_test_wait (result != NULL && bad != NULL);
  g_assert_true (gh_mcp_session_set_log_level_finish (f->client->session, result, &error));
  g_assert_no_error (error);
  g_assert_false (gh_mcp_session_set_log_level_finish (f->client->session, bad, &error));
  g_assert_error (error, GH_RPC_REMOTE_ERROR, -32602);
  after = gh_test_client_call (f->client, "list_trips", "{}", NULL);
  gh_test_wait (gh_test_client_has_log (f->client, "debug: Called: list_trips"));
}

#define ADD(name, func) g_test_add ("/demo/server/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  ADD ("tools", test_tools);
  ADD ("list", test_list);
  ADD ("roots-change", test_roots_change);
  ADD ("odd-names", test_odd_names);
  ADD ("outside", test_outside);
  ADD ("save", test_save);
  ADD ("save-long", test_save_long);
  ADD ("find", test_find);
  ADD ("find-unrecognised", test_find_unrecognised);
  ADD ("find-denied", test_find_denied);
  ADD ("find-cancel", test_find_cancel);
  ADD ("bad-arguments", test_bad_arguments);
  ADD ("log-level", test_log_level);
  ADD ("book", book);
  ADD ("book-declined", book_declined);
  ADD ("book-cancel", book_cancel);
  return gh_test_run ();
}
