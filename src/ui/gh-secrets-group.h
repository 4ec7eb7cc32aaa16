/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is masked in a prompt under review, as a list. */
#pragma once

#include <adwaita.h>

#include "gh-masking.h"

G_BEGIN_DECLS

#define GH_TYPE_SECRETS_GROUP (gh_secrets_group_get_type ())
G_DECLARE_FINAL_TYPE (GhSecretsGroup, gh_secrets_group, GH, SECRETS_GROUP, AdwPreferencesGroup)

/* Not visible while nothing is to be said. masking: kept; NULL: nothing. */
void gh_secrets_group_set_masking (GhSecretsGroup *self,
                                   GhMasking      *masking);

G_END_DECLS
