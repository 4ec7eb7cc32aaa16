/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is masked, in the review dialog: marked, listed, shown, sent unmasked, put back. */
#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "gh-secret-row.h"
#include "gh-secrets-group.h"
#include "gh-ui.h"
#include "review-fixture.h"

#define KEY "ghp_" "a8Kd0Lq3ZxW7mNp2Tv5BcY6hJ1rF9gUe4Xs8Qo3M"
#define SECRETS \
  "{\"messages\":[" MESSAGE ("Fares were read with the account key " KEY ". Write to " \
                             "anna@example.org, password: hunter2hunter, or to " \
                             "anna@example.org again.") "]," \
  "\"systemPrompt\":\"You write for bob@example.org.\",\"maxTokens\":100}"

static GhSecretsGroup *
get_group (Fixture *fixture)
{
  return in_prompt (fixture, "secrets");
}

static AdwExpanderRow *
get_list (Fixture *fixture)
{
  return child (get_group (fixture), "list_row");
}

/* The position-th row of the list, or NULL. */
static GtkWidget *
get_row (Fixture *fixture,
         guint    position)
{
  return gh_test_ui_find_type (GTK_WIDGET (get_list (fixture)), GH_TYPE_SECRET_ROW, position);
}

static GtkWidget *
get_eye (GtkWidget *row)
{
  return gh_test_ui_find_type (row, GTK_TYPE_TOGGLE_BUTTON, 0);
}

/* The one that sends unmasked: the eye is a button, too. */
static GtkWidget *
get_send_button (GtkWidget *row)
{
  return gh_test_ui_find_type (row, GTK_TYPE_BUTTON, 1);
}

static char *
dup_card (Fixture *fixture)
{
  return gh_text_card_dup_text (message_card (fixture));
}

#define MASKED \
  "Fares were read with the account key [[API_KEY_1]]. Write to [[EMAIL_2]], password: " \
  "[[PASSWORD_1]], or to [[EMAIL_2]] again."

static void
test_list (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", SECRETS);
  GtkTextIter iter;
  GtkWidget *row;
  g_autofree char *masked = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *again = NULL;

  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  masked = dup_card (fixture);
  g_assert_cmpstr (masked, ==, MASKED);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (get_group (fixture))));
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (get_list (fixture))), ==,
                   "4 Secrets Masked");
  /* Marked, and nothing beside it. */
  gtk_text_buffer_get_iter_at_offset (card_buffer (message_card (fixture)), &iter,
                                      (int) strlen ("Fares were read with the account key "));
  g_assert_true (gtk_text_iter_starts_tag (&iter, NULL));
  gtk_text_iter_forward_to_tag_toggle (&iter, NULL);
  g_assert_cmpint (gtk_text_iter_get_offset (&iter), ==,
                   (int) strlen ("Fares were read with the account key [[API_KEY_1]]"));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-secrets");

  adw_expander_row_set_expanded (get_list (fixture), TRUE);
  gh_test_wait (get_row (fixture, 3) != NULL);
  g_assert_null (get_row (fixture, 4));
  row = get_row (fixture, 1);
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), ==,
                   "API key (GitHub)");
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==,
                   "[[API_KEY_1]], in message 1");
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (get_row (fixture, 2))), ==,
                   "[[EMAIL_2]], in message 1, 2 times");
  gh_test_ui_click (get_eye (row));
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==, KEY);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-secrets-list");

  gh_test_ui_click (get_send_button (row));
  shown = dup_card (fixture);
  g_assert_nonnull (strstr (shown, "account key " KEY ". Write to [[EMAIL_2]]"));
  gh_test_settle ();
  g_assert_true (get_row (fixture, 1) == row);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (get_send_button (row))), ==, "Mask Again");
  g_assert_false (gh_text_card_get_edited (message_card (fixture)));
  gh_test_ui_click (get_send_button (row));
  again = dup_card (fixture);
  g_assert_cmpstr (again, ==, MASKED);
}

static GtkWidget *
get_popover_row (Fixture *fixture)
{
  GtkWidget *popover = gh_test_ui_find_type (GTK_WIDGET (fixture->dialog), GH_TYPE_SECRET_ROW, 0);

  return popover != NULL && gtk_widget_get_mapped (popover) ? popover : NULL;
}

static void
test_popover (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", SECRETS);
  GtkTextBuffer *buffer;
  GtkTextIter iter;
  g_autofree char *shown = NULL;

  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  buffer = card_buffer (message_card (fixture));
  gtk_widget_grab_focus (gh_review_text_get_view (gh_text_card_get_text (message_card (fixture))));
  gtk_text_buffer_get_iter_at_offset (buffer, &iter,
                                      (int) strlen ("Fares were read with the account key [[AP"));
  gtk_text_buffer_place_cursor (buffer, &iter);
  if (!gh_test_ui_key (GTK_WINDOW (fixture->dialog), "ctrl+Return"))
    {
      g_test_skip ("There is no xdotool");
      return;
    }
  gh_test_wait (get_popover_row (fixture) != NULL);
  gh_test_ui_wait_frame (GTK_WIDGET (fixture->dialog));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-secret-popover");
  gh_test_ui_click (get_send_button (get_popover_row (fixture)));
  shown = dup_card (fixture);
  g_assert_nonnull (strstr (shown, KEY));
  gh_test_wait (gh_test_ui_find_type (GTK_WIDGET (fixture->dialog), GH_TYPE_SECRET_ROW, 0) == NULL);
}

/* What a person writes is masked, too: they are told before anything leaves. */
static void
test_caught (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", PLAIN);
  g_autofree char *text = NULL;

  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (get_group (fixture))));
  type_at_end (message_card (fixture), " password=hunter2hunter");
  pass_guard ();
  press_in_dialog (fixture, "send_button");
  gh_test_wait (gtk_widget_get_visible (child (get_group (fixture), "caught_row")));
  g_assert_cmpint (gh_sampling_request_get_state (ask->request), ==, GH_SAMPLING_REVIEW);
  text = dup_card (fixture);
  g_assert_cmpstr (text, ==, "Which flight? password=[[PASSWORD_1]]");
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-secrets-caught");
  press_in_dialog (fixture, "send_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
}

static void
test_answer (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", SECRETS);

  gh_fake_endpoint_push_text (fixture->sampling->endpoint,
                              "I wrote to [[EMAIL_2]] and used [[API_KEY_1]].", GH_FAKE_NONE);
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  pass_guard ();
  press_in_dialog (fixture, "send_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  g_assert_true (gtk_widget_get_visible (in_answer (fixture, "masked_group")));
  g_assert_cmpstr (adw_action_row_get_subtitle (in_answer (fixture, "masked_row")), ==,
                   "2 stand for what was masked; Travel gets them as they are here.");
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-secrets-answer");
  gh_test_ui_click (in_answer (fixture, "originals_button"));
  g_assert_false (gtk_widget_get_visible (in_answer (fixture, "masked_group")));
  g_assert_cmpstr (gh_sampling_request_get_answer (ask->request), ==,
                   "I wrote to anna@example.org and used " KEY ".");
  pass_guard ();
  press_in_dialog (fixture, "give_button");
  gh_test_wait (ask->done);
  g_assert_cmpstr (gh_test_ask_get_text (ask), ==,
                   "I wrote to anna@example.org and used " KEY ".");
}

static void
test_open (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = NULL;

  gh_masking_policy_set_mask_local (gh_request_broker_get_masking (fixture->sampling->broker),
                                    FALSE);
  ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", SECRETS);
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  g_assert_true (gtk_widget_get_visible (child (get_group (fixture), "open_row")));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (get_list (fixture))));
  gh_masking_policy_set_mask_local (gh_request_broker_get_masking (fixture->sampling->broker),
                                    TRUE);
  gh_test_wait (gtk_widget_get_visible (GTK_WIDGET (get_list (fixture))));
  g_assert_false (gtk_widget_get_visible (child (get_group (fixture), "open_row")));
}

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
  gh_test_ui_set_dark (FALSE);
  gh_test_ui_set_language (NULL);
}

static void
test_chinese (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", SECRETS);

  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (get_list (fixture))), ==,
                   "已遮盖 4 项机密");
  adw_expander_row_set_expanded (get_list (fixture), TRUE);
  gh_test_wait (get_row (fixture, 3) != NULL);
  gh_test_ui_set_dark (TRUE);
  gh_test_ui_wait_frame (GTK_WIDGET (fixture->dialog));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-secrets-dark-zh_CN");
}

int
main (int    argc,
      char **argv)
{
  gh_test_ui_init (&argc, &argv);
  gh_ui_init ();
  gh_test_ui_load_style (GH_UI_RESOURCE_PATH);

#define ADD(name, func) g_test_add ("/ui/review-secrets/" name, Fixture, NULL, set_up, func, \
                                    tear_down)
  ADD ("list", test_list);
  ADD ("popover", test_popover);
  ADD ("caught", test_caught);
  ADD ("answer", test_answer);
  ADD ("open", test_open);
#undef ADD
  g_test_add ("/ui/review-secrets/chinese", Fixture, NULL, set_up_chinese, test_chinese,
              tear_down_chinese);

  return gh_test_run ();
}
