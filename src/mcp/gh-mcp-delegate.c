/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * The one door through which a server's wishes reach the host, whatever the protocol era. */
#include "config.h"

#include "gh-mcp-delegate.h"

G_DEFINE_INTERFACE (GhMcpDelegate, gh_mcp_delegate, G_TYPE_OBJECT)

static void
gh_mcp_delegate_default_init (GhMcpDelegateInterface *iface)
{
}

/**
 * gh_mcp_root_new:
 * @uri: a file:// URI
 * @name: (nullable): for display
 *
 * Returns: (transfer full): a folder to announce.
 */
GhMcpRoot *
gh_mcp_root_new (const char *uri,
                 const char *name)
{
  GhMcpRoot *self;

  g_return_val_if_fail (uri != NULL, NULL);

  self = g_new0 (GhMcpRoot, 1);
  self->uri = g_strdup (uri);
  self->name = g_strdup (name);
  return self;
}

void
gh_mcp_root_free (GhMcpRoot *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->uri);
  g_free (self->name);
  g_free (self);
}

/**
 * gh_mcp_delegate_get_capabilities:
 *
 * What is declared to the server, and nothing else is served (2.7).
 */
GhMcpCapabilities
gh_mcp_delegate_get_capabilities (GhMcpDelegate *self)
{
  g_return_val_if_fail (GH_IS_MCP_DELEGATE (self), 0);

  return GH_MCP_DELEGATE_GET_IFACE (self)->get_capabilities (self);
}

/**
 * gh_mcp_delegate_list_roots:
 *
 * The folders this delegate's server may know of (5.2, 5.7).
 *
 * Returns: (transfer full) (element-type GhMcpRoot): maybe empty, never NULL.
 */
GPtrArray *
gh_mcp_delegate_list_roots (GhMcpDelegate *self)
{
  g_return_val_if_fail (GH_IS_MCP_DELEGATE (self), NULL);

  return GH_MCP_DELEGATE_GET_IFACE (self)->list_roots (self);
}

/**
 * gh_mcp_delegate_create_message_async:
 * @params: (transfer none): what the server asks for, checked
 * @tool: (nullable): the tool whose call it came during
 * @cancellable: fires when the server withdraws the request or goes away
 *
 * Asks for a model's answer, and for the person's consent (6.21).
 */
void
gh_mcp_delegate_create_message_async (GhMcpDelegate       *self,
                                      GhMcpSamplingParams *params,
                                      const char          *tool,
                                      GCancellable        *cancellable,
                                      GAsyncReadyCallback  callback,
                                      gpointer             user_data)
{
  g_return_if_fail (GH_IS_MCP_DELEGATE (self));
  g_return_if_fail (params != NULL);
  g_return_if_fail (G_IS_CANCELLABLE (cancellable));

  GH_MCP_DELEGATE_GET_IFACE (self)->create_message_async (self, params, tool, cancellable,
                                                          callback, user_data);
}

/**
 * gh_mcp_delegate_create_message_finish:
 *
 * Returns: (transfer full) (nullable): the result object, or NULL with GH_MCP_ERROR_DENIED,
 *   GH_MCP_ERROR_INVALID_PARAMS (their messages reach the server) or any other error (kept from
 *   it).
 */
JsonNode *
gh_mcp_delegate_create_message_finish (GhMcpDelegate  *self,
                                       GAsyncResult   *result,
                                       GError        **error)
{
  g_return_val_if_fail (GH_IS_MCP_DELEGATE (self), NULL);
  g_return_val_if_fail (G_IS_ASYNC_RESULT (result), NULL);

  return GH_MCP_DELEGATE_GET_IFACE (self)->create_message_finish (self, result, error);
}

/**
 * gh_mcp_delegate_elicit_async:
 * @elicitation: (transfer none): what the server wants of the person, checked
 * @tool: (nullable): the tool whose call it came during
 * @cancellable: fires when the server withdraws the request or goes away: whatever shows it goes
 *   away, too (7.26)
 *
 * Asks the person to fill in a form or to visit a page (7.3, 7.19).
 */
void
gh_mcp_delegate_elicit_async (GhMcpDelegate       *self,
                              GhMcpElicitation    *elicitation,
                              const char          *tool,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             user_data)
{
  g_return_if_fail (GH_IS_MCP_DELEGATE (self));
  g_return_if_fail (elicitation != NULL);
  g_return_if_fail (G_IS_CANCELLABLE (cancellable));

  GH_MCP_DELEGATE_GET_IFACE (self)->elicit_async (self, elicitation, tool, cancellable, callback,
                                                  user_data);
}

/**
 * gh_mcp_delegate_elicit_finish:
 *
 * Returns: (transfer full) (nullable): the result object: accept, decline or cancel; or NULL with
 *   GH_MCP_ERROR_INVALID_PARAMS (its message reaches the server) or any other error (kept from it).
 */
JsonNode *
gh_mcp_delegate_elicit_finish (GhMcpDelegate  *self,
                               GAsyncResult   *result,
                               GError        **error)
{
  g_return_val_if_fail (GH_IS_MCP_DELEGATE (self), NULL);
  g_return_val_if_fail (G_IS_ASYNC_RESULT (result), NULL);

  return GH_MCP_DELEGATE_GET_IFACE (self)->elicit_finish (self, result, error);
}

/**
 * gh_mcp_delegate_elicitation_completed:
 * @id: the elicitationId of an elicitation that was given to this delegate
 *
 * The server says that what happens on the page is over (7.23).
 */
void
gh_mcp_delegate_elicitation_completed (GhMcpDelegate *self,
                                       const char    *id)
{
  g_return_if_fail (GH_IS_MCP_DELEGATE (self));
  g_return_if_fail (id != NULL);

  if (GH_MCP_DELEGATE_GET_IFACE (self)->elicitation_completed != NULL)
    GH_MCP_DELEGATE_GET_IFACE (self)->elicitation_completed (self, id);
}
