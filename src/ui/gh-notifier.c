/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Tells through the desktop that a server waits, when nobody looks at Gatehouse. */
#include "config.h"

#include "gh-notifier.h"

#include <glib/gi18n.h>

#include "gh-review-words.h"
#include "gh-ui.h"

/* A server that asks a hundred times is one nuisance, not a hundred. */
#define MOST_NOTIFICATIONS 5

struct _GhNotifier
{
  GObject           parent_instance;

  /* Owned */
  GhRequestBroker *broker;
  GHashTable       *shown; /* GhRequest (owned) -> the notification's id */

  /* Borrowed, weak */
  GtkApplication   *application;
  GhReviewDesk     *desk;
};

G_DEFINE_FINAL_TYPE (GhNotifier, gh_notifier, G_TYPE_OBJECT)

/* It may be read over a shoulder or on a locked screen: nothing of what the server says. */
static const char *
get_body (GhRequest *request)
{
  if (!GH_IS_ELICITATION_REQUEST (request))
    return _("It wants to use your AI model. Nothing has been sent yet.");
  if (gh_elicitation_request_get_mode (GH_ELICITATION_REQUEST (request)) == GH_ELICITATION_FORM)
    return _("It asks you something. Nothing has been sent yet.");
  return _("It wants you to visit a web page. Nothing has been opened yet.");
}

GNotification *
gh_notifier_create (GhRequest *request)
{
  g_autofree char *server = NULL;
  g_autofree char *title = NULL;
  GNotification *notification;
  guint serial;

  g_return_val_if_fail (GH_IS_REQUEST (request), NULL);

  serial = gh_request_get_serial (request);
  server = gh_words_name (gh_request_get_server_name (request));
  /* Translators: title of a desktop notification; a server's name is filled in. */
  title = g_strdup_printf (_("%s is waiting"), server);
  notification = g_notification_new (title);
  g_notification_set_body (notification, get_body (request));
  g_notification_set_priority (notification, G_NOTIFICATION_PRIORITY_HIGH);
  g_notification_set_default_action_and_target (notification, "app.review", "u", serial);
  g_notification_add_button_with_target (notification, _("Review"), "app.review", "u", serial);
  g_notification_add_button_with_target (notification,
                                         GH_IS_ELICITATION_REQUEST (request) ? _("Decline")
                                                                             : _("Deny"),
                                         "app.deny", "u", serial);
  return notification;
}

static void
withdraw (GhNotifier *self,
          GhRequest  *request)
{
  const char *id = g_hash_table_lookup (self->shown, request);

  if (id == NULL)
    return;
  if (self->application != NULL)
    g_application_withdraw_notification (G_APPLICATION (self->application), id);
  g_hash_table_remove (self->shown, request);
}

static void
withdraw_all (GhNotifier *self)
{
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, self->shown);
  while (g_hash_table_iter_next (&iter, NULL, &id))
    {
      if (self->application != NULL)
        g_application_withdraw_notification (G_APPLICATION (self->application), id);
      g_hash_table_iter_remove (&iter);
    }
}

static void
notify (GhNotifier *self,
        GhRequest  *request)
{
  g_autoptr(GNotification) notification = NULL;
  char *id;

  if (self->application == NULL || g_hash_table_contains (self->shown, request) ||
      g_hash_table_size (self->shown) >= MOST_NOTIFICATIONS)
    return;
  id = g_strdup_printf ("request-%u", gh_request_get_serial (request));
  notification = gh_notifier_create (request);
  g_hash_table_insert (self->shown, g_object_ref (request), id);
  g_application_send_notification (G_APPLICATION (self->application), id, notification);
}

static void
asked_cb (GhNotifier *self,
          GhRequest  *request)
{
  g_assert (GH_IS_NOTIFIER (self));

  if (!gh_ui_is_active ())
    notify (self, request);
}

static void
finished_cb (GhNotifier *self,
             GhRequest  *request)
{
  g_assert (GH_IS_NOTIFIER (self));

  withdraw (self, request);
}

/* Who looks at Gatehouse has seen the dialog. */
static void
active_window_cb (GhNotifier *self)
{
  g_assert (GH_IS_NOTIFIER (self));

  if (gh_ui_is_active ())
    withdraw_all (self);
}

static void
review_cb (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       user_data)
{
  GhNotifier *self = user_data;
  GhRequest *request = gh_request_broker_find (self->broker,
                                               g_variant_get_uint32 (parameter));

  if (self->application != NULL)
    g_application_activate (G_APPLICATION (self->application));
  if (request == NULL)
    return;
  withdraw (self, request);
  gh_request_broker_show (self->broker, request);
  if (self->desk != NULL)
    gh_review_desk_raise (self->desk);
}

static void
deny_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  GhNotifier *self = user_data;
  GhRequest *request = gh_request_broker_find (self->broker,
                                               g_variant_get_uint32 (parameter));

  if (request != NULL)
    gh_request_deny (request, NULL);
}

static void
gh_notifier_dispose (GObject *object)
{
  GhNotifier *self = GH_NOTIFIER (object);

  withdraw_all (self);
  if (self->application != NULL)
    {
      g_action_map_remove_action (G_ACTION_MAP (self->application), "review");
      g_action_map_remove_action (G_ACTION_MAP (self->application), "deny");
    }
  g_clear_weak_pointer (&self->application);
  g_clear_weak_pointer (&self->desk);
  g_clear_object (&self->broker);
  G_OBJECT_CLASS (gh_notifier_parent_class)->dispose (object);
}

static void
gh_notifier_finalize (GObject *object)
{
  GhNotifier *self = GH_NOTIFIER (object);

  g_clear_pointer (&self->shown, g_hash_table_unref);
  G_OBJECT_CLASS (gh_notifier_parent_class)->finalize (object);
}

static void
gh_notifier_class_init (GhNotifierClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gh_notifier_dispose;
  G_OBJECT_CLASS (klass)->finalize = gh_notifier_finalize;
}

static void
gh_notifier_init (GhNotifier *self)
{
  self->shown = g_hash_table_new_full (NULL, NULL, g_object_unref, g_free);
}

GhNotifier *
gh_notifier_new (GtkApplication  *application,
                 GhRequestBroker *broker,
                 GhReviewDesk    *desk)
{
  static const GActionEntry entries[] = {
    { "review", review_cb, "u" },
    { "deny", deny_cb, "u" },
  };
  GhNotifier *self;

  g_return_val_if_fail (GTK_IS_APPLICATION (application), NULL);
  g_return_val_if_fail (GH_IS_REQUEST_BROKER (broker), NULL);
  g_return_val_if_fail (GH_IS_REVIEW_DESK (desk), NULL);

  self = g_object_new (GH_TYPE_NOTIFIER, NULL);
  g_set_weak_pointer (&self->application, application);
  g_set_weak_pointer (&self->desk, desk);
  self->broker = g_object_ref (broker);
  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries),
                                   self);
  g_signal_connect_object (broker, "asked", G_CALLBACK (asked_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (broker, "finished", G_CALLBACK (finished_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (application, "notify::active-window",
                           G_CALLBACK (active_window_cb), self, G_CONNECT_SWAPPED);
  return self;
}

const char *
gh_notifier_get_id (GhNotifier *self,
                    GhRequest  *request)
{
  g_return_val_if_fail (GH_IS_NOTIFIER (self), NULL);

  return g_hash_table_lookup (self->shown, request);
}
