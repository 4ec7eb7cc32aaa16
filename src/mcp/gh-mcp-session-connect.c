/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How a session comes to be READY: makes connections, and takes the steps that GhMcpNegotiation
 * says (requirements 2.1-2.5, 2.20-2.28). */
#include "config.h"

#include "gh-mcp-session-private.h"

#include <string.h>

#include "gh-mcp-http-transport.h"
#include "gh-mcp-meta.h"
#include "gh-mcp-protocol.h"
#include "gh-mcp-sse-transport.h"
#include "gh-rpc-error.h"
#include "gh-rpc-stdio-transport.h"

/* A server may be started anew, and then once more; one that forgets its session each time would be
 * asked for another for ever, without a pause. */
#define MAX_FORGOTTEN 3
/* A session that lived for so long was one. */
#define LASTING_US (60 * G_TIME_SPAN_SECOND)

static guint
get_kinds (GhMcpSession *self)
{
  if (self->connector != NULL)
    return gh_mcp_connector_get_kinds (self->connector);
  if (GH_IS_MCP_HTTP_TRANSPORT (self->transport))
    return GH_MCP_CONNECTION_HTTP;
  return GH_IS_MCP_SSE_TRANSPORT (self->transport) ? GH_MCP_CONNECTION_SSE
                                                   : GH_MCP_CONNECTION_STDIO;
}

/* Over HTTP every message says the revision outside of itself, too (2.8, 4.18). */
static void
declare_version (GhMcpSession *self,
                 const char   *version,
                 GhMcpEra      era)
{
  if (GH_IS_MCP_HTTP_TRANSPORT (self->transport))
    gh_mcp_http_transport_set_version (GH_MCP_HTTP_TRANSPORT (self->transport), version,
                                       era == GH_MCP_ERA_MODERN);
}

static void take_step (GhMcpSession *self);

static void
started_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GhMcpSession) self = user_data;
  g_autoptr(GError) error = NULL;
  gboolean started = gh_rpc_peer_start_finish (GH_RPC_PEER (source), result, &error);

  if (self->state != GH_MCP_SESSION_STARTING)
    return;
  if (started)
    {
      gh_mcp_session_set_state (self, GH_MCP_SESSION_NEGOTIATING);
      return;
    }
  gh_mcp_negotiation_take_failure (self->negotiation, error);
  /* There is nothing to go on with over a connection that could not be made. */
  if (gh_mcp_negotiation_get_step (self->negotiation)->kind != GH_MCP_STEP_FAIL
      && !gh_mcp_negotiation_get_step (self->negotiation)->fresh)
    gh_mcp_session_fail (self, g_steal_pointer (&error));
  else
    take_step (self);
}

static void
start_peer (GhMcpSession *self)
{
  gh_rpc_peer_start_async (self->peer, NULL, started_cb, g_object_ref (self));
}

static void
replaced_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(GhMcpSession) self = user_data;
  g_autoptr(GError) error = NULL;

  /* Closed all the same. */
  if (!gh_rpc_peer_close_finish (GH_RPC_PEER (source), result, &error))
    g_debug ("Session %p: %s", self, error->message);
  if (self->state != GH_MCP_SESSION_STARTING)
    return;
  g_clear_object (&self->peer);
  g_clear_object (&self->transport);
  g_clear_pointer (&self->inbox, gh_mcp_inbox_unref);
  gh_mcp_session_use_transport (self,
                                gh_mcp_connector_make_transport (
                                  self->connector,
                                  gh_mcp_negotiation_get_step (self->negotiation)->connection));
  start_peer (self);
}

/* In STARTING. The connection before a step that wants a fresh one is closed first: there is one
 * program at a time. */
void
gh_mcp_session_connect (GhMcpSession *self)
{
  GhMcpEraPin pin = { 0 };
  GError *error = NULL;

  if (self->negotiation == NULL)
    {
      if (!gh_mcp_era_parse_pin (self->wanted, &pin, &error))
        {
          gh_mcp_session_fail (self, error);
          return;
        }
      self->negotiation = gh_mcp_negotiation_new (&pin, self->known_era, get_kinds (self),
                                                  self->connector != NULL);
    }
  if (gh_mcp_negotiation_get_step (self->negotiation)->kind == GH_MCP_STEP_FAIL)
    take_step (self);
  else if (gh_mcp_negotiation_get_step (self->negotiation)->fresh)
    {
      g_signal_handlers_disconnect_by_data (self->peer, self);
      g_signal_handlers_disconnect_by_data (self->transport, self);
      gh_rpc_peer_close_async (self->peer, replaced_cb, g_object_ref (self));
    }
  else
    start_peer (self);
}

static void
stepped_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GhMcpSession) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) answer = gh_rpc_peer_call_finish (GH_RPC_PEER (source), result, &error);
  const GhMcpStep *step;

  if (self->state != GH_MCP_SESSION_NEGOTIATING || GH_RPC_PEER (source) != self->peer)
    return;
  /* The peer's "closed" follows at once and says why: with which status the program ended, say. */
  if (g_error_matches (error, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED))
    return;
  step = gh_mcp_negotiation_get_step (self->negotiation);
  if (g_error_matches (error, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT))
    {
      g_clear_error (&error);
      g_set_error (&error, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT,
                   "The server did not answer %s within %u seconds",
                   step->kind == GH_MCP_STEP_DISCOVER ? GH_MCP_DISCOVER : GH_MCP_INITIALIZE,
                   (step->patient ? self->start_timeout : self->probe_timeout) / 1000);
    }
  if (answer != NULL)
    gh_mcp_negotiation_take_answer (self->negotiation, answer);
  else
    gh_mcp_negotiation_take_failure (self->negotiation, error);
  take_step (self);
}

static void
ask (GhMcpSession    *self,
     const GhMcpStep *step)
{
  g_autoptr(JsonNode) params = NULL;
  const char *method;

  if (step->kind == GH_MCP_STEP_DISCOVER)
    {
      const GhMcpMeta meta = { .version = step->version, .capabilities = self->capabilities };

      method = GH_MCP_DISCOVER;
      params = gh_mcp_meta_add (NULL, &meta);
      declare_version (self, step->version, GH_MCP_ERA_MODERN);
    }
  else
    {
      method = GH_MCP_INITIALIZE;
      params = gh_mcp_handshake_build (step->version, self->capabilities);
      declare_version (self, NULL, GH_MCP_ERA_LEGACY);
    }
  self->step_is_heard = FALSE;
  /* No cancellable: initialize is never cancelled, its connection is dropped (2.4). */
  gh_rpc_peer_call_async (self->peer, method, params,
                          step->patient ? self->start_timeout : self->probe_timeout,
                          &self->step_id, NULL, stepped_cb, g_object_ref (self));
}

static void
become_ready (GhMcpSession *self)
{
  g_autoptr(GhMcpServerInfo) info = gh_mcp_negotiation_steal_info (self->negotiation);
  GError *error = NULL;

  declare_version (self, info->version, info->era);
  /* A modern server asks for nothing and is answered nothing (1.10). */
  gh_rpc_peer_set_mute (self->peer, info->era == GH_MCP_ERA_MODERN);
  /* Before anything else (2.3). */
  if (info->era == GH_MCP_ERA_LEGACY
      && !gh_rpc_peer_notify (self->peer, GH_MCP_INITIALIZED, NULL, &error))
    {
      gh_mcp_session_fail (self, error);
      return;
    }
  gh_rpc_transport_set_allow_batch (self->transport,
                                    strcmp (info->version, GH_MCP_VERSION_2025_03_26) == 0);
  g_clear_pointer (&self->info, gh_mcp_server_info_free);
  self->info = g_steal_pointer (&info);
  gh_mcp_session_set_known_era (self, gh_mcp_negotiation_get_known (self->negotiation));
  gh_mcp_session_set_state (self, GH_MCP_SESSION_READY);
}

/* Does what the negotiation wants next. */
static void
take_step (GhMcpSession *self)
{
  const GhMcpStep *step = gh_mcp_negotiation_get_step (self->negotiation);

  switch (step->kind)
    {
    case GH_MCP_STEP_DISCOVER:
    case GH_MCP_STEP_INITIALIZE:
      if (step->fresh)
        gh_mcp_session_set_state (self, GH_MCP_SESSION_STARTING);
      else
        ask (self, step);
      break;

    case GH_MCP_STEP_DONE:
      become_ready (self);
      break;

    case GH_MCP_STEP_FAIL:
      gh_mcp_session_set_known_era (self, gh_mcp_negotiation_get_known (self->negotiation));
      gh_mcp_session_fail (self, g_error_copy (gh_mcp_negotiation_get_error (self->negotiation)));
      break;

    default:
      g_assert_not_reached ();
    }
}

/* In NEGOTIATING, over a connection that was made for it. */
void
gh_mcp_session_negotiate (GhMcpSession *self)
{
  ask (self, gh_mcp_negotiation_get_step (self->negotiation));
}

/* In NEGOTIATING: the connection ended. */
void
gh_mcp_session_negotiate_closed (GhMcpSession *self,
                                 const GError *error)
{
  gh_mcp_negotiation_take_failure (self->negotiation, error);
  take_step (self);
}

/* Whether the server was told, or is being told, what it may ask of us. */
gboolean
gh_mcp_session_has_offered (GhMcpSession *self)
{
  if (self->state == GH_MCP_SESSION_NEGOTIATING)
    return gh_mcp_negotiation_get_step (self->negotiation)->kind == GH_MCP_STEP_INITIALIZE;
  return self->info != NULL && self->info->era == GH_MCP_ERA_LEGACY;
}

/* The server is there: a probe's short time counts from here, for the program may have had to be
 * downloaded first (2.23). */
void
gh_mcp_session_note_start (GhMcpSession *self)
{
  if (self->state != GH_MCP_SESSION_NEGOTIATING || self->step_is_heard)
    return;
  self->step_is_heard = TRUE;
  if (!gh_mcp_negotiation_get_step (self->negotiation)->patient)
    gh_rpc_peer_restart_timeout (self->peer, self->step_id);
}

/* The server has forgotten our session: begins another over the same transport (4.11), in the
 * revision that a person pinned. */
void
gh_mcp_session_renew (GhMcpSession *self)
{
  gint64 now = g_get_monotonic_time ();
  GhMcpEraPin pin = { 0 };

  g_debug ("Session %p: the server has forgotten it", self);
  if (now - self->forgotten_at > LASTING_US)
    self->n_forgotten = 0;
  self->forgotten_at = now;
  if (++self->n_forgotten > MAX_FORGOTTEN)
    {
      gh_mcp_session_fail (self, g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                                              "The server forgets its session again and again"));
      return;
    }
  self->n_renewals++;
  if (!gh_mcp_era_parse_pin (self->wanted, &pin, NULL) || pin.era != GH_MCP_ERA_LEGACY)
    pin = (GhMcpEraPin) { GH_MCP_ERA_LEGACY, NULL };
  self->negotiation = gh_mcp_negotiation_new (&pin, GH_MCP_ERA_LEGACY, GH_MCP_CONNECTION_HTTP,
                                              FALSE);
  gh_mcp_session_set_state (self, GH_MCP_SESSION_NEGOTIATING);
}

/* Another revision of the same era, from the next request on. */
void
gh_mcp_session_change_version (GhMcpSession *self,
                               const char   *version)
{
  g_free (self->info->version);
  self->info->version = g_strdup (version);
  declare_version (self, version, self->info->era);
  if (self->listen != NULL)
    gh_mcp_listen_set_version (self->listen, version);
}

/* Whether closing a request's stream is what calls it off (2.34): then nothing is sent. */
gboolean
gh_mcp_session_cancels_by_closing (GhMcpSession *self)
{
  return self->info->era == GH_MCP_ERA_MODERN && GH_IS_MCP_HTTP_TRANSPORT (self->transport);
}
