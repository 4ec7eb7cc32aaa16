/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A variable that a server is started with, or a header that it is sent: its name, and its value
 * behind dots. */
#include "config.h"

#include "gh-variable-row.h"

#include <glib/gi18n.h>
#include <string.h>

#include "gh-plain-text.h"

struct _GhVariableRow
{
  AdwActionRow parent_instance;

  char *value;       /* owned */
  GtkWidget *reveal; /* borrowed: inside the row */
};

G_DEFINE_FINAL_TYPE (GhVariableRow, gh_variable_row, ADW_TYPE_ACTION_ROW)

static void
show_value (GhVariableRow *self)
{
  gboolean shown = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->reveal));
  g_autofree char *exact = shown ? gh_plain_text_dup (self->value, G_MAXSIZE, GH_PLAIN_TEXT_EXACT)
    : NULL;

  /* Always as many dots: the length is part of the secret. */
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), shown ? exact : "••••••••");
}

static void
gh_variable_row_finalize (GObject *object)
{
  GhVariableRow *self = GH_VARIABLE_ROW (object);

  g_clear_pointer (&self->value, g_free);

  G_OBJECT_CLASS (gh_variable_row_parent_class)->finalize (object);
}

static void
gh_variable_row_class_init (GhVariableRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_variable_row_finalize;
}

static void
gh_variable_row_init (GhVariableRow *self)
{
  self->reveal = gtk_toggle_button_new ();
  gtk_button_set_icon_name (GTK_BUTTON (self->reveal), "view-reveal-symbolic");
  gtk_widget_set_tooltip_text (self->reveal, _("Show Value"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->reveal),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("Show Value"), -1);
  gtk_widget_set_valign (self->reveal, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (self->reveal, "flat");
  g_signal_connect_swapped (self->reveal, "notify::active", G_CALLBACK (show_value), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), self->reveal);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
}

void
gh_variable_row_split (GhVariableKind   kind,
                       const char      *variable,
                       char           **name,
                       char           **value)
{
  gsize length;

  g_return_if_fail (variable != NULL);

  length = strcspn (variable, kind == GH_VARIABLE_HEADER ? ":" : "=");
  *name = g_strndup (variable, length);
  *value = g_strdup (variable[length] != '\0' ? variable + length + 1 : "");
  if (kind == GH_VARIABLE_HEADER)
    g_strstrip (*value);
}

GtkWidget *
gh_variable_row_new (GhVariableKind  kind,
                     const char     *variable)
{
  GhVariableRow *self = g_object_new (GH_TYPE_VARIABLE_ROW, NULL);
  g_autofree char *name = NULL;
  g_autofree char *exact = NULL;

  gh_variable_row_split (kind, variable, &name, &self->value);
  exact = gh_plain_text_dup (name, G_MAXSIZE, GH_PLAIN_TEXT_EXACT);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), exact);
  show_value (self);
  return GTK_WIDGET (self);
}
