/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The requests for a model that wait, and those of this run that are over. */
#pragma once

#include <adwaita.h>

#include "gh-request-broker.h"

G_BEGIN_DECLS

/* Finished ones that are remembered, in memory only. */
#define GH_REQUESTS_PAGE_MOST_FINISHED 50

#define GH_TYPE_REQUESTS_PAGE (gh_requests_page_get_type ())
G_DECLARE_FINAL_TYPE (GhRequestsPage, gh_requests_page, GH, REQUESTS_PAGE, AdwBin)

/* Empty until it has a broker; a floating widget. */
GtkWidget  *gh_requests_page_new           (void);
/* Once. Kept. */
void        gh_requests_page_set_broker    (GhRequestsPage   *self,
                                            GhRequestBroker *broker);
/* Of GhSamplingRequest, newest first; borrowed. */
GListModel *gh_requests_page_list_finished (GhRequestsPage   *self);

G_END_DECLS
