/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Which arguments of a tool are mirrored in HTTP headers: x-mcp-header (requirements 4.25-4.33). */
#pragma once

#include <json-glib/json-glib.h>
#include <libsoup/soup.h>

G_BEGIN_DECLS

typedef struct _GhMcpParamHeaders GhMcpParamHeaders;

/* From a tool's inputSchema, an object. GH_MCP_ERROR_PROTOCOL saying why the tool is to be left out
 * where its calls go over HTTP (4.28). */
GhMcpParamHeaders *gh_mcp_param_headers_new   (JsonNode            *input_schema,
                                               GError             **error);
/* How many arguments are mirrored at most. */
guint              gh_mcp_param_headers_get_n (GhMcpParamHeaders   *self);
/* Adds Mcp-Param-* for a call's arguments, an object or NULL; with headers NULL only looks whether
 * that can be done. FALSE with GH_MCP_ERROR_UNSUPPORTED naming the argument that no header can
 * carry: such a call is not sent (4.29). */
gboolean           gh_mcp_param_headers_add   (GhMcpParamHeaders   *self,
                                               JsonNode            *arguments,
                                               SoupMessageHeaders  *headers,
                                               GError             **error);
void               gh_mcp_param_headers_free  (GhMcpParamHeaders   *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpParamHeaders, gh_mcp_param_headers_free)

G_END_DECLS
