/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A picture from somebody else: decoded aside, within bounds, and what is wrong with it said. */
#include "config.h"

#include "gh-review-picture.h"

#include <glib/gi18n.h>

#include "gh-image-loader.h"
#include "gh-review-words.h"

#define SHOWN_HEIGHT 240

struct _GhReviewPicture
{
  GtkBox                parent_instance;

  /* Owned */
  GCancellable         *cancellable;

  GhReviewPictureState  state;

  /* Borrowed */
  GtkWidget            *picture;
  GtkWidget            *caption;
};

G_DEFINE_FINAL_TYPE (GhReviewPicture, gh_review_picture, GTK_TYPE_BOX)

static void
set_broken (GhReviewPicture *self,
            const char      *words)
{
  self->state = GH_REVIEW_PICTURE_BROKEN;
  gtk_widget_set_visible (self->picture, FALSE);
  gtk_label_set_text (GTK_LABEL (self->caption), words);
  gtk_widget_set_visible (self->caption, TRUE);
}

static void
decoded_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GhReviewPicture) self = user_data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GdkTexture) texture = gh_image_load_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->picture == NULL)
    return;
  if (g_error_matches (error, GH_IMAGE_ERROR, GH_IMAGE_ERROR_BYTES))
    set_broken (self, _("The picture is too large to be shown here. It would be sent as it is."));
  else if (g_error_matches (error, GH_IMAGE_ERROR, GH_IMAGE_ERROR_SIZE))
    set_broken (self, _("The picture has too many pixels to be shown here. It would be sent as it "
                        "is."));
  else if (error != NULL)
    set_broken (self, _("The picture cannot be shown: it is damaged or of an unknown format. It "
                        "would be sent as it is."));
  else
    {
      self->state = GH_REVIEW_PICTURE_SHOWN;
      gtk_picture_set_paintable (GTK_PICTURE (self->picture), GDK_PAINTABLE (texture));
      gtk_widget_set_size_request (self->picture, -1,
                                   MIN (SHOWN_HEIGHT, gdk_texture_get_height (texture)));
      gtk_widget_set_visible (self->picture, TRUE);
      gtk_widget_set_visible (self->caption, FALSE);
    }
}

static void
gh_review_picture_dispose (GObject *object)
{
  GhReviewPicture *self = GH_REVIEW_PICTURE (object);

  g_cancellable_cancel (self->cancellable);
  self->picture = NULL;
  self->caption = NULL;
  G_OBJECT_CLASS (gh_review_picture_parent_class)->dispose (object);
}

static void
gh_review_picture_finalize (GObject *object)
{
  GhReviewPicture *self = GH_REVIEW_PICTURE (object);

  g_clear_object (&self->cancellable);
  G_OBJECT_CLASS (gh_review_picture_parent_class)->finalize (object);
}

static void
gh_review_picture_class_init (GhReviewPictureClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = gh_review_picture_dispose;
  G_OBJECT_CLASS (klass)->finalize = gh_review_picture_finalize;
}

static void
gh_review_picture_init (GhReviewPicture *self)
{
  self->cancellable = g_cancellable_new ();
  self->picture = gtk_picture_new ();
  self->caption = gtk_label_new (_("Opening the picture…"));

  gtk_widget_set_margin_start (GTK_WIDGET (self), 12);
  gtk_widget_set_margin_end (GTK_WIDGET (self), 12);
  gtk_widget_set_margin_bottom (GTK_WIDGET (self), 12);
  gtk_picture_set_content_fit (GTK_PICTURE (self->picture), GTK_CONTENT_FIT_SCALE_DOWN);
  gtk_widget_set_halign (self->picture, GTK_ALIGN_START);
  gtk_widget_set_visible (self->picture, FALSE);
  gtk_label_set_wrap (GTK_LABEL (self->caption), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->caption), 0);
  gtk_widget_set_hexpand (self->caption, TRUE);
  gtk_box_append (GTK_BOX (self), self->picture);
  gtk_box_append (GTK_BOX (self), self->caption);
}

GtkWidget *
gh_review_picture_new (GhContent *content)
{
  GhReviewPicture *self;
  GBytes *data;
  g_autofree char *size = NULL;
  g_autofree char *name = NULL;
  g_autofree char *type = NULL;

  g_return_val_if_fail (GH_IS_CONTENT (content), NULL);

  self = g_object_new (GH_TYPE_REVIEW_PICTURE, NULL);
  data = gh_content_get_data (content);
  if (data == NULL || g_bytes_get_size (data) == 0)
    {
      set_broken (self, _("The picture is empty."));
      return GTK_WIDGET (self);
    }

  size = g_format_size (g_bytes_get_size (data));
  type = gh_words_name (gh_content_get_mime_type (content));
  /* Translators: a picture's type and size, for a screen reader: "Picture, image/png, 12.3 kB". */
  name = g_strdup_printf (_("Picture, %s, %s"), type, size);
  gtk_picture_set_alternative_text (GTK_PICTURE (self->picture), name);
  gh_image_load_async (data, self->cancellable, decoded_cb, g_object_ref (self));
  return GTK_WIDGET (self);
}

GhReviewPictureState
gh_review_picture_get_state (GhReviewPicture *self)
{
  g_return_val_if_fail (GH_IS_REVIEW_PICTURE (self), GH_REVIEW_PICTURE_BROKEN);

  return self->state;
}
