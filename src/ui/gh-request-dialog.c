/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the dialogs have in common in which a person decides about requests of servers: one request
 * on view, the others behind it, and that none is decided by accident. */
#include "config.h"

#include "gh-request-dialog.h"

#include <glib/gi18n.h>

#include "gh-review-words.h"
#include "gh-ui.h"

typedef struct
{
  /* Owned */
  GhRequestBroker *broker;
  GhRequest       *request; /* on view, or NULL */
  guint            leave_id;
  guint            alike_id;

  gint64           guard_until;

  /* Borrowed: in the class's template */
  GhReviewWaiting *waiting;
  GhReviewHead    *head;
} GhRequestDialogPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (GhRequestDialog, gh_request_dialog, ADW_TYPE_WINDOW)

enum
{
  WITHDRAWN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static GhRequestDialogPrivate *
get_private (GhRequestDialog *self)
{
  return gh_request_dialog_get_instance_private (self);
}

/* Decided, withdrawn, or sent back into the queue. The next request comes at once if there is one;
 * until then the dialog stays, so as not to flicker. */
static gboolean
leave_cb (gpointer user_data)
{
  GhRequestDialog *self = user_data;
  GhRequestDialogPrivate *priv = get_private (self);

  priv->leave_id = 0;
  if (priv->request != NULL && priv->request != gh_request_broker_get_current (priv->broker))
    gh_request_dialog_lead (self, NULL);
  return G_SOURCE_REMOVE;
}

static void
tell_withdrawn (GhRequestDialog *self)
{
  GhRequest *request = get_private (self)->request;
  g_autofree char *server = gh_words_name (gh_request_get_server_name (request));
  g_autofree char *words = NULL;

  /* Translators: a server's name is filled in. */
  words = g_strdup_printf (_("%s no longer wants an answer"), server);
  g_signal_emit (self, signals[WITHDRAWN], 0, words);
}

/* Before the next of them comes on view. */
static void
decide_alike (GhRequestDialog *self)
{
  GhRequestDialogPrivate *priv = get_private (self);
  g_autoptr(GhRequest) request = g_object_ref (priv->request);
  g_autoptr(GPtrArray) alike = gh_request_broker_dup_like (priv->broker, request);

  for (guint i = 0; i < alike->len; i++)
    gh_request_follow (alike->pdata[i], request);
}

static void
update_alike (GhRequestDialog *self)
{
  GhRequestDialogPrivate *priv = get_private (self);
  g_autoptr(GPtrArray) alike = NULL;

  if (priv->request == NULL || gh_request_get_phase (priv->request) == GH_REQUEST_OVER)
    return;
  alike = gh_request_broker_dup_like (priv->broker, priv->request);
  gh_review_head_set_n_alike (priv->head, alike->len);
}

static gboolean
alike_cb (gpointer user_data)
{
  GhRequestDialog *self = user_data;

  get_private (self)->alike_id = 0;
  update_alike (self);
  return G_SOURCE_REMOVE;
}

/* Hundreds may come or go at once. */
static void
update_alike_soon (GhRequestDialog *self)
{
  GhRequestDialogPrivate *priv = get_private (self);

  if (priv->alike_id == 0 && priv->request != NULL)
    priv->alike_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, alike_cb, self, NULL);
}

static void
state_cb (GhRequestDialog *self,
          GParamSpec      *pspec,
          GhRequest       *request)
{
  GhRequestDialogPrivate *priv = get_private (self);
  GhRequestDialogClass *klass = GH_REQUEST_DIALOG_GET_CLASS (self);
  GhRequestPhase phase = gh_request_get_phase (request);

  if (request != priv->request)
    return;
  if (phase == GH_REQUEST_REVIEW || phase == GH_REQUEST_BUSY)
    {
      klass->show_state (self);
      return;
    }
  if (priv->leave_id == 0)
    priv->leave_id = g_idle_add (leave_cb, self);
  if (phase == GH_REQUEST_OVER && klass->is_withdrawn (self))
    tell_withdrawn (self);
  else if (phase == GH_REQUEST_OVER && gh_review_head_get_together (priv->head))
    decide_alike (self);
}

static gboolean
escape_cb (GtkWidget *widget,
           GVariant  *args,
           gpointer   user_data)
{
  GhRequestDialogClass *klass = GH_REQUEST_DIALOG_GET_CLASS (widget);

  if (klass->escape != NULL)
    klass->escape (GH_REQUEST_DIALOG (widget));
  else
    gtk_window_close (GTK_WINDOW (widget));
  return TRUE;
}

static gboolean
gh_request_dialog_close_request (GtkWindow *window)
{
  GhRequestDialogPrivate *priv = get_private (GH_REQUEST_DIALOG (window));

  if (priv->request != NULL)
    {
      gh_request_dismiss (priv->request);
      return TRUE;
    }
  return GTK_WINDOW_CLASS (gh_request_dialog_parent_class)->close_request (window);
}

static void
gh_request_dialog_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (gh_request_dialog_parent_class)->map (widget);
  gh_request_dialog_arm_guard (GH_REQUEST_DIALOG (widget));
}

static void
gh_request_dialog_dispose (GObject *object)
{
  GhRequestDialogPrivate *priv = get_private (GH_REQUEST_DIALOG (object));

  g_clear_handle_id (&priv->leave_id, g_source_remove);
  g_clear_handle_id (&priv->alike_id, g_source_remove);
  if (priv->request != NULL)
    g_signal_handlers_disconnect_by_data (priv->request, object);
  g_clear_object (&priv->request);
  g_clear_object (&priv->broker);
  G_OBJECT_CLASS (gh_request_dialog_parent_class)->dispose (object);
}

static void
gh_request_dialog_class_init (GhRequestDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gh_request_dialog_dispose;
  widget_class->map = gh_request_dialog_map;
  GTK_WINDOW_CLASS (klass)->close_request = gh_request_dialog_close_request;

  signals[WITHDRAWN] = g_signal_new ("withdrawn", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                     0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_DIALOG);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, escape_cb, NULL);
}

static void
gh_request_dialog_init (GhRequestDialog *self)
{
}

gpointer
gh_request_dialog_new (GType            type,
                       GhRequestBroker *broker,
                       GtkWindow       *parent)
{
  GhRequestDialog *self;
  GhRequestDialogPrivate *priv;

  g_return_val_if_fail (g_type_is_a (type, GH_TYPE_REQUEST_DIALOG), NULL);
  g_return_val_if_fail (GH_IS_REQUEST_BROKER (broker), NULL);
  g_return_val_if_fail (parent == NULL || GTK_IS_WINDOW (parent), NULL);

  self = g_object_new (type, "transient-for", parent, NULL);
  priv = get_private (self);
  /* Without it the application's actions cannot be reached from here. Bound: the parent may be told
   * of its application only later. */
  if (parent != NULL)
    g_object_bind_property (parent, "application", self, "application", G_BINDING_SYNC_CREATE);
  priv->broker = g_object_ref (broker);
  g_signal_connect_object (broker, "items-changed", G_CALLBACK (update_alike_soon), self,
                           G_CONNECT_SWAPPED);
  gh_review_waiting_set_broker (priv->waiting, broker);
  return self;
}

GhRequestBroker *
gh_request_dialog_get_broker (GhRequestDialog *self)
{
  g_return_val_if_fail (GH_IS_REQUEST_DIALOG (self), NULL);

  return get_private (self)->broker;
}

void
gh_request_dialog_set_waiting (GhRequestDialog *self,
                               GhReviewWaiting *waiting,
                               GhReviewHead    *head)
{
  g_return_if_fail (GH_IS_REQUEST_DIALOG (self));
  g_return_if_fail (GH_IS_REVIEW_WAITING (waiting));
  g_return_if_fail (GH_IS_REVIEW_HEAD (head));

  get_private (self)->waiting = waiting;
  get_private (self)->head = head;
}

void
gh_request_dialog_lead (GhRequestDialog *self,
                        GhRequest       *request)
{
  GhRequestDialogPrivate *priv;
  GhRequestDialogClass *klass;

  g_return_if_fail (GH_IS_REQUEST_DIALOG (self));
  g_return_if_fail (request == NULL || GH_IS_REQUEST (request));

  priv = get_private (self);
  klass = GH_REQUEST_DIALOG_GET_CLASS (self);
  if (priv->request == request)
    return;
  g_clear_handle_id (&priv->leave_id, g_source_remove);
  if (priv->request != NULL)
    g_signal_handlers_disconnect_by_data (priv->request, self);
  g_set_object (&priv->request, request);
  gh_review_head_reset (priv->head);
  klass->show_request (self, request);
  update_alike (self);
  gh_review_waiting_set_on_view (priv->waiting, request);
  if (request == NULL)
    {
      gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
      return;
    }

  g_signal_connect_object (request, "notify::state", G_CALLBACK (state_cb), self,
                           G_CONNECT_SWAPPED);
  klass->show_state (self);
  /* Without the keyboard it takes it from no other program. */
  if (gh_ui_is_active ())
    gtk_window_present (GTK_WINDOW (self));
  else
    gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
}

GhRequest *
gh_request_dialog_get_request (GhRequestDialog *self)
{
  g_return_val_if_fail (GH_IS_REQUEST_DIALOG (self), NULL);

  return get_private (self)->request;
}

gboolean
gh_request_dialog_is_guarded (GhRequestDialog *self)
{
  g_return_val_if_fail (GH_IS_REQUEST_DIALOG (self), TRUE);

  return g_get_monotonic_time () < get_private (self)->guard_until;
}

void
gh_request_dialog_arm_guard (GhRequestDialog *self)
{
  g_return_if_fail (GH_IS_REQUEST_DIALOG (self));

  get_private (self)->guard_until = g_get_monotonic_time () + GH_REQUEST_DIALOG_GUARD_MS * 1000;
}

void
gh_request_dialog_raise (GhRequestDialog *self)
{
  g_return_if_fail (GH_IS_REQUEST_DIALOG (self));

  if (get_private (self)->request != NULL)
    gtk_window_present (GTK_WINDOW (self));
}
