/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The button at the start of a page's header bar that shows the sidebar where it lies over the
 * page. */
#include "config.h"

#include "gh-sidebar-button.h"

#include <glib/gi18n.h>

#include "gh-window.h"

struct _GhSidebarButton
{
  AdwBin     parent_instance;

  GhWindow  *window;       /* borrowed while rooted, or NULL */
  GtkWidget *toggle;       /* borrowed from the tree */
  gulong     collapsed_id;
};

G_DEFINE_TYPE (GhSidebarButton, gh_sidebar_button, ADW_TYPE_BIN)

static void
collapsed_cb (GhSidebarButton *self)
{
  gboolean collapsed = gh_window_get_collapsed (self->window);
  GtkWidget *header = gtk_widget_get_ancestor (GTK_WIDGET (self), ADW_TYPE_HEADER_BAR);

  gtk_widget_set_visible (self->toggle, collapsed);
  if (header != NULL)
    adw_header_bar_set_show_start_title_buttons (ADW_HEADER_BAR (header), collapsed);
}

static void
gh_sidebar_button_root (GtkWidget *widget)
{
  GhSidebarButton *self = GH_SIDEBAR_BUTTON (widget);
  GtkRoot *root;

  GTK_WIDGET_CLASS (gh_sidebar_button_parent_class)->root (widget);

  root = gtk_widget_get_root (widget);
  if (!GH_IS_WINDOW (root))
    return;
  self->window = GH_WINDOW (root);
  self->collapsed_id = g_signal_connect_object (self->window, "notify::collapsed",
                                                G_CALLBACK (collapsed_cb), self, G_CONNECT_SWAPPED);
  collapsed_cb (self);
}

static void
gh_sidebar_button_unroot (GtkWidget *widget)
{
  GhSidebarButton *self = GH_SIDEBAR_BUTTON (widget);

  if (self->window != NULL)
    g_clear_signal_handler (&self->collapsed_id, self->window);
  self->window = NULL;

  GTK_WIDGET_CLASS (gh_sidebar_button_parent_class)->unroot (widget);
}

static void
gh_sidebar_button_class_init (GhSidebarButtonClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->root = gh_sidebar_button_root;
  widget_class->unroot = gh_sidebar_button_unroot;
}

static void
gh_sidebar_button_init (GhSidebarButton *self)
{
  self->toggle = gtk_toggle_button_new ();
  gtk_button_set_icon_name (GTK_BUTTON (self->toggle), "sidebar-show-symbolic");
  gtk_widget_set_tooltip_text (self->toggle, _("Show Folders and Servers"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->toggle),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("Show Folders and Servers"),
                                  -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->toggle), "win.show-sidebar");
  gtk_widget_set_visible (self->toggle, FALSE);
  adw_bin_set_child (ADW_BIN (self), self->toggle);
}
