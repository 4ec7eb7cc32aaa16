/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A resource from the protocol, for the host layer alone. */
#pragma once

#include "gh-mcp-resource.h"
#include "gh-resource.h"

G_BEGIN_DECLS

GhResource    *gh_resource_new     (GhMcpResource *value);
GhMcpResource *gh_resource_get_mcp (GhResource    *self);

G_END_DECLS
