/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A picture from somebody else: decoded aside, within bounds, and what is wrong with it said. */
#include "config.h"

#include "gh-review-picture.h"

#include <glib/gi18n.h>
#include <string.h>

#include "gh-review-words.h"

/* More than a screen shows is of no use; the bytes go to the model as they came. */
#define LONGEST_SIDE 1200
/* A few kilobytes can claim to be a picture of gigabytes; a large photograph has 60 million
 * pixels. */
#define MOST_PIXELS (100 * 1000 * 1000)
#define MOST_BYTES (32 * 1024 * 1024)
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

/* Only formats whose loaders are old and plain; the name is gdk-pixbuf's. */
static const char *
guess_format (const guint8 *data,
              gsize         length)
{
  if (length > 8 && memcmp (data, "\x89PNG\r\n\x1a\n", 8) == 0)
    return "png";
  if (length > 3 && memcmp (data, "\xff\xd8\xff", 3) == 0)
    return "jpeg";
  if (length > 6 && (memcmp (data, "GIF87a", 6) == 0 || memcmp (data, "GIF89a", 6) == 0))
    return "gif";
  if (length > 12 && memcmp (data, "RIFF", 4) == 0 && memcmp (data + 8, "WEBP", 4) == 0)
    return "webp";
  return NULL;
}

static void
size_prepared_cb (GdkPixbufLoader *loader,
                  int              width,
                  int              height,
                  gpointer         user_data)
{
  gboolean *too_large = user_data;

  if (width <= 0 || height <= 0 || (gint64) width * height > MOST_PIXELS)
    {
      *too_large = TRUE;
      gdk_pixbuf_loader_set_size (loader, 1, 1);
    }
  else if (MAX (width, height) > LONGEST_SIDE)
    {
      double scale = (double) LONGEST_SIDE / MAX (width, height);

      gdk_pixbuf_loader_set_size (loader, MAX (1, (int) (width * scale)),
                                  MAX (1, (int) (height * scale)));
    }
}

/* Feeds the decoder in pieces, so that a picture that is too large is given up at its header. */
static GdkTexture *
decode (GBytes        *bytes,
        GCancellable  *cancellable,
        GError       **error)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (bytes, &length);
  const char *format = guess_format (data, length);
  g_autoptr(GdkPixbufLoader) loader = NULL;
  g_autoptr(GBytes) pixels = NULL;
  gboolean too_large = FALSE;
  gboolean ok = TRUE;
  GdkPixbuf *pixbuf;

  if (format == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "not a known format");
      return NULL;
    }
  loader = gdk_pixbuf_loader_new_with_type (format, error);
  if (loader == NULL)
    return NULL;
  g_signal_connect (loader, "size-prepared", G_CALLBACK (size_prepared_cb), &too_large);
  for (gsize at = 0; ok && !too_large && at < length; at += 65536)
    ok = !g_cancellable_set_error_if_cancelled (cancellable, error) &&
         gdk_pixbuf_loader_write (loader, data + at, MIN (65536, length - at), error);
  if (!ok || too_large)
    {
      gdk_pixbuf_loader_close (loader, NULL);
      if (too_large)
        g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE, "too many pixels");
      return NULL;
    }
  if (!gdk_pixbuf_loader_close (loader, error))
    return NULL;
  pixbuf = gdk_pixbuf_loader_get_pixbuf (loader);
  if (pixbuf == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "no picture in it");
      return NULL;
    }
  pixels = gdk_pixbuf_read_pixel_bytes (pixbuf);
  return gdk_memory_texture_new (gdk_pixbuf_get_width (pixbuf),
                                 gdk_pixbuf_get_height (pixbuf),
                                 gdk_pixbuf_get_has_alpha (pixbuf) ? GDK_MEMORY_R8G8B8A8
                                                                   : GDK_MEMORY_R8G8B8,
                                 pixels,
                                 (gsize) gdk_pixbuf_get_rowstride (pixbuf));
}

static void
decode_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  GError *error = NULL;
  GdkTexture *texture = decode (task_data, cancellable, &error);

  if (texture != NULL)
    g_task_return_pointer (task, texture, g_object_unref);
  else
    g_task_return_error (task, error);
}

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
  GhReviewPicture *self = GH_REVIEW_PICTURE (source);
  g_autoptr(GError) error = NULL;
  g_autoptr(GdkTexture) texture = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->picture == NULL)
    return;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
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
  g_autoptr(GTask) task = NULL;
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
  if (g_bytes_get_size (data) > MOST_BYTES)
    {
      set_broken (self, _("The picture is too large to be shown here. It would be sent as it is."));
      return GTK_WIDGET (self);
    }

  task = g_task_new (self, self->cancellable, decoded_cb, NULL);
  g_task_set_source_tag (task, gh_review_picture_new);
  g_task_set_task_data (task, g_bytes_ref (data), (GDestroyNotify) g_bytes_unref);
  g_task_run_in_thread (task, decode_thread);
  return GTK_WIDGET (self);
}

GhReviewPictureState
gh_review_picture_get_state (GhReviewPicture *self)
{
  g_return_val_if_fail (GH_IS_REVIEW_PICTURE (self), GH_REVIEW_PICTURE_BROKEN);

  return self->state;
}
