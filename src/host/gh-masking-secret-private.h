/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One thing that is masked, for the masking it belongs to. */
#pragma once

#include "gh-masking-secret.h"

G_BEGIN_DECLS

/* What the map's entry says. */
GhMaskingSecret *gh_masking_secret_new      (GhShieldMap     *map,
                                             guint            index);
void             gh_masking_secret_set_uses (GhMaskingSecret *self,
                                             guint            uses,
                                             guint            place);

G_END_DECLS
