/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the models of one endpoint cost, to be set by the person. */
#pragma once

#include <adwaita.h>

#include "gh-model-list.h"

G_BEGIN_DECLS

#define GH_TYPE_PROVIDER_PRICES (gh_provider_prices_get_type ())
G_DECLARE_FINAL_TYPE (GhProviderPrices, gh_provider_prices, GH, PROVIDER_PRICES,
                      AdwPreferencesGroup)

/* Once. The group hides while the endpoint offers no models. */
void gh_provider_prices_set_provider (GhProviderPrices *self,
                                      GhModelList      *models,
                                      GhProvider       *provider);

G_END_DECLS
