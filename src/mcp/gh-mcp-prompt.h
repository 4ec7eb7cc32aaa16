/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A prompt as its server describes it, and what getting one gives (requirements 8.23, 8.24). */
#pragma once

#include "gh-mcp-content.h"

G_BEGIN_DECLS

/* A form with more rows is none any more. */
#define GH_MCP_PROMPT_MAX_ARGUMENTS 256
/* More than anybody reads before using it; it bounds the objects made of one message. */
#define GH_MCP_PROMPT_MAX_MESSAGES 4096

typedef struct
{
  char    *name;
  char    *title;       /* or NULL */
  char    *description; /* or NULL */
  gboolean required;
} GhMcpPromptArgument;

/* Immutable and reference counted. Every text is the server's and untrusted. */
typedef struct
{
  char      *name;
  char      *title;       /* or NULL */
  char      *description; /* or NULL */
  GPtrArray *arguments;   /* of GhMcpPromptArgument, maybe empty */
  JsonNode  *raw;
} GhMcpPrompt;

#define GH_TYPE_MCP_PROMPT (gh_mcp_prompt_get_type ())
GType        gh_mcp_prompt_get_type        (void);
GhMcpPrompt *gh_mcp_prompt_parse           (JsonNode     *node,
                                            GError      **error);
/* arguments: an object of strings, or NULL. GH_MCP_ERROR_ARGUMENTS naming what is missing or no
 * string, before the server is bothered (8.24). */
gboolean     gh_mcp_prompt_check_arguments (GhMcpPrompt  *self,
                                            JsonNode     *arguments,
                                            GError      **error);
GhMcpPrompt *gh_mcp_prompt_ref             (GhMcpPrompt  *self);
void         gh_mcp_prompt_unref           (GhMcpPrompt  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpPrompt, gh_mcp_prompt_unref)

typedef struct
{
  gboolean      from_assistant;
  GhMcpContent *content; /* of kind UNKNOWN when it could not be read */
} GhMcpPromptMessage;

/* Immutable and reference counted. */
typedef struct
{
  char      *description; /* or NULL */
  GPtrArray *messages;    /* of GhMcpPromptMessage, maybe empty */
  JsonNode  *raw;
} GhMcpPromptResult;

#define GH_TYPE_MCP_PROMPT_RESULT (gh_mcp_prompt_result_get_type ())
GType              gh_mcp_prompt_result_get_type (void);
GhMcpPromptResult *gh_mcp_prompt_result_parse    (JsonNode           *result,
                                                  GError            **error);
GhMcpPromptResult *gh_mcp_prompt_result_ref      (GhMcpPromptResult  *self);
void               gh_mcp_prompt_result_unref    (GhMcpPromptResult  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpPromptResult, gh_mcp_prompt_result_unref)

G_END_DECLS
