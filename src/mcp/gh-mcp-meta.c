/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What goes along with every request: `_meta` (requirements 2.10-2.12, 2.40). */
#include "config.h"

#include "gh-mcp-meta.h"

#include "gh-json.h"
#include "gh-mcp-client-info.h"
#include "gh-mcp-protocol.h"
#include "gh-plain-text.h"
#include "gh-rpc-error.h"

/* The server's words are not endless. */
#define MAX_EXPLANATION 1024
/* Bytes of one of their names. */
#define MAX_NAME 64

static JsonObject *
copy (JsonObject *object)
{
  return object != NULL ? gh_json_copy_members (object) : json_object_new ();
}

JsonNode *
gh_mcp_meta_add (JsonNode        *params,
                 const GhMcpMeta *meta)
{
  JsonObject *given, *whole, *ours;

  g_return_val_if_fail (params == NULL || gh_json_node_get_object (params) != NULL, NULL);
  g_return_val_if_fail (meta != NULL, NULL);

  if (meta->version == NULL && meta->progress_token == 0)
    return params != NULL ? json_node_ref (params) : NULL;

  given = params != NULL ? gh_json_node_get_object (params) : NULL;
  whole = copy (given);
  ours = copy (given != NULL ? gh_json_get_object (given, "_meta") : NULL);
  if (meta->progress_token != 0)
    json_object_set_member (ours, "progressToken", gh_json_node_new_int (meta->progress_token));
  if (meta->version != NULL)
    {
      json_object_set_member (ours, GH_MCP_META_VERSION, gh_json_node_new_string (meta->version));
      json_object_set_member (ours, GH_MCP_META_CLIENT, gh_mcp_client_info_build ());
      json_object_set_member (ours, GH_MCP_META_CAPABILITIES,
                              gh_json_node_new_object (
                                gh_mcp_capabilities_build (meta->capabilities, meta->version)));
      if (meta->log_level != NULL)
        json_object_set_member (ours, GH_MCP_META_LOG_LEVEL,
                                gh_json_node_new_string (meta->log_level));
    }
  json_object_set_member (whole, "_meta", gh_json_node_new_object (ours));
  return gh_json_node_new_object (whole);
}

void
gh_mcp_meta_write_token (GString *text,
                         gint64   progress_token)
{
  g_return_if_fail (text != NULL);

  g_string_assign (text, "\"_meta\":{\"progressToken\":");
  gh_json_append_int (text, progress_token);
  g_string_append_c (text, '}');
}

GError *
gh_mcp_meta_explain (const GError *error)
{
  JsonNode *data;
  JsonObject *object, *needed;
  g_autoptr(GList) names = NULL;
  g_autoptr(GString) text = NULL;

  g_return_val_if_fail (error != NULL, NULL);

  if (!g_error_matches (error, GH_RPC_REMOTE_ERROR, GH_MCP_CODE_MISSING_CAPABILITY))
    return g_error_copy (error);
  data = gh_rpc_remote_error_get_data (error);
  object = data != NULL ? gh_json_node_get_object (data) : NULL;
  needed = object != NULL ? gh_json_get_object (object, "requiredCapabilities") : NULL;
  if (needed == NULL || json_object_get_size (needed) == 0)
    return g_error_copy (error);

  text = g_string_new (error->message);
  g_string_append (text, " (the server asks for:");
  names = json_object_get_members (needed);
  for (GList *l = names; l != NULL && text->len < MAX_EXPLANATION; l = l->next)
    {
      g_autofree char *name = gh_plain_text_dup (l->data, MAX_NAME, GH_PLAIN_TEXT_ONE_LINE);

      g_string_append_printf (text, " %s", name);
    }
  g_string_append_c (text, ')');
  return gh_rpc_remote_error_new (error->code, text->str, data);
}

static JsonNode *
get_related (JsonNode *params)
{
  JsonObject *object = params != NULL ? gh_json_node_get_object (params) : NULL;

  return gh_json_get (gh_json_get_object (object, "_meta"), GH_MCP_META_RELATED_TASK);
}

const char *
gh_mcp_meta_get_task (JsonNode *params)
{
  return gh_json_get_string (gh_json_node_get_object (get_related (params)), "taskId");
}

JsonNode *
gh_mcp_meta_take_task (JsonNode *take_result,
                       JsonNode *params)
{
  g_autoptr(JsonNode) result = take_result;
  JsonNode *related = get_related (params);
  JsonObject *whole, *meta;

  if (related == NULL || gh_json_node_get_object (result) == NULL)
    return g_steal_pointer (&result);
  whole = gh_json_copy_members (gh_json_node_get_object (result));
  meta = gh_json_copy_members (gh_json_get_object (whole, "_meta"));
  json_object_set_member (meta, GH_MCP_META_RELATED_TASK, json_node_ref (related));
  json_object_set_member (whole, "_meta", gh_json_node_new_object (meta));
  return gh_json_node_new_object (whole);
}
