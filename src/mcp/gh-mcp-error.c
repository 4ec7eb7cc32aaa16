/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The error domains of the mcp layer. */
#include "config.h"

#include "gh-mcp-error.h"

G_DEFINE_QUARK (gh-mcp-error-quark, gh_mcp_error)
