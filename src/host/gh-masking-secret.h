/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One thing that is masked in a prompt. */
#pragma once

#include <gio/gio.h>

#include "gh-shield-map.h"

G_BEGIN_DECLS

#define GH_TYPE_MASKING_SECRET (gh_masking_secret_get_type ())
G_DECLARE_FINAL_TYPE (GhMaskingSecret, gh_masking_secret, GH, MASKING_SECRET, GObject)

/* Places: a message's number from 0, and these. */
#define GH_MASKING_SYSTEM_PROMPT (GH_SHIELD_NOWHERE - 1)
#define GH_MASKING_TOOLS (GH_SHIELD_NOWHERE - 2)

/* Properties, notifying: shown (the original is sent, no placeholder; to be set), uses. */
GhShieldKind  gh_masking_secret_get_kind        (GhMaskingSecret *self);
/* Whose key it is ("GitHub"), or NULL. */
const char   *gh_masking_secret_get_provider    (GhMaskingSecret *self);
const char   *gh_masking_secret_get_placeholder (GhMaskingSecret *self);
/* For the eyes of the person, who asked for it. */
const char   *gh_masking_secret_get_original    (GhMaskingSecret *self);
/* How often it is in the prompt, and where first. */
guint         gh_masking_secret_get_uses        (GhMaskingSecret *self);
guint         gh_masking_secret_get_place       (GhMaskingSecret *self);
gboolean      gh_masking_secret_get_shown       (GhMaskingSecret *self);
void          gh_masking_secret_set_shown       (GhMaskingSecret *self,
                                                 gboolean         shown);

G_END_DECLS
