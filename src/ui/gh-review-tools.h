/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The tools that a server offers the model in a request: to read, and to take out. */
#pragma once

#include <adwaita.h>

#include "gh-sampling-request.h"

G_BEGIN_DECLS

#define GH_TYPE_REVIEW_TOOLS (gh_review_tools_get_type ())
G_DECLARE_FINAL_TYPE (GhReviewTools, gh_review_tools, GH, REVIEW_TOOLS, AdwPreferencesGroup)

/* Signal "changed": the person took one out or put it in again, or changed how they are used. */

/* NULL: none. Kept. Hidden while the request has no tools. */
void gh_review_tools_set_request (GhReviewTools     *self,
                                  GhSamplingRequest *request);

G_END_DECLS
