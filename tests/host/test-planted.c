/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Two hundred secrets in prompts, arguments, results, answers and errors of a real server and a
 * stand-in for a model: none of them is in any file that the host or the command line writes. */
#include "config.h"

#include <string.h>

#include "gh-fake-endpoint.h"
#include "gh-history.h"
#include "gh-json.h"
#include "gh-test-host.h"
#include "gh-test-reviewer.h"
#include "gh-test.h"

#define N_OF_EACH 10

/* How each looks: "%" stands for a random letter or digit, "#" for a digit, "@" for a capital or
 * one of 2 to 7, "^" for a hexadecimal digit; between the braces is what nobody may find. */
static const char * const shapes[] = {
  "Use {ghp_%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%} for it.",
  "ANTHROPIC_API_KEY={sk-ant-api03-%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%}",
  "openai: {sk-proj-%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%7x}",
  "aws {AKIA@@@@@@@@@@@@@@@@}",
  "slack {xoxb-############-############-%%%%%%%%%%%%%%%%%%%%%%%%}",
  "gitlab ({glpat-%%%%%%%%%%%%%%%%%%%%})",
  "\"{hf_%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%}\"",
  "stripe: {sk_live_%%%%%%%%%%%%%%%%%%%%%%%%}",
  "npm {npm_%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%}, and more",
  "mail {SG.%%%%%%%%%%%%%%%%%%%%%%.%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%}",
  "google {AIza%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%}",
  "{eyJhbGciOiJIUzI1NiJ9.%%%%%%%%%%%%%%%%%%%%%%%%.%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%}",
  "DB_PASSWORD={x%%%%%%%%%7}",
  "password: {%%%%%%%%%%1!}",
  "{\"user\": \"u\", \"token\": \"{t%%%%%%%%%%%%%%9}\"}",
  "Authorization: Bearer {%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%q1}",
  "postgres://app:{p%%%%%%%%%2}@db.local:5432/x",
  "write to {u%%%%%%%%@example.org}",
  "Mcp-Session-Id: {^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^a1}",
  "-----BEGIN PRIVATE KEY-----\n{MIIEvQIBADANBgkqhki%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%"
  "%%%%%%%}\n"
  "-----END PRIVATE KEY-----",
};

typedef struct
{
  GString   *text;    /* all of them, a line each */
  GPtrArray *secrets; /* of char *: what is between the braces */
} Planted;

static char
pick (const char *from)
{
  return from[g_random_int_range (0, strlen (from))];
}

static void
grow (Planted    *planted,
      const char *shape)
{
  g_autoptr(GString) secret = g_string_new (NULL);
  gboolean inside = FALSE;

  for (const char *at = shape; *at != '\0'; at++)
    {
      char c = *at;

      /* The inner braces are the last that open and the first that close. */
      if (c == '{' && strchr (at + 1, '{') == NULL)
        {
          inside = TRUE;
          continue;
        }
      if (c == '}' && inside)
        {
          inside = FALSE;
          continue;
        }
      if (c == '%')
        c = pick ("abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789");
      else if (c == '#')
        c = pick ("0123456789");
      else if (c == '@' && inside && shape[0] == 'a')
        c = pick ("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567");
      else if (c == '^')
        c = pick ("0123456789abcdef");
      g_string_append_c (planted->text, c);
      if (inside)
        g_string_append_c (secret, c);
    }
  g_string_append_c (planted->text, '\n');
  g_ptr_array_add (planted->secrets, g_strdup (secret->str));
}

static void
plant (Planted *planted)
{
  planted->text = g_string_new (NULL);
  planted->secrets = g_ptr_array_new_with_free_func (g_free);
  for (gsize i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (guint j = 0; j < N_OF_EACH; j++)
      grow (planted, shapes[i]);
  g_assert_cmpuint (planted->secrets->len, ==, 200);
}

static void
planted_clear (Planted *planted)
{
  g_string_free (planted->text, TRUE);
  g_ptr_array_unref (planted->secrets);
}

/* Every file below the folder, however deep; how many there are. */
static guint
assert_clean (const char *path,
              Planted    *planted)
{
  g_autoptr(GDir) dir = g_dir_open (path, 0, NULL);
  guint n = 0;

  for (const char *name = dir != NULL ? g_dir_read_name (dir) : NULL; name != NULL;
       name = g_dir_read_name (dir))
    {
      g_autofree char *inner = g_build_filename (path, name, NULL);
      g_autofree char *contents = NULL;
      gsize length;

      if (g_file_test (inner, G_FILE_TEST_IS_DIR))
        {
          n += assert_clean (inner, planted);
          continue;
        }
      if (!g_file_get_contents (inner, &contents, &length, NULL))
        continue;
      n++;
      for (guint i = 0; i < planted->secrets->len; i++)
        {
          const char *secret = planted->secrets->pdata[i];

          if (memmem (contents, length, secret, strlen (secret)) != NULL)
            g_error ("%s has %s", inner, secret);
        }
    }
  return n;
}

static JsonNode *
build (const char *name,
       JsonNode   *take_value)
{
  JsonObject *object = json_object_new ();

  json_object_set_member (object, name, take_value);
  return gh_json_node_new_object (object);
}

static JsonNode *
build_params (Planted *planted)
{
  g_autofree char *quoted = NULL;
  g_autofree char *text = NULL;
  g_autoptr(JsonNode) node = gh_json_node_new_string (planted->text->str);

  quoted = gh_json_write (node, NULL);
  text = g_strdup_printf ("{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\","
                          "\"text\":%s}}],\"systemPrompt\":%s,\"maxTokens\":50,"
                          "\"metadata\":{\"note\":%s}}",
                          quoted, quoted, quoted);
  return gh_json_read (text, strlen (text), NULL);
}

static GhToolCall *
call (GhServer   *server,
      const char *tool,
      JsonNode   *arguments)
{
  GListModel *tools = gh_server_list_tools (server);

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr(GhTool) item = g_list_model_get_item (tools, i);

      if (g_str_equal (gh_tool_get_name (item), tool))
        return gh_server_call_tool (server, item, arguments);
    }
  g_assert_not_reached ();
}

static gboolean
is_over (GhToolCall *called)
{
  return gh_tool_call_get_state (called) >= GH_TOOL_CALL_DONE;
}

static void
run_call (GhServer   *server,
          const char *name,
          JsonNode   *take_value)
{
  g_autoptr(JsonNode) arguments = build (name, take_value);
  g_autoptr(GhToolCall) called = call (server, "echo", arguments);

  gh_test_wait (is_over (called));
}

static void
run_sampling (GhServer       *server,
              GhTestReviewer *reviewer,
              GhFakeEndpoint *endpoint,
              Planted        *planted)
{
  g_autoptr(JsonNode) arguments = build ("params", build_params (planted));
  g_autoptr(GhToolCall) called = NULL;
  g_autoptr(GhSamplingRequest) request = NULL;
  g_autofree char *sent = NULL;

  gh_fake_endpoint_push_text (endpoint, planted->text->str, GH_FAKE_NONE);
  called = call (server, "sample", arguments);
  gh_test_wait (gh_test_reviewer_get_request (reviewer) != NULL);
  request = g_object_ref (gh_test_reviewer_get_request (reviewer));
  g_assert_cmpuint (gh_masking_get_n_secrets (gh_sampling_request_get_masking (request)), >=, 200);
  gh_sampling_request_send (request);
  gh_test_wait (gh_sampling_request_get_state (request) == GH_SAMPLING_RESPONSE_REVIEW);
  sent = gh_fake_endpoint_dup_request_text (endpoint, 0);
  for (guint i = 0; i < planted->secrets->len; i++)
    g_assert_null (strstr (sent, planted->secrets->pdata[i]));
  gh_sampling_request_give (request);
  gh_test_wait (is_over (called));
}

static GFile *
get_file (const char *dir,
          const char *name)
{
  return g_file_new_build_filename (dir, name, NULL);
}

static void
test_host (void)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *config = g_build_filename (dir, "config", NULL);
  g_autofree char *data = g_build_filename (dir, "data", NULL);
  g_autoptr(GhFakeEndpoint) endpoint = gh_fake_endpoint_new ();
  g_autoptr(GhTestReviewer) reviewer = gh_test_reviewer_new ();
  g_autoptr(GhHost) host = gh_host_new (config, data);
  const char *argv[] = { g_getenv ("GH_FAKE_SERVER"), NULL };
  g_autoptr(GhServerConfig) server_config = gh_server_config_new ("Fake", argv, NULL, NULL, TRUE);
  g_autoptr(GFile) activity = get_file (dir, "activity.jsonl");
  g_autoptr(GFile) history = get_file (dir, "history.jsonl");
  g_autoptr(GhHistoryQuery) everything = gh_history_query_new ();
  g_autoptr(GAsyncResult) exported = NULL;
  g_autoptr(GAsyncResult) written = NULL;
  GhServer *server;
  Planted planted;

  plant (&planted);
  gh_test_host_load (host);
  gh_model_list_add_provider (gh_host_get_models (host), "Fake", gh_fake_endpoint_get_url
  (endpoint),
                              NULL, GH_LANE_LOCAL);
  gh_request_broker_set_reviewer (gh_host_get_requests (host), GH_REVIEWER (reviewer));
  server = gh_server_list_add (gh_host_get_servers (host), server_config, TRUE);
  gh_server_start (server);
  gh_test_wait (g_list_model_get_n_items (gh_server_list_tools (server)) > 0);
  gh_test_wait (g_list_model_get_n_items (gh_model_list_list_models (gh_host_get_models (host)))
                > 0);

  run_call (server, "text", gh_json_node_new_string (planted.text->str));
  run_call (server, "fail", gh_json_node_new_string (planted.text->str));
  run_sampling (server, reviewer, endpoint, &planted);

  gh_activity_export_async (gh_server_get_activity (server), activity, NULL,
                            gh_test_store_result_cb, &exported);
  gh_test_wait (exported != NULL);
  g_assert_true (gh_activity_export_finish (gh_server_get_activity (server), exported, NULL));
  gh_history_export_async (gh_host_get_history (host), everything, history, NULL, NULL,
                           gh_test_store_result_cb, &written);
  gh_test_wait (written != NULL);
  g_assert_cmpint (gh_history_export_finish (gh_host_get_history (host), written, NULL), >=, 3);
  gh_request_broker_set_reviewer (gh_host_get_requests (host), NULL);
  gh_test_host_close (host);

  g_assert_cmpuint (assert_clean (dir, &planted), >=, 5);
  planted_clear (&planted);
}

static char *
put (const char *dir,
     const char *name,
     JsonNode   *take_node)
{
  g_autoptr(JsonNode) node = take_node;
  g_autofree char *text = gh_json_write (node, NULL);
  char *path = g_build_filename (dir, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
run_cli (const char *home,
         const char *trace,
         const char *policy,
         const char *tool,
         const char *arguments)
{
  g_autoptr(GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autofree char *file = g_strconcat ("@", arguments, NULL);
  g_autofree char *log = NULL;
  g_autofree char *log_path = NULL;
  g_autoptr(GSubprocess) child = NULL;
  g_autoptr(GAsyncResult) result = NULL;

  g_subprocess_launcher_setenv (launcher, "HOME", home, TRUE);
  g_subprocess_launcher_setenv (launcher, "XDG_CONFIG_HOME", home, TRUE);
  g_subprocess_launcher_setenv (launcher, "XDG_DATA_HOME", home, TRUE);
  g_subprocess_launcher_setenv (launcher, "XDG_CACHE_HOME", home, TRUE);
  g_subprocess_launcher_setenv (launcher, "G_MESSAGES_DEBUG", "all", TRUE);
  child = g_subprocess_launcher_spawn (launcher, NULL, g_getenv ("GH_CLI"), "--trace", trace,
                                       "--policy", policy, "call", tool, file, "--",
                                       g_getenv ("GH_FAKE_SERVER"), NULL);
  g_assert_nonnull (child);
  g_subprocess_communicate_utf8_async (child, NULL, NULL, gh_test_store_result_cb, &result);
  gh_test_wait_for (result != NULL, 30);
  g_subprocess_communicate_utf8_finish (child, result, NULL, &log, NULL);
  g_assert_true (g_subprocess_get_if_exited (child));
  /* What is logged is looked at, too; that a tool failed is told the person as it is. */
  log_path = g_strconcat (trace, ".log", NULL);
  g_assert_nonnull (strstr (log, "DEBUG"));
  if (g_subprocess_get_exit_status (child) == 0)
    g_assert_true (g_file_set_contents (log_path, log, -1, NULL));
}

static void
test_cli (void)
{
  g_autofree char *home = gh_test_make_dir ();
  g_autofree char *elsewhere = gh_test_make_dir ();
  g_autofree char *trace = g_build_filename (home, "trace.jsonl", NULL);
  g_autofree char *sampling_trace = g_build_filename (home, "sampling.jsonl", NULL);
  g_autofree char *fail_trace = g_build_filename (home, "fail.jsonl", NULL);
  g_autofree char *policy = NULL;
  g_autofree char *text = NULL;
  g_autofree char *fail = NULL;
  g_autofree char *params = NULL;
  JsonObject *with = json_object_new ();
  JsonObject *rule = json_object_new ();
  g_autofree char *contents = NULL;
  Planted planted;

  plant (&planted);
  gh_json_add_string (with, "answer", planted.text->str);
  gh_json_add_string (rule, "decide", "allow");
  json_object_set_member (rule, "with", gh_json_node_new_object (with));
  policy = put (elsewhere, "policy.json", gh_json_node_new_object (rule));
  text = put (elsewhere, "text.json",
              build ("text", gh_json_node_new_string (planted.text->str)));
  fail = put (elsewhere, "fail.json",
              build ("fail", gh_json_node_new_string (planted.text->str)));
  params = put (elsewhere, "params.json", build ("params", build_params (&planted)));

  run_cli (home, trace, policy, "echo", text);
  run_cli (home, fail_trace, policy, "echo", fail);
  run_cli (home, sampling_trace, policy, "sample", params);
  g_assert_true (g_file_get_contents (sampling_trace, &contents, NULL, NULL));
  g_assert_nonnull (strstr (contents, "sampling/createMessage"));
  g_assert_nonnull (strstr (contents, "[[API_KEY]]"));
  g_assert_cmpuint (assert_clean (home, &planted), >=, 5);
  planted_clear (&planted);
}

int
main (int    argc,
      char **argv)
{
  gh_test_init (&argc, &argv);

  g_test_add_func ("/host/planted/host", test_host);
  g_test_add_func ("/host/planted/cli", test_cli);

  return g_test_run ();
}
