/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The one door through which a server's wishes reach the host, whatever the protocol era. */
#pragma once

#include "gh-mcp-capabilities.h"
#include "gh-mcp-elicitation.h"
#include "gh-mcp-sampling.h"

G_BEGIN_DECLS

typedef struct
{
  char *uri;  /* file:// */
  char *name; /* for display, or NULL */
} GhMcpRoot;

GhMcpRoot *gh_mcp_root_new  (const char *uri,
                             const char *name);
void       gh_mcp_root_free (GhMcpRoot  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhMcpRoot, gh_mcp_root_free)

#define GH_TYPE_MCP_DELEGATE (gh_mcp_delegate_get_type ())
G_DECLARE_INTERFACE (GhMcpDelegate, gh_mcp_delegate, GH, MCP_DELEGATE, GObject)

/* One delegate serves one session. */
struct _GhMcpDelegateInterface
{
  GTypeInterface parent;

  /* What is declared to the server: the same as long as the session lives. The functions of what
   * is not there are never called and may be NULL. */
  GhMcpCapabilities (*get_capabilities) (GhMcpDelegate   *self);
  /* Owned array of GhMcpRoot; empty is valid. */
  GPtrArray *(*list_roots)            (GhMcpDelegate        *self);
  /* Completes with GH_MCP_ERROR_DENIED when the person says no. The cancellable fires when the
   * server withdraws the request or goes away. tool names the call of ours during which it came, or
   * is NULL. */
  void       (*create_message_async)  (GhMcpDelegate        *self,
                                       GhMcpSamplingParams  *params,
                                       const char           *tool,
                                       GCancellable         *cancellable,
                                       GAsyncReadyCallback   callback,
                                       gpointer              user_data);
  /* The result object to give the server (gh_mcp_sampling_result_build()). */
  JsonNode  *(*create_message_finish) (GhMcpDelegate        *self,
                                       GAsyncResult         *result,
                                       GError              **error);
  /* Completes with the result object (gh_mcp_elicitation_build_result()); a no is a result, too.
   * The cancellable fires when the server withdraws the request or goes away. */
  void       (*elicit_async)          (GhMcpDelegate        *self,
                                       GhMcpElicitation     *elicitation,
                                       const char           *tool,
                                       GCancellable         *cancellable,
                                       GAsyncReadyCallback   callback,
                                       gpointer              user_data);
  JsonNode  *(*elicit_finish)         (GhMcpDelegate        *self,
                                       GAsyncResult         *result,
                                       GError              **error);
  /* May be NULL. The server says that the visit to a page, which was asked for under this id and is
   * told of once, is over. */
  void       (*elicitation_completed) (GhMcpDelegate        *self,
                                       const char           *id);
};

GhMcpCapabilities gh_mcp_delegate_get_capabilities (GhMcpDelegate *self);
GPtrArray *gh_mcp_delegate_list_roots            (GhMcpDelegate        *self);
void       gh_mcp_delegate_create_message_async  (GhMcpDelegate        *self,
                                                  GhMcpSamplingParams  *params,
                                                  const char           *tool,
                                                  GCancellable         *cancellable,
                                                  GAsyncReadyCallback   callback,
                                                  gpointer              user_data);
JsonNode  *gh_mcp_delegate_create_message_finish (GhMcpDelegate        *self,
                                                  GAsyncResult         *result,
                                                  GError              **error);
void       gh_mcp_delegate_elicit_async          (GhMcpDelegate        *self,
                                                  GhMcpElicitation     *elicitation,
                                                  const char           *tool,
                                                  GCancellable         *cancellable,
                                                  GAsyncReadyCallback   callback,
                                                  gpointer              user_data);
JsonNode  *gh_mcp_delegate_elicit_finish         (GhMcpDelegate        *self,
                                                  GAsyncResult         *result,
                                                  GError              **error);
void       gh_mcp_delegate_elicitation_completed (GhMcpDelegate        *self,
                                                  const char           *id);

G_END_DECLS
