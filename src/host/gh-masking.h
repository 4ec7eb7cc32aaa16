/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is masked in one prompt, and the way back. */
#pragma once

#include "gh-masking-policy.h"
#include "gh-masking-secret.h"

G_BEGIN_DECLS

#define GH_TYPE_MASKING (gh_masking_get_type ())
G_DECLARE_FINAL_TYPE (GhMasking, gh_masking, GH, MASKING, GObject)

/* Signal "changed": all texts are about to be masked anew.
 * Properties, notifying: active (FALSE: the prompt is for a model that may see everything), caught
 * (something new was masked when the prompt was to be sent: it is to be looked at once more). */
gboolean    gh_masking_get_active    (GhMasking  *self);
gboolean    gh_masking_get_caught    (GhMasking  *self);
/* Whether a pattern of the person's took too long, so that what it would mask may be there. */
gboolean    gh_masking_get_gave_up   (GhMasking  *self);
/* How many there are in the prompt now. */
guint       gh_masking_get_n_secrets (GhMasking  *self);
/* Of GhMaskingSecret: they, in the order they were found; of very many not all. */
GListModel *gh_masking_list_secrets  (GhMasking  *self);
/* The next placeholder in a text from *start on, and what it stands for (transfer none); NULL:
 * there is none. */
GhMaskingSecret *gh_masking_find     (GhMasking  *self,
                                      const char *text,
                                      gsize      *start,
                                      gsize      *end);

G_END_DECLS
