/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The folders that a server is told of. */
#include "config.h"

#include "gh-told-list.h"

#include <glib/gi18n.h>

#include "gh-text.h"

struct _GhToldList
{
  AdwBin parent_instance;

  /* owned */
  GhRootList *roots;
  char *server_id;
  GSignalGroup *signals;
  GtkCustomFilter *filter;
  GtkFilterListModel *told; /* of GhRoot */
};

G_DEFINE_FINAL_TYPE (GhToldList, gh_told_list, ADW_TYPE_BIN)

static gboolean
is_told_cb (gpointer item,
            gpointer user_data)
{
  GhToldList *self = user_data;

  return gh_root_get_state (item) == GH_ROOT_AVAILABLE &&
    gh_root_is_told_to (item, self->server_id);
}

static char *
dup_subtitle (GhRoot *root)
{
  g_autofree char *path = gh_text_dup_path (gh_root_get_file (root));
  GListModel *excluded = gh_root_list_excluded (root);
  guint n = g_list_model_get_n_items (excluded);

  if (n == 0)
    return g_steal_pointer (&path);
  if (n == 1)
    {
      g_autoptr(GFile) folder = g_list_model_get_item (excluded, 0);
      g_autofree char *name = gh_text_dup_name (folder);

      /* Translators: a folder's place, and the name of the folder inside it that is left out. */
      return g_strdup_printf (_("%s, without %s"), path, name);
    }
  /* Translators: a folder's place, and how many folders inside it are left out. */
  return g_strdup_printf (ngettext ("%s, without %u folder in it", "%s, without %u folders in it",
                                    n),
                          path, n);
}

static GtkWidget *
create_row_cb (gpointer item,
               gpointer user_data)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *icon = gtk_image_new_from_icon_name ("folder-symbolic");
  g_autofree char *title = gh_text_dup_root_name (item);
  g_autofree char *subtitle = dup_subtitle (item);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), icon);
  return row;
}

static void
changed_cb (GhToldList *self)
{
  g_assert (GH_IS_TOLD_LIST (self));

  gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
}

static void
gh_told_list_dispose (GObject *object)
{
  GhToldList *self = GH_TOLD_LIST (object);

  g_clear_object (&self->signals);
  if (self->filter != NULL)
    gtk_custom_filter_set_filter_func (self->filter, NULL, NULL, NULL);
  g_clear_object (&self->filter);
  g_clear_object (&self->told);
  g_clear_object (&self->roots);

  G_OBJECT_CLASS (gh_told_list_parent_class)->dispose (object);
}

static void
gh_told_list_finalize (GObject *object)
{
  GhToldList *self = GH_TOLD_LIST (object);

  g_clear_pointer (&self->server_id, g_free);

  G_OBJECT_CLASS (gh_told_list_parent_class)->finalize (object);
}

static void
gh_told_list_class_init (GhToldListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gh_told_list_dispose;
  object_class->finalize = gh_told_list_finalize;
}

static void
gh_told_list_init (GhToldList *self)
{
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *placeholder = gtk_label_new (_("No folder"));

  self->filter = gtk_custom_filter_new (is_told_cb, self, NULL);
  self->told = gtk_filter_list_model_new (NULL, GTK_FILTER (g_object_ref (self->filter)));
  self->signals = g_signal_group_new (GH_TYPE_ROOT_LIST);
  g_signal_group_connect_swapped (self->signals, "announced-changed", G_CALLBACK (changed_cb),
                                  self);
  gtk_widget_set_margin_top (placeholder, 15);
  gtk_widget_set_margin_bottom (placeholder, 15);
  gtk_widget_add_css_class (placeholder, "gh-dim");
  gtk_list_box_set_placeholder (GTK_LIST_BOX (list), placeholder);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_list_box_bind_model (GTK_LIST_BOX (list), G_LIST_MODEL (self->told), create_row_cb, NULL,
                           NULL);
  adw_bin_set_child (ADW_BIN (self), list);
}

void
gh_told_list_set_roots (GhToldList *self,
                        GhRootList *roots,
                        const char *server_id)
{
  g_return_if_fail (GH_IS_TOLD_LIST (self));
  g_return_if_fail (GH_IS_ROOT_LIST (roots));
  g_return_if_fail (server_id != NULL);

  g_free (self->server_id);
  self->server_id = g_strdup (server_id);
  if (g_set_object (&self->roots, roots))
    {
      g_signal_group_set_target (self->signals, roots);
      gtk_filter_list_model_set_model (self->told, G_LIST_MODEL (roots));
    }
  changed_cb (self);
}

guint
gh_told_list_count (GhToldList *self)
{
  g_return_val_if_fail (GH_IS_TOLD_LIST (self), 0);

  return g_list_model_get_n_items (G_LIST_MODEL (self->told));
}
