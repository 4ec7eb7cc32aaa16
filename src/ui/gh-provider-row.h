/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A model endpoint in the preferences: how it is, and what can be done with it. */
#pragma once

#include <adwaita.h>

#include "gh-provider.h"

G_BEGIN_DECLS

#define GH_TYPE_PROVIDER_ROW (gh_provider_row_get_type ())
G_DECLARE_FINAL_TYPE (GhProviderRow, gh_provider_row, GH, PROVIDER_ROW, AdwActionRow)

/* Property "item" (construct only): the provider. found: it is not configured yet; then the row
 * offers to use it, else to change or remove it. Signals "use", "edit", "remove". */
GtkWidget  *gh_provider_row_new       (GhProvider    *provider,
                                       gboolean       found);
/* Borrowed. */
GhProvider *gh_provider_row_get_item  (GhProviderRow *self);
/* "On this computer · 3 models"; owned. */
char       *gh_provider_row_dup_state (GhProvider    *provider);

G_END_DECLS
