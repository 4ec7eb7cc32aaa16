/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Whether a case is in the language: nothing unknown is passed over. */
#pragma once

#include "gh-json.h"

G_BEGIN_DECLS

/* CASE_ERROR_SCRIPT names the case, the step (from 1) and what is not known. */
gboolean    case_check     (JsonNode    *node,
                            GError     **error);
/* The step that an object is; NULL: none or more than one. */
const char *case_step_name (JsonObject  *step);

G_END_DECLS
