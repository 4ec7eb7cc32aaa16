/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The program: one instance, one host, one window; opening a folder makes it a root. */
#include "config.h"

#include "gh-application.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <signal.h>

#include "gh-compat-alert.h"
#include "gh-desktop-status.h"
#include "gh-notifier.h"
#include "gh-preferences-dialog.h"
#include "gh-text.h"
#include "gh-ui.h"
#include "gh-window.h"

/* Ending a stubborn server takes the host a few seconds (it asks, then kills); what hangs longer
 * than this must not keep the process. */
#define CLOSE_TIMEOUT_SECONDS 15

typedef enum
{
  STATE_IDLE,    /* before startup, and after the end */
  STATE_LOADING,
  STATE_RUNNING,
  STATE_CLOSING,
} State;

struct _GhApplication
{
  AdwApplication  parent_instance;

  GhHost         *host;
  GListStore     *pending_files; /* opened before the host had loaded; of GFile */
  GhNotifier     *notifier;      /* with the window, or NULL */
  GhDesktopStatus *status;       /* the same */
  GSettings      *settings;      /* or NULL: not installed */
  guint           notifier_idle; /* makes it once the window has been drawn */
  GhWindow       *window;        /* borrowed: the application's list of windows owns it; or NULL */
  guint           close_timeout;
  guint           signal_sources[3];
  State           state;
  gboolean        reopen;        /* started again while closing */
  gboolean        asking;        /* what closing the window means */
};

G_DEFINE_TYPE (GhApplication, gh_application, ADW_TYPE_APPLICATION)

static void
set_high_contrast (gpointer window,
                   gboolean high_contrast)
{
  if (high_contrast)
    gtk_widget_add_css_class (window, "gh-hc");
  else
    gtk_widget_remove_css_class (window, "gh-hc");
}

/* Every window, also dialogs: style.css would undo the platform's contrast for dimmed text. */
static void
update_high_contrast (GhApplication *self)
{
  gboolean high_contrast = adw_style_manager_get_high_contrast (adw_style_manager_get_default ());
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (toplevels, i);

      set_high_contrast (window, high_contrast);
    }
}

static void
toplevels_changed_cb (GListModel    *toplevels,
                      guint          position,
                      guint          removed,
                      guint          added,
                      GhApplication *self)
{
  g_assert (GH_IS_APPLICATION (self));

  update_high_contrast (self);
}

/* The window, and the dialogs above it. */
static void
hide_windows (GhApplication *self)
{
  g_autoptr(GList) windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (self)));

  for (GList *l = windows; l != NULL; l = l->next)
    gtk_widget_set_visible (l->data, FALSE);
}

static gboolean
notifier_idle_cb (gpointer user_data)
{
  GhApplication *self = GH_APPLICATION (user_data);

  self->notifier_idle = 0;
  if (self->window == NULL)
    return G_SOURCE_REMOVE;
  self->notifier = gh_notifier_new (GTK_APPLICATION (self), gh_host_get_requests (self->host),
                                    gh_window_get_review (self->window));
  self->status = gh_desktop_status_new (GTK_APPLICATION (self), self->host);
  return G_SOURCE_REMOVE;
}

/* --- closing the window --- */

/* The window stays, hidden: the application lives as long as it has one, and who decides about
 * requests lives in it. What comes is told by notifications, until the window is there again. */
static void
enter_background (GhApplication *self)
{
  gh_review_desk_set_quiet (gh_window_get_review (self->window), TRUE);
  hide_windows (self);
  if (self->status != NULL)
    gh_desktop_status_set_background (self->status, TRUE);
}

static void
leave_background (GhApplication *self)
{
  gh_review_desk_set_quiet (gh_window_get_review (self->window), FALSE);
  if (self->status != NULL)
    gh_desktop_status_set_background (self->status, FALSE);
}

static void
closing_answered_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data)
{
  g_autoptr(GhApplication) self = user_data;
  g_autofree char *answer = gh_compat_alert_choose_finish (GTK_WINDOW (source), result);

  self->asking = FALSE;
  if (self->state == STATE_CLOSING || self->window == NULL || g_strcmp0 (answer, "cancel") == 0)
    return;
  /* Once: the preferences can change it. */
  if (self->settings != NULL)
    g_settings_set_string (self->settings, "when-closed", answer);
  if (g_strcmp0 (answer, "keep") == 0)
    enter_background (self);
  else
    gh_application_quit (self);
}

static void
ask_closing (GhApplication *self)
{
  const GhCompatAlertResponse responses[] = {
    { "cancel", _("_Cancel"), GH_COMPAT_ALERT_PLAIN },
    { "quit", _("_Stop Them and Quit"), GH_COMPAT_ALERT_PLAIN },
    { "keep", _("_Keep Running"), GH_COMPAT_ALERT_SUGGESTED },
  };

  if (self->asking)
    return;
  self->asking = TRUE;
  gh_compat_alert_choose_async (GTK_WINDOW (self->window), _("Keep servers running?"),
                                _("Without a window, Gatehouse can go on in the background. What "
                                  "servers ask of you then comes as a notification, and nothing is "
                                  "sent that you have not allowed. Preferences can change your "
                                  "choice."),
                                responses, G_N_ELEMENTS (responses), NULL, closing_answered_cb,
                                g_object_ref (self));
}

static gboolean
close_requested_cb (GhApplication *self)
{
  g_autofree char *choice = NULL;

  g_assert (GH_IS_APPLICATION (self));

  if (self->settings != NULL)
    choice = g_settings_get_string (self->settings, "when-closed");
  if (self->state == STATE_CLOSING || self->host == NULL
      || gh_text_count_running (gh_host_get_servers (self->host)) == 0
      || g_strcmp0 (choice, "quit") == 0)
    gh_application_quit (self);
  else if (g_strcmp0 (choice, "keep") == 0)
    enter_background (self);
  else
    ask_closing (self);
  return TRUE;
}

static void
present_window (GhApplication *self)
{
  if (self->window == NULL)
    {
      self->window = gh_window_new (GTK_APPLICATION (self), self->host);
      g_object_add_weak_pointer (G_OBJECT (self->window), (gpointer *) &self->window);
      g_signal_connect_object (self->window, "close-request",
                               G_CALLBACK (close_requested_cb), self, G_CONNECT_SWAPPED);
      self->notifier_idle = g_idle_add_full (G_PRIORITY_LOW, notifier_idle_cb, self, NULL);
      if (self->state == STATE_RUNNING)
        gh_window_set_loaded (self->window);
    }
  gtk_window_present (GTK_WINDOW (self->window));
  leave_background (self);
}

static void
add_pending_files (GhApplication *self)
{
  g_autoptr(GListStore) files = g_steal_pointer (&self->pending_files);

  self->pending_files = g_list_store_new (G_TYPE_FILE);
  if (g_list_model_get_n_items (G_LIST_MODEL (files)) > 0 && self->window != NULL)
    gh_window_add_files (self->window, G_LIST_MODEL (files));
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GhApplication) self = user_data;
  g_autoptr(GError) error = NULL;

  /* What is wrong with a file is among the host's problems, which the window shows. */
  if (!gh_host_load_finish (GH_HOST (source), result, &error)
      && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_warning ("Loading: %s", error->message);
  if (self->state != STATE_LOADING || source != (GObject *) self->host)
    return;

  self->state = STATE_RUNNING;
  if (self->window != NULL)
    gh_window_set_loaded (self->window);
  add_pending_files (self);
}

static void
bind_history (GhApplication *self)
{
  GhHistory *history = gh_host_get_history (self->host);
  g_autoptr(GSettings) settings = gh_ui_dup_settings ();

  if (settings == NULL)
    return;
  g_settings_bind (settings, "history-keep", history, "keep", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "history-days", history, "days", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "history-most", history, "most", G_SETTINGS_BIND_DEFAULT);
}

static void
start_host (GhApplication *self)
{
  g_autofree char *config_dir = g_build_filename (g_get_user_config_dir (), "gatehouse", NULL);
  g_autofree char *data_dir = g_build_filename (g_get_user_data_dir (), "gatehouse", NULL);

  g_assert (self->host == NULL);
  self->state = STATE_LOADING;
  self->host = gh_host_new (config_dir, data_dir);
  bind_history (self);
  gh_host_load_async (self->host, NULL, loaded_cb, g_object_ref (self));
}

/* The last step of quitting: the host has closed, or took too long. */
static void
finish_closing (GhApplication *self)
{
  gboolean reopen = self->reopen;

  if (self->state != STATE_CLOSING)
    return;
  self->state = STATE_IDLE;
  self->reopen = FALSE;
  g_clear_handle_id (&self->close_timeout, g_source_remove);
  g_clear_handle_id (&self->notifier_idle, g_source_remove);
  g_clear_object (&self->notifier);
  g_clear_object (&self->status);
  if (self->window != NULL)
    gtk_window_destroy (GTK_WINDOW (self->window));
  g_clear_object (&self->host);

  if (reopen)
    {
      start_host (self);
      present_window (self);
    }
  else
    {
      g_application_quit (G_APPLICATION (self));
    }
  g_application_release (G_APPLICATION (self));
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(GhApplication) self = user_data;
  g_autoptr(GError) error = NULL;

  if (!gh_host_close_finish (GH_HOST (source), result, &error))
    g_warning ("Closing: %s", error->message);
  if (source == (GObject *) self->host)
    finish_closing (self);
}

static gboolean
close_timeout_cb (gpointer user_data)
{
  GhApplication *self = user_data;

  g_warning ("Closing took longer than %d seconds", CLOSE_TIMEOUT_SECONDS);
  self->close_timeout = 0;
  finish_closing (self);
  return G_SOURCE_REMOVE;
}

static gboolean
signal_cb (gpointer user_data)
{
  gh_application_quit (user_data);
  return G_SOURCE_CONTINUE;
}

static void
quit_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  gh_application_quit (user_data);
}

static void
about_cb (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  GhApplication *self = user_data;

  gtk_show_about_dialog (GTK_WINDOW (self->window),
                         "program-name", _("Gatehouse"),
                         "logo-icon-name", GH_APP_ID,
                         "version", GH_VERSION,
                         "comments", _("Run Model Context Protocol servers on your own terms"),
                         "license-type", GTK_LICENSE_GPL_3_0,
                         "copyright", "© 2026 The Gatehouse developers",
                         /* Translators: put your name and address here, to be shown in About. */
                         "translator-credits", _("translator-credits"),
                         NULL);
}

/* The one that has, or had, the keyboard. The application counts hidden ones, too. */
static GtkWindow *
get_active_window (GhApplication *self)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    if (gtk_widget_get_visible (l->data))
      return l->data;
  return GTK_WINDOW (self->window);
}

static void
preferences_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  GhApplication *self = user_data;
  GtkWindow *active;
  GtkWidget *dialog;

  if (self->window == NULL)
    return;
  active = get_active_window (self);
  /* They may be open already, below a dialog of their own. */
  for (GtkWindow *window = active; window != NULL; window = gtk_window_get_transient_for (window))
    if (GH_IS_PREFERENCES_DIALOG (window))
      return;
  /* Above what has the keyboard, which may be the review dialog. */
  dialog = gh_preferences_dialog_new (active, gh_host_get_models (self->host),
                                      gh_host_get_secrets (self->host));
  gh_preferences_dialog_set_servers (GH_PREFERENCES_DIALOG (dialog),
                                     G_LIST_MODEL (gh_host_get_servers (self->host)));
  gh_preferences_dialog_set_masking (GH_PREFERENCES_DIALOG (dialog),
                                     gh_host_get_masking (self->host));
  gh_preferences_dialog_set_history (GH_PREFERENCES_DIALOG (dialog),
                                     gh_host_get_history (self->host));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
shortcuts_cb (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  GhApplication *self = user_data;

  if (self->window != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self->window), "win.show-help-overlay", NULL);
}

static void
add_accels (GhApplication *self)
{
  static const struct
  {
    const char *action;
    const char *accels[3];
  } table[] = {
    { "app.quit", { "<Control>q" } },
    { "app.preferences", { "<Control>comma" } },
    { "app.shortcuts", { "<Control>question", "<Control>F1" } },
    { "window.close", { "<Control>w" } },
    { "win.add-root", { "<Control>o" } },
    { "win.add-server", { "<Control>n" } },
    { "win.show-sidebar", { "F9" } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (table); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), table[i].action,
                                           table[i].accels);
}

static void
gh_application_startup (GApplication *application)
{
  static const GActionEntry entries[] = {
    { "about", about_cb },
    { "preferences", preferences_cb },
    { "quit", quit_cb },
  };
  static const GActionEntry shortcuts[] = {
    { "shortcuts", shortcuts_cb },
  };
  static const int signals[] = { SIGTERM, SIGINT, SIGHUP };
  GhApplication *self = GH_APPLICATION (application);

  /* Resources come first: libadwaita looks for style.css and icons while it starts. */
  gh_ui_init ();
  G_APPLICATION_CLASS (gh_application_parent_class)->startup (application);

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  /* Newer libadwaita has this action by itself. */
  if (g_action_map_lookup_action (G_ACTION_MAP (self), "shortcuts") == NULL)
    g_action_map_add_action_entries (G_ACTION_MAP (self), shortcuts, G_N_ELEMENTS (shortcuts),
                                     self);
  add_accels (self);
  self->settings = gh_ui_dup_settings ();

  /* Servers must not outlive us because a session or a terminal ended. */
  for (gsize i = 0; i < G_N_ELEMENTS (signals); i++)
    self->signal_sources[i] = g_unix_signal_add (signals[i], signal_cb, self);

  g_signal_connect_object (gtk_window_get_toplevels (), "items-changed",
                           G_CALLBACK (toplevels_changed_cb), self, 0);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::high-contrast",
                           G_CALLBACK (update_high_contrast), self, G_CONNECT_SWAPPED);
  if (g_str_equal (G_OBJECT_TYPE_NAME (gdk_display_get_default ()), "GdkBroadwayDisplay"))
    gh_ui_return_keyboard ();
}

static void
gh_application_activate (GApplication *application)
{
  GhApplication *self = GH_APPLICATION (application);

  if (self->state == STATE_CLOSING)
    {
      self->reopen = TRUE;
      return;
    }
  /* Not before there is a window: what servers are told that they may ask depends on who is there
   * to decide, and a service may be started a while before it is activated. */
  if (self->host == NULL)
    start_host (self);
  present_window (self);
}

static void
gh_application_open (GApplication  *application,
                     GFile        **files,
                     int            n_files,
                     const char    *hint)
{
  GhApplication *self = GH_APPLICATION (application);

  for (int i = 0; i < n_files; i++)
    g_list_store_append (self->pending_files, files[i]);
  gh_application_activate (application);
  if (self->state == STATE_RUNNING)
    add_pending_files (self);
}

static int
gh_application_handle_local_options (GApplication *application,
                                     GVariantDict *options)
{
  if (g_variant_dict_contains (options, "version"))
    {
      g_print ("%s %s\n", "Gatehouse", GH_VERSION);
      return 0;
    }
  return -1;
}

static void
gh_application_shutdown (GApplication *application)
{
  GhApplication *self = GH_APPLICATION (application);

  for (gsize i = 0; i < G_N_ELEMENTS (self->signal_sources); i++)
    g_clear_handle_id (&self->signal_sources[i], g_source_remove);
  g_clear_handle_id (&self->close_timeout, g_source_remove);

  G_APPLICATION_CLASS (gh_application_parent_class)->shutdown (application);
}

static void
gh_application_dispose (GObject *object)
{
  GhApplication *self = GH_APPLICATION (object);

  g_clear_handle_id (&self->notifier_idle, g_source_remove);
  g_clear_object (&self->notifier);
  g_clear_object (&self->status);
  g_clear_object (&self->settings);
  g_clear_weak_pointer (&self->window);
  g_clear_object (&self->host);
  g_clear_object (&self->pending_files);

  G_OBJECT_CLASS (gh_application_parent_class)->dispose (object);
}

static void
gh_application_class_init (GhApplicationClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  object_class->dispose = gh_application_dispose;
  application_class->startup = gh_application_startup;
  application_class->activate = gh_application_activate;
  application_class->open = gh_application_open;
  application_class->handle_local_options = gh_application_handle_local_options;
  application_class->shutdown = gh_application_shutdown;
}

static void
gh_application_init (GhApplication *self)
{
  static const GOptionEntry options[] = {
    { "version", 'v', 0, G_OPTION_ARG_NONE, NULL, N_("Print the version and leave"), NULL },
    { NULL },
  };

  self->pending_files = g_list_store_new (G_TYPE_FILE);
  g_application_add_main_option_entries (G_APPLICATION (self), options);
  /* Translators: shown by gatehouse --help, after "Usage: gatehouse [OPTION…]". */
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _("[FOLDER…]"));
  g_application_set_option_context_summary (G_APPLICATION (self),
                                            _("Opens the window; every FOLDER becomes a root."));
}

GhApplication *
gh_application_new (void)
{
  return g_object_new (GH_TYPE_APPLICATION,
                       "application-id", GH_APP_ID,
                       "flags", G_APPLICATION_HANDLES_OPEN,
                       "resource-base-path", "/io/github/gatehouse/Gatehouse",
                       NULL);
}

GhHost *
gh_application_get_host (GhApplication *self)
{
  g_return_val_if_fail (GH_IS_APPLICATION (self), NULL);

  return self->host;
}

void
gh_application_quit (GhApplication *self)
{
  g_return_if_fail (GH_IS_APPLICATION (self));

  if (self->state == STATE_CLOSING)
    {
      self->reopen = FALSE;
      return;
    }
  if (self->host == NULL)
    {
      g_application_quit (G_APPLICATION (self));
      return;
    }

  self->state = STATE_CLOSING;
  g_application_hold (G_APPLICATION (self));
  hide_windows (self);
  self->close_timeout = g_timeout_add_seconds (CLOSE_TIMEOUT_SECONDS, close_timeout_cb, self);
  gh_host_close_async (self->host, closed_cb, g_object_ref (self));
}
