/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A session with a real program, and a delegate that is the test's. */
#include "config.h"

#include "gh-test-client.h"

#include <string.h>

#include "gh-json.h"
#include "gh-rpc-stdio-transport.h"
#include "gh-test.h"

/* A server in JavaScript takes seconds to start on a busy machine. */
#define PATIENCE 60

static void
log_cb (GhMcpSession *session,
        const char   *level,
        const char   *logger,
        const char   *text,
        gpointer      user_data)
{
  GhTestClient *self = user_data;

  g_test_message ("%s: %s", level, text);
  g_ptr_array_add (self->logs, g_strdup_printf ("%s: %s", level, text));
}

static void
stderr_cb (GhRpcTransport *transport,
           const char     *line,
           gpointer        user_data)
{
  GhTestClient *self = user_data;

  g_test_message ("stderr: %s", line);
  g_ptr_array_add (self->errors, g_strdup (line));
}

static void
progress_cb (double      progress,
             double      total,
             const char *message,
             gpointer    user_data)
{
  GhTestClient *self = user_data;

  g_array_append_val (self->progress, progress);
}

GhTestClient *
gh_test_client_new (const char * const *argv)
{
  g_auto(GStrv) environment = g_get_environ ();

  return gh_test_client_new_for (GH_RPC_TRANSPORT (
    gh_rpc_stdio_transport_new (argv, (const char * const *) environment, NULL)));
}

GhTestClient *
gh_test_client_new_for (GhRpcTransport *take_transport)
{
  GhTestClient *self = g_new0 (GhTestClient, 1);

  self->transport = take_transport;
  self->delegate = gh_fake_delegate_new ();
  self->session = gh_mcp_session_new (self->transport, GH_MCP_DELEGATE (self->delegate));
  self->logs = g_ptr_array_new_with_free_func (g_free);
  self->errors = g_ptr_array_new_with_free_func (g_free);
  self->progress = g_array_new (FALSE, FALSE, sizeof (double));
  g_signal_connect (self->session, "log", G_CALLBACK (log_cb), self);
  if (GH_IS_RPC_STDIO_TRANSPORT (self->transport))
    g_signal_connect (self->transport, "stderr-line", G_CALLBACK (stderr_cb), self);
  return self;
}

void
gh_test_client_start (GhTestClient *self)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;

  gh_mcp_session_start_async (self->session, NULL, gh_test_store_result_cb, &result);
  gh_test_wait_for (result != NULL, PATIENCE);
  g_assert_true (gh_mcp_session_start_finish (self->session, result, &error));
  g_assert_no_error (error);
}

void
gh_test_client_free (GhTestClient *self)
{
  g_autoptr(GAsyncResult) result = NULL;

  gh_mcp_session_close_async (self->session, gh_test_store_result_cb, &result);
  gh_test_wait_for (result != NULL, PATIENCE);
  g_clear_object (&result);
  gh_test_settle ();
  g_signal_handlers_disconnect_by_data (self->session, self);
  g_signal_handlers_disconnect_by_data (self->transport, self);
  g_assert_finalize_object (self->session);
  gh_test_settle ();
  if (GH_IS_RPC_STDIO_TRANSPORT (self->transport))
    g_assert_cmpint (gh_rpc_stdio_transport_get_pid (GH_RPC_STDIO_TRANSPORT (self->transport)),
                     ==, 0);
  g_assert_finalize_object (self->transport);
  g_assert_finalize_object (self->delegate);
  g_ptr_array_unref (self->logs);
  g_ptr_array_unref (self->errors);
  g_array_unref (self->progress);
  g_free (self);
}

char *
gh_test_client_list_tools (GhTestClient *self)
{
  g_autoptr(GAsyncResult) result = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) tools = NULL;
  GString *names = g_string_new (NULL);

  gh_mcp_session_list_tools_async (self->session, NULL, gh_test_store_result_cb, &result);
  gh_test_wait_for (result != NULL, PATIENCE);
  tools = gh_mcp_session_list_tools_finish (self->session, result, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < tools->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? "," : "",
                            ((GhMcpTool *) g_ptr_array_index (tools, i))->name);
  return g_string_free (names, FALSE);
}

gboolean
gh_test_client_has_log (GhTestClient *self,
                        const char   *part)
{
  for (guint i = 0; i < self->logs->len; i++)
    if (strstr (g_ptr_array_index (self->logs, i), part) != NULL)
      return TRUE;
  return FALSE;
}

void
gh_test_client_call_async (GhTestClient  *self,
                           const char    *tool,
                           const char    *arguments,
                           GCancellable  *cancellable,
                           GAsyncResult **result)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = gh_json_read (arguments, strlen (arguments), &error);

  g_assert_no_error (error);
  gh_mcp_session_call_tool_async (self->session, tool, node, progress_cb, self, cancellable,
                                  gh_test_store_result_cb, result);
}

char *
gh_test_client_finish (GhTestClient *self,
                       GAsyncResult *result,
                       gboolean     *is_error)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GhMcpToolResult) answer =
    gh_mcp_session_call_tool_finish (self->session, result, &error);
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < answer->content->len; i++)
    {
      GhMcpContent *content = g_ptr_array_index (answer->content, i);

      if (content->text != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", content->text);
    }
  if (is_error != NULL)
    *is_error = answer->is_error;
  return g_string_free (text, FALSE);
}

char *
gh_test_client_call (GhTestClient *self,
                     const char   *tool,
                     const char   *arguments,
                     gboolean     *is_error)
{
  g_autoptr(GAsyncResult) result = NULL;

  gh_test_client_call_async (self, tool, arguments, NULL, &result);
  gh_test_wait_for (result != NULL, PATIENCE);
  return gh_test_client_finish (self, result, is_error);
}
