/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * Serves what a server asks of the host in the legacy eras: ping, and what the delegate grants. */
#include "config.h"

#include "gh-mcp-inbox.h"

#include <string.h>

#include "gh-json.h"
#include "gh-mcp-error.h"
#include "gh-mcp-meta.h"
#include "gh-mcp-protocol.h"
#include "gh-mcp-wish.h"
#include "gh-rpc-error.h"

/* Requests of one server that wait for a person at once; beyond it nobody reads them, and each is
 * kept whole (6.26). The host's queue has a limit of its own. */
#define MAX_REVIEWS 64
/* Pages that the person was sent to, of which the server may still say that it is done. */
#define MAX_PAGES 64

#define REJECTED_TEXT "User rejected sampling request"
/* What went wrong on our side may name hosts, files and keys: the server learns only that it
 * did. */
#define SCRUBBED_TEXT "The request could not be completed"

struct _GhMcpInbox
{
  GhRpcPeer *peer;    /* owned */
  GWeakRef delegate;  /* a GhMcpDelegate: its owner usually owns the session too */
  GQueue pages;       /* of char *: elicitationIds of these pages, oldest first */
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
  g_queue_init (&self->pages);
  return self;
}

static void
inbox_clear (gpointer data)
{
  GhMcpInbox *self = data;

  g_object_unref (self->peer);
  g_weak_ref_clear (&self->delegate);
  g_queue_clear_full (&self->pages, g_free);
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

/* Until its end calls of ours do not time out: a person reads (2.32). FALSE when too many wait. */
static gboolean
begin_review (GhMcpInbox *self)
{
  if (self->n_reviews >= MAX_REVIEWS)
    return FALSE;
  self->n_reviews++;
  gh_rpc_peer_hold_timeouts (self->peer);
  return TRUE;
}

static void
end_review (GhMcpInbox *self)
{
  self->n_reviews--;
  gh_rpc_peer_release_timeouts (self->peer);
}

/* Pages: ids that the server may report as completed, each once (7.23) */

static gboolean
forget_page (GhMcpInbox *self,
             const char *id)
{
  GList *link = g_queue_find_custom (&self->pages, id, (GCompareFunc) strcmp);

  if (link == NULL)
    return FALSE;
  g_free (link->data);
  g_queue_delete_link (&self->pages, link);
  return TRUE;
}

static void
remember_page (GhMcpInbox *self,
               const char *id)
{
  forget_page (self, id);
  g_queue_push_tail (&self->pages, g_strdup (id));
  if (self->pages.length > MAX_PAGES)
    g_free (g_queue_pop_head (&self->pages));
}

void
gh_mcp_inbox_completed (GhMcpInbox *self,
                        JsonObject *params)
{
  const char *id = params != NULL ? gh_json_get_string (params, "elicitationId") : NULL;
  g_autoptr(GhMcpDelegate) delegate = NULL;

  g_return_if_fail (self != NULL);

  if (id == NULL || !forget_page (self, id))
    return;
  delegate = g_weak_ref_get (&self->delegate);
  if (delegate != NULL)
    gh_mcp_delegate_elicitation_completed (delegate, id);
}

/* Requests */

/* The elicitationId of a request, or NULL. */
static const char *
get_page (GhRpcIncoming *request)
{
  JsonNode *params = gh_rpc_incoming_get_params (request);
  JsonObject *object = params != NULL ? gh_json_node_get_object (params) : NULL;

  if (object == NULL || strcmp (gh_rpc_incoming_get_method (request), GH_MCP_ELICIT) != 0)
    return NULL;
  return gh_json_get_string (object, "elicitationId");
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
  end_review (inbox);
  if (get_page (request) != NULL && (answer == NULL || !gh_mcp_elicitation_is_accept (answer)))
    forget_page (inbox, get_page (request));
  if (answer != NULL)
    {
      answer = gh_mcp_meta_take_task (answer, gh_rpc_incoming_get_params (request));
      gh_rpc_incoming_answer (request, answer);
    }
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

  if (!begin_review (self))
    {
      gh_rpc_incoming_fail (request, GH_RPC_INTERNAL_ERROR, "Too many requests are waiting", NULL);
      return;
    }

  review = g_new0 (Review, 1);
  review->inbox = gh_mcp_inbox_ref (self);
  review->request = g_object_ref (request);
  if (get_page (request) != NULL)
    remember_page (self, get_page (request));
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

/* Pages that a request of ours needs */

typedef struct
{
  GhMcpInbox *inbox; /* owned */
  GPtrArray *pages;  /* owned, of GhMcpElicitation */
  guint next;
  char *tool; /* owned, may be NULL */
} Visit;

static void
visit_free (gpointer data)
{
  Visit *visit = data;

  end_review (visit->inbox);
  gh_mcp_inbox_unref (visit->inbox);
  g_ptr_array_unref (visit->pages);
  g_free (visit->tool);
  g_free (visit);
}

static void visit_next (GTask *task);

static void
visited_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  Visit *visit = g_task_get_task_data (task);
  GhMcpElicitation *page = g_ptr_array_index (visit->pages, visit->next);
  GError *error = NULL;
  g_autoptr(JsonNode) answer = gh_mcp_delegate_elicit_finish (GH_MCP_DELEGATE (source), result,
                                                              &error);

  if (answer != NULL && gh_mcp_elicitation_is_accept (answer))
    {
      visit->next++;
      visit_next (task);
      return;
    }
  forget_page (visit->inbox, page->id);
  if (answer != NULL)
    error = g_error_new (GH_MCP_ERROR, GH_MCP_ERROR_DENIED, "The page was not visited");
  g_task_return_error (task, error);
}

static void
visit_next (GTask *task)
{
  Visit *visit = g_task_get_task_data (task);
  g_autoptr(GhMcpDelegate) delegate = g_weak_ref_get (&visit->inbox->delegate);
  GhMcpElicitation *page;

  if (visit->next == visit->pages->len)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  if (delegate == NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The host is gone");
      return;
    }
  page = g_ptr_array_index (visit->pages, visit->next);
  remember_page (visit->inbox, page->id);
  gh_mcp_delegate_elicit_async (delegate, page, visit->tool, g_task_get_cancellable (task),
                                visited_cb, g_object_ref (task));
}

/**
 * gh_mcp_inbox_visit_async:
 * @required: an error for which gh_mcp_elicitation_is_required(); the delegate declares pages
 * @tool: (nullable): the tool whose call failed
 * @cancellable: fires when the call is given up
 *
 * Sends the person to one page after the other; at the first no it is over.
 */
void
gh_mcp_inbox_visit_async (GhMcpInbox          *self,
                          const GError        *required,
                          const char          *tool,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_autoptr(GTask) task = NULL;
  g_autoptr(GPtrArray) pages = NULL;
  GError *error = NULL;
  Visit *visit;

  g_return_if_fail (self != NULL);
  g_return_if_fail (gh_mcp_elicitation_is_required (required));
  g_return_if_fail (G_IS_CANCELLABLE (cancellable));

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, gh_mcp_inbox_visit_async);
  g_task_set_check_cancellable (task, FALSE);
  pages = gh_mcp_elicitation_parse_required (required, &error);
  if (pages == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (!begin_review (self))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_BUSY, "Too many requests are waiting");
      return;
    }
  visit = g_new0 (Visit, 1);
  visit->inbox = gh_mcp_inbox_ref (self);
  visit->pages = g_steal_pointer (&pages);
  visit->tool = g_strdup (tool);
  g_task_set_task_data (task, visit, visit_free);
  visit_next (task);
}

/**
 * gh_mcp_inbox_visit_finish:
 *
 * Returns: TRUE, or FALSE with GH_MCP_ERROR_DENIED, GH_MCP_ERROR_PROTOCOL (the error's data is
 *   malformed), G_IO_ERROR_BUSY, or what went wrong in the host.
 */
gboolean
gh_mcp_inbox_visit_finish (GhMcpInbox    *self,
                           GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
