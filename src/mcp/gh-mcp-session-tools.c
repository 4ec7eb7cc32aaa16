/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server's tools: listing and calling them (requirements 8.1-8.12). */
#include "config.h"

#include "gh-mcp-session-private.h"

#include "gh-json.h"
#include "gh-mcp-protocol.h"

static gpointer
parse_tool (GhMcpSession  *self,
            JsonNode      *element,
            const char   **key,
            GError       **error)
{
  GhMcpTool *tool = gh_mcp_tool_parse (element, self->info->tool_tasks, error);

  if (tool != NULL)
    *key = tool->name;
  return tool;
}

static const GhMcpListKind tools = {
  GH_MCP_TOOLS_LIST, "tools", parse_tool, (GDestroyNotify) gh_mcp_tool_unref
};

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  GPtrArray *list = gh_mcp_session_list_finish (GH_MCP_SESSION (source), result, &error);

  if (list != NULL)
    g_task_return_pointer (task, list, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

void
gh_mcp_session_list_tools_async (GhMcpSession        *self,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (GH_IS_MCP_SESSION (self));

  task = gh_mcp_session_new_task (self, gh_mcp_session_has_tools (self), "tools", cancellable,
                                  callback, user_data, gh_mcp_session_list_tools_async);
  if (task != NULL)
    gh_mcp_session_list_async (self, &tools, cancellable, listed_cb, task);
}

GPtrArray *
gh_mcp_session_list_tools_finish (GhMcpSession  *self,
                                  GAsyncResult  *result,
                                  GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
called_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  JsonNode *answer = gh_mcp_session_request_finish (GH_MCP_SESSION (source), result, &error);
  GhMcpToolResult *parsed = NULL;

  if (answer != NULL)
    {
      parsed = gh_mcp_tool_result_parse (answer, &error);
      gh_json_node_release (answer);
    }
  if (parsed != NULL)
    g_task_return_pointer (task, parsed, (GDestroyNotify) gh_mcp_tool_result_free);
  else
    g_task_return_error (task, error);
}

void
gh_mcp_session_call_tool_async (GhMcpSession        *self,
                                const char          *name,
                                JsonNode            *arguments,
                                GhMcpProgressFunc    progress_func,
                                gpointer             progress_data,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data)
{
  const GhMcpRequestOptions options = {
    .flags = GH_MCP_REQUEST_LONG,
    .tool = name,
    .progress_func = progress_func,
    .progress_data = progress_data,
  };
  g_autoptr(JsonNode) params = NULL;
  JsonObject *object;
  GTask *task;

  g_return_if_fail (GH_IS_MCP_SESSION (self));
  g_return_if_fail (name != NULL);
  g_return_if_fail (arguments == NULL || gh_json_node_get_object (arguments) != NULL);

  task = gh_mcp_session_new_task (self, gh_mcp_session_has_tools (self), "tools", cancellable,
                                  callback, user_data, gh_mcp_session_call_tool_async);
  if (task == NULL)
    return;
  object = json_object_new ();
  json_object_set_member (object, "name", gh_json_node_new_string (name));
  json_object_set_member (object, "arguments",
                          arguments != NULL ? json_node_ref (arguments)
                                            : gh_json_node_new_object (json_object_new ()));
  params = gh_json_node_new_object (object);
  gh_mcp_session_request_async (self, GH_MCP_TOOLS_CALL, params, &options, cancellable, called_cb,
                                task);
}

GhMcpToolResult *
gh_mcp_session_call_tool_finish (GhMcpSession  *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
