/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Where a modern server is reached over HTTP: which arguments of its tools go into headers, and the
 * tools that cannot be called for that (requirements 4.25-4.33). */
#include "config.h"

#include "gh-mcp-session-private.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-http-transport.h"
#include "gh-mcp-param-headers.h"
#include "gh-mcp-protocol.h"

gboolean
gh_mcp_session_mirrors (GhMcpSession *self)
{
  return self->info != NULL && self->info->era == GH_MCP_ERA_MODERN
         && GH_IS_MCP_HTTP_TRANSPORT (self->transport);
}

static GhMcpParamHeaders *
find (GhMcpSession *self,
      JsonNode     *params)
{
  const char *name = gh_json_get_string (gh_json_node_get_object (params), "name");

  return name != NULL && self->mirrors != NULL ? g_hash_table_lookup (self->mirrors, name) : NULL;
}

static void
add_headers_cb (GhRpcMessage       *request,
                SoupMessageHeaders *headers,
                gpointer            user_data)
{
  JsonNode *params = gh_rpc_message_get_params (request);
  GhMcpParamHeaders *mirror;

  if (g_strcmp0 (gh_rpc_message_get_method (request), GH_MCP_TOOLS_CALL) != 0 || params == NULL)
    return;
  mirror = find (user_data, params);
  /* It was checked before the request was made. */
  if (mirror != NULL)
    gh_mcp_param_headers_add (mirror, gh_json_get (gh_json_node_get_object (params), "arguments"),
                              headers, NULL);
}

void
gh_mcp_session_start_mirroring (GhMcpSession *self)
{
  if (gh_mcp_session_mirrors (self))
    gh_mcp_http_transport_set_header_func (GH_MCP_HTTP_TRANSPORT (self->transport), add_headers_cb,
                                           self, NULL);
}

/* The transport may outlive the session. */
void
gh_mcp_session_stop_mirroring (GhMcpSession *self)
{
  if (self->transport != NULL && GH_IS_MCP_HTTP_TRANSPORT (self->transport))
    gh_mcp_http_transport_set_header_func (GH_MCP_HTTP_TRANSPORT (self->transport), NULL, NULL,
                                           NULL);
  g_clear_pointer (&self->mirrors, g_hash_table_unref);
  g_clear_pointer (&self->left_out, g_ptr_array_unref);
}

gboolean
gh_mcp_session_check_mirror (GhMcpSession  *self,
                             JsonNode      *params,
                             GError       **error)
{
  GhMcpParamHeaders *mirror = find (self, params);

  return mirror == NULL
         || gh_mcp_param_headers_add (mirror,
                                      gh_json_get (gh_json_node_get_object (params), "arguments"),
                                      NULL, error);
}

static void
left_out_free (gpointer data)
{
  GhMcpToolLeftOut *each = data;

  gh_mcp_tool_unref (each->tool);
  g_free (each->reason);
  g_free (each);
}

static void
leave_out (GhMcpSession *self,
           GhMcpTool    *tool,
           const GError *error)
{
  GhMcpToolLeftOut *each = g_new0 (GhMcpToolLeftOut, 1);
  g_autofree char *text = g_strdup_printf ("The tool %s is left out: %s", tool->name,
                                           error->message);

  each->tool = gh_mcp_tool_ref (tool);
  each->reason = g_strdup (error->message);
  g_ptr_array_add (self->left_out, each);
  gh_mcp_session_tell_warning (self, text);
}

void
gh_mcp_session_mirror_tools (GhMcpSession *self,
                             GPtrArray    *tools)
{
  if (!gh_mcp_session_mirrors (self))
    return;
  g_clear_pointer (&self->mirrors, g_hash_table_unref);
  g_clear_pointer (&self->left_out, g_ptr_array_unref);
  self->mirrors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                         (GDestroyNotify) gh_mcp_param_headers_free);
  self->left_out = g_ptr_array_new_with_free_func (left_out_free);
  for (guint i = 0; i < tools->len;)
    {
      GhMcpTool *tool = g_ptr_array_index (tools, i);
      g_autoptr(GError) error = NULL;
      g_autoptr(GhMcpParamHeaders) mirror = gh_mcp_param_headers_new (tool->input_schema, &error);

      if (mirror == NULL)
        {
          leave_out (self, tool, error);
          g_ptr_array_remove_index (tools, i);
          continue;
        }
      i++;
      if (gh_mcp_param_headers_get_n (mirror) > 0)
        g_hash_table_insert (self->mirrors, g_strdup (tool->name), g_steal_pointer (&mirror));
    }
}

/**
 * gh_mcp_session_get_left_out:
 *
 * Returns: (transfer none) (nullable) (element-type GhMcpToolLeftOut): since the tools were listed
 *   last; NULL when none are ever left out
 */
GPtrArray *
gh_mcp_session_get_left_out (GhMcpSession *self)
{
  g_return_val_if_fail (GH_IS_MCP_SESSION (self), NULL);

  return self->left_out;
}
