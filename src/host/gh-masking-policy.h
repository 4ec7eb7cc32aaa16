/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the person wants masked before a model sees it, and hidden in what is written down. */
#pragma once

#include "gh-model.h"
#include "gh-shield.h"

G_BEGIN_DECLS

#define GH_TYPE_MASKING_POLICY (gh_masking_policy_get_type ())
G_DECLARE_FINAL_TYPE (GhMaskingPolicy, gh_masking_policy, GH, MASKING_POLICY, GObject)

/* Properties, all notifying: mask-local (prompts for models on this computer as well; TRUE),
 * restore-answers (originals are put back into models' answers by themselves; FALSE), patterns (the
 * person's own, regular expressions), shield (follows from the patterns; read-only). */
GhMaskingPolicy    *gh_masking_policy_new                 (void);
/* Binds the properties to the preferences of the same names, where those are installed. */
void                gh_masking_policy_use_settings        (GhMaskingPolicy    *self);

gboolean            gh_masking_policy_get_mask_local      (GhMaskingPolicy    *self);
void                gh_masking_policy_set_mask_local      (GhMaskingPolicy    *self,
                                                           gboolean            mask_local);
gboolean            gh_masking_policy_get_restore_answers (GhMaskingPolicy    *self);
void                gh_masking_policy_set_restore_answers (GhMaskingPolicy    *self,
                                                           gboolean            restore_answers);
const char * const *gh_masking_policy_get_patterns        (GhMaskingPolicy    *self);
/* patterns: or NULL. Those that cannot be used are kept, and do nothing. */
void                gh_masking_policy_set_patterns        (GhMaskingPolicy    *self,
                                                           const char * const *patterns);
GhShield           *gh_masking_policy_get_shield          (GhMaskingPolicy    *self);
/* Whether prompts for the model are masked; model: NULL: none chosen yet. */
gboolean            gh_masking_policy_masks_for           (GhMaskingPolicy    *self,
                                                           GhModel            *model);

G_END_DECLS
