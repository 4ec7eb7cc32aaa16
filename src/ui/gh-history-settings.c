/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The preferences of the history: whether it is kept, and for how long. */
#include "config.h"

#include "gh-history-settings.h"

#include <glib/gi18n.h>

#include "gh-ui.h"

struct _GhHistorySettings
{
  AdwPreferencesGroup parent_instance;

  GhHistory *history; /* owned, or NULL */

  /* template */
  GtkSwitch *keep;
  AdwActionRow *days_row;
  GtkSpinButton *days;
};

G_DEFINE_FINAL_TYPE (GhHistorySettings, gh_history_settings, ADW_TYPE_PREFERENCES_GROUP)

static void
days_changed_cb (GhHistorySettings *self)
{
  int days = gtk_spin_button_get_value_as_int (self->days);
  g_autofree char *words = NULL;

  g_assert (GH_IS_HISTORY_SETTINGS (self));

  words = days == 0
    ? g_strdup (_("Entries are kept until you delete them."))
    : g_strdup_printf (ngettext ("Older entries are deleted after %d day.",
                                 "Older entries are deleted after %d days.", days), days);
  adw_action_row_set_subtitle (self->days_row, words);
}

/* When the person is done, not while a number is being typed: 3 is on the way to 365. */
static void
take_days (GhHistorySettings *self)
{
  if (self->history != NULL)
    gh_history_set_days (self->history, gtk_spin_button_get_value_as_int (self->days));
}

static void
gh_history_settings_unroot (GtkWidget *widget)
{
  take_days (GH_HISTORY_SETTINGS (widget));

  GTK_WIDGET_CLASS (gh_history_settings_parent_class)->unroot (widget);
}

static void
gh_history_settings_dispose (GObject *object)
{
  GhHistorySettings *self = GH_HISTORY_SETTINGS (object);

  g_clear_object (&self->history);

  G_OBJECT_CLASS (gh_history_settings_parent_class)->dispose (object);
}

static void
gh_history_settings_class_init (GhHistorySettingsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gh_history_settings_dispose;
  widget_class->unroot = gh_history_settings_unroot;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-history-settings.ui");
  gtk_widget_class_bind_template_child (widget_class, GhHistorySettings, keep);
  gtk_widget_class_bind_template_child (widget_class, GhHistorySettings, days_row);
  gtk_widget_class_bind_template_child (widget_class, GhHistorySettings, days);
  gtk_widget_class_bind_template_callback (widget_class, days_changed_cb);
}

static void
gh_history_settings_init (GhHistorySettings *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
gh_history_settings_set_history (GhHistorySettings *self,
                                 GhHistory         *history)
{
  g_return_if_fail (GH_IS_HISTORY_SETTINGS (self));
  g_return_if_fail (GH_IS_HISTORY (history));
  g_return_if_fail (self->history == NULL);

  gtk_spin_button_set_value (self->days, gh_history_get_days (history));
  days_changed_cb (self);
  self->history = g_object_ref (history);
  g_object_bind_property (history, "keep", self->keep, "active",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
}
