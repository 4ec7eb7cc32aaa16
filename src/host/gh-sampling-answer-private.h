/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * An answer to a sampling request, for the request it belongs to. */
#pragma once

#include "gh-mcp-sampling.h"
#include "gh-sampling-answer.h"
#include "gh-sampling-generation.h"
#include "gh-sampling-tool-private.h"

G_BEGIN_DECLS

/* Without a generation: by hand. tools: of GhSamplingTool. All are kept. */
GhSamplingAnswer     *gh_sampling_answer_new                (GhModel              *model,
                                                             GhSamplingGeneration *generation,
                                                             GListModel           *tools);
GhSamplingGeneration *gh_sampling_answer_get_generation     (GhSamplingAnswer     *self);
GhModel              *gh_sampling_answer_get_model          (GhSamplingAnswer     *self);
/* The generation is over: makes its parts. used: ids of tool uses in the prompt (a set); an id that
 * is in it is replaced. stopped: by the person. */
void                  gh_sampling_answer_settle             (GhSamplingAnswer     *self,
                                                             GHashTable           *used,
                                                             gboolean              stopped);
void                  gh_sampling_answer_set_locked         (GhSamplingAnswer     *self,
                                                             gboolean              locked);
void                  gh_sampling_answer_set_text           (GhSamplingAnswer     *self,
                                                             const char           *text);
void                  gh_sampling_answer_add_tool_use       (GhSamplingAnswer     *self,
                                                             GhSamplingTool       *tool);
void                  gh_sampling_answer_remove_tool_use    (GhSamplingAnswer     *self,
                                                             GhSamplingPart       *part);
void                  gh_sampling_answer_revert             (GhSamplingAnswer     *self);
/* Whether a server may be given it: every use is of a tool on offer, with an input that suits it;
 * choice is heeded. */
gboolean              gh_sampling_answer_check              (GhSamplingAnswer     *self,
                                                             GhMcpToolChoice       choice,
                                                             GError              **error);
/* One use: the same, for it alone. */
gboolean              gh_sampling_answer_check_part         (GhSamplingAnswer     *self,
                                                             GhSamplingPart       *part,
                                                             GError              **error);
/* Of GhMcpContent, at least one; it passed the check. */
GPtrArray            *gh_sampling_answer_build_blocks       (GhSamplingAnswer     *self);

G_END_DECLS
