/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Exactly what will run: one line for each argument, and where the program is. */
#pragma once

#include <adwaita.h>

#include "gh-server-list.h"

G_BEGIN_DECLS

#define GH_TYPE_COMMAND_VIEW (gh_command_view_get_type ())
G_DECLARE_FINAL_TYPE (GhCommandView, gh_command_view, GH, COMMAND_VIEW, AdwBin)

/* Property: missing (boolean, read-only, notifying): the program was looked for and is nowhere. */

/* Shows how the config is started, and looks for its program. servers: looks for programs. The
 * config is kept. */
void     gh_command_view_set_config  (GhCommandView  *self,
                                      GhServerList   *servers,
                                      GhServerConfig *config);
/* Whether the last search ended without the program; FALSE while it runs. */
gboolean gh_command_view_get_missing (GhCommandView  *self);
/* Puts the command line on the clipboard; nothing without a config. */
void     gh_command_view_copy        (GhCommandView  *self);

G_END_DECLS
