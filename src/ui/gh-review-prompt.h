/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server wants to send, before it is sent: prompt, model, limits, JSON, all of it editable.
 * */
#pragma once

#include "gh-model-list.h"
#include "gh-sampling-request.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define GH_TYPE_REVIEW_PROMPT (gh_review_prompt_get_type ())
G_DECLARE_FINAL_TYPE (GhReviewPrompt, gh_review_prompt, GH, REVIEW_PROMPT, GtkBox)

/* Signal "changed": the person changed something that is not a property of the request (a
 * message). */

/* What is shown and edited, and the models it may be sent to; both are kept. NULL request: none. */
void       gh_review_prompt_set_request  (GhReviewPrompt    *self,
                                          GhSamplingRequest *request,
                                          GhModelList       *models);
/* Numbers that are still being typed become the request's; a key may press Send before Tab is. */
void       gh_review_prompt_take_typed   (GhReviewPrompt    *self);

G_END_DECLS
