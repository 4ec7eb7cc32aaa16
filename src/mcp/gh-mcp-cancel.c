/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Tells a server that a request of ours needs no answer any more (requirements 2.30, 2.33). */
#include "config.h"

#include "gh-mcp-cancel.h"

#include "gh-json.h"
#include "gh-mcp-protocol.h"
#include "gh-rpc-error.h"

void
gh_mcp_cancel (GhRpcPeer  *peer,
               gint64      id,
               const char *reason)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) params = NULL;
  JsonObject *object;

  g_return_if_fail (GH_IS_RPC_PEER (peer));
  g_return_if_fail (reason != NULL);

  object = json_object_new ();
  json_object_set_member (object, "requestId", gh_json_node_new_int (id));
  json_object_set_member (object, "reason", gh_json_node_new_string (reason));
  params = gh_json_node_new_object (object);
  if (!gh_rpc_peer_notify (peer, GH_MCP_CANCELLED, params, &error))
    g_debug ("Cancellation not sent: %s", error->message);
}

void
gh_mcp_cancel_abandoned (GhRpcPeer    *peer,
                         gint64        id,
                         const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    gh_mcp_cancel (peer, id, "The user cancelled the call");
  else if (g_error_matches (error, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT))
    gh_mcp_cancel (peer, id, "No answer in time");
}
