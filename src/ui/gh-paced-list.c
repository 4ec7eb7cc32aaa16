/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A list model that lets a long one in by portions, so that a GtkListBox that makes a row for
 * every item does not hold up the window. */
#include "config.h"

#include "gh-paced-list.h"

/* The first portion fills an ordinary window, the next frames a tall one; making and laying out a
 * portion is what a frame has time for. */
#define FIRST_PORTION 16
#define PORTION 8

struct _GhPacedList
{
  GObject     parent_instance;

  GListModel *model;   /* owned */
  guint       n_shown; /* the first of its items; the others are not let in yet */
  guint       grow_source;
};

static GType
gh_paced_list_get_item_type (GListModel *list)
{
  return g_list_model_get_item_type (GH_PACED_LIST (list)->model);
}

static guint
gh_paced_list_get_n_items (GListModel *list)
{
  return GH_PACED_LIST (list)->n_shown;
}

static gpointer
gh_paced_list_get_item (GListModel *list,
                        guint       position)
{
  GhPacedList *self = GH_PACED_LIST (list);

  return position < self->n_shown ? g_list_model_get_item (self->model, position) : NULL;
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = gh_paced_list_get_item_type;
  iface->get_n_items = gh_paced_list_get_n_items;
  iface->get_item = gh_paced_list_get_item;
}

G_DEFINE_TYPE_WITH_CODE (GhPacedList, gh_paced_list, G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

/* In place of so many items from the position on, so many others. */
static void
change (GhPacedList *self,
        guint        position,
        guint        removed,
        guint        added)
{
  self->n_shown += added - removed;
  if (removed > 0 || added > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
}

static void
let_in (GhPacedList *self,
        guint        size)
{
  guint n = g_list_model_get_n_items (self->model);

  if (self->n_shown < MIN (n, size))
    change (self, self->n_shown, 0, MIN (n, size) - self->n_shown);
}

static gboolean
grow_cb (gpointer user_data)
{
  GhPacedList *self = user_data;

  if (self->n_shown + PORTION >= g_list_model_get_n_items (self->model))
    self->grow_source = 0;
  let_in (self, self->n_shown + PORTION);
  return self->grow_source != 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
fill (GhPacedList *self)
{
  let_in (self, FIRST_PORTION);
  /* Idle comes after drawing, so that every portion is on screen before the next. */
  if (self->n_shown < g_list_model_get_n_items (self->model) && self->grow_source == 0)
    self->grow_source = g_idle_add (grow_cb, self);
}

/* Tells of what differs and no more: GtkSliceListModel has everything behind a change made anew. */
static void
model_changed_cb (GListModel  *model,
                  guint        position,
                  guint        removed,
                  guint        added,
                  GhPacedList *self)
{
  guint n_behind;

  g_assert (GH_IS_PACED_LIST (self));

  if (position < self->n_shown)
    {
      n_behind = self->n_shown - position;
      if (added <= FIRST_PORTION)
        change (self, position, MIN (removed, n_behind), added);
      else
        /* A new list, in fact: let in from the start. */
        change (self, position, n_behind,
                position < FIRST_PORTION ? FIRST_PORTION - position : 0);
    }
  fill (self);
}

static void
gh_paced_list_dispose (GObject *object)
{
  GhPacedList *self = GH_PACED_LIST (object);

  g_clear_handle_id (&self->grow_source, g_source_remove);

  G_OBJECT_CLASS (gh_paced_list_parent_class)->dispose (object);
}

static void
gh_paced_list_finalize (GObject *object)
{
  g_clear_object (&GH_PACED_LIST (object)->model);

  G_OBJECT_CLASS (gh_paced_list_parent_class)->finalize (object);
}

static void
gh_paced_list_class_init (GhPacedListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_paced_list_dispose;
  object_class->finalize = gh_paced_list_finalize;
}

static void
gh_paced_list_init (GhPacedList *self)
{
}

GhPacedList *
gh_paced_list_new (GListModel *model)
{
  GhPacedList *self;

  g_return_val_if_fail (G_IS_LIST_MODEL (model), NULL);

  self = g_object_new (GH_TYPE_PACED_LIST, NULL);
  self->model = g_object_ref (model);
  g_signal_connect_object (model, "items-changed", G_CALLBACK (model_changed_cb), self, 0);
  fill (self);
  return self;
}
