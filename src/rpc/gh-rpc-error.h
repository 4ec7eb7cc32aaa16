/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The errors of the rpc layer, and the codes of JSON-RPC 2.0. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Ours: never mixed with what a peer answered (requirement 1.18). */
#define GH_RPC_ERROR (gh_rpc_error_quark ())
GQuark gh_rpc_error_quark (void);

typedef enum
{
  GH_RPC_ERROR_CLOSED,    /* the connection is closed or was never open */
  GH_RPC_ERROR_MALFORMED, /* the peer broke JSON-RPC 2.0 */
  GH_RPC_ERROR_TIMED_OUT, /* no answer in time */
  GH_RPC_ERROR_LIMIT,     /* no result in time, whatever came meanwhile */
  GH_RPC_ERROR_OVERFLOW,  /* the peer does not read: our queue is full */
  GH_RPC_ERROR_SPAWN,     /* the program cannot be started */
  GH_RPC_ERROR_EXITED,    /* the program ended; the message names code or signal */
} GhRpcError;

/* A peer's error answer: GError code = the JSON-RPC code, message = the peer's message. Its data
 * goes along; the getter gives NULL when there was none, or for an error of another domain. */
#define GH_RPC_REMOTE_ERROR (gh_rpc_remote_error_quark ())
GQuark    gh_rpc_remote_error_quark      (void);
GError   *gh_rpc_remote_error_new        (int           code,
                                          const char   *text,
                                          JsonNode     *data);
JsonNode *gh_rpc_remote_error_get_data   (const GError *error);
/* What the transport said beside it, the status of HTTP; 0 where there is none. */
void      gh_rpc_remote_error_set_status (GError       *error,
                                          guint         status);
guint     gh_rpc_remote_error_get_status (const GError *error);

#define GH_RPC_PARSE_ERROR (-32700)
#define GH_RPC_INVALID_REQUEST (-32600)
#define GH_RPC_METHOD_NOT_FOUND (-32601)
#define GH_RPC_INVALID_PARAMS (-32602)
#define GH_RPC_INTERNAL_ERROR (-32603)

G_END_DECLS
