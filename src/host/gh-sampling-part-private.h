/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A content block of a prompt or an answer, for the request it belongs to. */
#pragma once

#include "gh-llm-request.h"
#include "gh-masking-private.h"
#include "gh-mcp-content.h"
#include "gh-sampling-part.h"

G_BEGIN_DECLS

typedef void (*GhSamplingPartFunc) (GhSamplingPart *part,
                                    gpointer        user_data);

GhSamplingPart *gh_sampling_part_new                  (GhMcpContent       *content);
GhSamplingPart *gh_sampling_part_new_text             (const char         *original);
/* input: an object; kept. */
GhSamplingPart *gh_sampling_part_new_tool_use         (const char         *id,
                                                       const char         *name,
                                                       JsonNode           *input);
/* The part itself, then those inside it. */
void            gh_sampling_part_foreach              (GhSamplingPart     *self,
                                                       GhSamplingPartFunc  func,
                                                       gpointer            user_data);
/* The part alone, without those inside it: masks what came, and what a person made of it. Whether
 * that changed what will be sent. */
gboolean        gh_sampling_part_mask                 (GhSamplingPart     *self,
                                                       GhMasking          *masking,
                                                       guint               place);
/* Originals for the placeholders in the text: an edit. */
void            gh_sampling_part_restore              (GhSamplingPart     *self,
                                                       GhMasking          *masking);
/* A locked part cannot be edited: what is shown is what was sent. */
void            gh_sampling_part_set_locked           (GhSamplingPart     *self,
                                                       gboolean            locked);
/* Of the part alone, without those inside it: tokens of the present text, bytes as it came. */
guint           gh_sampling_part_get_estimated_tokens (GhSamplingPart     *self);
gsize           gh_sampling_part_get_size             (GhSamplingPart     *self);
/* TOOL_USE: (transfer full) its input as it stands; NULL with GH_SAMPLING_ERROR_INPUT when that is
 * no JSON object. */
JsonNode       *gh_sampling_part_dup_input            (GhSamplingPart     *self,
                                                       GError            **error);
/* For a model; NULL with GH_SAMPLING_ERROR_INPUT, or G_IO_ERROR_NOT_SUPPORTED: a file of a kind
 * that no model takes. */
GhLlmPart      *gh_sampling_part_build_llm            (GhSamplingPart     *self,
                                                       GError            **error);
guint           gh_sampling_estimate_tokens           (const char         *text);

G_END_DECLS
