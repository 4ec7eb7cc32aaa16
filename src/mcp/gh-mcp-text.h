/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Text from a server, bounded. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Valid UTF-8 of at most max_length bytes (a cut is marked with an ellipsis); NULL when the node is
 * no string. Free with g_free(). */
char *gh_mcp_text_dup        (JsonNode   *node,
                              gsize       max_length);
/* The same for a member; NULL when it is absent or object is NULL. */
char *gh_mcp_text_dup_member (JsonObject *object,
                              const char *name,
                              gsize       max_length);
/* Cuts text at a character's end. Returns: (transfer full): the text itself when it is short. */
char *gh_mcp_text_take_bound (char       *take_text,
                              gsize       max_length);

G_END_DECLS
