/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A folder in the sidebar. */
#include "config.h"

#include "gh-root-row.h"

#include <glib/gi18n.h>

#include "gh-root-dialog.h"
#include "gh-row-menu.h"
#include "gh-text.h"
#include "gh-ui.h"
#include "gh-window.h"

struct _GhRootRow
{
  GtkListBoxRow  parent_instance;

  GhRoot        *item;

  GMenuModel    *menu;
  GtkImage      *icon;
  GtkLabel      *title;
  GtkLabel      *subtitle;
};

G_DEFINE_TYPE (GhRootRow, gh_root_row, GTK_TYPE_LIST_BOX_ROW)

enum
{
  PROP_0,
  PROP_ITEM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* "Without finance", "Without 3 folders", or NULL. */
static char *
dup_excluded (GhRoot *root)
{
  GListModel *excluded = gh_root_list_excluded (root);
  guint n = g_list_model_get_n_items (excluded);

  if (n == 0)
    return NULL;
  if (n == 1)
    {
      g_autoptr(GFile) folder = g_list_model_get_item (excluded, 0);
      g_autofree char *name = gh_text_dup_name (folder);

      /* Translators: of a folder, what servers are not told of; %s is a sub-folder's name. */
      return g_strdup_printf (_("Without %s"), name);
    }
  return g_strdup_printf (ngettext ("Without %u folder", "Without %u folders", n), n);
}

/* What sets this folder apart; where there is nothing, its place. */
static char *
dup_subtitle (GhRoot *root)
{
  g_autoptr(GPtrArray) facts = g_ptr_array_new_with_free_func (g_free);
  const char *state = gh_text_root_state (gh_root_get_state (root));
  const char * const *servers = gh_root_get_servers (root);
  char *excluded;

  if (state != NULL)
    return g_strdup (state);

  excluded = dup_excluded (root);
  if (excluded != NULL)
    g_ptr_array_add (facts, excluded);
  if (servers != NULL)
    {
      guint n = g_strv_length ((GStrv) servers);

      g_ptr_array_add (facts, n == 0
                       /* Translators: no server is told of this folder. */
                       ? g_strdup (_("For no server"))
                       : g_strdup_printf (ngettext ("For %u server", "For %u servers", n), n));
    }
  if (facts->len == 0)
    return gh_text_dup_path (gh_root_get_file (root));
  g_ptr_array_add (facts, NULL);
  return g_strjoinv (" · ", (GStrv) facts->pdata);
}

static void
update (GhRootRow *self)
{
  GhRootState state = gh_root_get_state (self->item);
  gboolean away = state != GH_ROOT_AVAILABLE && state != GH_ROOT_CHECKING;
  g_autofree char *subtitle = dup_subtitle (self->item);
  g_autofree char *path = gh_text_dup_path (gh_root_get_file (self->item));
  g_autofree char *name = gh_text_dup_root_name (self->item);
  g_autofree char *label = NULL;

  gtk_label_set_label (self->title, name);
  gtk_label_set_label (self->subtitle, subtitle);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), path);
  if (state == GH_ROOT_UNMOUNTED)
    gtk_image_set_from_icon_name (self->icon, "drive-removable-media-symbolic");
  else if (away)
    gtk_image_set_from_icon_name (self->icon, "dialog-warning-symbolic");
  else
    gtk_image_set_from_icon_name (self->icon, "folder-symbolic");
  if (away)
    gtk_widget_add_css_class (GTK_WIDGET (self), "gh-away");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "gh-away");

  if (away)
    /* Translators: what a screen reader says of a folder: its name, "Not mounted". */
    label = g_strdup_printf (_("%s, %s, not shared"), name, subtitle);
  else
    /* Translators: what a screen reader says of a folder: its name, its place. */
    label = g_strdup_printf (_("%s, %s"), name, subtitle);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "root.open", !away);
}

static void
settings_action (GtkWidget  *widget,
                 const char *action_name,
                 GVariant   *parameter)
{
  GhRootRow *self = GH_ROOT_ROW (widget);
  GhWindow *window = gh_window_of (widget);
  GhRootDialog *dialog;

  if (window == NULL)
    return;
  dialog = gh_root_dialog_new (gh_window_get_host (window), self->item);
  if (g_str_equal (action_name, "root.rename"))
    gh_root_dialog_edit_name (dialog);
  gh_ui_present_above (GTK_WINDOW (dialog), GTK_WINDOW (window));
}

static void
open_action (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  GhWindow *window = gh_window_of (widget);

  if (window != NULL)
    gh_window_open_folder (window, gh_root_get_file (GH_ROOT_ROW (widget)->item));
}

static void
copy_path_action (GtkWidget  *widget,
                  const char *action_name,
                  GVariant   *parameter)
{
  const char *path = g_file_peek_path (gh_root_get_file (GH_ROOT_ROW (widget)->item));
  g_autofree char *text = NULL;

  if (path == NULL)
    return;
  /* A name that is no valid text cannot be put on the clipboard as one. */
  text = g_utf8_validate (path, -1, NULL) ? g_strdup (path) : g_filename_to_uri (path, NULL, NULL);
  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
remove_action (GtkWidget  *widget,
               const char *action_name,
               GVariant   *parameter)
{
  GhWindow *window = gh_window_of (widget);
  GtkWidget *next = gtk_widget_get_next_sibling (widget);

  if (window == NULL)
    return;
  /* Else the keyboard would be on the first folder of all. */
  if (!GTK_IS_LIST_BOX_ROW (next))
    next = gtk_widget_get_prev_sibling (widget);
  if (gtk_widget_has_focus (widget) && GTK_IS_LIST_BOX_ROW (next))
    gtk_widget_grab_focus (next);
  gh_window_remove_root (window, GH_ROOT_ROW (widget)->item);
}

static void
gh_root_row_constructed (GObject *object)
{
  GhRootRow *self = GH_ROOT_ROW (object);

  G_OBJECT_CLASS (gh_root_row_parent_class)->constructed (object);

  g_signal_connect_object (self->item, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->item, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gh_root_list_excluded (self->item), "items-changed",
                           G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

static void
gh_root_row_dispose (GObject *object)
{
  GhRootRow *self = GH_ROOT_ROW (object);

  g_clear_object (&self->item);

  G_OBJECT_CLASS (gh_root_row_parent_class)->dispose (object);
}

static void
gh_root_row_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  GhRootRow *self = GH_ROOT_ROW (object);

  switch (prop_id)
    {
    case PROP_ITEM:
      g_value_set_object (value, self->item);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_root_row_set_property (GObject      *object,
                          guint         prop_id,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  GhRootRow *self = GH_ROOT_ROW (object);

  switch (prop_id)
    {
    case PROP_ITEM:
      self->item = g_value_dup_object (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_root_row_class_init (GhRootRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = gh_root_row_constructed;
  object_class->dispose = gh_root_row_dispose;
  object_class->get_property = gh_root_row_get_property;
  object_class->set_property = gh_root_row_set_property;

  properties[PROP_ITEM] =
    g_param_spec_object ("item", NULL, NULL, GH_TYPE_ROOT,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-root-row.ui");
  gtk_widget_class_bind_template_child (widget_class, GhRootRow, menu);
  gtk_widget_class_bind_template_child (widget_class, GhRootRow, icon);
  gtk_widget_class_bind_template_child (widget_class, GhRootRow, title);
  gtk_widget_class_bind_template_child (widget_class, GhRootRow, subtitle);

  gtk_widget_class_install_action (widget_class, "root.settings", NULL, settings_action);
  gtk_widget_class_install_action (widget_class, "root.rename", NULL, settings_action);
  gtk_widget_class_install_action (widget_class, "root.open", NULL, open_action);
  gtk_widget_class_install_action (widget_class, "root.copy-path", NULL, copy_path_action);
  gtk_widget_class_install_action (widget_class, "root.remove", NULL, remove_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F2, 0, "root.rename", NULL);
  /* The last one is what the menu shows. */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Delete, 0, "root.remove", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, 0, "root.remove", NULL);
}

static void
gh_root_row_init (GhRootRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gh_row_menu_attach (GTK_WIDGET (self), self->menu);
}

GtkWidget *
gh_root_row_new (GhRoot *root)
{
  g_return_val_if_fail (GH_IS_ROOT (root), NULL);

  return g_object_new (GH_TYPE_ROOT_ROW, "item", root, NULL);
}

GhRoot *
gh_root_row_get_item (GhRootRow *self)
{
  g_return_val_if_fail (GH_IS_ROOT_ROW (self), NULL);

  return self->item;
}
