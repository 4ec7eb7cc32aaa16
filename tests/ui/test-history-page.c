/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The history by its real widgets: found, read, sent again, saved, deleted and brought back. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "gh-fake-endpoint.h"
#include "gh-history-again-dialog.h"
#include "gh-history-page.h"
#include "gh-history-words.h"
#include "gh-preferences-dialog.h"
#include "gh-test-host.h"
#include "gh-test-ui.h"
#include "gh-ui.h"
#include "gh-window.h"

#define MINUTE (60 * G_USEC_PER_SEC)

typedef struct
{
  GhHost    *host;
  GhHistory *history; /* borrowed */
  GhWindow  *window;
  GtkWidget *page;    /* borrowed */
} Fixture;

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  g_autofree char *config_dir = gh_test_make_dir ();
  g_autofree char *data_dir = gh_test_make_dir ();
  g_autoptr(GSettings) settings = g_settings_new (GH_APP_ID);

  g_settings_reset (settings, "window-width");
  g_settings_reset (settings, "window-height");
  f->host = gh_host_new (config_dir, data_dir);
  f->history = gh_host_get_history (f->host);
  f->window = g_object_ref_sink (gh_window_new (NULL, f->host));
  gh_test_host_load (f->host);
  gh_window_set_loaded (f->window);
  gh_window_show_history (f->window);
  f->page = gh_test_ui_find_type (GTK_WIDGET (f->window), GH_TYPE_HISTORY_PAGE, 0);
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
  g_object_add_weak_pointer (G_OBJECT (f->window), (gpointer *) &f->window);
  g_object_unref (f->window);
  gh_test_wait (f->window == NULL);
  gh_test_host_close (f->host);
  gh_test_settle ();
  g_clear_object (&f->host);
}

static GtkWidget *
find (Fixture    *f,
      const char *id)
{
  GtkWidget *widget = gh_test_ui_find_id (f->page, id);

  g_assert_nonnull (widget);
  return widget;
}

static GtkSelectionModel *
get_shown (Fixture *f)
{
  return gtk_list_view_get_model (GTK_LIST_VIEW (find (f, "list")));
}

static guint
count_shown (Fixture *f)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_shown (f)));
}

static gboolean
shows (Fixture    *f,
       const char *text)
{
  return gh_test_ui_shows (f->page, text);
}

static void
facts_init (GhHistoryFacts *facts,
            gint64          ago)
{
  *facts = (GhHistoryFacts) { 0 };
  facts->time = g_get_real_time () - ago;
  facts->asked = facts->time - 20 * G_USEC_PER_SEC;
  facts->duration = facts->input_tokens = facts->output_tokens = -1;
  facts->cost = NAN;
  facts->decider = GH_REQUEST_BY_PERSON;
  facts->server = (char *) "travel";
  facts->server_name = (char *) "Travel";
}

static void
add (Fixture              *f,
     const GhHistoryFacts *facts,
     GPtrArray            *take_parts)
{
  g_autoptr(GhHistoryEntry) entry = gh_history_entry_new (facts, take_parts);

  gh_history_add (f->history, entry);
}

static GhHistoryPart *
put (GPtrArray     *parts,
     GhHistoryRole  role,
     const char    *name,
     const char    *text)
{
  GhHistoryPart *part = gh_history_part_new (role, name, text);

  g_ptr_array_add (parts, part);
  return part;
}

#define PROMPT \
  "Analyze these 47 flights to Barcelona and recommend the three that suit best:\n\n" \
  "08:15 KL 1663, 2 h 20, direct, 189 EUR\n09:40 VY 8318, 2 h 25, direct, 142 EUR\n" \
  "11:05 LH 1130, 4 h 10, one stop, 131 EUR\n\nMorning departure preferred, at most one stop."

static void
add_sampling (Fixture *f,
              gint64   ago)
{
  GhHistoryFacts facts;
  GPtrArray *parts = gh_history_parts_new ();

  facts_init (&facts, ago);
  facts.kind = GH_HISTORY_SAMPLING;
  facts.outcome = GH_HISTORY_GIVEN;
  facts.tool = (char *) "find_best_flight";
  facts.model = (char *) "fake-model";
  facts.provider = (char *) "Fake";
  facts.duration = 4900000;
  facts.input_tokens = 1204;
  facts.output_tokens = 312;
  facts.cost = 0.0042;
  facts.edited = TRUE;
  put (parts, GH_HISTORY_SYSTEM, NULL, "You are a travel agent. Answer briefly.");
  put (parts, GH_HISTORY_MESSAGE, "user", PROMPT)->became =
    g_strdup (PROMPT "\nNothing before seven.");
  put (parts, GH_HISTORY_SETTING, "hints", "claude-3-sonnet, claude");
  put (parts, GH_HISTORY_SETTING, "maxTokens", "1500")->became = g_strdup ("800");
  put (parts, GH_HISTORY_ANSWER, "fake-model",
       "1. VY 8318 at 09:40, direct, 142 EUR\n2. KL 1663 at 08:15, direct, 189 EUR");
  add (f, &facts, parts);
}

static void
add_some (Fixture *f)
{
  GhHistoryFacts facts;
  GPtrArray *parts;

  add_sampling (f, 2 * MINUTE);

  parts = gh_history_parts_new ();
  facts_init (&facts, 5 * MINUTE);
  facts.kind = GH_HISTORY_ELICITATION;
  facts.outcome = GH_HISTORY_GIVEN;
  facts.tool = (char *) "book_trip";
  put (parts, GH_HISTORY_QUESTION, NULL, "Which seat would you like on KL 1663?");
  put (parts, GH_HISTORY_FIELD, "Seat", "window");
  put (parts, GH_HISTORY_FIELD, "Password of your account", NULL);
  add (f, &facts, parts);

  parts = gh_history_parts_new ();
  facts_init (&facts, 6 * MINUTE);
  facts.kind = GH_HISTORY_TOOL;
  facts.outcome = GH_HISTORY_DONE;
  facts.tool = (char *) "book_trip";
  facts.duration = 120000;
  put (parts, GH_HISTORY_ARGUMENTS, NULL, "{\"trip\":\"barcelona\",\"seats\":2}");
  put (parts, GH_HISTORY_RESULT, "text, image", NULL)->size = 123456;
  add (f, &facts, parts);

  parts = gh_history_parts_new ();
  facts_init (&facts, G_TIME_SPAN_DAY + MINUTE);
  facts.kind = GH_HISTORY_SAMPLING;
  facts.outcome = GH_HISTORY_DENIED;
  facts.decider = GH_REQUEST_BY_RULE;
  facts.server = (char *) "notes";
  facts.server_name = (char *) "Notes <b>\342\200\256";
  put (parts, GH_HISTORY_MESSAGE, "user",
       "Summarize all of my <i>private</i> notes \342\200\256evil");
  put (parts, GH_HISTORY_RULE, "r1", "{\"match\":{\"server\":\"notes\"},\"decide\":\"deny\"}");
  add (f, &facts, parts);

  parts = gh_history_parts_new ();
  facts_init (&facts, 3 * G_TIME_SPAN_DAY);
  facts.kind = GH_HISTORY_SAMPLING;
  facts.outcome = GH_HISTORY_WITHDRAWN;
  facts.decider = GH_REQUEST_BY_NOBODY;
  put (parts, GH_HISTORY_MESSAGE, "user", "Which of these is a picture of Barcelona?");
  put (parts, GH_HISTORY_MESSAGE, "user", NULL)->media = g_strdup ("image/png");
  add (f, &facts, parts);
}

static void
show_some (Fixture *f)
{
  add_some (f);
  gh_test_ui_show (GTK_WINDOW (f->window));
  gh_test_wait (count_shown (f) == 5);
  gh_test_ui_wait_frame (f->page);
}

static void
select_entry (Fixture    *f,
              guint       position,
              const char *event)
{
  gtk_selection_model_select_item (get_shown (f), position, TRUE);
  gh_test_wait (shows (f, event));
  gh_test_ui_wait_frame (f->page);
}

/* --- tests --- */

static void
test_empty (Fixture       *f,
            gconstpointer  data)
{
  gh_test_ui_show (GTK_WINDOW (f->window));
  gh_test_wait (shows (f, "Nothing Yet"));
  gh_test_ui_screenshot (GTK_WINDOW (f->window), "history-empty");

  /* Switched off, and on again. */
  gh_history_set_keep (f->history, FALSE);
  gh_test_ui_wait_frame (f->page);
  g_assert_true (shows (f, "The history is off. What happens now is not kept."));
  gh_test_ui_screenshot (GTK_WINDOW (f->window), "history-off");
  gh_test_ui_click (gh_test_ui_find_named (f->page, GTK_TYPE_BUTTON, "Turn On"));
  g_assert_true (gh_history_get_keep (f->history));
  g_assert_false (shows (f, "The history is off. What happens now is not kept."));
}

static void
test_look (Fixture       *f,
           gconstpointer  data)
{
  show_some (f);
  g_assert_true (shows (f, "Today"));
  g_assert_true (shows (f, "Yesterday"));
  gh_test_ui_screenshot (GTK_WINDOW (f->window), "history-list");
  select_entry (f, 0, "Travel asked for a model");
  g_assert_true (shows (f, "1500, changed to 800 by you"));
  g_assert_true (shows (f, "1204 read, 312 written"));
  g_assert_true (shows (f, "You changed it to"));
  gh_test_ui_screenshot (GTK_WINDOW (f->window), "history-sampling");
  gh_test_ui_set_dark (TRUE);
  gh_test_ui_wait_frame (f->page);
  gh_test_ui_screenshot (GTK_WINDOW (f->window), "history-sampling-dark");
  gh_test_ui_set_dark (FALSE);
  select_entry (f, 1, "Travel asked you something");
  g_assert_true (shows (f, "Not kept: it sounds like a secret."));
  gh_test_ui_screenshot (GTK_WINDOW (f->window), "history-elicitation");
  select_entry (f, 2, "You called book_trip of Travel");
  gh_test_ui_screenshot (GTK_WINDOW (f->window), "history-tool");
  select_entry (f, 3, "Denied");
  g_assert_true (shows (f, "A rule of yours"));
  gh_test_ui_screenshot (GTK_WINDOW (f->window), "history-denied");
}

static void
test_look_large (Fixture       *f,
                 gconstpointer  data)
{
  gh_test_ui_set_text_scale (2);
  show_some (f);
  select_entry (f, 0, "Travel asked for a model");
  gh_test_ui_screenshot (GTK_WINDOW (f->window), "history-large");
  gh_test_ui_set_text_scale (1);
}

static void
test_look_chinese (Fixture       *f,
                   gconstpointer  data)
{
  show_some (f);
  gtk_selection_model_select_item (get_shown (f), 0, TRUE);
  gh_test_settle ();
  gh_test_wait (shows (f, "Travel 请求使用模型"));
  gh_test_ui_wait_frame (f->page);
  gh_test_ui_screenshot (GTK_WINDOW (f->window), "history-zh_CN");
}

static void
set_up_chinese (Fixture       *f,
                gconstpointer  data)
{
  gh_test_ui_set_language ("zh_CN");
  set_up (f, data);
}

static void
tear_down_chinese (Fixture       *f,
                   gconstpointer  data)
{
  tear_down (f, data);
  gh_test_ui_set_language (NULL);
}

static void
test_narrow (Fixture       *f,
             gconstpointer  data)
{
  gtk_window_set_default_size (GTK_WINDOW (f->window), 400, 640);
  show_some (f);
  gh_test_wait (!gtk_widget_get_mapped (find (f, "details")));
  gh_test_ui_screenshot (GTK_WINDOW (f->window), "history-narrow");
  g_signal_emit_by_name (find (f, "list"), "activate", 0);
  gh_test_wait (shows (f, "Travel asked for a model"));
  g_assert_false (gtk_widget_get_mapped (find (f, "list")));
  gh_test_ui_wait_frame (f->page);
  gh_test_ui_screenshot (GTK_WINDOW (f->window), "history-narrow-entry");
  gh_test_ui_click (gh_test_ui_find_named (f->page, GTK_TYPE_BUTTON, "All Entries"));
  g_assert_true (gtk_widget_get_mapped (find (f, "list")));
}

/* The keyboard is in the sidebar at first. */
static void
test_keys (Fixture       *f,
           gconstpointer  data)
{
  GtkWindow *window = GTK_WINDOW (f->window);

  show_some (f);
  if (!gh_test_ui_key (window, "ctrl+f"))
    {
      g_test_skip ("there is no xdotool");
      return;
    }
  gh_test_wait (gtk_widget_is_ancestor (gtk_window_get_focus (window), find (f, "search")));
  gh_test_ui_key (window, "Tab");
  gh_test_ui_key (window, "Tab");
  gh_test_wait (gtk_widget_is_ancestor (gtk_window_get_focus (window), find (f, "list")));
  gh_test_ui_key (window, "Down");
  gh_test_wait (gh_test_ui_shows (find (f, "details"), "Decided by"));
  gh_test_ui_key (window, "Delete");
  gh_test_wait (count_shown (f) == 4);

  /* On another page it is not for the history. */
  gh_window_show_requests (f->window);
  gh_test_ui_wait_frame (GTK_WIDGET (window));
  gh_test_ui_key (window, "ctrl+f");
  gh_test_ui_wait_frame (GTK_WIDGET (window));
  g_assert_false (gtk_widget_is_ancestor (gtk_window_get_focus (window), find (f, "search")));
}

static void
test_search (Fixture       *f,
             gconstpointer  data)
{
  show_some (f);
  gh_test_ui_type (find (f, "search"), "barcelona");
  gh_test_wait (count_shown (f) == 3);
  gh_test_ui_type (find (f, "search"), "barcelona morning");
  gh_test_wait (count_shown (f) == 1);
  gh_test_ui_type (find (f, "search"), "\"no such words\"");
  gh_test_wait (shows (f, "Nothing Found"));
  gh_test_ui_screenshot (GTK_WINDOW (f->window), "history-nothing-found");
  gh_test_ui_type (find (f, "search"), "");
  gh_test_wait (count_shown (f) == 5);

  /* What comes meanwhile appears. */
  add_sampling (f, 0);
  gh_test_wait (count_shown (f) == 6);
}

static void
choose (Fixture    *f,
        const char *id,
        guint       position)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find (f, id)), position);
}

static void
test_filters (Fixture       *f,
              gconstpointer  data)
{
  GtkWidget *filters;

  show_some (f);
  gtk_menu_button_popup (GTK_MENU_BUTTON (find (f, "filter_button")));
  filters = find (f, "filters");
  gh_test_wait (gtk_widget_get_mapped (filters));
  gh_test_wait (g_list_model_get_n_items (
                  gtk_drop_down_get_model (GTK_DROP_DOWN (find (f, "server")))) == 3);
  gh_test_ui_wait_frame (f->page);
  gh_test_ui_assert_plain (filters);
  gh_test_ui_screenshot (GTK_WINDOW (f->window), "history-filters");
  choose (f, "kind", 1 + GH_HISTORY_SAMPLING);
  gh_test_wait (count_shown (f) == 3);
  choose (f, "time", 1);
  gh_test_wait (count_shown (f) == 1);
  choose (f, "time", 2);
  gh_test_wait (count_shown (f) == 3);
  /* Sorted: Notes, Travel. */
  choose (f, "server", 1);
  gh_test_wait (count_shown (f) == 1);
  gh_test_ui_click (gh_test_ui_find_named (filters, GTK_TYPE_BUTTON, "Show Everything"));
  gh_test_wait (count_shown (f) == 5);
  gtk_menu_button_popdown (GTK_MENU_BUTTON (find (f, "filter_button")));
}

static void
test_delete (Fixture       *f,
             gconstpointer  data)
{
  GtkWidget *undo;
  GtkWidget *alert;

  show_some (f);
  select_entry (f, 1, "Travel asked you something");
  gh_test_ui_click (gh_test_ui_find_named (f->page, GTK_TYPE_BUTTON, "Delete This Entry"));
  gh_test_wait (count_shown (f) == 4);
  gh_test_wait (shows (f, "Nothing Selected"));
  gh_test_wait ((undo = gh_test_ui_find_named (GTK_WIDGET (f->window), GTK_TYPE_BUTTON, "Undo"))
                != NULL);
  gh_test_ui_click (undo);
  gh_test_wait (count_shown (f) == 5);
  select_entry (f, 1, "Travel asked you something");

  gtk_widget_activate_action (f->page, "history.clear-old", NULL);
  alert = gh_test_ui_wait_alert (GTK_WINDOW (f->window));
  g_assert_true (gh_test_ui_shows (alert, "Delete Old Entries?"));
  gtk_drop_down_set_selected (
    GTK_DROP_DOWN (gh_test_ui_find_type (alert, GTK_TYPE_DROP_DOWN, 0)), 0);
  gh_test_ui_click (gh_test_ui_find_named (alert, GTK_TYPE_BUTTON, "Delete"));
  gh_test_wait (gh_test_ui_shows (GTK_WIDGET (f->window), "Deleted"));
  g_assert_cmpuint (count_shown (f), ==, 5);

  gtk_widget_activate_action (f->page, "history.clear", NULL);
  alert = gh_test_ui_wait_alert (GTK_WINDOW (f->window));
  gh_test_ui_click (gh_test_ui_find_named (alert, GTK_TYPE_BUTTON, "Cancel"));
  gh_test_settle ();
  g_assert_cmpuint (count_shown (f), ==, 5);
  gtk_widget_activate_action (f->page, "history.clear", NULL);
  alert = gh_test_ui_wait_alert (GTK_WINDOW (f->window));
  gh_test_ui_click (gh_test_ui_find_named (alert, GTK_TYPE_BUTTON, "Delete"));
  gh_test_wait (shows (f, "Nothing Yet"));
}

static void
clipboard_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  *(char **) user_data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static char *
read_clipboard (Fixture *f)
{
  char *text = NULL;

  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (f->page), NULL, clipboard_cb, &text);
  gh_test_wait (text != NULL);
  return text;
}

static void
test_copy (Fixture       *f,
           gconstpointer  data)
{
  g_autofree char *text = NULL;

  show_some (f);
  select_entry (f, 0, "Travel asked for a model");
  gh_test_ui_click (gh_test_ui_find_named (f->page, GTK_TYPE_BUTTON, "Copy All of It"));
  text = read_clipboard (f);
  g_assert_nonnull (strstr (text, "Travel asked for a model"));
  g_assert_nonnull (strstr (text, "```\n" PROMPT "\n```"));
  g_assert_nonnull (strstr (text, "Changed to:"));
}

/* What servers write is text in Markdown, too: it cannot end its block or begin a link. */
static void
test_markdown (void)
{
  GhHistoryFacts facts;
  GPtrArray *parts = gh_history_parts_new ();
  g_autoptr(GhHistoryEntry) entry = NULL;
  g_autofree char *markdown = NULL;

  facts_init (&facts, 0);
  facts.server_name = (char *) "[x](http://evil.example) `y` <b>";
  put (parts, GH_HISTORY_MESSAGE, "user", "a\n```\n# not a heading\n`````\nb");
  entry = gh_history_entry_new (&facts, parts);
  markdown = gh_history_words_markdown (entry);
  g_assert_nonnull (strstr (markdown, "\\[x\\](http://evil.example) \\`y\\` \\<b\\>"));
  g_assert_nonnull (strstr (markdown, "``````\na\n```\n# not a heading\n`````\nb\n``````\n"));
}

static void
test_again (Fixture       *f,
            gconstpointer  data)
{
  g_autoptr(GhFakeEndpoint) endpoint = gh_fake_endpoint_new ();
  GhModelList *models = gh_host_get_models (f->host);
  GtkWindow *dialog;
  g_autofree char *text = NULL;

  gh_fake_endpoint_push_text (endpoint, "The second flight, then.", GH_FAKE_HOLD);
  gh_model_list_add_provider (models, "Fake", gh_fake_endpoint_get_url (endpoint), NULL,
                              GH_LANE_LOCAL);
  gh_test_wait (g_list_model_get_n_items (gh_model_list_list_models (models)) > 0);
  show_some (f);
  select_entry (f, 0, "Travel asked for a model");
  gh_test_ui_click (gh_test_ui_find_named (f->page, GTK_TYPE_BUTTON, "Send Again…"));
  dialog = gh_test_ui_wait_dialog (GTK_WINDOW (f->window));
  g_assert_true (GH_IS_HISTORY_AGAIN_DIALOG (dialog));
  /* Nothing goes out by itself. */
  g_assert_cmpuint (gh_fake_endpoint_get_n_requests (endpoint), ==, 0);
  gh_test_ui_screenshot (dialog, "history-again");
  gh_test_ui_click (gh_test_ui_find_named (GTK_WIDGET (dialog), GTK_TYPE_BUTTON, "Send"));
  gh_test_wait (gh_fake_endpoint_get_n_requests (endpoint) == 1);
  gh_test_wait (gh_test_ui_find_named (GTK_WIDGET (dialog), GTK_TYPE_BUTTON, "Stop") != NULL);
  gh_fake_endpoint_release (endpoint);
  gh_test_wait (gh_test_ui_shows (GTK_WIDGET (dialog), "fake-model has answered."));
  gh_test_ui_wait_frame (GTK_WIDGET (dialog));
  gh_test_ui_screenshot (dialog, "history-again-answered");
  gh_test_ui_click (gh_test_ui_find_named (GTK_WIDGET (dialog), GTK_TYPE_BUTTON,
                                           "Copy the Answer"));
  text = read_clipboard (f);
  g_assert_cmpstr (text, ==, "The second flight, then.");
  gtk_window_close (dialog);
  /* It is in the history, and no server's. */
  gh_test_wait (count_shown (f) == 6);
  select_entry (f, 0, "You sent a prompt again");
}

/* What is typed counts once the person is done with it: 3 is on the way to 30. */
static void
test_settings (Fixture       *f,
               gconstpointer  data)
{
  GtkWidget *dialog = gh_preferences_dialog_new (NULL, gh_host_get_models (f->host),
                                                 gh_host_get_secrets (f->host));
  GtkWidget *settings;
  GtkWidget *days;

  gh_preferences_dialog_set_history (GH_PREFERENCES_DIALOG (dialog), f->history);
  gh_test_ui_show (GTK_WINDOW (dialog));
  settings = gh_test_ui_find_id (dialog, "history");
  gh_test_ui_click (gh_test_ui_find_id (settings, "keep"));
  gh_test_wait (!gh_history_get_keep (f->history));
  gh_history_set_keep (f->history, TRUE);
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (gh_test_ui_find_id (settings, "keep"))));

  days = gh_test_ui_find_id (settings, "days");
  g_assert_true (gh_test_ui_shows (settings, "Entries are kept until you delete them."));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (days), 3);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (days), 30);
  g_assert_true (gh_test_ui_shows (settings, "Older entries are deleted after 30 days."));
  g_assert_cmpuint (gh_history_get_days (f->history), ==, 0);
  gtk_window_destroy (GTK_WINDOW (dialog));
  gh_test_wait (gh_history_get_days (f->history) == 30);
}

static void
test_hostile (Fixture       *f,
              gconstpointer  data)
{
  GhHistoryFacts facts;
  GPtrArray *parts = gh_history_parts_new ();
  g_autofree char *large = g_strnfill (300000, 'w');

  facts_init (&facts, 0);
  facts.kind = GH_HISTORY_SAMPLING;
  facts.server_name = (char *) "\342\200\256<b>&amp;</b>\n\n\nTravel";
  facts.tool = large;
  facts.model = large;
  facts.provider = (char *) "&<>";
  for (int i = 0; i < 300; i++)
    put (parts, GH_HISTORY_MESSAGE, "user", "<b>markup</b> &broken; \342\200\256 \342\200\213");
  put (parts, GH_HISTORY_SETTING, large, large);
  put (parts, GH_HISTORY_FIELD, "<span size='100000'>", "</span>");
  put (parts, GH_HISTORY_SYSTEM, NULL, large);
  put (parts, GH_HISTORY_ARGUMENTS, NULL, "not { JSON");
  add (f, &facts, parts);
  gh_test_ui_show (GTK_WINDOW (f->window));
  gh_test_wait (count_shown (f) == 1);
  gtk_selection_model_select_item (get_shown (f), 0, TRUE);
  gh_test_wait (shows (f, "203 more parts are in what Copy and Export give."));
  gh_test_ui_wait_frame (f->page);
  gh_test_ui_assert_plain (f->page);
}

int
main (int   argc,
      char *argv[])
{
#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  gh_test_ui_init (&argc, &argv);
  gh_ui_init ();
  gh_test_ui_load_style (GH_UI_RESOURCE_PATH);

  ADD ("/ui/history/empty", test_empty);
  ADD ("/ui/history/look", test_look);
  ADD ("/ui/history/look-large", test_look_large);
  g_test_add ("/ui/history/look-chinese", Fixture, NULL, set_up_chinese, test_look_chinese,
              tear_down_chinese);
  ADD ("/ui/history/narrow", test_narrow);
  ADD ("/ui/history/keys", test_keys);
  ADD ("/ui/history/search", test_search);
  ADD ("/ui/history/filters", test_filters);
  ADD ("/ui/history/delete", test_delete);
  ADD ("/ui/history/copy", test_copy);
  g_test_add_func ("/ui/history/markdown", test_markdown);
  ADD ("/ui/history/again", test_again);
  ADD ("/ui/history/settings", test_settings);
  ADD ("/ui/history/hostile", test_hostile);

  return gh_test_run ();
}
