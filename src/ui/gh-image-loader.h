/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A picture from the bytes a server sent: bounded, and off the main thread. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define GH_IMAGE_ERROR (gh_image_error_quark ())
GQuark gh_image_error_quark (void);

typedef enum
{
  GH_IMAGE_ERROR_KIND,    /* no PNG, JPEG, GIF or WebP */
  GH_IMAGE_ERROR_BYTES,   /* more bytes than GH_IMAGE_MAX_BYTES */
  GH_IMAGE_ERROR_SIZE,    /* more pixels than GH_IMAGE_MAX_PIXELS */
  GH_IMAGE_ERROR_DAMAGED,
} GhImageError;

/* 256 MB decoded; larger than any camera's picture, smaller than what a few hundred hostile
 * bytes can claim to be. */
#define GH_IMAGE_MAX_PIXELS (64 * 1024 * 1024)
/* No camera's picture is larger; decoding it would hold up what waits for the same threads. */
#define GH_IMAGE_MAX_BYTES (32 * 1024 * 1024)
/* Decoded pictures are scaled down to this before they are kept. */
#define GH_IMAGE_MAX_SIDE 2048

/* data: a file of a known format, whatever its sender calls it; kept until the end. It is decoded
 * in a thread. */
void        gh_image_load_async  (GBytes               *data,
                                  GCancellable         *cancellable,
                                  GAsyncReadyCallback   callback,
                                  gpointer              user_data);
/* Owned, at most GH_IMAGE_MAX_SIDE pixels wide and high; NULL with GH_IMAGE_ERROR or
 * G_IO_ERROR_CANCELLED. */
GdkTexture *gh_image_load_finish (GAsyncResult         *result,
                                  GError              **error);

G_END_DECLS
