/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How a server is started or reached, to be written: name, command line or address, and what goes
 * with it - or a pasted entry. */
#pragma once

#include <adwaita.h>

#include "gh-server-config.h"

G_BEGIN_DECLS

#define GH_TYPE_SERVER_EDITOR (gh_server_editor_get_type ())
G_DECLARE_FINAL_TYPE (GhServerEditor, gh_server_editor, GH, SERVER_EDITOR, AdwBin)

/* Signals: "changed"; "finished": Return in the last of the main fields. */
void            gh_server_editor_set_config (GhServerEditor *self,
                                             GhServerConfig *config);
/* What is written now, with this autostart; NULL: something is wrong. show_problems: it is said
 * beside the field, which gets the focus. */
GhServerConfig *gh_server_editor_dup_config (GhServerEditor *self,
                                             gboolean        autostart,
                                             gboolean        show_problems);

G_END_DECLS
