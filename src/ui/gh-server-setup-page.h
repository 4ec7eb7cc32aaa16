/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What happened to a server that failed, and how it is started. */
#pragma once

#include <adwaita.h>

#include "gh-host.h"

G_BEGIN_DECLS

#define GH_TYPE_SERVER_SETUP_PAGE (gh_server_setup_page_get_type ())
G_DECLARE_FINAL_TYPE (GhServerSetupPage, gh_server_setup_page, GH, SERVER_SETUP_PAGE, AdwBin)

/* Once. Both are kept. */
void gh_server_setup_page_set_server (GhServerSetupPage *self,
                                      GhHost            *host,
                                      GhServer          *server);

G_END_DECLS
