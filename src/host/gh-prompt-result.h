/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What getting a prompt gave, for showing. A GListModel of GhPromptMessage. Immutable. */
#pragma once

#include <json-glib/json-glib.h>

#include "gh-prompt-message.h"

G_BEGIN_DECLS

#define GH_TYPE_PROMPT_RESULT (gh_prompt_result_get_type ())
G_DECLARE_FINAL_TYPE (GhPromptResult, gh_prompt_result, GH, PROMPT_RESULT, GObject)

const char *gh_prompt_result_get_description (GhPromptResult *self); /* or NULL */
JsonNode   *gh_prompt_result_get_json        (GhPromptResult *self); /* as it came */

G_END_DECLS
