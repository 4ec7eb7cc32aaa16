/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A picture from somebody else: decoded aside, within bounds, and what is wrong with it said. */
#pragma once

#include "gh-content.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define GH_TYPE_REVIEW_PICTURE (gh_review_picture_get_type ())
G_DECLARE_FINAL_TYPE (GhReviewPicture, gh_review_picture, GH, REVIEW_PICTURE, GtkBox)

typedef enum
{
  GH_REVIEW_PICTURE_LOADING,
  GH_REVIEW_PICTURE_SHOWN,
  GH_REVIEW_PICTURE_BROKEN,
} GhReviewPictureState;

/* content: of kind GH_CONTENT_IMAGE; kept. A floating widget. */
GtkWidget            *gh_review_picture_new       (GhContent       *content);
/* For tests. */
GhReviewPictureState  gh_review_picture_get_state (GhReviewPicture *self);

G_END_DECLS
