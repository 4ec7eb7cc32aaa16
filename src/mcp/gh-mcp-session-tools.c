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

/* What calls are made and checked by, from now on. */
static void
note_tools (GhMcpSession *self,
            GPtrArray    *list)
{
  if (self->tools == NULL)
    return;
  gh_mcp_session_mirror_tools (self, list);
  g_hash_table_remove_all (self->tools);
  g_hash_table_remove_all (self->task_tools);
  for (guint i = 0; i < list->len; i++)
    {
      GhMcpTool *tool = g_ptr_array_index (list, i);

      g_hash_table_insert (self->tools, g_strdup (tool->name), gh_mcp_tool_schemas_new (tool));
      if (tool->task_required)
        g_hash_table_add (self->task_tools, g_strdup (tool->name));
    }
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  GhMcpSession *self = GH_MCP_SESSION (source);
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  GPtrArray *list = gh_mcp_session_list_finish (self, result, &error);

  if (list != NULL)
    {
      note_tools (self, list);
      g_task_return_pointer (task, list, (GDestroyNotify) g_ptr_array_unref);
    }
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

/* One tools/call: its arguments are checked, it is made, its result is checked in a thread. */
typedef struct
{
  GhMcpToolSchemas *schemas; /* owned; NULL when the tool was never listed */
  GhMcpToolResult *result;   /* owned, while it is checked */
  char *warning;             /* owned; about the arguments, or NULL */
} ToolCall;

static void
tool_call_free (gpointer data)
{
  ToolCall *call = data;

  g_clear_pointer (&call->schemas, gh_mcp_tool_schemas_unref);
  g_clear_pointer (&call->result, gh_mcp_tool_result_free);
  g_free (call->warning);
  g_free (call);
}

static void
add_warning (ToolCall *call,
             char     *take_warning)
{
  g_autofree char *second = take_warning;
  g_autofree char *first = g_steal_pointer (&call->warning);

  if (first != NULL && second != NULL)
    call->warning = g_strconcat (first, "\n", second, NULL);
  else
    call->warning = first != NULL ? g_steal_pointer (&first) : g_steal_pointer (&second);
}

static void
return_result (GTask *task)
{
  ToolCall *call = g_task_get_task_data (task);

  call->result->warning = g_steal_pointer (&call->warning);
  g_task_return_pointer (task, g_steal_pointer (&call->result),
                         (GDestroyNotify) gh_mcp_tool_result_free);
}

/* In a thread, which has the result for itself. */
static void
check_in_thread (GTask        *check,
                 gpointer      source,
                 gpointer      task_data,
                 GCancellable *cancellable)
{
  ToolCall *call = task_data;

  g_task_return_pointer (check, gh_mcp_tool_schemas_check_result (call->schemas, call->result),
                         g_free);
}

static void
checked_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;

  add_warning (g_task_get_task_data (task), g_task_propagate_pointer (G_TASK (result), NULL));
  return_result (task);
}

static void
called_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  ToolCall *call = g_task_get_task_data (task);
  GError *error = NULL;
  JsonNode *answer = gh_mcp_session_call_finish (GH_MCP_SESSION (source), result, &error);

  if (answer != NULL)
    {
      call->result = gh_mcp_tool_result_parse (answer, &error);
      gh_json_node_release (answer);
    }
  if (call->result == NULL)
    g_task_return_error (task, error);
  else if (call->schemas == NULL || !gh_mcp_tool_schemas_prepare (call->schemas, call->result))
    return_result (task);
  else
    {
      g_autoptr(GTask) check = g_task_new (NULL, NULL, checked_cb, g_object_ref (task));

      g_task_set_task_data (check, call, NULL);
      g_task_run_in_thread (check, check_in_thread);
    }
}

static ToolCall *
set_call (GTask      *task,
          const char *name)
{
  GhMcpSession *self = g_task_get_source_object (task);
  ToolCall *call = g_new0 (ToolCall, 1);

  call->schemas = g_hash_table_lookup (self->tools, name);
  if (call->schemas != NULL)
    gh_mcp_tool_schemas_ref (call->schemas);
  g_task_set_task_data (task, call, tool_call_free);
  return call;
}

/**
 * gh_mcp_session_call_tool_async:
 * @arguments: (nullable): an object
 *
 * Arguments that do not fit the listed tool's schema are GH_MCP_ERROR_ARGUMENTS and do not
 * leave (8.9); a result that does not fit comes with a warning (8.11).
 */
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
    .tool = name,
    .flags = GH_MCP_REQUEST_FRESH,
    .progress_func = progress_func,
    .progress_data = progress_data,
  };
  g_autoptr(JsonNode) whole = NULL;
  g_autoptr(JsonNode) params = NULL;
  JsonObject *object;
  GError *error = NULL;
  ToolCall *call;
  GTask *task;

  g_return_if_fail (GH_IS_MCP_SESSION (self));
  g_return_if_fail (name != NULL);
  g_return_if_fail (arguments == NULL || gh_json_node_get_object (arguments) != NULL);

  task = gh_mcp_session_new_task (self, gh_mcp_session_has_tools (self), "tools", cancellable,
                                  callback, user_data, gh_mcp_session_call_tool_async);
  if (task == NULL)
    return;
  whole = arguments != NULL ? json_node_ref (arguments)
                            : gh_json_node_new_object (json_object_new ());
  call = set_call (task, name);
  if (call->schemas != NULL
      && !gh_mcp_tool_schemas_check_arguments (call->schemas, whole, &call->warning, &error))
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  object = json_object_new ();
  json_object_set_member (object, "name", gh_json_node_new_string (name));
  json_object_set_member (object, "arguments", json_node_ref (whole));
  params = gh_json_node_new_object (object);
  gh_mcp_session_call_async (self, params, &options, g_hash_table_contains (self->task_tools, name),
                             cancellable, called_cb, task);
}

void
gh_mcp_session_resume_tool_async (GhMcpSession        *self,
                                  const char          *name,
                                  const char          *task_id,
                                  GhMcpProgressFunc    progress_func,
                                  gpointer             progress_data,
                                  GCancellable        *cancellable,
                                  GAsyncReadyCallback  callback,
                                  gpointer             user_data)
{
  const GhMcpRequestOptions options = {
    .tool = name,
    .progress_func = progress_func,
    .progress_data = progress_data,
  };
  GTask *task;

  g_return_if_fail (GH_IS_MCP_SESSION (self));
  g_return_if_fail (name != NULL && task_id != NULL);

  task = gh_mcp_session_new_task (self, gh_mcp_session_has_tools (self), "tools", cancellable,
                                  callback, user_data, gh_mcp_session_resume_tool_async);
  if (task == NULL)
    return;
  set_call (task, name);
  gh_mcp_session_resume_async (self, task_id, &options, cancellable, called_cb, task);
}

GhMcpToolResult *
gh_mcp_session_call_tool_finish (GhMcpSession  *self,
                                 GAsyncResult  *result,
                                 GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
