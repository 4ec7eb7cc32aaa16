/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a query finds in the history, the newest first: a list that reads on as it is looked at. */
#include "config.h"

#include "gh-history-list.h"

#include "gh-history-db.h"

/* An item this near to the end asks for the next page: half of one, so that who scrolls does not
 * meet the end. */
#define READ_AHEAD (GH_HISTORY_PAGE / 2)

/* What is being read. */
typedef enum
{
  NOTHING,
  OLDER, /* the next page at the end */
  NEWER, /* what came since the newest, at the beginning */
} Reading;

struct _GhHistoryList
{
  GObject parent_instance;

  /* owned */
  GhHistory *history;
  GhHistoryQuery *query;
  GPtrArray *entries; /* of GhHistoryEntry, the newest first */
  GCancellable *cancellable;
  GError *error;

  Reading reading;
  guint idle_source; /* reads on, outside of whoever asked for an item */
  gboolean want_older;
  gboolean want_newer;
  gboolean whole; /* there is nothing older */
};

enum
{
  PROP_0,
  PROP_LOADING,
  PROP_ERROR,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void advance (GhHistoryList *self);

/* --- the model --- */

static GType
get_item_type (GListModel *model)
{
  return GH_TYPE_HISTORY_ENTRY;
}

static guint
get_n_items (GListModel *model)
{
  return GH_HISTORY_LIST (model)->entries->len;
}

static gboolean
idle_cb (gpointer user_data)
{
  GhHistoryList *self = GH_HISTORY_LIST (user_data);

  self->idle_source = 0;
  advance (self);
  return G_SOURCE_REMOVE;
}

static gpointer
get_item (GListModel *model,
          guint       position)
{
  GhHistoryList *self = GH_HISTORY_LIST (model);

  if (position >= self->entries->len)
    return NULL;
  if (position + READ_AHEAD >= self->entries->len && !self->whole && !self->want_older)
    {
      self->want_older = TRUE;
      if (self->idle_source == 0)
        self->idle_source = g_idle_add (idle_cb, self);
    }
  return g_object_ref (self->entries->pdata[position]);
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (GhHistoryList, gh_history_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

/* --- days --- */

static gboolean
is_same_day (GhHistoryEntry *a,
             GhHistoryEntry *b)
{
  gint64 time_a = gh_history_entry_get_facts (a)->time;
  gint64 time_b = gh_history_entry_get_facts (b)->time;
  g_autoptr(GDateTime) date_a = g_date_time_new_from_unix_local (time_a / G_USEC_PER_SEC);
  g_autoptr(GDateTime) date_b = g_date_time_new_from_unix_local (time_b / G_USEC_PER_SEC);

  return date_a != NULL && date_b != NULL
         && g_date_time_get_year (date_a) == g_date_time_get_year (date_b)
         && g_date_time_get_day_of_year (date_a) == g_date_time_get_day_of_year (date_b);
}

/* Of the entries from one position on. */
static void
mark_days (GhHistoryList *self,
           guint          position,
           guint          n)
{
  guint end = MIN (position + n, self->entries->len);

  for (guint i = position; i < end; i++)
    gh_history_entry_set_day_first (self->entries->pdata[i],
                                    i == 0 || !is_same_day (self->entries->pdata[i - 1],
                                                            self->entries->pdata[i]));
}

/* --- reading --- */

static void
set_error (GhHistoryList *self,
           GError        *take_error)
{
  gboolean had = self->error != NULL;

  g_clear_error (&self->error);
  self->error = take_error;
  if (had || take_error != NULL)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ERROR]);
}

static void
set_reading (GhHistoryList *self,
             Reading        reading)
{
  gboolean was = self->reading == OLDER;

  self->reading = reading;
  if (was != (reading == OLDER))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADING]);
}

static void
take_page (GhHistoryList *self,
           GPtrArray     *page,
           gboolean       newer)
{
  guint position = newer ? 0 : self->entries->len;

  for (guint i = 0; i < page->len; i++)
    g_ptr_array_insert (self->entries, position + i, g_object_ref (page->pdata[i]));
  /* The one behind them may have been the first of its day until now. */
  mark_days (self, position, page->len + 1);
  if (page->len > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), position, 0, page->len);
}

/* A list that nobody looks at any more is not kept by what it reads. */
static GWeakRef *
weak_ref_new (GhHistoryList *self)
{
  GWeakRef *ref = g_new0 (GWeakRef, 1);

  g_weak_ref_init (ref, self);
  return ref;
}

static GhHistoryList *
weak_ref_resolve (GWeakRef *take_ref)
{
  GhHistoryList *self = g_weak_ref_get (take_ref);

  g_weak_ref_clear (take_ref);
  g_free (take_ref);
  return self;
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(GhHistoryList) self = weak_ref_resolve (user_data);
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) page = gh_history_find_finish (GH_HISTORY (source), result, &error);
  gboolean newer;

  if (self == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  newer = self->reading == NEWER;
  if (page == NULL)
    {
      /* What could not be read is not asked for again and again. */
      self->whole = TRUE;
      set_error (self, g_steal_pointer (&error));
      set_reading (self, NOTHING);
      return;
    }
  if (newer)
    self->want_newer |= page->len == GH_HISTORY_PAGE;
  else
    self->whole = page->len < GH_HISTORY_PAGE;
  take_page (self, page, newer);
  set_error (self, NULL);
  set_reading (self, NOTHING);
  advance (self);
}

static gint64
get_id (GhHistoryList *self,
        guint          position)
{
  return gh_history_entry_get_facts (self->entries->pdata[position])->id;
}

static void
begin (GhHistoryList *self,
       Reading        reading,
       gint64         before)
{
  set_reading (self, reading);
  gh_history_find_async (self->history, self->query, before, reading == NEWER, self->cancellable,
                         found_cb, weak_ref_new (self));
}

/* One thing after the other. What is new, where nothing was yet, is what is older than for ever. */
static void
advance (GhHistoryList *self)
{
  guint n = self->entries->len;

  if (self->reading != NOTHING || self->cancellable == NULL)
    return;
  if (self->want_newer && n > 0)
    {
      self->want_newer = FALSE;
      begin (self, NEWER, get_id (self, 0));
    }
  else if (self->want_newer || (self->want_older && !self->whole))
    {
      self->want_newer = self->want_older = FALSE;
      begin (self, OLDER, n > 0 ? get_id (self, n - 1) : G_MAXINT64);
    }
}

/* --- what happens meanwhile --- */

static void
restored_found_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr(GhHistoryList) self = weak_ref_resolve (user_data);
  g_autoptr(GPtrArray) page = gh_history_find_finish (GH_HISTORY (source), result, NULL);
  guint position = 0;
  gint64 id;

  if (self == NULL || page == NULL || page->len == 0)
    return;
  id = gh_history_entry_get_facts (page->pdata[0])->id;
  while (position < self->entries->len && get_id (self, position) > id)
    position++;
  /* What is below the end is read with the next page; what is there came another way. */
  if (position < self->entries->len ? get_id (self, position) == id : !self->whole)
    return;
  g_ptr_array_insert (self->entries, position, g_object_ref (page->pdata[0]));
  mark_days (self, position, 2);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 0, 1);
}

/* Whether it belongs here is for the history to say. */
static void
restored_cb (GhHistoryList *self,
             gint64         id)
{
  g_autoptr(GhHistoryQuery) query = gh_history_query_copy (self->query);

  if (id < query->from || id >= query->until)
    return;
  query->from = id;
  query->until = id + 1;
  gh_history_find_async (self->history, query, G_MAXINT64, FALSE, self->cancellable,
                         restored_found_cb, weak_ref_new (self));
}

static void
removed_cb (GhHistoryList *self,
            gint64         id)
{
  for (guint i = 0; i < self->entries->len; i++)
    if (get_id (self, i) == id)
      {
        g_ptr_array_remove_index (self->entries, i);
        mark_days (self, i, 1);
        g_list_model_items_changed (G_LIST_MODEL (self), i, 1, 0);
        return;
      }
}

static void
cleared_cb (GhHistoryList *self)
{
  guint n = self->entries->len;

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  g_ptr_array_set_size (self->entries, 0);
  self->whole = FALSE;
  self->want_newer = FALSE;
  self->want_older = TRUE;
  set_reading (self, NOTHING);
  advance (self);
  if (n > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n, 0);
}

/* Usually the newest. A clock that was set back puts it among what is there. */
static void
added_cb (GhHistoryList *self,
          gint64         oldest)
{
  if (self->entries->len > 0 && oldest < get_id (self, 0))
    {
      cleared_cb (self);
      return;
    }
  self->want_newer = TRUE;
  advance (self);
}

/* --- the object --- */

static void
gh_history_list_dispose (GObject *object)
{
  GhHistoryList *self = GH_HISTORY_LIST (object);

  g_clear_handle_id (&self->idle_source, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->history);

  G_OBJECT_CLASS (gh_history_list_parent_class)->dispose (object);
}

static void
gh_history_list_finalize (GObject *object)
{
  GhHistoryList *self = GH_HISTORY_LIST (object);

  g_clear_pointer (&self->query, gh_history_query_free);
  g_clear_pointer (&self->entries, g_ptr_array_unref);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (gh_history_list_parent_class)->finalize (object);
}

static void
gh_history_list_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  GhHistoryList *self = GH_HISTORY_LIST (object);

  switch (prop_id)
    {
    case PROP_LOADING:
      g_value_set_boolean (value, self->reading == OLDER);
      break;
    case PROP_ERROR:
      g_value_set_boolean (value, self->error != NULL);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_history_list_class_init (GhHistoryListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = gh_history_list_dispose;
  object_class->finalize = gh_history_list_finalize;
  object_class->get_property = gh_history_list_get_property;

  properties[PROP_LOADING] = g_param_spec_boolean ("loading", NULL, NULL, FALSE, flags);
  properties[PROP_ERROR] = g_param_spec_boolean ("error", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gh_history_list_init (GhHistoryList *self)
{
  self->entries = g_ptr_array_new_with_free_func (g_object_unref);
  self->cancellable = g_cancellable_new ();
}

/**
 * gh_history_list_new:
 *
 * Returns: (transfer full): an empty list that is being filled
 */
GhHistoryList *
gh_history_list_new (GhHistory            *history,
                     const GhHistoryQuery *query)
{
  GhHistoryList *self;

  g_return_val_if_fail (GH_IS_HISTORY (history), NULL);
  g_return_val_if_fail (query != NULL, NULL);

  self = g_object_new (GH_TYPE_HISTORY_LIST, NULL);
  self->history = g_object_ref (history);
  self->query = gh_history_query_copy (query);
  g_signal_connect_object (history, "added", G_CALLBACK (added_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "restored", G_CALLBACK (restored_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "removed", G_CALLBACK (removed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "cleared", G_CALLBACK (cleared_cb), self, G_CONNECT_SWAPPED);
  self->want_older = TRUE;
  advance (self);
  return self;
}

const GhHistoryQuery *
gh_history_list_get_query (GhHistoryList *self)
{
  g_return_val_if_fail (GH_IS_HISTORY_LIST (self), NULL);

  return self->query;
}

gboolean
gh_history_list_get_loading (GhHistoryList *self)
{
  g_return_val_if_fail (GH_IS_HISTORY_LIST (self), FALSE);

  return self->reading == OLDER;
}

gboolean
gh_history_list_get_whole (GhHistoryList *self)
{
  g_return_val_if_fail (GH_IS_HISTORY_LIST (self), TRUE);

  return self->whole;
}

const GError *
gh_history_list_get_error (GhHistoryList *self)
{
  g_return_val_if_fail (GH_IS_HISTORY_LIST (self), NULL);

  return self->error;
}
