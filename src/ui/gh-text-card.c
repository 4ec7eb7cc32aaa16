/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One editable text under review, with its heading, what was noticed about it, and the way back. */
#include "config.h"

#include "gh-text-card.h"

#include "gh-ui.h"

#include <glib/gi18n.h>

struct _GhTextCard
{
  GtkBox        parent_instance;

  /* Owned */
  char         *original; /* or NULL */

  gboolean      edited;

  /* Template */
  GtkBox       *heading;
  GtkLabel     *title_label;
  GtkLabel     *hidden_chip;
  GtkWidget    *edited_chip;
  GtkWidget    *restore_button;
  GhReviewText *text;
};

G_DEFINE_FINAL_TYPE (GhTextCard, gh_text_card, GTK_TYPE_BOX)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
update_edited (GhTextCard *self,
               const char *text)
{
  self->edited = self->original != NULL && g_strcmp0 (self->original, text) != 0;
  gtk_widget_set_visible (self->edited_chip, self->edited);
  gtk_widget_set_visible (self->restore_button,
                          self->edited && gh_review_text_get_editable (self->text));
}

static void
text_changed_cb (GhTextCard *self)
{
  g_autofree char *text = NULL;

  g_assert (GH_IS_TEXT_CARD (self));

  text = gh_review_text_dup_text (self->text);
  update_edited (self, text);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
hidden_changed_cb (GhTextCard *self)
{
  guint n;
  g_autofree char *label = NULL;

  g_assert (GH_IS_TEXT_CARD (self));

  n = gh_review_text_get_n_hidden (self->text);
  gtk_widget_set_visible (GTK_WIDGET (self->hidden_chip), n > 0);
  /* Translators: characters of a text that cannot be seen or that change the direction of writing.
   * */
  label = g_strdup_printf (ngettext ("%'u hidden character", "%'u hidden characters", n), n);
  gtk_label_set_text (self->hidden_chip, label);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->hidden_chip),
                               _("Invisible or direction-changing characters, shown here by their "
                                 "codes"));
}

static void
restore_clicked_cb (GhTextCard *self)
{
  g_assert (GH_IS_TEXT_CARD (self));

  if (self->original == NULL)
    return;
  /* The button that was pressed goes away. */
  gtk_widget_grab_focus (gh_review_text_get_view (self->text));
  gh_review_text_set_text (self->text, self->original);
  update_edited (self, self->original);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
gh_text_card_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_box_remove (GTK_BOX (object), child);
  G_OBJECT_CLASS (gh_text_card_parent_class)->dispose (object);
}

static void
gh_text_card_finalize (GObject *object)
{
  GhTextCard *self = GH_TEXT_CARD (object);

  g_clear_pointer (&self->original, g_free);
  G_OBJECT_CLASS (gh_text_card_parent_class)->finalize (object);
}

static void
gh_text_card_class_init (GhTextCardClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = gh_text_card_dispose;
  object_class->finalize = gh_text_card_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                   0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (GH_TYPE_REVIEW_TEXT);
  gtk_widget_class_set_template_from_resource (widget_class, GH_UI_RESOURCE_PATH "gh-text-card.ui");
  gtk_widget_class_bind_template_child (widget_class, GhTextCard, heading);
  gtk_widget_class_bind_template_child (widget_class, GhTextCard, title_label);
  gtk_widget_class_bind_template_child (widget_class, GhTextCard, hidden_chip);
  gtk_widget_class_bind_template_child (widget_class, GhTextCard, edited_chip);
  gtk_widget_class_bind_template_child (widget_class, GhTextCard, restore_button);
  gtk_widget_class_bind_template_child (widget_class, GhTextCard, text);
  gtk_widget_class_bind_template_callback (widget_class, text_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, hidden_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, restore_clicked_cb);
}

static void
gh_text_card_init (GhTextCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gh_text_card_set_restore (self, _("Restore the Server’s Text"));
}

GtkWidget *
gh_text_card_new (const char *title)
{
  GtkWidget *self = g_object_new (GH_TYPE_TEXT_CARD, NULL);

  gh_text_card_set_title (GH_TEXT_CARD (self), title);
  return self;
}

void
gh_text_card_set_title (GhTextCard *self,
                        const char *title)
{
  g_return_if_fail (GH_IS_TEXT_CARD (self));

  gtk_label_set_text (self->title_label, title);
  gh_review_text_set_label (self->text, title);
}

void
gh_text_card_set_text (GhTextCard *self,
                       const char *original,
                       const char *text)
{
  g_return_if_fail (GH_IS_TEXT_CARD (self));
  g_return_if_fail (text != NULL);

  g_free (self->original);
  self->original = g_strdup (original);
  gh_review_text_set_text (self->text, text);
  update_edited (self, text);
}

char *
gh_text_card_dup_text (GhTextCard *self)
{
  g_return_val_if_fail (GH_IS_TEXT_CARD (self), NULL);

  return gh_review_text_dup_text (self->text);
}

void
gh_text_card_set_restore (GhTextCard *self,
                          const char *tooltip)
{
  g_return_if_fail (GH_IS_TEXT_CARD (self));

  gtk_widget_set_tooltip_text (self->restore_button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->restore_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip, -1);
}

gboolean
gh_text_card_get_edited (GhTextCard *self)
{
  g_return_val_if_fail (GH_IS_TEXT_CARD (self), FALSE);

  return self->edited;
}

GhReviewText *
gh_text_card_get_text (GhTextCard *self)
{
  g_return_val_if_fail (GH_IS_TEXT_CARD (self), NULL);

  return self->text;
}

void
gh_text_card_add_suffix (GhTextCard *self,
                         GtkWidget  *widget)
{
  g_return_if_fail (GH_IS_TEXT_CARD (self));
  g_return_if_fail (GTK_IS_WIDGET (widget));

  gtk_box_append (self->heading, widget);
}
