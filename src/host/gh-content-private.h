/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A content block from the protocol, for the host layer alone. */
#pragma once

#include "gh-content.h"
#include "gh-mcp-content.h"
#include "gh-mcp-resource.h"

G_BEGIN_DECLS

GhContent *gh_content_new_from_mcp      (GhMcpContent          *content);
GhContent *gh_content_new_from_resource (GhMcpResourceContents *contents);
GhContent *gh_content_new_structured    (JsonNode              *node);
/* Bytes that its text and data hold. */
gsize      gh_content_get_size          (GhContent             *self);

G_END_DECLS
