/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One message of a prompt, for showing. Immutable. */
#pragma once

#include "gh-content.h"

G_BEGIN_DECLS

#define GH_TYPE_PROMPT_MESSAGE (gh_prompt_message_get_type ())
G_DECLARE_FINAL_TYPE (GhPromptMessage, gh_prompt_message, GH, PROMPT_MESSAGE, GObject)

GhPromptMessage *gh_prompt_message_new                (gboolean         from_assistant,
                                                       GhContent       *content);
gboolean         gh_prompt_message_get_from_assistant (GhPromptMessage *self);
GhContent       *gh_prompt_message_get_content        (GhPromptMessage *self);

G_END_DECLS
