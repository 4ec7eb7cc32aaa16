/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A folder that matters: what it is called, whether it is there, what of it is left out, who is
 * told. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  GH_ROOT_CHECKING,   /* not looked at yet: withheld */
  GH_ROOT_AVAILABLE,
  GH_ROOT_MISSING,
  GH_ROOT_UNREADABLE,
  GH_ROOT_UNMOUNTED,  /* missing, and below a mount point that is not mounted */
} GhRootState;

#define GH_TYPE_ROOT_STATE (gh_root_state_get_type ())
GType gh_root_state_get_type (void);

#define GH_TYPE_ROOT (gh_root_get_type ())
G_DECLARE_FINAL_TYPE (GhRoot, gh_root, GH, ROOT, GObject)

/* Properties, all notifying: file, name, state, servers (GStrv or NULL); signal
 * "changed" whenever what is saved or announced of it changes. */
GhRoot             *gh_root_new            (GFile               *file);
GFile              *gh_root_get_file       (GhRoot              *self);
const char         *gh_root_get_name       (GhRoot              *self); /* valid UTF-8 */
/* NULL or "": the folder's own. */
void                gh_root_set_name       (GhRoot              *self,
                                            const char          *name);
GhRootState         gh_root_get_state      (GhRoot              *self);
/* Ids of the servers that are told of it; NULL: every server. */
const char * const *gh_root_get_servers    (GhRoot              *self);
void                gh_root_set_servers    (GhRoot              *self,
                                            const char * const  *ids);
gboolean            gh_root_is_told_to     (GhRoot              *self,
                                            const char          *server_id);
/* GListModel of GFile: sub-folders that are never announced. */
GListModel         *gh_root_list_excluded  (GhRoot              *self);
/* FALSE with G_IO_ERROR_INVALID_ARGUMENT when folder is not inside the root. */
gboolean            gh_root_exclude        (GhRoot              *self,
                                            GFile               *folder,
                                            GError             **error);
void                gh_root_include        (GhRoot              *self,
                                            GFile               *folder);

G_END_DECLS
