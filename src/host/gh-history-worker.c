/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The thread that has the history's file for itself: one job after the other. */
#include "config.h"

#include "gh-history-worker.h"

#include <stdio.h>

#include "gh-file-disk.h"

struct _GhHistoryWorker
{
  gatomicrefcount ref_count; /* the owner's, and the thread's */

  /* owned */
  char *path;
  GAsyncQueue *jobs; /* of GhHistoryJob */
  GMainContext *context;

  gint pages; /* 0: any number; atomic */

  /* the thread's alone */
  GhHistoryDb *db; /* or NULL: not opened yet, or not possible */
  gboolean ended;
};

static void
unref (GhHistoryWorker *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->path);
  g_async_queue_unref (self->jobs);
  g_main_context_unref (self->context);
  g_free (self);
}

static void
job_free (GhHistoryJob *job)
{
  if (job->free_data != NULL)
    job->free_data (job->data);
  g_clear_object (&job->task);
  g_clear_object (&job->cancellable);
  g_clear_error (&job->error);
  g_free (job->set_aside);
  g_free (job);
}

static gboolean
done_cb (gpointer user_data)
{
  GhHistoryJob *job = user_data;

  job->done (job);
  return G_SOURCE_REMOVE;
}

/* Everything of the job is the main context's again: the thread keeps nothing of it. */
static void
give_back (GhHistoryWorker *self,
           GhHistoryJob    *job)
{
  GSource *source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, done_cb, job, (GDestroyNotify) job_free);
  g_source_attach (source, self->context);
  g_source_unref (source);
}

static GhHistoryDb *
ensure_db (GhHistoryWorker  *self,
           GError          **error)
{
  guint pages = g_atomic_int_get (&self->pages);

  /* A file that was deleted or replaced would take what is written to it along. */
  if (self->db != NULL && !gh_history_db_is_there (self->db))
    g_clear_pointer (&self->db, gh_history_db_close);
  if (self->db == NULL)
    {
      self->db = gh_history_db_open (self->path, FALSE, error);
      if (self->db != NULL && pages != 0)
        gh_history_db_set_pages (self->db, pages);
    }
  return self->db;
}

/* Gives the file and what SQLite has beside it dated names. FALSE: it is still there. */
static gboolean
put_away (GhHistoryWorker *self,
          GhHistoryJob    *job)
{
  static const char * const beside[] = { "-wal", "-shm" };
  g_autoptr(GError) error = NULL;
  g_autofree char *name = NULL;

  g_clear_pointer (&self->db, gh_history_db_close);
  name = gh_file_disk_set_aside (self->path, &error);
  if (name == NULL)
    {
      g_debug ("history: %s", error->message);
      return FALSE;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (beside); i++)
    {
      g_autofree char *from = g_strconcat (self->path, beside[i], NULL);
      g_autofree char *to = g_strconcat (name, beside[i], NULL);

      if (g_file_test (from, G_FILE_TEST_EXISTS) && rename (from, to) != 0)
        g_debug ("history: %s stays", from);
    }
  g_free (job->set_aside);
  job->set_aside = g_steal_pointer (&name);
  return TRUE;
}

static gboolean
try_job (GhHistoryWorker *self,
         GhHistoryJob    *job)
{
  GhHistoryDb *db;

  g_clear_error (&job->error);
  db = ensure_db (self, &job->error);
  if (db == NULL)
    return FALSE;
  return job->work (job, db, &job->error);
}

static void
run_job (GhHistoryWorker *self,
         GhHistoryJob    *job)
{
  if (job->work == NULL)
    {
      g_clear_pointer (&self->db, gh_history_db_close);
      return;
    }
  if (g_cancellable_set_error_if_cancelled (job->cancellable, &job->error))
    return;
  if (!try_job (self, job)
      && g_error_matches (job->error, GH_HISTORY_DB_ERROR, GH_HISTORY_DB_ERROR_DAMAGED)
      && put_away (self, job))
    try_job (self, job);
}

static gpointer
thread_main (gpointer user_data)
{
  GhHistoryWorker *self = user_data;

  while (!self->ended)
    {
      GhHistoryJob *job = g_async_queue_pop (self->jobs);

      /* The last one, of gh_history_worker_free(), wants no answer. */
      self->ended = job->done == NULL;
      run_job (self, job);
      if (self->ended)
        job_free (job);
      else
        give_back (self, job);
    }
  unref (self);
  return NULL;
}

/**
 * gh_history_worker_new:
 *
 * Returns: (transfer full): a thread that opens the file when there is something to do
 */
GhHistoryWorker *
gh_history_worker_new (const char *path)
{
  GhHistoryWorker *self;

  g_return_val_if_fail (path != NULL, NULL);

  self = g_new0 (GhHistoryWorker, 1);
  g_atomic_ref_count_init (&self->ref_count);
  g_atomic_ref_count_inc (&self->ref_count);
  self->path = g_strdup (path);
  self->jobs = g_async_queue_new ();
  self->context = g_main_context_ref_thread_default ();
  g_thread_unref (g_thread_new ("gh-history", thread_main, self));
  return self;
}

void
gh_history_worker_push (GhHistoryWorker *self,
                        GhHistoryJob    *take_job,
                        gboolean         urgent)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (take_job != NULL);

  if (urgent)
    g_async_queue_push_front (self->jobs, take_job);
  else
    g_async_queue_push (self->jobs, take_job);
}

void
gh_history_worker_free (GhHistoryWorker *self)
{
  g_return_if_fail (self != NULL);

  g_async_queue_push (self->jobs, g_new0 (GhHistoryJob, 1));
  unref (self);
}

void
gh_history_worker_set_pages (GhHistoryWorker *self,
                             guint            pages)
{
  g_return_if_fail (self != NULL);

  g_atomic_int_set (&self->pages, pages);
}
