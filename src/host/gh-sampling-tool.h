/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A tool that a server offers the model in a sampling request. */
#pragma once

#include "gh-tool.h"

G_BEGIN_DECLS

#define GH_TYPE_SAMPLING_TOOL (gh_sampling_tool_get_type ())
G_DECLARE_FINAL_TYPE (GhSamplingTool, gh_sampling_tool, GH, SAMPLING_TOOL, GObject)

/* The server runs it, never the host (6.8). */
GhTool   *gh_sampling_tool_get_tool    (GhSamplingTool *self);
/* Property "offered", notifying: FALSE when the person took it out, so that the model does not know
 * of it. Setting does nothing once the prompt is on its way. */
gboolean  gh_sampling_tool_get_offered (GhSamplingTool *self);
void      gh_sampling_tool_set_offered (GhSamplingTool *self,
                                        gboolean        offered);
/* As the server describes it, indented JSON; owned. */
char     *gh_sampling_tool_dup_json    (GhSamplingTool *self);

G_END_DECLS
