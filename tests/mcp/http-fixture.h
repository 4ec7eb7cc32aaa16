/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * An HTTP transport and, in the same process, its server: the test. */
#pragma once

#include "gh-fake-http-server.h"
#include "gh-rpc-transport.h"

G_BEGIN_DECLS

#define J "\"jsonrpc\":\"2.0\","
#define JSON_TYPE "application/json"
#define SSE_TYPE "text/event-stream"

typedef struct
{
  GhFakeHttpServer *server;
  GhRpcTransport *transport;
  char *url;
  GString *seen;    /* messages as they came, and "malformed"; each ends with ";" */
  guint n_closed;
  guint n_lost;     /* "session-lost" */
  GHashTable *failed; /* id as JSON text -> GError */
  GError *malformed;  /* the last one, or NULL */
} HttpFixture;

/* For g_test_add(); data: NULL for Streamable HTTP, else whatever makes sse_set_up() the right
 * one. */
void               http_set_up         (HttpFixture        *fixture,
                                        gconstpointer       data);
void               http_tear_down      (HttpFixture        *fixture,
                                        gconstpointer       data);
void               http_use            (HttpFixture        *fixture,
                                        GhRpcTransport     *take_transport);
void               http_start          (HttpFixture        *fixture);
void               http_close          (HttpFixture        *fixture);
/* Sends this JSON text. */
void               http_send           (HttpFixture        *fixture,
                                        const char         *text);
/* Sends a request with this id and gives it as it arrived. */
GhFakeHttpRequest *http_ask            (HttpFixture        *fixture,
                                        int                 id,
                                        const char         *method);
/* initialize and notifications/initialized, with this session id or NULL, in 2025-11-25. */
void               http_initialize     (HttpFixture        *fixture,
                                        const char         *session_id);
void               http_assert_seen    (HttpFixture        *fixture,
                                        const char         *text);
/* The error of the request; waits for it. Borrowed. */
const GError      *http_get_failure    (HttpFixture        *fixture,
                                        const char         *id);
/* A result for this id, as JSON. */
char              *http_dup_result     (int                 id);
/* The same as an event. */
char              *http_dup_event      (int                 id);

G_END_DECLS
