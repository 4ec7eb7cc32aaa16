/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The dialog for what servers ask of the person: its real widgets pressed, what the server was
 * told, which page was opened; and its pictures. */
#include "config.h"

#include <adwaita.h>
#include <glib/gstdio.h>
#include <string.h>

#include "gh-form-row.h"
#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-protocol.h"
#include "gh-notifier.h"
#include "gh-request-broker-private.h"
#include "gh-request-row.h"
#include "gh-rpc-error.h"
#include "gh-ui.h"
#include "review-fixture.h"

#define CAPABILITIES (GH_MCP_CAPABILITY_ELICIT_FORM | GH_MCP_CAPABILITY_ELICIT_URL)
#define FORM(message, properties, required)                                                        \
  "{\"message\":\"" message "\",\"requestedSchema\":{\"type\":\"object\","                        \
  "\"properties\":{" properties "},\"required\":[" required "]}}"
#define BOOKING \
  FORM ("Please confirm this booking.\\nVY 1817, 06:50 to 08:55, direct, 148 €",                  \
        "\"seat\":{\"type\":\"string\",\"title\":\"Seat\",\"enum\":[\"window\",\"aisle\"],"        \
        "\"default\":\"aisle\"},"                                                                  \
        "\"nights\":{\"type\":\"integer\",\"title\":\"Nights\",\"minimum\":1,\"maximum\":30,"      \
        "\"default\":3},"                                                                          \
        "\"insurance\":{\"type\":\"boolean\",\"title\":\"Travel insurance\",\"default\":true},"    \
        "\"extras\":{\"type\":\"array\",\"title\":\"Extras\",\"items\":{\"type\":\"string\","      \
        "\"enum\":[\"Bag\",\"Meal\"]}},"                                                           \
        "\"email\":{\"type\":\"string\",\"title\":\"Where the ticket goes\","                      \
        "\"format\":\"email\"}", "\"email\"")
#define NAME FORM ("Who travels?", "\"name\":{\"type\":\"string\",\"default\":\"Ada\"}", "\"name\"")
#define PAGE(url)                                                                                  \
  "{\"mode\":\"url\",\"elicitationId\":\"e1\",\"url\":\"" url "\","                                \
  "\"message\":\"The payment is made on the travel desk's own page.\"}"

/* What a server asked, and what it was told. */
typedef struct
{
  GhTestSampling       *test;
  GhElicitationRequest *request;
  GCancellable         *cancellable;
  char                 *answer; /* JSON, or the error's words; NULL before */
} Asked;

static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  Asked *asked = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) node = gh_request_broker_submit_finish (asked->test->broker, result, &error);

  asked->answer = node != NULL ? gh_json_write (node, NULL) : g_strdup (error->message);
}

static GhMcpElicitation *
parse (const char *json)
{
  g_autoptr(JsonNode) node = gh_json_read (json, strlen (json), NULL);
  g_autoptr(GError) error = NULL;
  GhMcpElicitation *elicitation;

  g_assert_nonnull (node);
  elicitation = gh_mcp_elicitation_parse (node, CAPABILITIES, GH_MCP_VERSION_2025_11_25, &error);
  g_assert_no_error (error);
  return elicitation;
}

static Asked *
ask_for (Fixture          *fixture,
         const char       *server,
         GhMcpElicitation *elicitation)
{
  GhRequestOrigin origin = { server, server, "book_trip", g_get_real_time () };
  Asked *asked = g_new0 (Asked, 1);

  asked->test = fixture->sampling;
  asked->cancellable = g_cancellable_new ();
  asked->request = gh_request_broker_submit_elicitation (fixture->sampling->broker, &origin,
                                                         elicitation, asked->cancellable,
                                                         answered_cb, asked);
  g_assert_nonnull (asked->request);
  g_object_ref (asked->request);
  return asked;
}

static Asked *
ask (Fixture    *fixture,
     const char *json)
{
  g_autoptr(GhMcpElicitation) elicitation = parse (json);

  return ask_for (fixture, "Travel", elicitation);
}

static void
asked_free (Asked *asked)
{
  if (asked->answer == NULL)
    g_cancellable_cancel (asked->cancellable);
  gh_test_wait (asked->answer != NULL);
  g_object_unref (asked->request);
  g_object_unref (asked->cancellable);
  g_free (asked->answer);
  g_free (asked);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Asked, asked_free)

static GhElicitationDialog *
dialog_of (Fixture *fixture)
{
  return gh_review_desk_get_elicitation (fixture->desk);
}

static void
wait_for (Fixture            *fixture,
          Asked              *asked,
          GhElicitationState  state)
{
  GhElicitationDialog *dialog = dialog_of (fixture);

  gh_test_wait (gh_elicitation_dialog_get_request (dialog) == asked->request &&
                gh_elicitation_request_get_state (asked->request) == state &&
                gtk_widget_get_mapped (GTK_WIDGET (dialog)));
}

static void
wait_gone (Fixture *fixture)
{
  gh_test_wait (!gtk_widget_get_visible (GTK_WIDGET (dialog_of (fixture))) &&
                gh_elicitation_dialog_get_request (dialog_of (fixture)) == NULL);
}

static gpointer
part (Fixture    *fixture,
      const char *name)
{
  return child (dialog_of (fixture), name);
}

static gboolean
shows (Fixture    *fixture,
       const char *text)
{
  return gh_test_ui_shows (GTK_WIDGET (dialog_of (fixture)), text);
}

static GtkWidget *
input (Fixture *fixture,
       int      row)
{
  GtkListBoxRow *found = gtk_list_box_get_row_at_index (part (fixture, "rows"), row);

  g_assert_nonnull (found);
  return gh_form_row_get_input (GH_FORM_ROW (found));
}

static void
test_form (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr(Asked) asked = ask (fixture, BOOKING);

  wait_for (fixture, asked, GH_ELICITATION_REVIEW);
  g_assert_cmpstr (label_text (child (part (fixture, "head"), "sentence_label")), ==,
                   "Travel asks you something");
  g_assert_nonnull (strstr (label_text (child (part (fixture, "head"), "who_label")),
                            "while it runs book_trip"));
  g_assert_true (gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (input (fixture, 1))) == 3);
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (input (fixture, 2))));
  g_assert_false (gtk_widget_get_visible (part (fixture, "warning_box")));

  gh_test_wait (gtk_window_is_active (GTK_WINDOW (dialog_of (fixture))));
  /* Too early, then without what is needed, then not what it has to be. */
  gh_test_ui_type (input (fixture, 4), "ada@example.org");
  gh_test_ui_click (part (fixture, "accept_button"));
  gh_test_settle ();
  g_assert_null (asked->answer);
  gh_test_ui_type (input (fixture, 4), "");
  pass_guard ();
  gh_test_ui_click (part (fixture, "accept_button"));
  gh_test_wait (shows (fixture, "This is needed. Fill it in."));
  gh_test_ui_type (input (fixture, 4), "ada");
  g_assert_false (shows (fixture, "This is needed. Fill it in."));
  gh_test_ui_click (part (fixture, "accept_button"));
  gh_test_wait (shows (fixture, "Write an e-mail address, such as name@example.org."));
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (dialog_of (fixture))),
                                         input (fixture, 4)));
  gh_test_wait (gtk_adjustment_get_value (gtk_scrolled_window_get_vadjustment (
                  part (fixture, "scroll"))) > 0);
  gh_test_ui_screenshot (GTK_WINDOW (dialog_of (fixture)), "elicitation-invalid");
  g_assert_null (asked->answer);

  gh_test_ui_type (input (fixture, 4), "ada@example.org");
  g_assert_false (shows (fixture, "Write an e-mail address, such as name@example.org."));
  gh_test_ui_click (input (fixture, 2));
  gh_test_ui_click (part (fixture, "accept_button"));
  gh_test_wait (asked->answer != NULL);
  g_assert_cmpstr (asked->answer, ==,
                   "{\"action\":\"accept\",\"content\":{\"seat\":\"aisle\",\"nights\":3,"
                   "\"insurance\":false,\"email\":\"ada@example.org\"}}");
  wait_gone (fixture);
  g_assert_null (fixture->withdrawn);
}

static void
test_no (Fixture       *fixture,
         gconstpointer  data)
{
  static const char * const expected[] = { "{\"action\":\"decline\"}", "{\"action\":\"cancel\"}" };
  GtkWindow *dialog = GTK_WINDOW (dialog_of (fixture));

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr(Asked) asked = ask (fixture, NAME);

      wait_for (fixture, asked, GH_ELICITATION_REVIEW);
      if (i == 0)
        gh_test_ui_click (part (fixture, "decline_button"));
      else if (i == 1)
        gh_test_ui_click (part (fixture, "cancel_button"));
      else if (i == 2)
        gtk_window_close (dialog);
      else if (!gh_test_ui_key (dialog, "Escape"))
        gtk_window_close (dialog);
      gh_test_wait (asked->answer != NULL);
      g_assert_cmpstr (asked->answer, ==, expected[i > 0]);
      wait_gone (fixture);
    }
}

/* Enter in an input sends, as in any form. */
static void
test_keyboard (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr(Asked) asked = ask (fixture, NAME);
  GtkWindow *dialog = GTK_WINDOW (dialog_of (fixture));

  wait_for (fixture, asked, GH_ELICITATION_REVIEW);
  gh_test_wait (gtk_window_is_active (dialog));
  pass_guard ();
  if (!gh_test_ui_key (dialog, "Tab"))
    {
      g_test_skip ("no xdotool");
      return;
    }
  gh_test_wait (gtk_window_get_focus (dialog) != NULL &&
                gtk_widget_is_ancestor (gtk_window_get_focus (dialog), input (fixture, 0)));
  gh_test_ui_key (dialog, "End");
  gh_test_ui_key (dialog, "m");
  gh_test_wait (g_str_equal (gtk_editable_get_text (GTK_EDITABLE (input (fixture, 0))), "Adam") ||
                g_str_equal (gtk_editable_get_text (GTK_EDITABLE (input (fixture, 0))), "m"));
  gh_test_ui_key (dialog, "Return");
  gh_test_wait (asked->answer != NULL);
  g_assert_nonnull (strstr (asked->answer, "\"action\":\"accept\""));
}

static void
test_secret (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(Asked) asked = ask (fixture, FORM ("Sign in", "\"apiKey\":{\"type\":\"string\"}", ""));
  g_autoptr(Asked) plain = NULL;

  wait_for (fixture, asked, GH_ELICITATION_REVIEW);
  g_assert_true (gtk_widget_get_mapped (part (fixture, "warning_box")));
  g_assert_nonnull (strstr (label_text (part (fixture, "warning_label")), "“apiKey”"));
  gh_test_ui_screenshot (GTK_WINDOW (dialog_of (fixture)), "elicitation-secret");
  gh_test_ui_click (part (fixture, "decline_button"));

  plain = ask (fixture, FORM ("How long?", "\"max_tokens\":{\"type\":\"integer\"},"
                              "\"keyboard\":{\"type\":\"string\"}", ""));
  wait_for (fixture, plain, GH_ELICITATION_REVIEW);
  g_assert_false (gtk_widget_get_visible (part (fixture, "warning_box")));
}

/* What the stand-in for a browser was given, or NULL; owned. */
static char *
dup_opened (void)
{
  g_autofree char *path = g_build_filename (gh_test_get_home (), "opened", NULL);
  char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) && strchr (text, '\n') != NULL
           ? g_strchomp (text) : (g_free (text), NULL);
}

static void
forget_opened (void)
{
  g_autofree char *path = g_build_filename (gh_test_get_home (), "opened", NULL);

  g_remove (path);
}

#define PAY "https://pay.travel-desk.example/booking?trip=barcelona"

static void
test_url (Fixture       *fixture,
          gconstpointer  data)
{
  g_autoptr(Asked) asked = ask (fixture, PAGE (PAY));
  g_autofree char *opened = NULL;

  wait_for (fixture, asked, GH_ELICITATION_REVIEW);
  g_assert_true (shows (fixture, "Travel wants you to visit a web page"));
  g_assert_nonnull (strstr (label_text (child (part (fixture, "head"), "who_label")),
                            "Nothing has been opened yet."));
  g_assert_cmpstr (label_text (part (fixture, "url_label")), ==, PAY);
  g_assert_cmpstr (label_text (part (fixture, "host_label")), ==, "pay.travel-desk.example");
  g_assert_true (gtk_label_get_selectable (part (fixture, "url_label")));
  g_assert_false (gtk_widget_get_visible (part (fixture, "warning_box")));
  gh_test_ui_screenshot (GTK_WINDOW (dialog_of (fixture)), "elicitation-url");
  g_assert_null (dup_opened ());

  gh_test_ui_click (part (fixture, "accept_button"));
  pass_guard ();
  gh_test_ui_click (part (fixture, "accept_button"));
  gh_test_wait (asked->answer != NULL);
  g_assert_cmpstr (asked->answer, ==, "{\"action\":\"accept\"}");
  gh_test_wait ((opened = dup_opened ()) != NULL);
  g_assert_cmpstr (opened, ==, PAY);
  wait_gone (fixture);
  forget_opened ();
}

static void
test_url_warnings (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr(Asked) odd =
    ask (fixture, PAGE ("http://bank.example@xn--bnk-0na.example/login/"
                        "averyveryverylongpaththatgoesonandonandonandonandonandonandonandon"));
  g_autoptr(Asked) number = NULL;
  const char *words;

  wait_for (fixture, odd, GH_ELICITATION_REVIEW);
  words = label_text (part (fixture, "warning_label"));
  g_assert_nonnull (strstr (words, "letters that can look like"));
  g_assert_nonnull (strstr (words, "It is on xn--bnk-0na.example."));
  g_assert_nonnull (strstr (words, "not encrypted"));
  gh_test_ui_screenshot (GTK_WINDOW (dialog_of (fixture)), "elicitation-url-warnings");
  gh_test_ui_click (part (fixture, "decline_button"));
  gh_test_wait (odd->answer != NULL);
  g_assert_cmpstr (odd->answer, ==, "{\"action\":\"decline\"}");

  number = ask (fixture, PAGE ("https://203.0.113.7/pay"));
  wait_for (fixture, number, GH_ELICITATION_REVIEW);
  g_assert_nonnull (strstr (label_text (part (fixture, "warning_label")), "a number, not a name"));
  g_assert_null (dup_opened ());
}

static GhMcpElicitation *
parse_required (void)
{
  g_autofree char *text =
    g_strdup ("{\"elicitations\":[" PAGE (PAY) "]}");
  g_autoptr(JsonNode) data = gh_json_read (text, strlen (text), NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) all = NULL;
  g_autoptr(GError) required = gh_rpc_remote_error_new (-32042, "Visit it first", data);

  all = gh_mcp_elicitation_parse_required (required, &error);
  g_assert_no_error (error);
  return gh_mcp_elicitation_ref (all->pdata[0]);
}

/* A call of ours waits for the page: until the person says so, the server does, or it is called
 * off. */
static void
test_visiting (Fixture       *fixture,
               gconstpointer  data)
{
  static const char * const expected[] = { "{\"action\":\"accept\"}", "{\"action\":\"accept\"}",
                                           "{\"action\":\"cancel\"}" };

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr(GhMcpElicitation) elicitation = parse_required ();
      g_autoptr(Asked) asked = ask_for (fixture, "Travel", elicitation);
      g_autofree char *opened = NULL;

      wait_for (fixture, asked, GH_ELICITATION_REVIEW);
      pass_guard ();
      gh_test_ui_click (part (fixture, "accept_button"));
      wait_for (fixture, asked, GH_ELICITATION_VISITING);
      gh_test_wait ((opened = dup_opened ()) != NULL);
      g_assert_null (asked->answer);
      g_assert_true (shows (fixture, "Travel waits until you are done on its page"));
      if (i == 0)
        gh_test_ui_screenshot (GTK_WINDOW (dialog_of (fixture)), "elicitation-visiting");
      pass_guard ();
      if (i == 0)
        gh_test_ui_click (part (fixture, "done_button"));
      else if (i == 1)
        gh_request_broker_complete_visit (fixture->sampling->broker, "Travel", "e1");
      else
        gh_test_ui_click (part (fixture, "cancel_button"));
      gh_test_wait (asked->answer != NULL);
      g_assert_cmpstr (asked->answer, ==, expected[i]);
      wait_gone (fixture);
      forget_opened ();
    }
}

/* No program takes http here; the person is told, and can take the address along. */
static void
test_not_opened (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr(GhMcpElicitation) elicitation = parse (PAGE ("http://127.0.0.1:8080/pay"));
  g_autoptr(Asked) asked = ask_for (fixture, "Travel", elicitation);
  GtkWidget *alert;

  wait_for (fixture, asked, GH_ELICITATION_REVIEW);
  pass_guard ();
  gh_test_ui_click (part (fixture, "accept_button"));
  gh_test_wait (asked->answer != NULL);
  wait_gone (fixture);
  alert = gh_test_ui_wait_alert (GTK_WINDOW (fixture->window));
  gh_test_wait (gh_test_ui_shows (alert, "The Page Did Not Open"));
  gh_test_ui_click (gh_test_ui_find_named (alert, GTK_TYPE_BUTTON, "Close"));
  gh_test_settle ();
}

static void
test_withdrawn (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(Asked) asked = ask (fixture, NAME);

  wait_for (fixture, asked, GH_ELICITATION_REVIEW);
  g_cancellable_cancel (asked->cancellable);
  wait_gone (fixture);
  g_assert_cmpstr (fixture->withdrawn, ==, "Travel no longer wants an answer");
}

/* One dialog at a time, whatever they ask; the one behind can be brought to the front. */
static void
test_queue (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(GhTestAsk) model = gh_test_sampling_ask (fixture->sampling, "Travel",
                                                     "find_best_flight", PLAIN);
  g_autoptr(Asked) first = ask (fixture, NAME);
  g_autoptr(Asked) second = ask (fixture, PAGE (PAY));

  wait_for_stage (fixture, model, GH_SAMPLING_REVIEW);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (dialog_of (fixture))));
  gh_request_broker_show (fixture->sampling->broker, GH_REQUEST (first->request));
  wait_for (fixture, first, GH_ELICITATION_REVIEW);
  gh_test_wait (!gtk_widget_get_visible (GTK_WIDGET (fixture->dialog)));
  g_assert_cmpstr (gtk_menu_button_get_label (child (part (fixture, "waiting"), "button")), ==,
                   "2 More _Waiting");
  gh_test_ui_screenshot (GTK_WINDOW (dialog_of (fixture)), "elicitation-waiting");
  gh_test_ui_click (part (fixture, "cancel_button"));
  gh_test_wait (first->answer != NULL);

  wait_for_stage (fixture, model, GH_SAMPLING_REVIEW);
  gh_test_wait (!gtk_widget_get_visible (GTK_WIDGET (dialog_of (fixture))));
  press_in_dialog (fixture, "deny_button");
  gh_test_wait (model->done);
  wait_for (fixture, second, GH_ELICITATION_REVIEW);
  gh_test_wait (!gtk_widget_get_visible (GTK_WIDGET (fixture->dialog)));
  /* As new to the person as the first. */
  gh_test_ui_click (part (fixture, "accept_button"));
  gh_test_settle ();
  g_assert_null (second->answer);
  gh_test_ui_click (part (fixture, "decline_button"));
  wait_gone (fixture);
}

/* What else shows requests has words for a question. */
static void
test_elsewhere (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr(Asked) form = ask (fixture, NAME);
  g_autoptr(Asked) page = ask (fixture, PAGE (PAY));
  GtkWidget *row = g_object_ref_sink (gh_request_row_new (GH_REQUEST (form->request)));
  GtkWidget *other = g_object_ref_sink (gh_request_row_new (GH_REQUEST (page->request)));
  g_autoptr(GNotification) notification = gh_notifier_create (GH_REQUEST (form->request));

  g_assert_nonnull (notification);
  wait_for (fixture, form, GH_ELICITATION_REVIEW);
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), ==,
                   "Asks you something");
  g_assert_true (g_str_has_prefix (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)),
                                   "Waits for your answer"));
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (other)), ==,
                   "Wants you to visit a page");
  g_assert_true (g_str_has_prefix (adw_action_row_get_subtitle (ADW_ACTION_ROW (other)),
                                   "Waits for its turn"));
  gh_test_ui_click (part (fixture, "cancel_button"));
  gh_test_wait (form->answer != NULL);
  g_assert_true (g_str_has_prefix (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)),
                                   "Closed without an answer"));
  g_object_unref (row);
  g_object_unref (other);
}

static void
picture (Fixture    *fixture,
         const char *name)
{
  GtkWindow *dialog = GTK_WINDOW (dialog_of (fixture));
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (part (fixture, "scroll"));
  g_autofree char *dark = g_strconcat (name, "-dark", NULL);
  g_autofree char *hard = g_strconcat (name, "-hard", NULL);
  g_autofree char *end = g_strconcat (name, "-hard-scrolled", NULL);

  gh_test_ui_screenshot (dialog, name);
  gh_test_ui_set_dark (TRUE);
  gh_test_ui_screenshot (dialog, dark);
  gh_test_ui_set_rtl (TRUE);
  gh_test_ui_set_text_scale (2);
  gh_test_ui_screenshot (dialog, hard);
  gtk_adjustment_set_value (adjustment, 1e6);
  gh_test_ui_screenshot (dialog, end);
  gtk_adjustment_set_value (adjustment, 0);
  gh_test_ui_set_text_scale (1);
  gh_test_ui_set_rtl (FALSE);
  gh_test_ui_set_dark (FALSE);
}

static void
test_pictures (Fixture       *fixture,
               gconstpointer  data)
{
  const char *suffix = data;
  g_autofree char *form_name = g_strconcat ("elicitation-form", suffix, NULL);
  g_autofree char *url_name = g_strconcat ("elicitation-page", suffix, NULL);
  g_autoptr(Asked) form = ask (fixture, BOOKING);
  g_autoptr(Asked) page = NULL;

  wait_for (fixture, form, GH_ELICITATION_REVIEW);
  picture (fixture, form_name);
  gh_test_ui_click (part (fixture, "cancel_button"));
  gh_test_wait (form->answer != NULL);
  page = ask (fixture, PAGE ("http://bank.example@203.0.113.7/login"));
  wait_for (fixture, page, GH_ELICITATION_REVIEW);
  picture (fixture, url_name);
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
  gh_test_ui_set_language (NULL);
}

/* What GTK needs of the system's data, without its programs. */
static char *
hide_programs (void)
{
  static const char * const kept[] = { "glib-2.0", "gtksourceview-5", "icons", "mime" };
  char *dir = g_dir_make_tmp ("gh-data-XXXXXX", NULL);

  g_assert_nonnull (dir);
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      g_autoptr(GFile) link = g_file_new_build_filename (dir, kept[i], NULL);
      g_autofree char *target = g_build_filename ("/usr/share", kept[i], NULL);

      g_assert_true (g_file_make_symbolic_link (link, target, NULL, NULL));
    }
  g_setenv ("XDG_DATA_DIRS", dir, TRUE);
  return dir;
}

static void
remove_links (const char *dir)
{
  g_autoptr(GDir) links = g_dir_open (dir, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (links)) != NULL)
    {
      g_autofree char *path = g_build_filename (dir, name, NULL);

      g_unlink (path);
    }
  g_rmdir (dir);
}

/* A browser that writes down what it is given; for https only. */
static void
install_browser (void)
{
  g_autofree char *dir = g_build_filename (g_get_user_data_dir (), "applications", NULL);
  g_autofree char *program = g_build_filename (gh_test_get_home (), "browser", NULL);
  g_autofree char *desktop = g_build_filename (dir, "test-browser.desktop", NULL);
  g_autofree char *list = g_build_filename (g_get_user_config_dir (), "mimeapps.list", NULL);
  g_autofree char *entry = NULL;
  g_autofree char *script = NULL;

  script = g_strdup_printf ("#!/bin/sh\necho \"$1\" >>'%s/opened'\n", gh_test_get_home ());
  entry = g_strdup_printf ("[Desktop Entry]\nType=Application\nName=Browser\nExec=%s %%u\n"
                           "MimeType=x-scheme-handler/https;\n", program);
  g_assert_cmpint (g_mkdir_with_parents (dir, 0700), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (g_get_user_config_dir (), 0700), ==, 0);
  g_assert_true (g_file_set_contents (program, script, -1, NULL));
  g_assert_cmpint (g_chmod (program, 0700), ==, 0);
  g_assert_true (g_file_set_contents (desktop, entry, -1, NULL));
  g_assert_true (g_file_set_contents (list, "[Default Applications]\n"
                                      "x-scheme-handler/https=test-browser.desktop\n", -1, NULL));
}

#define ADD(name, func)                                                                            \
  g_test_add ("/ui/elicitation/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int    argc,
      char **argv)
{
  g_autofree char *data_dir = hide_programs ();
  int result;

  gh_test_ui_init (&argc, &argv);
  gh_ui_init ();
  gh_test_ui_load_style (GH_UI_RESOURCE_PATH);
  install_browser ();

  ADD ("form", test_form);
  ADD ("no", test_no);
  ADD ("keyboard", test_keyboard);
  ADD ("secret", test_secret);
  ADD ("url", test_url);
  ADD ("url-warnings", test_url_warnings);
  ADD ("visiting", test_visiting);
  ADD ("not-opened", test_not_opened);
  ADD ("withdrawn", test_withdrawn);
  ADD ("queue", test_queue);
  ADD ("elsewhere", test_elsewhere);
  g_test_add ("/ui/elicitation/pictures", Fixture, "", set_up, test_pictures, tear_down);
  g_test_add ("/ui/elicitation/chinese", Fixture, "-zh_CN", set_up_chinese, test_pictures,
              tear_down_chinese);
  result = gh_test_run ();
  remove_links (data_dir);
  return result;
}
