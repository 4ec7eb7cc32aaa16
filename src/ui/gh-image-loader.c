/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A picture from the bytes a server sent: bounded, and off the main thread. */
#include "config.h"

#include "gh-image-loader.h"

#include <string.h>

/* The loader is fed in pieces, so that it stops soon when a picture turns out too large. */
#define PIECE 65536

G_DEFINE_QUARK (gh-image-error-quark, gh_image_error)

/* Only formats whose decoders do nothing but decode: no SVG, which may name files. */
static const char *
sniff (GBytes *data)
{
  gsize size;
  const guchar *bytes = g_bytes_get_data (data, &size);

  if (size >= 12 && memcmp (bytes, "\211PNG\r\n\032\n", 8) == 0)
    return "image/png";
  if (size >= 12 && memcmp (bytes, "\377\330\377", 3) == 0)
    return "image/jpeg";
  if (size >= 12 && (memcmp (bytes, "GIF87a", 6) == 0 || memcmp (bytes, "GIF89a", 6) == 0))
    return "image/gif";
  if (size >= 12 && memcmp (bytes, "RIFF", 4) == 0 && memcmp (bytes + 8, "WEBP", 4) == 0)
    return "image/webp";
  return NULL;
}

static void
size_prepared_cb (GdkPixbufLoader *loader,
                  int              width,
                  int              height,
                  gboolean        *too_large)
{
  double scale;

  if (width <= 0 || height <= 0 || (gint64) width * height > GH_IMAGE_MAX_PIXELS)
    {
      *too_large = TRUE;
      /* Makes the decoder give up before it allocates. */
      gdk_pixbuf_loader_set_size (loader, 0, 0);
      return;
    }
  scale = MIN (1.0, (double) GH_IMAGE_MAX_SIDE / MAX (width, height));
  if (scale < 1)
    gdk_pixbuf_loader_set_size (loader, MAX (1, width * scale), MAX (1, height * scale));
}

static GdkPixbuf *
decode (GBytes        *data,
        const char    *mime_type,
        GCancellable  *cancellable,
        gboolean      *too_large,
        GError       **error)
{
  g_autoptr(GdkPixbufLoader) loader = gdk_pixbuf_loader_new_with_mime_type (mime_type, error);
  gsize size;
  const guchar *bytes = g_bytes_get_data (data, &size);
  gboolean ok = TRUE;

  if (loader == NULL)
    return NULL;
  g_signal_connect (loader, "size-prepared", G_CALLBACK (size_prepared_cb), too_large);
  for (gsize done = 0; ok && !*too_large && done < size; done += PIECE)
    ok = !g_cancellable_set_error_if_cancelled (cancellable, error) &&
         gdk_pixbuf_loader_write (loader, bytes + done, MIN (PIECE, size - done), error);
  if (!gdk_pixbuf_loader_close (loader, ok && !*too_large ? error : NULL) || !ok || *too_large)
    return NULL;
  return gdk_pixbuf_loader_get_pixbuf (loader) != NULL
         ? g_object_ref (gdk_pixbuf_loader_get_pixbuf (loader)) : NULL;
}

static void
load_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  GBytes *data = task_data;
  const char *mime_type = sniff (data);
  g_autoptr(GdkPixbuf) pixbuf = NULL;
  g_autoptr(GBytes) pixels = NULL;
  g_autoptr(GError) error = NULL;
  gboolean too_large = FALSE;

  if (mime_type == NULL)
    {
      g_task_return_new_error (task, GH_IMAGE_ERROR, GH_IMAGE_ERROR_KIND, "unknown format");
      return;
    }
  if (g_bytes_get_size (data) > GH_IMAGE_MAX_BYTES)
    {
      g_task_return_new_error (task, GH_IMAGE_ERROR, GH_IMAGE_ERROR_BYTES, "too many bytes");
      return;
    }
  pixbuf = decode (data, mime_type, cancellable, &too_large, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_task_return_error (task, g_steal_pointer (&error));
  else if (too_large)
    g_task_return_new_error (task, GH_IMAGE_ERROR, GH_IMAGE_ERROR_SIZE, "too many pixels");
  else if (g_error_matches (error, GDK_PIXBUF_ERROR, GDK_PIXBUF_ERROR_UNKNOWN_TYPE))
    g_task_return_new_error (task, GH_IMAGE_ERROR, GH_IMAGE_ERROR_KIND, "%s", error->message);
  else if (pixbuf == NULL)
    g_task_return_new_error (task, GH_IMAGE_ERROR, GH_IMAGE_ERROR_DAMAGED, "%s",
                             error != NULL ? error->message : "no picture");
  else
    {
      pixels = gdk_pixbuf_read_pixel_bytes (pixbuf);
      g_task_return_pointer (task,
                             gdk_memory_texture_new (gdk_pixbuf_get_width (pixbuf),
                                                     gdk_pixbuf_get_height (pixbuf),
                                                     gdk_pixbuf_get_has_alpha (pixbuf)
                                                     ? GDK_MEMORY_R8G8B8A8 : GDK_MEMORY_R8G8B8,
                                                     pixels,
                                                     gdk_pixbuf_get_rowstride (pixbuf)),
                             g_object_unref);
    }
}

/**
 * gh_image_load_async:
 * @data: a file of a known format, whatever its sender calls it
 */
void
gh_image_load_async (GBytes              *data,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback,
                     gpointer             user_data)
{
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_return_if_fail (data != NULL);

  g_task_set_source_tag (task, gh_image_load_async);
  g_task_set_task_data (task, g_bytes_ref (data), (GDestroyNotify) g_bytes_unref);
  g_task_run_in_thread (task, load_thread);
}

/**
 * gh_image_load_finish:
 * @error: return location, #GH_IMAGE_ERROR or cancelled
 *
 * Returns: (transfer full) (nullable): the picture, at most #GH_IMAGE_MAX_SIDE pixels wide and high
 */
GdkTexture *
gh_image_load_finish (GAsyncResult  *result,
                      GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
