/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One message of a prompt as a card: its texts to edit, its pictures, what else is in it. */
#include "config.h"

#include "gh-review-message.h"

#include <glib/gi18n.h>

#include "gh-review-picture.h"
#include "gh-review-use.h"
#include "gh-review-words.h"
#include "gh-text-card.h"

/* A hostile message has a million parts; what is beyond this can be read in the JSON and denied. */
#define SHOWN_PARTS 50

struct _GhReviewMessage
{
  GtkBox             parent_instance;

  /* Owned */
  GhSamplingMessage *message;
  GPtrArray         *cards;   /* of GhTextCard, borrowed */
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
describe (GhSamplingPart *part)
{
  GhContent *content = gh_sampling_part_get_content (part);
  GBytes *data = gh_content_get_data (content);
  const char *mime_type = gh_content_get_mime_type (content);
  g_autofree char *type = gh_words_name (mime_type != NULL ? mime_type : _("unknown type"));
  g_autofree char *size = g_format_size (data != NULL ? g_bytes_get_size (data) : 0);
  g_autofree char *place = NULL;

  if (gh_sampling_part_get_kind (part) == GH_SAMPLING_PART_AUDIO)
    /* Translators: type and size. */
    return g_strdup_printf (_("A sound: %s, %s. Not every model takes sounds."), type, size);
  place = gh_words_name (gh_sampling_part_get_uri (part));
  /* Translators: address, type and size. */
  return g_strdup_printf (_("A file: %s, %s, %s. Only pictures and sounds can be sent to a model."),
                          place, type, size);
}

static void
emit_changed (GtkWidget *inside)
{
  GtkWidget *self = gtk_widget_get_ancestor (inside, GH_TYPE_REVIEW_MESSAGE);

  if (self != NULL)
    g_signal_emit (self, signals[CHANGED], 0);
}

/* The part has another text, but not by the person: something in it is masked, or no more. */
static void
part_changed_cb (GhTextCard     *card,
                 GParamSpec     *pspec,
                 GhSamplingPart *part)
{
  gh_text_card_set_text (card, gh_sampling_part_get_original_text (part),
                         gh_sampling_part_get_text (part));
}

static void
card_changed_cb (GhTextCard *card,
                 gpointer    user_data)
{
  GhSamplingPart *part = user_data;
  g_autofree char *text = gh_text_card_dup_text (card);

  g_signal_handlers_block_by_func (part, part_changed_cb, card);
  gh_sampling_part_set_text (part, text);
  g_signal_handlers_unblock_by_func (part, part_changed_cb, card);
  emit_changed (GTK_WIDGET (card));
}

static void
use_changed_cb (GhReviewUse *use)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *problem = NULL;

  if (!gh_sampling_part_check (gh_review_use_get_part (use), &error))
    problem = gh_words_use_problem (error);
  gh_review_use_set_problem (use, problem);
  emit_changed (GTK_WIDGET (use));
}

static void
add_card (GhReviewMessage *self,
          GhTextCard      *card,
          gboolean         editable)
{
  gh_review_text_set_editable (gh_text_card_get_text (card), editable);
  g_ptr_array_add (self->cards, card);
}

static void
add_text (GhReviewMessage *self,
          GhSamplingPart  *part,
          const char      *title,
          gboolean         editable)
{
  GtkWidget *card = gh_text_card_new (title);

  add_card (self, GH_TEXT_CARD (card), editable);
  gh_text_card_set_text (GH_TEXT_CARD (card), gh_sampling_part_get_original_text (part),
                         gh_sampling_part_get_text (part));
  g_signal_connect_object (card, "changed", G_CALLBACK (card_changed_cb), part, 0);
  g_signal_connect_object (part, "notify::text", G_CALLBACK (part_changed_cb), card,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self), card);
}

static void
add_use (GhReviewMessage *self,
         GhSamplingPart  *part,
         const char      *title,
         gboolean         editable)
{
  g_autofree char *tool = gh_words_name (gh_sampling_part_get_tool (part));
  /* Translators: heading of a part of a message that calls a tool: "Message 2 of 3, ...: uses the
   * tool find_flights". */
  g_autofree char *words = g_strdup_printf (_("%s: uses the tool %s"), title, tool);
  GtkWidget *use = gh_review_use_new (part, words);

  add_card (self, gh_review_use_get_card (GH_REVIEW_USE (use)), editable);
  g_signal_connect (use, "changed", G_CALLBACK (use_changed_cb), NULL);
  gtk_box_append (GTK_BOX (self), use);
}

static void add_part (GhReviewMessage *self,
                      GhSamplingPart  *part,
                      const char      *title,
                      gboolean         editable);

static void
add_facts (GhReviewMessage *self,
           const char      *words)
{
  gtk_box_append (GTK_BOX (self), create_facts (words));
}

static void
add_left_out (GhReviewMessage *self,
              const char      *title,
              guint            n)
{
  g_autofree char *words =
    g_strdup_printf (ngettext ("%u more part is not shown, but would be sent. The JSON below has "
                               "it.",
                               "%u more parts are not shown, but would be sent. The JSON below has "
                               "them.", n), n);

  gtk_box_append (GTK_BOX (self), create_heading (title));
  add_facts (self, words);
}

static void
add_result (GhReviewMessage *self,
            GhSamplingPart  *part,
            const char      *title,
            gboolean         editable)
{
  GListModel *parts = gh_sampling_part_list_parts (part);
  guint n = g_list_model_get_n_items (parts);
  g_autofree char *words = gh_sampling_part_get_is_error (part)
                             /* Translators: heading: "Message 3 of 3: the tool failed". */
                             ? g_strdup_printf (_("%s: the tool failed"), title)
                             : g_strdup_printf (_("%s: result of a tool"), title);

  if (n == 0)
    {
      gtk_box_append (GTK_BOX (self), create_heading (words));
      add_facts (self, _("It is empty."));
    }
  for (guint i = 0; i < MIN (n, SHOWN_PARTS); i++)
    {
      g_autoptr(GhSamplingPart) inner = g_list_model_get_item (parts, i);

      add_part (self, inner, words, editable);
    }
  if (n > SHOWN_PARTS)
    add_left_out (self, words, n - SHOWN_PARTS);
}

static void
add_part (GhReviewMessage *self,
          GhSamplingPart  *part,
          const char      *title,
          gboolean         editable)
{
  g_autofree char *words = NULL;

  switch (gh_sampling_part_get_kind (part))
    {
    case GH_SAMPLING_PART_TOOL_USE:
      add_use (self, part, title, editable);
      return;
    case GH_SAMPLING_PART_TOOL_RESULT:
      add_result (self, part, title, editable);
      return;
    case GH_SAMPLING_PART_RESOURCE:
      if (gh_sampling_part_get_text (part) != NULL)
        {
          const char *uri = gh_sampling_part_get_uri (part);
          g_autofree char *place = gh_words_name (uri);

          /* Translators: heading: what, and the address that is sent along with it. */
          words = uri != NULL ? g_strdup_printf (_("%s, %s"), title, place) : g_strdup (title);
          add_text (self, part, words, editable);
          return;
        }
      break;
    case GH_SAMPLING_PART_TEXT:
    case GH_SAMPLING_PART_LINK:
      add_text (self, part, title, editable);
      return;
    case GH_SAMPLING_PART_IMAGE:
    case GH_SAMPLING_PART_AUDIO:
    default:
      break;
    }

  gtk_box_append (GTK_BOX (self), create_heading (title));
  if (gh_sampling_part_get_kind (part) == GH_SAMPLING_PART_IMAGE)
    {
      gtk_box_append (GTK_BOX (self),
                      gh_review_picture_new (gh_sampling_part_get_content (part)));
      return;
    }
  words = describe (part);
  add_facts (self, words);
}

static void
gh_review_message_finalize (GObject *object)
{
  GhReviewMessage *self = GH_REVIEW_MESSAGE (object);

  g_clear_object (&self->message);
  g_clear_pointer (&self->cards, g_ptr_array_unref);
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
  self->cards = g_ptr_array_new ();
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
    add_left_out (self, title, n - SHOWN_PARTS);
  return GTK_WIDGET (self);
}

void
gh_review_message_set_show_changes (GhReviewMessage *self,
                                    gboolean         show)
{
  g_return_if_fail (GH_IS_REVIEW_MESSAGE (self));

  for (guint i = 0; i < self->cards->len; i++)
    gh_text_card_set_show_changes (g_ptr_array_index (self->cards, i), show);
}
