/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * URI templates (RFC 6570, levels 1 to 4; requirement 8.17). */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* A template is a line of text, made by a stranger; expanding is linear in these. */
#define GH_MCP_URI_TEMPLATE_MAX_LENGTH (16 * 1024)
#define GH_MCP_URI_TEMPLATE_MAX_VARIABLES 256
/* No server takes a longer URI. */
#define GH_MCP_URI_TEMPLATE_MAX_EXPANDED (1024 * 1024)

/* Immutable and reference counted. */
typedef struct _GhMcpUriTemplate GhMcpUriTemplate;

#define GH_TYPE_MCP_URI_TEMPLATE (gh_mcp_uri_template_get_type ())
GType               gh_mcp_uri_template_get_type      (void);
/* GH_MCP_ERROR_PROTOCOL saying what is wrong, and where. */
GhMcpUriTemplate   *gh_mcp_uri_template_new           (const char        *text,
                                                       GError           **error);
/* Each name once, in order of appearance; never NULL. */
const char * const *gh_mcp_uri_template_get_variables (GhMcpUriTemplate  *self);
/* values: an object, or NULL; strings, numbers and booleans, lists and objects of these. Absent and
 * null members are undefined and leave nothing behind. Other values, or too much text:
 * GH_MCP_ERROR_ARGUMENTS. */
char               *gh_mcp_uri_template_expand        (GhMcpUriTemplate  *self,
                                                       JsonNode          *values,
                                                       GError           **error);
GhMcpUriTemplate   *gh_mcp_uri_template_ref           (GhMcpUriTemplate  *self);
void                gh_mcp_uri_template_unref         (GhMcpUriTemplate  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpUriTemplate, gh_mcp_uri_template_unref)

G_END_DECLS
