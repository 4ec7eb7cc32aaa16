/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The first words of a dialog about a request, which are ours: which server it is, and what it
 * wants. */
#include "config.h"

#include "gh-review-head.h"

#include "gh-ui.h"

struct _GhReviewHead
{
  AdwBin     parent_instance;

  /* Template */
  AdwAvatar *avatar;
  GtkLabel  *sentence_label;
  GtkLabel  *who_label;
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
