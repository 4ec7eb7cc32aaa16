/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Which placeholder stands for which original. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef enum
{
  GH_SHIELD_API_KEY,     /* of a provider that can be told by its look */
  GH_SHIELD_PRIVATE_KEY,
  GH_SHIELD_TOKEN,       /* a JSON Web Token */
  GH_SHIELD_PASSWORD,    /* what stands under a telling name, or in a URL */
  GH_SHIELD_EMAIL,
  GH_SHIELD_CARD,
  GH_SHIELD_HOME,        /* the home directory at the beginning of a path */
  GH_SHIELD_OWN,         /* a pattern of the person's own */
  GH_SHIELD_LITERAL,     /* no secret: the text had what looks like a placeholder */
  GH_SHIELD_N_KINDS,
} GhShieldKind;

/* The word in its placeholders, "API_KEY". */
const char  *gh_shield_kind_get_word       (GhShieldKind  kind);

#define GH_SHIELD_NOWHERE G_MAXUINT

/* Placeholders look like "[[API_KEY_1]]"; the numbers count each kind within a map. Not for several
 * threads at once. */
typedef struct _GhShieldMap GhShieldMap;

GhShieldMap *gh_shield_map_new             (void);
void         gh_shield_map_free            (GhShieldMap  *self);

guint        gh_shield_map_get_length      (GhShieldMap  *self);
GhShieldKind gh_shield_map_get_kind        (GhShieldMap  *self,
                                            guint         index);
/* "GitHub", or NULL. */
const char  *gh_shield_map_get_provider    (GhShieldMap  *self,
                                            guint         index);
const char  *gh_shield_map_get_placeholder (GhShieldMap  *self,
                                            guint         index);
const char  *gh_shield_map_get_original    (GhShieldMap  *self,
                                            guint         index);
/* Whether a pattern of the person's took too long in some text that was masked with the map. */
gboolean     gh_shield_map_get_gave_up     (GhShieldMap  *self);

/* Shown: the original is written from now on, as the person wants. */
gboolean     gh_shield_map_get_shown       (GhShieldMap  *self,
                                            guint         index);
void         gh_shield_map_set_shown       (GhShieldMap  *self,
                                            guint         index,
                                            gboolean      shown);
/* How often an entry was written since gh_shield_map_start_counting(), as placeholder or original,
 * and the place where it was first. */
guint        gh_shield_map_get_uses        (GhShieldMap  *self,
                                            guint         index);
guint        gh_shield_map_get_place       (GhShieldMap  *self,
                                            guint         index);
void         gh_shield_map_start_counting  (GhShieldMap  *self);
/* For what is masked next; GH_SHIELD_NOWHERE: not to be counted. */
void         gh_shield_map_set_place       (GhShieldMap  *self,
                                            guint         place);

/* Very many: those that come later have no way back. */
#define GH_SHIELD_NO_ENTRY G_MAXUINT

/* The entry for an original, made when there is none. provider: static, or NULL. */
guint        gh_shield_map_add             (GhShieldMap  *self,
                                            GhShieldKind  kind,
                                            const char   *provider,
                                            const char   *original,
                                            gsize         length);
void         gh_shield_map_set_gave_up     (GhShieldMap  *self);

/* The next placeholder of the map in the text from *start on; FALSE: there is none. */
gboolean     gh_shield_map_find            (GhShieldMap  *self,
                                            const char   *text,
                                            gsize        *start,
                                            gsize        *end,
                                            guint        *index);
/* Originals for the placeholders of the map; others are left as they are. Owned. */
char        *gh_shield_map_restore         (GhShieldMap  *self,
                                            const char   *text);
JsonNode    *gh_shield_map_restore_json    (GhShieldMap  *self,
                                            JsonNode     *node);

/* Whether something of the form stands at the beginning, "[[API_KEY]]" and "[[API_KEY_1]]"; its
 * length, or 0. */
gsize        gh_shield_placeholder_length  (const char   *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhShieldMap, gh_shield_map_free)

G_END_DECLS
