/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Adding, changing and agreeing to servers, by the dialog's real widgets. */
#include "config.h"

#include "gh-add-server-dialog.h"
#include "gh-consent-view.h"
#include "gh-server-editor.h"
#include "gh-test-ui.h"
#include "gh-ui.h"
#include "gh-variable-entry-row.h"

typedef struct
{
  char      *config_dir;
  GhHost    *host;
  GtkWindow *parent;
  GtkWidget *dialog; /* or NULL */
  GhServer  *done;   /* what "done" told; owned */
} Fixture;

static void
flag_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  *(gboolean *) user_data = TRUE;
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  gboolean loaded = FALSE;

  fixture->config_dir = gh_test_make_dir ();
  fixture->host = gh_host_new (fixture->config_dir, NULL);
  gh_host_load_async (fixture->host, NULL, flag_cb, &loaded);
  gh_test_wait (loaded);
  fixture->parent = g_object_ref_sink (GTK_WINDOW (adw_window_new ()));
  gtk_window_set_default_size (fixture->parent, 900, 760);
  gh_test_ui_show (fixture->parent);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  gboolean closed = FALSE;

  if (fixture->dialog != NULL)
    gtk_window_destroy (GTK_WINDOW (fixture->dialog));
  gtk_window_destroy (fixture->parent);
  gh_test_settle ();
  g_clear_weak_pointer (&fixture->dialog);
  g_clear_object (&fixture->parent);
  g_clear_object (&fixture->done);
  gh_host_close_async (fixture->host, flag_cb, &closed);
  gh_test_wait (closed);
  g_clear_object (&fixture->host);
  g_clear_pointer (&fixture->config_dir, g_free);
}

static void
done_cb (Fixture  *fixture,
         GhServer *server)
{
  g_set_object (&fixture->done, server);
}

static void
open_dialog (Fixture   *fixture,
             GtkWidget *dialog)
{
  g_clear_object (&fixture->done);
  g_set_weak_pointer (&fixture->dialog, dialog);
  gtk_window_set_transient_for (GTK_WINDOW (dialog), fixture->parent);
  g_signal_connect_swapped (dialog, "done", G_CALLBACK (done_cb), fixture);
  gh_test_ui_show (GTK_WINDOW (dialog));
}

static GtkWidget *
find (Fixture    *fixture,
      const char *id)
{
  GtkWidget *widget = gh_test_ui_find_id (fixture->dialog, id);

  g_assert_nonnull (widget);
  return widget;
}

static GtkWidget *
find_in (Fixture    *fixture,
         GType       type,
         const char *id)
{
  return gh_test_ui_find_id (gh_test_ui_find_type (fixture->dialog, type, 0), id);
}

static gboolean
shows (Fixture    *fixture,
       const char *text)
{
  return gh_test_ui_shows (fixture->dialog, text);
}

static void
wait_settled (void)
{
  gint64 start = g_get_monotonic_time ();

  /* The buttons answer only a moment after the question has appeared. */
  gh_test_wait (g_get_monotonic_time () - start > G_USEC_PER_SEC * 6 / 10);
}

static void
enter (Fixture    *fixture,
       const char *name,
       const char *command)
{
  gh_test_ui_type (find_in (fixture, GH_TYPE_SERVER_EDITOR, "name"), name);
  gh_test_ui_type (find_in (fixture, GH_TYPE_SERVER_EDITOR, "command"), command);
}

static void
test_add (Fixture       *fixture,
          gconstpointer  data)
{
  GhServerConfig *config;
  GtkWidget *row;

  open_dialog (fixture, gh_add_server_dialog_new (fixture->host));
  gh_test_ui_click (find (fixture, "next"));
  g_assert_true (shows (fixture, "Give the server a name, for you to know it by."));
  enter (fixture, "Notes", "");
  gh_test_ui_click (find (fixture, "next"));
  g_assert_true (shows (fixture, "Write the command that starts the server"));
  enter (fixture, "Notes", "npx -y 'notes");
  gh_test_ui_click (find (fixture, "next"));
  g_assert_true (shows (fixture, "A quotation mark in the command is not closed."));
  enter (fixture, "Notes", "npx -y @example/notes-server@0.4.1 --vault 'My Notes'");

  gh_test_ui_click (gh_test_ui_find_named (fixture->dialog, GTK_TYPE_BUTTON, "Add Variable"));
  row = gh_test_ui_find_type (fixture->dialog, GH_TYPE_VARIABLE_ENTRY_ROW, 0);
  gh_test_ui_type (gh_test_ui_find_id (row, "name"), "NOT GOOD");
  gh_test_ui_type (gh_test_ui_find_id (row, "value"), "very secret");
  gh_test_ui_click (find (fixture, "next"));
  g_assert_true (shows (fixture, "A name has letters, digits and _, and begins with no digit."));
  gh_test_ui_type (gh_test_ui_find_id (row, "name"), "NOTES_TOKEN");
  gh_test_ui_wait_frame (fixture->dialog);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "add-server-enter");

  gh_test_ui_click (find (fixture, "next"));
  g_assert_true (shows (fixture, "Run this program for “Notes”?"));
  g_assert_true (shows (fixture, "@example/notes-server@0.4.1"));
  g_assert_true (shows (fixture, "My Notes"));
  g_assert_true (shows (fixture, "fetched from the network"));
  g_assert_true (shows (fixture, "NOTES_TOKEN from you"));
  g_assert_false (shows (fixture, "very secret"));
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (fixture->dialog)) == find (fixture, "cancel"));

  /* Back and forth loses nothing. */
  gh_test_ui_click (find_in (fixture, GH_TYPE_CONSENT_VIEW, "autostart"));
  gh_test_ui_click (find_in (fixture, GH_TYPE_CONSENT_VIEW, "edit"));
  g_assert_true (gtk_widget_get_mapped (find (fixture, "editor")));
  gh_test_ui_click (find (fixture, "next"));
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (find_in (fixture, GH_TYPE_CONSENT_VIEW,
                                                             "autostart"))));

  /* A key too early answers nothing. */
  gh_test_ui_click (find (fixture, "agree"));
  gh_test_ui_click (find (fixture, "cancel"));
  g_assert_null (fixture->done);
  wait_settled ();
  gh_test_ui_click (find (fixture, "agree"));
  g_assert_nonnull (fixture->done);
  gh_test_wait (fixture->dialog == NULL || !gtk_widget_get_mapped (fixture->dialog));

  config = gh_server_get_config (fixture->done);
  g_assert_cmpstr (gh_server_config_get_name (config), ==, "Notes");
  g_assert_cmpstr (gh_server_config_get_argv (config)[4], ==, "My Notes");
  g_assert_cmpstr (gh_server_config_get_env (config)[0], ==, "NOTES_TOKEN=very secret");
  g_assert_true (gh_server_config_get_autostart (config));
  g_assert_true (gh_server_get_consented (fixture->done));
  g_assert_cmpint (gh_server_get_state (fixture->done), ==, GH_SERVER_STOPPED);
}

static void
test_cancel (Fixture       *fixture,
             gconstpointer  data)
{
  open_dialog (fixture, gh_add_server_dialog_new (fixture->host));
  enter (fixture, "Notes", "cat");
  gh_test_ui_click (find (fixture, "next"));
  wait_settled ();
  gh_test_ui_click (find (fixture, "cancel"));
  gh_test_settle ();
  g_assert_null (fixture->done);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_servers (fixture->host))),
                    ==, 0);
}

static void
test_start (Fixture       *fixture,
            gconstpointer  data)
{
  open_dialog (fixture, gh_add_server_dialog_new (fixture->host));
  enter (fixture, "Show", g_getenv ("GH_SHOW_SERVER"));
  g_signal_emit_by_name (find_in (fixture, GH_TYPE_SERVER_EDITOR, "command"), "entry-activated");
  g_assert_true (shows (fixture, "Run this program for “Show”?"));
  wait_settled ();
  gh_test_ui_click (find (fixture, "agree_and_start"));
  g_assert_nonnull (fixture->done);
  gh_test_wait (gh_server_get_state (fixture->done) == GH_SERVER_RUNNING);
}

static void
test_paste (Fixture       *fixture,
            gconstpointer  data)
{
  GtkWidget *snippet;

  open_dialog (fixture, gh_add_server_dialog_new (fixture->host));
  snippet = find_in (fixture, GH_TYPE_SERVER_EDITOR, "snippet");
  gh_test_ui_type (snippet, "{\"mcpServers\": {");
  g_assert_true (shows (fixture, "This is not JSON yet."));
  gh_test_ui_type (snippet, "{\"mcpServers\": {\"web\": {\"url\": \"example.com/mcp\"}}}");
  g_assert_false (shows (fixture, "The fields above are filled in."));
  gh_test_ui_type (snippet, "{\"mcpServers\": {\"notes\": {\"command\": \"uvx\", \"args\": "
                            "[\"notes server\"], "
                            "\"env\": {\"KEY\": \"x\"}}}}");
  g_assert_true (shows (fixture, "The fields above are filled in."));
  gh_test_ui_click (find (fixture, "next"));
  g_assert_true (shows (fixture, "Run this program for “notes”?"));
  g_assert_true (shows (fixture, "notes server"));
  g_assert_true (shows (fixture, "KEY from you"));
}

/* An address instead of a command: consent is to it and to the names of the headers. */
static void
test_paste_url (Fixture       *fixture,
                gconstpointer  data)
{
  GtkWidget *snippet;
  GhServerConfig *config;

  open_dialog (fixture, gh_add_server_dialog_new (fixture->host));
  snippet = find_in (fixture, GH_TYPE_SERVER_EDITOR, "snippet");
  gh_test_ui_type (snippet, "{\"mcpServers\": {\"web\": {\"type\": \"sse\", \"url\": "
                            "\"http://example.com/mcp\", \"headers\": {\"X-Key\": \"s3cret\"}}}}");
  g_assert_true (shows (fixture, "The fields above are filled in."));
  gh_test_ui_click (find (fixture, "next"));
  g_assert_true (shows (fixture, "Connect to this address for “web”?"));
  g_assert_true (shows (fixture, "http://example.com/mcp"));
  g_assert_true (shows (fixture, "X-Key"));
  g_assert_true (shows (fixture, "The connection is not encrypted"));
  g_assert_false (shows (fixture, "s3cret"));
  gh_test_ui_wait_frame (fixture->dialog);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "add-server-url");
  wait_settled ();
  gh_test_ui_click (find (fixture, "agree"));
  config = gh_server_get_config (fixture->done);
  g_assert_cmpint (gh_server_config_get_kind (config), ==, GH_SERVER_KIND_SSE);
  g_assert_cmpstr (gh_server_config_get_url (config), ==, "http://example.com/mcp");
  g_assert_cmpstr (gh_server_config_get_headers (config)[0], ==, "X-Key: s3cret");
  g_assert_true (gh_server_get_consented (fixture->done));
}

static void
test_address (Fixture       *fixture,
              gconstpointer  data)
{
  GhServerConfig *config;
  GtkWidget *row;

  open_dialog (fixture, gh_add_server_dialog_new (fixture->host));
  g_assert_true (gtk_widget_get_mapped (find_in (fixture, GH_TYPE_SERVER_EDITOR, "folder_row")));
  enter (fixture, "Web", "ftp://example.com/mcp");
  gh_test_ui_click (find (fixture, "next"));
  g_assert_true (shows (fixture, "This address cannot be used."));
  enter (fixture, "Web", "https://example.com/mcp");
  gh_test_ui_wait_frame (fixture->dialog);
  g_assert_false (gtk_widget_get_mapped (find_in (fixture, GH_TYPE_SERVER_EDITOR, "folder_row")));
  g_assert_false (gtk_widget_get_mapped (find_in (fixture, GH_TYPE_SERVER_EDITOR,
                                                  "variables_group")));

  gh_test_ui_click (gh_test_ui_find_named (fixture->dialog, GTK_TYPE_BUTTON, "Add Header"));
  row = gh_test_ui_find_type (fixture->dialog, GH_TYPE_VARIABLE_ENTRY_ROW, 0);
  gh_test_ui_type (gh_test_ui_find_id (row, "name"), "X Key:");
  gh_test_ui_type (gh_test_ui_find_id (row, "value"), "very secret");
  gh_test_ui_click (find (fixture, "next"));
  g_assert_true (shows (fixture, "A header’s name has letters, digits and -"));
  gh_test_ui_type (gh_test_ui_find_id (row, "name"), "X-Key");
  adw_combo_row_set_selected (ADW_COMBO_ROW (find_in (fixture, GH_TYPE_SERVER_EDITOR, "era")), 1);
  adw_combo_row_set_selected (ADW_COMBO_ROW (find_in (fixture, GH_TYPE_SERVER_EDITOR,
                                                      "transport")), 1);
  gh_test_ui_wait_frame (fixture->dialog);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "add-server-address-enter");

  gh_test_ui_click (find (fixture, "next"));
  g_assert_true (shows (fixture, "Connect to this address for “Web”?"));
  g_assert_true (shows (fixture, "https://example.com/mcp"));
  g_assert_true (shows (fixture, "X-Key"));
  g_assert_false (shows (fixture, "very secret"));
  g_assert_false (shows (fixture, "not encrypted"));
  gh_test_ui_wait_frame (fixture->dialog);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "add-server-address");
  wait_settled ();
  gh_test_ui_click (find (fixture, "agree"));
  config = gh_server_get_config (fixture->done);
  g_assert_cmpint (gh_server_config_get_kind (config), ==, GH_SERVER_KIND_SSE);
  g_assert_cmpstr (gh_server_config_get_url (config), ==, "https://example.com/mcp");
  g_assert_cmpstr (gh_server_config_get_headers (config)[0], ==, "X-Key: very secret");
  g_assert_cmpstr (gh_server_config_get_era (config), ==, "modern");
  gh_test_settle ();

  /* Editing it: another value of the header needs no new consent, another address does. */
  open_dialog (fixture, gh_add_server_dialog_new_edit (fixture->host, fixture->done));
  row = gh_test_ui_find_type (fixture->dialog, GH_TYPE_VARIABLE_ENTRY_ROW, 0);
  gh_test_ui_type (gh_test_ui_find_id (row, "value"), "another");
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (find (fixture, "next"))), ==, "_Save");
  gh_test_ui_type (find_in (fixture, GH_TYPE_SERVER_EDITOR, "command"),
                   "http://xn--exmple-cua.com/mcp");
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (find (fixture, "next"))), ==, "C_ontinue");
  gh_test_ui_click (find (fixture, "next"));
  g_assert_true (shows (fixture, "The connection is not encrypted: what your headers say"));
  g_assert_true (shows (fixture, "letters that can look like others"));
  gh_test_ui_set_dark (TRUE);
  gh_test_ui_wait_frame (fixture->dialog);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "add-server-address-risks-dark");
  gh_test_ui_set_dark (FALSE);
  gh_test_ui_set_rtl (TRUE);
  gh_test_ui_click (find_in (fixture, GH_TYPE_CONSENT_VIEW, "edit"));
  gh_test_ui_wait_frame (fixture->dialog);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "add-server-address-rtl");
  gh_test_ui_set_rtl (FALSE);
  gh_test_ui_click (find (fixture, "next"));
  wait_settled ();
  gh_test_ui_click (find (fixture, "agree"));
  config = gh_server_get_config (fixture->done);
  g_assert_cmpstr (gh_server_config_get_headers (config)[0], ==, "X-Key: another");
  g_assert_cmpint (gh_server_config_get_kind (config), ==, GH_SERVER_KIND_SSE);
  g_assert_cmpstr (gh_server_config_get_era (config), ==, "modern");
}

static void
test_risks (Fixture       *fixture,
            gconstpointer  data)
{
  open_dialog (fixture, gh_add_server_dialog_new (fixture->host));
  enter (fixture, "Evil", "sudo sh -c 'rm -rf ~' no\342\200\213thing \342\200\256gpj.exe");
  gh_test_ui_click (find (fixture, "next"));
  g_assert_true (shows (fixture, "It asks for administrator rights."));
  g_assert_true (shows (fixture, "no⟨U+200B⟩thing"));
  g_assert_true (shows (fixture, "⟨U+202E⟩gpj.exe"));
  g_assert_true (shows (fixture, "characters that cannot be seen"));
  gh_test_ui_wait_frame (fixture->dialog);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "add-server-risks");
}

static void
test_edit (Fixture       *fixture,
           gconstpointer  data)
{
  static const char *const argv[] = { "cat", "one", NULL };
  static const char *const env[] = { "KEY=1", NULL };
  g_autoptr(GhServerConfig) config = gh_server_config_new ("Cat", argv, NULL, env, FALSE);
  GhServer *server = gh_server_list_add (gh_host_get_servers (fixture->host), config, TRUE);

  /* A new name and another value need no new consent. */
  open_dialog (fixture, gh_add_server_dialog_new_edit (fixture->host, server));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (find (fixture, "next"))), ==, "_Save");
  gh_test_ui_type (find_in (fixture, GH_TYPE_SERVER_EDITOR, "name"), "Kitten");
  gh_test_ui_click (find (fixture, "next"));
  g_assert_true (fixture->done == server);
  g_assert_cmpstr (gh_server_get_name (server), ==, "Kitten");
  gh_test_settle ();

  /* Another argument does. */
  open_dialog (fixture, gh_add_server_dialog_new_edit (fixture->host, server));
  gh_test_ui_type (find_in (fixture, GH_TYPE_SERVER_EDITOR, "command"), "cat two");
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (find (fixture, "next"))), ==, "C_ontinue");
  gh_test_ui_click (find (fixture, "next"));
  g_assert_true (shows (fixture, "Run this program for “Kitten”?"));
  wait_settled ();
  gh_test_ui_click (find (fixture, "agree"));
  g_assert_true (fixture->done == server);
  g_assert_cmpstr (gh_server_config_get_argv (gh_server_get_config (server))[1], ==, "two");
}

static void
test_keyboard (Fixture       *fixture,
               gconstpointer  data)
{
  open_dialog (fixture, gh_add_server_dialog_new (fixture->host));
  enter (fixture, "Notes", "cat");
  gtk_widget_grab_focus (find_in (fixture, GH_TYPE_SERVER_EDITOR, "command"));
  if (!gh_test_ui_key (GTK_WINDOW (fixture->dialog), "Return"))
    {
      g_test_skip ("no xdotool");
      return;
    }
  gh_test_wait (shows (fixture, "Run this program for “Notes”?"));
  wait_settled ();
  gh_test_ui_key (GTK_WINDOW (fixture->dialog), "alt+e");
  gh_test_wait (gtk_widget_get_mapped (find (fixture, "editor")));
  gh_test_ui_key (GTK_WINDOW (fixture->dialog), "Escape");
  gh_test_wait (fixture->dialog == NULL || !gtk_widget_get_mapped (fixture->dialog));
  g_assert_null (fixture->done);
}

static void
test_picture (Fixture       *fixture,
              gconstpointer  data)
{
  open_dialog (fixture, gh_add_server_dialog_new (fixture->host));
  enter (fixture, "Notes", "npx -y @example/notes-server@0.4.1 --vault Notes");
  gh_test_ui_click (find (fixture, "next"));
  gh_test_wait (!shows (fixture, "looking for it…"));
  gh_test_ui_wait_frame (fixture->dialog);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "add-server");
}

static void
test_chinese (Fixture       *fixture,
              gconstpointer  data)
{
  gh_test_ui_set_language ("zh_CN");
  open_dialog (fixture, gh_add_server_dialog_new (fixture->host));
  enter (fixture, "Notes", "npx -y @example/notes-server@0.4.1 --vault Notes");
  gh_test_ui_click (gh_test_ui_find_named (fixture->dialog, GTK_TYPE_BUTTON, "添加变量(V)"));
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "add-server-enter-zh_CN");
  gh_test_ui_click (gh_test_ui_find_named (fixture->dialog, GTK_TYPE_BUTTON, "移除变量"));
  gh_test_ui_click (find (fixture, "next"));
  gh_test_wait (shows (fixture, "要为“Notes”运行此程序吗？"));
  gh_test_wait (!shows (fixture, "正在查找…"));
  gh_test_ui_wait_frame (fixture->dialog);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "add-server-zh_CN");
  gh_test_ui_set_language (NULL);
}

/* A server that is believed by the person's own authority: whose that is stands where it is agreed
 * to, and without it that is another server. */
static void
test_own_ca (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(GhServerConfig) plain = gh_server_config_new_for_url (
    "Web", GH_SERVER_KIND_HTTP, "https://mcp.example.com/", NULL, FALSE, NULL);
  g_autoptr(GhServerConfig) config = gh_server_config_copy_with_ca_file (plain, "/etc/own-ca.pem");
  GhServer *server = gh_server_list_add (gh_host_get_servers (fixture->host), config, TRUE);
  GtkWidget *row;

  open_dialog (fixture, gh_add_server_dialog_new_edit (fixture->host, server));
  gh_test_ui_wait_frame (fixture->dialog);
  row = find_in (fixture, GH_TYPE_SERVER_EDITOR, "ca_row");
  g_assert_true (gtk_widget_get_mapped (row));
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==, "/etc/own-ca.pem");
  gh_test_ui_type (find_in (fixture, GH_TYPE_SERVER_EDITOR, "command"),
                   "https://mcp2.example.com/");
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "add-server-own-ca-enter");
  gh_test_ui_click (find (fixture, "next"));
  g_assert_true (shows (fixture, "/etc/own-ca.pem"));
  gh_test_ui_wait_frame (fixture->dialog);
  gh_test_ui_screenshot (GTK_WINDOW (fixture->dialog), "add-server-own-ca");
  wait_settled ();
  gh_test_ui_click (find (fixture, "agree"));
  g_assert_cmpstr (gh_server_config_get_ca_file (gh_server_get_config (server)), ==,
                   "/etc/own-ca.pem");
  gh_test_settle ();

  open_dialog (fixture, gh_add_server_dialog_new_edit (fixture->host, server));
  row = find_in (fixture, GH_TYPE_SERVER_EDITOR, "ca_row");
  gh_test_ui_click (gh_test_ui_find_id (row, "system"));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (find (fixture, "next"))), ==, "C_ontinue");
  gh_test_ui_click (find (fixture, "next"));
  g_assert_false (shows (fixture, "/etc/own-ca.pem"));
  wait_settled ();
  gh_test_ui_click (find (fixture, "agree"));
  g_assert_null (gh_server_config_get_ca_file (gh_server_get_config (server)));
  gh_test_settle ();
}

int
main (int    argc,
      char **argv)
{
  gh_test_ui_init (&argc, &argv);
  gh_ui_init ();
  gh_test_ui_load_style (GH_UI_RESOURCE_PATH);
#define ADD(name, function) \
  g_test_add ("/ui/add-server/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("add", test_add);
  ADD ("cancel", test_cancel);
  ADD ("start", test_start);
  ADD ("paste", test_paste);
  ADD ("paste-url", test_paste_url);
  ADD ("own-ca", test_own_ca);
  ADD ("address", test_address);
  ADD ("risks", test_risks);
  ADD ("edit", test_edit);
  ADD ("keyboard", test_keyboard);
  ADD ("picture", test_picture);
  ADD ("chinese", test_chinese);
  return gh_test_run ();
}
