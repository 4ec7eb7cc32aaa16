/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Our session with servers that nobody here wrote (tests/peers, from npm). Skipped by name where
 * they are not installed. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "gh-test-client.h"
#include "gh-test.h"

/* Programs in JavaScript on a busy machine. */
#define PATIENCE 60

static const char * const everything[] = {
  GH_NODE, GH_PEERS "/node_modules/@modelcontextprotocol/server-everything/dist/index.js", "stdio",
  NULL,
};
static const char * const filesystem[] = {
  GH_NODE, GH_PEERS "/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js", NULL,
};

static GhTestClient *
connect_to (const char * const *argv,
            const char         *root)
{
  g_autofree char *uri = NULL;
  GhTestClient *client;

  if (*argv[0] == '\0' || !g_file_test (argv[1], G_FILE_TEST_EXISTS))
    {
      g_test_skip ("node 20 or the servers of tests/peers are not there (npm ci)");
      return NULL;
    }
  client = gh_test_client_new (argv);
  if (root != NULL)
    {
      uri = g_filename_to_uri (root, NULL, NULL);
      gh_fake_delegate_add_root (client->delegate, uri, "first");
    }
  gh_test_client_start (client);
  return client;
}

static gboolean
has_tool (GhTestClient *client,
          const char   *name)
{
  g_autofree char *names = gh_test_client_list_tools (client);
  g_auto(GStrv) split = g_strsplit (names, ",", -1);

  return g_strv_contains ((const char * const *) split, name);
}

/* Calls until the answer holds this: servers ask for new roots in their own time. */
static void
wait_for_answer (GhTestClient *client,
                 const char   *tool,
                 const char   *part)
{
  gint64 deadline = gh_test_deadline (PATIENCE);

  for (;;)
    {
      g_autofree char *text = gh_test_client_call (client, tool, "{}", NULL);

      if (strstr (text, part) != NULL)
        return;
      gh_test_turn (deadline, part, __FILE__, __LINE__);
    }
}

static void
test_everything_tools (void)
{
  g_autoptr(GhTestClient) client = connect_to (everything, NULL);
  g_autofree char *echo = NULL;
  g_autofree char *sum = NULL;
  gboolean is_error = TRUE;

  if (client == NULL)
    return;
  g_assert_cmpstr (gh_mcp_session_get_version (client->session), ==, "2025-11-25");
  g_assert_nonnull (gh_mcp_session_get_instructions (client->session));
  /* Registered when the server has seen what we declared; it says so by tools/list_changed. */
  gh_test_wait_for (has_tool (client, "trigger-sampling-request"), PATIENCE);
  g_assert_true (has_tool (client, "get-roots-list"));
  /* Not declared, so not offered. */
  g_assert_false (has_tool (client, "trigger-elicitation-request"));
  echo = gh_test_client_call (client, "echo", "{\"message\":\"h\\u00e9 \\\"x\\\"\"}", &is_error);
  g_assert_cmpstr (echo, ==, "Echo: h\xc3\xa9 \"x\"");
  g_assert_false (is_error);
  sum = gh_test_client_call (client, "get-sum", "{\"a\":0.1,\"b\":41}", NULL);
  g_assert_nonnull (strstr (sum, "41.1"));
}

static void
test_everything_content (void)
{
  g_autoptr(GhTestClient) client = connect_to (everything, NULL);
  g_autoptr(GAsyncResult) image = NULL;
  g_autoptr(GAsyncResult) links = NULL;
  g_autoptr(GAsyncResult) structured = NULL;
  g_autoptr(GhMcpToolResult) image_result = NULL;
  g_autoptr(GhMcpToolResult) links_result = NULL;
  g_autoptr(GhMcpToolResult) structured_result = NULL;
  gboolean found = FALSE;

  if (client == NULL)
    return;
  gh_test_client_call_async (client, "get-tiny-image", "{}", NULL, &image);
  gh_test_client_call_async (client, "get-resource-links", "{\"count\":2}", NULL, &links);
  gh_test_client_call_async (client, "get-structured-content", "{\"location\":\"Chicago\"}", NULL,
                             &structured);
  gh_test_wait_for (image != NULL && links != NULL && structured != NULL, PATIENCE);
  image_result = gh_mcp_session_call_tool_finish (client->session, image, NULL);
  for (guint i = 0; i < image_result->content->len; i++)
    {
      GhMcpContent *content = g_ptr_array_index (image_result->content, i);

      if (content->kind == GH_MCP_CONTENT_IMAGE)
        found = memcmp (g_bytes_get_data (content->data, NULL), "\x89PNG", 4) == 0;
    }
  g_assert_true (found);

  found = FALSE;
  links_result = gh_mcp_session_call_tool_finish (client->session, links, NULL);
  for (guint i = 0; i < links_result->content->len; i++)
    {
      GhMcpContent *content = g_ptr_array_index (links_result->content, i);

      found |= content->kind == GH_MCP_CONTENT_RESOURCE_LINK && content->uri != NULL;
    }
  g_assert_true (found);

  structured_result = gh_mcp_session_call_tool_finish (client->session, structured, NULL);
  g_assert_nonnull (structured_result->structured);
}

static void
test_everything_roots (void)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *odd = g_build_filename (dir, "a b#%[c]\xc3\xa9", NULL);
  g_autofree char *uri = NULL;
  g_autoptr(GhTestClient) client = NULL;

  g_assert_cmpint (g_mkdir (odd, 0700), ==, 0);
  uri = g_filename_to_uri (odd, NULL, NULL);
  client = connect_to (everything, odd);
  if (client == NULL)
    return;
  gh_test_wait_for (has_tool (client, "get-roots-list"), PATIENCE);
  wait_for_answer (client, "get-roots-list", uri);
  gh_fake_delegate_add_root (client->delegate, "file:///srv/second", "the second");
  gh_mcp_session_roots_changed (client->session);
  wait_for_answer (client, "get-roots-list", "file:///srv/second");
  wait_for_answer (client, "get-roots-list", "(2 total)");
}

static void
test_everything_sampling (void)
{
  g_autoptr(GhTestClient) client = connect_to (everything, NULL);
  g_autoptr(GError) denied = g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_DENIED, "Not this time");
  g_autoptr(GAsyncResult) result = NULL;
  g_autofree char *text = NULL;
  g_autofree char *denied_text = NULL;
  GhMcpSamplingParams *params;
  GhMcpSamplingMessage *message;
  gboolean is_error;

  if (client == NULL)
    return;
  gh_test_wait_for (has_tool (client, "trigger-sampling-request"), PATIENCE);
  gh_test_client_call_async (client, "trigger-sampling-request",
                             "{\"prompt\":\"say hi\",\"maxTokens\":42}", NULL, &result);
  gh_test_wait_for (gh_fake_delegate_get_n_waiting (client->delegate) == 1, PATIENCE);
  g_assert_cmpstr (gh_fake_delegate_get_tool (client->delegate, 0), ==, "trigger-sampling-request");
  params = gh_fake_delegate_get_request (client->delegate, 0);
  message = g_ptr_array_index (params->messages, 0);
  g_assert_cmpint (params->max_tokens, ==, 42);
  g_assert_cmpfloat (params->temperature, ==, 0.7);
  g_assert_cmpstr (params->system_prompt, ==, "You are a helpful test server.");
  g_assert_nonnull (strstr (((GhMcpContent *) g_ptr_array_index (message->content, 0))->text,
                            "say hi"));
  gh_fake_delegate_answer (client->delegate, "hi, edited");
  gh_test_wait_for (result != NULL, PATIENCE);
  text = gh_test_client_finish (client, result, &is_error);
  g_assert_false (is_error);
  g_assert_nonnull (strstr (text, "hi, edited"));
  g_assert_nonnull (strstr (text, "fake-model"));

  gh_fake_delegate_set_error (client->delegate, denied);
  denied_text = gh_test_client_call (client, "trigger-sampling-request",
                                     "{\"prompt\":\"again\",\"maxTokens\":42}", &is_error);
  g_assert_true (is_error);
  g_assert_nonnull (strstr (denied_text, "Not this time"));
}

static void
test_everything_long (void)
{
  g_autoptr(GhTestClient) client = connect_to (everything, NULL);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *after = NULL;

  if (client == NULL)
    return;
  text = gh_test_client_call (client, "trigger-long-running-operation",
                              "{\"duration\":1,\"steps\":4}", NULL);
  g_assert_nonnull (strstr (text, "completed"));
  g_assert_cmpuint (client->progress->len, >=, 3);

  gh_test_client_call_async (client, "trigger-long-running-operation",
                             "{\"duration\":600,\"steps\":6000}", cancellable, &result);
  g_array_set_size (client->progress, 0);
  gh_test_wait_for (client->progress->len >= 2, PATIENCE);
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (client->session, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  after = gh_test_client_call (client, "echo", "{\"message\":\"still here\"}", NULL);
  g_assert_cmpstr (after, ==, "Echo: still here");
}

static void
test_everything_log (void)
{
  g_autoptr(GhTestClient) client = connect_to (everything, NULL);
  g_autoptr(GAsyncResult) result = NULL;
  g_autofree char *text = NULL;

  if (client == NULL)
    return;
  g_assert_true (gh_mcp_session_has_logging (client->session));
  gh_mcp_session_set_log_level_async (client->session, "debug", NULL, gh_test_store_result_cb,
                                      &result);
  gh_test_wait_for (result != NULL, PATIENCE);
  g_assert_true (gh_mcp_session_set_log_level_finish (client->session, result, NULL));
  text = gh_test_client_call (client, "toggle-simulated-logging", "{}", NULL);
  gh_test_wait_for (gh_test_client_has_log (client, "message"), PATIENCE);
}

static void
test_everything_error (void)
{
  g_autoptr(GhTestClient) client = connect_to (everything, NULL);
  g_autofree char *text = NULL;
  gboolean is_error = FALSE;

  if (client == NULL)
    return;
  text = gh_test_client_call (client, "get-sum", "{\"a\":\"one\"}", &is_error);
  g_assert_true (is_error);
  g_assert_cmpstr (text, !=, "");
}

/* The server allows exactly the announced folders, and follows a change. */
static void
test_filesystem (void)
{
  g_autofree char *dir = gh_test_make_dir ();
  g_autofree char *first = g_build_filename (dir, "first one", NULL);
  g_autofree char *second = g_build_filename (dir, "second", NULL);
  g_autofree char *second_uri = NULL;
  g_autofree char *secret = g_build_filename (dir, "secret.txt", NULL);
  g_autofree char *note = g_build_filename (second, "note.txt", NULL);
  g_autofree char *secret_arguments = g_strdup_printf ("{\"path\":\"%s\"}", secret);
  g_autofree char *note_arguments = g_strdup_printf ("{\"path\":\"%s\"}", note);
  g_autofree char *allowed = NULL;
  g_autofree char *refused = NULL;
  g_autofree char *read = NULL;
  g_autofree char *gone = NULL;
  g_autoptr(GhTestClient) client = NULL;
  gboolean is_error;

  g_assert_cmpint (g_mkdir (first, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (second, 0700), ==, 0);
  g_assert_true (g_file_set_contents (secret, "secret", -1, NULL));
  g_assert_true (g_file_set_contents (note, "a note", -1, NULL));
  second_uri = g_filename_to_uri (second, NULL, NULL);
  client = connect_to (filesystem, first);
  if (client == NULL)
    return;

  wait_for_answer (client, "list_allowed_directories", first);
  allowed = gh_test_client_call (client, "list_allowed_directories", "{}", NULL);
  g_assert_null (strstr (allowed, second));
  refused = gh_test_client_call (client, "read_text_file", secret_arguments, &is_error);
  g_assert_true (is_error);
  g_assert_null (strstr (refused, "a note"));

  gh_fake_delegate_clear_roots (client->delegate);
  gh_fake_delegate_add_root (client->delegate, second_uri, "second");
  gh_mcp_session_roots_changed (client->session);
  wait_for_answer (client, "list_allowed_directories", second);
  gone = gh_test_client_call (client, "list_allowed_directories", "{}", NULL);
  g_assert_null (strstr (gone, first));
  read = gh_test_client_call (client, "read_text_file", note_arguments, &is_error);
  g_assert_false (is_error);
  g_assert_nonnull (strstr (read, "a note"));
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/e2e/peers/everything/tools", test_everything_tools);
  g_test_add_func ("/e2e/peers/everything/content", test_everything_content);
  g_test_add_func ("/e2e/peers/everything/roots", test_everything_roots);
  g_test_add_func ("/e2e/peers/everything/sampling", test_everything_sampling);
  g_test_add_func ("/e2e/peers/everything/long-running", test_everything_long);
  g_test_add_func ("/e2e/peers/everything/log", test_everything_log);
  g_test_add_func ("/e2e/peers/everything/error", test_everything_error);
  g_test_add_func ("/e2e/peers/filesystem", test_filesystem);
  return gh_test_run ();
}
