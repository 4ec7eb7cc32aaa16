/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the dialogs have in common in which a person decides about requests of servers: one request
 * on view, the others behind it, and that none is decided by accident. */
#pragma once

#include <adwaita.h>

#include "gh-request-broker.h"
#include "gh-review-head.h"
#include "gh-review-waiting.h"

G_BEGIN_DECLS

/* Who types while the dialog appears must not send by it: for this long what says yes does nothing.
 * Shorter than a person needs to read the first sentence. */
#define GH_REQUEST_DIALOG_GUARD_MS 500

#define GH_TYPE_REQUEST_DIALOG (gh_request_dialog_get_type ())
G_DECLARE_DERIVABLE_TYPE (GhRequestDialog, gh_request_dialog, GH, REQUEST_DIALOG, AdwWindow)

/* Signal "withdrawn" (const char *words): the request on view went away by itself; words for a
 * toast, plain text. */
struct _GhRequestDialogClass
{
  AdwWindowClass parent_class;

  /* Another request is on view, or none (NULL). What the class connected to the one before with
   * itself as data is disconnected already. */
  void     (*show_request) (GhRequestDialog *self,
                            GhRequest       *request);
  /* The state of the request on view, when it comes and when it changes: REVIEW or BUSY. */
  void     (*show_state)   (GhRequestDialog *self);
  /* Whether the server wants no answer any more; the request on view is OVER. */
  gboolean (*is_withdrawn) (GhRequestDialog *self);
  /* Escape; NULL: what closing the window means, which is gh_request_dismiss(). */
  void     (*escape)       (GhRequestDialog *self);
};

/* type: of the dialog; made once for a main window. parent may be NULL. The broker is kept. GTK
 * keeps the dialog until it is destroyed. */
gpointer         gh_request_dialog_new         (GType             type,
                                                GhRequestBroker  *broker,
                                                GtkWindow        *parent);
GhRequestBroker *gh_request_dialog_get_broker  (GhRequestDialog  *self);
/* For the class: where the requests behind the one on view are shown. Once, from its init. */
void             gh_request_dialog_set_waiting (GhRequestDialog  *self,
                                                GhReviewWaiting  *waiting,
                                                GhReviewHead     *head);
/* Puts a request on view and shows the dialog; NULL: hides it. */
void             gh_request_dialog_lead        (GhRequestDialog  *self,
                                                GhRequest        *request);
/* On view; borrowed, or NULL. */
GhRequest       *gh_request_dialog_get_request (GhRequestDialog  *self);
/* Whether what says yes must do nothing yet; begins anew when something else is shown. */
gboolean         gh_request_dialog_is_guarded  (GhRequestDialog  *self);
void             gh_request_dialog_arm_guard   (GhRequestDialog  *self);
/* Shows it and asks for the keyboard focus; does nothing when nothing is on view. */
void             gh_request_dialog_raise       (GhRequestDialog  *self);

G_END_DECLS
