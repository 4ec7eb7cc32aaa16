/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The configured servers. A GListModel of GhServer, kept in mcp.json. Where that is changed by
 * hand, servers come, go and change: a running one goes on as it is until it is started again. */
#pragma once

#include "gh-file-store.h"
#include "gh-root-list.h"
#include "gh-request-broker.h"
#include "gh-server.h"

G_BEGIN_DECLS

#define GH_TYPE_SERVER_LIST (gh_server_list_get_type ())
G_DECLARE_FINAL_TYPE (GhServerList, gh_server_list, GH, SERVER_LIST, GObject)

GhServerList *gh_server_list_new             (GhFileStore          *store,
                                              GhRootList           *roots,
                                              GhRequestBroker      *broker);
/* Before loading. FALSE: no server is started by loading. */
void          gh_server_list_set_autostart   (GhServerList         *self,
                                              gboolean              autostart);
/* Loads, and starts those with autostart that the person agreed to. */
void          gh_server_list_load_async      (GhServerList         *self,
                                              GCancellable         *cancellable,
                                              GAsyncReadyCallback   callback,
                                              gpointer              user_data);
gboolean      gh_server_list_load_finish     (GhServerList         *self,
                                              GAsyncResult         *result,
                                              GError              **error);
/* consented: the person saw the command and agreed. The new server's id is made from its name. */
GhServer     *gh_server_list_add             (GhServerList         *self,
                                              GhServerConfig       *config,
                                              gboolean              consented);
/* Replaces a server's configuration; a running one is restarted, one that was taken out comes
 * back. */
void          gh_server_list_replace         (GhServerList         *self,
                                              GhServer             *server,
                                              GhServerConfig       *config,
                                              gboolean              consented);
/* Stops it and takes it out; returns where it stood, for gh_server_list_insert() to undo. */
guint         gh_server_list_remove          (GhServerList         *self,
                                              GhServer             *server);
/* Puts it back, unless the file got an entry of its id meanwhile. */
void          gh_server_list_insert          (GhServerList         *self,
                                              GhServer             *server,
                                              guint                 position);
GhServer     *gh_server_list_find            (GhServerList         *self,
                                              const char           *id); /* borrowed, or NULL */
/* Where the program is that would be started: an absolute path, owned; NULL without error:
 * nowhere. */
void          gh_server_list_find_program_async  (GhServerList         *self,
                                                  GhServerConfig       *config,
                                                  GCancellable         *cancellable,
                                                  GAsyncReadyCallback   callback,
                                                  gpointer              user_data);
char         *gh_server_list_find_program_finish (GhServerList         *self,
                                                  GAsyncResult         *result,
                                                  GError              **error);
void          gh_server_list_stop_all_async  (GhServerList         *self,
                                              GAsyncReadyCallback   callback,
                                              gpointer              user_data);
gboolean      gh_server_list_stop_all_finish (GhServerList         *self,
                                              GAsyncResult         *result,
                                              GError              **error);

G_END_DECLS
