/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A session over a transport whose other side is the test. The names are short: nearly every line
 * of the tests uses them. */
#pragma once

#include "gh-fake-connector.h"
#include "gh-fake-delegate.h"
#include "gh-fake-transport.h"
#include "gh-mcp-session.h"

G_BEGIN_DECLS

/* How every message begins. */
#define RPC "{\"jsonrpc\":\"2.0\","
#define NEWEST "2025-11-25"
#define MODERN "2026-07-28"
#define TOOLS "{\"tools\":{\"listChanged\":true},\"logging\":{}}"
/* Of a sampling request. */
#define MESSAGES "\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"q\"}}]"

typedef struct
{
  GhFakeConnector *connector; /* NULL when there is one transport */
  GhFakeTransport *transport; /* the one in use */
  GhFakeDelegate *delegate;
  GhMcpSession *session;
  GAsyncResult *started;
  GPtrArray *logs; /* of char *: "level/logger/text" */
  guint n_changed;
  GArray *progress; /* of double */
  char *message;
  double total;
} Fixture;

void progress_cb (double      progress,
                  double      total,
                  const char *message,
                  gpointer    user_data);
/* data: GhMcpCapabilities of the delegate (GUINT_TO_POINTER); NULL for roots and sampling. */
void set_up (Fixture       *f,
             gconstpointer  data);
/* The same with a connector, and nothing known of the server; data: GUINT_TO_POINTER() of a set of
 * GhMcpConnection, 0 for one given transport. */
void set_up_auto (Fixture       *f,
                  gconstpointer  data);
/* Waits until the connector has made this many; the newest is the one in use. */
void reconnected (Fixture *f,
                  guint    n_made);
void close_session (Fixture *f);
void tear_down (Fixture       *f,
                gconstpointer  data);
void receive (Fixture    *f,
              const char *format,
              ...) G_GNUC_PRINTF (2, 3);
/* The next message that was sent; its text must be `shown` unless that is NULL. */
JsonNode *pop (Fixture    *f,
               const char *shown);
/* The next message is this request; gives its id. */
gint64 pop_request (Fixture     *f,
                    const char  *method,
                    JsonObject **params,
                    JsonNode   **hold);
gint64 pop_id (Fixture    *f,
               const char *method);
/* The next message says so. */
void expect (Fixture    *f,
             const char *text);
void expect_nothing (Fixture *f);
void start (Fixture      *f,
            GCancellable *cancellable);
void make_ready (Fixture    *f,
                 const char *version,
                 const char *capabilities);
/* As make_ready(), in the modern era. */
void make_modern (Fixture    *f,
                  const char *capabilities);
/* Whether the start that was begun came to READY; its error else. */
gboolean started (Fixture  *f,
                  GError  **error);
/* The next request is answered with an error, or with a result. */
void give_error (Fixture    *f,
                   gint64      id,
                   int         code,
                   const char *data);
void give (Fixture    *f,
             gint64      id,
             const char *result);
/* Calls the tool t, with progress; and what became of it. */
void call (Fixture       *f,
           GCancellable  *cancellable,
           GAsyncResult **result);
GhMcpToolResult *called (Fixture       *f,
                         GAsyncResult  *result,
                         GError       **error);
/* A sampling request comes. */
void ask (Fixture    *f,
          const char *id);

G_END_DECLS
