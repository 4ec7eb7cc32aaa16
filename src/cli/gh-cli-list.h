/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The commands that list what there is. */
#pragma once

#include "gh-cli.h"

G_BEGIN_DECLS

void gh_cli_list_servers (GhCli *cli);
void gh_cli_list_info    (GhCli *cli);
void gh_cli_list_tools   (GhCli *cli);
void gh_cli_list_roots   (GhCli *cli);

G_END_DECLS
