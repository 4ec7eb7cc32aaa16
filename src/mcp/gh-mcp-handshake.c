/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The legacy handshake's two messages, as pure functions (requirements 2.1-2.7). */
#include "config.h"

#include "gh-mcp-handshake.h"

#include "gh-json.h"
#include "gh-mcp-client-info.h"
#include "gh-mcp-error.h"
#include "gh-mcp-text.h"
#include "gh-rpc-error.h"

/* A revision is a date. */
#define MAX_VERSION 64

/**
 * gh_mcp_handshake_build:
 * @version: a legacy revision, which is offered
 * @capabilities: what works and is declared (2.7)
 *
 * Returns: (transfer full): the params.
 */
JsonNode *
gh_mcp_handshake_build (const char        *version,
                        GhMcpCapabilities  capabilities)
{
  JsonObject *params;

  g_return_val_if_fail (version != NULL, NULL);

  params = json_object_new ();
  json_object_set_member (params, "protocolVersion", gh_json_node_new_string (version));
  json_object_set_member (params, "capabilities",
                          gh_json_node_new_object (gh_mcp_capabilities_build (capabilities,
                                                                              version)));
  json_object_set_member (params, "clientInfo", gh_mcp_client_info_build ());
  return gh_json_node_new_object (params);
}

/**
 * gh_mcp_handshake_parse:
 * @result: the result of initialize
 *
 * A missing `capabilities` or `serverInfo` is taken as empty: nothing depends on them being there.
 *
 * Returns: (transfer full) (nullable): what the server is.
 */
GhMcpServerInfo *
gh_mcp_handshake_parse (JsonNode  *result,
                        GError   **error)
{
  JsonObject *object;
  JsonNode *node;
  g_autofree char *version = NULL;

  g_return_val_if_fail (result != NULL, NULL);

  object = gh_json_node_get_object (result);
  node = object != NULL ? gh_json_get (object, "protocolVersion") : NULL;
  if (node == NULL || !gh_json_node_is_string (node))
    {
      g_set_error (error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                   "The server's answer to initialize has no protocolVersion");
      return NULL;
    }
  version = gh_mcp_text_dup (node, MAX_VERSION);
  if (!g_strv_contains (gh_mcp_era_get_revisions (GH_MCP_ERA_LEGACY), version))
    {
      g_propagate_error (error, gh_mcp_era_new_error (version, NULL));
      return NULL;
    }
  return gh_mcp_server_info_new (GH_MCP_ERA_LEGACY, version, object,
                                 gh_json_get_object (object, "serverInfo"));
}

/**
 * gh_mcp_handshake_explain:
 * @error: why server/discover or initialize failed
 * @pin: what may be spoken
 *
 * Returns: (transfer full): the error to show.
 */
GError *
gh_mcp_handshake_explain (const GError      *error,
                          const GhMcpEraPin *pin)
{
  g_autofree char *theirs = NULL;
  JsonNode *data;
  JsonObject *object;
  JsonArray *supported;

  g_return_val_if_fail (error != NULL, NULL);

  data = gh_rpc_remote_error_get_data (error);
  object = data != NULL ? gh_json_node_get_object (data) : NULL;
  supported = object != NULL ? gh_json_get_array (object, "supported") : NULL;
  if (supported != NULL)
    theirs = gh_mcp_era_dup_listed (supported);
  return theirs != NULL ? gh_mcp_era_new_error (theirs, pin) : g_error_copy (error);
}
