/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A folder's settings: its name, what of it is left out, who is told of it. */
#include "config.h"

#include "gh-root-dialog.h"

#include <glib/gi18n.h>

#include "gh-compat-file-dialog.h"
#include "gh-plain-text.h"
#include "gh-text.h"
#include "gh-ui.h"
#include "gh-window.h"

struct _GhRootDialog
{
  AdwWindow        parent_instance;

  GhHost          *host;
  GhRoot          *root;
  GCancellable    *cancellable;
  gboolean         updating; /* switches follow the folder, not the other way round */

  AdwToastOverlay *toasts;
  GtkEditable     *name_row;
  AdwActionRow    *place_row;
  GtkListBox      *excluded;
  GtkSwitch       *every_server;
  GtkListBox      *servers;
};

G_DEFINE_TYPE (GhRootDialog, gh_root_dialog, ADW_TYPE_WINDOW)

static void
update_name (GhRootDialog *self)
{
  if (g_strcmp0 (gtk_editable_get_text (self->name_row), gh_root_get_name (self->root)) != 0)
    gtk_editable_set_text (self->name_row, gh_root_get_name (self->root));
}

static void
update_servers (GhRootDialog *self)
{
  gboolean every = gh_root_get_servers (self->root) == NULL;

  self->updating = TRUE;
  gtk_switch_set_active (self->every_server, every);
  gtk_widget_set_visible (GTK_WIDGET (self->servers), !every);
  self->updating = FALSE;
}

static void
roots_changed_cb (GhRootDialog *self)
{
  GListModel *roots = G_LIST_MODEL (gh_host_get_roots (self->host));

  g_assert (GH_IS_ROOT_DIALOG (self));

  for (guint i = 0; i < g_list_model_get_n_items (roots); i++)
    {
      g_autoptr(GhRoot) root = g_list_model_get_item (roots, i);

      if (root == self->root)
        return;
    }
  gtk_window_close (GTK_WINDOW (self));
}

static void
name_applied_cb (GhRootDialog *self)
{
  g_assert (GH_IS_ROOT_DIALOG (self));

  gh_root_set_name (self->root, gtk_editable_get_text (self->name_row));
  /* Without a name it has the folder's own. */
  update_name (self);
}

static void
open_cb (GhRootDialog *self)
{
  GhWindow *window = gh_window_of (GTK_WIDGET (self));

  g_assert (GH_IS_ROOT_DIALOG (self));

  if (window != NULL)
    gh_window_open_folder (window, gh_root_get_file (self->root));
}

static void
excluded_chosen_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  GhRootDialog *self = GH_ROOT_DIALOG (source);
  g_autoptr(GListModel) files = gh_compat_choose_finish (GTK_WINDOW (source), result, NULL);
  guint n = files != NULL ? g_list_model_get_n_items (files) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GFile) file = g_list_model_get_item (files, i);
      g_autoptr(GError) error = NULL;

      if (!gh_root_exclude (self->root, file, &error))
        {
          g_autofree char *name = gh_text_dup_name (file);
          g_autofree char *root_name = gh_text_dup_root_name (self->root);
          AdwToast *toast;

          /* Translators: %1$s is the folder that was chosen, %2$s the one it should be in. */
          toast = gh_text_toast (_("%1$s is not inside %2$s"), name, root_name);
          adw_toast_overlay_add_toast (self->toasts, toast);
        }
    }
}

static void
exclude_cb (GhRootDialog *self)
{
  g_assert (GH_IS_ROOT_DIALOG (self));

  gh_compat_choose_async (GTK_WINDOW (self), GH_COMPAT_CHOOSE_FOLDERS,
                          _("Folders to Leave Out"), _("_Leave Out"), gh_root_get_file (self->root),
                          self->cancellable, excluded_chosen_cb, NULL);
}

static void
every_server_cb (GhRootDialog *self)
{
  GListModel *servers = G_LIST_MODEL (gh_host_get_servers (self->host));
  g_autoptr(GStrvBuilder) ids = NULL;
  g_auto(GStrv) told = NULL;

  g_assert (GH_IS_ROOT_DIALOG (self));

  if (self->updating)
    return;
  if (gtk_switch_get_active (self->every_server))
    {
      gh_root_set_servers (self->root, NULL);
      return;
    }
  /* Nobody loses the folder by the switch alone: those that are there stay told. */
  ids = g_strv_builder_new ();
  for (guint i = 0; i < g_list_model_get_n_items (servers); i++)
    {
      g_autoptr(GhServer) server = g_list_model_get_item (servers, i);

      g_strv_builder_add (ids, gh_server_get_id (server));
    }
  told = g_strv_builder_end (ids);
  gh_root_set_servers (self->root, (const char * const *) told);
}

static void
include_clicked_cb (GtkButton *button,
                    GFile     *folder)
{
  GhRootDialog *self = GH_ROOT_DIALOG (gtk_widget_get_root (GTK_WIDGET (button)));

  gh_root_include (self->root, folder);
}

static GtkWidget *
make_excluded_row (gpointer item,
                   gpointer user_data)
{
  GhRootDialog *self = user_data;
  AdwActionRow *row = ADW_ACTION_ROW (adw_action_row_new ());
  GtkWidget *include = gtk_button_new_from_icon_name ("list-remove-symbolic");
  g_autofree char *bytes = g_file_get_relative_path (gh_root_get_file (self->root), item);
  g_autofree char *path = bytes != NULL ? gh_plain_text_dup_path (bytes) : gh_text_dup_path (item);
  /* Translators: %s is a folder that was left out until now. */
  g_autofree char *label = g_strdup_printf (_("Include %s Again"), path);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), path);
  gtk_widget_set_valign (include, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (include, "flat");
  gtk_widget_set_tooltip_text (include, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (include), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_signal_connect_object (include, "clicked", G_CALLBACK (include_clicked_cb), item, 0);
  adw_action_row_add_suffix (row, include);
  return GTK_WIDGET (row);
}

static void
told_toggled_cb (GtkCheckButton *check,
                 GhServer       *server)
{
  GhRootDialog *self = GH_ROOT_DIALOG (gtk_widget_get_root (GTK_WIDGET (check)));
  const char * const *told = gh_root_get_servers (self->root);
  g_autoptr(GStrvBuilder) ids = NULL;
  g_auto(GStrv) changed = NULL;

  if (told == NULL
      || gtk_check_button_get_active (check) == gh_root_is_told_to (self->root,
                                                                    gh_server_get_id (server)))
    return;
  ids = g_strv_builder_new ();
  for (gsize i = 0; told[i] != NULL; i++)
    if (!g_str_equal (told[i], gh_server_get_id (server)))
      g_strv_builder_add (ids, told[i]);
  if (gtk_check_button_get_active (check))
    g_strv_builder_add (ids, gh_server_get_id (server));
  changed = g_strv_builder_end (ids);
  gh_root_set_servers (self->root, (const char * const *) changed);
}

static gboolean
servers_to_told (GBinding     *binding,
                 const GValue *servers,
                 GValue       *told,
                 gpointer      user_data)
{
  g_autoptr(GhRoot) root = GH_ROOT (g_binding_dup_source (binding));

  g_value_set_boolean (told, gh_root_is_told_to (root, gh_server_get_id (user_data)));
  return TRUE;
}

static GtkWidget *
make_server_row (gpointer item,
                 gpointer user_data)
{
  GhRootDialog *self = user_data;
  GhServer *server = item;
  AdwActionRow *row = ADW_ACTION_ROW (adw_action_row_new ());
  GtkWidget *check = gtk_check_button_new ();
  g_autofree char *name = gh_text_dup_server_name (server);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  g_object_bind_property_full (self->root, "servers", check, "active", G_BINDING_SYNC_CREATE,
                               servers_to_told, NULL, g_object_ref (server), g_object_unref);
  g_signal_connect_object (check, "toggled", G_CALLBACK (told_toggled_cb), server, 0);
  adw_action_row_add_prefix (row, check);
  adw_action_row_set_activatable_widget (row, check);
  return GTK_WIDGET (row);
}

static void
gh_root_dialog_dispose (GObject *object)
{
  GhRootDialog *self = GH_ROOT_DIALOG (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->root);
  g_clear_object (&self->host);

  G_OBJECT_CLASS (gh_root_dialog_parent_class)->dispose (object);
}

static void
gh_root_dialog_class_init (GhRootDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_root_dialog_dispose;

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_DIALOG);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-root-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, GhRootDialog, toasts);
  gtk_widget_class_bind_template_child (widget_class, GhRootDialog, name_row);
  gtk_widget_class_bind_template_child (widget_class, GhRootDialog, place_row);
  gtk_widget_class_bind_template_child (widget_class, GhRootDialog, excluded);
  gtk_widget_class_bind_template_child (widget_class, GhRootDialog, every_server);
  gtk_widget_class_bind_template_child (widget_class, GhRootDialog, servers);
  gtk_widget_class_bind_template_callback (widget_class, name_applied_cb);
  gtk_widget_class_bind_template_callback (widget_class, open_cb);
  gtk_widget_class_bind_template_callback (widget_class, exclude_cb);
  gtk_widget_class_bind_template_callback (widget_class, every_server_cb);

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
gh_root_dialog_init (GhRootDialog *self)
{
  self->cancellable = g_cancellable_new ();
  self->updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
}

GhRootDialog *
gh_root_dialog_new (GhHost *host,
                    GhRoot *root)
{
  GhRootDialog *self;
  g_autofree char *path = NULL;

  g_return_val_if_fail (GH_IS_HOST (host), NULL);
  g_return_val_if_fail (GH_IS_ROOT (root), NULL);

  self = g_object_new (GH_TYPE_ROOT_DIALOG, NULL);
  self->host = g_object_ref (host);
  self->root = g_object_ref (root);

  path = gh_text_dup_path (gh_root_get_file (root));
  adw_action_row_set_subtitle (self->place_row, path);
  update_name (self);
  update_servers (self);
  gtk_list_box_bind_model (self->excluded, gh_root_list_excluded (root), make_excluded_row, self,
                           NULL);
  gtk_list_box_bind_model (self->servers, G_LIST_MODEL (gh_host_get_servers (host)),
                           make_server_row, self, NULL);
  g_signal_connect_object (root, "notify::name", G_CALLBACK (update_name), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (root, "notify::servers", G_CALLBACK (update_servers), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gh_host_get_roots (host), "items-changed",
                           G_CALLBACK (roots_changed_cb), self, G_CONNECT_SWAPPED);
  return self;
}

void
gh_root_dialog_edit_name (GhRootDialog *self)
{
  g_return_if_fail (GH_IS_ROOT_DIALOG (self));

  gh_ui_focus_when_shown (GTK_WINDOW (self), GTK_WIDGET (self->name_row));
  gtk_editable_select_region (self->name_row, 0, -1);
}
