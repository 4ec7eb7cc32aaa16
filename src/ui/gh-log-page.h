/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server wrote, as it comes. */
#pragma once

#include <adwaita.h>

#include "gh-server.h"

G_BEGIN_DECLS

#define GH_TYPE_LOG_PAGE (gh_log_page_get_type ())
G_DECLARE_FINAL_TYPE (GhLogPage, gh_log_page, GH, LOG_PAGE, AdwBin)

/* Property: server. */

/* Shows its log as it grows; NULL: nothing. Kept. */
void gh_log_page_set_server (GhLogPage *self,
                             GhServer  *server);

G_END_DECLS
