/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A model's answer while it arrives: pull the next event. */
#pragma once

#include "gh-http-exchange.h"
#include "gh-llm-api.h"

G_BEGIN_DECLS

#define GH_TYPE_LLM_STREAM (gh_llm_stream_get_type ())
G_DECLARE_FINAL_TYPE (GhLlmStream, gh_llm_stream, GH, LLM_STREAM, GObject)

/* exchange: sent, its head good. whole: the body is one JSON text. key: kept out of errors;
 * or NULL. */
GhLlmStream *gh_llm_stream_new               (const GhLlmApi       *api,
                                              GhHttpExchange       *exchange,
                                              gboolean              whole,
                                              GhLlmAnswer          *take_answer,
                                              const char           *key);
/* Asks for the next event. One call at a time; a second one meanwhile fails with
 * G_IO_ERROR_PENDING. */
void         gh_llm_stream_next_event_async  (GhLlmStream          *self,
                                              GCancellable         *cancellable,
                                              GAsyncReadyCallback   callback,
                                              gpointer              user_data);
/* NULL without error after DONE. Cancelling, and dropping the stream, close the connection. */
GhLlmEvent  *gh_llm_stream_next_event_finish (GhLlmStream          *self,
                                              GAsyncResult         *result,
                                              GError              **error);

G_END_DECLS
