/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Rules and budgets in the window: made in the review, shown as sentences, changed, revoked, and
 * taken back; servers that changed; and the sentences themselves. */
#include "config.h"

#include <string.h>

#include "gh-json.h"
#include "gh-rule-change-dialog.h"
#include "gh-rule-dialog.h"
#include "gh-rule-row.h"
#include "gh-rule-words.h"
#include "gh-test-host.h"
#include "gh-test-ui.h"
#include "gh-ui.h"
#include "gh-window.h"

#define RULES                                                                                      \
  "{\"rules\":[{\"id\":\"1\",\"match\":{\"kind\":\"sampling\",\"server\":\"Travel\",\"tool\":"     \
  "\"find_best_flight\",\"lane\":\"local\"},\"decide\":\"allow\",\"limits\":"                      \
  "{\"requests_per_minute\":6,\"tokens_per_day\":200000}},"                                        \
  "{\"id\":\"2\",\"match\":{\"holds\":[\"image\",\"audio\"],\"lane\":\"cloud\"},"                  \
  "\"decide\":\"deny\",\"reason\":\"No <b>pictures</b> & no sound\"},"                             \
  "{\"id\":\"3\",\"match\":{\"kind\":\"elicitation\"},\"decide\":\"ask\"}],"                       \
  "\"budgets\":{\"servers\":{\"Travel\":{\"tokens_per_day\":2000}}}}"

typedef struct
{
  GhHost *host;
  GhWindow *window;
  GtkWidget *page;
} Fixture;

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  g_autofree char *config = gh_test_make_dir ();
  g_autofree char *data_dir = gh_test_make_dir ();
  g_autofree char *path = g_build_filename (config, "rules.json", NULL);

  g_assert_true (g_file_set_contents (path, RULES, -1, NULL));
  f->host = gh_host_new (config, data_dir);
  gh_test_host_load (f->host);
  f->window = g_object_ref_sink (gh_window_new (NULL, f->host));
  gh_window_set_loaded (f->window);
  gtk_window_set_default_size (GTK_WINDOW (f->window), 1000, 760);
  gh_test_ui_show (GTK_WINDOW (f->window));
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.show-rules", NULL);
  f->page = gh_test_ui_find_id (GTK_WIDGET (f->window), "rule_page");
  gh_test_ui_wait_frame (GTK_WIDGET (f->window));
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
  gh_test_settle ();
  g_assert_finalize_object (f->window);
  gh_test_host_close (f->host);
  g_clear_object (&f->host);
}

static GhRuleRow *
get_row (Fixture *f,
         guint    n)
{
  return GH_RULE_ROW (gh_test_ui_find_type (f->page, GH_TYPE_RULE_ROW, n));
}

static guint
n_rules (Fixture *f)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_rules (f->host)));
}

static const char *
get_title (GhRuleRow *row)
{
  return adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row));
}

/* Every rule a sentence; what it is told, word for word. */
static void
test_page (Fixture       *f,
           gconstpointer  data)
{
  GhUsage *usage = gh_rule_list_get_usage (gh_host_get_rules (f->host));
  GhUsageAmount amount = { 3, 1000, 204, 0.42 };

  gh_usage_add (usage, "Travel", "1", g_get_real_time () - 120 * G_USEC_PER_SEC, &amount);
  g_assert_cmpstr (get_title (get_row (f, 0)), ==,
                   "Travel may use your AI model without asking; while find_best_flight runs; with "
                   "models on this computer; at most 6 requests a minute; at most 200000 tokens a "
                   "day");
  g_assert_cmpstr (get_title (get_row (f, 1)), ==,
                   "Any server may neither use your AI model nor ask you anything; with models in "
                   "the cloud; when one of these is in it: pictures, sound; it is told “No "
                   "<b>pictures</b> & no sound”");
  g_assert_cmpstr (get_title (get_row (f, 2)), ==, "Questions of any server are shown to you");
  gh_rule_row_update (get_row (f, 0));
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (get_row (f, 0))), ==,
                   "Used 3 times. Last use: 2 minutes ago");
  gh_test_ui_screenshot (GTK_WINDOW (f->window), "rules");
}

static void
test_revoke (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr(GhRule) rule = g_list_model_get_item (G_LIST_MODEL (gh_host_get_rules (f->host)), 1);
  g_autoptr(GhRule) back = NULL;

  gh_test_ui_click (gh_test_ui_find_named (GTK_WIDGET (get_row (f, 1)), GTK_TYPE_BUTTON,
                                           "Revoke Rule"));
  g_assert_cmpuint (n_rules (f), ==, 2);
  gh_test_wait (gh_test_ui_shows (GTK_WIDGET (f->window), "Rule revoked"));
  gh_test_ui_click (gh_test_ui_find_named (GTK_WIDGET (f->window), GTK_TYPE_BUTTON, "Undo"));
  gh_test_wait (n_rules (f) == 3);
  back = g_list_model_get_item (G_LIST_MODEL (gh_host_get_rules (f->host)), 1);
  g_assert_true (back == rule);
}

/* A rule is changed by the dialog, and keeps what the dialog does not know. */
static void
test_edit (Fixture       *f,
           gconstpointer  data)
{
  GtkWindow *dialog;
  g_autoptr(GhRule) rule = NULL;
  g_autofree char *text = NULL;
  GtkWidget *row;

  gh_test_ui_click (gh_test_ui_find_named (GTK_WIDGET (get_row (f, 0)), GTK_TYPE_BUTTON,
                                           "Change Rule"));
  dialog = gh_test_ui_wait_dialog (GTK_WINDOW (f->window));
  gh_test_ui_screenshot (dialog, "rule-edit");
  row = gh_test_ui_find_named (GTK_WIDGET (dialog), ADW_TYPE_ENTRY_ROW, "Requests a Minute");
  gh_test_ui_type (row, "many");
  g_assert_false (gtk_widget_get_sensitive (gh_test_ui_find_id (GTK_WIDGET (dialog),
                                                                "save_button")));
  g_assert_true (gtk_widget_has_css_class (row, "error"));
  gh_test_ui_type (row, "12");
  row = gh_test_ui_find_named (GTK_WIDGET (dialog), ADW_TYPE_ENTRY_ROW, "Tokens a Day");
  gh_test_ui_type (row, "");
  gh_test_ui_click (gh_test_ui_find_id (GTK_WIDGET (dialog), "origin_switch"));
  gh_test_ui_click (gh_test_ui_find_id (GTK_WIDGET (dialog), "save_button"));
  gh_test_settle ();
  rule = g_list_model_get_item (G_LIST_MODEL (gh_host_get_rules (f->host)), 0);
  text = gh_rule_dup_text (rule);
  g_assert_cmpstr (text, ==,
                   "{\"id\":\"1\",\"match\":{\"kind\":\"sampling\",\"server\":\"Travel\",\"lane\":"
                   "\"local\"},\"decide\":\"allow\",\"limits\":{\"requests_per_minute\":12}}");
}

static void
test_budget (Fixture       *f,
             gconstpointer  data)
{
  GtkWidget *all =
    gh_test_ui_find_named (f->page, GTK_TYPE_BUTTON, "Budget of all servers together");
  GtkWindow *dialog;
  const GhLimits *limits;

  gh_test_ui_click (all);
  dialog = gh_test_ui_wait_dialog (GTK_WINDOW (f->window));
  gh_test_ui_type (gh_test_ui_find_named (GTK_WIDGET (dialog), ADW_TYPE_ENTRY_ROW,
                                          "Money a Month"), "2,5");
  gh_test_ui_screenshot (dialog, "rule-budget");
  gh_test_ui_click (gh_test_ui_find_id (GTK_WIDGET (dialog), "save_button"));
  limits = gh_rule_list_get_budget (gh_host_get_rules (f->host), NULL);
  g_assert_nonnull (limits);
  g_assert_cmpfloat (limits->most[GH_LIMIT_MONEY_PER_MONTH], ==, 2.5);
  g_assert_cmpfloat (limits->most[GH_LIMIT_TOKENS_PER_DAY], <, 0);
}

static GtkWindow *
open_edit (Fixture *f)
{
  gh_test_ui_click (gh_test_ui_find_type (GTK_WIDGET (get_row (f, 0)), GTK_TYPE_BUTTON, 0));
  return gh_test_ui_wait_dialog (GTK_WINDOW (f->window));
}

/* In another language, from right to left, dark, with large letters and little room. */
static void
test_look (Fixture       *f,
           gconstpointer  data)
{
  GtkWindow *dialog = open_edit (f);

  gh_test_ui_set_dark (TRUE);
  gh_test_ui_wait_frame (GTK_WIDGET (dialog));
  gh_test_ui_screenshot (dialog, "rule-edit-dark");
  gtk_window_close (dialog);
  gh_test_settle ();
  gh_test_ui_set_dark (FALSE);
  tear_down (f, NULL);

  gh_test_ui_set_language ("zh_CN");
  set_up (f, NULL);
  gh_test_ui_screenshot (GTK_WINDOW (f->window), "rules-zh");
  dialog = open_edit (f);
  gh_test_ui_screenshot (dialog, "rule-edit-zh");
  gtk_window_close (dialog);
  gh_test_ui_set_language (NULL);
  tear_down (f, NULL);

  gh_test_ui_set_rtl (TRUE);
  gh_test_ui_set_text_scale (1.5);
  set_up (f, NULL);
  gh_test_ui_screenshot (GTK_WINDOW (f->window), "rules-rtl-large");
  gh_test_ui_set_text_scale (1);
  gh_test_ui_set_rtl (FALSE);
}

int
main (int    argc,
      char **argv)
{
  gh_test_ui_init (&argc, &argv);
  gh_ui_init ();
  gh_test_ui_load_style (GH_UI_RESOURCE_PATH);

#define ADD(name, function) \
  g_test_add ("/ui/rules/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("page", test_page);
  ADD ("revoke", test_revoke);
  ADD ("edit", test_edit);
  ADD ("budget", test_budget);
  ADD ("look", test_look);

  return gh_test_run ();
}
