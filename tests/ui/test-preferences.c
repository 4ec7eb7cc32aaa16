/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The preferences: model endpoints added, tested, changed and removed, against a stand-in. */
#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "gh-certificates-row.h"
#include "gh-host.h"
#include "gh-model-chooser.h"
#include "gh-preferences-dialog.h"
#include "gh-provider-dialog.h"
#include "gh-provider-row.h"
#include "gh-test-host.h"
#include "gh-test-sampling.h"
#include "gh-test-ui.h"
#include "gh-ui.h"

typedef struct
{
  GhTestSampling *sampling;
  GtkWindow      *dialog;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->sampling = gh_test_sampling_new (GPOINTER_TO_UINT (data));
  fixture->dialog = GTK_WINDOW (gh_preferences_dialog_new (NULL, fixture->sampling->models,
                                                           fixture->sampling->secrets));
  gh_test_ui_show (fixture->dialog);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  GtkWindow *dialog = fixture->dialog;

  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  gtk_window_destroy (fixture->dialog);
  gh_test_wait (dialog == NULL);
  gh_test_sampling_free (fixture->sampling);
}

static gpointer
child (gpointer    widget,
       const char *name)
{
  GObject *object = gtk_widget_get_template_child (widget, G_OBJECT_TYPE (widget), name);

  g_assert_nonnull (object);
  return object;
}

static const char *
row_subtitle (Fixture *fixture,
              int      index)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (child (fixture->dialog, "providers_list"),
                                                      index);

  return row != NULL ? adw_action_row_get_subtitle (ADW_ACTION_ROW (row)) : "";
}

static guint
count_providers (Fixture *fixture)
{
  return g_list_model_get_n_items (gh_model_list_list_providers (fixture->sampling->models));
}

static GtkWidget *
open_add (Fixture *fixture)
{
  gh_test_ui_click (gh_test_ui_find_named (GTK_WIDGET (fixture->dialog), GTK_TYPE_BUTTON, "Add…"));
  return GTK_WIDGET (gh_test_ui_wait_dialog (fixture->dialog));
}

static void
test_add (Fixture       *fixture,
          gconstpointer  data)
{
  GtkWidget *add;
  AdwActionRow *result;

  g_assert_true (gtk_widget_get_mapped (child (fixture->dialog, "none_label")));
  g_assert_false (gtk_widget_get_mapped (child (fixture->dialog, "default_group")));
  gh_test_ui_screenshot (fixture->dialog, "preferences-empty");
  gh_fake_endpoint_set_key (fixture->sampling->endpoint, "right");

  add = open_add (fixture);
  g_assert_true (GH_IS_PROVIDER_DIALOG (add));
  g_assert_false (gtk_widget_get_visible (child (add, "forget_row")));
  result = child (add, "result_row");
  g_assert_false (gtk_widget_is_sensitive (child (add, "save_button")));
  gh_test_ui_type (child (add, "name_row"), "Mine");
  gh_test_ui_type (child (add, "url_row"), "localhost:11434");
  g_assert_false (gtk_widget_is_sensitive (child (add, "save_button")));
  g_assert_true (gtk_widget_get_visible (child (add, "url_label")));
  gh_test_ui_type (child (add, "url_row"), "http://models.example.org/v1");
  g_assert_nonnull (strstr (gtk_label_get_text (child (add, "url_label")), "https://"));
  gh_test_ui_screenshot (GTK_WINDOW (add), "provider-wrong-address");
  gh_test_ui_type (child (add, "url_row"), "https://models.example.org/v1");
  g_assert_cmpuint (adw_combo_row_get_selected (child (add, "lane_row")), ==, GH_LANE_CLOUD);
  gh_test_ui_type (child (add, "url_row"), gh_fake_endpoint_get_url (fixture->sampling->endpoint));
  g_assert_cmpuint (adw_combo_row_get_selected (child (add, "lane_row")), ==, GH_LANE_LOCAL);
  g_assert_false (gtk_widget_get_visible (child (add, "url_label")));
  gh_test_ui_type (child (add, "key_row"), "wrong");
  gh_test_ui_click (child (add, "save_button"));
  gh_test_wait (strstr (adw_action_row_get_subtitle (result), "needs a key") != NULL);
  gh_test_ui_screenshot (GTK_WINDOW (add), "provider-wrong-key");

  gh_test_ui_type (child (add, "key_row"), "right");
  gh_test_ui_click (child (add, "save_button"));
  gh_test_wait (g_strcmp0 (adw_action_row_get_subtitle (result), "1 model") == 0);
  g_assert_cmpstr (gh_fake_endpoint_get_header (fixture->sampling->endpoint, "Authorization"), ==,
                   "Bearer right");
  gh_test_wait (!gh_secret_store_get_persistent (fixture->sampling->secrets));
  g_assert_true (gh_test_ui_shows (add, "for this run only"));
  /* The same endpoint, not a second one; and the key is not left lying in the entry. */
  g_assert_cmpuint (count_providers (fixture), ==, 1);
  g_assert_cmpstr (gtk_editable_get_text (child (add, "key_row")), ==, "");
  /* A key can be forgotten while there is one. */
  g_assert_true (gtk_widget_get_visible (child (add, "forget_row")));
  /* As a person does, who has left the entry by then. */
  gtk_widget_grab_focus (child (add, "forget_switch"));
  gh_test_ui_click (child (add, "forget_switch"));
  gh_test_ui_click (child (add, "save_button"));
  g_assert_false (gtk_widget_get_visible (child (add, "forget_row")));
  gh_test_ui_type (child (add, "key_row"), "right");
  gh_test_ui_click (child (add, "save_button"));
  g_assert_true (gtk_widget_get_visible (child (add, "forget_row")));
  gh_test_wait (g_strcmp0 (adw_action_row_get_subtitle (result), "1 model") == 0);
  gh_certificates_row_set_ca_file (child (add, "ca_row"), "/nowhere/ca.pem");
  gh_test_ui_click (child (add, "save_button"));
  gh_test_wait (strstr (adw_action_row_get_subtitle (result), "trusted certificates") != NULL);
  gh_test_ui_screenshot (GTK_WINDOW (add), "provider-certificates");
  gh_test_ui_click (gh_test_ui_find_id (child (add, "ca_row"), "system"));
  gh_test_ui_click (child (add, "save_button"));
  gh_test_wait (g_strcmp0 (adw_action_row_get_subtitle (result), "1 model") == 0);
  gtk_window_close (GTK_WINDOW (add));
  gh_test_wait (strstr (row_subtitle (fixture, 0), "1 model") != NULL);
  g_assert_true (gtk_widget_get_mapped (child (fixture->dialog, "default_group")));
}

static void
test_found (Fixture       *fixture,
            gconstpointer  data)
{
  GtkListBox *found = child (fixture->dialog, "found_list");

  gh_test_wait (gtk_list_box_get_row_at_index (found, 0) != NULL);
  gh_test_wait (gtk_widget_get_mapped (GTK_WIDGET (found)));
  gh_test_ui_screenshot (fixture->dialog, "preferences-found");
  gh_test_ui_click (gh_test_ui_find_type (GTK_WIDGET (found), GTK_TYPE_BUTTON, 0));
  gh_test_wait (count_providers (fixture) == 1);
  gh_test_wait (strstr (row_subtitle (fixture, 0), "1 model") != NULL);
  gh_test_wait (!gtk_widget_get_mapped (child (fixture->dialog, "found_group")));
}

static void
test_unreachable (Fixture       *fixture,
                  gconstpointer  data)
{
  gh_model_list_add_provider (fixture->sampling->models, "Gone & <b>away", "http://127.0.0.1:9/v1",
                              NULL, GH_LANE_LOCAL);
  gh_test_wait (strstr (row_subtitle (fixture, 1), "Nothing answers at the address") != NULL);
  gh_test_ui_screenshot (fixture->dialog, "preferences");
  gh_test_ui_set_dark (TRUE);
  gh_test_ui_screenshot (fixture->dialog, "preferences-dark");
  gh_test_ui_set_dark (FALSE);
}

static void
test_edit_remove (Fixture       *fixture,
                  gconstpointer  data)
{
  GtkWidget *edit;
  GtkWidget *alert;

  gh_test_ui_click (gh_test_ui_find_named (GTK_WIDGET (fixture->dialog), GTK_TYPE_BUTTON,
                                           "Edit, Ollama"));
  edit = GTK_WIDGET (gh_test_ui_wait_dialog (fixture->dialog));
  g_assert_cmpstr (gtk_editable_get_text (child (edit, "url_row")), ==,
                   gh_fake_endpoint_get_url (fixture->sampling->endpoint));
  gh_test_ui_type (child (edit, "name_row"), "Other");
  gh_test_ui_click (child (edit, "save_button"));
  gh_test_wait (strstr (adw_action_row_get_subtitle (child (edit, "result_row")),
                        "3 models") != NULL);
  gtk_window_close (GTK_WINDOW (edit));
  gh_test_wait (gh_test_ui_find_named (GTK_WIDGET (fixture->dialog), GTK_TYPE_BUTTON,
                                       "Remove, Ollama") != NULL ||
                gh_test_ui_shows (GTK_WIDGET (fixture->dialog), "Other"));

  gh_test_ui_click (gh_test_ui_find_type (child (fixture->dialog, "providers_list"),
                                          GTK_TYPE_BUTTON, 2));
  alert = gh_test_ui_wait_alert (fixture->dialog);
  gh_test_wait (gh_test_ui_find_named (alert, GTK_TYPE_BUTTON, "Remove") != NULL);
  gh_test_ui_click (gh_test_ui_find_named (alert, GTK_TYPE_BUTTON, "Remove"));
  gh_test_wait (count_providers (fixture) == 0);
  gh_test_wait (gtk_widget_get_mapped (child (fixture->dialog, "none_label")));
}

static void
test_default (Fixture       *fixture,
              gconstpointer  data)
{
  GhModelChooser *chooser = child (fixture->dialog, "chooser");
  AdwActionRow *row = child (fixture->dialog, "default_row");
  GtkListBox *list;

  g_assert_true (g_str_has_prefix (adw_action_row_get_subtitle (row), "None"));
  gtk_popover_popup (GTK_POPOVER (chooser));
  gh_test_wait (gtk_widget_get_mapped (GTK_WIDGET (chooser)));
  list = GTK_LIST_BOX (gh_model_chooser_get_list (chooser));
  g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (list, 1));
  gh_test_wait (gh_model_list_get_default (fixture->sampling->models) != NULL);
  g_assert_cmpstr (gh_model_get_id (gh_model_list_get_default (fixture->sampling->models)), ==,
                   "fake-model-2");
  g_assert_true (g_str_has_prefix (adw_action_row_get_subtitle (row),
                                   "fake-model-2 through Ollama"));
  gh_test_ui_click (child (fixture->dialog, "clear_button"));
  g_assert_null (gh_model_list_get_default (fixture->sampling->models));
}

/* A kind brings its name and its address along, unless the person wrote something else. */
static void
test_kinds (Fixture       *fixture,
            gconstpointer  data)
{
  GtkWidget *add = open_add (fixture);
  AdwComboRow *kind = child (add, "kind_row");
  GtkEditable *name = child (add, "name_row");
  GtkEditable *url = child (add, "url_row");
  AdwActionRow *result = child (add, "result_row");
  GhFakeEndpoint *endpoint = fixture->sampling->endpoint;
  GhProvider *provider;

  adw_combo_row_set_selected (kind, GH_PROVIDER_ANTHROPIC);
  g_assert_cmpstr (gtk_editable_get_text (name), ==, "Anthropic");
  g_assert_cmpstr (gtk_editable_get_text (url), ==, "https://api.anthropic.com");
  g_assert_cmpuint (adw_combo_row_get_selected (child (add, "lane_row")), ==, GH_LANE_CLOUD);
  g_assert_true (gh_test_ui_shows (add, "console.anthropic.com"));
  gh_test_ui_screenshot (GTK_WINDOW (add), "provider-anthropic");
  adw_combo_row_set_selected (kind, GH_PROVIDER_GEMINI);
  g_assert_cmpstr (gtk_editable_get_text (name), ==, "Gemini");
  gh_test_ui_type (GTK_WIDGET (name), "Mine");
  adw_combo_row_set_selected (kind, GH_PROVIDER_OLLAMA);
  g_assert_cmpstr (gtk_editable_get_text (name), ==, "Mine");
  g_assert_cmpstr (gtk_editable_get_text (url), ==, "http://127.0.0.1:11434");
  g_assert_cmpuint (adw_combo_row_get_selected (child (add, "lane_row")), ==, GH_LANE_LOCAL);
  g_assert_false (gh_test_ui_shows (add, "You get a key"));
  gh_test_ui_screenshot (GTK_WINDOW (add), "provider-ollama");

  /* The wrong kind is said to be one. */
  gh_test_ui_type (GTK_WIDGET (url), gh_fake_endpoint_get_url (endpoint));
  gh_test_ui_click (child (add, "save_button"));
  gh_test_wait (strstr (adw_action_row_get_subtitle (result), "this kind") != NULL);
  gh_test_ui_screenshot (GTK_WINDOW (add), "provider-wrong-kind");
  gh_fake_endpoint_set_api (endpoint, "/v1/messages", "/v1/models", "x-api-key", "");
  gh_fake_endpoint_set_key (endpoint, "right");
  adw_combo_row_set_selected (kind, GH_PROVIDER_ANTHROPIC);
  g_assert_cmpstr (gtk_editable_get_text (url), ==, gh_fake_endpoint_get_url (endpoint));
  gh_test_ui_type (child (add, "key_row"), "right");
  gh_test_ui_click (child (add, "save_button"));
  gh_test_wait (g_strcmp0 (adw_action_row_get_subtitle (result), "1 model") == 0);
  g_assert_cmpuint (count_providers (fixture), ==, 1);
  provider = gh_provider_dialog_get_provider (GH_PROVIDER_DIALOG (add));
  g_assert_cmpint (gh_provider_get_kind (provider), ==, GH_PROVIDER_ANTHROPIC);
  gtk_window_close (GTK_WINDOW (add));
}

static gboolean
has_price (Fixture *fixture,
           double   wanted)
{
  g_autoptr(GhModel) model =
    g_list_model_get_item (gh_model_list_list_models (fixture->sampling->models), 0);
  double input;
  double output;

  return gh_model_get_prices (model, &input, &output) && input == wanted;
}

static void
test_prices (Fixture       *fixture,
             gconstpointer  data)
{
  GtkWidget *edit;
  GtkWidget *prices;

  gh_test_ui_click (gh_test_ui_find_named (GTK_WIDGET (fixture->dialog), GTK_TYPE_BUTTON,
                                           "Edit, Ollama"));
  edit = GTK_WIDGET (gh_test_ui_wait_dialog (fixture->dialog));
  prices = child (edit, "prices_group");
  g_assert_true (gtk_widget_get_visible (prices));
  g_assert_cmpstr (adw_action_row_get_subtitle (child (prices, "model_row")), ==, "fake-model");
  /* On this computer it costs nothing, which is not a price. */
  g_assert_cmpstr (gtk_editable_get_text (child (prices, "input_row")), ==, "");
  g_assert_true (has_price (fixture, 0));

  gh_test_ui_type (child (prices, "input_row"), "2,5");
  g_assert_true (gtk_widget_has_css_class (child (prices, "output_row"), "error"));
  g_signal_emit_by_name (child (prices, "input_row"), "apply");
  g_assert_true (has_price (fixture, 0));
  gh_test_ui_type (child (prices, "output_row"), "ten");
  g_assert_true (gtk_widget_has_css_class (child (prices, "output_row"), "error"));
  gh_test_ui_type (child (prices, "output_row"), "10");
  g_assert_false (gtk_widget_has_css_class (child (prices, "output_row"), "error"));
  gh_test_ui_screenshot (GTK_WINDOW (edit), "provider-prices");
  g_signal_emit_by_name (child (prices, "output_row"), "apply");
  gh_test_wait (has_price (fixture, 2.5));
  g_assert_cmpstr (gtk_editable_get_text (child (prices, "input_row")), ==, "2.5");

  gh_test_ui_type (child (prices, "input_row"), "");
  gh_test_ui_type (child (prices, "output_row"), "");
  g_signal_emit_by_name (child (prices, "output_row"), "apply");
  gh_test_wait (has_price (fixture, 0));
  gtk_window_close (GTK_WINDOW (edit));
}

static void
test_servers (Fixture       *fixture,
              gconstpointer  data)
{
  GhModelList *models = fixture->sampling->models;
  const char *argv[] = { "/bin/true", NULL };
  g_autofree char *dir = gh_test_make_dir ();
  g_autoptr(GhHost) host = gh_host_new (dir, NULL);
  g_autoptr(GhServerConfig) config =
    gh_server_config_new ("Travel & <b>more</b>", argv, NULL, NULL, FALSE);
  g_autoptr(GhModel) model = NULL;
  GtkListBox *list = child (fixture->dialog, "servers_list");
  GtkWidget *row;
  GtkListBox *choices;

  const char *id;

  gh_test_host_load (host);
  g_assert_false (gtk_widget_get_mapped (child (fixture->dialog, "servers_group")));
  gh_preferences_dialog_set_servers (GH_PREFERENCES_DIALOG (fixture->dialog),
                                     G_LIST_MODEL (gh_host_get_servers (host)));
  id = gh_server_get_id (gh_server_list_add (gh_host_get_servers (host), config, FALSE));
  gh_test_wait (gtk_widget_get_mapped (child (fixture->dialog, "servers_group")));
  row = GTK_WIDGET (gtk_list_box_get_row_at_index (list, 0));
  g_assert_cmpstr (adw_expander_row_get_subtitle (ADW_EXPANDER_ROW (row)), ==, "Every model");
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);

  gtk_popover_popup (GTK_POPOVER (child (row, "chooser")));
  gh_test_wait (gtk_widget_get_mapped (child (row, "chooser")));
  choices = GTK_LIST_BOX (gh_model_chooser_get_list (child (row, "chooser")));
  g_signal_emit_by_name (choices, "row-activated", gtk_list_box_get_row_at_index (choices, 1));
  gh_test_wait ((model = gh_model_list_dup_server_model (models, id)) != NULL);
  g_assert_cmpstr (gh_model_get_id (model), ==, "fake-model-2");
  adw_combo_row_set_selected (child (row, "lane_row"), GH_LANE_LOCAL);
  g_assert_cmpint (gh_model_list_get_server_lane (models, id), ==, GH_LANE_LOCAL);
  g_assert_cmpstr (adw_expander_row_get_subtitle (ADW_EXPANDER_ROW (row)), ==,
                   "fake-model-2 through Ollama, on this computer · Models on this computer");
  gh_test_ui_screenshot (fixture->dialog, "preferences-servers");

  gh_test_ui_click (child (row, "clear_button"));
  g_clear_object (&model);
  model = gh_model_list_dup_server_model (models, id);
  g_assert_null (model);
  gh_test_host_close (host);
}

static void
test_masking (Fixture       *fixture,
              gconstpointer  data)
{
  static const char * const patterns[] = { "PRJ-\\d+", NULL };
  GhMaskingPolicy *policy = gh_request_broker_get_masking (fixture->sampling->broker);
  GtkWidget *group = child (fixture->dialog, "masking");
  AdwExpanderRow *list;
  GtkWidget *row;
  GtkWidget *second;

  gh_masking_policy_set_patterns (policy, patterns);
  gh_preferences_dialog_set_masking (GH_PREFERENCES_DIALOG (fixture->dialog), policy);
  gh_test_ui_wait_frame (GTK_WIDGET (fixture->dialog));
  g_assert_true (gtk_switch_get_active (child (group, "local_switch")));
  gtk_switch_set_active (child (group, "local_switch"), FALSE);
  g_assert_false (gh_masking_policy_get_mask_local (policy));
  gtk_switch_set_active (child (group, "restore_switch"), TRUE);
  g_assert_true (gh_masking_policy_get_restore_answers (policy));

  list = child (group, "patterns_row");
  g_assert_cmpstr (adw_expander_row_get_subtitle (list), ==, "1 regular expression");
  adw_expander_row_set_expanded (list, TRUE);
  gh_test_ui_wait_frame (GTK_WIDGET (fixture->dialog));
  row = gh_test_ui_find_type (GTK_WIDGET (list), ADW_TYPE_ENTRY_ROW, 0);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (row)), ==, "PRJ-\\d+");
  gh_test_ui_click (child (group, "add_row"));
  second = gh_test_ui_find_type (GTK_WIDGET (list), ADW_TYPE_ENTRY_ROW, 1);
  g_assert_nonnull (second);

  /* One that cannot be used is said, and not taken. */
  gtk_editable_set_text (GTK_EDITABLE (second), "(");
  g_signal_emit_by_name (second, "apply");
  g_assert_true (gtk_widget_has_css_class (second, "error"));
  g_assert_true (g_str_has_prefix (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (second)),
                                   "Not used: "));
  g_assert_cmpuint (g_strv_length ((char **) gh_masking_policy_get_patterns (policy)), ==, 1);
  gh_test_ui_screenshot (fixture->dialog, "preferences-masking");
  gtk_editable_set_text (GTK_EDITABLE (second), "x*");
  g_signal_emit_by_name (second, "apply");
  g_assert_true (gtk_widget_has_css_class (second, "error"));
  gtk_editable_set_text (GTK_EDITABLE (second), "Falcon|Eagle");
  g_signal_emit_by_name (second, "apply");
  g_assert_false (gtk_widget_has_css_class (second, "error"));
  g_assert_cmpstr (gh_masking_policy_get_patterns (policy)[1], ==, "Falcon|Eagle");
  gh_test_ui_click (gh_test_ui_find_named (row, GTK_TYPE_BUTTON, "Remove Pattern"));
  g_assert_cmpstr (gh_masking_policy_get_patterns (policy)[0], ==, "Falcon|Eagle");
  g_assert_cmpuint (g_strv_length ((char **) gh_masking_policy_get_patterns (policy)), ==, 1);
}

/* What is set is kept, and taken by whoever begins after it. */
static void
test_masking_kept (void)
{
  static const char * const patterns[] = { "Falcon", "(", NULL };
  g_autoptr(GSettings) settings = gh_ui_dup_settings ();
  g_autoptr(GhMaskingPolicy) policy = gh_masking_policy_new ();
  g_autoptr(GhMaskingPolicy) later = gh_masking_policy_new ();
  g_auto(GStrv) kept = NULL;

  g_assert_nonnull (settings);
  gh_masking_policy_use_settings (policy);
  gh_masking_policy_set_mask_local (policy, FALSE);
  gh_masking_policy_set_patterns (policy, patterns);
  kept = g_settings_get_strv (settings, "mask-patterns");
  g_assert_cmpstrv (kept, patterns);
  gh_masking_policy_use_settings (later);
  g_assert_false (gh_masking_policy_get_mask_local (later));
  g_assert_cmpstrv (gh_masking_policy_get_patterns (later), patterns);
  g_settings_reset (settings, "mask-local");
  g_settings_reset (settings, "mask-patterns");
  g_assert_true (gh_masking_policy_get_mask_local (policy));
  g_assert_cmpuint (g_strv_length ((char **) gh_masking_policy_get_patterns (later)), ==, 0);
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

static void
test_chinese (Fixture       *fixture,
              gconstpointer  data)
{
  GtkWidget *add;

  gh_model_list_add_provider (fixture->sampling->models, "Gone", "http://127.0.0.1:9/v1", NULL,
                              GH_LANE_LOCAL);
  gh_test_wait (strstr (row_subtitle (fixture, 1), "的地址没有应答") != NULL);
  gh_test_ui_screenshot (fixture->dialog, "preferences-zh_CN");
  gh_test_ui_click (gh_test_ui_find_named (GTK_WIDGET (fixture->dialog), GTK_TYPE_BUTTON,
                                           "添加(A)…"));
  add = GTK_WIDGET (gh_test_ui_wait_dialog (fixture->dialog));
  gh_test_ui_type (child (add, "name_row"), "Mine");
  gh_test_ui_type (child (add, "url_row"), "http://models.example.org/v1");
  gh_test_ui_screenshot (GTK_WINDOW (add), "provider-wrong-address-zh_CN");
  gtk_window_close (GTK_WINDOW (add));
}

int
main (int    argc,
      char **argv)
{
  gh_test_ui_init (&argc, &argv);
  gh_ui_init ();
  gh_test_ui_load_style (GH_UI_RESOURCE_PATH);

  g_test_add ("/ui/preferences/add", Fixture, GUINT_TO_POINTER (0), set_up, test_add, tear_down);
  g_test_add ("/ui/preferences/found", Fixture, GUINT_TO_POINTER (0), set_up, test_found,
              tear_down);
  g_test_add ("/ui/preferences/unreachable", Fixture, GUINT_TO_POINTER (1), set_up,
              test_unreachable, tear_down);
  g_test_add ("/ui/preferences/edit-remove", Fixture, GUINT_TO_POINTER (3), set_up,
              test_edit_remove, tear_down);
  g_test_add ("/ui/preferences/default", Fixture, GUINT_TO_POINTER (3), set_up, test_default,
              tear_down);
  g_test_add ("/ui/preferences/kinds", Fixture, GUINT_TO_POINTER (0), set_up, test_kinds,
              tear_down);
  g_test_add ("/ui/preferences/prices", Fixture, GUINT_TO_POINTER (3), set_up, test_prices,
              tear_down);
  g_test_add ("/ui/preferences/servers", Fixture, GUINT_TO_POINTER (3), set_up, test_servers,
              tear_down);
  g_test_add ("/ui/preferences/masking", Fixture, GUINT_TO_POINTER (1), set_up, test_masking,
              tear_down);
  g_test_add_func ("/ui/preferences/masking-kept", test_masking_kept);
  g_test_add ("/ui/preferences/chinese", Fixture, GUINT_TO_POINTER (1), set_up_chinese,
              test_chinese, tear_down_chinese);
  return gh_test_run ();
}
