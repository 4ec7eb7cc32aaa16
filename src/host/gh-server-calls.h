/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The calls of one server's tools, running and over: as many as the memory may hold. */
#pragma once

#include "gh-tool-call.h"

G_BEGIN_DECLS

#define GH_TYPE_SERVER_CALLS (gh_server_calls_get_type ())
G_DECLARE_FINAL_TYPE (GhServerCalls, gh_server_calls, GH, SERVER_CALLS, GObject)

/* Signal "ended" (GhToolCall *call): it is RUNNING no more. */
GhServerCalls *gh_server_calls_new          (void);
/* Of GhToolCall, the newest last. */
GListModel    *gh_server_calls_list         (GhServerCalls *self);
void           gh_server_calls_add          (GhServerCalls *self,
                                             GhToolCall    *call);
/* The latest running call of a tool; borrowed, or NULL. */
GhToolCall    *gh_server_calls_find_running (GhServerCalls *self,
                                             const char    *tool);

G_END_DECLS
