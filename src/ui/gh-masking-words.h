/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What is masked, in words. */
#pragma once

#include "gh-masking.h"

G_BEGIN_DECLS

/* "API key (GitHub)"; owned. */
char *gh_masking_words_kind    (GhMaskingSecret *secret);
/* "[[API_KEY_1]], in message 2, and once more"; owned. */
char *gh_masking_words_place   (GhMaskingSecret *secret);
/* The original for showing: one line, bounded, nothing invisible; owned. */
char *gh_masking_words_original (GhMaskingSecret *secret);
/* "3 secrets are masked"; owned. */
char *gh_masking_words_count   (guint            n);

G_END_DECLS
