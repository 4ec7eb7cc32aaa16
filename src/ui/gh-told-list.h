/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The folders that a server is told of. */
#pragma once

#include <adwaita.h>

#include "gh-root-list.h"

G_BEGIN_DECLS

#define GH_TYPE_TOLD_LIST (gh_told_list_get_type ())
G_DECLARE_FINAL_TYPE (GhToldList, gh_told_list, GH, TOLD_LIST, AdwBin)

/* Shows those of roots that the server is told of; roots are kept.
 * server_id: "" for a server that is not there yet. */
void  gh_told_list_set_roots (GhToldList *self,
                              GhRootList *roots,
                              const char *server_id);
/* How many it is told of. */
guint gh_told_list_count     (GhToldList *self);

G_END_DECLS
