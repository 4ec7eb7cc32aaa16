/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The heading above the open requests of one tool call, or of a server outside of calls. */
#pragma once

#include <adwaita.h>

#include "gh-request.h"

G_BEGIN_DECLS

#define GH_TYPE_REQUEST_GROUP (gh_request_group_get_type ())
G_DECLARE_FINAL_TYPE (GhRequestGroup, gh_request_group, GH, REQUEST_GROUP, GtkWidget)

/* Property: item (GhRequest), any of the group. Its button is "requests.deny-group" with the
 * request's serial. */
GtkWidget *gh_request_group_new      (GhRequest       *request);
GhRequest *gh_request_group_get_item (GhRequestGroup  *self);
/* Of how many requests, and how long ago things are. */
void       gh_request_group_update   (GhRequestGroup  *self,
                                      guint            n_requests);
/* Whether both belong below one heading. */
gboolean   gh_request_group_is_same  (GhRequest       *a,
                                      GhRequest       *b);

G_END_DECLS
