/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The history, asked: pages of entries, one entry, names, and all of it into a file. */
#include "config.h"

#include "gh-history-inside.h"

#include "gh-history-export.h"

/* --- finding --- */

typedef struct
{
  GhHistoryQuery *query;
  gint64 before;
  gboolean newer;
  GPtrArray *found; /* or NULL */
} Finding;

static void
finding_free (Finding *data)
{
  gh_history_query_free (data->query);
  g_clear_pointer (&data->found, g_ptr_array_unref);
  g_free (data);
}

static gboolean
find_work (GhHistoryJob  *job,
           GhHistoryDb   *db,
           GError       **error)
{
  Finding *data = job->data;

  data->found = gh_history_db_find (db, data->query, data->before, data->newer, GH_HISTORY_PAGE,
                                    job->cancellable, error);
  return data->found != NULL;
}

static void
find_done (GhHistoryJob *job)
{
  Finding *data = job->data;

  if (!gh_history_job_return_error (job))
    g_task_return_pointer (job->task, g_steal_pointer (&data->found),
                           (GDestroyNotify) g_ptr_array_unref);
}

void
gh_history_find_async (GhHistory            *self,
                       const GhHistoryQuery *query,
                       gint64                before,
                       gboolean              newer,
                       GCancellable         *cancellable,
                       GAsyncReadyCallback   callback,
                       gpointer              user_data)
{
  g_autoptr(GTask) task = NULL;
  Finding *data;

  g_return_if_fail (GH_IS_HISTORY (self));
  g_return_if_fail (query != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_history_find_async);
  if (!gh_history_is_in_use (self))
    {
      g_task_return_pointer (task, g_ptr_array_new_with_free_func (g_object_unref),
                             (GDestroyNotify) g_ptr_array_unref);
      return;
    }
  data = g_new0 (Finding, 1);
  data->query = gh_history_query_copy (query);
  data->before = before;
  data->newer = newer;
  gh_history_push (self, find_work, find_done, data,
                   (GDestroyNotify) finding_free, g_steal_pointer (&task), FALSE);
}

GPtrArray *
gh_history_find_finish (GhHistory     *self,
                        GAsyncResult  *result,
                        GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_history_find_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- one entry --- */

typedef struct
{
  gint64 id;
  gboolean remove;
  GhHistoryEntry *entry; /* or NULL */
} Reading;

static void
reading_free (Reading *data)
{
  g_clear_object (&data->entry);
  g_free (data);
}

static gboolean
read_work (GhHistoryJob  *job,
           GhHistoryDb   *db,
           GError       **error)
{
  Reading *data = job->data;

  data->entry = data->remove ? gh_history_db_remove (db, data->id, error)
                             : gh_history_db_read (db, data->id, error);
  return data->entry != NULL;
}

static void
read_done (GhHistoryJob *job)
{
  g_autoptr(GhHistory) self = g_object_ref (gh_history_job_get_history (job));
  Reading *data = job->data;

  if (gh_history_job_return_error (job))
    return;
  if (data->remove)
    gh_history_tell_removed (self, data->id);
  g_task_return_pointer (job->task, g_steal_pointer (&data->entry), g_object_unref);
}

static void
begin_read (GhHistory *self,
            gint64     id,
            gboolean   remove,
            GTask     *task)
{
  Reading *data;

  if (!gh_history_is_in_use (self))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "there is no history");
      return;
    }
  data = g_new0 (Reading, 1);
  data->id = id;
  data->remove = remove;
  gh_history_push (self, read_work, read_done, data,
                   (GDestroyNotify) reading_free, g_object_ref (task), FALSE);
}

void
gh_history_read_async (GhHistory           *self,
                       gint64               id,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (GH_IS_HISTORY (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_history_read_async);
  begin_read (self, id, FALSE, task);
}

GhHistoryEntry *
gh_history_read_finish (GhHistory     *self,
                        GAsyncResult  *result,
                        GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_history_read_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

void
gh_history_remove_async (GhHistory           *self,
                         gint64               id,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;

  g_return_if_fail (GH_IS_HISTORY (self));

  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, gh_history_remove_async);
  begin_read (self, id, TRUE, task);
}

GhHistoryEntry *
gh_history_remove_finish (GhHistory     *self,
                          GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_history_remove_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- names --- */

typedef struct
{
  GhHistoryNames names;
  GPtrArray *found; /* or NULL */
} Naming;

static void
naming_free (Naming *data)
{
  g_clear_pointer (&data->found, g_ptr_array_unref);
  g_free (data);
}

static gboolean
names_work (GhHistoryJob  *job,
            GhHistoryDb   *db,
            GError       **error)
{
  Naming *data = job->data;

  data->found = gh_history_db_list_names (db, data->names, error);
  return data->found != NULL;
}

static void
names_done (GhHistoryJob *job)
{
  Naming *data = job->data;

  if (!gh_history_job_return_error (job))
    g_task_return_pointer (job->task, g_steal_pointer (&data->found),
                           (GDestroyNotify) g_ptr_array_unref);
}

void
gh_history_list_names_async (GhHistory           *self,
                             GhHistoryNames       names,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  Naming *data;

  g_return_if_fail (GH_IS_HISTORY (self));
  g_return_if_fail (names < GH_HISTORY_N_NAMES);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_history_list_names_async);
  if (!gh_history_is_in_use (self))
    {
      g_task_return_pointer (task,
                             g_ptr_array_new_with_free_func ((GDestroyNotify) gh_history_name_free),
                             (GDestroyNotify) g_ptr_array_unref);
      return;
    }
  data = g_new0 (Naming, 1);
  data->names = names;
  gh_history_push (self, names_work, names_done, data,
                   (GDestroyNotify) naming_free, g_steal_pointer (&task), FALSE);
}

GPtrArray *
gh_history_list_names_finish (GhHistory     *self,
                              GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_history_list_names_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- export ---
 *
 * 1. in the worker: what was to be written before is written, and there is a file;
 * 2. in a thread of its own, which may wait for another disk: gh_history_export_run(). */

typedef struct
{
  GhHistoryQuery *query;
  GFile *file;
  GhHistoryFormat format;
  char *path;
} Exporting;

static void
exporting_free (Exporting *data)
{
  gh_history_query_free (data->query);
  g_object_unref (data->file);
  g_free (data->path);
  g_free (data);
}

static void
export_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  Exporting *data = task_data;
  GError *error = NULL;
  gint64 n = gh_history_export_run (data->path, data->query, data->file, data->format, cancellable,
                                    &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_int (task, n);
}

/* The thread may be the last to hold its task, so that one does not hold the history. */
static void
exported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GError *error = NULL;
  gssize n = g_task_propagate_int (G_TASK (result), &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_int (task, n);
}

static gboolean
export_work (GhHistoryJob  *job,
             GhHistoryDb   *db,
             GError       **error)
{
  return TRUE;
}

static void
export_done (GhHistoryJob *job)
{
  g_autoptr(GTask) inner = NULL;

  if (gh_history_job_return_error (job))
    return;
  inner = g_task_new (NULL, job->cancellable, exported_cb, g_object_ref (job->task));
  g_task_set_source_tag (inner, gh_history_export_async);
  g_task_set_task_data (inner, g_steal_pointer (&job->data), (GDestroyNotify) exporting_free);
  job->free_data = NULL;
  g_task_run_in_thread (inner, export_thread);
}

void
gh_history_export_async (GhHistory            *self,
                         const GhHistoryQuery *query,
                         GFile                *file,
                         GhHistoryFormat       format,
                         GCancellable         *cancellable,
                         GAsyncReadyCallback   callback,
                         gpointer              user_data)
{
  g_autoptr(GTask) task = NULL;
  Exporting *data;

  g_return_if_fail (GH_IS_HISTORY (self));
  g_return_if_fail (query != NULL);
  g_return_if_fail (G_IS_FILE (file));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_history_export_async);
  if (!gh_history_is_in_use (self))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "there is no history");
      return;
    }
  data = g_new0 (Exporting, 1);
  data->query = gh_history_query_copy (query);
  data->file = g_object_ref (file);
  data->format = format;
  data->path = gh_history_dup_path (self);
  gh_history_push (self, export_work, export_done, data,
                   (GDestroyNotify) exporting_free, g_steal_pointer (&task), FALSE);
}

gint64
gh_history_export_finish (GhHistory     *self,
                          GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), -1);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_history_export_async), -1);

  return g_task_propagate_int (G_TASK (result), error);
}
