/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Remembers calls that go on at their servers as tasks, and takes them up again (requirement
 * 8.44). */
#pragma once

#include "gh-file-store.h"

G_BEGIN_DECLS

#define GH_TYPE_TASK_KEEPER (gh_task_keeper_get_type ())
G_DECLARE_FINAL_TYPE (GhTaskKeeper, gh_task_keeper, GH, TASK_KEEPER, GObject)

/* store: tasks.json, for the owner's eyes alone: whoever knows a task's id may ask for its result
 * (10.17). servers: of GhServer. What is taken up shows among a server's calls. */
GhTaskKeeper *gh_task_keeper_new         (GhFileStore          *store,
                                          GListModel           *servers);
/* To be done before any server runs. */
void          gh_task_keeper_load_async  (GhTaskKeeper         *self,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
gboolean      gh_task_keeper_load_finish (GhTaskKeeper         *self,
                                          GAsyncResult         *result,
                                          GError              **error);

G_END_DECLS
