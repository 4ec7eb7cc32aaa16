/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What the root list and the watch do to a root, and nobody else. */
#pragma once

#include <json-glib/json-glib.h>

#include "gh-root.h"

G_BEGIN_DECLS

GhRoot     *gh_root_new_from_json (JsonNode     *node,
                                   GError      **error);
JsonNode   *gh_root_to_json       (GhRoot       *self);
/* Takes over what another root of the same folder says; "changed" where that is something else. */
void        gh_root_take          (GhRoot       *self,
                                   GhRoot       *other);
void        gh_root_set_state     (GhRoot       *self,
                                   GhRootState   state);
const char *gh_root_get_path      (GhRoot       *self);
const char *gh_root_get_real_path (GhRoot       *self);
void        gh_root_set_real_path (GhRoot       *self,
                                   const char   *path);
gboolean    gh_path_is_inside     (const char   *path,
                                   const char   *folder);

G_END_DECLS
