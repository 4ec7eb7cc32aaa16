/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Base64 as the protocol uses it, decoded without tolerance (RFC 4648, section 4). */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The bytes, or NULL when the text is not base64: g_base64_decode() skips what it does not know, so
 * that two readers of one image could see different bytes. Free with g_bytes_unref(). */
GBytes *gh_mcp_base64_decode         (const char *text);
/* The same for tool results: takes a "data:...;base64," prefix and white space off first, which
 * real servers send. */
GBytes *gh_mcp_base64_decode_lenient (const char *text);

G_END_DECLS
