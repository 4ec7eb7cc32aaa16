/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Decides what servers ask for and the policy does not decide: at the terminal, else not at all. */
#pragma once

#include "gh-cli-terminal.h"
#include "gh-host.h"

G_BEGIN_DECLS

#define GH_TYPE_CLI_REVIEWER (gh_cli_reviewer_get_type ())
G_DECLARE_FINAL_TYPE (GhCliReviewer, gh_cli_reviewer, GH, CLI_REVIEWER, GObject)

/* terminal: NULL: nobody can be asked. */
GhCliReviewer *gh_cli_reviewer_new          (GhHost         *host,
                                             GhCliTerminal  *terminal);
/* Whether anything was denied so far, by a rule, by the person or because nobody could be asked. */
gboolean       gh_cli_reviewer_has_denied   (GhCliReviewer  *self);

G_END_DECLS
