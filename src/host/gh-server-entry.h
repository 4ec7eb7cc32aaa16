/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One entry of mcp.json: read into a configuration, and written back. */
#pragma once

#include <json-glib/json-glib.h>

#include "gh-server-config.h"

G_BEGIN_DECLS

typedef enum
{
  GH_SERVER_ENTRY_OURS,
  GH_SERVER_ENTRY_REMOTE, /* reached over the network: kept, not shown */
  GH_SERVER_ENTRY_BAD,    /* see the error; kept, not shown */
} GhServerEntryKind;

GhServerEntryKind  gh_server_entry_read  (JsonNode         *node,
                                          const char       *id,
                                          GhServerConfig  **config,
                                          char            **consent,
                                          GError          **error);
JsonNode          *gh_server_entry_write (JsonObject       *old,
                                          const char       *id,
                                          GhServerConfig   *config,
                                          const char       *consent);

G_END_DECLS
