/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The review dialog with a real broker and a stand-in for a model endpoint: its real widgets
 * pressed,
 * and what went out and what the server was told looked at. */
#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "gh-hidden-char.h"
#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-model-chooser.h"
#include "gh-review-answer.h"
#include "gh-review-dialog.h"
#include "gh-review-json.h"
#include "gh-review-message.h"
#include "gh-review-picture.h"
#include "gh-review-prompt.h"
#include "gh-stop-list.h"
#include "gh-test-sampling.h"
#include "gh-test-ui.h"
#include "gh-test.h"
#include "gh-text-card.h"
#include "gh-ui.h"

#define MESSAGE(text) "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"" text "\"}}"
#define PLAIN "{\"messages\":[" MESSAGE ("Which flight?") "],\"maxTokens\":100}"

/* Eighteen lines: more than are shown at first. */
#define FLIGHTS \
  "Pick the best three of these 47 flights from Munich to Barcelona on 14 May 2026. The " \
  "customer wants a morning departure and at most one stop.\\n\\n" \
  "1  VY 1817, 06:50 to 08:55, direct, 148 €\\n" \
  "2  LH 1808, 07:20 to 09:25, direct, 212 €\\n" \
  "3  LX 1105, 06:35 to 10:15, one stop in Zürich, 119 €\\n" \
  "4  IB 8801, 09:10 to 11:20, direct, 189 €\\n" \
  "5  AF 1422, 06:05 to 10:40, one stop in Paris, 97 €\\n" \
  "6  VY 1823, 12:10 to 14:15, direct, 88 €\\n" \
  "7  LH 1812, 11:30 to 13:35, direct, 240 €\\n" \
  "8  KL 1790, 06:15 to 11:05, one stop in Amsterdam, 131 €\\n" \
  "9  TP 557, 06:00 to 11:50, one stop in Lisbon, 142 €\\n" \
  "10  SN 2712, 06:45 to 11:20, one stop in Brussels, 125 €\\n" \
  "11  OS 112, 07:00 to 12:15, one stop in Vienna, 133 €\\n" \
  "12  LX 1109, 09:50 to 13:30, one stop in Zürich, 150 €\\n" \
  "13  BA 947, 07:05 to 12:35, one stop in London, 171 €\\n" \
  "14  AZ 433, 06:30 to 11:10, one stop in Rome, 128 €\\n" \
  "15  VY 1831, 18:20 to 20:25, direct, 79 €\\n" \
  "16  LH 1816, 19:00 to 21:05, direct, 165 €"

#define TRAVEL \
  "{\"messages\":[" MESSAGE (FLIGHTS) "]," \
  "\"systemPrompt\":\"You are a travel assistant. Answer " \
  "with the numbers of the three best flights, best first, with one sentence for each.\"," \
  "\"modelPreferences\":{\"hints\":[{\"name\":\"claude-haiku\"},{\"name\":\"small\"}]," \
  "\"costPriority\":0.3,\"speedPriority\":0.2,\"intelligencePriority\":0.9}," \
  "\"maxTokens\":1500,\"stopSequences\":[\"\\n\\nEND\"],\"includeContext\":\"thisServer\"}"

/* One pixel; and the beginning of one. */
#define PNG \
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJ" \
  "RU5ErkJggg=="
#define PNG_BROKEN "iVBORw0KGgoAAAANSUhEUgAA/////w=="
#define IMAGE(data) "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"" data "\"}"

typedef struct
{
  GhTestSampling *sampling;
  GtkWidget      *window;
  GhReviewDialog *dialog;
  char           *withdrawn;
} Fixture;

static void
withdrawn_cb (GhReviewDialog *dialog,
              const char     *words,
              gpointer        user_data)
{
  Fixture *fixture = user_data;

  g_free (fixture->withdrawn);
  fixture->withdrawn = g_strdup (words);
}

static void
set_up_with (Fixture *fixture,
             guint    n_models)
{
  fixture->sampling = gh_test_sampling_new (n_models);
  fixture->window = adw_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1180, 760);
  gtk_window_present (GTK_WINDOW (fixture->window));
  fixture->dialog = gh_review_dialog_new (fixture->sampling->broker, GTK_WINDOW (fixture->window));
  g_signal_connect (fixture->dialog, "withdrawn", G_CALLBACK (withdrawn_cb), fixture);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  set_up_with (fixture, 1);
}

static void
set_up_no_model (Fixture       *fixture,
                 gconstpointer  data)
{
  set_up_with (fixture, 0);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  GtkWidget *dialog = GTK_WIDGET (fixture->dialog);

  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  gtk_window_destroy (GTK_WINDOW (fixture->dialog));
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  gh_test_wait (dialog == NULL);
  gh_test_sampling_free (fixture->sampling);
  g_free (fixture->withdrawn);
}

/* --- Hands --- */

static gpointer
child (gpointer    widget,
       const char *name)
{
  GObject *object = gtk_widget_get_template_child (widget, G_OBJECT_TYPE (widget), name);

  g_assert_nonnull (object);
  return object;
}

static gpointer
in_prompt (Fixture    *fixture,
           const char *name)
{
  return child (child (fixture->dialog, "prompt"), name);
}

static gpointer
in_answer (Fixture    *fixture,
           const char *name)
{
  return child (child (fixture->dialog, "answer"), name);
}

static void
press_in_dialog (Fixture    *fixture,
                 const char *name)
{
  gh_test_ui_click (child (fixture->dialog, name));
}

static void
pass_guard (void)
{
  gint64 end = g_get_monotonic_time () + (GH_REVIEW_DIALOG_GUARD_MS + 20) * 1000;

  gh_test_wait (g_get_monotonic_time () > end);
}

static void
wait_for_stage (Fixture         *fixture,
                GhTestAsk       *ask,
                GhSamplingState  state)
{
  gh_test_wait (gh_review_dialog_get_request (fixture->dialog) == ask->request &&
                gh_sampling_request_get_state (ask->request) == state &&
                gtk_widget_get_mapped (GTK_WIDGET (fixture->dialog)));
}

static void
wait_closed (Fixture *fixture)
{
  gh_test_wait (!gtk_widget_get_visible (GTK_WIDGET (fixture->dialog)) &&
                gh_review_dialog_get_request (fixture->dialog) == NULL);
}

static GhTextCard *
find_card (GtkWidget *widget)
{
  if (GH_IS_TEXT_CARD (widget))
    return GH_TEXT_CARD (widget);
  for (GtkWidget *c = gtk_widget_get_first_child (widget); c != NULL;
       c = gtk_widget_get_next_sibling (c))
    {
      GhTextCard *found = find_card (c);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GhTextCard *
message_card (Fixture *fixture)
{
  GhTextCard *card = find_card (in_prompt (fixture, "messages_box"));

  g_assert_nonnull (card);
  return card;
}

static GtkTextBuffer *
card_buffer (GhTextCard *card)
{
  GtkWidget *view = gh_review_text_get_view (gh_text_card_get_text (card));

  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
}

static void
type_at_end (GhTextCard *card,
             const char *text)
{
  GtkTextIter iter;
  GtkTextBuffer *buffer = card_buffer (card);

  gtk_text_buffer_get_end_iter (buffer, &iter);
  gtk_text_buffer_place_cursor (buffer, &iter);
  g_assert_true (gtk_text_buffer_insert_interactive_at_cursor (buffer, text, -1, TRUE));
}

static const char *
label_text (gpointer label)
{
  return gtk_label_get_text (GTK_LABEL (label));
}

static guint
count_children (GtkWidget *widget)
{
  guint n = 0;

  for (GtkWidget *c = gtk_widget_get_first_child (widget); c != NULL;
       c = gtk_widget_get_next_sibling (c))
    n++;
  return n;
}

/* --- Tests --- */

static void
test_send_edit_give (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = NULL;
  JsonObject *sent;
  JsonArray *messages;
  JsonObject *message;
  GhTextCard *card;

  gh_fake_endpoint_push_text (fixture->sampling->endpoint, "Take the first flight.", GH_FAKE_NONE);
  ask = gh_test_sampling_ask (fixture->sampling, "Travel", "find_best_flight", TRAVEL);
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  g_assert_cmpstr (label_text (child (fixture->dialog, "sentence_label")), ==,
                   "Travel wants to use your AI model");
  g_assert_nonnull (strstr (label_text (child (fixture->dialog, "who_label")),
                            "Nothing has been sent yet."));
  g_assert_nonnull (strstr (label_text (child (fixture->dialog, "summary_label")),
                            "fake-model on this computer"));

  /* Sixteen lines and more: the rest is hidden, and still sent. */
  card = message_card (fixture);
  g_assert_false (gh_text_card_get_edited (card));
  {
    GtkTextIter start;

    gtk_text_buffer_get_start_iter (card_buffer (card), &start);
    gtk_text_buffer_insert_interactive (card_buffer (card), &start, "Please: ", -1, TRUE);
  }
  g_assert_true (gh_text_card_get_edited (card));
  type_at_end (in_prompt (fixture, "system_card"), " Be brief.");
  gtk_spin_button_set_value (in_prompt (fixture, "max_tokens_spin"), 700);
  gtk_switch_set_active (in_prompt (fixture, "temperature_switch"), TRUE);
  gtk_spin_button_set_value (in_prompt (fixture, "temperature_spin"), 0.4);

  pass_guard ();
  press_in_dialog (fixture, "send_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (fixture->sampling->endpoint), ==, 1);
  sent = gh_fake_endpoint_get_request (fixture->sampling->endpoint, 0);
  g_assert_cmpstr (gh_json_get_string (sent, "model"), ==, "fake-model");
  g_assert_cmpint (gh_json_get_int (sent, "max_tokens", 0), ==, 700);
  g_assert_cmpfloat (gh_json_get_double (sent, "temperature", -1), ==, 0.4);
  messages = gh_json_get_array (sent, "messages");
  g_assert_cmpuint (json_array_get_length (messages), ==, 2);
  message = gh_json_node_get_object (json_array_get_element (messages, 0));
  g_assert_true (g_str_has_suffix (gh_json_get_string (message, "content"),
                                   "one sentence for each. Be brief."));
  message = gh_json_node_get_object (json_array_get_element (messages, 1));
  g_assert_true (g_str_has_prefix (gh_json_get_string (message, "content"), "Please: Pick the best "
                                                                            "three"));
  g_assert_true (g_str_has_suffix (gh_json_get_string (message, "content"),
                                   "21:05, direct, 165 €"));

  card = in_answer (fixture, "card");
  {
    g_autofree char *text = gh_text_card_dup_text (card);

    g_assert_cmpstr (text, ==, "Take the first flight.");
  }
  type_at_end (card, " Or walk.");
  g_assert_true (gh_text_card_get_edited (card));
  g_assert_nonnull (strstr (label_text (child (fixture->dialog, "summary_label")),
                            "with your changes"));
  pass_guard ();
  press_in_dialog (fixture, "give_button");
  gh_test_wait (ask->done);
  g_assert_cmpstr (gh_test_ask_get_text (ask), ==, "Take the first flight. Or walk.");
  wait_closed (fixture);
}

static void
test_restore (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Travel", NULL, TRAVEL);
  GhTextCard *card;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  g_assert_nonnull (strstr (label_text (child (fixture->dialog, "who_label")),
                            "not during a tool call"));
  card = message_card (fixture);
  before = gh_text_card_dup_text (card);
  type_at_end (card, "more");
  g_assert_true (gh_sampling_request_get_edited (ask->request));
  gh_test_ui_click (child (card, "restore_button"));
  after = gh_text_card_dup_text (card);
  g_assert_cmpstr (after, ==, before);
  g_assert_false (gh_sampling_request_get_edited (ask->request));
  g_assert_false (gtk_widget_get_visible (child (card, "restore_button")));
}

static void
test_guard (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GhTestAsk) first = gh_test_sampling_ask (fixture->sampling, "Travel", "a", PLAIN);
  g_autoptr(GhTestAsk) second = NULL;

  wait_for_stage (fixture, first, GH_SAMPLING_REVIEW);
  press_in_dialog (fixture, "send_button");
  gh_test_settle ();
  g_assert_cmpint (gh_sampling_request_get_state (first->request), ==, GH_SAMPLING_REVIEW);

  /* Another request in the same dialog is as new to the person. */
  pass_guard ();
  second = gh_test_sampling_ask (fixture->sampling, "Travel", "b", PLAIN);
  press_in_dialog (fixture, "deny_button");
  wait_for_stage (fixture, second, GH_SAMPLING_REVIEW);
  press_in_dialog (fixture, "send_button");
  gh_test_settle ();
  g_assert_cmpint (gh_sampling_request_get_state (second->request), ==, GH_SAMPLING_REVIEW);
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (fixture->sampling->endpoint), ==, 0);

  pass_guard ();
  press_in_dialog (fixture, "send_button");
  gh_test_wait (gh_sampling_request_get_state (second->request) > GH_SAMPLING_REVIEW);
}

static void
test_deny (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GhTestAsk) plain = gh_test_sampling_ask (fixture->sampling, "Travel", "a", PLAIN);
  g_autoptr(GhTestAsk) reason = NULL;
  g_autoptr(GhTestAsk) words = NULL;
  g_autoptr(GhTestAsk) closed = NULL;

  wait_for_stage (fixture, plain, GH_SAMPLING_REVIEW);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture->dialog)) != NULL);
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (fixture->dialog)),
                                         child (fixture->dialog, "deny_button")) ||
                 gtk_window_get_focus (GTK_WINDOW (fixture->dialog)) == child (fixture->dialog,
                                                                               "deny_button"));
  press_in_dialog (fixture, "deny_button");
  gh_test_wait (plain->done);
  g_assert_error (plain->error, GH_MCP_ERROR, GH_MCP_ERROR_DENIED);
  wait_closed (fixture);

  reason = gh_test_sampling_ask (fixture->sampling, "Travel", "a", PLAIN);
  wait_for_stage (fixture, reason, GH_SAMPLING_REVIEW);
  gtk_widget_activate_action (GTK_WIDGET (fixture->dialog), "review.deny", "s", "private");
  gh_test_wait (reason->done);
  g_assert_error (reason->error, GH_MCP_ERROR, GH_MCP_ERROR_DENIED);
  g_assert_cmpstr (reason->error->message, ==, "Contains private data");

  words = gh_test_sampling_ask (fixture->sampling, "Travel", "a", PLAIN);
  wait_for_stage (fixture, words, GH_SAMPLING_REVIEW);
  gtk_widget_activate_action (GTK_WIDGET (fixture->dialog), "review.other-reason", NULL);
  gh_test_wait (gtk_widget_get_mapped (child (fixture->dialog, "reason_entry")));
  gtk_editable_set_text (child (fixture->dialog, "reason_entry"), "  Ask me tomorrow ");
  press_in_dialog (fixture, "reason_button");
  gh_test_wait (words->done);
  g_assert_cmpstr (words->error->message, ==, "Ask me tomorrow");

  closed = gh_test_sampling_ask (fixture->sampling, "Travel", "a", PLAIN);
  wait_for_stage (fixture, closed, GH_SAMPLING_REVIEW);
  gtk_window_close (GTK_WINDOW (fixture->dialog));
  gh_test_wait (closed->done);
  g_assert_error (closed->error, GH_MCP_ERROR, GH_MCP_ERROR_DENIED);
  wait_closed (fixture);
  g_assert_null (fixture->withdrawn);
}

static void
test_withdrawn (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", PLAIN);
  g_autoptr(GhTestAsk) streaming = NULL;

  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  g_cancellable_cancel (ask->cancellable);
  wait_closed (fixture);
  g_assert_cmpstr (fixture->withdrawn, ==, "Travel no longer wants an answer");
  g_clear_pointer (&fixture->withdrawn, g_free);

  gh_fake_endpoint_push_text (fixture->sampling->endpoint, "One two three four", GH_FAKE_HOLD);
  streaming = gh_test_sampling_ask (fixture->sampling, "Travel", "a", PLAIN);
  wait_for_stage (fixture, streaming, GH_SAMPLING_REVIEW);
  pass_guard ();
  press_in_dialog (fixture, "send_button");
  wait_for_stage (fixture, streaming, GH_SAMPLING_GENERATING);
  g_cancellable_cancel (streaming->cancellable);
  wait_closed (fixture);
  g_assert_nonnull (fixture->withdrawn);
  gh_test_wait (gh_fake_endpoint_get_n_disconnects (fixture->sampling->endpoint) == 1);
}

static void
test_queue (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GhTestAsk) first = gh_test_sampling_ask (fixture->sampling, "Travel",
                                                     "find_best_flight", PLAIN);
  g_autoptr(GhTestAsk) second = gh_test_sampling_ask (fixture->sampling, "Files", "summarize",
                                                      PLAIN);
  g_autoptr(GhTestAsk) third = gh_test_sampling_ask (fixture->sampling, "Notes", NULL, PLAIN);
  GtkMenuButton *waiting = child (fixture->dialog, "waiting_button");

  wait_for_stage (fixture, first, GH_SAMPLING_REVIEW);
  gh_test_wait (gtk_widget_get_mapped (GTK_WIDGET (waiting)));
  g_assert_cmpstr (gtk_menu_button_get_label (waiting), ==, "2 More _Waiting");
  {
    GMenuModel *menu = gtk_menu_button_get_menu_model (waiting);
    g_autoptr(GMenuModel) section = g_menu_model_get_item_link (menu, 0, G_MENU_LINK_SECTION);
    g_autofree char *label = NULL;

    g_assert_cmpint (g_menu_model_get_n_items (section), ==, 2);
    g_menu_model_get_item_attribute (section, 0, G_MENU_ATTRIBUTE_LABEL, "s", &label);
    g_assert_cmpstr (label, ==, "Files, summarize");
  }

  gtk_widget_activate_action (GTK_WIDGET (fixture->dialog), "review.show", "u",
                              gh_sampling_request_get_serial (third->request));
  wait_for_stage (fixture, third, GH_SAMPLING_REVIEW);
  g_assert_cmpint (gh_sampling_request_get_state (first->request), ==, GH_SAMPLING_QUEUED);
  g_assert_cmpstr (gtk_menu_button_get_label (waiting), ==, "2 More _Waiting");

  press_in_dialog (fixture, "deny_button");
  wait_for_stage (fixture, first, GH_SAMPLING_REVIEW);
  g_assert_cmpstr (gtk_menu_button_get_label (waiting), ==, "1 More _Waiting");
  press_in_dialog (fixture, "deny_button");
  wait_for_stage (fixture, second, GH_SAMPLING_REVIEW);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (waiting)));
  press_in_dialog (fixture, "deny_button");
  wait_closed (fixture);
}

static void
test_deny_all (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(GhTestAsk) first = gh_test_sampling_ask (fixture->sampling, "Travel", "a", PLAIN);
  g_autoptr(GhTestAsk) second = gh_test_sampling_ask (fixture->sampling, "Files", "b", PLAIN);
  GtkWindow *alert;

  wait_for_stage (fixture, first, GH_SAMPLING_REVIEW);
  gtk_widget_activate_action (GTK_WIDGET (fixture->dialog), "review.deny-all", NULL);
  alert = gh_test_ui_wait_dialog (GTK_WINDOW (fixture->dialog));
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (alert), "Deny all 2 requests?"));
  gh_test_ui_click (gh_test_ui_find_named (GTK_WIDGET (alert), GTK_TYPE_BUTTON, "Deny All"));
  gh_test_wait (first->done && second->done);
  g_assert_error (first->error, GH_MCP_ERROR, GH_MCP_ERROR_DENIED);
  g_assert_error (second->error, GH_MCP_ERROR, GH_MCP_ERROR_DENIED);
  wait_closed (fixture);
}

static void
test_many_messages (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr(GString) params = g_string_new ("{\"maxTokens\":10,\"messages\":[");
  g_autoptr(GhTestAsk) ask = NULL;
  GtkWidget *box = in_prompt (fixture, "messages_box");
  GtkButton *more = in_prompt (fixture, "more_button");

  for (guint i = 0; i < 30; i++)
    g_string_append_printf (params, "%s" MESSAGE ("Number %u"), i > 0 ? "," : "", i);
  g_string_append (params, "]}");
  ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", params->str);
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  g_assert_cmpuint (count_children (box), ==, 12);
  g_assert_cmpstr (gtk_button_get_label (more), ==, "Show 18 More Messages");
  gh_test_ui_click (GTK_WIDGET (more));
  g_assert_cmpuint (count_children (box), ==, 24);
  gh_test_ui_click (GTK_WIDGET (more));
  g_assert_cmpuint (count_children (box), ==, 30);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (more)));
}

static void
test_follow (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(GhTestAsk) ask = NULL;
  GtkScrolledWindow *scroll = child (fixture->dialog, "scroll");
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (scroll);
  double there;

  for (guint i = 0; i < 60; i++)
    g_string_append (text, "A line of the answer.\n");
  gh_fake_endpoint_push_text (fixture->sampling->endpoint, text->str, GH_FAKE_HOLD);
  ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", PLAIN);
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  pass_guard ();
  press_in_dialog (fixture, "send_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_GENERATING);
  gh_test_wait (strlen (gh_sampling_request_get_answer (ask->request)) > 500);
  gh_test_wait (gtk_adjustment_get_upper (adjustment) > gtk_adjustment_get_page_size (adjustment) + 100);
  gtk_adjustment_set_value (adjustment, 40);
  there = gtk_adjustment_get_value (adjustment);

  /* Who reads further up is not moved. */
  gh_fake_endpoint_release (fixture->sampling->endpoint);
  gh_test_wait (strlen (gh_sampling_request_get_answer (ask->request)) > 1000 ||
                gh_sampling_request_get_state (ask->request) == GH_SAMPLING_RESPONSE_REVIEW);
  if (gh_sampling_request_get_state (ask->request) == GH_SAMPLING_GENERATING)
    g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, there);
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
}

static void
test_stop (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = NULL;
  GhTextCard *card = in_answer (fixture, "card");
  g_autofree char *text = NULL;

  gh_fake_endpoint_push_text (fixture->sampling->endpoint, "One two three four", GH_FAKE_HOLD);
  ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", PLAIN);
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  pass_guard ();
  press_in_dialog (fixture, "send_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_GENERATING);
  gh_test_wait (*gh_sampling_request_get_answer (ask->request) != '\0');
  g_assert_cmpstr (label_text (child (fixture->dialog, "sentence_label")), ==,
                   "fake-model is answering");
  press_in_dialog (fixture, "stop_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  text = gh_text_card_dup_text (card);
  g_assert_true (g_str_has_prefix ("One two three four", text));
  g_assert_cmpstr (text, !=, "");

  /* Asked again, it starts from the prompt. */
  press_in_dialog (fixture, "again_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  g_assert_true (gtk_widget_get_mapped (child (fixture->dialog, "prompt")));
  pass_guard ();
  gh_fake_endpoint_push_text (fixture->sampling->endpoint, "Five", GH_FAKE_NONE);
  press_in_dialog (fixture, "send_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  g_clear_pointer (&text, g_free);
  text = gh_text_card_dup_text (card);
  g_assert_cmpstr (text, ==, "Five");
  press_in_dialog (fixture, "deny_button");
  gh_test_wait (ask->done);
  g_assert_error (ask->error, GH_MCP_ERROR, GH_MCP_ERROR_DENIED);
}

static void
test_by_hand (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", PLAIN);
  GtkWidget *give = child (fixture->dialog, "give_button");
  GtkWidget *view;

  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  press_in_dialog (fixture, "hand_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  view = gh_review_answer_get_view (child (fixture->dialog, "answer"));
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture->dialog)) == view);
  g_assert_false (gtk_widget_is_sensitive (give));
  type_at_end (in_answer (fixture, "card"), "Flight 2");
  g_assert_true (gtk_widget_is_sensitive (give));
  g_assert_false (gtk_widget_get_visible (child (in_answer (fixture, "card"), "edited_chip")));
  pass_guard ();
  gh_test_ui_click (give);
  gh_test_wait (ask->done);
  g_assert_cmpstr (gh_test_ask_get_text (ask), ==, "Flight 2");
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (fixture->sampling->endpoint), ==, 0);
}

static void
test_no_model (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Travel", "find_best_flight",
                                                   TRAVEL);

  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  g_assert_false (gtk_widget_is_sensitive (child (fixture->dialog, "send_button")));
  g_assert_true (gtk_widget_has_css_class (child (fixture->dialog, "hand_button"),
                                           "suggested-action"));
  g_assert_true (gtk_widget_get_mapped (child (fixture->dialog, "settings_button")));
  g_assert_false (gtk_widget_get_visible (in_prompt (fixture, "model_button")));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-no-model");

  /* One is set up meanwhile. */
  gh_model_list_add_provider (fixture->sampling->models, "Ollama",
                              gh_fake_endpoint_get_url (fixture->sampling->endpoint), NULL,
                              GH_LANE_LOCAL);
  gh_test_wait (gtk_widget_is_sensitive (child (fixture->dialog, "send_button")));
  g_assert_false (gtk_widget_get_visible (child (fixture->dialog, "trouble_box")));
}

static void
test_trouble (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Travel", "find_best_flight",
                                                   TRAVEL);

  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  g_assert_false (gtk_widget_get_visible (child (fixture->dialog, "trouble_box")));
  gh_fake_endpoint_set_key (fixture->sampling->endpoint, "secret");
  pass_guard ();
  press_in_dialog (fixture, "send_button");
  gh_test_wait (gtk_widget_get_mapped (child (fixture->dialog, "trouble_box")));
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  g_assert_cmpstr (label_text (child (fixture->dialog, "trouble_title")), ==,
                   "fake-model gave no answer");
  g_assert_nonnull (strstr (label_text (child (fixture->dialog, "trouble_label")),
                            "does not accept the key"));
  g_assert_true (gtk_widget_get_visible (child (fixture->dialog, "settings_button")));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-trouble");

  /* Once it is put right, the same button works. */
  gh_fake_endpoint_set_key (fixture->sampling->endpoint, NULL);
  pass_guard ();
  press_in_dialog (fixture, "send_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  g_assert_false (gtk_widget_get_visible (child (fixture->dialog, "trouble_box")));
}

static void
test_choose_model (void)
{
  Fixture fixture = { NULL };
  GtkPopover *chooser;
  GtkListBox *list;

  set_up_with (&fixture, 12);
  {
    g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture.sampling, "Travel", "a", PLAIN);

    wait_for_stage (&fixture, ask, GH_SAMPLING_REVIEW);
    g_assert_cmpstr (gh_model_get_id (gh_sampling_request_get_model (ask->request)), ==,
                     "fake-model");
    gh_review_prompt_choose_model (child (fixture.dialog, "prompt"));
    chooser = in_prompt (&fixture, "chooser");
    gh_test_wait (gtk_widget_get_mapped (GTK_WIDGET (chooser)));
    list = GTK_LIST_BOX (gh_model_chooser_get_list (GH_MODEL_CHOOSER (chooser)));
    g_assert_nonnull (gtk_list_box_get_row_at_index (list, 11));
    gtk_editable_set_text (GTK_EDITABLE (child (chooser, "search_entry")), "MODEL-7");
    gh_test_wait (gtk_list_box_get_row_at_index (list, 1) == NULL);
    g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (list, 0));
    g_assert_cmpstr (gh_model_get_id (gh_sampling_request_get_model (ask->request)), ==,
                     "fake-model-7");
    g_assert_cmpstr (adw_action_row_get_subtitle (in_prompt (&fixture, "why_row")), ==,
                     "You picked it for this request.");
    gh_test_wait (!gtk_widget_get_mapped (GTK_WIDGET (chooser)));
  }
  tear_down (&fixture, NULL);
}

static void
test_system_prompt (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", PLAIN);
  JsonArray *messages;
  JsonObject *message;

  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  g_assert_false (gtk_widget_get_visible (in_prompt (fixture, "system_box")));
  gh_test_ui_click (in_prompt (fixture, "add_system_button"));
  type_at_end (in_prompt (fixture, "system_card"), "Be kind");
  g_assert_cmpstr (gh_sampling_request_get_system_prompt (ask->request), ==, "Be kind");
  pass_guard ();
  press_in_dialog (fixture, "send_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  messages = gh_json_get_array (gh_fake_endpoint_get_request (fixture->sampling->endpoint, 0),
                                "messages");
  message = gh_json_node_get_object (json_array_get_element (messages, 0));
  g_assert_cmpstr (gh_json_get_string (message, "content"), ==, "Be kind");
}

static void
test_hidden (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = NULL;
  GhTextCard *card;
  g_autofree char *text = NULL;
  JsonArray *messages;
  JsonObject *message;

  /* A right-to-left override, zero-width spaces, and a family that needs its joiners. */
  ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a",
                              "{\"messages\":["
                              MESSAGE ("Pay \\u202e001\\u202c to\\u200b\\u200b\\u200bme "
                                       "\\ud83d\\udc68\\u200d\\ud83d\\udc69")
                              "],\"maxTokens\":10}");
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  card = message_card (fixture);
  g_assert_cmpuint (gh_review_text_get_n_hidden (gh_text_card_get_text (card)), ==, 5);
  g_assert_cmpstr (label_text (child (card, "hidden_chip")), ==, "5 hidden characters");
  g_assert_false (gh_text_card_get_edited (card));
  text = gh_text_card_dup_text (card);
  g_assert_cmpstr (text, ==, "Pay \u202e001\u202c to\u200b\u200b\u200bme "
                             "\U0001F468\u200D\U0001F469");
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-hidden");

  /* What is shown as a picture can be deleted like a character. */
  {
    GtkTextIter start;
    GtkTextIter end;

    gtk_text_buffer_get_iter_at_offset (card_buffer (card), &start, 4);
    gtk_text_buffer_get_iter_at_offset (card_buffer (card), &end, 5);
    g_assert_true (gtk_text_buffer_delete_interactive (card_buffer (card), &start, &end, TRUE));
  }
  g_assert_cmpuint (gh_review_text_get_n_hidden (gh_text_card_get_text (card)), ==, 4);
  pass_guard ();
  press_in_dialog (fixture, "send_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  messages = gh_json_get_array (gh_fake_endpoint_get_request (fixture->sampling->endpoint, 0),
                                "messages");
  message = gh_json_node_get_object (json_array_get_element (messages, 0));
  g_assert_cmpstr (gh_json_get_string (message, "content"), ==,
                   "Pay 001\u202c to\u200b\u200b\u200bme \U0001F468\u200D\U0001F469");
}

static void
test_parts (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = NULL;
  GtkWidget *message;
  guint n_pictures = 0;
  guint n_broken = 0;

  ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a",
                              "{\"messages\":[{\"role\":\"user\",\"content\":["
                              "{\"type\":\"text\",\"text\":\"What is in the picture?\"},"
                              IMAGE (PNG) "," IMAGE (PNG_BROKEN) ","
                              "{\"type\":\"audio\",\"mimeType\":\"audio/wav\",\"data\":\"AAAA\"}]},"
                              "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"A "
                              "cat.\"}}],"
                              "\"maxTokens\":10}");
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  message = gtk_widget_get_first_child (in_prompt (fixture, "messages_box"));
  for (GtkWidget *c = gtk_widget_get_first_child (message); c != NULL;
       c = gtk_widget_get_next_sibling (c))
    if (GH_IS_REVIEW_PICTURE (c))
      {
        GhReviewPicture *picture = GH_REVIEW_PICTURE (c);

        gh_test_wait (gh_review_picture_get_state (picture) != GH_REVIEW_PICTURE_LOADING);
        if (gh_review_picture_get_state (picture) == GH_REVIEW_PICTURE_BROKEN)
          n_broken++;
        n_pictures++;
      }
  g_assert_cmpuint (n_pictures, ==, 2);
  g_assert_cmpuint (n_broken, ==, 1);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-parts");

  /* A sound cannot be sent: that is said, and nothing is sent. */
  pass_guard ();
  press_in_dialog (fixture, "send_button");
  gh_test_wait (gtk_widget_get_mapped (child (fixture->dialog, "trouble_box")));
  g_assert_nonnull (strstr (label_text (child (fixture->dialog, "trouble_label")),
                            "neither text nor picture"));
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (fixture->sampling->endpoint), ==, 0);
}

static void
test_stop_sequences (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", TRAVEL);
  AdwExpanderRow *list = in_prompt (fixture, "stop_list");
  g_autofree char *escaped = gh_stop_list_escape ("a\n\t\\n");
  g_autofree char *back = gh_stop_list_unescape (escaped);

  g_assert_cmpstr (escaped, ==, "a\\n\\t\\\\n");
  g_assert_cmpstr (back, ==, "a\n\t\\n");
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  g_assert_cmpstr (adw_expander_row_get_subtitle (list), ==, "“\\n\\nEND”");
  g_assert_false (gh_sampling_request_get_edited (ask->request));
}

static void
test_json (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", TRAVEL);
  GtkTextBuffer *buffer;
  GtkTextIter start;
  GtkTextIter end;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *cut = gh_review_json_cut ("\"a\u202eb\"");

  g_assert_cmpstr (cut, ==, "\"a\\u202Eb\"");
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  adw_expander_row_set_expanded (in_prompt (fixture, "raw_row"), TRUE);
  adw_expander_row_set_expanded (in_prompt (fixture, "sent_row"), TRUE);
  buffer = gtk_text_view_get_buffer (child (in_prompt (fixture, "sent_row"), "view"));
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  before = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  g_assert_nonnull (strstr (before, "\"fake-model\""));
  type_at_end (in_prompt (fixture, "system_card"), " Be brief.");
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  after = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  g_assert_nonnull (strstr (after, "Be brief."));
}

static gboolean
beat_cb (gpointer user_data)
{
  gint64 *beats = user_data; /* last, longest */
  gint64 now = g_get_monotonic_time ();

  if (beats[0] != 0)
    beats[1] = MAX (beats[1], now - beats[0]);
  beats[0] = now;
  return G_SOURCE_CONTINUE;
}

/* The main loop must go on while a prompt of a megabyte opens, opens further, and is typed into. */
static void
check_large (Fixture    *fixture,
             const char *line,
             const char *name)
{
  g_autoptr(GString) params = g_string_new ("{\"messages\":[{\"role\":\"user\",\"content\":"
                                            "{\"type\":\"text\",\"text\":\"");
  g_autoptr(GhTestAsk) ask = NULL;
  gint64 beats[2] = { 0, 0 };
  GhTextCard *card;
  GhReviewText *text;
  guint source;
  g_autofree char *all = NULL;
  g_autoptr(JsonNode) node = NULL;
  g_autofree char *json = g_strdup_printf ("\"%s\"", line);
  int n_chars = 0;

  node = gh_json_read (json, strlen (json), NULL);
  while (params->len < 1024 * 1024)
    {
      g_string_append (params, line);
      n_chars += (int) g_utf8_strlen (gh_json_node_get_string (node), -1);
    }
  g_string_append (params, "\"}}],\"maxTokens\":10}");
  ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", params->str);
  source = g_timeout_add (1, beat_cb, beats);
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  pass_guard ();
  g_test_message ("%s: opening stalled for at most %" G_GINT64_FORMAT " ms", name, beats[1] / 1000);
  if (!g_test_slow ())
    g_assert_cmpint (beats[1] / 1000, <, 250 * gh_test_get_slow ());

  card = message_card (fixture);
  text = gh_text_card_get_text (card);
  beats[0] = beats[1] = 0;
  gh_test_ui_click (child (text, "more_button"));
  gh_test_wait_for (gtk_text_buffer_get_char_count (card_buffer (card)) >= n_chars, 60);
  pass_guard ();
  g_test_message ("%s: showing all stalled for at most %" G_GINT64_FORMAT " ms", name,
                  beats[1] / 1000);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), name);
  beats[0] = beats[1] = 0;
  type_at_end (card, "x");
  pass_guard ();
  g_test_message ("%s: typing stalled for at most %" G_GINT64_FORMAT " ms", name, beats[1] / 1000);
  all = gh_text_card_dup_text (card);
  g_assert_true (g_str_has_suffix (all, "x"));
  g_source_remove (source);
  beats[0] = 0;
}

static void
test_large_lines (Fixture       *fixture,
                  gconstpointer  data)
{
  check_large (fixture, "A line of a long prompt that goes on for about sixty letters.\\n",
               "review-large-lines");
}

static void
test_large_line (Fixture       *fixture,
                 gconstpointer  data)
{
  check_large (fixture, "One line without any end, ", "review-large-line");
}

static void
test_large_hidden (Fixture       *fixture,
                   gconstpointer  data)
{
  check_large (fixture, "a\\u200bb\\u202ec ", "review-large-hidden");
}

static void
test_pictures (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = NULL;
  g_autoptr(GhTestAsk) second = NULL;
  g_autoptr(GhTestAsk) third = NULL;
  GtkAdjustment *adjustment;

  gh_fake_endpoint_push_text (fixture->sampling->endpoint,
                              "1. VY 1817, 06:50 to 08:55, direct, 148 €\nIt leaves in the "
                              "morning, lands before nine "
                              "and needs no change of planes.\n\n2. LH 1808, 07:20 to 09:25, "
                              "direct, 212 €\n"
                              "Equally convenient, but 64 € dearer and with worse coffee.\n\n3. LX "
                              "1105, 06:35 to 10:15, "
                              "one stop in Zürich, 119 €\nThe cheapest morning departure, with a "
                              "50 minute connection.",
                              GH_FAKE_HOLD);
  ask = gh_test_sampling_ask (fixture->sampling, "Travel", "find_best_flight", TRAVEL);
  second = gh_test_sampling_ask (fixture->sampling, "Travel", "find_best_flight", PLAIN);
  third = gh_test_sampling_ask (fixture->sampling, "Files", "summarize", PLAIN);
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  type_at_end (in_prompt (fixture, "system_card"), " Do not repeat personal data.");
  gtk_widget_grab_focus (child (fixture->dialog, "deny_button"));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-request");
  adjustment = gtk_scrolled_window_get_vadjustment (child (fixture->dialog, "scroll"));
  gtk_adjustment_set_value (adjustment, 480);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-request-scrolled");
  gtk_adjustment_set_value (adjustment, 1e6);
  adw_expander_row_set_expanded (in_prompt (fixture, "sent_row"), TRUE);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-request-json");
  adw_expander_row_set_expanded (in_prompt (fixture, "sent_row"), FALSE);
  gtk_adjustment_set_value (adjustment, 0);

  gh_test_ui_set_dark (TRUE);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-request-dark");
  gh_test_ui_set_dark (FALSE);
  gh_test_ui_set_rtl (TRUE);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-request-rtl");
  gtk_adjustment_set_value (adjustment, 480);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-request-rtl-scrolled");
  gtk_adjustment_set_value (adjustment, 0);
  gh_test_ui_set_rtl (FALSE);
  gh_test_ui_set_text_scale (2);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-request-large");
  gtk_adjustment_set_value (adjustment, 1200);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-request-large-scrolled");
  gtk_adjustment_set_value (adjustment, 0);
  gh_test_ui_set_text_scale (1);

  press_in_dialog (fixture, "send_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_GENERATING);
  gh_test_wait (strlen (gh_sampling_request_get_answer (ask->request)) > 100);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-streaming");
  gh_fake_endpoint_release (fixture->sampling->endpoint);
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  type_at_end (in_answer (fixture, "card"), " Have a good flight.");
  gtk_widget_grab_focus (child (fixture->dialog, "deny_button"));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-answer");
  press_in_dialog (fixture, "again_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  press_in_dialog (fixture, "hand_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-by-hand");
}

/* --- By keyboard, and for a screen reader --- */

static void
test_keyboard (Fixture       *fixture,
               gconstpointer  data)
{
  GtkWindow *window = GTK_WINDOW (fixture->dialog);
  g_autoptr(GhTestAsk) escape = NULL;
  g_autoptr(GhTestAsk) sent = NULL;
  g_autoptr(GhTestAsk) reason = NULL;

  escape = gh_test_sampling_ask (fixture->sampling, "Travel", "a", PLAIN);
  wait_for_stage (fixture, escape, GH_SAMPLING_REVIEW);
  if (!gh_test_ui_key (window, "Escape"))
    {
      g_test_skip ("xdotool is not there");
      return;
    }
  gh_test_wait (escape->done);
  g_assert_error (escape->error, GH_MCP_ERROR, GH_MCP_ERROR_DENIED);
  wait_closed (fixture);

  /* Who was typing when the dialog came up sends nothing; a moment later the same keys do. */
  gh_fake_endpoint_push_text (fixture->sampling->endpoint, "Take the first.", GH_FAKE_NONE);
  sent = gh_test_sampling_ask (fixture->sampling, "Travel", "a", PLAIN);
  wait_for_stage (fixture, sent, GH_SAMPLING_REVIEW);
  gtk_widget_grab_focus (gh_review_text_get_view (gh_text_card_get_text (message_card (fixture))));
  pass_guard ();
  gh_test_ui_key (window, "ctrl+End");
  gh_test_ui_key (window, "x");
  g_assert_true (gh_sampling_request_get_edited (sent->request));
  /* Tab leaves the text and does not write into it. */
  gh_test_ui_key (window, "Tab");
  g_assert_false (gtk_window_get_focus (window) ==
                  gh_review_text_get_view (gh_text_card_get_text (message_card (fixture))));
  gh_test_ui_key (window, "alt+s");
  wait_for_stage (fixture, sent, GH_SAMPLING_RESPONSE_REVIEW);
  pass_guard ();
  gh_test_ui_key (window, "alt+g");
  gh_test_wait (sent->done);
  g_assert_cmpstr (gh_test_ask_get_text (sent), ==, "Take the first.");

  /* Return is Deny, because that has the focus; Escape leaves the reason first. */
  reason = gh_test_sampling_ask (fixture->sampling, "Travel", "a", PLAIN);
  wait_for_stage (fixture, reason, GH_SAMPLING_REVIEW);
  gtk_widget_activate_action (GTK_WIDGET (window), "review.other-reason", NULL);
  gh_test_wait (gtk_widget_get_mapped (child (window, "reason_entry")));
  gh_test_ui_key (window, "Escape");
  g_assert_false (gtk_widget_get_visible (child (window, "reason_box")));
  g_assert_false (reason->done);
  gh_test_ui_key (window, "Return");
  gh_test_wait (reason->done);
  g_assert_error (reason->error, GH_MCP_ERROR, GH_MCP_ERROR_DENIED);
}

/* What a screen reader would find without a name: controls that can be seen and have neither words
 * nor a label. And the letters of what is mapped, each once. */
static void
check_names (GtkWidget  *widget,
             GHashTable *letters)
{
  const char *label = NULL;

  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_BUTTON (widget) && gtk_button_get_use_underline (GTK_BUTTON (widget)))
    label = gtk_button_get_label (GTK_BUTTON (widget));
  else if (GTK_IS_MENU_BUTTON (widget) &&
           gtk_menu_button_get_use_underline (GTK_MENU_BUTTON (widget)))
    label = gtk_menu_button_get_label (GTK_MENU_BUTTON (widget));
  else if (ADW_IS_SPLIT_BUTTON (widget) &&
           adw_split_button_get_use_underline (ADW_SPLIT_BUTTON (widget)))
    label = adw_split_button_get_label (ADW_SPLIT_BUTTON (widget));
  if (label != NULL && strchr (label, '_') != NULL)
    {
      gunichar letter = g_unichar_tolower (g_utf8_get_char (strchr (label, '_') + 1));

      if (!g_hash_table_add (letters, GUINT_TO_POINTER (letter)))
        g_error ("the letter of \"%s\" is taken", label);
    }
  if (GTK_IS_TEXT_VIEW (widget) || GTK_IS_SWITCH (widget) || GTK_IS_SPIN_BUTTON (widget) ||
      GTK_IS_LEVEL_BAR (widget) || GTK_IS_ENTRY (widget))
    g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget),
                                                     GTK_ACCESSIBLE_PROPERTY_LABEL));
  /* The parts of these are theirs. */
  if (GTK_IS_BUTTON (widget) || GTK_IS_MENU_BUTTON (widget) || ADW_IS_SPLIT_BUTTON (widget))
    return;
  for (GtkWidget *c = gtk_widget_get_first_child (widget); c != NULL;
       c = gtk_widget_get_next_sibling (c))
    check_names (c, letters);
}

static void
check_letters (Fixture *fixture)
{
  g_autoptr(GHashTable) letters = g_hash_table_new (NULL, NULL);

  check_names (GTK_WIDGET (fixture->dialog), letters);
}

static void
test_accessible (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", TRAVEL);
  g_autoptr(GhTestAsk) other = gh_test_sampling_ask (fixture->sampling, "Travel", "a", PLAIN);
  GhTextCard *card;

  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  card = message_card (fixture);
  check_letters (fixture);
  gtk_test_accessible_assert_role (GTK_WIDGET (fixture->dialog), GTK_ACCESSIBLE_ROLE_WINDOW);
  gtk_test_accessible_assert_property (gh_review_text_get_view (gh_text_card_get_text (card)),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Message 1 of 1, from Travel");
  gtk_test_accessible_assert_property (child (card, "restore_button"),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Restore the Server’s Text");
  g_assert_true (gtk_test_accessible_has_relation (child (fixture->dialog, "send_button"),
                                                   GTK_ACCESSIBLE_RELATION_DESCRIBED_BY));
  pass_guard ();
  press_in_dialog (fixture, "send_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  check_letters (fixture);
}

static void
test_classify (void)
{
  g_assert_true (gh_hidden_char_is_hidden ('a', 0x202E, 'b'));
  g_assert_true (gh_hidden_char_is_hidden ('a', 0x2066, 'b'));
  g_assert_true (gh_hidden_char_is_hidden ('a', 0x200B, 'b'));
  g_assert_true (gh_hidden_char_is_hidden ('a', 0x200D, 'b'));
  g_assert_true (gh_hidden_char_is_hidden (0, 0xFEFF, 'b'));
  g_assert_true (gh_hidden_char_is_hidden ('a', 0xAD, 'b'));
  g_assert_true (gh_hidden_char_is_hidden ('a', 0x1B, '['));
  g_assert_true (gh_hidden_char_is_hidden ('a', 0xE0041, 0));
  g_assert_true (gh_hidden_char_is_hidden (0xFE0F, 0xFE0E, 0));
  g_assert_true (gh_hidden_char_is_hidden ('a', 0x3164, 0));
  /* What people write. */
  g_assert_false (gh_hidden_char_is_hidden ('a', '\n', 'b'));
  g_assert_false (gh_hidden_char_is_hidden ('a', '\t', 'b'));
  g_assert_false (gh_hidden_char_is_hidden ('a', 0xE9, 'b'));
  g_assert_false (gh_hidden_char_is_hidden (0x2764, 0xFE0F, 0));       /* a red heart */
  g_assert_false (gh_hidden_char_is_hidden (0x1F468, 0x200D, 0x1F469)); /* a family */
  g_assert_false (gh_hidden_char_is_hidden (0x06CC, 0x200C, 0x062E));   /* Persian */
  g_assert_false (gh_hidden_char_is_hidden ('a', 0x4E2D, 'b'));
}

#define ADD(name, set_up_func, func) \
  g_test_add ("/ui/review/" name, Fixture, NULL, set_up_func, func, tear_down)

int
main (int    argc,
      char **argv)
{
  gh_test_ui_init (&argc, &argv);
  gh_ui_init ();
  gh_test_ui_load_style (GH_UI_RESOURCE_PATH);

  g_test_add_func ("/ui/review/hidden-characters", test_classify);
  ADD ("send-edit-give", set_up, test_send_edit_give);
  ADD ("restore", set_up, test_restore);
  ADD ("guard", set_up, test_guard);
  ADD ("deny", set_up, test_deny);
  ADD ("withdrawn", set_up, test_withdrawn);
  ADD ("queue", set_up, test_queue);
  ADD ("deny-all", set_up, test_deny_all);
  ADD ("many-messages", set_up, test_many_messages);
  ADD ("follow", set_up, test_follow);
  ADD ("stop-and-again", set_up, test_stop);
  ADD ("by-hand", set_up, test_by_hand);
  ADD ("no-model", set_up_no_model, test_no_model);
  ADD ("trouble", set_up, test_trouble);
  g_test_add_func ("/ui/review/choose-model", test_choose_model);
  ADD ("system-prompt", set_up, test_system_prompt);
  ADD ("hidden", set_up, test_hidden);
  ADD ("parts", set_up, test_parts);
  ADD ("stop-sequences", set_up, test_stop_sequences);
  ADD ("json", set_up, test_json);
  ADD ("keyboard", set_up, test_keyboard);
  ADD ("accessible", set_up, test_accessible);
  ADD ("large-lines", set_up, test_large_lines);
  ADD ("large-line", set_up, test_large_line);
  ADD ("large-hidden", set_up, test_large_hidden);
  ADD ("pictures", set_up, test_pictures);
  return gh_test_run ();
}
