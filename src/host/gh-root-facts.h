/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What one look at the disk says of a folder. Blocks; only worker threads look. */
#pragma once

#include "gh-root.h"

G_BEGIN_DECLS

/* Sub-folders a root may be announced as. A server is not helped by more, and a roots/list answer
 * stays well below what a pipe holds. What is beyond is not announced. */
#define GH_ROOT_MAX_PIECES 1000

typedef struct
{
  GhRootState state;  /* never CHECKING */
  char *real_path;    /* symbolic links followed; NULL: not there */
  char *mount;        /* the mount point it lies in; NULL: not there, or the system's own "/" */
  gboolean remote;    /* changes that other computers make there cannot be watched */
  GPtrArray *pieces;  /* of char *: paths below the folder to announce instead; NULL: it is whole */
  GPtrArray *ways;    /* of char *: symbolic links that lead to it, also behind links, and where it
                       * really is or would be */
  GPtrArray *split;   /* of char *: real paths of the folders that were listed for that */
} GhRootFacts;

GhRootFacts *gh_root_facts_look  (const char         *path,
                                  const char         *former_mount,
                                  const char * const *excluded);
void         gh_root_facts_free  (GhRootFacts        *self);
char        *gh_root_resolve     (const char         *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhRootFacts, gh_root_facts_free)

G_END_DECLS
