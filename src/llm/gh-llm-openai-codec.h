/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The JSON of OpenAI-compatible endpoints beside gh_llm_openai_encode() and _decode(): pure
 * functions. */
#pragma once

#include "gh-llm-error.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* What an endpoint may refuse to be asked in the usual way. */
typedef enum
{
  GH_LLM_OPENAI_USUAL = 0,
  GH_LLM_OPENAI_COMPLETION_TOKENS = 1 << 0, /* "max_completion_tokens" instead of "max_tokens" */
  GH_LLM_OPENAI_NO_STREAM_OPTIONS = 1 << 1, /* no "stream_options", hence no usage */
} GhLlmOpenaiDialect;

/* Rewrites an encoded request. */
void                gh_llm_openai_adapt       (JsonNode            *body,
                                               GhLlmOpenaiDialect   dialect);
/* What to do differently after this refusal; GH_LLM_OPENAI_USUAL: nothing would help. */
GhLlmOpenaiDialect  gh_llm_openai_learn       (guint                status,
                                               const char          *data,
                                               gsize                length);
/* An answer with an error status as GH_LLM_ERROR, with the endpoint's words from any of the usual
 * shapes, capped. content_type: or NULL. */
GError             *gh_llm_openai_read_error  (guint                status,
                                               const char          *content_type,
                                               const char          *data,
                                               gsize                length);
/* The data of an event named "error", whatever it looks like, as GH_LLM_ERROR_SERVER. */
GError             *gh_llm_openai_read_error_event (const char     *data,
                                                    gsize           length);
/* Takes `key` (or NULL) out of an error's message: endpoints repeat what they were sent. */
void                gh_llm_openai_hide_key    (GError              *error,
                                               const char          *key);
/* The ids in the answer to GET models, or NULL with GH_LLM_ERROR_PROTOCOL. */
GStrv               gh_llm_openai_read_models (const char          *data,
                                               gsize                length,
                                               GError             **error);

G_END_DECLS
