/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The travel desk: three sample folders and the demo server, set up in a folder of the person's
 * choice. */
#pragma once

#include "gh-host.h"

G_BEGIN_DECLS

/* Makes travel-planning, travel-templates and client-documents (with finance, excluded) in
 * `folder`, leaving files that are there alone; adds them as roots, adds the demo server and
 * starts it. Also makes archive/2023-trips, for the person to open. The server is owned. */
void      gh_travel_desk_setup_async  (GhHost               *host,
                                       GFile                *folder,
                                       GCancellable         *cancellable,
                                       GAsyncReadyCallback   callback,
                                       gpointer              user_data);
GhServer *gh_travel_desk_setup_finish (GhHost               *host,
                                       GAsyncResult         *result,
                                       GError              **error);

G_END_DECLS
