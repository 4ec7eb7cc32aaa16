/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the desktop shows of us besides windows and notifications: how many requests wait, on the
 * launcher's icon, and what goes on while there is no window. */
#pragma once

#include <gtk/gtk.h>

#include "gh-host.h"

G_BEGIN_DECLS

#define GH_TYPE_DESKTOP_STATUS (gh_desktop_status_get_type ())
G_DECLARE_FINAL_TYPE (GhDesktopStatus, gh_desktop_status, GH, DESKTOP_STATUS, GObject)

/* application: registered, not kept. A desktop that does not know such things is no trouble. */
GhDesktopStatus *gh_desktop_status_new            (GtkApplication   *application,
                                                   GhHost           *host);
/* Whether there is no window to be seen: then the desktop is told what we do, and a notification
 * offers to quit. */
void             gh_desktop_status_set_background (GhDesktopStatus  *self,
                                                   gboolean          background);

G_END_DECLS
