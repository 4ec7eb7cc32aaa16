/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Makes an object the list model that it keeps inside. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Behind the struct and before G_DEFINE_FINAL_TYPE_WITH_CODE(), which takes forwarded_list_init for
 * G_TYPE_LIST_MODEL. FIELD is the GListStore in the struct, made by forwarded_list_start(). */
#define GH_FORWARDED_LIST(TypeName, ITEM_TYPE, FIELD)                                           \
  static GType forwarded_list_get_item_type (GListModel *model) { return ITEM_TYPE; }           \
  static guint forwarded_list_get_n_items (GListModel *model)                                   \
  {                                                                                             \
    return g_list_model_get_n_items (G_LIST_MODEL (((TypeName *) model)->FIELD));               \
  }                                                                                             \
  static gpointer forwarded_list_get_item (GListModel *model, guint position)                   \
  {                                                                                             \
    return g_list_model_get_item (G_LIST_MODEL (((TypeName *) model)->FIELD), position);        \
  }                                                                                             \
  static void forwarded_list_init (GListModelInterface *iface)                                  \
  {                                                                                             \
    iface->get_item_type = forwarded_list_get_item_type;                                        \
    iface->get_n_items = forwarded_list_get_n_items;                                            \
    iface->get_item = forwarded_list_get_item;                                                  \
  }                                                                                             \
  static void forwarded_list_start (TypeName *self)                                             \
  {                                                                                             \
    self->FIELD = g_list_store_new (ITEM_TYPE);                                                 \
    g_signal_connect_object (self->FIELD, "items-changed",                                      \
                             G_CALLBACK (g_list_model_items_changed), self, G_CONNECT_SWAPPED); \
  }

G_END_DECLS
