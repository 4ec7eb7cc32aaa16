/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * server/discover: the modern era's question who is there (requirements 2.13, 2.22). */
#include "config.h"

#include "gh-mcp-discover.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-protocol.h"

/**
 * gh_mcp_discover_get_versions:
 * @result: what was answered to server/discover
 *
 * Returns: (transfer none) (nullable): an array of one string at least, and nothing else
 */
JsonArray *
gh_mcp_discover_get_versions (JsonNode *result)
{
  JsonObject *object;
  JsonArray *versions;
  const char *type;

  g_return_val_if_fail (result != NULL, NULL);

  object = gh_json_node_get_object (result);
  versions = object != NULL ? gh_json_get_array (object, "supportedVersions") : NULL;
  if (versions == NULL || json_array_get_length (versions) == 0)
    return NULL;
  for (guint i = 0; i < json_array_get_length (versions); i++)
    if (!gh_json_node_is_string (json_array_get_element (versions, i)))
      return NULL;
  type = gh_json_get_string (object, "resultType");
  return type == NULL || strcmp (type, GH_MCP_RESULT_COMPLETE) == 0 ? versions : NULL;
}

GhMcpServerInfo *
gh_mcp_discover_parse (JsonNode   *result,
                       const char *version)
{
  JsonObject *object, *meta, *server;

  g_return_val_if_fail (result != NULL, NULL);
  g_return_val_if_fail (version != NULL, NULL);

  object = gh_json_node_get_object (result);
  meta = gh_json_get_object (object, "_meta");
  server = meta != NULL ? gh_json_get_object (meta, GH_MCP_META_SERVER) : NULL;
  /* Drafts of the revision had it there. */
  if (server == NULL)
    server = gh_json_get_object (object, "serverInfo");
  return gh_mcp_server_info_new (GH_MCP_ERA_MODERN, version, object, server);
}

GhMcpServerInfo *
gh_mcp_discover_assume (const char *version)
{
  g_autoptr(JsonObject) nothing = json_object_new ();
  GhMcpServerInfo *info;

  g_return_val_if_fail (version != NULL, NULL);

  info = gh_mcp_server_info_new (GH_MCP_ERA_MODERN, version, nothing, NULL);
  info->tools = info->resources = info->prompts = TRUE;
  return info;
}
