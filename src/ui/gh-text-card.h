/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One editable text under review, with its heading, what was noticed about it, and the way back. */
#pragma once

#include "gh-review-text.h"

G_BEGIN_DECLS

#define GH_TYPE_TEXT_CARD (gh_text_card_get_type ())
G_DECLARE_FINAL_TYPE (GhTextCard, gh_text_card, GH, TEXT_CARD, GtkBox)

/* Signal "changed": the person edited or restored the text. */

/* title: plain text, copied. A floating widget. */
GtkWidget    *gh_text_card_new          (const char *title);
/* Also the name a screen reader says. */
void          gh_text_card_set_title    (GhTextCard *self,
                                         const char *title);
/* original: what Restore brings back, or NULL when there is nothing to go back to (a text of the
 * person's own). text: not NULL. Both are copied. */
void          gh_text_card_set_text     (GhTextCard *self,
                                         const char *original,
                                         const char *text);
/* All of it as edited; owned. */
char         *gh_text_card_dup_text     (GhTextCard *self);
/* What Restore is called: "Restore the Server’s Text". */
void          gh_text_card_set_restore  (GhTextCard *self,
                                         const char *tooltip);
/* Whether the card itself has a button for its changes; without it, somebody else's decides. */
void          gh_text_card_set_changes_button (GhTextCard *self,
                                               gboolean    shown);
/* Shows what differs from the original in place of the text, which can then not be edited; does
 * nothing while nothing differs. */
void          gh_text_card_set_show_changes   (GhTextCard *self,
                                               gboolean    show);
/* Whether it differs from the original. */
gboolean      gh_text_card_get_edited   (GhTextCard *self);
/* The text inside; borrowed. */
GhReviewText *gh_text_card_get_text     (GhTextCard *self);
/* A widget at the end of the heading. */
void          gh_text_card_add_suffix   (GhTextCard *self,
                                         GtkWidget  *widget);

G_END_DECLS
