/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The server process: a thing that does to its pipes what the runner says. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* socket: the abstract name of the runner's. Returns the exit status. */
int case_server_main (const char *socket);

G_END_DECLS
