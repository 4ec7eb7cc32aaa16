/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server wants of the host, in whichever era's form it came: from method and params to the
 * result object, through the delegate. */
#include "config.h"

#include "gh-mcp-wish.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-protocol.h"

static JsonNode *
list_roots (GhMcpDelegate *delegate)
{
  g_autoptr(GPtrArray) roots = gh_mcp_delegate_list_roots (delegate);
  JsonArray *array = json_array_new ();
  JsonObject *result = json_object_new ();

  for (guint i = 0; i < roots->len; i++)
    {
      GhMcpRoot *root = g_ptr_array_index (roots, i);
      JsonObject *object = json_object_new ();

      json_object_set_member (object, "uri", gh_json_node_new_string (root->uri));
      if (root->name != NULL)
        json_object_set_member (object, "name", gh_json_node_new_string (root->name));
      json_array_add_element (array, gh_json_node_new_object (object));
    }
  json_object_set_member (result, "roots", gh_json_node_new_array (array));
  return gh_json_node_new_object (result);
}

static void
message_created_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  JsonNode *answer = gh_mcp_delegate_create_message_finish (GH_MCP_DELEGATE (source), result,
                                                            &error);

  if (answer != NULL)
    g_task_return_pointer (task, answer, (GDestroyNotify) json_node_unref);
  else
    g_task_return_error (task, error);
}

static void
create_message (GTask      *take_task,
                JsonNode   *params,
                const char *version,
                const char *tool)
{
  g_autoptr(GTask) task = take_task;
  g_autoptr(GhMcpSamplingParams) checked = NULL;
  GError *error = NULL;

  if (version == NULL)
    {
      g_task_return_new_error (task, GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY,
                               "The session is not initialized");
      return;
    }
  checked = gh_mcp_sampling_params_parse (params, version, &error);
  if (checked == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  gh_mcp_delegate_create_message_async (g_task_get_source_object (task), checked, tool,
                                        g_task_get_cancellable (task), message_created_cb,
                                        g_object_ref (task));
}

/* A person's no is an answer here, not an error (7.3). */
static JsonNode *
build_refusal (const GError *error,
               GCancellable *cancellable)
{
  if (g_error_matches (error, GH_MCP_ERROR, GH_MCP_ERROR_DENIED))
    return gh_mcp_elicitation_build_result (GH_MCP_ELICITATION_DECLINE, NULL);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
      && !g_cancellable_is_cancelled (cancellable))
    return gh_mcp_elicitation_build_result (GH_MCP_ELICITATION_CANCEL, NULL);
  return NULL;
}

static void
elicited_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhMcpElicitation *elicitation = g_task_get_task_data (task);
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) answer = gh_mcp_delegate_elicit_finish (GH_MCP_DELEGATE (source), result,
                                                              &error);

  if (answer == NULL)
    answer = build_refusal (error, g_task_get_cancellable (task));
  else if (elicitation->mode == GH_MCP_ELICITATION_FORM && gh_mcp_elicitation_is_accept (answer))
    {
      JsonNode *content = gh_json_get (gh_json_node_get_object (answer), "content");
      g_autoptr(GError) problem = NULL;

      /* What does not fit is no answer, whoever wrote it (7.15); the server learns no more. */
      if (!gh_mcp_elicitation_check_content (elicitation, content, &problem))
        {
          g_clear_pointer (&answer, json_node_unref);
          g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, problem->message);
        }
    }
  if (answer != NULL)
    g_task_return_pointer (task, g_steal_pointer (&answer), (GDestroyNotify) json_node_unref);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
elicit (GTask      *take_task,
        JsonNode   *params,
        const char *version,
        const char *tool)
{
  g_autoptr(GTask) task = take_task;
  GhMcpDelegate *delegate = g_task_get_source_object (task);
  GhMcpElicitation *elicitation;
  GError *error = NULL;

  if (version == NULL)
    {
      g_task_return_new_error (task, GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY,
                               "The session is not initialized");
      return;
    }
  elicitation = gh_mcp_elicitation_parse (params, gh_mcp_delegate_get_capabilities (delegate),
                                          version, &error);
  if (elicitation == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_task_set_task_data (task, elicitation, (GDestroyNotify) gh_mcp_elicitation_unref);
  gh_mcp_delegate_elicit_async (delegate, elicitation, tool, g_task_get_cancellable (task),
                                elicited_cb, g_object_ref (task));
}

gboolean
gh_mcp_wish_is_declared (GhMcpDelegate *delegate,
                         const char    *method,
                         const char    *version)
{
  GhMcpCapabilities there;

  g_return_val_if_fail (GH_IS_MCP_DELEGATE (delegate), FALSE);
  g_return_val_if_fail (method != NULL, FALSE);

  there = gh_mcp_delegate_get_capabilities (delegate);
  if (version != NULL)
    there = gh_mcp_capabilities_in_version (there, version);
  if (strcmp (method, GH_MCP_ROOTS_LIST) == 0)
    return (there & GH_MCP_CAPABILITY_ROOTS) != 0;
  if (strcmp (method, GH_MCP_CREATE_MESSAGE) == 0)
    return (there & GH_MCP_CAPABILITY_SAMPLING) != 0;
  if (strcmp (method, GH_MCP_ELICIT) == 0)
    return (there & (GH_MCP_CAPABILITY_ELICIT_FORM | GH_MCP_CAPABILITY_ELICIT_URL)) != 0;
  return FALSE;
}

/**
 * gh_mcp_wish_grant_async:
 * @params: (nullable): as they came
 * @version: (nullable): without it only the roots are given
 * @tool: (nullable): the tool whose call it came during
 */
void
gh_mcp_wish_grant_async (GhMcpDelegate       *delegate,
                         const char          *method,
                         JsonNode            *params,
                         const char          *version,
                         const char          *tool,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (GH_IS_MCP_DELEGATE (delegate));
  g_return_if_fail (method != NULL);
  g_return_if_fail (G_IS_CANCELLABLE (cancellable));

  task = g_task_new (delegate, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_mcp_wish_grant_async);
  g_task_set_check_cancellable (task, FALSE);
  if (!gh_mcp_wish_is_declared (delegate, method, version))
    g_task_return_new_error (task, GH_MCP_ERROR, GH_MCP_ERROR_UNSUPPORTED, "Method not found");
  else if (strcmp (method, GH_MCP_ROOTS_LIST) == 0)
    g_task_return_pointer (task, list_roots (delegate), (GDestroyNotify) json_node_unref);
  else if (strcmp (method, GH_MCP_CREATE_MESSAGE) == 0)
    create_message (g_steal_pointer (&task), params, version, tool);
  else
    elicit (g_steal_pointer (&task), params, version, tool);
}

/**
 * gh_mcp_wish_grant_finish:
 *
 * Returns: (transfer full) (nullable): the result object, or NULL with GH_MCP_ERROR_UNSUPPORTED
 *   (nobody declared such a thing), GH_MCP_ERROR_NOT_READY (no version yet),
 *   GH_MCP_ERROR_INVALID_PARAMS, GH_MCP_ERROR_DENIED, or any other error of the delegate.
 */
JsonNode *
gh_mcp_wish_grant_finish (GhMcpDelegate  *delegate,
                          GAsyncResult   *result,
                          GError        **error)
{
  g_return_val_if_fail (g_task_is_valid (result, delegate), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
