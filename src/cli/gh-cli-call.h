/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The command that calls a tool. */
#pragma once

#include "gh-cli.h"

G_BEGIN_DECLS

void gh_cli_call (GhCli *cli);
/* A content block as text: pictures and the like are named. */
void gh_cli_print_content (GhContent *content);

G_END_DECLS
