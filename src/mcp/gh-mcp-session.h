/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One connection to one server: negotiates, calls, and serves the server's requests. */
#pragma once

#include "gh-mcp-completion.h"
#include "gh-mcp-connector.h"
#include "gh-mcp-delegate.h"
#include "gh-mcp-era.h"
#include "gh-mcp-error.h"
#include "gh-mcp-progress.h"
#include "gh-mcp-prompt.h"
#include "gh-mcp-resource-template.h"
#include "gh-mcp-resource.h"
#include "gh-mcp-tool.h"
#include "gh-rpc-transport.h"

G_BEGIN_DECLS

typedef enum
{
  GH_MCP_SESSION_NEW,
  GH_MCP_SESSION_STARTING,
  GH_MCP_SESSION_NEGOTIATING,
  GH_MCP_SESSION_READY,
  GH_MCP_SESSION_CLOSING,
  GH_MCP_SESSION_CLOSED,
  GH_MCP_SESSION_FAILED,
} GhMcpSessionState;

#define GH_TYPE_MCP_SESSION_STATE (gh_mcp_session_state_get_type ())
GType gh_mcp_session_state_get_type (void);

#define GH_TYPE_MCP_SESSION (gh_mcp_session_get_type ())
G_DECLARE_FINAL_TYPE (GhMcpSession, gh_mcp_session, GH, MCP_SESSION, GObject)

/* Property "state" notifies. Property "era" is what is wanted, for the next start: "auto" (the
 * default), "legacy", "modern" or a revision (2.28); one that Gatehouse does not speak makes the
 * start fail with GH_MCP_ERROR_VERSION. Property "known-era", "legacy", "modern" or NULL, is what
 * worked the last time: set before the start it spares the server the question. After the start it
 * is what works now, or NULL when what was known works no more: to be kept with the server's
 * configuration (2.27). Properties "start-timeout" (initialize), "call-timeout" (silence of a
 * running call) and "call-limit" (a call's whole life) are milliseconds; they count for what is
 * started afterwards. "ping-interval", too: how often a READY server that we ask for nothing is
 * pinged; one that stays silent for "call-timeout" FAILS (2.46). Signals:
 *   "log" (const char *level, const char *logger, const char *text)   text: string data as is, else
 *       JSON; bounded, valid UTF-8; logger may be NULL
 *   "malformed" (const char *text)   what it said that is no message, and what is wrong with it;
 *       bounded like the log, which shares its rate
 *   "tools-changed", "resources-changed" (templates, too), "prompts-changed"   coalesced, and ever
 *       more slowly while a server keeps saying it
 *   "resource-updated" (const char *uri)   after subscribing: this resource, or a part of one,
 *       changed; coalesced likewise
 *   "task" (const char *id, const char *tool)   a call of this tool became a task; tool NULL: it is
 *       over. One of which this was not said when the session ends may go on at the server (8.44)
 * The transport is owned from here on and closed with the session. The delegate may be NULL (then
 * neither roots nor sampling are declared) and is not kept alive: its owner usually owns the
 * session. */
GhMcpSession      *gh_mcp_session_new                  (GhRpcTransport       *transport,
                                                        GhMcpDelegate        *delegate);
/* The same for a server whose connection can be made again, and in more than one way: a program
 * that ends at a question it does not know is started once more, a URL may be of an older kind
 * (2.23-2.26). The connector is kept alive. */
GhMcpSession      *gh_mcp_session_new_for_connector    (GhMcpConnector       *connector,
                                                        GhMcpDelegate        *delegate);
void               gh_mcp_session_start_async          (GhMcpSession         *self,
                                                        GCancellable         *cancellable,
                                                        GAsyncReadyCallback   callback,
                                                        gpointer              user_data);
gboolean           gh_mcp_session_start_finish         (GhMcpSession         *self,
                                                        GAsyncResult         *result,
                                                        GError              **error);
/* Always completes, in a bounded time, in any state, and again. Pending calls fail. */
void               gh_mcp_session_close_async          (GhMcpSession         *self,
                                                        GAsyncReadyCallback   callback,
                                                        gpointer              user_data);
gboolean           gh_mcp_session_close_finish         (GhMcpSession         *self,
                                                        GAsyncResult         *result,
                                                        GError              **error);

GhMcpSessionState  gh_mcp_session_get_state            (GhMcpSession         *self);
/* Why it FAILED (from the peer: GH_RPC_ERROR, GH_RPC_REMOTE_ERROR; from here: GH_MCP_ERROR), or
 * NULL. */
const GError      *gh_mcp_session_get_error            (GhMcpSession         *self);
/* The rest is AUTO/NULL/FALSE before READY. */
GhMcpEra           gh_mcp_session_get_era              (GhMcpSession         *self);
const char        *gh_mcp_session_get_version          (GhMcpSession         *self);
const char        *gh_mcp_session_get_server_name      (GhMcpSession         *self);
const char        *gh_mcp_session_get_server_version   (GhMcpSession         *self);
const char        *gh_mcp_session_get_instructions     (GhMcpSession         *self);
gboolean           gh_mcp_session_has_tools            (GhMcpSession         *self);
gboolean           gh_mcp_session_has_logging          (GhMcpSession         *self);
/* In every state: what it said that is no message, told as "malformed" or not. */
guint              gh_mcp_session_get_n_malformed      (GhMcpSession         *self);
gboolean           gh_mcp_session_has_resources        (GhMcpSession         *self);
gboolean           gh_mcp_session_can_subscribe        (GhMcpSession         *self);
gboolean           gh_mcp_session_has_prompts          (GhMcpSession         *self);
gboolean           gh_mcp_session_has_completions      (GhMcpSession         *self);

/* All pages, bounded (8.2); array of GhMcpTool in the server's order. */
void               gh_mcp_session_list_tools_async     (GhMcpSession         *self,
                                                        GCancellable         *cancellable,
                                                        GAsyncReadyCallback   callback,
                                                        gpointer              user_data);
GPtrArray         *gh_mcp_session_list_tools_finish    (GhMcpSession         *self,
                                                        GAsyncResult         *result,
                                                        GError              **error);
/* A tool that a listing left out because it cannot be called over this connection (4.28). */
typedef struct
{
  GhMcpTool *tool;
  char      *reason; /* in English, for people */
} GhMcpToolLeftOut;

GPtrArray         *gh_mcp_session_get_left_out         (GhMcpSession         *self);
/* arguments is an object or NULL ({}). Cancelling sends notifications/cancelled. progress_func may
 * be NULL and is not called after completion. */
void               gh_mcp_session_call_tool_async      (GhMcpSession         *self,
                                                        const char           *name,
                                                        JsonNode             *arguments,
                                                        GhMcpProgressFunc     progress_func,
                                                        gpointer              progress_data,
                                                        GCancellable         *cancellable,
                                                        GAsyncReadyCallback   callback,
                                                        gpointer              user_data);
/* Takes up a call of this tool that became a task over an earlier connection, see "task" (8.44).
 * Cancelling calls it off at the server; gh_mcp_session_call_tool_finish(). */
void               gh_mcp_session_resume_tool_async    (GhMcpSession         *self,
                                                        const char           *name,
                                                        const char           *task_id,
                                                        GhMcpProgressFunc     progress_func,
                                                        gpointer              progress_data,
                                                        GCancellable         *cancellable,
                                                        GAsyncReadyCallback   callback,
                                                        gpointer              user_data);
GhMcpToolResult   *gh_mcp_session_call_tool_finish     (GhMcpSession         *self,
                                                        GAsyncResult         *result,
                                                        GError              **error);
void               gh_mcp_session_set_log_level_async  (GhMcpSession         *self,
                                                        const char           *level,
                                                        GCancellable         *cancellable,
                                                        GAsyncReadyCallback   callback,
                                                        gpointer              user_data);
gboolean           gh_mcp_session_set_log_level_finish (GhMcpSession         *self,
                                                        GAsyncResult         *result,
                                                        GError              **error);

/* All pages, bounded; arrays of GhMcpResource and GhMcpResourceTemplate in the server's order. */
void               gh_mcp_session_list_resources_async (GhMcpSession         *self,
                                                        GCancellable         *cancellable,
                                                        GAsyncReadyCallback   callback,
                                                        gpointer              user_data);
GPtrArray         *gh_mcp_session_list_resources_finish
                                                       (GhMcpSession         *self,
                                                        GAsyncResult         *result,
                                                        GError              **error);
void               gh_mcp_session_list_resource_templates_async
                                                       (GhMcpSession         *self,
                                                        GCancellable         *cancellable,
                                                        GAsyncReadyCallback   callback,
                                                        gpointer              user_data);
GPtrArray         *gh_mcp_session_list_resource_templates_finish
                                                       (GhMcpSession         *self,
                                                        GAsyncResult         *result,
                                                        GError              **error);
/* Array of GhMcpResourceContents, maybe empty. */
void               gh_mcp_session_read_resource_async  (GhMcpSession         *self,
                                                        const char           *uri,
                                                        GCancellable         *cancellable,
                                                        GAsyncReadyCallback   callback,
                                                        gpointer              user_data);
GPtrArray         *gh_mcp_session_read_resource_finish (GhMcpSession         *self,
                                                        GAsyncResult         *result,
                                                        GError              **error);
/* Whether "resource-updated" tells of a resource. */
void               gh_mcp_session_subscribe_async      (GhMcpSession         *self,
                                                        const char           *uri,
                                                        GCancellable         *cancellable,
                                                        GAsyncReadyCallback   callback,
                                                        gpointer              user_data);
gboolean           gh_mcp_session_subscribe_finish     (GhMcpSession         *self,
                                                        GAsyncResult         *result,
                                                        GError              **error);
void               gh_mcp_session_unsubscribe_async    (GhMcpSession         *self,
                                                        const char           *uri,
                                                        GCancellable         *cancellable,
                                                        GAsyncReadyCallback   callback,
                                                        gpointer              user_data);
gboolean           gh_mcp_session_unsubscribe_finish   (GhMcpSession         *self,
                                                        GAsyncResult         *result,
                                                        GError              **error);

/* All pages, bounded; array of GhMcpPrompt in the server's order. */
void               gh_mcp_session_list_prompts_async   (GhMcpSession         *self,
                                                        GCancellable         *cancellable,
                                                        GAsyncReadyCallback   callback,
                                                        gpointer              user_data);
GPtrArray         *gh_mcp_session_list_prompts_finish  (GhMcpSession         *self,
                                                        GAsyncResult         *result,
                                                        GError              **error);
/* arguments: an object of strings, or NULL. */
void               gh_mcp_session_get_prompt_async     (GhMcpSession         *self,
                                                        GhMcpPrompt          *prompt,
                                                        JsonNode             *arguments,
                                                        GCancellable         *cancellable,
                                                        GAsyncReadyCallback   callback,
                                                        gpointer              user_data);
GhMcpPromptResult *gh_mcp_session_get_prompt_finish    (GhMcpSession         *self,
                                                        GAsyncResult         *result,
                                                        GError              **error);
/* At every key, if you like: only the newest question counts. known: an object of strings, or
 * NULL. */
void               gh_mcp_session_complete_async       (GhMcpSession         *self,
                                                        GhMcpCompletionKind   kind,
                                                        const char           *reference,
                                                        const char           *argument,
                                                        const char           *value,
                                                        JsonNode             *known,
                                                        GCancellable         *cancellable,
                                                        GAsyncReadyCallback   callback,
                                                        gpointer              user_data);
GhMcpCompletion   *gh_mcp_session_complete_finish      (GhMcpSession         *self,
                                                        GAsyncResult         *result,
                                                        GError              **error);

/* Sends roots/list_changed if the session is READY and its era has that: in the modern one a server
 * asks anew each time (5.5). The caller coalesces. */
void               gh_mcp_session_roots_changed        (GhMcpSession         *self);

G_END_DECLS
