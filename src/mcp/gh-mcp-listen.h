/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a session of the modern era wants to be told of by itself: subscriptions/listen
 * (requirements 4.35-4.40, 8.46). */
#pragma once

#include "gh-mcp-meta.h"
#include "gh-rpc-peer.h"

G_BEGIN_DECLS

/* Of which lists. */
typedef enum
{
  GH_MCP_LISTEN_TOOLS = 1 << 0,
  GH_MCP_LISTEN_PROMPTS = 1 << 1,
  GH_MCP_LISTEN_RESOURCES = 1 << 2,
} GhMcpListenLists;

/* Something changed, or may have while nobody could tell. method: of a notification; uri: of a
 * resource, for notifications/resources/updated, else NULL; params: of notifications/tasks, which
 * hold the whole task, else NULL. */
typedef void (*GhMcpListenFunc) (const char *method,
                                 const char *uri,
                                 JsonObject *params,
                                 gpointer    user_data);

typedef struct _GhMcpListen GhMcpListen;

/* Nothing is sent as long as there is nothing to listen for. meta: version and capabilities. tell:
 * whether the server must be told by a notification that a subscription is over; else abandoning
 * the request says so (2.34). lists: those that the server tells changes of. */
GhMcpListen *gh_mcp_listen_new              (GhRpcPeer            *peer,
                                             const GhMcpMeta      *meta,
                                             gboolean              tell,
                                             GhMcpListenLists      lists,
                                             GhMcpListenFunc       func,
                                             gpointer              user_data);
/* Completes when the server has agreed; with its error; with GH_MCP_ERROR_UNSUPPORTED when it left
 * this resource out of what it agreed to (4.36); or with GH_RPC_ERROR. */
void         gh_mcp_listen_subscribe_async  (GhMcpListen          *self,
                                             const char           *uri,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
gboolean     gh_mcp_listen_subscribe_finish (GAsyncResult         *result,
                                             GError              **error);
void         gh_mcp_listen_unsubscribe      (GhMcpListen          *self,
                                             const char           *uri);
/* Whether the server tells of anything at all: then it may tell of tasks, too. */
gboolean     gh_mcp_listen_is_used          (GhMcpListen          *self);
/* Of this task, too, as long as it is watched; a server that leaves it out is not asked again
 * (8.46). */
void         gh_mcp_listen_watch_task       (GhMcpListen          *self,
                                             const char           *id);
void         gh_mcp_listen_forget_task      (GhMcpListen          *self,
                                             const char           *id);
/* The revision that is declared from now on (2.15). */
void         gh_mcp_listen_set_version      (GhMcpListen          *self,
                                             const char           *version);
/* Every notification of the server. Whether it was about a subscription: then it is settled. */
gboolean     gh_mcp_listen_take             (GhMcpListen          *self,
                                             const char           *method,
                                             JsonObject           *params);
/* The server is told; func is not called any more. */
void         gh_mcp_listen_free             (GhMcpListen          *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpListen, gh_mcp_listen_free)

G_END_DECLS
