/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Asking a server for proposals while a person types (requirements 8.25, 8.26). */
#include "config.h"

#include "gh-mcp-session-private.h"

#include "gh-json.h"
#include "gh-mcp-protocol.h"

/* Between two questions: a person types some ten characters a second, and each would be one. */
#define INTERVAL_MS 150

/* Answers that are still good when someone deletes a letter and types it again. */
#define MAX_KEPT 32
#define KEPT_MS (60 * 1000)

typedef struct
{
  JsonNode *params;            /* owned */
  GhMcpCompletion *completion; /* owned */
  gint64 time;                 /* monotonic: when it came */
} Kept;

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  json_node_unref (kept->params);
  gh_mcp_completion_unref (kept->completion);
  g_free (kept);
}

static void
keep (GhMcpSession    *self,
      JsonNode        *params,
      GhMcpCompletion *completion)
{
  Kept *kept = g_new0 (Kept, 1);

  kept->params = json_node_ref (params);
  kept->completion = gh_mcp_completion_ref (completion);
  kept->time = g_get_monotonic_time ();
  g_queue_push_head (&self->completions, kept);
  if (self->completions.length > MAX_KEPT)
    kept_free (g_queue_pop_tail (&self->completions));
}

/* Borrowed, or NULL. */
static GhMcpCompletion *
find_kept (GhMcpSession *self,
           JsonNode     *params)
{
  gint64 oldest = g_get_monotonic_time () - KEPT_MS * G_TIME_SPAN_MILLISECOND;

  for (GList *l = self->completions.head; l != NULL; l = l->next)
    {
      Kept *kept = l->data;

      if (kept->time >= oldest && gh_json_node_equal (kept->params, params))
        return kept->completion;
    }
  return NULL;
}

void
gh_mcp_session_clear_completions (GhMcpSession *self)
{
  g_queue_clear_full (&self->completions, kept_free);
}

/* One question: waits for its turn, is asked, and is called off by the next one. */
typedef struct
{
  JsonNode *params;          /* owned */
  GCancellable *cancellable; /* owned; ours: fires for the caller's and for a newer question */
  GCancellable *outer;       /* owned; the caller's, may be NULL */
  gulong outer_id;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  if (question->outer != NULL)
    g_cancellable_disconnect (question->outer, question->outer_id);
  g_clear_object (&question->outer);
  g_object_unref (question->cancellable);
  json_node_unref (question->params);
  g_free (question);
}

static void
outer_cancelled_cb (GCancellable *outer,
                    gpointer      user_data)
{
  g_cancellable_cancel (G_CANCELLABLE (user_data));
}

static Question *
question_new (JsonNode     *take_params,
              GCancellable *outer)
{
  Question *question = g_new0 (Question, 1);

  question->params = take_params;
  question->cancellable = g_cancellable_new ();
  if (outer == NULL)
    return question;
  question->outer = g_object_ref (outer);
  question->outer_id = g_cancellable_connect (outer, G_CALLBACK (outer_cancelled_cb),
                                              g_object_ref (question->cancellable),
                                              g_object_unref);
  return question;
}

static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  GhMcpSession *self = GH_MCP_SESSION (source);
  g_autoptr(GTask) task = user_data;
  Question *question = g_task_get_task_data (task);
  GError *error = NULL;
  JsonNode *answer = gh_mcp_session_request_finish (self, result, &error);
  GhMcpCompletion *parsed = NULL;

  if (answer != NULL)
    {
      parsed = gh_mcp_completion_parse (answer, &error);
      gh_json_node_release (answer);
    }
  if (parsed != NULL)
    {
      keep (self, question->params, parsed);
      g_task_return_pointer (task, parsed, (GDestroyNotify) gh_mcp_completion_unref);
    }
  else
    g_task_return_error (task, error);
}

/* Its turn has come, or it is called off. */
static gboolean
turn_cb (gpointer user_data)
{
  GTask *task = user_data;
  GhMcpSession *self = g_task_get_source_object (task);
  Question *question = g_task_get_task_data (task);

  if (g_cancellable_is_cancelled (question->cancellable))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                               "Something newer was asked for");
      return G_SOURCE_REMOVE;
    }
  self->completion_time = g_get_monotonic_time ();
  gh_mcp_session_request_async (self, GH_MCP_COMPLETE, question->params, NULL,
                                question->cancellable, answered_cb, g_object_ref (task));
  return G_SOURCE_REMOVE;
}

static gboolean
never_cb (GCancellable *cancellable,
          gpointer      user_data)
{
  return G_SOURCE_REMOVE;
}

/**
 * gh_mcp_session_complete_async:
 * @reference: the name of a prompt, or the text of a resource template
 * @argument: the argument that is typed
 * @value: what is typed so far
 * @known: (nullable): an object of strings: the arguments that are there already
 * @cancellable: (nullable): calls the question off
 *
 * Every question calls off the one before it, which completes with G_IO_ERROR_CANCELLED; they are
 * asked at a bounded rate, and answers are kept for a while: it may be called at every key.
 */
void
gh_mcp_session_complete_async (GhMcpSession        *self,
                               GhMcpCompletionKind  kind,
                               const char          *reference,
                               const char          *argument,
                               const char          *value,
                               JsonNode            *known,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  g_autoptr(GSource) turn = NULL;
  g_autoptr(GSource) cancelled = NULL;
  Question *question;
  GhMcpCompletion *kept;
  gint64 wait_ms = 0;

  g_return_if_fail (GH_IS_MCP_SESSION (self));
  g_return_if_fail (reference != NULL);
  g_return_if_fail (argument != NULL);
  g_return_if_fail (value != NULL);
  g_return_if_fail (known == NULL || gh_json_node_get_object (known) != NULL);

  task = gh_mcp_session_new_task (self, gh_mcp_session_has_completions (self), "completions",
                                  cancellable, callback, user_data,
                                  gh_mcp_session_complete_async);
  if (task == NULL)
    return;
  question = question_new (gh_mcp_completion_build_params (kind, reference, argument, value, known,
                                                           self->info->version), cancellable);
  g_task_set_task_data (task, question, question_free);
  if (self->completion != NULL)
    g_cancellable_cancel (self->completion);
  g_set_object (&self->completion, question->cancellable);
  kept = find_kept (self, question->params);
  if (kept != NULL)
    {
      g_task_return_pointer (task, gh_mcp_completion_ref (kept),
                             (GDestroyNotify) gh_mcp_completion_unref);
      return;
    }

  if (self->completion_time != 0)
    wait_ms = INTERVAL_MS - (g_get_monotonic_time () - self->completion_time) / 1000;
  turn = g_timeout_source_new (MAX (wait_ms, 0));
  cancelled = g_cancellable_source_new (question->cancellable);
  g_source_set_callback (cancelled, G_SOURCE_FUNC (never_cb), NULL, NULL);
  g_source_add_child_source (turn, cancelled);
  g_task_attach_source (task, turn, turn_cb);
}

GhMcpCompletion *
gh_mcp_session_complete_finish (GhMcpSession  *self,
                                GAsyncResult  *result,
                                GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
