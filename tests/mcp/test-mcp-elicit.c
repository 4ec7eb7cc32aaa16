/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Elicitation over a session: forms, pages, and pages that a call needs (requirements 7.1-7.26). */
#include "config.h"

#include "session-fixture.h"

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-rpc-error.h"
#include "gh-test.h"

#define FORM_PARAMS \
  "{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":" \
  "{\"n\":{\"type\":\"integer\"}},\"required\":[\"n\"]}}"
#define PAGE(id) \
  "{\"mode\":\"url\",\"message\":\"m\",\"elicitationId\":\"" id "\"," \
  "\"url\":\"https://example.com/" id "\"}"
#define REQUIRED \
  "\"error\":{\"code\":-32042,\"message\":\"Sign in\",\"data\":{\"elicitations\":[" \
  PAGE ("e1") "," PAGE ("e2") "]}}"

static void
elicit (Fixture    *f,
        const char *id,
        const char *params)
{
  receive (f, RPC "\"id\":%s,\"method\":\"elicitation/create\",\"params\":%s}", id, params);
}

static void
complete_page (Fixture    *f,
               const char *id)
{
  receive (f, RPC "\"method\":\"notifications/elicitation/complete\",\"params\":"
              "{\"elicitationId\":\"%s\"}}", id);
}

static void
test_form (Fixture       *f,
           gconstpointer  data)
{
  make_ready (f, NEWEST, "{}");
  elicit (f, "1", FORM_PARAMS);
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
  g_assert_cmpstr (gh_fake_delegate_get_elicitation (f->delegate, 0)->message, ==, "m");
  expect_nothing (f);
  gh_fake_delegate_decide (f->delegate, GH_MCP_ELICITATION_ACCEPT, "{\"n\":2}");
  expect (f, RPC "\"id\":1,\"result\":{\"action\":\"accept\",\"content\":{\"n\":2}}}");

  elicit (f, "\"2\"", FORM_PARAMS);
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
  gh_fake_delegate_decide (f->delegate, GH_MCP_ELICITATION_DECLINE, NULL);
  expect (f, RPC "\"id\":\"2\",\"result\":{\"action\":\"decline\"}}");

  elicit (f, "3", FORM_PARAMS);
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
  gh_fake_delegate_decide (f->delegate, GH_MCP_ELICITATION_CANCEL, NULL);
  expect (f, RPC "\"id\":3,\"result\":{\"action\":\"cancel\"}}");
}

/* Answers that do not fit never leave; errors of the host are a no, or say nothing. */
static void
test_bad_answers (Fixture       *f,
                  gconstpointer  data)
{
  g_autoptr(GError) denied = g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_DENIED, "A rule");
  g_autoptr(GError) dismissed = g_error_new (G_IO_ERROR, G_IO_ERROR_CANCELLED, "Closed");
  g_autoptr(GError) broken = g_error_new (G_IO_ERROR, G_IO_ERROR_FAILED, "/home/me/secret");
  static const char * const answers[] = { NULL, "{}", "{\"n\":\"2\"}", "{\"n\":2,\"x\":\"y\"}" };

  make_ready (f, NEWEST, "{}");
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      elicit (f, "1", FORM_PARAMS);
      gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
      gh_fake_delegate_decide (f->delegate, GH_MCP_ELICITATION_ACCEPT, answers[i]);
      expect (f, RPC "\"id\":1,\"error\":{\"code\":-32603,"
                 "\"message\":\"The request could not be completed\"}}");
    }
  gh_fake_delegate_set_error (f->delegate, denied);
  elicit (f, "2", FORM_PARAMS);
  expect (f, RPC "\"id\":2,\"result\":{\"action\":\"decline\"}}");
  gh_fake_delegate_set_error (f->delegate, dismissed);
  elicit (f, "3", FORM_PARAMS);
  expect (f, RPC "\"id\":3,\"result\":{\"action\":\"cancel\"}}");
  gh_fake_delegate_set_error (f->delegate, broken);
  elicit (f, "4", FORM_PARAMS);
  expect (f, RPC "\"id\":4,\"error\":{\"code\":-32603,"
             "\"message\":\"The request could not be completed\"}}");
}

static void
test_malformed (Fixture       *f,
                gconstpointer  data)
{
  make_ready (f, NEWEST, "{}");
  elicit (f, "1", "{}");
  expect (f, RPC "\"id\":1,\"error\":{\"code\":-32602,\"message\":\"message: must be a string\"}}");
  receive (f, "%s", RPC "\"id\":2,\"method\":\"elicitation/create\"}");
  expect (f, RPC "\"id\":2,\"error\":{\"code\":-32602,\"message\":\"params: must be an object\"}}");
  elicit (f, "3", "{\"mode\":\"url\",\"message\":\"m\",\"elicitationId\":\"e\","
                  "\"url\":\"javascript:alert(1)\"}");
  gh_test_wait (gh_fake_transport_get_n_sent (f->transport) > 0);
  json_node_unref (pop (f, NULL));
  g_assert_cmpuint (gh_fake_delegate_get_n_elicitations (f->delegate), ==, 0);
}

/* The handshake says what there is, in the words of the revision it offers (2.7, 7.1). */
static void
expect_declared (Fixture    *f,
                 const char *text)
{
  g_autoptr(JsonNode) hold = NULL;
  g_autofree char *declared = NULL;
  JsonObject *params;

  start (f, NULL);
  pop_request (f, "initialize", &params, &hold);
  declared = gh_json_write (gh_json_get (params, "capabilities"), NULL);
  g_assert_cmpstr (declared, ==, text);
  close_session (f);
  gh_test_wait (f->started != NULL);
}

static void
test_declared (Fixture       *f,
               gconstpointer  data)
{
  expect_declared (f, "{\"roots\":{\"listChanged\":true},\"elicitation\":{\"form\":{},"
                      "\"url\":{}}}");
}

static void
test_not_declared (Fixture       *f,
                   gconstpointer  data)
{
  make_ready (f, NEWEST, "{}");
  elicit (f, "1", FORM_PARAMS);
  expect (f, RPC "\"id\":1,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}");
}

static void
test_mode_not_declared (Fixture       *f,
                        gconstpointer  data)
{
  make_ready (f, NEWEST, "{}");
  elicit (f, "1", PAGE ("e"));
  expect (f, RPC "\"id\":1,\"error\":{\"code\":-32602,"
             "\"message\":\"mode: was not declared by this client\"}}");
}

static void
test_old_revision (Fixture       *f,
                   gconstpointer  data)
{
  make_ready (f, "2025-03-26", "{}");
  elicit (f, "1", FORM_PARAMS);
  expect (f, RPC "\"id\":1,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}");
}

static void
test_withdrawn (Fixture       *f,
                gconstpointer  data)
{
  make_ready (f, NEWEST, "{}");
  elicit (f, "1", FORM_PARAMS);
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
  receive (f, "%s", RPC "\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
  gh_test_wait (gh_fake_delegate_get_n_withdrawn (f->delegate) == 1);
  expect_nothing (f);

  elicit (f, "2", FORM_PARAMS);
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
  close_session (f);
  gh_test_wait (gh_fake_delegate_get_n_withdrawn (f->delegate) == 2);
}

static void
test_too_many (Fixture       *f,
               gconstpointer  data)
{
  make_ready (f, NEWEST, "{}");
  for (guint i = 0; i < 64; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);

      elicit (f, id, FORM_PARAMS);
    }
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 64);
  elicit (f, "100", FORM_PARAMS);
  expect (f, RPC "\"id\":100,\"error\":{\"code\":-32603,"
             "\"message\":\"Too many requests are waiting\"}}");
  close_session (f);
  gh_test_wait (gh_fake_delegate_get_n_withdrawn (f->delegate) == 64);
}

static void
test_page (Fixture       *f,
           gconstpointer  data)
{
  GhMcpElicitation *page;

  make_ready (f, NEWEST, "{}");
  elicit (f, "1", PAGE ("e"));
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
  page = gh_fake_delegate_get_elicitation (f->delegate, 0);
  g_assert_cmpstr (page->url, ==, "https://example.com/e");
  g_assert_false (page->required);
  complete_page (f, "unknown");
  gh_fake_delegate_decide (f->delegate, GH_MCP_ELICITATION_ACCEPT, NULL);
  expect (f, RPC "\"id\":1,\"result\":{\"action\":\"accept\"}}");
  g_assert_cmpstr (gh_fake_delegate_get_completed (f->delegate), ==, "");
  complete_page (f, "e");
  g_assert_cmpstr (gh_fake_delegate_get_completed (f->delegate), ==, "e ");
  /* Told once. */
  complete_page (f, "e");
  receive (f, "%s", RPC "\"method\":\"notifications/elicitation/complete\"}");
  g_assert_cmpstr (gh_fake_delegate_get_completed (f->delegate), ==, "e ");

  /* A page that was not opened cannot be completed. */
  elicit (f, "2", PAGE ("no"));
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
  gh_fake_delegate_decide (f->delegate, GH_MCP_ELICITATION_DECLINE, NULL);
  expect (f, RPC "\"id\":2,\"result\":{\"action\":\"decline\"}}");
  complete_page (f, "no");
  g_assert_cmpstr (gh_fake_delegate_get_completed (f->delegate), ==, "e ");
}

/* Error -32042 */

static void
refuse (Fixture    *f,
        const char *error)
{
  receive (f, RPC "\"id\":%" G_GINT64_FORMAT ",%s}", pop_id (f, "tools/call"), error);
}

static void
test_required (Fixture       *f,
               gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GhMcpToolResult) tool_result = NULL;
  g_autoptr(GError) error = NULL;

  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &result);
  refuse (f, REQUIRED);
  for (guint i = 0; i < 2; i++)
    {
      gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
      g_assert_cmpuint (gh_fake_delegate_get_n_elicitations (f->delegate), ==, i + 1);
      g_assert_true (gh_fake_delegate_get_elicitation (f->delegate, i)->required);
      g_assert_cmpstr (gh_fake_delegate_get_tool (f->delegate, i), ==, "t");
      complete_page (f, i == 0 ? "e1" : "e2");
      gh_fake_delegate_decide (f->delegate, GH_MCP_ELICITATION_ACCEPT, NULL);
    }
  g_assert_cmpstr (gh_fake_delegate_get_completed (f->delegate), ==, "e1 e2 ");
  receive (f, RPC "\"id\":%" G_GINT64_FORMAT ",\"result\":{\"content\":[]}}",
           pop_id (f, "tools/call"));
  gh_test_wait (result != NULL);
  tool_result = gh_mcp_session_call_tool_finish (f->session, result, &error);
  g_assert_no_error (error);
  g_assert_nonnull (tool_result);
}

/* Made again once, not for ever. */
static void
test_required_again (Fixture       *f,
                     gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &result);
  refuse (f, REQUIRED);
  for (guint i = 0; i < 2; i++)
    {
      gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
      gh_fake_delegate_decide (f->delegate, GH_MCP_ELICITATION_ACCEPT, NULL);
    }
  refuse (f, REQUIRED);
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, result, &error));
  g_assert_true (gh_mcp_elicitation_is_required (error));
}

static void
test_required_refused (Fixture       *f,
                       gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &result);
  refuse (f, REQUIRED);
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
  gh_fake_delegate_decide (f->delegate, GH_MCP_ELICITATION_DECLINE, NULL);
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, result, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_DENIED);
  g_assert_cmpuint (gh_fake_delegate_get_n_elicitations (f->delegate), ==, 1);
  expect_nothing (f);
}

static void
test_required_malformed (Fixture       *f,
                         gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &result);
  refuse (f, "\"error\":{\"code\":-32042,\"message\":\"m\"}");
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, result, &error));
  g_assert_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL);
}

static void
test_required_cancelled (Fixture       *f,
                         gconstpointer  data)
{
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GAsyncResult) closed = NULL;
  g_autoptr(GError) error = NULL;

  make_ready (f, NEWEST, TOOLS);
  call (f, cancellable, &result);
  refuse (f, REQUIRED);
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
  g_cancellable_cancel (cancellable);
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (gh_fake_delegate_get_n_withdrawn (f->delegate), ==, 1);
  g_clear_error (&error);

  call (f, NULL, &closed);
  refuse (f, REQUIRED);
  gh_test_wait (gh_fake_delegate_get_n_waiting (f->delegate) == 1);
  close_session (f);
  gh_test_wait (closed != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, closed, &error));
  g_assert_error (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED);
  g_assert_cmpuint (gh_fake_delegate_get_n_withdrawn (f->delegate), ==, 2);
}

/* A host that visits no pages shows the server's error. */
static void
test_required_not_declared (Fixture       *f,
                            gconstpointer  data)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  make_ready (f, NEWEST, TOOLS);
  call (f, NULL, &result);
  refuse (f, REQUIRED);
  gh_test_wait (result != NULL);
  g_assert_null (gh_mcp_session_call_tool_finish (f->session, result, &error));
  g_assert_true (gh_mcp_elicitation_is_required (error));
  g_assert_cmpuint (gh_fake_delegate_get_n_elicitations (f->delegate), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  gpointer both = GUINT_TO_POINTER (GH_MCP_CAPABILITY_ROOTS | GH_MCP_CAPABILITY_ELICIT_FORM
                                    | GH_MCP_CAPABILITY_ELICIT_URL);
  gpointer form = GUINT_TO_POINTER (GH_MCP_CAPABILITY_ELICIT_FORM);

  gh_test_init (&argc, &argv);
#define ADD(path, data, func) \
  g_test_add ("/mcp/elicit/" path, Fixture, data, set_up, func, tear_down)
  ADD ("form", both, test_form);
  ADD ("bad-answers", both, test_bad_answers);
  ADD ("malformed", both, test_malformed);
  ADD ("declared", both, test_declared);
  ADD ("not-declared", NULL, test_not_declared);
  ADD ("mode-not-declared", form, test_mode_not_declared);
  ADD ("old-revision", both, test_old_revision);
  ADD ("withdrawn", both, test_withdrawn);
  ADD ("too-many", both, test_too_many);
  ADD ("page", both, test_page);
  ADD ("required", both, test_required);
  ADD ("required-again", both, test_required_again);
  ADD ("required-refused", both, test_required_refused);
  ADD ("required-malformed", both, test_required_malformed);
  ADD ("required-cancelled", both, test_required_cancelled);
  ADD ("required-not-declared", form, test_required_not_declared);
  return gh_test_run ();
}
