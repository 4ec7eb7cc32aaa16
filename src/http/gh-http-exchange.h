/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One HTTP request and its answer: bounded silence, cancellation that closes the connection, errors
 * that say what happened. */
#pragma once

#include "gh-http-session.h"

G_BEGIN_DECLS

#define GH_TYPE_HTTP_EXCHANGE (gh_http_exchange_get_type ())
G_DECLARE_FINAL_TYPE (GhHttpExchange, gh_http_exchange, GH, HTTP_EXCHANGE, GObject)

/* Errors of all operations: G_TLS_ERROR; G_IO_ERROR: HOST_UNREACHABLE (no connection), TIMED_OUT
 * (silence), PARTIAL_INPUT (it ended without a whole answer), MESSAGE_TOO_LARGE, CANCELLED. A
 * cancelled operation closes the connection, or resets the stream of HTTP/2. One operation at a
 * time; after one failed, all fail. */
GhHttpExchange *gh_http_exchange_new           (SoupSession          *session,
                                                SoupMessage          *message,
                                                guint                 patience);
void            gh_http_exchange_set_patience  (GhHttpExchange       *self,
                                                guint                 patience);
void            gh_http_exchange_set_priority  (GhHttpExchange       *self,
                                                int                   priority);
gboolean        gh_http_exchange_is_fresh      (GhHttpExchange       *self);
SoupMessage    *gh_http_exchange_get_message   (GhHttpExchange       *self);
/* Sends, and waits for the head of the answer, whatever its status. */
void            gh_http_exchange_send_async    (GhHttpExchange       *self,
                                                GCancellable         *cancellable,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
gboolean        gh_http_exchange_send_finish   (GhHttpExchange       *self,
                                                GAsyncResult         *result,
                                                GError              **error);
/* More of the body; empty at its end. */
void            gh_http_exchange_read_async    (GhHttpExchange       *self,
                                                GCancellable         *cancellable,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
/* All of the body, which must be here before patience ends and may have max_size bytes. */
void            gh_http_exchange_read_all_async (GhHttpExchange      *self,
                                                gsize                 max_size,
                                                GCancellable         *cancellable,
                                                GAsyncReadyCallback   callback,
                                                gpointer              user_data);
/* For both: (transfer full). */
GBytes         *gh_http_exchange_read_finish   (GhHttpExchange       *self,
                                                GAsyncResult         *result,
                                                GError              **error);
/* Instead of reading: when what is left of the body is short and comes soon, the connection can be
 * used again. */
void            gh_http_exchange_drain         (GhHttpExchange       *self);

G_END_DECLS
