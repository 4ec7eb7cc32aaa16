/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A long list comes in by portions, and is complete and true at any time. */
#include "config.h"

#include "gh-paced-list.h"
#include "gh-test-ui.h"

#define MANY 1000

static GListStore *
make_store (guint n)
{
  GListStore *store = g_list_store_new (GTK_TYPE_STRING_OBJECT);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i);
      g_autoptr(GtkStringObject) string = gtk_string_object_new (text);

      g_list_store_append (store, string);
    }
  return store;
}

static void
changed_cb (GListModel *model,
            guint       position,
            guint       removed,
            guint       added,
            guint      *largest)
{
  *largest = MAX (*largest, added);
}

static void
assert_same (GListModel *a,
             GListModel *b)
{
  g_assert_cmpuint (g_list_model_get_n_items (a), ==, g_list_model_get_n_items (b));
  for (guint i = 0; i < g_list_model_get_n_items (a); i++)
    {
      g_autoptr(GObject) x = g_list_model_get_item (a, i);
      g_autoptr(GObject) y = g_list_model_get_item (b, i);

      g_assert_true (x == y);
    }
}

static void
test_portions (void)
{
  g_autoptr(GListStore) store = make_store (MANY);
  g_autoptr(GhPacedList) paced = gh_paced_list_new (G_LIST_MODEL (store));
  guint largest = 0;

  g_signal_connect (paced, "items-changed", G_CALLBACK (changed_cb), &largest);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (paced)), <, MANY / 4);
  gh_test_wait (g_list_model_get_n_items (G_LIST_MODEL (paced)) == MANY);
  g_assert_cmpuint (largest, <, MANY / 10);
  assert_same (G_LIST_MODEL (store), G_LIST_MODEL (paced));
}

static void
test_changes (void)
{
  g_autoptr(GListStore) store = make_store (3);
  g_autoptr(GhPacedList) paced = gh_paced_list_new (G_LIST_MODEL (store));
  g_autoptr(GListStore) many = make_store (MANY);
  g_autoptr(GtkStringObject) first = gtk_string_object_new ("first");

  assert_same (G_LIST_MODEL (store), G_LIST_MODEL (paced));
  g_list_store_insert (store, 0, first);
  assert_same (G_LIST_MODEL (store), G_LIST_MODEL (paced));
  for (guint i = 0; i < MANY; i++)
    {
      g_autoptr(GtkStringObject) string = g_list_model_get_item (G_LIST_MODEL (many), i);

      g_list_store_append (store, string);
    }
  gh_test_wait (g_list_model_get_n_items (G_LIST_MODEL (paced)) == MANY + 4);
  g_list_store_remove_all (store);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (paced)), ==, 0);
  g_list_store_append (store, first);
  assert_same (G_LIST_MODEL (store), G_LIST_MODEL (paced));
}

static void
told_cb (GListModel *model,
         guint       position,
         guint       removed,
         guint       added,
         GString    *told)
{
  g_string_append_printf (told, "%u -%u +%u;", position, removed, added);
}

/* One item that comes or goes is one row, wherever it is; what is behind it stays. */
static void
test_exact (void)
{
  g_autoptr(GListStore) store = make_store (40);
  g_autoptr(GhPacedList) paced = gh_paced_list_new (G_LIST_MODEL (store));
  g_autoptr(GtkStringObject) item = gtk_string_object_new ("item");
  g_autoptr(GListStore) others = make_store (30);
  g_autoptr(GString) told = g_string_new (NULL);
  g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  gh_test_wait (g_list_model_get_n_items (G_LIST_MODEL (paced)) == 40);
  g_signal_connect (paced, "items-changed", G_CALLBACK (told_cb), told);
  g_list_store_remove (store, 0);
  g_list_store_insert (store, 7, item);
  g_list_store_remove (store, 39);
  g_assert_cmpstr (told->str, ==, "0 -1 +0;7 -0 +1;39 -1 +0;");
  assert_same (G_LIST_MODEL (store), G_LIST_MODEL (paced));

  /* All of them others: from the start again. */
  for (guint i = 0; i < 30; i++)
    g_ptr_array_add (items, g_list_model_get_item (G_LIST_MODEL (others), i));
  g_string_truncate (told, 0);
  g_list_store_splice (store, 0, 39, items->pdata, items->len);
  g_assert_cmpstr (told->str, ==, "0 -39 +16;");
  /* Behind what is let in. */
  g_list_store_remove (store, 29);
  g_assert_cmpstr (told->str, ==, "0 -39 +16;");
  gh_test_wait (g_list_model_get_n_items (G_LIST_MODEL (paced)) == 29);
  assert_same (G_LIST_MODEL (store), G_LIST_MODEL (paced));
}

static void
test_dropped_while_growing (void)
{
  g_autoptr(GListStore) store = make_store (MANY);
  GhPacedList *paced = gh_paced_list_new (G_LIST_MODEL (store));

  g_object_add_weak_pointer (G_OBJECT (paced), (gpointer *) &paced);
  g_object_unref (paced);
  g_assert_null (paced);
  gh_test_settle ();
  g_list_store_remove_all (store);
}

int
main (int    argc,
      char **argv)
{
  gh_test_ui_init (&argc, &argv);

  g_test_add_func ("/ui/paced-list/portions", test_portions);
  g_test_add_func ("/ui/paced-list/changes", test_changes);
  g_test_add_func ("/ui/paced-list/exact", test_exact);
  g_test_add_func ("/ui/paced-list/dropped-while-growing", test_dropped_while_growing);

  return gh_test_run ();
}
