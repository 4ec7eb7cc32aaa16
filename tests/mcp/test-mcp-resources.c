/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Resources, prompts and completions over a session (requirements 2.6, 8.15-8.26). */
#include "config.h"

#include "session-fixture.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-rpc-error.h"
#include "gh-test.h"

#define EVERYTHING \
  "{\"resources\":{\"subscribe\":true,\"listChanged\":true},\"prompts\":{\"listChanged\":true}," \
  "\"completions\":{}}"
#define URI_PARAMS(method, uri) \
  "\"method\":\"" method "\",\"params\":{\"uri\":\"" uri "\"}}"

static JsonNode *
read_text (const char *text)
{
  g_autoptr(GError) error = NULL;
  JsonNode *node = gh_json_read (text, strlen (text), &error);

  g_assert_no_error (error);
  return node;
}

static void
answer (Fixture    *f,
        gint64      id,
        const char *result)
{
  receive (f, RPC "\"id\":%" G_GINT64_FORMAT ",\"result\":%s}", id, result);
}

static void
test_resources (Fixture       *f,
                gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GPtrArray) list = NULL;
  g_autoptr(GError) error = NULL;
  gint64 id;

  make_ready (f, NEWEST, EVERYTHING);
  gh_mcp_session_list_resources_async (f->session, NULL, gh_test_store_result_cb, &result);
  id = pop_id (f, "resources/list");
  answer (f, id, "{\"resources\":[{\"uri\":\"a:1\",\"name\":\"one\"},{\"name\":\"no uri\"}],"
                 "\"nextCursor\":\"2\"}");
  id = pop_id (f, "resources/list");
  answer (f, id, "{\"resources\":[{\"uri\":\"a:2\"},{\"uri\":\"a:1\"}]}");
  gh_test_wait (result != NULL);
  list = gh_mcp_session_list_resources_finish (f->session, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, 2);
  g_assert_cmpstr (((GhMcpResource *) g_ptr_array_index (list, 0))->name, ==, "one");
  g_assert_cmpstr (((GhMcpResource *) g_ptr_array_index (list, 1))->uri, ==, "a:2");
}

static void
test_templates (Fixture       *f,
                gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) refused = NULL;
  g_autoptr(GPtrArray) list = NULL;
  g_autoptr(GError) error = NULL;
  gint64 id;

  make_ready (f, NEWEST, EVERYTHING);
  gh_mcp_session_list_resource_templates_async (f->session, NULL, gh_test_store_result_cb,
                                                &result);
  id = pop_id (f, "resources/templates/list");
  answer (f, id, "{\"resourceTemplates\":[{\"uriTemplate\":\"a:{b}\"},{\"uriTemplate\":\"{\"}]}");
  gh_test_wait (result != NULL);
  list = gh_mcp_session_list_resource_templates_finish (f->session, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, 2);
  g_assert_nonnull (((GhMcpResourceTemplate *) g_ptr_array_index (list, 0))->compiled);
  g_assert_null (((GhMcpResourceTemplate *) g_ptr_array_index (list, 1))->compiled);

  gh_mcp_session_list_resource_templates_async (f->session, NULL, gh_test_store_result_cb,
                                                &refused);
  id = pop_id (f, "resources/templates/list");
  receive (f, RPC "\"id\":%" G_GINT64_FORMAT ",\"error\":{\"code\":-32601,\"message\":\"no\"}}",
           id);
  gh_test_wait (refused != NULL);
  g_assert_null (gh_mcp_session_list_resource_templates_finish (f->session, refused, &error));
  g_assert_error (error, GH_RPC_REMOTE_ERROR, GH_RPC_METHOD_NOT_FOUND);
}

static void
test_read (Fixture       *f,
           gconstpointer  data)
{
  static const struct
  {
    const char *reply;
    gboolean not_found;
  } failures[] = {
    { "\"error\":{\"code\":-32002,\"message\":\"Resource not found\"}", TRUE },
    { "\"error\":{\"code\":-32602,\"message\":\"Unknown resource\"}", TRUE },
    { "\"error\":{\"code\":-32603,\"message\":\"Broken\"}", FALSE },
    { "\"result\":{}", FALSE },
    { "\"result\":7", FALSE },
  };
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GPtrArray) contents = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) hold = NULL;
  JsonObject *params;
  gint64 id;

  make_ready (f, NEWEST, EVERYTHING);
  gh_mcp_session_read_resource_async (f->session, "file:///a%20b", NULL, gh_test_store_result_cb,
                                      &result);
  id = pop_request (f, "resources/read", &params, &hold);
  g_assert_cmpstr (gh_json_get_string (params, "uri"), ==, "file:///a%20b");
  answer (f, id, "{\"contents\":[{\"uri\":\"file:///a%20b\",\"text\":\"t\"}]}");
  gh_test_wait (result != NULL);
  contents = gh_mcp_session_read_resource_finish (f->session, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (contents->len, ==, 1);

  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      g_autoptr(GAsyncResult) failed = NULL;

      gh_mcp_session_read_resource_async (f->session, "a:b", NULL, gh_test_store_result_cb,
                                          &failed);
      id = pop_id (f, "resources/read");
      receive (f, RPC "\"id\":%" G_GINT64_FORMAT ",%s}", id, failures[i].reply);
      gh_test_wait (failed != NULL);
      g_assert_null (gh_mcp_session_read_resource_finish (f->session, failed, &error));
      g_assert_nonnull (error);
      g_assert_true (gh_mcp_resource_is_not_found (error) == failures[i].not_found);
      g_clear_error (&error);
    }
}

static void
test_read_cancelled (Fixture       *f,
                     gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  gint64 id;

  make_ready (f, NEWEST, EVERYTHING);
  gh_mcp_session_read_resource_async (f->session, "a:b", cancellable, gh_test_store_result_cb,
                                      &result);
  id = pop_id (f, "resources/read");
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_read_resource_finish (f->session, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  expect (f, RPC "\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2,"
             "\"reason\":\"The user cancelled the call\"}}");
  /* Too late, and nobody minds. */
  answer (f, id, "{\"contents\":[]}");
}

static void
test_closed (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GAsyncResult) read = NULL;
  g_autoptr(GAsyncResult) listed = NULL;
  g_autoptr(GAsyncResult) completed = NULL;
  g_autoptr(GAsyncResult) waiting = NULL;
  g_autoptr(GError) error = NULL;

  make_ready (f, NEWEST, EVERYTHING);
  gh_mcp_session_read_resource_async (f->session, "a:b", NULL, gh_test_store_result_cb, &read);
  gh_mcp_session_list_prompts_async (f->session, NULL, gh_test_store_result_cb, &listed);
  gh_mcp_session_complete_async (f->session, GH_MCP_COMPLETION_PROMPT, "p", "a", "x", NULL, NULL,
                                 gh_test_store_result_cb, &completed);
  gh_mcp_session_complete_async (f->session, GH_MCP_COMPLETION_PROMPT, "p", "a", "xy", NULL, NULL,
                                 gh_test_store_result_cb, &waiting);
  close_session (f);
  gh_test_wait (read != NULL && listed != NULL && completed != NULL && waiting != NULL);
  g_assert_null (gh_mcp_session_read_resource_finish (f->session, read, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  g_assert_null (gh_mcp_session_list_prompts_finish (f->session, listed, NULL));
  g_assert_null (gh_mcp_session_complete_finish (f->session, completed, NULL));
  g_assert_null (gh_mcp_session_complete_finish (f->session, waiting, NULL));
}

/* What was not negotiated is not asked for (2.6). */
static void
test_not_offered (Fixture       *f,
                  gconstpointer  data)
{
  g_autoptr(JsonNode) node = read_text ("{\"name\":\"p\"}");
  g_autoptr(GhMcpPrompt) prompt = gh_mcp_prompt_parse (node, NULL);
  GAsyncResult *results[8] = { NULL };

  make_ready (f, NEWEST, TOOLS);
  g_assert_false (gh_mcp_session_has_resources (f->session));
  g_assert_false (gh_mcp_session_has_prompts (f->session));
  g_assert_false (gh_mcp_session_can_subscribe (f->session));
  g_assert_false (gh_mcp_session_has_completions (f->session));
  gh_mcp_session_list_resources_async (f->session, NULL, gh_test_store_result_cb, &results[0]);
  gh_mcp_session_list_resource_templates_async (f->session, NULL, gh_test_store_result_cb,
                                                &results[1]);
  gh_mcp_session_read_resource_async (f->session, "a:b", NULL, gh_test_store_result_cb,
                                      &results[2]);
  gh_mcp_session_subscribe_async (f->session, "a:b", NULL, gh_test_store_result_cb, &results[3]);
  gh_mcp_session_unsubscribe_async (f->session, "a:b", NULL, gh_test_store_result_cb, &results[4]);
  gh_mcp_session_list_prompts_async (f->session, NULL, gh_test_store_result_cb, &results[5]);
  gh_mcp_session_get_prompt_async (f->session, prompt, NULL, NULL, gh_test_store_result_cb,
                                   &results[6]);
  gh_mcp_session_complete_async (f->session, GH_MCP_COMPLETION_PROMPT, "p", "a", "", NULL, NULL,
                                 gh_test_store_result_cb, &results[7]);
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      g_autoptr(GError) error = NULL;

      gh_test_wait (results[i] != NULL);
      g_assert_true (g_task_had_error (G_TASK (results[i])));
      if (i == 3 || i == 4)
        g_assert_false (g_task_propagate_boolean (G_TASK (results[i]), &error));
      else
        g_assert_null (g_task_propagate_pointer (G_TASK (results[i]), &error));
      g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY);
      g_object_unref (results[i]);
    }
  expect_nothing (f);
}

/* Signals */

static void
note_cb (GhMcpSession *session,
         GString      *notes)
{
  g_string_append (notes, "changed ");
}

static void
updated_cb (GhMcpSession *session,
            const char   *uri,
            GString      *notes)
{
  g_string_append_printf (notes, "%s ", uri);
}

static void
test_changed (Fixture       *f,
              gconstpointer  data)
{
  g_autoptr(GString) resources = g_string_new (NULL);
  g_autoptr(GString) prompts = g_string_new (NULL);

  g_signal_connect (f->session, "resources-changed", G_CALLBACK (note_cb), resources);
  g_signal_connect (f->session, "prompts-changed", G_CALLBACK (note_cb), prompts);
  make_ready (f, NEWEST, EVERYTHING);
  for (guint i = 0; i < 50; i++)
    {
      receive (f, "%s", RPC "\"method\":\"notifications/resources/list_changed\"}");
      receive (f, "%s", RPC "\"method\":\"notifications/prompts/list_changed\","
                            "\"params\":{\"x\":7}}");
    }
  gh_test_wait (resources->len > 0 && prompts->len > 0);
  g_assert_cmpstr (resources->str, ==, "changed ");
  g_assert_cmpstr (prompts->str, ==, "changed ");
  g_signal_handlers_disconnect_by_data (f->session, resources);
  g_signal_handlers_disconnect_by_data (f->session, prompts);
}

static void
subscribe (Fixture    *f,
           const char *uri)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_mcp_session_subscribe_async (f->session, uri, NULL, gh_test_store_result_cb, &result);
  answer (f, pop_id (f, "resources/subscribe"), "{}");
  gh_test_wait (result != NULL);
  g_assert_true (gh_mcp_session_subscribe_finish (f->session, result, &error));
  g_assert_no_error (error);
}

static void
test_subscribe (Fixture       *f,
                gconstpointer  data)
{
  g_autoptr(GString) notes = g_string_new (NULL);
  g_autoptr(GAsyncResult) removed = NULL;
  g_autoptr(GAsyncResult) refused = NULL;
  g_autoptr(GError) error = NULL;
  gint64 id;

  g_signal_connect (f->session, "resource-updated", G_CALLBACK (updated_cb), notes);
  make_ready (f, NEWEST, EVERYTHING);
  /* Nobody asked for this one. */
  receive (f, "%s", RPC URI_PARAMS ("notifications/resources/updated", "a:0"));
  subscribe (f, "a:1");
  for (guint i = 0; i < 50; i++)
    receive (f, "%s", RPC URI_PARAMS ("notifications/resources/updated", "a:1"));
  receive (f, "%s", RPC "\"method\":\"notifications/resources/updated\"}");
  receive (f, "%s", RPC "\"method\":\"notifications/resources/updated\",\"params\":{\"uri\":7}}");
  gh_test_wait (notes->len > 0);
  g_assert_cmpstr (notes->str, ==, "a:1 ");
  /* Part of what was subscribed to (8.18). */
  receive (f, "%s", RPC URI_PARAMS ("notifications/resources/updated", "a:1/part"));
  gh_test_wait (notes->len > 4);
  g_assert_cmpstr (notes->str, ==, "a:1 a:1/part ");

  gh_mcp_session_unsubscribe_async (f->session, "a:1", NULL, gh_test_store_result_cb, &removed);
  answer (f, pop_id (f, "resources/unsubscribe"), "{}");
  gh_test_wait (removed != NULL);
  g_assert_true (gh_mcp_session_unsubscribe_finish (f->session, removed, NULL));
  receive (f, "%s", RPC URI_PARAMS ("notifications/resources/updated", "a:1"));

  gh_mcp_session_subscribe_async (f->session, "a:2", NULL, gh_test_store_result_cb, &refused);
  id = pop_id (f, "resources/subscribe");
  receive (f, RPC "\"id\":%" G_GINT64_FORMAT ",\"error\":{\"code\":-32602,\"message\":\"no\"}}",
           id);
  gh_test_wait (refused != NULL);
  g_assert_false (gh_mcp_session_subscribe_finish (f->session, refused, &error));
  g_assert_error (error, GH_RPC_REMOTE_ERROR, GH_RPC_INVALID_PARAMS);
  receive (f, "%s", RPC URI_PARAMS ("notifications/resources/updated", "a:2"));
  /* Two more would be here by now: a third subscription's is. */
  subscribe (f, "a:3");
  receive (f, "%s", RPC URI_PARAMS ("notifications/resources/updated", "a:3"));
  gh_test_wait (g_str_has_suffix (notes->str, "a:3 "));
  g_assert_cmpstr (notes->str, ==, "a:1 a:1/part a:3 ");
  g_signal_handlers_disconnect_by_data (f->session, notes);
}

/* One that fails ends none that was there before. */
static void
test_subscribe_again (Fixture       *f,
                      gconstpointer  data)
{
  g_autoptr(GString) notes = g_string_new (NULL);
  g_autoptr(GAsyncResult) refused = NULL;
  gint64 id;

  g_signal_connect (f->session, "resource-updated", G_CALLBACK (updated_cb), notes);
  make_ready (f, NEWEST, EVERYTHING);
  subscribe (f, "a:1");
  gh_mcp_session_subscribe_async (f->session, "a:1", NULL, gh_test_store_result_cb, &refused);
  id = pop_id (f, "resources/subscribe");
  receive (f, RPC "\"id\":%" G_GINT64_FORMAT ",\"error\":{\"code\":-32603,\"message\":\"no\"}}",
           id);
  gh_test_wait (refused != NULL);
  g_assert_false (gh_mcp_session_subscribe_finish (f->session, refused, NULL));
  receive (f, "%s", RPC URI_PARAMS ("notifications/resources/updated", "a:1"));
  gh_test_wait (notes->len > 0);
  g_assert_cmpstr (notes->str, ==, "a:1 ");
  g_signal_handlers_disconnect_by_data (f->session, notes);
}

/* Prompts */

static void
test_prompts (Fixture       *f,
              gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) got = NULL;
  g_autoptr(GAsyncResult) incomplete = NULL;
  g_autoptr(GPtrArray) list = NULL;
  g_autoptr(GhMcpPromptResult) prompt = NULL;
  g_autoptr(JsonNode) arguments = read_text ("{\"a\":\"1\"}");
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) hold = NULL;
  JsonObject *params;
  gint64 id;

  make_ready (f, NEWEST, EVERYTHING);
  gh_mcp_session_list_prompts_async (f->session, NULL, gh_test_store_result_cb, &result);
  answer (f, pop_id (f, "prompts/list"),
          "{\"prompts\":[{\"name\":\"p\",\"arguments\":[{\"name\":\"a\",\"required\":true}]},"
          "{\"name\":\"p\"},7]}");
  gh_test_wait (result != NULL);
  list = gh_mcp_session_list_prompts_finish (f->session, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, 1);

  gh_mcp_session_get_prompt_async (f->session, g_ptr_array_index (list, 0), NULL, NULL,
                                   gh_test_store_result_cb, &incomplete);
  gh_test_wait (incomplete != NULL);
  g_assert_null (gh_mcp_session_get_prompt_finish (f->session, incomplete, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_ARGUMENTS);
  g_clear_error (&error);
  expect_nothing (f);

  gh_mcp_session_get_prompt_async (f->session, g_ptr_array_index (list, 0), arguments, NULL,
                                   gh_test_store_result_cb, &got);
  id = pop_request (f, "prompts/get", &params, &hold);
  g_assert_cmpstr (gh_json_get_string (params, "name"), ==, "p");
  g_assert_cmpstr (gh_json_get_string (gh_json_get_object (params, "arguments"), "a"), ==, "1");
  answer (f, id, "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\","
                 "\"text\":\"q\"}}]}");
  gh_test_wait (got != NULL);
  prompt = gh_mcp_session_get_prompt_finish (f->session, got, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (prompt->messages->len, ==, 1);
}

/* Completion */

static void
complete (Fixture       *f,
          const char    *value,
          GCancellable  *cancellable,
          GAsyncResult **result)
{
  gh_mcp_session_complete_async (f->session, GH_MCP_COMPLETION_PROMPT, "p", "a", value, NULL,
                                 cancellable, gh_test_store_result_cb, result);
}

static void
expect_cancelled (Fixture      *f,
                  GAsyncResult *result)
{
  g_autoptr(GError) error = NULL;

  g_assert_null (gh_mcp_session_complete_finish (f->session, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_complete (Fixture       *f,
               gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) again = NULL;
  g_autoptr(GAsyncResult) fresh = NULL;
  g_autoptr(GhMcpCompletion) completion = NULL;
  g_autoptr(GhMcpCompletion) kept = NULL;
  g_autoptr(GhMcpCompletion) none = NULL;
  g_autoptr(GError) error = NULL;

  make_ready (f, NEWEST, EVERYTHING);
  complete (f, "x", NULL, &result);
  answer (f, pop_id (f, "completion/complete"),
          "{\"completion\":{\"values\":[\"xa\",\"xb\"],\"hasMore\":false}}");
  gh_test_wait (result != NULL);
  completion = gh_mcp_session_complete_finish (f->session, result, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (completion->values[1], ==, "xb");

  /* The same again is not asked, until a list changes. */
  complete (f, "x", NULL, &again);
  gh_test_wait (again != NULL);
  kept = gh_mcp_session_complete_finish (f->session, again, &error);
  g_assert_true (kept == completion);
  expect_nothing (f);
  receive (f, "%s", RPC "\"method\":\"notifications/prompts/list_changed\"}");
  complete (f, "x", NULL, &fresh);
  answer (f, pop_id (f, "completion/complete"), "{\"completion\":{\"values\":[]}}");
  gh_test_wait (fresh != NULL);
  none = gh_mcp_session_complete_finish (f->session, fresh, &error);
  g_assert_no_error (error);
  g_assert_null (none->values[0]);
}

/* Someone types: what is under way is called off, what waits is never sent, the last is asked. */
static void
test_complete_stale (Fixture       *f,
                     gconstpointer  data)
{
  g_autoptr(GAsyncResult) sent = NULL;
  g_autoptr(GAsyncResult) waited = NULL;
  g_autoptr(GAsyncResult) last = NULL;
  g_autoptr(GhMcpCompletion) completion = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) hold = NULL;
  JsonObject *params;
  gint64 id;

  make_ready (f, NEWEST, EVERYTHING);
  complete (f, "x", NULL, &sent);
  pop_id (f, "completion/complete");
  complete (f, "xy", NULL, &waited);
  complete (f, "xyz", NULL, &last);
  gh_test_wait (sent != NULL && waited != NULL);
  expect_cancelled (f, sent);
  expect_cancelled (f, waited);
  expect (f, RPC "\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2,"
             "\"reason\":\"The user cancelled the call\"}}");
  id = pop_request (f, "completion/complete", &params, &hold);
  g_assert_cmpstr (gh_json_get_string (gh_json_get_object (params, "argument"), "value"), ==,
                   "xyz");
  answer (f, id, "{\"completion\":{\"values\":[]}}");
  gh_test_wait (last != NULL);
  completion = gh_mcp_session_complete_finish (f->session, last, &error);
  g_assert_no_error (error);
  g_assert_nonnull (completion);
}

static void
test_complete_cancelled (Fixture       *f,
                         gconstpointer  data)
{
  g_autoptr(GCancellable) before = g_cancellable_new ();
  g_autoptr(GCancellable) during = g_cancellable_new ();
  g_autoptr(GAsyncResult) first = NULL;
  g_autoptr(GAsyncResult) second = NULL;

  make_ready (f, NEWEST, EVERYTHING);
  g_cancellable_cancel (before);
  complete (f, "x", before, &first);
  gh_test_wait (first != NULL);
  expect_cancelled (f, first);
  expect_nothing (f);

  complete (f, "x", during, &second);
  pop_id (f, "completion/complete");
  g_cancellable_cancel (during);
  gh_test_wait (second != NULL);
  expect_cancelled (f, second);
}

/* The oldest revision has completions, and no capability to say so (2.6). */
static void
test_complete_oldest (Fixture       *f,
                      gconstpointer  data)
{
  make_ready (f, "2024-11-05", "{\"prompts\":{}}");
  g_assert_true (gh_mcp_session_has_completions (f->session));
}

int
main (int   argc,
      char *argv[])
{
  gh_test_init (&argc, &argv);
#define ADD(path, func) g_test_add ("/mcp/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("resources/list", test_resources);
  ADD ("resources/templates", test_templates);
  ADD ("resources/read", test_read);
  ADD ("resources/read-cancelled", test_read_cancelled);
  ADD ("resources/changed", test_changed);
  ADD ("resources/subscribe", test_subscribe);
  ADD ("resources/subscribe-again", test_subscribe_again);
  ADD ("resources/closed", test_closed);
  ADD ("resources/not-offered", test_not_offered);
  ADD ("prompts/list-and-get", test_prompts);
  ADD ("completion/answered", test_complete);
  ADD ("completion/stale", test_complete_stale);
  ADD ("completion/cancelled", test_complete_cancelled);
  ADD ("completion/oldest-revision", test_complete_oldest);
  return gh_test_run ();
}
