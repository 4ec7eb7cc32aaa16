/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Makes the connections of one server's start, as its configuration says. */
#pragma once

#include "gh-mcp-connector.h"
#include "gh-server-config.h"

G_BEGIN_DECLS

#define GH_TYPE_SERVER_CONNECTOR (gh_server_connector_get_type ())
G_DECLARE_FINAL_TYPE (GhServerConnector, gh_server_connector, GH, SERVER_CONNECTOR, GObject)

/* Signal "made" (GhRpcTransport *transport): another connection is about to begin; the one before
 * is at its end.
 * env: the variables a program gets, or NULL for a URL. patience: how long a program may take to
 * end by itself, milliseconds; max_message, start_ms: see gh_rpc_transport_set_limits(). 0: the
 * transport's own. */
GhServerConnector *gh_server_connector_new     (GhServerConfig      *config,
                                                const char * const  *env,
                                                guint                patience,
                                                gsize                max_message,
                                                guint                start_ms);
/* The process that leads the present program's group, or 0. */
pid_t              gh_server_connector_get_pid (GhServerConnector   *self);

G_END_DECLS
