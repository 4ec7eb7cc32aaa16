/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * An endpoint that runs models: lists them and answers requests as streams. */
#pragma once

#include "gh-llm-rates.h"
#include "gh-llm-stream.h"

G_BEGIN_DECLS

#define GH_TYPE_LLM_PROVIDER (gh_llm_provider_get_type ())
G_DECLARE_FINAL_TYPE (GhLlmProvider, gh_llm_provider, GH, LLM_PROVIDER, GObject)

/* base_url: as people write it, see gh_llm_api_normalize_url(); key: or NULL. Properties, all in
 * milliseconds: "patience" and "list-patience", the silence after which a request, and the listing
 * of models, fail with GH_LLM_ERROR_TIMED_OUT; "retry-delay", before a busy endpoint is asked
 * again. */
GhLlmProvider    *gh_llm_provider_new                (const GhLlmApi       *api,
                                                      const char           *base_url,
                                                      const char           *key);
/* See gh_http_session_set_ca_file(); before the first request. */
void              gh_llm_provider_set_ca_file        (GhLlmProvider        *self,
                                                      const char           *path);
/* What the last answer's headers said of rate limits, or NULL: nothing yet. */
const GhLlmRates *gh_llm_provider_get_rates          (GhLlmProvider        *self);
/* Asks the endpoint which models it has. */
void              gh_llm_provider_list_models_async  (GhLlmProvider        *self,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
/* Returns: (transfer full): of GhLlmModel, in the endpoint's order, or NULL with GH_LLM_ERROR or
 * G_IO_ERROR_CANCELLED. */
GPtrArray        *gh_llm_provider_list_models_finish (GhLlmProvider        *self,
                                                      GAsyncResult         *result,
                                                      GError              **error);
/* Sends `request` (read before this returns, not kept) and waits for the answer to begin. An
 * endpoint that is busy, and says when to come back soon, is asked again. */
void              gh_llm_provider_stream_async       (GhLlmProvider        *self,
                                                      GhLlmRequest         *request,
                                                      GCancellable         *cancellable,
                                                      GAsyncReadyCallback   callback,
                                                      gpointer              user_data);
/* Returns: (transfer full) the answer, or NULL with GH_LLM_ERROR or G_IO_ERROR_CANCELLED. */
GhLlmStream      *gh_llm_provider_stream_finish      (GhLlmProvider        *self,
                                                      GAsyncResult         *result,
                                                      GError              **error);

G_END_DECLS
