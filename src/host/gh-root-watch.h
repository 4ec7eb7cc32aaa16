/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Keeps what is known of one root true: looks at the disk whenever something there may have
 * changed. */
#pragma once

#include "gh-path-watcher.h"
#include "gh-root-facts.h"

G_BEGIN_DECLS

#define GH_TYPE_ROOT_WATCH (gh_root_watch_get_type ())
G_DECLARE_FINAL_TYPE (GhRootWatch, gh_root_watch, GH, ROOT_WATCH, GObject)

/* Signal "changed": what is known changed, or the first look is done. The root's state and real
 * path are set by the watch. */
GhRootWatch *gh_root_watch_new          (GhRoot             *root,
                                         GhPathWatcher      *watcher,
                                         const char * const *excluded,
                                         GhRootFacts        *take_facts);
void         gh_root_watch_set_excluded (GhRootWatch        *self,
                                         const char * const *excluded);
GhRoot      *gh_root_watch_get_root     (GhRootWatch        *self); /* borrowed */
/* Whether there was a look since it was made. */
gboolean     gh_root_watch_has_looked   (GhRootWatch        *self);
/* Whether what is known is of the folders excluded now; without it the root is withheld. */
gboolean     gh_root_watch_is_known     (GhRootWatch        *self);
/* Borrowed array of char *, or NULL: the root is whole. */
GPtrArray   *gh_root_watch_get_pieces   (GhRootWatch        *self);
/* Ends it: no look, no signal after this. */
void         gh_root_watch_stop         (GhRootWatch        *self);

G_END_DECLS
