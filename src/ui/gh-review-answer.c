/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * An answer: while it arrives, and before the server gets it. */
#include "config.h"

#include "gh-review-answer.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "gh-review-columns.h"
#include "gh-review-json.h"
#include "gh-review-message.h"
#include "gh-review-use.h"
#include "gh-review-words.h"
#include "gh-text-card.h"
#include "gh-ui.h"

/* How often the running time is said anew. */
#define CLOCK_MS 500
/* "At the end" includes a last line that is half seen. */
#define END_TOLERANCE 24.0
/* Room for an answer before there is one. */
#define EMPTY_HEIGHT 190
/* Messages shown beside an answer that the person writes. */
#define SHOWN_MESSAGES 12
/* Tools in the menu; who wants another of them takes some out of the offer first. */
#define MOST_TOOLS 60
/* The page's width, with one answer and with two. */
#define NARROW 600
#define WIDE 1200
/* A rule of thumb where the endpoint does not count while it streams. */
#define CHARS_PER_TOKEN 4

struct _GhReviewAnswer
{
  GtkBox             parent_instance;

  /* Owned */
  GhSamplingRequest *request; /* or NULL */
  GhSamplingAnswer  *answer;  /* the one on view; NULL: none */
  GPtrArray         *uses;    /* of GhReviewUse, borrowed from the box */
  guint              clock_id;
  gsize              shown;   /* bytes of the answer in the card */
  guint              scroll_id;

  gboolean           filling; /* the card changes, but not by the person */

  /* Borrowed */
  GtkWidget         *spinner;

  /* Template */
  GtkWidget         *answers_box;
  GtkDropDown       *answers_drop;
  GtkToggleButton   *compare_button;
  GtkWidget         *card_box;
  GhTextCard        *card;
  GtkBox            *uses_box;
  GtkMenuButton     *use_button;
  GtkWidget         *restore_button;
  GtkWidget         *other_box;
  GtkDropDown       *other_drop;
  GhTextCard        *other_card;
  GtkWidget         *choose_button;
  GtkWidget         *masked_group;
  AdwActionRow      *masked_row;
  GtkWidget         *originals_button;
  GtkWidget         *facts_group;
  AdwActionRow      *progress_row;
  GtkLevelBar       *progress_bar;
  AdwActionRow      *tokens_row;
  GtkLabel          *stop_chip;
  AdwActionRow      *model_row;
  GhReviewJson      *sent_row;
  GtkWidget         *asked_group;
  GtkBox            *asked_box;
  GtkLabel          *left_out;
  GhReviewJson      *asked_row;
};

G_DEFINE_FINAL_TYPE (GhReviewAnswer, gh_review_answer, GTK_TYPE_BOX)

static GtkAdjustment *
get_page_adjustment (GhReviewAnswer *self)
{
  GtkWidget *page = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);

  return page != NULL ? gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (page)) : NULL;
}

static gboolean
is_by_hand (GhReviewAnswer *self)
{
  return gh_sampling_request_get_model_answer (self->request) == NULL;
}

static void
update_progress (GhReviewAnswer *self)
{
  gint64 seconds = gh_sampling_request_get_generating_time (self->request) / G_USEC_PER_SEC;
  gint64 most = gh_sampling_request_get_max_tokens (self->request);
  gint64 tokens = gh_sampling_request_get_output_tokens (self->request);
  g_autofree char *title = NULL;
  g_autofree char *subtitle = NULL;
  g_autofree char *so_far = NULL;
  g_autofree char *at_most = NULL;
  gboolean counted;

  title = g_strdup_printf (ngettext ("Running for %u second", "Running for %u seconds",
                                     (gulong) seconds),
                           (guint) seconds);
  counted = tokens >= 0;
  if (!counted)
    tokens = g_utf8_strlen (gh_sampling_request_get_answer (self->request), -1) / CHARS_PER_TOKEN;
  so_far = gh_words_number (tokens);
  at_most = gh_words_number (most);
  if (counted)
    /* Translators: tokens received, and the limit. */
    subtitle = g_strdup_printf (_("%s of at most %s tokens"), so_far, at_most);
  else
    /* Translators: tokens received, estimated, and the limit. */
    subtitle = g_strdup_printf (_("About %s of at most %s tokens"), so_far, at_most);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->progress_row), title);
  adw_action_row_set_subtitle (self->progress_row, subtitle);
  gtk_level_bar_set_value (self->progress_bar, CLAMP ((double) tokens / (double) MAX (1, most), 0,
                                                      1));
}

static gboolean
clock_cb (gpointer user_data)
{
  update_progress (user_data);
  return G_SOURCE_CONTINUE;
}

/* The page has grown only after the next layout. */
static gboolean
scroll_cb (GtkWidget     *widget,
           GdkFrameClock *clock,
           gpointer       user_data)
{
  GhReviewAnswer *self = GH_REVIEW_ANSWER (widget);
  GtkAdjustment *adjustment = get_page_adjustment (self);

  self->scroll_id = 0;
  if (adjustment != NULL)
    gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
  return G_SOURCE_REMOVE;
}

static void
show_answer (GhReviewAnswer *self)
{
  const char *answer = gh_sampling_request_get_answer (self->request);
  GhReviewText *text = gh_text_card_get_text (self->card);
  GtkAdjustment *adjustment = get_page_adjustment (self);
  gboolean at_end = FALSE;
  gsize length = strlen (answer);

  if (length <= self->shown)
    return;
  if (adjustment != NULL)
    at_end = gtk_adjustment_get_upper (adjustment) > gtk_adjustment_get_page_size (adjustment) &&
             gtk_adjustment_get_value (adjustment) + gtk_adjustment_get_page_size (adjustment) >=
               gtk_adjustment_get_upper (adjustment) - END_TOLERANCE;
  gh_review_text_append (text, answer + self->shown);
  self->shown = length;
  update_progress (self);
  if (at_end && self->scroll_id == 0)
    self->scroll_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_cb, NULL, NULL);
}

static void
clear_asked (GhReviewAnswer *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->asked_box))) !=
         GTK_WIDGET (self->left_out))
    gtk_box_remove (self->asked_box, child);
}

static void
add_asked (GhReviewAnswer *self,
           GtkWidget      *card)
{
  gtk_widget_insert_before (card, GTK_WIDGET (self->asked_box), GTK_WIDGET (self->left_out));
}

/* Who answers by hand has to read what was asked; to read only, for it is not sent anywhere. */
static void
fill_asked (GhReviewAnswer *self)
{
  const char *system = gh_sampling_request_get_asked_system_prompt (self->request);
  GListModel *messages = gh_sampling_request_list_messages (self->request);
  guint n = g_list_model_get_n_items (messages);

  clear_asked (self);
  if (system != NULL)
    {
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
      GtkWidget *card = gh_text_card_new (_("System Prompt"));

      gh_review_text_set_editable (gh_text_card_get_text (GH_TEXT_CARD (card)), FALSE);
      gh_text_card_set_text (GH_TEXT_CARD (card), NULL, system);
      gtk_box_append (GTK_BOX (box), card);
      gtk_widget_add_css_class (box, "card");
      gtk_widget_add_css_class (box, "gh-text");
      add_asked (self, box);
    }
  for (guint i = 0; i < MIN (n, SHOWN_MESSAGES); i++)
    {
      g_autoptr(GhSamplingMessage) message = g_list_model_get_item (messages, i);
      g_autofree char *title = gh_words_message (self->request, message, i);

      add_asked (self, gh_review_message_new (message, title, FALSE));
    }
  if (n > SHOWN_MESSAGES)
    {
      g_autofree char *words = NULL;

      words = g_strdup_printf (ngettext ("%u more message is not shown. The JSON below has it.",
                                         "%u more messages are not shown. The JSON below has them.",
                                         n - SHOWN_MESSAGES),
                               n - SHOWN_MESSAGES);
      gtk_label_set_text (self->left_out, words);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->left_out), n > SHOWN_MESSAGES);
}

/* --- Uses of tools --- */

static void
update_problems (GhReviewAnswer *self)
{
  for (guint i = 0; i < self->uses->len; i++)
    {
      GhReviewUse *use = g_ptr_array_index (self->uses, i);
      g_autoptr(GError) error = NULL;
      g_autofree char *problem = NULL;

      if (!gh_sampling_request_check_part (self->request, gh_review_use_get_part (use), &error))
        problem = gh_words_use_problem (error);
      gh_review_use_set_problem (use, problem);
    }
  gtk_widget_set_visible (self->restore_button,
                          gh_sampling_request_get_answer_edited (self->request) &&
                          g_list_model_get_n_items (
                            gh_sampling_request_list_tools (self->request)) > 0);
}

static void
use_removed_cb (GhReviewUse *use,
                gpointer     user_data)
{
  GhReviewAnswer *self = GH_REVIEW_ANSWER (user_data);

  if (self->request == NULL)
    return;
  /* The button that was pressed goes away. */
  gtk_widget_child_focus (GTK_WIDGET (self->uses_box), GTK_DIR_TAB_FORWARD);
  gh_sampling_request_remove_tool_use (self->request, gh_review_use_get_part (use));
}

static void
clear_uses (GhReviewAnswer *self)
{
  for (guint i = 0; i < self->uses->len; i++)
    gtk_box_remove (self->uses_box,
                    gtk_widget_get_parent (g_ptr_array_index (self->uses, i)));
  g_ptr_array_set_size (self->uses, 0);
}

static void
add_use (GhReviewAnswer *self,
         GhSamplingPart *part,
         GtkWidget      *last)
{
  g_autofree char *tool = gh_words_name (gh_sampling_part_get_tool (part));
  /* Translators: heading of a part of an answer; a tool's name is filled in. */
  g_autofree char *title = g_strdup_printf (_("Wants to use the tool %s"), tool);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *use = gh_review_use_new (part, title);
  GhTextCard *card = gh_review_use_get_card (GH_REVIEW_USE (use));

  gh_review_use_set_removable (GH_REVIEW_USE (use), TRUE);
  gh_text_card_set_changes_button (card, TRUE);
  gh_text_card_set_restore (card, _("Restore the Model’s Input"));
  g_signal_connect_object (use, "remove", G_CALLBACK (use_removed_cb), self, 0);
  gtk_box_append (GTK_BOX (box), use);
  gtk_widget_add_css_class (box, "card");
  gtk_widget_add_css_class (box, "gh-text");
  gtk_widget_insert_before (box, GTK_WIDGET (self->uses_box), last);
  g_ptr_array_add (self->uses, use);
}

static guint
count_uses (GhReviewAnswer *self)
{
  GListModel *parts = gh_sampling_answer_list_parts (self->answer);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (parts); i++)
    {
      g_autoptr(GhSamplingPart) part = g_list_model_get_item (parts, i);

      n += gh_sampling_part_get_kind (part) == GH_SAMPLING_PART_TOOL_USE;
    }
  return n;
}

static void
fill_uses (GhReviewAnswer *self)
{
  GListModel *parts = gh_sampling_answer_list_parts (self->answer);
  GtkWidget *last;

  clear_uses (self);
  last = gtk_widget_get_last_child (GTK_WIDGET (self->uses_box));
  for (guint i = 0; i < g_list_model_get_n_items (parts); i++)
    {
      g_autoptr(GhSamplingPart) part = g_list_model_get_item (parts, i);

      if (gh_sampling_part_get_kind (part) == GH_SAMPLING_PART_TOOL_USE)
        add_use (self, part, last);
    }
  gtk_widget_set_size_request (gh_review_text_get_view (gh_text_card_get_text (self->card)), -1,
                               self->uses->len > 0 ? EMPTY_HEIGHT / 2 : EMPTY_HEIGHT);
  /* A model that only uses tools says nothing; a person always may. */
  gtk_widget_set_visible (self->card_box, self->uses->len == 0 || is_by_hand (self) ||
                          *gh_sampling_request_get_answer (self->request) != '\0');
  update_problems (self);
}

static void
use_tool_action (GtkWidget  *widget,
                 const char *action_name,
                 GVariant   *parameter)
{
  GhReviewAnswer *self = GH_REVIEW_ANSWER (widget);
  g_autoptr(GhSamplingTool) tool = NULL;

  if (self->request == NULL)
    return;
  tool = g_list_model_get_item (gh_sampling_request_list_tools (self->request),
                                g_variant_get_uint32 (parameter));
  if (tool != NULL)
    gh_sampling_request_add_tool_use (self->request, tool);
}

static void
fill_tools (GhReviewAnswer *self)
{
  GListModel *tools = gh_sampling_request_list_tools (self->request);
  g_autoptr(GMenu) menu = g_menu_new ();
  guint n = g_list_model_get_n_items (tools);

  for (guint i = 0; i < n && g_menu_model_get_n_items (G_MENU_MODEL (menu)) < MOST_TOOLS; i++)
    {
      g_autoptr(GhSamplingTool) tool = g_list_model_get_item (tools, i);
      g_autofree char *name = gh_words_name (gh_tool_get_name (gh_sampling_tool_get_tool (tool)));
      g_autoptr(GString) label = g_string_new (name);
      g_autoptr(GMenuItem) item = NULL;

      if (!gh_sampling_tool_get_offered (tool))
        continue;
      g_string_replace (label, "_", "__", 0);
      item = g_menu_item_new (label->str, NULL);
      g_menu_item_set_action_and_target (item, "answer.use-tool", "u", i);
      g_menu_append_item (menu, item);
    }
  gtk_menu_button_set_menu_model (self->use_button, G_MENU_MODEL (menu));
  gtk_widget_set_visible (GTK_WIDGET (self->use_button),
                          g_menu_model_get_n_items (G_MENU_MODEL (menu)) > 0 &&
                          gh_sampling_request_get_tool_choice (self->request) !=
                            GH_SAMPLING_TOOL_CHOICE_NONE);
}

/* --- Placeholders --- */

/* What was masked in the prompt may come back in the answer. */
static void
update_masked (GhReviewAnswer *self)
{
  guint n = gh_sampling_request_get_state (self->request) == GH_SAMPLING_RESPONSE_REVIEW
              ? gh_sampling_request_count_placeholders (self->request) : 0;
  g_autofree char *server = gh_words_name (gh_request_get_server_name (GH_REQUEST (self->request)));
  g_autofree char *words = NULL;

  /* Translators: a server's name is filled in. */
  words = g_strdup_printf (ngettext ("%u stands for what was masked; %s gets it as it is here.",
                                     "%u stand for what was masked; %s gets them as they are here.",
                                     n),
                           n, server);
  adw_action_row_set_subtitle (self->masked_row, words);
  gtk_widget_set_visible (self->masked_group, n > 0);
}

/* The answer has another text, but not by the person. */
static void
refill (GhReviewAnswer *self)
{
  self->filling = TRUE;
  gh_text_card_set_text (self->card, gh_sampling_request_get_model_answer (self->request),
                         gh_sampling_request_get_answer (self->request));
  fill_uses (self);
  update_masked (self);
  self->filling = FALSE;
}

static void
originals_clicked_cb (GhReviewAnswer *self)
{
  g_assert (GH_IS_REVIEW_ANSWER (self));

  if (self->request == NULL)
    return;
  gh_sampling_request_restore_answer (self->request);
  refill (self);
  /* The button that was pressed goes away. */
  gtk_widget_grab_focus (gh_review_text_get_view (gh_text_card_get_text (self->card)));
}

static void
restore_clicked_cb (GhReviewAnswer *self)
{
  g_assert (GH_IS_REVIEW_ANSWER (self));

  if (self->request == NULL)
    return;
  gh_sampling_request_revert_answer (self->request);
  refill (self);
}

/* --- Several answers --- */

static GhSamplingAnswer *
get_answer (GhReviewAnswer *self,
            guint           position)
{
  g_autoptr(GhSamplingAnswer) answer =
    g_list_model_get_item (gh_sampling_request_list_answers (self->request), position);

  /* The request keeps it. */
  return answer;
}

/* The text of an answer, and its uses of tools, to read. */
static char *
dup_all (GhSamplingAnswer *answer)
{
  GListModel *parts = gh_sampling_answer_list_parts (answer);
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (parts); i++)
    {
      g_autoptr(GhSamplingPart) part = g_list_model_get_item (parts, i);
      g_autofree char *tool = gh_words_name (gh_sampling_part_get_tool (part));

      if (all->len > 0)
        g_string_append (all, "\n\n");
      if (gh_sampling_part_get_kind (part) == GH_SAMPLING_PART_TOOL_USE)
        {
          g_string_append_printf (all, _("Wants to use the tool %s"), tool);
          g_string_append_c (all, '\n');
        }
      g_string_append (all, gh_sampling_part_get_text (part));
    }
  return g_string_free (all, FALSE);
}

static void
update_other (GhReviewAnswer *self)
{
  GListModel *answers = gh_sampling_request_list_answers (self->request);
  guint position = gtk_drop_down_get_selected (self->other_drop);
  gboolean shown = gh_sampling_request_get_state (self->request) == GH_SAMPLING_RESPONSE_REVIEW &&
                   gtk_widget_get_visible (self->answers_box) &&
                   gtk_toggle_button_get_active (self->compare_button) &&
                   position < g_list_model_get_n_items (answers);
  GtkWidget *clamp = gtk_widget_get_ancestor (GTK_WIDGET (self), ADW_TYPE_CLAMP);
  g_autofree char *title = NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (self->other_box, shown);
  if (clamp != NULL)
    adw_clamp_set_maximum_size (ADW_CLAMP (clamp), shown ? WIDE : NARROW);
  if (!shown)
    return;
  title = gh_words_one_answer (get_answer (self, position), position);
  text = dup_all (get_answer (self, position));
  gh_text_card_set_title (self->other_card, title);
  gh_text_card_set_text (self->other_card, NULL, text);
}

static void
fill_answers (GhReviewAnswer *self)
{
  GListModel *answers = gh_sampling_request_list_answers (self->request);
  guint n = g_list_model_get_n_items (answers);
  g_autoptr(GtkStringList) names = gtk_string_list_new (NULL);
  guint shown = 0;

  for (guint i = 0; i < n; i++)
    {
      gtk_string_list_take (names, gh_words_one_answer (get_answer (self, i), i));
      if (get_answer (self, i) == self->answer)
        shown = i;
    }
  gtk_drop_down_set_model (self->answers_drop, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->answers_drop, shown);
  gtk_drop_down_set_model (self->other_drop, G_LIST_MODEL (names));
  /* The one before it, or after the first. */
  gtk_drop_down_set_selected (self->other_drop, shown > 0 ? shown - 1 : 1);
  gtk_widget_set_visible (self->answers_box, n > 1);
  update_other (self);
}

static void
answer_selected_cb (GhReviewAnswer *self)
{
  guint position;

  g_assert (GH_IS_REVIEW_ANSWER (self));

  if (self->request == NULL || self->filling)
    return;
  position = gtk_drop_down_get_selected (self->answers_drop);
  if (position < g_list_model_get_n_items (gh_sampling_request_list_answers (self->request)))
    gh_sampling_request_select_answer (self->request, get_answer (self, position));
}

static void
other_selected_cb (GhReviewAnswer *self)
{
  g_assert (GH_IS_REVIEW_ANSWER (self));

  if (self->request != NULL && !self->filling)
    update_other (self);
}

static void
compare_toggled_cb (GhReviewAnswer *self)
{
  g_assert (GH_IS_REVIEW_ANSWER (self));

  if (self->request != NULL)
    update_other (self);
}

static void
choose_clicked_cb (GhReviewAnswer *self)
{
  guint position;

  g_assert (GH_IS_REVIEW_ANSWER (self));

  if (self->request == NULL)
    return;
  position = gtk_drop_down_get_selected (self->other_drop);
  if (position < g_list_model_get_n_items (gh_sampling_request_list_answers (self->request)))
    gh_sampling_request_select_answer (self->request, get_answer (self, position));
}

/* --- The answer on view --- */

static void
fill_generating (GhReviewAnswer *self)
{
  GhModel *model = gh_sampling_request_get_model (self->request);
  g_autofree char *through = model != NULL ? gh_words_model_through (model) : NULL;
  g_autofree char *sent = gh_words_sent (self->request);

  g_clear_object (&self->answer);
  clear_uses (self);
  gtk_widget_set_visible (self->card_box, TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->use_button), FALSE);
  gtk_widget_set_visible (self->restore_button, FALSE);
  gtk_widget_set_visible (self->answers_box, FALSE);
  gh_text_card_set_title (self->card, _("Answer So Far"));
  gh_review_text_set_editable (gh_text_card_get_text (self->card), FALSE);
  gh_text_card_set_text (self->card, NULL, "");
  self->shown = 0;
  show_answer (self);
  gtk_widget_set_visible (GTK_WIDGET (self->sent_row), TRUE);
  gh_review_json_reset (self->sent_row);
  gtk_widget_set_visible (self->spinner, TRUE);
  gtk_spinner_start (GTK_SPINNER (self->spinner));

  gtk_widget_set_visible (self->facts_group, TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->progress_row), TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->tokens_row), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->model_row), through != NULL);
  gtk_widget_set_visible (self->asked_group, FALSE);
  adw_action_row_set_subtitle (self->model_row, through != NULL ? through : "");
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self->sent_row), sent);
  update_progress (self);
  if (self->clock_id == 0)
    self->clock_id = g_timeout_add (CLOCK_MS, clock_cb, self);
}

static void
fill_review (GhReviewAnswer *self)
{
  const char *model = gh_sampling_request_get_answer_model (self->request);
  g_autofree char *name = gh_words_name (model);
  g_autofree char *title = NULL;
  g_autofree char *facts = gh_words_answer_facts (self->request);
  g_autofree char *reason = gh_words_stop_reason (self->request);
  g_autofree char *sent = gh_words_sent (self->request);
  gboolean by_hand = is_by_hand (self);

  gtk_widget_set_visible (self->spinner, FALSE);
  gtk_spinner_stop (GTK_SPINNER (self->spinner));
  g_clear_handle_id (&self->clock_id, g_source_remove);

  if (by_hand)
    title = g_strdup (_("Your Answer"));
  else
    /* Translators: heading above an answer; a model's name is filled in. */
    title = g_strdup_printf (_("Answer from %s"), name);
  gh_text_card_set_title (self->card, title);
  gh_review_text_set_editable (gh_text_card_get_text (self->card), TRUE);
  gh_text_card_set_text (self->card, gh_sampling_request_get_model_answer (self->request),
                         gh_sampling_request_get_answer (self->request));
  gh_text_card_set_show_changes (self->card, FALSE);
  g_set_object (&self->answer, gh_sampling_request_get_current_answer (self->request));
  fill_uses (self);
  fill_tools (self);
  fill_answers (self);

  gtk_widget_set_visible (self->facts_group, !by_hand);
  gtk_widget_set_visible (self->asked_group, by_hand);
  if (by_hand)
    fill_asked (self);
  gtk_widget_set_visible (GTK_WIDGET (self->progress_row), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->tokens_row), TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->model_row), FALSE);
  /* Of an earlier answer that is not known any more. */
  gtk_widget_set_visible (GTK_WIDGET (self->sent_row),
                          gh_sampling_request_is_asked_so (self->request));
  adw_action_row_set_subtitle (self->tokens_row, facts);
  gtk_label_set_text (self->stop_chip, reason != NULL ? reason : "");
  gtk_widget_set_visible (GTK_WIDGET (self->stop_chip), reason != NULL);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self->sent_row), sent);
}

static void
update (GhReviewAnswer *self)
{
  GhSamplingState state = gh_sampling_request_get_state (self->request);

  self->filling = TRUE;
  update_masked (self);
  if (state == GH_SAMPLING_GENERATING)
    fill_generating (self);
  else
    g_clear_handle_id (&self->clock_id, g_source_remove);
  if (state == GH_SAMPLING_RESPONSE_REVIEW)
    fill_review (self);
  else
    update_other (self);
  self->filling = FALSE;
}

/* Another answer, another use of a tool, or another word. */
static void
answer_changed (GhReviewAnswer *self)
{
  update_masked (self);
  if (gh_sampling_request_get_current_answer (self->request) != self->answer)
    update (self);
  else if (count_uses (self) != self->uses->len)
    fill_uses (self);
  else
    update_problems (self);
}

static void
notify_cb (GhSamplingRequest *request,
           GParamSpec        *pspec,
           GhReviewAnswer    *self)
{
  const char *name = g_param_spec_get_name (pspec);

  g_assert (GH_IS_REVIEW_ANSWER (self));

  if (request != self->request || self->filling)
    return;
  if (g_str_equal (name, "state"))
    update (self);
  else if (g_str_equal (name, "answer") &&
           gh_sampling_request_get_state (request) == GH_SAMPLING_GENERATING)
    show_answer (self);
  else if (g_str_equal (name, "answer") &&
           gh_sampling_request_get_state (request) == GH_SAMPLING_RESPONSE_REVIEW)
    answer_changed (self);
}

static void
card_changed_cb (GhReviewAnswer *self)
{
  g_autofree char *text = NULL;

  g_assert (GH_IS_REVIEW_ANSWER (self));

  if (self->request == NULL || self->filling)
    return;
  text = gh_text_card_dup_text (self->card);
  gh_sampling_request_set_answer (self->request, text);
}

static void
sent_needed_cb (GhReviewAnswer *self)
{
  g_autofree char *text = NULL;

  g_assert (GH_IS_REVIEW_ANSWER (self));

  if (self->request == NULL)
    return;
  text = gh_sampling_request_dup_sent (self->request);
  gh_review_json_set_text (self->sent_row, text != NULL ? text : "");
}

static void
asked_needed_cb (GhReviewAnswer *self)
{
  g_autofree char *text = NULL;

  g_assert (GH_IS_REVIEW_ANSWER (self));

  if (self->request == NULL)
    return;
  text = gh_sampling_request_dup_raw (self->request);
  gh_review_json_set_text (self->asked_row, text != NULL ? text : "");
}

static void
gh_review_answer_dispose (GObject *object)
{
  GhReviewAnswer *self = GH_REVIEW_ANSWER (object);
  GtkWidget *child;

  g_clear_handle_id (&self->clock_id, g_source_remove);
  if (self->request != NULL)
    g_signal_handlers_disconnect_by_data (self->request, self);
  g_clear_object (&self->request);
  g_clear_object (&self->answer);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_box_remove (GTK_BOX (self), child);
  G_OBJECT_CLASS (gh_review_answer_parent_class)->dispose (object);
}

static void
gh_review_answer_finalize (GObject *object)
{
  GhReviewAnswer *self = GH_REVIEW_ANSWER (object);

  g_clear_pointer (&self->uses, g_ptr_array_unref);
  G_OBJECT_CLASS (gh_review_answer_parent_class)->finalize (object);
}

static void
gh_review_answer_class_init (GhReviewAnswerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gh_review_answer_dispose;
  G_OBJECT_CLASS (klass)->finalize = gh_review_answer_finalize;

  g_type_ensure (GH_TYPE_REVIEW_COLUMNS);
  g_type_ensure (GH_TYPE_TEXT_CARD);
  g_type_ensure (GH_TYPE_REVIEW_JSON);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-review-answer.ui");
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, answers_box);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, answers_drop);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, compare_button);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, card_box);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, card);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, uses_box);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, use_button);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, restore_button);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, other_box);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, other_drop);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, other_card);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, choose_button);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, masked_group);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, masked_row);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, originals_button);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, facts_group);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, progress_row);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, tokens_row);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, stop_chip);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, model_row);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, sent_row);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, asked_group);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, asked_box);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, left_out);
  gtk_widget_class_bind_template_child (widget_class, GhReviewAnswer, asked_row);
  gtk_widget_class_bind_template_callback (widget_class, answer_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, compare_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, other_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, choose_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, originals_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, restore_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, card_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, sent_needed_cb);
  gtk_widget_class_bind_template_callback (widget_class, asked_needed_cb);

  /* Its target is the tool's place in the request's list. */
  gtk_widget_class_install_action (widget_class, "answer.use-tool", "u", use_tool_action);
}

static void
gh_review_answer_init (GhReviewAnswer *self)
{
  self->uses = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gh_text_card_set_changes_button (self->card, TRUE);
  gh_review_text_set_editable (gh_text_card_get_text (self->other_card), FALSE);
  gh_review_text_set_whole (gh_text_card_get_text (self->other_card), TRUE);
  gh_text_card_set_restore (self->card, _("Restore the Model’s Answer"));
  gh_review_text_set_whole (gh_text_card_get_text (self->card), TRUE);
  gtk_widget_set_size_request (gh_review_text_get_view (gh_text_card_get_text (self->card)),
                               -1, EMPTY_HEIGHT);
  self->spinner = gtk_spinner_new ();
  gtk_widget_set_margin_end (self->spinner, 6);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->spinner),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("Receiving"), -1);
  gh_text_card_add_suffix (self->card, self->spinner);
}

void
gh_review_answer_set_request (GhReviewAnswer    *self,
                              GhSamplingRequest *request)
{
  g_return_if_fail (GH_IS_REVIEW_ANSWER (self));
  g_return_if_fail (request == NULL || GH_IS_SAMPLING_REQUEST (request));

  if (self->request == request)
    return;
  if (self->request != NULL)
    g_signal_handlers_disconnect_by_data (self->request, self);
  g_clear_handle_id (&self->clock_id, g_source_remove);
  g_clear_object (&self->answer);
  clear_uses (self);
  g_set_object (&self->request, request);
  gtk_toggle_button_set_active (self->compare_button, FALSE);
  gh_review_json_reset (self->sent_row);
  gh_review_json_reset (self->asked_row);
  clear_asked (self);
  if (request == NULL)
    return;
  g_signal_connect_object (request, "notify", G_CALLBACK (notify_cb), self, 0);
  update (self);
}

GtkWidget *
gh_review_answer_get_view (GhReviewAnswer *self)
{
  g_return_val_if_fail (GH_IS_REVIEW_ANSWER (self), NULL);

  return gh_review_text_get_view (gh_text_card_get_text (self->card));
}
