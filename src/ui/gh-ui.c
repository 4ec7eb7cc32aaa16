/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What must be there before the first widget: resources, and the types that .ui files name. */
#include "config.h"

#include "gh-ui.h"

#include "gh-compat-split-view.h"
#include "gh-history-page.h"
#include "gh-problem-banner.h"
#include "gh-requests-page.h"
#include "gh-rule-page.h"
#include "gh-shortcuts-resources.h"
#include "gh-sidebar-button.h"
#include "gh-sidebar.h"
#include "gh-ui-resources.h"
#include "gh-welcome-page.h"

void
gh_ui_init (void)
{
  /* Naming them keeps the linker from leaving them out of a program made of static libraries. */
  g_resources_register (gh_ui_get_resource ());
  g_resources_register (gh_shortcuts_get_resource ());

  g_type_ensure (GH_TYPE_COMPAT_SPLIT_VIEW);
  g_type_ensure (GH_TYPE_HISTORY_PAGE);
  g_type_ensure (GH_TYPE_PROBLEM_BANNER);
  g_type_ensure (GH_TYPE_REQUESTS_PAGE);
  g_type_ensure (GH_TYPE_RULE_PAGE);
  g_type_ensure (GH_TYPE_SIDEBAR);
  g_type_ensure (GH_TYPE_SIDEBAR_BUTTON);
  g_type_ensure (GH_TYPE_WELCOME_PAGE);
}

GSettings *
gh_ui_dup_settings (void)
{
  g_autoptr(GSettingsSchema) schema =
    g_settings_schema_source_lookup (g_settings_schema_source_get_default (), GH_APP_ID, TRUE);

  return schema != NULL ? g_settings_new (GH_APP_ID) : NULL;
}

void
gh_ui_present_above (GtkWindow *dialog,
                     GtkWindow *parent)
{
  g_return_if_fail (GTK_IS_WINDOW (dialog));
  g_return_if_fail (GTK_IS_WINDOW (parent));

  gtk_window_set_transient_for (dialog, parent);
  gtk_window_set_application (dialog, gtk_window_get_application (parent));
  gtk_window_present (dialog);
}

static void
map_cb (GtkWidget *window,
        GtkWidget *widget)
{
  g_signal_handlers_disconnect_by_func (window, map_cb, widget);
  gtk_widget_grab_focus (widget);
}

void
gh_ui_focus_when_shown (GtkWindow *window,
                        GtkWidget *widget)
{
  g_return_if_fail (GTK_IS_WINDOW (window));
  g_return_if_fail (GTK_IS_WIDGET (widget));

  /* GTK 4.8: a field that gets the keyboard in a window which was never shown makes the window
   * known to screen readers before it has a role, and it stays so. */
  if (gtk_widget_get_mapped (GTK_WIDGET (window)))
    gtk_widget_grab_focus (widget);
  else
    g_signal_connect_object (window, "map", G_CALLBACK (map_cb), widget, G_CONNECT_AFTER);
}

static void
unmap_cb (GtkWindow *window)
{
  GtkWindow *parent = gtk_window_get_transient_for (window);

  if (parent != NULL && gtk_widget_get_mapped (GTK_WIDGET (parent)))
    gtk_window_present (parent);
}

static void
toplevels_changed_cb (GListModel *toplevels,
                      guint       position,
                      guint       removed,
                      guint       added)
{
  for (guint i = 0; i < added; i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (toplevels, position + i);

      g_signal_connect (window, "unmap", G_CALLBACK (unmap_cb), NULL);
    }
}

void
gh_ui_return_keyboard (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  g_signal_connect (toplevels, "items-changed", G_CALLBACK (toplevels_changed_cb), NULL);
  toplevels_changed_cb (toplevels, 0, 0, g_list_model_get_n_items (toplevels));
}

gboolean
gh_ui_leaves_list (GtkWidget        *list,
                   GtkDirectionType  direction)
{
  GtkRoot *root = gtk_widget_get_root (list);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, list)
         && (direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD);
}

gboolean
gh_ui_leaves_row (GtkWidget        *row,
                  GtkDirectionType  direction,
                  gboolean         *moved)
{
  if (direction != GTK_DIR_TAB_BACKWARD || gtk_widget_get_focus_child (row) == NULL)
    return FALSE;
  *moved = gtk_widget_child_focus (gtk_widget_get_focus_child (row), direction);
  return TRUE;
}

gboolean
gh_ui_is_active (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (toplevels, i);

      if (gtk_window_is_active (window))
        return TRUE;
    }
  return FALSE;
}
