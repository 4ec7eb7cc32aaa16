/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Serves what a server asks of the host in the legacy eras: ping, and what the delegate grants. */
#include "config.h"

#include "gh-mcp-inbox.h"

#include <string.h>

#include "gh-mcp-error.h"
#include "gh-mcp-protocol.h"
#include "gh-mcp-wish.h"
#include "gh-rpc-error.h"

/* Requests of one server that wait for a person at once; beyond it nobody reads them, and each is
 * kept whole (6.26). The host's queue has a limit of its own. */
#define MAX_REVIEWS 64

#define REJECTED_TEXT "User rejected sampling request"
/* What went wrong on our side may name hosts, files and keys: the server learns only that it
 * did. */
#define SCRUBBED_TEXT "The request could not be completed"

struct _GhMcpInbox
{
  GhRpcPeer *peer;    /* owned */
  GWeakRef delegate;  /* a GhMcpDelegate: its owner usually owns the session too */
  guint n_reviews;
};

/* One request with the delegate. */
typedef struct
{
  GhMcpInbox *inbox;      /* owned */
  GhRpcIncoming *request; /* owned */
} Review;

GhMcpInbox *
gh_mcp_inbox_new (GhRpcPeer     *peer,
                  GhMcpDelegate *delegate)
{
  GhMcpInbox *self;

  g_return_val_if_fail (GH_IS_RPC_PEER (peer), NULL);
  g_return_val_if_fail (delegate == NULL || GH_IS_MCP_DELEGATE (delegate), NULL);

  self = g_rc_box_new0 (GhMcpInbox);
  self->peer = g_object_ref (peer);
  g_weak_ref_init (&self->delegate, delegate);
  return self;
}

static void
inbox_clear (gpointer data)
{
  GhMcpInbox *self = data;

  g_object_unref (self->peer);
  g_weak_ref_clear (&self->delegate);
}

GhMcpInbox *
gh_mcp_inbox_ref (GhMcpInbox *self)
{
  return g_rc_box_acquire (self);
}

void
gh_mcp_inbox_unref (GhMcpInbox *self)
{
  g_rc_box_release_full (self, inbox_clear);
}

gboolean
gh_mcp_inbox_is_reviewing (GhMcpInbox *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->n_reviews > 0;
}

static void
answer_error (GhRpcIncoming *request,
              const GError  *error)
{
  if (g_error_matches (error, GH_MCP_ERROR, GH_MCP_ERROR_DENIED))
    gh_rpc_incoming_fail (request, GH_MCP_CODE_REJECTED,
                          *error->message != '\0' ? error->message : REJECTED_TEXT, NULL);
  else if (g_error_matches (error, GH_MCP_ERROR, GH_MCP_ERROR_INVALID_PARAMS))
    gh_rpc_incoming_fail (request, GH_RPC_INVALID_PARAMS, error->message, NULL);
  else if (g_error_matches (error, GH_MCP_ERROR, GH_MCP_ERROR_NOT_READY))
    gh_rpc_incoming_fail (request, GH_RPC_INVALID_REQUEST, error->message, NULL);
  /* What was not declared is not there (5.11, 6.1). */
  else if (g_error_matches (error, GH_MCP_ERROR, GH_MCP_ERROR_UNSUPPORTED))
    gh_rpc_incoming_fail (request, GH_RPC_METHOD_NOT_FOUND, error->message, NULL);
  else
    {
      g_debug ("A server's request failed: %s", error->message);
      gh_rpc_incoming_fail (request, GH_RPC_INTERNAL_ERROR, SCRUBBED_TEXT, NULL);
    }
}

static void
granted_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  Review *review = user_data;
  g_autoptr(GhMcpInbox) inbox = review->inbox;
  g_autoptr(GhRpcIncoming) request = review->request;
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) answer = NULL;

  g_free (review);
  answer = gh_mcp_wish_grant_finish (GH_MCP_DELEGATE (source), result, &error);
  inbox->n_reviews--;
  gh_rpc_peer_release_timeouts (inbox->peer);
  if (answer != NULL)
    gh_rpc_incoming_answer (request, answer);
  else
    answer_error (request, error);
}

static void
grant (GhMcpInbox    *self,
       GhMcpDelegate *delegate,
       GhRpcIncoming *request,
       const char    *version,
       const char    *tool)
{
  Review *review;

  if (self->n_reviews >= MAX_REVIEWS)
    {
      gh_rpc_incoming_fail (request, GH_RPC_INTERNAL_ERROR, "Too many requests are waiting", NULL);
      return;
    }

  review = g_new0 (Review, 1);
  review->inbox = gh_mcp_inbox_ref (self);
  review->request = g_object_ref (request);
  /* The call it belongs to must not time out while a person reads (2.32). */
  self->n_reviews++;
  gh_rpc_peer_hold_timeouts (self->peer);
  gh_mcp_wish_grant_async (delegate, gh_rpc_incoming_get_method (request),
                           gh_rpc_incoming_get_params (request), version, tool,
                           gh_rpc_incoming_get_cancellable (request), granted_cb, review);
}

void
gh_mcp_inbox_serve (GhMcpInbox    *self,
                    GhRpcIncoming *request,
                    gboolean       offered,
                    const char    *version,
                    const char    *tool)
{
  g_autoptr(GhMcpDelegate) delegate = NULL;
  const char *method;

  g_return_if_fail (self != NULL);
  g_return_if_fail (GH_IS_RPC_INCOMING (request));

  delegate = g_weak_ref_get (&self->delegate);
  method = gh_rpc_incoming_get_method (request);
  if (strcmp (method, GH_MCP_PING) == 0)
    gh_rpc_incoming_answer (request, NULL);
  else if (delegate != NULL && offered)
    grant (self, delegate, request, version, tool);
  else
    gh_rpc_incoming_fail (request, GH_RPC_METHOD_NOT_FOUND, "Method not found", NULL);
}
