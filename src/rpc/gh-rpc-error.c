/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The error domains of the rpc layer. */
#include "config.h"

#include "gh-rpc-error.h"

G_DEFINE_QUARK (gh-rpc-error-quark, gh_rpc_error)

typedef struct
{
  JsonNode *data; /* owned, or NULL */
  guint status;
} GhRpcRemoteErrorPrivate;

static void
gh_rpc_remote_error_private_init (GhRpcRemoteErrorPrivate *priv)
{
}

static void
gh_rpc_remote_error_private_copy (const GhRpcRemoteErrorPrivate *from,
                                  GhRpcRemoteErrorPrivate       *to)
{
  if (from->data != NULL)
    to->data = json_node_ref (from->data);
  to->status = from->status;
}

static void
gh_rpc_remote_error_private_clear (GhRpcRemoteErrorPrivate *priv)
{
  g_clear_pointer (&priv->data, json_node_unref);
}

G_DEFINE_EXTENDED_ERROR (GhRpcRemoteError, gh_rpc_remote_error)

/**
 * gh_rpc_remote_error_new:
 * @code: the JSON-RPC code
 * @text: the peer's message
 * @data: (nullable): the error's `data`
 *
 * Returns: (transfer full): the error a peer answered with.
 */
GError *
gh_rpc_remote_error_new (int         code,
                         const char *text,
                         JsonNode   *data)
{
  GError *error = g_error_new_literal (GH_RPC_REMOTE_ERROR, code, text);

  if (data != NULL)
    gh_rpc_remote_error_get_private (error)->data = json_node_ref (data);
  return error;
}

/**
 * gh_rpc_remote_error_get_data:
 *
 * Returns: (transfer none) (nullable): what the peer said beside code and message.
 */
JsonNode *
gh_rpc_remote_error_get_data (const GError *error)
{
  g_return_val_if_fail (error != NULL, NULL);

  if (error->domain != GH_RPC_REMOTE_ERROR)
    return NULL;
  return gh_rpc_remote_error_get_private (error)->data;
}

void
gh_rpc_remote_error_set_status (GError *error,
                                guint   status)
{
  g_return_if_fail (error != NULL && error->domain == GH_RPC_REMOTE_ERROR);

  gh_rpc_remote_error_get_private (error)->status = status;
}

/**
 * gh_rpc_remote_error_get_status:
 *
 * Returns: the status of the HTTP answer whose body the error was; 0 when it came another way, or
 *   for an error of another domain.
 */
guint
gh_rpc_remote_error_get_status (const GError *error)
{
  g_return_val_if_fail (error != NULL, 0);

  if (error->domain != GH_RPC_REMOTE_ERROR)
    return 0;
  return gh_rpc_remote_error_get_private (error)->status;
}
