/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a result of the modern era asks for before it can be given: input_required (requirements
 * 1.19, 6.29-6.35). */
#pragma once

#include "gh-json-source.h"
#include "gh-mcp-delegate.h"

G_BEGIN_DECLS

typedef enum
{
  GH_MCP_RESULT_TYPE_COMPLETE,
  GH_MCP_RESULT_TYPE_INPUT_REQUIRED,
  GH_MCP_RESULT_TYPE_TASK,
} GhMcpResultType;

/* Of a result of the modern era. GH_MCP_ERROR_PROTOCOL for a type nobody declared (1.19);
 * with_tasks: whether the tasks extension was. */
gboolean     gh_mcp_result_read_type      (GhJsonSource          result,
                                           gboolean              with_tasks,
                                           GhMcpResultType      *type,
                                           GError              **error);

/* One request in the server's map. */
typedef struct
{
  char     *key;
  char     *method; /* one that the modern era allows */
  JsonNode *params; /* or NULL */
} GhMcpInput;

typedef struct
{
  GPtrArray *requests; /* of GhMcpInput, in the order received; NULL when none were sent */
  JsonNode  *state;    /* requestState: opaque, a string, or NULL */
} GhMcpInputs;

/* From an input_required result, or (with_state FALSE) from a task. GH_MCP_ERROR_PROTOCOL. */
GhMcpInputs *gh_mcp_inputs_parse          (JsonObject           *object,
                                           gboolean              with_state,
                                           GError              **error);
void         gh_mcp_inputs_free           (GhMcpInputs          *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpInputs, gh_mcp_inputs_free)

/* Asks the delegate (which may be NULL) for each, one after the other; self must live until it
 * completes. Completes with the answers by key; with GH_MCP_ERROR_DENIED when sampling or the
 * folders were refused, so that the call is to be abandoned (6.35); with GH_MCP_ERROR_PROTOCOL when
 * the server asked for what was not declared or cannot be read; else with the delegate's error. */
void         gh_mcp_inputs_gather_async   (GhMcpInputs          *self,
                                           GhMcpDelegate        *delegate,
                                           const char           *version,
                                           const char           *tool,
                                           GCancellable         *cancellable,
                                           GAsyncReadyCallback   callback,
                                           gpointer              user_data);
JsonNode    *gh_mcp_inputs_gather_finish  (GAsyncResult         *result,
                                           GError              **error);
/* The params of the next round: the first round's with the answers (NULL: none were asked for) and
 * the state as it came (6.32). Returns: (transfer full). */
JsonNode    *gh_mcp_inputs_build_params   (GhMcpInputs          *self,
                                           JsonNode             *first_params,
                                           JsonNode             *answers);

G_END_DECLS
