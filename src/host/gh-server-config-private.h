/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Comparing and looking up of server configurations, for the host layer alone. */
#pragma once

#include "gh-server-config.h"

G_BEGIN_DECLS

gboolean  gh_server_config_starts_same     (GhServerConfig *self,
                                            GhServerConfig *other);
char     *gh_server_config_find_program_in (GhServerConfig *self,
                                            const char     *path);

G_END_DECLS
