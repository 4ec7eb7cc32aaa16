/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the review dialog shows, to the eye, to a keyboard and to a screen reader: hidden
 * characters, pictures, huge prompts; and its own pictures. */
#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "gh-plain-text.h"
#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-review-json.h"
#include "gh-review-picture.h"
#include "gh-ui.h"
#include "review-fixture.h"

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
  gint64 *beats = user_data; /* work at the last, longest between two */
  gint64 now = gh_test_get_work ();

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

/* Twice the text, from right to left, dark: all of it fits, and can be reached by scrolling. */
static void
picture_hard (Fixture    *fixture,
              const char *name)
{
  GtkAdjustment *adjustment =
    gtk_scrolled_window_get_vadjustment (child (fixture->dialog, "scroll"));
  g_autofree char *top = g_strconcat (name, "-hard", NULL);
  g_autofree char *end = g_strconcat (name, "-hard-scrolled", NULL);

  gh_test_ui_set_dark (TRUE);
  gh_test_ui_set_rtl (TRUE);
  gh_test_ui_set_text_scale (2);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), top);
  gh_test_ui_assert_fits (GTK_WIDGET (fixture->dialog));
  gtk_adjustment_set_value (adjustment, 1e6);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), end);
  gtk_adjustment_set_value (adjustment, 0);
  gh_test_ui_set_text_scale (1);
  gh_test_ui_set_rtl (FALSE);
  gh_test_ui_set_dark (FALSE);
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
  picture_hard (fixture, "review-streaming");
  gh_fake_endpoint_release (fixture->sampling->endpoint);
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  type_at_end (in_answer (fixture, "card"), " Have a good flight.");
  gtk_widget_grab_focus (child (fixture->dialog, "deny_button"));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-answer");
  picture_hard (fixture, "review-answer");
  press_in_dialog (fixture, "again_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  press_in_dialog (fixture, "hand_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-by-hand");
  picture_hard (fixture, "review-by-hand");
}

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
  gtk_test_accessible_assert_role (GTK_WIDGET (fixture->dialog), GTK_ACCESSIBLE_ROLE_DIALOG);
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

/* The same in Chinese: it is short, and its letters stand in brackets. */
static void
set_up_chinese (Fixture       *fixture,
                gconstpointer  data)
{
  gh_test_ui_set_language ("zh_CN");
  set_up (fixture, data);
}

static void
tear_down_chinese (Fixture       *fixture,
                   gconstpointer  data)
{
  tear_down (fixture, data);
  gh_test_ui_set_language (NULL);
}

static void
test_chinese (Fixture       *fixture,
              gconstpointer  data)
{
  GtkWindow *dialog = GTK_WINDOW (fixture->dialog);
  g_autoptr(GhTestAsk) ask = NULL;
  g_autoptr(GhTestAsk) other = NULL;
  GtkAdjustment *adjustment;

  gh_fake_endpoint_push_text (fixture->sampling->endpoint,
                              "1. VY 1817，06:50 至 08:55，直飞，148 €\n"
                              "早上出发，九点前抵达，无需转机。\n\n"
                              "2. LH 1808，07:20 至 09:25，直飞，212 €\n"
                              "同样方便，但贵 64 €。", GH_FAKE_HOLD);
  ask = gh_test_sampling_ask (fixture->sampling, "Travel", "find_best_flight", TRAVEL);
  other = gh_test_sampling_ask (fixture->sampling, "Files", "summarize", PLAIN);
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (dialog), "Travel 想使用您的 AI 模型"));
  check_letters (fixture);
  type_at_end (in_prompt (fixture, "system_card"), " 请用中文回答。");
  gtk_widget_grab_focus (child (dialog, "deny_button"));
  gh_test_ui_screenshot (dialog, "review-request-zh_CN");
  adjustment = gtk_scrolled_window_get_vadjustment (child (dialog, "scroll"));
  gtk_adjustment_set_value (adjustment, 480);
  gh_test_ui_screenshot (dialog, "review-request-zh_CN-scrolled");
  gtk_adjustment_set_value (adjustment, 0);
  gtk_widget_activate_action (GTK_WIDGET (dialog), "review.other-reason", NULL);
  gh_test_wait (gtk_widget_get_mapped (child (dialog, "reason_entry")));
  check_letters (fixture);
  gh_test_ui_screenshot (dialog, "review-reason-zh_CN");

  pass_guard ();
  press_in_dialog (fixture, "send_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_GENERATING);
  gh_test_wait (strlen (gh_sampling_request_get_answer (ask->request)) > 100);
  gh_test_wait (gtk_text_buffer_get_char_count (card_buffer (in_answer (fixture, "card"))) > 50);
  check_letters (fixture);
  gh_test_ui_screenshot (dialog, "review-streaming-zh_CN");
  gh_fake_endpoint_release (fixture->sampling->endpoint);
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  type_at_end (in_answer (fixture, "card"), "祝您旅途愉快。");
  gtk_widget_grab_focus (child (dialog, "deny_button"));
  check_letters (fixture);
  gh_test_ui_screenshot (dialog, "review-answer-zh_CN");
  press_in_dialog (fixture, "again_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  press_in_dialog (fixture, "hand_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  check_letters (fixture);
  gh_test_ui_screenshot (dialog, "review-by-hand-zh_CN");
}

static void
test_classify (void)
{
  g_assert_true (gh_plain_text_is_hidden ('a', 0x202E, 'b'));
  g_assert_true (gh_plain_text_is_hidden ('a', 0x2066, 'b'));
  g_assert_true (gh_plain_text_is_hidden ('a', 0x200B, 'b'));
  g_assert_true (gh_plain_text_is_hidden ('a', 0x200D, 'b'));
  g_assert_true (gh_plain_text_is_hidden (0, 0xFEFF, 'b'));
  g_assert_true (gh_plain_text_is_hidden ('a', 0xAD, 'b'));
  g_assert_true (gh_plain_text_is_hidden ('a', 0x1B, '['));
  g_assert_true (gh_plain_text_is_hidden ('a', 0xE0041, 0));
  g_assert_true (gh_plain_text_is_hidden (0xFE0F, 0xFE0E, 0));
  g_assert_true (gh_plain_text_is_hidden ('a', 0x3164, 0));
  /* What people write. */
  g_assert_false (gh_plain_text_is_hidden ('a', '\n', 'b'));
  g_assert_false (gh_plain_text_is_hidden ('a', '\t', 'b'));
  g_assert_false (gh_plain_text_is_hidden ('a', 0xE9, 'b'));
  g_assert_false (gh_plain_text_is_hidden (0x2764, 0xFE0F, 0));       /* a red heart */
  g_assert_false (gh_plain_text_is_hidden (0x1F468, 0x200D, 0x1F469)); /* a family */
  g_assert_false (gh_plain_text_is_hidden (0x06CC, 0x200C, 0x062E));   /* Persian */
  g_assert_false (gh_plain_text_is_hidden ('a', 0x4E2D, 'b'));
}

#define ADD(name, set_up_func, func) \
  g_test_add ("/ui/review-look/" name, Fixture, NULL, set_up_func, func, tear_down)

/* The height of the system prompt's text in the frame that is painted first. */
typedef struct
{
  GtkWidget *view;
  int        first;
} Painted;

static void
painted_cb (GdkFrameClock *clock,
            gpointer       user_data)
{
  Painted *painted = user_data;

  if (painted->first == 0)
    painted->first = gtk_widget_get_height (painted->view);
}

static void
mapped_cb (GtkWidget *dialog,
           gpointer   user_data)
{
  g_signal_connect (gtk_widget_get_frame_clock (dialog), "after-paint", G_CALLBACK (painted_cb),
                    user_data);
}

/* No text is cut off in any frame. */
static void
test_first_frame (Fixture       *fixture,
                  gconstpointer  data)
{
  GhTextCard *card = in_prompt (fixture, "system_card");
  Painted painted = { gh_review_text_get_view (gh_text_card_get_text (card)), 0 };

  g_signal_connect (fixture->dialog, "map", G_CALLBACK (mapped_cb), &painted);
  {
    g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", TRAVEL);

    wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
    gh_test_wait (painted.first > 0);
    gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-first-frame");
    g_assert_cmpint (painted.first, ==, gtk_widget_get_height (painted.view));
    g_signal_handlers_disconnect_by_data (
      gtk_widget_get_frame_clock (GTK_WIDGET (fixture->dialog)), &painted);
    g_signal_handlers_disconnect_by_data (fixture->dialog, &painted);
  }
}

int
main (int    argc,
      char **argv)
{
  gh_test_ui_init (&argc, &argv);
  gh_ui_init ();
  gh_test_ui_load_style (GH_UI_RESOURCE_PATH);

  g_test_add_func ("/ui/review-look/hidden-characters", test_classify);
  ADD ("hidden", set_up, test_hidden);
  ADD ("first-frame", set_up, test_first_frame);
  ADD ("parts", set_up, test_parts);
  ADD ("json", set_up, test_json);
  ADD ("keyboard", set_up, test_keyboard);
  ADD ("accessible", set_up, test_accessible);
  ADD ("large-lines", set_up, test_large_lines);
  ADD ("large-line", set_up, test_large_line);
  ADD ("large-hidden", set_up, test_large_hidden);
  ADD ("pictures", set_up, test_pictures);
  g_test_add ("/ui/review-look/chinese", Fixture, NULL, set_up_chinese, test_chinese,
              tear_down_chinese);
  return gh_test_run ();
}
