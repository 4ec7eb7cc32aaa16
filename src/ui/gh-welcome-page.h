/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The first page: three ways in, and the model found on this computer. */
#pragma once

#include <adwaita.h>

#include "gh-model-list.h"

G_BEGIN_DECLS

#define GH_TYPE_WELCOME_PAGE (gh_welcome_page_get_type ())
G_DECLARE_FINAL_TYPE (GhWelcomePage, gh_welcome_page, GH, WELCOME_PAGE, AdwBin)

/* Once. What is found and what is set up, for the line below the ways in; kept. */
void gh_welcome_page_set_models (GhWelcomePage *self,
                                 GhModelList   *models);

G_END_DECLS
