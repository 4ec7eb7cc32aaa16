/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Makes the connections of one server's start, as its configuration says. */
#include "config.h"

#include "gh-server-connector.h"

#include "gh-mcp-http-transport.h"
#include "gh-mcp-sse-transport.h"
#include "gh-rpc-stdio-transport.h"

struct _GhServerConnector
{
  GObject parent;

  /* Owned. */
  GhServerConfig  *config;
  char           **env;
  GhRpcTransport  *transport; /* the latest, or NULL */

  guint            patience;
  gsize            max_message;
  guint            start_ms;
};

static void connector_init (GhMcpConnectorInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (GhServerConnector, gh_server_connector, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GH_TYPE_MCP_CONNECTOR, connector_init))

enum
{
  MADE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
gh_server_connector_finalize (GObject *object)
{
  GhServerConnector *self = GH_SERVER_CONNECTOR (object);

  g_clear_object (&self->config);
  g_clear_pointer (&self->env, g_strfreev);
  g_clear_object (&self->transport);

  G_OBJECT_CLASS (gh_server_connector_parent_class)->finalize (object);
}

static void
gh_server_connector_class_init (GhServerConnectorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_server_connector_finalize;

  signals[MADE] = g_signal_new ("made", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, GH_TYPE_RPC_TRANSPORT);
}

static void
gh_server_connector_init (GhServerConnector *self)
{
}

static guint
get_kinds (GhMcpConnector *connector)
{
  switch (gh_server_config_get_kind (GH_SERVER_CONNECTOR (connector)->config))
    {
    case GH_SERVER_KIND_STDIO:
      return GH_MCP_CONNECTION_STDIO;
    case GH_SERVER_KIND_HTTP:
      /* Hosts write "http" for what may be of the older kind, too (4.43). */
      return GH_MCP_CONNECTION_HTTP | GH_MCP_CONNECTION_SSE;
    case GH_SERVER_KIND_SSE:
      return GH_MCP_CONNECTION_SSE;
    default:
      g_assert_not_reached ();
    }
}

static GhRpcTransport *
make_transport (GhMcpConnector  *connector,
                GhMcpConnection  kind)
{
  GhServerConnector *self = GH_SERVER_CONNECTOR (connector);
  const char *url = gh_server_config_get_url (self->config);
  const char * const *headers = gh_server_config_get_headers (self->config);
  const char *ca_file = gh_server_config_get_ca_file (self->config);

  g_clear_object (&self->transport);
  switch (kind)
    {
    case GH_MCP_CONNECTION_STDIO:
      self->transport = GH_RPC_TRANSPORT (gh_rpc_stdio_transport_new (
        gh_server_config_get_argv (self->config), (const char * const *) self->env,
        gh_server_config_get_cwd (self->config)));
      gh_rpc_stdio_transport_set_patience (GH_RPC_STDIO_TRANSPORT (self->transport),
                                           self->patience);
      break;
    case GH_MCP_CONNECTION_HTTP:
      self->transport = GH_RPC_TRANSPORT (gh_mcp_http_transport_new (url, headers));
      gh_mcp_http_transport_set_ca_file (GH_MCP_HTTP_TRANSPORT (self->transport), ca_file);
      break;
    case GH_MCP_CONNECTION_SSE:
      self->transport = GH_RPC_TRANSPORT (gh_mcp_sse_transport_new (url, headers));
      gh_mcp_sse_transport_set_ca_file (GH_MCP_SSE_TRANSPORT (self->transport), ca_file);
      break;
    default:
      g_assert_not_reached ();
    }
  gh_rpc_transport_set_limits (self->transport, self->max_message, self->start_ms);
  g_signal_emit (self, signals[MADE], 0, self->transport);
  return g_object_ref (self->transport);
}

static void
connector_init (GhMcpConnectorInterface *iface)
{
  iface->get_kinds = get_kinds;
  iface->make_transport = make_transport;
}

/**
 * gh_server_connector_new:
 * @env: (nullable): "NAME=value" strings, all that a program gets
 *
 * Returns: (transfer full): a connector for one start
 */
GhServerConnector *
gh_server_connector_new (GhServerConfig     *config,
                         const char * const *env,
                         guint               patience,
                         gsize               max_message,
                         guint               start_ms)
{
  GhServerConnector *self;

  g_return_val_if_fail (GH_IS_SERVER_CONFIG (config), NULL);

  self = g_object_new (GH_TYPE_SERVER_CONNECTOR, NULL);
  self->config = g_object_ref (config);
  self->env = g_strdupv ((char **) env);
  self->patience = patience;
  self->max_message = max_message;
  self->start_ms = start_ms;
  return self;
}

pid_t
gh_server_connector_get_pid (GhServerConnector *self)
{
  g_return_val_if_fail (GH_IS_SERVER_CONNECTOR (self), 0);

  return GH_IS_RPC_STDIO_TRANSPORT (self->transport)
           ? gh_rpc_stdio_transport_get_pid (GH_RPC_STDIO_TRANSPORT (self->transport)) : 0;
}
