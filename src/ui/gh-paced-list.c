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
  GObject            parent_instance;

  GListModel        *model;
  GtkSliceListModel *slice;
  guint              grow_source;
};

static GType
gh_paced_list_get_item_type (GListModel *list)
{
  return g_list_model_get_item_type (GH_PACED_LIST (list)->model);
}

static guint
gh_paced_list_get_n_items (GListModel *list)
{
  return g_list_model_get_n_items (G_LIST_MODEL (GH_PACED_LIST (list)->slice));
}

static gpointer
gh_paced_list_get_item (GListModel *list,
                        guint       position)
{
  return g_list_model_get_item (G_LIST_MODEL (GH_PACED_LIST (list)->slice), position);
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

static gboolean
grow_cb (gpointer user_data)
{
  GhPacedList *self = user_data;
  guint size = gtk_slice_list_model_get_size (self->slice) + PORTION;

  if (size >= g_list_model_get_n_items (self->model))
    self->grow_source = 0;
  gtk_slice_list_model_set_size (self->slice, size);
  return self->grow_source != 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
model_changed_cb (GListModel  *model,
                  guint        position,
                  guint        removed,
                  guint        added,
                  GhPacedList *self)
{
  g_assert (GH_IS_PACED_LIST (self));

  guint n_items = g_list_model_get_n_items (model);

  /* After a shrinking the next growth is paced again. */
  if (removed > added && n_items < gtk_slice_list_model_get_size (self->slice))
    gtk_slice_list_model_set_size (self->slice, MAX (n_items, FIRST_PORTION));
  /* Idle comes after drawing, so that every portion is on screen before the next. */
  if (n_items > gtk_slice_list_model_get_size (self->slice) && self->grow_source == 0)
    self->grow_source = g_idle_add (grow_cb, self);
}

static void
slice_changed_cb (GListModel  *slice,
                  guint        position,
                  guint        removed,
                  guint        added,
                  GhPacedList *self)
{
  g_assert (GH_IS_PACED_LIST (self));

  g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
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
  GhPacedList *self = GH_PACED_LIST (object);

  g_clear_object (&self->slice);
  g_clear_object (&self->model);

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
  self->slice = gtk_slice_list_model_new (g_object_ref (model), 0, FIRST_PORTION);
  g_signal_connect_object (self->slice, "items-changed", G_CALLBACK (slice_changed_cb), self, 0);
  g_signal_connect_object (model, "items-changed", G_CALLBACK (model_changed_cb), self, 0);
  model_changed_cb (model, 0, 0, 0, self);
  return self;
}
