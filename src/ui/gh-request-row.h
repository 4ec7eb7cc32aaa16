/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One request of a server, open or finished, without a word of what it says. */
#pragma once

#include <adwaita.h>

#include "gh-elicitation-request.h"
#include "gh-sampling-request.h"

G_BEGIN_DECLS

#define GH_TYPE_REQUEST_ROW (gh_request_row_get_type ())
G_DECLARE_FINAL_TYPE (GhRequestRow, gh_request_row, GH, REQUEST_ROW, AdwActionRow)

/* Property "item" (construct only): the request. An open one is activatable, which runs
 * app.review. */
GtkWidget *gh_request_row_new    (GhRequest    *request);
/* Says anew how long ago it was. */
void       gh_request_row_update (GhRequestRow *self);
GhRequest *gh_request_row_get_item (GhRequestRow *self);

G_END_DECLS
