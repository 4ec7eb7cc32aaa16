/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The environment a server is started with (requirement 3.8). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

GStrv gh_server_environment_build (const char * const *own,
                                   const char         *path,
                                   const char * const *configured);

G_END_DECLS
