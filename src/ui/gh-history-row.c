/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One entry of the history in the list, below its day when it is the first of it. */
#include "config.h"

#include "gh-history-row.h"

#include <glib/gi18n.h>

#include "gh-history-words.h"
#include "gh-text.h"
#include "gh-ui.h"

struct _GhHistoryRow
{
  GtkWidget parent_instance;

  /* owned, or NULL */
  GhHistoryEntry *item;
  GSignalGroup *item_signals;

  /* template */
  GtkWidget *box;
  GtkLabel *day;
  GtkImage *icon;
  GtkLabel *title;
  GtkLabel *where;
  GtkLabel *time;
};

G_DEFINE_FINAL_TYPE (GhHistoryRow, gh_history_row, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_ITEM,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
show_day (GhHistoryRow *self)
{
  gboolean first = self->item != NULL && gh_history_entry_get_day_first (self->item);
  g_autofree char *day = NULL;

  if (first)
    {
      day = gh_history_words_day (gh_history_entry_get_facts (self->item)->time);
      gtk_label_set_text (self->day, day);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->day), first);
}

static void
name_for_accessibility (GhHistoryRow *self)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self));
  const GhHistoryFacts *facts;
  g_autofree char *name = NULL;

  if (parent == NULL || self->item == NULL)
    return;
  facts = gh_history_entry_get_facts (self->item);
  /* Translators: a row of the history: what it was about, what became of it, where it came from,
   * and the time of day. */
  name = g_strdup_printf (_("%s, %s, %s, %s"), gtk_label_get_text (self->title),
                          gh_history_words_state (facts), gtk_label_get_text (self->where),
                          gtk_label_get_text (self->time));
  gtk_accessible_update_property (GTK_ACCESSIBLE (parent), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
}

static void
show_item (GhHistoryRow *self)
{
  const GhHistoryFacts *facts = gh_history_entry_get_facts (self->item);
  g_autofree char *title = gh_history_words_title (facts);
  g_autofree char *where = gh_history_words_where (facts);
  /* Translators: a time of day, see g_date_time_format(). */
  g_autofree char *time = gh_text_dup_time (facts->time, _("%H:%M"));
  const char *state = gh_history_words_state (facts);

  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->where, where);
  gtk_label_set_text (self->time, time);
  gtk_image_set_from_icon_name (self->icon, gh_history_words_icon (facts->outcome));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->icon), state);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->icon), GTK_ACCESSIBLE_PROPERTY_LABEL, state,
                                  -1);
}

static void
set_item (GhHistoryRow   *self,
          GhHistoryEntry *item)
{
  if (!g_set_object (&self->item, item))
    return;
  g_signal_group_set_target (self->item_signals, item);
  if (item != NULL)
    show_item (self);
  show_day (self);
  name_for_accessibility (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ITEM]);
}

static void
gh_history_row_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (gh_history_row_parent_class)->root (widget);

  name_for_accessibility (GH_HISTORY_ROW (widget));
}

static void
gh_history_row_dispose (GObject *object)
{
  GhHistoryRow *self = GH_HISTORY_ROW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->item_signals);
  g_clear_object (&self->item);

  G_OBJECT_CLASS (gh_history_row_parent_class)->dispose (object);
}

static void
gh_history_row_get_property (GObject    *object,
                             guint       prop_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_ITEM:
      g_value_set_object (value, GH_HISTORY_ROW (object)->item);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_history_row_set_property (GObject      *object,
                             guint         prop_id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  switch (prop_id)
    {
    case PROP_ITEM:
      set_item (GH_HISTORY_ROW (object), g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_history_row_class_init (GhHistoryRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_history_row_dispose;
  object_class->get_property = gh_history_row_get_property;
  object_class->set_property = gh_history_row_set_property;
  widget_class->root = gh_history_row_root;

  properties[PROP_ITEM] = g_param_spec_object ("item", NULL, NULL, GH_TYPE_HISTORY_ENTRY,
                                               G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                               G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-history-row.ui");
  gtk_widget_class_bind_template_child (widget_class, GhHistoryRow, box);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryRow, day);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryRow, icon);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryRow, title);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryRow, where);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryRow, time);
}

static void
gh_history_row_init (GhHistoryRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->item_signals = g_signal_group_new (GH_TYPE_HISTORY_ENTRY);
  g_signal_group_connect_swapped (self->item_signals, "notify::day-first", G_CALLBACK (show_day),
                                  self);
}
