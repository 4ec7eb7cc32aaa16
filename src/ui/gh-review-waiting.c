/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The requests that wait behind the one on view, as a menu in the header of the review dialog. */
#include "config.h"

#include "gh-review-waiting.h"

#include <glib/gi18n.h>

#include "gh-compat-alert.h"
#include "gh-review-words.h"
#include "gh-ui.h"

/* A server may queue hundreds, and the requests page shows all. */
#define MOST_WAITING 15

struct _GhReviewWaiting
{
  AdwBin             parent_instance;

  GhRequestBroker  *broker;  /* owned */
  GhRequest         *on_view; /* owned, or NULL */
  guint              update_id;

  /* Template */
  GtkMenuButton     *button;
};

G_DEFINE_FINAL_TYPE (GhReviewWaiting, gh_review_waiting, ADW_TYPE_BIN)

static char *
escape_mnemonic (const char *text)
{
  g_auto(GStrv) parts = g_strsplit (text, "_", -1);

  return g_strjoinv ("__", parts);
}

static GMenuItem *
create_item (GhRequest *request,
             guint      place)
{
  g_autofree char *words = gh_words_waiting (request, place);
  g_autofree char *label = escape_mnemonic (words);
  GMenuItem *item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "waiting.show", "u",
                                     gh_request_get_serial (request));
  return item;
}

static void
update (GhReviewWaiting *self)
{
  GListModel *open = G_LIST_MODEL (self->broker);
  guint n = g_list_model_get_n_items (open);
  g_autoptr(GMenu) menu = g_menu_new ();
  g_autoptr(GMenu) requests = g_menu_new ();
  g_autoptr(GMenu) all = g_menu_new ();
  g_autofree char *label = NULL;
  guint n_waiting = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GhRequest) request = g_list_model_get_item (open, i);
      g_autoptr(GMenuItem) item = NULL;

      if (request == self->on_view || gh_request_get_phase (request) > GH_REQUEST_REVIEW)
        continue;
      if (n_waiting++ >= MOST_WAITING)
        continue;
      item = create_item (request, n_waiting);
      g_menu_append_item (requests, item);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), n_waiting > 0);
  if (n_waiting == 0)
    return;

  g_menu_append (all, _("Deny _All…"), "waiting.deny-all");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (requests));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (all));
  gtk_menu_button_set_menu_model (self->button, G_MENU_MODEL (menu));
  /* Translators: a menu button; other requests wait for their turn. */
  label = g_strdup_printf (ngettext ("%u More _Waiting", "%u More _Waiting", n_waiting), n_waiting);
  gtk_menu_button_set_label (self->button, label);
}

static gboolean
update_cb (gpointer user_data)
{
  GhReviewWaiting *self = user_data;

  self->update_id = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

/* Hundreds may come or go at once, and a menu is not cheap; before the next frame all the same. */
static void
update_soon (GhReviewWaiting *self)
{
  if (self->update_id == 0)
    self->update_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL);
}

static void
show_action (GtkWidget  *widget,
             const char *action_name,
             GVariant   *parameter)
{
  GhReviewWaiting *self = GH_REVIEW_WAITING (widget);
  GhRequest *request = gh_request_broker_find (self->broker,
                                               g_variant_get_uint32 (parameter));

  if (request != NULL)
    gh_request_broker_show (self->broker, request);
}

static void
deny_all_answered_cb (GObject      *source,
                      GAsyncResult *result,
                      gpointer      user_data)
{
  g_autoptr(GhRequestBroker) broker = user_data;
  g_autofree char *answer = gh_compat_alert_choose_finish (GTK_WINDOW (source), result);
  GListModel *open = G_LIST_MODEL (broker);
  g_autoptr(GPtrArray) requests = g_ptr_array_new_with_free_func (g_object_unref);

  if (g_strcmp0 (answer, "deny") != 0)
    return;
  /* Each decision changes the list. */
  for (guint i = 0; i < g_list_model_get_n_items (open); i++)
    g_ptr_array_add (requests, g_list_model_get_item (open, i));
  for (guint i = 0; i < requests->len; i++)
    gh_request_deny (g_ptr_array_index (requests, i), NULL);
}

static void
deny_all_action (GtkWidget  *widget,
                 const char *action_name,
                 GVariant   *parameter)
{
  GhReviewWaiting *self = GH_REVIEW_WAITING (widget);
  const GhCompatAlertResponse responses[] = {
    { "cancel", _("_Cancel"), GH_COMPAT_ALERT_PLAIN },
    { "deny", _("Deny _All"), GH_COMPAT_ALERT_PLAIN },
  };
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->broker));
  g_autofree char *heading = NULL;

  /* Translators: heading of a question. */
  heading = g_strdup_printf (ngettext ("Deny %u request?", "Deny all %u requests?", n), n);
  gh_compat_alert_choose_async (GTK_WINDOW (gtk_widget_get_root (widget)), heading,
                                _("The one on view is among them. The servers are told that you "
                                  "said no; they may ask again."),
                                responses, G_N_ELEMENTS (responses), NULL, deny_all_answered_cb,
                                g_object_ref (self->broker));
}

static void
gh_review_waiting_dispose (GObject *object)
{
  GhReviewWaiting *self = GH_REVIEW_WAITING (object);

  g_clear_handle_id (&self->update_id, g_source_remove);
  if (self->broker != NULL)
    g_signal_handlers_disconnect_by_data (self->broker, self);
  g_clear_object (&self->broker);
  g_clear_object (&self->on_view);

  G_OBJECT_CLASS (gh_review_waiting_parent_class)->dispose (object);
}

static void
gh_review_waiting_class_init (GhReviewWaitingClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gh_review_waiting_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-review-waiting.ui");
  gtk_widget_class_bind_template_child (widget_class, GhReviewWaiting, button);
  gtk_widget_class_install_action (widget_class, "waiting.show", "u", show_action);
  gtk_widget_class_install_action (widget_class, "waiting.deny-all", NULL, deny_all_action);
}

static void
gh_review_waiting_init (GhReviewWaiting *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
gh_review_waiting_set_broker (GhReviewWaiting *self,
                              GhRequestBroker *broker)
{
  g_return_if_fail (GH_IS_REVIEW_WAITING (self));
  g_return_if_fail (GH_IS_REQUEST_BROKER (broker));
  g_return_if_fail (self->broker == NULL);

  self->broker = g_object_ref (broker);
  g_signal_connect_object (broker, "items-changed", G_CALLBACK (update_soon), self,
                           G_CONNECT_SWAPPED);
  update (self);
}

void
gh_review_waiting_set_on_view (GhReviewWaiting *self,
                               GhRequest       *request)
{
  g_return_if_fail (GH_IS_REVIEW_WAITING (self));
  g_return_if_fail (request == NULL || GH_IS_REQUEST (request));
  g_return_if_fail (self->broker != NULL);

  g_set_object (&self->on_view, request);
  update (self);
}
