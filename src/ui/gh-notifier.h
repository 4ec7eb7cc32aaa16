/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Tells through the desktop that a server waits, when nobody looks at Gatehouse. */
#pragma once

#include <gtk/gtk.h>

#include "gh-review-desk.h"

G_BEGIN_DECLS

#define GH_TYPE_NOTIFIER (gh_notifier_get_type ())
G_DECLARE_FINAL_TYPE (GhNotifier, gh_notifier, GH, NOTIFIER, GObject)

/* Adds the actions app.review and app.deny (target: a request's serial, u) to the application;
 * dispose takes them away. A notification says who waits, never what for. Owned by the caller. */
GhNotifier *gh_notifier_new         (GtkApplication    *application,
                                     GhRequestBroker  *broker,
                                     GhReviewDesk      *desk);
/* The notification of a request, or NULL when none is out; borrowed, for tests. */
const char *gh_notifier_get_id      (GhNotifier        *self,
                                     GhRequest         *request);
/* What would be said about a request; owned. */
GNotification *gh_notifier_create   (GhRequest         *request);

G_END_DECLS
