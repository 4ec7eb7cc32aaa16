/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server: its configuration, its running session, and what it offers. */
#pragma once

#include "gh-activity.h"
#include "gh-masking-policy.h"
#include "gh-prompt-result.h"
#include "gh-prompt.h"
#include "gh-resource-template.h"
#include "gh-resource.h"
#include "gh-server-config.h"
#include "gh-tool-call.h"

G_BEGIN_DECLS

typedef enum
{
  GH_SERVER_STOPPED,
  GH_SERVER_STARTING,
  GH_SERVER_RUNNING,
  GH_SERVER_STOPPING,
  GH_SERVER_FAILED, /* see gh_server_get_error() and the log's last lines */
} GhServerState;

/* What a server may take; 0: as shipped. */
typedef struct
{
  guint start_ms;     /* until it has answered the first request */
  guint call_ms;      /* a call without a sign of life */
  guint call_most_ms; /* a call, whatever it says */
  gsize message;      /* the longest message taken from it, bytes */
} GhServerLimits;

#define GH_TYPE_SERVER_STATE (gh_server_state_get_type ())
GType gh_server_state_get_type (void);

#define GH_TYPE_SERVER (gh_server_get_type ())
G_DECLARE_FINAL_TYPE (GhServer, gh_server, GH, SERVER, GObject)

/* Properties, notifying: state, config, consented (boolean), n-tools, listing.
 *
 *   STOPPED -> STARTING -> RUNNING -> STOPPING -> STOPPED
 *   STARTING, RUNNING -> FAILED -> STARTING, STOPPED
 *
 * A server that ran and ended by itself is FAILED, and started again a moment later, at most three
 * times within a minute; one on the network as long as it takes, ever more rarely.
 * Signals: "resource-updated" (const char *uri): see gh_server_subscribe_async(). "call-ended"
 * (GhToolCall *): it is RUNNING no more.
 * "task" (const char *id, const char *tool): a call of this tool became a task at the server; tool
 * NULL: it is over. What is not over when the server stops may go on: gh_server_resume_call().
 *
 * The words of GH_LOG_HOST lines (gh_log_line_get_logger()): "started" (text: the protocol
 * version), "stopped", "failed" (why), "restarting", "malformed" (what it said instead of a
 * message), "no-tools", "no-list" (something else), "left-out" (lines of a flood). */
/* the key in mcp.json */
const char     *gh_server_get_id               (GhServer             *self);
const char     *gh_server_get_name             (GhServer             *self);
GhServerConfig *gh_server_get_config           (GhServer             *self);
GhServerState   gh_server_get_state            (GhServer             *self);
/* GH_RPC_ERROR, GH_RPC_REMOTE_ERROR, GH_MCP_ERROR; G_IO_ERROR_PERMISSION_DENIED: nobody agreed;
 * or NULL. */
const GError   *gh_server_get_error            (GhServer             *self);
/* microseconds it lived */
gint64          gh_server_get_failed_after     (GhServer             *self);
/* Whether the person agreed to run exactly this configuration; starting without it fails. */
gboolean        gh_server_get_consented        (GhServer             *self);
void            gh_server_consent              (GhServer             *self);
/* NULL while it does not run. */
const char     *gh_server_get_protocol_version (GhServer             *self);
/* "legacy" or "modern" */
const char     *gh_server_get_era              (GhServer             *self);
/* What it calls itself, and its version: for showing, nothing is decided by them (2.14). */
const char     *gh_server_get_own_name         (GhServer             *self);
const char     *gh_server_get_own_version      (GhServer             *self);
const char     *gh_server_get_instructions     (GhServer             *self);
/* What it offers is being read. */
gboolean        gh_server_get_listing          (GhServer             *self);
const GError   *gh_server_get_list_error       (GhServer             *self,
                                                GListModel           *list);
GListModel     *gh_server_list_tools           (GhServer             *self); /* of GhTool */
/* of GhTool: those that it lists as well and that cannot be called */
GListModel     *gh_server_list_left_out_tools  (GhServer             *self);
GListModel     *gh_server_list_resources       (GhServer             *self); /* of GhResource */
/* of GhResourceTemplate */
GListModel     *gh_server_list_resource_templates (GhServer          *self);
GListModel     *gh_server_list_prompts         (GhServer             *self); /* of GhPrompt */
/* All messages both ways, and what became of the connection. */
GhActivity     *gh_server_get_activity         (GhServer             *self);
/* What is hidden where its words are written down. */
GhMaskingPolicy *gh_server_get_masking         (GhServer             *self);
/* of GhLogLine, bounded */
GListModel     *gh_server_list_log             (GhServer             *self);
/* of GhToolCall, bounded */
GListModel     *gh_server_list_calls           (GhServer             *self);
/* Of everything that is started from now on. */
void            gh_server_set_limits           (GhServer             *self,
                                                const GhServerLimits *limits);
/* FALSE: it is not started again when it ends by itself. */
void            gh_server_set_auto_restart     (GhServer             *self,
                                                gboolean              auto_restart);
/* Starting a running server, and stopping a stopped one, do nothing. */
void            gh_server_start                (GhServer             *self);
void            gh_server_stop_async           (GhServer             *self,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
gboolean        gh_server_stop_finish          (GhServer             *self,
                                                GAsyncResult         *result,
                                                GError              **error);
/* Ends what is left of its process group at once: for when nobody can wait for a stop. */
void            gh_server_kill                 (GhServer             *self);
void            gh_server_restart              (GhServer             *self);
/* Runs a tool; never NULL: what goes wrong is in the call's state. arguments: an object or NULL. */
/* Takes up a call that became a task while the server was connected before, see "task". */
GhToolCall     *gh_server_resume_call          (GhServer             *self,
                                                GhTool               *tool,
                                                const char           *task_id);
GhToolCall     *gh_server_call_tool            (GhServer             *self,
                                                GhTool               *tool,
                                                JsonNode             *arguments);
/* Runs a tool whose arguments the person typed as JSON; NULL with GH_JSON_ERROR. */
GhToolCall     *gh_server_call_tool_text       (GhServer             *self,
                                                GhTool               *tool,
                                                const char           *json,
                                                GError              **error);

/* What follows fails with GH_MCP_ERROR_NOT_READY while the server does not run, and with what the
 * server answers. */
void            gh_server_read_resource_async  (GhServer             *self,
                                                const char           *uri,
                                                GCancellable         *cancellable,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
/* Of GhContent, maybe empty; owned. */
GListModel     *gh_server_read_resource_finish (GhServer             *self,
                                                GAsyncResult         *result,
                                                GError              **error);
gboolean        gh_server_get_can_subscribe    (GhServer             *self);
void            gh_server_subscribe_async      (GhServer             *self,
                                                const char           *uri,
                                                gboolean              subscribe,
                                                GCancellable         *cancellable,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
gboolean        gh_server_subscribe_finish     (GhServer             *self,
                                                GAsyncResult         *result,
                                                GError              **error);
void            gh_server_get_prompt_async     (GhServer             *self,
                                                GhPrompt             *prompt,
                                                JsonNode             *arguments,
                                                GCancellable         *cancellable,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
GhPromptResult *gh_server_get_prompt_finish    (GhServer             *self,
                                                GAsyncResult         *result,
                                                GError              **error); /* owned */
/* Proposals for an argument of a GhPrompt or a variable of a GhResourceTemplate. */
gboolean        gh_server_get_can_complete     (GhServer             *self);
void            gh_server_complete_async       (GhServer             *self,
                                                GObject              *reference,
                                                const char           *argument,
                                                const char           *value,
                                                JsonNode             *known,
                                                GCancellable         *cancellable,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
GStrv           gh_server_complete_finish      (GhServer             *self,
                                                GAsyncResult         *result,
                                                gboolean             *has_more,
                                                GError              **error);

G_END_DECLS
