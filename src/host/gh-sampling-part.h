/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A content block of a prompt under review; text can be edited. */
#pragma once

#include "gh-content.h"

G_BEGIN_DECLS

#define GH_TYPE_SAMPLING_PART (gh_sampling_part_get_type ())
G_DECLARE_FINAL_TYPE (GhSamplingPart, gh_sampling_part, GH, SAMPLING_PART, GObject)

/* Properties, notifying: text, which is what will be sent, and edited, whether it differs from the
 * server's. Setting and reverting do nothing once the prompt is on its way. */
GhContent  *gh_sampling_part_get_content (GhSamplingPart  *self); /* the server's */
const char *gh_sampling_part_get_text    (GhSamplingPart  *self); /* NULL unless it is text */
void        gh_sampling_part_set_text    (GhSamplingPart  *self,
                                          const char      *text);
gboolean    gh_sampling_part_get_edited  (GhSamplingPart  *self);
void        gh_sampling_part_revert      (GhSamplingPart  *self);

G_END_DECLS
