/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server said lately: bounded, and added in bundles so that a flood freezes nobody. */
#pragma once

#include "gh-log-line.h"

G_BEGIN_DECLS

/* Lines that are kept of one server. */
#define GH_SERVER_LOG_MAX 2000

#define GH_TYPE_SERVER_LOG (gh_server_log_get_type ())
G_DECLARE_FINAL_TYPE (GhServerLog, gh_server_log, GH, SERVER_LOG, GObject)

GhServerLog *gh_server_log_new        (void);
GListModel  *gh_server_log_list_lines (GhServerLog  *self); /* of GhLogLine */
/* Shown after a moment, together with others. */
void         gh_server_log_add        (GhServerLog  *self,
                                       GhLogSource   source,
                                       const char   *level,
                                       const char   *logger,
                                       const char   *text);
/* Shows what waits now: before a state that it explains is told. */
void         gh_server_log_flush      (GhServerLog  *self);

G_END_DECLS
