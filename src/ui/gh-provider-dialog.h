/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Adds a model endpoint or changes one, and tells at once whether it works. */
#pragma once

#include <adwaita.h>

#include "gh-model-list.h"

G_BEGIN_DECLS

#define GH_TYPE_PROVIDER_DIALOG (gh_provider_dialog_get_type ())
G_DECLARE_FINAL_TYPE (GhProviderDialog, gh_provider_dialog, GH, PROVIDER_DIALOG, AdwWindow)

/* provider: NULL to add one. models and secrets are kept; GTK keeps the dialog until it closes. */
GtkWidget  *gh_provider_dialog_new          (GtkWindow        *parent,
                                             GhModelList      *models,
                                             GhSecretStore    *secrets,
                                             GhProvider       *provider);
/* The one that was added or is changed; borrowed, or NULL. */
GhProvider *gh_provider_dialog_get_provider (GhProviderDialog *self);

G_END_DECLS
