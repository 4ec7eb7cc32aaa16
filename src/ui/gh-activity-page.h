/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Every message between us and a server, as it goes, and the selected one as JSON. */
#pragma once

#include <adwaita.h>

#include "gh-server.h"

G_BEGIN_DECLS

#define GH_TYPE_ACTIVITY_PAGE (gh_activity_page_get_type ())
G_DECLARE_FINAL_TYPE (GhActivityPage, gh_activity_page, GH, ACTIVITY_PAGE, AdwBin)

/* Property: server. Actions: activity.export, activity.clear, activity.copy-details,
 * activity.close-details (Escape). */

/* Shows its activity as it grows; NULL: nothing. Kept. */
void gh_activity_page_set_server (GhActivityPage *self,
                                  GhServer       *server);

G_END_DECLS
