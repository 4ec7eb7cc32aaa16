/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What differs between two texts: lines first, words inside lines that changed. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  GH_TEXT_DIFF_SAME,
  GH_TEXT_DIFF_REMOVED, /* of the text before */
  GH_TEXT_DIFF_ADDED,   /* of the text after */
} GhTextDiffKind;

typedef struct
{
  GhTextDiffKind  kind;
  const char     *text; /* borrowed from the text it is of, not ended by a zero */
  gsize           length;
} GhTextDiffPiece;

/* before, after: valid UTF-8; they must outlive the pieces. Takes bounded time: where too much
 * differs it is all removed and all added. Of GhTextDiffPiece, in reading order, none of them empty
 * and no two of a kind together; owned. */
GArray *gh_text_diff_new (const char *before,
                          const char *after);

G_END_DECLS
