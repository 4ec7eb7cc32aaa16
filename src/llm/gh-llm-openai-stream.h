/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * An OpenAI-compatible endpoint's answer: server-sent events, or one JSON object. */
#pragma once

#include "gh-http-exchange.h"
#include "gh-llm-stream.h"

G_BEGIN_DECLS

#define GH_TYPE_LLM_OPENAI_STREAM (gh_llm_openai_stream_get_type ())
G_DECLARE_FINAL_TYPE (GhLlmOpenaiStream, gh_llm_openai_stream, GH, LLM_OPENAI_STREAM, GhLlmStream)

/* exchange: sent, its head good. whole: the body is one JSON object. key: kept out of errors; or
 * NULL. */
GhLlmStream *gh_llm_openai_stream_new (GhHttpExchange *exchange,
                                       gboolean        whole,
                                       const char     *key);

G_END_DECLS
