/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The models for one server: its own, and how far its requests may go. */
#include "config.h"

#include "gh-server-models-row.h"

#include <glib/gi18n.h>

#include "gh-model-chooser.h"
#include "gh-review-words.h"
#include "gh-ui.h"

struct _GhServerModelsRow
{
  AdwExpanderRow  parent_instance;

  /* Owned */
  GhModelList    *models;
  GhServer       *server;

  gboolean        updating;

  /* Template */
  AdwActionRow   *model_row;
  GtkWidget      *clear_button;
  GhModelChooser *chooser;
  AdwComboRow    *lane_row;
};

G_DEFINE_FINAL_TYPE (GhServerModelsRow, gh_server_models_row, ADW_TYPE_EXPANDER_ROW)

static const char *
get_lane_words (int lane)
{
  switch (lane)
    {
    case GH_LANE_LOCAL:
      return _("Models on this computer");
    case GH_LANE_OWN:
      return _("Models on this computer and on servers of your own");
    case GH_LANE_CLOUD:
      return _("Every model");
    default:
      return _("What models.json says");
    }
}

static void
update (GhServerModelsRow *self)
{
  const char *id = gh_server_get_id (self->server);
  g_autoptr(GhModel) model = gh_model_list_dup_server_model (self->models, id);
  int lane = gh_model_list_get_server_lane (self->models, id);
  g_autofree char *name = gh_words_name (gh_server_get_name (self->server));
  g_autofree char *through = model != NULL ? gh_words_model_through (model) : NULL;
  g_autofree char *summary = NULL;

  if (through != NULL)
    /* Translators: the model that a server's requests go to, and where they may go: "llama3.2
     * through Ollama, on this computer · Every model". */
    summary = g_strdup_printf (_("%s · %s"), through, get_lane_words (lane));
  else
    summary = g_strdup (get_lane_words (lane));

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), name);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), summary);
  adw_action_row_set_subtitle (self->model_row, through != NULL
                                                  ? through
                                                  : _("None: each request says what it wants"));
  gtk_widget_set_visible (self->clear_button, model != NULL);
  gh_model_chooser_set_selected (self->chooser, model);

  self->updating = TRUE;
  adw_combo_row_set_selected (self->lane_row,
                              lane >= 0 ? (guint) lane : GTK_INVALID_LIST_POSITION);
  self->updating = FALSE;
}

static void
clear_clicked_cb (GhServerModelsRow *self)
{
  g_assert (GH_IS_SERVER_MODELS_ROW (self));

  gh_model_list_set_server_model (self->models, gh_server_get_id (self->server), NULL);
}

static void
chosen_cb (GhServerModelsRow *self,
           GhModel           *model)
{
  g_assert (GH_IS_SERVER_MODELS_ROW (self));

  gh_model_list_set_server_model (self->models, gh_server_get_id (self->server), model);
}

static void
lane_changed_cb (GhServerModelsRow *self)
{
  guint lane;

  g_assert (GH_IS_SERVER_MODELS_ROW (self));

  lane = adw_combo_row_get_selected (self->lane_row);
  if (!self->updating && self->models != NULL && lane <= GH_LANE_CLOUD)
    gh_model_list_set_server_lane (self->models, gh_server_get_id (self->server), (GhLane) lane);
}

static void
gh_server_models_row_dispose (GObject *object)
{
  GhServerModelsRow *self = GH_SERVER_MODELS_ROW (object);

  g_clear_object (&self->models);
  g_clear_object (&self->server);

  G_OBJECT_CLASS (gh_server_models_row_parent_class)->dispose (object);
}

static void
gh_server_models_row_class_init (GhServerModelsRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gh_server_models_row_dispose;

  g_type_ensure (GH_TYPE_MODEL_CHOOSER);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-server-models-row.ui");
  gtk_widget_class_bind_template_child (widget_class, GhServerModelsRow, model_row);
  gtk_widget_class_bind_template_child (widget_class, GhServerModelsRow, clear_button);
  gtk_widget_class_bind_template_child (widget_class, GhServerModelsRow, chooser);
  gtk_widget_class_bind_template_child (widget_class, GhServerModelsRow, lane_row);
  gtk_widget_class_bind_template_callback (widget_class, clear_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, lane_changed_cb);
}

static void
gh_server_models_row_init (GhServerModelsRow *self)
{
  self->updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->updating = FALSE;
}

GtkWidget *
gh_server_models_row_new (GhModelList *models,
                          GhServer    *server)
{
  g_return_val_if_fail (GH_IS_MODEL_LIST (models), NULL);
  g_return_val_if_fail (GH_IS_SERVER (server), NULL);

  GhServerModelsRow *self = g_object_new (GH_TYPE_SERVER_MODELS_ROW, NULL);

  self->models = g_object_ref (models);
  self->server = g_object_ref (server);
  gh_model_chooser_set_models (self->chooser, gh_model_list_list_models (models));
  g_signal_connect_object (models, "servers-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gh_model_list_list_models (models), "items-changed", G_CALLBACK (update),
                           self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}
