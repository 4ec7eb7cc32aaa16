/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is masked in one prompt, for the request it belongs to. */
#pragma once

#include "gh-masking.h"

G_BEGIN_DECLS

GhMasking *gh_masking_new            (GhMaskingPolicy *policy);

/* Between these two all texts of the prompt are masked, as suits the model and where it runs. TRUE
 * from the second: more was found than a text before knew of, so once more. */
void       gh_masking_begin          (GhMasking       *self,
                                      GhModel         *model,
                                      GhLane           lane);
gboolean   gh_masking_end            (GhMasking       *self);
void       gh_masking_set_caught     (GhMasking       *self,
                                      gboolean         caught);

/* place: see GhMaskingSecret. All owned. */
char      *gh_masking_mask           (GhMasking       *self,
                                      const char      *text,
                                      guint            place);
char      *gh_masking_mask_edited    (GhMasking       *self,
                                      const char      *text,
                                      guint            place);
JsonNode  *gh_masking_mask_json      (GhMasking       *self,
                                      JsonNode        *node,
                                      guint            place);
/* The way back, whether active or not. */
char      *gh_masking_restore        (GhMasking       *self,
                                      const char      *text);
JsonNode  *gh_masking_restore_json   (GhMasking       *self,
                                      JsonNode        *node);

G_END_DECLS
