/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One entry of mcp.json: read into a configuration, and written back. */
#pragma once

#include <json-glib/json-glib.h>

#include "gh-server-config.h"

G_BEGIN_DECLS

/* All owned. */
typedef struct
{
  GhServerConfig *config;
  char           *consent;   /* the fingerprint the person agreed to, or NULL */
  char           *known_era; /* the revision that worked last time, or NULL */
} GhServerEntry;

gboolean   gh_server_entry_read    (JsonNode             *node,
                                    const char           *id,
                                    GhServerEntry        *entry,
                                    GError              **error);
JsonNode  *gh_server_entry_write   (JsonObject           *old,
                                    const char           *id,
                                    const GhServerEntry  *entry);
/* Whether an object looks like an entry, whatever is wrong with it. */
gboolean   gh_server_entry_is      (JsonObject           *object);
void       gh_server_entry_clear   (GhServerEntry        *entry);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (GhServerEntry, gh_server_entry_clear)

G_END_DECLS
