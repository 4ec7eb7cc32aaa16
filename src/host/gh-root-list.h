/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The folders, in the person's order: kept, watched, announced. A GListModel of GhRoot. */
#pragma once

#include "gh-file-store.h"
#include "gh-root.h"

G_BEGIN_DECLS

typedef enum
{
  GH_ROOT_ADDED,
  GH_ROOT_ALREADY_THERE, /* root: the one that is the same folder */
  GH_ROOT_INSIDE,        /* root: the one that holds it; not added */
  GH_ROOT_NOT_A_FOLDER,  /* parent: the folder that could be added instead */
  GH_ROOT_NOT_FOUND,
  GH_ROOT_NOT_LOCAL,     /* no path on this computer */
} GhRootAddOutcome;

typedef struct
{
  GFile            *file;
  GhRootAddOutcome  outcome;
  GhRoot           *root;   /* or NULL */
  GFile            *parent; /* or NULL */
} GhRootAddition;

typedef struct
{
  char *uri;  /* file://, built by GLib from the bytes of the path (requirement 5.4) */
  char *name;
} GhAnnouncedRoot;

void gh_announced_root_free (GhAnnouncedRoot *self);

#define GH_TYPE_ROOT_LIST (gh_root_list_get_type ())
G_DECLARE_FINAL_TYPE (GhRootList, gh_root_list, GH, ROOT_LIST, GObject)

/* Signal "announced-changed": what servers are told may have changed; coalesced (one for a
 * burst). */
GhRootList *gh_root_list_new           (GhFileStore          *store);
void        gh_root_list_load_async    (GhRootList           *self,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
gboolean    gh_root_list_load_finish   (GhRootList           *self,
                                        GAsyncResult         *result,
                                        GError              **error);
/* Several at once (a drop, a paste, the chooser, the command line). Owned array of
 * GhRootAddition. */
void        gh_root_list_add_async     (GhRootList           *self,
                                        GListModel           *files,
                                        GCancellable         *cancellable,
                                        GAsyncReadyCallback   callback,
                                        gpointer              user_data);
GPtrArray  *gh_root_list_add_finish    (GhRootList           *self,
                                        GAsyncResult         *result,
                                        GError              **error);
/* Takes it out and returns where it stood, for gh_root_list_insert() to undo. */
guint       gh_root_list_remove        (GhRootList           *self,
                                        GhRoot               *root);
void        gh_root_list_insert        (GhRootList           *self,
                                        GhRoot               *root,
                                        guint                 position);
/* What this server is told now: available roots only, exclusions applied. Owned array of
 * GhAnnouncedRoot. Uses what is already known: does no I/O. */
GPtrArray  *gh_root_list_dup_announced (GhRootList           *self,
                                        const char           *server_id);

G_END_DECLS
