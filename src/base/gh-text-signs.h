/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What a person who reads a stranger's text should be told of it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint n_hidden;     /* characters that cannot be seen (gh_plain_text_is_hidden()) */
  guint n_direction;  /* of them those that change the direction of writing */
  guint n_lookalikes; /* words with letters that look like those of another script */
  gsize longest_line; /* characters; 0 unless it is longer than anybody reads */
  gsize n_encoded;    /* characters of what looks like data in base64; 0: none worth a word */
} GhTextSigns;

/* text: valid UTF-8. One pass. */
void gh_text_signs_look           (const char      *text,
                                   GhTextSigns     *signs);

typedef void (*GhTextSignsFunc) (gsize    start,
                                 gsize    end,
                                 gpointer user_data);

/* Each word with look-alike letters, as bytes [start, end). text: valid UTF-8; whole lines, for a
 * line's script decides about its words. */
void gh_text_signs_each_lookalike (const char      *text,
                                   GhTextSignsFunc  func,
                                   gpointer         user_data);

G_END_DECLS
