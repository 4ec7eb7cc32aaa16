/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The application model: everything a window or a command line shows, in one object. */
#pragma once

#include "gh-history.h"
#include "gh-model-list.h"
#include "gh-problem.h"
#include "gh-root-list.h"
#include "gh-request-broker.h"
#include "gh-rule-list.h"
#include "gh-rule-trust.h"
#include "gh-secret-store.h"
#include "gh-server-list.h"

G_BEGIN_DECLS

#define GH_TYPE_HOST (gh_host_get_type ())
G_DECLARE_FINAL_TYPE (GhHost, gh_host, GH, HOST, GObject)

/* config_dir: where roots.json, mcp.json, models.json, rules.json live, made when missing
 * ($XDG_CONFIG_HOME/gatehouse). data_dir: where what Gatehouse itself remembers lives
 * ($XDG_DATA_HOME/gatehouse), or NULL: nothing is remembered. */
GhHost           *gh_host_new           (const char           *config_dir,
                                         const char           *data_dir);
/* For a command: writes nothing and starts no server by itself. servers_file: instead of mcp.json
 * in config_dir, or NULL. without_roots: the folders of roots.json are left out. */
GhHost           *gh_host_new_read_only (const char           *config_dir,
                                         const char           *servers_file,
                                         gboolean              without_roots);
/* For a command, before loading: what its policy file says, instead of no rules at all. */
void              gh_host_set_policy    (GhHost               *self,
                                         GhRuleSet            *take_set);
/* Loads the files and starts what starts by itself; the lists fill meanwhile. Never fails for a
 * damaged file: see gh_host_list_problems(). */
void              gh_host_load_async    (GhHost               *self,
                                         GCancellable         *cancellable,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
gboolean          gh_host_load_finish   (GhHost               *self,
                                         GAsyncResult         *result,
                                         GError              **error);
/* Denies what is open, ends every server, writes what is not yet written. */
void              gh_host_close_async   (GhHost               *self,
                                         GAsyncReadyCallback   callback,
                                         gpointer              user_data);
gboolean          gh_host_close_finish  (GhHost               *self,
                                         GAsyncResult         *result,
                                         GError              **error);
GhRootList       *gh_host_get_roots     (GhHost               *self);
GhServerList     *gh_host_get_servers   (GhHost               *self);
GhRequestBroker *gh_host_get_requests  (GhHost               *self);
GhRuleList       *gh_host_get_rules     (GhHost               *self);
GhRuleTrust      *gh_host_get_trust     (GhHost               *self); /* NULL: read-only */
GhModelList      *gh_host_get_models    (GhHost               *self);
GhSecretStore    *gh_host_get_secrets   (GhHost               *self);
/* What is masked in prompts, and hidden in what is written down. */
GhMaskingPolicy  *gh_host_get_masking   (GhHost               *self);
/* Kept in data_dir; without one, in no file at all. */
GhHistory        *gh_host_get_history   (GhHost               *self);
GListModel       *gh_host_list_problems (GhHost               *self); /* of GhProblem */

G_END_DECLS
