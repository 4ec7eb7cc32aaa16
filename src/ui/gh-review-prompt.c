/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a server wants to send, before it is sent: prompt, model, limits, JSON, all of it editable.
 * */
#include "config.h"

#include "gh-review-prompt.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "gh-model-chooser.h"
#include "gh-review-json.h"
#include "gh-review-message.h"
#include "gh-review-tools.h"
#include "gh-review-words.h"
#include "gh-secrets-group.h"
#include "gh-stop-list.h"
#include "gh-text-card.h"
#include "gh-ui.h"

/* Message cards made at once; a conversation may have thousands of messages. */
#define MESSAGE_STEP 12
/* Where the spin button starts when nothing was asked for: what most endpoints take as their own.
 * */
#define USUAL_TEMPERATURE 1.0

struct _GhReviewPrompt
{
  GtkBox             parent_instance;

  /* Owned */
  GhSamplingRequest *request; /* or NULL */
  GhModelList       *models;

  guint              n_messages; /* that have a card */
  gboolean           filling;    /* controls change, but not by the person */
  gboolean           typing;     /* the system prompt changes by the person */

  /* Template */
  GtkWidget         *earlier_group;
  AdwActionRow      *earlier_row;
  GtkWidget         *earlier_button;
  GtkToggleButton   *changes_button;
  GtkWidget         *restore_button;
  GtkLabel          *changes_label;
  GtkWidget         *system_box;
  GhTextCard        *system_card;
  GtkBox            *messages_box;
  GtkButton         *more_button;
  GtkWidget         *add_system_button;
  GhSecretsGroup    *secrets;
  AdwActionRow      *model_row;
  GtkImage          *model_icon;
  GtkWidget         *model_button;
  GhModelChooser    *chooser;
  AdwActionRow      *why_row;
  AdwActionRow      *hints_row;
  GtkWidget         *values_row;
  GtkLabel          *values_label;
  GtkWidget         *cost_box;
  GtkLabel          *cost_label;
  GtkLevelBar       *cost_bar;
  GtkWidget         *speed_box;
  GtkLabel          *speed_label;
  GtkLevelBar       *speed_bar;
  GtkWidget         *intelligence_box;
  GtkLabel          *intelligence_label;
  GtkLevelBar       *intelligence_bar;
  AdwActionRow      *max_tokens_row;
  GtkWidget         *max_tokens_restore;
  GtkSpinButton     *max_tokens_spin;
  GtkAdjustment     *max_tokens_adjustment;
  AdwActionRow      *temperature_row;
  GtkWidget         *temperature_restore;
  GtkSpinButton     *temperature_spin;
  GtkSwitch         *temperature_switch;
  GhStopList        *stop_list;
  GhReviewTools     *tools;
  AdwActionRow      *context_row;
  GhReviewJson      *metadata_row;
  AdwActionRow      *estimate_row;
  GhReviewJson      *raw_row;
  GhReviewJson      *sent_row;
};

G_DEFINE_FINAL_TYPE (GhReviewPrompt, gh_review_prompt, GTK_TYPE_BOX)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
set_title (gpointer    row,
           const char *title)
{
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
}

/* --- What depends on more than one control --- */

static void
update_estimate (GhReviewPrompt *self)
{
  GhModel *model = gh_sampling_request_get_model (self->request);
  guint tokens = gh_sampling_request_get_estimated_tokens (self->request);
  g_autofree char *words = NULL;

  if (model != NULL && gh_model_get_lane (model) == GH_LANE_LOCAL)
    words = g_strdup_printf (ngettext ("About %'u token to read; no cost on this computer",
                                       "About %'u tokens to read; no cost on this computer",
                                       tokens),
                             tokens);
  else
    words = g_strdup_printf (ngettext ("About %'u token to read", "About %'u tokens to read",
                                       tokens),
                             tokens);
  adw_action_row_set_subtitle (self->estimate_row, words);
}

static void
update_sent (GhReviewPrompt *self)
{
  g_autofree char *text = NULL;

  if (!adw_expander_row_get_expanded (ADW_EXPANDER_ROW (self->sent_row)))
    return;
  text = gh_sampling_request_dup_sent (self->request);
  gh_review_json_set_text (self->sent_row, text != NULL ? text : "");
}

static gboolean
shows_changes (GhReviewPrompt *self)
{
  return gtk_toggle_button_get_active (self->changes_button);
}

/* What differs, besides what the cards show of their texts. */
static void
update_changes (GhReviewPrompt *self)
{
  gboolean edited = gh_sampling_request_get_edited (self->request);
  g_autofree char *words = NULL;

  if (!edited)
    gtk_toggle_button_set_active (self->changes_button, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->changes_button), edited);
  gtk_widget_set_visible (self->restore_button, edited);
  if (shows_changes (self))
    words = gh_words_changes (self->request);
  gtk_label_set_text (self->changes_label, words != NULL ? words : "");
  gtk_widget_set_visible (GTK_WIDGET (self->changes_label), words != NULL);
}

static void
changed (GhReviewPrompt *self)
{
  update_changes (self);
  update_estimate (self);
  update_sent (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- Changes --- */

static void
changes_toggled_cb (GhReviewPrompt *self)
{
  gboolean show;

  g_assert (GH_IS_REVIEW_PROMPT (self));

  if (self->request == NULL)
    return;
  show = shows_changes (self);
  gh_text_card_set_show_changes (self->system_card, show);
  for (GtkWidget *card = gtk_widget_get_first_child (GTK_WIDGET (self->messages_box));
       card != NULL; card = gtk_widget_get_next_sibling (card))
    gh_review_message_set_show_changes (GH_REVIEW_MESSAGE (card), show);
  update_changes (self);
}

static void
tools_changed_cb (GhReviewPrompt *self)
{
  g_assert (GH_IS_REVIEW_PROMPT (self));

  if (self->request != NULL)
    changed (self);
}

/* --- Prompt --- */

static void
update_system (GhReviewPrompt *self)
{
  const char *asked = gh_sampling_request_get_asked_system_prompt (self->request);
  const char *text = gh_sampling_request_get_system_prompt (self->request);

  /* Without one of the server's, what is there is the person's and can be emptied, not restored. */
  gh_text_card_set_title (self->system_card,
                          asked != NULL ? _("System Prompt") : _("System Prompt, by You"));
  gh_text_card_set_text (self->system_card, asked, text != NULL ? text : "");
  gtk_widget_set_visible (self->system_box, asked != NULL || text != NULL);
  gtk_widget_set_visible (self->add_system_button, asked == NULL && text == NULL);
}

static void
system_changed_cb (GhReviewPrompt *self)
{
  g_autofree char *text = NULL;

  g_assert (GH_IS_REVIEW_PROMPT (self));

  if (self->request == NULL || self->filling)
    return;
  text = gh_text_card_dup_text (self->system_card);
  self->typing = TRUE;
  gh_sampling_request_set_system_prompt (self->request, *text != '\0' ? text : NULL);
  self->typing = FALSE;
  changed (self);
}

static void
add_system_clicked_cb (GhReviewPrompt *self)
{
  g_assert (GH_IS_REVIEW_PROMPT (self));

  gtk_widget_set_visible (self->system_box, TRUE);
  gtk_widget_grab_focus (gh_review_text_get_view (gh_text_card_get_text (self->system_card)));
  gtk_widget_set_visible (self->add_system_button, FALSE);
}

static void
add_messages (GhReviewPrompt *self)
{
  GListModel *messages = gh_sampling_request_list_messages (self->request);
  guint n = g_list_model_get_n_items (messages);
  guint end = MIN (n, self->n_messages + MESSAGE_STEP);
  g_autofree char *label = NULL;

  for (; self->n_messages < end; self->n_messages++)
    {
      g_autoptr(GhSamplingMessage) message = g_list_model_get_item (messages, self->n_messages);
      g_autofree char *title = NULL;
      GtkWidget *card;

      title = gh_words_message (self->request, message, self->n_messages);
      card = gh_review_message_new (message, title, TRUE);
      gh_review_message_set_show_changes (GH_REVIEW_MESSAGE (card), shows_changes (self));
      g_signal_connect_object (card, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
      gtk_box_append (self->messages_box, card);
    }
  label = g_strdup_printf (ngettext ("Show %'u More Message", "Show %'u More Messages",
                                     n - self->n_messages),
                           n - self->n_messages);
  gtk_button_set_label (self->more_button, label);
  gtk_widget_set_visible (GTK_WIDGET (self->more_button), self->n_messages < n);
}

static void
more_clicked_cb (GhReviewPrompt *self)
{
  g_assert (GH_IS_REVIEW_PROMPT (self));

  if (self->request == NULL)
    return;
  /* The button may go away with its focus. */
  gtk_widget_child_focus (GTK_WIDGET (self->messages_box), GTK_DIR_TAB_FORWARD);
  add_messages (self);
}

/* --- Model --- */

static void
update_model (GhReviewPrompt *self)
{
  GhModel *model = gh_sampling_request_get_model (self->request);
  GListModel *models = self->models != NULL ? gh_model_list_list_models (self->models) : NULL;
  g_autofree char *why = gh_words_why (self->request);

  gtk_widget_set_visible (self->model_button, models != NULL &&
                          g_list_model_get_n_items (models) > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->why_row), model != NULL && why != NULL);
  adw_action_row_set_subtitle (self->why_row, why != NULL ? why : "");
  gh_model_chooser_set_selected (self->chooser, model);
  if (self->models != NULL)
    gh_model_chooser_set_request (self->chooser, self->request, self->models);
  if (model == NULL)
    {
      set_title (self->model_row,
                 why != NULL ? _("No Model Suits It") : _("No Model Is Set Up"));
      adw_action_row_set_subtitle (self->model_row,
                                   why != NULL
                                     ? why
                                     : _("Set one up, on this computer or elsewhere, or write the "
                                         "answer yourself"));
      gtk_image_set_from_icon_name (self->model_icon, "dialog-question-symbolic");
    }
  else
    {
      g_autofree char *id = gh_words_name (gh_model_get_id (model));
      g_autofree char *place = gh_words_model_place (model);

      set_title (self->model_row, id);
      adw_action_row_set_subtitle (self->model_row, place);
      gtk_image_set_from_icon_name (self->model_icon,
                                    gh_words_lane_icon (gh_model_get_lane (model)));
    }
  update_estimate (self);
  update_sent (self);
}

/* A model may be set up, or found, while the request is looked at. */
static void
models_changed_cb (GhReviewPrompt *self)
{
  g_assert (GH_IS_REVIEW_PROMPT (self));

  if (self->request != NULL)
    update_model (self);
}

static void
model_chosen_cb (GhReviewPrompt *self,
                 GhModel        *model)
{
  g_assert (GH_IS_REVIEW_PROMPT (self));

  if (self->request != NULL)
    gh_sampling_request_set_model (self->request, model);
}

static void
show_priority (GtkWidget   *box,
               GtkLabel    *label,
               GtkLevelBar *bar,
               double       value)
{
  g_autofree char *words = g_strdup_printf ("%.2g", isnan (value) ? 0 : value);

  gtk_widget_set_visible (box, !isnan (value));
  gtk_label_set_text (label, words);
  gtk_level_bar_set_value (bar, isnan (value) ? 0 : CLAMP (value, 0, 1));
}

static void
fill_preferences (GhReviewPrompt *self)
{
  g_autofree char *server = gh_words_name (gh_request_get_server_name (GH_REQUEST (self->request)));
  g_autofree char *hints = gh_words_hints (self->request);
  g_autofree char *hints_title = NULL;
  g_autofree char *values_title = NULL;
  double cost = gh_sampling_request_get_cost_priority (self->request);
  double speed = gh_sampling_request_get_speed_priority (self->request);
  double intelligence = gh_sampling_request_get_intelligence_priority (self->request);

  /* Translators: title of a row that lists names of models; a server's name is filled in. */
  hints_title = g_strdup_printf (_("Models %s Asks For"), server);
  set_title (self->hints_row, hints_title);
  adw_action_row_set_subtitle (self->hints_row, hints != NULL ? hints : "");
  gtk_widget_set_visible (GTK_WIDGET (self->hints_row), hints != NULL);

  /* Translators: title above level bars for low cost, speed, intelligence. */
  values_title = g_strdup_printf (_("What %s Values"), server);
  set_title (self->values_row, values_title);
  gtk_label_set_text (self->values_label, values_title);
  show_priority (self->cost_box, self->cost_label, self->cost_bar, cost);
  show_priority (self->speed_box, self->speed_label, self->speed_bar, speed);
  show_priority (self->intelligence_box, self->intelligence_label, self->intelligence_bar,
                 intelligence);
  gtk_widget_set_visible (self->values_row, !isnan (cost) || !isnan (speed) ||
                          !isnan (intelligence));
}

/* --- Limits --- */

static void
update_max_tokens (GhReviewPrompt *self)
{
  gint64 asked = gh_sampling_request_get_asked_max_tokens (self->request);
  gint64 tokens = gh_sampling_request_get_max_tokens (self->request);
  g_autofree char *number = gh_words_number (asked);
  g_autofree char *words = NULL;

  /* Doubles hold whole numbers up to 2^53; a server may ask for more. */
  gtk_adjustment_set_upper (self->max_tokens_adjustment, (double) MAX (1, asked));
  gtk_adjustment_set_value (self->max_tokens_adjustment, (double) tokens);
  gtk_widget_set_visible (self->max_tokens_restore, tokens != asked);
  if (tokens == asked)
    words = g_strdup (_("In tokens, as the server asked; it can be less, never more"));
  else
    words = g_strdup_printf (_("In tokens; the server asked for at most %s"), number);
  adw_action_row_set_subtitle (self->max_tokens_row, words);
}

static void
max_tokens_changed_cb (GhReviewPrompt *self)
{
  gint64 asked;
  double value;

  g_assert (GH_IS_REVIEW_PROMPT (self));

  if (self->request == NULL || self->filling)
    return;
  asked = gh_sampling_request_get_asked_max_tokens (self->request);
  value = gtk_adjustment_get_value (self->max_tokens_adjustment);
  gh_sampling_request_set_max_tokens (self->request,
                                      value >= (double) asked ? asked : MAX (1, (gint64) value));
  update_changes (self);
  update_sent (self);
}

static void
max_tokens_restore_cb (GhReviewPrompt *self)
{
  g_assert (GH_IS_REVIEW_PROMPT (self));

  if (self->request == NULL)
    return;
  /* The button that was pressed goes away. */
  gtk_widget_grab_focus (GTK_WIDGET (self->max_tokens_spin));
  gh_sampling_request_set_max_tokens (self->request,
                                      gh_sampling_request_get_asked_max_tokens (self->request));
  changed (self);
}

static void
update_temperature (GhReviewPrompt *self)
{
  double asked = gh_sampling_request_get_asked_temperature (self->request);
  double temperature = gh_sampling_request_get_temperature (self->request);
  g_autofree char *words = NULL;

  gtk_widget_set_visible (self->temperature_restore,
                          isnan (asked) != isnan (temperature) ||
                            (!isnan (asked) && fabs (asked - temperature) >= 1e-9));
  gtk_switch_set_active (self->temperature_switch, !isnan (temperature));
  if (!isnan (temperature))
    gtk_spin_button_set_value (self->temperature_spin, temperature);
  if (isnan (temperature))
    words = isnan (asked) ? g_strdup (_("Not asked for; the model uses its own"))
                          : g_strdup_printf (_("The server asked for %.2g; the model uses its own"),
                                             asked);
  else if (isnan (asked))
    words = g_strdup (_("Set by you"));
  else if (fabs (asked - temperature) < 1e-9)
    words = g_strdup (_("As the server asked"));
  else
    words = g_strdup_printf (_("The server asked for %.2g"), asked);
  adw_action_row_set_subtitle (self->temperature_row, words);
}

static void
temperature_changed_cb (GhReviewPrompt *self)
{
  double asked;
  double value;

  g_assert (GH_IS_REVIEW_PROMPT (self));

  if (self->request == NULL || self->filling)
    return;
  value = gtk_spin_button_get_value (self->temperature_spin);
  /* What is shown is rounded; untouched it stays what the server asked for. */
  asked = gh_sampling_request_get_asked_temperature (self->request);
  if (!isnan (asked) && fabs (asked - value) < .005)
    value = asked;
  gh_sampling_request_set_temperature (self->request,
                                       gtk_switch_get_active (self->temperature_switch) ? value
                                                                                        : NAN);
  update_changes (self);
  update_sent (self);
}

static void
temperature_restore_cb (GhReviewPrompt *self)
{
  g_assert (GH_IS_REVIEW_PROMPT (self));

  if (self->request == NULL)
    return;
  /* The button that was pressed goes away. */
  gtk_widget_grab_focus (GTK_WIDGET (self->temperature_switch));
  gh_sampling_request_set_temperature (self->request,
                                       gh_sampling_request_get_asked_temperature (self->request));
  changed (self);
}

static void
stop_changed_cb (GhReviewPrompt *self)
{
  g_auto(GStrv) sequences = NULL;

  g_assert (GH_IS_REVIEW_PROMPT (self));

  if (self->request == NULL || self->filling)
    return;
  sequences = gh_stop_list_dup_sequences (self->stop_list);
  gh_sampling_request_set_stop_sequences (self->request, (const char * const *) sequences);
  update_changes (self);
  update_sent (self);
}

static void
fill_context (GhReviewPrompt *self)
{
  const char *context = gh_sampling_request_get_include_context (self->request);
  gboolean wanted = context != NULL && !g_str_equal (context, "none");

  gtk_widget_set_visible (GTK_WIDGET (self->context_row), wanted);
  if (!wanted)
    return;
  if (g_str_equal (context, "thisServer"))
    adw_action_row_set_subtitle (self->context_row,
                                 _("The server also wants to have its own context sent along. "
                                   "Gatehouse adds nothing: only what stands above is sent."));
  else
    adw_action_row_set_subtitle (self->context_row,
                                 _("The server also wants to have context of your other servers "
                                   "sent along. Gatehouse adds nothing: only what stands above is "
                                   "sent."));
}

/* --- JSON --- */

static void
raw_needed_cb (GhReviewPrompt *self)
{
  g_autofree char *text = NULL;

  g_assert (GH_IS_REVIEW_PROMPT (self));

  if (self->request == NULL)
    return;
  text = gh_sampling_request_dup_raw (self->request);
  gh_review_json_set_text (self->raw_row, text != NULL ? text : "");
}

static void
sent_needed_cb (GhReviewPrompt *self)
{
  g_assert (GH_IS_REVIEW_PROMPT (self));

  if (self->request != NULL)
    update_sent (self);
}

static void
metadata_needed_cb (GhReviewPrompt *self)
{
  g_autofree char *text = NULL;

  g_assert (GH_IS_REVIEW_PROMPT (self));

  if (self->request == NULL)
    return;
  text = gh_sampling_request_dup_metadata (self->request);
  gh_review_json_set_text (self->metadata_row, text != NULL ? text : "");
}

/* --- Earlier answers --- */

static void
update_earlier (GhReviewPrompt *self)
{
  guint n = g_list_model_get_n_items (gh_sampling_request_list_answers (self->request));
  g_autofree char *words = NULL;

  words = g_strdup_printf (ngettext ("%u answer is kept; the server has not seen it.",
                                     "%u answers are kept; the server has seen none of them.", n),
                           n);
  adw_action_row_set_subtitle (self->earlier_row, words);
  gtk_widget_set_visible (self->earlier_group, n > 0);
}

static void
earlier_clicked_cb (GhReviewPrompt *self)
{
  GListModel *answers;
  g_autoptr(GhSamplingAnswer) last = NULL;
  guint n;

  g_assert (GH_IS_REVIEW_PROMPT (self));

  if (self->request == NULL)
    return;
  answers = gh_sampling_request_list_answers (self->request);
  n = g_list_model_get_n_items (answers);
  last = n > 0 ? g_list_model_get_item (answers, n - 1) : NULL;
  if (last != NULL)
    gh_sampling_request_select_answer (self->request, last);
}

/* --- The request --- */

static void
notify_cb (GhSamplingRequest *request,
           GParamSpec        *pspec,
           GhReviewPrompt    *self)
{
  const char *name = g_param_spec_get_name (pspec);

  g_assert (GH_IS_REVIEW_PROMPT (self));

  if (request != self->request)
    return;
  self->filling = TRUE;
  if (g_str_equal (name, "state"))
    update_earlier (self);
  else if (g_str_equal (name, "system-prompt") && !self->typing)
    update_system (self);
  else if (g_str_equal (name, "model"))
    update_model (self);
  else if (g_str_equal (name, "max-tokens"))
    update_max_tokens (self);
  else if (g_str_equal (name, "temperature"))
    update_temperature (self);
  self->filling = FALSE;
}

static void
fill (GhReviewPrompt *self)
{
  double temperature = gh_sampling_request_get_asked_temperature (self->request);
  g_autofree char *metadata = NULL;

  self->filling = TRUE;
  gtk_spin_button_set_value (self->temperature_spin,
                             isnan (temperature) ? USUAL_TEMPERATURE : temperature);
  update_system (self);
  add_messages (self);
  fill_preferences (self);
  update_model (self);
  update_max_tokens (self);
  update_temperature (self);
  gh_stop_list_set_asked (self->stop_list,
                          gh_sampling_request_get_asked_stop_sequences (self->request));
  gh_stop_list_set_sequences (self->stop_list,
                              gh_sampling_request_get_stop_sequences (self->request));
  gh_review_tools_set_request (self->tools, self->request);
  gh_secrets_group_set_masking (self->secrets, gh_sampling_request_get_masking (self->request));
  fill_context (self);
  metadata = gh_sampling_request_dup_metadata (self->request);
  gtk_widget_set_visible (GTK_WIDGET (self->metadata_row), metadata != NULL);
  update_changes (self);
  update_earlier (self);
  self->filling = FALSE;
}

static void
clear (GhReviewPrompt *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->messages_box))) != NULL)
    gtk_box_remove (self->messages_box, child);
  self->n_messages = 0;
  gh_review_json_reset (self->raw_row);
  gh_review_json_reset (self->sent_row);
  gh_review_json_reset (self->metadata_row);
  gh_review_tools_set_request (self->tools, NULL);
  gh_secrets_group_set_masking (self->secrets, NULL);
  gtk_toggle_button_set_active (self->changes_button, FALSE);
}

static void
restore_clicked_cb (GhReviewPrompt *self)
{
  g_assert (GH_IS_REVIEW_PROMPT (self));

  if (self->request == NULL)
    return;
  gh_sampling_request_revert (self->request);
  clear (self);
  fill (self);
  changed (self);
  /* The button that was pressed goes away. */
  gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

static void
gh_review_prompt_dispose (GObject *object)
{
  GhReviewPrompt *self = GH_REVIEW_PROMPT (object);
  GtkWidget *child;

  if (self->request != NULL)
    g_signal_handlers_disconnect_by_data (self->request, self);
  g_clear_object (&self->request);
  g_clear_object (&self->models);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_box_remove (GTK_BOX (self), child);
  G_OBJECT_CLASS (gh_review_prompt_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, earlier_group);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, earlier_row);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, earlier_button);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, changes_button);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, restore_button);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, changes_label);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, tools);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, metadata_row);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, system_box);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, system_card);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, messages_box);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, more_button);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, add_system_button);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, secrets);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, model_row);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, model_icon);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, model_button);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, chooser);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, why_row);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, hints_row);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, values_row);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, values_label);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, cost_box);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, cost_label);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, cost_bar);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, speed_box);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, speed_label);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, speed_bar);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, intelligence_box);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, intelligence_label);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, intelligence_bar);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, max_tokens_row);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, max_tokens_restore);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, max_tokens_spin);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, max_tokens_adjustment);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, temperature_row);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, temperature_restore);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, temperature_spin);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, temperature_switch);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, stop_list);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, context_row);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, estimate_row);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, raw_row);
  gtk_widget_class_bind_template_child (widget_class, GhReviewPrompt, sent_row);
}

static void
gh_review_prompt_class_init (GhReviewPromptClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gh_review_prompt_dispose;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                   0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (GH_TYPE_TEXT_CARD);
  g_type_ensure (GH_TYPE_MODEL_CHOOSER);
  g_type_ensure (GH_TYPE_REVIEW_TOOLS);
  g_type_ensure (GH_TYPE_SECRETS_GROUP);
  g_type_ensure (GH_TYPE_STOP_LIST);
  g_type_ensure (GH_TYPE_REVIEW_JSON);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-review-prompt.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, earlier_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, changes_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, restore_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, tools_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, metadata_needed_cb);
  gtk_widget_class_bind_template_callback (widget_class, system_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, add_system_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, more_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, model_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, max_tokens_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, max_tokens_restore_cb);
  gtk_widget_class_bind_template_callback (widget_class, temperature_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, temperature_restore_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, raw_needed_cb);
  gtk_widget_class_bind_template_callback (widget_class, sent_needed_cb);
}

static void
gh_review_prompt_init (GhReviewPrompt *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
gh_review_prompt_set_request (GhReviewPrompt    *self,
                              GhSamplingRequest *request,
                              GhModelList       *models)
{
  g_return_if_fail (GH_IS_REVIEW_PROMPT (self));
  g_return_if_fail (request == NULL || GH_IS_SAMPLING_REQUEST (request));
  g_return_if_fail (models == NULL || GH_IS_MODEL_LIST (models));
  g_return_if_fail (self->models == NULL || models == NULL || self->models == models);

  if (self->request == request)
    return;
  if (self->request != NULL)
    g_signal_handlers_disconnect_by_data (self->request, self);
  g_set_object (&self->request, request);
  if (self->models == NULL && models != NULL)
    {
      self->models = g_object_ref (models);
      gh_model_chooser_set_models (self->chooser, gh_model_list_list_models (models));
      g_signal_connect_object (gh_model_list_list_models (models), "items-changed",
                               G_CALLBACK (models_changed_cb), self, G_CONNECT_SWAPPED);
    }
  clear (self);
  if (request == NULL)
    return;
  g_signal_connect_object (request, "notify", G_CALLBACK (notify_cb), self, 0);
  fill (self);
}

void
gh_review_prompt_take_typed (GhReviewPrompt *self)
{
  g_return_if_fail (GH_IS_REVIEW_PROMPT (self));

  gtk_spin_button_update (self->max_tokens_spin);
  gtk_spin_button_update (self->temperature_spin);
}
