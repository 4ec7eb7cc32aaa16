/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A tool of a sampling request, for the request it belongs to. */
#pragma once

#include "gh-masking-private.h"
#include "gh-mcp-tool.h"
#include "gh-sampling-tool.h"

G_BEGIN_DECLS

GhSamplingTool *gh_sampling_tool_new                  (GhMcpTool       *tool);
void            gh_sampling_tool_set_locked           (GhSamplingTool  *self,
                                                       gboolean         locked);
guint           gh_sampling_tool_get_estimated_tokens (GhSamplingTool  *self);
/* Masks what a model reads of it. Whether that changed. */
gboolean        gh_sampling_tool_mask                 (GhSamplingTool  *self,
                                                       GhMasking       *masking);
/* As a model may read them. The description may be NULL. */
const char     *gh_sampling_tool_get_sent_description (GhSamplingTool  *self);
JsonNode       *gh_sampling_tool_get_sent_schema      (GhSamplingTool  *self);
/* input: an object. FALSE with GH_SAMPLING_ERROR_SCHEMA. */
gboolean        gh_sampling_tool_check_input          (GhSamplingTool  *self,
                                                       JsonNode        *input,
                                                       GError         **error);
/* An input to begin with: each required member, empty. Transfer full. */
JsonNode       *gh_sampling_tool_build_input          (GhSamplingTool  *self);

G_END_DECLS
