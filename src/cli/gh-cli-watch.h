/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The command that stays, and prints what a server says by itself. */
#pragma once

#include "gh-cli.h"

G_BEGIN_DECLS

void gh_cli_watch (GhCli *cli);

G_END_DECLS
