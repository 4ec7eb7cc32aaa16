/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Taking folders and servers out, with a toast that puts them back where they were. */
#pragma once

#include "gh-window.h"

G_BEGIN_DECLS

/* Takes it out of the list, with a toast that brings it back to its place. */
void gh_removal_of_root     (GhWindow  *window,
                             GhRoot    *root);
/* The same; a running server is stopped. */
void gh_removal_of_server   (GhWindow  *window,
                             GhServer  *server);
/* For a toast that tells of roots (owned array of GhRoot, taken) that were just added: undoing
 * takes them out again. */
void gh_removal_offer_roots (AdwToast  *toast,
                             GhWindow  *window,
                             GPtrArray *roots);

G_END_DECLS
