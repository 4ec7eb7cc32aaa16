/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The first words of a dialog about a request, which are ours: which server it is, and what it
 * wants. */
#include "config.h"

#include "gh-review-head.h"

#include <glib/gi18n.h>

#include "gh-ui.h"

struct _GhReviewHead
{
  AdwBin          parent_instance;

  /* Template */
  AdwAvatar      *avatar;
  GtkLabel       *sentence_label;
  GtkLabel       *who_label;
  GtkCheckButton *together_button;
  GtkLabel       *together_label;
};

G_DEFINE_FINAL_TYPE (GhReviewHead, gh_review_head, ADW_TYPE_BIN)

static void
gh_review_head_class_init (GhReviewHeadClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               GH_UI_RESOURCE_PATH "gh-review-head.ui");
  gtk_widget_class_bind_template_child (widget_class, GhReviewHead, avatar);
  gtk_widget_class_bind_template_child (widget_class, GhReviewHead, sentence_label);
  gtk_widget_class_bind_template_child (widget_class, GhReviewHead, who_label);
  gtk_widget_class_bind_template_child (widget_class, GhReviewHead, together_button);
  gtk_widget_class_bind_template_child (widget_class, GhReviewHead, together_label);
}

static void
gh_review_head_init (GhReviewHead *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
gh_review_head_set_words (GhReviewHead *self,
                          const char   *server,
                          const char   *sentence,
                          const char   *more)
{
  GtkRoot *root;

  g_return_if_fail (GH_IS_REVIEW_HEAD (self));

  adw_avatar_set_text (self->avatar, server);
  gtk_label_set_text (self->sentence_label, sentence);
  gtk_label_set_text (self->who_label, more);
  root = gtk_widget_get_root (GTK_WIDGET (self));
  if (root != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (root),
                                    GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, sentence, -1);
}

void
gh_review_head_set_n_alike (GhReviewHead *self,
                            guint         n_alike)
{
  g_autofree char *words = NULL;

  g_return_if_fail (GH_IS_REVIEW_HEAD (self));

  gtk_widget_set_visible (GTK_WIDGET (self->together_button), n_alike > 0);
  if (n_alike == 0)
    {
      gh_review_head_reset (self);
      return;
    }
  /* Translators: a check button; other requests that wait say exactly what this one says. */
  words = g_strdup_printf (ngettext ("%u more request asks exactly the _same: decide it together "
                                     "with this one",
                                     "%u more requests ask exactly the _same: decide them together "
                                     "with this one", n_alike), n_alike);
  gtk_label_set_text_with_mnemonic (self->together_label, words);
}

void
gh_review_head_reset (GhReviewHead *self)
{
  g_return_if_fail (GH_IS_REVIEW_HEAD (self));

  gtk_check_button_set_active (self->together_button, FALSE);
}

gboolean
gh_review_head_get_together (GhReviewHead *self)
{
  g_return_val_if_fail (GH_IS_REVIEW_HEAD (self), FALSE);

  return gtk_check_button_get_active (self->together_button);
}
