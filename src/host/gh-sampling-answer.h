/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One answer to a sampling request, of a model or a person: what came, what the person makes of
 * it. */
#pragma once

#include "gh-model.h"
#include "gh-sampling-part.h"

G_BEGIN_DECLS

/* How an answer came to its end. */
typedef enum
{
  GH_SAMPLING_END_WHOLE,
  GH_SAMPLING_END_STOPPED,    /* the person stopped it */
  GH_SAMPLING_END_BROKEN_OFF, /* the model failed on the way: "error" says why */
} GhSamplingEnd;

#define GH_TYPE_SAMPLING_ANSWER (gh_sampling_answer_get_type ())
G_DECLARE_FINAL_TYPE (GhSamplingAnswer, gh_sampling_answer, GH, SAMPLING_ANSWER, GObject)

/* Signal "changed": its text, or its parts. */

/* The text of it; never NULL, maybe empty. */
const char    *gh_sampling_answer_get_text          (GhSamplingAnswer *self);
/* As the model gave it; NULL: by hand. */
const char    *gh_sampling_answer_get_model_text    (GhSamplingAnswer *self);
/* Of GhSamplingPart: one text at most, then uses of tools. Empty while it still comes. */
GListModel    *gh_sampling_answer_list_parts        (GhSamplingAnswer *self);
/* Whether it differs from what the model gave; FALSE: by hand. */
gboolean       gh_sampling_answer_get_edited        (GhSamplingAnswer *self);
/* By the name its endpoint reports, where it does; NULL: by hand. */
const char    *gh_sampling_answer_get_model_name    (GhSamplingAnswer *self);
/* The protocol's word, or NULL. */
const char    *gh_sampling_answer_get_stop_reason   (GhSamplingAnswer *self);
/* -1: unknown. */
gint64         gh_sampling_answer_get_input_tokens  (GhSamplingAnswer *self);
gint64         gh_sampling_answer_get_output_tokens (GhSamplingAnswer *self);
/* Microseconds, so far or in all. */
gint64         gh_sampling_answer_get_time          (GhSamplingAnswer *self);
GhSamplingEnd  gh_sampling_answer_get_end           (GhSamplingAnswer *self);
/* BROKEN_OFF: why; else NULL. */
const GError  *gh_sampling_answer_get_error         (GhSamplingAnswer *self);

G_END_DECLS
