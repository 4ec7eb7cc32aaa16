/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server, for the list that keeps it and the delegate that serves it. */
#pragma once

#include <json-glib/json-glib.h>

#include "gh-login-path.h"
#include "gh-root-list.h"
#include "gh-request-broker.h"
#include "gh-server-calls.h"
#include "gh-server.h"

G_BEGIN_DECLS

/* Declared here, so that tests of the host need not see the layers below. */
typedef struct _GhMcpSession GhMcpSession;

/* entry: its object in mcp.json, kept for the members that are not ours; or NULL. */
GhServer   *gh_server_new               (const char        *id,
                                         GhServerConfig    *config,
                                         gboolean           consented,
                                         JsonObject        *entry,
                                         GhRootList        *roots,
                                         GhRequestBroker  *broker,
                                         GhLoginPath       *login_path);
JsonObject *gh_server_get_entry         (GhServer          *self);
void        gh_server_set_entry         (GhServer          *self,
                                         JsonObject        *entry);
/* The revision that worked last time, or NULL; kept in mcp.json. */
const char *gh_server_get_known_era     (GhServer          *self);
void        gh_server_set_known_era     (GhServer          *self,
                                         const char        *era);
/* Takes effect at the next start; a running server is not restarted. */
void        gh_server_set_config        (GhServer          *self,
                                         GhServerConfig    *config,
                                         gboolean           consented);
/* Its session while it is RUNNING, else NULL. */
GhMcpSession  *gh_server_get_session    (GhServer          *self);
GhServerCalls *gh_server_get_calls      (GhServer          *self);
/* gh_server_start() for nobody who could try again: one on the network may not be there yet. */
void        gh_server_start_unwatched   (GhServer          *self);
/* The latest running call of a tool; borrowed, or NULL. */
GhToolCall *gh_server_find_running_call (GhServer          *self,
                                         const char        *tool);
/* How long a running call may still last, milliseconds, at least: time in which its clock stood,
 * because a person decided, is counted as well. 0: it is over. */
guint       gh_server_get_call_left         (GhServer          *self,
                                             GhToolCall        *call);
/* What it said, since it was made, that is no message. */
guint       gh_server_get_n_malformed   (GhServer          *self);
/* The process that leads the server's group, or 0. */
pid_t       gh_server_get_pid           (GhServer          *self);
/* The first wait before an automatic restart, doubled for each; for tests. */
void        gh_server_set_restart_delay (GhServer          *self,
                                         guint              milliseconds);
/* How long its program may take to end by itself, and after SIGTERM; for tests. */
void        gh_server_set_patience      (GhServer          *self,
                                         guint              milliseconds);

G_END_DECLS
