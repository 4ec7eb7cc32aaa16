/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What differs between two texts, to read: what was taken out struck through, what was put in
 * underlined, what is the same and far from both left out. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define GH_TYPE_REVIEW_CHANGES (gh_review_changes_get_type ())
G_DECLARE_FINAL_TYPE (GhReviewChanges, gh_review_changes, GH, REVIEW_CHANGES, GtkBox)

/* Empty; a floating widget. */
GtkWidget *gh_review_changes_new       (void);
/* Valid UTF-8, not NULL; copied. Bounded in time and size. */
void       gh_review_changes_set_texts (GhReviewChanges *self,
                                        const char      *before,
                                        const char      *after);
/* The name a screen reader says. */
void       gh_review_changes_set_label (GhReviewChanges *self,
                                        const char      *label);
/* What is shown, with [-...-] and {+...+} around the changes, for tests; owned. */
char      *gh_review_changes_dup_text  (GhReviewChanges *self);

G_END_DECLS
