/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Texts from the other side into messages, long ones without stopping the main loop. */
#include "config.h"

#include "gh-rpc-parse.h"

/* Texts from here on are parsed in a thread: a millisecond of work, beside 100 microseconds that
 * the way there and back takes. Small enough for the worst that member names made to collide can
 * do. */
#define THREAD_SIZE (64 * 1024)

typedef struct
{
  GBytes *text; /* owned */
  gboolean allow_batch;
} ParseJob;

static void
parse_job_free (gpointer data)
{
  ParseJob *job = data;

  g_bytes_unref (job->text);
  g_free (job);
}

static void
parse_in_thread (GTask        *task,
                 gpointer      source,
                 gpointer      data,
                 GCancellable *cancellable)
{
  ParseJob *job = data;
  GError *error = NULL;
  GPtrArray *messages = gh_rpc_parse (job->text, job->allow_batch, &error);

  for (guint i = 0; messages != NULL && i < messages->len; i++)
    gh_rpc_message_make_nodes (messages->pdata[i]);
  if (messages != NULL)
    g_task_return_pointer (task, messages, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static void
free_in_thread (GTask        *task,
                gpointer      source,
                gpointer      data,
                GCancellable *cancellable)
{
  g_ptr_array_unref (data);
  g_task_return_boolean (task, TRUE);
}

gboolean
gh_rpc_parse_is_long (GBytes *text)
{
  return g_bytes_get_size (text) >= THREAD_SIZE;
}

/**
 * gh_rpc_parse:
 * @text: (transfer none): one message or, with @allow_batch, an array of them
 *
 * Returns: (transfer full): see gh_rpc_message_parse()
 */
GPtrArray *
gh_rpc_parse (GBytes    *text,
              gboolean   allow_batch,
              GError   **error)
{
  g_autoptr(GPtrArray) messages = gh_rpc_message_array_new ();

  if (!gh_rpc_message_parse_into (messages, text, allow_batch, error))
    return NULL;
  return g_steal_pointer (&messages);
}

/**
 * gh_rpc_parse_async:
 *
 * The same in a thread. It cannot be called off: whoever no longer wants the messages drops them.
 */
void
gh_rpc_parse_async (GBytes              *text,
                    gboolean             allow_batch,
                    GAsyncReadyCallback  callback,
                    gpointer             user_data)
{
  g_autoptr(GTask) task = g_task_new (NULL, NULL, callback, user_data);
  ParseJob *job = g_new0 (ParseJob, 1);

  job->text = g_bytes_ref (text);
  job->allow_batch = allow_batch;
  g_task_set_source_tag (task, gh_rpc_parse_async);
  g_task_set_task_data (task, job, parse_job_free);
  g_task_run_in_thread (task, parse_in_thread);
}

/**
 * gh_rpc_parse_finish:
 * @text: (out) (transfer full): what was parsed
 *
 * Returns: (transfer full): as gh_rpc_parse(); for gh_rpc_parse_release()
 */
GPtrArray *
gh_rpc_parse_finish (GAsyncResult  *result,
                     GBytes       **text,
                     GError       **error)
{
  ParseJob *job;

  g_return_val_if_fail (g_async_result_is_tagged (result, gh_rpc_parse_async), NULL);

  job = g_task_get_task_data (G_TASK (result));
  *text = g_bytes_ref (job->text);
  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * gh_rpc_parse_release:
 * @take_messages: (transfer full)
 *
 * Freeing a tree of many values takes as long as reading it: half a second for 10 MB.
 */
void
gh_rpc_parse_release (GPtrArray *take_messages)
{
  g_autoptr(GTask) task = g_task_new (NULL, NULL, NULL, NULL);

  g_task_set_source_tag (task, gh_rpc_parse_release);
  g_task_set_task_data (task, take_messages, NULL);
  g_task_run_in_thread (task, free_in_thread);
}
