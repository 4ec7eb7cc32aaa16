/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One content block of a tool result or a sampling message (requirements 6.3, 8.10). */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* The longest base64 text that is decoded: 24 MiB of picture, more than any screenshot; it bounds
 * what one block can make us allocate beside the message itself. */
#define GH_MCP_CONTENT_MAX_BASE64 (32 * 1024 * 1024)
/* Blocks inside one tool result of a sampling request: what a person can still review. */
#define GH_MCP_CONTENT_MAX_INNER 100
/* The providers' ids have some dozens of characters, names of tools up to 128. */
#define GH_MCP_CONTENT_MAX_NAME 512

typedef enum
{
  GH_MCP_CONTENT_TEXT,
  GH_MCP_CONTENT_IMAGE,
  GH_MCP_CONTENT_AUDIO,
  GH_MCP_CONTENT_RESOURCE,      /* embedded: uri, and text or data */
  GH_MCP_CONTENT_RESOURCE_LINK, /* uri; title or name in text, or NULL */
  GH_MCP_CONTENT_TOOL_USE,      /* a sampling message's: id, name, input */
  GH_MCP_CONTENT_TOOL_RESULT,   /* a sampling message's: id of the use, content, is_error */
  GH_MCP_CONTENT_UNKNOWN,       /* kept in raw, shown as JSON */
} GhMcpContentKind;

/* Immutable and reference counted. */
typedef struct
{
  GhMcpContentKind kind;
  char            *text;      /* valid UTF-8; NULL where the kind has none */
  char            *mime_type; /* a hint, or NULL */
  char            *uri;       /* or NULL */
  GBytes          *data;      /* decoded base64, or NULL */
  char            *id;        /* of a tool use, or the use a result belongs to; or NULL */
  char            *name;      /* of the tool a use calls, or NULL */
  JsonNode        *input;     /* of a tool use: an object; or NULL */
  GPtrArray       *content;   /* of a tool result: of GhMcpContent, maybe empty; or NULL */
  JsonNode        *structured; /* of a tool result, or NULL */
  gboolean         is_error;  /* of a tool result: the tool says it failed */
  JsonNode        *raw;       /* the block as it came; NULL for a text that has nothing besides */
} GhMcpContent;

#define GH_TYPE_MCP_CONTENT (gh_mcp_content_get_type ())
GType         gh_mcp_content_get_type (void);
GhMcpContent *gh_mcp_content_new_text     (const char    *text);
GhMcpContent *gh_mcp_content_take_text    (char          *take_text);
/* input: an object; kept. */
GhMcpContent *gh_mcp_content_new_tool_use (const char    *id,
                                           const char    *name,
                                           JsonNode      *input);
/* Strict where strict is TRUE (a sampling request: only text, image, audio, tool_use and
 * tool_result, and in the last what a tool result may hold; anything else and bad base64 are
 * GH_MCP_ERROR_INVALID_PARAMS that names the member, where being the block's path), lenient
 * otherwise (a tool's result: what cannot be read becomes UNKNOWN; never NULL). */
GhMcpContent *gh_mcp_content_parse        (JsonNode      *node,
                                           const char    *where,
                                           gboolean       strict,
                                           GError       **error);
/* The block as JSON; owned. */
JsonNode     *gh_mcp_content_dup_raw      (GhMcpContent  *self);
GhMcpContent *gh_mcp_content_ref          (GhMcpContent  *self);
void          gh_mcp_content_unref        (GhMcpContent  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpContent, gh_mcp_content_unref)

G_END_DECLS
