/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a message mirrors in HTTP headers, made fit for them (requirements 4.31, 4.32). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The value of Mcp-Name or Mcp-Param-*: text itself where a header can carry it, else its base64
 * between marks. Free with g_free(). */
char *gh_mcp_header_encode (const char *text);

G_END_DECLS
