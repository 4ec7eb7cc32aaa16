/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One use of a tool, of a prompt or an answer: its input as JSON to edit, and what is wrong with
 * it. */
#include "config.h"

#include "gh-review-use.h"

#include <glib/gi18n.h>

struct _GhReviewUse
{
  GtkBox          parent_instance;

  /* Owned */
  GhSamplingPart *part;

  /* Borrowed */
  GhTextCard     *card;
  GtkWidget      *remove_button;
  GtkLabel       *problem;
};

G_DEFINE_FINAL_TYPE (GhReviewUse, gh_review_use, GTK_TYPE_BOX)

enum
{
  CHANGED,
  REMOVE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* The part has another text, but not by the person: something in it is masked, or no more. */
static void
part_changed_cb (GhReviewUse *self)
{
  g_assert (GH_IS_REVIEW_USE (self));

  gh_text_card_set_text (self->card, gh_sampling_part_get_original_text (self->part),
                         gh_sampling_part_get_text (self->part));
}

static void
card_changed_cb (GhReviewUse *self)
{
  g_autofree char *text = NULL;

  g_assert (GH_IS_REVIEW_USE (self));

  text = gh_text_card_dup_text (self->card);
  g_signal_handlers_block_by_func (self->part, part_changed_cb, self);
  gh_sampling_part_set_text (self->part, text);
  g_signal_handlers_unblock_by_func (self->part, part_changed_cb, self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
remove_clicked_cb (GhReviewUse *self)
{
  g_assert (GH_IS_REVIEW_USE (self));

  g_signal_emit (self, signals[REMOVE], 0);
}

static void
gh_review_use_finalize (GObject *object)
{
  GhReviewUse *self = GH_REVIEW_USE (object);

  g_clear_object (&self->part);
  G_OBJECT_CLASS (gh_review_use_parent_class)->finalize (object);
}

static void
gh_review_use_class_init (GhReviewUseClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_review_use_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                   0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[REMOVE] = g_signal_new ("remove", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                  0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
add_remove_button (GhReviewUse *self)
{
  self->remove_button = gtk_button_new_from_icon_name ("user-trash-symbolic");
  gtk_widget_set_valign (self->remove_button, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (self->remove_button, FALSE);
  gtk_widget_add_css_class (self->remove_button, "flat");
  gtk_widget_set_tooltip_text (self->remove_button, _("Remove This Use of the Tool"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->remove_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("Remove This Use of the Tool"),
                                  -1);
  g_signal_connect_object (self->remove_button, "clicked", G_CALLBACK (remove_clicked_cb), self,
                           G_CONNECT_SWAPPED);
  gh_text_card_add_suffix (self->card, self->remove_button);
}

static void
gh_review_use_init (GhReviewUse *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "gh-code");
  self->card = GH_TEXT_CARD (gh_text_card_new (""));
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->card));
  add_remove_button (self);

  self->problem = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_set_visible (GTK_WIDGET (self->problem), FALSE);
  gtk_label_set_xalign (self->problem, 0);
  gtk_label_set_wrap (self->problem, TRUE);
  gtk_label_set_wrap_mode (self->problem, PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_margin_start (GTK_WIDGET (self->problem), 12);
  gtk_widget_set_margin_end (GTK_WIDGET (self->problem), 12);
  gtk_widget_set_margin_bottom (GTK_WIDGET (self->problem), 12);
  gtk_widget_add_css_class (GTK_WIDGET (self->problem), "error");
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->problem));
}

GtkWidget *
gh_review_use_new (GhSamplingPart *part,
                   const char     *title)
{
  GhReviewUse *self;

  g_return_val_if_fail (GH_IS_SAMPLING_PART (part), NULL);
  g_return_val_if_fail (gh_sampling_part_get_kind (part) == GH_SAMPLING_PART_TOOL_USE, NULL);

  self = g_object_new (GH_TYPE_REVIEW_USE, NULL);
  self->part = g_object_ref (part);
  gh_text_card_set_title (self->card, title);
  gh_text_card_set_text (self->card, gh_sampling_part_get_original_text (part),
                         gh_sampling_part_get_text (part));
  g_signal_connect_object (self->card, "changed", G_CALLBACK (card_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (part, "notify::text", G_CALLBACK (part_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

GhSamplingPart *
gh_review_use_get_part (GhReviewUse *self)
{
  g_return_val_if_fail (GH_IS_REVIEW_USE (self), NULL);

  return self->part;
}

GhTextCard *
gh_review_use_get_card (GhReviewUse *self)
{
  g_return_val_if_fail (GH_IS_REVIEW_USE (self), NULL);

  return self->card;
}

void
gh_review_use_set_removable (GhReviewUse *self,
                             gboolean     removable)
{
  g_return_if_fail (GH_IS_REVIEW_USE (self));

  gtk_widget_set_visible (self->remove_button, removable);
}

void
gh_review_use_set_problem (GhReviewUse *self,
                           const char  *words)
{
  g_return_if_fail (GH_IS_REVIEW_USE (self));

  gtk_label_set_text (self->problem, words != NULL ? words : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), words != NULL);
}
