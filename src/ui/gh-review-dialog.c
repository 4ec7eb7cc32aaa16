/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Where a person decides about a server's request for a model: before it is sent, while the answer
 * arrives, and before the server gets it. */
#include "config.h"

#include "gh-review-dialog.h"

#include <glib/gi18n.h>

#include "gh-model-chooser.h"
#include "gh-review-answer.h"
#include "gh-review-head.h"
#include "gh-review-prompt.h"
#include "gh-review-words.h"
#include "gh-rule-review.h"
#include "gh-rule-words.h"
#include "gh-secret-popover.h"
#include "gh-ui.h"

struct _GhReviewDialog
{
  GhRequestDialog    parent_instance;

  GhSamplingRequest *request;  /* borrowed: the one on view, or NULL */
  GhSamplingState    stage;    /* what the widgets show */

  /* Template */
  AdwWindowTitle    *title;
  GhReviewWaiting   *waiting;
  GtkWidget         *scroll;
  GhReviewHead      *head;
  GtkLabel          *cause_label;
  GtkWidget         *trouble_box;
  GtkLabel          *trouble_title;
  GtkLabel          *trouble_label;
  GtkWidget         *settings_button;
  GhReviewPrompt    *prompt;
  GhRuleReview      *rule_review;
  GhReviewAnswer    *answer;
  GtkImage          *summary_icon;
  GtkLabel          *summary_label;
  GtkWidget         *reason_box;
  GtkEditable       *reason_entry;
  GtkWidget         *reason_button;
  GtkWidget         *deny_button;
  GtkWidget         *hand_button;
  GtkWidget         *send_button;
  GtkWidget         *stop_button;
  AdwSplitButton    *again_button;
  GhModelChooser    *chooser;
  GtkWidget         *give_button;
};

G_DEFINE_FINAL_TYPE (GhReviewDialog, gh_review_dialog, GH_TYPE_REQUEST_DIALOG)

static gboolean
is_guarded (GhReviewDialog *self)
{
  return gh_request_dialog_is_guarded (GH_REQUEST_DIALOG (self));
}

static gboolean
is_by_hand (GhReviewDialog *self)
{
  return gh_sampling_request_get_model_answer (self->request) == NULL;
}

/* Whether there is something in the answer on view. */
static gboolean
has_answer (GhReviewDialog *self)
{
  GhSamplingAnswer *answer = gh_sampling_request_get_current_answer (self->request);

  return *gh_sampling_request_get_answer (self->request) != '\0' ||
         (answer != NULL &&
          g_list_model_get_n_items (gh_sampling_answer_list_parts (answer)) > 1) ||
         g_strcmp0 (gh_sampling_request_get_stop_reason (self->request), "toolUse") == 0;
}

/* --- What the widgets say --- */

static void
update_summary (GhReviewDialog *self)
{
  g_autofree char *server = NULL;
  g_autofree char *words = NULL;
  g_autoptr(GError) error = NULL;
  const char *icon = "dialog-information-symbolic";
  GhModel *model;

  if (self->request == NULL)
    return;
  server = gh_words_name (gh_request_get_server_name (GH_REQUEST (self->request)));
  model = gh_sampling_request_get_model (self->request);
  if (self->stage == GH_SAMPLING_GENERATING)
    {
      words = g_strdup (_("Stop keeps what has arrived, for you to review. Deny throws it away."));
    }
  else if (self->stage == GH_SAMPLING_RESPONSE_REVIEW)
    {
      icon = "document-send-symbolic";
      if (!has_answer (self))
        words = g_strdup_printf (_("There is nothing to give to %s yet."), server);
      else if (!gh_sampling_request_check_answer (self->request, &error))
        {
          icon = "dialog-warning-symbolic";
          words = gh_words_use_problem (error);
        }
      else if (g_strcmp0 (gh_sampling_request_get_stop_reason (self->request), "toolUse") == 0)
        words = g_strdup_printf (_("%s gets what stands above, and will run the tools that are "
                                   "named there."), server);
      else if (is_by_hand (self))
        words = g_strdup_printf (_("%s gets the text above, as written by a person."), server);
      else if (gh_sampling_request_get_answer_edited (self->request))
        words = g_strdup_printf (_("%s gets the text above, with your changes."), server);
      else if (gh_sampling_request_get_end (self->request) != GH_SAMPLING_END_WHOLE)
        words = g_strdup_printf (_("%s gets the text above, which is not the whole answer."),
                                 server);
      else
        words = g_strdup_printf (_("%s gets the text above."), server);
    }
  else
    {
      words = gh_words_summary (self->request);
      if (model != NULL)
        icon = gh_words_lane_icon (gh_model_get_lane (model));
    }
  gtk_image_set_from_icon_name (self->summary_icon, icon);
  gtk_label_set_text (self->summary_label, words);
}

static void
update_trouble (GhReviewDialog *self)
{
  const GError *error = gh_sampling_request_get_error (self->request);
  GhModel *model = gh_sampling_request_get_model (self->request);
  gboolean no_model = model == NULL && self->stage == GH_SAMPLING_REVIEW;
  /* What is wrong with the answer itself stands below it. */
  gboolean broken = error != NULL &&
                    (self->stage == GH_SAMPLING_REVIEW ||
                     gh_sampling_request_get_end (self->request) == GH_SAMPLING_END_BROKEN_OFF);
  gboolean shown = (broken || no_model) && self->stage != GH_SAMPLING_GENERATING;
  g_autofree char *words = NULL;
  g_autofree char *title = NULL;
  g_autofree char *id = NULL;

  gtk_widget_set_visible (self->trouble_box, shown);
  if (!shown)
    return;
  gtk_button_set_label (GTK_BUTTON (self->settings_button),
                        no_model ? _("Set Up a _Model…") : _("_Model Settings…"));
  if (no_model)
    {
      gtk_label_set_text (self->trouble_title, _("No model is chosen"));
      gtk_label_set_text (self->trouble_label,
                          _("So nothing can be sent. Set up a model or choose one below, or write "
                            "the answer yourself."));
      gtk_widget_set_visible (self->settings_button, TRUE);
      return;
    }
  id = gh_words_name (model != NULL ? gh_model_get_id (model) : "");
  if (self->stage == GH_SAMPLING_RESPONSE_REVIEW)
    /* Translators: a model's name is filled in. */
    title = g_strdup_printf (_("%s did not finish its answer"), id);
  else if (error->domain == GH_SAMPLING_ERROR ||
           g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED))
    title = g_strdup (_("It cannot be sent like this"));
  else
    title = g_strdup_printf (_("%s gave no answer"), id);
  words = self->stage == GH_SAMPLING_RESPONSE_REVIEW
            ? gh_words_broken_off (error)
            : gh_words_trouble (error, model != NULL ? gh_model_get_provider_name (model) : "");
  gtk_label_set_text (self->trouble_title, title);
  gtk_label_set_text (self->trouble_label, words);
  if (self->stage == GH_SAMPLING_RESPONSE_REVIEW)
    {
      gtk_widget_set_visible (self->settings_button, FALSE);
      return;
    }
  switch (gh_model_trouble_from_error (error))
    {
    case GH_MODEL_TROUBLE_UNREACHABLE:
    case GH_MODEL_TROUBLE_UNTRUSTED:
    case GH_MODEL_TROUBLE_UNAUTHORIZED:
    case GH_MODEL_TROUBLE_NOT_FOUND:
    case GH_MODEL_TROUBLE_PROTOCOL:
    case GH_MODEL_TROUBLE_ADDRESS:
    case GH_MODEL_TROUBLE_NOT_ALLOWED:
      gtk_widget_set_visible (self->settings_button, TRUE);
      break;
    case GH_MODEL_TROUBLE_NONE:
    case GH_MODEL_TROUBLE_CANCELLED:
    case GH_MODEL_TROUBLE_OTHER:
    case GH_MODEL_TROUBLE_RATE_LIMITED:
    case GH_MODEL_TROUBLE_REFUSED:
    case GH_MODEL_TROUBLE_UNSUPPORTED:
    case GH_MODEL_TROUBLE_SERVER:
    case GH_MODEL_TROUBLE_TIMED_OUT:
    default:
      gtk_widget_set_visible (self->settings_button, FALSE);
      break;
    }
}

static void
update_sentences (GhReviewDialog *self)
{
  GhModel *model = gh_sampling_request_get_model (self->request);
  g_autofree char *server = gh_words_name (gh_request_get_server_name (GH_REQUEST (self->request)));
  g_autofree char *id = gh_words_name (model != NULL ? gh_model_get_id (model) : NULL);
  g_autofree char *who = NULL;
  g_autofree char *sentence = NULL;
  g_autofree char *more = NULL;
  const char *title = _("Review Request");

  if (self->stage == GH_SAMPLING_GENERATING)
    {
      /* Translators: a model's name is filled in. */
      sentence = g_strdup_printf (_("%s is answering"), id);
      /* Translators: a server's name is filled in. */
      more = g_strdup_printf (_("%s sees nothing of this until you give it the answer."), server);
    }
  else if (self->stage == GH_SAMPLING_RESPONSE_REVIEW && is_by_hand (self))
    {
      title = _("Your Answer");
      sentence = g_strdup_printf (_("Write the answer for %s"), server);
      more = g_strdup_printf (_("No model is asked. %s gets what you write here, and is told that "
                                "a person wrote it."), server);
    }
  else if (self->stage == GH_SAMPLING_RESPONSE_REVIEW)
    {
      title = _("Review Answer");
      more = gh_words_answered (self->request);
      sentence = gh_sampling_request_get_end (self->request) == GH_SAMPLING_END_WHOLE
                   ? g_strdup_printf (_("Give this answer to %s?"), server)
                   : g_strdup_printf (_("Give this unfinished answer to %s?"), server);
    }
  else
    {
      who = gh_words_who (GH_REQUEST (self->request));
      sentence = g_strdup_printf (_("%s wants to use your AI model"), server);
      more = !gh_sampling_request_get_sent (self->request)
               ? g_strdup_printf (_("%s\nNothing has been sent yet."), who)
             /* It may have been refused before or after it was read. */
             : gh_sampling_request_get_error (self->request) != NULL
               ? g_strdup_printf (_("%s\nSending it failed; the model may have read it all the "
                                    "same."),
                                  who)
               : g_strdup_printf (_("%s\nThe server has not seen the answer that came before."),
                                  who);
    }
  adw_window_title_set_title (self->title, title);
  gtk_window_set_title (GTK_WINDOW (self), title);
  gh_review_head_set_words (self->head, server, sentence, more);
}

static void
set_suggested (GtkWidget *button,
               gboolean   suggested)
{
  if (suggested)
    gtk_widget_add_css_class (button, "suggested-action");
  else
    gtk_widget_remove_css_class (button, "suggested-action");
}

static void
update_enabled (GhReviewDialog *self)
{
  gboolean has_model = gh_sampling_request_get_model (self->request) != NULL;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "review.send", has_model);
  gtk_widget_set_tooltip_text (self->send_button, has_model ? NULL : _("No model is chosen"));
  /* The one blue button is what can be done. */
  set_suggested (self->send_button, has_model);
  set_suggested (self->hand_button, !has_model);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "review.give",
                                 has_answer (self) &&
                                   (self->stage != GH_SAMPLING_RESPONSE_REVIEW ||
                                    gh_sampling_request_check_answer (self->request, NULL)));
}

static void
show_reason (GhReviewDialog *self,
             gboolean        visible)
{
  gtk_widget_set_visible (self->reason_box, visible);
  gtk_editable_set_text (self->reason_entry, "");
}

static void
scroll_to_top (GhReviewDialog *self)
{
  GtkScrolledWindow *scroll = GTK_SCROLLED_WINDOW (self->scroll);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (scroll);

  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_lower (adjustment));
}

/* The one place that turns a state into widgets. */
/* Why a rule does not decide it. */
static void
update_cause (GhReviewDialog *self)
{
  GhRequestBroker *broker = gh_request_dialog_get_broker (GH_REQUEST_DIALOG (self));
  GhRequest *request = GH_REQUEST (self->request);
  GhRuleVerdict verdict;
  g_autofree char *words = NULL;

  if (gh_request_broker_get_verdict (broker, request, &verdict))
    words = gh_rule_words_cause (&verdict, request);
  gtk_label_set_text (self->cause_label, words != NULL ? words : "");
  gtk_widget_set_visible (GTK_WIDGET (self->cause_label), words != NULL);
}

static void
set_stage (GhReviewDialog  *self,
           GhSamplingState  stage)
{
  gboolean review = stage == GH_SAMPLING_REVIEW;
  gboolean generating = stage == GH_SAMPLING_GENERATING;
  gboolean response = stage == GH_SAMPLING_RESPONSE_REVIEW;

  self->stage = stage;
  gtk_widget_set_visible (GTK_WIDGET (self->prompt), review);
  gh_rule_review_set_request (self->rule_review,
                              gh_request_dialog_get_broker (GH_REQUEST_DIALOG (self)),
                              review ? self->request : NULL);
  update_cause (self);
  gtk_widget_set_visible (GTK_WIDGET (self->answer), !review);
  gtk_widget_set_visible (self->hand_button, review);
  gtk_widget_set_visible (self->send_button, review);
  gtk_widget_set_visible (self->stop_button, generating);
  gh_model_chooser_set_selected (self->chooser, gh_sampling_request_get_model (self->request));
  gtk_widget_set_visible (GTK_WIDGET (self->again_button), response);
  gtk_widget_set_visible (self->give_button, response);
  adw_split_button_set_label (self->again_button,
                              response && is_by_hand (self) ? _("_Back") : _("Ask Aga_in"));
  show_reason (self, FALSE);
  update_sentences (self);
  update_trouble (self);
  update_summary (self);
  update_enabled (self);
  scroll_to_top (self);
  gh_request_dialog_arm_guard (GH_REQUEST_DIALOG (self));

  if (generating)
    gh_ui_focus_when_shown (GTK_WINDOW (self), self->stop_button);
  else if (response && is_by_hand (self))
    gh_ui_focus_when_shown (GTK_WINDOW (self), gh_review_answer_get_view (self->answer));
  else
    gh_ui_focus_when_shown (GTK_WINDOW (self), self->deny_button);
}

/* --- Decisions --- */

static void
deny (GhReviewDialog *self,
      const char     *reason)
{
  if (self->request != NULL)
    gh_sampling_request_deny (self->request, reason);
}

static void
deny_action (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  const char *reason = g_variant_get_string (parameter, NULL);

  /* In English whatever the person's language: a server puts it before a model or into its log, as
   * with the words of every other error, and knows nothing of the person's language. */
  if (g_str_equal (reason, "not-needed"))
    deny (GH_REVIEW_DIALOG (widget), "Not needed");
  else if (g_str_equal (reason, "private"))
    deny (GH_REVIEW_DIALOG (widget), "Contains private data");
  else if (*reason == '\0')
    deny (GH_REVIEW_DIALOG (widget), NULL);
}

static void
other_reason_action (GtkWidget  *widget,
                     const char *action_name,
                     GVariant   *parameter)
{
  GhReviewDialog *self = GH_REVIEW_DIALOG (widget);

  show_reason (self, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->reason_entry));
}

static void
reason_activate_cb (GhReviewDialog *self)
{
  g_autofree char *reason = NULL;

  g_assert (GH_IS_REVIEW_DIALOG (self));

  reason = g_strstrip (g_strdup (gtk_editable_get_text (self->reason_entry)));
  deny (self, *reason != '\0' ? reason : NULL);
}

static void
hand_action (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  GhReviewDialog *self = GH_REVIEW_DIALOG (widget);

  if (self->request != NULL)
    gh_sampling_request_answer_by_hand (self->request);
}

static void
send_action (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  GhReviewDialog *self = GH_REVIEW_DIALOG (widget);

  if (self->request == NULL || is_guarded (self))
    return;
  gh_review_prompt_take_typed (self->prompt);
  gh_sampling_request_send (self->request);
}

static void
stop_action (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  GhReviewDialog *self = GH_REVIEW_DIALOG (widget);

  if (self->request != NULL)
    gh_sampling_request_stop (self->request);
}

static void
again_action (GtkWidget  *widget,
              const char *action_name,
              GVariant   *parameter)
{
  GhReviewDialog *self = GH_REVIEW_DIALOG (widget);

  if (self->request != NULL)
    gh_sampling_request_ask_again (self->request);
}

static void
model_chosen_cb (GhReviewDialog *self,
                 GhModel        *model)
{
  g_assert (GH_IS_REVIEW_DIALOG (self));

  if (self->request != NULL && !is_guarded (self))
    gh_sampling_request_ask_again_with (self->request, model);
}

static void
give_action (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  GhReviewDialog *self = GH_REVIEW_DIALOG (widget);

  if (self->request != NULL && !is_guarded (self))
    gh_sampling_request_give (self->request);
}

/* Escape leaves the reason first, then means no without a choice, like closing the window. */
static void
escape (GhRequestDialog *dialog)
{
  GhReviewDialog *self = GH_REVIEW_DIALOG (dialog);

  if (gtk_widget_get_visible (self->reason_box))
    {
      show_reason (self, FALSE);
      gtk_widget_grab_focus (self->deny_button);
    }
  else if (self->request != NULL)
    {
      gh_request_dismiss (GH_REQUEST (self->request));
    }
}

/* What is masked under a placeholder that was clicked. */
static void
secret_action (GtkWidget  *widget,
               const char *action_name,
               GVariant   *parameter)
{
  GhReviewDialog *self = GH_REVIEW_DIALOG (widget);
  const char *placeholder;
  GdkRectangle at;

  if (self->request == NULL)
    return;
  g_variant_get (parameter, "(&siiii)", &placeholder, &at.x, &at.y, &at.width, &at.height);
  gh_secret_popover_show (widget, gh_sampling_request_get_masking (self->request), placeholder,
                          gh_sampling_request_get_state (self->request) == GH_SAMPLING_REVIEW, &at);
}

/* --- The request on view --- */

static void
show_state (GhRequestDialog *dialog)
{
  GhReviewDialog *self = GH_REVIEW_DIALOG (dialog);

  set_stage (self, gh_sampling_request_get_state (self->request));
}

static gboolean
is_withdrawn (GhRequestDialog *dialog)
{
  GhReviewDialog *self = GH_REVIEW_DIALOG (dialog);

  return gh_sampling_request_get_state (self->request) == GH_SAMPLING_WITHDRAWN;
}

static void
notify_cb (GhSamplingRequest *request,
           GParamSpec        *pspec,
           GhReviewDialog    *self)
{
  const char *name = g_param_spec_get_name (pspec);

  g_assert (GH_IS_REVIEW_DIALOG (self));

  /* The state brings everything up to date. */
  if (request != self->request || g_str_equal (name, "state"))
    return;
  if (g_str_equal (name, "error") || g_str_equal (name, "model"))
    update_trouble (self);
  /* A streamed answer changes many times a second and none of this depends on it. */
  if (self->stage == GH_SAMPLING_GENERATING)
    return;
  update_summary (self);
  update_enabled (self);
}

static void
show_request (GhRequestDialog *dialog,
              GhRequest       *request)
{
  GhReviewDialog *self = GH_REVIEW_DIALOG (dialog);

  self->request = request != NULL ? GH_SAMPLING_REQUEST (request) : NULL;
  gh_review_prompt_set_request (self->prompt, self->request,
                                gh_request_broker_get_models (
                                  gh_request_dialog_get_broker (dialog)));
  gh_review_answer_set_request (self->answer, self->request);
  if (request == NULL)
    gh_rule_review_set_request (self->rule_review, gh_request_dialog_get_broker (dialog), NULL);
  gh_model_chooser_set_models (self->chooser,
                               gh_model_list_list_models (
                                 gh_request_broker_get_models (
                                   gh_request_dialog_get_broker (dialog))));
  if (request != NULL)
    g_signal_connect_object (request, "notify", G_CALLBACK (notify_cb), self, 0);
}

static void
gh_review_dialog_dispose (GObject *object)
{
  GH_REVIEW_DIALOG (object)->request = NULL;
  G_OBJECT_CLASS (gh_review_dialog_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, title);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, waiting);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, scroll);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, head);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, cause_label);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, trouble_box);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, trouble_title);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, trouble_label);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, settings_button);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, prompt);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, rule_review);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, answer);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, summary_icon);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, summary_label);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, reason_box);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, reason_entry);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, reason_button);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, deny_button);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, hand_button);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, send_button);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, stop_button);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, again_button);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, chooser);
  gtk_widget_class_bind_template_child (widget_class, GhReviewDialog, give_button);
}

static void
gh_review_dialog_class_init (GhReviewDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GhRequestDialogClass *dialog_class = GH_REQUEST_DIALOG_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gh_review_dialog_dispose;
  dialog_class->show_request = show_request;
  dialog_class->show_state = show_state;
  dialog_class->is_withdrawn = is_withdrawn;
  dialog_class->escape = escape;

  g_type_ensure (GH_TYPE_MODEL_CHOOSER);
  g_type_ensure (GH_TYPE_REVIEW_HEAD);
  g_type_ensure (GH_TYPE_REVIEW_PROMPT);
  g_type_ensure (GH_TYPE_REVIEW_ANSWER);
  g_type_ensure (GH_TYPE_REVIEW_WAITING);
  g_type_ensure (GH_TYPE_RULE_REVIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-review-dialog.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, update_summary);
  gtk_widget_class_bind_template_callback (widget_class, model_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, reason_activate_cb);

  /* Its target is what the server is told: "not-needed", "private", or "" for nothing. */
  gtk_widget_class_install_action (widget_class, "review.deny", "s", deny_action);
  gtk_widget_class_install_action (widget_class, "review.other-reason", NULL, other_reason_action);
  gtk_widget_class_install_action (widget_class, "review.answer-by-hand", NULL, hand_action);
  gtk_widget_class_install_action (widget_class, "review.send", NULL, send_action);
  gtk_widget_class_install_action (widget_class, "review.stop", NULL, stop_action);
  gtk_widget_class_install_action (widget_class, "review.ask-again", NULL, again_action);
  gtk_widget_class_install_action (widget_class, "review.give", NULL, give_action);
  /* A placeholder, and where it is in the window: x, y, width, height. */
  gtk_widget_class_install_action (widget_class, "review.secret", "(siiii)", secret_action);
}

static void
gh_review_dialog_init (GhReviewDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gh_request_dialog_set_waiting (GH_REQUEST_DIALOG (self), self->waiting, self->head);
  /* What consent depends on is read out with the button that gives it. */
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->send_button),
                                  GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, self->summary_label, NULL,
                                  -1);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->give_button),
                                  GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, self->summary_label, NULL,
                                  -1);
}

GhReviewDialog *
gh_review_dialog_new (GhRequestBroker *broker,
                      GtkWindow       *parent)
{
  return gh_request_dialog_new (GH_TYPE_REVIEW_DIALOG, broker, parent);
}

GhSamplingRequest *
gh_review_dialog_get_request (GhReviewDialog *self)
{
  g_return_val_if_fail (GH_IS_REVIEW_DIALOG (self), NULL);

  return self->request;
}
