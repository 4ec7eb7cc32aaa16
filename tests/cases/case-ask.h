/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One request to the model, and its answer. */
#pragma once

#include "gh-model-list.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef struct _CaseAsk CaseAsk;

/* NULL: no model is listed yet. */
CaseAsk      *case_ask_new       (GhModelList  *models,
                                  const char   *text);
void          case_ask_free      (CaseAsk      *self);
/* "running", "done", "incomplete" or "failed". */
const char   *case_ask_get_state (CaseAsk      *self);
/* The arguments of the tool calls that have come, an array; borrowed. */
JsonNode     *case_ask_get_calls (CaseAsk      *self);
/* What has come so far. */
const char   *case_ask_get_text  (CaseAsk      *self);
/* NULL: none. */
const GError *case_ask_get_error (CaseAsk      *self);

G_END_DECLS
