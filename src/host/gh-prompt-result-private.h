/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A prompt's result from the protocol, for the host layer alone. */
#pragma once

#include "gh-mcp-prompt.h"
#include "gh-prompt-result.h"

G_BEGIN_DECLS

GhPromptResult *gh_prompt_result_new (GhMcpPromptResult *value);

G_END_DECLS
