/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A prompt from the protocol, for the host layer alone. */
#pragma once

#include "gh-mcp-prompt.h"
#include "gh-prompt.h"

G_BEGIN_DECLS

GhPrompt    *gh_prompt_new     (GhMcpPrompt *value);
GhMcpPrompt *gh_prompt_get_mcp (GhPrompt    *self);

G_END_DECLS
