/* SPDX-License-Identifier: GPL-3.0-or-later
 * Copyright 2026 The Gatehouse developers
 *
 * What one server may ask of the host: its folders, a model, the person (the protocol's one
 * door). */
#include "config.h"

#include "gh-server-delegate.h"

#include "gh-mcp-delegate.h"
#include "gh-request-broker-private.h"
#include "gh-server-private.h"
#include "gh-tool-call-private.h"

struct _GhServerDelegate
{
  GObject parent;

  /* Owned. */
  GhRootList       *roots;
  GhRequestBroker  *broker;
  char             *told;   /* what the server knows of roots, as one comparable text */

  GWeakRef          server;
  GhMcpCapabilities capabilities; /* as declared to the present session */
};

static void delegate_init (GhMcpDelegateInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (GhServerDelegate, gh_server_delegate, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GH_TYPE_MCP_DELEGATE, delegate_init))

enum
{
  ROOTS_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
gh_server_delegate_finalize (GObject *object)
{
  GhServerDelegate *self = GH_SERVER_DELEGATE (object);

  g_clear_object (&self->roots);
  g_clear_object (&self->broker);
  g_clear_pointer (&self->told, g_free);
  g_weak_ref_clear (&self->server);

  G_OBJECT_CLASS (gh_server_delegate_parent_class)->finalize (object);
}

static void
gh_server_delegate_class_init (GhServerDelegateClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gh_server_delegate_finalize;

  signals[ROOTS_CHANGED] = g_signal_new ("roots-changed", G_TYPE_FROM_CLASS (klass),
                                         G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
gh_server_delegate_init (GhServerDelegate *self)
{
  g_weak_ref_init (&self->server, NULL);
}

static GPtrArray *
dup_announced (GhServerDelegate *self)
{
  g_autoptr(GhServer) server = g_weak_ref_get (&self->server);

  if (server == NULL)
    return g_ptr_array_new ();
  return gh_root_list_dup_announced (self->roots, gh_server_get_id (server));
}

/* URIs and names hold no line feeds that could make two different lists look the same: URIs are
 * escaped, and every name stands behind its URI. */
static char *
describe (GPtrArray *announced)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < announced->len; i++)
    {
      GhAnnouncedRoot *root = g_ptr_array_index (announced, i);

      g_string_append_printf (text, "%s\n%s\n", root->uri, root->name != NULL ? root->name : "");
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
announced_changed_cb (GhServerDelegate *self)
{
  g_autoptr(GPtrArray) announced = dup_announced (self);
  g_autofree char *now = describe (announced);

  if (g_strcmp0 (self->told, now) == 0)
    return;
  g_free (self->told);
  self->told = g_steal_pointer (&now);
  g_signal_emit (self, signals[ROOTS_CHANGED], 0);
}

GhServerDelegate *
gh_server_delegate_new (GhServer        *server,
                        GhRootList      *roots,
                        GhRequestBroker *broker)
{
  GhServerDelegate *self;

  g_return_val_if_fail (GH_IS_SERVER (server), NULL);
  g_return_val_if_fail (GH_IS_ROOT_LIST (roots), NULL);
  g_return_val_if_fail (GH_IS_REQUEST_BROKER (broker), NULL);

  self = g_object_new (GH_TYPE_SERVER_DELEGATE, NULL);
  g_weak_ref_set (&self->server, server);
  self->roots = g_object_ref (roots);
  self->broker = g_object_ref (broker);
  g_signal_connect_object (roots, "announced-changed", G_CALLBACK (announced_changed_cb), self,
                           G_CONNECT_SWAPPED);
  gh_server_delegate_reset (self);
  return self;
}

void
gh_server_delegate_reset (GhServerDelegate *self)
{
  g_autoptr(GPtrArray) announced = NULL;

  g_return_if_fail (GH_IS_SERVER_DELEGATE (self));

  announced = dup_announced (self);
  g_free (self->told);
  self->told = describe (announced);
  self->capabilities = GH_MCP_CAPABILITY_ROOTS | GH_MCP_CAPABILITY_SAMPLING
                       | gh_request_broker_get_capabilities (self->broker);
}

static GPtrArray *
list_roots (GhMcpDelegate *delegate)
{
  GhServerDelegate *self = GH_SERVER_DELEGATE (delegate);
  g_autoptr(GPtrArray) announced = dup_announced (self);
  GPtrArray *roots = g_ptr_array_new_with_free_func ((GDestroyNotify) gh_mcp_root_free);

  for (guint i = 0; i < announced->len; i++)
    {
      GhAnnouncedRoot *root = g_ptr_array_index (announced, i);

      g_ptr_array_add (roots, gh_mcp_root_new (root->uri, root->name));
    }
  g_free (self->told);
  self->told = describe (announced);
  return roots;
}

static GhMcpCapabilities
get_capabilities (GhMcpDelegate *delegate)
{
  return GH_SERVER_DELEGATE (delegate)->capabilities;
}

static void
submitted_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr(GTask) task = user_data;
  GhServerDelegate *self = g_task_get_source_object (task);
  g_autoptr(GError) error = NULL;
  JsonNode *answer;

  answer = gh_request_broker_submit_finish (self->broker, result, &error);
  if (answer != NULL)
    g_task_return_pointer (task, answer, (GDestroyNotify) json_node_unref);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/* Returns: (transfer none) (nullable): the call it came during. */
static GhToolCall *
find_origin (GhServer        *server,
             const char      *tool,
             GhRequestOrigin *origin)
{
  GhToolCall *call = tool != NULL ? gh_server_find_running_call (server, tool) : NULL;

  origin->server_id = gh_server_get_id (server);
  origin->server_name = gh_server_get_name (server);
  origin->tool = tool;
  origin->call_time = call != NULL ? gh_tool_call_get_time (call) : 0;
  origin->call_left = call != NULL ? gh_server_get_call_left (server, call) : 0;
  return call;
}

static void
create_message_async (GhMcpDelegate       *delegate,
                      GhMcpSamplingParams *params,
                      const char          *tool,
                      GCancellable        *cancellable,
                      GAsyncReadyCallback  callback,
                      gpointer             user_data)
{
  GhServerDelegate *self = GH_SERVER_DELEGATE (delegate);
  g_autoptr(GhServer) server = g_weak_ref_get (&self->server);
  g_autoptr(GTask) task = g_task_new (self, NULL, callback, user_data);
  GhRequestOrigin origin;
  GhToolCall *call;

  g_task_set_source_tag (task, create_message_async);
  if (server == NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The server is gone");
      return;
    }
  call = find_origin (server, tool, &origin);
  if (call != NULL)
    gh_tool_call_add_request (call);
  gh_request_broker_submit_sampling (self->broker, &origin, params, cancellable, submitted_cb,
                                     g_steal_pointer (&task));
}

static JsonNode *
propagate (GhMcpDelegate  *delegate,
           GAsyncResult   *result,
           GError        **error)
{
  g_return_val_if_fail (g_task_is_valid (result, delegate), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
elicit_async (GhMcpDelegate       *delegate,
              GhMcpElicitation    *elicitation,
              const char          *tool,
              GCancellable        *cancellable,
              GAsyncReadyCallback  callback,
              gpointer             user_data)
{
  GhServerDelegate *self = GH_SERVER_DELEGATE (delegate);
  g_autoptr(GhServer) server = g_weak_ref_get (&self->server);
  g_autoptr(GTask) task = g_task_new (self, NULL, callback, user_data);
  GhRequestOrigin origin;

  g_task_set_source_tag (task, elicit_async);
  if (server == NULL)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The server is gone");
      return;
    }
  find_origin (server, tool, &origin);
  gh_request_broker_submit_elicitation (self->broker, &origin, elicitation, cancellable,
                                        submitted_cb, g_steal_pointer (&task));
}

static void
elicitation_completed (GhMcpDelegate *delegate,
                       const char    *id)
{
  GhServerDelegate *self = GH_SERVER_DELEGATE (delegate);
  g_autoptr(GhServer) server = g_weak_ref_get (&self->server);

  if (server != NULL)
    gh_request_broker_complete_visit (self->broker, gh_server_get_id (server), id);
}

static void
delegate_init (GhMcpDelegateInterface *iface)
{
  iface->get_capabilities = get_capabilities;
  iface->list_roots = list_roots;
  iface->create_message_async = create_message_async;
  iface->create_message_finish = propagate;
  iface->elicit_async = elicit_async;
  iface->elicit_finish = propagate;
  iface->elicitation_completed = elicitation_completed;
}
