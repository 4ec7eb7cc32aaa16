/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Puts each request of a server before the person, in the dialog that fits it, and opens the pages
 * they agreed to. */
#include "config.h"

#include "gh-review-desk.h"

#include <glib/gi18n.h>

#include "gh-compat-alert.h"
#include "gh-plain-text.h"

/* Of an address, in a question; Copy takes all of it. */
#define LONGEST_SHOWN_URL 300

struct _GhReviewDesk
{
  GObject              parent_instance;

  /* Owned, until disposed of; NULL before gh_review_desk_prepare() */
  GhReviewDialog      *review;
  GhElicitationDialog *elicitation;

  GhRequestBroker     *broker;  /* owned */
  GhRequest           *waiting; /* owned; what comes on view when the dialogs may, or NULL */
  gboolean             quiet;

  GtkWindow           *parent; /* borrowed, weak; or NULL */
};

static void reviewer_iface_init (GhReviewerInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (GhReviewDesk, gh_review_desk, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GH_TYPE_REVIEWER, reviewer_iface_init))

enum
{
  WITHDRAWN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
withdrawn_cb (GhReviewDesk *self,
              const char   *words)
{
  g_assert (GH_IS_REVIEW_DESK (self));

  g_signal_emit (self, signals[WITHDRAWN], 0, words);
}

/* Only one dialog at a time stands above the window. */
static void
gh_review_desk_review (GhReviewer        *reviewer,
                       GhSamplingRequest *request)
{
  GhReviewDesk *self = GH_REVIEW_DESK (reviewer);

  if (self->review == NULL || self->quiet)
    {
      g_set_object (&self->waiting, GH_REQUEST (request));
      return;
    }
  gh_request_dialog_lead (GH_REQUEST_DIALOG (self->elicitation), NULL);
  gh_request_dialog_lead (GH_REQUEST_DIALOG (self->review), GH_REQUEST (request));
}

static void
gh_review_desk_elicit (GhReviewer           *reviewer,
                       GhElicitationRequest *request)
{
  GhReviewDesk *self = GH_REVIEW_DESK (reviewer);

  if (self->review == NULL || self->quiet)
    {
      g_set_object (&self->waiting, GH_REQUEST (request));
      return;
    }
  gh_request_dialog_lead (GH_REQUEST_DIALOG (self->review), NULL);
  gh_request_dialog_lead (GH_REQUEST_DIALOG (self->elicitation), GH_REQUEST (request));
}

/* Opening takes as long as another program wants: it does not keep the desk. */
typedef struct
{
  GWeakRef  desk;
  char     *url;
} Opening;

static void
opening_free (Opening *opening)
{
  g_weak_ref_clear (&opening->desk);
  g_free (opening->url);
  g_free (opening);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Opening, opening_free)

static void
not_opened_answered_cb (GObject      *source,
                        GAsyncResult *result,
                        gpointer      user_data)
{
  g_autoptr(Opening) opening = user_data;
  g_autofree char *answer = gh_compat_alert_choose_finish (GTK_WINDOW (source), result);

  if (g_strcmp0 (answer, "copy") == 0)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (source)), opening->url);
}

static void
tell_not_opened (Opening *take_opening)
{
  g_autoptr(Opening) opening = take_opening;
  g_autoptr(GhReviewDesk) self = g_weak_ref_get (&opening->desk);
  const GhCompatAlertResponse responses[] = {
    { "close", _("_Close"), GH_COMPAT_ALERT_PLAIN },
    { "copy", _("Copy _Address"), GH_COMPAT_ALERT_SUGGESTED },
  };
  GtkWindow *above;
  g_autofree char *url = NULL;
  g_autofree char *body = NULL;

  if (self == NULL)
    return;
  above = gtk_widget_get_visible (GTK_WIDGET (self->elicitation)) ? GTK_WINDOW (self->elicitation)
                                                                  : self->parent;
  if (above == NULL)
    return;
  url = gh_plain_text_dup (opening->url, LONGEST_SHOWN_URL, GH_PLAIN_TEXT_EXACT);
  /* Translators: the address of a web page is filled in. */
  body = g_strdup_printf (_("No program on this computer took the address. Copy it, and open it "
                            "in a browser yourself:\n%s"), url);
  gh_compat_alert_choose_async (above, _("The Page Did Not Open"), body, responses,
                                G_N_ELEMENTS (responses), NULL, not_opened_answered_cb,
                                g_steal_pointer (&opening));
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(Opening) opening = user_data;
  g_autoptr(GError) error = NULL;

  if (g_app_info_launch_default_for_uri_finish (result, &error))
    return;
  /* Not the address: it may hold what opens the page. */
  g_debug ("Opening a page: %s", error->message);
  tell_not_opened (g_steal_pointer (&opening));
}

/* The person's own browser, which tells us nothing of what they do there (7.20). */
static void
gh_review_desk_open_url (GhReviewer           *reviewer,
                         GhElicitationRequest *request)
{
  GhReviewDesk *self = GH_REVIEW_DESK (reviewer);
  GdkDisplay *display = gtk_widget_get_display (GTK_WIDGET (self->elicitation));
  g_autoptr(GdkAppLaunchContext) context = gdk_display_get_app_launch_context (display);
  Opening *opening = g_new0 (Opening, 1);

  g_weak_ref_init (&opening->desk, self);
  opening->url = g_strdup (gh_elicitation_request_get_url (request));
  g_app_info_launch_default_for_uri_async (opening->url, G_APP_LAUNCH_CONTEXT (context), NULL,
                                           opened_cb, opening);
}

static void
reviewer_iface_init (GhReviewerInterface *iface)
{
  iface->review = gh_review_desk_review;
  iface->elicit = gh_review_desk_elicit;
  iface->open_url = gh_review_desk_open_url;
}

static void
gh_review_desk_dispose (GObject *object)
{
  GhReviewDesk *self = GH_REVIEW_DESK (object);

  if (self->review != NULL)
    gtk_window_destroy (GTK_WINDOW (self->review));
  if (self->elicitation != NULL)
    gtk_window_destroy (GTK_WINDOW (self->elicitation));
  g_clear_object (&self->review);
  g_clear_object (&self->elicitation);
  g_clear_object (&self->waiting);
  g_clear_object (&self->broker);
  g_clear_weak_pointer (&self->parent);

  G_OBJECT_CLASS (gh_review_desk_parent_class)->dispose (object);
}

static void
gh_review_desk_class_init (GhReviewDeskClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gh_review_desk_dispose;

  signals[WITHDRAWN] = g_signal_new ("withdrawn", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                     0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
gh_review_desk_init (GhReviewDesk *self)
{
}

GhReviewDesk *
gh_review_desk_new (GhRequestBroker *broker,
                    GtkWindow       *parent)
{
  GhReviewDesk *self;

  g_return_val_if_fail (GH_IS_REQUEST_BROKER (broker), NULL);
  g_return_val_if_fail (parent == NULL || GTK_IS_WINDOW (parent), NULL);

  self = g_object_new (GH_TYPE_REVIEW_DESK, NULL);
  g_set_weak_pointer (&self->parent, parent);
  self->broker = g_object_ref (broker);
  gh_request_broker_set_reviewer (broker, GH_REVIEWER (self));
  return self;
}

static void
show_waiting (GhReviewDesk *self)
{
  g_autoptr(GhRequest) waiting = g_steal_pointer (&self->waiting);

  if (waiting != NULL && waiting == gh_request_broker_get_current (self->broker))
    gh_reviewer_review (GH_REVIEWER (self), waiting);
}

void
gh_review_desk_prepare (GhReviewDesk *self)
{
  g_return_if_fail (GH_IS_REVIEW_DESK (self));

  if (self->review != NULL)
    return;
  self->review = g_object_ref (gh_review_dialog_new (self->broker, self->parent));
  self->elicitation = g_object_ref (gh_elicitation_dialog_new (self->broker, self->parent));
  g_signal_connect_object (self->review, "withdrawn", G_CALLBACK (withdrawn_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->elicitation, "withdrawn", G_CALLBACK (withdrawn_cb), self,
                           G_CONNECT_SWAPPED);
  show_waiting (self);
}

static void
take_off_view (GhReviewDesk    *self,
               GhRequestDialog *dialog)
{
  if (gh_request_dialog_get_request (dialog) == NULL)
    return;
  g_set_object (&self->waiting, gh_request_dialog_get_request (dialog));
  gh_request_dialog_lead (dialog, NULL);
}

void
gh_review_desk_set_quiet (GhReviewDesk *self,
                          gboolean      quiet)
{
  g_return_if_fail (GH_IS_REVIEW_DESK (self));

  if (self->quiet == quiet)
    return;
  self->quiet = quiet;
  if (!quiet)
    show_waiting (self);
  else if (self->review != NULL)
    {
      take_off_view (self, GH_REQUEST_DIALOG (self->review));
      take_off_view (self, GH_REQUEST_DIALOG (self->elicitation));
    }
}

GhReviewDialog *
gh_review_desk_get_review (GhReviewDesk *self)
{
  g_return_val_if_fail (GH_IS_REVIEW_DESK (self), NULL);

  gh_review_desk_prepare (self);
  return self->review;
}

GhElicitationDialog *
gh_review_desk_get_elicitation (GhReviewDesk *self)
{
  g_return_val_if_fail (GH_IS_REVIEW_DESK (self), NULL);

  gh_review_desk_prepare (self);
  return self->elicitation;
}

void
gh_review_desk_raise (GhReviewDesk *self)
{
  g_return_if_fail (GH_IS_REVIEW_DESK (self));

  gh_review_desk_prepare (self);
  gh_request_dialog_raise (GH_REQUEST_DIALOG (self->review));
  gh_request_dialog_raise (GH_REQUEST_DIALOG (self->elicitation));
}
