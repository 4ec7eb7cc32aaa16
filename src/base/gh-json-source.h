/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Looking into JSON text without making nodes: several times as fast where most of them would be
 * thrown away at once. */
#pragma once

#include "gh-json.h"

G_BEGIN_DECLS

/* One value inside a text that gh_json_check() found to be JSON. Borrowed from it; zero-filled:
 * none. */
typedef struct
{
  const char *start;
  gsize       length;
} GhJsonSource;

/* All of a text, without what is around its value. */
GhJsonSource gh_json_source_new         (const char          *text,
                                         gsize                length);

/* Walking through an object's members or an array's elements, in their order. What is no container
 * has none. */
typedef struct
{
  const char *at;
  const char *end;
  gboolean    in_object;
} GhJsonWalk;

void         gh_json_walk_init          (GhJsonWalk          *self,
                                         GhJsonSource         container);
/* name: of a member, a string; none in an array. */
gboolean     gh_json_walk_next          (GhJsonWalk          *self,
                                         GhJsonSource        *name,
                                         GhJsonSource        *value);
/* The members of these names; of those with the same name the last one, none for absent ones. Gives
 * how many there are in all. */
guint        gh_json_source_get_members (GhJsonSource         object,
                                         const char * const  *names,
                                         guint                n_names,
                                         GhJsonSource        *values);

gboolean     gh_json_source_is_object   (GhJsonSource         self);
gboolean     gh_json_source_is_array    (GhJsonSource         self);
gboolean     gh_json_source_is_null     (GhJsonSource         self);
gboolean     gh_json_source_is_true     (GhJsonSource         self);
/* A string with this text. */
gboolean     gh_json_source_is_text     (GhJsonSource         self,
                                         const char          *text);
/* As gh_json_node_get_int(). */
gboolean     gh_json_source_get_int     (GhJsonSource         self,
                                         gint64              *value);
/* A string's, as gh_json_node_dup_text() gives it; NULL for anything else. Owned. */
char        *gh_json_source_dup_text    (GhJsonSource         self);
/* Owned. */
JsonNode    *gh_json_source_read        (GhJsonSource         self);

G_END_DECLS
