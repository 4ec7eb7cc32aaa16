/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A content block for showing: text, picture, sound, resource. Immutable. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  GH_CONTENT_TEXT,
  GH_CONTENT_IMAGE,
  GH_CONTENT_AUDIO,
  GH_CONTENT_RESOURCE,
  GH_CONTENT_RESOURCE_LINK,
  GH_CONTENT_STRUCTURED, /* structuredContent; text is indented JSON */
  GH_CONTENT_UNKNOWN,    /* text is indented JSON */
} GhContentKind;

#define GH_TYPE_CONTENT_KIND (gh_content_kind_get_type ())
GType gh_content_kind_get_type (void);

#define GH_TYPE_CONTENT (gh_content_get_type ())
G_DECLARE_FINAL_TYPE (GhContent, gh_content, GH, CONTENT, GObject)

GhContent     *gh_content_new           (GhContentKind  kind,
                                         const char    *text,
                                         const char    *mime_type,
                                         const char    *uri,
                                         GBytes        *data);
GhContentKind  gh_content_get_kind      (GhContent     *self);
const char    *gh_content_get_text      (GhContent     *self); /* valid UTF-8, or NULL */
const char    *gh_content_get_mime_type (GhContent     *self); /* or NULL */
const char    *gh_content_get_uri       (GhContent     *self); /* or NULL */
GBytes        *gh_content_get_data      (GhContent     *self); /* or NULL */

G_END_DECLS
