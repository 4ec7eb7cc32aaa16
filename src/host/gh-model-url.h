/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Judges the address of a model endpoint: is it usable, and whose computer is it. */
#pragma once

#include "gh-model.h"

G_BEGIN_DECLS

/* See gh_model_list_check_url(). */
gboolean gh_model_url_check (const char  *base_url,
                             GhLane      *lane,
                             GError     **error);
/* TRUE when both are the same endpoint, however written (slash at the end, "/v1", "localhost"). */
gboolean gh_model_url_equal (const char  *a,
                             const char  *b);

G_END_DECLS
