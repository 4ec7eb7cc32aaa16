/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The review dialog with a real broker and a stand-in for a model endpoint: its real widgets
 * pressed, and what went out and what the server was told looked at. */
#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-model-chooser.h"
#include "gh-provider-row.h"
#include "gh-review-prompt.h"
#include "gh-review-words.h"
#include "gh-stop-list.h"
#include "gh-ui.h"
#include "review-fixture.h"

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
  g_assert_cmpstr (label_text (child (child (fixture->dialog, "head"), "sentence_label")), ==,
                   "Travel wants to use your AI model");
  g_assert_nonnull (strstr (label_text (child (child (fixture->dialog, "head"), "who_label")),
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
  g_assert_nonnull (strstr (label_text (child (child (fixture->dialog, "head"), "who_label")),
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
  GtkWidget *bin = child (fixture->dialog, "waiting");
  GtkMenuButton *waiting = child (bin, "button");

  wait_for_stage (fixture, first, GH_SAMPLING_REVIEW);
  gh_test_wait (gtk_widget_get_mapped (GTK_WIDGET (waiting)));
  g_assert_cmpstr (gtk_menu_button_get_label (waiting), ==, "2 More _Waiting");
  {
    GMenuModel *menu = gtk_menu_button_get_menu_model (waiting);
    g_autoptr(GMenuModel) section = g_menu_model_get_item_link (menu, 0, G_MENU_LINK_SECTION);
    g_autofree char *label = NULL;

    g_assert_cmpint (g_menu_model_get_n_items (section), ==, 2);
    g_menu_model_get_item_attribute (section, 0, G_MENU_ATTRIBUTE_LABEL, "s", &label);
    g_assert_true (g_str_has_prefix (label, "1. Files, summarize, "));
  }

  gtk_menu_button_popup (waiting);
  {
    GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (waiting));
    g_autofree char *notes = gh_words_waiting (GH_REQUEST (third->request), 2);

    gh_test_wait (gtk_widget_get_mapped (popover));
    /* What is pressed is around its words. */
    gh_test_ui_click (gtk_widget_get_parent (gh_test_ui_find_named (popover, GTK_TYPE_LABEL,
                                                                    notes)));
  }
  wait_for_stage (fixture, third, GH_SAMPLING_REVIEW);
  g_assert_cmpint (gh_sampling_request_get_state (first->request), ==, GH_SAMPLING_QUEUED);
  g_assert_cmpstr (gtk_menu_button_get_label (waiting), ==, "2 More _Waiting");

  press_in_dialog (fixture, "deny_button");
  wait_for_stage (fixture, first, GH_SAMPLING_REVIEW);
  g_assert_cmpstr (gtk_menu_button_get_label (waiting), ==, "1 More _Waiting");
  press_in_dialog (fixture, "deny_button");
  wait_for_stage (fixture, second, GH_SAMPLING_REVIEW);
  g_assert_false (gtk_widget_get_visible (bin));
  press_in_dialog (fixture, "deny_button");
  wait_closed (fixture);
}

static void
test_deny_all (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(GhTestAsk) first = gh_test_sampling_ask (fixture->sampling, "Travel", "a", PLAIN);
  g_autoptr(GhTestAsk) second = gh_test_sampling_ask (fixture->sampling, "Files", "b", PLAIN);
  GtkWidget *alert;

  wait_for_stage (fixture, first, GH_SAMPLING_REVIEW);
  gtk_widget_activate_action (child (fixture->dialog, "waiting"), "waiting.deny-all", NULL);
  alert = gh_test_ui_wait_alert (GTK_WINDOW (fixture->dialog));
  gh_test_wait (gh_test_ui_shows (alert, "Deny all 2 requests?"));
  gh_test_ui_click (gh_test_ui_find_named (alert, GTK_TYPE_BUTTON, "Deny All"));
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

  /* Who answers by hand is told what is not before them. */
  press_in_dialog (fixture, "hand_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (fixture->dialog),
                                   "18 more messages are not shown. The JSON below has them."));
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
  gh_test_wait (gtk_adjustment_get_upper (adjustment) >
                gtk_adjustment_get_page_size (adjustment) + 100);
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
  g_assert_cmpstr (label_text (child (child (fixture->dialog, "head"), "sentence_label")), ==,
                   "fake-model is answering");
  press_in_dialog (fixture, "stop_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  text = gh_text_card_dup_text (card);
  g_assert_true (g_str_has_prefix ("One two three four", text));
  g_assert_cmpstr (text, !=, "");
  g_assert_cmpstr (label_text (child (child (fixture->dialog, "head"), "sentence_label")), ==,
                   "Give this unfinished answer to Travel?");
  g_assert_cmpstr (label_text (child (child (fixture->dialog, "head"), "who_label")), ==,
                   "You stopped fake-model before it had finished. Travel has seen nothing of it "
                   "yet.");
  g_assert_cmpstr (label_text (in_answer (fixture, "stop_chip")), ==, "Stopped by you");
  g_assert_cmpstr (label_text (child (fixture->dialog, "summary_label")), ==,
                   "Travel gets the text above, which is not the whole answer.");

  /* Asked again, it starts from the prompt. */
  press_in_dialog (fixture, "again_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  g_assert_nonnull (strstr (label_text (child (child (fixture->dialog, "head"), "who_label")),
                            "has not seen the answer that came before"));
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
preferences_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  guint *n = user_data;

  (*n)++;
}

/* The way out leads to the application's preferences, from a dialog that is not its main window. */
static void
test_set_up_model (void)
{
  guint n = 0;
  const GActionEntry entries[] = { { "preferences", preferences_cb } };
  g_autoptr(GtkApplication) application = NULL;
  g_autoptr(GhTestSampling) sampling = gh_test_sampling_new (0);
  GtkWidget *window;
  GhReviewDesk *desk;
  GhReviewDialog *dialog;

  application = gtk_application_new ("io.github.gatehouse.TestReview", G_APPLICATION_NON_UNIQUE);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries), &n);
  /* As the main window does it: the dialog is made while the window has no application yet. */
  window = g_object_new (ADW_TYPE_APPLICATION_WINDOW, NULL);
  desk = gh_review_desk_new (sampling->broker, GTK_WINDOW (window));
  dialog = gh_review_desk_get_review (desk);
  gtk_window_set_application (GTK_WINDOW (window), application);
  gh_test_ui_show (GTK_WINDOW (window));
  {
    g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (sampling, "Travel", "a", PLAIN);

    gh_test_wait (gtk_widget_get_mapped (child (dialog, "settings_button")));
    gh_test_ui_click (child (dialog, "settings_button"));
    g_assert_cmpuint (n, ==, 1);
  }
  g_object_unref (desk);
  gtk_window_destroy (GTK_WINDOW (window));
  gh_test_settle ();
}

/* Send's own key comes before the spin button has taken what is typed into it. */
/* What is typed over all of a text that is shown in part replaces the part not shown, too. */
static void
test_replace_all (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", TRAVEL);
  GhFakeEndpoint *endpoint = fixture->sampling->endpoint;
  GhReviewText *text;
  GtkWidget *view;

  gh_fake_endpoint_push_text (endpoint, "Yes.", 0);
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  text = child (message_card (fixture), "text");
  g_assert_true (gtk_widget_get_visible (child (text, "more_button")));
  view = gh_review_text_get_view (text);
  g_signal_emit_by_name (view, "select-all", TRUE);
  g_assert_false (gtk_widget_get_visible (child (text, "more_button")));
  g_signal_emit_by_name (view, "backspace");
  g_signal_emit_by_name (view, "insert-at-cursor", "Only this.");
  pass_guard ();
  press_in_dialog (fixture, "send_button");
  gh_test_wait (gh_fake_endpoint_get_n_requests (endpoint) == 1);

  JsonObject *sent = gh_fake_endpoint_get_request (endpoint, 0);
  JsonArray *messages = gh_json_get_array (sent, "messages");

  g_assert_cmpstr (gh_json_get_string (gh_json_node_get_object (json_array_get_element (messages,
                                                                                        1)),
                                       "content"), ==, "Only this.");
}

static void
test_typed (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", PLAIN);
  GhFakeEndpoint *endpoint = fixture->sampling->endpoint;

  gh_fake_endpoint_push_text (endpoint, "Yes.", 0);
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  gtk_editable_set_text (GTK_EDITABLE (in_prompt (fixture, "max_tokens_spin")), "12");
  pass_guard ();
  press_in_dialog (fixture, "send_button");
  gh_test_wait (gh_fake_endpoint_get_n_requests (endpoint) == 1);

  JsonObject *sent = gh_fake_endpoint_get_request (endpoint, 0);

  g_assert_cmpint (gh_json_get_int (sent, "max_tokens", 0), ==, 12);
}

#define BIDI "\xe2\x80\xae"
#define EVIL_HINTS \
  "{\"messages\":[" MESSAGE ("Which?") "],\"maxTokens\":100,\"modelPreferences\":{\"hints\":[" \
  "{\"name\":\"ku\\u202erz\"}]}}"

/* What servers and endpoints call things hides nothing and turns nothing around. */
static void
test_names (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Tra" BIDI "vel",
                                                   "to\n" BIDI "ol", EVIL_HINTS);
  g_autofree char *trouble = NULL;
  g_autoptr(GError) error = g_error_new (G_IO_ERROR, G_IO_ERROR_FAILED, "no" BIDI "t");

  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  gh_test_ui_assert_plain (GTK_WIDGET (fixture->dialog));
  g_assert_cmpstr (label_text (child (child (fixture->dialog, "head"), "sentence_label")), ==,
                   "Tra⟨U+202E⟩vel wants to use your AI model");
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (fixture->dialog), "ku⟨U+202E⟩rz"));
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (fixture->dialog), "to ⟨U+202E⟩ol"));
  trouble = gh_words_trouble (error, "Here");
  g_assert_nonnull (strstr (trouble, "no⟨U+202E⟩t"));
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
  g_assert_null (strstr (label_text (child (child (fixture->dialog, "head"), "who_label")),
                         "Nothing has been sent"));
  g_assert_true (gtk_widget_get_visible (child (fixture->dialog, "settings_button")));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-trouble");

  /* Once it is put right, the same button works. */
  gh_fake_endpoint_set_key (fixture->sampling->endpoint, NULL);
  pass_guard ();
  press_in_dialog (fixture, "send_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  g_assert_false (gtk_widget_get_visible (child (fixture->dialog, "trouble_box")));
}

/* What a model wrote before it broke off is the person's to judge. */
static void
test_broken_off (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Travel", "find_best_flight",
                                                   TRAVEL);

  gh_fake_endpoint_push_raw (fixture->sampling->endpoint, 200, "text/event-stream",
                             "data: {\"choices\":[{\"delta\":{\"content\":\"The best is\"}}]}"
                             "\n\n", -1, GH_FAKE_CUT);
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  pass_guard ();
  press_in_dialog (fixture, "send_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  gh_test_wait (gtk_widget_get_mapped (child (fixture->dialog, "trouble_box")));
  g_assert_cmpstr (label_text (child (fixture->dialog, "trouble_title")), ==,
                   "fake-model did not finish its answer");
  g_assert_true (g_str_has_prefix (label_text (child (fixture->dialog, "trouble_label")),
                                   "What had come by then is kept below."));
  g_assert_cmpstr (label_text (child (child (fixture->dialog, "head"), "who_label")), ==,
                   "The answer of fake-model broke off. Travel has seen nothing of it yet.");
  g_assert_cmpstr (label_text (in_answer (fixture, "stop_chip")), ==, "Broken off");
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-broken-off");
  pass_guard ();
  press_in_dialog (fixture, "give_button");
  gh_test_wait (ask->done);
  g_assert_cmpstr (gh_test_ask_get_text (ask), ==, "The best is");
}

/* What an answer's headers say of limits stands beside the endpoint. */
static void
test_rates (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", PLAIN);
  g_autoptr(GhProvider) provider =
    g_list_model_get_item (gh_model_list_list_providers (fixture->sampling->models), 0);
  g_autofree char *before = gh_provider_row_dup_state (provider);
  g_autofree char *after = NULL;

  gh_fake_endpoint_set_header (fixture->sampling->endpoint, "x-ratelimit-remaining-tokens",
                               "123");
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  pass_guard ();
  press_in_dialog (fixture, "send_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  after = gh_provider_row_dup_state (provider);
  g_assert_cmpstr (before, ==, "1 model");
  g_assert_cmpstr (after, ==, "1 model · 123 tokens left");
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
    gtk_menu_button_popup (in_prompt (&fixture, "model_button"));
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

/* A model that takes no pictures is not chosen for one, and is grey in the list. */
static void
test_blind_model (Fixture       *fixture,
                  gconstpointer  data)
{
#define BLIND "{\"id\":\"blind\",\"capabilities\":{\"vision\":false}}"
  GhFakeEndpoint *endpoint = fixture->sampling->endpoint;
  GListModel *models = gh_model_list_list_models (fixture->sampling->models);
  g_autoptr(GhProvider) provider =
    g_list_model_get_item (gh_model_list_list_providers (fixture->sampling->models), 0);
  g_autoptr(GhTestAsk) ask = NULL;
  GtkPopover *chooser;
  GtkListBox *list;

  gh_fake_endpoint_set_models_answer (endpoint, 200, "application/json",
                                      "{\"data\":[" BLIND ",{\"id\":\"sighted\"}]}", NULL);
  gh_provider_refresh (provider);
  gh_test_wait (g_list_model_get_n_items (models) == 2);
  ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a",
                              "{\"messages\":[{\"role\":\"user\",\"content\":" IMAGE (PNG)
                              "}],\"maxTokens\":9}");
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  g_assert_cmpstr (gh_model_get_id (gh_sampling_request_get_model (ask->request)), ==, "sighted");
  gtk_menu_button_popup (in_prompt (fixture, "model_button"));
  chooser = in_prompt (fixture, "chooser");
  gh_test_wait (gtk_widget_get_mapped (GTK_WIDGET (chooser)));
  list = GTK_LIST_BOX (gh_model_chooser_get_list (GH_MODEL_CHOOSER (chooser)));
  g_assert_false (gtk_widget_is_sensitive (
      GTK_WIDGET (gtk_list_box_get_row_at_index (list, 0))));
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (list), "takes no pictures"));
  g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (list, 0));
  g_assert_cmpstr (gh_model_get_id (gh_sampling_request_get_model (ask->request)), ==, "sighted");
  gtk_popover_popdown (chooser);

  gh_fake_endpoint_set_models_answer (endpoint, 200, "application/json", "{\"data\":[" BLIND "]}",
                                      NULL);
  gh_provider_refresh (provider);
  gh_test_wait (gh_sampling_request_get_model (ask->request) == NULL);
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (fixture->dialog), "No Model Suits It"));
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (fixture->dialog), "None of your models can take"));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-none-able");
#undef BLIND
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

static gboolean
is_in_view (GtkWidget *widget)
{
  GtkWidget *page = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t bounds;

  return gtk_widget_get_height (widget) > 0 &&
         gtk_widget_compute_bounds (widget, page, &bounds) && bounds.origin.y >= 0 &&
         bounds.origin.y + bounds.size.height <= gtk_widget_get_height (page);
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

  /* One more, then the first one out. */
  adw_expander_row_set_expanded (list, TRUE);
  gh_test_ui_click (gh_test_ui_find_named (GTK_WIDGET (list), ADW_TYPE_ACTION_ROW,
                                           "Add Stop Sequence"));
  gh_test_wait (is_in_view (gh_test_ui_find_type (GTK_WIDGET (list), ADW_TYPE_ENTRY_ROW, 1)));
  gh_test_ui_type (gh_test_ui_find_type (GTK_WIDGET (list), ADW_TYPE_ENTRY_ROW, 1), "a\\tb");
  g_assert_cmpstr (gh_sampling_request_get_stop_sequences (ask->request)[0], ==, "\n\nEND");
  g_assert_cmpstr (gh_sampling_request_get_stop_sequences (ask->request)[1], ==, "a\tb");
  gh_test_ui_click (gh_test_ui_find_named (GTK_WIDGET (list), GTK_TYPE_BUTTON,
                                           "Remove Stop Sequence"));
  g_assert_cmpstr (gh_sampling_request_get_stop_sequences (ask->request)[0], ==, "a\tb");
  g_assert_null (gh_sampling_request_get_stop_sequences (ask->request)[1]);
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
  g_test_add_func ("/ui/review/set-up-model", test_set_up_model);
  ADD ("trouble", set_up, test_trouble);
  ADD ("broken-off", set_up, test_broken_off);
  ADD ("typed", set_up, test_typed);
  ADD ("replace-all", set_up, test_replace_all);
  ADD ("names", set_up, test_names);
  g_test_add_func ("/ui/review/choose-model", test_choose_model);
  ADD ("rates", set_up, test_rates);
  ADD ("blind-model", set_up, test_blind_model);
  ADD ("system-prompt", set_up, test_system_prompt);
  ADD ("stop-sequences", set_up, test_stop_sequences);
  return gh_test_run ();
}
