/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One message of a prompt under review; its texts can be edited. */
#pragma once

#include "gh-content.h"

G_BEGIN_DECLS

#define GH_TYPE_SAMPLING_PART (gh_sampling_part_get_type ())
G_DECLARE_FINAL_TYPE (GhSamplingPart, gh_sampling_part, GH, SAMPLING_PART, GObject)

/* A part: a content block; for text, property "text" (notifying) is what will be sent, and "edited"
 * says whether it differs from the server's. */
GhContent  *gh_sampling_part_get_content (GhSamplingPart     *self); /* the server's */
const char *gh_sampling_part_get_text    (GhSamplingPart     *self); /* NULL unless it is text */
void        gh_sampling_part_set_text    (GhSamplingPart     *self,
                                          const char         *text);
gboolean    gh_sampling_part_get_edited  (GhSamplingPart     *self);
void        gh_sampling_part_revert      (GhSamplingPart     *self);

#define GH_TYPE_SAMPLING_MESSAGE (gh_sampling_message_get_type ())
G_DECLARE_FINAL_TYPE (GhSamplingMessage, gh_sampling_message, GH, SAMPLING_MESSAGE, GObject)

gboolean    gh_sampling_message_get_from_assistant (GhSamplingMessage *self);
GListModel *gh_sampling_message_list_parts         (GhSamplingMessage *self); /* of GhSamplingPart */

G_END_DECLS
