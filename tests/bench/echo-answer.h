/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The smallest MCP server: one tool, which gives back its text. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Appends the answer to one message, and a line end, if it wants any. n_tools: how many are
 * listed, at least one. */
void echo_answer (GString    *out,
                  const char *text,
                  gsize       length,
                  guint       n_tools);

G_END_DECLS
