/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What goes along with every request: `_meta` (requirements 2.10-2.12, 2.40). */
#pragma once

#include "gh-mcp-capabilities.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 progress_token; /* 0 when no progress is wanted */
  const char *version;   /* NULL in the legacy era, which says the rest once */
  GhMcpCapabilities capabilities;
  const char *log_level; /* or NULL */
} GhMcpMeta;

/* Returns: (transfer full) (nullable): params (an object, or NULL for none) with what meta says;
 * what the caller had in its `_meta` stays. */
JsonNode *gh_mcp_meta_add     (JsonNode        *params,
                               const GhMcpMeta *meta);
/* `_meta` with a progress token alone, as the text of a member: for params that have none, and much
 * cheaper than a copy of them. */
void      gh_mcp_meta_write_token (GString *text,
                                   gint64   progress_token);
/* What a server says of them, for people: which capability it misses (2.19); else the error as it
 * is. Returns: (transfer full). */
GError   *gh_mcp_meta_explain (const GError    *error);

/* The id of the task that params or a result belong to (8.40), or NULL. */
const char *gh_mcp_meta_get_task (JsonNode *params);
/* Returns: (transfer full): a result that belongs to the same task as the params it answers, if
 * they belong to one. */
JsonNode   *gh_mcp_meta_take_task (JsonNode *take_result,
                                   JsonNode *params);

G_END_DECLS
