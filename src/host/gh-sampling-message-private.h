/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A message of a prompt, for the request it belongs to. */
#pragma once

#include "gh-mcp-sampling.h"
#include "gh-sampling-message.h"

G_BEGIN_DECLS

GhSamplingMessage *gh_sampling_message_new (GhMcpSamplingMessage *message);

G_END_DECLS
