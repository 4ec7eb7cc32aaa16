/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The whole host without a window, with servers nobody here wrote and an endpoint that is the test.
 */
#include "config.h"

#include <signal.h>
#include <string.h>

#include "gh-fake-endpoint.h"
#include "gh-host.h"
#include "gh-json.h"
#include "gh-server-private.h"
#include "gh-test-reviewer.h"
#include "gh-test.h"

/* npm's programs start slowly, on a busy machine above all. */
#define SLOW_SECONDS 60

typedef struct
{
  GhHost         *host;
  GhFakeEndpoint *endpoint;
  GhTestReviewer *reviewer;
} Fixture;

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autoptr(GAsyncResult) loaded = NULL;
  GhModelList *models;

  f->host = gh_host_new (dir, NULL);
  gh_host_load_async (f->host, NULL, gh_test_store_result_cb, &loaded);
  gh_test_wait (loaded != NULL);
  g_assert_true (gh_host_load_finish (f->host, loaded, NULL));
  f->endpoint = gh_fake_endpoint_new ();
  models = gh_host_get_models (f->host);
  gh_model_list_add_provider (models, "Fake", gh_fake_endpoint_get_url (f->endpoint), NULL,
                              GH_LANE_LOCAL);
  gh_test_wait (g_list_model_get_n_items (gh_model_list_list_models (models)) == 1);
  f->reviewer = gh_test_reviewer_new ();
  gh_request_broker_set_reviewer (gh_host_get_requests (f->host), GH_REVIEWER (f->reviewer));
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  g_autoptr(GAsyncResult) closed = NULL;

  gh_host_close_async (f->host, gh_test_store_result_cb, &closed);
  gh_test_wait_for (closed != NULL, SLOW_SECONDS);
  g_assert_true (gh_host_close_finish (f->host, closed, NULL));
  g_assert_cmpuint (g_list_model_get_n_items (gh_host_list_problems (f->host)), ==, 0);
  g_clear_object (&closed);
  gh_test_settle ();
  g_clear_object (&f->reviewer);
  g_assert_finalize_object (f->host);
  g_clear_object (&f->endpoint);
  gh_test_settle ();
}

/* A program of the npm package; NULL after saying that the test is skipped. */
static char *
find_peer (const char *package)
{
  const char *peers = g_getenv ("GH_TEST_PEERS");
  g_autofree char *path = NULL;
  g_autofree char *node = g_find_program_in_path ("node");

  if (peers != NULL)
    path = g_build_filename (peers, "node_modules", "@modelcontextprotocol", package, "dist",
                             "index.js", NULL);
  if (node == NULL || path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_autofree char *text =
        g_strdup_printf ("@modelcontextprotocol/%s is not installed", package);

      g_test_skip (text);
      return NULL;
    }
  return g_steal_pointer (&path);
}

static GhServer *
start (Fixture            *f,
       const char * const *argv)
{
  g_autoptr(GhServerConfig) config = gh_server_config_new ("Peer", argv, NULL, NULL, FALSE);
  GhServer *server = gh_server_list_add (gh_host_get_servers (f->host), config, TRUE);

  gh_server_start (server);
  gh_test_wait_for (gh_server_get_state (server) != GH_SERVER_STARTING, SLOW_SECONDS);
  g_assert_no_error (gh_server_get_error (server));
  g_assert_cmpint (gh_server_get_state (server), ==, GH_SERVER_RUNNING);
  return server;
}

static GhServer *
start_peer (Fixture    *f,
            const char *package)
{
  g_autofree char *path = find_peer (package);
  const char *argv[] = { "node", path, NULL };

  return path != NULL ? start (f, argv) : NULL;
}

static GhTool *
find_tool (GhServer   *server,
           const char *name)
{
  GListModel *tools = gh_server_list_tools (server);
  guint n = g_list_model_get_n_items (tools);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhTool) tool = g_list_model_get_item (tools, i);

      if (g_str_equal (gh_tool_get_name (tool), name))
        return tool;
    }
  return NULL;
}

static GhToolCall *
call (GhServer   *server,
      const char *tool,
      const char *json)
{
  g_autoptr(GError) error = NULL;
  GhToolCall *made;

  gh_test_wait_for (find_tool (server, tool) != NULL, SLOW_SECONDS);
  made = gh_server_call_tool_text (server, find_tool (server, tool), json, &error);
  g_assert_no_error (error);
  return made;
}

static void
wait_call (GhToolCall *made)
{
  gh_test_wait_for (gh_tool_call_get_state (made) != GH_TOOL_CALL_RUNNING, SLOW_SECONDS);
}

static const char *
get_text (GhToolCall *made)
{
  g_autoptr(GhContent) content = NULL;

  wait_call (made);
  g_assert_no_error (gh_tool_call_get_error (made));
  content = g_list_model_get_item (gh_tool_call_list_content (made), 0);
  g_assert_nonnull (content);
  return gh_content_get_text (content);
}

/* The next request before the reviewer. */
static GhSamplingRequest *
wait_review (Fixture *f)
{
  GhRequestBroker *broker = gh_host_get_requests (f->host);

  gh_test_wait_for (gh_request_broker_get_current (broker) != NULL
                      && gh_request_broker_get_current (broker)
                           == (GhRequest *) gh_test_reviewer_get_request (f->reviewer)
                      && gh_sampling_request_get_state (gh_test_reviewer_get_request (f->reviewer))
                           == GH_SAMPLING_REVIEW,
                    SLOW_SECONDS);
  return g_object_ref (gh_test_reviewer_get_request (f->reviewer));
}

static void
edit_first_part (GhSamplingRequest *request,
                 const char        *text)
{
  g_autoptr(GhSamplingMessage) message =
    g_list_model_get_item (gh_sampling_request_list_messages (request), 0);
  g_autoptr(GhSamplingPart) part =
    g_list_model_get_item (gh_sampling_message_list_parts (message), 0);

  gh_sampling_part_set_text (part, text);
}

/* Exactly the edited prompt and limits reach the endpoint; exactly the edited answer reaches the
 * tool. */
static void
test_edit_and_send (Fixture       *f,
                    gconstpointer  data)
{
  GhServer *server = start_peer (f, "server-everything");
  g_autoptr(GhToolCall) made = NULL;
  g_autoptr(GhSamplingRequest) request = NULL;
  JsonObject *asked;
  JsonArray *messages;
  g_autofree char *asked_messages = NULL;

  if (server == NULL)
    return;
  gh_fake_endpoint_push_text (f->endpoint, "Barcelona in June.", GH_FAKE_NONE);
  made =
    call (server, "trigger-sampling-request", "{\"prompt\":\"where to go?\",\"maxTokens\":123}");
  request = wait_review (f);
  g_assert_cmpstr (gh_request_get_server_name (GH_REQUEST (request)), ==, "Peer");
  g_assert_cmpstr (gh_request_get_tool (GH_REQUEST (request)), ==, "trigger-sampling-request");
  g_assert_cmpstr (gh_sampling_request_get_system_prompt (request), ==,
                   "You are a helpful test server.");
  g_assert_cmpint (gh_sampling_request_get_max_tokens (request), ==, 123);
  g_assert_cmpfloat (gh_sampling_request_get_temperature (request), ==, 0.7);
  g_assert_cmpuint (gh_tool_call_get_n_requests (made), ==, 1);
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (f->endpoint), ==, 0);

  edit_first_part (request, "Where to go in spring? 🌷");
  gh_sampling_request_set_system_prompt (request, NULL);
  gh_sampling_request_set_max_tokens (request, 77);
  gh_sampling_request_set_temperature (request, 0.25);
  gh_sampling_request_send (request);
  gh_test_wait (gh_sampling_request_get_state (request) == GH_SAMPLING_RESPONSE_REVIEW);
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (f->endpoint), ==, 1);
  asked = gh_fake_endpoint_get_request (f->endpoint, 0);
  messages = gh_json_get_array (asked, "messages");
  g_assert_cmpuint (json_array_get_length (messages), ==, 1);
  asked_messages = gh_json_write (gh_json_get (asked, "messages"), NULL);
  g_assert_cmpstr (asked_messages, ==,
                   "[{\"role\":\"user\",\"content\":\"Where to go in spring? 🌷\"}]");
  g_assert_cmpint (gh_json_get_int (asked, "max_tokens", 0)
                   + gh_json_get_int (asked, "max_completion_tokens", 0), ==, 77);
  g_assert_cmpfloat (gh_json_get_double (asked, "temperature", 0), ==, 0.25);
  g_assert_cmpint (gh_tool_call_get_state (made), ==, GH_TOOL_CALL_RUNNING);

  g_assert_cmpstr (gh_sampling_request_get_answer (request), ==, "Barcelona in June.");
  gh_sampling_request_set_answer (request, "Barcelona in \"May\".");
  gh_sampling_request_give (request);
  g_assert_nonnull (strstr (get_text (made), "Barcelona in \\\"May\\\"."));
  g_assert_null (strstr (get_text (made), "June"));
  g_assert_nonnull (strstr (get_text (made), "\"model\": \"fake-model\""));
}

static void
test_by_hand_and_deny (Fixture       *f,
                       gconstpointer  data)
{
  GhServer *server = start_peer (f, "server-everything");
  g_autoptr(GhToolCall) by_hand = NULL;
  g_autoptr(GhToolCall) denied = NULL;
  g_autoptr(GhSamplingRequest) first = NULL;
  g_autoptr(GhSamplingRequest) second = NULL;
  const char *text;

  if (server == NULL)
    return;
  by_hand = call (server, "trigger-sampling-request", "{\"prompt\":\"a\"}");
  first = wait_review (f);
  gh_sampling_request_answer_by_hand (first);
  gh_sampling_request_set_answer (first, "I would rather stay.");
  gh_sampling_request_give (first);
  g_assert_nonnull (strstr (get_text (by_hand), "I would rather stay."));
  g_assert_nonnull (strstr (get_text (by_hand), "\"model\": \"" GH_SAMPLING_HUMAN_MODEL "\""));

  denied = call (server, "trigger-sampling-request", "{\"prompt\":\"b\"}");
  second = wait_review (f);
  gh_sampling_request_deny (second, "Too personal");
  wait_call (denied);
  g_assert_true (gh_tool_call_get_state (denied) == GH_TOOL_CALL_FAILED
                 || gh_tool_call_get_is_error (denied));
  text = gh_tool_call_get_error (denied) != NULL ? gh_tool_call_get_error (denied)->message
                                                 : get_text (denied);
  g_assert_nonnull (strstr (text, "Too personal"));
  g_assert_nonnull (strstr (text, "-1"));
  g_assert_cmpint (gh_server_get_state (server), ==, GH_SERVER_RUNNING);
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (f->endpoint), ==, 0);
}

/* A rule lets a server nobody here wrote ask a model twice; the third time the person is asked, and
 * a no of another rule reaches the tool. */
static void
test_rule (Fixture       *f,
           gconstpointer  data)
{
  const char *allow = "{\"id\":\"a\",\"match\":{\"tool\":\"trigger-sampling-request\"},"
                      "\"decide\":\"allow\",\"limits\":{\"requests\":2}}";
  const char *deny = "{\"id\":\"d\",\"decide\":\"deny\",\"reason\":\"By rule\"}";
  g_autoptr(JsonNode) allow_node = gh_json_read (allow, strlen (allow), NULL);
  g_autoptr(JsonNode) deny_node = gh_json_read (deny, strlen (deny), NULL);
  g_autoptr(GhRule) allows = gh_rule_new (allow_node, NULL);
  g_autoptr(GhRule) denies = gh_rule_new (deny_node, NULL);
  GhRuleList *rules = gh_host_get_rules (f->host);
  GhServer *server = start_peer (f, "server-everything");
  g_autoptr(GhSamplingRequest) third = NULL;
  g_autoptr(GhToolCall) asked = NULL;
  g_autoptr(GhToolCall) denied = NULL;
  const GError *error;
  GhRuleVerdict verdict;

  if (server == NULL)
    return;
  gh_rule_list_add (rules, allows);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr(GhToolCall) made = NULL;

      gh_fake_endpoint_push_text (f->endpoint, "Barcelona in June.", GH_FAKE_NONE);
      made = call (server, "trigger-sampling-request", "{\"prompt\":\"a\"}");
      g_assert_nonnull (strstr (get_text (made), "Barcelona in June."));
    }
  g_assert_cmpuint (gh_test_reviewer_get_n_reviews (f->reviewer), ==, 0);
  asked = call (server, "trigger-sampling-request", "{\"prompt\":\"b\"}");
  third = wait_review (f);
  g_assert_true (gh_request_broker_get_verdict (gh_host_get_requests (f->host),
                                                GH_REQUEST (third), &verdict));
  g_assert_cmpint (verdict.cause, ==, GH_RULE_CAUSE_LIMIT);
  g_assert_cmpint (verdict.limit, ==, GH_LIMIT_REQUESTS);
  gh_sampling_request_deny (third, "Enough");
  wait_call (asked);

  gh_rule_list_add (rules, denies);
  denied = call (server, "trigger-sampling-request", "{\"prompt\":\"c\"}");
  wait_call (denied);
  error = gh_tool_call_get_error (denied);
  g_assert_nonnull (strstr (error != NULL ? error->message : get_text (denied), "By rule"));
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (f->endpoint), ==, 2);
  g_assert_cmpuint (gh_test_reviewer_get_n_reviews (f->reviewer), ==, 1);
}

/* The person cancels the call: the server takes its request back, or keeps it waiting; either way
 * the request can still be ended and the server lives. */
static void
test_cancel_call (Fixture       *f,
                  gconstpointer  data)
{
  GhServer *server = start_peer (f, "server-everything");
  g_autoptr(GhToolCall) made = NULL;
  g_autoptr(GhToolCall) echo = NULL;
  g_autoptr(GhSamplingRequest) request = NULL;

  if (server == NULL)
    return;
  made = call (server, "trigger-sampling-request", "{\"prompt\":\"a\"}");
  request = wait_review (f);
  gh_tool_call_cancel (made);
  g_assert_cmpint (gh_tool_call_get_state (made), ==, GH_TOOL_CALL_CANCELLED);
  echo = call (server, "echo", "{\"message\":\"still here\"}");
  g_assert_nonnull (strstr (get_text (echo), "still here"));
  gh_sampling_request_deny (request, NULL);
  g_assert_true (gh_sampling_state_is_terminal (gh_sampling_request_get_state (request)));
}

/* The server is stopped, then killed, while its request is before the person. */
static void
test_server_goes (Fixture       *f,
                  gconstpointer  data)
{
  GhServer *server = start_peer (f, "server-everything");
  g_autoptr(GhToolCall) stopped = NULL;
  g_autoptr(GhToolCall) killed = NULL;
  g_autoptr(GhSamplingRequest) first = NULL;
  g_autoptr(GhSamplingRequest) second = NULL;
  g_autoptr(GAsyncResult) result = NULL;

  if (server == NULL)
    return;
  stopped = call (server, "trigger-sampling-request", "{\"prompt\":\"a\"}");
  first = wait_review (f);
  gh_server_stop_async (server, gh_test_store_result_cb, &result);
  gh_test_wait (gh_sampling_request_get_state (first) == GH_SAMPLING_WITHDRAWN);
  gh_test_wait_for (result != NULL, SLOW_SECONDS);
  g_assert_cmpint (gh_tool_call_get_state (stopped), ==, GH_TOOL_CALL_FAILED);

  gh_server_start (server);
  gh_test_wait_for (gh_server_get_state (server) == GH_SERVER_RUNNING, SLOW_SECONDS);
  killed = call (server, "trigger-sampling-request", "{\"prompt\":\"b\"}");
  second = wait_review (f);
  g_assert_cmpint (gh_server_get_pid (server), >, 0);
  kill (gh_server_get_pid (server), SIGKILL);
  gh_test_wait (gh_sampling_request_get_state (second) == GH_SAMPLING_WITHDRAWN);
  gh_test_wait (gh_tool_call_get_state (killed) == GH_TOOL_CALL_FAILED);
  gh_test_wait (gh_server_get_state (server) != GH_SERVER_RUNNING);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_requests (f->host))), ==,
                    0);
}

static void
test_three_at_once (Fixture       *f,
                    gconstpointer  data)
{
  GhServer *server = start_peer (f, "server-everything");
  GhToolCall *made[3] = { NULL };

  if (server == NULL)
    return;
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *arguments = g_strdup_printf ("{\"prompt\":\"number %u\"}", i);

      made[i] = call (server, "trigger-sampling-request", arguments);
    }
  gh_test_wait (g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_requests (f->host))) == 3);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *answer = g_strdup_printf ("answer %u", i);
      g_autofree char *prompt = g_strdup_printf ("number %u", i);
      g_autoptr(GhSamplingRequest) request = wait_review (f);
      g_autofree char *raw = gh_sampling_request_dup_raw (request);

      g_assert_nonnull (strstr (raw, prompt));
      g_assert_cmpuint (gh_test_reviewer_get_n_reviews (f->reviewer), ==, i + 1);
      gh_fake_endpoint_push_text (f->endpoint, answer, GH_FAKE_NONE);
      gh_sampling_request_send (request);
      gh_test_wait (gh_sampling_request_get_state (request) == GH_SAMPLING_RESPONSE_REVIEW);
      gh_sampling_request_give (request);
    }
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *answer = g_strdup_printf ("answer %u", i);

      g_assert_nonnull (strstr (get_text (made[i]), answer));
      g_object_unref (made[i]);
    }
}

static GhRoot *
add_root (Fixture    *f,
          const char *path)
{
  GhRootList *roots = gh_host_get_roots (f->host);
  g_autoptr(GListStore) files = g_list_store_new (G_TYPE_FILE);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GPtrArray) additions = NULL;
  GhRootAddition *addition;

  g_list_store_append (files, file);
  gh_root_list_add_async (roots, G_LIST_MODEL (files), NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  additions = gh_root_list_add_finish (roots, result, NULL);
  g_assert_cmpuint (additions->len, ==, 1);
  addition = g_ptr_array_index (additions, 0);
  g_assert_cmpint (addition->outcome, ==, GH_ROOT_ADDED);
  gh_test_wait (gh_root_get_state (addition->root) == GH_ROOT_AVAILABLE);
  return addition->root;
}

/* Calls the tool until its text holds, or no longer holds, a part: the server hears of changes by
 * itself. */
static gboolean
says_in_time (GhServer   *server,
              const char *tool,
              const char *part,
              gboolean    expected)
{
  gint64 deadline = gh_test_deadline (20);

  while (g_get_monotonic_time () < deadline)
    {
      g_autoptr(GhToolCall) made = call (server, tool, "{}");

      if ((strstr (get_text (made), part) != NULL) == expected)
        return TRUE;
    }
  return FALSE;
}

static void
test_roots_everything (Fixture       *f,
                       gconstpointer  data)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *odd = g_build_filename (dir, "100% [a] #b é", NULL);
  g_autofree char *uri = NULL;
  GhServer *server;

  g_assert_cmpint (g_mkdir_with_parents (odd, 0700), ==, 0);
  uri = g_filename_to_uri (odd, NULL, NULL);
  add_root (f, dir);
  server = start_peer (f, "server-everything");
  if (server == NULL)
    return;
  g_assert_true (says_in_time (server, "get-roots-list", dir, TRUE));
  {
    g_autoptr(GhRoot) root = g_list_model_get_item (G_LIST_MODEL (gh_host_get_roots (f->host)), 0);

    gh_root_list_remove (gh_host_get_roots (f->host), root);
  }
  g_assert_true (says_in_time (server, "get-roots-list", dir, FALSE));
  add_root (f, odd);
  g_assert_true (says_in_time (server, "get-roots-list", uri, TRUE));
}

/* The filesystem server allows exactly the announced folders, and follows a change. */
static void
test_roots_filesystem (Fixture       *f,
                       gconstpointer  data)
{
  g_autofree char *first = gh_test_make_dir ();
  g_autofree char *second = gh_test_make_dir ();
  g_autofree char *secret = g_build_filename (first, "finance", NULL);
  g_autofree char *open_file = g_build_filename (first, "open", "a.txt", NULL);
  g_autofree char *open_dir = g_path_get_dirname (open_file);
  g_autofree char *secret_file = g_build_filename (secret, "b.txt", NULL);
  g_autofree char *read_open = g_strdup_printf ("{\"path\":\"%s\"}", open_file);
  g_autofree char *read_secret = g_strdup_printf ("{\"path\":\"%s\"}", secret_file);
  g_autoptr(GFile) excluded = g_file_new_for_path (secret);
  g_autoptr(GhToolCall) allowed = NULL;
  g_autoptr(GhToolCall) refused = NULL;
  g_autoptr(GError) error = NULL;
  GhRoot *root;
  GhServer *server;

  g_assert_cmpint (g_mkdir_with_parents (secret, 0700), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (open_dir, 0700), ==, 0);
  g_assert_true (g_file_set_contents (open_file, "open words", -1, NULL));
  g_assert_true (g_file_set_contents (secret_file, "secret words", -1, NULL));
  root = add_root (f, first);
  server = start_peer (f, "server-filesystem");
  if (server == NULL)
    return;

  g_assert_true (says_in_time (server, "list_allowed_directories", first, TRUE));
  g_assert_true (gh_root_exclude (root, excluded, &error));
  g_assert_no_error (error);
  g_assert_true (says_in_time (server, "list_allowed_directories", open_dir, TRUE));
  g_assert_true (says_in_time (server, "list_allowed_directories", secret, FALSE));
  allowed = call (server, "read_text_file", read_open);
  g_assert_cmpstr (get_text (allowed), ==, "open words");
  refused = call (server, "read_text_file", read_secret);
  g_assert_nonnull (strstr (get_text (refused), "Access denied"));
  g_assert_true (gh_tool_call_get_is_error (refused));

  add_root (f, second);
  g_assert_true (says_in_time (server, "list_allowed_directories", second, TRUE));
}

/* The travel desk, in either era: it sees the folders that are open when it asks, and is given the
 * flight that the person picked. */
static void
test_demo (Fixture       *f,
           gconstpointer  data)
{
  const char *era = data;
  const char *argv[] = { g_getenv ("GH_DEMO_SERVER"), "--era", era, NULL };
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *folder = g_build_filename (dir, "travel-planning", NULL);
  g_autofree char *plan = g_build_filename (folder, "rome.md", NULL);
  g_autoptr(GhToolCall) made = NULL;
  g_autoptr(GhToolCall) denied = NULL;
  g_autoptr(GhToolCall) after = NULL;
  g_autoptr(GhSamplingRequest) request = NULL;
  g_autoptr(GhSamplingRequest) second = NULL;
  g_autoptr(GhContent) answer = NULL;
  GhServer *server;

  g_assert_nonnull (argv[0]);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (plan, "# Rome, as ever\n", -1, NULL));
  server = start (f, argv);
  g_assert_cmpstr (gh_server_get_era (server), ==, era);
  g_assert_cmpstr (gh_server_get_known_era (server), ==, era);
  add_root (f, folder);
  g_assert_true (says_in_time (server, "list_trips", "Rome, as ever", TRUE));

  made = call (server, "find_best_flight", "{\"trip\":\"Barcelona, June 2026\"}");
  request = wait_review (f);
  g_assert_cmpstr (gh_request_get_tool (GH_REQUEST (request)), ==, "find_best_flight");
  g_assert_cmpint (gh_sampling_request_get_max_tokens (request), ==, 1500);
  g_assert_cmpfloat (gh_sampling_request_get_cost_priority (request), ==, 0.3);
  g_assert_cmpfloat (gh_sampling_request_get_speed_priority (request), ==, 0.2);
  g_assert_cmpfloat (gh_sampling_request_get_intelligence_priority (request), ==, 0.9);
  gh_sampling_request_answer_by_hand (request);
  gh_sampling_request_set_answer (request, "Stay at home.");
  gh_sampling_request_give (request);
  g_assert_nonnull (strstr (get_text (made), "none of the 47 flights"));
  answer = g_list_model_get_item (gh_tool_call_list_content (made), 1);
  g_assert_cmpstr (gh_content_get_text (answer), ==, "Stay at home.");

  /* No is told to an older server, which makes it the result; a modern one hears no more. */
  denied = call (server, "find_best_flight", "{\"trip\":\"Barcelona, June 2026\"}");
  second = wait_review (f);
  gh_sampling_request_deny (second, "Not today");
  wait_call (denied);
  if (g_str_equal (era, "modern"))
    g_assert_cmpint (gh_tool_call_get_state (denied), ==, GH_TOOL_CALL_FAILED);
  else
    g_assert_nonnull (strstr (get_text (denied), "Not today"));
  after = call (server, "read_trip", "{\"trip\":\"rome\"}");
  g_assert_cmpstr (get_text (after), ==, "# Rome, as ever\n");
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_setenv ("SHELL", "/bin/sh", TRUE);

#define ADD(path, func) g_test_add ("/e2e/host/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("edit-and-send", test_edit_and_send);
  ADD ("by-hand-and-deny", test_by_hand_and_deny);
  ADD ("rule", test_rule);
  ADD ("cancel-call", test_cancel_call);
  ADD ("server-goes", test_server_goes);
  ADD ("three-at-once", test_three_at_once);
  ADD ("roots-everything", test_roots_everything);
  ADD ("roots-filesystem", test_roots_filesystem);
  g_test_add ("/e2e/host/demo-legacy", Fixture, "legacy", set_up, test_demo, tear_down);
  g_test_add ("/e2e/host/demo-modern", Fixture, "modern", set_up, test_demo, tear_down);
#undef ADD
  return gh_test_run ();
}
