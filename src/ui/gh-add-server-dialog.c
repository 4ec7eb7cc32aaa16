/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Adding a server, or changing one: first how it is started, then consent to exactly that. */
#include "config.h"

#include "gh-add-server-dialog.h"

#include <glib/gi18n.h>

#include "gh-consent-view.h"
#include "gh-server-editor.h"
#include "gh-ui.h"

/* So long after the question appears, a key that was meant for the step before answers nothing. */
#define SETTLE_TIME (G_USEC_PER_SEC / 2)

typedef enum
{
  STEP_ENTER,
  STEP_CONSENT,
} Step;

struct _GhAddServerDialog
{
  AdwWindow parent_instance;

  /* owned */
  GhHost *host;
  GhServer *server;       /* NULL: a new one */
  GhServerConfig *config; /* what consent is asked for; or NULL */
  gint64 asked;           /* monotonic */
  Step step;

  /* template */
  GtkStack *stack;
  GhServerEditor *editor;
  GhConsentView *consent;
  GtkWidget *summary_box;
  GtkLabel *summary;
  GtkWidget *cancel;
  GtkWidget *next;
  GtkWidget *agree;
  GtkWidget *agree_and_start;
};

G_DEFINE_FINAL_TYPE (GhAddServerDialog, gh_add_server_dialog, ADW_TYPE_WINDOW)

enum
{
  DONE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static gboolean
is_alive (GhAddServerDialog *self)
{
  GhServerState state = self->server != NULL ? gh_server_get_state (self->server)
    : GH_SERVER_STOPPED;

  return state == GH_SERVER_STARTING || state == GH_SERVER_RUNNING;
}

/* A change that the person already agreed to: the name, when it starts, a variable's value. */
static gboolean
is_agreed (GhAddServerDialog *self,
           GhServerConfig    *config)
{
  if (self->server == NULL || !gh_server_get_consented (self->server))
    return FALSE;
  return g_str_equal (gh_server_config_get_fingerprint (config),
                      gh_server_config_get_fingerprint (gh_server_get_config (self->server)));
}

static GhServerConfig *
dup_entered (GhAddServerDialog *self,
             gboolean           show_problems)
{
  gboolean autostart = self->server != NULL &&
                       gh_server_config_get_autostart (gh_server_get_config (self->server));

  /* What was switched while consent was asked for is not forgotten on the way back. */
  if (self->config != NULL)
    autostart = gh_consent_view_get_autostart (self->consent);
  return gh_server_editor_dup_config (self->editor, autostart, show_problems);
}

static void
update_next (GhAddServerDialog *self)
{
  g_autoptr(GhServerConfig) config = dup_entered (self, FALSE);
  gboolean agreed = config != NULL && is_agreed (self, config);

  gtk_button_set_label (GTK_BUTTON (self->next), agreed ? _("_Save") : _("C_ontinue"));
}

static void
set_step (GhAddServerDialog *self,
          Step               step)
{
  gboolean asking = step == STEP_CONSENT;

  self->step = step;
  gtk_widget_set_visible (self->summary_box, asking);
  gtk_widget_set_visible (self->next, !asking);
  gtk_widget_set_visible (self->agree, asking && !is_alive (self));
  gtk_widget_set_visible (self->agree_and_start, asking);
  gtk_stack_set_visible_child_name (self->stack, asking ? "consent" : "enter");
  if (asking)
    {
      g_autofree char *summary = gh_consent_view_dup_summary (self->consent);

      gtk_label_set_text (self->summary, summary);
      self->asked = g_get_monotonic_time ();
      /* No default: the person presses the button that is meant. */
      gtk_window_set_default_widget (GTK_WINDOW (self), NULL);
      gh_ui_focus_when_shown (GTK_WINDOW (self), self->cancel);
    }
  else
    {
      gtk_window_set_default_widget (GTK_WINDOW (self), self->next);
      gh_ui_focus_when_shown (GTK_WINDOW (self), GTK_WIDGET (self->editor));
      update_next (self);
    }
}

static void
finish (GhAddServerDialog *self,
        GhServerConfig    *config,
        gboolean           start)
{
  GhServerList *servers = gh_host_get_servers (self->host);
  g_autoptr(GhServer) server = NULL;

  if (self->server == NULL)
    server = g_object_ref (gh_server_list_add (servers, config, TRUE));
  else
    {
      server = g_object_ref (self->server);
      gh_server_list_replace (servers, server, config, TRUE);
    }
  if (start)
    gh_server_start (server);
  g_signal_emit (self, signals[DONE], 0, server);
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
ask (GhAddServerDialog *self,
     GhServerConfig    *config)
{
  g_set_object (&self->config, config);
  gh_consent_view_set_config (self->consent, self->host,
                              self->server != NULL ? gh_server_get_id (self->server) : "", config);
  set_step (self, STEP_CONSENT);
}

static void
next_cb (GhAddServerDialog *self)
{
  g_autoptr(GhServerConfig) config = NULL;

  g_assert (GH_IS_ADD_SERVER_DIALOG (self));

  if (self->step != STEP_ENTER)
    return;
  config = dup_entered (self, TRUE);
  if (config == NULL)
    return;
  if (is_agreed (self, config))
    finish (self, config, FALSE);
  else
    ask (self, config);
}

static void
answer (GhAddServerDialog *self,
        gboolean           start)
{
  g_autoptr(GhServerConfig) config = NULL;

  if (g_get_monotonic_time () - self->asked < SETTLE_TIME)
    return;
  config = gh_server_config_copy (self->config, NULL,
                                  gh_consent_view_get_autostart (self->consent));
  finish (self, config, start);
}

static void
agree_cb (GhAddServerDialog *self)
{
  g_assert (GH_IS_ADD_SERVER_DIALOG (self));

  answer (self, FALSE);
}

static void
agree_and_start_cb (GhAddServerDialog *self)
{
  g_assert (GH_IS_ADD_SERVER_DIALOG (self));

  answer (self, TRUE);
}

static void
cancel_cb (GhAddServerDialog *self)
{
  g_assert (GH_IS_ADD_SERVER_DIALOG (self));

  /* A second Return from the fields must not throw away what was entered in them. */
  if (self->step == STEP_CONSENT && g_get_monotonic_time () - self->asked < SETTLE_TIME)
    return;
  gtk_window_close (GTK_WINDOW (self));
}

static void
edit_cb (GhAddServerDialog *self)
{
  g_assert (GH_IS_ADD_SERVER_DIALOG (self));

  set_step (self, STEP_ENTER);
}

static void
editor_changed_cb (GhAddServerDialog *self)
{
  g_assert (GH_IS_ADD_SERVER_DIALOG (self));

  update_next (self);
}

static void
set_labels (GhAddServerDialog *self)
{
  if (self->server == NULL)
    {
      gtk_button_set_label (GTK_BUTTON (self->agree), _("_Add Without Starting"));
      gtk_button_set_label (GTK_BUTTON (self->agree_and_start), _("Add and _Start"));
      return;
    }
  gtk_button_set_label (GTK_BUTTON (self->agree), _("_Agree Without Starting"));
  gtk_button_set_label (GTK_BUTTON (self->agree_and_start),
                        is_alive (self) ? _("Agree and Re_start") : _("Agree and _Start"));
}

static void
gh_add_server_dialog_finalize (GObject *object)
{
  GhAddServerDialog *self = GH_ADD_SERVER_DIALOG (object);

  g_clear_object (&self->config);
  g_clear_object (&self->server);
  g_clear_object (&self->host);

  G_OBJECT_CLASS (gh_add_server_dialog_parent_class)->finalize (object);
}

static void
gh_add_server_dialog_class_init (GhAddServerDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->finalize = gh_add_server_dialog_finalize;

  signals[DONE] = g_signal_new ("done", GH_TYPE_ADD_SERVER_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL,
                                G_TYPE_NONE, 1, GH_TYPE_SERVER);

  g_type_ensure (GH_TYPE_CONSENT_VIEW);
  g_type_ensure (GH_TYPE_SERVER_EDITOR);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_DIALOG);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-add-server-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, GhAddServerDialog, stack);
  gtk_widget_class_bind_template_child (widget_class, GhAddServerDialog, editor);
  gtk_widget_class_bind_template_child (widget_class, GhAddServerDialog, consent);
  gtk_widget_class_bind_template_child (widget_class, GhAddServerDialog, summary_box);
  gtk_widget_class_bind_template_child (widget_class, GhAddServerDialog, summary);
  gtk_widget_class_bind_template_child (widget_class, GhAddServerDialog, cancel);
  gtk_widget_class_bind_template_child (widget_class, GhAddServerDialog, next);
  gtk_widget_class_bind_template_child (widget_class, GhAddServerDialog, agree);
  gtk_widget_class_bind_template_child (widget_class, GhAddServerDialog, agree_and_start);
  gtk_widget_class_bind_template_callback (widget_class, agree_cb);
  gtk_widget_class_bind_template_callback (widget_class, agree_and_start_cb);
  gtk_widget_class_bind_template_callback (widget_class, cancel_cb);
  gtk_widget_class_bind_template_callback (widget_class, edit_cb);
  gtk_widget_class_bind_template_callback (widget_class, editor_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, next_cb);
}

static void
gh_add_server_dialog_init (GhAddServerDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static GhAddServerDialog *
dialog_new (GhHost   *host,
            GhServer *server)
{
  GhAddServerDialog *self = g_object_new (GH_TYPE_ADD_SERVER_DIALOG, NULL);

  self->host = g_object_ref (host);
  self->server = server != NULL ? g_object_ref (server) : NULL;
  set_labels (self);
  return self;
}

GtkWidget *
gh_add_server_dialog_new (GhHost *host)
{
  GhAddServerDialog *self;

  g_return_val_if_fail (GH_IS_HOST (host), NULL);

  self = dialog_new (host, NULL);
  set_step (self, STEP_ENTER);
  return GTK_WIDGET (self);
}

GtkWidget *
gh_add_server_dialog_new_edit (GhHost   *host,
                               GhServer *server)
{
  GhAddServerDialog *self;

  g_return_val_if_fail (GH_IS_HOST (host), NULL);
  g_return_val_if_fail (GH_IS_SERVER (server), NULL);

  self = dialog_new (host, server);
  gtk_window_set_title (GTK_WINDOW (self), _("Edit Server"));
  gh_server_editor_set_config (self->editor, gh_server_get_config (server));
  set_step (self, STEP_ENTER);
  return GTK_WIDGET (self);
}

GtkWidget *
gh_add_server_dialog_new_review (GhHost   *host,
                                 GhServer *server)
{
  GhAddServerDialog *self;
  GhServerConfig *config;

  g_return_val_if_fail (GH_IS_HOST (host), NULL);
  g_return_val_if_fail (GH_IS_SERVER (server), NULL);

  self = dialog_new (host, server);
  config = gh_server_get_config (server);
  gtk_window_set_title (GTK_WINDOW (self),
                        gh_server_config_get_kind (config) == GH_SERVER_KIND_STDIO
                        ? _("Review Command") : _("Review Address"));
  gh_server_editor_set_config (self->editor, config);
  ask (self, config);
  return GTK_WIDGET (self);
}
