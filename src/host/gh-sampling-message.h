/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One message of a prompt under review. */
#pragma once

#include "gh-sampling-part.h"

G_BEGIN_DECLS

#define GH_TYPE_SAMPLING_MESSAGE (gh_sampling_message_get_type ())
G_DECLARE_FINAL_TYPE (GhSamplingMessage, gh_sampling_message, GH, SAMPLING_MESSAGE, GObject)

gboolean    gh_sampling_message_get_from_assistant (GhSamplingMessage *self);
/* of GhSamplingPart */
GListModel *gh_sampling_message_list_parts         (GhSamplingMessage *self);

G_END_DECLS
