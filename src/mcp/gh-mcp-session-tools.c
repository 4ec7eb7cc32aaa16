/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server's tools: listing and calling them (requirements 8.1-8.12). */
#include "config.h"

#include "gh-mcp-session-private.h"

#include "gh-json.h"
#include "gh-mcp-protocol.h"

/* A call's params with the arguments of most tools. */
#define PARAMS_SIZE 256

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
  GH_MCP_TOOLS_LIST, "tools", "tools", gh_mcp_session_has_tools, parse_tool,
  (GDestroyNotify) gh_mcp_tool_unref
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

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_mcp_session_list_tools_async);
  g_task_set_check_cancellable (task, FALSE);
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
return_result (GTask    *task,
               ToolCall *call)
{
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
  ToolCall *call = g_task_get_task_data (G_TASK (result));

  add_warning (call, g_task_propagate_pointer (G_TASK (result), NULL));
  return_result (task, call);
}

/* What the server answered; it is checked in a thread where there is something to check. */
static void
take_result (GTask       *task,
             GhJsonValue *result,
             gpointer     user_data)
{
  ToolCall *call = user_data;
  GError *error = NULL;

  call->result = gh_mcp_tool_result_parse (result, &error);
  if (call->result == NULL)
    g_task_return_error (task, error);
  else if (call->schemas == NULL || !gh_mcp_tool_schemas_prepare (call->schemas, call->result))
    return_result (task, call);
  else
    {
      g_autoptr(GTask) check = g_task_new (NULL, NULL, checked_cb, g_object_ref (task));

      g_task_set_task_data (check, call, NULL);
      g_task_run_in_thread (check, check_in_thread);
    }
}

static ToolCall *
tool_call_new (GhMcpSession *self,
               const char   *name)
{
  ToolCall *call = g_new (ToolCall, 1);

  *call = (ToolCall) { .schemas = g_hash_table_lookup (self->tools, name) };
  if (call->schemas != NULL)
    gh_mcp_tool_schemas_ref (call->schemas);
  return call;
}

/* Of a call that may have been a task. */
static void
called_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  JsonNode *answer = gh_mcp_session_call_finish (GH_MCP_SESSION (source), result, &error);
  g_autoptr(GhJsonValue) value = answer != NULL ? gh_json_value_new (answer) : NULL;

  if (value != NULL)
    {
      gh_json_node_release (answer);
      take_result (task, value, g_task_get_task_data (task));
    }
  else
    g_task_return_error (task, error);
}

static GhJsonValue *
build_params (const char *name,
              JsonNode   *arguments)
{
  GString *text = g_string_sized_new (PARAMS_SIZE);
  gsize length;

  g_string_append (text, "{\"name\":");
  gh_json_append_string (text, name);
  g_string_append (text, ",\"arguments\":");
  if (arguments != NULL)
    gh_json_append (text, arguments, G_MAXSIZE);
  else
    g_string_append (text, "{}");
  g_string_append_c (text, '}');
  length = text->len;
  return gh_json_value_take_text (g_string_free (text, FALSE), length);
}

/* FALSE when the arguments do not fit. */
static gboolean
check_arguments (ToolCall  *call,
                 JsonNode  *arguments,
                 GError   **error)
{
  g_autoptr(JsonNode) none = NULL;

  if (call->schemas == NULL)
    return TRUE;
  if (arguments == NULL)
    arguments = none = gh_json_node_new_object (json_object_new ());
  return gh_mcp_tool_schemas_check_arguments (call->schemas, arguments, &call->warning, error);
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
    .flags = GH_MCP_REQUEST_LONG,
    .progress_func = progress_func,
    .progress_data = progress_data,
  };
  g_autoptr(GTask) task = NULL;
  g_autoptr(GhJsonValue) params = NULL;
  gboolean as_task;
  GError *error = NULL;
  ToolCall *call;

  g_return_if_fail (GH_IS_MCP_SESSION (self));
  g_return_if_fail (name != NULL);
  g_return_if_fail (arguments == NULL || gh_json_node_get_object (arguments) != NULL);

  task = gh_mcp_session_new_task (self, gh_mcp_session_has_tools (self), "tools", cancellable,
                                  callback, user_data, gh_mcp_session_call_tool_async);
  if (task == NULL)
    return;
  call = tool_call_new (self, name);
  if (!check_arguments (call, arguments, &error))
    {
      g_task_return_error (task, error);
      tool_call_free (call);
      return;
    }
  params = build_params (name, arguments);
  as_task = g_hash_table_contains (self->task_tools, name);
  if (gh_mcp_session_may_be_task (self, as_task))
    {
      g_task_set_task_data (task, call, tool_call_free);
      gh_mcp_session_call_async (self, gh_json_value_get_node (params), &options, as_task,
                                 cancellable, called_cb, g_object_ref (task));
    }
  else
    gh_mcp_session_run_request (task, GH_MCP_TOOLS_CALL, params, &options, take_result, call,
                                tool_call_free);
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
  g_task_set_task_data (task, tool_call_new (self, name), tool_call_free);
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
