/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A sampling request and its answer as values (requirements 6.1-6.20). */
#pragma once

#include "gh-mcp-tool.h"

G_BEGIN_DECLS

/* What a person can still review; real requests have one to some dozens of messages, one to four
 * hints and stop sequences, and no provider takes more than 128 tools. */
#define GH_MCP_SAMPLING_MAX_MESSAGES 1000
#define GH_MCP_SAMPLING_MAX_BLOCKS 100 /* a message */
#define GH_MCP_SAMPLING_MAX_HINTS 64
#define GH_MCP_SAMPLING_MAX_STOP_SEQUENCES 64
#define GH_MCP_SAMPLING_MAX_TOOLS 256

typedef struct
{
  gboolean   from_assistant;
  GPtrArray *content; /* of GhMcpContent, at least one */
  gboolean   is_list; /* the content came as a list */
} GhMcpSamplingMessage;

typedef enum
{
  GH_MCP_TOOL_CHOICE_AUTO,     /* also when nothing is said */
  GH_MCP_TOOL_CHOICE_REQUIRED, /* at least one tool has to be used */
  GH_MCP_TOOL_CHOICE_NONE,     /* none may be used */
} GhMcpToolChoice;

/* What the server asked for, checked. Immutable and reference counted. */
typedef struct
{
  GPtrArray *messages;       /* of GhMcpSamplingMessage */
  char      *system_prompt;  /* or NULL */
  gint64     max_tokens;     /* > 0 */
  double     temperature;    /* NAN when not asked for */
  char     **stop_sequences; /* never NULL */
  char      *include_context; /* or NULL */
  char     **hints;          /* model names or parts of them, in order; never NULL */
  double     cost_priority;  /* 0..1, NAN when not given */
  double     speed_priority;
  double     intelligence_priority;
  GPtrArray *tools;          /* of GhMcpTool: what the model may use; never NULL */
  GhMcpToolChoice tool_choice;
  JsonNode  *metadata;       /* an object, or NULL */
  JsonNode  *raw;            /* the params as they came */
} GhMcpSamplingParams;

#define GH_TYPE_MCP_SAMPLING_PARAMS (gh_mcp_sampling_params_get_type ())
GType                gh_mcp_sampling_params_get_type (void);
/* GH_MCP_ERROR_INVALID_PARAMS naming the member, by path ("messages[2].content.data"). */
GhMcpSamplingParams *gh_mcp_sampling_params_parse    (JsonNode             *params,
                                                      const char           *version,
                                                      GError              **error);
GhMcpSamplingParams *gh_mcp_sampling_params_ref      (GhMcpSamplingParams  *self);
void                 gh_mcp_sampling_params_unref    (GhMcpSamplingParams  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpSamplingParams, gh_mcp_sampling_params_unref)

/* Builds the protocol's result object: {role, content, model, stopReason?} (6.17, 6.18). blocks: of
 * GhMcpContent, at least one; stop_reason may be NULL. */
JsonNode            *gh_mcp_sampling_result_build    (GPtrArray            *blocks,
                                                      const char           *model,
                                                      const char           *stop_reason);

G_END_DECLS
