/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The travel desk from end to end, by the real widgets of the whole window: the tool is run, its
 * request is changed and sent, the answer is changed and given, the result is read. */
#include "config.h"

#include "gh-fake-endpoint.h"
#include "gh-json.h"
#include "gh-review-text.h"
#include "gh-server-list.h"
#include "gh-test-host.h"
#include "gh-test-ui.h"
#include "gh-tool-form.h"
#include "gh-tools-page.h"
#include "gh-travel-desk.h"
#include "gh-ui.h"
#include "gh-window.h"

#include <string.h>

#define ADDED "Prefer the early one. "
#define ANSWER "1. HV4217, it leaves first.\n2. AP7323, it is direct.\n3. MQ1300, it is cheap."
#define ADDED_TO_ANSWER "I looked at it myself.\n"

typedef struct
{
  GhHost         *host;
  GhWindow       *window;
  GhServer       *server;
  GhFakeEndpoint *endpoint;
} Fixture;

static void
desk_ready_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  GhServer **server = user_data;
  g_autoptr(GError) error = NULL;

  *server = gh_travel_desk_setup_finish (GH_HOST (source), result, &error);
  g_assert_no_error (error);
}

static gpointer
find (gpointer    root,
      const char *id)
{
  GtkWidget *found = gh_test_ui_find_id (root, id);

  if (found == NULL)
    g_error ("no widget is called %s", id);
  return found;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autofree char *config_dir = gh_test_make_dir ();
  g_autofree char *path = g_build_filename (gh_test_get_home (), "Documents", NULL);
  g_autoptr(GFile) folder = g_file_new_for_path (path);

  g_mkdir_with_parents (path, 0700);
  fixture->endpoint = gh_fake_endpoint_new ();
  fixture->host = gh_host_new (config_dir, NULL);
  fixture->window = g_object_ref_sink (gh_window_new (NULL, fixture->host));
  gh_test_host_load (fixture->host);
  gh_window_set_loaded (fixture->window);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1180, 760);
  gh_test_ui_show (GTK_WINDOW (fixture->window));

  GhModelList *models = gh_host_get_models (fixture->host);
  GhProvider *provider = gh_model_list_add_provider (models, "Stand-in",
                                                     gh_fake_endpoint_get_url (fixture->endpoint),
                                                     NULL, GH_LANE_LOCAL);

  gh_test_wait (gh_provider_get_state (provider) == GH_PROVIDER_READY);
  gh_travel_desk_setup_async (fixture->host, folder, NULL, desk_ready_cb, &fixture->server);
  gh_test_wait (fixture->server != NULL);
  gh_test_wait (gh_server_get_state (fixture->server) == GH_SERVER_RUNNING
                && g_list_model_get_n_items (gh_server_list_tools (fixture->server)) > 0);
  gh_window_show_server (fixture->window, fixture->server);
  gh_test_wait (gh_test_ui_shows (GTK_WIDGET (fixture->window), "find_best_flight"));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{

  gh_test_host_close (fixture->host);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_object_unref (fixture->window);
  g_clear_object (&fixture->server);
  g_object_unref (fixture->host);
  g_object_unref (fixture->endpoint);
  gh_test_settle ();
}

/* Runs the tool as its form stands, with the first trip, and waits for its request. */
static GhSamplingRequest *
run_tool (Fixture *fixture)
{
  GhRequestBroker *broker = gh_host_get_requests (fixture->host);
  GtkWidget *window = GTK_WIDGET (fixture->window);
  GtkWidget *trip = gh_test_ui_find_type (find (window, "form"), GTK_TYPE_DROP_DOWN, 0);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (trip), 1);
  gh_test_ui_click (find (window, "run"));
  gh_test_wait (gh_request_broker_get_current (broker) != NULL);
  return GH_SAMPLING_REQUEST (gh_request_broker_get_current (broker));
}

/* Send and Give do nothing for a moment; after it they do, so try until they did. */
#define click_until(widget, condition) \
  gh_test_wait ((condition) || (gh_test_ui_click (widget), FALSE))

/* Types at the beginning of the text of a card, where a long one is shown. */
static void
type_first (gpointer    card,
            const char *text)
{
  GtkWidget *view = gh_review_text_get_view (find (card, "text"));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  GtkTextIter start;

  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_insert (buffer, &start, text, -1);
}

static const char *
get_message (JsonObject *request,
             guint       index)
{
  JsonArray *messages = gh_json_get_array (request, "messages");

  return gh_json_get_string (gh_json_node_get_object (json_array_get_element (messages, index)),
                             "content");
}

static void
test_whole (Fixture       *fixture,
            gconstpointer  data)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);
  GhReviewDialog *dialog =
    gh_review_desk_get_review (gh_window_get_review (fixture->window));

  gh_fake_endpoint_push_text (fixture->endpoint, ANSWER, GH_FAKE_HOLD);

  GhSamplingRequest *request = run_tool (fixture);
  GListModel *messages = gh_sampling_request_list_messages (request);
  g_autoptr(GhSamplingMessage) message = g_list_model_get_item (messages, 0);
  g_autoptr(GhSamplingPart) part =
    g_list_model_get_item (gh_sampling_message_list_parts (message), 0);
  g_autofree char *asked = g_strdup (gh_sampling_part_get_text (part));
  g_autofree char *expected = g_strconcat (ADDED, asked, NULL);

  g_object_ref (request);
  gh_test_wait (gtk_widget_get_mapped (GTK_WIDGET (dialog)));
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (dialog), "Travel wants to use your AI model"));
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (dialog), "find_best_flight"));
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (fixture->endpoint), ==, 0);
  gh_test_ui_screenshot (GTK_WINDOW (dialog), "story-request");

  /* Changed: the message and the longest answer. The rest goes out as it was asked. */
  type_first (find (dialog, "messages_box"), ADDED);
  gtk_adjustment_set_value (
    gtk_spin_button_get_adjustment (find (dialog, "max_tokens_spin")), 200);
  click_until (find (dialog, "send_button"),
               gh_fake_endpoint_get_n_requests (fixture->endpoint) == 1);

  JsonObject *sent = gh_fake_endpoint_get_request (fixture->endpoint, 0);

  g_assert_cmpstr (get_message (sent, 0), ==,
                   gh_sampling_request_get_asked_system_prompt (request));
  g_assert_cmpstr (get_message (sent, 1), ==, expected);
  g_assert_cmpint (gh_json_get_int (sent, "max_tokens", -1), ==, 200);
  g_assert_cmpstr (gh_json_get_string (sent, "model"), ==, "fake-model");

  gh_test_wait (*gh_sampling_request_get_answer (request) != '\0');
  g_assert_cmpint (gh_sampling_request_get_state (request), ==, GH_SAMPLING_GENERATING);
  gh_test_ui_screenshot (GTK_WINDOW (dialog), "story-streaming");
  gh_fake_endpoint_release (fixture->endpoint);
  gh_test_wait (gh_sampling_request_get_state (request) == GH_SAMPLING_RESPONSE_REVIEW);
  g_assert_cmpstr (gh_sampling_request_get_answer (request), ==, ANSWER);

  type_first (find (dialog, "answer"), ADDED_TO_ANSWER);
  gh_test_ui_screenshot (GTK_WINDOW (dialog), "story-answer");
  click_until (find (dialog, "give_button"),
               gh_sampling_request_get_state (request) == GH_SAMPLING_ANSWERED);
  gh_test_wait (!gtk_widget_get_visible (GTK_WIDGET (dialog)));

  /* The tool presents what it was given, the change included. */
  gh_test_wait (gh_test_ui_shows (window, "Finished in"));
  g_assert_true (gh_test_ui_shows (window, "with one request to your model"));
  g_assert_true (gh_test_ui_shows (window, "HV4217"));
  g_assert_true (gh_test_ui_shows (window, "I looked at it myself."));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "main-travel-result");
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (fixture->endpoint), ==, 1);
  g_object_unref (request);
}

/* The pixels between the end of one widget and the beginning of another. */
static int
get_gap (gpointer    dialog,
         const char *above,
         const char *below)
{
  graphene_rect_t first;
  graphene_rect_t second;

  g_assert_true (gtk_widget_compute_bounds (find (dialog, above), dialog, &first));
  g_assert_true (gtk_widget_compute_bounds (find (dialog, below), dialog, &second));
  return (int) (second.origin.y - first.origin.y - first.size.height);
}

static void
scroll_to_end (gpointer dialog)
{
  GtkScrolledWindow *scroll = find (dialog, "scroll");
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (scroll);

  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
}

/* Answered by the person; what the tool makes of it has long lines and structured content. */
static void
test_by_hand (Fixture       *fixture,
              gconstpointer  data)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);
  GhReviewDialog *dialog =
    gh_review_desk_get_review (gh_window_get_review (fixture->window));
  g_autoptr(GhSamplingRequest) request = g_object_ref (run_tool (fixture));

  gh_test_wait (gtk_widget_get_mapped (GTK_WIDGET (dialog)));
  click_until (find (dialog, "hand_button"),
               gh_sampling_request_get_state (request) == GH_SAMPLING_RESPONSE_REVIEW);
  gh_test_ui_screenshot (GTK_WINDOW (dialog), "story-by-hand");
  g_assert_cmpint (get_gap (dialog, "asked_box", "asked_row"), >=, 12);
  scroll_to_end (dialog);
  gh_test_ui_screenshot (GTK_WINDOW (dialog), "story-by-hand-end");
  type_first (find (dialog, "answer"), ANSWER);
  click_until (find (dialog, "give_button"),
               gh_sampling_request_get_state (request) == GH_SAMPLING_ANSWERED);
  gh_test_wait (gh_test_ui_shows (window, "Finished in"));
  g_assert_true (gh_test_ui_shows (window, "with one request to your model"));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "main-travel-by-hand");
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (fixture->endpoint), ==, 0);
}

static void
test_denied (Fixture       *fixture,
             gconstpointer  data)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);
  GhReviewDialog *dialog =
    gh_review_desk_get_review (gh_window_get_review (fixture->window));

  run_tool (fixture);
  gh_test_wait (gtk_widget_get_mapped (GTK_WIDGET (dialog)));
  gh_test_ui_wait_frame (GTK_WIDGET (dialog));
  gtk_window_close (GTK_WINDOW (dialog));
  gh_test_wait (!gtk_widget_get_visible (GTK_WIDGET (dialog)));
  gh_test_wait (gh_test_ui_shows (window, "You decided not to ask a model"));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "main-travel-denied");
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (fixture->endpoint), ==, 0);
}

/* The server is stopped while its request is before the person: the dialog goes by itself. */
static void
test_stopped (Fixture       *fixture,
              gconstpointer  data)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);
  GhReviewDialog *dialog =
    gh_review_desk_get_review (gh_window_get_review (fixture->window));
  g_autoptr(GhSamplingRequest) request = g_object_ref (run_tool (fixture));

  gh_test_wait (gtk_widget_get_mapped (GTK_WIDGET (dialog)));
  gh_server_stop_async (fixture->server, NULL, NULL);
  gh_test_wait (gh_sampling_request_get_state (request) == GH_SAMPLING_WITHDRAWN);
  gh_test_wait (!gtk_widget_get_visible (GTK_WIDGET (dialog)));
  gh_test_wait (gh_server_get_state (fixture->server) == GH_SERVER_STOPPED);
  gh_test_wait (gh_test_ui_shows (window, "Stopped"));
}

/* Sends what the review shows, gives what came back. */
static void
send_and_give (Fixture           *fixture,
               GhSamplingRequest *request)
{
  GhReviewDialog *dialog = gh_review_desk_get_review (gh_window_get_review (fixture->window));

  click_until (find (dialog, "send_button"),
               gh_sampling_request_get_state (request) != GH_SAMPLING_REVIEW);
  gh_test_wait (gh_sampling_request_get_state (request) == GH_SAMPLING_RESPONSE_REVIEW);
  click_until (find (dialog, "give_button"),
               gh_sampling_request_get_state (request) == GH_SAMPLING_ANSWERED);
  gh_test_wait (!gtk_widget_get_visible (GTK_WIDGET (dialog)));
}

/* Makes the rule that the review proposes, for one request. */
static void
make_rule (Fixture *fixture)
{
  GhReviewDialog *review = gh_review_desk_get_review (gh_window_get_review (fixture->window));
  GtkWindow *dialog;

  scroll_to_end (review);
  gh_test_ui_screenshot (GTK_WINDOW (review), "story-rule-way");
  gh_test_ui_click (gh_test_ui_find_named (GTK_WIDGET (review), GTK_TYPE_BUTTON,
                                           "Always Decide Like This…"));
  dialog = gh_test_ui_wait_dialog (GTK_WINDOW (review));
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (dialog),
                                   "Travel may use your AI model without asking; while "
                                   "find_best_flight runs; with fake-model through stand-in, on "
                                   "this computer; when nothing is in it but text;"));
  gh_test_ui_screenshot (dialog, "story-rule");
  /* For a number of requests; of a later call, too. */
  adw_combo_row_set_selected (find (dialog, "life_row"), 2);
  gtk_spin_button_set_value (find (dialog, "number_spin"), 1);
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (dialog), "at most 1 request in all"));
  gh_test_ui_click (find (dialog, "save_button"));
  gh_test_wait (!gtk_widget_get_mapped (GTK_WIDGET (review))
                || g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_rules (fixture->host)))
                     == 1);
}

/* The same program, started in another way. */
static void
change_server (Fixture *fixture)
{
  GhServerConfig *old = gh_server_get_config (fixture->server);
  const char * const *argv = gh_server_config_get_argv (old);
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();
  g_auto(GStrv) changed = NULL;
  g_autoptr(GhServerConfig) config = NULL;

  for (gsize i = 0; argv[i] != NULL; i++)
    g_strv_builder_add (builder, argv[i]);
  g_strv_builder_add (builder, "--era");
  g_strv_builder_add (builder, "legacy");
  changed = g_strv_builder_end (builder);
  config = gh_server_config_new (gh_server_config_get_name (old), (const char * const *) changed,
                                 gh_server_config_get_cwd (old), NULL, TRUE);
  gh_server_list_replace (gh_host_get_servers (fixture->host), fixture->server, config, TRUE);
}

/* A rule that was made in the review decides the next request; at its limit the one after that is
 * asked, and says why; and when the server is another one, what changed is shown. */
static void
test_rule (Fixture       *fixture,
           gconstpointer  data)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);
  GhReviewDialog *review = gh_review_desk_get_review (gh_window_get_review (fixture->window));
  GhRuleList *rules = gh_host_get_rules (fixture->host);
  GhRequestBroker *broker = gh_host_get_requests (fixture->host);
  g_autoptr(GhSamplingRequest) first = NULL;
  g_autoptr(GhSamplingRequest) third = NULL;
  GtkWindow *dialog;
  const char *id = gh_server_get_id (fixture->server);

  for (guint i = 0; i < 4; i++)
    gh_fake_endpoint_push_text (fixture->endpoint, ANSWER, GH_FAKE_NONE);
  gh_test_wait (gh_rule_list_get_trusted (rules, id) == GH_RULE_TRUSTED);
  first = g_object_ref (run_tool (fixture));
  gh_test_wait (gtk_widget_get_mapped (GTK_WIDGET (review)));
  make_rule (fixture);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rules)), ==, 1);
  send_and_give (fixture, first);
  gh_test_wait (gh_test_ui_shows (window, "Finished in"));

  gh_test_ui_click (find (window, "run"));
  gh_test_wait (gh_test_ui_shows (window, "A rule let Travel use your AI model"));
  gh_test_wait (gh_test_ui_shows (window, "Finished in"));
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (fixture->endpoint), ==, 2);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (review)));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "story-by-rule");

  third = g_object_ref (run_tool (fixture));
  gh_test_wait (gtk_widget_get_mapped (GTK_WIDGET (review)));
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (review), "A rule would allow this, but it could be "
                                                        "more than the rule allows: 1 request in "
                                                        "all."));
  gh_test_ui_screenshot (GTK_WINDOW (review), "story-over-limit");
  send_and_give (fixture, third);
  gh_test_wait (gh_test_ui_shows (window, "Finished in"));

  change_server (fixture);
  gh_test_wait (gh_rule_list_get_trusted (rules, id) == GH_RULE_CHANGED);
  gh_window_show_rules (fixture->window);
  gh_test_wait (gh_test_ui_shows (window, "Not what it was when you made its rules"));
  g_assert_true (gh_test_ui_shows (window, "Paused: the server has changed"));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->window), "story-rules");
  gh_test_ui_click (gh_test_ui_find_named (window, GTK_TYPE_BUTTON,
                                           "Show What Changed of Travel"));
  dialog = gh_test_ui_wait_dialog (GTK_WINDOW (fixture->window));
  gh_test_ui_screenshot (dialog, "story-changed");
  gh_test_ui_click (find (dialog, "trust_button"));
  gh_test_wait (gh_rule_list_get_trusted (rules, id) == GH_RULE_TRUSTED);
  gh_test_wait (!gh_test_ui_shows (window, "Not what it was when you made its rules"));
  g_assert_null (gh_request_broker_get_current (broker));
}

/* A rule sends the prompt; the review opens with the answer, which the person gives. */
static void
test_rule_answer (Fixture       *fixture,
                  gconstpointer  data)
{
  const char *text = "{\"decide\":\"allow\",\"review_answer\":true}";
  g_autoptr(JsonNode) node = gh_json_read (text, strlen (text), NULL);
  g_autoptr(GhRule) rule = gh_rule_new (node, NULL);
  GtkWidget *window = GTK_WIDGET (fixture->window);
  GhReviewDialog *review = gh_review_desk_get_review (gh_window_get_review (fixture->window));
  g_autoptr(GhSamplingRequest) request = NULL;

  gh_fake_endpoint_push_text (fixture->endpoint, ANSWER, GH_FAKE_NONE);
  gh_rule_list_add (gh_host_get_rules (fixture->host), rule);
  request = g_object_ref (run_tool (fixture));
  gh_test_wait (gtk_widget_get_mapped (GTK_WIDGET (review)));
  g_assert_cmpint (gh_sampling_request_get_state (request), ==, GH_SAMPLING_RESPONSE_REVIEW);
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (review), "Give this answer to Travel?"));
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (review), "A rule let it be sent without asking."));
  gh_test_ui_screenshot (GTK_WINDOW (review), "story-rule-answer");
  click_until (find (review, "give_button"),
               gh_sampling_request_get_state (request) == GH_SAMPLING_ANSWERED);
  gh_test_wait (gh_test_ui_shows (window, "Finished in"));
  g_assert_cmpint (gh_request_get_decided_by (GH_REQUEST (request)), ==, GH_REQUEST_BY_PERSON);
}

static void
select_tool (Fixture    *fixture,
             const char *name)
{
  GtkWidget *page = gh_test_ui_find_type (GTK_WIDGET (fixture->window), GH_TYPE_TOOLS_PAGE, 0);
  GtkWidget *list = GTK_WIDGET (gtk_widget_get_template_child (page, GH_TYPE_TOOLS_PAGE, "list"));
  GListModel *tools = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)));

  for (guint i = 0; i < g_list_model_get_n_items (tools); i++)
    {
      g_autoptr(GhTool) tool = g_list_model_get_item (tools, i);

      if (g_str_equal (gh_tool_get_name (tool), name))
        gtk_widget_activate_action (list, "list.activate-item", "u", i);
    }
  gh_test_ui_wait_frame (list);
}

/* A booking: a form is filled in, then a page is not visited. */
static void
test_book (Fixture       *fixture,
           gconstpointer  data)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);
  GhElicitationDialog *dialog =
    gh_review_desk_get_elicitation (gh_window_get_review (fixture->window));
  g_autoptr(GhElicitationRequest) request = NULL;
  GhForm *form;

  select_tool (fixture, "book_trip");
  form = gh_tool_form_get_form (find (window, "form"));
  gh_form_field_set_selected (gh_form_get_field (form, "trip"), 0);
  gh_form_field_set_text (gh_form_get_field (form, "flight"), "3");
  gh_test_ui_click (find (window, "run"));

  gh_test_wait (gtk_widget_get_mapped (GTK_WIDGET (dialog)));
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (dialog), "Travel asks you something"));
  gh_test_ui_screenshot (GTK_WINDOW (dialog), "story-book-form");
  request = g_object_ref (gh_elicitation_dialog_get_request (dialog));
  click_until (find (dialog, "accept_button"),
               gh_elicitation_request_get_state (request) == GH_ELICITATION_ACCEPTED);
  gh_test_wait (gh_test_ui_shows (GTK_WIDGET (dialog), "Travel wants you to visit a web page"));
  g_assert_true (gh_test_ui_shows (GTK_WIDGET (dialog), "pay.travel-desk.example"));
  gh_test_ui_screenshot (GTK_WINDOW (dialog), "story-book-page");
  gh_test_ui_click (find (dialog, "decline_button"));
  gh_test_wait (!gtk_widget_get_visible (GTK_WIDGET (dialog)));
  gh_test_wait (gh_test_ui_shows (window, "Finished in"));
  g_assert_true (gh_test_ui_shows (window, "Nothing was booked."));
  g_assert_false (gh_test_ui_shows (window, "to your model"));
}

int
main (int    argc,
      char **argv)
{
  gh_test_ui_init (&argc, &argv);
  gh_ui_init ();
  gh_test_ui_load_style (GH_UI_RESOURCE_PATH);

  g_test_add ("/ui/story/whole", Fixture, NULL, set_up, test_whole, tear_down);
  g_test_add ("/ui/story/by-hand", Fixture, NULL, set_up, test_by_hand, tear_down);
  g_test_add ("/ui/story/denied", Fixture, NULL, set_up, test_denied, tear_down);
  g_test_add ("/ui/story/book", Fixture, NULL, set_up, test_book, tear_down);
  g_test_add ("/ui/story/rule", Fixture, NULL, set_up, test_rule, tear_down);
  g_test_add ("/ui/story/rule-answer", Fixture, NULL, set_up, test_rule_answer, tear_down);
  g_test_add ("/ui/story/stopped", Fixture, NULL, set_up, test_stopped, tear_down);

  return gh_test_run ();
}
