/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Where a person answers a server's question: fills in its form, or has a page of its opened. */
#pragma once

#include "gh-elicitation-request.h"
#include "gh-request-dialog.h"

G_BEGIN_DECLS

#define GH_TYPE_ELICITATION_DIALOG (gh_elicitation_dialog_get_type ())
G_DECLARE_FINAL_TYPE (GhElicitationDialog, gh_elicitation_dialog, GH, ELICITATION_DIALOG,
                      GhRequestDialog)

/* Closing it means cancel, an answer of its own (7.3). Actions: elicitation.decline,
 * elicitation.cancel, elicitation.accept, elicitation.done. */

/* See gh_request_dialog_new(). */
GhElicitationDialog  *gh_elicitation_dialog_new         (GhRequestBroker     *broker,
                                                         GtkWindow           *parent);
/* On view; borrowed, or NULL. */
GhElicitationRequest *gh_elicitation_dialog_get_request (GhElicitationDialog *self);

G_END_DECLS
