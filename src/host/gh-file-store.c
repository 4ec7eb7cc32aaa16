/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One JSON file of the person's: read whole, written atomically, never overwritten when damaged,
 * read again when another program changes it.
 *
 * The rules of what is never lost:
 *   - a file that is not a JSON object is renamed (FILE.damaged-DATE) before anything is written;
 *   - a file that cannot be read is not written at all this run;
 *   - a file that another program changed since we read or wrote it is copied (FILE.other-DATE)
 *     before ours takes its place: what the person did last in the window wins, the other version
 *     stays;
 *   - the file is replaced by renaming a complete one that has reached the disk; where the file
 *     is a symbolic link, what it points to is replaced;
 *   - what was in it before is FILE.1, before that FILE.2, and so on up to the number asked for.
 *
 * The tasks of the threads have no source object: a thread may drop its task last, and an object of
 * ours must not end there. */
#include "config.h"

#include "gh-file-store.h"

#include "gh-file-disk.h"
#include "gh-json.h"
#include "gh-problem.h"

/* An editor writes in pieces: the file is looked at once nothing happened to it for this long. */
#define SETTLE_MS 200

struct _GhFileStore
{
  GObject parent_instance;

  /* owned */
  GFile *file;
  GListStore *problems;
  GFileMonitor *monitor; /* once loaded, unless read_only; NULL where files cannot be watched */
  GhProblem *not_saved;  /* what we told last, or NULL */
  GhProblem *bad_change; /* the same */
  char *known;          /* checksum of what we last read or wrote; NULL: no file */
  JsonObject *unsaved;  /* the newest object not yet given to a write, or NULL */
  GError *error;        /* of the last write, or NULL */
  GPtrArray *flushes;   /* of GTask, waiting until there is nothing left to write */

  guint n_backups;
  guint start_source;
  guint look_source;
  guint n_loading;
  guint n_looks; /* a look that is not the latest one any more counts for nothing */
  gboolean writing;
  gboolean read_only;
  gboolean unwritable; /* the file is there and we do not know what is in it */
};

G_DEFINE_TYPE (GhFileStore, gh_file_store, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
add_problem (GhFileStore   *self,
             GhProblemKind  kind,
             const char    *set_aside,
             const char    *detail)
{
  g_autoptr(GFile) aside = set_aside != NULL ? g_file_new_for_path (set_aside) : NULL;
  g_autoptr(GhProblem) problem = gh_problem_new (kind, self->file, aside, detail);

  g_debug ("problem %d with a file: %s", kind, detail);
  if (kind == GH_PROBLEM_NOT_SAVED)
    g_set_object (&self->not_saved, problem);
  if (kind == GH_PROBLEM_BAD_CHANGE)
    g_set_object (&self->bad_change, problem);
  g_list_store_append (self->problems, problem);
}

static void
clear_problem (GhFileStore  *self,
               GhProblem   **problem)
{
  guint position;

  if (*problem != NULL && g_list_store_find (self->problems, *problem, &position))
    g_list_store_remove (self->problems, position);
  g_clear_object (problem);
}

/* Those of what the file held before. */
static void
clear_bad_entries (GhFileStore *self)
{
  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (self->problems)); i > 0; i--)
    {
      g_autoptr(GhProblem) problem = g_list_model_get_item (G_LIST_MODEL (self->problems), i - 1);

      if (gh_problem_get_kind (problem) == GH_PROBLEM_BAD_ENTRY
          && g_file_equal (gh_problem_get_file (problem), self->file))
        g_list_store_remove (self->problems, i - 1);
    }
}

static void
finish_flushes (GhFileStore *self)
{
  g_autoptr(GPtrArray) flushes = g_steal_pointer (&self->flushes);

  self->flushes = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < flushes->len; i++)
    {
      GTask *task = g_ptr_array_index (flushes, i);

      if (self->error != NULL)
        g_task_return_error (task, g_error_copy (self->error));
      else
        g_task_return_boolean (task, TRUE);
    }
}

typedef struct
{
  char *path;
  guint n_backups;
  GBytes *contents;
  char *known;
  JsonObject *object;
} WriteData;

static void
write_data_free (WriteData *data)
{
  g_free (data->path);
  g_free (data->known);
  g_bytes_unref (data->contents);
  g_clear_pointer (&data->object, json_object_unref);
  g_free (data);
}

static void
write_thread (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  WriteData *data = task_data;
  GError *error = NULL;
  g_autoptr(GhFileWritten) written = gh_file_disk_write (data->path, data->contents, data->known,
                                                         data->n_backups, &error);

  if (written == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_steal_pointer (&written),
                           (GDestroyNotify) gh_file_written_free);
}

static void start_write (GhFileStore *self);

static void
advance (GhFileStore *self)
{
  if (self->writing || self->n_loading > 0 || self->start_source != 0)
    return;
  if (self->unsaved != NULL && self->error == NULL)
    start_write (self);
  else
    finish_flushes (self);
}

static void
write_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(GhFileStore) self = GH_FILE_STORE (user_data);
  WriteData *data = g_task_get_task_data (G_TASK (result));
  g_autoptr(JsonObject) object = g_steal_pointer (&data->object);

  g_clear_error (&self->error);
  g_autoptr(GhFileWritten) written = g_task_propagate_pointer (G_TASK (result), &self->error);

  g_assert (self->writing);
  self->writing = FALSE;
  clear_problem (self, &self->not_saved);
  if (written == NULL)
    {
      add_problem (self, GH_PROBLEM_NOT_SAVED, NULL, self->error->message);
      /* Kept for the next save or flush to try again, unless something newer came meanwhile. */
      if (self->unsaved == NULL)
        self->unsaved = g_steal_pointer (&object);
      else
        g_clear_error (&self->error);
    }
  else
    {
      g_free (self->known);
      self->known = g_strdup (written->checksum);
      clear_problem (self, &self->bad_change);
      if (written->set_aside != NULL)
        add_problem (self, GH_PROBLEM_OVERTAKEN, written->set_aside,
                     "the file was changed by another program");
    }
  advance (self);
}

static void
start_write (GhFileStore *self)
{
  g_autoptr(GTask) task = g_task_new (NULL, NULL, write_cb, g_object_ref (self));
  WriteData *data = g_new0 (WriteData, 1);
  g_autoptr(JsonNode) node = gh_json_node_new_object (json_object_ref (self->unsaved));
  g_autofree char *text = gh_json_write_pretty (node);
  g_autofree char *lines = g_str_has_suffix (text, "\n") ? g_steal_pointer (&text)
                                                         : g_strconcat (text, "\n", NULL);

  data->path = g_strdup (g_file_peek_path (self->file));
  data->n_backups = self->n_backups;
  data->known = g_strdup (self->known);
  data->object = g_steal_pointer (&self->unsaved);
  data->contents = g_bytes_new_take (lines, strlen (lines));
  lines = NULL;
  self->writing = TRUE;

  g_task_set_source_tag (task, start_write);
  g_task_set_task_data (task, data, (GDestroyNotify) write_data_free);
  g_task_run_in_thread (task, write_thread);
}

static gboolean
start_cb (gpointer user_data)
{
  GhFileStore *self = GH_FILE_STORE (user_data);

  self->start_source = 0;
  advance (self);
  return G_SOURCE_REMOVE;
}

static void
gh_file_store_dispose (GObject *object)
{
  GhFileStore *self = GH_FILE_STORE (object);

  /* The idle holds a reference, tasks hold references: nothing is left to do when we get here. */
  g_clear_handle_id (&self->look_source, g_source_remove);
  g_clear_object (&self->monitor);
  g_clear_object (&self->not_saved);
  g_clear_object (&self->bad_change);
  g_clear_object (&self->problems);

  G_OBJECT_CLASS (gh_file_store_parent_class)->dispose (object);
}

static void
gh_file_store_finalize (GObject *object)
{
  GhFileStore *self = GH_FILE_STORE (object);

  g_clear_object (&self->file);
  g_clear_pointer (&self->known, g_free);
  g_clear_pointer (&self->unsaved, json_object_unref);
  g_clear_error (&self->error);
  g_clear_pointer (&self->flushes, g_ptr_array_unref);

  G_OBJECT_CLASS (gh_file_store_parent_class)->finalize (object);
}

static void
gh_file_store_class_init (GhFileStoreClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_file_store_dispose;
  object_class->finalize = gh_file_store_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 1, JSON_TYPE_OBJECT);
}

static void
gh_file_store_init (GhFileStore *self)
{
  self->flushes = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * gh_file_store_new:
 * @file: a file with a path on this computer; its folder is made (mode 0700) when first written
 * @n_backups: how many earlier contents are kept beside it
 * @problems: the GListStore of GhProblem that hears of trouble
 *
 * Returns: (transfer full): a store that has read nothing yet
 */
GhFileStore *
gh_file_store_new (GFile      *file,
                   guint       n_backups,
                   GListStore *problems)
{
  g_return_val_if_fail (G_IS_FILE (file), NULL);
  g_return_val_if_fail (g_file_peek_path (file) != NULL, NULL);
  g_return_val_if_fail (G_IS_LIST_STORE (problems), NULL);

  GhFileStore *self = g_object_new (GH_TYPE_FILE_STORE, NULL);

  self->file = g_object_ref (file);
  self->n_backups = n_backups;
  self->problems = g_object_ref (problems);
  return self;
}

/**
 * gh_file_store_new_read_only:
 * @file: (nullable): NULL: there is no file, what is loaded is empty
 *
 * Returns: (transfer full): a store that forgets what is saved, and lets a damaged file lie
 */
GhFileStore *
gh_file_store_new_read_only (GFile      *file,
                             GListStore *problems)
{
  g_return_val_if_fail (file == NULL || g_file_peek_path (file) != NULL, NULL);
  g_return_val_if_fail (G_IS_LIST_STORE (problems), NULL);

  GhFileStore *self = g_object_new (GH_TYPE_FILE_STORE, NULL);

  self->file = file != NULL ? g_object_ref (file) : NULL;
  self->problems = g_object_ref (problems);
  self->read_only = TRUE;
  return self;
}

/**
 * gh_file_store_report:
 * @kind: what happened, GH_PROBLEM_BAD_ENTRY mostly
 * @detail: English, for developers: which entry and why
 *
 * Tells of trouble with what is in the file.
 */
void
gh_file_store_report (GhFileStore   *self,
                      GhProblemKind  kind,
                      const char    *detail)
{
  g_return_if_fail (GH_IS_FILE_STORE (self));

  add_problem (self, kind, NULL, detail);
}

typedef struct
{
  GWeakRef store; /* a look at a change must not keep it */
  char *path;
  gboolean read_only;
  guint look;
} LoadData;

static LoadData *
load_data_new (GhFileStore *self,
               gboolean     read_only)
{
  LoadData *data = g_new0 (LoadData, 1);

  g_weak_ref_init (&data->store, self);
  data->path = g_file_get_path (self->file);
  data->read_only = read_only;
  return data;
}

static void
load_data_free (LoadData *data)
{
  g_weak_ref_clear (&data->store);
  g_free (data->path);
  g_free (data);
}

static void
load_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  LoadData *data = task_data;

  g_task_return_pointer (task, gh_file_disk_read (data->path, data->read_only),
                         (GDestroyNotify) gh_file_read_free);
}

/* --- what another program does ---
 *
 * 1. file_changed_cb: something happened to the file; wait until nothing does;
 * 2. look_cb: a thread reads it, unless what we are about to write replaces it anyway;
 * 3. looked_cb: contents that are whole and not what we know already are told. */

static void
looked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  LoadData *data = g_task_get_task_data (G_TASK (result));
  g_autoptr(GhFileRead) read = g_task_propagate_pointer (G_TASK (result), NULL);
  g_autoptr(GhFileStore) self = g_weak_ref_get (&data->store);

  g_assert (read != NULL);
  if (self == NULL || data->look != self->n_looks)
    return;
  /* Not there: a program that replaces it may need a moment, and one that deletes it takes nothing
   * back. Not readable: the next write will tell. */
  if (read->checksum == NULL)
    return;

  clear_problem (self, &self->bad_change);
  if (g_strcmp0 (read->checksum, self->known) == 0)
    return;
  if (read->node == NULL)
    {
      add_problem (self, GH_PROBLEM_BAD_CHANGE, NULL, read->error->message);
      return;
    }
  g_free (self->known);
  self->known = g_strdup (read->checksum);
  clear_bad_entries (self);
  g_debug ("%s: changed by another program", g_file_peek_path (self->file));
  g_signal_emit (self, signals[CHANGED], 0, gh_json_node_get_object (read->node));
}

static gboolean
look_cb (gpointer user_data)
{
  GhFileStore *self = GH_FILE_STORE (user_data);
  g_autoptr(GTask) thread = NULL;
  LoadData *data;

  self->look_source = 0;
  /* A write that succeeds is seen as another change. */
  if (self->writing || self->unsaved != NULL || self->n_loading > 0 || self->unwritable)
    return G_SOURCE_REMOVE;

  data = load_data_new (self, TRUE);
  data->look = ++self->n_looks;
  thread = g_task_new (NULL, NULL, looked_cb, NULL);
  g_task_set_source_tag (thread, look_cb);
  g_task_set_task_data (thread, data, (GDestroyNotify) load_data_free);
  g_task_run_in_thread (thread, load_thread);
  return G_SOURCE_REMOVE;
}

static void
file_changed_cb (GhFileStore *self)
{
  g_clear_handle_id (&self->look_source, g_source_remove);
  self->look_source = g_timeout_add (SETTLE_MS, look_cb, self);
}

static void
watch_file (GhFileStore *self,
            const char  *path)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GError) error = NULL;

  self->monitor = g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, &error);
  if (self->monitor == NULL)
    g_debug ("%s is not watched: %s", path, error->message);
  else
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (file_changed_cb), self,
                             G_CONNECT_SWAPPED);
}

static void
load_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhFileStore *self = g_task_get_source_object (task);
  g_autoptr(GhFileRead) read = g_task_propagate_pointer (G_TASK (result), NULL);
  JsonObject *object = NULL;

  g_assert (read != NULL);
  self->n_loading--;
  self->unwritable = read->untouchable;
  if (self->unwritable)
    g_clear_pointer (&self->unsaved, json_object_unref);
  g_free (self->known);
  self->known = g_strdup (read->checksum);
  if (read->error != NULL)
    add_problem (self, read->damaged ? GH_PROBLEM_DAMAGED : GH_PROBLEM_UNREADABLE,
                 read->set_aside, read->error->message);
  if (!self->read_only && self->monitor == NULL)
    watch_file (self, read->path);
  if (read->node != NULL)
    object = gh_json_node_get_object (read->node);
  g_task_return_pointer (task, object != NULL ? json_object_ref (object) : json_object_new (),
                         (GDestroyNotify) json_object_unref);
  advance (self);
}

/**
 * gh_file_store_load_async:
 *
 * Reads the file in a thread of its own. Trouble ends as a GhProblem and an empty object, not as
 * an error.
 */
void
gh_file_store_load_async (GhFileStore         *self,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_return_if_fail (GH_IS_FILE_STORE (self));

  GTask *task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr(GTask) thread = NULL;
  LoadData *data;

  g_task_set_source_tag (task, gh_file_store_load_async);
  if (self->file == NULL)
    {
      g_task_return_pointer (task, json_object_new (), (GDestroyNotify) json_object_unref);
      g_object_unref (task);
      return;
    }
  data = load_data_new (self, self->read_only);
  thread = g_task_new (NULL, NULL, load_cb, task);
  g_task_set_source_tag (thread, gh_file_store_load_async);
  g_task_set_task_data (thread, data, (GDestroyNotify) load_data_free);
  self->n_loading++;
  self->n_looks++;
  g_task_run_in_thread (thread, load_thread);
}

/**
 * gh_file_store_load_finish:
 *
 * Returns: (transfer full) (nullable): the file's top object; NULL only when cancelled
 */
JsonObject *
gh_file_store_load_finish (GhFileStore   *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_file_store_load_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * gh_file_store_save:
 * @object: (transfer none): the file's new contents; must not be changed afterwards
 *
 * Writes soon, in a thread. Several calls in a row are one write of the newest.
 */
void
gh_file_store_save (GhFileStore *self,
                    JsonObject  *object)
{
  g_return_if_fail (GH_IS_FILE_STORE (self));
  g_return_if_fail (object != NULL);

  if (self->read_only)
    return;
  if (self->unwritable)
    {
      g_debug ("%s: not written, it could not be read", g_file_peek_path (self->file));
      return;
    }

  json_object_ref (object);
  g_clear_pointer (&self->unsaved, json_object_unref);
  self->unsaved = object;
  self->n_looks++; /* what is being looked at is older */
  g_clear_error (&self->error);
  if (self->start_source == 0)
    self->start_source = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, start_cb, g_object_ref (self),
                                          g_object_unref);
}

/**
 * gh_file_store_flush_async:
 *
 * Completes when everything given to gh_file_store_save() so far is on disk. What failed to be
 * written before is tried once more.
 */
void
gh_file_store_flush_async (GhFileStore         *self,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_return_if_fail (GH_IS_FILE_STORE (self));

  GTask *task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, gh_file_store_flush_async);
  g_ptr_array_add (self->flushes, task);
  if (!self->writing)
    g_clear_error (&self->error);
  g_clear_handle_id (&self->start_source, g_source_remove);
  advance (self);
}

gboolean
gh_file_store_flush_finish (GhFileStore   *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_file_store_flush_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
