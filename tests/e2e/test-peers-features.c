/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Resources, prompts, completion and elicitation with a server that nobody here wrote (tests/peers,
 * from npm). Skipped by name where it is not installed. */
#include "config.h"

#include <string.h>

#include "gh-json.h"
#include "gh-test-client.h"
#include "gh-test.h"

/* Programs in JavaScript on a busy machine. */
#define PATIENCE 60

#define PAGE_ARGUMENTS(errors) \
  "{\"url\":\"https://example.com/page\",\"message\":\"Please\",\"errorPath\":" errors "}"

static GhTestClient *
connect_everything (void)
{
  static const char * const argv[] = {
    GH_NODE,
    GH_PEERS "/node_modules/@modelcontextprotocol/server-everything/dist/index.js", "stdio", NULL,
  };
  GhTestClient *client;

  if (*argv[0] == '\0' || !g_file_test (argv[1], G_FILE_TEST_EXISTS))
    {
      g_test_skip ("node 20 or the servers of tests/peers are not there (npm ci)");
      return NULL;
    }
  client = gh_test_client_new (argv);
  gh_fake_delegate_set_capabilities (client->delegate, GH_MCP_CAPABILITY_ELICIT_FORM
                                                       | GH_MCP_CAPABILITY_ELICIT_URL);
  gh_test_client_start (client);
  return client;
}

static JsonNode *
read_text (const char *text)
{
  g_autoptr(GError) error = NULL;
  JsonNode *node = gh_json_read (text, strlen (text), &error);

  g_assert_no_error (error);
  return node;
}

static GPtrArray *
read_resource (GhTestClient  *client,
               const char    *uri,
               GError       **error)
{
  g_autoptr(GAsyncResult) result = NULL;

  gh_mcp_session_read_resource_async (client->session, uri, NULL, gh_test_store_result_cb,
                                      &result);
  gh_test_wait_for (result != NULL, PATIENCE);
  return gh_mcp_session_read_resource_finish (client->session, result, error);
}

static void
test_resources (void)
{
  g_autoptr(GhTestClient) client = connect_everything ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GPtrArray) list = NULL;
  g_autoptr(GPtrArray) contents = NULL;
  g_autoptr(GError) error = NULL;
  GhMcpResource *resource;
  GhMcpResourceContents *item;

  if (client == NULL)
    return;
  gh_mcp_session_list_resources_async (client->session, NULL, gh_test_store_result_cb, &result);
  gh_test_wait_for (result != NULL, PATIENCE);
  list = gh_mcp_session_list_resources_finish (client->session, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (list->len, >, 0);
  resource = g_ptr_array_index (list, 0);
  contents = read_resource (client, resource->uri, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (contents->len, ==, 1);
  item = g_ptr_array_index (contents, 0);
  g_assert_cmpstr (item->uri, ==, resource->uri);
  g_assert_nonnull (item->text);

  g_assert_null (read_resource (client, "demo://there/is/no/such", &error));
  g_assert_true (gh_mcp_resource_is_not_found (error));
}

static void
test_templates (void)
{
  g_autoptr(GhTestClient) client = connect_everything ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GPtrArray) list = NULL;
  g_autoptr(JsonNode) values = read_text ("{\"resourceId\":7}");
  g_autoptr(GError) error = NULL;
  guint n_texts = 0;
  guint n_blobs = 0;

  if (client == NULL)
    return;
  gh_mcp_session_list_resource_templates_async (client->session, NULL, gh_test_store_result_cb,
                                                &result);
  gh_test_wait_for (result != NULL, PATIENCE);
  list = gh_mcp_session_list_resource_templates_finish (client->session, result, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < list->len; i++)
    {
      GhMcpResourceTemplate *template = g_ptr_array_index (list, i);
      g_autofree char *uri = NULL;
      g_autoptr(GPtrArray) contents = NULL;
      GhMcpResourceContents *item;

      g_assert_nonnull (template->compiled);
      g_assert_cmpstr (gh_mcp_uri_template_get_variables (template->compiled)[0], ==,
                       "resourceId");
      uri = gh_mcp_uri_template_expand (template->compiled, values, &error);
      g_assert_no_error (error);
      contents = read_resource (client, uri, &error);
      g_assert_no_error (error);
      item = g_ptr_array_index (contents, 0);
      n_texts += item->text != NULL && strstr (item->text, "Resource 7") != NULL;
      n_blobs += item->data != NULL;
    }
  g_assert_cmpuint (n_texts, ==, 1);
  g_assert_cmpuint (n_blobs, ==, 1);
}

static void
updated_cb (GhMcpSession *session,
            const char   *uri,
            GString      *notes)
{
  g_string_append_printf (notes, "%s ", uri);
}

static void
test_subscribe (void)
{
  const char *uri = "demo://resource/dynamic/text/1";
  g_autoptr(GhTestClient) client = connect_everything ();
  g_autoptr(GAsyncResult) subscribed = NULL;
  g_autoptr(GAsyncResult) unsubscribed = NULL;
  g_autoptr(GString) notes = g_string_new (NULL);
  g_autoptr(GError) error = NULL;
  g_autofree char *toggled = NULL;

  if (client == NULL)
    return;
  g_assert_true (gh_mcp_session_can_subscribe (client->session));
  g_signal_connect (client->session, "resource-updated", G_CALLBACK (updated_cb), notes);
  gh_mcp_session_subscribe_async (client->session, uri, NULL, gh_test_store_result_cb,
                                  &subscribed);
  gh_test_wait_for (subscribed != NULL, PATIENCE);
  g_assert_true (gh_mcp_session_subscribe_finish (client->session, subscribed, &error));
  g_assert_no_error (error);
  toggled = gh_test_client_call (client, "toggle-subscriber-updates", "{}", NULL);
  gh_test_wait_for (notes->len > 0, PATIENCE);
  g_assert_true (g_str_has_prefix (notes->str, uri));
  gh_mcp_session_unsubscribe_async (client->session, uri, NULL, gh_test_store_result_cb,
                                    &unsubscribed);
  gh_test_wait_for (unsubscribed != NULL, PATIENCE);
  g_assert_true (gh_mcp_session_unsubscribe_finish (client->session, unsubscribed, &error));
  g_assert_no_error (error);
  g_signal_handlers_disconnect_by_data (client->session, notes);
}

static GPtrArray *
list_prompts (GhTestClient *client)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  GPtrArray *list;

  gh_mcp_session_list_prompts_async (client->session, NULL, gh_test_store_result_cb, &result);
  gh_test_wait_for (result != NULL, PATIENCE);
  list = gh_mcp_session_list_prompts_finish (client->session, result, &error);
  g_assert_no_error (error);
  return list;
}

static GhMcpPrompt *
find_prompt (GPtrArray  *list,
             const char *name)
{
  for (guint i = 0; i < list->len; i++)
    {
      GhMcpPrompt *prompt = g_ptr_array_index (list, i);

      if (g_str_equal (prompt->name, name))
        return prompt;
    }
  g_assert_not_reached ();
}

static void
expect_prompt (GhTestClient *client,
               GhMcpPrompt  *prompt,
               const char   *arguments,
               const char   *part)
{
  g_autoptr(JsonNode) node = arguments != NULL ? read_text (arguments) : NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GhMcpPromptResult) got = NULL;
  g_autoptr(GError) error = NULL;
  GhMcpPromptMessage *message;

  gh_mcp_session_get_prompt_async (client->session, prompt, node, NULL, gh_test_store_result_cb,
                                   &result);
  gh_test_wait_for (result != NULL, PATIENCE);
  got = gh_mcp_session_get_prompt_finish (client->session, result, &error);
  g_assert_no_error (error);
  message = g_ptr_array_index (got->messages, 0);
  g_assert_nonnull (strstr (message->content->text, part));
}

static void
test_prompts (void)
{
  g_autoptr(GhTestClient) client = connect_everything ();
  g_autoptr(GPtrArray) list = NULL;
  g_autoptr(GAsyncResult) incomplete = NULL;
  g_autoptr(GError) error = NULL;
  GhMcpPrompt *prompt;

  if (client == NULL)
    return;
  list = list_prompts (client);
  prompt = find_prompt (list, "args-prompt");
  g_assert_cmpstr (prompt->title, ==, "Arguments Prompt");
  expect_prompt (client, prompt, "{\"city\":\"Barcelona\"}", "weather in Barcelona?");
  gh_mcp_session_get_prompt_async (client->session, prompt, NULL, NULL, gh_test_store_result_cb,
                                   &incomplete);
  gh_test_wait_for (incomplete != NULL, PATIENCE);
  g_assert_null (gh_mcp_session_get_prompt_finish (client->session, incomplete, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_ARGUMENTS);
}

static void
expect_proposals (GhTestClient        *client,
                  GhMcpCompletionKind  kind,
                  const char          *reference,
                  const char          *argument,
                  const char          *value,
                  const char          *known,
                  const char          *proposals)
{
  g_autoptr(JsonNode) node = known != NULL ? read_text (known) : NULL;
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GhMcpCompletion) completion = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;

  gh_mcp_session_complete_async (client->session, kind, reference, argument, value, node, NULL,
                                 gh_test_store_result_cb, &result);
  gh_test_wait_for (result != NULL, PATIENCE);
  completion = gh_mcp_session_complete_finish (client->session, result, &error);
  g_assert_no_error (error);
  text = g_strjoinv (" ", completion->values);
  g_assert_cmpstr (text, ==, proposals);
}

static void
test_completion (void)
{
  g_autoptr(GhTestClient) client = connect_everything ();

  if (client == NULL)
    return;
  expect_proposals (client, GH_MCP_COMPLETION_PROMPT, "completable-prompt", "department", "S", NULL,
                    "Sales Support");
  expect_proposals (client, GH_MCP_COMPLETION_PROMPT, "completable-prompt", "name", "",
                    "{\"department\":\"Sales\"}", "David Eve Frank");
  expect_proposals (client, GH_MCP_COMPLETION_RESOURCE,
                    "demo://resource/dynamic/text/{resourceId}", "resourceId", "12", NULL, "12");
}

/* Waits for the next wish of the server and for the call that made it, and decides. */
static char *
call_and_decide (GhTestClient           *client,
                 const char             *tool,
                 const char             *arguments,
                 GhMcpElicitationAction  action,
                 const char             *content)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autofree char *names = NULL;

  /* What depends on our capabilities is registered once the server has seen them. */
  gh_test_wait_for ((g_free (names), names = gh_test_client_list_tools (client),
                     strstr (names, tool) != NULL), PATIENCE);
  gh_test_client_call_async (client, tool, arguments, NULL, &result);
  gh_test_wait_for (gh_fake_delegate_get_n_waiting (client->delegate) == 1, PATIENCE);
  gh_fake_delegate_decide (client->delegate, action, content);
  gh_test_wait_for (result != NULL, PATIENCE);
  return gh_test_client_finish (client, result, NULL);
}

static void
test_form (void)
{
  const char *tool = "trigger-elicitation-request";
  g_autoptr(GhTestClient) client = connect_everything ();
  g_autofree char *accepted = NULL;
  g_autofree char *declined = NULL;
  g_autofree char *cancelled = NULL;

  if (client == NULL)
    return;
  accepted = call_and_decide (client, tool, "{}", GH_MCP_ELICITATION_ACCEPT,
                              "{\"name\":\"Ada\",\"integer\":42,\"email\":\"ada@example.com\","
                              "\"untitledMultipleSelectEnum\":[\"Piano\"]}");
  g_assert_nonnull (strstr (accepted, "- Name: Ada"));
  g_assert_nonnull (strstr (accepted, "- Favorite Integer: 42"));
  declined = call_and_decide (client, tool, "{}", GH_MCP_ELICITATION_DECLINE, NULL);
  g_assert_nonnull (strstr (declined, "declined"));
  cancelled = call_and_decide (client, tool, "{}", GH_MCP_ELICITATION_CANCEL, NULL);
  g_assert_nonnull (strstr (cancelled, "cancelled"));
}

static void
test_page (void)
{
  g_autoptr(GhTestClient) client = connect_everything ();
  g_autofree char *text = NULL;
  GhMcpElicitation *page;

  if (client == NULL)
    return;
  text = call_and_decide (client, "trigger-url-elicitation", PAGE_ARGUMENTS ("false"),
                          GH_MCP_ELICITATION_ACCEPT, NULL);
  page = gh_fake_delegate_get_elicitation (client->delegate, 0);
  g_assert_cmpstr (page->url, ==, "https://example.com/page");
  g_assert_false (page->required);
  g_assert_nonnull (strstr (text, "accept"));
}

/* Error -32042, the page, the call again, which then asks for another page. */
static void
test_required (void)
{
  g_autoptr(GhTestClient) client = connect_everything ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autofree char *names = NULL;
  g_autofree char *text = NULL;

  if (client == NULL)
    return;
  gh_test_wait_for ((g_free (names), names = gh_test_client_list_tools (client),
                     strstr (names, "trigger-url-elicitation") != NULL), PATIENCE);
  gh_test_client_call_async (client, "trigger-url-elicitation", PAGE_ARGUMENTS ("true"), NULL,
                             &result);
  for (guint i = 0; i < 2; i++)
    {
      gh_test_wait_for (gh_fake_delegate_get_n_waiting (client->delegate) == 1, PATIENCE);
      g_assert_true (gh_fake_delegate_get_elicitation (client->delegate, i)->required == (i == 0));
      gh_fake_delegate_decide (client->delegate, GH_MCP_ELICITATION_ACCEPT, NULL);
    }
  gh_test_wait_for (result != NULL, PATIENCE);
  text = gh_test_client_finish (client, result, NULL);
  g_assert_nonnull (strstr (text, "accept"));
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
  g_test_add_func ("/e2e/everything/resources", test_resources);
  g_test_add_func ("/e2e/everything/templates", test_templates);
  g_test_add_func ("/e2e/everything/subscribe", test_subscribe);
  g_test_add_func ("/e2e/everything/prompts", test_prompts);
  g_test_add_func ("/e2e/everything/completion", test_completion);
  g_test_add_func ("/e2e/everything/form", test_form);
  g_test_add_func ("/e2e/everything/page", test_page);
  g_test_add_func ("/e2e/everything/page-required", test_required);
  return gh_test_run ();
}
