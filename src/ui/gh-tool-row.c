/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One tool in the list of a server's tools. */
#include "config.h"

#include "gh-tool-row.h"

#include <glib/gi18n.h>

#include "gh-plain-text.h"

#define MAX_TITLE 100

struct _GhToolRow
{
  GtkWidget parent_instance;

  GhTool *item; /* owned, or NULL */

  /* template */
  GtkWidget *box;
  GtkLabel *title;
  GtkLabel *name;
  GtkWidget *changes;
  GtkWidget *texts;
  GtkWidget *left_out;
};

G_DEFINE_FINAL_TYPE (GhToolRow, gh_tool_row, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_ITEM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* The widget a screen reader stops at is the list's own, around this one. */
static void
name_for_accessibility (GhToolRow *self)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self));
  g_autofree char *name = NULL;

  if (parent == NULL || self->item == NULL)
    return;
  if (gh_tool_get_left_out (self->item) != NULL)
    /* Translators: %s is the name of a tool. */
    name = g_strdup_printf (_("%s, cannot be called"), gtk_label_get_text (self->title));
  else if (!gh_tool_get_read_only (self->item))
    /* Translators: %s is the name of a tool. */
    name = g_strdup_printf (_("%s, may change things"), gtk_label_get_text (self->title));
  else
    name = g_strdup (gtk_label_get_text (self->title));
  gtk_accessible_update_property (GTK_ACCESSIBLE (parent), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
set_item (GhToolRow *self,
          GhTool    *item)
{
  g_autofree char *title = NULL;
  g_autofree char *name = NULL;
  gboolean left_out;

  if (!g_set_object (&self->item, item))
    return;
  if (item != NULL)
    {
      title = gh_plain_text_dup (gh_tool_get_title (item), MAX_TITLE, GH_PLAIN_TEXT_ONE_LINE);
      name = gh_plain_text_dup (gh_tool_get_name (item), MAX_TITLE, GH_PLAIN_TEXT_ONE_LINE);
    }
  gtk_label_set_text (self->title, title != NULL ? title : "");
  gtk_label_set_text (self->name, name != NULL ? name : "");
  left_out = item != NULL && gh_tool_get_left_out (item) != NULL;
  gtk_widget_set_visible (self->changes, item != NULL && !left_out
                                           && !gh_tool_get_read_only (item));
  gtk_widget_set_visible (self->left_out, left_out);
  gtk_widget_set_sensitive (self->texts, !left_out);
  name_for_accessibility (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ITEM]);
}

static void
gh_tool_row_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (gh_tool_row_parent_class)->root (widget);

  name_for_accessibility (GH_TOOL_ROW (widget));
}

static void
gh_tool_row_dispose (GObject *object)
{
  GhToolRow *self = GH_TOOL_ROW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->item);

  G_OBJECT_CLASS (gh_tool_row_parent_class)->dispose (object);
}

static void
gh_tool_row_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_ITEM:
      g_value_set_object (value, GH_TOOL_ROW (object)->item);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_tool_row_set_property (GObject      *object,
                          guint         prop_id,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_ITEM:
      set_item (GH_TOOL_ROW (object), g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_tool_row_class_init (GhToolRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_tool_row_dispose;
  object_class->get_property = gh_tool_row_get_property;
  object_class->set_property = gh_tool_row_set_property;
  widget_class->root = gh_tool_row_root;

  properties[PROP_ITEM] = g_param_spec_object ("item", NULL, NULL, GH_TYPE_TOOL,
                                               G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                               G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/gatehouse/Gatehouse/gh-tool-row.ui");
  gtk_widget_class_bind_template_child (widget_class, GhToolRow, box);
  gtk_widget_class_bind_template_child (widget_class, GhToolRow, title);
  gtk_widget_class_bind_template_child (widget_class, GhToolRow, name);
  gtk_widget_class_bind_template_child (widget_class, GhToolRow, changes);
  gtk_widget_class_bind_template_child (widget_class, GhToolRow, texts);
  gtk_widget_class_bind_template_child (widget_class, GhToolRow, left_out);
}

static void
gh_tool_row_init (GhToolRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
