/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server asks of a person: a form, or a visit to a web page (requirements 7.1-7.26). */
#pragma once

#include <gio/gio.h>

#include "gh-mcp-capabilities.h"

G_BEGIN_DECLS

/* What a person reads before answering. */
#define GH_MCP_ELICITATION_MAX_MESSAGE (64 * 1024)
/* More rows than this are no form any more. */
#define GH_MCP_ELICITATION_MAX_FIELDS 100
/* Shown whole before it is opened (7.19); browsers and servers take no longer ones. */
#define GH_MCP_ELICITATION_MAX_URL (16 * 1024)
/* Pages one person has to visit before one request: anything above is an attack. */
#define GH_MCP_ELICITATION_MAX_REQUIRED 16

typedef enum
{
  GH_MCP_ELICITATION_FORM,
  GH_MCP_ELICITATION_URL,
} GhMcpElicitationMode;

typedef enum
{
  GH_MCP_ELICITATION_ACCEPT,
  GH_MCP_ELICITATION_DECLINE, /* an explicit no */
  GH_MCP_ELICITATION_CANCEL,  /* dismissed without a choice */
} GhMcpElicitationAction;

/* Checked. Immutable and reference counted. Every text is the server's and untrusted. */
typedef struct
{
  GhMcpElicitationMode mode;
  char     *message;  /* whole, valid UTF-8 */
  JsonNode *schema;   /* FORM: an object schema with flat, known fields; else NULL */
  char     *url;      /* URL: http or https, as it came; never fetched by Gatehouse (7.18) */
  char     *host;     /* its host as written there; else NULL */
  char     *id;       /* elicitationId, or NULL */
  /* It came with error -32042: an accept means that the person has done what the page wants, or
   * the server said so (gh_mcp_delegate_elicitation_completed()), for then the request is made
   * again. */
  gboolean  required;
  JsonNode *raw;
} GhMcpElicitation;

#define GH_TYPE_MCP_ELICITATION (gh_mcp_elicitation_get_type ())
GType             gh_mcp_elicitation_get_type       (void);
/* The params of elicitation/create. capabilities: what was declared; a mode that was not is
 * GH_MCP_ERROR_INVALID_PARAMS (7.2), as is everything malformed, named by its path. */
GhMcpElicitation *gh_mcp_elicitation_parse          (JsonNode                *params,
                                                     GhMcpCapabilities        capabilities,
                                                     const char              *version,
                                                     GError                 **error);
/* Whether an error is -32042. */
gboolean          gh_mcp_elicitation_is_required    (const GError            *error);
/* Array of GhMcpElicitation, at least one, all of mode URL: what such an error asks for (7.24). */
GPtrArray        *gh_mcp_elicitation_parse_required (const GError            *required,
                                                     GError                 **error);
GhMcpElicitation *gh_mcp_elicitation_ref            (GhMcpElicitation        *self);
void              gh_mcp_elicitation_unref          (GhMcpElicitation        *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpElicitation, gh_mcp_elicitation_unref)

/* Whether a form's content fits its schema (7.15); the error names the field. */
gboolean          gh_mcp_elicitation_check_content  (GhMcpElicitation        *self,
                                                     JsonNode                *content,
                                                     GError                 **error);
/* {action, content?}. content: only with ACCEPT of a form, else NULL (7.3). Returns: (transfer
 * full). */
JsonNode         *gh_mcp_elicitation_build_result   (GhMcpElicitationAction   action,
                                                     JsonNode                *content);

/* Whether a result says accept. */
gboolean          gh_mcp_elicitation_is_accept      (JsonNode                *result);

G_END_DECLS
