/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One editable text under review, with its heading, what was noticed about it, and the way back. */
#include "config.h"

#include "gh-text-card.h"

#include <glib/gi18n.h>
#include <string.h>

#include "gh-review-changes.h"
#include "gh-review-words.h"
#include "gh-text-signs.h"
#include "gh-ui.h"

/* What was noticed about a longer text is not looked for again at every key. */
#define QUICK_LENGTH (64 * 1024)

struct _GhTextCard
{
  GtkBox        parent_instance;

  /* Owned */
  char         *original; /* or NULL */

  gboolean      edited;
  gboolean      has_changes_button;

  /* Template */
  GtkBox       *heading;
  GtkLabel     *title_label;
  GtkLabel     *hidden_chip;
  GtkWidget    *edited_chip;
  GtkWidget    *changes_button;
  GtkWidget    *restore_button;
  GtkWidget    *signs_box;
  GtkLabel     *lookalike_chip;
  GtkLabel     *line_chip;
  GtkLabel     *encoded_chip;
  GhReviewText *text;
  GhReviewChanges *changes;
};

G_DEFINE_FINAL_TYPE (GhTextCard, gh_text_card, GTK_TYPE_BOX)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
set_chip (GtkLabel *chip,
          gboolean  visible,
          char     *take_words)
{
  gtk_label_set_text (chip, take_words);
  gtk_widget_set_visible (GTK_WIDGET (chip), visible);
  g_free (take_words);
}

static void
update_signs (GhTextCard *self,
              const char *text)
{
  GhTextSigns signs;
  g_autofree char *line = NULL;
  g_autofree char *encoded = NULL;

  gh_text_signs_look (text, &signs);
  line = gh_words_number ((gint64) signs.longest_line);
  encoded = g_format_size (signs.n_encoded);
  set_chip (self->lookalike_chip, signs.n_lookalikes > 0,
            /* Translators: words with letters of another script. */
            g_strdup_printf (ngettext ("%'u word with look-alike letters",
                                       "%'u words with look-alike letters", signs.n_lookalikes),
                             signs.n_lookalikes));
  set_chip (self->line_chip, signs.longest_line > 0,
            /* Translators: a number of characters is filled in. */
            g_strdup_printf (_("A line of %s characters"), line));
  set_chip (self->encoded_chip, signs.n_encoded > 0,
            /* Translators: a size ("3.2 kB") is filled in. */
            g_strdup_printf (_("%s of encoded data"), encoded));
  gtk_widget_set_visible (self->signs_box, signs.n_lookalikes > 0 || signs.longest_line > 0
                                             || signs.n_encoded > 0);
}

static gboolean
shows_changes (GhTextCard *self)
{
  return self->edited && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->changes_button));
}

static void
update_changes (GhTextCard *self,
                const char *text)
{
  gboolean shown = shows_changes (self);

  if (shown)
    gh_review_changes_set_texts (self->changes, self->original, text);
  gtk_widget_set_visible (GTK_WIDGET (self->changes), shown);
  gtk_widget_set_visible (GTK_WIDGET (self->text), !shown);
}

static void
changes_toggled_cb (GhTextCard *self)
{
  g_autofree char *text = NULL;

  g_assert (GH_IS_TEXT_CARD (self));

  text = gh_review_text_dup_text (self->text);
  update_changes (self, text);
}

static void
update_edited (GhTextCard *self,
               const char *text)
{
  self->edited = self->original != NULL && g_strcmp0 (self->original, text) != 0;
  gtk_widget_set_visible (self->edited_chip, self->edited);
  gtk_widget_set_visible (self->restore_button,
                          self->edited && gh_review_text_get_editable (self->text));
  gtk_widget_set_visible (self->changes_button, self->edited && self->has_changes_button);
  update_changes (self, text);
}

static void
text_changed_cb (GhTextCard *self)
{
  g_autofree char *text = NULL;

  g_assert (GH_IS_TEXT_CARD (self));

  text = gh_review_text_dup_text (self->text);
  update_edited (self, text);
  if (strnlen (text, QUICK_LENGTH) < QUICK_LENGTH)
    update_signs (self, text);
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
  gh_review_text_set_text (self->text, self->original);
  /* The button that was pressed goes away. */
  gtk_widget_set_visible (GTK_WIDGET (self->text), TRUE);
  gtk_widget_grab_focus (gh_review_text_get_view (self->text));
  update_edited (self, self->original);
  update_signs (self, self->original);
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
  g_type_ensure (GH_TYPE_REVIEW_CHANGES);
  gtk_widget_class_set_template_from_resource (widget_class, GH_UI_RESOURCE_PATH "gh-text-card.ui");
  gtk_widget_class_bind_template_child (widget_class, GhTextCard, heading);
  gtk_widget_class_bind_template_child (widget_class, GhTextCard, title_label);
  gtk_widget_class_bind_template_child (widget_class, GhTextCard, hidden_chip);
  gtk_widget_class_bind_template_child (widget_class, GhTextCard, edited_chip);
  gtk_widget_class_bind_template_child (widget_class, GhTextCard, changes_button);
  gtk_widget_class_bind_template_child (widget_class, GhTextCard, restore_button);
  gtk_widget_class_bind_template_child (widget_class, GhTextCard, signs_box);
  gtk_widget_class_bind_template_child (widget_class, GhTextCard, lookalike_chip);
  gtk_widget_class_bind_template_child (widget_class, GhTextCard, line_chip);
  gtk_widget_class_bind_template_child (widget_class, GhTextCard, encoded_chip);
  gtk_widget_class_bind_template_child (widget_class, GhTextCard, text);
  gtk_widget_class_bind_template_child (widget_class, GhTextCard, changes);
  gtk_widget_class_bind_template_callback (widget_class, text_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, hidden_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, restore_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, changes_toggled_cb);
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
  gh_review_changes_set_label (self->changes, title);
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
  update_signs (self, text);
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

void
gh_text_card_set_changes_button (GhTextCard *self,
                                 gboolean    shown)
{
  g_return_if_fail (GH_IS_TEXT_CARD (self));

  self->has_changes_button = !!shown;
  gtk_widget_set_visible (self->changes_button, self->edited && self->has_changes_button);
}

void
gh_text_card_set_show_changes (GhTextCard *self,
                               gboolean    show)
{
  g_return_if_fail (GH_IS_TEXT_CARD (self));

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->changes_button), show);
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
