/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A content block of a prompt, for the request it belongs to. */
#pragma once

#include "gh-sampling-part.h"

G_BEGIN_DECLS

GhSamplingPart *gh_sampling_part_new                  (GhContent      *content);
/* A locked part cannot be edited: what is shown is what was sent. */
void            gh_sampling_part_set_locked           (GhSamplingPart *self,
                                                       gboolean        locked);
guint           gh_sampling_part_get_estimated_tokens (GhSamplingPart *self);
guint           gh_sampling_estimate_tokens           (const char     *text);

G_END_DECLS
