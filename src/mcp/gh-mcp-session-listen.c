/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What changed at the server: in the legacy eras it says so by itself, in the modern one to those
 * who listen (requirements 4.35-4.40, 8.3, 8.34). */
#include "config.h"

#include "gh-mcp-session-private.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-protocol.h"

static void
changed_cb (const char *method,
            const char *uri,
            JsonObject *params,
            gpointer    user_data)
{
  GhMcpSession *self = user_data;

  if (strcmp (method, GH_MCP_TOOLS_LIST_CHANGED) == 0)
    {
      gh_mcp_cache_drop (self->cache, GH_MCP_TOOLS_LIST);
      if (self->state == GH_MCP_SESSION_READY && gh_mcp_session_has_tools (self))
        gh_mcp_changes_note (self->tools_changes);
    }
  else if (strcmp (method, GH_MCP_PROMPTS_LIST_CHANGED) == 0)
    {
      gh_mcp_cache_drop (self->cache, GH_MCP_PROMPTS_LIST);
      gh_mcp_session_take_prompts_changed (self);
    }
  else if (strcmp (method, GH_MCP_RESOURCES_LIST_CHANGED) == 0)
    {
      gh_mcp_cache_drop (self->cache, GH_MCP_RESOURCES_LIST);
      gh_mcp_cache_drop (self->cache, GH_MCP_RESOURCE_TEMPLATES_LIST);
      gh_mcp_session_take_resources_changed (self);
    }
  else if (strcmp (method, GH_MCP_RESOURCES_UPDATED) == 0 && uri != NULL)
    {
      gh_mcp_cache_drop_resource (self->cache, uri);
      gh_mcp_session_take_resource_updated (self, uri);
    }
  else if (strcmp (method, GH_MCP_TASKS_CHANGED) == 0 && params != NULL)
    gh_mcp_session_take_task_change (self, params);
}

static gboolean
is_change (const char *method)
{
  static const char * const methods[] = { GH_MCP_TOOLS_LIST_CHANGED, GH_MCP_PROMPTS_LIST_CHANGED,
                                          GH_MCP_RESOURCES_LIST_CHANGED, GH_MCP_RESOURCES_UPDATED,
                                          NULL };

  return g_strv_contains (methods, method);
}

/**
 * gh_mcp_session_take_change:
 * @params: (nullable): of the notification
 *
 * Returns: whether it was a notification of this kind
 */
gboolean
gh_mcp_session_take_change (GhMcpSession *self,
                            const char   *method,
                            JsonObject   *params)
{
  if (self->listen != NULL && gh_mcp_listen_take (self->listen, method, params))
    return TRUE;
  if (!is_change (method))
    return FALSE;
  /* One that does not say for whom it is: it means no more than that a list is to be read. */
  changed_cb (method, gh_json_get_string (params, "uri"), NULL, self);
  return TRUE;
}

/**
 * gh_mcp_session_start_listening:
 *
 * In the modern era, once READY: only for what the server says it tells of (4.35).
 */
void
gh_mcp_session_start_listening (GhMcpSession *self)
{
  const GhMcpMeta meta = { .version = self->info->version, .capabilities = self->capabilities };
  GhMcpListenLists lists = 0;

  if (self->info->tools_list_changed)
    lists |= GH_MCP_LISTEN_TOOLS;
  if (self->info->prompts_list_changed)
    lists |= GH_MCP_LISTEN_PROMPTS;
  if (self->info->resources_list_changed)
    lists |= GH_MCP_LISTEN_RESOURCES;
  g_clear_pointer (&self->listen, gh_mcp_listen_free);
  self->listen = gh_mcp_listen_new (self->peer, &meta,
                                    !gh_mcp_session_cancels_by_closing (self), lists, changed_cb,
                                    self);
}
