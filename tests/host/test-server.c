/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Servers: starting, running, failing in all ways, stopping; what they ask; mcp.json. */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "gh-failure.h"
#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-rpc-error.h"
#include "gh-request-broker-private.h"
#include "gh-server-list.h"
#include "gh-server-log.h"
#include "gh-server-private.h"
#include "gh-server-restarts.h"
#include "gh-test-reviewer.h"
#include "gh-test.h"
#include "gh-tool-private.h"

typedef struct
{
  char             *dir;
  GFile            *file;
  GListStore       *problems;
  GhFileStore      *store;
  GhRootList       *roots;
  GhModelList      *models;
  GhRequestBroker *broker;
  GhServerList     *list;
} Fixture;

static GhFileStore *
store_new (Fixture    *f,
           const char *name)
{
  g_autoptr(GFile) file = g_file_new_build_filename (f->dir, name, NULL);

  return gh_file_store_new (file, 2, f->problems);
}

static void
make_list (Fixture *f)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  f->store = store_new (f, "mcp.json");
  f->list = gh_server_list_new (f->store, f->roots, f->broker);
  gh_server_list_load_async (f->list, NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_true (gh_server_list_load_finish (f->list, result, &error));
  g_assert_no_error (error);
}

static void
drop_list (Fixture *f)
{
  g_autoptr(GAsyncResult) stopped = NULL;
  g_autoptr(GAsyncResult) flushed = NULL;

  gh_server_list_stop_all_async (f->list, gh_test_store_result_cb, &stopped);
  gh_test_wait_for (stopped != NULL, 20);
  g_assert_true (gh_server_list_stop_all_finish (f->list, stopped, NULL));
  gh_file_store_flush_async (f->store, gh_test_store_result_cb, &flushed);
  gh_test_wait (flushed != NULL);
  g_clear_object (&stopped);
  gh_test_settle ();
  g_assert_finalize_object (f->list);
  f->list = NULL;
  g_clear_object (&f->store);
}

static void
set_up (Fixture       *f,
        gconstpointer  json)
{
  g_autoptr(GhSecretStore) secrets = gh_secret_store_new ();
  g_autoptr(GhFileStore) root_store = NULL;
  g_autoptr(GhFileStore) model_store = NULL;
  g_autoptr(GAsyncResult) models = NULL;
  g_autoptr(GAsyncResult) roots = NULL;

  f->dir = gh_test_make_dir ();
  f->file = g_file_new_build_filename (f->dir, "mcp.json", NULL);
  f->problems = g_list_store_new (GH_TYPE_PROBLEM);
  if (json != NULL)
    g_assert_true (g_file_set_contents (g_file_peek_path (f->file), json, -1, NULL));
  root_store = store_new (f, "roots.json");
  model_store = store_new (f, "models.json");
  f->roots = gh_root_list_new (root_store);
  gh_root_list_load_async (f->roots, NULL, gh_test_store_result_cb, &roots);
  f->models = gh_model_list_new (model_store, secrets);
  gh_model_list_load_async (f->models, NULL, gh_test_store_result_cb, &models);
  gh_test_wait (roots != NULL && models != NULL);
  f->broker = gh_request_broker_new (f->models);
  make_list (f);
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  if (f->list != NULL)
    drop_list (f);
  g_clear_object (&f->broker);
  g_clear_object (&f->models);
  g_clear_object (&f->roots);
  g_clear_object (&f->problems);
  g_clear_object (&f->file);
  g_clear_pointer (&f->dir, g_free);
  gh_test_settle ();
}

static const char *
get_fake_server (void)
{
  const char *path = g_getenv ("GH_FAKE_SERVER");

  return path != NULL ? path : "tests/host/fake-server";
}

static GhServer *
add_program (Fixture    *f,
             const char *command)
{
  g_auto(GStrv) argv = gh_server_config_parse_command (command, NULL);
  static const char * const env[] = { "TRAVEL_KEY=s3cret", NULL };
  g_autoptr(GhServerConfig) config = gh_server_config_new (
    "Travel Desk", (const char * const *) argv, NULL, env, FALSE);
  GhServer *server = gh_server_list_add (f->list, config, TRUE);

  gh_server_set_restart_delay (server, 20);
  gh_server_set_patience (server, 200 * gh_test_get_slow ());
  return server;
}

static GhServer *
add_fake (Fixture    *f,
          const char *options)
{
  g_autofree char *quoted = g_shell_quote (get_fake_server ());
  g_autofree char *command = g_strconcat (quoted, " ", options, NULL);

  return add_program (f, command);
}

static void
wait_state (GhServer      *server,
            GhServerState  state)
{
  gh_test_wait_for (gh_server_get_state (server) == state, 20);
}

static GhServer *
start_fake (Fixture    *f,
            const char *options)
{
  GhServer *server = add_fake (f, options);

  gh_server_start (server);
  g_assert_cmpint (gh_server_get_state (server), ==, GH_SERVER_STARTING);
  wait_state (server, GH_SERVER_RUNNING);
  gh_test_wait (g_list_model_get_n_items (gh_server_list_tools (server)) > 0);
  return server;
}

static void
stop (GhServer *server)
{
  g_autoptr(GAsyncResult) result = NULL;

  gh_server_stop_async (server, gh_test_store_result_cb, &result);
  gh_test_wait_for (result != NULL, 20);
  g_assert_true (gh_server_stop_finish (server, result, NULL));
  g_assert_cmpint (gh_server_get_state (server), ==, GH_SERVER_STOPPED);
}

static gboolean
has_line (GhServer    *server,
          GhLogSource  source,
          const char  *logger,
          const char  *part)
{
  GListModel *log = gh_server_list_log (server);
  guint n = g_list_model_get_n_items (log);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhLogLine) line = g_list_model_get_item (log, i);

      if (gh_log_line_get_source (line) == source
          && (logger == NULL || g_strcmp0 (gh_log_line_get_logger (line), logger) == 0)
          && (part == NULL || strstr (gh_log_line_get_text (line), part) != NULL))
        return TRUE;
    }
  return FALSE;
}

static GhTool *
get_tool (GhServer   *server,
          const char *name)
{
  GListModel *tools = gh_server_list_tools (server);

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr(GhTool) tool = g_list_model_get_item (tools, i);

      if (g_str_equal (gh_tool_get_name (tool), name))
        return tool;
    }
  g_error ("no tool %s", name);
}

static GhToolCall *
call (GhServer   *server,
      const char *tool,
      const char *json)
{
  g_autoptr(GError) error = NULL;
  GhToolCall *made = gh_server_call_tool_text (server, get_tool (server, tool), json, &error);

  g_assert_no_error (error);
  return made;
}

static const char *
get_text (GhToolCall *made)
{
  g_autoptr(GhContent) content = NULL;

  gh_test_wait_for (gh_tool_call_get_state (made) != GH_TOOL_CALL_RUNNING, 20);
  g_assert_no_error (gh_tool_call_get_error (made));
  g_assert_cmpint (gh_tool_call_get_state (made), ==, GH_TOOL_CALL_DONE);
  content = g_list_model_get_item (gh_tool_call_list_content (made), 0);
  g_assert_nonnull (content);
  return gh_content_get_text (content);
}

static void
test_run (Fixture       *f,
          gconstpointer  data)
{
  GhServer *server = start_fake (f, "--say hello");
  g_autoptr(GhToolCall) echo = NULL;
  g_autoptr(GhToolCall) wrong = NULL;
  g_autoptr(GhToolCall) late = NULL;
  g_autoptr(GhTool) tool = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_cmpstr (gh_server_get_id (server), ==, "travel-desk");
  g_assert_cmpstr (gh_server_get_name (server), ==, "Travel Desk");
  g_assert_cmpstr (gh_server_get_protocol_version (server), ==, "2025-11-25");
  g_assert_cmpstr (gh_server_get_instructions (server), ==, "Be kind");
  g_assert_cmpuint (g_list_model_get_n_items (gh_server_list_tools (server)), ==, 10);
  g_assert_cmpint (gh_server_get_pid (server), >, 0);
  gh_test_wait (has_line (server, GH_LOG_STDERR, NULL, "hello"));
  gh_test_wait (has_line (server, GH_LOG_MESSAGE, "desk", "ready"));
  g_assert_true (has_line (server, GH_LOG_HOST, "started", "2025-11-25"));

  echo = call (server, "echo", "{\"a\":[1.50,true]}");
  g_assert_cmpint (gh_tool_call_get_state (echo), ==, GH_TOOL_CALL_RUNNING);
  g_assert_cmpuint (g_list_model_get_n_items (gh_server_list_calls (server)), ==, 1);
  g_assert_cmpstr (get_text (echo), ==, "{\"a\":[1.50,true]}");
  g_assert_false (gh_tool_call_get_is_error (echo));
  g_assert_cmpint (gh_tool_call_get_duration (echo), >, 0);

  tool = g_object_ref (get_tool (server, "echo"));
  g_assert_null (gh_server_call_tool_text (server, tool, "{", &error));
  g_assert_error (error, GH_JSON_ERROR, GH_JSON_ERROR_SYNTAX);
  g_clear_error (&error);
  g_assert_null (gh_server_call_tool_text (server, tool, "[1]", &error));
  g_assert_error (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER);
  g_clear_error (&error);
  g_assert_cmpuint (g_list_model_get_n_items (gh_server_list_calls (server)), ==, 1);

  /* Nothing happens twice. */
  gh_server_start (server);
  g_assert_cmpint (gh_server_get_state (server), ==, GH_SERVER_RUNNING);
  stop (server);
  stop (server);
  g_assert_null (gh_server_get_protocol_version (server));
  g_assert_cmpuint (g_list_model_get_n_items (gh_server_list_tools (server)), ==, 0);
  late = gh_server_call_tool (server, tool, NULL);
  g_assert_cmpint (gh_tool_call_get_state (late), ==, GH_TOOL_CALL_FAILED);
  g_assert_error (gh_tool_call_get_error (late), GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY);
}

static void
test_environment (Fixture       *f,
                  gconstpointer  data)
{
  GhServer *server;
  g_autoptr(GhToolCall) made = NULL;
  const char *text;

  g_setenv ("GATEHOUSE_TEST_SECRET", "do-not-tell", TRUE);
  server = start_fake (f, "");
  made = call (server, "env", "{}");
  text = get_text (made);
  g_assert_nonnull (strstr (text, "TRAVEL_KEY=s3cret"));
  g_assert_nonnull (strstr (text, "HOME="));
  g_assert_nonnull (strstr (text, "PATH="));
  g_assert_null (strstr (text, "do-not-tell"));
  g_unsetenv ("GATEHOUSE_TEST_SECRET");
}

static void
test_progress_and_cancel (Fixture       *f,
                          gconstpointer  data)
{
  GhServer *server = start_fake (f, "");
  g_autoptr(GhToolCall) made = call (server, "slow", "{}");

  gh_test_wait (gh_tool_call_get_progress (made) == 3);
  g_assert_cmpfloat (gh_tool_call_get_total (made), ==, 10);
  g_assert_cmpstr (gh_tool_call_get_message (made), ==, "looking");
  gh_tool_call_cancel (made);
  g_assert_cmpint (gh_tool_call_get_state (made), ==, GH_TOOL_CALL_CANCELLED);
  gh_tool_call_cancel (made);
  gh_test_wait (has_line (server, GH_LOG_STDERR, NULL, "cancelled"));
  g_assert_cmpint (gh_server_get_state (server), ==, GH_SERVER_RUNNING);
}

static void
items_changed_cb (GListModel *model,
                  guint       position,
                  guint       removed,
                  guint       added,
                  GString    *changes)
{
  g_string_append_printf (changes, "%u-%u+%u;", position, removed, added);
}

/* Only what changed changes. */
static void
test_tools_change (Fixture       *f,
                   gconstpointer  data)
{
  GhServer *server = start_fake (f, "");
  g_autoptr(GString) changes = g_string_new (NULL);
  g_autoptr(GhToolCall) grow = NULL;
  g_autoptr(GhToolCall) shrink = NULL;
  GListModel *tools = gh_server_list_tools (server);

  g_signal_connect (tools, "items-changed", G_CALLBACK (items_changed_cb), changes);
  grow = call (server, "grow", "{}");
  gh_test_wait (g_list_model_get_n_items (tools) == 11);
  g_assert_cmpstr (changes->str, ==, "10-0+1;");
  g_assert_cmpstr (gh_tool_get_title (get_tool (server, "extra")), ==, "Extra");
  g_assert_true (gh_tool_get_read_only (get_tool (server, "extra")));
  g_assert_false (gh_tool_get_destructive (get_tool (server, "extra")));
  g_assert_true (gh_tool_get_destructive (get_tool (server, "echo")));
  shrink = call (server, "grow", "{}");
  gh_test_wait (g_list_model_get_n_items (tools) == 10);
  g_assert_cmpstr (changes->str, ==, "10-0+1;10-1+0;");
  g_signal_handlers_disconnect_by_data (tools, changes);
}

static char *
read_file (Fixture *f)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(JsonNode) node = NULL;
  char *contents = NULL;
  gsize length;
  g_autofree char *raw = NULL;

  gh_file_store_flush_async (f->store, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  g_assert_true (g_file_get_contents (g_file_peek_path (f->file), &raw, &length, NULL));
  node = gh_json_read (raw, length, NULL);
  g_assert_nonnull (node);
  contents = gh_json_write (node, NULL);
  return contents;
}

static guint
count_activity (GhServer   *server,
                const char *method)
{
  GListModel *activity = G_LIST_MODEL (gh_server_get_activity (server));
  guint n = 0;

  gh_activity_flush (gh_server_get_activity (server));
  for (guint i = 0; i < g_list_model_get_n_items (activity); i++)
    {
      g_autoptr(GhActivityEntry) entry = g_list_model_get_item (activity, i);

      n += gh_activity_entry_get_kind (entry) == GH_ACTIVITY_REQUEST
           && g_strcmp0 (gh_activity_entry_get_method (entry), method) == 0;
    }
  return n;
}

/* What is known of a server spares it the question for its era; another command is another
 * server. */
static void
test_known_era (Fixture       *f,
                gconstpointer  data)
{
  GhServer *server = start_fake (f, "");
  g_autofree char *quoted = g_shell_quote (get_fake_server ());
  g_autofree char *command = g_strconcat (quoted, " --say other", NULL);
  g_auto(GStrv) argv = gh_server_config_parse_command (command, NULL);
  g_autoptr(GhServerConfig) other =
    gh_server_config_new ("Travel Desk", (const char * const *) argv, NULL, NULL, FALSE);
  g_autofree char *kept = NULL;

  g_assert_cmpuint (count_activity (server, "server/discover"), ==, 1);
  g_assert_cmpstr (gh_server_get_known_era (server), ==, "legacy");
  g_assert_cmpstr (gh_server_get_era (server), ==, "legacy");
  kept = read_file (f);
  g_assert_nonnull (strstr (kept, "\"knownEra\":\"legacy\""));

  stop (server);
  gh_server_start (server);
  wait_state (server, GH_SERVER_RUNNING);
  g_assert_cmpuint (count_activity (server, "server/discover"), ==, 1);
  g_assert_cmpuint (count_activity (server, "initialize"), ==, 2);

  gh_server_list_replace (f->list, server, other, TRUE);
  g_assert_null (gh_server_get_known_era (server));
  gh_test_wait_for (count_activity (server, "server/discover") == 2, 20);
}

static void
updated_cb (GString    *log,
            const char *uri)
{
  g_string_append (log, uri);
}

/* What a server offers besides tools; what never changed stays the same object. */
static void
test_library (Fixture       *f,
              gconstpointer  data)
{
  GhServer *server = start_fake (f, "--library");
  GListModel *resources = gh_server_list_resources (server);
  GListModel *templates = gh_server_list_resource_templates (server);
  GListModel *prompts = gh_server_list_prompts (server);
  const char *city = "{\"city\":\"Basel\"}";
  g_autoptr(JsonNode) arguments = gh_json_read (city, strlen (city), NULL);
  g_autoptr(JsonNode) values = gh_json_read ("{\"id\":\"1\"}", strlen ("{\"id\":\"1\"}"), NULL);
  g_autoptr(GString) updated = g_string_new (NULL);
  g_autoptr(GhResource) resource = NULL;
  g_autoptr(GhResource) same = NULL;
  g_autoptr(GhResourceTemplate) template = NULL;
  g_autoptr(GhPrompt) prompt = NULL;
  g_autoptr(GhForm) form = NULL;
  g_autofree char *uri = NULL;
  g_autoptr(GAsyncResult) read = NULL;
  g_autoptr(GAsyncResult) got = NULL;
  g_autoptr(GAsyncResult) completed = NULL;
  g_autoptr(GAsyncResult) subscribed = NULL;
  g_autoptr(GListModel) contents = NULL;
  g_autoptr(GhContent) text = NULL;
  g_autoptr(GhContent) bytes = NULL;
  g_autoptr(GhContent) strange = NULL;
  g_autoptr(GhPromptResult) result = NULL;
  g_autoptr(GhPromptMessage) message = NULL;
  g_autoptr(GhToolCall) grow = NULL;
  g_auto(GStrv) proposals = NULL;
  gboolean has_more = FALSE;

  gh_test_wait (!gh_server_get_listing (server));
  g_assert_cmpuint (g_list_model_get_n_items (resources), ==, 2);
  g_assert_cmpuint (g_list_model_get_n_items (templates), ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (prompts), ==, 1);
  resource = g_list_model_get_item (resources, 0);
  g_assert_cmpstr (gh_resource_get_title (resource), ==, "One");
  g_assert_cmpint (gh_resource_get_size (resource), ==, 5);
  template = g_list_model_get_item (templates, 0);
  g_assert_cmpstr (gh_resource_template_get_variables (template)[0], ==, "id");
  uri = gh_resource_template_expand (template, values, NULL);
  g_assert_cmpstr (uri, ==, gh_resource_get_uri (resource));

  gh_server_read_resource_async (server, uri, NULL, gh_test_store_result_cb, &read);
  gh_test_wait (read != NULL);
  contents = gh_server_read_resource_finish (server, read, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (contents), ==, 3);
  text = g_list_model_get_item (contents, 0);
  g_assert_cmpstr (gh_content_get_text (text), ==, "hello");
  bytes = g_list_model_get_item (contents, 1);
  g_assert_cmpuint (g_bytes_get_size (gh_content_get_data (bytes)), ==, 3);
  strange = g_list_model_get_item (contents, 2);
  g_assert_cmpint (gh_content_get_kind (strange), ==, GH_CONTENT_UNKNOWN);

  prompt = g_list_model_get_item (prompts, 0);
  form = gh_prompt_create_form (prompt);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (form)), ==, 2);
  g_assert_true (gh_form_field_get_required (gh_form_get_field (form, "city")));
  g_assert_cmpstr (gh_form_field_get_title (gh_form_get_field (form, "days")), ==, "days");
  gh_server_get_prompt_async (server, prompt, arguments, NULL, gh_test_store_result_cb, &got);
  gh_test_wait (got != NULL);
  result = gh_server_get_prompt_finish (server, got, NULL);
  g_assert_cmpstr (gh_prompt_result_get_description (result), ==, "A plan");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (result)), ==, 2);
  message = g_list_model_get_item (G_LIST_MODEL (result), 1);
  g_assert_true (gh_prompt_message_get_from_assistant (message));
  g_assert_cmpstr (gh_content_get_text (gh_prompt_message_get_content (message)), ==, "Sure");

  g_assert_true (gh_server_get_can_complete (server));
  gh_server_complete_async (server, G_OBJECT (prompt), "city", "Ba", NULL, NULL,
                            gh_test_store_result_cb, &completed);
  gh_test_wait (completed != NULL);
  proposals = gh_server_complete_finish (server, completed, &has_more, NULL);
  g_assert_cmpuint (g_strv_length (proposals), ==, 2);
  g_assert_true (has_more);

  g_assert_true (gh_server_get_can_subscribe (server));
  g_signal_connect_swapped (server, "resource-updated", G_CALLBACK (updated_cb), updated);
  gh_server_subscribe_async (server, uri, TRUE, NULL, gh_test_store_result_cb, &subscribed);
  gh_test_wait (subscribed != NULL && updated->len > 0);
  g_assert_true (gh_server_subscribe_finish (server, subscribed, NULL));
  g_assert_cmpstr (updated->str, ==, uri);
  g_signal_handlers_disconnect_by_data (server, updated);

  /* Read again; nothing changed but the tools. */
  grow = call (server, "grow", "{}");
  gh_test_wait (gh_server_get_listing (server));
  gh_test_wait (!gh_server_get_listing (server));
  same = g_list_model_get_item (resources, 0);
  g_assert_true (same == resource);

  stop (server);
  g_assert_cmpuint (g_list_model_get_n_items (resources), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (prompts), ==, 0);
}

/* Asked of a server that does not run. */
static void
test_library_closed (Fixture       *f,
                     gconstpointer  data)
{
  GhServer *server = start_fake (f, "--library");
  g_autoptr(GhPrompt) prompt = NULL;
  g_autoptr(GAsyncResult) pending = NULL;
  GAsyncResult *results[4] = { NULL, };
  g_autoptr(GError) error = NULL;
  GError *errors[4] = { NULL, };

  gh_test_wait (!gh_server_get_listing (server));
  prompt = g_list_model_get_item (gh_server_list_prompts (server), 0);
  gh_server_read_resource_async (server, "trip:///1", NULL, gh_test_store_result_cb, &pending);
  stop (server);
  gh_test_wait (pending != NULL);
  g_assert_null (gh_server_read_resource_finish (server, pending, &error));
  g_assert_nonnull (error);

  g_assert_false (gh_server_get_can_subscribe (server));
  g_assert_false (gh_server_get_can_complete (server));
  gh_server_read_resource_async (server, "trip:///1", NULL, gh_test_store_result_cb, &results[0]);
  gh_server_get_prompt_async (server, prompt, NULL, NULL, gh_test_store_result_cb, &results[1]);
  gh_server_complete_async (server, G_OBJECT (prompt), "city", "", NULL, NULL,
                            gh_test_store_result_cb, &results[2]);
  gh_server_subscribe_async (server, "trip:///1", TRUE, NULL, gh_test_store_result_cb,
                             &results[3]);
  gh_test_wait (results[0] != NULL && results[1] != NULL && results[2] != NULL
                && results[3] != NULL);
  g_assert_null (gh_server_read_resource_finish (server, results[0], &errors[0]));
  g_assert_null (gh_server_get_prompt_finish (server, results[1], &errors[1]));
  g_assert_null (gh_server_complete_finish (server, results[2], NULL, &errors[2]));
  g_assert_false (gh_server_subscribe_finish (server, results[3], &errors[3]));
  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    {
      g_assert_error (errors[i], GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY);
      g_error_free (errors[i]);
      g_object_unref (results[i]);
    }
}

/* A form that a tool asks for reaches the person and comes back; without a reviewer who can do it
 * the server is not told of it. */
static void
test_elicitation (Fixture       *f,
                  gconstpointer  data)
{
  g_autoptr(GhTestReviewer) reviewer = gh_test_reviewer_new ();
  g_autoptr(GhToolCall) elicit = NULL;
  g_autoptr(GhToolCall) refused = NULL;
  GhServer *server;
  GhElicitationRequest *request;

  gh_request_broker_set_reviewer (f->broker, GH_REVIEWER (reviewer));
  server = start_fake (f, "");
  elicit = call (server, "elicit", "{}");
  gh_test_wait (gh_test_reviewer_get_elicitation (reviewer) != NULL);
  request = gh_test_reviewer_get_elicitation (reviewer);
  g_assert_cmpstr (gh_request_get_tool (GH_REQUEST (request)), ==, "elicit");
  g_assert_cmpstr (gh_elicitation_request_get_message (request), ==, "Who?");
  gh_form_field_set_text (gh_form_get_field (gh_elicitation_request_get_form (request), "n"), "2");
  gh_elicitation_request_accept (request);
  g_assert_cmpstr (get_text (elicit), ==,
                   "{\"action\":\"accept\",\"content\":{\"name\":\"Ada\",\"n\":2}}");

  stop (server);
  gh_request_broker_set_reviewer (f->broker, NULL);
  gh_server_start (server);
  wait_state (server, GH_SERVER_RUNNING);
  gh_test_wait (g_list_model_get_n_items (gh_server_list_tools (server)) > 0);
  refused = call (server, "elicit", "{}");
  g_assert_nonnull (strstr (get_text (refused), "-32601"));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->broker)), ==, 0);
}

static void
assert_fails (Fixture    *f,
              GhServer   *server,
              GQuark      domain,
              int         code,
              const char *line)
{
  gh_server_start (server);
  wait_state (server, GH_SERVER_FAILED);
  g_assert_error (gh_server_get_error (server), domain, code);
  g_assert_true (has_line (server, GH_LOG_HOST, "failed", gh_server_get_error (server)->message));
  if (line != NULL)
    gh_test_wait (has_line (server, GH_LOG_STDERR, NULL, line));
  /* One that never ran is not started again by itself. */
  gh_test_settle ();
  g_assert_cmpint (gh_server_get_state (server), ==, GH_SERVER_FAILED);
}

static void
test_failures (Fixture       *f,
               gconstpointer  data)
{
  assert_fails (f, add_program (f, "gatehouse-no-such-program --x"), GH_RPC_ERROR,
                GH_RPC_ERROR_SPAWN, NULL);
  assert_fails (f, add_program (f, "/"), GH_RPC_ERROR, GH_RPC_ERROR_SPAWN, NULL);
  assert_fails (f, add_fake (f, "--say 'Cannot find the module' --exit 1"), GH_RPC_ERROR,
                GH_RPC_ERROR_EXITED, "Cannot find the module");
  assert_fails (f, add_fake (f, "--exit 0"), GH_RPC_ERROR, GH_RPC_ERROR_EXITED, NULL);
  assert_fails (f, add_program (f, "sh -c 'kill -9 $$'"), GH_RPC_ERROR, GH_RPC_ERROR_EXITED, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->list)), ==, 5);
}

static void
test_failed_then_stopped (Fixture       *f,
                          gconstpointer  data)
{
  GhServer *server = add_fake (f, "--exit 1");

  assert_fails (f, server, GH_RPC_ERROR, GH_RPC_ERROR_EXITED, NULL);
  g_assert_cmpint (gh_server_get_failed_after (server), >, 0);
  stop (server);
  g_assert_nonnull (gh_server_get_error (server));
}

/* Banners are said to be no messages, and do no harm. */
static void
test_banner (Fixture       *f,
             gconstpointer  data)
{
  GhServer *server = start_fake (f, "--banner");

  gh_test_wait (has_line (server, GH_LOG_HOST, "malformed", "Welcome to the travel desk!"));
  /* Once. */
  g_assert_false (has_line (server, GH_LOG_MESSAGE, NULL, "Welcome to the travel desk!"));
}

/* It never answers; the person stops waiting. */
static void
test_mute (Fixture       *f,
           gconstpointer  data)
{
  GhServer *server = add_fake (f, "--mute");

  gh_server_start (server);
  gh_test_wait (gh_server_get_pid (server) > 0);
  stop (server);
}

static gboolean
is_alive (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", (int) pid);
  g_autofree char *stat = NULL;

  /* A zombie that nobody reaps (its parent is gone) is dead enough. */
  return g_file_get_contents (path, &stat, NULL, NULL) && strstr (stat, ") Z ") == NULL;
}

/* Stopping ends the whole process group, whatever it ignores. */
static void
test_stubborn (Fixture       *f,
               gconstpointer  data)
{
  g_autofree char *pid_file = g_build_filename (f->dir, "child", NULL);
  g_autofree char *options = g_strdup_printf ("--stubborn --child %s", pid_file);
  GhServer *server = start_fake (f, options);
  pid_t pid = gh_server_get_pid (server);
  g_autofree char *text = NULL;
  pid_t child;

  g_assert_true (g_file_get_contents (pid_file, &text, NULL, NULL));
  child = atoi (text);
  g_assert_true (is_alive (pid) && is_alive (child));
  stop (server);
  gh_test_wait (!is_alive (pid) && !is_alive (child));
}

/* It dies during a call: the call fails, it is started again; after three times it stays down. */
static void
test_dies (Fixture       *f,
           gconstpointer  data)
{
  GhServer *server = start_fake (f, "");

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr(GhToolCall) made = call (server, "die", "{}");

      gh_test_wait (gh_tool_call_get_state (made) != GH_TOOL_CALL_RUNNING);
      g_assert_cmpint (gh_tool_call_get_state (made), ==, GH_TOOL_CALL_FAILED);
      gh_test_wait (has_line (server, GH_LOG_STDERR, NULL, "the cabin is on fire"));
      wait_state (server, GH_SERVER_FAILED);
      g_assert_error (gh_server_get_error (server), GH_RPC_ERROR, GH_RPC_ERROR_EXITED);
      /* The tools stay in sight while it is down. */
      g_assert_cmpuint (g_list_model_get_n_items (gh_server_list_tools (server)), ==, 10);
      if (i < 3)
        {
          wait_state (server, GH_SERVER_RUNNING);
          g_assert_null (gh_server_get_error (server));
        }
    }
  for (guint i = 0; i < 30; i++)
    {
      g_usleep (10000);
      gh_test_settle ();
    }
  g_assert_cmpint (gh_server_get_state (server), ==, GH_SERVER_FAILED);
  gh_server_start (server);
  wait_state (server, GH_SERVER_RUNNING);
}

/* The person stops it between its end and the restart. */
static void
test_stop_before_restart (Fixture       *f,
                          gconstpointer  data)
{
  GhServer *server = start_fake (f, "");
  g_autoptr(GhToolCall) made = NULL;

  gh_server_set_restart_delay (server, 60000);
  made = call (server, "die", "{}");
  wait_state (server, GH_SERVER_FAILED);
  g_assert_true (has_line (server, GH_LOG_HOST, "restarting", NULL)
                 || gh_server_get_state (server) == GH_SERVER_FAILED);
  stop (server);
}

static void
test_restart (Fixture       *f,
              gconstpointer  data)
{
  GhServer *server = start_fake (f, "");
  pid_t pid = gh_server_get_pid (server);

  gh_server_restart (server);
  g_assert_cmpint (gh_server_get_state (server), ==, GH_SERVER_STOPPING);
  wait_state (server, GH_SERVER_RUNNING);
  g_assert_cmpint (gh_server_get_pid (server), !=, pid);
  g_assert_false (is_alive (pid));

  /* A stop in the middle of a restart wins; so does a start in the middle of a stop. */
  gh_server_restart (server);
  stop (server);
  gh_test_settle ();
  g_assert_cmpint (gh_server_get_state (server), ==, GH_SERVER_STOPPED);
  gh_server_restart (server);
  wait_state (server, GH_SERVER_RUNNING);
  gh_server_stop_async (server, NULL, NULL);
  gh_server_start (server);
  wait_state (server, GH_SERVER_RUNNING);

  /* Stopped in every phase of the start. */
  stop (server);
  gh_server_start (server);
  stop (server);
  gh_server_start (server);
  gh_test_wait (gh_server_get_pid (server) > 0);
  stop (server);
}

static void
test_consent (Fixture       *f,
              gconstpointer  data)
{
  g_autofree char *quoted = g_shell_quote (get_fake_server ());
  g_auto(GStrv) argv = gh_server_config_parse_command (quoted, NULL);
  g_autoptr(GhServerConfig) config =
    gh_server_config_new ("Travel", (const char * const *) argv, NULL, NULL, TRUE);
  GhServer *server = gh_server_list_add (f->list, config, FALSE);

  gh_server_start (server);
  wait_state (server, GH_SERVER_FAILED);
  g_assert_error (gh_server_get_error (server), G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
  g_assert_cmpint (gh_server_get_pid (server), ==, 0);
  gh_server_consent (server);
  g_assert_true (gh_server_get_consented (server));
  gh_server_start (server);
  wait_state (server, GH_SERVER_RUNNING);
}

typedef struct
{
  gint64 last;
  gint64 longest;
} Stall;

static gboolean
beat_cb (gpointer user_data)
{
  Stall *stall = user_data;
  gint64 now = g_get_monotonic_time ();

  if (stall->last != 0)
    stall->longest = MAX (stall->longest, now - stall->last);
  stall->last = now;
  return G_SOURCE_CONTINUE;
}

/* A flood on stderr: the log stays bounded and tells that something is missing. */
static void
test_flood (Fixture       *f,
            gconstpointer  data)
{
  Stall stall = { 0 };
  guint beat = g_timeout_add (1, beat_cb, &stall);
  GhServer *server = start_fake (f, "--flood 100000");
  g_autoptr(GhToolCall) echo = call (server, "echo", "{}");

  g_assert_nonnull (get_text (echo));
  gh_test_wait_for (has_line (server, GH_LOG_STDERR, NULL, "line 99999 of"), 20);
  g_source_remove (beat);
  g_assert_cmpuint (g_list_model_get_n_items (gh_server_list_log (server)), <=, GH_SERVER_LOG_MAX);
  g_test_message ("longest stall: %" G_GINT64_FORMAT " us", stall.longest);
}

/* 10 MB of text: the conversion stays out of the main loop. */
static void
test_big_result (Fixture       *f,
                 gconstpointer  data)
{
  GhServer *server = start_fake (f, "");
  Stall stall = { 0 };
  guint beat = g_timeout_add (1, beat_cb, &stall);
  g_autoptr(GhToolCall) big = call (server, "big", "{\"size\":10485760}");
  const char *text = get_text (big);

  g_source_remove (beat);
  g_assert_cmpuint (strlen (text), ==, 10485760);
  g_test_message ("longest stall: %" G_GINT64_FORMAT " us", stall.longest);
}

/* 10 MB of structure: a million and a half nodes, shown as indented JSON. */
static void
test_wide_result (Fixture       *f,
                  gconstpointer  data)
{
  GhServer *server = start_fake (f, "");
  Stall stall = { 0 };
  guint beat = g_timeout_add (1, beat_cb, &stall);
  g_autoptr(GhToolCall) wide = call (server, "wide", "{\"size\":10485760}");
  g_autoptr(GhContent) content = NULL;

  gh_test_wait_for (gh_tool_call_get_state (wide) != GH_TOOL_CALL_RUNNING, 30);
  g_source_remove (beat);
  content = g_list_model_get_item (gh_tool_call_list_content (wide), 0);
  g_assert_cmpint (gh_content_get_kind (content), ==, GH_CONTENT_STRUCTURED);
  g_assert_cmpuint (strlen (gh_content_get_text (content)), >, 10485760);
  g_test_message ("longest stall: %" G_GINT64_FORMAT " us", stall.longest);
}

static GhSamplingRequest *
get_request (Fixture *f)
{
  g_autoptr(GhSamplingRequest) request = NULL;

  gh_test_wait (g_list_model_get_n_items (G_LIST_MODEL (f->broker)) > 0);
  request = g_list_model_get_item (G_LIST_MODEL (f->broker), 0);
  /* The broker keeps it. */
  return request;
}

/* What a server asks of a model reaches the broker, and is withdrawn with its server. */
static void
test_sampling (Fixture       *f,
               gconstpointer  data)
{
  GhServer *server = start_fake (f, "");
  g_autoptr(GhToolCall) denied = call (server, "sample", "{}");
  g_autoptr(GhToolCall) cancelled = NULL;
  g_autoptr(GhToolCall) killed = NULL;
  g_autoptr(GhSamplingRequest) request = NULL;

  request = g_object_ref (get_request (f));
  g_assert_cmpstr (gh_request_get_server_id (GH_REQUEST (request)), ==, "travel-desk");
  g_assert_cmpstr (gh_request_get_server_name (GH_REQUEST (request)), ==, "Travel Desk");
  g_assert_cmpstr (gh_request_get_tool (GH_REQUEST (request)), ==, "sample");
  g_assert_cmpint (gh_request_get_call_time (GH_REQUEST (request)), >, 0);
  /* An hour is what a call may take, and it has just begun. */
  g_assert_cmpuint (gh_request_get_call_left (GH_REQUEST (request)), >, 50 * 60 * 1000);
  g_assert_cmpuint (gh_request_get_call_left (GH_REQUEST (request)), <=, 60 * 60 * 1000);
  g_assert_cmpuint (gh_tool_call_get_n_requests (denied), ==, 1);
  gh_sampling_request_deny (request, "No models today");
  g_assert_nonnull (strstr (get_text (denied), "-1"));
  g_assert_nonnull (strstr (get_text (denied), "No models today"));

  /* The call is cancelled, and the server takes back what it asked for it. */
  cancelled = call (server, "sample", "{}");
  g_set_object (&request, get_request (f));
  gh_tool_call_cancel (cancelled);
  gh_test_wait (gh_sampling_request_get_state (request) == GH_SAMPLING_WITHDRAWN);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->broker)), ==, 0);

  killed = call (server, "sample", "{}");
  g_set_object (&request, get_request (f));
  kill (gh_server_get_pid (server), SIGKILL);
  gh_test_wait (gh_sampling_request_get_state (request) == GH_SAMPLING_WITHDRAWN);
  gh_test_wait (gh_tool_call_get_state (killed) == GH_TOOL_CALL_FAILED);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->broker)), ==, 0);
}

static void
add_root (Fixture    *f,
          const char *path)
{
  g_autoptr(GListStore) files = g_list_store_new (G_TYPE_FILE);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GPtrArray) additions = NULL;

  g_list_store_append (files, file);
  gh_root_list_add_async (f->roots, G_LIST_MODEL (files), NULL, gh_test_store_result_cb, &result);
  gh_test_wait (result != NULL);
  additions = gh_root_list_add_finish (f->roots, result, NULL);
  g_assert_cmpuint (additions->len, ==, 1);
}

static guint
count_lines (GhServer   *server,
             const char *text)
{
  GListModel *log = gh_server_list_log (server);
  guint n = g_list_model_get_n_items (log);
  guint count = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhLogLine) line = g_list_model_get_item (log, i);

      if (g_str_equal (gh_log_line_get_text (line), text))
        count++;
    }
  return count;
}

/* The folders a server is told of, and that it hears of changes that concern it only (5.5). */
static void
test_roots (Fixture       *f,
            gconstpointer  data)
{
  static const char * const others[] = { "another-server", NULL };
  g_autofree char *first = gh_test_make_dir ();
  g_autofree char *second = gh_test_make_dir ();
  g_autofree char *uri = g_filename_to_uri (first, NULL, NULL);
  g_autoptr(GhToolCall) before = NULL;
  g_autoptr(GhToolCall) after = NULL;
  g_autoptr(GhRoot) root = NULL;
  GhServer *server = start_fake (f, "");

  before = call (server, "roots", "{}");
  g_assert_nonnull (strstr (get_text (before), "\"roots\":[]"));
  add_root (f, first);
  gh_test_wait (count_lines (server, "roots changed") == 1);
  after = call (server, "roots", "{}");
  g_assert_nonnull (strstr (get_text (after), uri));

  /* A root that goes to another server only is none of its business. */
  root = g_list_model_get_item (G_LIST_MODEL (f->roots), 0);
  add_root (f, second);
  gh_test_wait (count_lines (server, "roots changed") == 2);
  gh_root_set_servers (root, others);
  gh_test_wait (count_lines (server, "roots changed") == 3);
  gh_root_set_name (root, "Theirs");
  for (guint i = 0; i < 60; i++)
    {
      g_usleep (10000);
      gh_test_settle ();
    }
  g_assert_cmpuint (count_lines (server, "roots changed"), ==, 3);
}

static void
test_restarts (void)
{
  GhServerRestarts restarts = { .first_delay = 10 };
  gint64 now = 5 * GH_SERVER_RESTARTS_WINDOW;
  guint delay;

  for (guint i = 0; i < GH_SERVER_RESTARTS_MAX; i++)
    {
      g_assert_true (gh_server_restarts_plan (&restarts, now + i, &delay));
      g_assert_cmpuint (delay, ==, 10u << i);
    }
  g_assert_false (gh_server_restarts_plan (&restarts, now + 10, &delay));
  /* The first has left the window. */
  g_assert_true (gh_server_restarts_plan (&restarts, now + GH_SERVER_RESTARTS_WINDOW, &delay));
  g_assert_cmpuint (delay, ==, 10u << 2);
  g_assert_false (gh_server_restarts_plan (&restarts, now + GH_SERVER_RESTARTS_WINDOW, &delay));
}

#define FILE_JSON                                                                                  \
  "{\"theme\":\"dark\",\"mcpServers\":{"                                                           \
  "\"remote\":{\"url\":\"https://example.org/mcp\",\"headers\":{\"X\":\"y\"}},"                    \
  "\"travel\":{\"command\":\"sh\",\"args\":[\"-c\",\"sleep 5\"],\"timeout\":1.50,"                 \
  "\"gatehouse\":{\"autostart\":true,\"consent\":\"no longer true\"}},"                            \
  "\"broken\":{\"command\":7},"                                                                    \
  "\"plain\":{\"command\":\"true\"}},\"z\":[1]}"

static void
test_file (Fixture       *f,
           gconstpointer  data)
{
  GListModel *model = G_LIST_MODEL (f->list);
  g_autoptr(GhServer) travel = NULL;
  g_autoptr(GhProblem) problem = NULL;
  g_autofree char *kept = NULL;
  g_autofree char *removed = NULL;
  g_autofree char *undone = NULL;
  guint position;

  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 3);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->problems)), ==, 1);
  problem = g_list_model_get_item (G_LIST_MODEL (f->problems), 0);
  g_assert_cmpint (gh_problem_get_kind (problem), ==, GH_PROBLEM_BAD_ENTRY);
  g_assert_nonnull (strstr (gh_problem_get_detail (problem), "broken"));
  g_assert_nonnull (strstr (gh_problem_get_detail (problem), "command"));
  g_assert_cmpstr (gh_server_config_get_url (
                     gh_server_get_config (gh_server_list_find (f->list, "remote"))),
                   ==, "https://example.org/mcp");
  g_assert_null (gh_server_list_find (f->list, "broken"));
  g_assert_null (gh_server_list_find (f->list, "nobody"));

  /* The command changed since somebody agreed: it is not started. */
  travel = g_list_model_get_item (model, 1);
  g_assert_true (gh_server_list_find (f->list, "travel") == travel);
  g_assert_cmpint (gh_server_get_state (travel), ==, GH_SERVER_STOPPED);
  g_assert_false (gh_server_get_consented (travel));
  g_assert_true (gh_server_config_get_autostart (gh_server_get_config (travel)));

  gh_server_consent (travel);
  kept = read_file (f);
  g_assert_nonnull (
    strstr (kept, "{\"theme\":\"dark\",\"mcpServers\":{\"remote\":{\"url\":\"https:"));
  g_assert_nonnull (strstr (kept, "\"headers\":{\"X\":\"y\"}},\"travel\":{\"command\":\"sh\""));
  g_assert_nonnull (strstr (kept, "\"timeout\":1.50"));
  g_assert_nonnull (strstr (kept, "\"broken\":{\"command\":7},\"plain\""));
  g_assert_nonnull (strstr (kept, "\"z\":[1]}"));
  g_assert_nonnull (
    strstr (kept, gh_server_config_get_fingerprint (gh_server_get_config (travel))));
  g_assert_null (strstr (kept, "no longer true"));

  position = gh_server_list_remove (f->list, travel);
  g_assert_cmpuint (position, ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 2);
  removed = read_file (f);
  g_assert_null (strstr (removed, "travel"));
  gh_server_list_insert (f->list, travel, position);
  undone = read_file (f);
  g_assert_nonnull (strstr (undone, "\"timeout\":1.50"));
  g_assert_true (gh_server_list_find (f->list, "travel") == travel);
  g_assert_true (gh_server_get_consented (travel));
}

/* What was agreed to starts by itself the next time; ids are unique and stay. */
static void
test_autostart (Fixture       *f,
                gconstpointer  data)
{
  static const char *const names[] = { "Travel Desk!", "travel desk", "  ", "旅行 社",
                                       "Travel Desk!" };
  static const char * const ids[] = { "travel-desk", "travel-desk-2", "server", "旅行-社",
                                      "travel-desk-3" };
  g_autofree char *quoted = g_shell_quote (get_fake_server ());
  g_auto(GStrv) argv = gh_server_config_parse_command (quoted, NULL);
  g_autoptr(GhServerConfig) other = NULL;
  GhServer *server;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr(GhServerConfig) config =
        gh_server_config_new (names[i], (const char * const *) argv, NULL, NULL, i == 0);

      server = gh_server_list_add (f->list, config, TRUE);
      g_assert_cmpstr (gh_server_get_id (server), ==, ids[i]);
    }
  drop_list (f);
  make_list (f);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->list)), ==, 5);
  server = gh_server_list_find (f->list, "travel-desk");
  g_assert_cmpstr (gh_server_get_name (server), ==, "Travel Desk!");
  wait_state (server, GH_SERVER_RUNNING);
  g_assert_cmpint (gh_server_get_state (gh_server_list_find (f->list, "server")), ==,
                   GH_SERVER_STOPPED);

  /* A new configuration restarts it, an unagreed one stops it, a new name does neither. */
  {
    pid_t pid = gh_server_get_pid (server);
    g_autoptr(GhServerConfig) renamed =
      gh_server_config_new ("Desk", (const char * const *) argv, NULL, NULL, TRUE);

    gh_server_list_replace (f->list, server, renamed, TRUE);
    g_assert_cmpint (gh_server_get_state (server), ==, GH_SERVER_RUNNING);
    g_assert_cmpint (gh_server_get_pid (server), ==, pid);
    g_assert_cmpstr (gh_server_get_name (server), ==, "Desk");
    g_assert_cmpstr (gh_server_get_id (server), ==, "travel-desk");
  }
  other = gh_server_config_new ("Desk", (const char * const *) argv, f->dir, NULL, TRUE);
  gh_server_list_replace (f->list, server, other, TRUE);
  g_assert_cmpint (gh_server_get_state (server), ==, GH_SERVER_STOPPING);
  wait_state (server, GH_SERVER_RUNNING);
  gh_server_list_replace (f->list, server, other, FALSE);
  wait_state (server, GH_SERVER_STOPPED);
}

/* A removed server's key is not given to another: its folders and its undo are its own. */
static void
test_reserved_id (Fixture       *f,
                  gconstpointer  data)
{
  g_autoptr(GhServer) first = g_object_ref (add_fake (f, ""));
  GhServer *second;

  gh_server_list_remove (f->list, first);
  second = add_fake (f, "");
  g_assert_cmpstr (gh_server_get_id (second), ==, "travel-desk-2");
  gh_server_list_insert (f->list, first, 99);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->list)), ==, 2);
  g_assert_true (gh_server_list_find (f->list, "travel-desk") == first);
}

/* What a person agrees to is in the list, although it was taken out meanwhile. */
static void
test_replace_removed (Fixture       *f,
                      gconstpointer  data)
{
  g_autoptr(GhServer) server = g_object_ref (add_fake (f, ""));

  gh_server_list_remove (f->list, server);
  gh_server_list_replace (f->list, server, gh_server_get_config (server), TRUE);
  g_assert_true (gh_server_list_find (f->list, gh_server_get_id (server)) == server);
  gh_server_start (server);
  wait_state (server, GH_SERVER_RUNNING);
}

static void
rewrite (Fixture    *f,
         const char *old,
         const char *new)
{
  g_autofree char *text = NULL;
  g_autoptr(GString) changed = NULL;

  /* Ours first, so that nothing of it is on the way. */
  g_free (read_file (f));
  g_assert_true (g_file_get_contents (g_file_peek_path (f->file), &text, NULL, NULL));
  changed = g_string_new (text);
  g_assert_cmpuint (g_string_replace (changed, old, new, 1), ==, 1);
  g_assert_true (g_file_set_contents (g_file_peek_path (f->file), changed->str, -1, NULL));
}

/* mcp.json changed by hand while servers run: nobody is restarted, and nothing that nobody agreed
 * to is started. */
static void
test_changed_by_hand (Fixture       *f,
                      gconstpointer  data)
{
  GListModel *model = G_LIST_MODEL (f->list);
  g_autoptr(GhServer) server = g_object_ref (start_fake (f, ""));
  pid_t pid = gh_server_get_pid (server);
  GhServer *added;

  /* A name and a member of somebody else's. */
  rewrite (f, "\"name\": \"Travel Desk\"", "\"name\": \"Desk\", \"colour\": 1");
  gh_test_wait (g_str_equal (gh_server_get_name (server), "Desk"));
  g_assert_true (gh_server_list_find (f->list, "travel-desk") == server);
  g_assert_true (gh_server_get_consented (server));

  /* Another one, before it, that would start by itself at the next start. */
  rewrite (f, "\"mcpServers\": {",
           "\"mcpServers\": {\"first\": {\"command\": \"cat\","
           " \"gatehouse\": {\"autostart\": true}},");
  gh_test_wait (g_list_model_get_n_items (model) == 2);
  added = gh_server_list_find (f->list, "first");
  g_assert_true (g_list_model_get_item (model, 0) == added);
  g_object_unref (added);
  g_assert_cmpint (gh_server_get_state (added), ==, GH_SERVER_STOPPED);
  g_assert_false (gh_server_get_consented (added));

  /* Another command: it runs on, and asks before it is started again. */
  rewrite (f, gh_server_config_get_argv (gh_server_get_config (server))[0], "/bin/true");
  gh_test_wait (!gh_server_get_consented (server));
  g_assert_cmpint (gh_server_get_state (server), ==, GH_SERVER_RUNNING);
  g_assert_cmpint (gh_server_get_pid (server), ==, pid);
  g_assert_true (is_alive (pid));
  stop (server);
  gh_server_start (server);
  wait_state (server, GH_SERVER_FAILED);
  g_assert_error (gh_server_get_error (server), G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);

  /* What we write next keeps what the others wrote. */
  gh_server_consent (server);
  {
    g_autofree char *text = read_file (f);

    g_assert_nonnull (strstr (text, "\"colour\":1"));
    g_assert_nonnull (strstr (text, "\"first\":{\"command\":\"cat\""));
    g_assert_nonnull (strstr (text, "\"travel-desk\":{\"command\":\"/bin/true\""));
  }
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->problems)), ==, 0);
}

/* An entry deleted by hand stops its server; one that is no entry is told of, and kept. */
static void
test_deleted_by_hand (Fixture       *f,
                      gconstpointer  data)
{
  g_autoptr(GhServer) server = g_object_ref (start_fake (f, ""));
  pid_t pid = gh_server_get_pid (server);
  g_autofree char *kept = NULL;

  g_free (read_file (f));
  g_assert_true (g_file_set_contents (g_file_peek_path (f->file),
                                      "{\"mcpServers\":{\"bad\":{\"command\":7}}}", -1, NULL));
  gh_test_wait (g_list_model_get_n_items (G_LIST_MODEL (f->list)) == 0);
  gh_test_wait_for (!is_alive (pid), 20);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->problems)), ==, 1);

  /* Undone in the window while the file has an entry of that id again: that one stays. */
  g_assert_true (g_file_set_contents (
    g_file_peek_path (f->file),
    "{\"mcpServers\":{\"bad\":{\"command\":7},\"travel-desk\":{\"command\":\"true\"}}}", -1, NULL));
  gh_test_wait (g_list_model_get_n_items (G_LIST_MODEL (f->list)) == 1);
  gh_server_list_insert (f->list, server, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->list)), ==, 1);
  g_assert_true (gh_server_list_find (f->list, "travel-desk") != server);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->problems)), ==, 1);

  gh_server_consent (gh_server_list_find (f->list, "travel-desk"));
  kept = read_file (f);
  g_assert_nonnull (strstr (kept, "\"bad\":{\"command\":7}"));
}

/* Changed while it starts: what nobody agreed to does not come up. */
static void
test_changed_while_starting (Fixture       *f,
                             gconstpointer  data)
{
  GhServer *server = add_program (f, "sleep 1000");

  g_free (read_file (f));
  gh_server_start (server);
  rewrite (f, "\"1000\"", "\"2000\"");
  wait_state (server, GH_SERVER_STOPPED);
  g_assert_false (gh_server_get_consented (server));
  g_assert_cmpuint (gh_server_get_pid (server), ==, 0);
}

/* Removed just before the end: the end waits for it all the same. */
static void
test_remove_then_close (Fixture       *f,
                        gconstpointer  data)
{
  GhServer *server = start_fake (f, "--stubborn");
  pid_t pid = gh_server_get_pid (server);

  gh_server_list_remove (f->list, server);
  g_assert_true (is_alive (pid));
  drop_list (f);
  g_assert_false (is_alive (pid));
}

/* The list goes while servers run: their processes go too. */
static void
test_dispose_running (Fixture       *f,
                      gconstpointer  data)
{
  GhServer *server = start_fake (f, "");
  pid_t pid = gh_server_get_pid (server);

  g_assert_finalize_object (f->list);
  f->list = NULL;
  g_clear_object (&f->store);
  gh_test_wait (!is_alive (pid));
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_setenv ("SHELL", "/bin/sh", TRUE);

#define ADD(path, json, func) \
  g_test_add ("/host/server/" path, Fixture, json, set_up, func, tear_down)
  g_test_add_func ("/host/server/restart-limit", test_restarts);
  ADD ("run", NULL, test_run);
  ADD ("environment", NULL, test_environment);
  ADD ("progress-and-cancel", NULL, test_progress_and_cancel);
  ADD ("tools-change", NULL, test_tools_change);
  ADD ("known-era", NULL, test_known_era);
  ADD ("library", NULL, test_library);
  ADD ("library-closed", NULL, test_library_closed);
  ADD ("elicitation", NULL, test_elicitation);
  ADD ("failures", NULL, test_failures);
  ADD ("failed-then-stopped", NULL, test_failed_then_stopped);
  ADD ("banner", NULL, test_banner);
  ADD ("mute", NULL, test_mute);
  ADD ("stubborn", NULL, test_stubborn);
  ADD ("dies", NULL, test_dies);
  ADD ("stop-before-restart", NULL, test_stop_before_restart);
  ADD ("restart", NULL, test_restart);
  ADD ("consent", NULL, test_consent);
  ADD ("flood", NULL, test_flood);
  ADD ("big-result", NULL, test_big_result);
  ADD ("wide-result", NULL, test_wide_result);
  ADD ("sampling", NULL, test_sampling);
  ADD ("roots", NULL, test_roots);
  ADD ("file", FILE_JSON, test_file);
  ADD ("autostart", NULL, test_autostart);
  ADD ("reserved-id", NULL, test_reserved_id);
  ADD ("replace-removed", NULL, test_replace_removed);
  ADD ("changed-by-hand", NULL, test_changed_by_hand);
  ADD ("deleted-by-hand", NULL, test_deleted_by_hand);
  ADD ("changed-while-starting", NULL, test_changed_while_starting);
  ADD ("remove-then-close", NULL, test_remove_then_close);
  ADD ("dispose-running", NULL, test_dispose_running);
#undef ADD
  return gh_test_run ();
}
