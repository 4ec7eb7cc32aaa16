/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A real llama.cpp server: found on its port, asked for its models, heard, stopped, refused
 * by it; and asked by a server nobody here wrote, through a review. */
#include "config.h"

#include "gh-json.h"
#include "gh-llm-provider.h"
#include "gh-model-list.h"
#include "gh-provider-private.h"
#include "gh-server-list.h"
#include "gh-test-reviewer.h"
#include "gh-test.h"

#include <signal.h>
#include <sys/prctl.h>

/* Some 15 MB from a mirror, the first time. */
#define FETCH_SECONDS 240
#define START_SECONDS 60

typedef struct
{
  GSubprocess   *server;
  guint16        port;
  GhFileStore   *store;
  GhSecretStore *secrets;
  GhModelList   *list;
} World;

static World world;
static const char *why_not; /* NULL: the server runs */

static char *
find_script (void)
{
  return g_test_build_filename (G_TEST_DIST, "peers", "llama-server", NULL);
}

/* Beside the script, so that every build directory uses the same. */
static char *
find_folder (void)
{
  return g_test_build_filename (G_TEST_DIST, "peers", "llama", NULL);
}

static guint16
find_free_port (void)
{
  g_autoptr(GSocketListener) listener = g_socket_listener_new ();

  return g_socket_listener_add_any_inet_port (listener, NULL, NULL);
}

static gboolean
fetch (void)
{
  g_autofree char *script = find_script ();
  g_autofree char *folder = find_folder ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GSubprocess) process =
    g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                      NULL, script, folder, NULL);
  gint64 deadline = gh_test_deadline (FETCH_SECONDS);

  if (process == NULL)
    return FALSE;
  g_subprocess_wait_async (process, NULL, gh_test_store_result_cb, &result);
  while (result == NULL && g_get_monotonic_time () < deadline)
    gh_test_turn (G_MAXINT64, "the fetch", __FILE__, __LINE__);
  if (result == NULL)
    {
      g_subprocess_send_signal (process, SIGTERM);
      gh_test_wait (result != NULL);
      return FALSE;
    }

  return g_subprocess_get_successful (process);
}

static GhProvider *
find (void)
{
  g_autoptr(GhProvider) provider = g_list_model_get_item (gh_model_list_list_found (world.list), 0);

  if (provider == NULL)
    gh_model_list_discover (world.list);

  return provider; /* the list holds it */
}

/* A test that fails does not leave the server behind. */
static void
child_setup (gpointer user_data)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

/* template: or NULL, the model's own. */
static GSubprocess *
spawn_server (guint16     port,
              const char *template)
{
  g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autofree char *script = find_script ();
  g_autofree char *folder = find_folder ();
  g_autofree char *port_text = g_strdup_printf ("%u", port);
  GSubprocess *server;

  g_subprocess_launcher_set_child_setup (launcher, child_setup, NULL, NULL);
  server =
    g_subprocess_launcher_spawn (launcher, NULL, script, folder, port_text, template, NULL);
  g_assert_nonnull (server);

  return server;
}

static void
start_server (void)
{
  if (!fetch ())
    {
      why_not = "the llama.cpp server cannot be had here (no Debian mirror)";
      return;
    }

  world.port = find_free_port ();
  world.server = spawn_server (world.port, NULL);
}

/* As a person's first start does it: what runs on this computer is found, offered, taken over. */
static void
test_found (void)
{
  g_autofree char *path = g_build_filename (gh_test_get_home (), "models.json", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GListStore) problems = g_list_store_new (GH_TYPE_PROBLEM);
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GhModel) model = NULL;
  GhProvider *provider;

  start_server ();
  if (why_not != NULL)
    {
      g_test_skip (why_not);
      return;
    }

  world.store = gh_file_store_new (file, 1, problems);
  world.secrets = gh_secret_store_new ();
  world.list = gh_model_list_new_with_ports (
      world.store, world.secrets,
      g_variant_new_fixed_array (G_VARIANT_TYPE_UINT16, &world.port, 1, sizeof world.port));
  gh_model_list_load_async (world.list, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  gh_test_wait_for (find () != NULL, START_SECONDS);

  provider = gh_model_list_add_provider (world.list, "llama.cpp",
                                         gh_provider_get_base_url (find ()), NULL, GH_LANE_LOCAL);
  gh_test_wait (gh_provider_get_state (provider) == GH_PROVIDER_READY);
  model = g_list_model_get_item (gh_model_list_list_models (world.list), 0);
  g_assert_nonnull (model);
  g_assert_cmpstr (gh_model_get_id (model), ==, "bigram");
}

static GhLlmStream *
ask (const char  *prompt,
     gint64       max_tokens,
     GBytes      *image,
     GError     **error)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GhProvider) provider =
    g_list_model_get_item (gh_model_list_list_providers (world.list), 0);
  GhLlmRequest *request = gh_llm_request_new ("bigram");
  GhLlmMessage *message = gh_llm_message_new (FALSE);

  gh_llm_message_add_text (message, prompt);
  if (image != NULL)
    gh_llm_message_add_image (message, "image/png", image);
  g_ptr_array_add (request->messages, message);
  request->system = g_strdup ("Say something.");
  request->max_tokens = max_tokens;
  request->temperature = 0.5;
  gh_provider_stream_async (provider, request, NULL, gh_test_store_result_cb, &result);
  gh_test_wait_for (result != NULL, 60);

  return gh_provider_stream_finish (provider, result, error);
}

static GhLlmEvent *
next (GhLlmStream *stream)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  GhLlmEvent *event;

  gh_llm_stream_next_event_async (stream, NULL, gh_test_store_result_cb, &result);
  gh_test_wait_for (result != NULL, 60);
  event = gh_llm_stream_next_event_finish (stream, result, &error);
  g_assert_no_error (error);

  return event;
}

/* Hears an answer out; returns how it stopped. */
static GhLlmStop
hear (GhLlmStream *stream,
      guint       *n_texts,
      gint64      *output_tokens)
{
  GhLlmStop stop = GH_LLM_STOP_UNKNOWN;
  gboolean done = FALSE;

  *n_texts = 0;
  *output_tokens = -1;
  while (TRUE)
    {
      g_autoptr(GhLlmEvent) event = next (stream);

      if (event == NULL)
        break;
      g_assert_false (done);
      if (event->kind == GH_LLM_EVENT_TEXT)
        (*n_texts)++;
      else if (event->kind == GH_LLM_EVENT_USAGE)
        *output_tokens = event->output_tokens;
      else
        {
          done = TRUE;
          stop = event->stop;
          g_assert_cmpstr (event->model, ==, "bigram");
        }
    }
  g_assert_true (done);

  return stop;
}

static gboolean
skipped (void)
{
  if (why_not != NULL)
    g_test_skip (why_not);

  return why_not != NULL;
}

static void
test_answer (void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GhLlmStream) stream = NULL;
  gint64 output_tokens;
  GhLlmStop stop;
  guint n_texts;

  if (skipped ())
    return;

  stream = ask ("Hello", 400, NULL, &error);
  g_assert_no_error (error);
  stop = hear (stream, &n_texts, &output_tokens);
  g_assert_cmpint (stop, ==, GH_LLM_STOP_END_TURN);
  g_assert_cmpuint (n_texts, >, 1);
  g_assert_cmpint (output_tokens, >, 1);
}

static void
test_length (void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GhLlmStream) stream = NULL;
  gint64 output_tokens;
  GhLlmStop stop;
  guint n_texts;

  if (skipped ())
    return;

  stream = ask ("Hello", 3, NULL, &error);
  g_assert_no_error (error);
  stop = hear (stream, &n_texts, &output_tokens);
  g_assert_cmpint (stop, ==, GH_LLM_STOP_MAX_TOKENS);
  g_assert_cmpint (output_tokens, ==, 3);
}

static void
assert_refused (const char *prompt,
                GBytes     *image)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GhLlmStream) stream = ask (prompt, 3, image, &error);

  g_assert_null (stream);
  g_test_message ("%s", error->message);
  g_assert_cmpint (gh_model_trouble_from_error (error), !=, GH_MODEL_TROUBLE_OTHER);
  g_assert_cmpint (gh_model_trouble_from_error (error), !=, GH_MODEL_TROUBLE_PROTOCOL);
  /* In the server's own words. */
  g_assert_null (strchr (error->message, '{'));
  g_assert_cmpuint (strlen (error->message), >, 20);
}

static void
test_refused (void)
{
  g_autofree char *prompt = g_strnfill (9000, 'x');
  g_autoptr(GBytes) image = g_bytes_new_static ("\x89PNG", 4);

  if (skipped ())
    return;

  assert_refused (prompt, NULL);
  assert_refused ("What is this?", image);
}

/* An answer that nobody hears out does not hold up the next: the server has one slot. */
static void
test_dropped (void)
{
  if (skipped ())
    return;

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(GhLlmStream) stream = ask ("Hello", 1000, NULL, &error);
      g_autoptr(GhLlmEvent) event = NULL;

      g_assert_no_error (error);
      event = next (stream);
      g_assert_cmpint (event->kind, ==, GH_LLM_EVENT_TEXT);
    }
}

/* --- tools, and Anthropic's API, which this server speaks, too --- */

static GPtrArray *
list_models (GhLlmProvider *provider)
{
  g_autoptr(GAsyncResult) result = NULL;

  gh_llm_provider_list_models_async (provider, NULL, gh_test_store_result_cb, &result);
  gh_test_wait_for (result != NULL, START_SECONDS);

  return gh_llm_provider_list_models_finish (provider, result, NULL);
}

/* Waits until the server has loaded its model. */
static GhLlmProvider *
connect_api (const GhLlmApi *api,
             guint16         port)
{
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u", port);
  g_autoptr(GhLlmProvider) provider = gh_llm_provider_new (api, url, "any");
  gint64 deadline = gh_test_deadline (START_SECONDS);

  while (g_get_monotonic_time () < deadline)
    {
      g_autoptr(GPtrArray) models = list_models (provider);

      if (models != NULL && models->len > 0)
        break;
    }

  return g_steal_pointer (&provider);
}

static GhLlmRequest *
new_tool_request (void)
{
  static const char schema[] =
    "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}},\"required\":[\"n\"]}";
  g_autoptr(JsonNode) node = gh_json_read (schema, strlen (schema), NULL);
  GhLlmRequest *request = gh_llm_request_new ("bigram");
  GhLlmMessage *message = gh_llm_message_new (FALSE);

  gh_llm_message_add_text (message, "How many folders are there?");
  g_ptr_array_add (request->messages, message);
  g_ptr_array_add (request->tools, gh_llm_tool_new ("look", "Counts.", node));
  request->tool_choice = GH_LLM_TOOL_CHOICE_REQUIRED;
  /* Some calls are whole by then, the last one may not be. */
  request->max_tokens = 150;

  return request;
}

/* The uses of tools in the answer, as an assistant's message. */
static GhLlmMessage *
hear_uses (GhLlmProvider *provider,
           GhLlmRequest  *request)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GhLlmStream) stream = NULL;
  GhLlmMessage *message = gh_llm_message_new (TRUE);

  gh_llm_provider_stream_async (provider, request, NULL, gh_test_store_result_cb, &result);
  gh_test_wait_for (result != NULL, START_SECONDS);
  stream = gh_llm_provider_stream_finish (provider, result, &error);
  g_assert_no_error (error);
  while (TRUE)
    {
      g_autoptr(GhLlmEvent) event = next (stream);

      if (event == NULL)
        return message;
      if (event->kind != GH_LLM_EVENT_TOOL_USE)
        continue;
      g_assert_cmpstr (event->name, ==, "look");
      g_assert_true (json_object_has_member (gh_json_node_get_object (event->input), "n"));
      gh_llm_message_add (message,
                          gh_llm_part_new_tool_use (event->id, event->name, event->input));
    }
}

static void
test_api (const GhLlmApi *api,
          guint16         port)
{
  g_autoptr(GhLlmProvider) provider = connect_api (api, port);
  g_autoptr(GhLlmRequest) request = new_tool_request ();
  GhLlmMessage *uses = hear_uses (provider, request);
  GhLlmMessage *results = gh_llm_message_new (FALSE);
  GhLlmMessage *end;

  g_assert_cmpuint (uses->parts->len, >, 0);
  for (guint i = 0; i < uses->parts->len; i++)
    {
      GhLlmPart *use = g_ptr_array_index (uses->parts, i);
      GPtrArray *parts = gh_llm_parts_new ();

      g_ptr_array_add (parts, gh_llm_part_new_text ("three"));
      gh_llm_message_add (results, gh_llm_part_new_tool_result (use->id, i % 2 == 1, parts));
    }
  g_ptr_array_add (request->messages, uses);
  g_ptr_array_add (request->messages, results);

  /* The server takes the whole of it back. */
  request->tool_choice = GH_LLM_TOOL_CHOICE_NONE;
  request->max_tokens = 5;
  end = hear_uses (provider, request);
  g_assert_cmpuint (end->parts->len, ==, 0);
  gh_llm_message_free (end);
}

static void
test_tools (void)
{
  g_autofree char *template = g_test_build_filename (G_TEST_DIST, "peers", "llama-tools.jinja",
                                                     NULL);
  g_autoptr(GSubprocess) server = NULL;
  g_autoptr(GAsyncResult) result = NULL;
  guint16 port = find_free_port ();

  if (skipped ())
    return;

  server = spawn_server (port, template);
  test_api (&gh_llm_openai_api, port);
  test_api (&gh_llm_anthropic_api, port);
  g_subprocess_force_exit (server);
  g_subprocess_wait_async (server, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
}

static void
test_anthropic (void)
{
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u", world.port);
  g_autoptr(GhLlmProvider) provider = NULL;
  g_autoptr(GhLlmRequest) request = gh_llm_request_new ("bigram");
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GhLlmStream) stream = NULL;
  GhLlmMessage *message = gh_llm_message_new (FALSE);
  gint64 output_tokens;
  guint n_texts;

  gh_llm_message_add_text (message, "Hello");
  g_ptr_array_add (request->messages, message);
  request->system = g_strdup ("Say something.");
  request->max_tokens = 3;
  if (skipped ())
    return;

  provider = gh_llm_provider_new (&gh_llm_anthropic_api, url, NULL);
  gh_llm_provider_stream_async (provider, request, NULL, gh_test_store_result_cb, &result);
  gh_test_wait_for (result != NULL, START_SECONDS);
  stream = gh_llm_provider_stream_finish (provider, result, &error);
  g_assert_no_error (error);
  g_assert_cmpint (hear (stream, &n_texts, &output_tokens), ==, GH_LLM_STOP_MAX_TOKENS);
  g_assert_cmpint (output_tokens, ==, 3);
}

static void
wait_for_file_store (GhFileStore *store)
{
  g_autoptr(GAsyncResult) result = NULL;

  gh_file_store_flush_async (store, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
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
        return tool; /* the server holds it */
    }
  return NULL;
}

/* server-everything asks, the person sends and gives, llama.cpp answers: three programs, of which
 * one is ours. */
static void
test_sampling (void)
{
  g_autofree char *peer = g_test_build_filename (
    G_TEST_DIST, "peers", "node_modules", "@modelcontextprotocol", "server-everything", "dist",
    "index.js", NULL);
  const char *argv[] = { "node", peer, NULL };
  g_autofree char *node = g_find_program_in_path ("node");
  g_autofree char *dir = NULL;
  g_autoptr(GFile) folder = NULL;
  g_autoptr(GFile) roots_file = NULL;
  g_autoptr(GFile) servers_file = NULL;
  g_autoptr(GListStore) problems = g_list_store_new (GH_TYPE_PROBLEM);
  g_autoptr(GhFileStore) roots_store = NULL;
  g_autoptr(GhFileStore) servers_store = NULL;
  g_autoptr(GhRootList) roots = NULL;
  g_autoptr(GhServerList) servers = NULL;
  g_autoptr(GhRequestBroker) broker = NULL;
  g_autoptr(GhTestReviewer) reviewer = gh_test_reviewer_new ();
  g_autoptr(GhServerConfig) config = NULL;
  g_autoptr(GhSamplingRequest) request = NULL;
  g_autoptr(GhToolCall) call = NULL;
  g_autoptr(GhContent) content = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GAsyncResult) roots_loaded = NULL;
  g_autoptr(GAsyncResult) servers_loaded = NULL;
  g_autoptr(GAsyncResult) stopped = NULL;

  if (skipped ())
    return;
  if (node == NULL || !g_file_test (peer, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("@modelcontextprotocol/server-everything is not installed");
      return;
    }

  dir = gh_test_make_dir ();
  folder = g_file_new_for_path (dir);
  roots_file = g_file_get_child (folder, "roots.json");
  servers_file = g_file_get_child (folder, "mcp.json");
  roots_store = gh_file_store_new (roots_file, 1, problems);
  servers_store = gh_file_store_new (servers_file, 1, problems);
  roots = gh_root_list_new (roots_store);
  broker = gh_request_broker_new (world.list);
  gh_request_broker_set_reviewer (broker, GH_REVIEWER (reviewer));
  servers = gh_server_list_new (servers_store, roots, broker);
  gh_root_list_load_async (roots, NULL, gh_test_store_result_cb, &roots_loaded);
  gh_server_list_load_async (servers, NULL, gh_test_store_result_cb, &servers_loaded);
  gh_test_wait (roots_loaded != NULL && servers_loaded != NULL);

  config = gh_server_config_new ("Everything", argv, NULL, NULL, FALSE);

  GhServer *server = gh_server_list_add (servers, config, TRUE);

  gh_server_start (server);
  gh_test_wait_for (find_tool (server, "trigger-sampling-request") != NULL, START_SECONDS);
  call = gh_server_call_tool_text (server, find_tool (server, "trigger-sampling-request"),
                                   "{\"prompt\": \"Tell me about folders.\", \"maxTokens\": 40}",
                                   &error);
  g_assert_no_error (error);
  gh_test_wait_for (gh_test_reviewer_get_request (reviewer) != NULL, START_SECONDS);
  request = g_object_ref (gh_test_reviewer_get_request (reviewer));
  gh_sampling_request_send (request);
  gh_test_wait_for (gh_sampling_request_get_state (request) == GH_SAMPLING_RESPONSE_REVIEW,
                    START_SECONDS);
  g_assert_no_error (gh_sampling_request_get_error (request));
  g_assert_cmpstr (gh_sampling_request_get_answer (request), !=, "");
  g_assert_cmpstr (gh_sampling_request_get_answer_model (request), ==, "bigram");
  g_assert_cmpint (gh_sampling_request_get_output_tokens (request), >, 0);
  gh_sampling_request_give (request);
  gh_test_wait_for (gh_tool_call_get_state (call) == GH_TOOL_CALL_DONE, START_SECONDS);

  /* The tool shows the answer as JSON: look for its beginning, which needs no escape. */
  g_autofree char *words = g_strndup (gh_sampling_request_get_answer (request), 8);

  content = g_list_model_get_item (gh_tool_call_list_content (call), 0);
  g_assert_nonnull (strstr (gh_content_get_text (content), g_strstrip (words)));

  gh_server_list_stop_all_async (servers, gh_test_store_result_cb, &stopped);
  gh_test_wait_for (stopped != NULL, START_SECONDS);
  wait_for_file_store (servers_store);
}

static void
test_gone (void)
{
  g_autoptr(GhProvider) provider = NULL;
  g_autoptr(GAsyncResult) result = NULL;

  if (skipped ())
    return;

  g_subprocess_force_exit (world.server);
  g_subprocess_wait_async (world.server, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  provider = g_list_model_get_item (gh_model_list_list_providers (world.list), 0);
  gh_provider_refresh (provider);
  gh_test_wait (gh_provider_get_state (provider) == GH_PROVIDER_UNREACHABLE);
  g_assert_cmpint (gh_model_trouble_from_error (gh_provider_get_error (provider)), ==,
                   GH_MODEL_TROUBLE_UNREACHABLE);
  g_assert_cmpuint (g_list_model_get_n_items (gh_model_list_list_models (world.list)), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", TRUE);
  gh_test_init (&argc, &argv);

  g_test_add_func ("/e2e/llama/found", test_found);
  g_test_add_func ("/e2e/llama/answer", test_answer);
  g_test_add_func ("/e2e/llama/length", test_length);
  g_test_add_func ("/e2e/llama/refused", test_refused);
  g_test_add_func ("/e2e/llama/dropped", test_dropped);
  g_test_add_func ("/e2e/llama/anthropic", test_anthropic);
  g_test_add_func ("/e2e/llama/tools", test_tools);
  g_test_add_func ("/e2e/llama/sampling", test_sampling);
  g_test_add_func ("/e2e/llama/gone", test_gone);

  status = gh_test_run ();
  g_clear_object (&world.list);
  g_clear_object (&world.store);
  g_clear_object (&world.secrets);
  g_clear_object (&world.server);
  return status;
}
