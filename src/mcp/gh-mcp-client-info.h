/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Who we are, as servers are told in either era (requirements 2.1, 2.11). */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* clientInfo. Returns: (transfer full): an object. */
JsonNode *gh_mcp_client_info_build (void);

G_END_DECLS
