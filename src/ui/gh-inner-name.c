/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Names for the controls that GTK's and libadwaita's widgets hold inside themselves: GTK 4.8 gives
 * them none, and a screen reader would read out the name of a type. */
#include "config.h"

#include "gh-inner-name.h"

#include <adwaita.h>
#include <glib/gi18n.h>

static GtkWidget *
find (GtkWidget  *root,
      GType       type,
      const char *icon_prefix)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found;

      if (g_type_is_a (G_OBJECT_TYPE (child), type) && gtk_widget_get_focusable (child) &&
          (icon_prefix == NULL ||
           g_str_has_prefix (gtk_button_get_icon_name (GTK_BUTTON (child)) ?: "", icon_prefix)))
        return child;
      found = find (child, type, icon_prefix);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
selected_cb (GtkDropDown *drop_down,
             GParamSpec  *pspec,
             gpointer     user_data)
{
  const char *name = user_data;
  GObject *item = gtk_drop_down_get_selected_item (drop_down);
  GtkWidget *button = find (GTK_WIDGET (drop_down), GTK_TYPE_TOGGLE_BUTTON, NULL);
  g_autofree char *text = NULL;

  if (button == NULL)
    return;
  if (item != NULL)
    /* Translators: what a screen reader says of a drop-down: its name, and what is chosen. */
    text = g_strdup_printf (_("%s: %s"), name,
                            gtk_string_object_get_string (GTK_STRING_OBJECT (item)));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, text != NULL ? text : name, -1);
}

static void
free_name_cb (gpointer  name,
              GClosure *closure)
{
  g_free (name);
}

void
gh_inner_name_drop_down (GtkDropDown *drop_down,
                         const char  *name)
{
  char *copy = g_strdup (name);

  g_signal_connect_data (drop_down, "notify::selected", G_CALLBACK (selected_cb), copy,
                         free_name_cb, 0);
  selected_cb (drop_down, NULL, copy);
}

static void
title_cb (AdwPreferencesRow *row)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  adw_preferences_row_get_title (row), -1);
}

void
gh_inner_name_expander (GtkWidget *row)
{
  g_return_if_fail (ADW_IS_EXPANDER_ROW (row));

  g_signal_connect (row, "notify::title", G_CALLBACK (title_cb), NULL);
  title_cb (ADW_PREFERENCES_ROW (row));
}

void
gh_inner_name_password (GtkWidget *row)
{
  GtkWidget *eye = find (row, GTK_TYPE_BUTTON, "view-");

  if (eye != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (eye), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    /* Translators: a button in the field for a key. */
                                    _("Show or Hide the Key"), -1);
}
