/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One HTTP request and its answer: bounded silence, cancellation that closes the connection, errors
 * as GH_LLM_ERROR. */
#pragma once

#include "gh-llm-error.h"

#include <libsoup/soup.h>

G_BEGIN_DECLS

#define GH_TYPE_LLM_EXCHANGE (gh_llm_exchange_get_type ())
G_DECLARE_FINAL_TYPE (GhLlmExchange, gh_llm_exchange, GH, LLM_EXCHANGE, GObject)

/* A session that suits model endpoints: many connections a host, no time-outs of its own. */
SoupSession   *gh_llm_exchange_new_session     (void);

/* patience: milliseconds of silence after which an operation fails with GH_LLM_ERROR_TIMED_OUT.
 * Dropping the exchange closes the connection. One operation at a time; after one failed,
 * all fail. */
GhLlmExchange *gh_llm_exchange_new             (SoupSession          *session,
                                                SoupMessage          *message,
                                                guint                 patience);
SoupMessage   *gh_llm_exchange_get_message     (GhLlmExchange        *self);
/* Sends, and waits for the head of the answer, whatever its status. */
void           gh_llm_exchange_send_async      (GhLlmExchange        *self,
                                                GCancellable         *cancellable,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
gboolean       gh_llm_exchange_send_finish     (GhLlmExchange        *self,
                                                GAsyncResult         *result,
                                                GError              **error);
/* More of the body; empty at its end. */
void           gh_llm_exchange_read_async      (GhLlmExchange        *self,
                                                GCancellable         *cancellable,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
/* All of the body, which must be here before patience ends; more than max_size bytes are
 * GH_LLM_ERROR_PROTOCOL. */
void           gh_llm_exchange_read_all_async  (GhLlmExchange        *self,
                                                gsize                 max_size,
                                                GCancellable         *cancellable,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
/* For both: (transfer full). */
GBytes        *gh_llm_exchange_read_finish     (GhLlmExchange        *self,
                                                GAsyncResult         *result,
                                                GError              **error);

G_END_DECLS
