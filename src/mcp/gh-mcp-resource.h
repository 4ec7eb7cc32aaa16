/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A resource as its server describes it, and what reading one gives (requirements 8.15, 8.16). */
#pragma once

#include <gio/gio.h>

#include "gh-mcp-annotations.h"

G_BEGIN_DECLS

/* Immutable and reference counted. Every text is the server's and untrusted. */
typedef struct
{
  char            *uri;         /* as it came, for reading; never fetched otherwise (8.19) */
  char            *name;        /* the URI when the server gave none */
  char            *title;       /* or NULL */
  char            *description; /* or NULL */
  char            *mime_type;   /* a hint, or NULL */
  gint64           size;        /* bytes, -1 when not told */
  GhMcpAnnotations annotations;
  JsonNode        *raw;
} GhMcpResource;

#define GH_TYPE_MCP_RESOURCE (gh_mcp_resource_get_type ())
GType          gh_mcp_resource_get_type (void);
GhMcpResource *gh_mcp_resource_parse    (JsonNode       *node,
                                         GError        **error);
GhMcpResource *gh_mcp_resource_ref      (GhMcpResource  *self);
void           gh_mcp_resource_unref    (GhMcpResource  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpResource, gh_mcp_resource_unref)

/* More items than any list shows; it bounds the objects made of one message. */
#define GH_MCP_RESOURCE_MAX_CONTENTS 4096

/* One item of what resources/read gave. Immutable and reference counted. Without text and data it
 * could not be read: it is shown as it came. */
typedef struct
{
  char     *uri;       /* maybe another than was asked for; NULL when the server gave none */
  char     *mime_type; /* a hint, or NULL */
  char     *text;      /* valid UTF-8, or NULL */
  GBytes   *data;      /* decoded base64, or NULL */
  JsonNode *raw;
} GhMcpResourceContents;

#define GH_TYPE_MCP_RESOURCE_CONTENTS (gh_mcp_resource_contents_get_type ())
GType                  gh_mcp_resource_contents_get_type   (void);
/* The result of resources/read: array of GhMcpResourceContents, maybe empty. */
GPtrArray             *gh_mcp_resource_contents_parse_list (JsonNode               *result,
                                                            GError                **error);
/* Whether an error of resources/read says that there is no such resource (8.20). */
gboolean               gh_mcp_resource_is_not_found        (const GError           *error);
GhMcpResourceContents *gh_mcp_resource_contents_ref        (GhMcpResourceContents  *self);
void                   gh_mcp_resource_contents_unref      (GhMcpResourceContents  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpResourceContents, gh_mcp_resource_contents_unref)

G_END_DECLS
