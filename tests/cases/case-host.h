/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The host process: the real host, and the runner's orders to it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The exit status when a critical was logged. */
#define CASE_HOST_CRITICAL 3

/* Speaks over file descriptor 3, JSON lines, one answer to each. Returns the exit status. */
int case_host_main (void);

G_END_DECLS
