/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is asked of a running server: calling tools, reading resources, getting prompts. */
#include "config.h"

#include "gh-server-private.h"

#include <string.h>

#include "gh-content-private.h"
#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-session.h"
#include "gh-prompt-private.h"
#include "gh-prompt-result-private.h"
#include "gh-resource-template.h"
#include "gh-tool-call-private.h"
#include "gh-tool-private.h"

static GError *
new_not_running (void)
{
  return g_error_new_literal (GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY, "The server does not run");
}

static void
progress_cb (double      progress,
             double      total,
             const char *message,
             gpointer    user_data)
{
  gh_tool_call_set_progress (GH_TOOL_CALL (user_data), progress, total, message);
}

static void
called_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GhToolCall) call = GH_TOOL_CALL (user_data);
  g_autoptr(GError) error = NULL;
  GhMcpToolResult *answer;

  answer = gh_mcp_session_call_tool_finish (GH_MCP_SESSION (source), result, &error);
  if (answer != NULL)
    gh_tool_call_take_result (call, answer);
  else
    gh_tool_call_fail (call, error);
}

/* In the list of calls; FAILED when the server does not run. */
static GhToolCall *
begin_call (GhServer *self,
            GhTool   *tool,
            JsonNode *arguments)
{
  GhToolCall *call = gh_tool_call_new (tool, arguments);

  gh_server_calls_add (gh_server_get_calls (self), call);
  if (gh_server_get_session (self) == NULL)
    {
      g_autoptr(GError) error = new_not_running ();

      gh_tool_call_fail (call, error);
    }
  return call;
}

/**
 * gh_server_call_tool:
 * @arguments: (nullable): an object
 *
 * Returns: (transfer full): the call, in the list of calls too; already FAILED when the server does
 * not run
 */
GhToolCall *
gh_server_call_tool (GhServer *self,
                     GhTool   *tool,
                     JsonNode *arguments)
{
  g_autoptr(GhToolCall) call = NULL;
  GhMcpSession *session;

  g_return_val_if_fail (GH_IS_SERVER (self), NULL);
  g_return_val_if_fail (GH_IS_TOOL (tool), NULL);

  session = gh_server_get_session (self);
  call = begin_call (self, tool, arguments);
  if (session != NULL)
    gh_mcp_session_call_tool_async (session, gh_tool_get_name (tool), arguments, progress_cb,
                                    call, gh_tool_call_get_cancellable (call), called_cb,
                                    g_object_ref (call));
  return g_steal_pointer (&call);
}

/**
 * gh_server_resume_call:
 *
 * Returns: (transfer full): like gh_server_call_tool()
 */
GhToolCall *
gh_server_resume_call (GhServer   *self,
                       GhTool     *tool,
                       const char *task_id)
{
  g_autoptr(GhToolCall) call = NULL;
  GhMcpSession *session;

  g_return_val_if_fail (GH_IS_SERVER (self), NULL);
  g_return_val_if_fail (GH_IS_TOOL (tool), NULL);
  g_return_val_if_fail (task_id != NULL, NULL);

  session = gh_server_get_session (self);
  call = begin_call (self, tool, NULL);
  if (session != NULL)
    gh_mcp_session_resume_tool_async (session, gh_tool_get_name (tool), task_id, progress_cb, call,
                                      gh_tool_call_get_cancellable (call), called_cb,
                                      g_object_ref (call));
  return g_steal_pointer (&call);
}

GhToolCall *
gh_server_call_tool_text (GhServer    *self,
                          GhTool      *tool,
                          const char  *json,
                          GError     **error)
{
  g_autoptr(JsonNode) arguments = NULL;

  g_return_val_if_fail (GH_IS_SERVER (self), NULL);
  g_return_val_if_fail (json != NULL, NULL);

  arguments = gh_json_read (json, strlen (json), error);
  if (arguments == NULL)
    return NULL;
  if (gh_json_node_get_object (arguments) == NULL)
    {
      g_set_error_literal (error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER,
                           "The arguments are not an object");
      return NULL;
    }
  return gh_server_call_tool (self, tool, arguments);
}

/* A request of ours: the task waits for the session. NULL when the server does not run, and the
 * task is told so. */
static GhMcpSession *
begin (GhServer *self,
       GTask    *task)
{
  GhMcpSession *session = gh_server_get_session (self);

  if (session == NULL)
    g_task_return_error (task, new_not_running ());
  return session;
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  g_autoptr(GPtrArray) contents = NULL;
  g_autoptr(GListStore) list = NULL;
  GError *error = NULL;

  contents = gh_mcp_session_read_resource_finish (GH_MCP_SESSION (source), result, &error);
  if (contents == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  list = g_list_store_new (GH_TYPE_CONTENT);
  for (guint i = 0; i < contents->len; i++)
    {
      g_autoptr(GhContent) content = gh_content_new_from_resource (contents->pdata[i]);

      g_list_store_append (list, content);
    }
  g_task_return_pointer (task, g_steal_pointer (&list), g_object_unref);
}

/**
 * gh_server_read_resource_async:
 * @uri: as the server gave it, or a filled in template; only the server is asked for it (8.19)
 * @cancellable: (nullable): tells the server that nobody waits any more
 */
void
gh_server_read_resource_async (GhServer            *self,
                               const char          *uri,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  GhMcpSession *session;

  g_return_if_fail (GH_IS_SERVER (self));
  g_return_if_fail (uri != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_server_read_resource_async);
  session = begin (self, task);
  if (session != NULL)
    gh_mcp_session_read_resource_async (session, uri, cancellable, read_cb,
                                        g_steal_pointer (&task));
}

/**
 * gh_server_read_resource_finish:
 *
 * Returns: (transfer full) (nullable): a list of GhContent, maybe empty
 */
GListModel *
gh_server_read_resource_finish (GhServer      *self,
                                GAsyncResult  *result,
                                GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
subscribed_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;

  if (gh_mcp_session_subscribe_finish (GH_MCP_SESSION (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
unsubscribed_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;

  if (gh_mcp_session_unsubscribe_finish (GH_MCP_SESSION (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * gh_server_subscribe_async:
 * @subscribe: FALSE: no longer
 *
 * Whether the signal "resource-updated" tells when this resource changes, as long as the server
 * runs (8.18).
 */
void
gh_server_subscribe_async (GhServer            *self,
                           const char          *uri,
                           gboolean             subscribe,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  GhMcpSession *session;

  g_return_if_fail (GH_IS_SERVER (self));
  g_return_if_fail (uri != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_server_subscribe_async);
  session = begin (self, task);
  if (session == NULL)
    return;
  if (subscribe)
    gh_mcp_session_subscribe_async (session, uri, cancellable, subscribed_cb,
                                    g_steal_pointer (&task));
  else
    gh_mcp_session_unsubscribe_async (session, uri, cancellable, unsubscribed_cb,
                                      g_steal_pointer (&task));
}

gboolean
gh_server_subscribe_finish (GhServer      *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

gboolean
gh_server_get_can_subscribe (GhServer *self)
{
  GhMcpSession *session;

  g_return_val_if_fail (GH_IS_SERVER (self), FALSE);

  session = gh_server_get_session (self);
  return session != NULL && gh_mcp_session_can_subscribe (session);
}

static void
prompt_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  g_autoptr(GhMcpPromptResult) answer = NULL;
  GError *error = NULL;

  answer = gh_mcp_session_get_prompt_finish (GH_MCP_SESSION (source), result, &error);
  if (answer != NULL)
    g_task_return_pointer (task, gh_prompt_result_new (answer), g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * gh_server_get_prompt_async:
 * @arguments: (nullable): an object of texts (gh_prompt_create_form())
 */
void
gh_server_get_prompt_async (GhServer            *self,
                            GhPrompt            *prompt,
                            JsonNode            *arguments,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  GhMcpSession *session;

  g_return_if_fail (GH_IS_SERVER (self));
  g_return_if_fail (GH_IS_PROMPT (prompt));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_server_get_prompt_async);
  session = begin (self, task);
  if (session != NULL)
    gh_mcp_session_get_prompt_async (session, gh_prompt_get_mcp (prompt), arguments, cancellable,
                                     prompt_cb, g_steal_pointer (&task));
}

/**
 * gh_server_get_prompt_finish:
 *
 * Returns: (transfer full) (nullable): what the server made of it
 */
GhPromptResult *
gh_server_get_prompt_finish (GhServer      *self,
                             GAsyncResult  *result,
                             GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
completed_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhMcpCompletion *completion;
  GError *error = NULL;

  completion = gh_mcp_session_complete_finish (GH_MCP_SESSION (source), result, &error);
  if (completion != NULL)
    g_task_return_pointer (task, completion, (GDestroyNotify) gh_mcp_completion_unref);
  else
    g_task_return_error (task, error);
}

/**
 * gh_server_complete_async:
 * @reference: a #GhPrompt or a #GhResourceTemplate
 * @argument: its argument or variable
 * @value: what is typed so far
 * @known: (nullable): the other arguments, an object of texts
 *
 * May be called at every key: only the newest question counts (8.26).
 */
void
gh_server_complete_async (GhServer            *self,
                          GObject             *reference,
                          const char          *argument,
                          const char          *value,
                          JsonNode            *known,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  GhMcpSession *session;
  gboolean prompt;

  g_return_if_fail (GH_IS_SERVER (self));
  g_return_if_fail (GH_IS_PROMPT (reference) || GH_IS_RESOURCE_TEMPLATE (reference));
  g_return_if_fail (argument != NULL && value != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_server_complete_async);
  session = begin (self, task);
  if (session == NULL)
    return;
  prompt = GH_IS_PROMPT (reference);
  gh_mcp_session_complete_async (
    session, prompt ? GH_MCP_COMPLETION_PROMPT : GH_MCP_COMPLETION_RESOURCE,
    prompt ? gh_prompt_get_name (GH_PROMPT (reference))
           : gh_resource_template_get_uri_template (GH_RESOURCE_TEMPLATE (reference)),
    argument, value, known, cancellable, completed_cb, g_steal_pointer (&task));
}

/**
 * gh_server_complete_finish:
 * @has_more: (out) (optional): whether there are more than these
 *
 * Returns: (transfer full) (nullable): what the server proposes, maybe nothing
 */
GStrv
gh_server_complete_finish (GhServer      *self,
                           GAsyncResult  *result,
                           gboolean      *has_more,
                           GError       **error)
{
  g_autoptr(GhMcpCompletion) completion = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  completion = g_task_propagate_pointer (G_TASK (result), error);
  if (completion == NULL)
    return NULL;
  if (has_more != NULL)
    *has_more = completion->has_more;
  return g_strdupv (completion->values);
}

gboolean
gh_server_get_can_complete (GhServer *self)
{
  GhMcpSession *session;

  g_return_val_if_fail (GH_IS_SERVER (self), FALSE);

  session = gh_server_get_session (self);
  return session != NULL && gh_mcp_session_has_completions (session);
}
