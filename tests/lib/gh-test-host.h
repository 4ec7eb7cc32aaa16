/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Loading a host and closing it again, waiting for the end of each. */
#pragma once

#include "gh-host.h"

G_BEGIN_DECLS

void gh_test_host_load  (GhHost *host);
void gh_test_host_close (GhHost *host);

G_END_DECLS
