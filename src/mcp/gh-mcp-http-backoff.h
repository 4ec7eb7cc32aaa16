/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * How long to wait before a stream is connected again (requirements 4.8, 4.9). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint n_barren; /* connections in a row that brought nothing */
} GhMcpHttpBackoff;

/* Milliseconds to wait. fruitful: the connection that ended brought messages or lived long: nothing
 * else, and no clean end, makes the wait short again. at_least: what the server asks for with
 * `retry`, -1 when it does not. */
guint gh_mcp_http_backoff_next (GhMcpHttpBackoff *self,
                                gboolean          fruitful,
                                int               at_least);

G_END_DECLS
