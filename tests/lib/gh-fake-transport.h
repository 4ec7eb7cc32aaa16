/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A transport without another side: the test plays it. */
#pragma once

#include "gh-rpc-transport.h"

G_BEGIN_DECLS

#define GH_TYPE_FAKE_TRANSPORT (gh_fake_transport_get_type ())
G_DECLARE_FINAL_TYPE (GhFakeTransport, gh_fake_transport, GH, FAKE_TRANSPORT, GhRpcTransport)

GhFakeTransport *gh_fake_transport_new         (void);
/* One line comes: "message" or "malformed" is emitted before this returns. */
void             gh_fake_transport_receive     (GhFakeTransport  *self,
                                                const char       *json_text);
/* The oldest message that was sent and not yet popped, as JSON; NULL when there is none. */
char            *gh_fake_transport_pop_sent    (GhFakeTransport  *self);
guint            gh_fake_transport_get_n_sent  (GhFakeTransport  *self);
/* The id of the oldest request that was abandoned and not yet popped, as JSON; NULL for none. */
char            *gh_fake_transport_pop_abandoned (GhFakeTransport *self);
/* The request with this id gets no answer: "failed" is emitted before this returns. */
void             gh_fake_transport_fail        (GhFakeTransport  *self,
                                                const char       *id_text,
                                                const GError     *error);
/* The other side goes away: "closed" is emitted before this returns. */
void             gh_fake_transport_close       (GhFakeTransport  *self,
                                                const GError     *error);
/* The next start fails with a copy of the error; sending fails from now on (NULL: works again). */
void             gh_fake_transport_fail_start  (GhFakeTransport  *self,
                                                const GError     *error);
void             gh_fake_transport_fail_send   (GhFakeTransport  *self,
                                                const GError     *error);
gboolean         gh_fake_transport_is_closed   (GhFakeTransport  *self);
gboolean         gh_fake_transport_allows_batch (GhFakeTransport *self);

G_END_DECLS
