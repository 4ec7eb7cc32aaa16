/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Proposals for the value of an argument (requirements 8.25, 8.26). */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* The protocol's limit for one answer. */
#define GH_MCP_COMPLETION_MAX_VALUES 100

typedef enum
{
  GH_MCP_COMPLETION_PROMPT,   /* an argument of a prompt, by the prompt's name */
  GH_MCP_COMPLETION_RESOURCE, /* a variable of a resource template, by its uri_template */
} GhMcpCompletionKind;

/* Immutable and reference counted. Every text is the server's and untrusted. */
typedef struct
{
  char   **values;   /* never NULL, at most GH_MCP_COMPLETION_MAX_VALUES */
  gint64   total;    /* how many there are, -1 when not told */
  gboolean has_more; /* more than values */
} GhMcpCompletion;

#define GH_TYPE_MCP_COMPLETION (gh_mcp_completion_get_type ())
GType            gh_mcp_completion_get_type     (void);
/* The params of completion/complete. known: the arguments that are filled in already, an object of
 * strings, or NULL; revisions before 2025-06-18 do not take them. Returns: (transfer full). */
JsonNode        *gh_mcp_completion_build_params (GhMcpCompletionKind   kind,
                                                 const char           *reference,
                                                 const char           *argument,
                                                 const char           *value,
                                                 JsonNode             *known,
                                                 const char           *version);
GhMcpCompletion *gh_mcp_completion_parse        (JsonNode             *result,
                                                 GError              **error);
GhMcpCompletion *gh_mcp_completion_ref          (GhMcpCompletion      *self);
void             gh_mcp_completion_unref        (GhMcpCompletion      *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpCompletion, gh_mcp_completion_unref)

G_END_DECLS
