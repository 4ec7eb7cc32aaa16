/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Where a prompt of the history is sent to a model again, and its answer read. */
#include "config.h"

#include "gh-history-again-dialog.h"

#include <glib/gi18n.h>
#include <string.h>

#include "gh-model-chooser.h"
#include "gh-review-text.h"
#include "gh-review-words.h"
#include "gh-ui.h"

struct _GhHistoryAgainDialog
{
  AdwWindow parent_instance;

  /* owned */
  GhHistory *history;
  GhModelList *models;
  GhHistoryEntry *entry;
  GhModel *model;           /* or NULL */
  GhHistoryReplay *replay;  /* or NULL: nothing was sent yet */

  gsize n_shown; /* bytes of the answer */

  /* template */
  GtkWidget *model_button;
  GtkLabel *model_label;
  GtkImage *lane;
  GhModelChooser *chooser;
  GtkLabel *promise;
  GtkWidget *not_whole;
  GtkWidget *answer_box;
  GhReviewText *answer;
  GtkLabel *status;
  GtkSpinner *spinner;
  GtkWidget *copy;
  GtkWidget *stop;
  GtkWidget *send;
};

G_DEFINE_FINAL_TYPE (GhHistoryAgainDialog, gh_history_again_dialog, ADW_TYPE_WINDOW)

static gboolean
is_running (GhHistoryAgainDialog *self)
{
  return self->replay != NULL
         && gh_history_replay_get_state (self->replay) == GH_HISTORY_REPLAY_RUNNING;
}

static void
show_model (GhHistoryAgainDialog *self)
{
  g_autofree char *words = NULL;
  g_autofree char *promise = NULL;
  g_autofree char *name = NULL;

  if (self->model == NULL)
    {
      gtk_label_set_text (self->model_label, _("Choose a model"));
      gtk_label_set_text (self->promise,
                          _("The answer is shown to you alone. No server gets it."));
    }
  else
    {
      words = gh_words_model_through (self->model);
      name = gh_words_name (gh_model_get_provider_name (self->model));
      /* Translators: a model endpoint's name and its place: "Ollama, on this computer". */
      promise = g_strdup_printf (_("The prompt goes to %s, %s. The answer is shown to you alone; "
                                   "no server gets it."),
                                 name, gh_words_lane (gh_model_get_lane (self->model)));
      gtk_label_set_text (self->model_label, words);
      gtk_label_set_text (self->promise, promise);
      gtk_image_set_from_icon_name (self->lane,
                                    gh_words_lane_icon (gh_model_get_lane (self->model)));
    }
  gtk_widget_set_visible (GTK_WIDGET (self->lane), self->model != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->model_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_text (self->model_label), -1);
  gh_model_chooser_set_selected (self->chooser, self->model);
}

/* What the answer is, in a sentence; owned. */
static char *
dup_status (GhHistoryAgainDialog *self)
{
  g_autofree char *name = gh_words_name (gh_model_get_id (self->model));

  switch (gh_history_replay_get_state (self->replay))
    {
    case GH_HISTORY_REPLAY_RUNNING:
      /* Translators: a model's name is filled in. */
      return g_strdup_printf (_("%s is answering."), name);
    case GH_HISTORY_REPLAY_STOPPED:
      return g_strdup (_("You stopped it. This is what had come by then."));
    case GH_HISTORY_REPLAY_FAILED:
      if (*gh_history_replay_get_text (self->replay) != '\0')
        return gh_words_broken_off (gh_history_replay_get_error (self->replay));
      return gh_words_trouble (gh_history_replay_get_error (self->replay),
                               gh_model_get_provider_name (self->model));
    case GH_HISTORY_REPLAY_DONE:
    default:
      /* Translators: a model's name is filled in. */
      return g_strdup_printf (_("%s has answered."), name);
    }
}

static void
show_state (GhHistoryAgainDialog *self)
{
  gboolean running = is_running (self);
  gboolean any = self->n_shown > 0;

  gtk_widget_set_visible (self->stop, running);
  gtk_widget_set_visible (self->send, !running);
  gtk_widget_set_sensitive (self->send, self->model != NULL);
  gtk_widget_set_sensitive (self->model_button, !running);
  gtk_widget_set_visible (self->answer_box, self->replay != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->answer), any);
  gtk_widget_set_visible (self->copy, any);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), running);
  gtk_spinner_set_spinning (self->spinner, running);
  if (self->replay != NULL)
    {
      g_autofree char *status = dup_status (self);

      gtk_label_set_text (self->status, status);
    }
}

/* The text only grows. */
static void
show_text (GhHistoryAgainDialog *self)
{
  const char *text = gh_history_replay_get_text (self->replay);
  gsize length = strlen (text);

  if (length <= self->n_shown)
    return;
  gh_review_text_append (self->answer, text + self->n_shown);
  self->n_shown = length;
  show_state (self);
}

static void
send_cb (GhHistoryAgainDialog *self)
{
  g_assert (GH_IS_HISTORY_AGAIN_DIALOG (self));

  if (self->model == NULL || is_running (self))
    return;
  if (self->replay != NULL)
    g_signal_handlers_disconnect_by_data (self->replay, self);
  g_clear_object (&self->replay);
  self->n_shown = 0;
  gh_review_text_set_text (self->answer, "");
  self->replay = gh_history_replay_new (self->history, self->models, self->entry, self->model);
  g_signal_connect_object (self->replay, "notify::text", G_CALLBACK (show_text), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->replay, "notify::state", G_CALLBACK (show_state), self,
                           G_CONNECT_SWAPPED);
  gtk_button_set_label (GTK_BUTTON (self->send), _("_Send Once More"));
  show_state (self);
}

static void
stop_cb (GhHistoryAgainDialog *self)
{
  g_assert (GH_IS_HISTORY_AGAIN_DIALOG (self));

  if (self->replay != NULL)
    gh_history_replay_stop (self->replay);
}

static void
copy_cb (GhHistoryAgainDialog *self)
{
  g_assert (GH_IS_HISTORY_AGAIN_DIALOG (self));

  if (self->replay != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)),
                            gh_history_replay_get_text (self->replay));
}

static void
chosen_cb (GhHistoryAgainDialog *self,
           GhModel              *model)
{
  g_assert (GH_IS_HISTORY_AGAIN_DIALOG (self));

  if (!g_set_object (&self->model, model))
    return;
  show_model (self);
  show_state (self);
}

static void
gh_history_again_dialog_dispose (GObject *object)
{
  GhHistoryAgainDialog *self = GH_HISTORY_AGAIN_DIALOG (object);

  /* Nobody reads on. */
  if (self->replay != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->replay, self);
      gh_history_replay_stop (self->replay);
    }
  g_clear_object (&self->replay);
  g_clear_object (&self->history);
  g_clear_object (&self->models);
  g_clear_object (&self->entry);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (gh_history_again_dialog_parent_class)->dispose (object);
}

static void
gh_history_again_dialog_class_init (GhHistoryAgainDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gh_history_again_dialog_dispose;

  g_type_ensure (GH_TYPE_MODEL_CHOOSER);
  g_type_ensure (GH_TYPE_REVIEW_TEXT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_DIALOG);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-history-again-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, GhHistoryAgainDialog, model_button);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryAgainDialog, model_label);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryAgainDialog, lane);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryAgainDialog, chooser);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryAgainDialog, promise);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryAgainDialog, not_whole);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryAgainDialog, answer_box);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryAgainDialog, answer);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryAgainDialog, status);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryAgainDialog, spinner);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryAgainDialog, copy);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryAgainDialog, stop);
  gtk_widget_class_bind_template_child (widget_class, GhHistoryAgainDialog, send);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, copy_cb);
  gtk_widget_class_bind_template_callback (widget_class, send_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_cb);
}

static void
gh_history_again_dialog_init (GhHistoryAgainDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gh_review_text_set_editable (self->answer, FALSE);
  gh_review_text_set_label (self->answer, _("Answer"));
}

/* The model that answered then, if it is still there under its name; else the default. Borrowed. */
static GhModel *
find_model (GhModelList          *models,
            const GhHistoryFacts *facts)
{
  GListModel *all = gh_model_list_list_models (models);
  guint n = g_list_model_get_n_items (all);

  for (guint i = 0; facts->model != NULL && i < n; i++)
    {
      g_autoptr(GhModel) model = g_list_model_get_item (all, i);

      /* The list keeps it. */
      if (g_strcmp0 (gh_model_get_id (model), facts->model) == 0
          && g_strcmp0 (gh_model_get_provider_name (model), facts->provider) == 0)
        return model;
    }
  return gh_model_list_get_default (models);
}

GtkWidget *
gh_history_again_dialog_new (GhHistory      *history,
                             GhModelList    *models,
                             GhHistoryEntry *entry)
{
  GhHistoryAgainDialog *self;

  g_return_val_if_fail (GH_IS_HISTORY (history), NULL);
  g_return_val_if_fail (GH_IS_MODEL_LIST (models), NULL);
  g_return_val_if_fail (gh_history_replay_is_possible (entry), NULL);

  self = g_object_new (GH_TYPE_HISTORY_AGAIN_DIALOG, NULL);
  self->history = g_object_ref (history);
  self->models = g_object_ref (models);
  self->entry = g_object_ref (entry);
  g_set_object (&self->model, find_model (models, gh_history_entry_get_facts (entry)));
  gh_model_chooser_set_models (self->chooser, gh_model_list_list_models (models));
  gtk_widget_set_visible (self->not_whole, !gh_history_replay_is_whole (entry));
  show_model (self);
  show_state (self);
  return GTK_WIDGET (self);
}
