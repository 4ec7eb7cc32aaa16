/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A prompt of a server, for showing. Immutable; every text is the server's, untrusted. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "gh-form.h"

G_BEGIN_DECLS

#define GH_TYPE_PROMPT (gh_prompt_get_type ())
G_DECLARE_FINAL_TYPE (GhPrompt, gh_prompt, GH, PROMPT, GObject)

/* Read-only properties for binding: name, title, description. */
const char *gh_prompt_get_name        (GhPrompt *self);
const char *gh_prompt_get_title       (GhPrompt *self); /* the name when there is none */
const char *gh_prompt_get_description (GhPrompt *self); /* or NULL */
JsonNode   *gh_prompt_get_json        (GhPrompt *self); /* as the server describes it */
/* Its arguments, all texts; owned. */
GhForm     *gh_prompt_create_form     (GhPrompt *self);

G_END_DECLS
