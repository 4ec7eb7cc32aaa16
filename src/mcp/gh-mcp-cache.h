/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Results that a server of the modern era lets us keep for a while (requirements 8.31-8.36). */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* One cache belongs to one session and so to one authorization: private and public results may both
 * be in it (8.33). Bounded in number and bytes. now: g_get_monotonic_time(). params: as the caller
 * of a request gives them, without `_meta`; may be NULL. */
typedef struct _GhMcpCache GhMcpCache;

GhMcpCache *gh_mcp_cache_new           (void);
/* Whether results of this method are ever kept. */
gboolean    gh_mcp_cache_is_for        (const char  *method);
/* Returns: (transfer full) (nullable): what was kept and is still fresh. */
JsonNode   *gh_mcp_cache_look_up       (GhMcpCache  *self,
                                        const char  *method,
                                        JsonNode    *params,
                                        gint64       now);
/* Keeps a complete result if the server allows it. A list's first page, read anew, ends what is
 * known of the other pages (8.35). */
void        gh_mcp_cache_store         (GhMcpCache  *self,
                                        const char  *method,
                                        JsonNode    *params,
                                        JsonNode    *result,
                                        gint64       now);
/* Forgets: what a method gave; one resource; everything. */
void        gh_mcp_cache_drop          (GhMcpCache  *self,
                                        const char  *method);
void        gh_mcp_cache_drop_resource (GhMcpCache  *self,
                                        const char  *uri);
void        gh_mcp_cache_clear         (GhMcpCache  *self);
gsize       gh_mcp_cache_get_size      (GhMcpCache  *self);
void        gh_mcp_cache_free          (GhMcpCache  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpCache, gh_mcp_cache_free)

G_END_DECLS
