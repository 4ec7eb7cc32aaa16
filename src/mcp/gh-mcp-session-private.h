/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the files of GhMcpSession share: its struct, the one way to ask a server anything, and lists
 * in pages. */
#pragma once

#include "gh-mcp-session.h"

#include "gh-mcp-cache.h"
#include "gh-mcp-changes.h"
#include "gh-mcp-handshake.h"
#include "gh-mcp-inbox.h"
#include "gh-mcp-keepalive.h"
#include "gh-mcp-listen.h"
#include "gh-mcp-log.h"
#include "gh-mcp-tool-schemas.h"
#include "gh-mcp-negotiation.h"
#include "gh-rpc-peer.h"

G_BEGIN_DECLS

typedef struct _GhMcpTaskRun GhMcpTaskRun;

struct _GhMcpSession
{
  GObject parent_instance;

  /* owned */
  GhMcpConnector *connector; /* NULL when there is one given transport */
  GhRpcTransport *transport;
  GhRpcPeer *peer;
  GhMcpInbox *inbox;
  GhMcpNegotiation *negotiation; /* in STARTING and NEGOTIATING */
  GhMcpServerInfo *info; /* from READY on */
  GError *error;         /* in FAILED */
  GTask *start_task;     /* until READY, or the end before it */
  GSource *start_cancel; /* the caller's cancellable while start_task is there */
  GQueue calls;          /* of GhMcpCall, newest first */
  GQueue unsent;         /* of GTask: requests to be sent again once READY */
  GQueue task_runs;      /* of borrowed GhMcpTaskRun, newest first: calls, as tasks or not */
  GHashTable *task_tools; /* set of char *: tools that run only as tasks (2025-11-25) */
  GHashTable *mirrors;    /* of GhMcpParamHeaders by tool; NULL before the tools were listed */
  GPtrArray *left_out;    /* of GhMcpToolLeftOut: tools whose headers cannot be made */
  GhMcpListen *listen;    /* in the modern era, from READY on */
  GhMcpChanges *tools_changes;
  GString *token_text;       /* of the request that is being sent */
  GHashTable *tools;         /* char * -> GhMcpToolSchemas: of the last list, by name */
  GhMcpChanges *resources_changes;
  GhMcpChanges *resource_updates;
  GhMcpChanges *prompts_changes;
  GHashTable *subscriptions; /* set of char *: URIs of resources */
  GHashTable *updated;       /* set of char *: URIs to be told of */
  GCancellable *completion;  /* of the newest completion/complete, or NULL */
  GQueue completions;        /* of answers to it, newest first; gh-mcp-session-completion.c */
  GhMcpKeepalive *keepalive; /* in READY */
  GhMcpCache *cache;         /* empty in the legacy eras */
  GCancellable *ending;      /* fires when the session is no longer live */

  GWeakRef delegate;
  char *wanted;    /* owned: property "era" */
  char *log_level; /* owned; NULL until one is asked for */
  GhMcpEra known_era;
  GhMcpCapabilities capabilities; /* of the delegate: what is declared */
  GhMcpSessionState state;
  gint64 step_id;         /* of the negotiation's request under way */
  gboolean step_is_heard; /* the server gave a sign of life during it */
  guint n_renewals;       /* how often the server forgot its session */
  guint n_forgotten;      /* the same, one soon after the other */
  gint64 forgotten_at;    /* monotonic: when it did last */
  gint64 last_token;
  gint64 completion_time; /* monotonic: when the last completion/complete was sent; 0 before */
  guint start_timeout;
  guint probe_timeout;
  guint call_timeout;
  guint call_limit;
  guint ping_interval;

  GhMcpLogGate log_gate;
  guint n_malformed;
};

/* gh-mcp-session.c */

/* The only writer of the state. */
void gh_mcp_session_set_state     (GhMcpSession      *self,
                                   GhMcpSessionState  state);
void gh_mcp_session_fail          (GhMcpSession      *self,
                                   GError            *take_error);
void gh_mcp_session_set_known_era (GhMcpSession      *self,
                                   GhMcpEra           era);

/* A call of this tool is a task at the server from now on; tool NULL: it no longer is. */
void gh_mcp_session_tell_task     (GhMcpSession      *self,
                                   const char        *id,
                                   const char        *tool);

/* gh-mcp-session-hear.c */

/* Over this connection from now on. */
void gh_mcp_session_use_transport (GhMcpSession      *self,
                                   GhRpcTransport    *take_transport);
void gh_mcp_session_tell_warning  (GhMcpSession      *self,
                                   const char        *text);

/* gh-mcp-session-connect.c: see there */

void     gh_mcp_session_connect          (GhMcpSession *self);
void     gh_mcp_session_negotiate        (GhMcpSession *self);
void     gh_mcp_session_negotiate_closed (GhMcpSession *self,
                                          const GError *error);
gboolean gh_mcp_session_has_offered      (GhMcpSession *self);
void     gh_mcp_session_note_start       (GhMcpSession *self);
void     gh_mcp_session_renew            (GhMcpSession *self);
void     gh_mcp_session_change_version   (GhMcpSession *self,
                                          const char   *version);
gboolean gh_mcp_session_cancels_by_closing (GhMcpSession *self);

/* gh-mcp-session-logging.c */

/* A new session of the server's is told the level of the one before. */
void gh_mcp_session_restore_log_level (GhMcpSession *self);

/* gh-mcp-session-resources.c, gh-mcp-session-prompts.c: their part of the struct, and what the
 * server says of them. params may be NULL. */

void gh_mcp_session_init_resources         (GhMcpSession *self);
void gh_mcp_session_clear_resources        (GhMcpSession *self);
void gh_mcp_session_restore_subscriptions  (GhMcpSession *self);
void gh_mcp_session_take_resources_changed (GhMcpSession *self);
void gh_mcp_session_take_resource_updated  (GhMcpSession *self,
                                            const char   *uri);
void gh_mcp_session_init_prompts           (GhMcpSession *self);
void gh_mcp_session_clear_prompts          (GhMcpSession *self);
void gh_mcp_session_take_prompts_changed   (GhMcpSession *self);
/* Proposals may have changed with the lists. */
void gh_mcp_session_clear_completions      (GhMcpSession *self);

/* gh-mcp-session-request.c */

/* A task for an operation that needs a capability. NULL after it was refused with
 * GH_MCP_ERROR_NOT_READY: the session is not READY, or the server lacks the capability (2.6). */
GTask *gh_mcp_session_new_task (GhMcpSession        *self,
                                gboolean             has_capability,
                                const char          *capability,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             user_data,
                                gpointer             tag);

typedef enum
{
  GH_MCP_REQUEST_NONE = 0,
  /* The server works for it: progress is told and extends the time-out ("call-timeout"), up to
   * "call-limit". Without it the answer is due soon. */
  GH_MCP_REQUEST_LONG = 1 << 0,
  /* The result may be a task in its place: the caller looks. */
  GH_MCP_REQUEST_TASK = 1 << 1,
  /* Asking twice does no harm: it is sent again by itself when the connection lost it (4.11,
   * 4.23). */
  GH_MCP_REQUEST_SAFE = 1 << 2,
} GhMcpRequestFlags;

/* Makes of a request's result what its task gives, or an error; borrowed. */
typedef void (*GhMcpResultFunc) (GTask       *task,
                                 GhJsonValue *result,
                                 gpointer     user_data);

/* Zero-filled is valid. */
typedef struct
{
  GhMcpRequestFlags flags;
  const char *tool;                /* the tool that is called, or NULL */
  GhMcpProgressFunc progress_func; /* NULL, or with LONG */
  gpointer progress_data;
  guint patience_ms;               /* how long the server may be silent; 0: as the flags say */
  gint64 *token;                   /* NULL, or with LONG: gets the progress token */
} GhMcpRequestOptions;

/* method: static. */
void      gh_mcp_session_request_async  (GhMcpSession               *self,
                                         const char                 *method,
                                         JsonNode                   *params,
                                         const GhMcpRequestOptions  *options,
                                         GCancellable               *cancellable,
                                         GAsyncReadyCallback         callback,
                                         gpointer                    user_data);
JsonNode *gh_mcp_session_request_finish (GhMcpSession               *self,
                                         GAsyncResult               *result,
                                         GError                    **error);

/* The same for a task of the caller's, which has no data yet and whose task data this becomes.
 * func: called once, unless the task fails; its data lives as long as the task. The result is not
 * looked for in the cache. */
void      gh_mcp_session_run_request    (GTask                      *task,
                                         const char                 *method,
                                         GhJsonValue                *params,
                                         const GhMcpRequestOptions  *options,
                                         GhMcpResultFunc             func,
                                         gpointer                    take_data,
                                         GDestroyNotify              destroy);

/* What waits for a new session of the server's: is sent, or fails. */
void      gh_mcp_session_resume_requests (GhMcpSession              *self);
void      gh_mcp_session_drop_requests   (GhMcpSession              *self);

/* gh-mcp-session-listen.c */

void     gh_mcp_session_start_listening (GhMcpSession *self);
gboolean gh_mcp_session_take_change     (GhMcpSession *self,
                                         const char   *method,
                                         JsonObject   *params);

/* gh-mcp-session-mirror.c */

/* Whether arguments are mirrored in HTTP headers at all. */
gboolean gh_mcp_session_mirrors         (GhMcpSession  *self);
void     gh_mcp_session_start_mirroring (GhMcpSession  *self);
void     gh_mcp_session_stop_mirroring  (GhMcpSession  *self);
/* All tools of the server, as it listed them now: takes out those that cannot be called so. */
void     gh_mcp_session_mirror_tools    (GhMcpSession  *self,
                                         GPtrArray     *tools);
/* Whether the params of a tools/call can be sent. */
gboolean gh_mcp_session_check_mirror    (GhMcpSession  *self,
                                         JsonNode      *params,
                                         GError       **error);

/* gh-mcp-session-tasks.c */

/* Whether a call may become a task of the server's; legacy_task: it is asked to be one. Only then
 * it is made by: */
gboolean    gh_mcp_session_may_be_task        (GhMcpSession               *self,
                                               gboolean                    legacy_task);
void        gh_mcp_session_call_async         (GhMcpSession               *self,
                                               JsonNode                   *params,
                                               const GhMcpRequestOptions  *options,
                                               gboolean                    legacy_task,
                                               GCancellable               *cancellable,
                                               GAsyncReadyCallback         callback,
                                               gpointer                    user_data);
void        gh_mcp_session_resume_async       (GhMcpSession               *self,
                                               const char                 *id,
                                               const GhMcpRequestOptions  *options,
                                               GCancellable               *cancellable,
                                               GAsyncReadyCallback         callback,
                                               gpointer                    user_data);
JsonNode   *gh_mcp_session_call_finish        (GhMcpSession               *self,
                                               GAsyncResult               *result,
                                               GError                    **error);
/* Progress whose token is of no call under way. */
void        gh_mcp_session_take_task_progress (GhMcpSession               *self,
                                               gint64                      token,
                                               JsonObject                 *params);
/* A task as it is now, told by the server itself (8.46). */
void        gh_mcp_session_take_task_change   (GhMcpSession               *self,
                                               JsonObject                 *params);
/* The tool whose task has this id; NULL: the tool that was called last. */
const char *gh_mcp_session_get_task_tool      (GhMcpSession               *self,
                                               const char                 *id);

/* gh-mcp-session-list.c */

/* Makes an item of one element; key: what only one item of the list may have, borrowed from it. */
typedef gpointer (*GhMcpListParseFunc) (GhMcpSession  *self,
                                        JsonNode      *element,
                                        const char   **key,
                                        GError       **error);

/* One kind of list; static. */
typedef struct
{
  const char *method;
  const char *member;     /* of the result: the array */
  const char *capability; /* without which it is not asked for (2.6) */
  gboolean (*is_offered) (GhMcpSession *self);
  GhMcpListParseFunc parse;
  GDestroyNotify free;
} GhMcpListKind;

void       gh_mcp_session_list_async  (GhMcpSession         *self,
                                       const GhMcpListKind  *kind,
                                       GCancellable         *cancellable,
                                       GAsyncReadyCallback   callback,
                                       gpointer              user_data);
/* Owned array of what was parsed, in the server's order, each key once. */
GPtrArray *gh_mcp_session_list_finish (GhMcpSession         *self,
                                       GAsyncResult         *result,
                                       GError              **error);

G_END_DECLS
