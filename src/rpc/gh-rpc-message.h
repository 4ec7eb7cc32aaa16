/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * One JSON-RPC 2.0 message: parsed, classified, immutable (requirements 1.1-1.8). */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef enum
{
  GH_RPC_REQUEST,
  GH_RPC_NOTIFICATION,
  GH_RPC_RESULT,
  GH_RPC_FAILURE, /* an error response; its id may be NULL (requirement 1.7) */
} GhRpcMessageKind;

#define GH_TYPE_RPC_MESSAGE (gh_rpc_message_get_type ())
typedef struct _GhRpcMessage GhRpcMessage;
GType            gh_rpc_message_get_type         (void);

/* One text is one message, or (revision 2025-03-26) an array of them; an element that is malformed is
 * given as an error in its place by calling again, so here: the whole list or an error. */
GPtrArray       *gh_rpc_message_parse            (const char    *data,
                                                  gsize          length,
                                                  gboolean       allow_batch,
                                                  GError       **error);
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
GhRpcMessage    *gh_rpc_message_ref              (GhRpcMessage  *self);
void             gh_rpc_message_unref            (GhRpcMessage  *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GhRpcMessage, gh_rpc_message_unref)

GhRpcMessageKind gh_rpc_message_get_kind         (GhRpcMessage  *self);
JsonNode        *gh_rpc_message_get_id           (GhRpcMessage  *self);
const char      *gh_rpc_message_get_method       (GhRpcMessage  *self);
JsonNode        *gh_rpc_message_get_params       (GhRpcMessage  *self);
JsonNode        *gh_rpc_message_get_result       (GhRpcMessage  *self);
int              gh_rpc_message_get_error_code   (GhRpcMessage  *self);
const char      *gh_rpc_message_get_error_text   (GhRpcMessage  *self);
JsonNode        *gh_rpc_message_get_error_data   (GhRpcMessage  *self);
/* Compact, without a line end. */
GBytes          *gh_rpc_message_write            (GhRpcMessage  *self);

G_END_DECLS
