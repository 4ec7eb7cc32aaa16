/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is masked, to be set: for which models, and by which patterns of the person's own. */
#pragma once

#include <adwaita.h>

#include "gh-masking-policy.h"

G_BEGIN_DECLS

#define GH_TYPE_MASKING_SETTINGS (gh_masking_settings_get_type ())
G_DECLARE_FINAL_TYPE (GhMaskingSettings, gh_masking_settings, GH, MASKING_SETTINGS,
                      AdwPreferencesGroup)

/* Once; kept. */
void gh_masking_settings_set_policy (GhMaskingSettings *self,
                                     GhMaskingPolicy   *policy);

G_END_DECLS
