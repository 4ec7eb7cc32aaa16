/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What servers are told of the roots, from what is known of them. Does no I/O. */
#pragma once

#include "gh-root-list.h"
#include "gh-root-watch.h"

G_BEGIN_DECLS

/* See gh_root_list_dup_announced(). watches: of GhRootWatch, in the person's order. */
GPtrArray *gh_root_announced_dup        (GPtrArray   *watches,
                                         const char  *server_id);
/* Stands for all that any server would be told: two that differ are worth a notification. */
char      *gh_root_announced_dup_digest (GPtrArray   *watches);

G_END_DECLS
