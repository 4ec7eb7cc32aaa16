/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One thing that is masked in a prompt: what it is, shown on demand, sent unmasked on demand. */
#pragma once

#include <adwaita.h>

#include "gh-masking-secret.h"

G_BEGIN_DECLS

#define GH_TYPE_SECRET_ROW (gh_secret_row_get_type ())
G_DECLARE_FINAL_TYPE (GhSecretRow, gh_secret_row, GH, SECRET_ROW, AdwActionRow)

/* can_send: whether the prompt is still to be sent. A floating widget; secret is kept. */
GtkWidget       *gh_secret_row_new        (GhMaskingSecret *secret,
                                           gboolean         can_send);
GhMaskingSecret *gh_secret_row_get_secret (GhSecretRow     *self);

G_END_DECLS
