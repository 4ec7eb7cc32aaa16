/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One message of a prompt as a card: its texts to edit, its pictures, what else is in it. */
#pragma once

#include "gh-sampling-message.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define GH_TYPE_REVIEW_MESSAGE (gh_review_message_get_type ())
G_DECLARE_FINAL_TYPE (GhReviewMessage, gh_review_message, GH, REVIEW_MESSAGE, GtkBox)

/* Signal "changed": the person edited a text. */

/* Edits become the message's at once; it is kept. title: plain text, copied. A floating widget. */
GtkWidget *gh_review_message_new (GhSamplingMessage *message,
                                  const char        *title,
                                  gboolean           editable);
/* Shows what differs from what the server wrote, where something does. */
void       gh_review_message_set_show_changes (GhReviewMessage *self,
                                               gboolean         show);

G_END_DECLS
