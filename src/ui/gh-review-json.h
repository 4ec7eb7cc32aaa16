/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A row that opens to JSON: made when it opens, long strings cut for showing, all of it to copy. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define GH_TYPE_REVIEW_JSON (gh_review_json_get_type ())
G_DECLARE_FINAL_TYPE (GhReviewJson, gh_review_json, GH, REVIEW_JSON, AdwExpanderRow)

/* Signal "needed": it opened; the handler calls gh_review_json_set_text(). */
/* text: indented JSON, copied. */
void  gh_review_json_set_text (GhReviewJson *self,
                               const char   *text);
/* Closes it and forgets the text. */
void  gh_review_json_reset    (GhReviewJson *self);
/* What is shown of a JSON text: lines and their number bounded. Owned. */
char *gh_review_json_cut      (const char   *text);

G_END_DECLS
