/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What happened to a server that failed, and how it is started. */
#include "config.h"

#include "gh-server-setup-page.h"

#include <glib/gi18n.h>

#include "gh-command-view.h"
#include "gh-failure-text.h"
#include "gh-log-line.h"
#include "gh-plain-text.h"
#include "gh-rule-budget-row.h"
#include "gh-text.h"
#include "gh-told-list.h"
#include "gh-ui.h"
#include "gh-variable-row.h"

/* What is shown of the log of a server that failed. */
#define LAST_LINES 12
#define MAX_LINE 400
#define MAX_WORDS 300

struct _GhServerSetupPage
{
  AdwBin parent_instance;

  /* owned */
  GhHost *host;
  GhServer *server;

  /* template */
  GtkWidget *failure_box;
  GtkLabel *failure_title;
  GtkLabel *failure_text;
  GtkWidget *install_row;
  AdwActionRow *edit_row;
  AdwActionRow *again_row;
  GtkWidget *lines_group;
  GtkLabel *last_lines;
  GtkWidget *copy_lines;
  AdwPreferencesGroup *command_group;
  GhCommandView *command;
  AdwActionRow *folder_row;
  AdwActionRow *era_row;
  AdwActionRow *transport_row;
  GtkSwitch *autostart;
  AdwPreferencesGroup *variables_group;
  GtkListBox *variables;
  AdwPreferencesGroup *told_group;
  GhToldList *told;
  GhRuleBudgetRow *budget_row;
};

G_DEFINE_FINAL_TYPE (GhServerSetupPage, gh_server_setup_page, ADW_TYPE_BIN)

/* --- what happened --- */

/* Whether the run that failed had got as far as speaking the protocol: the log says "started"
 * since. */
static gboolean
had_answered (GhServer *server)
{
  GListModel *log = gh_server_list_log (server);
  gboolean inside = FALSE;

  for (guint i = g_list_model_get_n_items (log); i > 0; i--)
    {
      g_autoptr(GhLogLine) line = g_list_model_get_item (log, i - 1);
      const char *word = gh_log_line_get_logger (line);

      if (gh_log_line_get_source (line) != GH_LOG_HOST || word == NULL)
        continue;
      if (g_str_equal (word, "started"))
        return TRUE;
      if (g_str_equal (word, "failed") && !inside)
        inside = TRUE;
      else if (g_str_equal (word, "failed") || g_str_equal (word, "stopped"))
        return FALSE;
    }
  return FALSE;
}

static void
show_last_lines (GhServerSetupPage *self)
{
  GListModel *log = gh_server_list_log (self->server);
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = g_list_model_get_n_items (log); i > 0 && lines->len < LAST_LINES; i--)
    {
      g_autoptr(GhLogLine) line = g_list_model_get_item (log, i - 1);

      if (gh_log_line_get_source (line) == GH_LOG_STDERR)
        g_ptr_array_add (lines, gh_plain_text_dup (gh_log_line_get_text (line), MAX_LINE,
                                                   GH_PLAIN_TEXT_LINES));
    }
  for (guint i = lines->len; i > 0; i--)
    g_string_append_printf (text, "%s%s", (char *) g_ptr_array_index (lines, i - 1), i > 1 ? "\n"
                            : "");
  gtk_label_set_text (self->last_lines, lines->len > 0 ? text->str : _("It wrote nothing."));
  gtk_widget_set_sensitive (self->copy_lines, lines->len > 0);
}

static void
show_failure (GhServerSetupPage *self)
{
  gboolean failed = gh_server_get_state (self->server) == GH_SERVER_FAILED;
  gboolean answered;
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (self->failure_box, failed);
  if (!failed)
    return;
  answered = had_answered (self->server);
  name = gh_plain_text_dup (gh_server_get_name (self->server), 100, GH_PLAIN_TEXT_ONE_LINE);
  /* Translators: %s is the name of a server. */
  title = g_strdup_printf (answered ? _("%s ended by itself") : _("%s could not start"), name);
  text = gh_failure_text_dup_for_server (gh_server_get_error (self->server),
                                         gh_server_get_failed_after (self->server), answered);
  gtk_label_set_text (self->failure_title, title);
  gtk_label_set_text (self->failure_text, text);
  show_last_lines (self);
}

/* --- how it is started or reached --- */

static GtkWidget *
create_variable_cb (gpointer item,
                    gpointer user_data)
{
  return gh_variable_row_new (GPOINTER_TO_INT (user_data), gtk_string_object_get_string (item));
}

/* What is wanted, and what it came to. */
static void
show_era (GhServerSetupPage *self)
{
  const char *wanted = gh_text_era (gh_server_config_get_era (gh_server_get_config (self->server)));
  const char *version = gh_server_get_protocol_version (self->server);
  g_autofree char *text = NULL;

  if (gh_server_get_state (self->server) == GH_SERVER_RUNNING && version != NULL)
    /* Translators: what the person wants, such as "Automatic", and a protocol revision. */
    text = g_strdup_printf (_("%s; now %s"), wanted, version);
  adw_action_row_set_subtitle (self->era_row, text != NULL ? text : wanted);
}

/* A program, or an address. */
static void
show_words (GhServerSetupPage *self,
            gboolean           remote)
{
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->edit_row),
                                 remote ? _("Edit the Add_ress…") : _("Edit the Co_mmand…"));
  adw_action_row_set_subtitle (self->again_row, remote
                               ? _("After you have changed what it complains of")
                               : _("After you have changed what its last lines complain of"));
  adw_preferences_group_set_title (self->command_group,
                                   remote ? _("Exact Address") : _("Exact Command"));
  adw_preferences_group_set_description (self->command_group, remote
                                         ? NULL : _("One line for each argument. No shell reads "
                                                    "it."));
  adw_preferences_group_set_title (self->variables_group, remote ? _("Headers") : _("Variables"));
  adw_preferences_group_set_description (self->variables_group, remote
                                         ? _("Sent with every request.")
                                         : _("Beside PATH, HOME and LANG from your session."));
  adw_preferences_group_set_description (self->told_group, remote
    ? _("These folders are what it is told of.")
    : _("It can read everything that you can read; these folders are what it is told of."));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->variables), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  remote ? _("Headers") : _("Variables"), -1);
  /* What is on the network has no standard error. */
  gtk_widget_set_visible (self->lines_group, !remote);
  gtk_widget_set_visible (GTK_WIDGET (self->folder_row), !remote);
  gtk_widget_set_visible (GTK_WIDGET (self->transport_row), remote);
}

static void
show_config (GhServerSetupPage *self)
{
  GhServerConfig *config = gh_server_get_config (self->server);
  gboolean remote = gh_server_config_get_kind (config) != GH_SERVER_KIND_STDIO;
  const char * const *pairs = remote ? gh_server_config_get_headers (config)
                                     : gh_server_config_get_env (config);
  g_autofree char *command = gh_server_config_dup_command (config);
  g_autofree char *command_shown = gh_plain_text_dup (command, MAX_WORDS, GH_PLAIN_TEXT_EXACT);
  g_autofree char *folder = NULL;
  g_autoptr(GtkStringList) variables = gtk_string_list_new (pairs);
  const char *cwd = gh_server_config_get_cwd (config);

  gh_command_view_set_config (self->command, gh_host_get_servers (self->host), config);
  adw_action_row_set_subtitle (self->edit_row, command_shown);
  folder = cwd != NULL ? gh_plain_text_dup_path (cwd) : g_strdup (_("Your home folder"));
  adw_action_row_set_subtitle (self->folder_row, folder);
  adw_action_row_set_subtitle (self->transport_row,
                               gh_server_config_get_kind (config) == GH_SERVER_KIND_SSE
                               ? "HTTP+SSE" : _("Automatic"));
  gtk_list_box_bind_model (self->variables, G_LIST_MODEL (variables), create_variable_cb,
                           GINT_TO_POINTER (remote ? GH_VARIABLE_HEADER : GH_VARIABLE_ENVIRONMENT),
                           NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->variables_group), pairs[0] != NULL);
  show_words (self, remote);
  show_era (self);
  gtk_switch_set_active (self->autostart, gh_server_config_get_autostart (config));
}

static void
missing_changed_cb (GhServerSetupPage *self)
{
  const char *program;
  g_autofree char *exact = NULL;
  g_autofree char *text = NULL;

  g_assert (GH_IS_SERVER_SETUP_PAGE (self));

  program = gh_server_config_get_argv (gh_server_get_config (self->server))[0];
  if (program == NULL)
    return;
  exact = gh_plain_text_dup (program, 200, GH_PLAIN_TEXT_EXACT);
  /* Translators: %s is the name of a program. */
  text = g_strdup_printf (_("%s is not in the folders of your PATH, or may not be run. Write its "
                            "whole path if it is somewhere else"), exact);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->install_row), text);
  gtk_widget_set_visible (self->install_row, gh_command_view_get_missing (self->command));
}

static void
autostart_cb (GhServerSetupPage *self)
{
  GhServerConfig *config;
  gboolean active;
  g_autoptr(GhServerConfig) changed = NULL;

  g_assert (GH_IS_SERVER_SETUP_PAGE (self));

  config = gh_server_get_config (self->server);
  active = gtk_switch_get_active (self->autostart);
  if (gh_server_config_get_autostart (config) == active)
    return;
  changed = gh_server_config_copy (config, NULL, active);
  gh_server_list_replace (gh_host_get_servers (self->host), self->server, changed,
                          gh_server_get_consented (self->server));
}

static void
copy_lines_action (GtkWidget  *widget,
                   const char *action_name,
                   GVariant   *parameter)
{
  GhServerSetupPage *self = GH_SERVER_SETUP_PAGE (widget);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget),
                          gtk_label_get_text (self->last_lines));
}

static void
copy_command_action (GtkWidget  *widget,
                     const char *action_name,
                     GVariant   *parameter)
{
  GhServerSetupPage *self = GH_SERVER_SETUP_PAGE (widget);

  gh_command_view_copy (self->command);
}

static void
state_changed_cb (GhServerSetupPage *self)
{
  g_assert (GH_IS_SERVER_SETUP_PAGE (self));

  show_failure (self);
  show_era (self);
}

static void
config_changed_cb (GhServerSetupPage *self)
{
  g_assert (GH_IS_SERVER_SETUP_PAGE (self));

  show_config (self);
}

/* The last words of a server may arrive after its end. */
static void
log_changed_cb (GhServerSetupPage *self)
{
  g_assert (GH_IS_SERVER_SETUP_PAGE (self));

  if (gh_server_get_state (self->server) == GH_SERVER_FAILED)
    show_last_lines (self);
}

static void
gh_server_setup_page_finalize (GObject *object)
{
  GhServerSetupPage *self = GH_SERVER_SETUP_PAGE (object);

  g_clear_object (&self->server);
  g_clear_object (&self->host);

  G_OBJECT_CLASS (gh_server_setup_page_parent_class)->finalize (object);
}

static void
gh_server_setup_page_class_init (GhServerSetupPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->finalize = gh_server_setup_page_finalize;

  g_type_ensure (GH_TYPE_COMMAND_VIEW);
  g_type_ensure (GH_TYPE_TOLD_LIST);
  g_type_ensure (GH_TYPE_RULE_BUDGET_ROW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-server-setup-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GhServerSetupPage, failure_box);
  gtk_widget_class_bind_template_child (widget_class, GhServerSetupPage, failure_title);
  gtk_widget_class_bind_template_child (widget_class, GhServerSetupPage, failure_text);
  gtk_widget_class_bind_template_child (widget_class, GhServerSetupPage, install_row);
  gtk_widget_class_bind_template_child (widget_class, GhServerSetupPage, edit_row);
  gtk_widget_class_bind_template_child (widget_class, GhServerSetupPage, again_row);
  gtk_widget_class_bind_template_child (widget_class, GhServerSetupPage, lines_group);
  gtk_widget_class_bind_template_child (widget_class, GhServerSetupPage, last_lines);
  gtk_widget_class_bind_template_child (widget_class, GhServerSetupPage, copy_lines);
  gtk_widget_class_bind_template_child (widget_class, GhServerSetupPage, command_group);
  gtk_widget_class_bind_template_child (widget_class, GhServerSetupPage, command);
  gtk_widget_class_bind_template_child (widget_class, GhServerSetupPage, folder_row);
  gtk_widget_class_bind_template_child (widget_class, GhServerSetupPage, era_row);
  gtk_widget_class_bind_template_child (widget_class, GhServerSetupPage, transport_row);
  gtk_widget_class_bind_template_child (widget_class, GhServerSetupPage, autostart);
  gtk_widget_class_bind_template_child (widget_class, GhServerSetupPage, variables_group);
  gtk_widget_class_bind_template_child (widget_class, GhServerSetupPage, variables);
  gtk_widget_class_bind_template_child (widget_class, GhServerSetupPage, told_group);
  gtk_widget_class_bind_template_child (widget_class, GhServerSetupPage, told);
  gtk_widget_class_bind_template_child (widget_class, GhServerSetupPage, budget_row);
  gtk_widget_class_bind_template_callback (widget_class, autostart_cb);
  gtk_widget_class_bind_template_callback (widget_class, missing_changed_cb);

  gtk_widget_class_install_action (widget_class, "setup.copy-lines", NULL, copy_lines_action);
  gtk_widget_class_install_action (widget_class, "setup.copy-command", NULL, copy_command_action);
}

static void
gh_server_setup_page_init (GhServerSetupPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
gh_server_setup_page_set_server (GhServerSetupPage *self,
                                 GhHost            *host,
                                 GhServer          *server)
{
  g_autofree char *name = NULL;

  g_return_if_fail (GH_IS_SERVER_SETUP_PAGE (self));
  g_return_if_fail (GH_IS_HOST (host));
  g_return_if_fail (GH_IS_SERVER (server));
  g_return_if_fail (self->server == NULL);

  self->host = g_object_ref (host);
  self->server = g_object_ref (server);
  g_signal_connect_object (server, "notify::state", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (server, "notify::config", G_CALLBACK (config_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gh_server_list_log (server), "items-changed",
                           G_CALLBACK (log_changed_cb), self,
                           G_CONNECT_SWAPPED);
  gh_told_list_set_roots (self->told, gh_host_get_roots (host), gh_server_get_id (server));
  name = gh_text_dup_server_name (server);
  gh_rule_budget_row_set (self->budget_row, gh_host_get_rules (host), gh_server_get_id (server),
                          _("What It Used of Your Models"), name);
  show_config (self);
  show_failure (self);
}
