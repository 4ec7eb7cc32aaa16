/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The folders, in the person's order: kept, watched, announced. A GListModel of GhRoot. */
#include "config.h"

#include "gh-root-list.h"

#include <string.h>

#include "gh-json.h"
#include "gh-root-announced.h"
#include "gh-root-candidate.h"
#include "gh-root-private.h"

/* What servers are told has changed once nothing more has changed for this long ... */
#define SETTLE_MS 100
/* ... or, when things keep changing, after this long all the same. */
#define SETTLE_AT_MOST_MS 500
/* How often a folder is looked at that cannot be watched: no inotify watches left, a folder above
 * it is not readable, or it lies on another computer. */
#define POLL_MS 5000
/* How long loading waits for the first look at every folder, so that servers that start next hear
 * of all of them at once. A folder on a dead network drive does not hold the rest longer. */
#define FIRST_LOOK_MS 1000

typedef struct
{
  JsonNode *node; /* owned */
  guint position;
} BadEntry;

typedef enum
{
  UNREAD,
  READING,
  READ,
  MERGING, /* what another program wrote is being taken over: that is not written again */
  READ_CANCELLED, /* what the file holds is not known: it is not written */
} Phase;

struct _GhRootList
{
  GObject parent_instance;

  /* owned */
  GhFileStore *store;
  GhPathWatcher *watcher;
  GPtrArray *watches;     /* of GhRootWatch: one a root, in the person's order */
  GArray *bad_entries;    /* of BadEntry, by position */
  JsonObject *top;        /* what roots.json held: members we do not know are kept; or NULL */
  char *announced;        /* digest of what servers were told to ask for last */
  GTask *load_task;       /* waits for the first looks */
  GPtrArray *waiting;     /* of GTask: additions that came while the file was being read */

  guint announce_source;
  guint first_look_source;
  gint64 announce_since; /* monotonic time of the first change not yet told */
  Phase phase;
};

enum
{
  PROP_0,
  PROP_STORE,
  PROP_POLL_INTERVAL,
  N_PROPS
};

enum
{
  ANNOUNCED_CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static GhRoot *
root_at (GhRootList *self,
         guint       position)
{
  return gh_root_watch_get_root (g_ptr_array_index (self->watches, position));
}

static GType
gh_root_list_get_item_type (GListModel *model)
{
  return GH_TYPE_ROOT;
}

static guint
gh_root_list_get_n_items (GListModel *model)
{
  return GH_ROOT_LIST (model)->watches->len;
}

static gpointer
gh_root_list_get_item (GListModel *model,
                       guint       position)
{
  GhRootList *self = GH_ROOT_LIST (model);

  if (position >= self->watches->len)
    return NULL;
  return g_object_ref (root_at (self, position));
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = gh_root_list_get_item_type;
  iface->get_n_items = gh_root_list_get_n_items;
  iface->get_item = gh_root_list_get_item;
}

G_DEFINE_TYPE_WITH_CODE (GhRootList, gh_root_list, G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

static void
addition_free (gpointer data)
{
  GhRootAddition *addition = data;

  g_clear_object (&addition->file);
  g_clear_object (&addition->root);
  g_clear_object (&addition->parent);
  g_free (addition);
}

static void
bad_entry_clear (gpointer data)
{
  BadEntry *bad = data;

  g_clear_pointer (&bad->node, json_node_unref);
}

/* --- what is saved --- */

static void
save (GhRootList *self)
{
  /* While the file is being read nothing must replace it; afterwards all is saved. */
  if (self->phase == READING || self->phase == MERGING || self->phase == READ_CANCELLED)
    return;

  JsonObject *top = gh_json_copy_members (self->top);
  JsonArray *roots = json_array_new ();
  guint bad = 0;

  for (guint i = 0; i < self->watches->len || bad < self->bad_entries->len;)
    {
      BadEntry *entry = bad < self->bad_entries->len
                        ? &g_array_index (self->bad_entries, BadEntry, bad) : NULL;

      if (entry != NULL && (i >= self->watches->len || entry->position <= i + bad))
        {
          json_array_add_element (roots, json_node_copy (entry->node));
          bad++;
        }
      else
        {
          json_array_add_element (roots, gh_root_to_json (root_at (self, i++)));
        }
    }
  json_object_set_member (top, "roots", gh_json_node_new_array (roots));
  gh_file_store_save (self->store, top);
  json_object_unref (top);
}

/* --- what is announced --- */

/* The roots to tell of (transfer container): none before every folder was looked at once, for only
 * then is it known where links lead, and so what is excluded. */
static GPtrArray *
list_told (GhRootList *self)
{
  return self->load_task != NULL ? g_ptr_array_new () : g_ptr_array_ref (self->watches);
}

static gboolean
announce_cb (gpointer user_data)
{
  GhRootList *self = GH_ROOT_LIST (user_data);
  g_autoptr(GPtrArray) watches = list_told (self);
  g_autofree char *digest = gh_root_announced_dup_digest (watches);

  self->announce_source = 0;
  self->announce_since = 0;
  if (strcmp (digest, self->announced) != 0)
    {
      g_free (self->announced);
      self->announced = g_steal_pointer (&digest);
      g_signal_emit (self, signals[ANNOUNCED_CHANGED], 0);
    }
  return G_SOURCE_REMOVE;
}

static void
announce_later (GhRootList *self)
{
  gint64 now = g_get_monotonic_time ();

  if (self->announce_since == 0)
    self->announce_since = now;

  gint64 left = self->announce_since / 1000 + SETTLE_AT_MOST_MS - now / 1000;

  g_clear_handle_id (&self->announce_source, g_source_remove);
  self->announce_source = g_timeout_add (CLAMP (left, 0, SETTLE_MS), announce_cb, self);
}

/* --- roots --- */

static void
add_excluded (GStrvBuilder *builder,
              GhRoot       *root)
{
  GListModel *excluded = gh_root_list_excluded (root);
  guint n_excluded = g_list_model_get_n_items (excluded);
  const char *named = gh_root_get_path (root);
  const char *real = gh_root_get_real_path (root);

  for (guint i = 0; i < n_excluded; i++)
    {
      g_autoptr(GFile) folder = g_list_model_get_item (excluded, i);
      const char *path = g_file_peek_path (folder);

      g_strv_builder_add (builder, path);
      if (strcmp (real, named) != 0)
        {
          g_autofree char *below = g_build_filename (real, path + strlen (named), NULL);

          g_strv_builder_add (builder, below);
        }
    }
}

/* Absolute paths of every excluded folder of every root: a root that holds another root's excluded
 * folder must not announce it either. */
static GStrv
dup_excluded (GhRootList *self)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < self->watches->len; i++)
    add_excluded (builder, root_at (self, i));
  return g_strv_builder_end (builder);
}

static void
update_excluded (GhRootList *self)
{
  g_auto(GStrv) excluded = dup_excluded (self);

  for (guint i = 0; i < self->watches->len; i++)
    gh_root_watch_set_excluded (g_ptr_array_index (self->watches, i),
                                (const char * const *) excluded);
}

static void advance_load (GhRootList *self);

static void
watch_changed_cb (GhRootWatch *watch,
                  GhRootList  *self)
{
  GhRoot *root = gh_root_watch_get_root (watch);

  /* Where a link leads, excluded folders have a second name. */
  if (g_list_model_get_n_items (gh_root_list_excluded (root)) > 0)
    update_excluded (self);
  announce_later (self);
  advance_load (self);
}

static void
root_changed_cb (GhRootList *self)
{
  update_excluded (self);
  save (self);
  announce_later (self);
}

static void
watch_free (gpointer data)
{
  gh_root_watch_stop (data);
  g_object_unref (data);
}

/* Returns: (transfer full) */
static GhRootWatch *
watch_root (GhRootList         *self,
            GhRoot             *root,
            const char * const *excluded,
            GhRootFacts        *take_facts)
{
  GhRootWatch *watch = gh_root_watch_new (root, self->watcher, excluded, take_facts);

  g_signal_connect_object (watch, "changed", G_CALLBACK (watch_changed_cb), self, 0);
  g_signal_connect_object (root, "changed", G_CALLBACK (root_changed_cb), self, G_CONNECT_SWAPPED);
  return watch;
}

/* Where the root of this path stands; the list's length when there is none. */
static guint
find_path (GhRootList *self,
           const char *path)
{
  guint i = 0;

  while (i < self->watches->len && strcmp (gh_root_get_path (root_at (self, i)), path) != 0)
    i++;
  return i;
}

static void
gh_root_list_dispose (GObject *object)
{
  GhRootList *self = GH_ROOT_LIST (object);

  g_clear_handle_id (&self->announce_source, g_source_remove);
  g_clear_handle_id (&self->first_look_source, g_source_remove);
  g_ptr_array_set_size (self->watches, 0);
  g_clear_object (&self->watcher);
  g_clear_object (&self->store);

  G_OBJECT_CLASS (gh_root_list_parent_class)->dispose (object);
}

static void
gh_root_list_finalize (GObject *object)
{
  GhRootList *self = GH_ROOT_LIST (object);

  g_clear_pointer (&self->watches, g_ptr_array_unref);
  g_clear_pointer (&self->bad_entries, g_array_unref);
  g_clear_pointer (&self->top, json_object_unref);
  g_clear_pointer (&self->announced, g_free);
  g_clear_pointer (&self->waiting, g_ptr_array_unref);

  G_OBJECT_CLASS (gh_root_list_parent_class)->finalize (object);
}

static void
gh_root_list_set_property (GObject      *object,
                           guint         prop_id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  GhRootList *self = GH_ROOT_LIST (object);

  switch (prop_id)
    {
    case PROP_STORE:
      self->store = g_value_dup_object (value);
      break;
    case PROP_POLL_INTERVAL:
      self->watcher = gh_path_watcher_new (g_value_get_uint (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_root_list_class_init (GhRootListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_root_list_dispose;
  object_class->finalize = gh_root_list_finalize;
  object_class->set_property = gh_root_list_set_property;

  properties[PROP_STORE] =
    g_param_spec_object ("store", NULL, NULL, GH_TYPE_FILE_STORE,
                         G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /* For tests, which do not wait as long. */
  properties[PROP_POLL_INTERVAL] =
    g_param_spec_uint ("poll-interval", NULL, NULL, 1, G_MAXUINT, POLL_MS,
                       G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[ANNOUNCED_CHANGED] = g_signal_new ("announced-changed", G_TYPE_FROM_CLASS (klass),
                                             G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                             G_TYPE_NONE, 0);
}

static void
gh_root_list_init (GhRootList *self)
{
  self->watches = g_ptr_array_new_with_free_func (watch_free);
  self->bad_entries = g_array_new (FALSE, FALSE, sizeof (BadEntry));
  g_array_set_clear_func (self->bad_entries, bad_entry_clear);
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  self->announced = gh_root_announced_dup_digest (self->watches);
}

/**
 * gh_root_list_new:
 * @store: where the roots are kept (roots.json)
 *
 * Returns: (transfer full): an empty list
 */
GhRootList *
gh_root_list_new (GhFileStore *store)
{
  g_return_val_if_fail (GH_IS_FILE_STORE (store), NULL);

  return g_object_new (GH_TYPE_ROOT_LIST, "store", store, NULL);
}

/* --- loading --- */

static void
read_entry (GhRootList *self,
            JsonNode   *node,
            guint       position,
            GPtrArray  *roots,
            GHashTable *paths)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GhRoot) root = gh_root_new_from_json (node, &error);

  if (root != NULL && g_hash_table_contains (paths, gh_root_get_path (root)))
    {
      g_clear_object (&root);
      g_set_error_literal (&error, GH_JSON_ERROR, GH_JSON_ERROR_MEMBER,
                           "the same folder stands further up");
    }
  if (root == NULL)
    {
      BadEntry bad = { json_node_ref (node), position };
      g_autofree char *detail = g_strdup_printf ("entry %u: %s", position + 1, error->message);

      g_array_append_val (self->bad_entries, bad);
      gh_file_store_report (self->store, GH_PROBLEM_BAD_ENTRY, detail);
      return;
    }
  g_hash_table_add (paths, g_strdup (gh_root_get_path (root)));
  g_ptr_array_add (roots, g_steal_pointer (&root));
}

/* The file's roots (transfer full); paths: of those that are there already, and then of all. */
static GPtrArray *
read_entries (GhRootList *self,
              JsonObject *top,
              GHashTable *paths)
{
  GPtrArray *roots = g_ptr_array_new_with_free_func (g_object_unref);
  JsonArray *array = gh_json_get_array (top, "roots");
  JsonNode *node = gh_json_get (top, "roots");

  /* "roots" that is no list is kept as an entry that is not understood. */
  if (array == NULL && node != NULL)
    read_entry (self, node, 0, roots, paths);
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    read_entry (self, json_array_get_element (array, i), i, roots, paths);
  return roots;
}

static void
read_roots (GhRootList *self,
            JsonObject *top)
{
  g_autoptr(GHashTable) paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GPtrArray) roots = NULL;
  guint n_before = self->watches->len;

  for (guint i = 0; i < n_before; i++)
    g_hash_table_add (paths, g_strdup (gh_root_get_path (root_at (self, i))));
  roots = read_entries (self, top, paths);

  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < n_before; i++)
    add_excluded (builder, root_at (self, i));
  for (guint i = 0; i < roots->len; i++)
    add_excluded (builder, g_ptr_array_index (roots, i));

  g_auto(GStrv) excluded = g_strv_builder_end (builder);

  for (guint i = 0; i < roots->len; i++)
    g_ptr_array_add (self->watches, watch_root (self, g_ptr_array_index (roots, i),
                                                (const char * const *) excluded, NULL));
  update_excluded (self);
  if (roots->len > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), n_before, 0, roots->len);
}

static void
take_out (GhRootList *self,
          guint       position)
{
  g_signal_handlers_disconnect_by_func (root_at (self, position), root_changed_cb, self);
  g_ptr_array_remove_index (self->watches, position);
}

/* Makes the root at a position, and those before it, what the file says. */
static void
merge_root (GhRootList *self,
            GhRoot     *read,
            guint       position)
{
  guint from = find_path (self, gh_root_get_path (read));

  if (from == self->watches->len)
    {
      g_ptr_array_insert (self->watches, position, watch_root (self, read, NULL, NULL));
      g_list_model_items_changed (G_LIST_MODEL (self), position, 0, 1);
      return;
    }
  gh_root_take (root_at (self, from), read);
  if (from == position)
    return;
  g_ptr_array_insert (self->watches, position, g_ptr_array_steal_index (self->watches, from));
  g_list_model_items_changed (G_LIST_MODEL (self), position, from - position + 1,
                              from - position + 1);
}

/* Another program wrote the file: roots that stay are the objects they were. */
static void
store_changed_cb (GhFileStore *store,
                  JsonObject  *top,
                  GhRootList  *self)
{
  g_autoptr(GHashTable) paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GPtrArray) roots = NULL;

  if (self->phase != READ)
    return;

  self->phase = MERGING;
  g_clear_pointer (&self->top, json_object_unref);
  self->top = json_object_ref (top);
  g_array_set_size (self->bad_entries, 0);
  roots = read_entries (self, top, paths);
  for (guint i = self->watches->len; i > 0; i--)
    if (!g_hash_table_contains (paths, gh_root_get_path (root_at (self, i - 1))))
      {
        take_out (self, i - 1);
        g_list_model_items_changed (G_LIST_MODEL (self), i - 1, 1, 0);
      }
  for (guint i = 0; i < roots->len; i++)
    merge_root (self, g_ptr_array_index (roots, i), i);
  update_excluded (self);
  self->phase = READ;
  announce_later (self);
  advance_load (self);
}

static void start_add (GTask *task);

static void
finish_load (GhRootList *self)
{
  g_autoptr(GTask) task = g_steal_pointer (&self->load_task);

  g_clear_handle_id (&self->first_look_source, g_source_remove);
  announce_later (self);
  g_task_return_boolean (task, TRUE);
}

static gboolean
first_look_cb (gpointer user_data)
{
  GhRootList *self = GH_ROOT_LIST (user_data);

  self->first_look_source = 0;
  finish_load (self);
  return G_SOURCE_REMOVE;
}

static void
advance_load (GhRootList *self)
{
  if (self->load_task == NULL || self->phase == READING)
    return;
  for (guint i = 0; i < self->watches->len; i++)
    if (!gh_root_watch_is_known (g_ptr_array_index (self->watches, i)))
      return;
  finish_load (self);
}

static void
load_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr(GhRootList) self = GH_ROOT_LIST (user_data);
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) waiting = g_steal_pointer (&self->waiting);
  JsonObject *top = gh_file_store_load_finish (GH_FILE_STORE (source), result, &error);
  guint n_before = self->watches->len;

  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
  self->phase = top != NULL ? READ : READ_CANCELLED;
  if (top != NULL)
    {
      g_clear_pointer (&self->top, json_object_unref);
      self->top = top;
      g_signal_connect_object (source, "changed", G_CALLBACK (store_changed_cb), self, 0);
      read_roots (self, top);
      if (n_before > 0)
        save (self);
    }
  for (guint i = 0; i < waiting->len; i++)
    start_add (g_object_ref (g_ptr_array_index (waiting, i)));

  if (top == NULL)
    {
      g_autoptr(GTask) task = g_steal_pointer (&self->load_task);

      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  self->first_look_source = g_timeout_add (FIRST_LOOK_MS, first_look_cb, self);
  advance_load (self);
}

/**
 * gh_root_list_load_async:
 *
 * Reads the roots and looks at each once. Entries that are not understood are told as problems
 * and kept in the file.
 */
void
gh_root_list_load_async (GhRootList          *self,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  g_return_if_fail (GH_IS_ROOT_LIST (self));
  g_return_if_fail (self->load_task == NULL);

  self->load_task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (self->load_task, gh_root_list_load_async);
  self->phase = READING;
  gh_file_store_load_async (self->store, cancellable, load_cb, g_object_ref (self));
}

gboolean
gh_root_list_load_finish (GhRootList    *self,
                          GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_root_list_load_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- adding ---
 *
 * 1. start_add: a thread looks at the files, and at roots never looked at;
 * 2. add_cb: they are compared by real path with what is in the list by then, and added. */

static GhRootAddition *
add_one (GhRootList         *self,
         GhRootCandidate    *candidate,
         GHashTable         *index,
         const char * const *excluded)
{
  GhRootAddition *addition = g_new0 (GhRootAddition, 1);
  GhRoot *other = NULL;

  addition->file = g_object_ref (candidate->file);
  addition->outcome = gh_root_candidate_judge (candidate, index, excluded, &other);
  g_set_object (&addition->root, other);
  if (addition->outcome == GH_ROOT_NOT_A_FOLDER)
    {
      g_autofree char *above = g_path_get_dirname (candidate->path);

      addition->parent = g_file_new_for_path (above);
    }
  else if (addition->outcome == GH_ROOT_ADDED)
    {
      g_autoptr(GFile) file = g_file_new_for_path (candidate->path);

      addition->root = gh_root_new (file);
      g_ptr_array_add (self->watches, watch_root (self, addition->root, excluded,
                                                  g_steal_pointer (&candidate->facts)));
      gh_root_index_add (index, addition->root);
    }
  return addition;
}

static void
add_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhRootList *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr(GPtrArray) candidates = gh_root_candidates_look_finish (result, &error);
  g_autoptr(GPtrArray) additions = g_ptr_array_new_with_free_func (addition_free);
  g_autoptr(GHashTable) index = gh_root_index_new ();
  g_auto(GStrv) excluded = dup_excluded (self);
  guint n_before = self->watches->len;

  if (candidates == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  for (guint i = 0; i < n_before; i++)
    gh_root_index_add (index, root_at (self, i));
  for (guint i = 0; i < candidates->len; i++)
    g_ptr_array_add (additions, add_one (self, g_ptr_array_index (candidates, i), index,
                                         (const char * const *) excluded));
  if (self->watches->len > n_before)
    {
      save (self);
      announce_later (self);
      g_list_model_items_changed (G_LIST_MODEL (self), n_before, 0, self->watches->len - n_before);
    }
  g_task_return_pointer (task, g_steal_pointer (&additions), (GDestroyNotify) g_ptr_array_unref);
}

static void
start_add (GTask *take_task)
{
  GhRootList *self = g_task_get_source_object (take_task);
  g_autoptr(GPtrArray) unknown = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < self->watches->len; i++)
    {
      GhRootWatch *watch = g_ptr_array_index (self->watches, i);

      if (!gh_root_watch_has_looked (watch))
        g_ptr_array_add (unknown, g_object_ref (gh_root_watch_get_root (watch)));
    }
  gh_root_candidates_look_async (g_task_get_task_data (take_task), unknown,
                                 g_task_get_cancellable (take_task), add_cb, take_task);
}

/**
 * gh_root_list_add_async:
 * @files: of GFile; several at once: a drop, a paste, the chooser, the command line
 *
 * Looks at the files and adds those that are folders, in their order, at the end. The same folder
 * by another way (a symbolic link) is already there; a folder inside a root is not added, unless
 * it was excluded from that root.
 */
void
gh_root_list_add_async (GhRootList          *self,
                        GListModel          *files,
                        GCancellable        *cancellable,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  g_return_if_fail (GH_IS_ROOT_LIST (self));
  g_return_if_fail (G_IS_LIST_MODEL (files));
  g_return_if_fail (g_type_is_a (g_list_model_get_item_type (files), G_TYPE_FILE)
                    || g_list_model_get_n_items (files) == 0);

  GTask *task = g_task_new (self, cancellable, callback, user_data);
  GPtrArray *copy = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_files = g_list_model_get_n_items (files);

  for (guint i = 0; i < n_files; i++)
    g_ptr_array_add (copy, g_list_model_get_item (files, i));
  g_task_set_source_tag (task, gh_root_list_add_async);
  g_task_set_task_data (task, copy, (GDestroyNotify) g_ptr_array_unref);
  if (self->phase == READING)
    g_ptr_array_add (self->waiting, task);
  else
    start_add (task);
}

/**
 * gh_root_list_add_finish:
 *
 * Returns: (transfer full) (element-type GhRootAddition): what became of each file, in their order;
 *   NULL only when cancelled, nothing is added then
 */
GPtrArray *
gh_root_list_add_finish (GhRootList    *self,
                         GAsyncResult  *result,
                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, gh_root_list_add_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- the rest --- */

/**
 * gh_root_list_remove:
 * @root: a root of this list
 *
 * Returns: where it stood, for gh_root_list_insert() to undo
 */
guint
gh_root_list_remove (GhRootList *self,
                     GhRoot     *root)
{
  g_return_val_if_fail (GH_IS_ROOT_LIST (self), 0);
  g_return_val_if_fail (GH_IS_ROOT (root), 0);

  for (guint i = 0; i < self->watches->len; i++)
    {
      if (root_at (self, i) != root)
        continue;

      g_autoptr(GhRoot) hold = g_object_ref (root);

      take_out (self, i);
      update_excluded (self);
      save (self);
      announce_later (self);
      g_list_model_items_changed (G_LIST_MODEL (self), i, 1, 0);
      advance_load (self);
      return i;
    }
  g_return_val_if_reached (0);
}

/**
 * gh_root_list_insert:
 * @root: a root taken out before
 * @position: where it goes; beyond the end means at the end
 *
 * Puts a root back. When its folder was added anew meanwhile, nothing happens.
 */
void
gh_root_list_insert (GhRootList *self,
                     GhRoot     *root,
                     guint       position)
{
  g_return_if_fail (GH_IS_ROOT_LIST (self));
  g_return_if_fail (GH_IS_ROOT (root));

  if (find_path (self, gh_root_get_path (root)) < self->watches->len)
    return;

  position = MIN (position, self->watches->len);
  g_ptr_array_insert (self->watches, position, watch_root (self, root, NULL, NULL));
  update_excluded (self);
  save (self);
  announce_later (self);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 0, 1);
}

/**
 * gh_root_list_dup_announced:
 * @server_id: (nullable): a server's id; NULL for whatever any server is told
 *
 * What this server is told now (5.2, 5.4, 5.7): available roots that it may hear of. A root with
 * excluded folders is announced as its other folders, named "root/folder"; files that lie
 * directly in a folder above an excluded one are not announced. Does no I/O.
 *
 * Returns: (transfer full) (element-type GhAnnouncedRoot): in the person's order, no URI twice
 */
GPtrArray *
gh_root_list_dup_announced (GhRootList *self,
                            const char *server_id)
{
  g_return_val_if_fail (GH_IS_ROOT_LIST (self), NULL);

  g_autoptr(GPtrArray) watches = list_told (self);

  return gh_root_announced_dup (watches, server_id);
}
