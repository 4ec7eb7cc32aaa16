/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The preferences: which models there are. */
#include "config.h"

#include "gh-preferences-dialog.h"

#include <glib/gi18n.h>

#include "gh-compat-alert.h"
#include "gh-history-settings.h"
#include "gh-masking-settings.h"
#include "gh-model-chooser.h"
#include "gh-provider-dialog.h"
#include "gh-provider-row.h"
#include "gh-review-words.h"
#include "gh-server-models-row.h"
#include "gh-ui.h"

struct _GhPreferencesDialog
{
  AdwWindow       parent_instance;

  /* Owned */
  GhModelList    *models;
  GhSecretStore  *secrets;
  GSettings      *settings; /* or NULL: not installed */
  GhProvider     *removing; /* while it is asked about */
  GListModel     *servers;  /* of GhServer; NULL: not told */

  /* Template */
  GtkListBox     *providers_list;
  GtkWidget      *none_label;
  GtkWidget      *found_group;
  GtkListBox     *found_list;
  GtkWidget      *default_group;
  AdwActionRow   *default_row;
  GtkWidget      *clear_button;
  GhModelChooser *chooser;
  GhHistorySettings *history;
  GhMaskingSettings *masking;
  GtkWidget      *window_group;
  AdwComboRow    *closed_row;
  GtkWidget      *servers_group;
  GtkListBox     *servers_list;
};

/* In the order of the row's choices. */
static const char * const closed_choices[] = { "ask", "keep", "quit", NULL };

G_DEFINE_FINAL_TYPE (GhPreferencesDialog, gh_preferences_dialog, ADW_TYPE_WINDOW)

static void
update (GhPreferencesDialog *self)
{
  guint n = g_list_model_get_n_items (gh_model_list_list_providers (self->models));
  guint n_found = g_list_model_get_n_items (gh_model_list_list_found (self->models));
  guint n_models = g_list_model_get_n_items (gh_model_list_list_models (self->models));
  GhModel *model = gh_model_list_get_default (self->models);

  gtk_widget_set_visible (GTK_WIDGET (self->providers_list), n > 0);
  gtk_widget_set_visible (self->none_label, n == 0);
  gtk_widget_set_visible (self->found_group, n_found > 0);
  gtk_widget_set_visible (self->default_group, n_models > 0 || model != NULL);
  gtk_widget_set_visible (self->clear_button, model != NULL);
  gtk_widget_set_visible (self->servers_group,
                          self->servers != NULL && g_list_model_get_n_items (self->servers) > 0);
  gh_model_chooser_set_selected (self->chooser, model);
  if (model != NULL)
    {
      g_autofree char *words = gh_words_model_through (model);

      adw_action_row_set_subtitle (self->default_row, words);
    }
  else
    {
      adw_action_row_set_subtitle (self->default_row,
                                   _("None: a request that names no model of yours gets one of "
                                     "the most private"));
    }
}

static void
show_provider_dialog (GhPreferencesDialog *self,
                      GhProvider          *provider)
{
  gtk_window_present (GTK_WINDOW (gh_provider_dialog_new (GTK_WINDOW (self), self->models,
                                                          self->secrets, provider)));
}

static void
add_clicked_cb (GhPreferencesDialog *self)
{
  g_assert (GH_IS_PREFERENCES_DIALOG (self));

  show_provider_dialog (self, NULL);
}

static void
edit_cb (GhProviderRow       *row,
         GhPreferencesDialog *self)
{
  show_provider_dialog (self, gh_provider_row_get_item (row));
}

static void
use_cb (GhProviderRow       *row,
        GhPreferencesDialog *self)
{
  g_autoptr(GhProvider) found = g_object_ref (gh_provider_row_get_item (row));

  gh_model_list_add_provider_of_kind (self->models, gh_provider_get_kind (found),
                                      gh_provider_get_name (found),
                                      gh_provider_get_base_url (found), NULL,
                                      gh_provider_get_lane (found));
}

static void
remove_answered_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  GhPreferencesDialog *self = GH_PREFERENCES_DIALOG (source);
  g_autofree char *answer = gh_compat_alert_choose_finish (GTK_WINDOW (source), result);
  g_autoptr(GhProvider) provider = g_steal_pointer (&self->removing);

  if (g_strcmp0 (answer, "remove") == 0 && self->models != NULL && provider != NULL)
    gh_model_list_remove_provider (self->models, provider);
}

static void
remove_cb (GhProviderRow       *row,
           GhPreferencesDialog *self)
{
  const GhCompatAlertResponse responses[] = {
    { "cancel", _("_Cancel"), GH_COMPAT_ALERT_PLAIN },
    { "remove", _("_Remove"), GH_COMPAT_ALERT_DESTRUCTIVE },
  };
  g_autofree char *name = gh_words_name (gh_provider_get_name (gh_provider_row_get_item (row)));
  g_autofree char *heading = NULL;

  if (self->removing != NULL)
    return;
  self->removing = g_object_ref (gh_provider_row_get_item (row));
  /* Translators: a model endpoint's name is filled in. */
  heading = g_strdup_printf (_("Remove %s?"), name);
  gh_compat_alert_choose_async (GTK_WINDOW (self), heading,
                                _("Its address and its key are forgotten. The models themselves "
                                  "stay where they are."),
                                responses, G_N_ELEMENTS (responses), NULL, remove_answered_cb,
                                NULL);
}

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  GtkWidget *row = gh_provider_row_new (item, FALSE);

  g_signal_connect_object (row, "edit", G_CALLBACK (edit_cb), user_data, 0);
  g_signal_connect_object (row, "remove", G_CALLBACK (remove_cb), user_data, 0);
  return row;
}

static GtkWidget *
create_found_row (gpointer item,
                  gpointer user_data)
{
  GtkWidget *row = gh_provider_row_new (item, TRUE);

  g_signal_connect_object (row, "use", G_CALLBACK (use_cb), user_data, 0);
  return row;
}

static GtkWidget *
create_server_row (gpointer item,
                   gpointer user_data)
{
  GhPreferencesDialog *self = user_data;

  return gh_server_models_row_new (self->models, item);
}

static void
default_chosen_cb (GhPreferencesDialog *self,
                   GhModel             *model)
{
  g_assert (GH_IS_PREFERENCES_DIALOG (self));

  gh_model_list_set_default (self->models, model);
}

static void
clear_clicked_cb (GhPreferencesDialog *self)
{
  g_assert (GH_IS_PREFERENCES_DIALOG (self));

  gh_model_list_set_default (self->models, NULL);
}

/* --- the window --- */

static void
closed_selected_cb (GhPreferencesDialog *self)
{
  guint selected = adw_combo_row_get_selected (self->closed_row);

  g_assert (GH_IS_PREFERENCES_DIALOG (self));

  if (self->settings != NULL && selected < g_strv_length ((char **) closed_choices))
    g_settings_set_string (self->settings, "when-closed", closed_choices[selected]);
}

/* The answer to a question, while these are open, changes it as well. */
static void
closed_changed_cb (GhPreferencesDialog *self)
{
  g_autofree char *choice = g_settings_get_string (self->settings, "when-closed");

  for (guint i = 0; closed_choices[i] != NULL; i++)
    if (g_str_equal (closed_choices[i], choice))
      adw_combo_row_set_selected (self->closed_row, i);
}

static void
gh_preferences_dialog_dispose (GObject *object)
{
  GhPreferencesDialog *self = GH_PREFERENCES_DIALOG (object);

  g_clear_object (&self->models);
  g_clear_object (&self->secrets);
  g_clear_object (&self->removing);
  g_clear_object (&self->settings);
  g_clear_object (&self->servers);
  G_OBJECT_CLASS (gh_preferences_dialog_parent_class)->dispose (object);
}

static void
gh_preferences_dialog_class_init (GhPreferencesDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gh_preferences_dialog_dispose;

  g_type_ensure (GH_TYPE_HISTORY_SETTINGS);
  g_type_ensure (GH_TYPE_MASKING_SETTINGS);
  g_type_ensure (GH_TYPE_MODEL_CHOOSER);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_DIALOG);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-preferences-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, GhPreferencesDialog, providers_list);
  gtk_widget_class_bind_template_child (widget_class, GhPreferencesDialog, none_label);
  gtk_widget_class_bind_template_child (widget_class, GhPreferencesDialog, found_group);
  gtk_widget_class_bind_template_child (widget_class, GhPreferencesDialog, found_list);
  gtk_widget_class_bind_template_child (widget_class, GhPreferencesDialog, default_group);
  gtk_widget_class_bind_template_child (widget_class, GhPreferencesDialog, default_row);
  gtk_widget_class_bind_template_child (widget_class, GhPreferencesDialog, clear_button);
  gtk_widget_class_bind_template_child (widget_class, GhPreferencesDialog, chooser);
  gtk_widget_class_bind_template_child (widget_class, GhPreferencesDialog, history);
  gtk_widget_class_bind_template_child (widget_class, GhPreferencesDialog, masking);
  gtk_widget_class_bind_template_child (widget_class, GhPreferencesDialog, window_group);
  gtk_widget_class_bind_template_child (widget_class, GhPreferencesDialog, closed_row);
  gtk_widget_class_bind_template_callback (widget_class, closed_selected_cb);
  gtk_widget_class_bind_template_child (widget_class, GhPreferencesDialog, servers_group);
  gtk_widget_class_bind_template_child (widget_class, GhPreferencesDialog, servers_list);
  gtk_widget_class_bind_template_callback (widget_class, add_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, clear_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, default_chosen_cb);
}

static void
gh_preferences_dialog_init (GhPreferencesDialog *self)
{
  g_autoptr(GSettings) settings = gh_ui_dup_settings ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_visible (self->window_group, settings != NULL);
  if (settings == NULL)
    return;
  self->settings = g_steal_pointer (&settings);
  g_signal_connect_object (self->settings, "changed::when-closed", G_CALLBACK (closed_changed_cb),
                           self, G_CONNECT_SWAPPED);
  closed_changed_cb (self);
}

GtkWidget *
gh_preferences_dialog_new (GtkWindow     *parent,
                           GhModelList   *models,
                           GhSecretStore *secrets)
{
  GhPreferencesDialog *self;
  GListModel *lists[3];

  g_return_val_if_fail (parent == NULL || GTK_IS_WINDOW (parent), NULL);
  g_return_val_if_fail (GH_IS_MODEL_LIST (models), NULL);
  g_return_val_if_fail (GH_IS_SECRET_STORE (secrets), NULL);

  self = g_object_new (GH_TYPE_PREFERENCES_DIALOG, "transient-for", parent, NULL);
  /* So that the application knows it as its active window. */
  if (parent != NULL)
    gtk_window_set_application (GTK_WINDOW (self), gtk_window_get_application (parent));
  self->models = g_object_ref (models);
  self->secrets = g_object_ref (secrets);
  lists[0] = gh_model_list_list_providers (models);
  lists[1] = gh_model_list_list_found (models);
  lists[2] = gh_model_list_list_models (models);
  gtk_list_box_bind_model (self->providers_list, lists[0], create_row, self, NULL);
  gtk_list_box_bind_model (self->found_list, lists[1], create_found_row, self, NULL);
  gh_model_chooser_set_models (self->chooser, lists[2]);
  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    g_signal_connect_object (lists[i], "items-changed", G_CALLBACK (update), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (models, "notify::default-model", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  update (self);
  gh_model_list_discover (models);
  return GTK_WIDGET (self);
}

void
gh_preferences_dialog_set_servers (GhPreferencesDialog *self,
                                   GListModel          *servers)
{
  g_return_if_fail (GH_IS_PREFERENCES_DIALOG (self));
  g_return_if_fail (G_IS_LIST_MODEL (servers));
  g_return_if_fail (self->servers == NULL);

  self->servers = g_object_ref (servers);
  gtk_list_box_bind_model (self->servers_list, servers, create_server_row, self, NULL);
  g_signal_connect_object (servers, "items-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

void
gh_preferences_dialog_set_history (GhPreferencesDialog *self,
                                   GhHistory           *history)
{
  g_return_if_fail (GH_IS_PREFERENCES_DIALOG (self));
  g_return_if_fail (GH_IS_HISTORY (history));

  gh_history_settings_set_history (self->history, history);
  gtk_widget_set_visible (GTK_WIDGET (self->history), TRUE);
}

void
gh_preferences_dialog_set_masking (GhPreferencesDialog *self,
                                   GhMaskingPolicy     *masking)
{
  g_return_if_fail (GH_IS_PREFERENCES_DIALOG (self));
  g_return_if_fail (GH_IS_MASKING_POLICY (masking));

  gh_masking_settings_set_policy (self->masking, masking);
  gtk_widget_set_visible (GTK_WIDGET (self->masking), TRUE);
}
