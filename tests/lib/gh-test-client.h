/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * A session with a real program, and a delegate that is the test's. */
#pragma once

#include "gh-fake-delegate.h"
#include "gh-mcp-session.h"

G_BEGIN_DECLS

typedef struct
{
  GhRpcTransport *transport;
  GhFakeDelegate *delegate;
  GhMcpSession   *session;
  GPtrArray      *logs;     /* of char *: "level: text" */
  GPtrArray      *errors;   /* of char *: lines of stderr */
  GArray         *progress; /* of double, of all calls */
} GhTestClient;

/* Roots may be added to the delegate between the two. */
GhTestClient    *gh_test_client_new        (const char * const  *argv);
/* The same over whatever this is. */
GhTestClient    *gh_test_client_new_for    (GhRpcTransport      *take_transport);
void             gh_test_client_start      (GhTestClient        *self);
void             gh_test_client_free       (GhTestClient        *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhTestClient, gh_test_client_free)

/* The tools, comma separated, in the server's order. */
char            *gh_test_client_list_tools (GhTestClient        *self);
/* Whether some log line holds this. */
gboolean         gh_test_client_has_log    (GhTestClient        *self,
                                            const char          *part);
/* arguments is a JSON text. Ends with gh_test_store_result_cb(). */
void             gh_test_client_call_async (GhTestClient        *self,
                                            const char          *tool,
                                            const char          *arguments,
                                            GCancellable        *cancellable,
                                            GAsyncResult       **result);
/* The result's texts, joined by line ends. Fails the test on an error of the protocol. */
char            *gh_test_client_finish     (GhTestClient        *self,
                                            GAsyncResult        *result,
                                            gboolean            *is_error);
/* Both, waiting. */
char            *gh_test_client_call       (GhTestClient        *self,
                                            const char          *tool,
                                            const char          *arguments,
                                            gboolean            *is_error);

G_END_DECLS
