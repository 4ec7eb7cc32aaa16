/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One JSON-RPC 2.0 message: parsed, classified, immutable (requirements 1.1-1.8). */
#pragma once

#include "gh-json-value.h"
#include "gh-rpc-batch.h"

G_BEGIN_DECLS

typedef enum
{
  GH_RPC_REQUEST,
  GH_RPC_NOTIFICATION,
  GH_RPC_RESULT,
  GH_RPC_FAILURE, /* an error response; its id may be NULL (requirement 1.7) */
  GH_RPC_INVALID, /* JSON that is none of these; id and method are given if they were readable */
} GhRpcMessageKind;

#define GH_TYPE_RPC_MESSAGE (gh_rpc_message_get_type ())
GType            gh_rpc_message_get_type         (void);

/* One text is one message or (revision 2025-03-26) an array of them. A malformed message, or
 * element of an array, is given as GH_RPC_INVALID in its place; an error means that the text as
 * a whole is no use. */
GPtrArray       *gh_rpc_message_parse            (const char    *data,
                                                  gsize          length,
                                                  gboolean       allow_batch,
                                                  GError       **error);
/* The same into an array of owned messages, which is empty; FALSE for an error. */
gboolean         gh_rpc_message_parse_into       (GPtrArray     *messages,
                                                  GBytes        *text,
                                                  gboolean       allow_batch,
                                                  GError       **error);
GPtrArray       *gh_rpc_message_array_new        (void);
/* A request of ours. more: members that the params get besides theirs, as JSON without brackets;
 * NULL for none. */
GhRpcMessage    *gh_rpc_message_new_call         (gint64         id,
                                                  const char    *method,
                                                  GhJsonValue   *params,
                                                  const char    *more);
GhRpcMessage    *gh_rpc_message_new_request      (JsonNode      *id,
                                                  const char    *method,
                                                  JsonNode      *params);
GhRpcMessage    *gh_rpc_message_new_notification (const char    *method,
                                                  JsonNode      *params);
GhRpcMessage    *gh_rpc_message_new_result       (JsonNode      *id,
                                                  JsonNode      *result);
GhRpcMessage    *gh_rpc_message_new_failure      (JsonNode      *id,
                                                  int            code,
                                                  const char    *text,
                                                  JsonNode      *data);
/* Only to be written: answers to requests that came in one array. */
GhRpcMessage    *gh_rpc_message_new_array        (GPtrArray     *messages);
GhRpcMessage    *gh_rpc_message_ref              (GhRpcMessage  *self);
void             gh_rpc_message_unref            (GhRpcMessage  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhRpcMessage, gh_rpc_message_unref)

GhRpcMessageKind gh_rpc_message_get_kind         (GhRpcMessage  *self);
JsonNode        *gh_rpc_message_get_id           (GhRpcMessage  *self);
/* Its text, as it came; NULL when there is none; owned. */
char            *gh_rpc_message_dup_id_text      (GhRpcMessage  *self);
/* Whether it is a whole number, such as those that we give. */
gboolean         gh_rpc_message_get_int_id       (GhRpcMessage  *self,
                                                  gint64        *id);
const char      *gh_rpc_message_get_method       (GhRpcMessage  *self);
JsonNode        *gh_rpc_message_get_params       (GhRpcMessage  *self);
JsonNode        *gh_rpc_message_get_result       (GhRpcMessage  *self);
GhJsonValue     *gh_rpc_message_get_result_value (GhRpcMessage  *self);
/* Nodes are made when they are asked for first; here and now: where that may take long. */
void             gh_rpc_message_make_nodes       (GhRpcMessage  *self);
/* Where a request, or a GH_RPC_INVALID that wants an answer, is settled; NULL when it came
 * alone. */
GhRpcBatch      *gh_rpc_message_get_batch        (GhRpcMessage  *self);
/* Of a GH_RPC_INVALID: the code to answer with if it was a request. */
int              gh_rpc_message_get_error_code   (GhRpcMessage  *self);
const char      *gh_rpc_message_get_error_text   (GhRpcMessage  *self);
JsonNode        *gh_rpc_message_get_error_data   (GhRpcMessage  *self);
/* A GH_RPC_FAILURE as a GError: gh_rpc_remote_error_new(). */
GError          *gh_rpc_message_new_error        (GhRpcMessage  *self);
/* What the transport says beside the message: the status of HTTP; 0 where there is none. Set
 * before anybody else has the message. */
void             gh_rpc_message_set_status       (GhRpcMessage  *self,
                                                  guint          status);
/* What is wrong with a GH_RPC_INVALID; NULL for the others. */
const GError    *gh_rpc_message_get_problem      (GhRpcMessage  *self);
gsize            gh_rpc_message_get_size         (GhRpcMessage  *self);
/* Bytes of its text. */
gsize            gh_rpc_message_get_length       (GhRpcMessage  *self);
/* Its text: exactly as it came, or compact. */
GBytes          *gh_rpc_message_write            (GhRpcMessage  *self);
/* The same, but no more than so many bytes of it, and nothing else is kept in memory for its sake:
 * for a log. */
GBytes          *gh_rpc_message_write_start      (GhRpcMessage  *self,
                                                  gsize          enough);

G_END_DECLS
