/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The commands for what servers offer besides tools: resources, prompts, completion. */
#pragma once

#include "gh-cli.h"

G_BEGIN_DECLS

void gh_cli_list_resources (GhCli *cli);
void gh_cli_list_templates (GhCli *cli);
void gh_cli_read           (GhCli *cli);
void gh_cli_list_prompts   (GhCli *cli);
void gh_cli_prompt         (GhCli *cli);
void gh_cli_complete       (GhCli *cli);

G_END_DECLS
