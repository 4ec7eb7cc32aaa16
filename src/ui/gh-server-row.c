/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A server in the sidebar. */
#include "config.h"

#include "gh-server-row.h"

#include <glib/gi18n.h>

#include "gh-row-menu.h"
#include "gh-text.h"
#include "gh-ui.h"
#include "gh-window.h"

struct _GhServerRow
{
  GtkListBoxRow  parent_instance;

  GhServer      *item;

  GMenuModel    *menu;
  GtkStack      *icons;
  GtkImage      *icon;
  GtkSpinner    *spinner;
  GtkLabel      *title;
  GtkLabel      *subtitle;
};

G_DEFINE_TYPE (GhServerRow, gh_server_row, GTK_TYPE_LIST_BOX_ROW)

enum
{
  PROP_0,
  PROP_ITEM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* Shape, words and colour: none of them alone. */
static void
update_icon (GhServerRow *self)
{
  static const struct
  {
    GhServerState  state;
    const char    *icon_name; /* NULL: a spinner */
    const char    *css_class;
  } table[] = {
    { GH_SERVER_STOPPED, "radio-symbolic", "gh-dim" },
    { GH_SERVER_STARTING, NULL, NULL },
    { GH_SERVER_RUNNING, "gatehouse-running-symbolic", "success" },
    { GH_SERVER_STOPPING, NULL, NULL },
    { GH_SERVER_FAILED, "dialog-error-symbolic", "error" },
  };
  GhServerState state = gh_server_get_state (self->item);

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    {
      gboolean current = table[i].state == state;

      if (table[i].css_class != NULL && current)
        gtk_widget_add_css_class (GTK_WIDGET (self->icon), table[i].css_class);
      else if (table[i].css_class != NULL)
        gtk_widget_remove_css_class (GTK_WIDGET (self->icon), table[i].css_class);
      if (!current)
        continue;
      if (table[i].icon_name != NULL)
        gtk_image_set_from_icon_name (self->icon, table[i].icon_name);
      gtk_stack_set_visible_child_name (self->icons,
                                        table[i].icon_name != NULL ? "icon" : "spinner");
      gtk_spinner_set_spinning (self->spinner, table[i].icon_name == NULL);
    }
}

static void
update (GhServerRow *self)
{
  GhServerState state = gh_server_get_state (self->item);
  gboolean alive = state == GH_SERVER_STARTING || state == GH_SERVER_RUNNING;
  gboolean ended = state == GH_SERVER_STOPPED || state == GH_SERVER_FAILED;
  g_autofree char *words = gh_text_dup_server_state (self->item);
  g_autofree char *name = gh_text_dup_server_name (self->item);
  g_autofree char *label = NULL;

  gtk_label_set_label (self->title, name);
  gtk_label_set_label (self->subtitle, words);
  update_icon (self);

  /* Translators: what a screen reader says of a server: its name, "Connected". */
  label = g_strdup_printf (_("%s, %s"), name, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "server.start", ended);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "server.stop", alive);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "server.restart", alive);
}

static void
start_action (GtkWidget  *widget,
              const char *action_name,
              GVariant   *parameter)
{
  GhServerRow *self = GH_SERVER_ROW (widget);
  GhWindow *window = gh_window_of (widget);

  /* Without consent its page asks first. */
  if (gh_server_get_consented (self->item))
    gh_server_start (self->item);
  else if (window != NULL)
    gh_window_show_server (window, self->item);
}

static void
stop_action (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  gh_server_stop_async (GH_SERVER_ROW (widget)->item, NULL, NULL);
}

static void
restart_action (GtkWidget  *widget,
                const char *action_name,
                GVariant   *parameter)
{
  gh_server_restart (GH_SERVER_ROW (widget)->item);
}

static void
edit_action (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  GhWindow *window = gh_window_of (widget);

  if (window != NULL)
    gh_window_edit_server (window, GH_SERVER_ROW (widget)->item);
}

static void
remove_action (GtkWidget  *widget,
               const char *action_name,
               GVariant   *parameter)
{
  GhWindow *window = gh_window_of (widget);

  if (window != NULL)
    gh_window_remove_server (window, GH_SERVER_ROW (widget)->item);
}

static void
gh_server_row_constructed (GObject *object)
{
  GhServerRow *self = GH_SERVER_ROW (object);

  G_OBJECT_CLASS (gh_server_row_parent_class)->constructed (object);

  g_signal_connect_object (self->item, "notify", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

static void
gh_server_row_dispose (GObject *object)
{
  GhServerRow *self = GH_SERVER_ROW (object);

  g_clear_object (&self->item);

  G_OBJECT_CLASS (gh_server_row_parent_class)->dispose (object);
}

static void
gh_server_row_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  GhServerRow *self = GH_SERVER_ROW (object);

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
gh_server_row_set_property (GObject      *object,
                          guint         prop_id,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  GhServerRow *self = GH_SERVER_ROW (object);

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
gh_server_row_class_init (GhServerRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = gh_server_row_constructed;
  object_class->dispose = gh_server_row_dispose;
  object_class->get_property = gh_server_row_get_property;
  object_class->set_property = gh_server_row_set_property;

  properties[PROP_ITEM] =
    g_param_spec_object ("item", NULL, NULL, GH_TYPE_SERVER,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-server-row.ui");
  gtk_widget_class_bind_template_child (widget_class, GhServerRow, menu);
  gtk_widget_class_bind_template_child (widget_class, GhServerRow, icons);
  gtk_widget_class_bind_template_child (widget_class, GhServerRow, icon);
  gtk_widget_class_bind_template_child (widget_class, GhServerRow, spinner);
  gtk_widget_class_bind_template_child (widget_class, GhServerRow, title);
  gtk_widget_class_bind_template_child (widget_class, GhServerRow, subtitle);

  gtk_widget_class_install_action (widget_class, "server.start", NULL, start_action);
  gtk_widget_class_install_action (widget_class, "server.stop", NULL, stop_action);
  gtk_widget_class_install_action (widget_class, "server.restart", NULL, restart_action);
  gtk_widget_class_install_action (widget_class, "server.edit", NULL, edit_action);
  gtk_widget_class_install_action (widget_class, "server.remove", NULL, remove_action);
  /* The last one is what the menu shows. */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Delete, 0, "server.remove", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, 0, "server.remove", NULL);
}

static void
gh_server_row_init (GhServerRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gh_row_menu_attach (GTK_WIDGET (self), self->menu);
}

GtkWidget *
gh_server_row_new (GhServer *server)
{
  g_return_val_if_fail (GH_IS_SERVER (server), NULL);

  return g_object_new (GH_TYPE_SERVER_ROW, "item", server, NULL);
}

GhServer *
gh_server_row_get_item (GhServerRow *self)
{
  g_return_val_if_fail (GH_IS_SERVER_ROW (self), NULL);

  return self->item;
}
