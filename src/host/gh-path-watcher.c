/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Says when something at a path may have changed: one file monitor a folder, shared by all who ask.
 *
 * Whoever cares for /a/b/c adds /a, /a/b and /a/b/c: each entry is watched through the folder
 * above it, so that a deleted or renamed ancestor is noticed, and its return. A monitor is bound
 * to the folder it was made for, not to the name: when an event says that another folder may
 * stand there now (also one mounted over it), the monitors at and below that path are made anew.
 * What is inside a folder is not watched unless asked for, so that busy folders cost nothing.
 *
 * Making a monitor touches the disk: it is done in a thread. The tasks have no source object: a
 * thread may drop its task last, and an object of ours must not end there. */
#include "config.h"

#include "gh-path-watcher.h"

#include <gio/gunixmounts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "gh-root-private.h"

typedef struct
{
  GhPathWatcherFunc func;
  gpointer user_data;
} Observer;

typedef struct
{
  GhPathWatcher *watcher; /* borrowed: the folder's owner */
  char *path;
  GFileMonitor *monitor; /* owned, or NULL: not made yet, or the folder is not there */
  GHashTable *entries;   /* name -> GArray of Observer */
  GArray *inside;        /* of Observer */
  guint64 id;            /* a folder dropped and asked for again is another one */
  gboolean arming;
  gboolean again;        /* what stands there may have changed while arming */
  gboolean blind;        /* the folder is there and cannot be watched */
} Folder;

struct _GhPathWatcher
{
  GObject parent_instance;

  /* owned */
  GHashTable *folders; /* path -> Folder */
  GUnixMountMonitor *mount_monitor;
  GHashTable *mounts; /* "id path" as last read, or NULL */

  guint64 next_id;     /* of folders */
  guint poll_interval; /* milliseconds */
  gboolean reading_mounts;
  gboolean mounts_changed; /* again, while they were being read */
};

G_DEFINE_TYPE (GhPathWatcher, gh_path_watcher, G_TYPE_OBJECT)

static void
clear_monitor (Folder *folder)
{
  if (folder->monitor == NULL)
    return;
  g_signal_handlers_disconnect_by_data (folder->monitor, folder);
  g_file_monitor_cancel (folder->monitor);
  g_clear_object (&folder->monitor);
}

static void
folder_free (gpointer data)
{
  Folder *folder = data;

  clear_monitor (folder);
  g_free (folder->path);
  g_hash_table_unref (folder->entries);
  g_array_unref (folder->inside);
  g_free (folder);
}

static void
tell (GArray *observers)
{
  for (guint i = 0; observers != NULL && i < observers->len; i++)
    {
      Observer *observer = &g_array_index (observers, Observer, i);

      observer->func (observer->user_data);
    }
}

/* --- monitors --- */

typedef struct
{
  char *path;
  guint64 id;
  GFileMonitor *monitor; /* or NULL */
  gboolean blind;
} ArmData;

static void
arm_data_free (ArmData *data)
{
  g_free (data->path);
  g_clear_object (&data->monitor);
  g_free (data);
}

/* GFileMonitor does not say when the kernel has no watch left for it; a watch of our own finds
 * out. */
static gboolean
can_watch (const char *path)
{
  int fd = inotify_init1 (IN_CLOEXEC | IN_NONBLOCK);
  gboolean can = fd >= 0 && inotify_add_watch (fd, path, IN_DELETE_SELF | IN_ONLYDIR) >= 0;

  if (fd >= 0)
    close (fd);
  return can;
}

/* A folder behind a symbolic link is watched by its real path alone: of two monitors for one folder
 * by different paths GLib ends both when one of them ends. */
static gboolean
is_real_folder (const char *path)
{
  char *real = realpath (path, NULL);
  gboolean same = real != NULL && strcmp (real, path) == 0;

  free (real);
  return same && g_file_test (path, G_FILE_TEST_IS_DIR);
}

static void
arm_thread (GTask        *task,
            gpointer      source,
            gpointer      task_data,
            GCancellable *cancellable)
{
  ArmData *data = task_data;
  g_autoptr(GFile) file = g_file_new_for_path (data->path);

  if (is_real_folder (data->path))
    {
      g_autoptr(GError) error = NULL;

      /* No context is pushed in this thread: the monitor speaks in the main one. */
      data->monitor = g_file_monitor_directory (file, G_FILE_MONITOR_NONE, NULL, &error);
      data->blind = data->monitor == NULL || !can_watch (data->path);
      if (data->blind)
        g_debug ("%s cannot be watched", data->path);
    }
  g_task_return_boolean (task, TRUE);
}

static void arm (Folder *folder);

/* Makes the monitors at and below path: those that are missing, or all anew. */
static void
arm_below (GhPathWatcher *self,
           const char    *path,
           gboolean       anew)
{
  GHashTableIter iter;
  gpointer value;

  /* Who watches a folder watches those above it too: without one here there is none below. */
  if (!g_hash_table_contains (self->folders, path))
    return;
  g_hash_table_iter_init (&iter, self->folders);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Folder *folder = value;

      if (strcmp (folder->path, path) != 0 && !gh_path_is_inside (folder->path, path))
        continue;
      if (anew || (folder->monitor == NULL && !folder->arming))
        arm (folder);
    }
}

/* Something else may be at path now. */
static void
path_changed (GhPathWatcher *self,
              const char    *path)
{
  g_autofree char *above = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  Folder *folder = g_hash_table_lookup (self->folders, above);

  arm_below (self, path, TRUE);
  if (folder != NULL)
    {
      tell (g_hash_table_lookup (folder->entries, name));
      tell (folder->inside);
    }
}

static void
monitor_changed_cb (GFileMonitor      *monitor,
                    GFile             *file,
                    GFile             *other_file,
                    GFileMonitorEvent  event,
                    gpointer           user_data)
{
  Folder *folder = user_data;
  GhPathWatcher *self = folder->watcher;
  const char *path = g_file_peek_path (file);

  switch (event)
    {
    case G_FILE_MONITOR_EVENT_CHANGED:
    case G_FILE_MONITOR_EVENT_CHANGES_DONE_HINT:
    case G_FILE_MONITOR_EVENT_PRE_UNMOUNT:
      return;
    case G_FILE_MONITOR_EVENT_ATTRIBUTE_CHANGED:
      if (gh_path_is_inside (path, folder->path))
        {
          g_autofree char *name = g_path_get_basename (path);

          tell (g_hash_table_lookup (folder->entries, name));
          arm_below (self, path, FALSE);
        }
      return;
    case G_FILE_MONITOR_EVENT_DELETED:
    case G_FILE_MONITOR_EVENT_CREATED:
    case G_FILE_MONITOR_EVENT_UNMOUNTED:
    case G_FILE_MONITOR_EVENT_MOVED:
    case G_FILE_MONITOR_EVENT_RENAMED:
    case G_FILE_MONITOR_EVENT_MOVED_IN:
    case G_FILE_MONITOR_EVENT_MOVED_OUT:
    default:
      path_changed (self, path);
      if (other_file != NULL)
        path_changed (self, g_file_peek_path (other_file));
    }
}

static void
arm_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  g_autoptr(GhPathWatcher) self = GH_PATH_WATCHER (user_data);
  ArmData *data = g_task_get_task_data (G_TASK (result));
  g_autoptr(GFileMonitor) monitor = g_steal_pointer (&data->monitor);
  Folder *folder = g_hash_table_lookup (self->folders, data->path);

  gboolean is_stale = folder == NULL || folder->id != data->id || folder->again;

  if (is_stale && monitor != NULL)
    g_file_monitor_cancel (monitor);
  if (folder == NULL || folder->id != data->id)
    return;
  folder->arming = FALSE;
  if (folder->again)
    {
      arm (folder);
      return;
    }

  GHashTableIter iter;
  gpointer observers;

  folder->blind = data->blind;
  folder->monitor = g_steal_pointer (&monitor);
  if (folder->monitor != NULL)
    {
      g_signal_connect (folder->monitor, "changed", G_CALLBACK (monitor_changed_cb), folder);
      arm_below (self, data->path, FALSE);
    }

  /* What happened before the monitor was there. */
  g_hash_table_iter_init (&iter, folder->entries);
  while (g_hash_table_iter_next (&iter, NULL, &observers))
    tell (observers);
  tell (folder->inside);
}

/* One at a time: however often a folder is replaced, it costs one thread. */
static void
arm (Folder *folder)
{
  folder->again = folder->arming;
  if (folder->arming)
    return;

  g_autoptr(GTask) task = g_task_new (NULL, NULL, arm_cb, g_object_ref (folder->watcher));
  ArmData *data = g_new0 (ArmData, 1);

  clear_monitor (folder);
  folder->arming = TRUE;
  data->path = g_strdup (folder->path);
  data->id = folder->id;
  g_task_set_source_tag (task, arm);
  g_task_set_task_data (task, data, (GDestroyNotify) arm_data_free);
  g_task_run_in_thread (task, arm_thread);
}

/* --- mounts --- */

/* Set of "id path". The id tells a file system mounted anew at the same place. */
static void
mounts_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  g_autofree char *text = NULL;
  GHashTable *mounts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  if (g_file_get_contents ("/proc/self/mountinfo", &text, NULL, NULL))
    {
      g_auto(GStrv) lines = g_strsplit (text, "\n", -1);

      for (gsize i = 0; lines[i] != NULL; i++)
        {
          /* id parent device root path ... with blanks in paths written \040 */
          g_auto(GStrv) fields = g_strsplit (lines[i], " ", 6);

          if (g_strv_length (fields) < 5)
            continue;

          g_autofree char *path = g_strcompress (fields[4]);

          g_hash_table_add (mounts, g_strconcat (fields[0], " ", path, NULL));
        }
    }
  g_task_return_pointer (task, mounts, (GDestroyNotify) g_hash_table_unref);
}

static void
tell_missing (GhPathWatcher *self,
              GHashTable    *mounts,
              GHashTable    *others)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, mounts);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const char *path = strchr (key, ' ') + 1;

      if (!g_hash_table_contains (others, key) && strcmp (path, "/") != 0)
        path_changed (self, path);
    }
}

static void read_mounts (GhPathWatcher *self);

static void
mounts_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GhPathWatcher) self = GH_PATH_WATCHER (user_data);
  g_autoptr(GHashTable) before = g_steal_pointer (&self->mounts);

  self->mounts = g_task_propagate_pointer (G_TASK (result), NULL);
  self->reading_mounts = FALSE;
  if (before != NULL)
    {
      tell_missing (self, before, self->mounts);
      tell_missing (self, self->mounts, before);
    }
  if (self->mounts_changed)
    read_mounts (self);
}

static void
read_mounts (GhPathWatcher *self)
{
  self->mounts_changed = self->reading_mounts;
  if (self->reading_mounts)
    return;

  g_autoptr(GTask) task = g_task_new (NULL, NULL, mounts_cb, g_object_ref (self));

  self->reading_mounts = TRUE;
  g_task_set_source_tag (task, read_mounts);
  g_task_run_in_thread (task, mounts_thread);
}

/* --- the object --- */

static void
gh_path_watcher_dispose (GObject *object)
{
  GhPathWatcher *self = GH_PATH_WATCHER (object);

  g_hash_table_remove_all (self->folders);
  g_clear_object (&self->mount_monitor);

  G_OBJECT_CLASS (gh_path_watcher_parent_class)->dispose (object);
}

static void
gh_path_watcher_finalize (GObject *object)
{
  GhPathWatcher *self = GH_PATH_WATCHER (object);

  g_clear_pointer (&self->folders, g_hash_table_unref);
  g_clear_pointer (&self->mounts, g_hash_table_unref);

  G_OBJECT_CLASS (gh_path_watcher_parent_class)->finalize (object);
}

static void
gh_path_watcher_class_init (GhPathWatcherClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_path_watcher_dispose;
  object_class->finalize = gh_path_watcher_finalize;
}

static void
gh_path_watcher_init (GhPathWatcher *self)
{
  self->folders = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, folder_free);
  self->mount_monitor = g_unix_mount_monitor_get ();
  g_signal_connect_object (self->mount_monitor, "mounts-changed", G_CALLBACK (read_mounts), self,
                           G_CONNECT_SWAPPED);
  read_mounts (self);
}

/**
 * gh_path_watcher_new:
 * @poll_interval: milliseconds; how often those look who cannot rely on the watcher
 *
 * Returns: (transfer full): a watcher that watches nothing yet
 */
GhPathWatcher *
gh_path_watcher_new (guint poll_interval)
{
  GhPathWatcher *self = g_object_new (GH_TYPE_PATH_WATCHER, NULL);

  self->poll_interval = poll_interval;
  return self;
}

guint
gh_path_watcher_get_poll_interval (GhPathWatcher *self)
{
  g_return_val_if_fail (GH_IS_PATH_WATCHER (self), 0);

  return self->poll_interval;
}

static Folder *
ensure_folder (GhPathWatcher *self,
               const char    *path)
{
  Folder *folder = g_hash_table_lookup (self->folders, path);

  if (folder != NULL)
    return folder;

  folder = g_new0 (Folder, 1);
  folder->watcher = self;
  folder->id = self->next_id++;
  folder->path = g_strdup (path);
  folder->entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                           (GDestroyNotify) g_array_unref);
  folder->inside = g_array_new (FALSE, FALSE, sizeof (Observer));
  g_hash_table_insert (self->folders, folder->path, folder);
  arm (folder);
  return folder;
}

static void
drop_unused (GhPathWatcher *self,
             Folder        *folder)
{
  if (folder->inside->len == 0 && g_hash_table_size (folder->entries) == 0)
    g_hash_table_remove (self->folders, folder->path);
}

static void
remove_observer (GArray   *observers,
                 gpointer  user_data)
{
  for (guint i = 0; i < observers->len; i++)
    {
      if (g_array_index (observers, Observer, i).user_data != user_data)
        continue;
      g_array_remove_index_fast (observers, i);
      return;
    }
}

/**
 * gh_path_watcher_add:
 * @path: absolute, canonical; need not exist
 * @func: called from the main loop whenever something else may be at @path
 * @user_data: must stay alive until gh_path_watcher_remove() with the same @path and @user_data
 *
 * Who wants to hear of a folder above @path that goes or comes adds that one too.
 */
void
gh_path_watcher_add (GhPathWatcher     *self,
                     const char        *path,
                     GhPathWatcherFunc  func,
                     gpointer           user_data)
{
  g_return_if_fail (GH_IS_PATH_WATCHER (self));
  g_return_if_fail (g_path_is_absolute (path));

  if (strcmp (path, "/") == 0)
    return; /* is always there */

  g_autofree char *above = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  Folder *folder = ensure_folder (self, above);
  GArray *observers = g_hash_table_lookup (folder->entries, name);
  Observer observer = { func, user_data };

  if (observers == NULL)
    {
      observers = g_array_new (FALSE, FALSE, sizeof (Observer));
      g_hash_table_insert (folder->entries, g_steal_pointer (&name), observers);
    }
  g_array_append_val (observers, observer);
}

/**
 * gh_path_watcher_add_inside:
 * @folder: a real path (no symbolic links), absolute
 * @func: called from the main loop when an entry of the folder came or went
 * @user_data: must stay alive until gh_path_watcher_remove_inside() with the same arguments
 */
void
gh_path_watcher_add_inside (GhPathWatcher     *self,
                            const char        *folder,
                            GhPathWatcherFunc  func,
                            gpointer           user_data)
{
  g_return_if_fail (GH_IS_PATH_WATCHER (self));
  g_return_if_fail (g_path_is_absolute (folder));

  Observer observer = { func, user_data };

  g_array_append_val (ensure_folder (self, folder)->inside, observer);
}

void
gh_path_watcher_remove (GhPathWatcher *self,
                        const char    *path,
                        gpointer       user_data)
{
  g_return_if_fail (GH_IS_PATH_WATCHER (self));

  g_autofree char *above = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  Folder *folder = g_hash_table_lookup (self->folders, above);
  GArray *observers = folder != NULL ? g_hash_table_lookup (folder->entries, name) : NULL;

  if (observers == NULL)
    return;
  remove_observer (observers, user_data);
  if (observers->len == 0)
    g_hash_table_remove (folder->entries, name);
  drop_unused (self, folder);
}

void
gh_path_watcher_remove_inside (GhPathWatcher *self,
                               const char    *folder,
                               gpointer       user_data)
{
  g_return_if_fail (GH_IS_PATH_WATCHER (self));

  Folder *found = g_hash_table_lookup (self->folders, folder);

  if (found == NULL)
    return;
  remove_observer (found->inside, user_data);
  drop_unused (self, found);
}

/**
 * gh_path_watcher_can_see:
 *
 * Returns: FALSE when changes of the entry @path may go unnoticed; TRUE as long as nothing is known
 *   to stand against watching it
 */
gboolean
gh_path_watcher_can_see (GhPathWatcher *self,
                         const char    *path)
{
  g_return_val_if_fail (GH_IS_PATH_WATCHER (self), FALSE);

  g_autofree char *above = g_path_get_dirname (path);
  Folder *folder = g_hash_table_lookup (self->folders, above);

  return folder == NULL || !folder->blind;
}
