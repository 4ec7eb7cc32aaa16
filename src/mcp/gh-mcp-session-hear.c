/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server says by itself: requests, notifications, what is no message, and its end. */
#include "config.h"

#include "gh-mcp-session-private.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-call.h"
#include "gh-mcp-http-transport.h"
#include "gh-mcp-meta.h"
#include "gh-mcp-protocol.h"
#include "gh-rpc-error.h"
#include "gh-rpc-stdio-transport.h"

static void
note_life (GhMcpSession *self)
{
  gh_mcp_session_note_start (self);
  if (self->keepalive != NULL)
    gh_mcp_keepalive_heard (self->keepalive);
}

/* The tool on whose behalf a request of the server most likely comes. */
static const char *
guess_tool (GhMcpSession *self,
            JsonNode     *params)
{
  const char *task = gh_mcp_meta_get_task (params);

  for (GList *l = self->calls.head; l != NULL && task == NULL; l = l->next)
    if (gh_mcp_call_get_tool (l->data) != NULL)
      return gh_mcp_call_get_tool (l->data);
  return gh_mcp_session_get_task_tool (self, task);
}

/* In the modern era servers send no requests: it is told, and not answered (1.10). */
static void
refuse_request (GhMcpSession *self,
                const char   *method)
{
  g_autoptr(GError) error =
    g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                 "a request, which servers do not send in protocol revision %s",
                 self->info->version);
  g_autoptr(GBytes) bytes = g_bytes_new (method, strlen (method));
  g_autofree char *text = gh_mcp_log_take_garbage (&self->log_gate, bytes, error);

  if (text != NULL)
    g_signal_emit_by_name (self, "malformed", text);
}

static void
request_cb (GhRpcPeer     *peer,
            GhRpcIncoming *request,
            GhMcpSession  *self)
{
  g_assert (GH_IS_MCP_SESSION (self));

  note_life (self);
  if (gh_mcp_session_get_era (self) == GH_MCP_ERA_MODERN)
    {
      refuse_request (self, gh_rpc_incoming_get_method (request));
      return;
    }
  gh_mcp_inbox_serve (self->inbox, request, gh_mcp_session_has_offered (self),
                      self->info != NULL ? self->info->version : NULL,
                      guess_tool (self, gh_rpc_incoming_get_params (request)));
}

static void
take_cancelled (GhMcpSession *self,
                JsonObject   *params)
{
  JsonNode *id = params != NULL ? gh_json_get (params, "requestId") : NULL;

  if (id != NULL && (gh_json_node_is_string (id) || gh_json_node_is_number (id)))
    gh_rpc_peer_cancel_incoming (self->peer, id);
}

static void
take_progress (GhMcpSession *self,
               JsonObject   *params)
{
  JsonNode *node = params != NULL ? gh_json_get (params, "progressToken") : NULL;
  gint64 token;

  if (node == NULL || !gh_json_node_get_int (node, &token))
    return;
  for (GList *l = self->calls.head; l != NULL; l = l->next)
    if (gh_mcp_call_get_token (l->data) == token)
      {
        gh_mcp_call_progress (l->data, params);
        return;
      }
  gh_mcp_session_take_task_progress (self, token, params);
}

static void
tell_log (GhMcpSession *self,
          GhMcpLogLine *take_line)
{
  g_autoptr(GhMcpLogLine) line = take_line;

  if (line != NULL)
    g_signal_emit_by_name (self, "log", line->level, line->logger, line->text);
}

/* Ours, among the server's lines and at their pace. */
void
gh_mcp_session_tell_warning (GhMcpSession *self,
                             const char   *text)
{
  g_autoptr(JsonObject) params = json_object_new ();

  json_object_set_member (params, "level", gh_json_node_new_string ("warning"));
  json_object_set_member (params, "logger", gh_json_node_new_string ("gatehouse"));
  json_object_set_member (params, "data", gh_json_node_new_string (text));
  tell_log (self, gh_mcp_log_take (&self->log_gate, params));
}

static void
notification_cb (GhRpcPeer    *peer,
                 const char   *method,
                 JsonNode     *params,
                 GhMcpSession *self)
{
  JsonObject *object = params != NULL ? gh_json_node_get_object (params) : NULL;

  g_assert (GH_IS_MCP_SESSION (self));

  note_life (self);
  if (gh_mcp_session_take_change (self, method, object))
    return;
  if (strcmp (method, GH_MCP_CANCELLED) == 0)
    take_cancelled (self, object);
  else if (strcmp (method, GH_MCP_PROGRESS) == 0)
    take_progress (self, object);
  else if (strcmp (method, GH_MCP_LOG_MESSAGE) == 0)
    tell_log (self, gh_mcp_log_take (&self->log_gate, object));
  else if (strcmp (method, GH_MCP_ELICITATION_COMPLETE) == 0)
    gh_mcp_inbox_completed (self->inbox, object);
  else
    g_debug ("Session %p: notification ignored: %s", self, method);
}

static void
malformed_cb (GhRpcPeer    *peer,
              GBytes       *bytes,
              const GError *error,
              GhMcpSession *self)
{
  g_autofree char *text = gh_mcp_log_take_garbage (&self->log_gate, bytes, error);

  g_assert (GH_IS_MCP_SESSION (self));

  gh_mcp_session_note_start (self);
  self->n_malformed++;
  if (text != NULL)
    g_signal_emit_by_name (self, "malformed", text);
}

static void
closed_cb (GhRpcPeer    *peer,
           const GError *error,
           GhMcpSession *self)
{
  g_autoptr(GError) why = error != NULL ? g_error_copy (error)
                                        : g_error_new (GH_RPC_ERROR, GH_RPC_ERROR_CLOSED,
                                                       "The server closed the connection");

  g_assert (GH_IS_MCP_SESSION (self));

  if (self->state == GH_MCP_SESSION_NEGOTIATING)
    gh_mcp_session_negotiate_closed (self, why);
  else
    gh_mcp_session_fail (self, g_steal_pointer (&why));
}

static void
stderr_line_cb (GhMcpSession *self)
{
  gh_mcp_session_note_start (self);
}

static void
session_lost_cb (GhMcpSession *self)
{
  if (self->state == GH_MCP_SESSION_READY)
    gh_mcp_session_renew (self);
}

/* Over this connection from now on. */
void
gh_mcp_session_use_transport (GhMcpSession   *self,
                              GhRpcTransport *take_transport)
{
  g_autoptr(GhMcpDelegate) delegate = g_weak_ref_get (&self->delegate);

  self->transport = take_transport;
  self->peer = gh_rpc_peer_new (self->transport);
  self->inbox = gh_mcp_inbox_new (self->peer, delegate);
  g_signal_connect_object (self->peer, "request", G_CALLBACK (request_cb), self, 0);
  g_signal_connect_object (self->peer, "notification", G_CALLBACK (notification_cb), self, 0);
  g_signal_connect_object (self->peer, "malformed", G_CALLBACK (malformed_cb), self, 0);
  g_signal_connect_object (self->peer, "closed", G_CALLBACK (closed_cb), self, 0);
  if (GH_IS_RPC_STDIO_TRANSPORT (self->transport))
    g_signal_connect_object (self->transport, "stderr-line", G_CALLBACK (stderr_line_cb), self,
                             G_CONNECT_SWAPPED);
  else if (GH_IS_MCP_HTTP_TRANSPORT (self->transport))
    g_signal_connect_object (self->transport, "session-lost", G_CALLBACK (session_lost_cb), self,
                             G_CONNECT_SWAPPED);
}
