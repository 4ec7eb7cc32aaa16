/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The one way in which a session asks its server anything. */
#include "config.h"

#include "gh-mcp-session-private.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-call.h"
#include "gh-mcp-handshake.h"
#include "gh-mcp-http-error.h"
#include "gh-mcp-inputs.h"
#include "gh-mcp-meta.h"
#include "gh-mcp-protocol.h"
#include "gh-rpc-error.h"
#include "gh-source.h"

/* A page of a list, a log level: nothing a server has to work for. */
#define QUICK_TIMEOUT_MS (60 * 1000)
/* How often a server may name another revision during one request (2.15). */
#define MAX_VERSIONS 2
/* How often a server may want something more before it gives a result (6.34). */
#define MAX_ROUNDS 10
/* Before a round for which the server wanted nothing: it is busy. Doubled each time, up to the
 * most (6.31). */
#define BACKOFF_MS 250
#define MAX_BACKOFF_MS 8000

/* The server has forgotten the session and is told of another: what is asked meanwhile waits. */
static gboolean
is_renewing (GhMcpSession *self)
{
  return self->state == GH_MCP_SESSION_NEGOTIATING && self->n_renewals > 0;
}

/**
 * gh_mcp_session_new_task:
 * @capability: what the message calls it
 *
 * Returns: (transfer full) (nullable): a task whose result counts even when it was cancelled
 */
GTask *
gh_mcp_session_new_task (GhMcpSession        *self,
                         gboolean             has_capability,
                         const char          *capability,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data,
                         gpointer             tag)
{
  g_autoptr(GTask) task = g_task_new (self, cancellable, callback, user_data);
  gboolean is_there;

  g_task_set_source_tag (task, tag);
  g_task_set_check_cancellable (task, FALSE);
  is_there = self->state == GH_MCP_SESSION_READY || is_renewing (self);
  if (is_there && has_capability)
    return g_steal_pointer (&task);
  if (!is_there)
    g_task_return_new_error (task, GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY,
                             "The server is not connected");
  else
    g_task_return_new_error (task, GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY,
                             "The server does not offer %s", capability);
  return NULL;
}

/* One request of a feature's: a call of the peer's, or in the modern era several in a row, while
 * the server wants something more before it gives a result:
 *
 *   ask() -> answered_cb() -> gather() -> gathered_cb() -> ask() ...
 *                          -> back_off() -> backed_off_cb() -> ask() ...
 *
 * and in 2025-11-25 once more after the person visited the pages that an error named:
 *
 *   ask() -> answered_cb() -> visit() -> visited_cb() -> ask() */
typedef struct
{
  const char *method;  /* static */
  GhJsonValue *params; /* owned; NULL for none */
  char *tool;          /* owned; NULL for none */
  GhMcpRequestFlags flags;
  GhMcpProgressFunc progress_func;
  gpointer progress_data;
  guint patience_ms;
  gint64 *token;     /* or NULL */
  GhMcpResultFunc func;
  gpointer func_data;  /* owned, through destroy */
  GDestroyNotify destroy;

  GhMcpCall *call;     /* owned; the one under way */
  GList in_calls;      /* its place among the session's */
  GhJsonValue *asked;  /* owned; its params, without what goes along with each; NULL for none */
  guint n_versions;    /* how often the server named another revision */
  guint n_renewals;    /* of the session, when it was asked */
  gboolean repeated;   /* after the connection lost it */
  GSource *unsent;     /* owned; the caller's cancellable, while it waits to be asked again */
  gboolean listed;     /* the tools, for its headers' sake */
  GhMcpInputs *inputs; /* owned; what the last round wanted */
  guint n_rounds;      /* after the first */
  gboolean visited;    /* pages that it needed: once */
  guint n_backed_off;
  gint64 asked_at;     /* monotonic */
  gint64 used_us;      /* by the server; a person's time is not its */

  /* While no call is under way: fires for the caller's and when the session ends. */
  GCancellable *waiting; /* owned */
  gulong caller_id;
  gulong session_id;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_assert (request->waiting == NULL);
  g_assert (request->unsent == NULL);
  g_clear_pointer (&request->call, gh_mcp_call_free);
  g_clear_pointer (&request->inputs, gh_mcp_inputs_free);
  g_clear_pointer (&request->params, gh_json_value_unref);
  g_clear_pointer (&request->asked, gh_json_value_unref);
  if (request->destroy != NULL)
    request->destroy (request->func_data);
  g_free (request->tool);
  g_free (request);
}

static JsonNode *
get_node (GhJsonValue *value)
{
  return value != NULL ? gh_json_value_get_node (value) : NULL;
}

static gboolean
has_meta (GhJsonValue *params)
{
  static const char * const names[] = { "_meta" };
  GhJsonSource object, meta;

  if (params == NULL)
    return FALSE;
  object = gh_json_value_get_source (params);
  /* We write no name of ours with an escape. */
  if (memmem (object.start, object.length, "\"_meta\"", 7) == NULL)
    return FALSE;
  gh_json_source_get_members (object, names, 1, &meta);
  return meta.length > 0;
}

/* The params with what goes along with them. more: (out): what is left to be put into their
 * text. */
static GhJsonValue *
add_meta (GhMcpSession  *self,
          GhJsonValue   *params,
          gint64         token,
          const char   **more)
{
  GhMcpMeta meta = { .progress_token = token };
  g_autoptr(JsonNode) whole = NULL;

  if (self->info->era == GH_MCP_ERA_MODERN)
    {
      meta.version = self->info->version;
      meta.capabilities = self->capabilities;
      meta.log_level = self->log_level;
    }
  else if (token == 0 || !has_meta (params))
    {
      if (token != 0)
        {
          gh_mcp_meta_write_token (self->token_text, token);
          *more = self->token_text->str;
        }
      return params != NULL ? gh_json_value_ref (params) : NULL;
    }
  whole = gh_mcp_meta_add (get_node (params), &meta);
  return gh_json_value_new (whole);
}

static void ask (GTask       *task,
                 GhJsonValue *params);

static gboolean
is_other_version (const GError *error)
{
  return g_error_matches (error, GH_RPC_REMOTE_ERROR, GH_MCP_CODE_UNSUPPORTED_VERSION);
}

static void
return_error (GTask  *task,
              GError *take_error)
{
  GhMcpSession *self = g_task_get_source_object (task);
  Request *request = g_task_get_task_data (task);
  JsonObject *params = gh_json_node_get_object (get_node (request->params));
  GhMcpEraPin pin = { 0 };

  /* The cursor is no longer good, so neither are the pages that led to it (8.35). */
  if (gh_json_get_any (params, "cursor") != NULL
      && g_error_matches (take_error, GH_RPC_REMOTE_ERROR, GH_RPC_INVALID_PARAMS))
    gh_mcp_cache_drop (self->cache, request->method);
  if (is_other_version (take_error) && request->n_versions < MAX_VERSIONS)
    {
      gh_mcp_era_parse_pin (self->wanted, &pin, NULL);
      g_task_return_error (task, gh_mcp_handshake_explain (take_error, &pin));
    }
  else
    g_task_return_error (task, gh_mcp_meta_explain (take_error));
  g_error_free (take_error);
}

/* The server named the revisions it speaks: with one of them the request is asked again (2.15). */
static gboolean
follow_version (GhMcpSession *self,
                Request      *request,
                const GError *error)
{
  JsonArray *theirs = gh_mcp_negotiation_get_supported (error);
  GhMcpEraPin pin = { 0 };
  const char *version;

  if (self->info->era != GH_MCP_ERA_MODERN || theirs == NULL || !is_other_version (error)
      || request->n_versions >= MAX_VERSIONS)
    return FALSE;
  gh_mcp_era_parse_pin (self->wanted, &pin, NULL);
  version = gh_mcp_era_choose (GH_MCP_ERA_MODERN, pin.revision, theirs);
  if (version == NULL)
    return FALSE;
  request->n_versions++;
  gh_mcp_session_change_version (self, version);
  return TRUE;
}

/* Whether a request that got no answer may be sent once more, and gets one then. */
static gboolean
is_lost (GhMcpSession *self,
         Request      *request,
         const GError *error)
{
  if ((request->flags & GH_MCP_REQUEST_SAFE) == 0 || request->repeated)
    return FALSE;
  if (self->state != GH_MCP_SESSION_READY && self->state != GH_MCP_SESSION_NEGOTIATING)
    return FALSE;
  /* Its stream ended too early: nothing resumes it in the modern era (4.23). */
  if (self->info->era == GH_MCP_ERA_MODERN)
    return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT);
  /* The server had forgotten the session it was sent in (4.11). */
  return request->n_renewals != self->n_renewals
         && (g_error_matches (error, GH_MCP_HTTP_ERROR, SOUP_STATUS_NOT_FOUND)
             || g_error_matches (error, GH_MCP_HTTP_ERROR, SOUP_STATUS_BAD_REQUEST));
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  Request *request = g_task_get_task_data (task);
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) tools = gh_mcp_session_list_tools_finish (GH_MCP_SESSION (source), result,
                                                                 &error);

  /* Asked all the same: the server says what is missing. */
  if (tools == NULL)
    g_debug ("The tools could not be listed: %s", error->message);
  ask (task, request->asked != NULL ? request->asked : request->params);
}

/* Which arguments go into headers is in the tools' newest description (4.33). */
static void
list_first (GTask *task)
{
  Request *request = g_task_get_task_data (task);

  request->listed = TRUE;
  gh_mcp_session_list_tools_async (g_task_get_source_object (task), g_task_get_cancellable (task),
                                   listed_cb, g_object_ref (task));
}

static gboolean
is_mismatch (GhMcpSession *self,
             Request      *request,
             const GError *error)
{
  return gh_mcp_session_mirrors (self) && !request->listed
         && strcmp (request->method, GH_MCP_TOOLS_CALL) == 0
         && g_error_matches (error, GH_RPC_REMOTE_ERROR, GH_MCP_CODE_HEADER_MISMATCH);
}

/* The oldest request that waits for a new session of the server's, out of the queue; owned. */
static GTask *
pop_unsent (GhMcpSession *self)
{
  GTask *task = g_queue_pop_head (&self->unsent);

  if (task != NULL)
    {
      Request *request = g_task_get_task_data (task);

      gh_clear_source (&request->unsent);
    }
  return task;
}

static gboolean
unsent_cancelled_cb (GCancellable *cancellable,
                     gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhMcpSession *self = g_task_get_source_object (task);
  Request *request = g_task_get_task_data (task);

  g_queue_remove (&self->unsent, task);
  gh_clear_source (&request->unsent);
  g_task_return_error_if_cancelled (task);
  return G_SOURCE_REMOVE;
}

static void
push_unsent (GTask *task)
{
  GhMcpSession *self = g_task_get_source_object (task);
  Request *request = g_task_get_task_data (task);
  GCancellable *caller = g_task_get_cancellable (task);

  g_queue_push_tail (&self->unsent, g_object_ref (task));
  if (caller == NULL)
    return;
  request->unsent = g_cancellable_source_new (caller);
  /* The queue holds the task. */
  g_source_set_callback (request->unsent, G_SOURCE_FUNC (unsent_cancelled_cb), task, NULL);
  g_source_attach (request->unsent, g_task_get_context (task));
}

static void
take_failure (GTask  *task,
              GError *take_error)
{
  GhMcpSession *self = g_task_get_source_object (task);
  Request *request = g_task_get_task_data (task);
  g_autoptr(GError) error = take_error;

  if (self->state == GH_MCP_SESSION_READY && follow_version (self, request, error))
    ask (task, request->asked);
  else if (is_mismatch (self, request, error))
    {
      gh_mcp_cache_drop (self->cache, GH_MCP_TOOLS_LIST);
      list_first (task);
    }
  else if (is_lost (self, request, error))
    {
      request->repeated = TRUE;
      if (self->state == GH_MCP_SESSION_READY)
        ask (task, request->asked);
      else
        push_unsent (task);
    }
  else
    return_error (task, g_steal_pointer (&error));
}

static void
fire_cb (GCancellable *cancellable,
         gpointer      user_data)
{
  g_cancellable_cancel (G_CANCELLABLE (user_data));
}

static void
begin_waiting (GTask *task)
{
  GhMcpSession *self = g_task_get_source_object (task);
  Request *request = g_task_get_task_data (task);
  GCancellable *caller = g_task_get_cancellable (task);

  request->waiting = g_cancellable_new ();
  if (caller != NULL)
    request->caller_id = g_cancellable_connect (caller, G_CALLBACK (fire_cb),
                                                g_object_ref (request->waiting), g_object_unref);
  request->session_id = g_cancellable_connect (self->ending, G_CALLBACK (fire_cb),
                                               g_object_ref (request->waiting), g_object_unref);
}

/* FALSE when there is nothing more to wait for: then the task is completed. */
static gboolean
end_waiting (GTask *task)
{
  GhMcpSession *self = g_task_get_source_object (task);
  Request *request = g_task_get_task_data (task);

  g_cancellable_disconnect (g_task_get_cancellable (task), request->caller_id);
  g_cancellable_disconnect (self->ending, request->session_id);
  g_clear_object (&request->waiting);
  if (g_task_return_error_if_cancelled (task))
    return FALSE;
  if (g_cancellable_is_cancelled (self->ending))
    {
      g_task_return_new_error (task, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED,
                               "The connection was closed");
      return FALSE;
    }
  return TRUE;
}

static void
next_round (GTask    *task,
            JsonNode *answers)
{
  Request *request = g_task_get_task_data (task);
  g_autoptr(GhMcpInputs) inputs = g_steal_pointer (&request->inputs);
  g_autoptr(JsonNode) node =
    gh_mcp_inputs_build_params (inputs, get_node (request->params), answers);
  g_autoptr(GhJsonValue) params = gh_json_value_new (node);

  request->n_rounds++;
  ask (task, params);
}

static void
gathered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  g_autoptr(JsonNode) answers = gh_mcp_inputs_gather_finish (result, &error);

  if (!end_waiting (task))
    g_clear_error (&error);
  else if (answers != NULL)
    next_round (task, answers);
  else
    g_task_return_error (task, error);
}

static void
gather (GTask *task)
{
  GhMcpSession *self = g_task_get_source_object (task);
  Request *request = g_task_get_task_data (task);
  g_autoptr(GhMcpDelegate) delegate = g_weak_ref_get (&self->delegate);

  begin_waiting (task);
  gh_mcp_inputs_gather_async (request->inputs, delegate, self->info->version, request->tool,
                              request->waiting, gathered_cb, g_object_ref (task));
}

static gboolean
backed_off_cb (gpointer user_data)
{
  g_autoptr(GTask) task = g_object_ref (user_data);

  if (end_waiting (task))
    next_round (task, NULL);
  return G_SOURCE_REMOVE;
}

static void
back_off (GTask *task)
{
  Request *request = g_task_get_task_data (task);
  guint delay_ms = MIN (BACKOFF_MS << request->n_backed_off, MAX_BACKOFF_MS);
  g_autoptr(GSource) timer = g_timeout_source_new (delay_ms);
  g_autoptr(GSource) cancelled = NULL;

  request->n_backed_off++;
  begin_waiting (task);
  cancelled = g_cancellable_source_new (request->waiting);
  g_source_set_dummy_callback (cancelled);
  g_source_add_child_source (timer, cancelled);
  g_task_attach_source (task, timer, backed_off_cb);
}

static void
want_input (GTask       *task,
            GhJsonValue *answer)
{
  static const char * const carriers[] = { GH_MCP_TOOLS_CALL, GH_MCP_PROMPTS_GET,
                                           GH_MCP_RESOURCES_READ, NULL };
  Request *request = g_task_get_task_data (task);
  GError *error = NULL;

  if (!g_strv_contains (carriers, request->method))
    g_set_error (&error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                 "The server asks for something during %s, where it must not", request->method);
  else if (request->n_rounds >= MAX_ROUNDS)
    g_set_error (&error, GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                 "The server asked for something more than %d times", MAX_ROUNDS);
  else
    request->inputs = gh_mcp_inputs_parse (gh_json_node_get_object (get_node (answer)), TRUE,
                                           &error);

  if (request->inputs == NULL)
    g_task_return_error (task, error);
  else if (request->inputs->requests != NULL && request->inputs->requests->len > 0)
    gather (task);
  else
    back_off (task);
}

/* What a result of the modern era means (1.19). */
static void
take_modern (GTask       *task,
             GhJsonValue *answer)
{
  GhMcpSession *self = g_task_get_source_object (task);
  Request *request = g_task_get_task_data (task);
  GError *error = NULL;
  GhMcpResultType type;

  if (!gh_mcp_result_read_type (gh_json_value_get_source (answer),
                                (request->flags & GH_MCP_REQUEST_TASK) != 0, &type, &error))
    g_task_return_error (task, error);
  else if (type == GH_MCP_RESULT_TYPE_INPUT_REQUIRED)
    want_input (task, answer);
  else
    {
      /* What depends on answers that are not in the key is not kept (6.36). */
      if (request->n_rounds == 0 && gh_mcp_cache_is_for (request->method))
        gh_mcp_cache_store (self->cache, request->method, get_node (request->params),
                            get_node (answer), g_get_monotonic_time ());
      request->func (task, answer, request->func_data);
    }
}

static void
visited_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhMcpSession *self = g_task_get_source_object (task);
  Request *request = g_task_get_task_data (task);
  GError *error = NULL;
  gboolean visited = gh_mcp_inbox_visit_finish (self->inbox, result, &error);

  if (!end_waiting (task))
    g_clear_error (&error);
  else if (visited)
    ask (task, request->params);
  else
    g_task_return_error (task, error);
}

/* Whether an error says that a page must be visited first, and the person can be asked to
 * (7.24). */
static gboolean
needs_visit (GhMcpSession *self,
             Request      *request,
             const GError *error)
{
  return gh_mcp_elicitation_is_required (error) && !request->visited
         && (self->capabilities & GH_MCP_CAPABILITY_ELICIT_URL) != 0
         && strcmp (self->info->version, GH_MCP_VERSION_2025_11_25) == 0;
}

static void
visit (GTask  *task,
       GError *take_error)
{
  GhMcpSession *self = g_task_get_source_object (task);
  Request *request = g_task_get_task_data (task);
  g_autoptr(GError) required = take_error;

  request->visited = TRUE;
  begin_waiting (task);
  gh_mcp_inbox_visit_async (self->inbox, required, request->tool, request->waiting, visited_cb,
                            g_object_ref (task));
}

static void
answered_cb (GhJsonValue  *result,
             const GError *reason,
             gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  g_autoptr(GhJsonValue) answer = result != NULL ? gh_json_value_ref (result) : NULL;
  GhMcpSession *self = g_task_get_source_object (task);
  Request *request = g_task_get_task_data (task);
  GError *error = reason != NULL ? g_error_copy (reason) : NULL;

  g_queue_unlink (&self->calls, &request->in_calls);
  g_clear_pointer (&request->call, gh_mcp_call_free);
  /* In the legacy eras a result is the end. */
  if (answer == NULL || self->info->era == GH_MCP_ERA_MODERN)
    request->used_us += g_get_monotonic_time () - request->asked_at;
  if (answer == NULL && needs_visit (self, request, error))
    visit (task, error);
  else if (answer == NULL)
    take_failure (task, error);
  else if (self->info->era == GH_MCP_ERA_MODERN)
    take_modern (task, answer);
  else
    request->func (task, answer, request->func_data);
}

/* Asks, for the first time or again. params: of this round, without what goes along with each. */
static void
ask (GTask       *task,
     GhJsonValue *params)
{
  GhMcpSession *self = g_task_get_source_object (task);
  Request *request = g_task_get_task_data (task);
  gboolean is_long = (request->flags & GH_MCP_REQUEST_LONG) != 0;
  gint64 token = is_long ? ++self->last_token : 0;
  const char *more = NULL;
  g_autoptr(GhJsonValue) whole = add_meta (self, params, token, &more);
  gint64 left_ms = self->call_limit - request->used_us / 1000;
  g_autoptr(GhJsonValue) last = g_steal_pointer (&request->asked);
  guint patience_ms = is_long ? self->call_timeout : QUICK_TIMEOUT_MS;
  GError *error = NULL;

  request->asked = params != NULL ? gh_json_value_ref (params) : NULL;
  request->n_renewals = self->n_renewals;
  if (gh_mcp_session_mirrors (self) && strcmp (request->method, GH_MCP_TOOLS_CALL) == 0
      && !gh_mcp_session_check_mirror (self, get_node (params), &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (request->token != NULL)
    *request->token = token;
  request->asked_at = g_get_monotonic_time ();
  request->call = gh_mcp_call_new (self->peer, request->method, request->tool);
  gh_mcp_call_set_silent_cancel (request->call, gh_mcp_session_cancels_by_closing (self));
  gh_mcp_call_set_patience (request->call,
                            request->patience_ms > 0 ? request->patience_ms : patience_ms,
                            is_long ? MAX (left_ms, 1) : 0);
  if (is_long)
    gh_mcp_call_set_progress (request->call, token, request->progress_func,
                              request->progress_data);
  request->in_calls.data = request->call;
  g_queue_push_head_link (&self->calls, &request->in_calls);
  gh_mcp_call_run (request->call, whole, more, g_task_get_cancellable (task), answered_cb,
                   g_object_ref (task));
}

void
gh_mcp_session_run_request (GTask                     *task,
                            const char                *method,
                            GhJsonValue               *params,
                            const GhMcpRequestOptions *options,
                            GhMcpResultFunc            func,
                            gpointer                   take_data,
                            GDestroyNotify             destroy)
{
  GhMcpSession *self = g_task_get_source_object (task);
  Request *request = g_new (Request, 1);

  *request = (Request) {
    .method = method,
    .params = params != NULL ? gh_json_value_ref (params) : NULL,
    .tool = g_strdup (options->tool),
    .flags = options->flags,
    .progress_func = options->progress_func,
    .progress_data = options->progress_data,
    .patience_ms = options->patience_ms,
    .token = options->token,
    .func = func,
    .func_data = take_data,
    .destroy = destroy,
  };
  g_task_set_task_data (task, request, request_free);
  if (is_renewing (self))
    {
      request->asked = params != NULL ? gh_json_value_ref (params) : NULL;
      push_unsent (task);
    }
  else if (strcmp (method, GH_MCP_TOOLS_CALL) == 0 && gh_mcp_session_mirrors (self)
           && self->mirrors == NULL)
    list_first (task);
  else
    ask (task, params);
}

static void
return_node (GTask       *task,
             GhJsonValue *result,
             gpointer     user_data)
{
  g_task_return_pointer (task, json_node_ref (gh_json_value_get_node (result)),
                         (GDestroyNotify) gh_json_node_release);
}

/**
 * gh_mcp_session_request_async:
 * @params: (nullable) (transfer none): an object; `_meta` is added
 * @options: (nullable): need not outlive this call; its tool neither
 * @cancellable: (nullable): completes with G_IO_ERROR_CANCELLED and tells the server (2.33)
 *
 * Asks the server, whatever the era; in the modern one, as often as it wants something more first,
 * unless a fresh result is kept. Completes with the result; with the server's error
 * (GH_RPC_REMOTE_ERROR), GH_RPC_ERROR, GH_MCP_ERROR (DENIED: the person refused what the server
 * wanted) or G_IO_ERROR_CANCELLED.
 */
void
gh_mcp_session_request_async (GhMcpSession              *self,
                              const char                *method,
                              JsonNode                  *params,
                              const GhMcpRequestOptions *options,
                              GCancellable              *cancellable,
                              GAsyncReadyCallback        callback,
                              gpointer                   user_data)
{
  static const GhMcpRequestOptions no_options = { 0 };
  g_autoptr(GTask) task = NULL;
  g_autoptr(GhJsonValue) value = NULL;
  JsonNode *kept;

  g_return_if_fail (GH_IS_MCP_SESSION (self));
  g_return_if_fail (method != NULL);
  g_return_if_fail (params == NULL || gh_json_node_get_object (params) != NULL);

  task = gh_mcp_session_new_task (self, TRUE, NULL, cancellable, callback, user_data,
                                  gh_mcp_session_request_async);
  if (task == NULL)
    return;
  kept = gh_mcp_cache_look_up (self->cache, method, params, g_get_monotonic_time ());
  if (kept != NULL)
    {
      g_task_return_pointer (task, kept, (GDestroyNotify) gh_json_node_release);
      return;
    }
  value = params != NULL ? gh_json_value_new (params) : NULL;
  gh_mcp_session_run_request (task, method, value, options != NULL ? options : &no_options,
                              return_node, NULL, NULL);
}

/**
 * gh_mcp_session_request_finish:
 *
 * Returns: (transfer full) (nullable): the result, any JSON value; let go with
 *   gh_json_node_release()
 */
JsonNode *
gh_mcp_session_request_finish (GhMcpSession  *self,
                               GAsyncResult  *result,
                               GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

void
gh_mcp_session_resume_requests (GhMcpSession *self)
{
  GTask *each;

  while (self->state == GH_MCP_SESSION_READY
         && (each = pop_unsent (self)) != NULL)
    {
      g_autoptr(GTask) task = each;
      Request *request = g_task_get_task_data (task);

      ask (task, request->asked);
    }
}

void
gh_mcp_session_drop_requests (GhMcpSession *self)
{
  GTask *each;

  while ((each = pop_unsent (self)) != NULL)
    {
      g_autoptr(GTask) task = each;

      g_task_return_new_error (task, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED,
                               "The connection is closed");
    }
}
