/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the person agrees to before a program runs (10.1, 10.2). */
#include "config.h"

#include "gh-consent-view.h"

#include <glib/gi18n.h>
#include <string.h>

#include "gh-command-risk.h"
#include "gh-command-view.h"
#include "gh-plain-text.h"
#include "gh-told-list.h"
#include "gh-url.h"

struct _GhConsentView
{
  AdwBin parent_instance;

  GhServerConfig *config; /* owned, or NULL */

  /* template */
  AdwAvatar *avatar;
  GtkLabel *question;
  GtkWidget *edit;
  GtkLabel *explanation;
  AdwPreferencesGroup *command_group;
  GhCommandView *command;
  GtkWidget *hints;
  AdwPreferencesGroup *told_group;
  GhToldList *told;
  AdwPreferencesGroup *details_group;
  AdwActionRow *folder_row;
  AdwActionRow *ca_row;
  AdwActionRow *variables_row;
  GtkSwitch *autostart;
};

G_DEFINE_FINAL_TYPE (GhConsentView, gh_consent_view, ADW_TYPE_BIN)

enum
{
  EDIT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const struct
{
  GhCommandRisk risk;
  const char   *words;
} risk_words[] = {
  { GH_COMMAND_RISK_INVISIBLE, N_("It has characters that cannot be seen or that change the "
                                  "reading order. "
                                  "They are written as ⟨U+…⟩ above.") },
  { GH_COMMAND_RISK_ROOT, N_("It asks for administrator rights.") },
  { GH_COMMAND_RISK_SHELL, N_("It starts a shell with a script, which can start any other "
                              "program.") },
  { GH_COMMAND_RISK_DELETE, N_("It names a program that deletes files.") },
  { GH_COMMAND_RISK_FETCH, N_("It fetches a program from the network, which may be another one "
                              "next time.") },
};

static void
append_hint (GhConsentView *self,
             const char    *icon_name,
             const char    *words)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *icon = gtk_image_new_from_icon_name (icon_name);
  GtkWidget *label = gtk_label_new (words);

  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_add_css_class (icon, "warning");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (self->hints), box);
}

static void
show_address_hints (GhConsentView *self)
{
  const char *url = gh_server_config_get_url (self->config);
  GhUrlFlags flags;

  if (url == NULL || !gh_url_check (url, &flags, NULL, NULL))
    return;
  if (gh_server_config_exposes_headers (self->config))
    append_hint (self, "dialog-warning-symbolic",
                 _("The connection is not encrypted: what your headers say can be read by everyone "
                   "between."));
  else if (flags & GH_URL_PLAIN)
    append_hint (self, "dialog-warning-symbolic",
                 _("The connection is not encrypted: what goes over it can be read and changed by "
                   "everyone between."));
  if (flags & GH_URL_PUNYCODE)
    append_hint (self, "dialog-warning-symbolic",
                 _("The name of the computer stands for letters that can look like others."));
}

static void
show_hints (GhConsentView *self)
{
  GhCommandRisk risk = GH_COMMAND_RISK_NONE;
  const char * const *argv;
  GtkWidget *child;

  g_assert (GH_IS_CONSENT_VIEW (self));

  if (self->config == NULL)
    return;
  while ((child = gtk_widget_get_first_child (self->hints)) != NULL)
    gtk_box_remove (GTK_BOX (self->hints), child);
  argv = gh_server_config_get_argv (self->config);
  if (argv[0] != NULL)
    risk = gh_command_risk_find (argv, NULL);
  show_address_hints (self);
  if (gh_command_view_get_missing (self->command))
    append_hint (self, "dialog-warning-symbolic",
                 _("There is no such program in the folders of your PATH, or what is there may not "
                   "be run. Install it, or write its whole path."));
  for (guint i = 0; i < G_N_ELEMENTS (risk_words); i++)
    if (risk & risk_words[i].risk)
      append_hint (self, "dialog-warning-symbolic", _(risk_words[i].words));
  gtk_widget_set_visible (self->hints, gtk_widget_get_first_child (self->hints) != NULL);
}

static gboolean
is_remote (GhConsentView *self)
{
  return self->config != NULL
         && gh_server_config_get_kind (self->config) != GH_SERVER_KIND_STDIO;
}

static void
show_variables (GhConsentView *self)
{
  gboolean remote = is_remote (self);
  const char * const *env = remote ? gh_server_config_get_headers (self->config)
                                   : gh_server_config_get_env (self->config);
  g_autoptr(GString) names = g_string_new (NULL);
  g_autofree char *exact = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; env[i] != NULL; i++)
    {
      if (i > 0)
        /* Translators: between the names of variables. */
        g_string_append (names, _(", "));
      g_string_append_len (names, env[i], strcspn (env[i], remote ? ":" : "="));
    }
  exact = gh_plain_text_dup (names->str, G_MAXSIZE, GH_PLAIN_TEXT_EXACT);
  if (remote)
    text = names->len > 0 ? g_steal_pointer (&exact) : g_strdup (_("None"));
  else if (names->len > 0)
    /* Translators: %s are names of variables. */
    text = g_strdup_printf (_("%s from you; PATH, HOME and LANG from your session"), exact);
  else
    text = g_strdup (_("PATH, HOME and LANG from your session"));
  adw_action_row_set_subtitle (self->variables_row, text);
}

/* A program is trusted with this computer, a server on the network with what it is sent. */
static void
show_words (GhConsentView *self)
{
  gboolean remote = is_remote (self);

  gtk_label_set_text (self->explanation, remote
    ? _("Gatehouse does not start this server; it connects to it. Check that this is the address "
        "you expect, and that you trust who is behind it with what you send.")
    : _("A server is a program that runs on your computer with your rights. Check that this is the "
        "command you expect."));
  adw_preferences_group_set_title (self->command_group,
                                   remote ? _("Exact Address") : _("Exact Command"));
  adw_preferences_group_set_description (self->command_group, remote
    ? NULL : _("One line for each argument. No shell reads it."));
  adw_preferences_group_set_description (self->told_group, remote
    ? _("These folders are what it is told of.")
    : _("It can read everything that you can read; these folders are what it is told of."));
  adw_preferences_group_set_title (self->details_group,
                                   remote ? _("Headers") : _("Folder and Variables"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->variables_row),
                                 remote ? _("Sent with Every Request") : _("Variables"));
}

static void
copy_action (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  GhConsentView *self = GH_CONSENT_VIEW (widget);

  gh_command_view_copy (self->command);
}

static void
edit_action (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  GhConsentView *self = GH_CONSENT_VIEW (widget);

  g_signal_emit (self, signals[EDIT], 0);
}

static void
gh_consent_view_finalize (GObject *object)
{
  GhConsentView *self = GH_CONSENT_VIEW (object);

  g_clear_object (&self->config);

  G_OBJECT_CLASS (gh_consent_view_parent_class)->finalize (object);
}

static void
gh_consent_view_class_init (GhConsentViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->finalize = gh_consent_view_finalize;

  signals[EDIT] = g_signal_new ("edit", GH_TYPE_CONSENT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL,
                                G_TYPE_NONE, 0);

  g_type_ensure (GH_TYPE_COMMAND_VIEW);
  g_type_ensure (GH_TYPE_TOLD_LIST);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/gatehouse/Gatehouse/gh-consent-view.ui");
  gtk_widget_class_bind_template_child (widget_class, GhConsentView, avatar);
  gtk_widget_class_bind_template_child (widget_class, GhConsentView, question);
  gtk_widget_class_bind_template_child (widget_class, GhConsentView, edit);
  gtk_widget_class_bind_template_child (widget_class, GhConsentView, explanation);
  gtk_widget_class_bind_template_child (widget_class, GhConsentView, command_group);
  gtk_widget_class_bind_template_child (widget_class, GhConsentView, command);
  gtk_widget_class_bind_template_child (widget_class, GhConsentView, hints);
  gtk_widget_class_bind_template_child (widget_class, GhConsentView, told_group);
  gtk_widget_class_bind_template_child (widget_class, GhConsentView, told);
  gtk_widget_class_bind_template_child (widget_class, GhConsentView, details_group);
  gtk_widget_class_bind_template_child (widget_class, GhConsentView, folder_row);
  gtk_widget_class_bind_template_child (widget_class, GhConsentView, ca_row);
  gtk_widget_class_bind_template_child (widget_class, GhConsentView, variables_row);
  gtk_widget_class_bind_template_child (widget_class, GhConsentView, autostart);
  gtk_widget_class_bind_template_callback (widget_class, show_hints);

  gtk_widget_class_install_action (widget_class, "consent.copy-command", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "consent.edit", NULL, edit_action);
}

static void
gh_consent_view_init (GhConsentView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
gh_consent_view_set_config (GhConsentView  *self,
                            GhHost         *host,
                            const char     *server_id,
                            GhServerConfig *config)
{
  const char *cwd;
  const char *ca_file;
  g_autofree char *name = NULL;
  g_autofree char *question = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *authorities = NULL;

  g_return_if_fail (GH_IS_CONSENT_VIEW (self));
  g_return_if_fail (GH_IS_HOST (host));
  g_return_if_fail (server_id != NULL);
  g_return_if_fail (GH_IS_SERVER_CONFIG (config));

  g_set_object (&self->config, config);
  name = gh_plain_text_dup (gh_server_config_get_name (config), 100, GH_PLAIN_TEXT_EXACT);
  /* Translators: %s is the name the person gave a server. */
  question = g_strdup_printf (gh_server_config_get_kind (config) == GH_SERVER_KIND_STDIO
                                ? _("Run this program for “%s”?")
                                : _("Connect to this address for “%s”?"), name);
  gtk_label_set_text (self->question, question);
  adw_avatar_set_text (self->avatar, name);
  gh_command_view_set_config (self->command, gh_host_get_servers (host), config);
  gh_told_list_set_roots (self->told, gh_host_get_roots (host), server_id);
  cwd = gh_server_config_get_cwd (config);
  folder = cwd != NULL ? gh_plain_text_dup_path (cwd) : g_strdup (_("Your home folder"));
  adw_action_row_set_subtitle (self->folder_row, folder);
  gtk_widget_set_visible (GTK_WIDGET (self->folder_row),
                          gh_server_config_get_kind (config) == GH_SERVER_KIND_STDIO);
  ca_file = gh_server_config_get_ca_file (config);
  authorities = gh_plain_text_dup_path (ca_file != NULL ? ca_file : "");
  adw_action_row_set_subtitle (self->ca_row, authorities);
  gtk_widget_set_visible (GTK_WIDGET (self->ca_row), ca_file != NULL);
  gtk_switch_set_active (self->autostart, gh_server_config_get_autostart (config));
  show_words (self);
  show_variables (self);
  show_hints (self);
}

gboolean
gh_consent_view_get_autostart (GhConsentView *self)
{
  g_return_val_if_fail (GH_IS_CONSENT_VIEW (self), FALSE);

  return gtk_switch_get_active (self->autostart);
}

char *
gh_consent_view_dup_summary (GhConsentView *self)
{
  guint n;

  g_return_val_if_fail (GH_IS_CONSENT_VIEW (self), NULL);

  n = gh_told_list_count (self->told);
  if (is_remote (self) && n == 0)
    return g_strdup (_("If the address changes later, you are asked again."));
  if (is_remote (self))
    return g_strdup_printf (ngettext ("It is told of %u folder. If the address changes later, you "
                                      "are asked again.",
                                      "It is told of %u folders. If the address changes later, you "
                                      "are asked again.", n), n);
  if (n == 0)
    return g_strdup (_("It can read what you can read. If the command changes later, you are asked "
                       "again."));
  return g_strdup_printf (ngettext ("It can read what you can read, and is told of %u folder. If "
                                    "the command "
                                    "changes later, you are asked again.",
                                    "It can read what you can read, and is told of %u folders. If "
                                    "the command "
                                    "changes later, you are asked again.", n), n);
}
