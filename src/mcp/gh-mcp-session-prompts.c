/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server's prompts: listing and getting them (requirements 8.23, 8.24). */
#include "config.h"

#include "gh-mcp-session-private.h"

#include "gh-json.h"
#include "gh-mcp-protocol.h"

static gpointer
parse_prompt (GhMcpSession  *self,
              JsonNode      *element,
              const char   **key,
              GError       **error)
{
  GhMcpPrompt *prompt = gh_mcp_prompt_parse (element, error);

  if (prompt != NULL)
    *key = prompt->name;
  return prompt;
}

static const GhMcpListKind prompts = {
  GH_MCP_PROMPTS_LIST, "prompts", "prompts", gh_mcp_session_has_prompts, parse_prompt,
  (GDestroyNotify) gh_mcp_prompt_unref
};

void
gh_mcp_session_list_prompts_async (GhMcpSession        *self,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             user_data)
{
  gh_mcp_session_list_async (self, &prompts, cancellable, callback, user_data);
}

GPtrArray *
gh_mcp_session_list_prompts_finish (GhMcpSession  *self,
                                    GAsyncResult  *result,
                                    GError       **error)
{
  return gh_mcp_session_list_finish (self, result, error);
}

static void
got_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  JsonNode *answer = gh_mcp_session_request_finish (GH_MCP_SESSION (source), result, &error);
  GhMcpPromptResult *parsed = NULL;

  if (answer != NULL)
    {
      parsed = gh_mcp_prompt_result_parse (answer, &error);
      gh_json_node_release (answer);
    }
  if (parsed != NULL)
    g_task_return_pointer (task, parsed, (GDestroyNotify) gh_mcp_prompt_result_unref);
  else
    g_task_return_error (task, error);
}

/**
 * gh_mcp_session_get_prompt_async:
 * @prompt: one of the server's
 * @arguments: (nullable): an object of strings
 *
 * Arguments that are missing or no strings are GH_MCP_ERROR_ARGUMENTS before the server is
 * asked (8.24).
 */
void
gh_mcp_session_get_prompt_async (GhMcpSession        *self,
                                 GhMcpPrompt         *prompt,
                                 JsonNode            *arguments,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  const GhMcpRequestOptions options = { .flags = GH_MCP_REQUEST_LONG | GH_MCP_REQUEST_SAFE };
  g_autoptr(JsonNode) params = NULL;
  JsonObject *object;
  GError *error = NULL;
  GTask *task;

  g_return_if_fail (GH_IS_MCP_SESSION (self));
  g_return_if_fail (prompt != NULL);

  task = gh_mcp_session_new_task (self, gh_mcp_session_has_prompts (self), "prompts", cancellable,
                                  callback, user_data, gh_mcp_session_get_prompt_async);
  if (task == NULL)
    return;
  if (!gh_mcp_prompt_check_arguments (prompt, arguments, &error))
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  object = json_object_new ();
  json_object_set_member (object, "name", gh_json_node_new_string (prompt->name));
  if (arguments != NULL)
    json_object_set_member (object, "arguments", json_node_ref (arguments));
  params = gh_json_node_new_object (object);
  gh_mcp_session_request_async (self, GH_MCP_PROMPTS_GET, params, &options, cancellable, got_cb,
                                task);
}

GhMcpPromptResult *
gh_mcp_session_get_prompt_finish (GhMcpSession  *self,
                                  GAsyncResult  *result,
                                  GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* What the server says */

static void
list_changed_cb (gpointer user_data)
{
  g_signal_emit_by_name (user_data, "prompts-changed");
}

void
gh_mcp_session_init_prompts (GhMcpSession *self)
{
  self->prompts_changes = gh_mcp_changes_new (list_changed_cb, self);
}

void
gh_mcp_session_clear_prompts (GhMcpSession *self)
{
  g_clear_pointer (&self->prompts_changes, gh_mcp_changes_free);
}

void
gh_mcp_session_take_prompts_changed (GhMcpSession *self)
{
  gh_mcp_session_clear_completions (self);
  if (self->state == GH_MCP_SESSION_READY && gh_mcp_session_has_prompts (self))
    gh_mcp_changes_note (self->prompts_changes);
}
