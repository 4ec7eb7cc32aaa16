/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A template for the URIs of resources, as its server describes it (requirements 8.15, 8.17). */
#pragma once

#include "gh-mcp-annotations.h"
#include "gh-mcp-uri-template.h"

G_BEGIN_DECLS

/* Immutable and reference counted. Every text is the server's and untrusted. */
typedef struct
{
  char             *uri_template; /* as it came: its name in completion/complete */
  GhMcpUriTemplate *compiled;     /* NULL when it is no template by RFC 6570; problem says why */
  char             *problem;      /* or NULL */
  char             *name;         /* the template's text when the server gave none */
  char             *title;        /* or NULL */
  char             *description;  /* or NULL */
  char             *mime_type;    /* of all resources it leads to, or NULL */
  GhMcpAnnotations  annotations;
  JsonNode         *raw;
} GhMcpResourceTemplate;

#define GH_TYPE_MCP_RESOURCE_TEMPLATE (gh_mcp_resource_template_get_type ())
GType                  gh_mcp_resource_template_get_type (void);
GhMcpResourceTemplate *gh_mcp_resource_template_parse    (JsonNode               *node,
                                                          GError                **error);
GhMcpResourceTemplate *gh_mcp_resource_template_ref      (GhMcpResourceTemplate  *self);
void                   gh_mcp_resource_template_unref    (GhMcpResourceTemplate  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpResourceTemplate, gh_mcp_resource_template_unref)

G_END_DECLS
