/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The review of tools, of what changed, and of several answers: what it shows, what it does, and
 * pictures of it. */
#include "config.h"

#include <adwaita.h>
#include <math.h>
#include <string.h>

#include "gh-json.h"
#include "gh-review-changes.h"
#include "gh-review-message.h"
#include "gh-review-use.h"
#include "gh-ui.h"
#include "review-fixture.h"

#define USER(text) MESSAGE (text)
#define TOOL_USE \
  "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"Let me look.\"}," \
  "{\"type\":\"tool_use\",\"id\":\"u1\",\"name\":\"get_weather\",\"input\":{\"city\":\"Rome\"}}]}"
#define TOOL_RESULT \
  "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"toolUseId\":\"u1\"," \
  "\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"No such city\"}," IMAGE (PNG) \
  ",{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///w.zip\"," \
  "\"mimeType\":\"application/zip\",\"blob\":\"AAAA\"}}]}]}"
#define TOOLS \
  "\"tools\":[{\"name\":\"get_weather\",\"description\":\"Says what the weather is like in a " \
  "city, today and tomorrow.\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"city\":{" \
  "\"type\":\"string\",\"minLength\":1}},\"required\":[\"city\"]}}," \
  "{\"name\":\"book_flight\",\"description\":\"Books it.\\u200b\",\"inputSchema\":{" \
  "\"type\":\"object\"}}],\"toolChoice\":{\"mode\":\"required\"}"
#define LOOP \
  "{\"messages\":[" USER ("What is the weather like in Rome?") "," TOOL_USE "," TOOL_RESULT \
  "],\"systemPrompt\":\"Be brief.\",\"maxTokens\":900," TOOLS ",\"metadata\":{\"tier\":\"flex\"}}"
#define ASK "{\"messages\":[" USER ("What is the weather like?") "],\"maxTokens\":900," TOOLS "}"

static gpointer
find (GtkWidget *widget,
      GType      type,
      guint     *skip)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && (*skip)-- == 0)
    return widget;
  for (GtkWidget *c = gtk_widget_get_first_child (widget); c != NULL;
       c = gtk_widget_get_next_sibling (c))
    {
      gpointer found = find (c, type, skip);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gpointer
find_nth (gpointer widget,
          GType    type,
          guint    n)
{
  gpointer found = find (widget, type, &n);

  g_assert_nonnull (found);
  return found;
}

static void
scroll_to (Fixture *fixture,
           double   value)
{
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (child (fixture->dialog, "scroll")),
                            value);
}

/* Light and dark, twice the text from right to left. */
static void
take_pictures (Fixture    *fixture,
               const char *name)
{
  g_autofree char *dark = g_strconcat (name, "-dark", NULL);
  g_autofree char *large = g_strconcat (name, "-large-rtl", NULL);

  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), name);
  gh_test_ui_set_dark (TRUE);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), dark);
  gh_test_ui_set_dark (FALSE);
  gh_test_ui_set_rtl (TRUE);
  gh_test_ui_set_text_scale (2);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), large);
  gh_test_ui_assert_fits (GTK_WIDGET (fixture->dialog));
  gh_test_ui_set_text_scale (1);
  gh_test_ui_set_rtl (FALSE);
}

static void
test_prompt (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Weather", "plan", LOOP);
  GtkWidget *tools = in_prompt (fixture, "tools");
  GtkToggleButton *changes = in_prompt (fixture, "changes_button");
  GhReviewUse *use;
  GtkWidget *check;
  g_autofree char *marked = NULL;
  g_autoptr(GhSamplingTool) tool = NULL;

  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  g_assert_true (gtk_widget_get_mapped (tools));
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (fixture->dialog), "get_weather"));
  g_assert_true (gtk_widget_get_mapped (in_prompt (fixture, "metadata_row")));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (changes)));
  take_pictures (fixture, "review-tools");
  scroll_to (fixture, 420);
  take_pictures (fixture, "review-tools-turns");
  scroll_to (fixture, 1100);
  take_pictures (fixture, "review-tools-offer");
  scroll_to (fixture, 0);

  /* An input that is no JSON is said at once, and not sent. */
  use = find_nth (in_prompt (fixture, "messages_box"), GH_TYPE_REVIEW_USE, 0);
  type_at_end (gh_review_use_get_card (use), "]");
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (use), "must be a JSON object"));
  pass_guard ();
  press_in_dialog (fixture, "send_button");
  g_assert_cmpint (gh_sampling_request_get_state (ask->request), ==, GH_SAMPLING_REVIEW);
  g_assert_true (gtk_widget_get_mapped (child (fixture->dialog, "trouble_box")));
  gh_test_ui_click (child (gh_review_use_get_card (use), "restore_button"));
  g_assert_false (gtk_widget_get_visible (child (fixture->dialog, "trouble_box")));

  /* Taken out of the offer; marked, with everything else that was changed. */
  check = find_nth (tools, GTK_TYPE_CHECK_BUTTON, 0);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), FALSE);
  tool = g_list_model_get_item (gh_sampling_request_list_tools (ask->request), 0);
  g_assert_false (gh_sampling_tool_get_offered (tool));
  type_at_end (in_prompt (fixture, "system_card"), " Say please.");
  gtk_adjustment_set_value (in_prompt (fixture, "max_tokens_adjustment"), 500);
  gh_test_ui_click (in_prompt (fixture, "max_tokens_restore"));
  g_assert_cmpint (gh_sampling_request_get_max_tokens (ask->request), ==, 900);
  g_assert_false (gtk_widget_get_visible (in_prompt (fixture, "max_tokens_restore")));
  gtk_switch_set_active (in_prompt (fixture, "temperature_switch"), TRUE);
  gh_test_ui_click (in_prompt (fixture, "temperature_restore"));
  g_assert_true (isnan (gh_sampling_request_get_temperature (ask->request)));
  gtk_adjustment_set_value (in_prompt (fixture, "max_tokens_adjustment"), 400);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (changes)));
  gtk_toggle_button_set_active (changes, TRUE);
  g_assert_nonnull (strstr (label_text (in_prompt (fixture, "changes_label")), "get_weather"));
  g_assert_nonnull (strstr (label_text (in_prompt (fixture, "changes_label")), "400"));
  marked = gh_review_changes_dup_text (child (in_prompt (fixture, "system_card"), "changes"));
  g_assert_cmpstr (marked, ==, "Be brief.{+ Say please.+}");
  take_pictures (fixture, "review-changes");

  /* All of it back. */
  gh_test_ui_click (in_prompt (fixture, "restore_button"));
  g_assert_false (gh_sampling_request_get_edited (ask->request));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (changes)));
  g_assert_true (gh_sampling_tool_get_offered (tool));
  g_assert_true (gtk_check_button_get_active (find_nth (tools, GTK_TYPE_CHECK_BUTTON, 0)));

  /* A file in a tool's result cannot be sent, and is not left out either. */
  press_in_dialog (fixture, "send_button");
  g_assert_cmpint (gh_sampling_request_get_state (ask->request), ==, GH_SAMPLING_REVIEW);
  g_assert_nonnull (strstr (label_text (child (fixture->dialog, "trouble_label")), "holds a file"));
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (fixture->sampling->endpoint), ==, 0);
}

static void
test_uses (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Weather", "plan", ASK);
  GtkWidget *uses = in_answer (fixture, "uses_box");
  GhReviewUse *use;
  GtkTextBuffer *buffer;
  JsonObject *content;

  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  pass_guard ();
  press_in_dialog (fixture, "hand_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  g_assert_true (gtk_widget_get_mapped (in_answer (fixture, "use_button")));
  /* A text alone is not what the server wants. */
  type_at_end (in_answer (fixture, "card"), "Sunny.");
  g_assert_false (gtk_widget_get_sensitive (child (fixture->dialog, "give_button")));
  g_assert_nonnull (strstr (label_text (child (fixture->dialog, "summary_label")), "uses none"));

  gtk_widget_activate_action (child (fixture->dialog, "answer"), "answer.use-tool", "u", 1);
  gtk_widget_activate_action (child (fixture->dialog, "answer"), "answer.use-tool", "u", 0);
  use = find_nth (uses, GH_TYPE_REVIEW_USE, 1);
  /* The city must not be empty. */
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (use), "does not take this input"));
  g_assert_false (gtk_widget_get_sensitive (child (fixture->dialog, "give_button")));
  take_pictures (fixture, "review-uses");
  buffer = card_buffer (gh_review_use_get_card (use));
  gtk_text_buffer_set_text (buffer, "{\"city\":\"Bonn\"}", -1);
  g_assert_false (gh_test_ui_shows (GTK_WIDGET (use), "does not take this input"));
  g_assert_true (gtk_widget_get_sensitive (child (fixture->dialog, "give_button")));
  g_signal_emit_by_name (find_nth (uses, GH_TYPE_REVIEW_USE, 0), "remove");
  g_assert_true (find_nth (uses, GH_TYPE_REVIEW_USE, 0) == use
                 || gh_review_use_get_part (find_nth (uses, GH_TYPE_REVIEW_USE, 0)) != NULL);
  pass_guard ();
  press_in_dialog (fixture, "give_button");
  gh_test_wait (ask->done);
  g_assert_no_error (ask->error);
  content = gh_json_node_get_object (json_array_get_element (
    gh_json_get_array (gh_json_node_get_object (ask->result), "content"), 1));
  g_assert_cmpstr (gh_json_get_string (content, "name"), ==, "get_weather");
  g_assert_cmpstr (gh_json_get_string (gh_json_get_object (content, "input"), "city"), ==, "Bonn");
}

#define EVENT(delta, why) \
  "data: {\"choices\":[{\"index\":0,\"delta\":" delta ",\"finish_reason\":" why "}]}\n\n"
#define CALL(index, name, input) \
  "{\"index\":" #index ",\"id\":\"u" #index "\",\"type\":\"function\"," \
  "\"function\":{\"name\":\"" name \
  "\",\"arguments\":\"" input "\"}}"

/* What a model wants to have run: read, edited, taken out, brought back. */
static void
test_model_uses (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = NULL;
  GtkWidget *uses = in_answer (fixture, "uses_box");
  GhReviewUse *use;
  GhTextCard *card;
  JsonArray *content;
  JsonObject *block;

  gh_fake_endpoint_push_raw (fixture->sampling->endpoint, 200, "text/event-stream",
                             EVENT ("{\"content\":\"Let me look.\"}", "null")
                             EVENT ("{\"tool_calls\":["
                                    CALL (0, "get_weather", "{\\\"city\\\":\\\"Rome\\\"}") ","
                                    CALL (1, "launch_rocket", "{}") "]}", "null")
                             EVENT ("{}", "\"tool_calls\"") "data: [DONE]\n\n",
                             -1, GH_FAKE_NONE);
  ask = gh_test_sampling_ask (fixture->sampling, "Weather", "plan", ASK);
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  pass_guard ();
  press_in_dialog (fixture, "send_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  /* One that nobody offered is not given. */
  use = find_nth (uses, GH_TYPE_REVIEW_USE, 1);
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (use), "does not offer this tool"));
  g_assert_false (gtk_widget_get_sensitive (child (fixture->dialog, "give_button")));
  take_pictures (fixture, "review-model-uses");
  g_signal_emit_by_name (use, "remove");
  g_assert_true (gtk_widget_get_sensitive (child (fixture->dialog, "give_button")));
  g_assert_true (gtk_widget_get_mapped (in_answer (fixture, "restore_button")));
  gh_test_ui_click (in_answer (fixture, "restore_button"));
  g_assert_false (gh_sampling_request_get_answer_edited (ask->request));
  g_signal_emit_by_name (find_nth (uses, GH_TYPE_REVIEW_USE, 1), "remove");

  card = gh_review_use_get_card (find_nth (uses, GH_TYPE_REVIEW_USE, 0));
  gtk_text_buffer_set_text (card_buffer (card), "{\"city\":\"Bonn\"}", -1);
  g_assert_true (gtk_widget_get_mapped (child (card, "changes_button")));
  pass_guard ();
  press_in_dialog (fixture, "give_button");
  gh_test_wait (ask->done);
  g_assert_no_error (ask->error);
  content = gh_json_get_array (gh_json_node_get_object (ask->result), "content");
  g_assert_cmpuint (json_array_get_length (content), ==, 2);
  block = gh_json_node_get_object (json_array_get_element (content, 1));
  g_assert_cmpstr (gh_json_get_string (block, "id"), ==, "u0");
  g_assert_cmpstr (gh_json_get_string (gh_json_get_object (block, "input"), "city"), ==, "Bonn");
  g_assert_cmpstr (gh_json_get_string (gh_json_node_get_object (ask->result), "stopReason"), ==,
                   "toolUse");
}

static void
test_answers (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr(GhTestAsk) ask = NULL;
  g_autofree char *marked = NULL;
  GtkToggleButton *changes;

  gh_fake_endpoint_push_text (fixture->sampling->endpoint, "Take the first flight, it is direct.",
                              GH_FAKE_NONE);
  gh_fake_endpoint_push_text (fixture->sampling->endpoint, "Take the second one.", GH_FAKE_NONE);
  ask = gh_test_sampling_ask (fixture->sampling, "Travel", "find_best_flight", TRAVEL);
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  pass_guard ();
  press_in_dialog (fixture, "send_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  g_assert_false (gtk_widget_get_mapped (in_answer (fixture, "answers_box")));
  type_at_end (in_answer (fixture, "card"), " Enjoy.");
  changes = child (in_answer (fixture, "card"), "changes_button");
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (changes)));
  gtk_toggle_button_set_active (changes, TRUE);
  marked = gh_review_changes_dup_text (child (in_answer (fixture, "card"), "changes"));
  g_assert_cmpstr (marked, ==, "Take the first flight, it is direct.{+ Enjoy.+}");
  take_pictures (fixture, "review-answer-changes");

  /* Another one, beside it. */
  pass_guard ();
  g_signal_emit_by_name (child (fixture->dialog, "chooser"), "chosen",
                         gh_sampling_request_get_model (ask->request));
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  gh_test_wait (gtk_widget_get_mapped (in_answer (fixture, "answers_box")));
  gtk_toggle_button_set_active (in_answer (fixture, "compare_button"), TRUE);
  g_assert_true (gtk_widget_get_visible (in_answer (fixture, "other_box")));
  take_pictures (fixture, "review-side-by-side");
  gh_test_ui_click (in_answer (fixture, "choose_button"));
  g_assert_cmpstr (gh_sampling_request_get_answer (ask->request), ==,
                   "Take the first flight, it is direct. Enjoy.");
  g_assert_true (gh_sampling_request_get_answer_edited (ask->request));

  /* From the prompt there is a way back to them. */
  press_in_dialog (fixture, "again_button");
  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  g_assert_true (gtk_widget_get_mapped (in_prompt (fixture, "earlier_group")));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "review-earlier");
  gh_test_ui_click (in_prompt (fixture, "earlier_button"));
  wait_for_stage (fixture, ask, GH_SAMPLING_RESPONSE_REVIEW);
  g_assert_cmpstr (gh_sampling_request_get_answer (ask->request), ==, "Take the second one.");
  pass_guard ();
  press_in_dialog (fixture, "give_button");
  gh_test_wait (ask->done);
  g_assert_cmpstr (gh_test_ask_get_text (ask), ==, "Take the second one.");
}

#define BASE64 "aGVsbG8gV29ybGQsIEkgYW0gMTIzIGJ5dGVzIG9mIERhdGEhIQ"

static void
test_signs (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *line = g_strnfill (2500, 'x');
  g_autofree char *params =
    g_strdup_printf ("{\"messages\":[" MESSAGE ("Log in at p\\u0430ypal.com\\n%s\\n" BASE64 BASE64
                                                BASE64 BASE64 BASE64) "],\"maxTokens\":10}", line);
  g_autoptr(GhTestAsk) ask = gh_test_sampling_ask (fixture->sampling, "Travel", "a", params);
  GhTextCard *card;

  wait_for_stage (fixture, ask, GH_SAMPLING_REVIEW);
  card = message_card (fixture);
  g_assert_cmpstr (label_text (child (card, "lookalike_chip")), ==,
                   "1 word with look-alike letters");
  g_assert_cmpstr (label_text (child (card, "line_chip")), ==, "A line of 2500 characters");
  g_assert_true (gtk_widget_get_mapped (child (card, "encoded_chip")));
  take_pictures (fixture, "review-signs");
}

#define ADD(name, func) \
  g_test_add ("/ui/review-tools/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int    argc,
      char **argv)
{
  gh_test_ui_init (&argc, &argv);
  gh_ui_init ();
  gh_test_ui_load_style (GH_UI_RESOURCE_PATH);

  ADD ("prompt", test_prompt);
  ADD ("uses", test_uses);
  ADD ("model-uses", test_model_uses);
  ADD ("answers", test_answers);
  ADD ("signs", test_signs);
  return gh_test_run ();
}
