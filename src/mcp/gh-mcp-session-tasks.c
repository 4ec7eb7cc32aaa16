/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Calls whose result a server gives later: tasks, of 2025-11-25 and of the modern era's extension
 * (requirements 8.37-8.47).
 *
 *   gh_mcp_session_call_async() -> called_cb() -> finish()  the result came at once
 *     -> take_task() -> poll_later() -> poll_cb() -> polled_cb() -> take_task() ...
 *                    -> fetch() -> fetched_cb() -> finish()   legacy: the result is asked for
 *                    -> gather() -> update() -> poll_later()  modern: what it waits for is given
 *
 * A modern server that tells of changes anyway is asked to tell of the task, too: what it says
 * saves a wait, and is never relied on.
 *
 * Callers see one call, whatever became of it. */
#include "config.h"

#include "gh-mcp-session-private.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-http-error.h"
#include "gh-mcp-inputs.h"
#include "gh-mcp-protocol.h"
#include "gh-mcp-task.h"
#include "gh-rpc-error.h"
#include "gh-source.h"

/* Looks that fail in a row before the task counts as lost: the network may be gone for a moment. */
#define MAX_FAILURES 5
/* Inputs that one task may ask for in its life. */
#define MAX_INPUTS 100

/* One call that may become a task. Its GTask completes once, by finish(). */
struct _GhMcpTaskRun
{
  char *tool;
  gboolean legacy;        /* asked for as a task of 2025-11-25 */
  GhMcpProgressFunc func; /* or NULL */
  gpointer func_data;

  gint64 token;            /* the call's, good for as long as the task lives (2.43) */
  GhMcpProgress *progress; /* owned; once there is a task */
  GhMcpTask *task;         /* owned; what is known of it */
  GhMcpInputs *inputs;     /* owned; while they are gathered */
  JsonNode *update;        /* owned; the params of tasks/update that is still to be sent */
  GHashTable *answered;    /* owned: set of char *: the keys of inputs that were given (8.45) */

  gboolean known;          /* that there is a task was told: its end is, too */
  GTask *owner;            /* borrowed: the one whose data this is */
  GSource *poll;           /* owned; while nothing is under way: until the next look */
  gboolean told;           /* by the server, while something was */

  /* Once there is a task: fires for the caller's, at the limit, at the end of the session. */
  GCancellable *cancellable; /* owned */
  GSource *caller_source;    /* owned; or NULL */
  gulong session_id;
  guint limit_timer;
  guint n_failures; /* in a row */
  gboolean limit_reached;
  gboolean over;
};

static void poll_later (GTask *task,
                        guint  delay_ms);

static void
run_free (gpointer data)
{
  GhMcpTaskRun *run = data;

  g_clear_pointer (&run->task, gh_mcp_task_free);
  g_clear_pointer (&run->inputs, gh_mcp_inputs_free);
  g_clear_pointer (&run->update, json_node_unref);
  g_hash_table_unref (run->answered);
  g_clear_object (&run->cancellable);
  g_free (run->tool);
  g_free (run);
}

static JsonNode *
build_params (GhMcpTaskRun *run)
{
  JsonObject *object = json_object_new ();

  json_object_set_member (object, "taskId", gh_json_node_new_string (run->task->id));
  return gh_json_node_new_object (object);
}

/* Nobody waits for it: the server is told, and what it makes of that is its affair (8.46). */
static void
cancel_task (GhMcpSession *self,
             GhMcpTaskRun *run)
{
  g_autoptr(JsonNode) params = NULL;

  if (run->task == NULL || gh_mcp_task_is_over (run->task)
      || self->state != GH_MCP_SESSION_READY || (run->legacy && !self->info->task_cancel))
    return;
  params = build_params (run);
  gh_mcp_session_request_async (self, GH_MCP_TASKS_CANCEL, params, NULL, NULL, NULL, NULL);
}

static void
stop (GhMcpSession *self,
      GhMcpTaskRun *run)
{
  run->over = TRUE;
  gh_clear_source (&run->poll);
  if (self->listen != NULL && run->task != NULL)
    gh_mcp_listen_forget_task (self->listen, run->task->id);
  g_queue_remove (&self->task_runs, run);
  g_clear_pointer (&run->progress, gh_mcp_progress_free);
  g_clear_handle_id (&run->limit_timer, g_source_remove);
  g_cancellable_disconnect (self->ending, run->session_id);
  run->session_id = 0;
  if (run->caller_source != NULL)
    g_source_destroy (run->caller_source);
  g_clear_pointer (&run->caller_source, g_source_unref);
}

/* One of the two is given. */
static void
finish (GTask    *task,
        JsonNode *take_result,
        GError   *take_error)
{
  GhMcpSession *self = g_task_get_source_object (task);
  GhMcpTaskRun *run = g_task_get_task_data (task);
  g_autoptr(GError) error = take_error;

  if (run->over)
    {
      g_clear_pointer (&take_result, gh_json_node_release);
      return;
    }
  stop (self, run);
  /* Where the connection ended, the task may not have: it can be asked for over another. */
  if (run->known && (take_result != NULL || self->state == GH_MCP_SESSION_READY))
    gh_mcp_session_tell_task (self, run->task->id, NULL);
  if (take_result != NULL)
    {
      g_task_return_pointer (task, take_result, (GDestroyNotify) gh_json_node_release);
      return;
    }
  /* What nobody waits for any more; a refusal leaves the task without what it needs (6.35). */
  if (error->domain != GH_RPC_REMOTE_ERROR)
    cancel_task (self, run);
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
      || g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    g_task_return_error (task, g_steal_pointer (&error));
  else if (run->limit_reached)
    g_task_return_new_error (task, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT,
                             "No result after %u seconds", self->call_limit / 1000);
  else
    g_task_return_new_error (task, GH_RPC_ERROR, GH_RPC_ERROR_CLOSED,
                             "The connection was closed");
}

/* TRUE when it is not the end: the network may be back at the next try. */
static gboolean
is_passing (GhMcpTaskRun *run,
            const GError *error)
{
  return (g_error_matches (error, GH_RPC_ERROR, GH_RPC_ERROR_TIMED_OUT)
          || error->domain == GH_MCP_HTTP_ERROR
          /* The server is asked for a new session. */
          || g_error_matches (error, GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY)
          || (error->domain == G_IO_ERROR && error->code != G_IO_ERROR_CANCELLED))
         && ++run->n_failures <= MAX_FAILURES;
}

static void
take_failure (GTask  *task,
              GError *take_error)
{
  GhMcpTaskRun *run = g_task_get_task_data (task);
  g_autoptr(GError) error = take_error;

  if (!run->over && is_passing (run, error))
    poll_later (task, run->task->poll_ms);
  else
    finish (task, NULL, g_steal_pointer (&error));
}

/* The result of a legacy task: asked for when the task is over, and before that when it waits for
 * what the server asks in its own requests (8.39). */

static void
fetched_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  JsonNode *answer = gh_mcp_session_request_finish (GH_MCP_SESSION (source), result, &error);

  if (answer != NULL)
    finish (task, answer, NULL);
  else
    take_failure (task, error);
}

static void
fetch (GTask *task)
{
  GhMcpSession *self = g_task_get_source_object (task);
  GhMcpTaskRun *run = g_task_get_task_data (task);
  g_autoptr(JsonNode) params = build_params (run);
  /* It is answered when the task is over: until then the server is silent. */
  const GhMcpRequestOptions options = { .tool = run->tool, .patience_ms = self->call_limit };

  gh_mcp_session_request_async (self, GH_MCP_TASKS_RESULT, params, &options, run->cancellable,
                                fetched_cb, g_object_ref (task));
}

/* What a modern task waits for */

static void
updated_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhMcpTaskRun *run = g_task_get_task_data (task);
  GError *error = NULL;
  JsonNode *answer = gh_mcp_session_request_finish (GH_MCP_SESSION (source), result, &error);

  if (answer == NULL)
    {
      take_failure (task, error);
      return;
    }
  gh_json_node_release (answer);
  run->n_failures = 0;
  g_clear_pointer (&run->update, json_node_unref);
  poll_later (task, run->task->poll_ms);
}

static void
update (GTask *task)
{
  GhMcpTaskRun *run = g_task_get_task_data (task);

  gh_mcp_session_request_async (g_task_get_source_object (task), GH_MCP_TASKS_UPDATE, run->update,
                                NULL, run->cancellable, updated_cb, g_object_ref (task));
}

static void
gathered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhMcpTaskRun *run = g_task_get_task_data (task);
  GError *error = NULL;
  JsonNode *answers = gh_mcp_inputs_gather_finish (result, &error);
  g_autoptr(JsonNode) params = NULL;

  g_clear_pointer (&run->inputs, gh_mcp_inputs_free);
  if (answers == NULL)
    {
      finish (task, NULL, error);
      return;
    }
  params = build_params (run);
  json_object_set_member (gh_json_node_get_object (params), "inputResponses", answers);
  run->update = g_steal_pointer (&params);
  update (task);
}

/* Only what was not asked for before (8.45). */
static void
keep_new (GhMcpTaskRun *run)
{
  GPtrArray *requests = run->inputs->requests;

  for (guint i = requests->len; i > 0; i--)
    {
      GhMcpInput *input = g_ptr_array_index (requests, i - 1);

      if (!g_hash_table_add (run->answered, g_strdup (input->key)))
        g_ptr_array_remove_index (requests, i - 1);
    }
}

static void
gather (GTask      *task,
        JsonObject *object)
{
  GhMcpSession *self = g_task_get_source_object (task);
  GhMcpTaskRun *run = g_task_get_task_data (task);
  g_autoptr(GhMcpDelegate) delegate = g_weak_ref_get (&self->delegate);
  GError *error = NULL;

  run->inputs = gh_mcp_inputs_parse (object, FALSE, &error);
  if (run->inputs == NULL)
    {
      finish (task, NULL, error);
      return;
    }
  keep_new (run);
  if (g_hash_table_size (run->answered) > MAX_INPUTS)
    finish (task, NULL, g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_PROTOCOL,
                                     "The server's task asks for more than %d things",
                                     MAX_INPUTS));
  else if (run->inputs->requests->len == 0)
    {
      g_clear_pointer (&run->inputs, gh_mcp_inputs_free);
      poll_later (task, run->task->poll_ms);
    }
  else
    gh_mcp_inputs_gather_async (run->inputs, delegate, self->info->version, run->tool,
                                run->cancellable, gathered_cb, g_object_ref (task));
}

/* The life of a task */

/* What the server says of it now. first: when it made it, which says less than it says later. */
static void
take_task (GTask      *task,
           JsonObject *object,
           gboolean    first)
{
  GhMcpTaskRun *run = g_task_get_task_data (task);
  GError *error = NULL;
  GhMcpTask *now = gh_mcp_task_parse (object, &error);
  JsonNode *result;

  if (now == NULL)
    {
      finish (task, NULL, error);
      return;
    }
  /* It is the one that was asked for, whatever it calls itself now. */
  if (run->task != NULL)
    {
      g_free (now->id);
      now->id = g_strdup (run->task->id);
    }
  g_clear_pointer (&run->task, gh_mcp_task_free);
  run->task = now;
  if (run->over)
    return;
  if (now->message != NULL)
    gh_mcp_progress_say (run->progress, now->message);

  if (now->status == GH_MCP_TASK_WORKING)
    poll_later (task, now->poll_ms);
  else if (run->legacy && now->status == GH_MCP_TASK_CANCELLED)
    finish (task, NULL, gh_mcp_task_new_error (now));
  else if (run->legacy)
    fetch (task);
  else if (first)
    poll_later (task, 0);
  else if (now->status == GH_MCP_TASK_INPUT_REQUIRED)
    gather (task, object);
  else
    {
      result = gh_mcp_task_take_result (now, object, &error);
      finish (task, result, error);
    }
}

static void
polled_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhMcpSession *self = GH_MCP_SESSION (source);
  GhMcpTaskRun *run = g_task_get_task_data (task);
  GError *error = NULL;
  JsonNode *answer = gh_mcp_session_request_finish (self, result, &error);

  if (answer == NULL)
    {
      take_failure (task, error);
      return;
    }
  run->n_failures = 0;
  take_task (task, gh_json_node_get_object (answer), FALSE);
  gh_json_node_release (answer);
  /* Not for those that are over at the first look. */
  if (!run->over && !run->legacy && self->listen != NULL && gh_mcp_listen_is_used (self->listen))
    gh_mcp_listen_watch_task (self->listen, run->task->id);
}

static gboolean
poll_cb (gpointer user_data)
{
  g_autoptr(GTask) task = g_object_ref (user_data);
  GhMcpTaskRun *run = g_task_get_task_data (task);
  /* Some servers say of a task that is asked for that the result is a task. */
  const GhMcpRequestOptions options = { .flags = GH_MCP_REQUEST_TASK };
  g_autoptr(JsonNode) params = NULL;
  GError *error = NULL;

  gh_clear_source (&run->poll);
  run->told = FALSE;
  if (g_cancellable_set_error_if_cancelled (run->cancellable, &error))
    finish (task, NULL, error);
  else if (run->update != NULL)
    update (task);
  else
    {
      params = build_params (run);
      gh_mcp_session_request_async (g_task_get_source_object (task), GH_MCP_TASKS_GET, params,
                                    &options, run->cancellable, polled_cb, g_object_ref (task));
    }
  return G_SOURCE_REMOVE;
}

static void
poll_later (GTask *task,
            guint  delay_ms)
{
  GhMcpTaskRun *run = g_task_get_task_data (task);
  g_autoptr(GSource) cancelled = g_cancellable_source_new (run->cancellable);

  /* What was told meanwhile may be newer than what is known. */
  run->poll = g_timeout_source_new (run->told ? 0 : delay_ms);
  g_source_set_dummy_callback (cancelled);
  g_source_add_child_source (run->poll, cancelled);
  g_task_attach_source (task, run->poll, poll_cb);
}

static gboolean
limit_cb (gpointer user_data)
{
  GTask *task = user_data;
  GhMcpSession *self = g_task_get_source_object (task);
  GhMcpTaskRun *run = g_task_get_task_data (task);

  run->limit_timer = 0;
  /* A person's time to decide is not the server's: look again later. */
  if (run->inputs != NULL || gh_mcp_inbox_is_reviewing (self->inbox))
    {
      run->limit_timer = g_timeout_add (MIN (self->call_timeout, self->call_limit), limit_cb, task);
      return G_SOURCE_REMOVE;
    }
  run->limit_reached = TRUE;
  g_cancellable_cancel (run->cancellable);
  return G_SOURCE_REMOVE;
}

static void
session_ends_cb (GCancellable *cancellable,
                 gpointer      user_data)
{
  g_cancellable_cancel (G_CANCELLABLE (user_data));
}

/* Where the call is in the answer that a task was made of it. */
static JsonObject *
find_task (GhMcpTaskRun *run,
           JsonNode     *answer)
{
  JsonObject *object = gh_json_node_get_object (answer);

  if (run->legacy)
    return gh_json_get_object (object, "task");
  return g_strcmp0 (gh_json_get_string (object, "resultType"), GH_MCP_RESULT_TASK) == 0 ? object
                                                                                      : NULL;
}

static gboolean
caller_cancelled_cb (GCancellable *cancellable,
                     gpointer      user_data)
{
  g_autoptr(GTask) task = g_object_ref (user_data);
  GhMcpTaskRun *run = g_task_get_task_data (task);
  GError *error = NULL;

  if (run->cancellable != NULL)
    g_cancellable_cancel (run->cancellable);
  /* Until the server has named the task it cannot be called off, and a notification must not do
   * it (2.37): called_cb() will. */
  else if (g_cancellable_set_error_if_cancelled (cancellable, &error))
    finish (task, NULL, error);
  return G_SOURCE_REMOVE;
}

static void
watch_caller (GTask *task)
{
  GhMcpTaskRun *run = g_task_get_task_data (task);
  GCancellable *caller = g_task_get_cancellable (task);

  if (caller == NULL || run->caller_source != NULL)
    return;
  run->caller_source = g_cancellable_source_new (caller);
  g_task_attach_source (task, run->caller_source, G_SOURCE_FUNC (caller_cancelled_cb));
}

/* From here on the call is a task. */
static void
begin_task (GTask *task)
{
  GhMcpSession *self = g_task_get_source_object (task);
  GhMcpTaskRun *run = g_task_get_task_data (task);

  run->progress = gh_mcp_progress_new (run->func, run->func_data);
  run->limit_timer = g_timeout_add (self->call_limit, limit_cb, task);
  run->cancellable = g_cancellable_new ();
  run->session_id = g_cancellable_connect (self->ending, G_CALLBACK (session_ends_cb),
                                           g_object_ref (run->cancellable), g_object_unref);
  watch_caller (task);
}

static void
called_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhMcpSession *self = GH_MCP_SESSION (source);
  GhMcpTaskRun *run = g_task_get_task_data (task);
  GError *error = NULL;
  JsonNode *answer = gh_mcp_session_request_finish (self, result, &error);
  JsonObject *object = answer != NULL ? find_task (run, answer) : NULL;

  if (object == NULL)
    {
      finish (task, answer, error);
      return;
    }
  if (!run->over)
    begin_task (task);
  take_task (task, object, TRUE);
  gh_json_node_release (answer);
  if (!run->over)
    {
      run->known = TRUE;
      gh_mcp_session_tell_task (self, run->task->id, run->tool);
      return;
    }
  /* It was called off before there was anything to call off. */
  cancel_task (self, run);
}

static GhMcpTaskRun *
new_run (GTask                     *task,
         const GhMcpRequestOptions *options,
         gboolean                   legacy)
{
  GhMcpSession *self = g_task_get_source_object (task);
  GhMcpTaskRun *run = g_new0 (GhMcpTaskRun, 1);

  run->owner = task;
  run->tool = g_strdup (options->tool);
  run->legacy = legacy;
  run->func = options->progress_func;
  run->func_data = options->progress_data;
  run->answered = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_task_set_task_data (task, run, run_free);
  g_queue_push_head (&self->task_runs, run);
  return run;
}

gboolean
gh_mcp_session_may_be_task (GhMcpSession *self,
                            gboolean      legacy_task)
{
  return self->info != NULL && (legacy_task || self->info->tasks);
}

/**
 * gh_mcp_session_call_async:
 * @params: of tools/call
 * @options: for the call
 * @legacy_task: asks for a task as 2025-11-25 has them
 *
 * Calls a tool. Whether the server answers at once or makes a task of it does not show, except that
 * the task's status is told as progress.
 */
void
gh_mcp_session_call_async (GhMcpSession              *self,
                           JsonNode                  *params,
                           const GhMcpRequestOptions *options,
                           gboolean                   legacy_task,
                           GCancellable              *cancellable,
                           GAsyncReadyCallback        callback,
                           gpointer                   user_data)
{
  GhMcpRequestOptions own = *options;
  g_autoptr(GTask) task = NULL;
  g_autoptr(JsonNode) whole = NULL;
  GhMcpTaskRun *run;

  task = gh_mcp_session_new_task (self, TRUE, NULL, cancellable, callback, user_data,
                                  gh_mcp_session_call_async);
  if (task == NULL || g_task_return_error_if_cancelled (task))
    return;
  run = new_run (task, options, legacy_task);
  own.token = &run->token;
  if (legacy_task)
    {
      JsonObject *object = gh_json_copy_members (gh_json_node_get_object (params));

      json_object_set_member (object, "task", gh_json_node_new_object (json_object_new ()));
      whole = gh_json_node_new_object (object);
      watch_caller (task);
    }
  else
    {
      /* Legacy servers say by the result's shape that it is one (8.47). */
      own.flags |= GH_MCP_REQUEST_TASK;
      whole = json_node_ref (params);
    }
  gh_mcp_session_request_async (self, GH_MCP_TOOLS_CALL, whole, &own,
                                legacy_task ? NULL : cancellable, called_cb, g_object_ref (task));
}

/**
 * gh_mcp_session_resume_async:
 * @id: of a task that was made over an earlier connection
 * @options: for the call; without flags
 *
 * Takes up a call that became a task (8.44). Completes as gh_mcp_session_call_async() would have.
 */
void
gh_mcp_session_resume_async (GhMcpSession              *self,
                             const char                *id,
                             const GhMcpRequestOptions *options,
                             GCancellable              *cancellable,
                             GAsyncReadyCallback        callback,
                             gpointer                   user_data)
{
  g_autoptr(GTask) task = NULL;
  GhMcpTaskRun *run;

  task = gh_mcp_session_new_task (self, self->info != NULL
                                          && (self->info->tasks || self->info->tool_tasks),
                                  "tasks", cancellable, callback, user_data,
                                  gh_mcp_session_resume_async);
  if (task == NULL || g_task_return_error_if_cancelled (task))
    return;
  run = new_run (task, options, self->info->era == GH_MCP_ERA_LEGACY);
  run->known = TRUE;
  run->task = g_new0 (GhMcpTask, 1);
  run->task->id = g_strdup (id);
  begin_task (task);
  poll_later (task, 0);
}

/**
 * gh_mcp_session_call_finish:
 *
 * Of a call that was taken up, too.
 *
 * Returns: (transfer full) (nullable): the tool's result, any JSON value; let go with
 *   gh_json_node_release()
 */
JsonNode *
gh_mcp_session_call_finish (GhMcpSession  *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* What the rest of the session asks */

/* Progress with a token of no call under way: of a task, maybe. */
void
gh_mcp_session_take_task_progress (GhMcpSession *self,
                                   gint64        token,
                                   JsonObject   *params)
{
  for (GList *l = self->task_runs.head; l != NULL; l = l->next)
    {
      GhMcpTaskRun *run = l->data;

      if (run->progress != NULL && run->token == token)
        gh_mcp_progress_push (run->progress, params);
    }
}

void
gh_mcp_session_take_task_change (GhMcpSession *self,
                                 JsonObject   *params)
{
  const char *id = gh_json_get_string (params, "taskId");

  for (GList *l = self->task_runs.head; l != NULL; l = l->next)
    {
      GhMcpTaskRun *run = l->data;
      g_autoptr(GTask) task = NULL;

      if (run->task == NULL || g_strcmp0 (run->task->id, id) != 0)
        continue;
      /* What is under way may bring an older state. */
      run->told = run->poll == NULL;
      if (run->told)
        return;
      task = g_object_ref (run->owner);
      gh_clear_source (&run->poll);
      take_task (task, params, FALSE);
      return;
    }
}

/* The tool whose task a request of the server's belongs to: the one it names, else the newest. */
const char *
gh_mcp_session_get_task_tool (GhMcpSession *self,
                              const char   *id)
{
  GhMcpTaskRun *newest = g_queue_peek_head (&self->task_runs);

  for (GList *l = self->task_runs.head; l != NULL && id != NULL; l = l->next)
    {
      GhMcpTaskRun *run = l->data;

      if (run->task != NULL && strcmp (run->task->id, id) == 0)
        return run->tool;
    }
  return newest != NULL ? newest->tool : NULL;
}
