/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One run of gatehouse-cli: host, server, command, end. */
#pragma once

#include "gh-cli-options.h"
#include "gh-cli-status.h"
#include "gh-host.h"

G_BEGIN_DECLS

#define GH_TYPE_CLI (gh_cli_get_type ())
G_DECLARE_FINAL_TYPE (GhCli, gh_cli, GH, CLI, GObject)

/* options: borrowed, outlives it. */
GhCli              *gh_cli_new             (const GhCliOptions  *options);
/* Runs the main loop until all is over and every server has ended. */
GhCliStatus         gh_cli_run             (GhCli               *self);

/* For the commands. */
const GhCliOptions *gh_cli_get_options     (GhCli               *self);
/* What follows the server on the command line. */
const char * const *gh_cli_get_words       (GhCli               *self);
GhHost             *gh_cli_get_host        (GhCli               *self);
GhServer           *gh_cli_get_server      (GhCli               *self);
/* Fires when the time is over or the person interrupts. */
GCancellable       *gh_cli_get_cancellable (GhCli               *self);
/* The command is over; the first status counts. */
void                gh_cli_finish          (GhCli               *self,
                                            GhCliStatus          status);
/* The same, saying why: what the error means is found out. */
void                gh_cli_fail            (GhCli               *self,
                                            const GError        *error);
/* Whether the server gave this list of what it offers; FALSE with what it said instead. */
gboolean            gh_cli_has_list        (GhCli               *self,
                                            GListModel          *list,
                                            GError             **error);
/* The command showed this list of the server's; it failed when the server did not give it. */
void                gh_cli_finish_list     (GhCli               *self,
                                            GListModel          *list);

G_END_DECLS
