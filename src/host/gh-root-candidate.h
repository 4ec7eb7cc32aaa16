/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A file that someone wants as a root: what it is, and what becomes of it. */
#pragma once

#include "gh-root-facts.h"
#include "gh-root-list.h"

G_BEGIN_DECLS

typedef struct
{
  GFile *file;        /* as given */
  char *path;         /* canonical; NULL: not on this computer */
  GhRootFacts *facts; /* or NULL */
  gboolean is_other;  /* something is there that is not a folder */
} GhRootCandidate;

/* Looks at files (of GFile) in a thread, and at where `roots` (of GhRoot) lead that nobody has
 * looked at yet: folders are compared by their real paths. Array of GhRootCandidate; NULL only
 * when cancelled. */
void             gh_root_candidates_look_async  (GPtrArray            *files,
                                                 GPtrArray            *roots,
                                                 GCancellable         *cancellable,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
GPtrArray       *gh_root_candidates_look_finish (GAsyncResult         *result,
                                                 GError              **error);

/* The roots there are, by real path and by name. */
GHashTable      *gh_root_index_new              (void);
void             gh_root_index_add              (GHashTable           *index,
                                                 GhRoot               *root);
/* root: the one it is the same as or inside of; borrowed. */
GhRootAddOutcome gh_root_candidate_judge        (GhRootCandidate      *self,
                                                 GHashTable           *index,
                                                 const char * const   *excluded,
                                                 GhRoot              **root);

G_END_DECLS
