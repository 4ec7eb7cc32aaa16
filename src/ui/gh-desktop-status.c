/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the desktop shows of us besides windows and notifications: how many requests wait, on the
 * launcher's icon, and what goes on while there is no window. */
#include "config.h"

#include "gh-desktop-status.h"

#include <glib/gi18n.h>

#include "gh-text.h"

/* The launcher's interface, as Unity made it; docks of GNOME and KDE read it, too. */
#define LAUNCHER_INTERFACE "com.canonical.Unity.LauncherEntry"
#define LAUNCHER_PATH "/io/github/gatehouse/Gatehouse/launcher"
#define LAUNCHER_URI "application://" GH_APP_ID ".desktop"

#define PORTAL_NAME "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define PORTAL_INTERFACE "org.freedesktop.portal.Background"
/* The portal takes no longer text, in characters. */
#define MAX_STATUS 96

#define NOTIFICATION "background"

struct _GhDesktopStatus
{
  GObject         parent_instance;

  /* Owned */
  GhHost         *host;
  char           *told;        /* to the portal; NULL: nothing */

  GtkApplication *application; /* borrowed, weak */
  guint           count;       /* told to the launcher */
  gboolean        background;
};

G_DEFINE_FINAL_TYPE (GhDesktopStatus, gh_desktop_status, G_TYPE_OBJECT)

static GDBusConnection *
get_bus (GhDesktopStatus *self)
{
  return self->application != NULL
           ? g_application_get_dbus_connection (G_APPLICATION (self->application)) : NULL;
}

static void
tell_count (GhDesktopStatus *self,
            guint            count)
{
  GDBusConnection *bus = get_bus (self);
  GVariantBuilder properties;

  if (count == self->count)
    return;
  self->count = count;
  if (bus == NULL)
    return;
  g_variant_builder_init (&properties, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&properties, "{sv}", "count", g_variant_new_int64 (count));
  g_variant_builder_add (&properties, "{sv}", "count-visible", g_variant_new_boolean (count > 0));
  g_variant_builder_add (&properties, "{sv}", "urgent", g_variant_new_boolean (count > 0));
  /* Whoever listens; nobody need. */
  g_dbus_connection_emit_signal (bus, NULL, LAUNCHER_PATH, LAUNCHER_INTERFACE, "Update",
                                 g_variant_new ("(sa{sv})", LAUNCHER_URI, &properties), NULL);
}

/* words: "" when there is a window again. */
static void
tell_portal (GhDesktopStatus *self,
             const char      *words)
{
  GDBusConnection *bus = get_bus (self);
  GVariantBuilder options;
  g_autofree char *text = g_utf8_substring (words, 0, MIN (g_utf8_strlen (words, -1), MAX_STATUS));

  if (g_strcmp0 (self->told, text) == 0 || (self->told == NULL && *text == '\0'))
    return;
  g_free (self->told);
  self->told = g_steal_pointer (&text);
  if (bus == NULL)
    return;
  g_variant_builder_init (&options, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&options, "{sv}", "message", g_variant_new_string (self->told));
  /* There may be no portal, or one that takes this from sandboxed programs alone. */
  g_dbus_connection_call (bus, PORTAL_NAME, PORTAL_PATH, PORTAL_INTERFACE, "SetStatus",
                          g_variant_new ("(a{sv})", &options), NULL, G_DBUS_CALL_FLAGS_NONE, -1,
                          NULL, NULL, NULL);
}

static guint
count_requests (GhDesktopStatus *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gh_host_get_requests (self->host)));
}

static void
update (GhDesktopStatus *self)
{
  guint n_requests = count_requests (self);
  g_autofree char *words = NULL;

  tell_count (self, n_requests);
  if (!self->background)
    words = g_strdup ("");
  else if (n_requests > 0)
    words = g_strdup_printf (ngettext ("%u request waits for you", "%u requests wait for you",
                                       n_requests), n_requests);
  else
    words = gh_text_dup_running (gh_host_get_servers (self->host));
  tell_portal (self, words);
}

static void
servers_changed_cb (GhDesktopStatus *self,
                    guint            position,
                    guint            removed,
                    guint            added,
                    GListModel      *servers)
{
  g_assert (GH_IS_DESKTOP_STATUS (self));

  for (guint i = position; i < position + added; i++)
    {
      g_autoptr(GhServer) server = g_list_model_get_item (servers, i);

      g_signal_handlers_disconnect_by_data (server, self);
      g_signal_connect_object (server, "notify::state", G_CALLBACK (update), self,
                               G_CONNECT_SWAPPED);
    }
  update (self);
}

static void
gh_desktop_status_dispose (GObject *object)
{
  GhDesktopStatus *self = GH_DESKTOP_STATUS (object);

  if (self->host != NULL)
    gh_desktop_status_set_background (self, FALSE);
  tell_count (self, 0);
  g_clear_weak_pointer (&self->application);
  g_clear_object (&self->host);

  G_OBJECT_CLASS (gh_desktop_status_parent_class)->dispose (object);
}

static void
gh_desktop_status_finalize (GObject *object)
{
  g_free (GH_DESKTOP_STATUS (object)->told);

  G_OBJECT_CLASS (gh_desktop_status_parent_class)->finalize (object);
}

static void
gh_desktop_status_class_init (GhDesktopStatusClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gh_desktop_status_dispose;
  G_OBJECT_CLASS (klass)->finalize = gh_desktop_status_finalize;
}

static void
gh_desktop_status_init (GhDesktopStatus *self)
{
}

GhDesktopStatus *
gh_desktop_status_new (GtkApplication *application,
                       GhHost         *host)
{
  GhDesktopStatus *self;
  GListModel *servers;

  g_return_val_if_fail (GTK_IS_APPLICATION (application), NULL);
  g_return_val_if_fail (GH_IS_HOST (host), NULL);

  self = g_object_new (GH_TYPE_DESKTOP_STATUS, NULL);
  g_set_weak_pointer (&self->application, application);
  self->host = g_object_ref (host);
  servers = G_LIST_MODEL (gh_host_get_servers (host));
  g_signal_connect_object (gh_host_get_requests (host), "items-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (servers, "items-changed", G_CALLBACK (servers_changed_cb), self,
                           G_CONNECT_SWAPPED);
  servers_changed_cb (self, 0, 0, g_list_model_get_n_items (servers), servers);
  return self;
}

/* Something on the screen says that programs run, and is a way to end them. */
static void
notify (GhDesktopStatus *self)
{
  g_autoptr(GNotification) notification =
    g_notification_new (_("Gatehouse runs in the background"));
  g_autofree char *running = gh_text_dup_running (gh_host_get_servers (self->host));

  g_notification_set_body (notification, running);
  g_notification_set_priority (notification, G_NOTIFICATION_PRIORITY_LOW);
  g_notification_add_button (notification, _("Quit"), "app.quit");
  g_application_send_notification (G_APPLICATION (self->application), NOTIFICATION, notification);
}

void
gh_desktop_status_set_background (GhDesktopStatus *self,
                                  gboolean         background)
{
  g_return_if_fail (GH_IS_DESKTOP_STATUS (self));

  if (self->background == background)
    return;
  self->background = background;
  update (self);
  if (self->application == NULL)
    return;
  if (background)
    notify (self);
  else
    g_application_withdraw_notification (G_APPLICATION (self->application), NOTIFICATION);
}
