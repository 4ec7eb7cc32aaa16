/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A resource template from the protocol, for the host layer alone. */
#pragma once

#include "gh-mcp-resource-template.h"
#include "gh-resource-template.h"

G_BEGIN_DECLS

GhResourceTemplate    *gh_resource_template_new     (GhMcpResourceTemplate *value);
GhMcpResourceTemplate *gh_resource_template_get_mcp (GhResourceTemplate    *self);

G_END_DECLS
