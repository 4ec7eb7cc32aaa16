/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A variable or a header that is being written: name, value behind dots, and a button that takes
 * it out. */
#include "config.h"

#include "gh-variable-entry-row.h"

#include <glib/gi18n.h>

#include <string.h>

#include "gh-ui.h"

struct _GhVariableEntryRow
{
  AdwPreferencesRow parent_instance;

  GhVariableKind kind;

  /* template */
  GtkEditable *name;
  GtkEditable *value;
  GtkWidget *remove;
  GtkLabel *problem;
};

G_DEFINE_FINAL_TYPE (GhVariableEntryRow, gh_variable_entry_row, ADW_TYPE_PREFERENCES_ROW)

enum
{
  CHANGED,
  REMOVED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static gboolean
is_name (const char *name)
{
  if (!g_ascii_isalpha (*name) && *name != '_')
    return FALSE;
  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_')
      return FALSE;
  return TRUE;
}

/* A token of HTTP, RFC 9110. */
static gboolean
is_header_name (const char *name)
{
  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && strchr ("!#$%&'*+-.^_`|~", *p) == NULL)
      return FALSE;
  return *name != '\0';
}

/* It is one line of a request. */
static gboolean
is_header_value (const char *value)
{
  for (const char *p = value; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p) && *p != '\t')
      return FALSE;
  return TRUE;
}

static void
changed_cb (GhVariableEntryRow *self)
{
  g_assert (GH_IS_VARIABLE_ENTRY_ROW (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_editable_get_text (self->name), -1);
  gtk_widget_set_visible (GTK_WIDGET (self->problem), FALSE);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
remove_cb (GhVariableEntryRow *self)
{
  g_assert (GH_IS_VARIABLE_ENTRY_ROW (self));

  g_signal_emit (self, signals[REMOVED], 0);
}

static gboolean
gh_variable_entry_row_focus (GtkWidget        *widget,
                             GtkDirectionType  direction)
{
  gboolean moved;

  if (gh_ui_leaves_row (widget, direction, &moved))
    return moved;
  return GTK_WIDGET_CLASS (gh_variable_entry_row_parent_class)->focus (widget, direction);
}

static gboolean
gh_variable_entry_row_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (GH_VARIABLE_ENTRY_ROW (widget)->name));
}

static void
gh_variable_entry_row_class_init (GhVariableEntryRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->focus = gh_variable_entry_row_focus;
  widget_class->grab_focus = gh_variable_entry_row_grab_focus;

  signals[CHANGED] = g_signal_new ("changed", GH_TYPE_VARIABLE_ENTRY_ROW, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  signals[REMOVED] = g_signal_new ("removed", GH_TYPE_VARIABLE_ENTRY_ROW, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-variable-entry-row.ui");
  gtk_widget_class_bind_template_child (widget_class, GhVariableEntryRow, name);
  gtk_widget_class_bind_template_child (widget_class, GhVariableEntryRow, value);
  gtk_widget_class_bind_template_child (widget_class, GhVariableEntryRow, remove);
  gtk_widget_class_bind_template_child (widget_class, GhVariableEntryRow, problem);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, remove_cb);
}

static void
gh_variable_entry_row_init (GhVariableEntryRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
name_for_accessibility (gpointer    widget,
                        const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
}

static void
show_words (GhVariableEntryRow *self)
{
  gboolean header = self->kind == GH_VARIABLE_HEADER;
  const char *remove = header ? _("Remove Header") : _("Remove Variable");

  name_for_accessibility (self, header ? _("New Header") : _("New Variable"));
  name_for_accessibility (self->name, header ? _("Name of the header")
                                             : _("Name of the variable"));
  name_for_accessibility (self->value, header ? _("Value of the header")
                                              : _("Value of the variable"));
  g_object_set (self->name, "placeholder-text", header ? _("Name") : _("NAME"), NULL);
  gtk_widget_set_tooltip_text (self->remove, remove);
  name_for_accessibility (self->remove, remove);
  gtk_label_set_text (self->problem, header
                      ? _("A header’s name has letters, digits and -, and its value is one line.")
                      : _("A name has letters, digits and _, and begins with no digit."));
}

GtkWidget *
gh_variable_entry_row_new (GhVariableKind  kind,
                           const char     *variable)
{
  GhVariableEntryRow *self = g_object_new (GH_TYPE_VARIABLE_ENTRY_ROW, NULL);
  g_autofree char *name = NULL;
  g_autofree char *value = NULL;

  g_return_val_if_fail (variable != NULL, NULL);

  self->kind = kind;
  show_words (self);
  if (*variable != '\0')
    {
      gh_variable_row_split (kind, variable, &name, &value);
      gtk_editable_set_text (self->name, name);
      gtk_editable_set_text (self->value, value);
    }
  return GTK_WIDGET (self);
}

char *
gh_variable_entry_row_dup_text (GhVariableEntryRow *self)
{
  gboolean header;
  const char *name;
  const char *value;

  g_return_val_if_fail (GH_IS_VARIABLE_ENTRY_ROW (self), NULL);

  header = self->kind == GH_VARIABLE_HEADER;
  name = gtk_editable_get_text (self->name);
  value = gtk_editable_get_text (self->value);
  if (*name == '\0' && *value == '\0')
    return g_strdup ("");
  if (header ? !is_header_name (name) || !is_header_value (value) : !is_name (name))
    {
      gtk_widget_set_visible (GTK_WIDGET (self->problem), TRUE);
      return NULL;
    }
  return g_strdup_printf (header ? "%s: %s" : "%s=%s", name, value);
}
