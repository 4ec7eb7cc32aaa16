/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Leads one elicitation to its end: by a rule, at the terminal, or not at all. */
#pragma once

#include "gh-cli-terminal.h"
#include "gh-elicitation-request.h"

G_BEGIN_DECLS

#define GH_TYPE_CLI_ELICITATION (gh_cli_elicitation_get_type ())
G_DECLARE_FINAL_TYPE (GhCliElicitation, gh_cli_elicitation, GH, CLI_ELICITATION, GObject)

/* terminal: or NULL. Begins at once; letting go of it closes
 * an open question. */
GhCliElicitation *gh_cli_elicitation_new (GhElicitationRequest *request,
                                          GhCliTerminal        *terminal);

G_END_DECLS
