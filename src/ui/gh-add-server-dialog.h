/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Adding a server, or changing one: first how it is started, then consent to exactly that. */
#pragma once

#include <adwaita.h>

#include "gh-host.h"

G_BEGIN_DECLS

#define GH_TYPE_ADD_SERVER_DIALOG (gh_add_server_dialog_get_type ())
G_DECLARE_FINAL_TYPE (GhAddServerDialog, gh_add_server_dialog, GH, ADD_SERVER_DIALOG, AdwWindow)

/* Signal "done" (GhServer): it was added or changed; emitted before the dialog closes. All give a
 * dialog that is to be presented; GTK keeps it until it closes. */

/* For a server that is not there yet. */
GtkWidget *gh_add_server_dialog_new        (GhHost   *host);
/* With a server's present settings. Consent is asked for only when what runs has changed. */
GtkWidget *gh_add_server_dialog_new_edit   (GhHost   *host,
                                            GhServer *server);
/* Consent to a server that is there already: one that was imported, or whose file was changed. */
GtkWidget *gh_add_server_dialog_new_review (GhHost   *host,
                                            GhServer *server);

G_END_DECLS
