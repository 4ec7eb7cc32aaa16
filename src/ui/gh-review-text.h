/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A text of somebody else's, shown in full honesty: cut to its beginning until asked for more, with
 * hidden characters made visible, and editable. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define GH_TYPE_REVIEW_TEXT (gh_review_text_get_type ())
G_DECLARE_FINAL_TYPE (GhReviewText, gh_review_text, GH, REVIEW_TEXT, GtkBox)

/* Signal "changed": the person edited it. Properties: editable; n-hidden (uint, read-only,
 * notifying):
 * hidden characters in all of it, the part that is not shown included. */

/* Empty and editable; a floating widget. */
GtkWidget  *gh_review_text_new          (void);
/* text: valid UTF-8, not NULL; copied. */
void        gh_review_text_set_text     (GhReviewText *self,
                                         const char   *text);
/* At the end of what is shown, all of it; for a text that is arriving. */
void        gh_review_text_append       (GhReviewText *self,
                                         const char   *text);
/* All of the text as edited, hidden characters and the part that is not shown included;
 * owned. */
char       *gh_review_text_dup_text     (GhReviewText *self);
/* Whether there is nothing in all of it. */
gboolean    gh_review_text_is_empty     (GhReviewText *self);
/* Whether the person may change it. */
void        gh_review_text_set_editable (GhReviewText *self,
                                         gboolean      editable);
/* Whether all of a text of usual length is shown at once, not its beginning only; for the next
 * text. */
void        gh_review_text_set_whole    (GhReviewText *self,
                                         gboolean      whole);
gboolean    gh_review_text_get_editable (GhReviewText *self);
guint       gh_review_text_get_n_hidden (GhReviewText *self);
/* The name a screen reader says. */
void        gh_review_text_set_label    (GhReviewText *self,
                                         const char   *label);
/* The text view inside, for focus and tests; borrowed. */
GtkWidget  *gh_review_text_get_view     (GhReviewText *self);

G_END_DECLS
