/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A folder's settings: its name, what of it is left out, who is told of it. */
#pragma once

#include <adwaita.h>

#include "gh-host.h"

G_BEGIN_DECLS

#define GH_TYPE_ROOT_DIALOG (gh_root_dialog_get_type ())
G_DECLARE_FINAL_TYPE (GhRootDialog, gh_root_dialog, GH, ROOT_DIALOG, AdwWindow)

/* Modal; every change holds at once. Closes when the folder is taken out of the list; GTK keeps it
 * until then. */
GhRootDialog *gh_root_dialog_new       (GhHost       *host,
                                        GhRoot       *root);
/* Puts the cursor into the name. */
void          gh_root_dialog_edit_name (GhRootDialog *self);

G_END_DECLS
