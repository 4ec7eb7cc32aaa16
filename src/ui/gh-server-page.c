/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One server: header bar, and its tools, log and setup behind tabs. */
#include "config.h"

#include "gh-server-page.h"

#include <glib/gi18n.h>

#include "gh-activity-page.h"
#include "gh-add-server-dialog.h"
#include "gh-log-page.h"
#include "gh-plain-text.h"
#include "gh-server-setup-page.h"
#include "gh-sidebar-button.h"
#include "gh-text.h"
#include "gh-tools-page.h"
#include "gh-ui.h"
#include "gh-width-bin.h"
#include "gh-window.h"

#define MAX_NAME 100

struct _GhServerPage
{
  AdwBin parent_instance;

  /* owned */
  GhHost *host;
  GhServer *server;
  GhServerState state; /* as last shown */
  gboolean led_away;   /* from the tools, by a failure */

  /* template */
  AdwWindowTitle *title;
  GtkWidget *start;
  GtkWidget *stop;
  GhWidthBin *width;
  AdwViewSwitcher *switcher;
  GtkWidget *consent_bar;
  GtkLabel *consent_title;
  GtkLabel *consent_text;
  GtkButton *review;
  AdwViewStack *stack;
  GhToolsPage *tools;
  GhActivityPage *activity;
  GhLogPage *log;
  GhServerSetupPage *setup;
};

G_DEFINE_FINAL_TYPE (GhServerPage, gh_server_page, ADW_TYPE_BIN)

enum
{
  PROP_0,
  PROP_HOST,
  PROP_SERVER,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* "Connected · Protocol 2026-07-28, modern", and where to. */
static char *
dup_subtitle (GhServer *server)
{
  const char *version = gh_server_get_protocol_version (server);
  gboolean modern = g_strcmp0 (gh_server_get_era (server), "modern") == 0;
  g_autofree char *host = NULL;

  if (gh_server_get_state (server) != GH_SERVER_RUNNING || version == NULL)
    return gh_text_dup_server_state (server);
  host = gh_text_dup_server_host (gh_server_get_config (server));
  if (host != NULL)
    /* Translators: %s are a computer's name and a protocol revision, such as 2026-07-28. */
    return g_strdup_printf (modern ? _("Connected to %s · Protocol %s, modern")
                                   : _("Connected to %s · Protocol %s, legacy"), host, version);
  /* Translators: %s is a protocol revision, such as 2026-07-28. */
  return g_strdup_printf (modern ? _("Connected · Protocol %s, modern")
                                 : _("Connected · Protocol %s, legacy"), version);
}

static void
show_consent (GhServerPage *self)
{
  gboolean remote = gh_server_config_get_url (gh_server_get_config (self->server)) != NULL;

  gtk_widget_set_visible (self->consent_bar, !gh_server_get_consented (self->server));
  gtk_label_set_text (self->consent_title, remote
                      ? _("Nobody has agreed to this address yet")
                      : _("Nobody has agreed to this command yet"));
  gtk_label_set_text (self->consent_text, remote
    ? _("Gatehouse connects to an address only after you saw it and agreed.")
    : _("Gatehouse runs a program only after you saw its exact command and agreed."));
  gtk_button_set_label (self->review, remote ? _("Re_view Address…") : _("Re_view Command…"));
}

static void
update (GhServerPage *self)
{
  GhServerState state = gh_server_get_state (self->server);
  gboolean alive = state == GH_SERVER_STARTING || state == GH_SERVER_RUNNING;
  GtkWidget *shown = alive ? self->stop : self->start;
  GtkWidget *hidden = alive ? self->start : self->stop;
  gboolean had_focus = gtk_widget_has_focus (hidden);
  g_autofree char *title = gh_plain_text_dup (gh_server_get_name (self->server), MAX_NAME,
                                              GH_PLAIN_TEXT_ONE_LINE);
  g_autofree char *subtitle = dup_subtitle (self->server);

  adw_window_title_set_title (self->title, title);
  adw_window_title_set_subtitle (self->title, subtitle);
  show_consent (self);
  /* One that still stops is started once it has. */
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "server.start", !alive);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "server.stop", alive);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "server.restart", alive);

  /* The two are one to the keyboard. */
  gtk_widget_set_visible (shown, TRUE);
  if (had_focus)
    gtk_widget_grab_focus (shown);
  gtk_widget_set_visible (hidden, FALSE);
}

/* Where the person would look: what happened to a server that failed, else its tools. */
static void
choose_tab (GhServerPage *self)
{
  gboolean failed = gh_server_get_state (self->server) == GH_SERVER_FAILED;

  gh_server_page_show_tab (self, failed ? "setup" : "tools");
}

static void
state_changed_cb (GhServerPage *self)
{
  GhServerState state = gh_server_get_state (self->server);
  const char *tab = adw_view_stack_get_visible_child_name (self->stack);

  g_assert (GH_IS_SERVER_PAGE (self));

  update (self);
  if (state == GH_SERVER_FAILED && self->state != state && g_strcmp0 (tab, "tools") == 0)
    {
      gh_server_page_show_tab (self, "setup");
      self->led_away = TRUE;
    }
  /* What the person was doing is there again. */
  if (state == GH_SERVER_RUNNING && self->led_away)
    {
      if (g_strcmp0 (tab, "setup") == 0)
        gh_server_page_show_tab (self, "tools");
      self->led_away = FALSE;
    }
  self->state = state;
}

static void
narrow_changed_cb (GhServerPage *self)
{
  g_assert (GH_IS_SERVER_PAGE (self));

  adw_view_switcher_set_policy (self->switcher, gh_width_bin_get_narrow (self->width)
                                                ? ADW_VIEW_SWITCHER_POLICY_NARROW
                                                : ADW_VIEW_SWITCHER_POLICY_WIDE);
}

static void
present_dialog (GhServerPage *self,
                GtkWidget    *dialog)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  gh_ui_present_above (GTK_WINDOW (dialog), GTK_WINDOW (root));
}

static void
review_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  GhServerPage *self = GH_SERVER_PAGE (widget);

  present_dialog (self, gh_add_server_dialog_new_review (self->host, self->server));
}

static void
start_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  GhServerPage *self = GH_SERVER_PAGE (widget);

  if (gh_server_get_consented (self->server))
    gh_server_start (self->server);
  else
    review_action (widget, name, parameter);
}

static void
stop_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  gh_server_stop_async (GH_SERVER_PAGE (widget)->server, NULL, NULL);
}

static void
restart_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  gh_server_restart (GH_SERVER_PAGE (widget)->server);
}

static void
edit_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  GhServerPage *self = GH_SERVER_PAGE (widget);

  present_dialog (self, gh_add_server_dialog_new_edit (self->host, self->server));
}

static void
remove_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  GhServerPage *self = GH_SERVER_PAGE (widget);
  GhWindow *window = gh_window_of (widget);

  /* The window offers to undo it. */
  if (window != NULL)
    gh_window_remove_server (window, self->server);
}

static void
show_log_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  gh_server_page_show_tab (GH_SERVER_PAGE (widget), "log");
}

static void
show_setup_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  gh_server_page_show_tab (GH_SERVER_PAGE (widget), "setup");
}

static void
gh_server_page_constructed (GObject *object)
{
  GhServerPage *self = GH_SERVER_PAGE (object);

  G_OBJECT_CLASS (gh_server_page_parent_class)->constructed (object);

  gh_tools_page_set_server (self->tools, self->server);
  gh_activity_page_set_server (self->activity, self->server);
  gh_log_page_set_server (self->log, self->server);
  gh_server_setup_page_set_server (self->setup, self->host, self->server);
  self->state = gh_server_get_state (self->server);
  self->led_away = FALSE;
  g_signal_connect_object (self->server, "notify::state", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->server, "notify::consented", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->server, "notify::config", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  update (self);
  choose_tab (self);
}

static void
gh_server_page_finalize (GObject *object)
{
  GhServerPage *self = GH_SERVER_PAGE (object);

  g_clear_object (&self->server);
  g_clear_object (&self->host);

  G_OBJECT_CLASS (gh_server_page_parent_class)->finalize (object);
}

static void
gh_server_page_get_property (GObject    *object,
                             guint       prop_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  GhServerPage *self = GH_SERVER_PAGE (object);

  switch (prop_id)
    {
    case PROP_HOST:
      g_value_set_object (value, self->host);
      break;

    case PROP_SERVER:
      g_value_set_object (value, self->server);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_server_page_set_property (GObject      *object,
                             guint         prop_id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  GhServerPage *self = GH_SERVER_PAGE (object);

  switch (prop_id)
    {
    case PROP_HOST:
      self->host = g_value_dup_object (value);
      break;

    case PROP_SERVER:
      self->server = g_value_dup_object (value);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
gh_server_page_class_init (GhServerPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  object_class->constructed = gh_server_page_constructed;
  object_class->finalize = gh_server_page_finalize;
  object_class->get_property = gh_server_page_get_property;
  object_class->set_property = gh_server_page_set_property;

  properties[PROP_HOST] = g_param_spec_object ("host", NULL, NULL, GH_TYPE_HOST, flags);
  properties[PROP_SERVER] = g_param_spec_object ("server", NULL, NULL, GH_TYPE_SERVER, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (GH_TYPE_ACTIVITY_PAGE);
  g_type_ensure (GH_TYPE_LOG_PAGE);
  g_type_ensure (GH_TYPE_SERVER_SETUP_PAGE);
  g_type_ensure (GH_TYPE_SIDEBAR_BUTTON);
  g_type_ensure (GH_TYPE_TOOLS_PAGE);
  g_type_ensure (GH_TYPE_WIDTH_BIN);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/gatehouse/Gatehouse/gh-server-page.ui");
  gtk_widget_class_bind_template_child (widget_class, GhServerPage, title);
  gtk_widget_class_bind_template_child (widget_class, GhServerPage, start);
  gtk_widget_class_bind_template_child (widget_class, GhServerPage, stop);
  gtk_widget_class_bind_template_child (widget_class, GhServerPage, width);
  gtk_widget_class_bind_template_child (widget_class, GhServerPage, switcher);
  gtk_widget_class_bind_template_child (widget_class, GhServerPage, consent_bar);
  gtk_widget_class_bind_template_child (widget_class, GhServerPage, consent_title);
  gtk_widget_class_bind_template_child (widget_class, GhServerPage, consent_text);
  gtk_widget_class_bind_template_child (widget_class, GhServerPage, review);
  gtk_widget_class_bind_template_child (widget_class, GhServerPage, stack);
  gtk_widget_class_bind_template_child (widget_class, GhServerPage, tools);
  gtk_widget_class_bind_template_child (widget_class, GhServerPage, activity);
  gtk_widget_class_bind_template_child (widget_class, GhServerPage, log);
  gtk_widget_class_bind_template_child (widget_class, GhServerPage, setup);
  gtk_widget_class_bind_template_callback (widget_class, narrow_changed_cb);

  gtk_widget_class_install_action (widget_class, "server.start", NULL, start_action);
  gtk_widget_class_install_action (widget_class, "server.stop", NULL, stop_action);
  gtk_widget_class_install_action (widget_class, "server.restart", NULL, restart_action);
  gtk_widget_class_install_action (widget_class, "server.edit", NULL, edit_action);
  gtk_widget_class_install_action (widget_class, "server.remove", NULL, remove_action);
  gtk_widget_class_install_action (widget_class, "server.review", NULL, review_action);
  gtk_widget_class_install_action (widget_class, "server.show-log", NULL, show_log_action);
  gtk_widget_class_install_action (widget_class, "server.show-setup", NULL, show_setup_action);
}

static void
gh_server_page_init (GhServerPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
gh_server_page_new (GhHost   *host,
                    GhServer *server)
{
  g_return_val_if_fail (GH_IS_HOST (host), NULL);
  g_return_val_if_fail (GH_IS_SERVER (server), NULL);

  return g_object_new (GH_TYPE_SERVER_PAGE, "host", host, "server", server, NULL);
}

GhServer *
gh_server_page_get_server (GhServerPage *self)
{
  g_return_val_if_fail (GH_IS_SERVER_PAGE (self), NULL);

  return self->server;
}

void
gh_server_page_show_tab (GhServerPage *self,
                         const char   *name)
{
  g_return_if_fail (GH_IS_SERVER_PAGE (self));
  g_return_if_fail (name != NULL);

  adw_view_stack_set_visible_child_name (self->stack, name);
}
