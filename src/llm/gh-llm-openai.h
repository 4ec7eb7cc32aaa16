/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * OpenAI-compatible chat completions: OpenAI, Ollama, llama.cpp, vLLM, LM Studio. */
#pragma once

#include "gh-llm-provider.h"

G_BEGIN_DECLS

#define GH_TYPE_LLM_OPENAI (gh_llm_openai_get_type ())
G_DECLARE_FINAL_TYPE (GhLlmOpenai, gh_llm_openai, GH, LLM_OPENAI, GObject)

/* base_url: "http://127.0.0.1:11434/v1", with or without the slash at the end, with or without
 * "/v1"; key may be NULL. Properties: "patience" and "list-patience", milliseconds of silence after
 * which a request, and the listing of models, fail with GH_LLM_ERROR_TIMED_OUT. */
GhLlmProvider *gh_llm_openai_new           (const char    *base_url,
                                            const char    *key);
/* The address as it is used: without a slash, query or fragment at the end, and with "/v1" unless
 * its path already names a version. Pure. */
char          *gh_llm_openai_normalize_url (const char    *base_url);
/* Pure: request -> JSON body, and one event's data -> events appended to `events`
 * (of GhLlmEvent). */
JsonNode      *gh_llm_openai_encode        (GhLlmRequest  *request,
                                            GError       **error);
gboolean       gh_llm_openai_decode        (const char    *data,
                                            gsize          length,
                                            GPtrArray     *events,
                                            GError       **error);

G_END_DECLS
