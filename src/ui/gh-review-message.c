/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One message of a prompt as a card: its texts to edit, its pictures, what else is in it. */
#include "config.h"

#include "gh-review-message.h"

#include <glib/gi18n.h>

#include "gh-review-picture.h"
#include "gh-review-words.h"
#include "gh-text-card.h"

/* A hostile message has a million parts; what is beyond this can be read in the JSON and denied. */
#define SHOWN_PARTS 50

struct _GhReviewMessage
{
  GtkBox             parent_instance;

  /* Owned */
  GhSamplingMessage *message;
};

G_DEFINE_FINAL_TYPE (GhReviewMessage, gh_review_message, GTK_TYPE_BOX)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static GtkWidget *
create_heading (const char *title)
{
  GtkWidget *label = gtk_label_new (title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, "caption-heading");
  gtk_widget_add_css_class (label, "gh-dim");
  gtk_widget_set_margin_start (label, 12);
  gtk_widget_set_margin_end (label, 12);
  gtk_widget_set_margin_top (label, 12);
  gtk_widget_set_margin_bottom (label, 6);
  return label;
}

static GtkWidget *
create_facts (const char *words)
{
  GtkWidget *label = gtk_label_new (words);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_margin_start (label, 12);
  gtk_widget_set_margin_end (label, 12);
  gtk_widget_set_margin_bottom (label, 12);
  return label;
}

/* What cannot be shown is named, with what is known about it. */
static char *
describe (GhContent *content)
{
  GBytes *data = gh_content_get_data (content);
  const char *mime_type = gh_content_get_mime_type (content);
  const char *uri = gh_content_get_uri (content);
  const char *text = gh_content_get_text (content);
  g_autofree char *type = gh_words_name (mime_type != NULL ? mime_type : _("unknown type"));
  g_autofree char *size = NULL;
  g_autofree char *place = NULL;

  size = g_format_size (data != NULL ? g_bytes_get_size (data) : text != NULL ? strlen (text) : 0);
  switch (gh_content_get_kind (content))
    {
    case GH_CONTENT_AUDIO:
      /* Translators: type and size. */
      return g_strdup_printf (_("A sound: %s, %s. No model can be sent it here: write the answer "
                                "yourself, or deny it."), type, size);
    case GH_CONTENT_RESOURCE:
    case GH_CONTENT_RESOURCE_LINK:
      place = gh_words_name (uri);
      /* Translators: address, type and size. */
      return g_strdup_printf (_("A resource: %s, %s, %s. No model can be sent it here: write the "
                                "answer yourself, or deny it."), place, type, size);
    case GH_CONTENT_TEXT:
    case GH_CONTENT_IMAGE:
    case GH_CONTENT_STRUCTURED:
    case GH_CONTENT_UNKNOWN:
    default:
      /* Translators: type and size. */
      return g_strdup_printf (_("Something that Gatehouse does not know: %s, %s. The JSON below "
                                "has all of it. No model can be sent it here."),
                              type, size);
    }
}

static void
part_changed_cb (GhTextCard *card,
                 gpointer    user_data)
{
  GhSamplingPart *part = user_data;
  GtkWidget *self = gtk_widget_get_ancestor (GTK_WIDGET (card), GH_TYPE_REVIEW_MESSAGE);
  g_autofree char *text = gh_text_card_dup_text (card);

  gh_sampling_part_set_text (part, text);
  if (self != NULL)
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
add_part (GhReviewMessage *self,
          GhSamplingPart  *part,
          const char      *title,
          gboolean         editable)
{
  GhContent *content = gh_sampling_part_get_content (part);
  const char *text = gh_sampling_part_get_text (part);
  g_autofree char *facts = NULL;

  if (text != NULL)
    {
      GtkWidget *card = gh_text_card_new (title);
      const char *original = gh_sampling_part_get_original_text (part);

      gh_review_text_set_editable (gh_text_card_get_text (GH_TEXT_CARD (card)), editable);
      gh_text_card_set_text (GH_TEXT_CARD (card), original != NULL ? original : "", text);
      g_signal_connect_object (card, "changed", G_CALLBACK (part_changed_cb), part, 0);
      gtk_box_append (GTK_BOX (self), card);
      return;
    }

  gtk_box_append (GTK_BOX (self), create_heading (title));
  if (content == NULL)
    return;
  if (gh_content_get_kind (content) == GH_CONTENT_IMAGE)
    {
      gtk_box_append (GTK_BOX (self), gh_review_picture_new (content));
      return;
    }
  facts = describe (content);
  gtk_box_append (GTK_BOX (self), create_facts (facts));
}

static void
gh_review_message_finalize (GObject *object)
{
  GhReviewMessage *self = GH_REVIEW_MESSAGE (object);

  g_clear_object (&self->message);
  G_OBJECT_CLASS (gh_review_message_parent_class)->finalize (object);
}

static void
gh_review_message_class_init (GhReviewMessageClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gh_review_message_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                   0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
gh_review_message_init (GhReviewMessage *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "card");
  gtk_widget_add_css_class (GTK_WIDGET (self), "gh-text");
}

GtkWidget *
gh_review_message_new (GhSamplingMessage *message,
                       const char        *title,
                       gboolean           editable)
{
  GhReviewMessage *self;
  GListModel *parts;
  guint n;

  g_return_val_if_fail (GH_IS_SAMPLING_MESSAGE (message), NULL);

  self = g_object_new (GH_TYPE_REVIEW_MESSAGE, NULL);
  self->message = g_object_ref (message);
  parts = gh_sampling_message_list_parts (message);
  n = g_list_model_get_n_items (parts);
  for (guint i = 0; i < MIN (n, SHOWN_PARTS); i++)
    {
      g_autoptr(GhSamplingPart) part = g_list_model_get_item (parts, i);
      g_autofree char *part_title = NULL;

      if (n > 1)
        /* Translators: heading of a part of a message: "Message 1 of 2, from Travel: part 1 of 3".
         * */
        part_title = g_strdup_printf (_("%s: part %u of %u"), title, i + 1, n);
      add_part (self, part, n > 1 ? part_title : title, editable);
    }
  if (n > SHOWN_PARTS)
    {
      g_autofree char *words = NULL;

      words = g_strdup_printf (ngettext ("%u more part is not shown, but would be sent. The JSON "
                                         "below has it.",
                                         "%u more parts are not shown, but would be sent. The JSON "
                                         "below has them.",
                                         n - SHOWN_PARTS),
                               n - SHOWN_PARTS);
      gtk_box_append (GTK_BOX (self), create_heading (title));
      gtk_box_append (GTK_BOX (self), create_facts (words));
    }
  return GTK_WIDGET (self);
}
