/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A file that someone wants as a root: what it is, and what becomes of it. */
#include "config.h"

#include "gh-root-candidate.h"

#include <string.h>

#include "gh-root-private.h"

typedef struct
{
  GPtrArray *candidates; /* of GhRootCandidate */
  GPtrArray *roots;      /* of GhRoot */
  GPtrArray *paths;      /* of char *: theirs; the thread replaces them by the real ones */
} LookData;

static void
candidate_free (gpointer data)
{
  GhRootCandidate *self = data;

  g_clear_object (&self->file);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->facts, gh_root_facts_free);
  g_free (self);
}

static void
look_data_free (LookData *data)
{
  g_clear_pointer (&data->candidates, g_ptr_array_unref);
  g_clear_pointer (&data->roots, g_ptr_array_unref);
  g_clear_pointer (&data->paths, g_ptr_array_unref);
  g_free (data);
}

static void
look_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  LookData *data = task_data;

  for (guint i = 0; i < data->candidates->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      GhRootCandidate *candidate = g_ptr_array_index (data->candidates, i);

      if (candidate->path == NULL)
        continue;
      candidate->is_other = g_file_test (candidate->path, G_FILE_TEST_EXISTS)
                            && !g_file_test (candidate->path, G_FILE_TEST_IS_DIR);
      if (!candidate->is_other)
        candidate->facts = gh_root_facts_look (candidate->path, NULL, NULL);
    }
  for (guint i = 0; i < data->paths->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      char *path = g_ptr_array_index (data->paths, i);

      g_ptr_array_index (data->paths, i) = gh_root_resolve (path);
      g_free (path);
    }
  g_task_return_boolean (task, TRUE);
}

void
gh_root_candidates_look_async (GPtrArray           *files,
                               GPtrArray           *roots,
                               GCancellable        *cancellable,
                               GAsyncReadyCallback  callback,
                               gpointer             user_data)
{
  /* No source object: a thread may drop its task last, and an object of ours must not end there. */
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  LookData *data = g_new0 (LookData, 1);

  data->candidates = g_ptr_array_new_with_free_func (candidate_free);
  data->roots = g_ptr_array_ref (roots);
  data->paths = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < files->len; i++)
    {
      GhRootCandidate *candidate = g_new0 (GhRootCandidate, 1);
      const char *path;

      candidate->file = g_object_ref (g_ptr_array_index (files, i));
      path = g_file_peek_path (candidate->file);
      candidate->path = path != NULL ? g_canonicalize_filename (path, "/") : NULL;
      g_ptr_array_add (data->candidates, candidate);
    }
  for (guint i = 0; i < roots->len; i++)
    g_ptr_array_add (data->paths, g_strdup (gh_root_get_path (g_ptr_array_index (roots, i))));
  g_task_set_source_tag (task, gh_root_candidates_look_async);
  g_task_set_task_data (task, data, (GDestroyNotify) look_data_free);
  g_task_run_in_thread (task, look_thread);
}

GPtrArray *
gh_root_candidates_look_finish (GAsyncResult  *result,
                                GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_root_candidates_look_async), NULL);

  LookData *data = g_task_get_task_data (G_TASK (result));
  g_autoptr(GPtrArray) candidates = g_steal_pointer (&data->candidates);
  g_autoptr(GPtrArray) roots = g_steal_pointer (&data->roots);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;
  for (guint i = 0; i < roots->len; i++)
    gh_root_set_real_path (g_ptr_array_index (roots, i), g_ptr_array_index (data->paths, i));
  return g_steal_pointer (&candidates);
}

GHashTable *
gh_root_index_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

void
gh_root_index_add (GHashTable *index,
                   GhRoot     *root)
{
  g_hash_table_insert (index, g_strdup (gh_root_get_real_path (root)), root);
  /* By name too: a missing folder leads nowhere now, perhaps elsewhere than before. */
  if (!g_hash_table_contains (index, gh_root_get_path (root)))
    g_hash_table_insert (index, g_strdup (gh_root_get_path (root)), root);
}

/* The root that holds the folder, not counting what is excluded; borrowed, or NULL. */
static GhRoot *
find_holder (GHashTable         *index,
             const char         *real_path,
             const char * const *excluded)
{
  g_autofree char *current = g_strdup (real_path);

  for (gsize i = 0; excluded[i] != NULL; i++)
    if (strcmp (real_path, excluded[i]) == 0 || gh_path_is_inside (real_path, excluded[i]))
      return NULL;
  while (strcmp (current, "/") != 0)
    {
      char *above = g_path_get_dirname (current);

      g_free (current);
      current = above;

      GhRoot *root = g_hash_table_lookup (index, current);

      if (root != NULL)
        return root;
    }
  return NULL;
}

GhRootAddOutcome
gh_root_candidate_judge (GhRootCandidate     *self,
                         GHashTable          *index,
                         const char * const  *excluded,
                         GhRoot             **root)
{
  *root = NULL;
  if (self->path == NULL)
    return GH_ROOT_NOT_LOCAL;
  if (self->is_other)
    return GH_ROOT_NOT_A_FOLDER;
  if (self->facts->real_path != NULL)
    *root = g_hash_table_lookup (index, self->facts->real_path);
  if (*root == NULL)
    *root = g_hash_table_lookup (index, self->path);
  if (*root != NULL)
    return GH_ROOT_ALREADY_THERE;
  if (self->facts->real_path == NULL)
    return GH_ROOT_NOT_FOUND;
  *root = find_holder (index, self->facts->real_path, excluded);
  return *root != NULL ? GH_ROOT_INSIDE : GH_ROOT_ADDED;
}
