/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Keeps what is known of one root true: looks at the disk whenever something there may have
 * changed.
 *
 * Every event means the same: look again, in a thread, one look at a time. What is watched follows
 * from what the last look found: the way to the folder as the person named it, the way to every
 * symbolic link on it and to where it leads, there or not, the way to where it last was, and the
 * insides of the folders above excluded ones. What happens
 * inside the root itself is not watched and wakes nobody.
 *
 * The tasks have no source object: a thread may drop its task last, and an object of ours must
 * not end there. */
#include "config.h"

#include "gh-root-watch.h"

#include <string.h>

#include "gh-root-private.h"

/* Events come in swarms; one look serves them all. */
#define LOOK_DELAY_MS 50

struct _GhRootWatch
{
  GObject parent_instance;

  /* owned */
  GhRoot *root;
  GhPathWatcher *watcher;
  GStrv all_excluded;   /* of every root */
  GStrv excluded;       /* those inside this one */
  GStrv known_excluded; /* those that facts were found with */
  GhRootFacts *facts;   /* or NULL: no look yet */
  char *former_mount;   /* the mount point it was seen in last, or NULL */
  GPtrArray *watched;   /* of char *: entries, see gh_path_watcher_add() */
  GPtrArray *inside;    /* of char *: folders, see gh_path_watcher_add_inside() */

  guint look_source;
  guint poll_source;
  gboolean looking;
  gboolean again; /* something changed while looking */
  gboolean stopped;
};

enum
{
  CHANGED,
  N_SIGNALS
};

G_DEFINE_TYPE (GhRootWatch, gh_root_watch, G_TYPE_OBJECT)

static guint signals[N_SIGNALS];

static gboolean
strv_equal0 (GStrv a,
             GStrv b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return g_strv_equal ((const char * const *) a, (const char * const *) b);
}

static gboolean
arrays_equal (GPtrArray *a,
              GPtrArray *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (strcmp (g_ptr_array_index (a, i), g_ptr_array_index (b, i)) != 0)
      return FALSE;
  return TRUE;
}

static gboolean
contains (GPtrArray  *array,
          const char *path)
{
  return g_ptr_array_find_with_equal_func (array, path, g_str_equal, NULL);
}

/* --- what is watched --- */

static void look_later (gpointer user_data);

/* path and all that is above it. */
static void
add_way (GPtrArray  *watched,
         const char *path)
{
  g_autofree char *current = g_strdup (path);

  while (strcmp (current, "/") != 0 && !contains (watched, current))
    {
      char *above = g_path_get_dirname (current);

      g_ptr_array_add (watched, current);
      current = above;
    }
}

static void
update_watched (GhRootWatch *self)
{
  g_autoptr(GPtrArray) before = g_steal_pointer (&self->watched);

  self->watched = g_ptr_array_new_with_free_func (g_free);
  add_way (self->watched, gh_root_get_path (self->root));
  add_way (self->watched, gh_root_get_real_path (self->root));
  for (guint i = 0; self->facts != NULL && i < self->facts->ways->len; i++)
    add_way (self->watched, g_ptr_array_index (self->facts->ways, i));
  if (arrays_equal (before, self->watched))
    return;

  /* New ones first, so that monitors both need stay. */
  for (guint i = 0; i < self->watched->len; i++)
    if (!contains (before, g_ptr_array_index (self->watched, i)))
      gh_path_watcher_add (self->watcher, g_ptr_array_index (self->watched, i), look_later, self);
  for (guint i = 0; i < before->len; i++)
    if (!contains (self->watched, g_ptr_array_index (before, i)))
      gh_path_watcher_remove (self->watcher, g_ptr_array_index (before, i), self);
  look_later (self);
}

static void
update_inside (GhRootWatch *self)
{
  g_autoptr(GPtrArray) before = g_steal_pointer (&self->inside);
  GPtrArray *split = self->facts != NULL ? self->facts->split : NULL;
  gboolean is_new = FALSE;

  self->inside = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; split != NULL && i < split->len; i++)
    {
      const char *folder = g_ptr_array_index (split, i);

      g_ptr_array_add (self->inside, g_strdup (folder));
      if (contains (before, folder))
        continue;
      gh_path_watcher_add_inside (self->watcher, folder, look_later, self);
      is_new = TRUE;
    }
  for (guint i = 0; i < before->len; i++)
    if (!contains (self->inside, g_ptr_array_index (before, i)))
      gh_path_watcher_remove_inside (self->watcher, g_ptr_array_index (before, i), self);
  if (is_new)
    look_later (self);
}

static gboolean
poll_cb (gpointer user_data)
{
  look_later (user_data);
  return G_SOURCE_CONTINUE;
}

static void
update_poll (GhRootWatch *self)
{
  gboolean must = self->facts->remote;

  for (guint i = 0; i < self->watched->len && !must; i++)
    must = !gh_path_watcher_can_see (self->watcher, g_ptr_array_index (self->watched, i));
  if (must && self->poll_source == 0)
    self->poll_source = g_timeout_add (gh_path_watcher_get_poll_interval (self->watcher), poll_cb,
                                       self);
  else if (!must)
    g_clear_handle_id (&self->poll_source, g_source_remove);
}

/* --- looking --- */

static void
update_excluded (GhRootWatch *self)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  for (gsize i = 0; self->all_excluded != NULL && self->all_excluded[i] != NULL; i++)
    if (gh_path_is_inside (self->all_excluded[i], gh_root_get_path (self->root))
        || gh_path_is_inside (self->all_excluded[i], gh_root_get_real_path (self->root)))
      g_strv_builder_add (builder, self->all_excluded[i]);
  g_clear_pointer (&self->excluded, g_strfreev);
  self->excluded = g_strv_builder_end (builder);
}

static void
take_facts (GhRootWatch *self,
            GhRootFacts *take_facts,
            GStrv        take_excluded)
{
  g_clear_pointer (&self->facts, gh_root_facts_free);
  g_clear_pointer (&self->known_excluded, g_strfreev);
  self->facts = take_facts;
  self->known_excluded = take_excluded;

  if (self->facts->mount != NULL || self->facts->state == GH_ROOT_AVAILABLE)
    {
      g_free (self->former_mount);
      self->former_mount = g_strdup (self->facts->mount);
    }
  if (self->facts->real_path != NULL)
    gh_root_set_real_path (self->root, self->facts->real_path);
  update_excluded (self);
  update_watched (self);
  update_inside (self);
  update_poll (self);
}

typedef struct
{
  char *path;
  char *former_mount;
  GStrv excluded;
} LookData;

static void
look_data_free (LookData *data)
{
  g_free (data->path);
  g_free (data->former_mount);
  g_strfreev (data->excluded);
  g_free (data);
}

static void
look_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  LookData *data = task_data;

  g_task_return_pointer (task,
                         gh_root_facts_look (data->path, data->former_mount,
                                             (const char * const *) data->excluded),
                         (GDestroyNotify) gh_root_facts_free);
}

static void
look_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GhRootWatch) self = GH_ROOT_WATCH (user_data);
  LookData *data = g_task_get_task_data (G_TASK (result));
  g_autoptr(GhRootFacts) facts = g_task_propagate_pointer (G_TASK (result), NULL);

  self->looking = FALSE;
  if (self->stopped)
    return;

  gboolean is_changed = self->facts == NULL || self->facts->state != facts->state
                        || g_strcmp0 (self->facts->real_path, facts->real_path) != 0
                        || !strv_equal0 (self->known_excluded, data->excluded)
                        || !arrays_equal (self->facts->pieces, facts->pieces);

  take_facts (self, g_steal_pointer (&facts), g_steal_pointer (&data->excluded));
  if (self->again || !strv_equal0 (self->known_excluded, self->excluded))
    look_later (self);
  gh_root_set_state (self->root, self->facts->state);
  if (is_changed && !self->stopped)
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
look (GhRootWatch *self)
{
  self->again = self->looking;
  if (self->looking)
    return;

  g_autoptr(GTask) task = g_task_new (NULL, NULL, look_cb, g_object_ref (self));
  LookData *data = g_new0 (LookData, 1);

  self->looking = TRUE;
  data->path = g_strdup (gh_root_get_path (self->root));
  data->former_mount = g_strdup (self->former_mount);
  data->excluded = g_strdupv (self->excluded);
  g_task_set_source_tag (task, look);
  g_task_set_task_data (task, data, (GDestroyNotify) look_data_free);
  g_task_run_in_thread (task, look_thread);
}

static gboolean
look_source_cb (gpointer user_data)
{
  GhRootWatch *self = GH_ROOT_WATCH (user_data);

  self->look_source = 0;
  look (self);
  return G_SOURCE_REMOVE;
}

static void
look_later (gpointer user_data)
{
  GhRootWatch *self = GH_ROOT_WATCH (user_data);

  if (self->look_source == 0 && !self->stopped)
    self->look_source = g_timeout_add (LOOK_DELAY_MS, look_source_cb, self);
}

/* --- the object --- */

static void
gh_root_watch_dispose (GObject *object)
{
  gh_root_watch_stop (GH_ROOT_WATCH (object));

  G_OBJECT_CLASS (gh_root_watch_parent_class)->dispose (object);
}

static void
gh_root_watch_finalize (GObject *object)
{
  GhRootWatch *self = GH_ROOT_WATCH (object);

  g_clear_object (&self->root);
  g_clear_object (&self->watcher);
  g_clear_pointer (&self->all_excluded, g_strfreev);
  g_clear_pointer (&self->excluded, g_strfreev);
  g_clear_pointer (&self->known_excluded, g_strfreev);
  g_clear_pointer (&self->facts, gh_root_facts_free);
  g_clear_pointer (&self->former_mount, g_free);
  g_clear_pointer (&self->watched, g_ptr_array_unref);
  g_clear_pointer (&self->inside, g_ptr_array_unref);

  G_OBJECT_CLASS (gh_root_watch_parent_class)->finalize (object);
}

static void
gh_root_watch_class_init (GhRootWatchClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_root_watch_dispose;
  object_class->finalize = gh_root_watch_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
gh_root_watch_init (GhRootWatch *self)
{
  self->watched = g_ptr_array_new_with_free_func (g_free);
  self->inside = g_ptr_array_new_with_free_func (g_free);
}

/**
 * gh_root_watch_new:
 * @root: what is watched; its state is set by the watch alone
 * @watcher: shared with other roots
 * @excluded: (nullable): excluded folders of all roots; those inside this one count
 * @take_facts: (nullable): what a look without excluded folders just found
 *
 * Returns: (transfer full): a watch; the first look is under way
 */
GhRootWatch *
gh_root_watch_new (GhRoot             *root,
                   GhPathWatcher      *watcher,
                   const char * const *excluded,
                   GhRootFacts        *facts)
{
  GhRootWatch *self = g_object_new (GH_TYPE_ROOT_WATCH, NULL);

  self->root = g_object_ref (root);
  self->watcher = g_object_ref (watcher);
  self->all_excluded = g_strdupv ((char **) excluded);
  if (facts != NULL)
    {
      take_facts (self, facts, g_new0 (char *, 1));
      gh_root_set_state (root, facts->state);
      if (!gh_root_watch_is_known (self))
        look (self);
    }
  else
    {
      gh_root_set_state (root, GH_ROOT_CHECKING);
      update_excluded (self);
      update_watched (self);
      look (self);
    }
  return self;
}

/**
 * gh_root_watch_set_excluded:
 * @excluded: (nullable): excluded folders of all roots, absolute paths
 *
 * When those inside this root differ, the root is withheld until it was looked at anew.
 */
void
gh_root_watch_set_excluded (GhRootWatch        *self,
                            const char * const *excluded)
{
  g_return_if_fail (GH_IS_ROOT_WATCH (self));

  if (strv_equal0 (self->all_excluded, (GStrv) excluded))
    return;
  g_strfreev (self->all_excluded);
  self->all_excluded = g_strdupv ((char **) excluded);
  update_excluded (self);
  if (!gh_root_watch_is_known (self))
    look (self);
}

GhRoot *
gh_root_watch_get_root (GhRootWatch *self)
{
  g_return_val_if_fail (GH_IS_ROOT_WATCH (self), NULL);

  return self->root;
}

gboolean
gh_root_watch_has_looked (GhRootWatch *self)
{
  g_return_val_if_fail (GH_IS_ROOT_WATCH (self), FALSE);

  return self->facts != NULL;
}

gboolean
gh_root_watch_is_known (GhRootWatch *self)
{
  g_return_val_if_fail (GH_IS_ROOT_WATCH (self), FALSE);

  return self->facts != NULL && strv_equal0 (self->known_excluded, self->excluded);
}

GPtrArray *
gh_root_watch_get_pieces (GhRootWatch *self)
{
  g_return_val_if_fail (GH_IS_ROOT_WATCH (self), NULL);

  return self->facts != NULL ? self->facts->pieces : NULL;
}

/**
 * gh_root_watch_stop:
 *
 * Ends it, whoever still holds it: no look begins and no signal comes after this.
 */
void
gh_root_watch_stop (GhRootWatch *self)
{
  g_return_if_fail (GH_IS_ROOT_WATCH (self));

  if (self->stopped)
    return;
  self->stopped = TRUE;
  g_clear_handle_id (&self->look_source, g_source_remove);
  g_clear_handle_id (&self->poll_source, g_source_remove);
  for (guint i = 0; i < self->watched->len; i++)
    gh_path_watcher_remove (self->watcher, g_ptr_array_index (self->watched, i), self);
  for (guint i = 0; i < self->inside->len; i++)
    gh_path_watcher_remove_inside (self->watcher, g_ptr_array_index (self->inside, i), self);
}
