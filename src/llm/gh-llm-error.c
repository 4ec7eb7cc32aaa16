/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The error domains of the llm layer. */
#include "config.h"

#include "gh-llm-error.h"

G_DEFINE_QUARK (gh-llm-error-quark, gh_llm_error)
