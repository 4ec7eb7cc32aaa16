/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The secret shield: what is secret or personal in a text, found and taken out of it. */
#pragma once

#include "gh-shield-map.h"

G_BEGIN_DECLS

/* One place in a text. provider: whose key it is ("GitHub"), static, or NULL. */
typedef struct
{
  gsize         start; /* bytes */
  gsize         end;
  GhShieldKind  kind;
  const char   *provider;
} GhShieldFinding;

/* Patterns of the person's own; more would slow down every text. */
#define GH_SHIELD_MAX_PATTERNS 50

/* Immutable, and reference counted: threads may share one. */
typedef struct _GhShield GhShield;

/* home: the home directory whose paths are hidden, or NULL. own: the person's own patterns (regular
 * expressions), or NULL; one that cannot be used is left out, see gh_shield_check_pattern(). */
GhShield *gh_shield_new           (const char         *home,
                                   const char * const *own);
GhShield *gh_shield_ref           (GhShield           *self);
void      gh_shield_unref         (GhShield           *self);
/* FALSE with a GH_SHIELD_ERROR. */
gboolean  gh_shield_check_pattern (const char         *pattern,
                                   GError            **error);

/* All texts are valid UTF-8; what they cost is linear in their length, but for the person's own
 * patterns, which may take so much time and no more. */

/* GhShieldFinding, in order, apart from each other; owned. whole: (out) (optional): FALSE when a
 * pattern of the person's took too long, and more may be there. */
GArray   *gh_shield_find          (GhShield           *self,
                                   const char         *text,
                                   gboolean           *whole);
/* The text with a placeholder for each finding, the same one for the same original; also where an
 * original that the map knows stands without what told of it elsewhere. Placeholders never look
 * like what the text has already, so that gh_shield_map_restore() gives back the text. Owned. */
char     *gh_shield_mask          (GhShield           *self,
                                   const char         *text,
                                   GhShieldMap        *map);
/* The same for a text a person edited after it was masked: placeholders of the map stay. */
char     *gh_shield_mask_edited   (GhShield           *self,
                                   const char         *text,
                                   GhShieldMap        *map);
/* For logs, traces, history and exports: no way back. text: NULL gives NULL; what is no UTF-8 is
 * made so. Doing it twice changes nothing. Owned. */
char     *gh_shield_hide          (GhShield           *self,
                                   const char         *text);
/* The same over several texts: what one of them told of is hidden in those that follow, too. */
char     *gh_shield_hide_known    (GhShield           *self,
                                   const char         *text,
                                   GhShieldMap        *map);

/* The same for every text in a value, names of members included; what stands under a name like
 * "password" is taken whatever it looks like. Owned. */
JsonNode *gh_shield_mask_json     (GhShield           *self,
                                   JsonNode           *node,
                                   GhShieldMap        *map);
JsonNode *gh_shield_hide_json     (GhShield           *self,
                                   JsonNode           *node);
JsonNode *gh_shield_hide_json_known (GhShield         *self,
                                   JsonNode           *node,
                                   GhShieldMap        *map);

typedef enum
{
  GH_SHIELD_ERROR_SYNTAX, /* PCRE2 says what is wrong */
  GH_SHIELD_ERROR_EMPTY,  /* it would match nothing at all, everywhere */
  GH_SHIELD_ERROR_LONG,
} GhShieldError;

#define GH_SHIELD_ERROR (gh_shield_error_quark ())
GQuark    gh_shield_error_quark   (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhShield, gh_shield_unref)

G_END_DECLS
