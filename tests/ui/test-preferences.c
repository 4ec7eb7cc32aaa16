/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The preferences: model endpoints added, tested, changed and removed, against a stand-in. */
#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "gh-certificates-row.h"
#include "gh-model-chooser.h"
#include "gh-preferences-dialog.h"
#include "gh-provider-dialog.h"
#include "gh-provider-row.h"
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
  g_test_add ("/ui/preferences/chinese", Fixture, GUINT_TO_POINTER (1), set_up_chinese,
              test_chinese, tear_down_chinese);
  return gh_test_run ();
}
